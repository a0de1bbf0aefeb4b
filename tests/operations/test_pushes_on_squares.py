"""Pushes and pulls where places count: whoever is moved stands there at once, up to what is in the way, and what follows from it."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.acts_in_data import FAILS_ALL, PLAIN, create_hero, owner_of, played
from tests.operations.crypts import ANN, SCORES, crypt, fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.pushes_in_data import CHOICES, JOINED, PLAYED_ROWS, TOLD, Row, rows
from tests.operations.table import Table, snapshot
from tests.rows import each_row

BARE: Final = {"size": "12x10"}


@laid_alike
def hall(ruleset: Ruleset = "5.2", *features: dict[str, Any], **squares: str) -> Table:
    """Oda beside a goblin, everybody else out of the way, on Oda's turn."""
    table = fought(ruleset, BARE | ({"features": [*features]} if features else {}))
    put(table, **({"Oda": "D5", "Goblin_1": "E5", "Goblin_2": "A1", "Ogre": "K1", "Pip": "A10"} | squares))
    turn_of(table, "Oda")
    return table


def shoved(table: Table, who: str = "Goblin 1", by: str = "Oda", **more: Any) -> str:
    """The answer to a shove that succeeds."""
    is_contest = table.game.campaign.ruleset == "5.1"
    let(table, *((20, 1) if is_contest else (1,)))
    return str(table.did("act", by, act="Shove", targets=[who], choice="push", force=True, **more)["text"])


# ── every push of the data ──────────────────────────────────────────────────────────────────────────────────────────


def test_every_addition_of_the_data_is_played() -> None:
    """Those that `JOINED` names have a test below each; no other feature pushes or pulls."""
    assert {row.source.act.name for row in rows() if row.source.kind == "feature"} == {*JOINED}


@each_row("row", PLAYED_ROWS, ids=str)
def test_every_push_of_the_data_moves_its_target(row: Row) -> None:
    source, step = row
    table = Table(begun(source.ruleset))
    who = owner_of(table, source)
    foe = {"abilities": PLAIN, "hpMax": 900, "modifiers": [] if source.act.name == "Whelm" else FAILS_ALL, "party": False}
    table.did("create", name="Foe", character=foe)
    table.did("start_fight", names=[who, "Foe"], space="measured")
    put(table, **{who: "AB30"}, Foe="AB38" if step.how == "pull" else f"next to {who}")
    if who == "Roper":  # it pulls whom it holds
        assert "is pulled" not in let(table, 20).did("act", who, act="Reel", targets=["Foe"], force=True, dryRun=True)["text"]
        put(table, Foe=f"next to {who}")
        table.did("act", who, act={"5.1": "Tendril", "5.2": "Tentacle"}[source.ruleset], targets=["Foe"], force=True)
        put(table, Foe="AB38")
    turn_of(table, who)
    before = places(table)["Foe"]
    let(table, 20, face=1)
    told = played(table, who, source, targets=["Foe"], **CHOICES.get(source.act.name, {}))["text"]
    how, stood = ("is pulled", "is pushed")[step.how == "push"], places(table)["Foe"]
    if source.act.name in TOLD:
        assert f"{how} {step.move} ft" in told and f"{step.move} ft to" not in told and stood == before, told
        return
    feet = int(told.partition(f"{how} ")[2].partition(" ft")[0] or 0)
    assert f"{how} {feet} ft to {stood}" in told and stood != before, told
    if str(step.move).isdigit():
        assert feet == step.move or (step.how == "pull" and feet >= 25), "a pull ends beside whoever pulls"


@laid_alike
def armed(ruleset: Ruleset, of: str, item: str | None = None, subclass: str | None = None) -> Table:
    """A hero of this class beside a foe, on the hero's turn."""
    table = Table(begun(ruleset))
    create_hero(table, of, subclass)
    if item:
        table.did("give", "Mage", item=item, equip=True)
    table.did("create", name="Foe", character={"abilities": PLAIN, "hpMax": 900, "modifiers": FAILS_ALL, "party": False})
    table.did("start_fight", names=["Mage", "Foe"], space="measured")
    put(table, Mage="AB30", Foe="AC30")
    turn_of(table, "Mage")
    return let(table, 15)


def joined(table: Table, *names: str) -> str:
    answer = table.send({"operation": "attack", "characterName": "Mage", "targetName": "Foe", "with": [*names]}, "execute_action")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


@each_row(
    "of, item, names, text",
    [
        ("fighter 5", "Warhammer", ["Push"], "is pushed 10 ft to AE30"),
        ("fighter 9", "Mace", ["Tactical Master: push"], "is pushed 10 ft to AE30"),
        ("barbarian 13", "Greataxe", ["Brutal Strike", "Forceful Blow"], "is pushed 15 ft to AF30"),
    ],
)
def test_an_addition_to_a_hit_pushes(of: str, item: str, names: list[str], text: str) -> None:
    table = armed("5.2", of, item)
    if of.startswith("barbarian"):
        table.did("act", "Mage", act="Reckless Attack")
    assert text in joined(table, *names) and places(table)["Foe"] == text.rpartition(" ")[2]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_beams_that_repel_push_one_after_the_other(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    sheet = {"abilities": SCORES, "classes": ["warlock 5"], "party": True, "choices": {"eldritch invocations": ["repelling blast"]}}
    table.did("create", name="Mage", character=sheet, force=True)
    table.did("create", name="Foe", character={"abilities": PLAIN, "hpMax": 900, "party": False})
    table.did("start_fight", names=["Mage", "Foe"], space="measured")
    put(table, Mage="AB30", Foe="AD30")
    turn_of(table, "Mage")
    let(table, 15)
    payload = {
        "operation": "cast",
        "characterName": "Mage",
        "spell": "Eldritch Blast",
        "targets": ["Foe"],
        "with": ["Repelling Blast"],
        "force": True,
    }
    assert "is pushed 20 ft to AH30" in table.send(payload, "execute_action")["text"] and places(table)["Foe"] == "AH30"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_open_hand_pushes(ruleset: Ruleset) -> None:
    table = armed(ruleset, "monk 5", subclass={"5.1": "Way of the Open Hand", "5.2": "Warrior of the Open Hand"}[ruleset])
    let(table, 15, 15, 1, 1)
    told = table.did("act", "Mage", act="Flurry of Blows", targets=["Foe"], choice="push", force=True, **{"with": ["Open Hand Technique"]})[
        "text"
    ]
    assert "is pushed" in told and f" to {places(table)['Foe']}" in told and places(table)["Foe"] != "AC30", told


def test_a_gust_pushes_whoever_begins_its_turn_in_it() -> None:
    table = armed("5.1", "wizard 5")
    table.did("cast", "Mage", spell="Gust of Wind", targets=["Foe"], force=True)
    let(table, 1)
    told = table.did("next_turn")["text"]
    assert "is pushed 15 ft to AF30" in told, told


# ── what is in the way ──────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    "features, at, text",
    [
        ([], "E5", "is pushed 5 ft to F5."),
        ([{"is": "wall", "at": "F5"}], "E5", "is not moved: a wall stops it"),
        ([{"is": "wall", "at": "E5|F5", "called": "the palisade"}], "E5", "is not moved: the palisade stops it"),
        ([{"is": "ledge", "at": "F5"}], "E5", "is not moved: a ledge stops it"),
        ([{"is": "furniture", "at": "F5"}], "E5", "is pushed 5 ft to F5."),
        ([{"is": "wall", "at": "F5", "hidden": True}], "E5", "is not moved: something stops it"),
    ],
)
def test_a_push_ends_before_what_is_solid(features: list[dict[str, Any]], at: str, text: str) -> None:
    for ruleset in RULESETS:
        table = hall(ruleset, *features)
        before = places(table)
        told = shoved(table)
        assert text in told, told
        assert places(table)["Goblin 1"] == ("F5" if "is pushed" in text else before["Goblin 1"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_push_ends_at_the_edge_and_before_somebody(ruleset: Ruleset) -> None:
    assert "is not moved: the edge of the ground stops it" in shoved(hall(ruleset, Oda="K5", Goblin_1="L5"))
    assert "is not moved: somebody is in the way" in shoved(hall(ruleset, Goblin_2="F5"))


def test_a_long_push_tells_how_far_it_went() -> None:
    table = hall("5.2", {"is": "pillar", "at": "G5"})
    table.did("create", name="Dragon", template="Bronze Dragon Wyrmling", roomName="Crypt")
    table.did("start_fight", names=["Dragon"])
    put(table, Dragon="C5", Oda="A2")
    turn_of(table, "Dragon")
    let(table, 1)
    told = table.did("act", "Dragon", act="Repulsion Breath", targets=["Goblin 1"], force=True)["text"]
    assert "is pushed 5 ft to F5 (a pillar stops it)" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_those_who_are_pushed_at_once_make_way_for_each_other(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    table.did("create", name="Mira", character={"abilities": SCORES, "classes": {"wizard": 3}, "party": True}, roomName="Crypt")
    table.did("start_fight", names=["Mira"])
    put(table, Mira="D7", Goblin_1="E7", Goblin_2="F7")
    turn_of(table, "Mira")
    let(table, 1)
    told = table.did("cast", "Mira", spell="Thunderwave", targets=["Goblin 1", "Goblin 2"], force=True)["text"]
    now = places(table)
    assert (now["Goblin 1"], now["Goblin 2"]) == ("G7", "H7") and "in the way" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_large_creature_needs_all_its_squares(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"is": "wall", "at": "H6"}, Ogre="E5", Goblin_1="A3")
    assert "is pushed 5 ft to F5" in shoved(table, "Ogre")
    put(table, Oda="E5")
    assert "is not moved: a wall stops it" in shoved(table, "Ogre")


# ── what follows ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_pushed_over_a_pit_falls(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"is": "pit", "at": "F5", "ft": 20})
    before = snapshot(table.game)
    told = shoved(table)
    assert "is pushed 5 ft to F5" in told and "Goblin 1 falls 20 ft to F5 down 20" in told and "bludgeoning" in told, told
    assert places(table)["Goblin 1"] == "F5 down 20"
    table.did("undo")
    assert snapshot(table.game).world == before.world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_long_push_ends_in_the_first_pit(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"is": "pit", "at": "F5", "ft": 10, "hidden": True}, Goblin_1="E5")
    table.did("create", name="Dragon", template="Bronze Dragon Wyrmling", roomName="Crypt")
    table.did("start_fight", names=["Dragon"])
    put(table, Dragon="C5", Oda="A2")
    turn_of(table, "Dragon")
    let(table, 1)
    told = table.did("act", "Dragon", act="Repulsion Breath", targets=["Goblin 1"], force=True)["text"]
    assert "is pushed 5 ft to F5" in told and "something" not in told and places(table)["Goblin 1"] == "F5 down 10", told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_pushed_off_a_ledge_falls_and_a_flier_does_not(ruleset: Ruleset) -> None:
    table = hall(ruleset, {"is": "ledge", "at": "D5-E5", "ft": 20})
    assert "Goblin 1 falls 20 ft to F5" in shoved(table)
    table.did("create", name="Harpy", template="Harpy", roomName="Crypt")
    put(table, Goblin_1="A4", Harpy="E5")
    assert places(table)["Harpy"] == "E5+20"
    told = shoved(table, "Harpy")
    assert "is pushed 5 ft to F5+20" in told and "falls" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_may_strike_and_no_feet_are_spent(ruleset: Ruleset) -> None:
    """Both texts: whoever is moved without its movement, action or reaction provokes nobody (Opportunity Attacks)."""
    table = hall(ruleset, Pip="E6")
    told = shoved(table)
    assert "may strike" not in told
    turn_of(table, "Goblin 1")
    assert "30 ft left" in table.game.ask({"operation": "context"}, "read_campaign")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_push_out_of_reach_ends_a_grapple(ruleset: Ruleset) -> None:
    """5.1: such as when a creature is hurled away by Thunderwave (Grappled); 5.2: if the distance exceeds the range of the grapple (Grappled)."""
    table = hall(ruleset, Pip="F5")
    table.did("apply", "Goblin 1", condition="grappled", source="Oda")
    assert "somebody is in the way" in shoved(table)
    put(table, Pip="A10")
    before = snapshot(table.game)
    assert "grappled" in str(table.thing("Goblin 1").body.get("conditions"))
    told = shoved(table)
    assert places(table)["Goblin 1"] == "F5"
    assert "grappled" not in str(table.thing("Goblin 1").body.get("conditions", "")), told
    table.did("undo")
    assert snapshot(table.game).world == before.world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_grappler_who_is_pushed_away_holds_nobody(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    table.did("apply", "Oda", condition="grappled", source="Goblin 1")
    shoved(table)
    assert places(table)["Oda"] == "D5" and "grappled" not in str(table.thing("Oda").body.get("conditions", ""))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_changes_nothing_and_undo_brings_all_back(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    before = snapshot(table.game)
    table.did("act", "Oda", act="Shove", targets=["Goblin 1"], choice="push", dryRun=True)
    assert snapshot(table.game) == before
    assert "to F5" in shoved(table)
    table.did("undo")
    assert snapshot(table.game).world == before.world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_same_push_ends_at_the_same_square(ruleset: Ruleset) -> None:
    ends = set()
    for _ in range(2):
        table = hall(ruleset, Oda="D4")
        shoved(table)
        ends.add(places(table)["Goblin 1"])
    assert ends == {"F6"}


@each_row("adds, ends", [([], "F10"), (["Push"], "H8")])
def test_whoever_is_pushed_by_an_opportunity_attack_goes_no_farther(adds: list[str], ends: str) -> None:
    """What is left of its movement is not spent: it may walk on from there."""
    table = hall("5.2", Oda="E5", Goblin_1="F5")
    table.did("give", "Oda", item="Warhammer", equip=True)
    turn_of(table, "Goblin 1")
    before = snapshot(table.game)
    table.did("move", "Goblin 1", to="F10")
    let(table, 15)
    told = table.did("act", "Oda", act="Opportunity Attack", answer=True, **({"with": adds} if adds else {}))["text"]
    assert places(table)["Goblin 1"] == ends, told
    assert ("moves 5 ft (25 left) to F6" in told and "has been moved off its way" in told) == bool(adds), told
    if adds:
        assert "moves 20 ft (5 left)" in table.did("move", "Goblin 1", to="H4")["text"]
    table.did("undo", toRev=before.rev)
    assert snapshot(table.game).world == before.world


# ── who rides, who is inside, whom nobody sees ──────────────────────────────────────────────────────────────────────


@laid_alike
def mounted(ruleset: Ruleset) -> Table:
    """Oda on a warhorse that stands beside the ogre, whose turn it is."""
    table = fought(ruleset, {"size": "30x12"})
    table.did("create", name="Warhorse", template="Warhorse", roomName="Crypt")
    table.did("start_fight", names=["Warhorse"])
    put(table, Ogre="AB1", Pip="A12", Goblin_1="AA10", Goblin_2="AB10", Oda="C5", Warhorse="D5")
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Mount", targets=["Warhorse"])
    put(table, Ogre="B5")
    turn_of(table, "Ogre")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("die", "falls"), [(1, True), (19, False)])
def test_the_rider_of_a_mount_that_is_pushed_holds_on_or_falls(ruleset: Ruleset, die: int, falls: bool) -> None:
    """Both texts: DC 10 DEX, or fall off, prone, within 5 feet (Mounted Combat)."""
    table = mounted(ruleset)
    before = snapshot(table.game)
    let(table, *((20, 1, die) if ruleset == "5.1" else (1, die)))
    told = table.did("act", "Ogre", act="Shove", targets=["Warhorse"], choice="push", force=True)["text"]
    now = places(table)
    assert (
        "Warhorse: is pushed 5 ft to E5" in told.replace("fails: ", "").replace("Warhorse (1+4 = 5) ", "Warhorse: ")
        and now["Warhorse"] == "E5"
    ), told
    assert "Holding On: DEX save DC 10" in told and ("prone" in told) == falls and (now["Oda"] != "E5") == falls, told
    assert ("Riding" in str(table.thing("Oda").body.get("effects"))) != falls
    table.did("undo")
    assert snapshot(table.game).world == before.world


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rider_is_moved_by_its_mount_alone(ruleset: Ruleset) -> None:
    table = mounted(ruleset)
    told = shoved(table, "Oda", "Ogre")
    assert "is not moved: its mount carries it" in told and places(table)["Oda"] == "D5", told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_inside_another_is_not_pushed(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    table.did("create", name="Behir", template="Behir", roomName="Crypt")
    table.did("start_fight", names=["Behir"])
    put(table, Behir="F5")
    turn_of(table, "Behir")
    let(table, 20 if ruleset == "5.1" else 1)
    table.did("act", "Behir", act="Swallow", targets=["Pip"], force=True)
    turn_of(table, "Oda")
    told = shoved(table, "Pip")
    assert "is not moved: it is inside another" in told, told


@pytest.mark.parametrize("lurks", [False, True])
def test_an_answer_does_not_tell_who_stops_a_push(lurks: bool) -> None:
    table = hall("5.2")
    table.did("create", name="Lurker", template="Goblin Warrior", roomName="Crypt")
    put(table, Lurker="F5" if lurks else "A5")
    table.did("act", "Lurker", act="Hide", force=True, d20=[20])
    turn_of(table, "Oda")
    payload = {"operation": "act", "characterName": "Oda", "act": "Shove", "targets": ["Goblin 1"], "choice": "push"}
    asked = table.game.ask(payload | {"dryRun": True}, "execute_action", "brief", ANN)
    assert asked["ok"] and "something" not in asked["text"], asked["text"]
    let(table, 1)
    told = table.game.ask(payload, "execute_action", "brief", ANN)["text"]
    assert ("is not moved: something stops it" in told) == lurks and "Lurker" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_told_fight_tells_the_feet_alone(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset))
    table.did("start_fight", names=["party", "Goblin 1"], space="told")
    turn_of(table, "Oda")
    assert "is pushed 5 ft." in shoved(table)


def test_whoever_is_flung_goes_where_a_d8_says() -> None:
    table = fought("5.1", {"size": "40x40"})
    table.did("create", name="Kraken", template="Kraken", roomName="Crypt")
    table.did("start_fight", names=["Kraken"])
    put(table, Kraken="T20", Oda="X20", Pip="A1", Goblin_1="A5", Goblin_2="A9", Ogre="C20")
    table.did("apply", "Oda", condition="grappled", source="Kraken")
    turn_of(table, "Kraken")
    let(table, 20, face=5)
    told = table.did("act", "Kraken", act="Fling", targets=["Oda"], force=True)["text"]
    assert "Rolled 1d8: 5" in told and "is pushed 60 ft to X32" in told, told


# ── said before ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_says_where_a_push_would_end(ruleset: Ruleset) -> None:
    squares = {"Oda": "H6", "Pip": "A1", "Goblin 1": "I6", "Goblin 2": "A10", "Ogre": "A4"}
    table = fought(ruleset, {"size": "12x10", "features": [{"is": "pit", "at": "J6", "ft": 20}]}, places=squares)
    turn_of(table, "Oda")
    shove = {"operation": "act", "characterName": "Oda", "act": "Shove", "targets": ["Goblin 1"], "choice": "push", "dryRun": True}
    before = places(table)
    told = table.send(shove, "execute_action")["text"]
    assert "is pushed 5 ft to J6" in told and "falls 20 ft" in told, told
    whole = table.send(shove, "execute_action", "full")["results"][0]["plan"]
    assert whole["moved"] == [{"name": "Goblin 1", "how": "is pushed 5 ft to J6", "feet": 5}]
    assert places(table) == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_shove_without_its_choice_is_answered_with_a_call_that_works(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10"}, places={"Oda": "H6", "Pip": "A1", "Goblin 1": "I6", "Goblin 2": "A10", "Ogre": "A4"})
    turn_of(table, "Oda")
    shove = {"operation": "act", "characterName": "Oda", "act": "Shove", "targets": ["Goblin 1"]}
    refused = table.send(shove, "execute_action")
    assert refused["error"]["code"] == "choice_required" and refused["error"]["allowed"] == ["prone", "push"]
    for choice in (refused["error"]["try"]["choice"], "push", {"effect": "push"}):
        assert table.send({**shove, "choice": choice, "dryRun": True}, "execute_action")["ok"]
