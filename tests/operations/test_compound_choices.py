"""Subclasses written together with their option or their class count as both choices."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure


def made(table: Table, **character: Any) -> str:
    table.did("create", name="X", character={"abilities": {"wis": 14, "cha": 14}, **character})
    return str(table.did("character", "X")["text"])


@each_row(
    ("ruleset", "character", "has"),
    [
        ("5.1", {"classes": ["druid 3"], "subclass": "Circle of the Land (forest)"}, "Natural Recovery"),
        ("5.1", {"classes": ["druid 3"], "choices": {"circle": "Land (forest)"}}, "Natural Recovery"),
        ("5.1", {"classes": ["druid 3"], "choices": {"subclass": {"druid": ["Circle of the Land: forest"]}}}, "Natural Recovery"),
        ("5.1", {"classes": ["druid (Circle of the Land (forest)) 3"]}, "Natural Recovery"),
        ("5.1", {"classes": ["Circle of the Land druid 3"], "choices": {"land": "forest"}}, "Natural Recovery"),
        ("5.2", {"classes": ["druid 3"], "subclass": "Circle of the Land (arid)"}, "Land's Aid"),
        ("5.1", {"classes": ["sorcerer 1"], "subclass": "Draconic Bloodline (red)"}, "Draconic Resilience"),
        ("5.1", {"classes": ["Draconic Sorcerer 1"]}, "Draconic Resilience"),
        ("5.1", {"classes": ["Champion fighter 3"]}, "Improved Critical"),
        ("5.2", {"classes": ["Fighter Champion 3"]}, "Improved Critical"),
        ("5.1", {"classes": ["fighter 3"], "subclass": "Champion fighter"}, "Improved Critical"),
        ("5.1", {"classes": ["life cleric 1", "wizard 2"]}, "Disciple of Life"),
    ],
)
def test_a_joined_spelling_gives_the_subclass(ruleset: Ruleset, character: dict[str, Any], has: str) -> None:
    with begun(ruleset) as game:
        table = Table(game)
        told = made(table, **character)
        assert has in told and "no class" not in told, told


@pytest.mark.parametrize(("ruleset", "land", "spell"), [("5.1", "forest", "Spider Climb"), ("5.2", "arid", "Blur")])
def test_the_option_is_chosen_too(ruleset: Ruleset, land: str, spell: str) -> None:
    """Both texts: the land gives its spells of level 3."""
    with begun(ruleset) as game:
        table = Table(game)
        made(table, classes=["druid 3"], subclass=f"Circle of the Land ({land})")
        table.did("create", name="Foe", character={"hpMax": 30, "party": False})
        answer = table.did("cast", "X", spell=spell, targets=["X"] if spell != "Blur" else [])
        assert "X casts" in answer["text"]
        assert table.thing("X").body["sheet"]["choices"] == {"subclass": "Circle of the Land", "land": land}


def test_a_given_option_stays() -> None:
    with begun("5.1") as game:
        table = Table(game)
        made(table, classes=["druid 3"], choices={"subclass": "Circle of the Land (forest)", "land": "coast"})
        assert table.thing("X").body["sheet"]["choices"]["land"] == "coast"


def test_a_level_and_an_update_read_it_too() -> None:
    with begun("5.1") as game:
        table = Table(game)
        made(table, classes=["druid 1"])
        table.did("level_up", "X", choices={"subclass": "Circle of the Land (forest)"})
        assert table.thing("X").body["sheet"]["choices"]["land"] in ("forest", {"druid": "forest"})
        table.did("create", name="Y", character={"classes": ["sorcerer 1"]})
        table.did("update", "Y", character={"choices": {"bloodline": "Draconic (red)"}})
        assert table.thing("Y").body["sheet"]["choices"]["dragon ancestor"] == "red"


def test_other_words_in_brackets_stay_text() -> None:
    with begun("5.1") as game:
        table = Table(game)
        told = str(table.did("create", name="X", character={"classes": ["druid 3"], "subclass": "Circle of the Land (spoons)"})["text"])
        assert "Circle of the Land (spoons)" in told
