"""Rounds end with the turns of the creature that laid them, not when the counter of rounds moves."""

import pytest

from tests.operations.worlds import GOBLIN, Sandbox, heroes
from tests.rows import each_row

pytestmark = pytest.mark.pure


@pytest.fixture
def fight() -> Sandbox:
    """Elara, Thorin and a goblin fight in this order; it is Elara's turn."""
    box = heroes()
    box.accept("create", name="Goblin", character=GOBLIN)
    box.let(20, 10, 1).accept("start_fight", names=["Elara", "Thorin", "Goblin"])
    return box


def play_to(box: Sandbox, turn: int) -> list[str]:
    """So many turns more; the answers to each."""
    return [box.did("next_turn")["text"] for _ in range(turn)]


def turns_until_over(box: Sandbox, who: str = "Goblin") -> int:
    """How many turns end before it is over."""
    for turns in range(20):
        if not box.thing(who).creature.conditions:
            return turns
        box.did("next_turn")
    raise AssertionError("it never ends")


@pytest.mark.parametrize(
    ("laid_in_turn", "duration", "source", "lasts"),
    [
        (0, "1 round", "Elara", 4), (1, "1 round", "Elara", 3), (2, "1 round", "Elara", 2),
        (0, "1 round", "Thorin", 2), (1, "1 round", "Thorin", 4), (0, "1 round", "a curse", 3), (0, "1 round", None, 3),
        (0, "2 rounds", "Elara", 7), (0, "3 rounds", "Thorin", 8),
        (0, "turn_end:source", "Elara", 4), (0, "turn_start:source", "Elara", 3), (1, "turn_start:source", "Elara", 2),
        (0, "turn_end:target", "Elara", 3), (0, "turn_start:target", "Elara", 2), (2, "turn_start:target", "Elara", 3),
        (2, "turn_end:target", "Elara", 4), (0, "this_turn", "Thorin", 1), (2, "this_turn", "Thorin", 1), (0, "turn_start:source", None, 2),
    ],
)  # fmt: skip
def test_it_ends_with_the_turn(fight: Sandbox, laid_in_turn, duration, source, lasts):
    play_to(fight, laid_in_turn)
    fight.did("apply", "Goblin", condition="poisoned", duration=duration, **({"source": source} if source else {}))
    assert turns_until_over(fight) == lasts


def test_an_effect_ends_with_its_casters_turn_and_the_answer_says_so(fight: Sandbox):
    fight.did("apply", "Thorin", effect="Shield (spell)", source="Elara")
    assert fight.number("Thorin", "ac") == 17
    texts = play_to(fight, 4)
    assert ["Shield (spell) on Thorin ends" in text for text in texts] == [False, False, False, True]
    assert fight.number("Thorin", "ac") == 12


@pytest.mark.parametrize(
    ("duration", "words"),
    [
        ("turn_start:source", "until the next turn of its source begins"), ("turn_end:target", "until the next turn of its bearer ends"),
        ("this_turn", "until this turn ends"), ("1 round", "1 round"),
    ],
)  # fmt: skip
def test_the_answer_says_how_long_in_words(fight: Sandbox, duration, words):
    assert f"Thorin: poisoned ({words})." in fight.did("apply", "Thorin", condition="poisoned", duration=duration, source="Elara")["text"]


def test_the_sheet_says_whose_turn_ends_it(fight: Sandbox):
    fight.did("apply", "Thorin", effect="Shield (spell)", source="Elara")
    assert "Shield (spell) (until Elara's turn ends in round 2)" in fight.did("character", "Thorin")["text"]
    play_to(fight, 3)
    assert "Shield (spell) (until Elara's turn ends)" in fight.did("character", "Thorin")["text"]


@pytest.mark.parametrize("gone", ["damage", "retire"])
def test_it_ends_when_the_turn_of_the_dead_would_have_come(fight: Sandbox, gone: str):
    fight.did("apply", "Thorin", condition="poisoned", duration="1 round", source="Goblin")
    fight.did(gone, "Goblin", **({"amount": 99, "damageType": "fire"} if gone == "damage" else {}))
    play_to(fight, 1)
    assert fight.thing("Thorin").creature.conditions
    assert "Thorin is no longer poisoned." in fight.did("next_turn")["text"]


def test_the_end_of_the_fight_ends_it(fight: Sandbox):
    fight.did("apply", "Thorin", condition="poisoned", duration="1 round", source="Goblin")
    assert "Thorin is no longer poisoned." in fight.did("end_fight")["text"]
    assert not fight.thing("Thorin").creature.conditions


def test_one_outside_the_fight_is_rid_of_it_at_the_turn_too(fight: Sandbox):
    fight.accept("create", name="Bystander", character=GOBLIN)
    fight.did("apply", "Bystander", effect="Shield (spell)", source="Elara")
    assert fight.number("Bystander", "ac") == 17
    play_to(fight, 4)
    assert fight.number("Bystander", "ac") == 12


def test_whoever_joins_does_not_move_the_end(fight: Sandbox):
    fight.did("apply", "Goblin", condition="poisoned", duration="1 round", source="Thorin")
    fight.accept("create", name="Ogre", character=GOBLIN)
    fight.let(15).accept("start_fight", names=["Ogre"])
    assert turns_until_over(fight) == 3


@each_row("duration", ["1 round", "turn_end:source", "turn_start:target", "this_turn"])
def test_outside_a_fight_it_is_a_round_of_the_clock(duration: str):
    box = heroes()
    box.did("apply", "Thorin", condition="poisoned", duration=duration, source="Elara")
    (kept,) = box.thing("Thorin").creature.conditions
    assert (kept.span.ends, kept.span.until) == (1, None)
    box.did("advance", duration="1 minute")
    assert not box.thing("Thorin").creature.conditions


def test_what_no_fighter_laid_on_no_fighter_ends_with_the_round(fight: Sandbox):
    fight.accept("create", name="Bystander", character=GOBLIN)
    fight.did("apply", "Bystander", condition="poisoned", duration="1 round")
    (kept,) = fight.thing("Bystander").creature.conditions
    assert (kept.span.ends, kept.span.until) == (1, None)


def test_minutes_stay_with_the_clock(fight: Sandbox):
    fight.did("apply", "Thorin", effect="Bless", source="Elara")
    (kept,) = fight.thing("Thorin").creature.effects
    assert (kept.span.ends, kept.span.until) == (10, None)


def test_a_document_that_is_imported_in_a_fight_counts_by_its_turns(fight: Sandbox):
    document = {"character": {"name": "Ally"}, "conditions": [{"name": "poisoned", "duration": "1 round", "source": "Elara"}]}
    fight.did("import", document=document)
    (kept,) = fight.thing("Ally").creature.conditions
    assert kept.span.until == f"turn_end:{fight.id('Elara')}"
    exported = fight.did("export", "Ally")["results"][0]["document"]
    assert exported["conditions"] == document["conditions"]
