// The theme makes what scrolls reachable by keyboard when the window changes its size;
// what was closed until now has had no size.
document.addEventListener("toggle", () => dispatchEvent(new Event("resize")), true);

// The search cites a page's own text, without its menus and without what it keeps closed.
document.addEventListener("DOMContentLoaded", () => {
  if (typeof Search == "undefined") return;
  Search.htmlToText = (text, anchor) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const unsaid = page.querySelectorAll("details, script, style, .headerlink");
    unsaid.forEach(e => e.remove());
    const article = page.querySelector("article");
    return ((anchor && article.querySelector(anchor)) || article).textContent;
  };
});
