"""A wand that nobody has identified casts its spell all the same, and players read of its look only."""

from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.worlds import ELARA, STURDY_GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure
ANN = Caller("player", "Ann", None, ("Elara",))


def holding(ruleset: Ruleset, template: str) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(face=2)
    box.accept("create", name="Elara", character={**ELARA, "party": True})
    box.accept("create", name="Goblin", character=STURDY_GOBLIN)
    box.accept("give", "Elara", template=template, equip=True, attune=True, identified=False)
    return box


def charges(box: Sandbox, name: str) -> int | None:
    (found,) = [t for t in box.world.things.values() if t.name == name]
    return found.item.charges


@pytest.mark.parametrize("ruleset", RULESETS)
def test_it_casts_its_spell_with_its_own_numbers(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Wand of Magic Missiles")
    box.did("use", "Elara", itemName="Wand of Magic Missiles", targetName="Goblin")
    assert box.hp("Goblin") == 50 - 3 * 3 and charges(box, "Wand of Magic Missiles") == 6


def test_a_spell_for_others_asks_for_its_target_and_spends_nothing() -> None:
    box = holding("5.1", "Wand of Fireballs")
    refused = box.reject("area_empty", "use", "Elara", itemName="Wand of Fireballs")
    assert charges(box, "Wand of Fireballs") in (None, 7)
    assert refused.instead and box.accept(**{"who": None, **refused.instead})
    assert charges(box, "Wand of Fireballs") == 6


def test_several_spells_are_left_to_who_can_name_one() -> None:
    box = holding("5.1", "Staff of Fire")
    assert "Fireball" not in box.refused("property_required", "use", "Elara", itemName="Staff of Fire")["text"]
    assert "DEX save DC" in box.did("use", "Elara", itemName="Staff of Fire", property="Fireball", targetName="Goblin")["text"]


@pytest.mark.stored
def test_a_player_reads_its_look_only() -> None:
    with begun("5.1") as game:
        game._roll = falling(10)

        def ask(caller: Caller, operation: str, tool: str = "manage_inventory", **fields: Any) -> dict[str, Any]:
            answer = game.ask({"operation": operation, **fields}, tool, "full", caller)
            assert answer["ok"], answer["text"]
            return answer

        ask(GM, "create", "manage_character", name="Elara", character={**ELARA, "party": True})
        ask(GM, "create", "manage_character", name="Goblin", character=STURDY_GOBLIN)
        ask(GM, "give", characterName="Elara", template="Wand of Magic Missiles", equip=True, identified=False)
        answer = ask(ANN, "use", characterName="Elara", itemName="Wand", targets=["Goblin"])
        assert "force" in answer["text"] and "Magic Missile" not in str(answer)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_aims_it_by_either_key_and_learns_no_charges(ruleset: Ruleset) -> None:
    for aim in ({"targetName": "Goblin"}, {"targets": ["Goblin"]}):
        with open_campaign(":memory:", seed=3, ruleset=ruleset) as game:
            game.ask({"operation": "create", "name": "Elara", "character": {**ELARA, "party": True}}, "manage_character")
            game.ask({"operation": "create", "name": "Goblin", "character": {"hpMax": 50, "party": False}}, "manage_character")
            game.ask(
                {"operation": "give", "characterName": "Elara", "item": "Wand of Magic Missiles", "identified": False, "equip": True},
                "manage_inventory",
            )
            call = {"operation": "use", "characterName": "Elara", "itemName": "Wand", "detail": "full", **aim}
            answer = game.ask(call, "manage_inventory", role="player", characters=("Elara",))
            assert answer["ok"] and "charge" not in str(answer), answer
