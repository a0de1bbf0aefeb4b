"""A choice that is made counts as made, whatever people call it: no open choice stands beside its answer."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row


def opened(ruleset: Ruleset, of: str, choices: dict[str, Any]) -> dict[str, list[int]]:
    """The open choices of a hero by their names: the levels at which they come."""
    table = Table(begun(ruleset=ruleset))
    table.did("create", name="Vex", character={"classes": [of], "choices": choices})
    found: dict[str, list[int]] = {}
    for row in table.send({"operation": "character", "characterName": "Vex"}, "read_campaign", "full")["results"][0]["openChoices"]:
        found.setdefault(row["choice"], []).append(row["level"])
    return found


FIVE = ["Agonizing Blast", "Repelling Blast", "Devil's Sight", "Pact of the Chain", "Eldritch Mind"]


@pytest.mark.parametrize("key", ["eldritch invocations", "invocations", "Invocation", "eldritchInvocations", "warlock invocations"])
@pytest.mark.parametrize(("count", "left"), [(0, [1, 2, 5, 7, 9]), (1, [2, 5, 7, 9]), (4, [5, 7, 9]), (5, [7, 9])])
def test_invocations_count(key: str, count: int, left: list[int]) -> None:
    """1, 3, 5, 6 and 7 invocations at levels 1, 2, 5, 7 and 9 (SRD 5.2, Warlock Features)."""
    assert opened("5.2", "warlock 11", {key: FIVE[:count]}).get("eldritch invocations", []) == left


@each_row(
    ("ruleset", "of", "choice", "key", "words"),
    [
        ("5.1", "sorcerer 3", "metamagic", "metamagic options", ["Quickened Spell", "Twinned Spell"]),
        ("5.2", "sorcerer 3", "metamagic", "metamagics", ["Quickened Spell", "Twinned Spell"]),
        ("5.1", "fighter 2", "fighting style", "style", "Defense"),
        ("5.2", "fighter 2", "fighting style", "fighting_style", "Defense"),
        ("5.2", "fighter 2", "weapon mastery", "masteries", ["Longsword", "Longbow", "Dagger"]),
        ("5.2", "fighter 2", "weapon mastery", "weaponMasteries", ["Longsword", "Longbow", "Dagger"]),
        ("5.2", "rogue 2", "expertise", "expert", ["Stealth", "Perception"]),
        ("5.1", "warlock 3", "pact boon", "pact", "Pact of the Chain"),
        ("5.1", "ranger 2", "favored enemy", "favored enemies", "undead"),
        ("5.1", "ranger 2", "natural explorer", "favored terrain", "forest"),
        ("5.1", "fighter 2", "skills", "skill proficiencies", ["athletics", "perception"]),
        ("5.1", "fighter 4", "asi", "abilityScoreImprovements", [{"level": 4, "str": 2}]),
        ("5.2", "cleric 2", "divine order", "order", "Protector"),
        ("5.2", "druid 2", "primal order", "order", "Warden"),
        ("5.2", "warlock 11", "mystic arcanum", "mysticArcanum", ["Eyebite"]),
    ],
)
def test_other_names_of_a_choice(ruleset: Ruleset, of: str, choice: str, key: str, words: Any) -> None:
    assert choice in opened(ruleset, of, {})
    assert choice not in opened(ruleset, of, {key: words})


@pytest.mark.parametrize(("key", "ac"), [("style", 17), ("fighting style", 17), ("nonsense", 16)])
def test_a_choice_under_another_name_takes_effect(key: str, ac: int) -> None:
    """Defense adds 1 to the AC of a fighter in armor (SRD 5.1, Fighting Style)."""
    table = Table(begun())
    words = "Defense" if key != "nonsense" else "Something"
    table.did("create", name="Vex", character={"classes": ["fighter 2"], "choices": {key: words}})
    table.did("give", "Vex", template="Chain Mail")
    table.did("equip", "Vex", itemName="Chain Mail")
    assert table.number("Vex", "ac") == ac


@each_row(
    ("species", "lineage"),
    [("elf", "high elf"), ("gnome", "rock gnome"), ("tiefling", "infernal"), ("goliath", "cloud giant"), ("dragonborn", "red")],
)
def test_the_lineage_of_any_species_is_a_lineage(species: str, lineage: str) -> None:
    table = Table(begun(ruleset="5.2"))
    table.did("create", name="Vex", character={"race": species, "classes": ["fighter 1"]})
    assert f"{species} lineage at 1" in table.send({"operation": "character", "characterName": "Vex"}, "read_campaign")["text"]
    table.did("update", "Vex", character={"choices": {f"{species} lineage": lineage}})
    assert "lineage at" not in table.send({"operation": "character", "characterName": "Vex"}, "read_campaign")["text"]
