"""Leaving a fight: by a walk, by a cut, by word; the others go on, and enemies may strike at those who leave (SRD, Opportunity Attacks)."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from tests.operations.dice import let
from tests.operations.table import Answer, Table, notes
from tests.operations.worlds import STURDY_GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.fixture
def room(table: Table) -> Table:
    """Thorin, Elara and the goblins Snig and Mug in the Lobby, north of which lies the Hall, and beyond it the Vault."""
    for name in ("Snig", "Mug"):
        table.did("create", name=name, character=STURDY_GOBLIN)
    place(table, "create", name="Hall", direction="north")
    place(table, "create", name="Vault", fromName="Hall", direction="north")
    place(table, "join", toName="Vault")
    place(table, "join", toName="Hall")
    place(table, "join", toName="Lobby")
    return table


@pytest.fixture
def fight(room: Table) -> Table:
    """In this order: Thorin, Snig, Elara, Mug."""
    let(room, 19, 15, 10, 5).did("start_fight", names=["Thorin", "Snig", "Elara", "Mug"])
    return let(room, 15)


def place(table: Any, operation: str, who: str | None = None, **fields: Any) -> Answer:
    answer: Answer = table.send({"operation": operation, **({"characterName": who} if who else {}), **fields}, "manage_room")
    assert answer["ok"], answer["text"]
    return answer


def order(table: Any) -> list[str]:
    text: str = table.did("party")["text"].split("Fight, round ")[1]
    return [part.rpartition(" ")[0] for part in text.split(": ")[1].split(".")[0].split(", ")]


def test_one_who_goes_is_out_of_the_order_and_the_others_fight_on(fight: Table) -> None:
    before = fight.now.minutes
    answer = place(fight, "go", "Thorin", direction="north")
    assert "No longer in the fight: Thorin." in notes(answer) and fight.now.minutes == before
    assert order(fight) == ["Snig", "Elara", "Mug"]
    assert [fight.did("next_turn")["text"].split("'s turn")[0] for _ in range(4)] == [
        "Round 1: Snig", "Round 1: Elara", "Round 1: Mug", "Round 2: Snig",
    ]  # fmt: skip


@pytest.mark.stored
def test_undo_of_a_walk_gives_back_the_place(fight: Table) -> None:
    before = fight.now.world
    place(fight, "go", "Thorin", direction="north")
    fight.did("undo")
    assert fight.now.world == before and order(fight)[0] == "Thorin"


@pytest.mark.stored
def test_undo_of_one_walk_leaves_another_alone(fight: Table) -> None:
    rev = place(fight, "go", "Thorin", direction="north")["rev"]
    fight.did("next_turn")
    place(fight, "go", "Snig", direction="north")
    fight.did("undo", rev=rev)
    assert order(fight) == ["Thorin", "Elara", "Mug"]


def test_a_walk_out_of_turn_is_told(fight: Table) -> None:
    answer = place(fight, "go", "Elara", direction="north")
    assert "It is Thorin's turn." in notes(answer) and "Elara" not in order(fight)


@pytest.mark.stored
def test_a_player_goes_only_on_its_turn(fight: Table) -> None:
    def go(name: str) -> Answer:
        payload = {"operation": "go", "characterName": name, "direction": "north"}
        answer: Answer = fight.game.ask(payload, tool="manage_room", caller=Caller("player", "p", None, (name,)))
        return answer

    assert go("Elara")["error"]["code"] == "not_your_turn"
    assert go("Thorin")["ok"]


def test_a_party_that_nobody_names_stays_and_the_one_whose_turn_it_is_may_go(fight: Table) -> None:
    answer = fight.send({"operation": "go", "direction": "north"}, "manage_room")
    assert answer["error"]["code"] == "fighters_stay" and answer["error"]["try"]["characterId"] == fight.id("Thorin")
    assert fight.send(answer["error"]["try"], "manage_room")["ok"] and order(fight) == ["Snig", "Elara", "Mug"]


def test_one_turn_leads_one_room_far(fight: Table) -> None:
    answer = place(fight, "go", "Thorin", toName="Vault")
    assert "In a fight, one turn reaches only as far as Hall." in notes(answer)
    assert fight.now.things[fight.thing("Thorin").parent_id or ""].name == "Hall"


def test_one_who_comes_back_has_the_old_place(fight: Table) -> None:
    place(fight, "go", "Thorin", direction="north")
    back = place(fight, "go", "Thorin", direction="south")
    assert "A fight is going on here" in notes(back)
    answer = let(fight, 1).did("start_fight", names=["Thorin"])
    assert "Thorin joins the fight. Initiative: Thorin 21." in answer["text"] and "1d20" not in answer["text"]
    assert order(fight) == ["Thorin", "Snig", "Elara", "Mug"]


def test_those_who_leave_in_one_turn_twice_have_moved_already(fight: Table) -> None:
    for direction in ("north", "south"):
        place(fight, "go", "Thorin", direction=direction)
    fight.did("start_fight", names=["Thorin"])
    assert "Thorin has already used its movement." in notes(place(fight, "go", "Thorin", direction="north"))


def test_a_dash_gives_movement_for_one_more(fight: Table) -> None:
    fight.did("act", "Thorin", act="Dash")
    for direction in ("north", "south"):
        place(fight, "go", "Thorin", direction=direction)
    fight.did("start_fight", names=["Thorin"])
    assert "movement" not in notes(place(fight, "go", "Thorin", direction="north"))


def test_a_cut_takes_them_out_too(fight: Table) -> None:
    answer = place(fight, "join", "Mug", toName="Hall", force=True)
    assert "No longer in the fight: Mug." in notes(answer) and order(fight) == ["Thorin", "Snig", "Elara"]


def test_a_fight_that_moves_as_a_whole_goes_on(fight: Table) -> None:
    answer = place(fight, "join", names=["Thorin", "Elara", "Snig", "Mug"], toName="Hall", force=True)
    assert "No longer" not in notes(answer) and order(fight) == ["Thorin", "Snig", "Elara", "Mug"]


def test_the_last_side_is_told(fight: Table) -> None:
    place(fight, "join", "Mug", toName="Hall", force=True)
    answer = place(fight, "join", "Snig", toName="Hall", force=True)
    assert "The fight has only one side left: Thorin and Elara; end it with execute_action end_fight." in notes(answer)


# ── by word ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_fight_ends_for_one_by_word(fight: Table) -> None:
    answer = fight.did("end_fight", names=["Mug", "Snig"])
    assert "No longer in the fight: Mug and Snig." in notes(answer) and "Round 1: Thorin's turn" in answer["text"]
    assert order(fight) == ["Thorin", "Elara"]


def test_the_fight_ends_when_it_ends_for_all(fight: Table) -> None:
    assert "The fight is over after 1 round." in fight.did("end_fight", names=["party", "Snig", "Mug"])["text"]
    assert "fight" not in fight.now.things["w"].body


@pytest.mark.parametrize(
    ("names", "code"), [(["Nobody"], "character_unknown"), (["Mug", "Pip"], "not_fighting"), (["Mug", "Mig"], "character_unknown")]
)
def test_only_fighters_stop_fighting(fight: Table, names: list[str], code: str) -> None:
    fight.did("create", name="Pip", character=STURDY_GOBLIN)
    answer = fight.refused(code, "end_fight", names=names)
    assert code != "not_fighting" or "Thorin" in answer["text"]


def test_one_who_stopped_has_no_turn_to_end(fight: Table) -> None:
    """On its own turn too: the next one is that of the next creature, and its effects end as they would have."""
    fight.did("apply", "Mug", condition="prone", duration="1 round", source="Thorin")
    fight.did("end_fight", names=["Thorin"])
    assert "Snig's turn" in fight.did("next_turn")["text"]
    fight.refused("not_fighting", "end_fight", names=["Thorin"])


# ── acts keep their turn when somebody joins ────────────────────────────────────────────────────────────────────────


def test_one_who_joins_before_does_not_give_back_the_action(fight: Table) -> None:
    fight.did("next_turn")
    fight.did("act", "Snig", act="Dodge")
    fight.did("create", name="Pip", character={**STURDY_GOBLIN, "abilities": {"dex": 30}})
    let(fight, 20).did("start_fight", names=["Pip"])
    assert order(fight)[0] == "Pip"
    assert "Snig has already used its action." in notes(fight.did("act", "Snig", act="Dodge"))


# ── opportunity attacks ─────────────────────────────────────────────────────────────────────────────────────────────


def test_enemies_may_strike_at_one_who_leaves(fight: Table) -> None:
    assert "May answer: Snig (Opportunity Attack), Mug (Opportunity Attack)." in place(fight, "go", "Thorin", direction="north")["text"]


def test_nobody_strikes_at_one_who_disengages(fight: Table) -> None:
    fight.did("act", "Thorin", act="Disengage")
    assert "May answer" not in place(fight, "go", "Thorin", direction="north")["text"]


@pytest.mark.parametrize("effect", ["Shocking Grasp", "Surprised"])
def test_no_reaction_no_strike(fight: Table, effect: str) -> None:
    fight.did("apply", "Snig", effect=effect)
    assert "May answer: Mug (Opportunity Attack)." in place(fight, "go", "Thorin", direction="north")["text"]


def test_a_reaction_spent_is_spent(fight: Table) -> None:
    fight.did("attack", "Snig", targetName="Thorin")
    assert "May answer: Mug (Opportunity Attack)." in place(fight, "go", "Thorin", direction="north")["text"]


def test_one_whom_somebody_moves_provokes_nothing(fight: Table) -> None:
    assert "May answer" not in place(fight, "join", "Thorin", toName="Hall", force=True)["text"]
    assert "May answer" not in place(fight, "go", "Elara", direction="north", force=True)["text"]


@pytest.mark.stored
def test_the_strike_falls_before_the_walk(fight: Table) -> None:
    place(fight, "go", "Thorin", direction="north")
    hp = fight.hp("Thorin")
    answer = let(fight, 18).did("act", "Snig", act="Opportunity Attack", answer=True)
    assert fight.hp("Thorin") < hp and "Thorin" not in order(fight)
    assert fight.now.things[fight.thing("Thorin").parent_id or ""].name == "Hall", answer["text"]
    fight.refused("reaction_spent", "act", "Snig", act="Opportunity Attack", answer=True)
    fight.did("act", "Mug", act="Opportunity Attack", answer=True)


@pytest.mark.stored
def test_one_who_falls_by_the_strike_does_not_get_away(fight: Table) -> None:
    fight.did("update", "Thorin", character={"hp": 1})
    place(fight, "go", "Thorin", direction="north")
    let(fight, 18, face=4).did("act", "Snig", act="Opportunity Attack", answer=True)
    assert fight.hp("Thorin") == 0
    assert fight.now.things[fight.thing("Thorin").parent_id or ""].name == "Lobby" and order(fight)[0] == "Thorin"


def test_in_peace_nobody_strikes(room: Table) -> None:
    assert "May answer" not in place(room, "go", "Thorin", direction="north")["text"]


def test_shocking_grasp_of_5_2_takes_the_opportunity_attack_only() -> None:
    box = Sandbox(first_world("5.2"))
    for name in ("Ann", "Snig"):
        box.accept("create", name=name, character={**STURDY_GOBLIN, "party": name == "Ann"})
    box.accept("start_fight", names=["Ann", "Snig"])
    box.accept("apply", "Snig", effect="Shocking Grasp")
    assert "no opportunity attacks" in box.reject("cannot_act", "act", "Snig", act="Opportunity Attack", targets=["Ann"]).details["why"]
    box.accept("attack", "Snig", targetName="Ann")
