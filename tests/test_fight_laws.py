"""Laws of fights: whoever comes, goes, strikes, casts and takes back, the order of turns stays whole and every turn comes."""

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bench.calls import python_calls
from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock, combat, thing_stats
from tests.act_commands import EVERYBODY, MONSTERS, Json, acts, attacks, casts, names, opened, world_of
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.ledgers import check_ledger, check_order, check_turn, taken_back
from tests.operations.table import Table
from tests.operations.worlds import DRAGON

pytestmark = [pytest.mark.timeout(seconds()), pytest.mark.sqlite("a database server's driver makes other calls")]
MOST_CALLS: Final = 3_000_000
"""Of Python functions, for one command, the first of which read the files of the book: what never ends calls more."""
ALL: Final = (*EVERYBODY, "Wyrm")
SAW: Final = {
    "name": "Saw",
    "initiative": 5,
    "times": 6,
    "targets": "area",
    "detect": 5,
    "disarm": 5,
    "steps": [{"damage": "1d4", "type": "slashing"}],
}
"""A trap in the room of the fight, which acts once something has triggered it."""
Command = tuple[str, str | None, Json]


def arena(ruleset: Ruleset) -> Game:
    """The heroes and the monsters, a dragon, and a room to flee to."""
    game = opened(ruleset)
    table = Table(game)
    table.did("create", name="Wyrm", character=DRAGON)
    table.did("give", "Fern", template="Shortbow", equip=True)
    table.did("give", "Fern", template="Arrow", quantity=9)
    assert table.send({"operation": "create", "name": "Hall", "direction": "north"}, "manage_room")["ok"]
    assert table.send({"operation": "update", "trap": SAW}, "manage_room")["ok"]
    return game


somebody = st.sampled_from(ALL)
several = st.lists(somebody, min_size=1, max_size=4)
starts = st.tuples(
    st.just("start_fight"), st.none(),
    st.fixed_dictionaries(
        {"names": st.one_of(several, st.just(["party", *MONSTERS]))},
        optional={
            "surprised": st.lists(somebody, max_size=2), "force": st.just(True), "seed": st.integers(0, 99),
            "d20": st.one_of(st.lists(st.integers(1, 20), max_size=4), st.dictionaries(st.sampled_from((*ALL, "Goblin")), st.integers(1, 20), max_size=2)),
        },
    ),
)  # fmt: skip
walks = st.tuples(
    st.just("go"), somebody, st.fixed_dictionaries({"direction": st.sampled_from(("north", "south"))}, optional={"force": st.just(True)})
)
ends = st.tuples(st.just("end_fight"), st.none(), st.fixed_dictionaries({}, optional={"names": several}))
turns: st.SearchStrategy[Command] = st.just(("next_turn", None, {}))
strikes = st.tuples(
    st.just("act"), somebody,
    st.fixed_dictionaries({"act": st.sampled_from(("Opportunity Attack", "Legendary Resistance", "Tail Attack", "Wing Attack", "Detect", "Dodge", "Disengage", "Ready")), "targets": st.lists(names, max_size=1)}, optional={"answer": st.just(True)}),
)  # fmt: skip
mounts = st.tuples(
    st.just("act"),
    somebody,
    st.one_of(st.fixed_dictionaries({"act": st.just("Mount"), "targets": st.just(["Wyrm"])}), st.just({"act": "Dismount"})),
)
uses = st.one_of(
    st.tuples(st.just("use"), st.just("Elara"), st.fixed_dictionaries({"itemName": st.just("Wand of Magic Missiles"), "targetName": names}, optional={"quantity": st.integers(1, 8)})),
    st.tuples(st.just("use"), st.just("Thorin"), st.fixed_dictionaries({"itemName": st.just("Potion of Healing")})),
    st.tuples(st.just("attack"), st.just("Fern"), st.fixed_dictionaries({"targetName": names, "itemName": st.just("Shortbow")})),
)  # fmt: skip
traps = st.one_of(
    st.tuples(st.just("update"), st.none(), st.fixed_dictionaries({"trap": st.sampled_from(("armed", "triggered", "triggered", "disarmed", "hidden"))})),
    st.tuples(st.just("disarm"), somebody, st.just({})),
    st.tuples(st.just("search"), somebody, st.just({})),
)  # fmt: skip
blows = st.tuples(st.just("damage"), somebody, st.fixed_dictionaries({"amount": st.integers(1, 120), "damageType": st.just("psychic")}))
nears = st.tuples(
    st.just("near"), somebody, st.one_of(st.fixed_dictionaries({"names": several}), st.fixed_dictionaries({"apart": several}))
)
charms = st.tuples(
    st.just("cast"), st.just("Sol"),
    st.fixed_dictionaries({"spell": st.sampled_from(("Charm Person", "Dominate Person", "Dominate Beast")), "targets": st.lists(somebody, min_size=1, max_size=1), "force": st.just(True)}, optional={"seed": st.integers(0, 99)}),
)  # fmt: skip
times = st.tuples(
    st.just("advance"), st.none(), st.fixed_dictionaries({"duration": st.sampled_from(("1 round", "3 rounds", "1 minute", "1 hour"))})
)
takings_back: st.SearchStrategy[Command] = st.just(("undo", None, {}))


def commands(ruleset: Ruleset) -> st.SearchStrategy[Any]:
    return st.one_of(
        starts,
        walks,
        walks,
        ends,
        turns,
        turns,
        turns,
        attacks,
        strikes,
        strikes,
        mounts,
        uses,
        traps,
        blows,
        nears,
        charms,
        times,
        casts(ruleset),
        acts(ruleset),
        takings_back,
    )


def send(table: Table, command: Command) -> Any:
    operation, who, fields = command
    if operation not in ("go", "update", "disarm", "search"):
        return table.ask(operation, who, **fields)
    return table.send({"operation": operation, **({"characterName": who} if who else {}), **fields}, "manage_room")


def counted(table: Table, command: Command) -> Any:
    """The answer, which must come after a bounded number of calls."""
    answers: list[Any] = []
    calls = python_calls(lambda: answers.append(send(table, command)))
    assert calls <= MOST_CALLS, (command, calls)
    return answers[0]


def everybody_has_a_turn(table: Table) -> None:
    """Each of the living in the order has one turn within a round, unless something ends it on the way; nobody else has any."""
    world = world_of(table)
    waiting = {fighter.id for fighter in combat.order(world)}
    for _ in range(len(waiting)):
        if not (answer := table.ask("next_turn"))["ok"]:
            assert answer["error"]["code"] == "nobody_left"
            return
        world = world_of(table)
        on = combat.acting(world)
        assert on in waiting, "a turn twice, or of somebody who is not there"
        waiting.discard(on)
    assert all(thing_stats.is_dead(world.things[id]) for id in waiting if id in world.things)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), st.integers(0, 3))
def test_any_fight_keeps_its_order_and_its_ledger(ruleset: Ruleset, data: st.DataObject, every: int) -> None:
    played: list[Command] = data.draw(st.lists(commands(ruleset), min_size=4, max_size=14))
    with copy_of(arena, ruleset) as game:
        table = Table(game)
        for n, command in enumerate([("start_fight", None, {"names": ["party", *MONSTERS, "Wyrm"]}), *played]):
            before = table.now
            if not counted(table, command)["ok"]:
                assert table.now == before, command
                continue
            world = world_of(table)
            check_order(world)
            check_ledger(world, game.book)
            check_turn(world, game.book)
            if n % 4 == every and command[0] != "undo" and table.now.rev > before.rev:
                taken_back(table, before.world)
        if clock.fight(world_of(table)):
            everybody_has_a_turn(table)


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(20), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_one_who_leaves_and_comes_back_leaves_the_fight_as_it_was(ruleset: Ruleset, data: st.DataObject) -> None:
    who, turns_before = data.draw(names), data.draw(st.integers(0, 12))
    with copy_of(arena, ruleset) as game:
        table = Table(game)
        table.did("start_fight", names=[*EVERYBODY, "Wyrm"])
        for _ in range(turns_before):
            table.did("next_turn")
        before = table.now.things["w"].body["fight"]
        table.did("end_fight", names=[who])
        table.did("start_fight", names=[who])
        assert table.now.things["w"].body["fight"] == before
