// The theme makes what scrolls reachable by keyboard when the window changes its size;
// what was closed until now has had no size.
document.addEventListener("toggle", () => dispatchEvent(new Event("resize")), true);
