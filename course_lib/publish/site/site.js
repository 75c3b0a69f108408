// The theme makes what scrolls reachable by keyboard when the window changes its size;
// what was closed until now has had no size.
document.addEventListener("toggle", () => dispatchEvent(new Event("resize")), true);

// What a page keeps closed is not shown by what the search cites of it either.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search == "undefined") return;
  const cite = Search.htmlToText;
  Search.htmlToText = (text, anchor) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    page.querySelectorAll("details").forEach(e => e.remove());
    return cite(page.documentElement.outerHTML, anchor);
  };
});
