"use strict";
// The page within a chat program, as an MCP App: the host carries the messages, and the tool show_table gives the state.
const PROTOCOL = "2026-01-26", EVERY_MS = 4000, TOOL = "show_table", STATE = "rpg-lite/table", SHEET = "rpg-lite/sheet";
const waiting = new Map();
let requests = 0, newest = -1;

function send(message) {
  parent.postMessage({jsonrpc: "2.0", ...message}, "*");
}

function request(method, params) {
  const id = ++requests;
  send({id, method, params});
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

function take(result) {
  const told = result && result._meta && result._meta[STATE];
  if (!told || told.rev === newest) return;
  newest = told.rev;
  say("");
  show(told);
  send({method: "ui/notifications/size-changed", params: {width: document.documentElement.scrollWidth, height: Math.min(document.documentElement.scrollHeight, 900)}});
}

// The result of a tool, or null after saying why there is none.
async function tell(name, given) {
  try {
    return await request("tools/call", {name, arguments: given});
  } catch (why) {
    say(`The table could not be asked: ${why.message || why}.`);
    return null;
  }
}
const call = (given) => tell(TOOL, given);

// The sheet, or null after saying why there is none.
async function readSheet(id) {
  const result = await call({characterId: id}), sheet = result && result._meta && result._meta[SHEET];
  if (!sheet) say("There is no such sheet.");
  return sheet || null;
}

// The state of an App holds its map.
async function readAtlas() {
  return null;
}

// The state of an App holds the ground of a fight.
async function readGround() {
  return null;
}

// In the own turn, the first tap on a square asks what the walk costs and who may strike; the second one on the same square walks.
let planned = null;
async function tapSquare(square) {
  const {reach} = state.board, hero = reach && tokenOf(reach.of);
  if (!square || !hero || !state.may.includes("move") || !walkTo(square)) return;
  const to = squareName(square), isSure = planned === to, answer = await tell("execute_action", {operation: "move", characterName: hero.name, to, dryRun: !isSure});
  const isDone = answer && !answer.isError && answer.structuredContent?.ok !== false;
  planned = isDone && !isSure ? to : null;
  write("plan", [isSure && isDone ? "" : answer?.content?.[0]?.text || "The walk could not be asked for.", planned && `Choose ${to} again to go.`].filter(Boolean).join(" "));
  if (isSure) take(await call({}));
}

// With the keyboard, Shift and an arrow go from square to square, and Shift and Enter tap.
onBoard("keydown", (event, id) => {
  const who = tokenOf(id), way = MOVES[event.key]?.map(Math.sign);
  if (!who || !event.shiftKey) return;
  event.preventDefault();
  if (event.key === "Enter") return tapSquare(eye.square);
  if (way) pointAt(null, (eye.square || [who.x, who.y]).map((n, side) => Math.min([ground.w, ground.h][side] - 1, Math.max(0, n + way[side]))));
});

// The host's theme wins over the browser's.
function paint(context) {
  if (context && context.theme) document.documentElement.dataset.theme = context.theme;
}

async function keepAsking() {
  if (!document.hidden) take(await call({}));
  setTimeout(keepAsking, EVERY_MS);
}

addEventListener("message", (event) => {
  if (event.source !== parent || !event.data || event.data.jsonrpc !== "2.0") return;
  const {id, method, params, result, error} = event.data, asked = waiting.get(id);
  if (!method && asked) {
    waiting.delete(id);
    error ? asked.reject(error) : asked.resolve(result);
  } else if (method === "ui/notifications/tool-result") take(params);
  else if (method === "ui/notifications/host-context-changed") paint(params);
  else if (id !== undefined) send({id, result: {}});
});

at("other").hidden = true;
request("ui/initialize", {appInfo: {name: "rpg-lite", version: "1"}, appCapabilities: {}, protocolVersion: PROTOCOL}).then((host) => {
  paint(host.hostContext);
  send({method: "ui/notifications/initialized", params: {}});
  keepAsking();
});
