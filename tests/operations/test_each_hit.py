"""Additions that count for each hit of an act with several shots: pushes, saves, and the numbers of both texts."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import cast, hero, lying, played

pytestmark = pytest.mark.pure
BLAST = {"with": ["Repelling Blast"]}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("level", "faces", "told"), [(2, (15,), "10 ft"), (5, (15, 15), "20 ft"), (5, (15, 2), "10 ft"), (11, (15, 15, 15), "30 ft")]
)
def test_each_beam_that_hits_repels(ruleset: Ruleset, level: int, faces: tuple[int, ...], told: str) -> None:
    """Both texts: a hit creature is pushed up to 10 feet; each beam is an attack of its own."""
    box = hero(ruleset, f"warlock {level}", choices={"eldritch invocations": ["repelling blast"]}).let(*faces)
    assert f"is pushed {told}" in cast(box, "Eldritch Blast", targets=["Foe"], **BLAST).targets[0].effects


def test_beams_at_two_creatures_push_each() -> None:
    box = hero("5.2", "warlock 11", choices={"eldritch invocations": ["repelling blast"]})
    box.accept("create", name="Gob", character={"hpMax": 90, "party": False})
    told = cast(box.let(15, 15, 15), "Eldritch Blast", targets=["Foe", "Gob", "Foe"], **BLAST)
    assert [t.effects for t in told.targets] == [("is pushed 20 ft",), ("is pushed 10 ft",)]


def test_no_beam_of_5_2_repels_a_huge_creature() -> None:
    """SRD 5.2: a Large or smaller creature; SRD 5.1 has no limit."""
    for ruleset, pushed in (("5.1", ("is pushed 20 ft",)), ("5.2", ())):
        box = hero(ruleset, "warlock 5", choices={"eldritch invocations": ["repelling blast"]})  # type: ignore[arg-type]
        box.accept("create", name="Whale", character={"hpMax": 90, "size": "huge", "party": False})
        assert cast(box.let(15), "Eldritch Blast", targets=["Whale"], **BLAST).targets[0].effects == pushed


@pytest.mark.parametrize(("option", "saves", "pushed"), [("push", 2, "is pushed 30 ft"), ("topple", 1, None)])
def test_an_open_hand_imposes_for_each_hit(option: str, saves: int, pushed: str | None) -> None:
    """SRD 5.2: whenever an attack of the flurry hits; a creature that already lies saves against no fall."""
    box = hero("5.2", "monk 5", subclass="Warrior of the Open Hand").let(15, 15, 1, 1)
    told = played(box, "Flurry of Blows", targets=["Foe"], choice=option, **{"with": ["Open Hand Technique"]}).targets[0]
    assert len(told.saves) == saves
    assert pushed in told.effects if pushed else "prone" in lying(box, "Foe")
