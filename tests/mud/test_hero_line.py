"""A hero made in one line: names of several words, levels anywhere, and questions whose lists have the numbers that work."""

from typing import Any

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session

LOBBY = Scene("Lobby", classes=("Wizard", "Fighter", "Blood Hunter"))


@pytest.mark.parametrize(
    ("line", "name", "made"),
    [
        ("Jürgen Weiß wizard 1 elf", "Jürgen Weiß", {"classes": ["wizard 1"], "race": "elf"}),
        ('"Tom of Hill" fighter', "Tom of Hill", {"classes": ["fighter 1"]}),
        ("'Anna Lena' fighter background acolyte", "Anna Lena", {"classes": ["fighter 1"], "background": "acolyte"}),
        ("D'Arcy fighter 3", "D'Arcy", {"classes": ["fighter 3"]}),
        ("Brenna fighter dwarf level 1", "Brenna", {"classes": ["fighter 1"], "race": "dwarf"}),
        ("Brenna the fighter hill dwarf 4", "Brenna", {"classes": ["fighter 4"], "race": "hill dwarf"}),
        ("Ash blood hunter level 2", "Ash", {"classes": ["blood hunter 2"]}),
        ('"Wizard Tom" fighter', "Wizard Tom", {"classes": ["fighter 1"]}),
        ("Ash warlord 2", "Ash", {"classes": ["warlord 2"]}),
    ],
)
def test_one_line_names_the_hero(line: str, name: str, made: dict[str, Any]) -> None:
    asked = parse(f"hero {line}", LOBBY)
    assert isinstance(asked, Ask) and asked.payload["name"] == name
    assert asked.payload["character"] == {**made, "party": True}


def test_a_long_name_is_played() -> None:
    with open_campaign(seed=1) as game:
        session = Session(game)
        session.hear("hero Jürgen Weiß wizard 1 elf")
        assert session.hear("as") == "You are Jürgen Weiß."


def test_the_lists_of_the_questions_have_numbers() -> None:
    with open_campaign(seed=1) as game:
        session = Session(game)
        session.hear("hero")
        assert "1 Barbarian, 2 Bard" in str(session.hear("Bo")).title()
        assert "1 Barbarian" in str(session.hear("knight")).title()
