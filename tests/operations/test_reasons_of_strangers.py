"""A player hears that a deed does nothing to a stranger, and not why; nor is a hero's sheet the place where a stranger's stat block shows. The
game master hears the reason (SRD 5.1, Polymorph; Succubus, Charm; SRD 5.2, Ghost, Possession).
"""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts import withstood
from rpg_lite.rules.acts.act import ApplyStep, EffectModel, IfStep, Spell
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

PLAYER: Final = Caller.of("player", ["Mage"])
MASTER: Final = Caller()
ALOUD: Final = Caller(characters=("Mage",), aloud=True)
FIRM: Final = {"target": "save.all", "op": "add", "value": 60}
BLOCKS: Final = {"shapechanger": "Doppelganger", "undead": "Zombie", "construct": "Iron Golem", "charmed": "Iron Golem", "int": "Zombie"}
"""What spares somebody → a creature that is so."""


@laid_alike
def seated(ruleset: Ruleset, block: str, of: str = "fighter", **hero: Any) -> Table:
    """A hero, and a creature under a name of its own."""
    table = Table(begun(ruleset))
    sheet = {"classes": [f"{of} 20"], "abilities": dict.fromkeys(ABILITIES, 16), "hpMax": 300, "party": True, **hero}
    table.did("create", name="Mage", character=sheet)
    table.did("create", name="Innkeeper", template=block)
    return table


def told(table: Table, caller: Caller, **payload: Any) -> Answer:
    answer = table.game.ask(
        {"operation": "cast", "characterName": "Mage", "targets": ["Innkeeper"], **payload}, "execute_action", caller=caller
    )
    assert answer["ok"], answer["text"]
    return answer


def sparing() -> Iterator[tuple[Ruleset, Spell, str]]:
    """The spells that do nothing to some kind of creature because a word of theirs says so, with that kind."""
    for ruleset in RULESETS:
        for spell in rulebook_loading.rulebook(ruleset).spell_acts.values():
            for step in spell.steps:
                if isinstance(step, IfStep) and (kind := _spared_by(step)):
                    yield ruleset, spell, kind


def _spared_by(step: IfStep) -> str | None:
    text, only_says = " ".join(step.if_), bool(step.then) and all(isinstance(s, SayStep) for s in step.then)
    if only_says:
        return next((kind for kind in ("shapechanger",) if f"target:{kind}" in text), None)
    found = {"undead": "not target:undead", "charmed": "not immune:charmed", "int": "not int<=4"}
    return next((kind for kind, word in found.items() if word in text), None)


def names_of_sparing() -> list[tuple[Ruleset, str, str]]:
    left_out = ("Sleep", "Resurrection")  # a pool of hit points; a spell for the dead
    return sorted({(ruleset, spell.name, kind) for ruleset, spell, kind in sparing() if spell.name not in left_out and not _heals(spell)})


def _heals(spell: Spell) -> bool:
    return any("Heal" in type(step).__name__ or "Remove" in type(step).__name__ for step in walk(spell.steps))


def test_there_are_such_spells() -> None:
    assert {name for _, name, _ in names_of_sparing()} >= {
        "Polymorph",
        "Blight",
        "Hypnotic Pattern",
        "Suggestion",
        "Hideous Laughter",
        "Command",
    }


@pytest.mark.parametrize(("ruleset", "spell", "kind"), names_of_sparing())
def test_a_player_hears_that_it_does_nothing_and_the_game_master_why(ruleset: Ruleset, spell: str, kind: str) -> None:
    of = next(one for one in rulebook_loading.rulebook(ruleset).spell_acts.values() if one.name == spell).classes[0]
    table = seated(ruleset, BLOCKS[kind], of)
    choice = {"choice": {"form": "wolf"}} if "olymorph" in spell else {"choice": {"choice": "grovel"}} if spell == "Command" else {}
    text = told(table, PLAYER, spell=spell, **choice)["text"]
    assert f"Innkeeper is not affected by {spell}." in text
    assert not [word for word in ("undead", "shapechanger", "immun", "charmed", "construct", "INT") if word in text]
    table = seated(ruleset, BLOCKS[kind], of)
    text = told(table, MASTER, spell=spell, **choice)["text"]
    assert "is not affected by" not in text
    assert {"int": "INT"}.get(kind, kind) in text


def test_the_name_of_a_trait_tells_no_player_what_a_stranger_is() -> None:
    for ruleset in RULESETS:
        table = seated(ruleset, "Zombie", "wizard")
        table.roll_with(falling(2))
        text = told(table, PLAYER, spell="Finger of Death")["text"]
        assert "Undead Fortitude" not in text
        table = seated(ruleset, "Zombie", "wizard")
        table.roll_with(falling(2))
        assert "Undead Fortitude" in told(table, MASTER, spell="Finger of Death")["text"]


def withstanding() -> list[tuple[Ruleset, str, str]]:
    """(ruleset, creature, act) of every act with a save after which a creature is immune to it for a while."""
    found = set()
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            for act in row["character"].get("acts", ()):
                words = str(act)
                if act.get("targets") != "self" and ("withstood'}" in words or "Spared by" in words):
                    found.add((ruleset, row["character"]["name"], act["name"]))
    return sorted(found)


def test_marks_are_known_by_their_names() -> None:
    laid = {
        step.apply.name
        for ruleset in RULESETS
        for spell in rulebook_loading.rulebook(ruleset).spell_acts.values()
        for step in walk(spell.steps)
        if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel)
    }
    assert {name for name in laid if name and withstood.is_mark(name)} >= {"Eyebite: withstood", "Magic Jar: resisted"}


@pytest.mark.parametrize(("ruleset", "creature", "act"), withstanding())
def test_a_hero_does_not_feel_what_it_has_withstood(ruleset: Ruleset, creature: str, act: str) -> None:
    table = seated(ruleset, creature, modifiers=[FIRM])
    payload = {"operation": "act", "characterName": "Innkeeper", "act": act, "targets": ["Mage"], "force": True}
    answer = table.game.ask(payload, "execute_action", caller=ALOUD)
    if not answer["ok"] or not any(withstood.is_mark(e["name"]) for e in table.thing("Mage").body.get("effects", ())):
        assert act in ("Bite", "Gore", "Stench") or not answer["ok"], answer["text"]  # it has to hit first
        return
    assert "immune" not in answer["text"] and "Spared" not in answer["text"], answer["text"]
    for operation, tool in (("context", "read_campaign"), ("character", "read_campaign")):
        read = table.game.ask(
            {"operation": operation, **({"characterName": "Mage"} if operation == "character" else {})}, tool, caller=PLAYER
        )
        assert act not in read["text"], read["text"]
    assert act in table.did("character", "Mage")["text"]
    passed = table.game.ask({"operation": "advance", "duration": "2 days"}, "manage_character", caller=ALOUD)
    assert act not in passed["text"], passed["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_reads_what_its_own_friends_have_laid_on_it(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Commoner", modifiers=[FIRM])
    table.did("create", name="Elara", character={"classes": ["wizard 20"], "abilities": dict.fromkeys(ABILITIES, 16), "party": True})
    table.did("cast", "Elara", spell="Eyebite", targets=["Mage"], choice={"choice": "asleep"}, force=True)
    read = table.game.ask({"operation": "character", "characterName": "Mage"}, "read_campaign", caller=PLAYER)
    assert "immune to Eyebite" in read["text"]


def test_nobody_notices_a_phantasm() -> None:
    table = seated("5.2", "Mage", modifiers=[{**FIRM, "value": -60}])
    table.did("cast", "Innkeeper", spell="Phantasmal Force", targets=["Mage"], force=True)
    assert "Phantasmal Force" in table.did("character", "Mage")["text"]
    read = table.game.ask({"operation": "character", "characterName": "Mage"}, "read_campaign", caller=PLAYER)
    assert "Phantasmal Force" not in read["text"]
