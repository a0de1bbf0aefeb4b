"""Acts whose targets settle themselves: every enemy within so many feet where places count, and the one creature that is held."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, put, turn_of
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table

UNDEAD: Final = {"Bones": ("C7", {"type": "undead"}), "Far Bones": ("W16", {"type": "undead"})}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_turn_undead_turns_the_undead_near_without_a_name(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Clem", **UNDEAD)
    told = table.did("act", "Clem", act="Turn Undead", dryRun=True)["text"]
    assert "on Bones" in told and "Far Bones" not in told and "Goblin" not in told
    assert "Bones" in table.did("act", "Clem", act="Turn Undead")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_with_nobody_to_turn_it_says_so_and_spends_nothing(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Clem")
    before = table.now
    assert not table.ask("act", "Clem", act="Turn Undead")["ok"] and table.now == before


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("template", "act"), [("Pit Fiend", "Fear Aura"), ("Balor", "Fire Aura"), ("Sea Hag", "Horrific Appearance")])
def test_acts_of_stat_blocks_mean_every_enemy_near(ruleset: Ruleset, template: str, act: str) -> None:
    table = hall(ruleset, turn="Elara", Brute=("C4", {"template": template}))
    answer = table.ask("act", "Brute", act=act, dryRun=True)
    if answer["ok"] or answer["error"]["code"] != "act_unknown":
        assert answer["ok"] and "Clem" in answer["text"] and "Goblin" not in answer["text"], answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_boons_and_attacks_still_ask_for_whom_they_are(ruleset: Ruleset) -> None:
    table = hall(ruleset, turn="Elara")
    assert not table.ask("cast", "Elara", spell="Magic Missile", dryRun=True)["ok"]


def holding(ruleset: Ruleset, *names: str) -> Table:
    table = fought(ruleset)
    put(table, Oda="B2", Goblin_1="B1", Goblin_2="B3", Ogre="K9")
    turn_of(table, "Oda")
    for name in names:
        let(table, 20 if ruleset == "5.1" else 1, face=3)
        held = {"condition": "grappled", "source": "Oda"}
        table.did("apply", name, **held)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_one_lets_go_of_the_only_creature_held(ruleset: Ruleset) -> None:
    table = holding(ruleset, "Goblin 1")
    told = table.did("act", "Oda", act="Let Go")["text"]
    assert "Goblin 1" in told and "grappled" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_of_two_held_one_is_named(ruleset: Ruleset) -> None:
    table = holding(ruleset, "Goblin 1", "Goblin 2")
    sent: dict[str, Any] = {"act": "Let Go"}
    table.refused("target_required", "act", "Oda", **sent)
    table.did("act", "Oda", **sent, targets=["Goblin 2"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_act_of_a_zone_is_proposed_for_the_foes_inside_it(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    table.did("cast", "Elara", spell="Web", at="I5")
    refused = table.refused("target_required", "act", "Elara", act="Web: burn")
    assert '"targets": ["Goblin 1", "Goblin 3"]' in refused["text"]
    told = table.did("act", "Elara", act="Web: burn", catch=["enemies"], dryRun=True)["text"]
    assert "on Goblin 1 and Goblin 3" in told
