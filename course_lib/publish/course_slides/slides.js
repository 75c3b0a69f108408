// Typesets the math, lays out the pages, then hands them to reveal.js.
"use strict";

// A formula and the mark behind it stay in one line.
function keepMarks() {
  for (const math of document.querySelectorAll("mjx-container:not([display])")) {
    const next = math.nextSibling;
    const mark = next?.nodeType === Node.TEXT_NODE && next.data.match(/^[.,;:?)]+/);
    if (!mark) continue;
    const both = document.createElement("span");
    both.style.whiteSpace = "nowrap";
    next.splitText(mark[0].length);
    math.before(both);
    both.append(math, next);
  }
}

async function start() {
  keepMarks();
  await lessonPages();
  document.documentElement.classList.remove("preparing");
  Reveal.on("ready", tellWhere);
  Reveal.on("slidechanged", tellWhere);
  Reveal.on("slidechanged", forgetPages);
  Reveal.initialize({
    width: 1280, height: 720, margin: 0, minScale: 0.1, maxScale: 10,
    center: false, hash: true, transition: "none", slideNumber: "c/t",
    controls: matchMedia("(pointer: coarse)").matches, controlsTutorial: false,
    scrollActivationWidth: null, plugins: [RevealNotes],
  });
}

// After a jump back, the next section starts at its first page, not where it was left.
function forgetPages() {
  for (const stack of document.querySelectorAll("[data-previous-indexv]"))
    stack.removeAttribute("data-previous-indexv");
}

// Says at the foot of a page which section it belongs to.
function tellWhere() {
  const heads = [...document.querySelectorAll(".slides h1, .slides h2")];
  const here = Reveal.getCurrentSlide();
  const before = heads.filter(head => here.contains(head)
    || head.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
  const texts = [...new Set([heads[0], before.at(-1)])].map(head =>
    [...head.cloneNode(true).childNodes]);
  document.querySelector(".where").replaceChildren(...texts[0],
    ...texts.slice(1).flatMap(text => [" · ", ...text]));
}

window.MathJax = {
  tex: {inlineMath: [["$", "$"], ["\\(", "\\)"]], processEscapes: true},
  svg: {fontCache: "global"},
  options: {enableMenu: false, ignoreHtmlClass: "highlight|output|explorer"},
  startup: {pageReady: () => MathJax.startup.defaultPageReady()
    .then(() => document.fonts.ready).then(start)},
};
