"""What players may do with the fallen: they search dead strangers where they stand, and those who cannot speak say nothing."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import ANN, fought, put, turn_of
from tests.operations.table import TOOL_OF, Answer, Table

PIP, KEST = Caller("player", "pip", None, ("Pip",)), Caller("player", "kest", None, ("Kest",))
GOBLIN = {"5.1": "Goblin", "5.2": "Goblin Warrior"}


def asked(table: Table, caller: Caller, operation: str, **fields: Any) -> Answer:
    return table.game.ask({"operation": operation, **fields}, TOOL_OF[operation], "brief", caller)


def at_table(ruleset: Ruleset, dead: bool = True) -> Table:
    table = Table(begun(ruleset))
    for name in ("Pip", "Kest"):
        table.did("create", name=name, character={"classes": ["rogue 3"], "abilities": {"dex": 16}, "party": True})
    table.did("create", name="Gob", template=GOBLIN[ruleset])
    if dead:
        table.did("damage", "Gob", amount=99, damageType="fire")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_searches_a_dead_stranger_in_the_same_room(ruleset: Ruleset) -> None:
    table = at_table(ruleset)
    seen = asked(table, PIP, "view", characterName="Gob")
    assert seen["ok"] and "Scimitar" in seen["text"] and "AC" not in seen["text"] and "HP" not in seen["text"]
    assert asked(table, PIP, "transfer", characterName="Gob", itemName="Scimitar", toCharacterName="Pip")["ok"]
    assert asked(table, PIP, "transfer", bagName="Gob", all=True, toCharacterName="Pip")["ok"]
    assert {"Scimitar", "Shortbow"} <= table.bag("Pip").keys()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_takes_from_the_living_or_from_a_fallen_hero_or_from_another_room(ruleset: Ruleset) -> None:
    living = at_table(ruleset, dead=False)
    taken = asked(living, PIP, "transfer", characterName="Gob", itemName="Scimitar", toCharacterName="Pip")
    assert taken["error"]["code"] == "not_yours" and not asked(living, PIP, "view", characterName="Gob")["ok"]
    table = at_table(ruleset)
    table.did("give", "Kest", template="Dagger")
    table.did("damage", "Kest", amount=200, damageType="fire")
    assert asked(table, PIP, "transfer", characterName="Kest", itemName="Dagger", toCharacterName="Pip")["error"]["code"] == "not_yours"
    for sent in ({"operation": "create", "name": "Cellar", "direction": "down"}, {"operation": "go", "direction": "down", "characterName": "Pip"}):
        assert table.send(sent, "manage_room")["ok"]
    assert not asked(table, PIP, "transfer", characterName="Gob", itemName="Scimitar", toCharacterName="Pip")["ok"]


def test_in_a_fight_it_waits_for_the_turn_and_for_the_walk() -> None:
    table = fought("5.2", {"size": "12x10"})
    put(table, Oda="A1", Pip="F5", Goblin_1="E1", Goblin_2="B9", Ogre="K9")
    turn_of(table, "Pip")
    table.did("damage", "Goblin 1", amount=99, damageType="fire")
    sent = {"characterName": "Goblin 1", "itemName": "Scimitar", "toCharacterName": "Oda"}
    assert asked(table, ANN, "transfer", **sent)["error"]["code"] == "not_your_turn"
    turn_of(table, "Oda")
    far = asked(table, ANN, "transfer", **sent)
    assert far["error"]["code"] == "beyond_reach" and far["error"]["try"]["characterName"] == "Oda", far["text"]
    assert table.send(far["error"]["try"], "execute_action")["ok"]
    assert asked(table, ANN, "transfer", **sent)["ok"]


SPEECHLESS = {"5.1": ("unconscious", "paralyzed", "petrified"), "5.2": ("unconscious", "paralyzed", "petrified", "stunned")}


@pytest.mark.parametrize(("ruleset", "state"), [(ruleset, state) for ruleset, states in SPEECHLESS.items() for state in (*states, "dead")])
def test_whoever_cannot_speak_is_heard_by_the_game_master_alone(ruleset: Ruleset, state: str) -> None:
    """SRD 5.1, Conditions: unconscious, paralyzed and petrified; SRD 5.2: incapacitated."""
    table = at_table(ruleset)
    assert asked(table, KEST, "say", text="Hush!")["ok"]
    if state == "dead":
        table.did("damage", "Kest", amount=200, damageType="fire")
    else:
        table.did("apply", "Kest", condition=state)
    answer = asked(table, KEST, "say", text="Help!")
    assert answer["error"]["code"] == "cannot_speak" and answer["error"]["try"]["toName"] == "gm", answer["text"]
    assert table.game.ask(answer["error"]["try"], "keep_journal", "brief", KEST)["ok"]
    told = table.did("say", "Kest", text="Boo!")["text"]
    assert ("only magic lets the dead speak" if state == "dead" else "Kest cannot speak now") in told


def test_words_to_somebody_are_read_by_the_two_alone() -> None:
    table = at_table("5.1")
    table.did("create", name="Lia", character={"classes": ["wizard 3"], "party": True})
    assert asked(table, PIP, "say", text="Psst", toName="Kest")["ok"]
    heard = {who: "Psst" in asked(table, Caller("player", who, None, (who,)), "journal")["text"] for who in ("Pip", "Kest", "Lia")}
    assert heard == {"Pip": True, "Kest": True, "Lia": False}
