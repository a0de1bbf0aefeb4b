"""Acts that recharge on a d6, and legendary actions, come back in the turns that pass outside a fight as they do in one (SRD, Limited Usage)."""

from collections.abc import Iterator, Sequence

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Table
from tests.rows import each_row

LEGENDARY = "legendary actions"


def recharging() -> Iterator[tuple[Ruleset, str, tuple[str, ...]]]:
    """Each creature with what comes back to it at its turn."""
    for ruleset in RULESETS:
        for row in rulebook_loading.rulebook(ruleset).creatures.values():
            acts = row["character"].get("acts", ())
            names = [act["name"] for act in acts if str(act.get("spend", "")).startswith("recharge:")]
            names += [LEGENDARY] if any(act.get("cost") == "legendary" for act in acts) else []
            if names:
                yield ruleset, row["character"]["name"], tuple(names)


@laid_alike
def exhausted(ruleset: Ruleset, creature: str, supplies: Sequence[str]) -> Table:
    table = Table(begun(ruleset))
    table.did("create", template=creature)
    left = thing_stats.sheet(table.thing(creature), rulebook_loading.rulebook(ruleset)).resources
    spent = [key for key in left if key in (*supplies, "Breath Weapon")]  # two kinds of breath share one use
    assert spent
    table.did("update", creature, character={"resources": {key: {"left": 0} for key in spent}})
    assert len(table.thing(creature).creature.spent) == len(spent)
    return table


def test_there_are_such_creatures() -> None:
    assert len([*recharging()]) > 150
    assert len([row for row in recharging() if LEGENDARY in row[2]]) > 40


@each_row("ruleset, creature, supplies", recharging())
def test_an_hour_gives_it_all_back(ruleset: Ruleset, creature: str, supplies: Sequence[str]) -> None:
    table = exhausted(ruleset, creature, supplies)
    table.did("advance", duration="1 hour")
    assert not table.thing(creature).creature.spent


def test_a_round_gives_legendary_actions_back_and_rolls_once() -> None:
    table = exhausted("5.1", "Adult Red Dragon", ("Fire Breath", LEGENDARY))
    answer = table.did("advance", duration="1 round")
    assert answer["results"][0]["roll"]["dice"] == "1d6"
    assert ("Fire Breath recharges" in answer["text"]) == (answer["results"][0]["roll"]["total"] >= 5)
    assert "legendary_actions" not in table.thing("Adult Red Dragon").creature.spent


def test_one_undo_takes_it_back_and_a_player_learns_nothing_of_it() -> None:
    table = exhausted("5.1", "Adult Red Dragon", ("Fire Breath",))
    table.did("create", name="Pip", character={"classes": ["rogue 3"], "party": True})
    before = table.now.things
    rest = {"operation": "rest", "characterName": "Pip", "kind": "short"}
    answer = table.game.ask(rest, TOOL_OF["rest"], "brief", Caller(aloud=True))
    assert answer["ok"]
    assert "Fire Breath" not in str(answer)
    assert not table.thing("Adult Red Dragon").creature.spent
    table.did("undo")
    assert table.now.things == before


def test_the_dead_recharge_nothing() -> None:
    table = exhausted("5.1", "Adult Red Dragon", ("Fire Breath",))
    table.did("damage", "Adult Red Dragon", amount=900, damageType="slashing")
    table.did("advance", duration="1 hour")
    assert table.thing("Adult Red Dragon").creature.spent


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_day_in_parts_is_a_day(ruleset: Ruleset) -> None:
    table = exhausted(ruleset, "Adult Red Dragon", ("Fire Breath", LEGENDARY))
    for duration in ("3 rounds", "57 rounds", "1 day"):
        table.did("advance", duration=duration)
    assert not table.thing("Adult Red Dragon").creature.spent
