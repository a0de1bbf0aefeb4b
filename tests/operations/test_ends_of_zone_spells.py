"""However a spell with a zone ends, nothing of it stays on those inside; an effect that is taken off takes along what it came with."""

from functools import cache
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.rules.acts.act import ZoneStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.creature_states import LASTING
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

INSIDE = ("Ogre", "Imp")
WAYS: dict[str, dict[str, Any]] = {
    "end": {"operation": "end", "characterName": "Elara", "spell": "concentration"},
    "unconscious": {"operation": "apply", "characterName": "Elara", "condition": "unconscious"},
    "dead": {"operation": "damage", "characterName": "Elara", "amount": 900, "damageType": "force"},
    "time": {"operation": "advance", "duration": "25 hours"},
}
TOOLS = {"end": "execute_action", "damage": "execute_action", "apply": "manage_condition", "advance": "manage_character"}


def _room(ruleset: Ruleset) -> Game:
    game = begun(ruleset)
    table = Table(game)
    table.did("create", name="Elara", character={"classes": ["wizard 17"], "abilities": {"int": 18}, "party": True, "hpMax": 190})
    table.did("create", name="Ogre", template="Ogre", character={"hpMax": 300, "hp": 300})
    table.did("create", name="Imp", character={"classes": ["fighter 3"], "hpMax": 300})
    return game


def laid(table: Table, cast: str) -> dict[str, list[str]]:
    """What this cast keeps on everybody: the names of conditions and effects."""
    found = {name: table.thing(name).creature for name in ("Elara", *INSIDE)}
    return {
        name: entries
        for name, c in found.items()
        if (entries := [e.name for kind in LASTING for e in c.lasting(kind) if e.cause.cast == cast and not e.cause.is_of_an_end])
    }


def _cast(ruleset: Ruleset, spell: str) -> Game:
    """The spell was cast with both others inside, and every save of a round failed."""
    table = Table(game := copy_of(_room, ruleset))
    table.roll_with(falling(1))
    if table.ask("cast", "Elara", spell=spell, targets=list(INSIDE), force=True)["ok"]:
        table.did("start_fight", names=["Elara", *INSIDE])
        for _ in range(3):
            table.did("next_turn")
        table.did("end_fight")
    game._roll = dice.roller(1)
    return game


def cast_at(ruleset: Ruleset, spell: str) -> tuple[Table, str]:
    """The table after the spell was cast, and the id of the cast that its caster concentrates on, or ""."""
    table = Table(copy_of(_cast, ruleset, spell))
    held = table.thing("Elara").creature.concentration
    return table, (held.cast or "") if held else ""


@cache
def spells_that_lay(ruleset: Ruleset) -> tuple[str, ...]:
    """The spells with a zone that keep something on creatures inside while their caster concentrates."""
    book = rulebook_loading.rulebook(ruleset)
    zones = [spell.name for spell in book.spell_acts.values() if any(isinstance(step, ZoneStep) for step in walk(spell.steps))]
    found = []
    for name in zones:
        table, cast = cast_at(ruleset, name)
        if cast and not {*laid(table, cast)}.isdisjoint(INSIDE):
            found.append(name)
    return tuple(found)


@each_row("ruleset", RULESETS)
def test_the_known_spells_are_among_them(ruleset: Ruleset) -> None:
    assert {"Silence", "Web", "Black Tentacles", "Entangle"} <= {*spells_that_lay(ruleset)}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("way", WAYS)
def test_nothing_stays(ruleset: Ruleset, way: str) -> None:
    for spell in spells_that_lay(ruleset):
        table, cast = cast_at(ruleset, spell)
        ended = table.send(WAYS[way], TOOLS[WAYS[way]["operation"]])
        assert ended["ok"], ended["text"]
        assert not laid(table, cast) and not table.thing("Elara").creature.zones, (spell, ended["text"])


@pytest.mark.parametrize(("ruleset", "spell"), [("5.1", "Silence"), ("5.2", "Silence"), ("5.1", "Black Tentacles")])
def test_an_effect_is_taken_off_with_what_it_came_with(ruleset: Ruleset, spell: str) -> None:
    table, cast = cast_at(ruleset, spell)
    had = laid(table, cast)["Ogre"]
    (effect,) = [e.name for e in table.thing("Ogre").creature.effects]
    assert len(had) == 2
    table.send({"operation": "remove", "characterName": "Ogre", "effect": effect}, "manage_condition")
    assert laid(table, cast) == {"Imp": had}
    assert table.thing("Elara").creature.zones


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_condition_of_another_moment_stays(ruleset: Ruleset) -> None:
    table, _ = cast_at(ruleset, "Silence")
    table.did("apply", "Ogre", condition="poisoned")
    table.send({"operation": "remove", "characterName": "Ogre", "effect": "Silence"}, "manage_condition")
    assert [c.name for c in table.thing("Ogre").creature.conditions] == ["poisoned"]
