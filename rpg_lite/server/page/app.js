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

async function call(given) {
  try {
    return await request("tools/call", {name: TOOL, arguments: given});
  } catch (why) {
    say(`The table could not be read: ${why.message || why}.`);
    return null;
  }
}

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
