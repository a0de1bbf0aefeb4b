"use strict";
// A handout: headings, lists and emphasis of Markdown, all of it text.
const HEADING = /^#{1,6}\s+(.*)$/, POINT = /^\s*[-*+]\s+(.*)$/, NUMBERED = /^\s*\d+[.)]\s+(.*)$/;
const EMPHASIS = /(\*\*|__)(?=\S)(.+?\S|\S)\1|(\*|_)(?=\S)(.+?\S|\S)\3(?!\w)/;

function handout(text) {
  const whole = h("div.leaf"), [title, ...lines] = text.split("\n");
  whole.append(emphasized(h("h4"), title));
  for (let n = 0; n < lines.length; ) n = block(whole, lines, n);
  return whole;
}

// Adds the block that begins at this line; gives the line after it.
function block(whole, lines, n) {
  const heading = HEADING.exec(lines[n]), list = [[POINT, "ul"], [NUMBERED, "ol"]].find(([kind]) => kind.test(lines[n]));
  if (heading) whole.append(emphasized(h("h4"), heading[1]));
  if (heading || !lines[n].trim()) return n + 1;
  const made = h(list ? list[1] : "p", {dir: "auto"});
  const isPart = list ? (l) => list[0].test(l) : (l) => l.trim() && ![HEADING, POINT, NUMBERED].some((kind) => kind.test(l));
  for (const first = n; n < lines.length && isPart(lines[n]); n++) {
    if (list) made.append(emphasized(h("li"), list[0].exec(lines[n])[1]));
    else emphasized(made, `${n > first ? "\n" : ""}${lines[n].trim()}`);
  }
  whole.append(made);
  return n;
}

function emphasized(element, text) {
  const found = EMPHASIS.exec(text);
  if (!found) return element.append(text), element;
  element.append(text.slice(0, found.index), emphasized(h(found[1] ? "strong" : "em"), found[2] ?? found[4]));
  return emphasized(element, text.slice(found.index + found[0].length));
}
