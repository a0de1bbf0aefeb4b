"""A trait of a creature, a feature of a hero or an act is examined by its name."""

import pytest

from rpg_lite import open_campaign
from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import book_search
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.written_features import feature_names
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_trait_and_act_of_every_creature_has_its_text(ruleset: Ruleset) -> None:
    book, asked, untold = rulebook(ruleset), 0, []
    for entry in book_search.entries("creature", book):
        box = Sandbox(first_world(ruleset))
        box.accept("create", name="It", template=entry.name)
        who = box.thing("It")
        for name in dict.fromkeys((*feature_names(who, book), *(act.name for act in thing_stats.sheet(who, book).acts))):
            asked += 1
            told = box.ask("examine", "It", name=name)
            if told["text"].startswith(f"{name}\nKind: item"):
                continue  # the weapon in its hand, with its numbers
            if not told["ok"] or not told["text"].startswith("Of It:\n") or len(told["text"]) < len(name) + 8:
                untold.append((entry.name, name, told["text"][:60]))
    assert untold == [] and asked > 1_250


@each_row(
    ("ruleset", "name", "part"),
    [("5.1", "Fire Aura", "fire"), ("5.1", "death throes", "bursts"), ("5.1", "Multiattack", "whip"), ("5.2", "Fire Aura", "fire")],
)
def test_a_trait_of_a_demon(ruleset: Ruleset, name: str, part: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", template="Balor")
    assert box.did("examine", "Balor", name=name)["text"].startswith("Of Balor:\n")
    assert part in box.did("examine", "Balor", name=name)["text"].casefold()


@each_row("ruleset", RULESETS)
def test_a_feature_of_a_hero(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Vex", character={"classes": ["rogue 5"], "race": "halfling", "party": True})
    for name in ("Sneak Attack", "Uncanny Dodge", "Cunning Action"):
        told = box.did("examine", "Vex", name=name)["text"]
        assert told.startswith(f"Of Vex:\n{name}") and len(told) > 30


def test_players_learn_nothing_of_a_creature_from_its_traits() -> None:
    """Where players read along, and for a player, who examines nothing."""
    asked = {"operation": "examine", "characterName": "Balor", "name": "Fire Aura"}
    with open_campaign(":memory:") as game:
        game.ask({"operation": "create", "name": "Vex", "character": {"classes": ["rogue 5"], "party": True}}, "manage_character")
        game.ask({"operation": "create", "template": "Balor"}, "manage_character")
        assert game.ask(asked, "read_campaign")["text"].startswith("Of Balor:\nFire Aura: ")
        for caller in (Caller("gm", aloud=True), Caller("player", characters=("Vex",))):
            told = game.ask(asked, "read_campaign", caller=caller)
            assert not told["ok"] and "10" not in told["text"] and "fire damage" not in told["text"]
        own = {**asked, "characterName": "Vex", "name": "Sneak Attack"}
        assert "3d6" in game.ask(own, "read_campaign", caller=Caller("gm", aloud=True))["text"]
