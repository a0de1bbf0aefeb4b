"use strict";
// The initiative, the turn with what is left of it, and what waits for an answer.

function drawOrder() {
  const fight = state.fight;
  at("order").hidden = !fight;
  document.body.classList.toggle("fighting", Boolean(fight));
  document.body.classList.toggle("measured", Boolean(fight && state.board));
  if (!fight) return;
  draw(at("order-name"), "Round", h("b.num", {}, fight.round));
  const now = fight.order.findIndex((who) => who.acts);
  draw(at("order-list"), fight.order.map((who, n) => fighter(who, n, now)));
  keepInView(at("order-list").querySelector("[aria-current]"));
}

// Only the strip moves; the page stays where it is.
function keepInView(acting) {
  if (!acting) return;
  const strip = acting.parentElement, left = acting.offsetLeft;
  if (left < strip.scrollLeft || left + acting.offsetWidth > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = left - 12;
}

function fighter(who, n, now) {
  const member = who.member ? memberNamed(who.name) : null, word = who.mark === "dead" ? "dead" : health(who) || who.mark;
  const isNext = now >= 0 && who.name === nextOf(state.fight.order)[0];
  const turn = who.acts ? (who.mine ? "Your turn" : "Acts now") : who.mark === "dead" ? "" : isNext ? "Next" : who.mine ? "You" : "";
  const looks = `${n < now ? ".done" : ""}${who.mark === "dead" ? ".fallen" : ""}${who.mine ? ".mine" : ""}`;
  const borne = (who.conditions || []).filter((name) => name !== "dead"), laid = (who.effects || []).map((effect) => effect.name);
  return h(`li${looks}`, {"data-key": who.id || `${who.name} ${who.initiative}`, "aria-current": who.acts ? "true" : null},
    disc(member || who, member ? member.hue : "foe"),
    h("span", {}, called(who.name), h("small.num", {}, [turn, member ? "" : word, who.initiative].filter((part) => part !== "").join(" · ")),
      member && word && h("span.sr", {}, `, ${word}`),
      borne.length + (member ? 0 : laid.length) > 0 && h("small.marks", {dir: "auto"}, [...borne, ...(member ? [] : laid)].join(", "))));
}

// ── a fight without measured places: both sides as cards, and the zones that lie between them ──

function drawField() {
  const fight = state.fight, isTold = Boolean(fight && !state.board);
  at("field").hidden = !isTold;
  if (!isTold) return;
  const side = (looks, title, who) => who.length > 0 && h(`div.side.${looks}`, {"data-key": looks}, h("h2.rule", {}, title), h("ul", {}, who.map(stands)));
  draw(at("field"), fight.zones?.length > 0 && h("ul.zones", {"data-key": "zones", "aria-label": "Zones"}, fight.zones.map(zone)),
    side("ours", "The party", fight.order.filter((who) => who.member)), side("theirs", "Foes and others", fight.order.filter((who) => !who.member)));
}

function stands(who) {
  const member = who.member ? memberNamed(who.name) : null, seen = member || who, word = health(who) || who.mark;
  return h(`li.pc.${word || "unknown"}${who.acts ? ".acts" : ""}`, {"data-key": who.id || who.name}, disc(seen, member ? member.hue : "foe"),
    h("div", {}, called(who.name, "h3"), h("p.sub", {}, [who.acts ? "Acts now" : "", word].filter(Boolean).join(" · "))), who.hp ? h("span.num", {}, `${who.hp.value} / ${who.hp.max}`) : "",
    chips({...seen, conditions: (who.conditions || []).filter((name) => name !== "dead"), effects: [...(who.effects || seen.effects || []), ...within(who.name)]}));
}

const within = (name) => (state.fight.zones || []).filter((one) => one.inside.includes(name)).map((one) => ({name: `In ${one.name}`}));
const zone = (one) => h("li", {"data-key": `${one.by} ${one.name}`}, icon("burst"), h("p", {dir: "auto"}, h("b", {}, one.name), ` of ${one.by}, ${one.area}${one.left ? `, ${one.left}` : ""}: ${one.inside.length ? one.inside.join(", ") : "nobody inside"}`));

// Those who act after this one and still stand.
function nextOf(order) {
  const now = order.findIndex((who) => who.acts), later = [...order.slice(now + 1), ...order.slice(0, Math.max(now, 0))];
  return now < 0 ? [] : later.filter((who) => who.mark !== "dead").map((who) => who.name);
}

function drawTurn() {
  const fight = state.fight, bar = at("turnbar");
  bar.hidden = !fight;
  if (!fight) return;
  const mine = state.party.find((who) => who.mine && who.acts), next = nextOf(fight.order).slice(0, 2);
  bar.classList.toggle("mine", Boolean(mine));
  draw(bar,
    h("h2", {dir: "auto"}, mine ? `Your turn, ${mine.name}` : fight.turn ? `${fight.turn}’s turn` : "The fight goes on"),
    fight.left && leftNow(fight.left),
    mine && (mine.dying || !fight.left ? unable(mine) : possible(mine, fight.left)),
    next.length > 0 && h("p.next", {}, `Next: ${next.join(", then ")}.`));
}

function leftNow(left) {
  const one = (count, name, plural) => h(`span${count ? "" : ".spent"}`, {}, pips(Math.min(count, 1), 1), count > 1 ? `${count} ${plural}` : name);
  return h("div.left", {role: "group", "aria-label": "Left of this turn"},
    one(left.action, "Action", "actions"), left.attacks > left.action && h("span", {}, many(left.attacks, "attack")),
    one(left.bonus, "Bonus", "bonus actions"), one(left.reaction, "Reaction", "reactions"),
    left.of > 0 && h("span.feet.num", {}, h("span.bar", {"aria-hidden": "true", vars: {"--p": Math.min(1, left.feet / left.of)}}, h("i")), `${left.feet} of ${left.of} ft`));
}

const button = (key, sign, name, mark, sentence, isOut) => h("button", {type: "button", "data-key": key, disabled: isOut, title: `Copies “${sentence}”`, onclick: (event) => copy(event, sentence)}, icon(sign), h("span", {}, name), h("small.copies", {}, mark));
const doings = (says, buttons) => h("div.can", {role: "group", "aria-label": says}, buttons);

// The turn of a hero who cannot act: only a death save may be due.
function unable(mine) {
  const saves = mine.dying;
  if (!saves) return h("p.next", {}, `${mine.name} cannot act${mine.conditions.length ? `: ${mine.conditions.join(", ")}` : ""}.`);
  if (saves.stable || !saves.due) return h("p.next", {}, saves.stable ? "Stable at 0 hit points: nothing to do but wait." : "The death save of this turn is made.");
  return doings("What you can do: press to copy the sentence", [button("death", "heart", "Roll a death save", "d20: 10 or more", `${mine.name} rolls a death save.`, false)]);
}

const MOST_POSSIBLE = 16, OF_A_BONUS = /^bonus action/i;
// The attacks, the acts of features and the ready spells of the own hero; each gives its sentence to say at the table.
function possible(mine, left) {
  const sheet = sheets.get(mine.id);
  if (!sheet?.attacks) return null;
  const isSpent = !left.action && !left.attacks;
  const slotLeft = (spell) => spell.level === 0 || mine.slots.some((slot) => slot.level >= spell.level && slot.left > 0);
  const outOf = {action: !left.action, attack: isSpent, bonus: !left.bonus}, attacks = sheet.attacks.map((attack) => button(attack.name, "sword", attack.name,
    [[`${signed(attack.hit)}${modeSign(attack.mode)}`, attack.damage.replaceAll("-", "−")].join(" · "), attack.carried && "drawn"].filter(Boolean).join(", "), `${mine.name} ${attack.carried ? "draws and " : ""}attacks with ${attack.name}.`, isSpent));
  const acts = (sheet.acts || []).map((act) => button(act.name, "plus", act.name, [act.cost === "bonus" && "bonus", act.does].filter(Boolean).join(" · "), `${mine.name} uses ${act.name}.`, act.isOut || outOf[act.cost]));
  const ready = (sheet.spells || []).filter((spell) => spell.ready !== "book" && (/^action$/i.test(spell.time) || OF_A_BONUS.test(spell.time)));
  const spells = ready.map((spell) => button(spell.name, spell.area ? "burst" : "spark", spell.name, [OF_A_BONUS.test(spell.time) && "bonus", spellMark(spell, sheet.casting)].filter(Boolean).join(" · "), `${mine.name} casts ${spell.name}.`,
    (OF_A_BONUS.test(spell.time) ? outOf.bonus : outOf.action) || !slotLeft(spell)));
  const inHand = attacks.filter((_, n) => !sheet.attacks[n].carried), drawn = attacks.filter((_, n) => sheet.attacks[n].carried), every = [...inHand, ...acts, ...spells, ...drawn];
  return [doings("What you can do: press to copy the sentence", every.slice(0, MOST_POSSIBLE)), every.length > MOST_POSSIBLE && h("p.next", {}, `${every.length - MOST_POSSIBLE} more on the sheet.`)];
}

const modeSign = (mode) => (mode === "advantage" ? " ▲" : mode === "disadvantage" ? " ▼" : "");

function spellMark(spell, casting) {
  const hit = !spell.hit || !casting ? "" : spell.hit === "attack" ? signed(casting.attack) + modeSign(casting.mode) : `${spell.hit.replace(/^save[: ]/, "")} ${casting.dc}`;
  return [hit, spell.dice].filter(Boolean).join(" · ");
}

// ── what waits for an answer ──

function drawOffers() {
  draw(at("offers"), state.offers.map((offer) => h("div.offer", {"data-key": offer.id}, icon("shield"), h("div", {},
    h("b", {dir: "auto"}, `${offer.to} may answer with ${offer.act}`),
    offer.by && h("p", {dir: "auto"}, `${[offer.by, offer.deed].filter(Boolean).join(": ")}${offer.came ? ` on ${offer.to}: ${offer.came}` : ""}.`),
    h("p", {dir: "auto"}, `${offer.says || `${offer.to} may answer this with ${offer.act}.`} Say so at the table before play goes on.`)),
    h("div.row", {}, h("button.btn.small", {type: "button", onclick: (event) => copy(event, `${offer.to} answers with ${offer.act}.`)}, icon("quote"), h("span.copies", {}, "Copy"))))));
  at("offers").hidden = !state.offers.length;
}

// What the reader has to decide now: an answer, their own turn, a death save.
function askedOf() {
  const own = state.party.filter((who) => who.mine), offer = state.offers.find((o) => own.some((who) => who.name === o.to));
  if (offer) return `${offer.to} may answer`;
  return own.some((who) => who.acts) ? "Your turn" : "";
}

let spoken = "";
// Says a change of the turn to readers who listen.
function announce() {
  const text = state.fight ? [`Round ${state.fight.round}${state.fight.turn && `: ${state.fight.turn}’s turn`}`, askedOf()].filter(Boolean).join(". ") : "";
  if (text !== spoken) write("spoken", text);
  spoken = text;
}
