"""next_turn with play foes: the foes act by the policy up to the next hero, as one deed that one undo takes back."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.monsters import policy
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import Ref
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Answer, Table
from tests.rows import each_row

GOBLIN: Final = {"5.1": "Goblin", "5.2": "Goblin Warrior"}


def heroes(table: Table, hp: int = 60) -> None:
    for name, of in (("Thorin", "fighter 5"), ("Elara", "wizard 5")):
        sheet = {"classes": [of], "party": True, "hpMax": hp, "hp": hp, "abilities": {"dex": 10, "con": 10}}
        table.did("create", name=name, character=sheet | ({"spells": {"prepared": ["Shield"]}} if name == "Elara" else {}))


@pytest.fixture(params=RULESETS)
def fight(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Thorin, an ogre, a goblin, Elara, in this order."""
    ruleset: Ruleset = request.param
    with begun(ruleset, seed=3) as game:
        table = Table(game)
        heroes(table)
        table.did("create", template="Ogre")
        table.did("create", name="Snig", template=GOBLIN[ruleset])
        order(table, "Thorin", "Ogre", "Snig", "Elara")
        let(table, 2)
        yield table


def order(table: Table, *names: str) -> None:
    table.did("start_fight", names=[*names], d20=[*range(20, 20 - 4 * len(names), -4)])


def foes(table: Table, **more: Any) -> Answer:
    return table.did("next_turn", play="foes", **more)


def lines(answer: Answer) -> Sequence[str]:
    return answer["text"].splitlines()


def test_the_foes_act_until_the_next_hero(fight: Table) -> None:
    before = fight.rev
    told = foes(fight)
    assert [line.partition(". ")[2].split(" (")[0].split(" uses ")[0] for line in lines(told)] == [
        "Ogre's turn.", "Ogre", "Snig's turn.", "Snig", "Round 1: Elara's turn",
    ]  # fmt: skip
    assert fight.rev == before + 1 and len(told["results"]) == 5
    assert "ally_near" not in told["text"]


def test_the_next_call_passes_the_round(fight: Table) -> None:
    foes(fight)
    assert foes(fight)["text"].startswith("Round 2: Thorin's turn")


def test_undo_takes_the_whole_call_back(fight: Table) -> None:
    let(fight, 19)
    before = fight.now
    foes(fight)
    assert fight.hp("Thorin") + fight.hp("Elara") < 120
    fight.did("undo")
    assert fight.now.things == before.things


def test_a_foe_that_has_begun_its_turn_plays_what_is_left(fight: Table) -> None:
    assert "Ogre's turn" in fight.did("next_turn")["text"]
    told = foes(fight)
    assert "Ogre uses" in lines(told)[0] or "Ogre attacks" in lines(told)[0]
    fight.did("undo")
    fight.did("attack", "Ogre", targetName="Thorin")
    assert "Snig's turn" in lines(foes(fight))[0], "the ogre has used its action"


def test_a_hero_that_falls_stops_it(fight: Table) -> None:
    for name in ("Thorin", "Elara"):
        fight.did("update", name, character={"hp": 1})
    let(fight, 19)
    told = foes(fight)
    assert "Fallen or gone:" in lines(told)[-1] and "next_turn with play foes goes on" in lines(told)[-1]
    assert "Snig's turn" not in told["text"]
    assert "Snig's turn" in foes(fight)["text"]


def test_dying_heroes_have_their_turns(fight: Table) -> None:
    for name in ("Thorin", "Elara"):
        fight.did("damage", name, amount=60, damageType="fire")
    told = foes(fight)
    assert "Elara's turn" in lines(told)[-1] and "dying" in lines(told)[-1] and " uses " not in told["text"]


def test_a_hero_who_may_react_comes_first(fight: Table) -> None:
    fight.did("damage", "Thorin", amount=60, damageType="fire")
    let(fight, 13)
    told = foes(fight)
    assert "May answer: Elara (Shield)" in told["text"] and "The foes wait for Elara" in lines(told)[-1]
    answered = fight.did("cast", "Elara", spell="Shield", answer=True)
    assert "In answer to rev" in answered["text"] and "against AC 15" in answered["text"]
    assert "Snig's turn" in foes(fight)["text"]


def test_a_legendary_creature_acts_at_the_end_of_the_turn_of_a_hero() -> None:
    with begun("5.1", seed=3) as game:
        table = Table(game)
        heroes(table, 900)
        table.did("create", template="Adult Red Dragon")
        order(table, "Thorin", "Elara", "Adult Red Dragon")
        told = foes(table)
        assert lines(told)[0].startswith("0. Adult Red Dragon uses") and "legendary" in lines(told)[0]


def test_a_recharge_is_told_where_the_turn_went_by(fight: Table) -> None:
    fight.did("end_fight")
    fight.did("create", template="Young Red Dragon")
    for name in ("Thorin", "Elara"):
        fight.did("update", name, character={"hpMax": 900, "hp": 900})
    order(fight, "Thorin", "Young Red Dragon", "Elara")
    assert "Fire Breath" in foes(fight)["text"]
    let(fight, 2, face=6)
    foes(fight)
    before = fight.now
    fight.refused_whole("face_too_high", {"operation": "next_turn", "play": "foes", "d20": [19]}, "execute_action")
    assert fight.now == before
    assert "Young Red Dragon's turn. Fire Breath recharges" in foes(fight)["text"]


def test_a_summoned_friend_is_no_foe() -> None:
    with begun("5.1", seed=3) as game:
        table = Table(game)
        table.did("create", name="Fern", character={"classes": ["druid 9"], "party": True, "hpMax": 60, "hp": 60})
        table.did("create", template="Ogre")
        table.did("cast", "Fern", spell="Conjure Animals", choice={"choice": "one", "beast": "Brown Bear"})
        order(table, "Fern", "Ogre", "Brown Bear")
        let(table, 2)
        told = foes(table)
        now = game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], game.book))
        bear = next(t for t in now.things.values() if t.name == "Brown Bear")
        assert [one.name for one in policy.standing_foes(now, bear, game.book)] == ["Ogre"]
        assert "Brown Bear's turn" in lines(told)[-1] and " uses " in told["text"] and "Brown Bear uses" not in told["text"]


def test_one_side_alone_ends_it(fight: Table) -> None:
    for name in ("Ogre", "Snig"):
        fight.did("damage", name, amount=200, damageType="fire")
    fight.refused("no_foe_fights", "next_turn", play="foes")


def test_a_fight_without_heroes_is_refused(fight: Table) -> None:
    fight.did("end_fight", names=["party"])
    fight.refused("no_hero_fights", "next_turn", play="foes")


BAD: Final = {
    "no fight": ("no_fight", {"operation": "next_turn", "play": "foes"}),
    "another word": ("argument_invalid", {"operation": "next_turn", "play": "all"}),
    "in a batch": ("played_alone", {"batch": [{"operation": "next_turn", "play": "foes"}, {"operation": "roll", "dice": "1d6"}]}),
}


@each_row(("code", "payload"), BAD.values(), ids=BAD.keys())
def test_a_call_that_plays_nothing_is_refused(code: str, payload: dict[str, Any]) -> None:
    with begun() as game:
        table = Table(game)
        heroes(table)
        table.refused_whole(code, payload, "execute_action")


def test_players_may_not(fight: Table) -> None:
    told = fight.game.ask({"operation": "next_turn", "play": "foes"}, "execute_action", caller=Caller("player", characters=("Thorin",)))
    assert told["error"]["code"] == "gm_decides"


def test_a_dry_run_rolls_nothing(fight: Table) -> None:
    before = fight.now
    told = foes(fight, dryRun=True)
    assert told["text"].startswith("Dry run") and "Ogre would use" in told["text"] and "Elara's turn" in told["text"]
    assert fight.now == before


def test_a_seed_repeats_the_whole_call(fight: Table) -> None:
    first = foes(fight, seed=7)["text"]
    fight.did("undo")
    assert foes(fight, seed=7)["text"] == first


def test_each_deed_is_short(fight: Table) -> None:
    fight.did("damage", "Elara", amount=60, damageType="fire")
    let(fight, 19)
    deeds = [line for line in lines(foes(fight)) if " uses " in line]
    assert deeds and all(len(line.encode()) / 3.5 <= 60 for line in deeds)


def test_many_foes_take_a_bounded_time() -> None:
    with begun("5.1", seed=3) as game:
        table = Table(game)
        heroes(table, 900)
        table.did("create", template="Goblin", count=12)
        names = ["Thorin", *(f"Goblin {n}" for n in range(1, 13)), "Elara"]
        table.did("start_fight", names=names, d20=[20, 10, 1])
        let(table, 2)
        told = foes(table)
        assert sum(" uses " in line for line in lines(told)) == 12 and "Elara's turn" in lines(told)[-1]
