"use strict";
// The page within a chat program, as an MCP App: the host carries the messages, and the tool show_table gives the state.
const PROTOCOL = "2026-01-26", EVERY_MS = 4000, TOOL = "show_table", STATE = "rpg-lite/table", SHEET = "rpg-lite/sheet";
const waiting = new Map();
let number_ = 0, shown = -1, theme = "";

function send(message) {
  parent.postMessage({jsonrpc: "2.0", ...message}, "*");
}

function request(method, params) {
  const id = ++number_;
  send({id, method, params});
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

function take(result) {
  const state = result && result._meta && result._meta[STATE];
  if (!state || state.rev === shown) return;
  shown = state.rev;
  say("");
  show(state);
  paint();
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

// The host's theme wins over the browser's, also in the map, which comes with colours of its own.
function paint(context) {
  theme = (context && context.theme) || theme;
  if (!theme) return;
  document.documentElement.style.colorScheme = theme;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const {media} of rules.filter((rule) => rule.media && rule.media.mediaText.includes("prefers-color-scheme")))
    media.mediaText = `(prefers-color-scheme: dark)${theme === "dark" ? ", all" : " and (max-width: 0)"}`;
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
