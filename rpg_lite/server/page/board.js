"use strict";
// The board of a measured fight: the ground, who stands on it, zones, and distances from any token. What a reader may not know is not in the state.
const SQUARE = 40, RIM = 1, MOST_SQUARE_PIXELS = 52, NARROW_PIXELS = 560, AROUND = 3, AROUND_HERO = 4, FOG = " ", FEET = 5, MOST_NEAR = 8, MOST_MARKS = 3, BESIDE = 0.4;
const eye = {zoom: 1, isWhole: false, hasReach: false, from: null, at: null, square: null, center: null};
let ground = null;

// The state names the ground by its tag, and it is read once; an App has it in the state.
async function drawBoard() {
  const {board} = state;
  if (board.ground) ground = board.ground;
  else if (ground?.tag !== board.tag) ground = (await readGround(board.room)) || ground;
  if (ground && state.board) drawSquares();
}

const squareName = ([x, y], z = 0) => `${x < 26 ? "" : String.fromCharCode(64 + Math.floor(x / 26))}${String.fromCharCode(65 + (x % 26))}${y + 1}${z > 0 ? `+${z}` : z < 0 ? ` down ${-z}` : ""}`;
function squareOf(name) {
  const [, letters, row] = name.match(/^([A-Z]+)(\d+)/);
  return [[...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1, row - 1];
}
const middle = (who) => [who.x + who.size / 2, who.y + who.size / 2];
const tokenOf = (id) => state.board.tokens.find((who) => who.id === id);
const standing = () => state.board.tokens.filter((who) => who.mark !== "dead");

// ── distances, as the squares give them ──

// The squares, with a sign, by which one stretch lies beyond another; those of two tokens to the east, to the south and up.
const gap = (a, long, b, other) => (b > a + long - 1 ? b - a - long + 1 : Math.min(0, b + other - 1 - a));
const apart = (a, b) => [[a.x, b.x], [a.y, b.y], [(a.z || 0) / FEET, (b.z || 0) / FEET]].map(([one, other]) => gap(one, a.size, other, b.size));
function feetBetween(a, b) {
  const [most, second] = apart(a, b).map(Math.abs).sort((one, other) => other - one);
  return FEET * (most + (state.board.diagonals ? Math.floor(second / 2) : 0));
}

// One of eight directions from middle to middle; nearly along an axis it is the axis.
function directionTo(a, b) {
  const [x, y] = middle(a), [u, v] = middle(b), word = (way, across, less, more) => (Math.abs(way) <= BESIDE * Math.abs(across) ? "" : way < 0 ? less : more);
  return word(v - y, u - x, "north", "south") + word(u - x, v - y, "west", "east");
}

// The token from which distances are told: the chosen one, the own hero, whoever of the party acts, anybody.
function measured() {
  const all = standing(), rank = (who) => (who.id === eye.from) * 8 + Boolean(who.mine) * 4 + (who.side === "party") * 2 + Boolean(who.acts);
  return all.sort((a, b) => rank(b) - rank(a))[0];
}

function relation(from, who) {
  const up = FEET * apart(from, who)[2];
  return [`${feetBetween(from, who)} ft ${directionTo(from, who)}`.trim(), up && `${Math.abs(up)} ft ${up > 0 ? "above" : "below"}`, state.board.cover[from.id]?.[who.id]].filter(Boolean).join(", ");
}

const isFoe = (who) => who.side === "foe";
const near = (from) => standing().filter((who) => who !== from).sort((a, b) => isFoe(b) - isFoe(a) || feetBetween(from, a) - feetBetween(from, b));
const isIn = (area, {x, y, size}) => area.squares.map(squareOf).some(([u, v]) => u >= x && u < x + size && v >= y && v < y + size);
// All that the reader knows of a token, as its label and its card say it.
function facts(who, from) {
  return [who.mine ? "your hero" : {party: "party", foe: "foe", other: "bystander"}[who.side], health(who), who.hp && who.mark !== "dead" && `${who.hp.value} of ${who.hp.max} hit points`, who.ac && `armor class ${who.ac}`, ...(who.conditions || []),
    who.concentration && `concentrates on ${who.concentration}`, who.hidden && "hidden", `at ${squareName([who.x, who.y], who.z)}`, from && from !== who && `${relation(from, who)} of ${from.name}`,
    ...state.board.areas.filter((area) => isIn(area, who)).map((area) => `in ${area.name}`), who.acts && "has the turn"].filter(Boolean);
}

// ── drawing ──

const boxes = (squares, rim = 0) => squares.map(([x, y]) => `M${x * SQUARE + rim} ${y * SQUARE + rim}h${SQUARE - 2 * rim}v${SQUARE - 2 * rim}h${2 * rim - SQUARE}z`).join("");
// The outline of many squares, so that an area has one edge.
function outline(squares) {
  const has = new Set(squares.map(([x, y]) => `${x},${y}`)), sides = [[0, -1, 0, 0, "h"], [0, 1, 0, 1, "h"], [-1, 0, 0, 0, "v"], [1, 0, 1, 0, "v"]];
  return squares.flatMap(([x, y]) => sides.map(([dx, dy, right, down, way]) => (has.has(`${x + dx},${y + dy}`) ? "" : `M${(x + right) * SQUARE} ${(y + down) * SQUARE}${way}${SQUARE}`))).join("");
}
const layer = (looks, squares, title) => s(`g.${looks}`, {}, title && s("title", {}, title), s("path.inside", {d: boxes(squares)}), s("path.edge", {d: outline(squares)}));
const squaresOf = (rows, is) => rows.flatMap((row, y) => [...row].flatMap((sign, x) => (is(sign) ? [[x, y]] : [])));

// What stands in its square is smaller than that; each kind of ground has a pattern.
const INSET = {pillar: 5, thick_tree: 9, furniture: 4, low_wall: 11}, PATTERNS = {difficult: "M6 28l4-7 4 7M24 14l4-7 4 7", stairs: "M0 8h40M0 18h40M0 28h40M0 38h40", shallow_water: "M4 20q5-5 10 0t10 0", deep_water: "M4 12q5-5 10 0t10 0M16 30q5-5 10 0t10 0", pit: "M0 0l40 40M40 0L0 40", trap: "M12 12l16 16M28 12l-16 16", ledge: "M0 30L30 0M10 40L40 10", obscured: "M8 10h1M28 18h1M14 32h1", fog: "M0 20L20 0M0 40L40 0M20 40L40 20"};

function floor() {
  const {w, h, rows, signs, features, exits} = ground, words = (text) => text.replace("_", " "), lines = (count, line) => Array.from({length: count + 1}, (_, n) => line(n * SQUARE)).join("");
  return s("g", {}, s("path.g-floor", {d: boxes(squaresOf(rows, (sign) => sign !== FOG))}), s("path.b-grid", {d: lines(w, (x) => `M${x} 0V${h * SQUARE}`) + lines(h, (y) => `M0 ${y}H${w * SQUARE}`)}),
    Object.entries(signs).map(([sign, word]) => { const d = boxes(squaresOf(rows, (here) => here === sign), INSET[word]); return s(`g.g-${word}`, {}, s("title", {}, words(word)), s("path", {d}), PATTERNS[word] && s("path.over", {d, fill: `url(#g-${word})`})); }),
    features.map(({called: name, is, ft, open, hidden, at}) => s(`g.g-edge${hidden ? ".hides" : ""}${open ? ".opened" : ""}`, {}, s("title", {}, [name || words(is), ft && `${ft} ft`, open && "open", hidden && "hidden"].filter(Boolean).join(", ")), at.split(" ").map((where) => edge(where, hidden)))),
    s("rect.b-wall", {x: -3, y: -3, width: w * SQUARE + 6, height: h * SQUARE + 6, rx: 3}), exits.map((way) => exitOn(way)),
    [...rows[0]].map((_, x) => s("text.b-name", {x: (x + 0.5) * SQUARE, y: -9}, squareName([x, 0]).slice(0, -1))), rows.map((_, y) => s("text.b-name", {x: -14, y: (y + 0.5) * SQUARE + 4}, y + 1)));
}

// A feature on an edge is a line; one that is hidden from the party has a frame.
function edge(where, isHidden) {
  const [[a, b], [c, d] = [a, b]] = where.split(/[-|]/).map(squareOf), to = (n) => n * SQUARE;
  if (where.includes("|")) return s("path", {d: b === d ? `M${to(c)} ${to(b)}v${SQUARE}` : `M${to(a)} ${to(d)}h${SQUARE}`});
  return isHidden && s("path", {d: `M${to(a)} ${to(b)}H${to(c + 1)}v${SQUARE}H${to(a)}z`});
}

function exitOn(way) {
  const [x, y] = squareOf(way.at).map((n) => n * SQUARE), [left, top, width, height] = {west: [-6, 4, 12, 32], east: [34, 4, 12, 32], north: [4, -6, 32, 12], south: [4, 34, 32, 12]}[way.side] || [6, 6, 28, 28];
  return s(`g.b-door.${way.is}${way.hidden ? ".hides" : ""}`, {}, s("title", {}, way.says), s("rect", {x: x + left, y: y + top, width, height, rx: 2}));
}

function drawSquares() {
  const {board} = state, from = measured(), lines = (path) => path && `M${path.map(([x, y]) => `${(x + 0.5) * SQUARE} ${(y + 0.5) * SQUARE}`).join("L")}`;
  const fog = s("g", {}, [[board.sight, "1"], [board.sight, "2"], [ground.rows, FOG], [ground.rows, FOG]].map(([rows, sign], n) => s(`path.b-fog${n}`, {d: boxes(squaresOf(rows, (here) => here === sign))})));
  const patterns = s("defs", {}, Object.entries(PATTERNS).map(([word, d]) => s("pattern", {id: `g-${word}`, width: SQUARE, height: SQUARE, patternUnits: "userSpaceOnUse"}, s("path", {d}))));
  const says = `${board.name}, ${ground.w * FEET} by ${ground.h * FEET} feet. ${standing().map((who) => [who.name, ...facts(who)].join(", ")).join(". ")}.`;
  draw(at("board"), s("svg.squares", {"data-key": "squares", viewBox: windowOnSquares(at("board")).map((n) => n.toFixed(1)).join(" "), role: "group", "aria-label": says}, patterns, floor(),
    board.tokens.filter((who) => who.light).map((who) => s("circle.b-glow", {cx: middle(who)[0] * SQUARE, cy: middle(who)[1] * SQUARE, r: (SQUARE * who.light[0]) / FEET})), fog,
    board.areas.map((area) => layer("b-area", area.squares.map(squareOf), `${area.name} of ${area.by}, ${area.says}`)), board.last && layer("b-last", board.last.squares.map(squareOf), `${board.last.name} of ${board.last.by}`),
    board.way && s("path.b-way", {d: lines(board.way)}), s("g.b-reach", {"data-key": "reach"}), [...board.tokens].sort((a, b) => (b.mark === "dead") - (a.mark === "dead")).map((who) => tokenOn(who, from)), s("g", {"data-key": "ruler"})));
  drawPointed(from);
  drawStand(from);
  draw(at("tools"), zooms(eye, "ground", drawSquares), board.reach && tool("boot", "Reach of this turn", drawSquares, () => (eye.hasReach = !eye.hasReach), eye.hasReach, "Reach"));
}

// The part of the ground that is shown: those who stand on it with some room around, or all of it; in a narrow frame what is around the own hero. A
// square is at most so many pixels wide, and the buttons have a row of their own below the ground.
function windowOnSquares(frame) {
  const wide = Math.max(1, frame.clientWidth), ratio = wide / Math.max(1, frame.clientHeight), isNarrow = wide < NARROW_PIXELS, all = isNarrow ? [tokenOf(eye.center) || measured()].filter(Boolean) : standing(), isAll = eye.isWhole || !all.length, around = isNarrow ? AROUND_HERO : AROUND;
  const ends = (side, most) => (isAll ? [-RIM, most + RIM] : [Math.min(...all.map((who) => who[side])) - around, Math.max(...all.map((who) => who[side] + who.size)) + around]), [left, right] = ends("x", ground.w), [top, bottom] = ends("y", ground.h + RIM);
  const size = Math.max(right - left, (bottom - top) * ratio, isAll ? 0 : wide / MOST_SQUARE_PIXELS) / eye.zoom;
  const begin = (center, long, most) => placed(center, long, -RIM, most + RIM) - long / 2;
  return [begin((left + right) / 2, size, ground.w), begin((top + bottom) / 2, size / ratio, ground.h + RIM), size, size / ratio].map((n) => n * SQUARE);
}

const TOKEN = 0.85, RIDER = 0.6;
// Whoever rides stands smaller, above its mount. Letters and numbers lie in a drawing of their own, so that the label alone is the name of the token.
function tokenOn(who, from) {
  const [x, y] = middle(who).map((n) => n * SQUARE), rim = (who.size * SQUARE) / 2, isDead = who.mark === "dead", hue = who.side === "party" ? hueOf(who.name) : isFoe(who) ? "foe" : "more", came = state.board.last?.hit[who.id];
  const place = `translate(${x} ${who.on ? y - rim / 2 : y})`, text = (looks, right, down, words) => s(`text.${looks}`, {x: right, y: down}, words), around = (looks) => s(`circle.${looks}`, {cx: 20, cy: 20, r: 22.5}), marks = [who.concentration && "C", ...(who.conditions || []).map((name) => capital(name)[0])].filter(Boolean);
  return [s(`g.tok.${hue}.${health(who) || "unknown"}${who.hidden ? ".unseen" : ""}`, {
    "data-key": who.id, role: "button", tabindex: who.id === (tokenOf(eye.at) || from)?.id ? 0 : -1, "aria-pressed": String(eye.from === who.id), "aria-label": [who.name, ...facts(who, from)].join(", "),
    transform: `${place} scale(${(who.on ? RIDER : TOKEN) * who.size}) translate(-20 -20)`}, who.acts && around("turn"), around("halo"), figure(who, who.side)),
  s("g.says", {"data-key": `${who.id}-says`, "aria-hidden": "true", transform: place}, !isDead && text("short", 0, 5, who.short), state.isMaster && who.hp && who.side !== "party" && !isDead && text("small", 0, rim + 3, who.hp.value),
    who.z && text("small", 6 - rim, 10 - rim, signed(who.z)), came && text("small", 0, -rim, came),
    marks.slice(0, MOST_MARKS).map((mark, n) => s("g.mark", {transform: `translate(${rim - 5 - n * 13} ${rim - 4})`}, s("circle", {r: 7}), text("letter", 0, 3.3, marks[MOST_MARKS] && n === MOST_MARKS - 1 ? "+" : mark))))];
}

// ── measuring ──

const walkTo = (square) => state.board.reach?.squares.find(([x, y]) => x === square[0] && y === square[1])?.[2];

// What the reader points at: reach, the line to it with its feet, and the card of a token.
function drawPointed(from = measured()) {
  const {reach} = state.board, who = tokenOf(eye.at), to = who || (eye.square && {x: eye.square[0], y: eye.square[1], z: from?.z, size: 1}), part = (key) => at("board").querySelector(`[data-key=${key}]`);
  draw(part("reach"), reach && (eye.hasReach || eye.at === reach.of) && layer("inner", reach.squares));
  const [[x, y], [u, v]] = [from, to].map((end) => (end ? middle(end).map((n) => n * SQUARE) : [])), walk = to && !who && walkTo(eye.square);
  draw(part("ruler"), from && to && to !== from && [s("path.b-ruler", {d: `M${x} ${y}L${u} ${v}`}), !who && s("path.b-aim", {d: boxes([eye.square])}), s("text.b-feet", {x: (x + u) / 2, y: (y + v) / 2 - 7}, `${feetBetween(from, to)} ft${walk ? `, ${walk} to walk` : ""}`)]);
  at("token-card").hidden = !who;
  if (who) draw(at("token-card"), called(who.name, "h3"), h("p", {dir: "auto"}, capital(facts(who, from).join(", "))));
}

// The line under the board, for all: distances from one token, and the zones with whoever is inside.
function drawStand(from) {
  const others = from ? near(from) : [], more = others.length - MOST_NEAR;
  draw(at("stand"), from && h("p", {dir: "auto"}, h("b", {}, `From ${from.name}: `), others.slice(0, MOST_NEAR).map((who) => `${who.name} ${relation(from, who)}`).join(" · "), more > 0 && ` · ${more} more`, "."),
    state.fight.zones?.length > 0 && h("ul.zones", {"aria-label": "Zones"}, state.fight.zones.map(zone)));
}

// Choosing a token measures from it; choosing it again measures from the own hero.
function choose(id) {
  eye.from = eye.from === id ? null : id;
  drawSquares();
}

function pointAt(id, square = null) {
  if (eye.at === id && String(eye.square) === String(square)) return;
  Object.assign(eye, {at: id, square});
  drawPointed();
}

function squareUnder(event) {
  const svg = at("board").querySelector("svg"), point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse()), [x, y] = [point.x, point.y].map((n) => Math.floor(n / SQUARE));
  return x >= 0 && y >= 0 && x < ground.w && y < ground.h ? [x, y] : null;
}

const keyOf = (element) => element?.closest?.(".tok")?.dataset.key || null;
const onBoard = (name, act) => at("board").addEventListener(name, (event) => state?.board && ground && at("board").querySelector(".squares") && act(event, keyOf(event.target)));
function focusOn(id) {
  eye.center = id;
  drawSquares();
  at("board").querySelector(`[data-key="${CSS.escape(id)}"]`)?.focus();
}
onBoard("focusin", (event, id) => {
  pointAt(id);
  for (const other of at("board").querySelectorAll(".tok")) other.setAttribute("tabindex", keyOf(other) === id ? 0 : -1);
});
onBoard("focusout", () => pointAt(null));
onBoard("pointermove", (event, id) => pointAt(id, id || event.pointerType === "touch" ? null : squareUnder(event)));
onBoard("pointerleave", () => pointAt(keyOf(document.activeElement)));
onBoard("click", (event, id) => (id ? choose(id) : tapSquare(squareUnder(event))));
onBoard("keydown", (event, id) => {
  const who = tokenOf(id), way = MOVES[event.key]?.map(Math.sign);
  if (!who || event.shiftKey || !(way || ["Enter", " ", "Escape"].includes(event.key))) return;
  event.preventDefault();
  if (event.key === "Escape") {
    eye.from = null;
    focusOn(measured().id);
    return pointAt(null);
  }
  if (!way) return choose(id);
  const ahead = (other) => middle(other).reduce((sum, n, side) => sum + (n - middle(who)[side]) * way[side], 0), far = (other) => Math.hypot(...middle(other).map((n, side) => n - middle(who)[side]));
  const next = standing().filter((other) => other !== who && ahead(other) > 0).sort((a, b) => far(a) - far(b))[0];
  if (next) focusOn(next.id);
});
