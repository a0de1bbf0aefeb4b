"""Damage, healing and dying as rows: hit points before, the event, hit points after."""

import pytest

from rpg_lite.decision.outcome import Accepted
from tests.operations.worlds import Sandbox, heroes
from tests.rows import each_row

MOST = 44
"""Thorin's maximum."""


def at(hp: int, **more: int) -> Sandbox:
    box = heroes()
    box.accept("update", "Thorin", character={"hp": hp, **more})
    return box


def hit(box: Sandbox, amount: int) -> Accepted:
    return box.accept("damage", "Thorin", amount=amount, damageType="fire")


def codes(outcome: Accepted) -> set[str]:
    return {note.code for note in outcome.notes}


@each_row(
    ("had", "amount", "left", "dead"),
    [
        (44, 1, 43, False),
        (44, 43, 1, False),
        (44, 44, 0, False),
        (44, 87, 0, False),
        (44, 88, 0, True),
        (10, 53, 0, False),
        (10, 54, 0, True),
    ],
)
def test_damage_beyond_zero_kills_when_it_reaches_the_maximum(had: int, amount: int, left: int, dead: bool):
    box = at(had)
    outcome = hit(box, amount)
    creature = box.thing("Thorin").creature
    assert (creature.hp, creature.is_dead) == (left, dead)
    assert ("dies" in codes(outcome)) is dead
    assert ("falls" in codes(outcome)) is (left == 0 and not dead)


@each_row(("temporary", "amount", "hp", "kept"), [(8, 7, 44, 1), (8, 8, 44, None), (8, 9, 43, None), (8, 51, 1, None)])
def test_temporary_points_are_spent_first_and_only_as_far_as_needed(temporary: int, amount: int, hp: int, kept: int | None):
    box = at(MOST, tempHp=temporary)
    hit(box, amount)
    creature = box.thing("Thorin").creature
    assert (creature.hp, creature.temp_hp or None) == (hp, kept)


@each_row(
    ("had", "points", "now", "notes"),
    [
        (40, 3, 43, set()),
        (40, 4, 44, set()),
        (40, 5, 44, set()),
        (44, 5, 44, {"already_whole"}),
    ],
)
def test_healing_stops_at_the_maximum(had: int, points: int, now: int, notes: set[str]):
    box = at(had)
    outcome = box.accept("heal", "Thorin", amount=points)
    assert (box.hp("Thorin") if "hp" in box.thing("Thorin").body else MOST, codes(outcome)) == (now, notes)


def test_healing_from_zero_wakes_and_forgets_the_failed_saves():
    box = at(MOST)
    hit(box, MOST)
    hit(box, 1)
    assert box.thing("Thorin").creature.dying.failures == 1
    outcome = box.accept("heal", "Thorin", amount=1)
    assert codes(outcome) & {"comes_round", "comes_round_prone"}
    assert box.thing("Thorin").creature.dying.failures == 0


@each_row(("die", "hp", "successes", "failures"), [(1, 0, 0, 2), (2, 0, 0, 1), (9, 0, 0, 1), (10, 0, 1, 0), (19, 0, 1, 0), (20, 1, 0, 0)])
def test_a_death_save_counts_as_the_die_says(die: int, hp: int, successes: int, failures: int):
    box = at(MOST)
    hit(box, MOST)
    box.let(die).accept("save", "Thorin", ability="death")
    creature = box.thing("Thorin").creature
    assert (creature.hp, creature.dying.successes, creature.dying.failures) == (hp, successes, failures)


@pytest.mark.parametrize(("die", "stable", "dead"), [(10, True, False), (9, False, True)])
def test_the_third_of_a_kind_decides_and_not_the_second(die: int, stable: bool, dead: bool):
    box = at(MOST)
    hit(box, MOST)
    box.let(die)
    for _ in range(2):
        box.accept("save", "Thorin", ability="death")
        undecided = box.thing("Thorin").creature
        assert not undecided.is_dead and not undecided.dying.is_stable
    box.accept("save", "Thorin", ability="death")
    decided = box.thing("Thorin").creature
    assert (decided.dying.is_stable, decided.is_dead) == (stable, dead)
    box.reject("target_dead" if dead else "not_dying", "save", "Thorin", ability="death")


def test_death_ends_the_bonds_of_the_dead_alone():
    box = at(MOST)
    for who in ("Thorin", "Elara"):
        box.accept("give", who, template="Cloak of Protection", equip=True, attune=True)
    outcome = hit(box, 2 * MOST + 40)
    assert (box.attuned("Thorin"), box.attuned("Elara")) == (set(), {"Cloak of Protection"})
    assert "bonds_end" in codes(outcome)
