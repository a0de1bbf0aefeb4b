"""Laws of time outside a fight: time in two parts brings what one part brings, and one undo takes it back, whatever is at work."""

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests import act_commands
from tests.act_commands import acts, casts
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.ledgers import check_ledger, taken_back
from tests.operations.dice import falling
from tests.operations.table import Table, snapshot

pytestmark = pytest.mark.timeout(seconds())
ROUNDS: Final = 40
NAMED_ANEW: Final = ("cast", "by")
"""The keys of an entry whose values contain the number of the command that laid it."""


def camp(ruleset: Ruleset) -> Game:
    """The heroes and monsters of the other laws, with a troll that is wounded and somebody who burns."""
    game = act_commands.opened(ruleset)
    table = Table(game)
    table.did("create", template="Troll")
    table.did("damage", "Troll", amount=60, damageType="slashing")
    return game


def state(game: Game) -> dict[str, Any]:
    """Every creature as it is, without what differs by the number of a command, and the clock."""
    now = snapshot(game)
    return {
        "clock": (now.minutes, now.things["w"].body.get("rounds")),
        **{t.name: _plain(t.body) for t in now.things.values() if t.kind == "character"},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items() if key not in NAMED_ANEW}
    return [_plain(one) for one in value] if isinstance(value, list) else value


def after(ruleset: Ruleset, played: list[tuple[str, str, dict[str, Any]]], face: int, parts: list[int]) -> dict[str, Any]:
    with copy_of(camp, ruleset) as game:
        table = Table(game)
        table.roll_with(falling(face, face=3))
        for operation, who, fields in played:
            table.ask(operation, who, **{**fields, "force": True})
        for rounds in parts:
            table.did("advance", duration=f"{rounds} rounds")
        return state(game)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from((2, 11, 19)), st.integers(1, ROUNDS - 1))
def test_time_in_two_parts_brings_what_one_part_brings(ruleset: Ruleset, data: st.DataObject, face: int, first: int) -> None:
    played = data.draw(st.lists(st.one_of(casts(ruleset), casts(ruleset), acts(ruleset)), min_size=1, max_size=4))
    assert after(ruleset, played, face, [ROUNDS]) == after(ruleset, played, face, [first, ROUNDS - first])


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.sampled_from(("1 round", "1 minute", "1 hour", "1 day")))
def test_one_undo_takes_time_back_and_the_ledgers_hold(ruleset: Ruleset, data: st.DataObject, duration: str) -> None:
    played = data.draw(st.lists(st.one_of(casts(ruleset), acts(ruleset)), max_size=4))
    with copy_of(camp, ruleset) as game:
        table = Table(game)
        for operation, who, fields in played:
            table.ask(operation, who, **{**fields, "force": True})
        before = table.now
        table.did("advance", duration=duration)
        check_ledger(act_commands.world_of(table), game.book)
        taken_back(table, before.world)
