"use strict";
// The table as a page: each state is drawn part by part. Where the state comes from is the last script's affair.
const PARTS = [["own", "person"], ["stage", "map"], ["story", "speech"], ["party", "people"], ["quests", "flag"]];
const WIDE = matchMedia("(min-width:68rem)");

// A problem, also over an open sheet, which covers the page.
function say(text) {
  write("said", text);
  write("said-here", at("sheet").open ? text : "");
  at("live").classList.toggle("off", Boolean(text));
  write("live-text", text ? "Not live" : "Live");
}

function show(told) {
  state = complete(told);
  const isEmpty = !state.party.length && !state.isMaster && !state.fight;
  drawTop();
  invite(!isEmpty ? null : state.story.length ? "alone" : "empty");
  if (isEmpty) return;
  drawOrder();
  drawHeroes();
  drawPlace();
  drawOffers();
  drawField();
  drawTurn();
  drawQuests();
  arrange();
  drawStory();
  drawGround();
  drawJump();
  announce();
  refreshSheet();
}

function drawTop() {
  const room = state.room || NOWHERE, own = state.party.filter((who) => who.mine), asked = askedOf();
  document.title = [asked, state.fight && !asked && `Round ${state.fight.round}${state.fight.turn && `: ${state.fight.turn}`}`, room.name, state.campaign].filter(Boolean).join(" – ");
  write("campaign", state.campaign);
  write("where", state.party.length ? room.name : "");
  const time = state.clock ? `Day ${state.day}, ${state.clock}` : state.time || "";
  draw(at("time"), time && [icon("clock"), h("span", {}, ` ${time}${room.light ? ` · ${room.light} light` : ""}`)]);
  draw(at("role"), state.isMaster ? h("span.gm", {}, "Game master’s view") : own.length ? h("span", {dir: "auto"}, `You are ${own.map((who) => who.name).join(" and ")}`) : h("span", {}, "Watching"));
  write("archived", state.archived ? "Archived: it can be read, and not played" : "");
  at("other").hidden = !state.mayMaster;
}

// Quests lie under the map while the party explores, and in the left column in a fight; a small screen has one column.
function arrange() {
  const home = !WIDE.matches ? at("table") : state.fight ? at("left") : at("under");
  if (at("quests").parentElement !== home) home.append(at("quests"));
}

// In a measured fight the squares take the place of the map; only their tokens are stops of the keyboard.
function drawGround() {
  const isBoard = Boolean(state.fight && state.board), says = isBoard ? "Board" : "Map";
  at("board").tabIndex = isBoard ? -1 : 0;
  for (const id of ["board", "tools"]) at(id).setAttribute("aria-label", says);
  at("stand").hidden = !isBoard;
  if (isBoard) return drawBoard();
  at("token-card").hidden = true;
  drawn.delete("map");
  return drawMap();
}

// ── the jump bar ──

function drawJump() {
  at("jump").dataset.at = partRead();
  const own = state.party.filter((who) => who.mine), words = {own: own.length === 1 ? own[0].name : "Heroes", stage: state.fight ? "Fight" : "Place", story: "Story", party: "Party", quests: "Quests"};
  const asked = askedOf();
  draw(at("jump"), PARTS.filter(([id]) => !at(id).hidden).map(([id, sign]) => h("a", {href: `#${id}`, "data-key": id, "aria-current": at("jump").dataset.at === id ? "true" : null, onclick: (event) => jump(event, id)},
    icon(sign), h("span", {dir: "auto"}, words[id]), id === "stage" && asked && h("em", {"aria-hidden": "true"}, "!"))));
}

// The part after the # may hold the token, so a jump does not write there. The part that was jumped to is the one that is read, although
// the end of the page may leave it below.
let jumped = null;
function jump(event, id) {
  event.preventDefault();
  at(id).scrollIntoView();
  at(id).focus({preventScroll: true});
  jumped = {id, y: scrollY};
  markWhere();
}

const READ = 0.35;
// The part that is read: the last one that begins above this share of the window.
function partRead() {
  if (jumped?.y === scrollY) return jumped.id;
  jumped = null;
  const parts = PARTS.map(([id]) => ({id, top: at(id).getBoundingClientRect().top})).filter(({id}) => at(id).getClientRects().length).sort((a, b) => a.top - b.top);
  return (parts.filter((part, n) => part.top < innerHeight * READ && part.top > (parts[n - 1]?.top ?? -Infinity)).at(-1) || parts[0])?.id;
}

function markWhere() {
  const id = partRead();
  at("jump").dataset.at = id;
  for (const link of at("jump").children) link.dataset.key === id ? link.setAttribute("aria-current", "true") : link.removeAttribute("aria-current");
}
addEventListener("scroll", markWhere, {passive: true});
for (const link of document.querySelectorAll(".skip")) link.onclick = (event) => jump(event, "stage");

WIDE.addEventListener("change", () => state && arrange());
new ResizeObserver(() => state && (!state.board ? atlas && drawStorey() : ground && drawSquares())).observe(at("board"));
