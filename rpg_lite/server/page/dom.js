"use strict";
// Elements, and how a new drawing takes the place of an old one. Text stays text: nothing here reads markup from the state.
const SVG = "http://www.w3.org/2000/svg", HANDLERS = ["onclick", "onkeydown", "onsubmit", "onscroll", "onpointerdown", "onpointermove", "onpointerup"];
const at = (id) => document.getElementById(id);

// An element from "tag.class.class", its attributes, handlers, variables of style, and children; empty children are left out.
function h(name, props, ...children) {
  const [tag, ...looks] = name.split("."), element = document.createElement(tag || "div");
  if (looks.length) element.className = looks.join(" ");
  return filled(element, props, children);
}

function s(name, props, ...children) {
  const [tag, ...looks] = name.split("."), element = document.createElementNS(SVG, tag);
  if (looks.length) element.setAttribute("class", looks.join(" "));
  return filled(element, props, children);
}

function filled(element, props, children) {
  for (const [key, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (HANDLERS.includes(key)) element[key] = value;
    else if (key === "vars") for (const [name, set] of Object.entries(value)) element.style.setProperty(name, set);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...present(children));
  return element;
}

function present(children) {
  return children.flat(9).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

// Draws these children into the element. What is the same stays, with its focus, its scroll and what the reader has opened; rows with a
// key stay with their key.
function draw(element, ...children) {
  become(element, present(children).map((child) => (child instanceof Node ? child : document.createTextNode(child))));
}

function become(element, wanted) {
  const keys = new Set(wanted.map((node) => node.dataset?.key).filter(Boolean)), kept = new Map();
  for (const old of [...element.children]) {
    if (!old.dataset.key) continue;
    if (keys.has(old.dataset.key)) kept.set(old.dataset.key, old);
    else old.remove();
  }
  let here = element.firstChild;
  for (const node of wanted) {
    const key = node.dataset?.key, old = key ? kept.get(key) : here;
    if (old && old.nodeName === node.nodeName && (old.dataset?.key || "") === (key || "")) {
      if (old === here) here = here.nextSibling;
      else element.insertBefore(old, here);
      refresh(old, node);
    } else element.insertBefore(node, here);
  }
  while (here) {
    const next = here.nextSibling;
    here.remove();
    here = next;
  }
}

// Makes an old element say what the new one says. Whether details are open is the reader's own.
function refresh(old, node) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
    return;
  }
  const own = (name) => name === "style" || (name === "open" && old.nodeName === "DETAILS");
  for (const {name} of [...old.attributes]) if (!node.hasAttribute(name) && !own(name)) old.removeAttribute(name);
  for (const {name, value} of node.attributes) if (!own(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  if (old.style.cssText !== node.style.cssText) old.style.cssText = node.style.cssText;
  for (const handler of HANDLERS) if (old[handler] !== node[handler]) old[handler] = node[handler];
  become(old, [...node.childNodes]);
}

// Calls `make` only if what it would draw has changed since the last time.
const drawn = new Map();
function whenChanged(part, data, make) {
  const text = JSON.stringify(data);
  if (drawn.get(part) === text) return;
  drawn.set(part, text);
  make();
}

function write(id, text) {
  if (at(id).textContent !== text) at(id).textContent = text;
}

function icon(name, says) {
  return s("svg.i", says ? {role: "img", "aria-label": says} : {"aria-hidden": "true"}, s("use", {href: `#i-${name}`}));
}

// A name, in the direction that its letters have.
function called(text, kind = "b") {
  return h(kind, {dir: "auto"}, text);
}

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const signed = (number) => (number < 0 ? `−${-number}` : `+${number}`);
const many = (count, word, ending = "s") => `${count} ${word}${count === 1 ? "" : ending}`;

const MOST_PIPS = 10;
// A mark for each that is left, and an empty one for each that is spent; many are a number.
function pips(left, max, looks = "") {
  if (max === null || max === undefined) return h("span.num", {}, "without limit");
  if (max > MOST_PIPS) return h("span.num", {}, `${left} of ${max}`);
  const marks = Array.from({length: max}, (_, n) => h(`span.pip${looks}${n < left ? ".on" : ""}`));
  return h("span.pips", {role: "img", "aria-label": `${left} of ${max} left`}, marks);
}

// The word for the health of somebody whose hit points are known.
function health(who) {
  if (who.mark === "dead" || who.dead) return "dead";
  if (!who.hp || !who.hp.max) return who.mark || "";
  const {value, max} = who.hp;
  return value <= 0 ? "down" : value * 4 <= max ? "low" : value * 2 <= max ? "bloodied" : value < max ? "hurt" : "unhurt";
}

const PART = {unhurt: 1, hurt: 0.72, bloodied: 0.4, low: 0.25, down: 0, dead: 0};
function part(who) {
  return who.hp && who.hp.max ? Math.max(0, Math.min(1, who.hp.value / who.hp.max)) : (PART[who.mark] ?? 1);
}

const EIGHT_CORNERS = Array.from({length: 8}, (_, n) => (Math.PI / 8) * (2 * n + 1))
  .map((angle) => `${(20 + 17 * Math.cos(angle)).toFixed(1)},${(20 + 17 * Math.sin(angle)).toFixed(1)}`)
  .join(" ");

// A creature in a drawing of 40 by 40: round for the party, eight-cornered for foes, square for others. The ring is its health, exact or as its
// word says.
function figure(who, side) {
  const full = part(who), around = 2 * Math.PI * 18, circle = (looks, r, more) => s(`circle.${looks}`, {cx: 20, cy: 20, r, ...more});
  return [side === "party" ? circle("bg", 16) : side === "foe" ? s("polygon.bg", {points: EIGHT_CORNERS}) : s("rect.bg", {x: 5, y: 5, width: 30, height: 30, rx: 5}), circle("track", 18),
    full > 0 && circle("ring", 18, {"stroke-dasharray": `${around * full} ${around}`, transform: "rotate(-90 20 20)"}), health(who) === "dead" && s("path.cross", {d: "M11 11l18 18M29 11l-18 18"})];
}

function disc(who, hue) {
  return h(`span.disc.${hue}.${health(who) || "unknown"}`, {"aria-hidden": "true"}, s("svg", {viewBox: "0 0 40 40"}, figure(who, hue === "foe" ? hue : "party")), health(who) !== "dead" && h("span", {}, initials(who.name)));
}

// ── why a number is what it is ──

// The box with the reasons of a number, at the number: a row for each summand; reasons that do not count come last.
function explain(event, title, reasons) {
  const box = at("why"), [sum, ...others] = String(reasons).split(/(?<=[^\d.]\w|\))\. (?=\S)/);
  const rows = sum.replace(/\.$/, "").split(/ (?=[+−-] )/).map((piece) => {
    const summand = piece.match(/^([+−-]? ?\d+)(?: ft)? (.*)$/);
    return summand ? h("li", {}, h("span", {}, summand[2]), h("b.num", {}, summand[1].replace(" ", "").replace("-", "−"))) : h("li", {}, piece);
  });
  box.replaceChildren(h("b", {}, title), h("ul", {}, rows, others.map((text) => h("li.no", {}, text.replace(/\.?$/, ".")))));
  const from = event.currentTarget, beside = from.getBoundingClientRect();
  (from.closest("dialog") || document.body).append(box);
  box.showPopover();
  const over = beside.bottom + 6 + box.offsetHeight > innerHeight;
  box.style.setProperty("left", `${Math.max(8, Math.min(beside.left, innerWidth - box.offsetWidth - 8))}px`);
  box.style.setProperty("top", `${Math.max(8, over ? beside.top - box.offsetHeight - 6 : beside.bottom + 6)}px`);
}

// A number that says why when it is pressed.
function number(value, title, reasons, looks = "") {
  if (!reasons) return h(`span.num${looks}`, {}, value);
  const onclick = (event) => explain(event, `${title} ${value}`, reasons);
  return h(`button.n.num${looks}`, {type: "button", "data-key": `why-${title}`, "aria-label": `${title} ${value}, why`, onclick}, value);
}

// Copies a sentence to say at the table; the button answers. Pages without encryption have only the older way.
async function copy(event, text) {
  const button = event.currentTarget, words = button.querySelector(".copies");
  const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  words.textContent = isDone || copiedBy(button, text) ? "Copied" : "Not copied";
}

function copiedBy(button, text) {
  const lent = h("textarea", {}, text);
  button.after(lent);
  lent.select();
  const isDone = document.execCommand("copy");
  lent.remove();
  button.focus();
  return isDone;
}
