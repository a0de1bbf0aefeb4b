"use strict";
// The story: places, words, and deeds with their dice, in order, the newest last. It stays where the reader reads.
const NEAR_THE_END = 60, FILTERS = [["all", "All"], ["dice", "Dice"], ["words", "Words"]];
const DICE = ["deed", "turn", "fight"], WORDS = ["place", "tell", "say", "handout"];
const SIGNS = {item: "key", found: "find", quest: "flag", rest: "sun", level: "spark", change: "person", handout: "note"};
const HUE_OF_VERB = {attack: "var(--foe)", damage: "var(--foe)", cast: "var(--magic)", check: "var(--lamp)", save: "var(--lamp)", heal: "var(--good)"};
// Whether the story stays at its end; only the reader changes that, not a new width or a new entry.
let shown = "all", lastRev = null, follows = true, size = "";

function drawStory() {
  whenChanged("story", [state.story, state.role, shown, state.party.map((who) => [who.name, who.hue])], () => {
    const feed = at("feed");
    const list = state.story.filter((entry) => shown === "all" || (shown === "dice" ? DICE : WORDS).includes(entry.kind));
    draw(feed, list.length ? list.map((entry, n) => keyed(entry, n, list)) : h("p.state", {}, "Nothing yet. The story begins with the first deed."));
    drawFilters();
    keepAtEnd();
    lastRev = state.rev;
  });
}

function drawFilters() {
  draw(at("filters"), FILTERS.map(([key, text]) => h("button", {type: "button", "aria-pressed": String(shown === key), onclick: () => filterBy(key)}, text)));
}

function filterBy(key) {
  shown = key;
  follows = true;
  drawStory();
}

const isNearEnd = (feed) => feed.scrollHeight - feed.scrollTop - feed.clientHeight < NEAR_THE_END;

function keepAtEnd() {
  const feed = at("feed");
  if (follows) feed.scrollTop = feed.scrollHeight;
  size = [feed.clientWidth, feed.clientHeight, feed.scrollHeight].join();
  at("newer").hidden = isNearEnd(feed);
}

at("feed").onscroll = () => {
  const feed = at("feed");
  if (size !== [feed.clientWidth, feed.clientHeight, feed.scrollHeight].join()) return keepAtEnd();
  follows = isNearEnd(feed);
  if (follows) at("newer").hidden = true;
};
at("newer").onclick = () => {
  follows = true;
  keepAtEnd();
};
new ResizeObserver(() => state && keepAtEnd()).observe(at("feed"));

// An entry with a key of its own; what came since the last state is marked. `says` is for those who listen, in place of the drawing.
function keyed(entry, n, list) {
  const element = entryOf(entry), which = list.slice(0, n).filter((other) => other.rev === entry.rev).length;
  element.dataset.key = `${entry.rev}-${which}`;
  element.classList.add("entry");
  if (lastRev !== null && entry.rev > lastRev) element.classList.add("fresh");
  if (entry.says && entry.kind === "deed") {
    const drawing = h("div.drawing", {"aria-hidden": "true"});
    drawing.append(...element.childNodes);
    element.append(h("p.sr", {dir: "auto"}, [entry.says, ...heard(entry)].join(" ")), drawing);
  }
  return element;
}

function heard(entry) {
  return entry.roll ? [`Rolled ${entry.roll.total}: ${entry.roll.dice}, ${entry.roll.faces.join(", ")}.`] : [];
}

function entryOf(entry) {
  switch (entry.kind) {
    case "place": return h("h3.f-place", {}, called(entry.room, "span"), entry.who && h("small.state", {dir: "auto"}, entry.who.join(", ")), entry.at && h("time", {}, entry.at));
    case "tell": return h(`p.f-tell${entry.of ? ".gmonly" : entry.private ? ".whisper" : ""}`, {dir: "auto"}, entry.private && h("b.state", {}, entry.to ? `To ${entry.to} alone: ` : "In private: "), entry.of && h("b", {}, `${capital(entry.of)}: `), entry.text);
    case "say": return h(`p.f-say${entry.private ? ".whisper" : ""}`, {}, h("b", {dir: "auto"}, entry.by || "The game master", entry.to ? ` to ${entry.to}` : "", entry.private && " · in private"), h("q", {dir: "auto"}, entry.text));
    case "handout": return h("article.f-handout", {}, h("p.state", {}, icon("note"), ` A handout${entry.to ? ` for ${entry.to}` : ""}`), handout(entry.text));
    case "turn": return h("p.f-turn", {}, disc({name: entry.who}, hueOf(entry.who)), h("span", {dir: "auto"}, `${entry.who} · round ${entry.round}`));
    case "fight": return h("p.f-fight", {}, icon("sword"), h("span", {dir: "auto"}, entry.text || entry.says));
    case "deed": return deed(entry);
    default: return h(`p.f-line${entry.kind === "found" || entry.kind === "level" ? ".found" : ""}`, {}, icon(entry.sign || SIGNS[entry.kind] || "note"), h("span", {dir: "auto"}, entry.text || entry.says));
  }
}

// ── deeds ──

const GOOD = ["success", "saved", "hit"], RESULT_OF_A_SAVE = {success: "saves", failure: "fails"};
const WORD = {hit: "hit", miss: "miss", critical: "critical", saved: "saves", failed: "fails", success: "success", failure: "fails"};

// A condition that the game master lays or lifts stands in place of whoever did it.
const BEGINS = {begin: "begins", end: "ends"};

// What one did: with what, the die, and what became of each target. Nobody's deed is the game master's ruling.
function deed(entry) {
  const side = entry.side ?? (memberNamed(entry.who) ? "party" : "foe"), isSecret = state.isMaster && side === "foe";
  const thrown = entry.roll && h(isSecret ? "span.gmonly" : "span", {}, die(entry.roll));
  const isSave = entry.verb === "save" && RESULT_OF_A_SAVE[entry.result], isGood = GOOD.includes(entry.result) === (side !== "foe");
  const result = entry.result && badge(isSave || WORD[entry.result] || entry.result, isGood);
  const who = entry.who || capital(BEGINS[entry.verb] ? entry.what : entry.verb), what = entry.who ? entry.what : BEGINS[entry.verb] || entry.what;
  return h("article.deed", {vars: {"--c": HUE_OF_VERB[entry.verb] || "var(--faint)"}}, icon(entry.icon || "spark"), h("div", {},
    h("div.hd", {}, h("p", {dir: "auto"}, called(who), what && h("span.what", {}, ` ${what}`), entry.spent && h("span.what", {}, ` · ${entry.spent}`)), thrown),
    (entry.text || result || entry.note) && h("p.says", {}, result, entry.text && h("span", {dir: "auto"}, entry.text), entry.note && h("span.what", {}, entry.note)),
    (entry.dice?.length > 0 || entry.save) && h(isSecret ? "div.row.gmonly" : "div.row", {},
      (entry.dice || []).map((d) => h("span.dmg", {}, d.total, h("small", {}, d.dice), faces(d))), entry.save && h("span.state", {}, entry.save)),
    (entry.targets || []).map((target) => targetOf(target, isSecret))));
}

// What became of one target. The numbers of a foe come only to the game master, and stand in a dashed frame.
function targetOf(target, isSecret) {
  const isFoe = target.side === "foe", isHarmed = ["hit", "critical", "failed"].includes(target.result), word = WORD[target.result] || target.result;
  const dashed = (isHidden, ...inside) => (isHidden ? h("span.gmonly", {}, inside) : inside);
  return h("div.tgt", {}, called(target.name), (target.rolls || []).map((roll) => dashed(isSecret, die(roll))), word && badge(word, isHarmed === isFoe),
    (target.damage || []).map((d) => h(`span.dmg${isFoe ? "" : ".to"}`, {}, d.amount, h("small", {}, d.type, d.of && ` of ${d.of}`), d.faces?.length > 0 && dashed(isSecret, faces(d), d.plus && h("small.num", {}, added(d.plus))))),
    target.healed > 0 && h("span.dmg.well", {}, `+${target.healed}`, h("small", {}, "healed")),
    target.temporary > 0 && h("span.dmg.well", {}, target.temporary, h("small", {}, "temporary")),
    [target.save, ...(target.saves || [])].filter(Boolean).map((save) => h(`span.row${state.isMaster && isFoe ? ".gmonly" : ""}`, {}, saveOf(save, !["saved", "failed"].includes(target.result), !isFoe))),
    target.hp && h(isFoe ? "span.gmonly.num" : "span.state.num", {}, `${target.hp.was} → ${target.hp.now} HP`),
    (target.conditions || []).map((name) => h("span.chip.bad", {}, name)), (target.effects || []).map((name) => h("span.chip.magic", {dir: "auto"}, name)),
    (target.ended || []).map((name) => h("span.state", {dir: "auto"}, name.startsWith("exhaustion") ? `no ${name}` : `no longer ${name}`)),
    target.mark && target.mark !== "unhurt" && h(`span.state${["dead", "down"].includes(target.mark) ? ".deadly" : ""}`, {}, target.mark === "dead" ? [icon("skull"), " dies"] : target.mark));
}

// `isTold`: whether the save tells a result of its own; the target tells that of a spell.
function saveOf(save, isTold, isOurs) {
  const isMade = save.result === "success";
  return [h("span.state", {}, save.what), save.faces?.length > 0 && die(save), save.result && isTold && badge(isMade ? "saves" : "fails", isMade === isOurs)];
}

const badge = (word, isGood) => h(`span.badge.${isGood ? "good" : "bad"}`, {}, word);

// A d20 as it fell, the total, and the sum. The die that counts stands first; with advantage or disadvantage the other one follows.
function die(roll) {
  const extra = roll.added || [], [kept, ...others] = roll.faces, rest = extra.reduce((left, face) => left - face, roll.total - kept), looks = kept === 20 ? ".twenty" : kept === 1 ? ".one" : "";
  const sum = [`${kept}${rest ? ` ${added(rest)}` : ""}`, roll.mode && `${roll.mode === "advantage" ? "▲" : "▼"} ${others[0]}`, roll.against && `vs ${roll.against}`];
  return h(`span.die${looks}`, {role: "img", title: roll.mode ? `Rolled twice, with ${roll.mode}: ${kept} counts, and not ${others[0]}` : null, "aria-label": `${roll.dice}: rolled ${roll.faces.join(", ")}${roll.mode ? ` with ${roll.mode}` : ""}; ${roll.total} in all`},
    kept !== undefined && s("svg", {viewBox: "0 0 24 24"}, s("path", {d: "M12 1.5l9 5.2v10.6l-9 5.2-9-5.2V6.7z"}), s("text", {x: 12, y: 15.5}, kept)),
    h("b.num", {}, roll.total), kept !== undefined && (rest !== 0 || roll.mode || roll.against || extra.length > 0) && h("small.num", {}, sum.filter(Boolean).join(" ")),
    extra.length > 0 && h("span.fell", {}, extra.map((face) => h("i", {}, added(face)))));
}

const added = (points) => `${points < 0 ? "−" : "+"} ${Math.abs(points)}`;

// The faces that count, and struck through those of a roll that was worse.
function faces(thrown) {
  const lost = thrown.dropped || [], not = lost.length ? `; not counted: ${lost.join(", ")}` : "";
  return h("span.fell", {role: "img", "aria-label": `${thrown.dice || "dice"}: ${thrown.faces.join(", ")}${not}`},
    thrown.faces.map((face) => h("i", {}, face)), lost.map((face) => h("i.lost", {}, face)));
}
