"""A player's action waits for the turn, asks the other player first, and takes neither luck nor time from anybody (adrs/0073)."""

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from tests.copies import laid_once
from tests.operations.table import TOOL_OF, Answer, Table, snapshot

THORIN, ELARA = (Caller("player", name, None, (name,)) for name in ("Thorin", "Elara"))
FLASK = {"name": "Flask of Sting", "type": "consumable", "onUse": {"damage": {"dice": "1d6", "type": "acid"}}}


@laid_once
def game(empty: Table) -> Game:
    """Two heroes with a wolf in a hall; a chest with a lock that nobody picks, and a door to the crypt."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character={"party": True, "hpMax": 20})
    empty.did("create", name="Wolf", character={"hpMax": 30})
    empty.did("create", name="Marra", character={"hpMax": 8})
    for name in ("Thorin", "Elara", "Marra"):
        empty.did("update", name, character={"hp": 1})
    empty.did("give", "Thorin", template="Potion of Healing", quantity=3)
    empty.did("give", "Thorin", item=FLASK)
    empty.did("give", "Thorin", template="Shield")
    empty.did("give", bagName="floor", template="Torch")
    empty.did("give", bagName="floor", template="Chest")
    for made in (
        {"operation": "create", "name": "Crypt", "direction": "north", "door": "closed"},
        {"operation": "lock", "bagName": "Chest", "dc": 40},
    ):
        assert (answer := empty.send(made, "manage_room"))["ok"], answer["text"]
    return empty.game


def ask(game: Game, caller: Caller, operation: str, **fields: object) -> Answer:
    return game.ask({"operation": operation, **fields}, TOOL_OF[operation], "full", caller)


def code(answer: Answer) -> str:
    return "ok" if answer["ok"] else str(answer["error"]["code"])


def did(game: Game, operation: str, caller: Caller = GM, **fields: object) -> Answer:
    answer = ask(game, caller, operation, **fields)
    assert answer["ok"], answer["text"]
    return answer


def turn_of(game: Game, name: str, *fighters: str) -> None:
    did(game, "start_fight", names=[*fighters])
    while True:
        things = snapshot(game).things
        fight = things["w"].body["fight"]
        if things[fight["order"][fight["turn"]]["id"]].name == name:
            return
        did(game, "next_turn")


# ── turns ───────────────────────────────────────────────────────────────────────────────────────────────────────────

HANDS = [
    ("use", {"itemName": "Potion of Healing"}),
    ("use", {"itemName": "Flask of Sting", "targetName": "Wolf"}),
    ("equip", {"itemName": "Shield"}),
    ("transfer", {"itemName": "Shield", "toCharacterName": "Elara"}),
    ("transfer", {"bagName": "floor", "characterName": "Thorin", "itemName": "Torch", "toCharacterName": "Thorin"}),
    ("open", {"direction": "north"}),
    ("unlock", {"bagName": "Chest", "skill": "athletics"}),
    ("act", {"act": "Dodge"}),
]


@pytest.mark.parametrize(("operation", "fields"), HANDS)
def test_what_takes_a_hand_waits_for_the_turn(game: Game, operation: str, fields: dict):
    turn_of(game, "Wolf", "Thorin", "Wolf")
    before = snapshot(game)
    answer = ask(game, THORIN, operation, **fields)
    assert (code(answer), snapshot(game)) == ("not_your_turn", before), answer["text"]
    while _whose(game) != "Thorin":
        did(game, "next_turn")
    did(game, operation, THORIN, **fields)


def _whose(game: Game) -> str:
    things = snapshot(game).things
    fight = things["w"].body["fight"]
    return things[fight["order"][fight["turn"]]["id"]].name


def test_a_worn_shield_waits_to_be_put_away_as_well(game: Game):
    did(game, "equip", THORIN, itemName="Shield")
    turn_of(game, "Wolf", "Thorin", "Wolf")
    assert code(ask(game, THORIN, "unequip", itemName="Shield")) == "not_your_turn"


@pytest.mark.parametrize("operation", ["attune", "unattune"])
def test_a_bond_waits_for_the_turn(game: Game, operation: str):
    did(game, "give", characterName="Thorin", template="Ring of Protection")
    if operation == "unattune":
        did(game, "attune", THORIN, itemName="Ring of Protection")
    turn_of(game, "Wolf", "Thorin", "Wolf")
    assert code(ask(game, THORIN, operation, itemName="Ring of Protection")) == "not_your_turn"
    while _whose(game) != "Thorin":
        did(game, "next_turn")
    did(game, operation, THORIN, itemName="Ring of Protection")


BESIDE = [
    ("go", {"direction": "north"}),
    ("go", {"names": ["Elara"], "direction": "north"}),
    ("attack", {"targetName": "Wolf"}),
    *HANDS[4:],
]


@pytest.mark.parametrize(("operation", "fields"), BESIDE)
def test_a_hero_beside_a_fight_joins_it_to_act(game: Game, operation: str, fields: dict):
    """The current turn does not change; everybody in the order gets one turn of their own."""
    turn_of(game, "Wolf", "Thorin", "Wolf")
    before, fields = snapshot(game), {k: v.replace("Thorin", "Elara") if isinstance(v, str) else v for k, v in fields.items()}
    answer = ask(game, ELARA, operation, **fields)
    assert (code(answer), snapshot(game)) == ("not_in_the_fight", before), answer["text"]
    assert "join" in answer["text"]


def test_the_game_master_leads_a_hero_past_a_fight(game: Game):
    turn_of(game, "Wolf", "Thorin", "Wolf")
    did(game, "go", characterName="Elara", direction="north")


def test_the_game_master_waits_for_nobody(game: Game):
    turn_of(game, "Wolf", "Thorin", "Wolf")
    did(game, "use", characterName="Thorin", itemName="Potion of Healing", targetName="Elara")


def test_saves_and_checks_are_asked_for_at_any_time(game: Game):
    turn_of(game, "Wolf", "Thorin", "Wolf")
    did(game, "save", THORIN, ability="dex")
    did(game, "check", THORIN, skill="perception")


# ── on whom ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("item", "target", "expected"),
    [
        ("Potion of Healing", "Elara", "target_not_asked"),
        ("Flask of Sting", "Elara", "target_not_asked"),
        ("Potion of Healing", "Thorin", "ok"),
        ("Potion of Healing", "Marra", "ok"),
        ("Flask of Sting", "Wolf", "ok"),
    ],
)
def test_another_players_hero_is_asked_first(game: Game, item: str, target: str, expected: str):
    before = snapshot(game)
    answer = ask(game, THORIN, "use", itemName=item, targetName=target)
    assert code(answer) == expected, answer["text"]
    if expected != "ok":
        assert snapshot(game) == before
        assert item in answer["text"] and "transfer" in answer["text"]
        assert game.ask(answer["error"]["try"], caller=THORIN)["ok"]
        assert ask(game, ELARA, "view", characterName="Elara")["text"].count(item) == 1


@pytest.mark.parametrize(
    ("item", "expected"), [("Potion of Healing", "ok"), ("Flask of Sting", "target_not_asked"), ("Potion", "target_not_asked")]
)
def test_what_heals_is_given_to_a_hero_who_lies_unconscious(game: Game, item: str, expected: str):
    if item == "Potion":
        did(game, "transfer", THORIN, itemName="Potion of Healing", all=False, quantity=3, toName="floor")
        did(game, "give", characterName="Thorin", template="Potion of Healing", identified=False)
    did(game, "damage", characterName="Elara", amount=20, damageType="fire")
    answer = ask(game, THORIN, "use", itemName=item, targetName="Elara")
    assert code(answer) == expected, answer["text"]
    assert (snapshot(game).things[_id(game, "Elara")].body["hp"] > 0) == (expected == "ok")


def _id(game: Game, name: str) -> str:
    return next(t.id for t in snapshot(game).things.values() if t.name == name)


@pytest.mark.parametrize("target", ["Elara", "Marra", "Wolf"])
def test_nobody_is_given_what_nobody_knows(game: Game, target: str):
    did(game, "give", characterName="Elara", template="Potion of Poison", identified=False)
    owner = Caller("player", "cy", None, ("Thorin",)) if target == "Elara" else ELARA
    if target == "Elara":
        did(game, "transfer", ELARA, itemName="Potion", toCharacterName="Thorin")
    assert code(ask(game, owner, "use", itemName="Potion", targetName=target)) == "target_not_asked"


def test_whoever_plays_both_asks_nobody(game: Game):
    both = Caller("player", "cy", None, ("Thorin", "Elara"))
    did(game, "use", both, characterName="Thorin", itemName="Potion of Healing", targetName="Elara")


# ── advantage ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("operation", "fields"), [("attack", {"targetName": "Wolf"}), ("check", {"skill": "stealth"}), ("save", {"ability": "dex"})]
)
def test_advantage_is_given_and_not_taken(game: Game, operation: str, fields: dict):
    before = snapshot(game)
    answer = ask(game, THORIN, operation, **fields, mode="advantage")
    assert (code(answer), snapshot(game)) == ("mode_is_given", before)
    for mode in ("normal", "disadvantage"):
        did(game, operation, THORIN, **fields, mode=mode)
    did(game, operation, characterName="Thorin", **fields, mode="advantage")


# ── locks ───────────────────────────────────────────────────────────────────────────────────────────────────────────

TRY = {"operation": "unlock", "bagName": "Chest", "skill": "athletics"}


def test_a_lock_is_tried_once_until_time_has_passed(game: Game):
    batch = game.ask({"batch": [TRY] * 20, "onError": "continue"}, "manage_room", "full", THORIN)
    assert [r["ok"] for r in batch["results"]] == [True] + [False] * 19
    assert code(ask(game, THORIN, **TRY)) == "lock_tried"
    did(game, "unlock", ELARA, bagName="Chest", skill="athletics")
    did(game, "advance", duration="1 minute")
    did(game, "unlock", THORIN, bagName="Chest", skill="athletics")


def test_in_a_fight_a_lock_is_tried_once_a_round(game: Game):
    turn_of(game, "Thorin", "Thorin", "Wolf")
    did(game, "unlock", THORIN, bagName="Chest", skill="athletics")
    assert code(ask(game, THORIN, **TRY)) == "lock_tried"
    did(game, "next_turn", THORIN)
    did(game, "next_turn")
    did(game, "unlock", THORIN, bagName="Chest", skill="athletics")


def test_another_lock_and_the_game_master_do_not_wait(game: Game):
    did(game, "lock", direction="north", dc=40)
    did(game, "unlock", THORIN, bagName="Chest", skill="athletics")
    did(game, "unlock", THORIN, direction="north", skill="athletics")
    for where in ({"bagName": "Chest"}, {"direction": "north"}):
        assert code(ask(game, THORIN, "unlock", **where, skill="athletics")) == "lock_tried"
        did(game, "unlock", characterName="Thorin", **where, skill="athletics")


def test_whoever_has_found_the_key_does_not_wait(game: Game):
    did(game, "lock", direction="north", dc=40, keyName="Bone Key")
    did(game, "unlock", THORIN, direction="north", skill="athletics")
    did(game, "give", characterName="Thorin", item={"name": "Bone Key", "type": "adventuring_gear"})
    did(game, "unlock", THORIN, direction="north")


def test_a_door_without_a_key_is_locked_with_tools(game: Game):
    assert code(ask(game, THORIN, "lock", direction="north")) == "lock_takes_tools"
    did(game, "give", characterName="Thorin", template="Thieves' Tools")
    did(game, "lock", THORIN, direction="north")


def test_a_door_with_a_key_is_locked_with_the_key(game: Game):
    did(game, "lock", direction="north", keyName="Bone Key")
    did(game, "unlock", direction="north", force=True)
    assert code(ask(game, THORIN, "lock", direction="north")) == "key_missing"
    did(game, "give", characterName="Thorin", item={"name": "Bone Key", "type": "adventuring_gear"})
    did(game, "lock", THORIN, direction="north")


# ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_step_of_one_player_takes_nobodys_time(game: Game):
    did(game, "apply", characterName="Elara", effect="Bless", duration="1 minute")
    answer = did(game, "go", THORIN, direction="north")
    assert "Bless" not in answer["text"]
    now = snapshot(game)
    assert now.minutes == 0 and now.things[now.things[_id(game, "Thorin")].parent_id or ""].name == "Crypt"
    did(game, "go", direction="north", characterName="Elara")
    assert snapshot(game).minutes == 1


def test_the_party_walks_in_time(game: Game):
    did(game, "apply", characterName="Elara", effect="Bless", duration="1 minute")
    assert "Bless on" in did(game, "go", direction="north", characterName="party")["text"]
    assert snapshot(game).minutes == 1


@pytest.mark.parametrize("operation", ["look", "exits", "who"])
def test_a_player_looks_with_the_own_eyes(game: Game, operation: str):
    did(game, "go", ELARA, direction="north")
    assert "Crypt" in did(game, operation, ELARA)["text"].split("\n")[0]
    assert "Crypt" not in did(game, operation, THORIN)["text"].split("\n")[0] or operation == "exits"


# ── hands that cannot move ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("condition", ["unconscious", "paralyzed", "stunned", "incapacitated"])
@pytest.mark.parametrize("operation", ["equip", "unequip", "attune"])
def test_nobody_dresses_who_cannot_act(game: Game, condition: str, operation: str):
    """The game master may: others can put it on them."""
    if operation == "unequip":
        did(game, "equip", characterName="Thorin", itemName="Shield")
    if operation == "attune":
        did(game, "give", characterName="Thorin", template="Ring of Protection")
    did(game, "apply", characterName="Thorin", condition=condition)
    item = "Ring of Protection" if operation == "attune" else "Shield"
    before = snapshot(game)
    answer = ask(game, THORIN, operation, characterName="Thorin", itemName=item)
    assert (code(answer), snapshot(game)) == ("cannot_act", before)
    did(game, operation, characterName="Thorin", itemName=item)


def test_a_prone_hero_dresses(game: Game):
    did(game, "apply", characterName="Thorin", condition="prone")
    did(game, "equip", THORIN, characterName="Thorin", itemName="Shield")
