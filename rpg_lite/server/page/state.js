"use strict";
// What the reader knows, in the one form that the page draws. A part that a server does not send is empty here.
const NOWHERE = {name: "Nowhere yet", vibe: "", description: "", scene: "indoors", others: [], things: [], ways: []}, HUES = 4;
let state = null;

function complete(told) {
  const party = told.party.map((who, n) => memberOf(who, n));
  const role = told.role || (told.everything ? "gm" : party.some((who) => who.mine) ? "player" : "viewer");
  return {
    day: null, clock: "", archived: false, mayMaster: false, purse: "", atlas: null, board: null, offers: [], may: [],
    ...told,
    role: role === "gm" && !told.everything ? "viewer" : role,
    isMaster: told.everything,
    room: told.room ? {...NOWHERE, ...told.room, ways: told.room.ways.map(wayOf)} : null,
    party,
    quests: told.quests.map((quest) => (typeof quest === "string" ? {name: quest.trim(), text: "", depth: 0, state: "open"} : quest)),
    fight: told.fight && {...told.fight, left: leftOf(told.fight.left)},
    offers: told.offers || party.filter((who) => who.mayAnswer).map((who) => ({id: who.id, to: who.name, act: who.mayAnswer})),
    story: told.story || oldStory(told),
    secrets: told.secrets && {creatures: told.secrets.creatures, notes: told.secrets.notes.map(noteOf)},
  };
}

function memberOf(who, n) {
  return {
    title: who.calling || "", level: "", ...who,
    hue: `p${(who.hue ?? n) % HUES}`,
    effects: (who.effects || []).map((effect) => (typeof effect === "string" ? {name: effect} : effect)),
    slots: (who.slots || []).map((slot) => ({...slot, level: slot.level ?? slot.name.replace(/^level /, "")})),
    dead: who.conditions.includes("dead"),
  };
}

const wayOf = (way) => (typeof way === "string" ? {way, is: "open", kind: "", to: ""} : way);
const leftOf = (left) => (Array.isArray(left) ? {words: left} : left);
const noteOf = (note) => (typeof note === "string" ? {kind: "note", title: "", text: note} : note);

// A server that keeps no story tells the words, the rolls and what happened apart.
function oldStory(told) {
  const words = (told.words || []).map((e) => ({...e, kind: e.kind === "handout" ? "handout" : e.by ? "say" : "tell"})).reverse();
  const happened = (told.told || []).map((e) => ({rev: e.rev, kind: "change", text: e.text})).reverse();
  const rolls = (told.rolls || []).map((e) => ({rev: e.rev, kind: "deed", who: e.who, verb: e.what, what: e.what, icon: "d20", note: e.came,
    roll: {dice: e.dice, faces: e.faces, total: e.total}, targets: e.on ? [{name: e.on}] : []})).reverse();
  return [...words, ...happened, ...rolls].sort((a, b) => a.rev - b.rev);
}

// The whole state after a message of the stream: it names only what has changed, the new entries of the story, and the revs that are gone.
function after(told, change) {
  if (!told || !("from" in change)) return change;
  const {from, gone = [], story = [], ...parts} = change;
  const entries = told.story.filter((entry) => !gone.includes(entry.rev) && !story.some((next) => next.rev === entry.rev));
  return {...told, ...parts, story: [...entries, ...story].slice(-MOST_ENTRIES)};
}
const MOST_ENTRIES = 60;

const memberNamed = (name) => state.party.find((who) => who.name === name);
const hueOf = (name) => memberNamed(name)?.hue || "foe";

// One letter, and the number of one among many ("Ghoul 2" is G2); two letters where two members of the party share the first.
function initials(name) {
  const count = name.match(/\d+$/), first = [...name.trim()][0] || "?";
  const isShared = state.party.some((who) => who.name !== name && [...who.name][0] === first) && memberNamed(name);
  return count ? first + count[0].slice(-2) : isShared ? [...name].slice(0, 2).join("") : first;
}
