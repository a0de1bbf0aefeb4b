"use strict";
// What the reader knows, in the one form that the page draws. A part that a server does not send is empty here.
const NOWHERE = {name: "Nowhere yet", vibe: "", description: "", scene: "indoors", others: [], things: [], ways: []}, HUES = 4;
let state = null;

function complete(told) {
  return {
    day: null, clock: "", archived: false, mayMaster: false, purse: "", fight: null, atlas: null, board: null, quests: [], offers: [], story: [],
    ...told,
    isMaster: told.everything,
    room: told.room && {...NOWHERE, ...told.room},
    party: told.party.map((who, n) => ({...who, hue: `p${(who.hue ?? n) % HUES}`, dead: who.conditions.includes("dead")})),
  };
}

// The whole state after a message of the stream: a change names only the parts that differ, the new entries of the story, and the revs whose
// entries are gone. Null if the change belongs to another state than the one that is here.
function after(told, message) {
  if (!("was" in message)) return message;
  const {was, gone = [], story = [], ...parts} = message;
  if (told?.rev !== was) return null;
  const entries = [...told.story.filter((entry) => !gone.includes(entry.rev)), ...story].sort((a, b) => a.rev - b.rev);
  return {...told, ...parts, story: remembered(entries)};
}

// As the server does: the last entries, and before them the last of those that somebody may look up later.
const MOST_ENTRIES = 60, PASSING = ["turn", "deed", "fight", "change"];
function remembered(entries) {
  const lasting = entries.slice(0, -MOST_ENTRIES).filter((entry) => !PASSING.includes(entry.kind));
  return [...lasting.slice(-MOST_ENTRIES), ...entries.slice(-MOST_ENTRIES)];
}

const memberNamed = (name) => state.party.find((who) => who.name === name);
const hueOf = (name) => memberNamed(name)?.hue || "foe";

// One letter, and the number of one among many ("Ghoul 2" is G2); two letters where two members of the party share the first.
function initials(name) {
  const count = name.match(/\d+$/), first = [...name.trim()][0] || "?";
  const isShared = state.party.some((who) => who.name !== name && [...who.name][0] === first) && memberNamed(name);
  return count ? first + count[0].slice(-2) : isShared ? [...name].slice(0, 2).join("") : first;
}
