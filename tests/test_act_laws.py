"""Laws of acts: whatever is cast, used, struck, rested and taken back in any order, the ledger of the campaign stays true."""

from dataclasses import replace
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rpg_lite.decision.outcome import Accepted, Outcome, Rejected
from rpg_lite.meaning.parse import parse
from rpg_lite.operations import batch
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.vocabulary import DAMAGE_TYPES, RULESETS, Ruleset
from rpg_lite.world import events
from rpg_lite.world.world_model import World, order_made
from tests.act_commands import MONSTERS, Json, acts, attacks, casts, names, opened, world_of
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.ledgers import check_ledger, taken_back
from tests.operations.table import TOOL_OF, Table
from tests.store import known

pytestmark = pytest.mark.timeout(seconds())
blows = st.tuples(
    st.just("damage"), names, st.fixed_dictionaries({"amount": st.integers(1, 60), "damageType": st.sampled_from(DAMAGE_TYPES)})
)
cures = st.tuples(st.just("heal"), names, st.fixed_dictionaries({"amount": st.integers(1, 60)}))
rests = st.tuples(st.just("rest"), st.none(), st.fixed_dictionaries({"kind": st.sampled_from(["short", "long"])}))
FIGHT: Final[tuple[str, str | None, Json]] = ("start_fight", None, {"names": ["party", *MONSTERS]})
turns = st.sampled_from([
    FIGHT, ("next_turn", None, {}), ("next_turn", None, {}), ("next_turn", None, {}),
    ("end_fight", None, {}), ("advance", None, {"duration": "1 minute"}), ("advance", None, {"duration": "1 hour"}),
])  # fmt: skip
takings_back = st.just(("undo", None, {}))


charges = st.fixed_dictionaries({}, optional={"quantity": st.integers(1, 8)})
uses = st.one_of(
    st.sampled_from([
        ("use", "Thorin", {"itemName": "Potion of Healing"}),
        ("use", "Thorin", {"itemName": "Potion of Healing", "targetName": "Pip"}),
    ]),
    st.tuples(st.just("use"), st.just("Elara"), charges.map(lambda more: {"itemName": "Wand of Magic Missiles", "targets": ["Goblin 1"], **more})),
)  # fmt: skip


def commands(ruleset: Ruleset) -> st.SearchStrategy[Any]:
    cast, act = casts(ruleset), acts(ruleset)
    return st.one_of(cast, cast, cast, act, act, attacks, uses, blows, cures, rests, turns, turns, takings_back)


# ── the laws ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.integers(0, 3), st.booleans())
def test_any_sequence_of_acts_keeps_the_ledger(ruleset: Ruleset, data: st.DataObject, every: int, fights: bool) -> None:
    played = data.draw(st.lists(commands(ruleset), min_size=4, max_size=14))
    with copy_of(opened, ruleset) as game:
        evening(Table(game), [FIGHT, *played] if fights else played, every)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(20), deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
@given(st.data(), st.booleans())
def test_what_an_act_loads_is_enough(ruleset: Ruleset, data: st.DataObject, fights: bool) -> None:
    """The same happens in the slice as in the whole world, and every kept slice is what a load would find."""
    played = data.draw(st.lists(st.one_of(commands(ruleset), uses), min_size=4, max_size=14))
    with copy_of(opened, ruleset) as game:
        table = Table(game)
        for operation, who, fields in [FIGHT, *played] if fights else played:
            seed = {"seed": 1, **fields} if operation in ROLLING else fields
            expected = in_the_whole_world(table, operation, who, seed) if operation in ROLLING else None
            answer = table.ask(operation, who, **seed)
            if expected is not None:
                assert answer["ok"] == isinstance(expected, Accepted), (answer["text"], expected)
            if isinstance(expected, Accepted) and expected.events:
                assert game.store.read(game.campaign.id, lambda at: at.commits(1)[0].events) == expected.events, answer["text"]
        known.is_true(game)


ROLLING: Final = ("cast", "act", "use", "next_turn")
"""The operations that play acts, with dice of their own."""


def in_the_whole_world(table: Table, operation: str, who: str | None, fields: Json) -> Outcome:
    """The outcome where nothing is left out of the world. Events go through JSON, as those of the store do."""
    game = table.game
    asked = parse(TOOL_OF[operation], {"operation": operation, **({"characterName": who} if who else {}), **fields}, game.book.words)
    if not isinstance(asked, Asked):
        return asked if isinstance(asked, Rejected) else asked[0]

    now = table.now

    def decided(at: Reading) -> Outcome:
        world = World(at.campaign, dict(sorted(now.things.items(), key=lambda pair: order_made(pair[1]))), dict(now.worn), dict(now.exits))
        (outcome,) = batch.decide(asked.commands, world, game._situation(at, at.campaign.rev + 1)).outcomes
        return replace(outcome, events=tuple(events.load(events.dump(outcome.events)))) if isinstance(outcome, Accepted) else outcome

    return game.store.read(game.campaign.id, decided)


def evening(table: Table, played: list[tuple[str, str | None, Json]], every: int) -> None:
    for n, (operation, who, fields) in enumerate(played):
        before = table.now
        answer = table.ask(operation, who, **fields)
        if not answer["ok"]:
            assert table.now == before, (operation, fields)
            assert answer["error"]["code"] not in NEVER, answer["text"]
            continue
        assert "in a circle" not in answer["text"], answer["text"]
        check_ledger(world_of(table), table.game.book)
        if n % 4 == every and operation != "undo" and table.now.rev > before.rev:
            taken_back(table, before.world)


NEVER: Final = ("act_runs_in_a_circle", "internal_error")
