"use strict";
const AGAIN_MS = 2000, PATIENCE_MS = 8000, SILENCE_MS = 40000;
// The part after the # stays in this browser, so a token there is in no log.
let token = given(), tag = "", stream = null;

function given() {
  return (new URLSearchParams(location.hash.slice(1)).get("token") || "").trim();
}

// The sheet, or null after saying why there is none.
async function readSheet(id) {
  const answer = await ask(`sheet.json?${new URLSearchParams({id, ...(all && {everything: "1"})})}`);
  if (answer && answer.ok) return answer.json();
  say(!answer ? "Connection lost. Trying again …" : answer.status === 404 ? "There is no such sheet any more." : (await answer.json()).text);
  return null;
}

// The drawing of the map, or null if there is none now; the next state asks again.
async function readAtlas() {
  const answer = await ask(`atlas.json${location.search}`);
  return answer && answer.ok ? answer.json() : null;
}

// The ground of a fight, or null if there is none now.
async function readGround(room) {
  const answer = await ask(`ground.json?${new URLSearchParams({room, ...(all && {everything: "1"})})}`);
  return answer && answer.ok ? answer.json() : null;
}

// The page only shows; squares are chosen where a chat program lets its App call tools.
function tapSquare() {}

// The state as it came, to which later messages name only the changes.
let told = null;
async function take(message) {
  const next = after(told, message);
  if (!next) {
    tag = "";
    return look();
  }
  told = next;
  show(told);
}

function lost() {
  say("Connection lost. Trying again …");
  if (!told && at("enter").hidden) invite("gone");
}

function isSendable(text) {
  return /^[\x21-\x7e]+$/.test(text);
}

// The answer, or null if there is none.
async function ask(path, more = {}, signal = AbortSignal.timeout(PATIENCE_MS)) {
  try {
    return await fetch(path, {cache: "no-store", headers: {...more, ...(token && {Authorization: `Bearer ${token}`})}, signal});
  } catch {
    return null;
  }
}

// Whether the server lets this reader see the table; otherwise the page says why not.
async function isAdmitted(answer) {
  if (answer.status === 500) say("The server failed; its log says why.");
  else if (answer.status === 401) {
    say(token ? "This token is unknown or no longer valid. Enter another one." : new URLSearchParams(location.search).has("token") ? "A token belongs after #token=, and not after ?token=, where logs keep it." : "");
    told = null;
    invite("token");
  } else if (answer.ok) return true;
  else {
    say((await answer.json()).text);
    at("other").hidden = !all;
    if (!told || all) invite(all ? "refused" : "gone");
  }
  return false;
}

async function look() {
  const answer = await ask(`state.json${location.search}`, tag && {"If-None-Match": tag});
  if (!answer) return lost();
  if (answer.status !== 304) {
    if (!(await isAdmitted(answer))) return;
    tag = answer.headers.get("ETag") || "";
  }
  say("");
  if (answer.status !== 304) await take(await answer.json());
}

// The events of a stream, as they come: {name, data}.
async function* events(reader, awake) {
  const decoder = new TextDecoder();
  for (let text = ""; ; ) {
    const {value, done} = await reader.read();
    if (done) return;
    awake();
    const parts = (text + decoder.decode(value, {stream: true})).split(/\r?\n\r?\n/);
    text = parts.pop();
    for (const part of parts) {
      const lines = part.split(/\r?\n/), of = (key) => lines.filter((l) => l.startsWith(`${key}: `)).map((l) => l.slice(key.length + 2)).join("\n");
      if (of("event")) yield {name: of("event"), data: of("data")};
    }
  }
}

// Listens until the stream ends; false if the server has no place for it, so that the page asks for the state instead.
async function listen() {
  const ending = new AbortController();
  let silence = 0;
  const awake = () => {
    clearTimeout(silence);
    silence = setTimeout(() => ending.abort(), SILENCE_MS);
  };
  stream = ending;
  awake();
  try {
    const answer = await ask(`events${location.search}`, {}, ending.signal);
    if (!answer) return void (ending.signal.aborted || lost());
    if (!(await isAdmitted(answer))) return;
    for await (const event of events(answer.body.getReader(), awake)) {
      if (event.name === "trouble") return false;
      say("");
      await take(JSON.parse(event.data));
    }
  } catch {
    if (!ending.signal.aborted) lost();
  } finally {
    clearTimeout(silence);
    if (stream === ending) stream = null;
  }
}

let turns = 0;
async function keepListening() {
  const turn = ++turns;
  while (turn === turns && !document.hidden) {
    if (token && !isSendable(token)) {
      say("This is not a token: it has characters that no token has.");
      return invite("token");
    }
    if ((await listen()) === false && turn === turns) await look();
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

function begin() {
  stream?.abort();
  return keepListening();
}

function taken() {
  token = given();
  tag = "";
  told = null;
  at("token").value = "";
  linkOther();
  begin();
}

const PLAYERS_VIEW = "Players’ view", all = new URLSearchParams(location.search).get("everything") === "1";
if (all) at("other").textContent = PLAYERS_VIEW;
function linkOther() {
  at("other").href = (all ? "?" : "?everything=1") + location.hash;
}
linkOther();
addEventListener("hashchange", taken);
addEventListener("online", begin);
addEventListener("offline", () => {
  stream?.abort();
  lost();
});
at("enter").addEventListener("submit", (event) => {
  event.preventDefault();
  const hash = `#${new URLSearchParams({token: at("token").value.trim()})}`;
  if (hash === location.hash) taken();
  else location.hash = hash;
});
document.addEventListener("visibilitychange", () => (document.hidden ? stream?.abort() : begin()));
begin();
