"""Initiative by hand, by group, and surprise (SRD 5.1 and 5.2, Combat: Surprise, Initiative)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import let
from tests.operations.table import Answer, notes
from tests.operations.worlds import GOBLIN, STURDY_GOBLIN, Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
HERO = {"hpMax": 40, "abilities": {"dex": 10}, "party": True, "classes": ["fighter 5"]}


def camp(ruleset: Ruleset = "5.1", goblins: int = 3, **hero: Any) -> Sandbox:
    """Ann and Bob (DEX 10), and some goblins (DEX 14)."""
    box = Sandbox(first_world(ruleset)).let(10)
    for name in ("Ann", "Bob"):
        box.accept("create", name=name, character={**HERO, **hero})
    for n in range(1, goblins + 1):
        box.accept("create", name=f"Goblin {n}", character=GOBLIN)
    return box


def goblins(count: int = 3) -> list[str]:
    return [f"Goblin {n}" for n in range(1, count + 1)]


def order(box: Sandbox) -> list[tuple[str, int]]:
    return [(box.world.things[e["id"]].name, e["initiative"]) for e in box.world.things["w"].body["fight"]["order"]]


def rolls(answer: Answer) -> list[str]:
    return [part for part in answer["text"].split() if part.startswith(("1d20", "2d20"))]


# ── groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def dice_of(box: Sandbox, **fields: Any) -> list[tuple[str, str]]:
    events = box.accept("start_fight", **fields).events
    return [(e.dice, e.for_) for e in events if type(e).__name__ == "Rolled"]


def test_identical_creatures_roll_once_and_heroes_each() -> None:
    box = camp().let(3, 8, 17)
    found = dice_of(box, names=["party", *goblins()])
    assert found == [("1d20", "initiative Ann"), ("1d20", "initiative Bob"), ("1d20+2", "initiative 3 × Goblin")]
    assert order(box) == [("Goblin 1", 19), ("Goblin 2", 19), ("Goblin 3", 19), ("Bob", 8), ("Ann", 3)]


def test_creatures_of_one_name_that_differ_roll_apart() -> None:
    box = camp()
    box.accept("update", "Goblin 2", character={"abilities": {"dex": 8}})
    found = dice_of(box, names=goblins())
    assert found == [("1d20+2", "initiative 2 × Goblin"), ("1d20-1", "initiative Goblin 2")]


def test_those_who_come_later_roll_for_themselves() -> None:
    box = camp().let(12)
    box.accept("start_fight", names=["Ann", "Goblin 1"])
    assert dice_of(box.let(4), names=["Goblin 2", "Goblin 3"]) == [("1d20+2", "initiative 2 × Goblin")]
    assert order(box) == [("Goblin 1", 14), ("Ann", 12), ("Goblin 2", 6), ("Goblin 3", 6)]


# ── by hand ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_faces_fall_in_the_order_of_the_names() -> None:
    box = camp()
    box.accept("start_fight", names=["Bob", "Ann", *goblins()], d20=[4, 18, 9])
    assert order(box) == [("Ann", 18), ("Goblin 1", 11), ("Goblin 2", 11), ("Goblin 3", 11), ("Bob", 4)]


def test_faces_by_name_and_the_others_roll() -> None:
    box = camp().let(10)
    box.accept("start_fight", names=["party", *goblins()], d20={"Bob": 20, "Goblin": 1})
    assert order(box) == [("Bob", 20), ("Ann", 10), ("Goblin 1", 3), ("Goblin 2", 3), ("Goblin 3", 3)]


def test_one_goblin_by_hand_leaves_its_group() -> None:
    box = camp().let(10)
    box.accept("start_fight", names=goblins(), d20={"Goblin 2": 19})
    assert order(box) == [("Goblin 2", 21), ("Goblin 1", 12), ("Goblin 3", 12)]


def test_two_faces_for_a_roll_with_advantage() -> None:
    box = camp(features=["feral_instinct"])
    answer = box.did("start_fight", names=["Ann"], d20={"Ann": [3, 16]})
    assert order(box) == [("Ann", 16)] and "fell" not in notes(answer)


@each_row(
    ("given", "code"),
    [({"Zed": 4}, "face_of_nobody"), ({"Goblin 3": 4}, "face_of_nobody"), ({"Ann": 21}, "argument_invalid"), ("high", "argument_invalid")],
)
def test_a_face_of_nobody_is_refused(given: Any, code: str) -> None:
    box = camp()
    answer = box.send({"operation": "start_fight", "names": ["Ann", "Goblin 1", "Goblin 2"], "d20": given}, "execute_action")
    assert not answer["ok"] and answer["error"]["code"] == code
    assert "fight" not in box.world.things["w"].body


@pytest.mark.parametrize("given", [[5, 6, 7, 8], {"Ann": [5, 6]}])
def test_faces_too_many_are_told(given: Any) -> None:
    answer = camp().did("start_fight", names=["Ann", "Bob", "Goblin 1"], d20=given)
    assert "unused" in answer["text"].lower() or "no roll" in answer["text"].lower(), answer["text"]


def test_one_who_comes_back_rolls_nothing() -> None:
    box = camp()
    box.accept("start_fight", names=["Ann", "Bob", "Goblin 1"])
    box.accept("end_fight", names=["Ann"])
    assert box.reject("face_of_nobody", "start_fight", names=["Ann"], d20={"Ann": 20}).allowed == ()


# ── surprise ────────────────────────────────────────────────────────────────────────────────────────────────────────


def turn_of(box: Sandbox) -> str:
    on = box.world.things["w"].body["fight"]
    return box.world.things[on["order"][on["turn"]]["id"]].name


def ambush(first: str) -> Sandbox:
    """Ann surprises Bob."""
    box = camp(goblins=1)
    faces = {"Ann": 10, "Bob": 20 if first == "Bob" else 1, "Goblin 1": 2}
    box.accept("start_fight", names=["Ann", "Bob", "Goblin 1"], surprised=["Bob"], d20=faces)
    return box


@pytest.mark.parametrize("first", ["Bob", "Ann"])
def test_the_surprised_of_5_1_do_nothing_until_their_first_turn_ends(first: str) -> None:
    box = ambush(first)
    assert turn_of(box) == first
    for act in ("Dodge", "Second Wind", "Opportunity Attack"):
        targets = {"targets": ["Ann"]} if act == "Opportunity Attack" else {}
        box.reject("cannot_act", "act", "Bob", act=act, **targets)
    box.reject("cannot_act", "attack", "Bob", targetName="Ann")
    while turn_of(box) != "Bob":
        box.accept("next_turn")
    box.reject("cannot_act", "act", "Bob", act="Dodge")
    assert "Surprised on Bob ends." in box.did("next_turn")["text"]
    box.accept("act", "Bob", act="Opportunity Attack", targets=["Ann"])


def test_the_surprised_of_5_1_do_not_walk_off() -> None:
    box = ambush("Bob")
    assert box.send({"operation": "create", "name": "Barn", "direction": "north"}, "manage_room")["ok"]
    answer = box.send({"operation": "go", "characterName": "Bob", "direction": "north"}, "manage_room")
    assert answer["error"]["code"] == "cannot_move"


def test_the_surprised_of_5_2_have_disadvantage_and_act() -> None:
    box = camp("5.2", goblins=2)
    found = dice_of(box, names=["Ann", *goblins(2)], surprised=goblins(2))
    assert found == [("1d20", "initiative Ann"), ("2d20kl1+2", "initiative 2 × Goblin")]
    box.accept("act", "Goblin 1", act="Dodge")


def test_surprise_and_advantage_cancel_out() -> None:
    box = camp("5.2", features=["feral_instinct"])
    assert dice_of(box, names=["Ann", "Bob"], surprised=["Bob"]) == [("2d20kh1", "initiative Ann"), ("1d20", "initiative Bob")]


@pytest.mark.parametrize(("ruleset", "dice"), [("5.1", ["1d20+2"]), ("5.2", ["1d20+2", "2d20kl1+2"])])
def test_only_some_of_a_group_are_surprised(ruleset: Ruleset, dice: list[str]) -> None:
    box = camp(ruleset)
    assert [die for die, _ in dice_of(box, names=goblins(), surprised=["Goblin 2"])] == dice


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_who_cannot_be_surprised_is_told(ruleset: Ruleset) -> None:
    box = camp(ruleset)
    box.accept("update", "Bob", character={"modifiers": [{"target": "flag", "op": "grant", "value": "cannot_be_surprised"}]})
    answer = box.did("start_fight", names=["Ann", "Bob"], surprised=["party"])
    assert "Cannot be surprised: Bob." in notes(answer)
    box.accept("act", "Bob", act="Dodge")


@pytest.mark.parametrize(("name", "code"), [("Goblin 1", "not_named"), ("Nobody", "character_unknown")])
def test_only_those_who_fight_are_surprised(name: str, code: str) -> None:
    box = camp()
    told = box.reject(code, "start_fight", names=["Ann", "Bob"], surprised=[name])
    assert told.field == "surprised[0]"


def test_the_end_of_the_fight_ends_surprise() -> None:
    box = ambush("Ann")
    box.accept("end_fight")
    box.accept("act", "Bob", act="Dodge")


@pytest.mark.parametrize(("surprised", "round", "more"), [(True, 1, True), (False, 1, False), (True, 2, False)])
def test_a_bugbear_strikes_harder_at_the_surprised_in_the_first_round(surprised: bool, round: int, more: bool) -> None:
    """SRD 5.1, Bugbear, Surprise Attack: 2d6 more."""
    box = Sandbox(first_world("5.1")).let(10)
    dice = {"target": "damage.weapon", "op": "extra_dice", "value": "2d6", "scope": ["target:surprised", "first_round"]}
    box.accept("create", name="Bugbear", character={"hpMax": 27, "modifiers": [dice]})
    box.accept("give", "Bugbear", template="Club", equip=True)
    box.accept("create", name="Ann", character={**HERO, "hpMax": 400})
    box.accept("start_fight", names=["Bugbear", "Ann"], surprised=["Ann"] if surprised else [], d20=[20, 1])
    for _ in range(2 * (round - 1)):
        box.accept("next_turn")
    dealt = let(box, 19).accept("attack", "Bugbear", targetName="Ann")
    assert any(type(e).__name__ == "Rolled" and e.dice == "2d6" for e in dealt.events) is more


# ── bad input ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_fight_of_one_begins_and_goes_round() -> None:
    box = camp()
    box.accept("start_fight", names=["Ann"])
    assert "Round 2: Ann's turn" in box.did("next_turn")["text"]


def test_a_fight_of_the_dead_does_not_begin() -> None:
    box = camp()
    for name in ("Ann", "Bob"):
        box.accept("damage", name, amount=500, damageType="psychic")
    box.reject("nobody_left", "start_fight", names=["Ann", "Bob"])


def test_joining_twice_is_refused_and_named_twice_counts_once() -> None:
    box = camp()
    box.accept("start_fight", names=["Ann", "Ann", "party"])
    box.reject("all_fight_already", "start_fight", names=["Bob", "Ann"])
    assert len(order(box)) == 2


def test_the_dead_do_not_come_back_by_joining() -> None:
    box = camp(goblins=1)
    box.accept("create", name="Ogg", character=STURDY_GOBLIN)
    box.accept("start_fight", names=["Ann", "Ogg", "Goblin 1"])
    box.accept("end_fight", names=["Goblin 1"])
    box.accept("damage", "Goblin 1", amount=500, damageType="psychic")
    box.reject("nobody_left", "start_fight", names=["Goblin 1"])


@pytest.mark.parametrize(
    ("ruleset", "told"), [("5.1", "Surprised until the end of the first turn"), ("5.2", "Surprised, with disadvantage")]
)
def test_the_answer_names_the_surprised(ruleset: Ruleset, told: str) -> None:
    box = camp(ruleset)
    assert told in box.did("start_fight", names=["Ann", "Bob"], surprised=["Bob"], d20={"Ann": 5, "Bob": 20})["text"]


def test_the_turn_of_the_surprised_offers_no_attack() -> None:
    box = camp("5.1")
    told = box.did("start_fight", names=["Ann", "Bob"], surprised=["Bob"], d20={"Ann": 1, "Bob": 20})["text"]
    assert "Bob's turn" in told and "takes no actions" in told and "Unarmed Strike" not in told
