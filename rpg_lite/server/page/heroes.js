"use strict";
// The reader's own hero, the party, and for the game master the creatures and secrets at hand.
const sheets = new Map();
const SHIELD = "M12 1.5l9.5 3.2V12c0 6-4 10-9.5 12.5C6.5 22 2.5 18 2.5 12V4.700z";

function drawHeroes() {
  const own = state.party.filter((who) => who.mine), others = state.party.filter((who) => !who.mine), foes = state.secrets?.creatures || [];
  document.body.classList.toggle("gm", state.isMaster);
  at("own").hidden = !own.length;
  write("own-name", own.length > 1 ? "Your heroes" : "Your hero");
  draw(at("own-list"), own.map(hand));
  write("party-name", own.length ? "The others" : "The party");
  at("party").hidden = !others.length && own.length > 0 && !state.purse;
  draw(at("party-list"), inOrder(others).map(card));
  write("purse", state.party.length ? `Purse: ${state.purse}` : "The party has no members yet.");
  at("foes").hidden = !foes.length;
  draw(at("foes-list"), inOrder(foes).map(foe));
  const notes = state.secrets?.notes || [];
  at("secrets").hidden = !notes.length;
  draw(at("secrets-list"), notes.map(secret));
  for (const who of own) refreshOwn(who);
}

// The dead stand below the others.
const inOrder = (creatures) => [...creatures].sort((a, b) => isDead(a) - isDead(b));
const isDead = (who) => Number(who.dead || who.conditions.includes("dead"));

// The numbers of the own hero that every evening asks for stand in its sheet; it is read again when the hero has changed.
const read = new Map();
async function refreshOwn(who) {
  const {hp, acts, conditions, ...rest} = who, seen = JSON.stringify([rest, conditions]);
  if (read.get(who.id) === seen) return;
  read.set(who.id, seen);
  const sheet = await readSheet(who.id);
  if (!sheet) return void read.delete(who.id);
  sheets.set(who.id, sheet);
  drawHeroes();
  drawTurn();
}

function hpLine(who) {
  const {value, max, temporary} = who.hp;
  const line = max ? [h("span.sr", {}, "Hit points "), value, h("small", {}, ` / ${max}`)] : ["HP unknown"];
  return h("div.hp", {}, h("span.bar", {"aria-hidden": "true", vars: {"--p": part(who)}}, h("i")), h("span.num", {}, line, temporary > 0 && h("small", {}, ` +${temporary} temporary`)));
}

// The death saves in place of the bar: three circles of each kind.
function dying(who) {
  const saves = who.dying, circles = (count, kind) => Array.from({length: 3}, (_, n) => h(`span.pip.${kind}${n < count ? ".on" : ""}`));
  if (saves.stable) return h("p.dying", {}, "Stable at 0 hit points");
  const counted = `: ${many(saves.successes, "success", "es")}, ${many(saves.failures, "failure")} of 3`;
  return h("div.dying", {}, h("p", {}, "Dying", h("span.sr", {}, counted)), h("span.pips", {"aria-hidden": "true"}, circles(saves.successes, "well"), h("i.gap"), circles(saves.failures, "ill")), saves.due && h("p.due", {}, "A death save is due"));
}

const life = (who) => (who.dying ? dying(who) : hpLine(who));

function chips(who) {
  const kinds = [
    ...who.conditions.map((name) => h("span.chip.bad", {}, name)),
    who.concentration && h("span.chip.magic", {}, `Concentrates: ${who.concentration}`),
    who.form && h("span.chip", {}, `In the form of ${who.form}`),
    who.elsewhere && h("span.chip", {dir: "auto"}, `In ${who.elsewhere}`),
    ...(who.effects || []).map((effect) => h("span.chip", {dir: "auto"}, effect.name, effect.left && h("small", {}, effect.left))),
  ];
  return kinds.some(Boolean) && h("div.chips", {}, kinds);
}

const slotName = (slot) => `${slot.pact ? "pact " : slot.arcanum ? "arcanum " : ""}${slot.level}`;
const slots = (who, word) => who.slots?.length > 0 && h("div.slots", {"aria-label": "Spell slots", role: "group"}, who.slots.map((slot) => h("span", {}, `${word}${slotName(slot)}`, pips(slot.left, slot.max, ".sq"))));
const shield = (ac) => h("span.ac.num", {role: "img", "aria-label": `Armor class ${ac}`}, s("svg", {viewBox: "0 0 24 26"}, s("path", {d: SHIELD})), h("b", {}, ac));
const under = (who) => [who.title, who.level].filter(Boolean).join(" ");
const sheetButton = (who, looks, ...inside) => h(`button${looks}`, {type: "button", "data-key": `sheet-${who.id}`, "data-sheet": who.id, "aria-label": `Sheet of ${who.name}`, title: `Opens the sheet of ${who.name}`, onclick: () => openSheet(who.id)}, inside);

function card(who) {
  return h(`li.pc.${health(who)}${who.acts ? ".acts" : ""}`, {"data-key": who.id}, disc(who, who.hue),
    h("div", {}, called(who.name, "h3"), h("p.sub", {dir: "auto"}, who.acts ? "Acts now" : under(who))), shield(who.ac), life(who), slots(who, ""), chips(who), sheetButton(who, ".open"));
}

function hand(who) {
  const sheet = sheets.get(who.id), vital = (value, name, reasons) => h("button.vital", {type: "button", "data-key": name, disabled: !reasons, onclick: (event) => explain(event, `${name} ${value}`, reasons)}, h("b.num", {}, value), h("small", {}, name), h("span.sr", {}, reasons ? ", why" : ""));
  const vitals = !sheet ? [vital(who.ac, "Armor")] : [
    vital(who.ac, "Armor", sheet.ac.why), vital(signed(sheet.initiative.value), "Initiative", sheet.initiative.why), vital(sheet.speed.value, "Speed, ft", sheet.speed.why),
    sheet.casting ? vital(sheet.casting.dc, "Spell DC", sheet.casting.dcWhy) : vital(sheet.passive.value, "Perception", sheet.passive.why)];
  return h(`li.hand.${health(who)}${who.acts ? ".acts" : ""}`, {"data-key": who.id},
    h("div.who", {}, disc(who, who.hue), h("div", {}, called(who.name, "h3"), h("p.sub", {dir: "auto"}, who.acts ? "Your turn" : under(who))), sheetButton(who, ".btn.small", "Sheet")),
    life(who), h("div.vitals", {}, vitals), slots(who, "Level "), chips(who), resources(who));
}

const resources = (who) => who.resources?.length > 0 && h("div.stores", {role: "group", "aria-label": "Resources"}, who.resources.map((row) => h("span", {}, capital(row.name), pips(row.left, row.max))));

// A creature as the game master knows it.
function foe(who) {
  return h(`li.pc.foecard.${health(who)}${who.acts ? ".acts" : ""}`, {"data-key": who.id || who.name}, disc({...who, dead: isDead(who)}, "foe"),
    h("div", {}, called(who.name, "h3"), h("p.sub", {}, isDead(who) ? "dead" : who.acts ? "Acts now" : health(who))), shield(who.ac), hpLine(who), chips({...who, conditions: isDead(who) ? [] : who.conditions}),
    !isDead(who) && who.attacks?.length > 0 && h("div.lines", {}, who.attacks.map((line) => h("p", {}, line)), who.line && h("p", {}, who.line)), who.id && sheetButton(who, ".open"));
}

const NOTE_SIGNS = {trap: "trap", door: "door", thing: "key", person: "person", note: "note"};
const secret = (note, n) => h("li.secret", {"data-key": `${n}-${note.title}`}, icon(NOTE_SIGNS[note.kind] || "note"), note.title && called(note.title), h("p", {dir: "auto"}, note.text));
