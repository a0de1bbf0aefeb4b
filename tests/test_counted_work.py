"""The work of the acts and numbers that are asked for most, as counted calls: a cache that no longer holds doubles them."""

from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from bench.calls import python_calls
from rpg_lite.decision.callers import GM
from rpg_lite.game import Game
from rpg_lite.store.writer_turns import WriterBusy
from rpg_lite.world import thing_stats
from tests.operations.table import Table

pytestmark = pytest.mark.sqlite("a database server's driver makes other calls")

CASTER: dict[str, Any] = {
    "character": {
        "name": "Mira",
        "classes": ["wizard 8", "cleric 5", "sorcerer 4", "warlock 3"],
        "race": "elf",
        "abilities": {"str": 8, "dex": 14, "con": 14, "int": 18, "wis": 16, "cha": 16},
    },
    "equipped": ["Shield, +1", "Mace of Smiting", "Ring of Protection", "Cloak of Protection", "Boots of Elvenkind"],
    "effects": ["Bless", "Haste", "Shield of Faith"],
}
OGRES = tuple(f"Ogre {n}" for n in range(1, 9))


@pytest.fixture
def ogres(tmp_path: Path):
    with rpg_lite.open_campaign(tmp_path / "party.db", seed=1) as game:
        table = Table(game)
        table.did("create", name="Elara", character={"classes": ["wizard 5"]})
        for name in OGRES:
            table.did("create", name=name, character={"hpMax": 10_000})
        yield table


def calls_of_a_fireball(table: Table, *targets: str) -> int:
    """Without the spells before it, which load what it touches."""
    found = []
    for _ in range(3):
        table.did("update", "Elara", unset=["spent"])
        found.append(python_calls(lambda: table.did("cast", "Elara", spell="Fireball", targets=targets)))
    return min(found)


def calls_of_a_turn(table: Table) -> int:
    return min(python_calls(lambda: table.did("next_turn")) for _ in range(6))


def test_an_equip_calls_few_functions(tmp_path: Path):
    shield = {"characterName": "Thorin", "itemName": "Shield, +1"}
    with rpg_lite.open_campaign(tmp_path / "party.db", seed=1) as game:
        Table(game).did("import", document={"character": {"name": "Thorin", "classes": ["fighter 5"]}, "equipped": ["Shield, +1"]})
        found = []
        for _ in range(10):
            game.ask({"operation": "unequip", **shield})
            answers: list[Any] = []
            calls = python_calls(lambda into=answers: into.append(_at_once(game, {"operation": "equip", **shield})))
            found += [calls] if answers[0] else []
    assert (
        min(found) <= 980
    )  # with the note of the time that a shield takes, kept slices that may hold rooms, the questions whether a fight measures and whether somebody fell last; five more or less by what is loaded


def _at_once(game: Game, payload: dict[str, Any]) -> Any:
    try:
        return game.at_once(payload, "manage_inventory", "brief", GM)
    except WriterBusy:
        return None


def test_a_fireball_on_eight_calls_few_functions_for_each_of_them(ogres: Table):
    many, one = calls_of_a_fireball(ogres, *OGRES), calls_of_a_fireball(ogres, OGRES[0])
    assert (many - one) / 7 <= 395, (many, one)  # twelve of them write what the page tells of the target


def test_an_act_computes_the_numbers_of_its_targets_once(ogres: Table, monkeypatch: pytest.MonkeyPatch):
    """The numbers after one act are those before the next, and the numbers that an act shows are those that it has played with."""
    calls_of_a_fireball(ogres, *OGRES)
    asked: list[str] = []
    current = thing_stats._current_stats
    monkeypatch.setattr(thing_stats, "_current_stats", lambda world, who, book: (asked.append(who.name), current(world, who, book))[1])
    ogres.did("update", "Elara", unset=["spent"])
    asked.clear()
    ogres.did("cast", "Elara", spell="Fireball", targets=OGRES)
    assert sorted(name for name in asked if name in OGRES) == sorted(OGRES)


def test_a_turn_looks_only_into_the_bags_of_those_who_act(tmp_path: Path):
    found = {}
    for things in (1, 20):
        with rpg_lite.open_campaign(tmp_path / f"{things}.db", seed=1) as game:
            table = Table(game)
            fighters = [f"Hero {n}" for n in range(6)]
            for name in fighters:
                table.did("create", name=name, character={"classes": ["fighter 9"], "hpMax": 10_000})
                for n in range(things):
                    table.did("give", name, item={"name": f"Odd Cap {n}", "type": "wondrous", "weight": 1})
            table.did("start_fight", names=fighters, seed=1)
            found[things] = calls_of_a_turn(table)
    assert (found[20] - found[1]) / 19 <= 45, found  # for each thing that all of them carry more


def test_the_document_of_a_caster_of_level_20_calls_few_functions():
    book = rpg_lite.rulebook("5.1")
    least = min(python_calls(lambda: rpg_lite.effective(CASTER, book)) for _ in range(3))
    assert least <= 2_160, least


def calls_of_making(path: Path, template: str, count: int) -> int:
    with rpg_lite.open_campaign(path, seed=1) as game:
        table = Table(game)
        table.did("create", template=template)
        return python_calls(lambda: table.did("create", template=template, count=count))


@pytest.mark.parametrize("template", ["Goblin", "Bugbear", "Young Red Dragon"])
def test_twenty_creatures_call_six_times_what_one_calls(tmp_path: Path, template: str):
    """What is the same for all of them is computed once: the sheet, the stored keys, and what does not count."""
    many, one = (calls_of_making(tmp_path / f"{count}.db", template, count) for count in (20, 1))
    assert many <= 6 * one, (many, one)


def test_twenty_creatures_cost_at_most_six_of_one(tmp_path: Path):
    with rpg_lite.open_campaign(tmp_path / "party.db", seed=1) as game:
        table = Table(game)
        table.did("create", template="Goblin")
        one = min(python_calls(lambda: table.did("create", template="Goblin")) for _ in range(3))
        many = min(python_calls(lambda: table.did("create", template="Goblin", count=20)) for _ in range(3))
    assert many <= 6 * one, (many, one)
