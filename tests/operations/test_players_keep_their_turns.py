"""Where places count, a player's call keeps to the turn without any rule in use; the game master may still play what exceeds it."""

from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations import crypts
from tests.operations.crypts import put, turn_of
from tests.operations.table import Answer, Table, snapshot

NIM = Caller("player", "Nim", characters=("Kip", "Elara"))
HEROES: dict[str, dict[str, Any]] = {"Kip": {"rogue": 3}, "Elara": {"wizard": 5}}


@laid_alike
def table(ruleset: Ruleset = "5.2", **more: Any) -> Table:
    """Kip stands beside a goblin, and Elara far from everybody."""
    fought = crypts.fought(ruleset)
    for name, classes in HEROES.items():
        fought.did("create", name=name, character={"classes": classes, "party": True, "abilities": {**crypts.SCORES, "int": 16}})
        fought.did("start_fight", names=[name])
    put(fought, Kip="E3", Goblin_1="E4", Elara="A10")
    return fought


def ask(at: Table, who: str, operation: str, caller: Caller = NIM, **fields: Any) -> Answer:
    tool = {"equip": "manage_inventory", "unequip": "manage_inventory"}.get(operation, "execute_action")
    return at.game.ask({"operation": operation, "characterName": who, **fields}, tool, "brief", caller)


BLOW: tuple[str, dict[str, Any]] = ("attack", {"targetName": "Goblin 1"})
TWICE: dict[str, tuple[str, list[tuple[str, dict[str, Any]]], str, str]] = {
    "attack": ("Kip", [BLOW, BLOW], "turn_spent", "its attacks this turn (Attack)"),
    "an act after an attack": ("Kip", [BLOW, ("act", {"act": "Dodge"})], "turn_spent", "its action this turn (Attack)"),
    "an attack after an act": ("Kip", [("act", {"act": "Dodge"}), BLOW], "turn_spent", "its action this turn (Dodge)"),
    "a bonus action": (
        "Kip",
        [("act", {"act": "Cunning Action", "choice": "Dash"}), ("act", {"act": "Cunning Action", "choice": "Disengage"})],
        "turn_spent",
        "its bonus action this turn (Cunning Action)",
    ),
}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_cannot_spend_a_part_of_the_turn_twice(ruleset: Ruleset) -> None:
    for name, (who, (first, second), code, words) in TWICE.items():
        at = table(ruleset)
        turn_of(at, who)
        put(at, Kip="E3", Goblin_1="E4")
        assert ask(at, who, first[0], **first[1])["ok"], name
        before = snapshot(at.game)
        refused = ask(at, who, second[0], **second[1])
        assert refused["error"]["code"] == code and words in refused["text"], (name, refused["text"])
        assert "left this turn: " in refused["text"] and "only the game master may play it" in refused["text"], name
        assert "turn:" not in refused["text"].replace("this turn:", "") and snapshot(at.game) == before, name
        assert ask(at, who, second[0], GM, **second[1])["ok"], name


def test_two_spells_of_a_turn_are_refused_to_a_player() -> None:
    """One spell slot a turn (SRD 5.2, Casting Spells); beside a spell of a bonus action only cantrips (SRD 5.1, Casting a Spell)."""
    codes: dict[Ruleset, str] = {"5.1": "turn_spell_spent", "5.2": "turn_slot_spent"}
    for ruleset, code in codes.items():
        at = table(ruleset)
        turn_of(at, "Elara")
        assert ask(at, "Elara", "cast", spell="Misty Step", to="B9", force=True, caller=GM)["ok"]
        refused = ask(at, "Elara", "cast", spell="Mage Armor")
        assert refused["error"]["code"] == code and "1 action" in refused["text"], refused["text"]


def test_the_words_of_what_is_left_name_a_call_that_works() -> None:
    at = table()
    turn_of(at, "Kip")
    put(at, Kip="E3", Goblin_1="E4")
    assert ask(at, "Kip", "attack", **BLOW[1])["ok"]
    assert "left this turn: bonus action, reaction, its movement;" in ask(at, "Kip", "attack", **BLOW[1])["text"]
    assert ask(at, "Kip", "act", act="Cunning Action", choice="Disengage")["ok"]
    assert ask(at, "Kip", "move", to="C3")["ok"]
    assert "left this turn: reaction, 20 ft of movement;" in ask(at, "Kip", "act", act="Dodge")["text"]


def test_a_dry_run_of_a_player_is_refused_as_the_deed_is() -> None:
    at = table()
    turn_of(at, "Kip")
    put(at, Kip="E3", Goblin_1="E4")
    assert ask(at, "Kip", "attack", **BLOW[1])["ok"]
    assert ask(at, "Kip", "attack", dryRun=True, **BLOW[1])["error"]["code"] == "turn_spent"


def test_outside_a_fight_a_player_counts_nothing() -> None:
    at = table()
    at.did("end_fight")
    assert all(ask(at, "Kip", "act", act="Dodge")["ok"] for _ in range(3))


def test_a_table_that_tells_everything_is_noted_as_ever() -> None:
    at = table()
    at.did("end_fight")
    at.did("start_fight", names=["Kip", "Goblin 1"], space="told")
    turn_of(at, "Kip")
    assert all(ask(at, "Kip", "attack", **BLOW[1])["ok"] for _ in range(2))
