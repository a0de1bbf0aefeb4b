"""The stat blocks of SRD 5.2 against facts about its text: every number, field by field."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.content.builtin_creatures import CreatureFiles
from rpg_lite.content.creature_parsing import read
from rpg_lite.rules import names
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.standalone_act import play
from rpg_lite.vocabulary import ABILITIES
from tests.operations.dice import falling, low
from tests.rows import each_row

pytestmark = pytest.mark.pure
Block = Mapping[str, Any]
FOLDER: Final = Path("data/creatures/5.2")
FACTS: Final[list[Block]] = json.loads(Path("tests/facts/stat_blocks_5_2.json").read_text("utf-8"))["creatures"]
SKILLS: Final = {
    "acr": "acrobatics", "ani": "animal_handling", "arc": "arcana", "ath": "athletics", "dec": "deception", "his": "history",
    "ins": "insight", "itm": "intimidation", "inv": "investigation", "med": "medicine", "nat": "nature", "prc": "perception",
    "prf": "performance", "per": "persuasion", "rel": "religion", "slt": "sleight_of_hand", "ste": "stealth", "sur": "survival",
}  # fmt: skip
SHAPES: Final = {"emanation": ("sphere",), "radius": ("sphere", "cylinder")}
MORE_DAMAGE: Final[Mapping[tuple[str, str], set[tuple[str, str]]]] = {
    ("Sea Hag", "Death Glare"): {("20", "psychic")},
    ("Half-Dragon", "Claw"): {("2d6", "{type}")},
    ("Half-Dragon", "Dragon's Breath"): {("8d6", "{type}")},
    **{(name, act): {("1d4", "fire")} for name, act in (("Fire Elemental", "Fire Aura"), ("Fire Elemental", "Burn"), ("Magmin", "Touch"))},
}
"""What the facts leave out and the text has: hit points that a glare costs, a type that is chosen, and the rule for burning."""
IN_THE_TEXT: Final[Mapping[str, Block]] = {"Rakshasa": {"vuln": []}}
"""Creature → what the text has instead of the facts: a rakshasa is vulnerable only to weapons of the blessed."""
AS_SPELLS: Final = frozenset(
    {
        ("Archmage", "Misty Step"), ("Cloud Giant", "Misty Step"), ("Cultist Fanatic", "Spiritual Weapon"), ("Dust Mephit", "Sleep"),
        ("Ghost", "Etherealness"), ("Ice Mephit", "Fog Cloud"), ("Imp", "Invisibility"), ("Mage", "Misty Step"),
        ("Quasit", "Invisibility"), ("Sprite", "Invisibility"),
    }
)  # fmt: skip
"""Acts that cast the spell of their own name: the block lists it among its spells."""
RENAMED: Final = {("Oni", "Invisibility"): "Invisibility on Itself", ("Stone Golem", "Slow"): "Slow (recharging)"}
"""Acts that cast the spell of their own name and cost or recharge otherwise."""
OF_BLOCKS: Final = each_row("fact", FACTS, ids=[str(fact["name"]) for fact in FACTS])


@cache
def written() -> Mapping[str, Block]:
    return {str(block["name"]): block for file in sorted(FOLDER.glob("*.json")) for block in [json.loads(file.read_text("utf-8"))]}


def test_every_block_has_a_file_under_its_name() -> None:
    assert sorted(written()) == sorted(str(fact["name"]) for fact in FACTS)
    found = CreatureFiles(FOLDER, "5.2")
    for name, block in written().items():
        for other in (name, *block.get("aliases", ())):
            assert found[names.fold(other)]["character"]["printed"] == block["printed"], other


@OF_BLOCKS
def test_the_files_are_sound(fact: Block) -> None:
    assert read(written()[fact["name"]], "5.2")


@OF_BLOCKS
def test_the_numbers_are_those_of_the_facts(fact: Block) -> None:
    block = written()[fact["name"]]
    kind = fact.get("swarm_of") or fact["type"]
    tags = [*([fact["subtype"]] if "subtype" in fact else []), *(["swarm"] if fact["type"] == "swarm" else [])]
    assert (block["type"], block.get("tags", [])) == (kind, tags)
    assert block["size"] in fact["size"].split("|") and block["alignment"] == fact["alignment"]
    assert (block["cr"], block["xp"], block["hpMax"], block["hitDice"]) == (fact["cr"], fact["xp"], fact["hp"], fact["hit_dice"])
    assert block["speed"] == {k: v for k, v in fact["speed"].items() if k != "hover"}
    assert ("hover" in fact["speed"]) == any(f["name"] == "Hover" for f in block["features"])
    assert list(block["abilities"].values()) == fact["abilities"] and block["senses"] == fact.get("senses", {})
    for ours, theirs in (
        ("resistances", "resist"),
        ("immunities", "immune"),
        ("vulnerabilities", "vuln"),
        ("conditionImmunities", "cond_immune"),
    ):
        assert sorted(block.get(ours, [])) == sorted({**fact, **IN_THE_TEXT.get(fact["name"], {})}.get(theirs, [])), ours
    assert (block.get("legendaryActions"), block.get("legendaryResistance")) == (
        fact.get("legendary_actions"), fact.get("legendary_resistance"),
    )  # fmt: skip
    lair = {"legendaryActions": "legendary_actions_lair", "legendaryResistance": "legendary_resistance_lair", "xp": "xp_lair"}
    assert block.get("inLair", {}) == {ours: fact[theirs] for ours, theirs in lair.items() if theirs in fact}
    assert ("telepathy" in fact) == any("telepathy" in one for one in block["languages"])


@cache
def _book() -> Any:
    return rulebook_loading.rulebook("5.2")


@OF_BLOCKS
def test_the_sheet_comes_out_as_printed(fact: Block) -> None:
    (sheet, *_) = read(written()[fact["name"]], "5.2").values()
    stats = situation(SheetDocument.model_validate(sheet), _book()).stats(_book())
    assert stats.ac.value == fact["ac"] and stats.initiative.value == fact["init"]
    plain = {ability: (score - 10) // 2 for ability, score in zip(ABILITIES, fact["abilities"], strict=True)}
    assert {a: stats.saves.values[a].value for a in ABILITIES} == {**plain, **fact.get("saves", {})}
    assert {s: stats.skills.values[SKILLS[s]].value for s in fact.get("skills", {})} == fact.get("skills", {})
    assert stats.passive["perception"].value == fact["passive"]


def _steps(node: Any) -> Iterator[Block]:
    """Every object inside an act: steps, effects and triggers."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from _steps(value)
    elif isinstance(node, list):
        for value in node:
            yield from _steps(value)


def _acts(block: Block, name: str) -> list[Block]:
    """The acts and traits of this name, also the shot of a weapon that strikes and shoots."""
    wanted = (name, f"{name} (ranged)", RENAMED.get((block["name"], name), name))
    of_traits = [act for feature in block["features"] for act in feature.get("acts", []) if feature["name"] == name]
    return [one for one in (*block["acts"], *block["features"]) if one["name"] in wanted or one["name"].startswith(f"{name}: ")] + of_traits


def _damage(acts: list[Block]) -> set[tuple[str, str]]:
    return {(str(s["damage"]), s["type"]) for s in _steps(acts) if "damage" in s and "type" in s}


CASES: Final = [
    (fact, act) for fact in FACTS for act in fact["acts"] if (fact["name"], act["name"]) not in AS_SPELLS and act["name"] != "Legendary Resistance"
]  # fmt: skip


@each_row(("fact", "act"), CASES, ids=[f"{fact['name']}-{act['name']}" for fact, act in CASES])
def test_the_acts_and_traits_are_those_of_the_facts(fact: Block, act: Block) -> None:
    block = written()[fact["name"]]
    if act["name"] == "Vampire Weakness":
        return  # a heading over the four traits that follow it
    ours = _acts(block, act["name"])
    assert ours, "there is no such act or trait"
    steps = list(_steps(ours))
    attacks = [s for s in steps if "attack" in s]
    if "attack" in act:
        kinds = {"melee": {"melee"}, "ranged": {"ranged"}, "both": {"melee", "ranged"}}[act["attack"]]
        assert {s["kind"] for s in attacks} == kinds and {s["attack"] for s in attacks} == {act["hit"]}
        assert not act.get("reach") or {s["reach"] for s in attacks if s["kind"] == "melee"} == {act["reach"]}
        if "range" in act:
            near, far = act["range"] if isinstance(act["range"], list) else (act["range"], None)
            shot = next(one for one in ours if any(s.get("kind") == "ranged" for s in _steps(one)))
            assert shot["range"] == near and (far is None or str(far) in shot["description"])
    if "save" in act:
        saves = [s for s in steps if "save" in s]
        assert act["save"] in [[s["save"], s["dc"]] for s in saves]
        assert not act.get("half") or any(s.get("pass") == "half" for s in saves)
    expected = {(str(row[0]), row[1]) for row in act.get("damage", [])} | MORE_DAMAGE.get((fact["name"], act["name"]), set())
    assert _damage(ours) == expected, (sorted(_damage(ours)), sorted(expected))
    spends = {str(one["spend"]) for one in ours if "spend" in one}
    if "recharge" in act:
        assert ("uses:1:short_rest" if act["recharge"] == "rest" else f"recharge:{act['recharge']}") in spends
    if act.get("per") == "day":
        assert f"uses:{act['uses']}:day" in spends
    if "escape" in act:
        assert any(w.startswith(f"action:athletics:{act['escape']}") for s in steps for w in s.get("ends", []))
    if "area" in act and any("area" in one for one in ours):
        ft, shape = act["area"][:2]
        areas = [one["area"] for one in ours if "area" in one]
        assert any(area["ft"] == ft and area["shape"] in SHAPES.get(shape, (shape,)) for area in areas)
    if "attack" in act or "save" in act:
        assert [word for word in act.get("conditions", []) if word not in json.dumps(ours).casefold()] == []


def _spells(listed: Sequence[Any]) -> list[list[Any]]:
    """The spells of a block as the facts have them: name, level above its own, self."""
    rows = ({"spell": one} if isinstance(one, str) else one for one in listed)
    return sorted([r["spell"], *([r["slot"]] if "slot" in r else []), *(["self"] if r.get("self") else [])] for r in rows)


@each_row("fact", [f for f in FACTS if "casting" in f], ids=[str(f["name"]) for f in FACTS if "casting" in f])
def test_the_spells_are_those_of_the_facts(fact: Block) -> None:
    ours, theirs = written()[fact["name"]]["spellcasting"], fact["casting"]
    of_acts = {act for name, act in AS_SPELLS if name == fact["name"]}
    assert (ours["ability"], ours.get("saveDc"), ours.get("attack")) == (theirs["ability"], theirs.get("dc"), theirs.get("hit"))
    assert [s for s in _spells(ours.get("atWill", ())) if s[0] not in of_acts] == sorted(theirs.get("at_will", []))
    own = {n: [s for s in _spells(listed) if s[0] not in of_acts] for n, listed in ours.get("perDay", {}).items()}
    assert {n: listed for n, listed in own.items() if listed} == {n: sorted(listed) for n, listed in theirs.get("per_day", {}).items()}


CASTING: Final = [(fact, cast) for fact in FACTS for cast in fact.get("casts", ()) if (fact["name"], cast["act"]) not in AS_SPELLS]


@each_row(("fact", "cast"), CASTING, ids=[f"{fact['name']}-{cast['act']}" for fact, cast in CASTING])
def test_the_acts_cast_the_spells_of_the_facts(fact: Block, cast: Block) -> None:
    block = written()[fact["name"]]
    done = {(s["do"], s.get("slot")) for s in _steps(_acts(block, cast["act"])) if "do" in s}
    for name, *more in cast["spells"]:
        assert (name, next((one for one in more if isinstance(one, int)), None)) in done, name


TARGET: Final[Block] = {"character": {"name": "Thorin", "type": "humanoid", "hpMax": 900, "abilities": dict.fromkeys(ABILITIES, 10)}}
UNMET: Final = frozenset({"target_unfit", "choice_required", "item_unknown"})
"""Refusals for a target that is not grappled or prone, and for what a spell within an act asks besides."""


def _sheet(fact: Block) -> Block:
    (sheet, *_) = read(written()[fact["name"]], "5.2").values()
    return sheet


def _is_aimed(act: Block) -> bool:
    return act.get("targets", "self") != "self"


@pytest.mark.slow
@OF_BLOCKS
def test_every_act_plays(fact: Block) -> None:
    block = written()[fact["name"]]
    for act in [*block["acts"], *(act for feature in block["features"] for act in feature.get("acts", []))]:
        targets = [TARGET] if _is_aimed(act) else []
        first = play(act["name"], _sheet(fact), targets, _book(), "low")
        options = first.allowed if first.refused == "choice_required" else ()
        for done in [first, *(play(act["name"], _sheet(fact), targets, _book(), "low", choice={"choice": word}) for word in options)]:
            assert done.refused is None or done.refused in UNMET, (act["name"], done)
            assert done.refused != "target_unfit" or act.get("needs"), (act["name"], done)
            assert not [line for line in (done.result.says if done.result else ()) if "no act of this name" in line]


LATER: Final = frozenset({("Djinni", "Create Whirlwind"), ("Shambling Mound", "Engulf"), ("Vrock", "Spores")})
"""Acts whose damage comes only at the start of a later turn."""
PLAIN: Final = [
    (fact, act) for fact, act in CASES
    if act["section"] in ("actions", "bonus", "legendary") and act.get("damage") and all(len(row) == 3 for row in act["damage"])
    and ("attack" in act or "save" in act) and (fact["name"], act["name"]) not in MORE_DAMAGE
    and (fact["name"], act["name"]) not in LATER
]  # fmt: skip


@each_row(("fact", "act"), PLAIN, ids=[f"{fact['name']}-{act['name']}" for fact, act in PLAIN])
def test_the_least_damage_is_that_of_the_facts(fact: Block, act: Block) -> None:
    """The dice show their lowest faces; a d20 shows 19 for an attack, which hits, and 1 for a save, which fails."""
    own = next(one for one in written()[fact["name"]]["acts"] if one["name"] == act["name"])
    done = play(own["name"], _sheet(fact), [TARGET], _book(), falling(19 if "attack" in act else 1))
    if done.refused in UNMET:
        return
    least = {(dice, kind): low(dice).total for dice, kind, _ in act["damage"]}
    assert sum(one.taken for one in done.targets) == sum(least.values())
