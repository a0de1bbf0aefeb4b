"""A game alone in which places count: heroes and monsters move, strike at those who leave, and the fight comes to its end."""

import re
from typing import Any

import pytest

import rpg_lite
from rpg_lite.mud.solo import SoloSession
from rpg_lite.mud.status_line import status_line
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.mud.alone import HERO, Alone
from tests.operations.dice import let
from tests.operations.table import Table

CRYPT = {
    "size": "14x12",
    "features": [
        {"is": "furniture", "at": "F5-G5", "called": "altar"},
        {"is": "pit", "at": "K5", "ft": 20},
        {"is": "pillar", "at": "C4 C7"},
    ],
}
GOBLIN = {"5.1": "Goblin", "5.2": "Goblin Warrior"}
WIZARD = {"classes": ["wizard 5"], "party": True, "hpMax": 60, "abilities": {"int": 18, "con": 14}, "spells": {"prepared": ["Fireball"]}}
CLERIC = {"classes": ["cleric 5"], "party": True, "hpMax": 60, "abilities": {"wis": 18, "con": 14}}


def alone(ruleset: Ruleset, foes: dict[str, int], **heroes: dict[str, Any]) -> Alone:
    """Heroes before the door of a crypt with a ground, in which these foes are."""
    game = rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=3, policy={"space": "by_plan"})
    one = Alone(SoloSession(game))
    for name, sheet in {"Brenna": HERO, **heroes}.items():
        one.makes("create", name=name, character=sheet)
    one.makes("create", "manage_room", name="Crypt", direction="north", ground=CRYPT)
    for template, count in foes.items():
        one.makes("create", name=template, template=template, count=count, roomName="Crypt")
    one.types("as party")
    return one


def turn(one: Alone) -> str:
    fight = one.game.table()["fight"]
    return str(fight["turn"]) if fight else ""


def until(one: Alone, who: str) -> str:
    """Type next until it is somebody's turn."""
    told = ""
    for _ in range(40):
        if turn(one) == who and "React with" not in told:
            return told
        told = one.types("next")
    raise AssertionError(f"{who} has no turn: {told}")


def put(one: Alone, **squares: str) -> None:
    for name, at in squares.items():
        answer = one.game.ask({"operation": "place", "names": [name.replace("_", " ")], "to": at}, "execute_action")
        assert answer["ok"], answer["text"]


# ── an evening ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fight_on_squares_is_played_by_hand_from_begin_to_end(ruleset: Ruleset) -> None:
    one = alone(ruleset, {GOBLIN[ruleset]: 3, "Ogre": 2}, Ash={**WIZARD, "hpMax": 200})
    for item in ("Longsword", "Plate Armor"):
        one.makes("give", "manage_inventory", characterName="Brenna", template=item, equip=True)
    begun = one.types("go north")
    assert "attack!" in begun and "The fight begins" in begun
    assert "A Brenna" in one.types("ground") and "Ogre" in one.types("where")
    told = [begun]
    for _ in range(120):
        who = turn(one)
        if not who:
            break
        foes = [f["name"] for f in one.game.table()["fight"]["order"] if not f["member"] and f["mark"] not in ("dead", "down")]
        if who == "Ash" and "slot 3" in (fire := one.types("cast fireball at enemies sparing brenna")):
            told.append(fire)
        elif who == "Brenna":
            told += [one.types(f"move next to {foes[0]}"), one.types(f"attack {foes[0]}")]
        told.append(one.types("next"))
    whole = "\n".join(told)
    assert "The fight is over" in whole and "experience" in whole, whole[-3000:]
    assert "failed here" not in whole
    assert re.search(r"Brenna moves \d+ ft \(\d+ left\)", whole) and re.search(r"(Goblin\S* ?\w*|Ogre).* (moves|uses|attacks)", whole)
    assert "Ash casts Fireball" in whole
    assert "is for fights in which places count" in one.types("where")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_leaves_a_monster_is_struck_by_it_at_once(ruleset: Ruleset) -> None:
    one = alone(ruleset, {"Ogre": 1}, Ash=WIZARD)
    one.types("go north")
    until(one, "Brenna")
    put(one, Ogre="G3", Brenna="G6", Ash="A12")
    put(one, Brenna="G5")
    told = one.types("retreat")
    assert "Opportunity Attack" in told and "Brenna" in told and re.search(r"Brenna moves \d+ ft", told), told
    assert "May answer" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_is_asked_when_a_monster_is_put_to_flight_past_it(ruleset: Ruleset) -> None:
    one = alone(ruleset, {"Ghast": 1}, Clem=CLERIC)
    one.types("go north")
    until(one, "Clem")
    let(Table(one.game), 2, face=1)
    put(one, Ghast="G6", Brenna="G7", Clem="G9")
    turned = one.types("act turn undead at ghast")
    assert "Ghast" in turned and "fail" in turned, turned
    told = one.types("next")
    for _ in range(3):
        if "May answer" in told:
            break
        told += one.types("next")
    assert "Ghast moves" in told, told
    assert "May answer: Brenna (Opportunity Attack)" in told and "React with answer" in told, told
    struck = one.types("answer opportunity attack at ghast")
    assert "Brenna" in struck and "Opportunity Attack" in struck, struck


def test_the_line_at_the_bottom_tells_where_one_stands_and_the_feet_left() -> None:
    one = alone("5.2", {"Ogre": 1}, Ash=WIZARD)
    assert " at " not in status_line(one.game)
    one.types("go north")
    until(one, "Brenna")
    put(one, Brenna="C10")
    assert "Brenna's turn at C10 with 30 ft, left:" in status_line(one.game)
    one.types("move C8")
    assert "Brenna's turn at C8 with 20 ft, left:" in status_line(one.game)


@pytest.mark.parametrize(("at", "joins"), [("A12", False), ("F4", True)])
def test_an_ally_in_the_room_is_beside_the_target_only_where_it_stands_there(at: str, joins: bool) -> None:
    one = alone("5.2", {"Ogre": 1}, Pip={**HERO, "classes": ["rogue 5"]})
    one.makes("give", "manage_inventory", characterName="Pip", template="Rapier", equip=True)
    one.types("go north")
    until(one, "Pip")
    put(one, Ogre="G3", Pip="G5", Brenna=at)
    let(Table(one.game), 19)
    told = one.types("attack ogre adding sneak attack")
    assert ("3d6" in told) is joins and ("Sneak Attack does not" in told) is not joins, told


# ── the policy of monsters ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_shoots_steps_away_from_a_foe_that_cannot_strike(ruleset: Ruleset) -> None:
    one = alone(ruleset, {GOBLIN[ruleset]: 1}, Ash=WIZARD)
    one.types("go north")
    until(one, "Brenna")
    goblin = next(f["name"] for f in one.game.table()["fight"]["order"] if not f["member"])
    put(one, **{goblin.replace(" ", "_"): "G6", "Brenna": "G7", "Ash": "A12"})
    stunned = {"operation": "apply", "characterName": "Brenna", "condition": "stunned", "duration": "1 minute"}
    assert one.game.ask(stunned, "manage_condition")["ok"]
    told = one.types("next")
    while goblin not in told:
        told = one.types("next")
    moved = re.search(rf"{goblin} moves \d+ ft \(\d+ left\)", told)
    assert moved and "Shortbow" in told, told
