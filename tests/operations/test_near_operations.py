"""Refused calls whose proposal leads where the sender wanted: the same intent, the sender's own creature, never somebody else's gear."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from tests.operations.table import Answer
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
HERO, ACT, GEAR, READ = "manage_character", "execute_action", "manage_inventory", "read_campaign"
WIZ, BRUN, MARA = {"characterName": "Wiz"}, {"characterName": "Brunhild"}, {"characterName": "Mara"}
AT_GOBLIN = {"targetName": "Goblin"}


@pytest.fixture
def table() -> Sandbox:
    made = Sandbox(first_world("5.2"), rulebook_loading.rulebook("5.2")).let(10)
    spells = {"prepared": ["Magic Missile", "Sleep"], "cantrips": ["Fire Bolt"]}
    made.did("create", name="Wiz", character={"classes": ["wizard 3"], "abilities": {"int": 16}, "spells": spells, "xp": 900})
    made.did("create", name="Brunhild", character={"classes": ["fighter 3"], "hp": 5})
    made.did("create", name="Mara", character={"classes": ["rogue 3"], "hp": 5})
    made.did("create", template="Goblin")
    made.did("equip", "Goblin", itemName="Shield")
    made.did("give", "Brunhild", template="Shield", equip=True)
    made.did("give", "Mara", template="Potion of Healing")
    made.did("give", "Wiz", template="Quarterstaff")
    return made


ROWS: list[tuple[str, dict[str, Any], str, dict[str, Any]]] = [
    (HERO, {"operation": "level_up", **WIZ}, HERO, {"operation": "level_up", **WIZ, "force": True}),
    (HERO, {"operation": "rise", **WIZ, "force": True}, HERO, {"operation": "level_up", **WIZ}),
    (HERO, {"operation": "gain_level", **WIZ, "force": True}, HERO, {"operation": "level_up", **WIZ}),
    (HERO, {"operation": "long_rest"}, HERO, {"operation": "rest", "kind": "long"}),
    (HERO, {"operation": "take_rest", **MARA}, HERO, {"operation": "rest", "kind": "short", **MARA}),
    (HERO, {"operation": "camp"}, HERO, {"operation": "rest", "kind": "long"}),
    (HERO, {"operation": "rest"}, HERO, {"operation": "rest", "kind": "short"}),
    (HERO, {"operation": "rest", "kind": "night"}, HERO, {"operation": "rest", "kind": "long"}),
    (HERO, {"operation": "rest", "kind": "full"}, HERO, {"operation": "rest", "kind": "long"}),
    (ACT, {"operation": "long_rest", **MARA}, HERO, {"operation": "rest", "kind": "long", **MARA}),
    (HERO, {"operation": "rest", "kind": "short", **MARA, "hitDice": 9}, HERO, {"operation": "rest", "hitDice": 3}),
    (HERO, {"operation": "advance", "hours": 8}, HERO, {"operation": "advance", "duration": "8 hours"}),
    (HERO, {"operation": "advance", "duration": "a night"}, HERO, {"operation": "advance", "duration": "8 hours"}),
    (HERO, {"operation": "advance", "duration": "10 turns"}, HERO, {"operation": "advance", "duration": "10 rounds"}),
    (HERO, {"operation": "award_xp", "names": ["Mara"], "amount": 300}, HERO, {"operation": "award", "names": ["Mara"], "xp": 300}),
    (READ, {"operation": "encounter_difficulty", "creatures": {"Ogre": 1}}, READ, {"operation": "encounter", "creatures": {"Ogre": 1}}),
    (HERO, {"operation": "give_xp", **MARA, "xp": 300}, HERO, {"operation": "award", **MARA, "xp": 300}),
    (HERO, {"operation": "learn_spell", **WIZ, "spell": "Shield"}, HERO, {"operation": "prepare", **WIZ, "spells": ["Shield"]}),
    (HERO, {"operation": "prepare", **WIZ, "spells": ["Shild", "Sleep"]}, HERO, {"operation": "prepare", "spells": ["Shield", "Sleep"]}),
    (ACT, {"operation": "cast", **WIZ, "spell": "Shield"}, HERO, {"operation": "prepare", "spells": ["Magic Missile", "Sleep", "Shield"]}),
    (HERO, {"operation": "heal", **MARA, "amount": 5}, ACT, {"operation": "heal", **MARA, "amount": 5}),
    (ACT, {"operation": "heal", **WIZ, "targetName": "Mara", "amount": 5}, ACT, {"operation": "heal", **MARA, "amount": 5}),
    (ACT, {"operation": "dodge", **WIZ}, ACT, {"operation": "act", "act": "Dodge", **WIZ}),
    (ACT, {"operation": "disengage", **WIZ}, ACT, {"operation": "act", "act": "Disengage", **WIZ}),
    (ACT, {"operation": "hide", **MARA}, ACT, {"operation": "act", "act": "Hide", **MARA}),
    (ACT, {"operation": "grapple", **BRUN, **AT_GOBLIN}, ACT, {"operation": "act", "act": "Grapple", "targets": ["Goblin"]}),
    (ACT, {"operation": "shove", **BRUN, **AT_GOBLIN}, ACT, {"operation": "act", "act": "Shove", "targets": ["Goblin"]}),
    (ACT, {"operation": "second_wind", **BRUN}, ACT, {"operation": "act", "act": "Second wind", **BRUN}),
    (ACT, {"operation": "act", **BRUN, "act": "Second Win"}, ACT, {"operation": "act", "act": "Second Wind", **BRUN}),
    (ACT, {"operation": "attack", **BRUN, **AT_GOBLIN, "nonlethal": True}, HERO, {"operation": "update", "characterName": "Goblin"}),
    (ACT, {"operation": "knock_out", **BRUN, **AT_GOBLIN}, HERO, {"operation": "update", "character": {"deathSaves": True}}),
    (ACT, {"operation": "spare", **BRUN, **AT_GOBLIN}, HERO, {"operation": "update", "characterName": "Goblin"}),
    (READ, {"operation": "spells", **WIZ}, READ, {"operation": "character", **WIZ}),
    (GEAR, {"operation": "equip", **WIZ, "itemName": "Quarterstaf"}, GEAR, {"operation": "equip", **WIZ, "itemName": "Quarterstaff"}),
    (GEAR, {"operation": "equip", **WIZ, "itemId": "i99.1"}, GEAR, {"operation": "view", **WIZ}),
    (ACT, {"operation": "act", **BRUN, "act": "Rage"}, READ, {"operation": "character", **BRUN}),
    (GEAR, {"operation": "use", **WIZ, "itemName": "Potion of Healing"}, GEAR, {"operation": "transfer", **MARA, "toCharacterName": "Wiz"}),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "sent", "to", "wanted"), ROWS, ids=[f"{sent}"[:70] for _, sent, _, _ in ROWS])
def test_the_proposal_is_what_was_wanted(table: Sandbox, tool: str, sent: dict[str, Any], to: str, wanted: dict[str, Any]) -> None:
    answer: Answer = table.send(sent, tool)
    assert not answer["ok"]
    proposed = answer["error"].get("try") or {}
    assert {key: proposed.get(key) for key in wanted} == wanted, answer["text"]
    assert answer["error"].get("tool", tool) == to and table.send(proposed, to)["ok"]


@pytest.mark.parametrize(
    ("tool", "sent"),
    [
        (GEAR, {"operation": "equip", **WIZ, "itemName": "Shield"}), (GEAR, {"operation": "unequip", **WIZ, "itemName": "Shield"}),
        (GEAR, {"operation": "give", **WIZ, "template": "Diamond"}),
        (READ, {"operation": "lookup", "query": "Tpple over the edge"}),
        (ACT, {"operation": "juggle", **BRUN}),
    ],
)  # fmt: skip
def test_nothing_else_is_proposed_instead(table: Sandbox, tool: str, sent: dict[str, Any]) -> None:
    """No shield is taken from somebody's arm, no other act takes the place of an unknown one, and no gem has a worth that nobody told."""
    answer = table.send(sent, tool)
    assert not answer["ok"] and "try" not in answer["error"], answer["text"]


def test_a_rest_that_is_too_early_is_proposed_after_the_wait(table: Sandbox) -> None:
    table.did("rest", kind="long")
    refused = table.refused("rested_already", "rest", kind="long")
    assert [step["operation"] for step in refused["error"]["try"]["batch"]] == ["advance", "rest"]
    assert table.send(refused["error"]["try"], HERO)["ok"]
