// What is wrong on a slide: a list of sentences, empty for a good one.
const SMALLEST_CODE = 18, SMALLEST_WORDS = 24; // pixels on a projector of 1280 by 720

// Goes to every slide, with all that comes step by step.
async function walk() {
  const found = [], frame = go => requestAnimationFrame(go);
  for (const slide of Reveal.getSlides()) {
    const at = Reveal.getIndices(slide);
    Reveal.slide(at.h, at.v, 99);
    // An explorer lays itself out in the frame after it came into view.
    if (slide.querySelector(".explorer"))
      await new Promise(go => frame(() => frame(go)));
    found.push(...problems(slide).map(one => `slide ${at.h}/${at.v ?? 0}: ${one}`));
  }
  return found;
}

function problems(slide) {
  const body = slide.querySelector(".body");
  const found = [...small(body), ...cutOff(slide), ...scrolling(slide)];
  if (/\$|\\[(a-z]/.test(prose(body))) found.push(`math as typed: ${prose(body)}`);
  if (body.querySelector("mjx-merror, [data-mjx-error]")) found.push("math in error");
  for (const notes of slide.querySelectorAll("aside"))
    if (notes.getClientRects().length) found.push("speaker notes show");
  if (!body.innerText.trim() && !body.querySelector("img, .explorer")) found.push("empty");
  return [...new Set(found)];
}

function start(element) {
  return element.outerHTML.slice(0, 90);
}

function small(body) {
  const found = [], texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.data.trim(), holder = texts.currentNode.parentElement;
    if (!text || holder.closest("mjx-container, script, style, .explorer")) continue;
    if (!holder.closest("pre") && holder.closest("code, sup, sub")) continue;
    const style = getComputedStyle(holder);
    const size = parseFloat(style.fontSize) * (holder.currentCSSZoom ?? 1);
    const floor = holder.closest("pre") ? SMALLEST_CODE : SMALLEST_WORDS;
    if (size < floor) found.push(`${size} px: ${text}`);
  }
  return found;
}

// Every box of a slide, a line of text being one, with what it belongs to.
function boxes(slide) {
  const range = document.createRange(), found = [];
  for (const block of slide.querySelectorAll(".body *")) {
    if (block.closest("mjx-assistive-mml, mjx-container svg")) continue;
    range.selectNodeContents(block);
    for (const box of [block.getBoundingClientRect(), ...range.getClientRects()])
      found.push([block, box]);
  }
  for (const host of slide.querySelectorAll("[data-numbers]"))
    for (const part of host.shadowRoot.querySelectorAll("*"))
      found.push([host, part.getBoundingClientRect()]);
  return found.filter(([, box]) => box.width && box.height);
}

function cutOff(slide) {
  const foot = document.querySelector(".where").getBoundingClientRect().top;
  const out = box => box.left < -1 || box.top < -1 || box.right > innerWidth + 1
    || box.bottom > foot + 1;
  return boxes(slide).filter(([, box]) => out(box))
    .map(([block]) => `cut off: ${start(block)}`);
}

function scrolling(slide) {
  const root = document.scrollingElement;
  return [root, document.body, ...slide.querySelectorAll("*")].filter(element => {
    if (element !== root && !/auto|scroll/.test(getComputedStyle(element).overflow))
      return false;
    return element.scrollHeight > element.clientHeight + 1
      || element.scrollWidth > element.clientWidth + 1;
  }).map(element => `scrolls: ${start(element)}`);
}

function prose(body) {
  const words = body.cloneNode(true);
  words.querySelectorAll("code, pre, mjx-container, script, style, .explorer")
    .forEach(part => part.remove());
  return words.textContent;
}
