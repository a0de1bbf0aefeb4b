"""Fights: the order of turns, rounds, things that end with them, and calls outside a fight."""

import pytest

from rpg_lite.decision.callers import Caller
from tests.operations.dice import falling, let
from tests.operations.table import Table, notes, tokens

pytestmark = pytest.mark.pure


def order(table: Table) -> list[tuple[str, int]]:
    now = table.now
    return [(now.things[e["id"]].name, e["initiative"]) for e in now.things["w"].body["fight"]["order"]]


def on(table: Table) -> str:
    """The creature whose turn begins."""
    text: str = table.did("next_turn")["text"]
    return text.split(": ")[1].split("'s turn")[0]


@pytest.fixture
def room(table: Table) -> Table:
    """Thorin (DEX 14), Elara (DEX 14), Pip (DEX 18) and Mug (DEX 6)."""
    table.did("create", name="Pip", character={"hpMax": 10, "abilities": {"dex": 18}, "party": True})
    table.did("create", name="Mug", character={"hpMax": 10, "abilities": {"dex": 6}, "party": False})
    return table


@pytest.fixture
def fight(room: Table) -> Table:
    """Pip, Thorin and Mug fight in this order."""
    let(room, 10).did("start_fight", names=["Mug", "Pip", "Thorin"])
    return room


def test_the_highest_initiative_is_first(room: Table):
    answer = let(room, 2, 19, 10, 7).did("start_fight", names=["party", "Mug"])
    assert [n for _, n in order(room)] == sorted((n for _, n in order(room)), reverse=True)
    assert answer["text"].split("Round 1: ")[1].startswith(order(room)[0][0])


def test_ties_go_to_the_nimbler_then_by_name(room: Table):
    let(room, 12, 12, 10, 18).did("start_fight", names=["Thorin", "Elara", "Pip", "Mug"])
    assert order(room) == [("Mug", 16), ("Pip", 14), ("Elara", 14), ("Thorin", 14)]


def test_turns_go_round_and_rounds_count(fight: Table):
    assert [n for n, _ in order(fight)] == ["Pip", "Thorin", "Mug"]
    assert [on(fight) for _ in range(4)] == ["Thorin", "Mug", "Pip", "Thorin"]
    assert fight.now.things["w"].body["fight"]["round"] == 2


def test_names_named_twice_fight_once(room: Table):
    room.did("start_fight", names=["party", "Thorin", "thorin", room.id("Thorin")])
    assert len(order(room)) == 3


def test_the_dead_are_skipped(fight: Table):
    fight.did("damage", "Thorin", amount=100, damageType="psychic")
    assert [on(fight) for _ in range(3)] == ["Mug", "Pip", "Mug"]


def test_the_dead_begin_no_fight(room: Table):
    """The first in the order must be able to act."""
    room.did("damage", "Pip", amount=100, damageType="psychic")
    answer = let(room, 10).did("start_fight", names=["Pip", "Mug"])
    assert "Round 1: Mug's turn" in answer["text"]


def test_the_dying_are_on_and_told_what_to_do(fight: Table):
    fight.did("damage", "Thorin", amount=44, damageType="psychic")
    assert "death" in fight.did("next_turn")["text"]


def test_a_creature_that_left_the_game_is_skipped(fight: Table):
    fight.did("retire", "Thorin")
    assert [on(fight) for _ in range(2)] == ["Mug", "Pip"]


def test_nobody_left_is_said(fight: Table):
    for name in ("Pip", "Thorin", "Mug"):
        fight.did("damage", name, amount=100, damageType="psychic")
    answer = fight.refused("nobody_left", "next_turn")
    assert "execute_action end_fight" in answer["text"] and "try" not in answer["error"]


@pytest.mark.parametrize(("duration", "round"), [("1 round", 2), ("2 rounds", 3), ("3 rounds", 4)])
def test_rounds_end_when_they_are_over(fight: Table, duration: str, round: int):
    fight.did("apply", "Mug", condition="prone", duration=duration)
    for _ in range(30):
        answer = fight.did("next_turn")
        if "no longer" in answer["text"]:
            break
    assert f"Round {round}: Pip's turn" in answer["text"] and "Mug is no longer prone." in answer["text"]
    assert "conditions" not in fight.thing("Mug").body


def test_what_is_over_counts_no_more_before_anyone_clears_it_away(fight: Table):
    """Elara does not fight: her condition is over although nobody clears it away."""
    fight.did("apply", "Elara", condition="prone", duration="1 round")
    for _ in range(3):
        fight.did("next_turn")
    assert "2d20" not in fight.did("attack", "Elara", targetName="Mug")["text"]


def test_dice_decide_how_long_it_lasts(fight: Table):
    let(fight, 10, face=2).did("apply", "Mug", condition="prone", duration="1d4 rounds")
    texts = [fight.did("next_turn")["text"] for _ in range(9)]
    assert [t for t in texts if "no longer" in t] == [texts[5]]


def test_a_fight_over_dawn_brings_the_dawn(room: Table):
    """Anything that moves the clock past dawn recharges the items that recharge at dawn."""
    room.did("give", "Thorin", template="Wand of Secrets", equip=True)
    for _ in range(3):
        room.did("use", "Thorin", itemName="Wand of Secrets")
    room.did("apply", "Elara", condition="blinded", duration="dawn")
    room.did("advance", duration="1319 minutes")
    room.did("start_fight", names=["Thorin", "Elara"])
    room.did("end_fight")
    room.did("advance", duration="1 minute")
    assert room.thing("Wand of Secrets").item.state.get("charges", 3) > 0
    assert "conditions" not in room.thing("Elara").body


# ── coming later ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "names", "after"), [
    (20, ["Elara", "Pip", "Thorin", "Mug"], ["Mug", "Elara", "Pip"]),
    (10, ["Pip", "Elara", "Thorin", "Mug"], ["Mug", "Pip", "Elara"]),
    (1, ["Pip", "Thorin", "Mug", "Elara"], ["Mug", "Elara", "Pip"]),
])  # fmt: skip
def test_one_who_comes_later_takes_a_place_and_the_turn_stays(fight: Table, face: int, names: list[str], after: list[str]):
    fight.did("next_turn")
    answer = let(fight, face).did("start_fight", names=["Elara"])
    assert "Elara joins the fight. Initiative: Elara" in answer["text"] and "Round 1: Thorin's turn" in answer["text"]
    assert [n for n, _ in order(fight)] == names
    assert [on(fight) for _ in range(3)] == after


def test_those_who_fight_already_are_named_and_not_rolled_again(fight: Table):
    before = order(fight)
    answer = let(fight, 1).did("start_fight", names=["party"])
    assert "Already in the fight: Thorin and Pip." in notes(answer) and [o for o in order(fight) if o[0] != "Elara"] == before
    answer = fight.refused("all_fight_already", "start_fight", names=["Elara", "Mug"])
    assert fight.send(answer["error"]["try"], "execute_action")["ok"]


def test_one_may_come_after_the_one_whose_turn_it_was_left_the_game(fight: Table):
    fight.did("next_turn")
    fight.did("retire", "Thorin")
    assert "somebody" in let(fight, 1).did("start_fight", names=["Elara"])["text"]
    assert [on(fight) for _ in range(3)] == ["Mug", "Elara", "Pip"]


# ── in one room ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def parted(room: Table) -> Table:
    """Thorin, Elara and Mug in the Lobby; Pip and Snig in the Barn, behind an open door."""
    room.did("create", name="Snig", character={"hpMax": 7})
    room.send({"operation": "create", "name": "Barn", "direction": "north"}, "manage_room")
    for name in ("Pip", "Snig"):
        room.send({"operation": "join", "characterName": name, "toName": "Barn"}, "manage_room")
    return let(room, 10)


def test_the_party_fights_where_it_is_and_the_others_are_named(parted: Table):
    answer = parted.did("start_fight", names=["party", "Mug"])
    assert [n for n, _ in order(parted)] == ["Elara", "Thorin", "Mug"]
    assert "Elsewhere, and so left out: Pip (Barn)" in notes(answer)


def test_who_fights_a_creature_in_another_room_goes_there_first(parted: Table):
    answer = parted.refused("fights_elsewhere", "start_fight", names=["Thorin", "Mug", "Snig"])
    assert answer["error"]["field"] == "names[2]" and "Snig is in Barn, but the fight is in Lobby" in answer["text"]
    assert (answer["error"]["tool"], answer["error"]["try"]["operation"]) == ("manage_room", "go")
    assert parted.send(answer["error"]["try"], answer["error"]["tool"])["ok"]
    parted.did("start_fight", names=["Thorin", "Mug", "Snig"])
    assert {"Thorin", "Mug", "Snig"} == set(dict(order(parted)))


def test_a_refusal_offers_a_cut_if_no_route_leads_there(parted: Table):
    parted.send({"operation": "update", "direction": "north", "door": "locked", "dc": 20}, "manage_room")
    answer = parted.refused("fights_elsewhere", "start_fight", names=["party", "Snig"])
    assert answer["error"]["try"] == {"operation": "join", "names": ["party"], "toId": parted.id("Barn")}
    assert parted.send(answer["error"]["try"], answer["error"]["tool"])["ok"]
    parted.did("start_fight", names=["party", "Snig"])


def test_a_fight_that_is_on_is_come_to(parted: Table):
    parted.did("start_fight", names=["party", "Mug"])
    answer = parted.refused("fights_elsewhere", "start_fight", names=["Snig"])
    assert answer["error"]["try"]["names"] == [parted.id("Snig")] and answer["error"]["try"]["toId"] == parted.id("Lobby")
    assert parted.send(answer["error"]["try"], answer["error"]["tool"])["ok"]
    parted.did("start_fight", names=["Snig"])


def test_a_fight_without_the_party_is_where_the_first_stands(parted: Table):
    parted.did("start_fight", names=["Pip", "Snig"])
    assert "the fight is in Barn" in parted.refused("fights_elsewhere", "start_fight", names=["Thorin"])["text"]


def test_one_who_is_named_beside_the_party_comes_from_elsewhere_by_decree(parted: Table):
    parted.refused("fights_elsewhere", "start_fight", names=["party", "Pip"])
    answer = parted.did("start_fight", names=["party", "Pip"], force=True)
    assert len(order(parted)) == 3 and "elsewhere" not in answer["text"]


@pytest.mark.parametrize("weapon", [None, "Longsword"])
def test_no_blade_reaches_into_another_room(parted: Table, weapon: str | None):
    if weapon:
        parted.did("give", "Thorin", template=weapon, equip=True)
    answer = parted.refused("target_elsewhere", "attack", "Thorin", targetName="Snig")
    assert answer["error"]["field"] == "targetName" and "Snig is in Barn, and Thorin is in Lobby" in answer["text"]
    assert parted.send(answer["error"]["try"], "execute_action")["ok"]


def test_an_arrow_flies_through_an_open_way_and_through_no_closed_one(parted: Table):
    parted.did("give", "Thorin", template="Longbow", equip=True)
    parted.did("give", "Thorin", template="Arrow", quantity=20)
    assert "Snig with Longbow" in parted.did("attack", "Thorin", targetName="Snig")["text"]
    for name, joined in (("Loft", {"fromName": "Barn", "direction": "up"}), ("Shed", {"direction": "east", "door": "closed"})):
        assert parted.send({"operation": "create", "name": name, **joined}, "manage_room")["ok"]
        assert parted.send({"operation": "join", "characterName": "Snig", "toName": name}, "manage_room")["ok"]
        parted.refused("target_elsewhere", "attack", "Thorin", targetName="Snig")
    assert parted.send({"operation": "open", "direction": "east"}, "manage_room")["ok"]
    parted.did("attack", "Thorin", targetName="Snig")


@pytest.mark.parametrize("operation", ["next_turn", "end_fight"])
def test_without_a_fight_there_is_nothing_to_go_on(table: Table, operation: str):
    answer = table.refused("no_fight", operation)
    assert table.send(answer["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["Nobody"], "character_unknown"),
        (["Thorin", "Thorim"], "character_unknown"),
        (["c99.1"], "character_unknown"),
        ([], "argument_invalid"),
        (7, "argument_invalid"),
        (["Thorin"] * 61, "argument_invalid"),
        ([""], "character_unknown"),
    ],
)
def test_a_creature_that_is_not_there_does_not_fight(table: Table, names, code):
    answer = table.send({"operation": "start_fight", "names": names}, "execute_action")
    assert not answer["ok"]
    assert answer["error"]["code"] in (code, "target_required")


def test_near_names_are_told(table: Table):
    answer = table.refused("character_unknown", "start_fight", names=["Thorin", "Elera"])
    assert answer["error"]["field"] == "names[1]" and any("Elara" in n for n in answer["error"]["near"])


def test_two_of_one_name_are_told_apart_by_id(table: Table):
    for _ in range(2):
        table.did("create", name="Snig", character={"hpMax": 5, "party": False})
    table.refused("name_ambiguous", "start_fight", names=["Snig"])
    ids = [t.id for t in table.now.things.values() if t.name == "Snig"]
    assert "Initiative" in table.did("start_fight", names=["Thorin", *ids])["text"]
    assert len(order(table)) == 3


def test_a_party_of_nobody_does_not_fight(empty: Table):
    empty.refused("party_empty", "start_fight", names=["party"])


def test_rest_and_time_wait_for_the_end(fight: Table):
    for fields in ({"operation": "rest", "characterName": "Thorin", "kind": "short"}, {"operation": "advance", "duration": "1 hour"}):
        answer = fight.refused_whole("fight_is_on", fields, "manage_character")
        assert "execute_action end_fight" in answer["text"] and "try" not in answer["error"], "nobody asked to end it"


@pytest.mark.stored
def test_undo_of_turns_and_of_the_end(fight: Table):
    fight.did("apply", "Mug", condition="prone", duration="1 round")
    for operation in ("next_turn", "next_turn", "next_turn", "end_fight"):
        before = fight.now
        fight.did(operation)
        after = fight.now
        fight.did("undo")
        assert (fight.now.world, fight.now.minutes) == (before.world, before.minutes)
        fight.did("undo")
        assert (fight.now.world, fight.now.minutes) == (after.world, after.minutes)


def test_a_dry_run_of_a_fight_rolls_nothing(room: Table):
    before = room.now
    answer = room.did("start_fight", names=["party"], dryRun=True)
    assert "would be rolled" in answer["text"] and room.now == before
    assert notes(answer) == "The rest depends on the roll."


@pytest.mark.stored
def test_a_seed_repeats_the_initiative(room: Table):
    first = room.did("start_fight", names=["party"], seed=4)["text"]
    room.did("undo")
    assert room.did("start_fight", names=["party"], seed=4)["text"] == first


# ── everybody sees that a fight is on ───────────────────────────────────────────────────────────────────────────────

READS = [("read_campaign", {"operation": "party"}), ("read_campaign", {"operation": "who"}), ("manage_room", {"operation": "look"})]


@pytest.mark.parametrize(("tool", "payload"), READS)
def test_what_is_read_tells_the_round_the_order_and_the_turn(fight: Table, tool: str, payload: dict[str, str]):
    fight.did("next_turn")
    said = "Fight, round 1: Pip 14, Thorin 12, Mug 8. Thorin's turn."
    assert said in fight.send(payload, tool)["text"]
    told = fight.send(payload, tool, detail="full")["results"][0]
    told = told.get("room", told).get("fight") or told["fight"]
    assert (told["round"], told["turn"], [e["name"] for e in told["order"] if e["acts"]]) == (1, "Thorin", ["Thorin"])
    fight.did("end_fight")
    assert "Fight" not in fight.send(payload, tool)["text"]


def test_the_dead_stand_in_no_order(fight: Table):
    fight.did("damage", "Mug", amount=10, damageType="fire")
    assert "Fight, round 1: Pip 14, Thorin 12. Pip's turn." in fight.did("party")["text"]


def test_a_fight_elsewhere_is_not_seen_in_this_room(parted: Table):
    parted.did("start_fight", names=["Pip", "Snig"])
    assert "Fight" not in parted.did("look")["text"] and "Fight" not in parted.did("who")["text"]
    assert "Fight, round 1: Pip 14, Snig 10." in parted.did("party")["text"]
    assert "Fight, round 1" in parted.did("look", "Pip")["text"]


@pytest.mark.stored
def test_players_are_told_of_those_whom_they_see(fight: Table):
    """Players learn neither Mug's numbers nor the name of a hidden creature."""
    player = Caller("player", "p", None, ("Thorin",))
    fight.did("next_turn")
    fight.send({"operation": "join", "characterName": "Mug", "toName": "Lobby", "force": True}, "manage_room")
    told = fight.game.ask({"operation": "next_turn"}, tool="execute_action", caller=player)["text"]
    assert "Round 1: Mug's turn" in told and "HP" not in told
    assert "Mug's turn (HP 10/10" in let(fight, 10).did("start_fight", names=["Elara"])["text"]
    fight.send({"operation": "create", "name": "Barn", "direction": "north"}, "manage_room")
    fight.send({"operation": "join", "characterName": "Mug", "toName": "Barn", "force": True}, "manage_room")
    read = fight.game.ask({"operation": "party"}, tool="read_campaign", caller=player)["text"]
    assert "Fight, round 1: Pip 14, Elara 12, Thorin 12. It is the turn of somebody out of sight." in read and "Mug" not in read


BREATH = {"name": "Fire Breath", "spend": "recharge:5", "targets": "area", "steps": [{"damage": "8d6", "type": "fire"}]}
DRAKE = {"hpMax": 60, "acts": [BREATH], "resources": {"legendary_actions": {"max": 3}, "Fire Breath": {"max": 1}}}


@pytest.mark.parametrize(("left", "said"), [(1, "Fire Breath ready; 3 legendary actions"), (0, "; 3 legendary actions")])
def test_a_turn_says_what_is_ready(empty: Table, left: int, said: str):
    """A breath that was spent recharges in the first turn, too."""
    empty.roll_with(falling(10, face=6))
    empty.did("create", name="Drake", character=DRAKE)
    empty.did("update", "Drake", character={"resources": {"Fire Breath": {"left": left}}})
    text = empty.did("start_fight", names=["Drake"])["text"]
    assert (
        said in text
        and "Fire Breath ready" in text
        and ("Fire Breath recharges (6)" in text) != bool(left)
        and tokens(empty.did("next_turn")) <= 80
    )


def test_a_turn_names_the_acts_of_a_bonus_action_that_are_left(empty: Table):
    empty.did("create", name="Odo", character={"classes": ["fighter 5"]})
    assert "bonus action: Second Wind" in empty.did("start_fight", names=["Odo"])["text"]
    empty.did("update", "Odo", character={"spent": {"second_wind": 1}})
    assert "bonus action" not in empty.did("next_turn")["text"]
