"""Legendary actions and legendary resistance (SRD, Legendary Creatures), and what a turn of such a creature tells."""

from dataclasses import replace
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.dice import let
from tests.operations.table import Table, notes, tokens
from tests.operations.worlds import DRAGON, Sandbox, first_world

pytestmark = pytest.mark.pure
HERO = {"classes": ["fighter 5"], "hpMax": 400, "abilities": {"dex": 10}, "party": True}


def lair(ruleset: Ruleset = "5.1", **dragon: Any) -> Sandbox:
    """The heroes Ann and Bob have their turns before the dragon."""
    return let(begin(Sandbox(first_world(ruleset)), **dragon), 10)


def begin(box: Any, **dragon: Any) -> Any:
    box.did("create", name="Wyrm", character={**DRAGON, **dragon})
    for name in ("Ann", "Bob"):
        box.did("create", name=name, character=HERO)
    let(box, 20, 15, 1).did("start_fight", names=["Ann", "Bob", "Wyrm"])
    return box


def left(box: Sandbox, resource: str = "legendary actions") -> int | None:
    return thing_stats.sheet(box.thing("Wyrm"), box.book).resources[resource].left


def act(box: Any, name: str, **fields: Any) -> Any:
    targets = {} if name == "Detect" else {"targets": ["Ann"]}
    return box.did("act", "Wyrm", act=name, **targets, **fields)


def test_a_legendary_action_takes_one_of_three_at_the_end_of_anothers_turn() -> None:
    box = lair()
    assert notes(act(box, "Tail Attack")) == "" and left(box) == 2


def test_one_at_the_end_of_each_turn() -> None:
    box = lair()
    act(box, "Detect")
    assert "Wyrm has already taken a legendary action at the end of Ann's turn; only one is possible." in notes(act(box, "Detect"))
    box.did("next_turn")
    assert notes(act(box, "Detect")) == ""


def test_none_in_its_own_turn() -> None:
    box = lair()
    for _ in range(2):
        box.did("next_turn")
    assert "It is Wyrm's own turn; a legendary action is possible only at the end of another creature's turn." in notes(act(box, "Detect"))


def test_two_wing_attacks_are_one_too_many_and_the_refusal_tells_when_they_come_back() -> None:
    """Each takes two of the three."""
    box = lair()
    act(box, "Wing Attack")
    box.did("next_turn")
    told = box.reject("resource_spent", "act", "Wyrm", act="Wing Attack", targets=["Ann"])
    assert (told.details["left"], told.details["wanted"]) == (1, 2) and "the start of its turn" in told.details["back"]
    act(box, "Detect")
    box.did("next_turn")
    assert left(box) == 3


@pytest.mark.parametrize("condition", ["incapacitated", "stunned"])
def test_one_that_cannot_act_takes_none(condition: str) -> None:
    box = lair()
    box.accept("apply", "Wyrm", condition=condition)
    box.reject("cannot_act", "act", "Wyrm", act="Detect")


def test_one_that_is_surprised_takes_none_before_its_first_turn_ends() -> None:
    """SRD 5.1, Legendary Actions."""
    box = Sandbox(first_world("5.1"))
    for name, sheet in (("Wyrm", DRAGON), ("Ann", HERO)):
        box.accept("create", name=name, character=sheet)
    box.accept("start_fight", names=["Ann", "Wyrm"], surprised=["Wyrm"], d20={"Ann": 20, "Wyrm": 1})
    box.reject("cannot_act", "act", "Wyrm", act="Detect")
    for _ in range(2):
        box.accept("next_turn")
    box.accept("act", "Wyrm", act="Detect")


def test_a_creature_that_counts_none_plays_them_freely() -> None:
    box = lair(legendaryActions=None)
    for _ in range(4):
        act(box, "Detect")


# ── resistance ──────────────────────────────────────────────────────────────────────────────────────────────────────


def dragon_fails(table: Table) -> str:
    return str(let(table, 2).did("save", "Wyrm", ability="wis", dc=15)["text"])


@pytest.mark.stored
@pytest.mark.parametrize("most", [3, 4])
def test_a_failed_save_may_succeed_so_often_a_day(empty: Table, most: int) -> None:
    begin(empty, legendaryResistance=most)
    for number in range(most):
        assert "Wyrm (Legendary Resistance)" in dragon_fails(empty)
        told = empty.did("act", "Wyrm", act="Legendary Resistance", answer=True)["text"]
        assert "succeeds" in told and f"{most - number - 1} of {most} left" in told
    assert "May answer" not in dragon_fails(empty)
    assert "long rest" in empty.refused("resource_spent", "act", "Wyrm", act="Legendary Resistance", answer=True)["text"]


@pytest.mark.stored
def test_resistance_changes_the_save_of_nobody_else(empty: Table) -> None:
    begin(empty)
    steps = [{"save": "dex", "dc": 18, "fail": [{"damage": "20", "type": "acid"}], "pass": "half"}]
    let(empty, 2).did("act", "Ann", act="Splash", steps=steps, targets=["Wyrm", "Bob"])
    wyrm, bob = empty.hp("Wyrm"), empty.hp("Bob")
    empty.did("act", "Wyrm", act="Legendary Resistance", answer=True)
    assert (empty.hp("Wyrm"), empty.hp("Bob")) == (wyrm + 10, bob)
    empty.did("undo")
    assert (empty.hp("Wyrm"), empty.hp("Bob")) == (wyrm, bob)


@pytest.mark.stored
def test_players_learn_nothing_of_it(empty: Table) -> None:
    begin(empty)
    caller = Caller("player", "p", None, ("Ann",))
    let(empty, 2)
    payload = {"operation": "act", "characterName": "Ann", "act": "Shove", "targets": ["Wyrm"], "choice": "push"}
    answer = empty.game.ask(payload, "execute_action", "full", caller)
    assert "Legendary" not in str(answer)


def test_one_without_resistance_is_offered_none() -> None:
    box = lair(legendaryResistance=None)
    assert "Legendary" not in let(box, 2).did("save", "Wyrm", ability="wis", dc=15)["text"]
    box.reject("act_unknown", "act", "Wyrm", act="Legendary Resistance")


# ── in its lair ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_in_its_lair_it_has_one_more_of_each() -> None:
    """SRD 5.2: three of each, four in the lair."""
    block = {"character": {**DRAGON, "name": "Wyrm", "inLair": {"legendaryActions": 4, "legendaryResistance": 4}}}
    box = Sandbox(first_world("5.2"))
    box.book = replace(box.book, creatures={**box.book.creatures, "wyrm": block})
    for in_lair, count in ((False, 3), (True, 4)):
        box.accept("create", template="Wyrm", inLair=in_lair, name=f"Wyrm{'' if in_lair else ' outside'}")
        thing = box.thing("Wyrm" if in_lair else "Wyrm outside")
        resources = thing_stats.sheet(thing, box.book).resources
        assert (resources["legendary actions"].max, resources["legendary resistance"].max) == (count, count)


def test_a_creature_without_other_numbers_in_a_lair_is_refused(empty: Table) -> None:
    answer = empty.refused("no_lair_numbers", "create", template="Goblin", inLair=True)
    assert empty.send(answer["error"]["try"], "manage_character")["ok"]


# ── the turn ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dragons_turn_tells_what_is_ready_in_few_words(ruleset: Ruleset) -> None:
    box = lair(ruleset)
    box.did("act", "Wyrm", act="Acid Breath", targets=["Ann"])
    act(box, "Detect")
    box.did("next_turn")
    answer = let(box, 10, face=5).did("next_turn")
    assert "Acid Breath recharges (5)." in answer["text"] and "Acid Breath ready; 3 legendary actions" in answer["text"]
    assert tokens(answer) <= 80


def test_two_recharges_take_the_faces_in_their_order() -> None:
    second = {"name": "Cold Breath", "cost": "action", "spend": "recharge:6", "targets": "area", "steps": [{"say": "Brr."}]}
    box = lair(acts=[*DRAGON["acts"], second])
    for name in ("Acid Breath", "Cold Breath"):
        box.did("act", "Wyrm", act=name, targets=["Ann"])
    box.did("next_turn")
    assert "Acid Breath recharges (5). Cold Breath does not recharge (5)." in box.did("next_turn", d20=[5, 5])["text"]


def dragons(ruleset: Ruleset) -> list[str]:
    blocks = (document["character"] for document in rulebook_loading.rulebook(ruleset).creatures.values())
    return [block["name"] for block in blocks if block.get("type") == "dragon"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_turn_of_any_dragon_is_told_in_few_words(ruleset: Ruleset) -> None:
    """Its breath recharges in the same answer."""
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Ann", character={"classes": ["fighter 5"], "party": True, "hpMax": 9000})
    told = 0
    for name in dragons(ruleset):
        box.did("create", template=name)
        box.did("start_fight", names=["Ann", name], d20={"Ann": 20, name: 1})
        acts = box.thing(name).creature.sheet.document.get("acts", ())
        spent = {(a["spend"].split(":")[2:] or [a["name"]])[0] for a in acts if "recharge" in str(a.get("spend"))}
        if spent:
            box.did("update", name, character={"resources": {what: {"left": 0} for what in spent}})
        answer = box.let(20, face=6).did("next_turn")
        told += "recharges (6)" in answer["text"]
        assert tokens(answer) <= 80, answer["text"]
        box.did("end_fight")
        box.did("retire", name)
    assert told > 20


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_turn_of_any_stat_block_is_told_in_few_words(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Ann", character={"classes": ["fighter 5"], "party": True})
    long = {}
    for name in (document["character"]["name"] for document in rulebook_loading.rulebook(ruleset).creatures.values()):
        box.did("create", template=name)
        box.did("start_fight", names=["Ann", name], d20={"Ann": 20, name: 1})
        answer = box.did("next_turn")
        long |= {name: answer["text"]} if tokens(answer) > 80 else {}
        box.did("end_fight")
        box.did("retire", name)
    assert not long


@pytest.mark.parametrize("name", ["Clay Golem", "Flesh Golem"])
def test_a_golem_goes_berserk_until_it_is_whole(name: str) -> None:
    """The sentence about it is said in the turns in which it counts, once in each (SRD 5.1, Berserk)."""
    box, line = lair(hpMax=20), "attacks the nearest creature that it sees"
    box.did("end_fight")
    box.did("create", template=name)
    box.did("start_fight", names=["Ann", name], d20={"Ann": 20, name: 1})
    most = box.hp(name)
    told = []
    for hp, face in ((most, 6), (30, 5), (30, 6), (30, 1), (most, 6), (most, 6)):
        box.did("update", name, character={"hp": hp})
        told.append(box.let(20, face=face).did("next_turn")["text"].count(line))
        box.did("next_turn")
    assert told == [0, 0, 1, 1, 0, 0]


@pytest.mark.parametrize("name", ["Vampire", "Vampire Spawn"])
def test_a_whole_vampire_says_nothing_of_its_healing(name: str) -> None:
    box, line = Sandbox(first_world("5.1")), "Undo this healing in sunlight"
    box.did("create", template=name)
    box.did("start_fight", names=[name])
    assert line not in box.did("next_turn")["text"]
    box.did("update", name, character={"hp": 5})
    assert box.did("next_turn")["text"].count(line) == 1


def test_anothers_turn_brings_it_to_mind() -> None:
    box = lair()
    assert "At its end, a legendary action of Wyrm (3 left) is possible." in box.did("next_turn")["text"]
    act(box, "Detect")
    assert "a legendary action of" not in box.did("next_turn")["text"]
    assert "Wyrm (3 left)" in box.did("next_turn")["text"]
