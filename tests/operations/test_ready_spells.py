"""What a caster has ready: chosen spells, those that a subclass has always prepared, those that it adds to a list (SRD, Domain Spells and its like)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table_of(ruleset: Ruleset, classes: list[str], choices: dict[str, Any], **more: Any) -> Sandbox:
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    scores = dict.fromkeys(("int", "wis", "cha"), 16)
    table.did("create", name="Mira", character={"classes": classes, "abilities": scores, "choices": choices, **more})
    table.did("create", name="Goblin", character={"hpMax": 40, "hp": 30, "party": True})
    return table


def may_cast(table: Sandbox, spell: str) -> bool:
    """Whether the caster has the spell; targets and choices are another matter."""
    answer = table.send(
        {"operation": "cast", "characterName": "Mira", "spell": spell, "targets": ["Goblin"], "dryRun": True}, "execute_action"
    )
    return bool(answer["ok"]) or answer["error"]["code"] not in ("spell_not_prepared", "spell_of_another_list", "not_a_caster")


def listed(table: Sandbox) -> str:
    return str(table.did("character", "Mira", stats=["spells"])["text"])


ALWAYS = [
    ("5.1", ["cleric 3"], {"subclass": "Life Domain"}, "Spiritual Weapon", "Revivify"),
    ("5.1", ["cleric 5"], {"subclass": "life"}, "Revivify", "Death Ward"),
    ("5.2", ["cleric 3"], {"subclass": "Life Domain"}, "Aid", "Revivify"),
    ("5.1", ["paladin 3"], {"subclass": "Devotion"}, "Sanctuary", "Zone of Truth"),
    ("5.1", ["druid 3"], {"subclass": "Land", "land": "forest"}, "Spider Climb", "Mirror Image"),
    ("5.1", ["druid 3"], {"subclass": "Land", "land": "coast"}, "Mirror Image", "Spider Climb"),
    ("5.2", ["warlock 3"], {"subclass": "Fiend"}, "Scorching Ray", "Fireball"),
    ("5.2", ["ranger 1"], {}, "Hunter's Mark", "Goodberry"),
]


@each_row(("ruleset", "classes", "choices", "ready", "later"), ALWAYS)
def test_spells_of_a_subclass_are_ready_though_others_are_prepared(
    ruleset: Ruleset, classes: list[str], choices: dict[str, Any], ready: str, later: str
) -> None:
    table = table_of(ruleset, classes, choices, spells={"prepared": []})
    assert may_cast(table, ready) and not may_cast(table, later)
    told = listed(table)
    assert ready in told and later not in told


def test_spells_always_prepared_do_not_count() -> None:
    """A cleric of level 1 with WIS 16 prepares four beside those of the domain."""
    table = table_of("5.1", ["cleric 1"], {"subclass": "Life"})
    named = ["Bless", "Cure Wounds", "Bane", "Command", "Guiding Bolt", "Sanctuary"]
    answer = table.did("prepare", "Mira", spells=named)
    assert "4 of 4" in answer["text"] and "Always prepared: Bless, Cure Wounds." in answer["text"]
    assert may_cast(table, "Bless")


@pytest.mark.parametrize("known", [None, ["Fireball"]])
def test_a_patron_adds_to_the_list_of_a_warlock(known: list[str] | None) -> None:
    """SRD 5.1, Expanded Spell List: the spells may be learnt; they are not known by themselves."""
    table = table_of("5.1", ["warlock 5"], {"subclass": "The Fiend"}, **({"spells": {"known": known}} if known else {}))
    assert may_cast(table, "Fireball")
    assert may_cast(table, "Scorching Ray") == (known is None)
    assert not may_cast(table_of("5.1", ["warlock 5"], {}), "Fireball")


def test_the_list_names_only_what_can_be_cast() -> None:
    """A spell of the book that is not prepared is there for rituals alone."""
    book = {"known": ["Fireball", "Sleep", "Identify"], "prepared": ["Fireball"]}
    table = table_of("5.1", ["wizard 5"], {}, spells=book)
    told = listed(table)
    assert "Level 3 (2 slots of level 3 or higher left): Fireball." in told and "Sleep" not in told
    assert "As rituals only: Identify." in told
    table.refused("spell_not_prepared", "cast", "Mira", spell="Sleep", targets=["Goblin"])


def test_a_sorcerers_known_spells_stay_beside_a_wizards_book() -> None:
    """Both write under known: a spell of the sorcerer's list is learnt, one of the wizard's alone must be prepared."""
    lists = {"known": ["Shield", "Find Familiar"], "prepared": ["Magic Missile"]}
    table = table_of("5.1", ["sorcerer 3", "wizard 3"], {}, spells=lists)
    assert may_cast(table, "Shield") and may_cast(table, "Magic Missile") and not may_cast(table, "Find Familiar")


def test_a_granted_spell_has_the_numbers_of_the_class_that_grants_it() -> None:
    table = table_of("5.1", ["wizard 1", "druid 3"], {"subclass": {"druid": "Land"}, "land": "arctic"})
    table.did("update", "Mira", character={"abilities": {"int": 10, "wis": 18}})
    assert "WIS save DC 14" in table.did("cast", "Mira", spell="Hold Person", targets=["Goblin"])["text"]
