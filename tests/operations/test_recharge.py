"""Acts that recharge, uses a day and legendary actions of creatures (SRD, Limited Usage, Legendary Actions)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.views.own_acts import acts_now
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.examples import examples
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
HERO = {"classes": ["fighter 5"], "hpMax": 400, "abilities": {"dex": 30}}
HERALD = {
    "hpMax": 100,
    "resources": {"legendary_actions": {"max": 3}},
    "acts": [
        {"name": "Shout", "cost": "action", "spend": "uses:2:day", "steps": [{"say": "It shouts."}]},
        {"name": "Cry", "cost": "action", "spend": "uses:1:short_rest", "steps": [{"say": "It cries."}]},
        {"name": "Leap", "cost": "legendary", "spend": "legendary:2", "steps": [{"move": 20}]},
        {"name": "Look", "cost": "legendary", "spend": "legendary:1", "steps": [{"say": "It looks."}]},
        {"name": "Blink", "cost": "action", "spend": "recharge:4", "steps": [{"move": 40, "how": "teleport"}]},
    ],
}


def lair(ruleset: Ruleset = "5.1", creature: str = "Young Red Dragon") -> Sandbox:
    """A dragon that acts first and a hero, in a fight."""
    box = Sandbox(first_world(ruleset))
    box.accept("create", template=creature)
    box.accept("create", name="Hero", character=HERO)
    box.let(20, 1)
    box.accept("start_fight", names=[creature, "Hero"])
    return box.let(10)


def herald(ruleset: Ruleset = "5.1") -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Herald", character=HERALD)
    box.accept("create", name="Hero", character=HERO)
    return box


def turns(box: Sandbox, *faces: int) -> str:
    """The hero's turn, then the next one of the creature with these faces."""
    box.accept("next_turn")
    return str(box.send({"operation": "next_turn", **({"d20": [*faces]} if faces else {})}, "execute_action")["text"])


def is_ready(box: Sandbox, name: str, act: str) -> bool | None:
    thing = box.thing(name)
    found = acts_now(box.world, thing, thing_stats.stats_of(box.world, thing, box.book), box.book)
    return next(one.ready for one in found if one.name == act)


def left(box: Sandbox, name: str, resource: str) -> int | None:
    return thing_stats.sheet(box.thing(name), box.book).resources[resource].left


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("face", "back"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_breath_recharges_on_5_or_6(ruleset: Ruleset, face: int, back: bool) -> None:
    box = lair(ruleset)
    box.accept("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    assert is_ready(box, "Young Red Dragon", "Fire Breath") is False
    box.reject("resource_spent", "act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    text = turns(box, face)
    assert f"Fire Breath {'recharges' if back else 'does not recharge'} ({face})" in text
    assert is_ready(box, "Young Red Dragon", "Fire Breath") is back
    assert ("Fire Breath ready" in text) is back


def test_one_that_is_ready_rolls_nothing() -> None:
    box = lair()
    assert "recharge" not in turns(box) and is_ready(box, "Young Red Dragon", "Fire Breath") is True


@pytest.mark.parametrize(("face", "back"), [(3, False), (4, True)])
def test_the_face_is_that_of_the_act(face: int, back: bool) -> None:
    box = herald()
    box.let(20, 1)
    box.accept("start_fight", names=["Herald", "Hero"])
    box.accept("act", "Herald", act="Blink")
    turns(box, face)
    assert is_ready(box, "Herald", "Blink") is back


def test_the_die_of_a_recharge_is_recorded() -> None:
    box = lair()
    box.accept("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    box.accept("next_turn")
    rolled = [e for e in box.let(10, face=6).accept("next_turn").events if type(e).__name__ == "Rolled"]
    assert [(e.dice, e.total, e.for_) for e in rolled] == [("1d6", 6, "recharge Fire Breath")]


BRASS = "Young Brass Dragon"


def test_two_breath_weapons_share_one_recharge() -> None:
    """SRD 5.1, Breath Weapons: the dragon uses one of them, and one roll brings both back."""
    box = lair(creature=BRASS)
    box.accept("act", BRASS, act="Sleep Breath", targets=["Hero"])
    assert [is_ready(box, BRASS, act) for act in ("Fire Breath", "Sleep Breath")] == [False, False]
    refused = box.reject("resource_spent", "act", BRASS, act="Fire Breath", targets=["Hero"])
    assert refused.details["back"].startswith("5-6 on a d6")
    text = turns(box, 4)
    assert text.count("recharge") == 1 and "Breath Weapon does not recharge (4)" in text and "ready" not in text
    text = turns(box, 5)
    assert "Breath Weapon recharges (5)" in text and "Fire Breath, Sleep Breath ready" in text


@pytest.mark.parametrize("kind", ["short", "long"])
def test_any_rest_recharges(kind: str) -> None:
    box = lair()
    box.accept("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    box.accept("end_fight")
    box.accept("rest", "Young Red Dragon", kind=kind)
    assert is_ready(box, "Young Red Dragon", "Fire Breath") is True


def test_the_refusal_says_when_it_comes_back_and_what_plays_it_now() -> None:
    box = lair()
    box.accept("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    told = box.reject("resource_spent", "act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
    assert told.details["back"] == "5-6 on a d6 at the start of its turn, short rest"
    assert told.instead and told.instead["force"] is True
    hp = box.thing("Hero").creature.hp
    box.accept("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"], force=True)
    assert box.thing("Hero").creature.hp < hp and is_ready(box, "Young Red Dragon", "Fire Breath") is False


@each_row(("spent", "kind", "back"), [("Shout", "short", 1), ("Shout", "long", 2), ("Cry", "short", 1), ("Cry", "long", 1)])
def test_uses_come_back_with_their_rest(spent: str, kind: str, back: int) -> None:
    box = herald()
    box.accept("act", "Herald", act=spent)
    box.accept("rest", "Herald", kind=kind)
    assert left(box, "Herald", spent) == back


def test_so_many_uses_a_day() -> None:
    box = herald()
    for _ in range(2):
        box.accept("act", "Herald", act="Shout")
    assert box.reject("resource_spent", "act", "Herald", act="Shout").details["back"] == "long rest"


def test_legendary_actions_are_shared_and_come_back_with_its_turn() -> None:
    box = herald()
    box.let(20, 1)
    box.accept("start_fight", names=["Herald", "Hero"])
    box.accept("next_turn")
    box.accept("act", "Herald", act="Leap")
    box.reject("resource_spent", "act", "Herald", act="Leap")
    box.accept("act", "Herald", act="Look")
    assert left(box, "Herald", "legendary_actions") == 0
    told = box.reject("resource_spent", "act", "Herald", act="Look")
    assert "the start of its turn" in told.details["back"]
    box.accept("next_turn")
    assert left(box, "Herald", "legendary_actions") == 3


@each_row(
    ("ruleset", "act", "hit", "dealt", "save"),
    [
        ("5.1", "Fire Breath", False, [("fire", 16 * 6)], ("dex", 17)), ("5.2", "Fire Breath", False, [("fire", 16 * 6)], ("dex", 17)),
        ("5.1", "Multiattack", True, [("piercing", 26), ("fire", 6), ("slashing", 18), ("slashing", 18)], None),
        ("5.2", "Multiattack", True, [("slashing", 18), ("fire", 6)] * 3, None),
    ],
)  # fmt: skip
def test_a_young_red_dragon_does_what_its_stat_block_says(
    ruleset: Ruleset, act: str, hit: bool, dealt: list[tuple[str, int]], save: tuple[str, int] | None
) -> None:
    box = lair(ruleset)
    box.let(19 if hit else 1, face=100)
    (one,) = [t for t in box.accept("act", "Young Red Dragon", act=act, targets=["Hero"]).result.targets if t.suffered]  # type: ignore[union-attr]
    assert [(s.type, s.dealt) for s in one.suffered] == dealt
    assert [(s.ability, s.dc) for s in one.saves] == ([save] if save else [])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_web_of_a_giant_spider_restrains(ruleset: Ruleset) -> None:
    """In 5.1 a ranged attack and an action of STR 12 that ends it; in 5.2 a DEX save of 13."""
    box = lair(ruleset, "Giant Spider")
    box.accept("update", "Hero", character={"abilities": {"dex": 10, "str": 20}})
    box.let(2 if ruleset == "5.2" else 18)
    box.accept("act", "Giant Spider", act="Web", targets=["Hero"])
    (held,) = box.thing("Hero").creature.conditions
    assert (held.name, list(held.span.ends_by)) == ("restrained", ["action:str:12"] if ruleset == "5.1" else [])
    assert is_ready(box, "Giant Spider", "Web") is False


def test_players_learn_nothing_of_what_recharges() -> None:
    with rpg_lite.open_campaign(":memory:") as game:
        table = Table(game)
        table.did("create", template="Young Red Dragon")
        table.did("create", name="Hero", character=HERO)
        table.roll_with(falling(20, 1))
        table.did("start_fight", names=["Young Red Dragon", "Hero"])
        table.did("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
        table.did("next_turn")
        player = Caller("player", "p", None, ("Hero",))
        answer = game.ask({"operation": "next_turn"}, "execute_action", "full", player)
        assert answer["ok"] and "Young Red Dragon's turn" in answer["text"]
        assert "recharge" not in str(answer) and "1d6" not in str(answer) and "Breath" not in str(answer)


@settings(max_examples=examples(40), deadline=None)
@given(st.sampled_from(RULESETS), st.lists(st.sampled_from(("breathe", "turn", "rest")), max_size=8), st.integers(1, 6))
def test_a_spent_act_is_never_played_and_a_ready_one_always(ruleset: Ruleset, deeds: list[str], face: int) -> None:
    box = lair(ruleset)
    for deed in deeds:
        ready = is_ready(box, "Young Red Dragon", "Fire Breath")
        if deed == "breathe":
            outcome: Any = box.decide("act", "Young Red Dragon", act="Fire Breath", targets=["Hero"])
            assert (type(outcome).__name__ == "Accepted") is ready
            if ready:
                box._go_on(outcome.world)
                box.accept("heal", "Hero", amount=400)
        elif deed == "turn":
            turns(box, face)
            assert is_ready(box, "Young Red Dragon", "Fire Breath") is (ready or face >= 5)
        else:
            box.accept("end_fight")
            box.accept("rest", "Young Red Dragon", kind="short")
            box.let(20, 1)
            box.accept("start_fight", names=["Young Red Dragon", "Hero"])
            box.let(10)
            assert is_ready(box, "Young Red Dragon", "Fire Breath")
