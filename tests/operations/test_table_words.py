"""Facts of the table in `with`: each changes what it concerns, is refused, or the answer says that nothing depends on it."""

from collections.abc import Mapping
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.mechanics.acts.readied_spell import READY
from rpg_lite.mechanics.life.knocking_out import KNOCK_OUT
from rpg_lite.mechanics.rolls.attack_scopes import SEEN
from rpg_lite.rules.acts.words import CRITICAL, TABLE_WORDS
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.operations.table import TOOL_OF, Answer, Table

Call = Mapping[str, Any]
TOTAL_COVER = "total_cover"
IDLE = "Nothing here depends on "
STRIKE = {"operation": "attack", "characterName": "Fi", "targetName": "Foe"}
IN_5_2: dict[str, Call] = {
    "moved_20": {"act": "Gore"},
    CRITICAL: {"operation": "cast", "spell": "Divine Smite", "act": None},
}
NOT_IN_5_2 = ("coated_weapon",)
"""There the oil makes another thing of what it coats."""
CONCERNED: dict[str, Call] = {
    "sunlight": {"operation": "act", "characterName": "Specter", "act": "Life Drain", "targets": ["Foe"]},
    "ally_near": {"operation": "act", "characterName": "Wolf", "act": "Bite", "targets": ["Foe"]},
    "moved_20": {"operation": "act", "characterName": "Boar", "act": "Tusk", "targets": ["Foe"], "d20": [15]},
    "underwater": {**STRIKE, "itemName": "Handaxe"},
    "half_cover": STRIKE,
    "three_quarters_cover": STRIKE,
    "sees": STRIKE,
    "willing": {"operation": "cast", "characterName": "Mage", "spell": "Hold Person", "targets": ["Fi"]},
    "unwilling": {"operation": "cast", "characterName": "Mage", "spell": "Levitate", "targets": ["Fi"]},
    "fighting": {"operation": "cast", "characterName": "Mage", "spell": "Dominate Person", "targets": ["Foe"]},
    "stormy": {"operation": "cast", "characterName": "Leaf", "spell": "Call Lightning", "targets": ["Foe"]},
    CRITICAL: {"operation": "act", "characterName": "Vow", "act": "Divine Smite", "targets": ["Foe"], "slot": 1, "force": True},
    "thrown": {**STRIKE, "itemName": "Handaxe", "d20": [15]},
    "coated_weapon": {**STRIKE, "itemName": "Handaxe"},
    "sworn_enemy": {"operation": "attack", "characterName": "Vow", "targetName": "Foe", "itemName": "Oathbow"},
    KNOCK_OUT: {"operation": "attack", "characterName": "Fi", "targetName": "Weak", "d20": [19]},
    READY: {"operation": "cast", "characterName": "Mage", "spell": "Fire Bolt", "targets": ["Foe"]},
}
"""Word → a call whose outcome depends on it."""


def _laid(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset))
    for name, kind in (("Fi", "fighter 5"), ("Mage", "wizard 9"), ("Leaf", "druid 9"), ("Vow", "paladin 9")):
        table.did("create", name=name, character={"party": True, "classes": [kind], "abilities": {"str": 16, "int": 16, "wis": 16}})
    table.did("create", name="Foe", character={"hpMax": 500, "race": "human"})
    table.did("create", name="Weak", character={"hpMax": 1, "race": "human"})
    for block in ("Specter", "Wolf", "Boar"):
        table.did("create", name=block, template=block)
    for who, item in (("Fi", "Handaxe"), ("Vow", "Oathbow")):
        table.did("give", who, template=item, equip=True)
    table.did("give", "Vow", template="Arrow", quantity=20)
    table.did("give", "Fi", template="Oil of Sharpness")
    table.did("attune", "Vow", itemName="Oathbow")
    return table.game


def answers(ruleset: Ruleset, call: Call, word: str, *before: Call) -> tuple[Answer, Answer]:
    """The answers to the call without the word and with it, in two campaigns that are the same to the next die."""
    both = []
    for payload in (call, {**call, "with": [word]}):
        with copy_of(_laid, ruleset) as game:
            table = Table(game)
            for first in before:
                assert table.send(first, "manage_room" if "bagName" in first else TOOL_OF[first["operation"]])["ok"]
            both.append(table.send(payload, TOOL_OF[payload["operation"]]))
    return both[0], both[1]


DARK = {"operation": "update", "bagName": "floor", "light": "dark"}
BEFORE: dict[str, list[Call]] = {
    "sees": [DARK],
    "coated_weapon": [{"operation": "use", "characterName": "Fi", "itemName": "Oil of Sharpness", "force": True}],
}


def test_every_word_is_tried_here() -> None:
    assert {*CONCERNED, TOTAL_COVER} >= TABLE_WORDS | {*SEEN.values(), CRITICAL, KNOCK_OUT, READY}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("word", CONCERNED)
def test_a_word_changes_what_it_concerns(word: str, ruleset: Ruleset) -> None:
    call = CONCERNED[word] if ruleset == "5.1" else {**CONCERNED[word], **IN_5_2.get(word, {})}
    without, told = answers(ruleset, {key: value for key, value in call.items() if value is not None}, word, *BEFORE.get(word, ()))
    if ruleset == "5.2" and word in NOT_IN_5_2:
        assert told["error"]["code"] == "rider_unknown"
        return
    assert without["ok"] and told["ok"], (without["text"], told["text"])
    assert IDLE not in told["text"] and told["text"] != without["text"]


OTHERS: list[Call] = [
    STRIKE,
    {"operation": "cast", "characterName": "Mage", "spell": "Hold Person", "targets": ["Foe"]},
    {"operation": "cast", "characterName": "Mage", "spell": "Fire Bolt", "targets": ["Foe"]},
    {"operation": "act", "characterName": "Fi", "act": "Second Wind", "force": True},
    {"operation": "use", "characterName": "Fi", "itemName": "Torch"},
    {"operation": "check", "characterName": "Fi", "skill": "athletics"},
    {"operation": "save", "characterName": "Fi", "ability": "dex"},
]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("word", [*CONCERNED, TOTAL_COVER, "nonsense"])
def test_no_word_passes_in_silence(word: str, ruleset: Ruleset) -> None:
    """Wherever it is sent: the answer differs, or it is a refusal, or it says that nothing depends on the word."""
    for call in OTHERS:
        without, told = answers(ruleset, call, word, {"operation": "give", "characterName": "Fi", "template": "Torch"})
        is_said = not told["ok"] or told["text"] != without["text"]
        assert is_said, (call, told["text"])
        assert not told["ok"] or word != "nonsense", (call, told["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hand_rolled_faces_hide_no_idle_word(ruleset: Ruleset) -> None:
    for faces in ([12], [12, 3], [7, 7, 7]):
        _, told = answers(ruleset, {**STRIKE, "mode": "advantage", "d20": faces}, "sunlight")
        assert told["text"].endswith(f"{IDLE}sunlight."), told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_rolls_no_dice_and_says_nothing_of_words(ruleset: Ruleset) -> None:
    _, told = answers(ruleset, {**STRIKE, "dryRun": True}, "sunlight")
    assert told["ok"] and IDLE not in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("call", "refused"),
    [
        (STRIKE, True),
        ({"operation": "cast", "characterName": "Mage", "spell": "Fire Bolt", "targets": ["Foe"]}, True),
        ({"operation": "cast", "characterName": "Mage", "spell": "Magic Missile", "targets": ["Foe"]}, True),
        ({"operation": "act", "characterName": "Wolf", "act": "Bite", "targets": ["Foe"]}, True),
        ({"operation": "cast", "characterName": "Mage", "spell": "Fireball", "targets": ["Foe"]}, False),
        ({"operation": "cast", "characterName": "Mage", "spell": "Mage Armor", "targets": ["Mage"]}, False),
        ({**STRIKE, "force": True}, False),
    ],
)
def test_behind_total_cover_nothing_is_aimed_at(call: Call, refused: bool, ruleset: Ruleset) -> None:
    """SRD, Cover: no attack or spell targets it directly; an area may include it."""
    _, told = answers(ruleset, call, TOTAL_COVER)
    assert told["ok"] is not refused, told["text"]
    if refused:
        assert told["error"]["code"] == "behind_total_cover" and "half_cover" in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("item", "key", "value"),
    [
        ("Torch", "targetName", "Foe"),
        ("Torch", "targets", ["Foe"]),
        ("Torch", "quantity", 3),
        ("Potion of Healing", "slot", 3),
        ("Potion of Healing", "choice", "red"),
    ],
)
def test_a_use_names_the_keys_that_change_nothing(item: str, key: str, value: Any, ruleset: Ruleset) -> None:
    with copy_of(_laid, ruleset) as game:
        table = Table(game)
        table.did("give", "Fi", template=item, quantity=5)
        assert table.did("use", "Fi", itemName=item, force=True, **{key: value})["text"].endswith(f"{IDLE}{key}.")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("item", ["Potion of Healing", "Torch", "Wand of Magic Missiles", "Ring of Invisibility"])
def test_a_part_that_a_thing_does_not_have_is_refused(item: str, ruleset: Ruleset) -> None:
    with copy_of(_laid, ruleset) as game:
        table = Table(game)
        table.did("give", "Fi", template=item)
        assert table.refused("property_unknown", "use", "Fi", itemName=item, property="moo")["error"]["allowed"]


def test_what_is_assumed_anyway_is_not_named() -> None:
    with copy_of(_laid, "5.1") as game:
        table = Table(game)
        table.did("give", "Fi", template="Potion of Healing", quantity=5)
        assert IDLE not in table.did("use", "Fi", itemName="Potion of Healing", targetName="Fi", quantity=1, force=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_targets_of_a_use_name_who_drinks(ruleset: Ruleset) -> None:
    with copy_of(_laid, ruleset) as game:
        table = Table(game)
        table.did("give", "Fi", template="Potion of Healing", quantity=5)
        assert "on Mage" in table.did("use", "Fi", itemName="Potion of Healing", targets=["Mage"], force=True)["text"]
        refused = table.refused("targets_count", "use", "Fi", itemName="Potion of Healing", targets=["Mage", "Leaf"], force=True)
        assert table.send(refused["error"]["try"], "manage_inventory")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_answered_deed_without_an_answer_is_named(ruleset: Ruleset) -> None:
    call = {"operation": "cast", "characterName": "Mage", "spell": "Fire Bolt", "targets": ["Foe"], "rev": 1}
    with copy_of(_laid, ruleset) as game:
        assert Table(game).send(call, "execute_action")["text"].endswith(f"{IDLE}rev.")
