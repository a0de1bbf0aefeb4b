"use strict";
// The sheet of one creature: to play from, and to print on one or two sheets of paper. Every number says why.
const LEVELS = ["Cantrips", ...Array.from({length: 9}, (_, n) => `Level ${n + 1}`)], PROFICIENT = ["", "proficient", "expertise"];
let opened = null;

async function openSheet(id) {
  const sheet = await readSheet(id), dialog = at("sheet");
  if (!sheet) return;
  const isNew = opened !== id || !dialog.open;
  opened = id;
  if (isNew) at("sheet-body").replaceChildren();
  drawSheet(sheet);
  if (!dialog.open) dialog.showModal();
  document.body.classList.add("sheeted");
  if (isNew) dialog.scrollTop = 0;
}

// The sheet of somebody who has left is closed, and the page says so.
function refreshSheet() {
  if (!at("sheet").open) return;
  if (liveOf(opened)) return openSheet(opened);
  at("sheet").close();
  say(`${at("sheet-name").textContent} has left.`);
}

at("close").onclick = () => at("sheet").close();
at("print").onclick = () => print();
// The event comes a moment after the sheet has closed; another sheet may be open by then.
at("sheet").addEventListener("close", () => {
  if (at("sheet").open) return;
  document.body.classList.remove("sheeted");
  write("said-here", "");
  if (document.activeElement === document.body || at("sheet").contains(document.activeElement)) document.querySelector(`[data-sheet="${CSS.escape(opened)}"]`)?.focus();
});

// What of a creature changes from deed to deed stands in the state, not in its sheet.
function liveOf(id) {
  const who = state.party.find((member) => member.id === id) || state.secrets?.creatures.find((creature) => creature.id === id);
  return who && {hue: "foe", slots: [], resources: [], effects: [], ...who};
}

function drawSheet(sheet) {
  const live = liveOf(sheet.id) || {name: sheet.name, hue: "foe", slots: [], resources: [], effects: [], conditions: []};
  write("sheet-name", sheet.name);
  write("sheet-under", [sheet.title && [sheet.title, sheet.level].filter(Boolean).join(" "), sheet.subclass, sheet.background, sheet.xp && `${sheet.xp.toLocaleString("en")} XP`].filter(Boolean).join(" · "));
  draw(at("sheet-disc"), disc({...live, name: sheet.name}, live.hue));
  draw(at("sheet-body"), numbersOf(sheet, live), h("div.sh-cols", {}, skillsAndGear(sheet), rightOf(sheet, live)));
}

const box = (title, looks, ...inside) => h(`section.box${looks}`, {"data-key": title, "aria-label": title}, h("h3.rule", {}, title), inside);
const stat = (value, name, reasons) => h("div.stat", {}, number(value, name, reasons, ".big"), h("small", {}, name));

function numbersOf(sheet, live) {
  const cast = sheet.casting, hp = live.hp ? `${live.hp.value}/${sheet.hpMax?.value ?? live.hp.max ?? "?"}` : sheet.hpMax?.value;
  return h("div.grid2", {"data-key": "numbers"}, h("div.top6", {},
    stat(sheet.ac.value, "Armor class", sheet.ac.why), stat(hp, "Hit points", sheet.hpMax?.why), stat(signed(sheet.initiative.value), "Initiative", sheet.initiative.why),
    stat(`${sheet.speed.value} ft`, "Speed", sheet.speed.why), stat(signed(sheet.prof), "Proficiency", sheet.profWhy), stat(sheet.passive.value, "Passive Perc.", sheet.passive.why),
    cast && [stat(cast.dc, "Spell save DC", cast.dcWhy), stat(signed(cast.attack), "Spell attack", cast.attackWhy)]),
  h("div.abils", {}, sheet.abilities.map((ability) => h("div.abil", {}, h("span.k", {}, ability.key), h("span.m.num", {}, signed(ability.mod)), h("span.s", {}, number(ability.score, ability.key, ability.why)),
    h("span.v", {}, mark(ability.prof ? 1 : 0), h("i", {}, "save "), number(signed(ability.save), `${ability.key} save`, ability.saveWhy), modeOf(ability.mode))))));
}

const mark = (prof) => h(`span.prof${["", ".on", ".two"][prof]}`, prof ? {role: "img", "aria-label": PROFICIENT[prof]} : {"aria-hidden": "true"});
const modeOf = (mode) => mode && mode !== "normal" && h("small.mode", {title: mode}, mode === "advantage" ? "▲" : "▼", h("span.sr", {}, ` ${mode}`));

function skillsAndGear(sheet) {
  const line = (text) => text && h("div.feat", {dir: "auto"}, text), worn = sheet.worn || [], items = sheet.items || [];
  const title = sheet.weight ? `Gear, ${sheet.weight[0]} of ${sheet.weight[1]} lb` : "Gear";
  return h("div", {"data-key": "left"},
    box("Skills", "", (sheet.skills || []).map((skill) => h("div.skill", {}, mark(skill.prof), h("span", {}, skill.name, modeOf(skill.mode)), h("small", {}, skill.of), number(signed(skill.value), skill.name, skill.why)))),
    box("Senses and more", "", line(sheet.senses), sheet.languages && line(`Speaks ${sheet.languages}`), sheet.resists && line(`Resists ${sheet.resists}`), sheet.immune && line(`Immune to ${sheet.immune}`), sheet.vulnerable && line(`Vulnerable to ${sheet.vulnerable}`), line(sheet.armor && `Armor: ${sheet.armor}`), line(sheet.weapons && `Weapons: ${sheet.weapons}`), line(sheet.tools && `Tools: ${sheet.tools}`),
      (sheet.chosen || []).map((choice) => line(`${choice.name}: ${choice.what}`))),
    (worn.length > 0 || items.length > 0) && h("section.box.flow.gear", {"data-key": "gear", "aria-label": "Gear"}, h("h3.rule", {}, title), worn.map((thing) => h("div.res", {}, called(thing.name), h("small.state", {}, thing.slot))),
      items.map((thing) => h("div.feat", {dir: "auto"}, thing.name, thing.in?.length > 0 && h("span", {}, `: ${thing.in.join(", ")}`)))));
}

function rightOf(sheet, live) {
  const effects = [...(live.effects || []), ...(live.concentration ? [{name: live.concentration, left: "while you concentrate", part: 1}] : [])], spells = sheet.spells || [], cast = sheet.casting;
  return h("div", {"data-key": "right"},
    sheet.attacks?.length > 0 && box(sheet.attacksPerAction > 1 ? `Attacks, ${sheet.attacksPerAction} an action` : "Attacks", "", h("table", {}, h("thead", {}, h("tr", {}, ["Attack", "To hit", "Damage", "Reach"].map((title) => h("th", {scope: "col"}, title)))), h("tbody", {}, sheet.attacks.map(attackRow)))),
    h("div.pair", {}, live.resources?.length > 0 && box("Resources", "", live.resources.map((row) => h("div.res", {}, h("span", {}, capital(row.name)), pips(row.left, row.max)))),
      effects.length > 0 && box("On you now", "", effects.map((effect) => h("div.effect", {}, h("span", {dir: "auto"}, effect.name), h("span.bar", {"aria-hidden": "true", vars: {"--p": effect.part ?? 1}}, h("i")), h("span.state", {}, effect.left || ""))))),
    spells.length > 0 && h("section.box.flow", {"data-key": "spells", "aria-label": "Spells"}, h("h3.rule", {}, `Spells${cast?.of ? `, ${cast.of}` : ""}${cast?.prepares ? `: ${cast.prepares} prepared` : ""}`), spellLevels(spells, cast, live)),
    sheet.features?.length > 0 && box("Features", ".flow", sheet.features.map((feature) => h("div.feat", {}, called(feature.name), " ", feature.text && h("span", {dir: "auto"}, feature.text)))),
    !spells.length && h("section.box.paper", {"data-key": "notes", "aria-hidden": "true"}, h("h3.rule", {}, "Notes")));
}

const attackRow = (attack) => h(`tr${attack.carried ? ".bag" : ""}`, {"data-key": attack.name}, h("td", {}, called(attack.name), h("span.state", {}, ` ${[attack.carried && "in a bag", attack.notes].filter(Boolean).join(", ")}`)), h("td.num", {}, number(signed(attack.hit), `${attack.name} to hit`, attack.why), modeOf(attack.mode)),
  h("td.num", {}, number(attack.damage.replaceAll("-", "−"), `${attack.name} damage`, attack.damageWhy), h("span.state", {}, ` ${attack.type || ""}`)), h("td", {}, attack.reach));

const ORDER = {always: 0, prepared: 1, cantrip: 1, book: 2};
function spellLevels(spells, cast, live) {
  return LEVELS.map((title, level) => {
    const list = spells.filter((spell) => spell.level === level), slot = level > 0 && live.slots.find((row) => row.level === level && !row.arcanum);
    list.sort((a, b) => ORDER[a.ready] - ORDER[b.ready] || a.name.localeCompare(b.name));
    return list.length > 0 && [h("div.lvl", {}, h("h4", {}, title), slot && h("span", {}, pips(slot.left, slot.max, ".sq"), h("span.state", {}, ` ${slot.left} of ${slot.max} slots`))), list.map((spell) => spellRow(spell, cast))];
  });
}

function spellRow(spell, cast) {
  const hit = !spell.hit ? "" : spell.hit === "attack" ? cast && `${signed(cast.attack)} to hit` : `${spell.hit.replace(/^save[: ]/, "")} save${cast ? ` ${cast.dc}` : ""}`;
  const marks = [spell.conc && ["C", "concentration"], spell.ritual && ["R", "ritual"], spell.ready === "always" && ["A", "always prepared"]].filter(Boolean);
  const time = /^action$/i.test(spell.time || "") ? "" : spell.time, meta = [time, spell.range, spell.area, hit, spell.dice].filter(Boolean).join(" · ");
  return h(`details.spell${spell.ready === "book" ? ".book" : ""}`, {"data-key": spell.name},
    h("summary", {}, h("b", {}, spell.name, marks.map(([letter, word]) => h("abbr.mk", {title: word}, letter)), spell.ready === "book" && h("span.state", {}, " not prepared")), h("span.meta", {}, meta)),
    h("p", {}, spell.text, spell.lasts ? ` Lasts ${spell.lasts}.` : "", spell.parts ? ` (${spell.parts})` : ""));
}
