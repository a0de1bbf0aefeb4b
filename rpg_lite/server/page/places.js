"use strict";
// Where the party is: the room with its ways, the map of what is known, and the quests.

// ── the room ──

const TURNS = {north: 0, northeast: 45, east: 90, southeast: 135, south: 180, southwest: 225, west: 270, northwest: 315};
function arrow(way) {
  if (way === "up" || way === "down") return icon("stairs");
  const drawing = icon(way in TURNS ? "arrow" : "door");
  drawing.style.setProperty("rotate", `${TURNS[way] || 0}deg`);
  return drawing;
}

function drawPlace() {
  const room = state.room || NOWHERE, people = room.others.length > 0 && `Here too: ${room.others.join(", ")}.`;
  whenChanged("band", [room, Boolean(state.fight)], () => {
    draw(at("band"), art(room.scene), h("h1", {id: "room", dir: "auto"}, room.name), room.vibe && h("p.vibe", {id: "vibe", dir: "auto"}, room.vibe),
      room.description && h("p.desc", {id: "description", dir: "auto"}, room.description), people && h("p.others", {dir: "auto"}, people),
      room.things.length > 0 && h("p.others", {dir: "auto"}, `Lying here: ${room.things.join(", ")}.`),
      room.ways.length > 0 && h("ul.ways", {"aria-label": "Ways"}, room.ways.map(wayOut)));
  });
}

function wayOut(way) {
  const kind = way.kind === "passage" ? "" : way.kind;
  return h(`li.way.${way.is}${way.hidden ? ".hides" : ""}`, {}, arrow(way.way), called(way.way), h("span", {dir: "auto"}, way.to || "unknown"), h("small", {}, way.is === "open" ? kind : [way.is, kind].filter(Boolean).join(" ")), way.hidden && h("small.chip.gm", {}, "hidden"));
}

// Three silhouettes, of shapes alone: hills, vaults, a lamp in a house.
function art(scene) {
  const arch = (x, y, w) => `M${x} 180V${y + w / 2}a${w / 2} ${w / 2} 0 0 1 ${w} 0V180z`, shape = (d, opacity) => s("path", {d, fill: "currentColor", "fill-opacity": opacity});
  const vaults = [shape([330, 430, 530, 630, 730].map((x, n) => arch(x, 26 + n * 6, 70)).join(""), 0.055), shape([385, 485, 585, 685].map((x) => arch(x, 70, 60)).join(""), 0.05)];
  const scenes = {
    outdoors: () => [s("circle", {cx: 660, cy: 50, r: 26, fill: "currentColor", "fill-opacity": 0.1}), shape("M0 180V140q120-60 250-20t260-30 290 20v70z", 0.06), shape("M0 180V160q180-50 380-16t420-20v56z", 0.08)],
    underground: () => vaults,
    indoors: () => [shape("M0 180V150q150-46 300-22t260-24 240 16v60z", 0.06), shape("M620 180v-70l-10 0 70-46 70 46h-10v70zM716 82v-26h12v34z", 0.1), s("path.lit", {d: "M660 140v-18h16v18zM690 140v-18h16v18z"})],
  };
  return s("svg.art", {viewBox: "0 0 800 180", preserveAspectRatio: "xMaxYMid slice", "aria-hidden": "true"}, (scenes[scene] || scenes.indoors)());
}

// ── the map ──

const NEAREST = 7, FARTHEST = 22, LEAST_PIXELS = 12, ROOM_SHARE = 0.27, ROOM_PIXELS = 110, MOST_SHARE = 0.4, TOOLS_PIXELS = 60, CLOSER = 1.35, MOST_ZOOM = 4, LEAST_ZOOM = 0.4, STEP = 4;
const view = {storey: null, zoom: 1, isWhole: false, moved: [0, 0], here: null};
let atlas = null, atlasTag = "";

// The state names the drawing by its tag, and it is read once; an App has it in the state.
async function drawMap() {
  const wanted = state.atlas;
  if (wanted?.storeys) atlas = wanted.storeys;
  else if (wanted && wanted.tag !== atlasTag) {
    const read = await readAtlas();
    if (!read) return;
    atlasTag = read.tag;
    atlas = read.storeys;
  }
  drawStorey();
}

const isHere = (storey) => storey.rooms.some((room) => room.is === "here");

function drawStorey() {
  if (!atlas || state.board) return;
  const here = atlas.find(isHere)?.rooms.find((room) => room.is === "here")?.id ?? state.room?.name;
  if (view.here !== here) Object.assign(view, {here, storey: null, moved: [0, 0]});
  const now = Math.max(0, atlas.findIndex(isHere)), n = Math.min(view.storey ?? now, atlas.length - 1), storey = atlas[n], frame = at("board");
  whenChanged("map", [storey, view, frame.clientWidth, frame.clientHeight, state.party.map((who) => [who.name, who.hue])], () => {
    draw(frame, storey && storey.rooms.length ? picture(storey, frame) : h("p.state.nomap", {}, "No place is known yet."));
    drawTools(n, now);
  });
}

// The middle of a stretch of this size as near to the wanted one as it may be without leaving the whole; the middle of the whole where that is shorter.
const placed = (middle, size, from, to) => (to - from <= size ? (from + to) / 2 : Math.min(to - size / 2, Math.max(from + size / 2, middle)));

// The part of the storey that is shown: x, y, width, height in squares. The room of the reader takes its share of the frame, so that its name
// and everybody in it can be read, unless the reader wants the whole storey; as little as possible of the rest is empty. The tools stand below.
function windowOn(storey, frame) {
  const [wide, tall] = [Math.max(1, frame.clientWidth), Math.max(1, frame.clientHeight)], ratio = wide / tall, used = Math.max(0.5, 1 - TOOLS_PIXELS / tall);
  const ends = (n, size) => storey.rooms.map((room) => room.at[n] + (size ? room.at[size] : 0)), here = storey.rooms.find((room) => room.is === "here") || storey.rooms[0];
  const [x0, y0, x1, y1] = [Math.min(...ends(0)) - 2.5, Math.min(...ends(1)) - 1.5, Math.max(...ends(0, 2)) + 2.5, Math.max(...ends(1, 3)) + 1];
  const share = Math.min(MOST_SHARE, Math.max(ROOM_SHARE, ROOM_PIXELS / tall)), most = Math.min(FARTHEST, tall / LEAST_PIXELS, Math.max(NEAREST, Math.min(here.at[2], here.at[3]) / share));
  const whole = Math.max((y1 - y0) / used, (x1 - x0) / ratio), high = (view.isWhole ? whole : most) / view.zoom, below = y1 + high * (1 - used);
  const x = placed(here.at[0] + here.at[2] / 2, high * ratio, x0, x1), y = placed(here.at[1] + here.at[3] / 2 + (high * (1 - used)) / 2, high, y0, below);
  return [x + view.moved[0] - (high * ratio) / 2, y + view.moved[1] - high / 2, high * ratio, high];
}

const LOOKS = {here: "m-here", seen: "m-seen", hidden: "m-hidden"};
function picture(storey, frame) {
  const [x, y, wide, high] = windowOn(storey, frame), label = `Map, ${storey.name}. ${storey.rooms.map(roomInWords).join("; ")}.`;
  const lines = (ways, looks) => (ways || []).map(([a, b, c, d]) => s(`path.${looks}`, {d: `M${a} ${b}L${c} ${d}`}));
  return s("svg.map", {viewBox: [x, y, wide, high].map((n) => n.toFixed(2)).join(" "), role: "img", "aria-label": label},
    s("defs", {}, s("pattern", {id: "squares", width: 1, height: 1, patternUnits: "userSpaceOnUse"}, s("path.m-grid", {d: "M1 0H0V1"}))),
    s("rect", {x: Math.floor(x) - 1, y: Math.floor(y) - 1, width: wide + 3, height: high + 3, fill: "url(#squares)"}),
    lines(storey.ways, "m-way"),
    storey.rooms.map((room) => s("g", {}, s("title", {}, roomInWords(room)), s(`rect.${LOOKS[room.is] || "m-room"}${room.light === "dark" ? ".dark" : ""}`, {x: room.at[0], y: room.at[1], width: room.at[2], height: room.at[3], rx: 0.25}))),
    lines(storey.ways, "m-way2"), lines(storey.faint, "m-faint"), storey.doors.map(door), storey.rooms.map(nameOn), storey.rooms.map(peopleOn));
}

function roomInWords(room) {
  const is = {here: "where you are", seen: "only seen", hidden: "not discovered"}[room.is];
  return [room.name, is, room.light && room.light !== "bright" && room.light, room.people?.length > 0 && `here: ${room.people.join(", ")}`].filter(Boolean).join(", ");
}

const LETTER = 0.62;
// The name in as many lines as it needs; LETTER is the width of a letter in parts of its height.
function nameOn(room) {
  const [x, y, wide, high] = room.at, words = room.name.split(/\s+/), longest = Math.max(...words.map((word) => word.length));
  const size = Math.min(0.98, (wide - 0.5) / (LETTER * longest)), isLong = room.name.length * size * LETTER > wide - 0.6, lines = isLong ? folded(words, (wide - 0.6) / (size * LETTER)) : [room.name];
  const top = y + high / 2 - (lines.length - 1) * size * 0.55 + size * 0.3 - (room.people?.length ? 0.5 : 0);
  return s(`text.m-name${room.is === "seen" ? ".seen" : ""}${room.is === "here" ? ".here" : ""}`, {"font-size": size.toFixed(2)}, lines.map((text, n) => s("tspan", {x: x + wide / 2, y: (top + n * size * 1.1).toFixed(2)}, text)));
}

// Words in lines of at most so many letters.
function folded(words, most) {
  const lines = [];
  for (const word of words) {
    if (lines.length && `${lines.at(-1)} ${word}`.length <= most) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}

const PAWN = 1.1, LEAST_PAWN = 0.62;
// The heroes all, then the others as far as there is room; a narrow room has smaller discs.
function peopleOn(room) {
  const [x, y, wide, high] = room.at, people = [...(room.people || [])].sort((a, b) => Boolean(memberNamed(b)) - Boolean(memberNamed(a))), heroes = people.filter(memberNamed).length;
  const most = Math.max(1, Math.floor((wide - 0.3) / (PAWN * LEAST_PAWN))), count = people.length <= most ? people.length : Math.max(heroes, most - 1), rest = people.slice(count);
  const places = [...people.slice(0, count), ...(rest.length ? [`+${rest.length}`] : [])], size = Math.min(1, (wide - 0.3) / (places.length * PAWN));
  return places.map((name, n) => s(`g.pawn.${n === count ? "more" : hueOf(name)}`, {transform: `translate(${(x + wide / 2 + (n - (places.length - 1) / 2) * PAWN * size).toFixed(2)} ${(y + high - 0.25 - 0.65 * size).toFixed(2)}) scale(${size.toFixed(2)})`},
    s("title", {}, n === count ? rest.join(", ") : name), s("circle", {r: 0.5}), s("text", {y: 0.22}, n === count ? name : initials(name))));
}

// Beside the short way that leads out of a door.
const SIDES = {west: [-1.1, 0.22, "end"], east: [1.1, 0.22, "start"], north: [0, -1.1, "middle"], south: [0, 1.6, "middle"]};
function door(door) {
  const [x, y, wide, high] = door.at, title = s("title", {}, door.says);
  if (door.is === "stairs") return s("g.stairs", {}, title, s("rect", {x, y, width: wide, height: high, rx: 0.1}), s("path", {d: door.says.startsWith("up") ? `M${x + wide / 2} ${y + 0.12}l.22 .4h-.44z` : `M${x + wide / 2} ${y + high - 0.12}l.22 -.4h-.44z`}));
  const side = SIDES[door.says.split(",")[0]], word = ["locked", "closed"].includes(door.is) && /unknown/.test(door.says) && side;
  return s("g", {}, title, s(`rect.m-door.${door.is}`, {x: x - 0.06, y: y - 0.06, width: wide + 0.12, height: high + 0.12, rx: 0.08}),
    word && s("text.m-small", {x: x + wide / 2 + side[0] + Math.sign(side[0]) * (wide / 2), y: y + high / 2 + side[1], "text-anchor": side[2]}, door.is));
}

// A button over a drawing, which is drawn again after each press.
const tool = (sign, says, again, act, isOn, text) => h("button", {type: "button", "data-key": says, "aria-label": says, title: says, "aria-pressed": isOn === undefined ? null : String(isOn), onclick: () => { act(); again(); }}, icon(sign), text && h("span", {}, text));
const zooms = (seen, what, again) => [
  tool("plus", "Closer", again, () => (seen.zoom = Math.min(MOST_ZOOM, seen.zoom * CLOSER))),
  tool("minus", "Farther", again, () => (seen.zoom = Math.max(LEAST_ZOOM, seen.zoom / CLOSER))),
  tool("fit", `The whole ${what}`, again, () => Object.assign(seen, {isWhole: !seen.isWhole, zoom: 1, moved: [0, 0]}), seen.isWhole),
];
function drawTools(shown, now) {
  draw(at("tools"), zooms(view, "storey", drawStorey),
    atlas.length > 1 && atlas.map((storey, n) => tool(n === now ? "person" : "stairs", storey.name, drawStorey, () => Object.assign(view, {storey: n, moved: [0, 0]}), n === shown, storey.name)));
}

// Arrows and a mouse move the map; on a phone the page scrolls instead, as the reader expects.
const MOVES = {ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP]};
at("board").onkeydown = (event) => {
  if (!MOVES[event.key] || !atlas || state.board) return;
  event.preventDefault();
  moveMap(...MOVES[event.key]);
};
function moveMap(x, y) {
  view.moved = [view.moved[0] + x, view.moved[1] + y];
  drawStorey();
}
let held = null;
at("board").onpointerdown = (event) => {
  if (event.pointerType !== "mouse" || !atlas || state.board) return;
  held = [event.clientX, event.clientY];
  at("board").setPointerCapture(event.pointerId);
};
at("board").onpointermove = (event) => {
  const scale = held && at("board").querySelector("svg")?.viewBox.baseVal.width / at("board").clientWidth;
  if (!scale) return;
  moveMap((held[0] - event.clientX) * scale, (held[1] - event.clientY) * scale);
  held = [event.clientX, event.clientY];
};
at("board").onpointerup = () => (held = null);

// ── quests ──

// A quest with the steps and clues that follow it in the list, which lie deeper.
function drawQuests() {
  const isWide = matchMedia("(min-width:48rem)").matches, branches = [];
  for (const quest of state.quests) quest.depth && branches.length ? branches.at(-1).push(quest) : branches.push([quest]);
  draw(at("quests-list"), branches.length ? branches.map((branch) => h("div.branch", {"data-key": branch[0].name}, branch.map((quest) => questOf(quest, isWide)))) : h("p.state", {}, "No quest yet. Ask somebody what troubles them."));
}

const QUEST_IS = {open: "begun", done: "done", failed: "failed"};
function questOf(quest, isWide) {
  const is = QUEST_IS[quest.state], isOver = ["done", "failed"].includes(quest.state);
  return h(`details.quest.d${Math.min(2, quest.depth || 0)}.${quest.state || "open"}`, {"data-key": `${quest.depth} ${quest.name}`, open: isWide && !isOver},
    h("summary", {}, called(quest.name), is && h(isOver ? "span.state" : "span.sr", {}, ` ${is}`), (quest.tags || []).map((tag) => [" ", h(`span.chip${tag === "hidden" ? ".gm" : ""}`, {}, tag)])),
    quest.text && h("p", {dir: "auto"}, quest.text));
}
