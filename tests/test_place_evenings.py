"""Laws of places over random fights: nobody stands in another's space, nobody walks farther than the turn allows, refusals and dry runs change
nothing, and one undo restores what was.
"""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import World
from tests.operations.crypts import SCORES, fought
from tests.operations.table import Snapshot, Table, snapshot

WHO = ("Oda", "Pip", "Ogre", "Goblin 1", "Goblin 2")
SQUARES = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDEFGHIJKLM"), st.integers(1, 11))
WORDS = st.one_of(
    SQUARES,
    st.builds(
        lambda form, who: form.format(who),
        st.sampled_from(
            (
                "next to {}",
                "in reach of {}",
                "toward {}",
                "away from {}",
                "cover from {}",
                "20 ft from {}",
                "10 ft north of {}",
                "behind {}",
            )
        ),
        st.sampled_from((*WHO, "altar", "pillar")),
    ),
)
DEEDS = st.one_of(
    st.fixed_dictionaries(
        {"operation": st.just("move"), "to": WORDS}, optional={"careful": st.just(True), "by": st.sampled_from(("walk", "jump", "crawl"))}
    ),
    st.fixed_dictionaries(
        {"operation": st.just("place"), "names": st.lists(st.sampled_from(WHO), min_size=1, max_size=3, unique=True), "to": WORDS}
    ),
    st.fixed_dictionaries({"operation": st.just("attack"), "targetName": st.sampled_from(WHO), "d20": st.just([15])}),
    st.builds(
        lambda who, die: {"operation": "act", "act": "Shove", "targets": [who], "choice": "push", "force": True, "d20": [die]},
        st.sampled_from(WHO),
        st.sampled_from((1, 20)),
    ),
    st.fixed_dictionaries({"operation": st.just("act"), "act": st.sampled_from(("Dash", "Disengage", "Stand Up"))}),
    st.fixed_dictionaries(
        {"operation": st.just("act"), "act": st.just("Opportunity Attack"), "answer": st.just(True), "characterName": st.sampled_from(WHO)}
    ),
    st.just({"operation": "next_turn"}),
)
AREAS = st.fixed_dictionaries(
    {"operation": st.just("cast"), "characterName": st.just("Mira"), "force": st.just(True),
     "spell": st.sampled_from(("Fireball", "Thunderwave", "Burning Hands", "Grease", "Web", "Moonbeam"))},
    optional={"catch": st.lists(st.sampled_from((*WHO, "enemies")), min_size=1, max_size=2, unique=True), "at": WORDS},
)  # fmt: skip
"""Spells of areas; force casts them from no list, and lets a class that has them not do it."""


def world_of(table: Table) -> World:
    now = snapshot(table.game)
    return World(table.game.campaign, now.things, now.worn, exits=now.exits)


def send(table: Table, deed: dict[str, Any], **more: Any) -> dict[str, Any]:
    world = world_of(table)
    acting = world.things[combat.acting(world) or ""].name
    own = {"characterName": acting} if deed["operation"] in ("move", "attack", "act") and "characterName" not in deed else {}
    return table.send({**deed, **own, **more}, "execute_action")


def hold_laws(table: Table) -> None:
    """Laws 1, 2 and 6: whoever is alive has a space of its own on the ground, no turn spends more than it has, and whoever stands in a zone is inside."""
    world, book = world_of(table), table.game.book
    room = world.things[combat.room_id(world) or ""]
    now = standing.standing_in(world, room, book)
    spaces = [(one.name, space) for one, space in now.creatures()]
    for n, (name, space) in enumerate(spaces):
        assert now.ground.holds(space), (name, space)
        assert not [other for other, there in spaces[n + 1 :] if space.overlaps(there)], (name, spaces)
    for found, area in zone_places.of_room(now):
        there = {id for id in found.zone.inside if not thing_stats.is_dead(world.things[id])}
        assert there == zone_places.inside(now, found, area), found.zone.act
    for fighter in combat.order(world):
        speeds = movement.speeds(world, world.things[fighter.id], book)
        most = max(speeds.values()) * (1 + movement.dashes(world, world.things[fighter.id]))
        assert movement.moved(world, fighter.id) <= most
        assert ledger.left(world, fighter.id, book) is not None


def hold_undo(table: Table, before: Snapshot) -> None:
    """Law 7: one undo restores what was, and another what is."""
    after = snapshot(table.game).world
    if after != before.world:
        assert table.send({"operation": "undo"}, "execute_action")["ok"]
        assert snapshot(table.game).world == before.world
        assert table.send({"operation": "undo"}, "execute_action")["ok"]
        assert snapshot(table.game).world == after


@settings(max_examples=12)
@given(st.sampled_from(RULESETS), st.lists(DEEDS, min_size=4, max_size=10))
def test_the_laws_of_places_hold_in_every_fight(ruleset: Ruleset, deeds: list[dict[str, Any]]) -> None:
    table = fought(ruleset)
    for deed in deeds:
        before = snapshot(table.game)
        tried = send(table, deed, dryRun=True)
        assert snapshot(table.game) == before
        answer = send(table, deed)
        assert tried["ok"] == answer["ok"] or deed["operation"] in ("attack", "act", "next_turn")
        if not answer["ok"]:
            assert snapshot(table.game) == before
            continue
        hold_laws(table)
        hold_undo(table, before)


def with_a_caster(ruleset: Ruleset) -> Table:
    """The fight with Mira, around whom spirits are."""
    table = fought(ruleset)
    mira = {"abilities": SCORES, "classes": {"cleric": 9}, "party": True, "spells": {"prepared": ["Spirit Guardians"]}}
    table.did("create", name="Mira", character=mira, roomName="Crypt")
    table.did("start_fight", names=["Mira"])
    table.did("cast", "Mira", spell="Spirit Guardians", choice="radiant", force=True)
    return table


@settings(max_examples=8)
@given(st.sampled_from(RULESETS), st.lists(st.one_of(AREAS, AREAS, DEEDS), min_size=4, max_size=9))
def test_the_laws_hold_among_areas_and_zones(ruleset: Ruleset, deeds: list[dict[str, Any]]) -> None:
    table = with_a_caster(ruleset)
    hold_laws(table)
    for deed in deeds:
        before = snapshot(table.game)
        send(table, deed, dryRun=True)
        assert snapshot(table.game) == before
        if not send(table, deed)["ok"]:
            assert snapshot(table.game) == before
            continue
        hold_laws(table)
        hold_undo(table, before)
