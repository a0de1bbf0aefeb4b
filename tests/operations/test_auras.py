"""Auras that reach others: the call says whose, and the number is added with its reason, or the refusal says why not."""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import pytest

from rpg_lite.content.rulebook_files import folder
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import World
from tests.operations.table import Answer
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)


@cache
def _world(ruleset: Ruleset) -> World:
    box = Sandbox(first_world(ruleset))
    for name, of in (("Roland", "paladin 10"), ("Ulf", "paladin 6"), ("Pip", "rogue 5"), ("Oda", "cleric 9"), ("Elara", "wizard 9")):
        scores = SCORES | {"cha": 16 if name == "Roland" else 14 if name == "Ulf" else 10}
        box.accept("create", name=name, character={"classes": [of], "abilities": scores, "party": True, "hpMax": 60, "hp": 60})
    box.accept("create", name="Goblin", character={"hpMax": 30, "abilities": SCORES, "type": "humanoid"})
    return box.world


def table(ruleset: Ruleset = "5.1") -> Sandbox:
    return Sandbox(_world(ruleset)).let(10)


def save(box: Sandbox, who: str, *words: str, ability: str = "wis", **more: Any) -> Answer:
    return box.did("save", who, ability=ability, dc=12, **{"with": [*words]}, **more)


@each_row("ruleset", RULESETS)
def test_the_number_is_added_with_its_reason(ruleset: Ruleset) -> None:
    box = table(ruleset)
    assert "WIS save: 10, fails" in save(box, "Pip")["text"]
    told = save(box, "Pip", "aura of Roland")["text"]
    assert "WIS save: 13, succeeds" in told and "Roland's aura of protection: +3 to the WIS save of Pip." in told


@each_row("word", ["aura of Roland", "in the aura of Roland", "Aura of Protection of roland", "aura of Roland: Pip", "aura_of_roland"])
def test_the_word_may_be_spelled_in_several_ways(word: str) -> None:
    assert "WIS save: 13" in save(table(), "Pip", word)["text"]


def test_auras_of_one_name_do_not_add_up() -> None:
    box = table()
    assert "WIS save: 13" in save(box, "Pip", "aura of Roland", "aura of Ulf")["text"]
    assert "WIS save: 13" in save(box, "Pip", "aura of Ulf", "aura of Roland")["text"]
    told = save(box, "Ulf", "aura of Roland")["text"]
    assert "+1 to the WIS save of Ulf" in told, "Ulf's own aura gives 2 of the 3"
    assert "Nothing here depends on aura of Ulf" in save(box, "Roland", "aura of Ulf")["text"]


REFUSED: Final = {
    "no aura": ("aura_unknown", "Pip", "aura of Oda", "Oda has no aura in effect"),
    "another aura": ("aura_unknown", "Pip", "aura of devotion of Roland", "no aura of devotion in effect that changes the rolls"),
    "a foe": ("aura_of_a_foe", "Goblin", "aura of Roland", "Goblin is on the other side"),
    "one foe of several": ("aura_of_a_foe", "Pip", "aura of Roland: Pip, Goblin", "Goblin is on the other side"),
    "nobody": ("character_unknown", "Pip", "aura of Rolan", "did you mean Roland"),
    "no bearer": ("aura_whose", "Pip", "aura of protection", "one of: Roland, Ulf"),
    "another word": ("effect_for_no_roll", "Pip", "half an aura", "half an aura"),
}


@each_row(("code", "who", "word", "text"), REFUSED.values(), ids=REFUSED.keys())
def test_what_does_not_reach_is_refused(code: str, who: str, word: str, text: str) -> None:
    told = table().refused(code, "save", who, ability="wis", dc=12, **{"with": [word]})
    assert text in told["text"]


def test_a_misspelled_bearer_is_proposed_with_its_aura() -> None:
    told = table().refused("character_unknown", "save", "Pip", ability="wis", **{"with": ["aura of Rolan"]})
    assert told["error"]["try"]["with"] == ["aura of Roland"]


@each_row(
    ("ruleset", "condition", "works"),
    [("5.1", "unconscious", False), ("5.2", "unconscious", False), ("5.2", "incapacitated", False), ("5.1", "incapacitated", True)],
)
def test_an_aura_sleeps_as_its_text_says(ruleset: Ruleset, condition: str, works: bool) -> None:
    """SRD 5.1: while its bearer is conscious; SRD 5.2: unless its bearer is incapacitated."""
    box = table(ruleset)
    box.did("apply", "Roland", condition=condition)
    told = box.ask("save", "Pip", ability="wis", **{"with": ["aura of Roland"]})
    assert told["ok"] == works
    if not works:
        assert told["error"]["code"] == "aura_sleeps" and condition in told["text"]


def test_an_aura_reaches_nobody_in_another_room() -> None:
    box = table()
    box.send({"operation": "create", "name": "Crypt", "direction": "north"}, "manage_room")
    box.send({"operation": "go", "direction": "north", "names": ["Roland"]}, "manage_room")
    box.refused("aura_elsewhere", "save", "Pip", ability="wis", **{"with": ["aura of Roland"]})
    assert "aura of Roland counts it" not in save(box, "Pip")["text"]


# ── wherever a roll is made ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_saves_of_a_spell_count_it_for_friends_alone() -> None:
    told = table().did("cast", "Elara", spell="Fireball", targets=["Pip", "Oda", "Goblin", "Roland"], **{"with": ["aura of Roland"]})[
        "text"
    ]
    assert "Pip (10+3 = 13)" in told or "Pip (10+6 = 16)" in told
    assert "+3 to the DEX save of Pip and Oda." in told and "Goblin (10)" in told


def test_only_those_who_are_named_stand_in_it() -> None:
    told = table().did("cast", "Elara", spell="Fireball", targets=["Pip", "Oda", "Goblin"], **{"with": ["aura of Roland: Oda"]})["text"]
    assert "+3 to the DEX save of Oda." in told and "Pip and" not in told.rpartition("aura")[2]


def test_damage_that_asks_for_concentration_counts_it() -> None:
    box = table()
    box.did("cast", "Oda", spell="Bless", targets=["Pip"])
    assert "CON save 13 against DC 10" in box.did("damage", "Oda", amount=2, damageType="fire", **{"with": ["aura of Roland"]})["text"]
    assert "CON save 13 against DC 10" in box.did("attack", "Goblin", targetName="Oda", d20=[18], **{"with": ["aura of Roland"]})["text"]
    box.refused("aura_required", "damage", "Oda", amount=2, damageType="fire", **{"with": ["half_cover"]})


def test_a_death_save_counts_it() -> None:
    box = table()
    box.did("damage", "Pip", amount=60, damageType="fire")
    told = box.did("save", "Pip", ability="death", **{"with": ["aura of Roland"]})["text"]
    assert "13" in told and "+3 to the death save of Pip" in told


def test_a_save_between_turns_counts_it() -> None:
    box = table()
    box.did("cast", "Elara", spell="Hold Person", targets=["Pip"])
    box.let(20, 19, 10).did("start_fight", names=["Pip", "Goblin"])
    told = box.let(10).did("next_turn", **{"with": ["aura of Roland"]})["text"]
    assert "+3 to the WIS save of Pip" in told
    box.refused("aura_required", "next_turn", **{"with": ["sees"]})


def test_a_save_reminds_of_an_aura_that_may_reach() -> None:
    box = table()
    told = save(box, "Pip")["text"]
    assert "Roland's aura of protection reaches friends within 10 feet: with aura of Roland counts it." in told
    assert "counts it" not in save(box, "Pip", "aura of Roland")["text"]
    assert "counts it" not in save(box, "Goblin")["text"]


def test_a_refusal_keeps_the_word_in_what_it_proposes() -> None:
    box = table()
    told = box.ask("cast", "Elara", spell="Firebal", targets=["Pip"], **{"with": ["aura of Roland"]})
    assert told["error"]["try"]["with"] == ["aura of Roland"]


# ── every aura of the data ──────────────────────────────────────────────────────────────────────────────────────────


def auras_in_data() -> Iterator[tuple[str, str]]:
    """(name, target of the change) of each aura in the features, creatures and items."""

    def walk(value: Any, name: str) -> Iterator[tuple[str, str]]:
        if isinstance(value, dict):
            called = value.get("name", name)
            if "auraFt" in value:
                yield name, value["target"]
            for key, inner in value.items():
                yield from walk(inner, called if not (isinstance(inner, dict) and name == "" and "name" not in value) else key)
        elif isinstance(value, list):
            for inner in value:
                yield from walk(inner, name)

    files = [
        *folder("data").glob("features*.json"),
        *folder("data").glob("features/*.json"),
        *folder("data").glob("creatures/**/*.json"),
        *folder("items").glob("*.json"),
    ]
    for file in files:
        if "schema" not in file.name:
            yield from walk(json.loads(file.read_text("utf-8")), "")


OF_ROLLS: Final = {
    ("aura_of_protection", "save.all"), ("Aura of Authority", "attack.all"), ("Aura of Authority", "save.all"), ("Smite of Protection", "ac"),
    ("Smite of Protection", "save.dex"), ("Holy Avenger", "save.all"), ("Rod of Alertness", "ac"), ("Rod of Alertness", "save.all"),
}  # fmt: skip
OF_CONDITIONS_AND_INITIATIVE: Final = {
    ("aura_of_courage", "condition_immunity"),
    ("aura_of_devotion", "condition_immunity"),
    ("Weapon of Warning", "initiative"),
}


def test_every_aura_of_the_data_stands_here() -> None:
    assert {*auras_in_data()} == OF_ROLLS | OF_CONDITIONS_AND_INITIATIVE


def test_aura_of_authority() -> None:
    box = table("5.2")
    box.did("create", template="Hobgoblin Captain")
    word = {"with": ["aura of Hobgoblin Captain"]}
    assert "advantage" in box.did("save", "Goblin", ability="wis", **word)["text"]
    told = box.did("attack", "Goblin", targetName="Pip", **word)["text"]
    assert "with advantage" in told and "advantage to the attack of Goblin" in told
    box.refused("aura_of_a_foe", "attack", "Pip", targetName="Oda", **word)


def test_smite_of_protection() -> None:
    box = table("5.2")
    box.did("create", name="Sir", character={"classes": ["paladin 15"], "abilities": SCORES, "party": True})
    box.did("apply", "Sir", effect={"name": "Smite of Protection", "modifiers": [{"target": "ac", "op": "add", "value": 2, "auraFt": 10}, {"target": "save.dex", "op": "add", "value": 2, "auraFt": 10}]})  # fmt: skip
    told = box.did("attack", "Goblin", targetName="Pip", **{"with": ["aura of smite of protection of Sir"]})["text"]
    assert "+2 to AC of Pip" in told
    assert "+2 to the DEX save of Pip" in save(box, "Pip", "aura of Sir", ability="dex")["text"]


def test_holy_avenger() -> None:
    box = table()
    box.did("give", "Ulf", item="Holy Avenger", base="Longsword", equip=True)
    box.did("attune", "Ulf", itemName="Holy Avenger")
    word = "aura of Holy Avenger of Ulf"
    assert "advantage to the WIS save of Pip" in save(box, "Pip", word, vs=["magic"])["text"]
    assert "advantage" not in save(box, "Pip", word, vs=["poison"])["text"].replace("counts it", "")


def test_rod_of_alertness() -> None:
    box = table()
    box.did("give", "Oda", item="Rod of Alertness", equip=True)
    box.did("attune", "Oda", itemName="Rod of Alertness")
    box.did("use", "Oda", itemName="Rod of Alertness", property="protective_aura")
    assert "+1 to the WIS save of Pip" in save(box, "Pip", "aura of Oda")["text"]
    assert "+1 to AC of Pip" in box.did("attack", "Goblin", targetName="Pip", **{"with": ["aura of Oda"]})["text"]


# ── wherever an aura would count and nobody names it ────────────────────────────────────────────────────────────────

REMINDS: Final = "Roland's aura of protection reaches friends within 10 feet: with aura of Roland counts it."


@each_row("ruleset", RULESETS)
def test_every_save_reminds_of_an_aura(ruleset: Ruleset) -> None:
    """Saves of a spell, for concentration, at a turn's end, and of the dying."""
    box = table(ruleset)
    box.did("start_fight", names=["party", "Goblin"])
    told = box.did("cast", "Elara", spell="Fireball", targets=["Pip", "Oda"], force=True)["text"]
    assert told.count(REMINDS) == 1 and REMINDS not in box.did("cast", "Elara", spell="Fireball", targets=["Goblin"], force=True)["text"]
    box = table(ruleset)
    box.did("cast", "Oda", spell="Bless", targets=["Pip"])
    box.did("start_fight", names=["party", "Goblin"])
    assert REMINDS in box.did("attack", "Goblin", targetName="Oda", d20=[18])["text"]
    assert REMINDS not in box.did("damage", "Pip", amount=2, damageType="fire")["text"], "Pip does not concentrate"
    box.did("cast", "Elara", spell="Hold Person", targets=["Pip"], force=True)
    assert any(REMINDS in box.let(10).did("next_turn")["text"] for _ in range(6))
    box.did("damage", "Pip", amount=60, damageType="fire")
    assert REMINDS in box.did("save", "Pip", ability="death")["text"]


@each_row("ruleset", RULESETS)
def test_an_aura_of_courage_is_counted_or_reminded_of(ruleset: Ruleset) -> None:
    """SRD, Aura of Courage: friends in it cannot be frightened."""
    box = table(ruleset)
    told = box.did("apply", "Pip", condition="frightened")["text"]
    assert "aura of courage keeps friends within 10 feet from being frightened: if Pip stands in it, manage_condition remove" in told
    assert "keeps friends" not in box.did("apply", "Pip", condition="poisoned")["text"]
    assert "keeps friends" not in box.did("apply", "Goblin", condition="frightened")["text"]
    box.send({"operation": "remove", "characterName": "Pip", "condition": "frightened"}, "manage_condition")
    fear = [{"apply": "frightened"}]
    told = box.did("act", "Goblin", steps=fear, targets=["Pip"], **{"with": ["aura of Roland"]})["text"]
    assert "immune to frightened" in told and "Roland's aura of courage keeps Pip from being frightened." in told
    assert "depends on" not in told
    box.did("start_fight", names=["party", "Goblin"])
    told = box.did("act", "Goblin", steps=fear, targets=["Pip"], force=True)["text"]
    assert "keeps friends within 10 feet from being frightened: with aura of Roland counts it" in told


def test_an_aura_of_devotion_keeps_off_charm() -> None:
    box = table()
    box.did("create", name="Sir", character={"classes": ["paladin 9"], "subclass": "Oath of Devotion", "abilities": SCORES, "party": True})
    told = box.did("apply", "Pip", condition="charmed")["text"]
    assert "Sir's aura of devotion keeps friends within 10 feet from being charmed" in told


def test_initiative_counts_a_weapon_of_warning() -> None:
    """SRD 5.2, Weapon of Warning: friends within 30 feet have advantage on initiative."""
    box = table("5.2")
    box.did("give", "Roland", item="Weapon of Warning", base="Longsword", equip=True)
    box.did("attune", "Roland", itemName="Longsword of Warning")
    word = {"with": ["aura of Longsword of Warning of Roland: Pip"]}
    assert "advantage to initiative of Pip" in box.did("start_fight", names=["Roland", "Pip", "Goblin"], **word)["text"]
    box.did("end_fight")
    told = box.did("start_fight", names=["Roland", "Pip", "Goblin"])["text"]
    assert "within 30 feet: with aura of Roland counts it" in told
    box.did("end_fight")
    box.refused("aura_required", "start_fight", names=["Pip", "Goblin"], **{"with": ["half_cover"]})


@each_row("ruleset", RULESETS)
def test_a_number_that_is_asked_names_the_aura_that_may_add_to_it(ruleset: Ruleset) -> None:
    box = table(ruleset)
    assert REMINDS in box.did("character", "Pip", stats=["saves.wis"])["text"]
    assert REMINDS not in box.did("character", "Pip", stats=["ac", "skills.stealth"])["text"]
    assert "reaches friends" not in box.did("character", "Goblin", stats=["saves.wis"])["text"]
