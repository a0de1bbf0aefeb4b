"""A player plays what its hero has summoned and what obeys it, and nobody else's (SRD, Find Familiar, Find Steed, Conjure Animals)."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import creature_flags
from rpg_lite.rules.acts.plain_steps import MakeStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Table
from tests.rows import each_row

PLAYER = Caller.of("player", ["Wim"])
OTHER = Caller.of("player", ["Bo"])
DISOBEDIENT = {"Animate Dead", "Create Undead", "Conjure Elemental", "Conjure Fey", "True Polymorph"}
"""Spells whose creatures obey only while something lasts, or not at all: the game master plays them."""


def makers(ruleset: Ruleset) -> Iterator[tuple[str, bool]]:
    """(spell, whether all creatures that it makes obey)."""
    book = rulebook_loading.rulebook(ruleset)
    for name in book.spells:
        spell = book.spell(name)
        made = [s for s in walk(spell.steps) if isinstance(s, MakeStep) and not s.makes_things] if spell else []
        if spell and made:
            yield spell.name, all(creature_flags.OBEYS_ITS_MAKER in s.flags for s in made)


@each_row("ruleset, spell, obeys", [(r, s, o) for r in RULESETS for s, o in makers(r)])
def test_every_spell_that_makes_creatures_says_whether_they_obey(ruleset: Ruleset, spell: str, obeys: bool) -> None:
    assert obeys is (spell not in DISOBEDIENT)


@laid_alike
def table_of(ruleset: Ruleset, **cast: Any) -> Table:
    table = Table(begun(ruleset))
    for name, party in (("Wim", True), ("Bo", True), ("Vex", False)):
        table.did("create", name=name, character={"classes": ["wizard 17"], "abilities": {"int": 18}, "party": party, "hpMax": 200})
    table.did("create", name="Mug", character={"hpMax": 60, "party": False})
    table.did("cast", "Wim", force=True, **cast)
    return table


def asked(table: Table, operation: str, caller: Caller = PLAYER, **fields: Any) -> dict[str, Any]:
    return table.game.ask({"operation": operation, **fields}, TOOL_OF[operation], "full", caller)


CASTS: list[tuple[Ruleset, str, dict[str, Any], str]] = [
    ("5.1", "Owl", {"spell": "Find Familiar", "choice": {"form": "owl", "type": "fey"}}, "Dodge"),
    ("5.2", "Owl", {"spell": "Find Familiar", "choice": {"form": "owl", "type": "fey"}}, "Dodge"),
    ("5.1", "Warhorse", {"spell": "Find Steed", "choice": {"form": "warhorse", "type": "fey"}}, "Dash"),
    ("5.2", "Otherworldly Steed", {"spell": "Find Steed", "choice": "fey"}, "Fey Step"),
    ("5.1", "Wolf 1", {"spell": "Conjure Animals", "choice": {"amount": "8", "beast": "wolf"}}, "Dodge"),
    ("5.2", "Draconic Spirit", {"spell": "Summon Dragon", "choice": {"resistance": "acid", "breath": "acid"}}, "Dodge"),
]


@each_row("ruleset, creature, cast, act", CASTS)
def test_the_player_plays_it(ruleset: Ruleset, creature: str, cast: dict[str, Any], act: str) -> None:
    table = table_of(ruleset, **cast)
    name = next(t.name for t in table.now.things.values() if t.kind == "character" and t.name.startswith(creature.partition(" ")[0]))
    answer = asked(table, "act", characterName=name, act=act)
    assert answer["ok"], answer["text"]
    assert asked(table, "check", characterName=name, skill="perception")["ok"]
    assert "HP" in asked(table, "character", characterName=name)["text"]
    refused = asked(table, "act", OTHER, characterName=name, act="Dodge")
    assert refused["error"]["code"] == "not_yours"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_in_a_fight_it_waits_for_its_turn(ruleset: Ruleset) -> None:
    table = table_of(ruleset, spell="Find Familiar", choice={"form": "owl", "type": "fey"})
    table.did("start_fight", names=["Wim", "Owl", "Mug"], d20={"Wim": 20, "Mug": 10, "Owl": 1})
    assert asked(table, "act", characterName="Owl", act="Dodge")["error"]["code"] == "not_your_turn"
    table.did("next_turn")
    table.did("next_turn")
    assert asked(table, "act", characterName="Owl", act="Dodge")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_plays_or_reads_the_familiar_of_a_stranger(ruleset: Ruleset) -> None:
    table = table_of(ruleset, spell="Light", targets=["Wim"])
    table.did("cast", "Vex", spell="Find Familiar", choice={"form": "owl", "type": "fey"}, force=True)
    assert asked(table, "act", characterName="Owl", act="Dodge")["error"]["code"] == "not_yours"
    assert asked(table, "character", characterName="Owl")["error"]["code"] == "out_of_sight"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_familiar_goes_to_its_pocket_and_comes_back(ruleset: Ruleset) -> None:
    table = table_of(ruleset, spell="Find Familiar", choice={"form": "owl", "type": "fey"})
    act = "Familiar: dismiss or recall"
    assert asked(table, "act", characterName="Wim", act=act)["ok"]
    table.refused("target_banished", "attack", "Mug", targetName="Owl")
    table.refused("cannot_act", "act", "Owl", act="Dodge")
    assert asked(table, "act", characterName="Wim", act=act)["ok"]
    table.did("act", "Owl", act="Dodge")
    table.did("attack", "Mug", targetName="Owl")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_familiar_elsewhere_goes_to_its_pocket_too(ruleset: Ruleset) -> None:
    table = table_of(ruleset, spell="Find Familiar", choice={"form": "owl", "type": "fey"})
    table.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")
    table.send({"operation": "go", "characterName": "Owl", "direction": "north"}, "manage_room")
    table.did("act", "Wim", act="Familiar: dismiss or recall")
    assert "Familiar: pocket" in [e.name for e in table.thing("Owl").creature.effects]
    table.did("act", "Wim", act="Familiar: dismiss or recall")
    assert "Familiar: pocket" not in [e.name for e in table.thing("Owl").creature.effects]
