"""`rpg_lite.play` and `rulebook` say what they take instead of playing something else."""

from typing import Any

import pytest

import rpg_lite
from tests.rows import each_row

WIZARD = {"character": {"name": "Ada", "classes": ["wizard 5"], "abilities": {"int": 16}, "hpMax": 20}}
GOBLIN = {"character": {"name": "Goblin", "hpMax": 30}}
COLD: dict[str, Any] = {"name": "Cold", "cost": "action", "targets": 1, "steps": [{"damage": "1d6", "type": "cold"}]}
BLAST: dict[str, Any] = {
    "name": "Blast", "cost": "action", "targets": 1, "choices": {"type": ["acid", "fire"]}, "steps": [{"damage": "1d6", "type": "{type}"}],
}  # fmt: skip

FORMS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"by": "Ada"}, TypeError, "by takes a sheet document"),
    ({"targets": {}}, TypeError, "targets takes a list of sheet documents"),
    ({"targets": GOBLIN}, TypeError, "targets takes a list of sheet documents"),
    ({"targets": ["Goblin"]}, TypeError, "targets takes a list of sheet documents"),
    ({"dice": "middling"}, ValueError, 'dice takes "low", "high", a number'),
    ({"choice": "fire"}, TypeError, "choice takes a dict"),
    ({"told": "sunlight"}, TypeError, "told takes a list of words"),
]


@each_row(("given", "error", "why"), FORMS, ids=[str(row[0]) for row in FORMS])
def test_an_argument_of_another_form_is_named_with_what_is_allowed(given: dict[str, Any], error: type[Exception], why: str) -> None:
    call: dict[str, Any] = {"by": WIZARD, "targets": [GOBLIN], **given}
    with pytest.raises(error, match=why):
        rpg_lite.play(COLD, **call)


def test_an_unknown_word_that_is_told_is_refused_with_the_known_ones() -> None:
    refused = rpg_lite.play(COLD, WIZARD, [GOBLIN], told=["moonlight"])
    assert refused.refused == "rider_unknown" and "sunlight" in refused.allowed
    assert rpg_lite.play(COLD, WIZARD, [GOBLIN], told=["sunlight"]).refused is None


@pytest.mark.parametrize(
    ("act", "choice", "allowed"),
    [
        (COLD, {"colour": "red"}, ()),
        (BLAST, {"type": "red"}, ("acid", "fire")),
        (BLAST, {"type": "fire", "colour": "red"}, ("acid", "fire")),
    ],
)
def test_a_choice_that_the_act_does_not_offer_is_refused(act: dict[str, Any], choice: dict[str, str], allowed: tuple[str, ...]) -> None:
    refused = rpg_lite.play(act, WIZARD, [GOBLIN], choice=choice)
    assert (refused.refused, refused.allowed) == ("choice_required", allowed)


def test_a_choice_that_it_offers_is_played() -> None:
    assert rpg_lite.play(BLAST, WIZARD, [GOBLIN], choice={"type": "fire"}).refused is None


def test_an_unknown_ruleset_names_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no ruleset .5\.3.; allowed: 5\.1, 5\.2"):
        rpg_lite.rulebook("5.3")  # type: ignore[arg-type]
