"""Grapple, Shove and Escape: sizes, hands, and both sides of a contest in the answer."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, size: str = "medium", **more: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={**THORIN, "hpMax": 60})
    box.accept("create", name="Foe", character={"hpMax": 60, "size": size, **more})
    return box


def conditions(box: Sandbox, name: str = "Foe") -> set[str]:
    return {c.name for c in box.thing(name).creature.conditions}


def succeeding(box: Sandbox) -> Sandbox:
    """The dice let the wrestler win: a contest throws its own d20 first, a save only that of the other."""
    return box.let(*((18, 2) if box.world.campaign.ruleset == "5.1" else (2,)))


def failing(box: Sandbox) -> Sandbox:
    return box.let(*((2, 18) if box.world.campaign.ruleset == "5.1" else (18,)))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("act", "laid"), [("Grapple", "grappled"), ("Shove", "prone")])
@pytest.mark.parametrize(("size", "fits"), [("tiny", True), ("medium", True), ("large", True), ("huge", False), ("gargantuan", False)])
def test_a_target_is_at_most_one_size_larger(ruleset: Ruleset, act: str, laid: str, size: str, fits: bool) -> None:
    box = succeeding(table(ruleset, size))
    call: dict[str, Any] = {"act": act, "targets": ["Foe"], **({"choice": "prone"} if act == "Shove" else {})}
    if fits:
        box.accept("act", "Thorin", **call)
        assert conditions(box) == {laid}
        return
    refused = box.reject("target_unfit", "act", "Thorin", **call)
    assert refused.details["only"] == "creatures that are large or smaller" and refused.details["is"] == size
    box.accept("act", "Thorin", **call, force=True)
    assert conditions(box) == {laid}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_larger_wrestler_holds_larger_targets(ruleset: Ruleset) -> None:
    box = succeeding(table(ruleset, "huge"))
    box.accept("update", "Thorin", character={"size": "large"})
    box.accept("act", "Thorin", act="Grapple", targets=["Foe"])
    assert conditions(box) == {"grappled"}


HELD = [((), True), (("Longsword",), True), (("Greatsword",), True), (("Longsword", "Shield"), False), (("Shortsword", "Torch"), False)]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("held", "fits"), HELD)
def test_a_grapple_takes_a_free_hand_and_a_shove_none(ruleset: Ruleset, held: tuple[str, ...], fits: bool) -> None:
    box = succeeding(table(ruleset))
    for name, slot in zip(held, ("mainhand", "offhand"), strict=False):
        box.accept("give", "Thorin", template=name)
        box.accept("equip", "Thorin", itemName=name, slot=slot)
    if fits:
        box.accept("act", "Thorin", act="Grapple", targets=["Foe"])
    else:
        refused = box.reject("no_free_hand", "act", "Thorin", act="Grapple", targets=["Foe"])
        instead = dict(refused.instead or {})
        box.accept("act", "Thorin", act="Shove", targets=["Foe"], choice="push")
        box.accept(instead.pop("operation"), instead.pop("characterName"), **instead)
        box.accept("act", "Thorin", act="Grapple", targets=["Foe"])
    assert "grappled" in conditions(box)


def test_each_grapple_takes_a_hand() -> None:
    box = table("5.2")
    for name in ("Second", "Third"):
        box.accept("create", name=name, character={"hpMax": 60})
    succeeding(box)
    for name in ("Foe", "Second"):
        box.accept("act", "Thorin", act="Grapple", targets=[name])
    refused = box.reject("no_free_hand", "act", "Thorin", act="Grapple", targets=["Third"])
    assert refused.details["held"] == "Foe and Second"


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("act", ["Grapple", "Shove"])
def test_the_answer_tells_who_won(ruleset: Ruleset, act: str) -> None:
    call = {"operation": "act", "characterName": "Thorin", "act": act, "targets": ["Foe"], **({"choice": "prone"} if act == "Shove" else {})}
    box = table(ruleset)
    lost, won = (dice(box).send(call, "execute_action")["text"] for dice in (failing, succeeding))
    if ruleset == "5.1":
        assert "Thorin (2+3 = 5 against 18) does not succeed" in lost and "Thorin (18+3 = 21 against 2) succeeds" in won
    else:
        assert "Foe (18) passes" in lost and "Foe (2) fails" in won


@pytest.mark.parametrize(("ruleset", "d20", "free"), [
    ("5.1", (18, 2), True), ("5.1", (2, 18), False), ("5.1", (13, 10), False), ("5.2", (13,), False), ("5.2", (14,), True),
])  # fmt: skip
@pytest.mark.parametrize("choice", ["athletics", "acrobatics"])
def test_an_escape_is_rolled_and_told(ruleset: Ruleset, d20: tuple[int, ...], free: bool, choice: str) -> None:
    """5.1: a contest that a tie does not win; 5.2: against DC 8 + 3 + 3 of the strike that laid it."""
    box = succeeding(table(ruleset))
    box.accept("act", "Thorin", act="Grapple", targets=["Foe"])
    told = box.let(*d20).accept("act", "Foe", act="Escape", choice=choice).expect(ActResult)
    assert conditions(box) == (set() if free else {"grappled"})
    (check,) = next(t.checks for t in told.targets if t.checks)
    assert (check.ability, check.passed) == (choice, free)


def test_an_escape_from_a_grapple_by_hand_knows_its_grappler() -> None:
    box = table("5.2")
    box.accept("apply", "Foe", condition="grappled", source="Thorin")
    box.let(13).accept("act", "Foe", act="Escape")
    assert conditions(box) == {"grappled"}
    box.let(14).accept("act", "Foe", act="Escape")
    assert not conditions(box)
    assert "works only while grappled, and Foe is not" in box.refused("target_unfit", "act", "Foe", act="Escape")["text"]


@pytest.mark.parametrize(("act", "choice"), [("Grapple", ""), ("Shove", "prone")])
@pytest.mark.parametrize(
    ("hero", "scores", "dc"),
    [("monk 5", (10, 18), 15), ("monk 5", (18, 10), 15), ("fighter 5", (10, 18), 11), ("fighter 5", (18, 10), 15)],
)
def test_a_monk_wrestles_with_dexterity(act: str, choice: str, hero: str, scores: tuple[int, int], dc: int) -> None:
    """SRD 5.2, Dexterous Attacks: the DC of a grapple or shove takes DEX where it is better."""
    box = table("5.2")
    box.accept("create", name="Kyra", character={"classes": [hero], "abilities": dict(zip(("str", "dex"), scores, strict=True))})
    call: dict[str, Any] = {"act": act, "targets": ["Foe"], **({"choice": choice} if choice else {})}
    box.let(dc).accept("act", "Kyra", **call)
    assert conditions(box) == set()
    box.let(dc - 1).accept("act", "Kyra", **call, force=True)
    assert conditions(box) != set()
