"""What handling things costs in a fight, by the text of each ruleset, played in real campaigns: with notes where nobody demands the rules of
turns, and with refusals where Home, the room or a creature does (SRD 5.1, Other Activity on Your Turn, Interacting with Objects Around You,
Getting Into and Out of Armor; SRD 5.2, Interacting with Things, Attack, Armor).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.mechanics.turn.done_acts import BESIDE_ACTS
from rpg_lite.rules.equipment_slots import allowed_for
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.fight_states import DoneAct
from rpg_lite.world.world_model import WORLD_ID
from tests.copies import begun, copy_of
from tests.operations.dice import let
from tests.operations.rooms import did
from tests.operations.table import Answer, Table, notes
from tests.operations.trap_table import BLADE, trap

SCORES = {"str": 16, "dex": 14, "con": 14, "int": 10, "wis": 10, "cha": 10}
GEAR = ("Shield", "Plate Armor", "Longsword", "Dagger", "Longbow", "Ring of Protection", "Torch")


def _in_a_fight(ruleset: Ruleset, first: str) -> Any:
    """Thorin (two attacks), Nim (a thief with quick hands) and an ogre in the Lobby; a closed door, a locked one, and a chest with a gem."""
    game = begun(ruleset=ruleset)
    table = Table(game)
    table.did("create", name="Thorin", character={"party": True, "classes": ["fighter 5"], "abilities": SCORES}, force=True)
    rogue = {"party": True, "classes": [{"class": "rogue", "level": 3, "subclass": "thief"}], "abilities": SCORES}
    table.did("create", name="Nim", character=rogue, force=True)
    table.did("create", name="Ogre", template="Ogre")
    for who in ("Thorin", "Nim"):
        for item in (*GEAR, "Thieves' Tools"):
            table.did("give", who, template=item)
    did(table, "create", name="Crypt", direction="north", door="closed")
    did(table, "create", name="Cellar", direction="south", door="locked", keyName="Iron Key", dc=5)
    table.did("give", "Thorin", item={"name": "Iron Key", "type": "adventuring_gear"})
    table.did("give", bagName="floor", item="Chest")
    table.did("give", bagName="Chest", item={"name": "Gem", "type": "treasure"})
    table.did("start_fight", names=["Thorin", "Nim", "Ogre"])
    to_the_turn_of(table, first)
    return game


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    ruleset: Ruleset = request.param
    return ruleset


@pytest.fixture
def table(ruleset: Ruleset) -> Iterator[Table]:
    """It is Thorin's turn."""
    with copy_of(_in_a_fight, ruleset, "Thorin") as game:
        yield let(Table(game), 10, face=4)


@pytest.fixture
def thief(ruleset: Ruleset) -> Iterator[Table]:
    """It is Nim's turn."""
    with copy_of(_in_a_fight, ruleset, "Nim") as game:
        yield let(Table(game), 10, face=4)


def to_the_turn_of(table: Table, who: str) -> None:
    while f"{who}'s turn" not in table.did("next_turn")["text"]:
        pass


def done(table: Table, who: str) -> list[DoneAct]:
    fight = table.now.things[WORLD_ID].root.fight
    assert fight is not None
    return [act for act in fight.acts if act.by == table.id(who)]


def paid(table: Table, who: str, before: int = 0) -> list[str]:
    """What the creature paid in this fight, after the first few acts."""
    return [act.cost for act in done(table, who) if not act.act.startswith(BESIDE_ACTS)][before:]


# ── what each operation costs ───────────────────────────────────────────────────────────────────────────────────────

INTERACTS = {"5.1": ["interaction"], "5.2": ["interaction"]}
DRAWS = {"5.1": ["interaction"], "5.2": ["weapon"]}
ACTS = {"5.1": ["action"], "5.2": ["action"]}
FREE: dict[str, list[str]] = {"5.1": [], "5.2": []}
COSTS: dict[str, tuple[Any, Mapping[str, Sequence[str]]]] = {
    "draw a weapon": (lambda t: t.did("equip", "Thorin", itemName="Longsword"), DRAWS),
    "don a ring": (lambda t: t.did("equip", "Thorin", itemName="Ring of Protection"), INTERACTS),
    "don a shield": (lambda t: t.did("equip", "Thorin", itemName="Shield"), ACTS),
    "don armor": (lambda t: t.did("equip", "Thorin", itemName="Plate Armor"), {"5.1": ["10 minutes"], "5.2": ["10 minutes"]}),
    "attune": (lambda t: t.did("attune", "Thorin", itemName="Ring of Protection"), {"5.1": ["1 hour"], "5.2": ["1 hour"]}),
    "hand over a thing": (lambda t: t.did("transfer", "Thorin", itemName="Torch", toCharacterName="Nim"), INTERACTS),
    "hand over a weapon": (lambda t: t.did("transfer", "Thorin", itemName="Dagger", toCharacterName="Nim"), INTERACTS),
    "take from a chest": (lambda t: t.did("transfer", bagName="Chest", itemName="Gem", toCharacterName="Thorin"), INTERACTS),
    "lay down": (lambda t: t.did("transfer", "Thorin", itemName="Torch", toName="floor"), INTERACTS),
    "open a door": (lambda t: did(t, "open", "Thorin", direction="north"), INTERACTS),
    "open a door, unnamed": (lambda t: did(t, "open", direction="north"), INTERACTS),
    "shut a shut door": (lambda t: did(t, "close", "Thorin", direction="north"), FREE),
    "turn a key": (lambda t: did(t, "unlock", "Thorin", direction="south"), INTERACTS),
    "pick a lock": (lambda t: (t.did("remove", "Thorin", itemName="Iron Key"), did(t, "unlock", "Thorin", direction="south", skill="sleight_of_hand")), ACTS),
    "break a lock": (lambda t: (t.did("remove", "Thorin", itemName="Iron Key"), did(t, "unlock", "Thorin", direction="south", skill="athletics")), ACTS),
    "a new lock": (lambda t: did(t, "lock", "Thorin", direction="north", dc=15), FREE),
    "unlock by decree": (lambda t: did(t, "unlock", "Thorin", direction="south", force=True), FREE),
    "search": (lambda t: did(t, "search", "Thorin", dc=10), ACTS),
    "look with passive eyes": (lambda t: did(t, "search", "Thorin", dc=10, passive=True), FREE),
    "disarm": (lambda t: (trap(t, BLADE, bagName="Chest"), trap(t, "found", bagName="Chest"), did(t, "disarm", "Thorin", bagName="Chest")), ACTS),
    "light a torch": (lambda t: t.did("use", "Thorin", itemName="Torch"), {"5.1": ["action"], "5.2": ["bonus"]}),
    "mount": (lambda t: (t.did("create", name="Horse", template="Riding Horse"), t.did("act", "Thorin", act="Mount", targets=["Horse"])), {"5.1": ["half_move"], "5.2": ["half_move"]}),
    "a decree": (lambda t: t.did("give", "Thorin", template="Rope"), FREE),
    "a check": (lambda t: t.did("check", "Thorin", skill="perception"), FREE),
}  # fmt: skip


@pytest.mark.parametrize("deed", COSTS)
def test_each_deed_costs_its_part_of_the_turn(table: Table, ruleset: Ruleset, deed: str) -> None:
    call, costs = COSTS[deed]
    call(table)
    assert paid(table, "Thorin") == costs[ruleset]
    assert paid(table, "Nim") == paid(table, "Ogre") == []


@pytest.mark.parametrize("deed", COSTS)
def test_outside_a_fight_nothing_is_paid(table: Table, deed: str) -> None:
    table.did("end_fight")
    COSTS[deed][0](table)
    assert table.now.things[WORLD_ID].root.fight is None


def test_armor_takes_as_long_to_take_off_as_the_table_says(table: Table) -> None:
    table.did("equip", "Thorin", itemName="Plate Armor")
    said = notes(table.did("unequip", "Thorin", itemName="Plate Armor"))
    assert paid(table, "Thorin") == ["10 minutes", "5 minutes"]
    assert "Doffing armor takes 5 minutes, and Thorin is in a fight" in said


def test_what_comes_off_for_a_thing_is_paid_too(table: Table) -> None:
    table.did("equip", "Thorin", itemName="Shield")
    to_the_turn_of(table, "Ogre")
    to_the_turn_of(table, "Thorin")
    before = len(paid(table, "Thorin"))
    table.did("equip", "Thorin", itemName="Longbow")
    assert paid(table, "Thorin", before) == ["action", "interaction"]  # in 5.2, too: with the action gone, no attack draws the bow


def test_another_grip_costs_nothing(table: Table, ruleset: Ruleset) -> None:
    table.did("equip", "Thorin", itemName="Longsword", grip="two")
    table.did("equip", "Thorin", itemName="Longsword", grip="one")
    assert paid(table, "Thorin") == DRAWS[ruleset]


def test_what_is_picked_up_is_in_hand(table: Table) -> None:
    table.did("give", bagName="floor", template="Handaxe")
    table.did("transfer", bagName="floor", itemName="Handaxe", toCharacterName="Thorin")
    table.did("equip", "Thorin", itemName="Handaxe")
    assert [cost for cost in paid(table, "Thorin") if cost != "free"] == ["interaction"]


@pytest.mark.parametrize(
    ("bag", "costs"),
    [
        ("Bag of Holding", {"5.1": "action", "5.2": "action"}),
        ("Handy Haversack", {"5.1": "action", "5.2": "bonus"}),
        ("Backpack", {"5.1": "interaction", "5.2": "interaction"}),
    ],
)
def test_some_bags_ask_for_more_than_an_interaction(table: Table, ruleset: Ruleset, bag: str, costs: dict[str, str]) -> None:
    table.did("give", "Thorin", template=bag)
    table.did("transfer", "Thorin", itemName="Torch", toName=bag)
    assert paid(table, "Thorin") == ["interaction"]
    to_the_turn_of(table, "Ogre")
    to_the_turn_of(table, "Thorin")
    table.did("transfer", bagName=bag, itemName="Torch", toCharacterName="Thorin")
    assert paid(table, "Thorin", 1) == [costs[ruleset]]
    table.did("give", bagName=bag, template="Rations", quantity=4)
    to_the_turn_of(table, "Ogre")
    to_the_turn_of(table, "Thorin")
    table.did("transfer", bagName=bag, itemName="Rations", quantity=2, toCharacterName="Thorin")
    assert paid(table, "Thorin", 2) == [costs[ruleset]]


def test_what_is_taken_from_a_body_is_in_hand(table: Table) -> None:
    table.did("create", name="Body", character={"hpMax": 1})
    table.did("give", "Body", template="Handaxe")
    table.did("damage", "Body", amount=5, damageType="fire")
    table.did("transfer", "Body", all=True, toCharacterName="Thorin")
    table.did("equip", "Thorin", itemName="Handaxe")
    assert [cost for cost in paid(table, "Thorin") if cost != "free"] == ["interaction"]


def test_several_pieces_of_one_thing_are_handed_over_together(table: Table) -> None:
    table.did("give", "Thorin", template="Torch", quantity=4)
    table.did("transfer", "Thorin", itemName="Torch", quantity=3, toCharacterName="Nim")
    assert paid(table, "Thorin") == ["interaction"]


def test_the_hand_that_can_move_pays(table: Table) -> None:
    table.did("apply", "Thorin", condition="unconscious")
    said = notes(table.did("transfer", "Thorin", itemName="Torch", toCharacterName="Nim"))
    assert paid(table, "Nim") == ["interaction"] and paid(table, "Thorin") == []
    assert "It is Thorin's turn" in said and "cannot act" not in said


# ── a turn ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_second_thing_takes_the_action_and_a_third_one_is_too_many(table: Table) -> None:
    assert not notes(table.did("transfer", "Thorin", itemName="Torch", toCharacterName="Nim"))
    assert "A second thing in one turn takes Thorin's action" in notes(did(table, "open", "Thorin", direction="north"))
    assert "handles more than a turn allows" in notes(did(table, "unlock", "Thorin", direction="south"))
    assert paid(table, "Thorin") == ["interaction", "action", "action"]


def test_an_attack_after_two_things_is_one_too_many(table: Table) -> None:
    table.did("transfer", "Thorin", itemName="Torch", toCharacterName="Nim")
    did(table, "open", "Thorin", direction="north")
    assert "Thorin has already used its action" in table.did("attack", "Thorin", targetName="Ogre")["text"]


def test_quick_hands_handle_the_second_thing_with_a_bonus_action(thief: Table) -> None:
    thief.did("transfer", "Nim", itemName="Torch", toCharacterName="Thorin")
    assert "A second thing in one turn takes Nim's bonus action" in notes(did(thief, "open", "Nim", direction="north"))
    assert paid(thief, "Nim") == ["interaction", "bonus"]


def test_each_attack_of_5_2_takes_a_weapon_in_hand_or_out_of_it(table: Table, ruleset: Ruleset) -> None:
    table.did("equip", "Thorin", itemName="Longsword")
    table.did("attack", "Thorin", targetName="Ogre", itemName="Longsword")
    swapped = [notes(table.did("unequip", "Thorin", itemName="Longsword")), notes(table.did("equip", "Thorin", itemName="Longbow"))]
    costs = [cost for cost in paid(table, "Thorin") if cost not in ("attack", "free")]
    if ruleset == "5.2":
        assert costs == ["weapon", "weapon", "interaction"] and swapped == ["", ""]
    else:
        assert costs == ["interaction", "action", "action"] and all(swapped)


def test_without_an_attack_a_weapon_takes_the_interaction(table: Table) -> None:
    table.did("act", "Thorin", act="Dodge")
    table.did("equip", "Thorin", itemName="Longsword")
    assert paid(table, "Thorin")[-1] == "interaction"
    assert "handles more than a turn allows" in notes(table.did("unequip", "Thorin", itemName="Longsword"))


def test_handling_a_thing_out_of_turn_names_whose_turn_it_is(table: Table) -> None:
    assert "It is Thorin's turn" in notes(table.did("equip", "Nim", itemName="Shield"))
    assert "It is Thorin's turn" in notes(did(table, "open", "Nim", direction="north"))


def test_a_burning_torch_is_put_out_with_an_interaction(table: Table, ruleset: Ruleset) -> None:
    table.did("give", "Thorin", template="Lamp")
    for _ in range(2):
        table.did("use", "Thorin", itemName="Torch")
    quick = {"5.1": "action", "5.2": "bonus"}[ruleset]
    assert paid(table, "Thorin") == [quick, "interaction"]


def test_a_goblin_hides_with_a_bonus_action(table: Table) -> None:
    table.did("create", name="Gob", template="Goblin Minion" if "5.2" in table.game.book.ruleset else "Goblin")
    table.did("start_fight", names=["Gob"])
    to_the_turn_of(table, "Gob")
    for cost in ("bonus", "action"):
        did(table, "hide", "Gob", dc=15)
        assert paid(table, "Gob")[-1] == cost


def test_the_action_for_an_object_pays_for_one_more(table: Table, ruleset: Ruleset) -> None:
    table.did("act", "Thorin", act={"5.1": "Use an Object", "5.2": "Utilize"}[ruleset])
    for state in ("open", "close"):
        assert not notes(did(table, state, "Thorin", direction="north"))
    assert "handles more than a turn allows" in notes(did(table, "open", "Thorin", direction="north"))


def test_the_action_of_haste_handles_a_second_thing(table: Table) -> None:
    table.did("create", name="Elara", character={"party": True, "classes": ["wizard 9"], "abilities": SCORES}, force=True)
    table.did("cast", "Elara", spell="Haste", targets=["Thorin"], force=True)
    for _ in range(2):
        table.did("attack", "Thorin", targetName="Ogre")
    for state in ("open", "close"):
        assert "more than a turn" not in notes(did(table, state, "Thorin", direction="north"))
    assert "more than a turn" in notes(did(table, "open", "Thorin", direction="north"))


def test_weapons_handled_for_attacks_that_do_not_come_are_too_many(table: Table, ruleset: Ruleset) -> None:
    """In 5.1, where no attack pays for weapons, the second one has taken the action already."""
    table.did("equip", "Thorin", itemName="Longsword")
    table.did("unequip", "Thorin", itemName="Longsword")
    said = {"5.1": "already used its action", "5.2": "handles more than a turn allows"}[ruleset]
    assert said in notes(table.did("act", "Thorin", act="Dash"))


def test_one_who_cannot_act_handles_nothing(table: Table) -> None:
    table.did("apply", "Thorin", condition="paralyzed")
    assert "Thorin cannot act, so somebody else must do this" in notes(table.did("equip", "Thorin", itemName="Longsword"))
    demand(table, PLACES["Home"], "turn:one_action")
    for operation, fields in (("equip", {"itemName": "Ring of Protection"}), ("open", {"direction": "north"}), ("search", {"dc": 10})):
        assert refusal(table, operation, **fields)["code"] == "turn_unable"


def test_a_door_can_be_closed_when_the_trigger_comes(table: Table) -> None:
    did(table, "open", "Thorin", direction="north")
    table.did("act", "Thorin", act="Ready", choice={"trigger": "the ogre moves"})
    to_the_turn_of(table, "Ogre")
    demand(table, PLACES["Home"], "turn:initiative", "turn:one_reaction")
    did(table, "close", "Thorin", direction="north")
    assert paid(table, "Thorin")[-1] == "reaction"
    told = refusal(table, "open", direction="north")
    assert told["code"] == "turn_not_yours"


def test_whoever_has_the_key_turns_it(table: Table) -> None:
    did(table, "unlock", "Nim", direction="south")
    assert paid(table, "Nim") == [] and paid(table, "Thorin") == ["interaction"]


def test_armor_that_comes_off_for_other_armor_takes_its_time_too(table: Table) -> None:
    table.did("end_fight")
    table.did("give", "Thorin", template="Chain Mail")
    table.did("equip", "Thorin", itemName="Plate Armor")
    assert "By the rules this takes 15 minutes." in notes(table.did("equip", "Thorin", itemName="Chain Mail"))


def test_a_shield_in_a_fight_says_that_it_takes_the_action(table: Table) -> None:
    assert "By the rules this takes" in notes(table.did("equip", "Thorin", itemName="Shield"))


# ── where the rules of turns are demanded ───────────────────────────────────────────────────────────────────────────

PLACES = {"Home": {"bagName": "Home"}, "the room": {"bagName": "Lobby"}, "the creature": {"characterName": "Thorin"}}
BEYOND: dict[str, tuple[str, str, Mapping[str, Any]]] = {
    "equip": ("turn_spent", "equip", {"itemName": "Shield"}),
    "unequip": ("turn_interaction_spent", "unequip", {"itemName": "Ring of Protection"}),
    "armor": ("turn_too_short", "equip", {"itemName": "Plate Armor"}),
    "attune": ("turn_too_short", "attune", {"itemName": "Ring of Protection"}),
    "transfer": ("turn_interaction_spent", "transfer", {"itemName": "Torch", "toCharacterName": "Nim"}),
    "use": ("turn_spent", "use", {"itemName": "Torch"}),
    "open": ("turn_interaction_spent", "open", {"direction": "north"}),
    "unlock": ("turn_interaction_spent", "unlock", {"direction": "south"}),
    "search": ("turn_spent", "search", {"dc": 10}),
    "act": ("turn_spent", "act", {"act": "Dodge"}),
    "attack": ("turn_spent", "attack", {"targetName": "Ogre"}),
}


def demand(table: Table, where: Mapping[str, str], *rules: str) -> None:
    for rule in rules:
        answer = table.send({"operation": "equip", "itemName": rule, **where}, "manage_tools")
        assert answer["ok"], answer["text"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("deed", BEYOND)
def test_what_exceeds_the_turn_is_refused_where_a_rule_demands_it(table: Table, ruleset: Ruleset, deed: str, place: str) -> None:
    code, operation, fields = BEYOND[deed]
    table.did("equip", "Thorin", itemName="Ring of Protection")
    table.did("act", "Thorin", act="Dash")
    if ruleset == "5.2":
        table.did("act", "Thorin", act="Second Wind", force=True)  # its bonus action
    demand(table, PLACES[place], "turn:one_action", "turn:one_bonus_action")
    told = refusal(table, operation, **fields)
    assert told["code"] == code, told
    assert ("force true" in told["text"]) == (operation in ("use", "unlock", "act", "attack")), told["text"]
    if operation not in ("use", "unlock", "act", "attack"):
        assert "manage_tools unequip" in told["text"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("deed", [deed for deed in BEYOND if deed not in ("armor", "attune", "unequip")])
def test_what_is_done_out_of_turn_is_refused_and_names_whose_turn_it_is(table: Table, deed: str, place: str) -> None:
    _, operation, fields = BEYOND[deed]
    to_the_turn_of(table, "Ogre")
    demand(table, PLACES[place], "turn:initiative")
    told = refusal(table, operation, **fields)
    assert told["code"] == "turn_not_yours" and "it is the turn of Ogre, not of Thorin" in told["text"], told


def refusal(table: Table, operation: str, **fields: Any) -> Mapping[str, Any]:
    """The refusal of a command of Thorin's, after which everything is as before."""
    before = table.now
    answer: Answer = table.ask(operation, "Thorin", **fields)
    assert not answer["ok"], answer["text"]
    assert table.now == before
    return {**answer["error"], "text": answer["text"]}


# ── everything that can be worn ─────────────────────────────────────────────────────────────────────────────────────

DONNED = {"light": "1 minute", "medium": "5 minutes", "heavy": "10 minutes", "shield": "action"}
DOFFED = {"light": "1 minute", "medium": "1 minute", "heavy": "5 minutes", "shield": "action"}
"""SRD 5.1 and 5.2, Donning and Doffing Armor."""


WORN: Final = {
    ruleset: sorted(t.item.name for t in rulebook(ruleset).templates.values() if not t.bases and allowed_for(t.item) and not t.item.natural)
    for ruleset in RULESETS
}


def expected(item: Item, ruleset: Ruleset, by_armor: Mapping[str, str]) -> str:
    if item.armor_stats is not None:
        return by_armor[item.armor_stats.category]
    return DRAWS[ruleset][0] if item.type == "weapon" else "interaction"


@pytest.mark.slow
def test_everything_that_can_be_worn_costs_what_its_kind_costs(table: Table, ruleset: Ruleset) -> None:
    """Each on and off in a turn of its own, by undoing the turn before."""
    templates = {t.item.name: t.item for t in table.game.book.templates.values()}
    wrong, played = [], 0
    for name in WORN[ruleset]:
        for how, by_armor in (("equip", DONNED), ("unequip", DOFFED)):
            start = table.rev
            given = table.ask("give", "Thorin", template=name, **({"equip": True} if how == "unequip" else {}))
            if not given["ok"]:
                continue
            id = given["results"][0]["item"]["id"]
            answer = table.ask(how, "Thorin", itemId=id)
            if answer["ok"]:
                played += 1
                item = templates[name]
                if (costs := paid(table, "Thorin")) != [expected(item, ruleset, by_armor)]:
                    wrong.append((name, how, costs))
            for rev in range(table.rev, start, -1):
                table.did("undo", rev=rev)
    assert wrong == []
    assert played >= 1.9 * len(WORN[ruleset])
