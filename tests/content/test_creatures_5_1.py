"""Every stat block of SRD 5.1 has the numbers of the book: its own, those of each attack, save and limited act."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import names
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import ABILITIES
from tests.content.stat_blocks_5_1 import FILES, SHEETS
from tests.rows import each_row

pytestmark = pytest.mark.pure
Json = dict[str, Any]
FACTS: dict[str, Json] = json.loads((Path(__file__).parents[1] / "facts" / "creatures_5_1.json").read_text("utf-8"))
each = each_row("name", sorted(FACTS))
FORMS = (
    "Werebear, Bear Form", "Werebear, Hybrid Form", "Wereboar, Boar Form", "Wereboar, Hybrid Form", "Wererat, Rat Form", "Wererat, Hybrid Form",
    "Weretiger, Tiger Form", "Weretiger, Hybrid Form", "Werewolf, Wolf Form", "Werewolf, Hybrid Form", "Vampire, Bat Form", "Vampire, Mist Form",
)  # fmt: skip
VARIANTS = ("Giant Rat (Diseased)", "Swarm of Beetles", "Swarm of Centipedes", "Swarm of Spiders", "Swarm of Wasps")
NONMAGICAL = ["damage:nonmagical"]
IN_THE_TEXT: Mapping[str, Json] = {"Werebear": {"speed": {"walk": 30}}, "Wererat": {"senses": {}}, "Rakshasa": {"vuln": []}}
"""Creature → what the text has instead of the facts: a werebear climbs only as a bear or hybrid, a wererat sees in the dark only as a rat,
a rakshasa is vulnerable only to magic weapons of good creatures.
"""
OTHERWISE: Mapping[tuple[str, str], str] = {
    ("Bandit Captain", "Dagger: damage 1d4+3 piercing"): "the text has 1d4 + 2",
    ("Black Bear", "Bite: hit 4"): "the text has +3",
    ("Black Bear", "Claws: hit 4"): "the text has +3",
    ("Brown Bear", "Bite: hit 6"): "the text has +5",
    ("Brown Bear", "Claws: hit 6"): "the text has +5",
    ("Mage", "Dagger: damage 1d4+2 piercing"): "the text has 1d4 + 1",
    ("Merrow", "Harpoon: damage 2d6+4 piercing"): "the text has 2d6 + 3",
    ("Purple Worm", "Bite: hit 14"): "the text has +9",
    ("Purple Worm", "Tail Stinger: hit 14"): "the text has +9",
    ("Giant Rat", "Bite: save ['con', 10]"): "only the diseased one, a block of its own",
    ("Air Elemental", "Whirlwind: damage 1d6 bludgeoning"): "as many d6 as the call says, one for each 10 feet",
    ("Kraken", "Fling: damage 1d6 bludgeoning"): "as many d6 as the call says, one for each 10 feet",
    ("Fire Elemental", "Water Susceptibility: damage 1 cold"): "as much as the call says, 1 for each 5 feet or gallon",
    ("Priest", "Divine Eminence: damage 3d6 radiant"): "grows with the slot: {2+slot}d6",
    ("Ogre Zombie", "Undead Fortitude: save ['con', 5]"): "the damage is added: {5+taken}",
    ("Zombie", "Undead Fortitude: save ['con', 5]"): "the damage is added: {5+taken}",
    ("Rust Monster", "Antennae: area [1, 'cube']"): "no creature stands in it",
    ("Animated Armor", "Antimagic Susceptibility: condition incapacitated"): "told: in an antimagic field",
    ("Bearded Devil", "Steadfast: condition frightened"): "told: it is not frightened while it sees an ally",
    ("Behir", "Swallow: condition prone"): "told: the freed lie prone",
    ("Chain Devil", "Animate Chains: condition incapacitated"): "an end of the effect",
    ("Death Dog", "Two-Headed: condition unconscious"): "a save against it",
    ("Ettin", "Two Heads: condition unconscious"): "a save against it",
    ("Flying Sword", "Antimagic Susceptibility: condition incapacitated"): "told: in an antimagic field",
    ("Ghost", "Possession: condition frightened"): "an immunity that it keeps",
    ("Hydra", "Multiple Heads: condition unconscious"): "a save against it",
    ("Ice Devil", "Wall of Ice: condition incapacitated"): "an end of the effect",
    ("Knight", "Leadership: condition incapacitated"): "an end of the effect",
    ("Kraken", "Freedom of Movement: condition restrained"): "told: magic does not restrain it",
    ("Kraken", "Bite: condition prone"): "told: the freed lie prone",
    ("Mummy Lord", "Whirlwind of Sand: condition prone"): "an immunity",
    ("Mummy Lord", "Whirlwind of Sand: condition grappled"): "an immunity",
    ("Pit Fiend", "Fear Aura: condition incapacitated"): "told: not while the devil is",
    ("Purple Worm", "Bite: condition prone"): "told: the freed lie prone",
    ("Remorhaz", "Swallow: condition prone"): "told: the freed lie prone",
    ("Rug of Smothering", "Antimagic Susceptibility: condition incapacitated"): "told: in an antimagic field",
    ("Swarm of Insects", "Swarm of Centipedes: condition paralyzed"): "a block of its own",
    ("Tarrasque", "Swallow: condition prone"): "told: the freed lie prone",
    ("Vampire", "Vampire Weaknesses: condition incapacitated"): "told: the stake",
    ("Vampire", "Vampire Weaknesses: condition paralyzed"): "told: the stake",
    ("Vampire", "Bite: condition grappled"): "a need of the act",
    ("Vampire Spawn", "Vampire Weaknesses: condition incapacitated"): "told: the stake",
    ("Vampire Spawn", "Bite: condition grappled"): "a need of the act",
    ("Swarm of Insects", "Swarm of Centipedes: row"): "a block of its own",
}
"""Creature and number → why the block differs from the facts; where the text of the book differs from them, the text is right."""


@cache
def stats(name: str) -> EffectiveStats:
    book = rulebook_loading.rulebook("5.1")
    return situation(SheetDocument.model_validate(SHEETS[names.fold(name)]), book).stats(book)


def test_every_block_of_the_book_has_a_file() -> None:
    assert sorted(FILES) == sorted([*FACTS, *FORMS, *VARIANTS])


@each
def test_the_numbers_are_those_of_the_book(name: str) -> None:
    facts, raw, found = {**FACTS[name], **IN_THE_TEXT.get(name, {})}, FILES[name], stats(name)
    assert (raw["size"], raw["type"], raw["cr"], raw["xp"]) == (facts["size"], facts["type"], facts["cr"], facts["xp"])
    assert (found.ac.value, raw["hpMax"], raw["hitDice"]) == (facts["ac"], facts["hp"], facts["hit_dice"])
    assert [raw["abilities"][a] for a in ABILITIES] == facts["abilities"]
    assert {k: v for k, v in raw["speed"].items() if v or k in facts["speed"]} == facts["speed"]
    assert raw["senses"] == facts.get("senses", {})
    assert (raw.get("legendaryActions"), raw.get("legendaryResistance")) == (
        facts.get("legendary_actions"), facts.get("legendary_resistance"),
    )  # fmt: skip


@each
def test_saves_and_skills_are_those_of_the_book(name: str) -> None:
    facts, found = FACTS[name], stats(name)
    by_score = {a: (facts["abilities"][n] - 10) // 2 for n, a in enumerate(ABILITIES)}
    assert {a: found.saves.values[a].value for a in ABILITIES} == {**by_score, **facts.get("saves", {})}
    assert {s: found.skills.values[s].value for s in facts.get("skills", {})} == facts.get("skills", {})
    raw = FILES[name]
    assert raw["printed"].get("passivePerception", found.passive["perception"].value) == facts["passive"]


@each
def test_what_it_resists_is_that_of_the_book(name: str) -> None:
    facts, raw = {**FACTS[name], **IN_THE_TEXT.get(name, {})}, FILES[name]
    for key, plain, target in (
        ("resist", "resistances", "resist"),
        ("immune", "immunities", "immune"),
        ("vuln", "vulnerabilities", "vulnerable"),
    ):
        marked = [f"{m['value']}*" for m in raw.get("modifiers", []) if m["target"] == target and m.get("scope", [])[:1] == NONMAGICAL]
        assert sorted([*raw.get(plain, []), *marked]) == sorted(facts.get(key, [])), key
    assert sorted(raw.get("conditionImmunities", [])) == sorted(facts.get("cond_immune", []))


OVERCOME_BY = {
    "silvered": {
        "Barbed Devil", "Bearded Devil", "Bone Devil", "Chain Devil", "Erinyes", "Horned Devil", "Ice Devil", "Imp", "Night Hag", "Pit Fiend",
        "Werebear", "Wereboar", "Wererat", "Weretiger", "Werewolf", "Wight", "Wraith",
    },
    "adamantine": {"Clay Golem", "Flesh Golem", "Gargoyle", "Iron Golem", "Stone Golem", "Xorn"},
}  # fmt: skip
"""Material → the creatures whose resistance or immunity to nonmagical attacks does not hold against it."""


@each
def test_a_material_overcomes_the_defenses_of_those_that_the_book_names(name: str) -> None:
    """A form is what its creature is."""
    expected = {f"but_of:{material}" for material, those in OVERCOME_BY.items() if name.partition(",")[0] in those}
    for m in FILES[name].get("modifiers", []):
        if m.get("scope", [])[:1] == NONMAGICAL:
            assert {*m["scope"][1:]} == expected


@each
def test_its_spellcasting_is_that_of_the_book(name: str) -> None:
    facts, raw = FACTS[name].get("spellcasting"), FILES[name].get("spellcasting")
    assert (facts is None) == (raw is None)
    if facts and raw:
        told = {
            "ability": raw["ability"],
            "dc": raw.get("saveDc"),
            "hit": raw.get("attack"),
            "level": raw.get("level"),
            "slots": raw.get("slots"),
        }
        assert {k: v for k, v in told.items() if v is not None} == facts


def test_every_spell_of_a_block_is_in_the_book() -> None:
    book = rulebook_loading.rulebook("5.1")
    told = [(name, one) for name, raw in FILES.items() for one in _spells(raw.get("spellcasting", {}))]
    assert len(told) > 300
    assert [(name, one) for name, one in told if book.spell(one) is None] == []


def _spells(how: Json) -> Iterator[str]:
    groups = [*how.get("spells", {}).values(), *how.get("perDay", {}).values(), how.get("atWill", [])]
    yield from (one if isinstance(one, str) else one["spell"] for group in groups for one in group)


def rows_of(name: str, called: str) -> list[Json]:
    """The acts and traits of this name, with their other ways of use: "Spear (ranged)", "Bite (legendary)"; an act that a trait changes."""
    raw = FILES[name]
    rows = [*raw["acts"], *raw["features"]]
    found = [r for r in rows if r["name"] == called or r["name"].startswith((f"{called} (", f"{called}:"))]
    by_trait = [r for f in found for r in raw["acts"] if any(r["name"] in line for line in f.get("adjudicated", []))]
    return [*found, *by_trait]


def walk(written: Any) -> Iterator[Json]:
    if isinstance(written, dict):
        yield written
        for value in written.values():
            yield from walk(value)
    elif isinstance(written, list):
        for value in written:
            yield from walk(value)


def spends(row: Json) -> list[str]:
    spend = row.get("spend", [])
    return [spend] if isinstance(spend, str) else spend


def missing(name: str, fact: Json) -> list[str]:
    """The numbers of a printed row that its acts do not have."""
    rows = rows_of(name, fact["name"])
    steps = [step for row in rows for step in walk(row)]
    lost = [] if rows else ["row"]
    lost += [f"hit {fact['hit']}" for _ in [0] if "hit" in fact and fact["hit"] not in [s.get("attack") for s in steps]]
    lost += [f"reach {fact['reach']}" for _ in [0] if "reach" in fact and fact["reach"] not in [s.get("reach") for s in steps]]
    lost += [f"range {fact['range']}" for _ in [0] if "range" in fact and fact["range"][0] not in [s.get("range") for s in steps]]
    dealt = {(str(s["damage"]), s["type"]) for s in steps if "damage" in s}
    lost += [f"damage {dice} {kind}" for dice, kind in fact.get("damage", []) if not any((dice, one) in dealt for one in kind.split("|"))]
    saves = [(ability, s["dc"]) for s in steps if "save" in s for ability in ([s["save"]] if isinstance(s["save"], str) else s["save"])]
    lost += [f"save {fact['save']}" for _ in [0] if "save" in fact and tuple(fact["save"]) not in saves]
    lost += ["half" for _ in [0] if fact.get("half") and not any(s.get("pass") == "half" for s in steps)]
    ends = {word for s in steps for word in s.get("ends", ())}
    lost += [f"escape {fact['escape']}" for _ in [0] if "escape" in fact and not any(str(fact["escape"]) in w.split(":") for w in ends)]
    paid = [word for row in steps for word in spends(row)]
    lost += [
        f"recharge {fact['recharge']}"
        for _ in [0]
        if isinstance(fact.get("recharge"), int) and not any(p.startswith(f"recharge:{fact['recharge']}") for p in paid)
    ]
    lost += [
        "recharge by rest"
        for _ in [0]
        if isinstance(fact.get("recharge"), str)
        and "uses:1:short_rest" not in paid
        and not any(s.get("for") == "short_rest" for s in steps)
    ]
    lost += [f"uses {fact['uses']}" for _ in [0] if "uses" in fact and f"uses:{fact['uses']}:day" not in paid]
    lost += [f"cost {fact['cost']}" for _ in [0] if fact.get("cost", 1) > 1 and f"legendary:{fact['cost']}" not in paid]
    laid = {word for s in steps for key in ("conditions", "remove") for word in s.get(key, ())}
    lost += [f"condition {word}" for word in fact.get("conditions", []) if word not in laid]
    areas = [s[key]["ft"] for s in steps for key in ("area", "zone") if key in s] + [s.get("range") for s in steps]
    lost += [f"area {fact['area']}" for _ in [0] if "area" in fact and fact["area"][0] not in areas]
    return lost


@each
def test_its_acts_have_the_numbers_of_the_book(name: str) -> None:
    lost = {f"{fact['name']}: {what}" for fact in FACTS[name]["acts"] for what in missing(name, fact)}
    assert {what for what in lost if (name, what) not in OTHERWISE} == set()


def attacks_in(steps: list[Json]) -> int:
    """The most acts that a multiattack plays without an optional choice."""
    found = 0
    for step in steps:
        if "choose" in step:
            found += max(attacks_in(part) for part in step["choose"].values())
        found += attacks_in(step["else"]) if "else" in step else int(step.get("times", 1)) if "do" in step else 0
    return found


@each_row("name", [name for name in sorted(FACTS) if "multiattack" in FACTS[name]])
def test_a_multiattack_has_as_many_attacks_as_in_the_book(name: str) -> None:
    (act,) = (a for a in FILES[name]["acts"] if a["name"] == "Multiattack")
    assert attacks_in(act["steps"]) == {"Roper": 6, "Xorn": 4}.get(name, FACTS[name]["multiattack"])  # its bite and its reel count, too


def test_no_exception_is_idle() -> None:
    found = {(name, f"{fact['name']}: {what}") for name, facts in FACTS.items() for fact in facts["acts"] for what in missing(name, fact)}
    assert set(OTHERWISE) - found == set()


OTHER_SHAPES: dict[str, Json] = json.loads((Path(__file__).parents[1] / "facts" / "creature_forms_5_1.json").read_text("utf-8"))


@each_row("name", sorted(OTHER_SHAPES))
def test_forms_and_variants_have_the_numbers_of_the_book(name: str) -> None:
    facts, found = OTHER_SHAPES[name], SHEETS[names.fold(name)]["character"]
    assert {k: v for k, v in found["speed"].items() if v or k in facts["speed"]} == facts["speed"]
    book = rulebook_loading.rulebook("5.1")
    now = situation(SheetDocument.model_validate(SHEETS[names.fold(name)]), book).stats(book)
    assert (now.ac.value, found["hpMax"], [found["abilities"][a] for a in ABILITIES]) == (facts["ac"], facts["hp"], facts["abilities"])
    strikes = {names.fold(act["name"].partition(" (")[0]): act for act in found["acts"] if "attack" in act["steps"][0]}
    for fact in (fact for fact in facts["acts"] if "hit" in fact):
        step = strikes[names.fold(fact["name"])]["steps"][0]
        dealt = {s["damage"] for s in walk(step["hit"]) if "damage" in s}
        assert (step["attack"], fact["dice"][0] in dealt) == (fact["hit"], True)
