// Lays a lesson's cells out on pages of 1280 by 720: what does not fit goes on to the
// next page, so that nothing is ever cut off. A page is a slide of reveal.js, and the
// pages of one slide of the notebook stand below each other.
const lessonPages = (() => {
"use strict";

const HIGHEST_CAPTION = 125; // pixels of 720: three lines, and the picture stays large
// An explorer that is too tall: its last picture goes beside what stands above it.
const BESIDE = `.box{max-width:none;font-size:20px;display:grid;column-gap:28px;
  grid-template-columns:auto 1fr}.box>:last-child{grid-column:2;grid-row:1/12}
  text{font-size:17px}`;

// Returns the blocks of one cell: what may not be torn apart without need.
function blocks(cell) {
  if (cell.matches(".jp-MarkdownCell")) {
    const text = [...cell.querySelector(".jp-RenderedMarkdown").children];
    return text.map(one => one.matches("details") ? answer(one) : one);
  }
  const folded = cell.matches(".celltag_folded");
  const run = make("div", "run"), whole = [];
  run.classList.toggle("last", cell.matches(".celltag_exercise"));
  const code = cell.querySelectorAll(".jp-InputArea .highlight");
  // A class predicts before it sees the code, whose title may tell the answer.
  code.forEach(one => one.classList.toggle("fragment", folded));
  run.append(...code);
  for (const output of cell.querySelectorAll(".jp-OutputArea-output")) {
    const explorer = output.querySelector(":scope > [data-numbers]");
    const fills = explorer || output.querySelector(":scope > img");
    output.classList.add("output");
    output.classList.toggle("explorer", !!explorer);
    output.toggleAttribute("data-prevent-swipe", !!explorer); // a finger on a slider
    output.classList.toggle("fragment", folded && !fills);
    if (fills) whole.push(output);
    else run.append(output);
  }
  return run.children.length ? [run, ...whole] : whole;
}

// An answer that unfolds in the notebook comes with the next step on a slide.
function answer(details) {
  const shown = make("div", "answer fragment");
  const label = make("p", "label");
  label.append(...details.querySelector("summary").childNodes);
  details.querySelector("summary").remove();
  shown.append(label, ...details.childNodes);
  return shown;
}

function make(tag, name) {
  const element = document.createElement(tag);
  element.className = name;
  return element;
}

// Fills the pages of one stack, one block after the other.
class Stack {
  constructor(stack) {
    this.stack = stack;
    this.pages = [];
    this.turn();
  }

  turn() {
    const page = make("section", "page");
    const heading = this.leading();
    this.body = make("div", "body");
    page.append(this.body);
    this.stack.append(page);
    this.pages.push(page);
    if (heading) this.body.append(heading);
  }

  // A heading, or the text of an exercise, does not stay behind at the foot of a page.
  leading() {
    const last = this.body?.lastElementChild;
    return last && isLeading(last) && this.body.children.length > 1 ? last : null;
  }

  fits() {
    const page = this.body.parentElement;
    const room = () => this.body.offsetHeight <= page.clientHeight - padding(page)
      && this.body.scrollWidth <= this.body.clientWidth;
    if (room()) return true;
    if (page.classList.contains("tight")) return false;
    page.classList.add("tight");
    if (room()) return true;
    page.classList.remove("tight");
    return false;
  }

  place(block) {
    this.body.append(block);
    if (block.matches(".output")) return this.fill(block);
    if (this.fits()) return;
    const alone = [...this.body.children].every(one => one === block || isLeading(one));
    if (!alone) {
      block.remove();
      if (this.placeWithQuestion(block)) return;
      this.turn();
      this.body.append(block);
      if (this.fits()) return;
    }
    this.cut(block);
  }

  // On the next page an answer, or the code of a prediction, has its question above it.
  placeWithQuestion(block) {
    const question = this.body.lastElementChild, old = this.body;
    const stays = question.previousElementSibling;
    if (!question.matches("p") || !stays || isLeading(stays) || isLeading(question))
      return false;
    question.remove();
    this.turn();
    this.body.append(question, block);
    if (this.fits()) return true;
    block.remove();
    old.append(question);
    this.pages.pop().remove();
    this.body = old;
    return false;
  }

  // Moves children off the end of a block until it fits; they go on to a new page.
  cut(block) {
    const rest = block.cloneNode(false);
    while (!this.fits() && block.children.length > 1)
      rest.prepend(block.lastElementChild);
    if (block.matches("ol")) rest.start = block.start + block.children.length;
    if (!this.fits()) shrink(block, this.body);
    if (!rest.children.length) return;
    this.turn();
    this.place(rest);
  }

  // A picture or an explorer gets a page of its own, as large as it can be.
  fill(block) {
    block.remove();
    if (this.body.children.length) this.turn();
    this.body.parentElement.classList.add("whole");
    this.body.append(block);
    this.done = true;
  }

  // A short answer comes under its picture, which then makes room.
  captions(block) {
    if (!this.done || !block.matches(".answer")) return false;
    if (this.body.children.length > 1 || !this.body.querySelector("img")) return false;
    this.body.append(block);
    if (block.offsetHeight <= HIGHEST_CAPTION) return true;
    block.remove();
    return false;
  }

  add(block) {
    if (this.captions(block)) return;
    // What follows an outcome that is not shown yet would tell it.
    const told = this.body.lastElementChild?.querySelector(".output.fragment");
    if (this.done || told && !block.matches(".answer")) this.turn();
    this.done = false;
    this.place(block);
    // The code behind an exercise would tell the answer.
    if (block.matches(".last")) this.done = true;
  }

  // No page starts empty, and each shows the speaker the notes of its slide.
  finish(notes) {
    for (const page of this.pages) {
      let first = page.firstChild;
      while ((first = first.firstElementChild)) first.classList.remove("fragment");
      page.append(...notes.map(note => note.cloneNode(true)));
    }
  }
}

function isLeading(block) {
  if (block.matches("h1, h2, h3")) return true;
  const text = block.textContent.trim();
  const bold = block.querySelector("strong")?.textContent;
  return block.matches("p") && (text === bold || /^Exercise \d/.test(text));
}

function padding(page) {
  const style = getComputedStyle(page);
  return parseFloat(style.paddingTop) + parseFloat(style.paddingBottom);
}

// The last resort, for what cannot be cut: smaller, but whole.
function shrink(block, body) {
  const page = body.parentElement, others = body.offsetHeight - block.offsetHeight;
  const room = page.clientHeight - padding(page) - others;
  block.style.zoom = Math.min(
    room / block.offsetHeight, body.clientWidth / body.scrollWidth);
}

// How much larger an explorer can be on its page.
function growth(host) {
  const page = host.closest(".page");
  return Math.min(page.firstChild.clientWidth / host.offsetWidth,
    (page.clientHeight - padding(page)) / host.offsetHeight);
}

function putBeside(host) {
  const style = document.createElement("style");
  style.textContent = BESIDE;
  host.shadowRoot.append(style);
  host.style.width = "1340px";
}

async function enlargeExplorers() {
  const hosts = [...document.querySelectorAll(".explorer > [data-numbers]")];
  hosts.filter(host => growth(host) < 1).forEach(putBeside);
  // An explorer lays itself out anew with the next frame.
  await new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)));
  for (const host of hosts)
    host.parentElement.style.zoom = Math.floor(growth(host) * 100) / 100;
}

// Each slide of a part brings the same notes; once is enough for their stack. A long
// line of a solution wraps in the speaker's view.
function notesOf(stack) {
  const notes = new Map();
  for (const note of stack.querySelectorAll("aside.notes")) {
    note.querySelectorAll("pre").forEach(code =>
      code.style.cssText = "font-size: 14px; white-space: pre-wrap");
    notes.set(note.textContent, note);
  }
  return [...notes.values()];
}

function paginate(stack) {
  const notes = notesOf(stack);
  const cells = [...stack.querySelectorAll(".jp-Cell")]
    .filter(cell => !cell.closest("aside"));
  const old = [...stack.children];
  const filled = new Stack(stack);
  cells.flatMap(blocks).forEach(block => filled.add(block));
  filled.finish(notes);
  old.forEach(section => section.remove());
}

return async () => {
  document.querySelectorAll(".slides > section").forEach(paginate);
  await enlargeExplorers();
};
})();
