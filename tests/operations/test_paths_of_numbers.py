"""Every path of a number that a refusal lists is answered, even where nothing bears on it."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import low
from tests.operations.table import Table
from tests.rows import each_row

SHEETS: dict[str, dict[str, Any]] = {
    "Fay": {"classes": ["wizard 3"], "race": "elf"},
    "Gil": {"classes": ["fighter 1"], "race": "human"},
    "Kim": {"classes": ["barbarian 5"], "race": "dwarf", "resistances": ["fire"]},
    "Nil": {},
}


@laid_alike
def party(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    for name, sheet in SHEETS.items():
        table.did("create", name=name, character={**sheet, "party": True})
        table.did("give", name, template="Dagger", equip=True)
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("who", [*SHEETS, "party"])
def test_every_listed_path_answers(ruleset: Ruleset, who: str) -> None:
    table = party(ruleset)
    for wanted in ("nonsense", "attacksAgainstU", "attacks.Dagger.mod", "initiativMode"):
        error = table.ask("character", who, stats=[wanted])["error"]
        listed = [*error["allowed"], *error.get("near", ())]
        assert "attacksAgainstYou" in listed
        for path in listed:
            for detail in ("brief", "full"):
                answer = table.send({"operation": "character", "characterName": who, "stats": [path]}, "read_campaign", detail)
                assert answer["ok"], answer["text"]
                assert answer["text"].strip(), path


@each_row(
    ("who", "path", "told"),
    [
        ("Gil", "attacksAgainstYou", "attacksAgainstYou: normal."),
        ("Gil", "initiativeMode", "initiativeMode: normal."),
        ("Gil", "attacks.Dagger.mode", "attacks.Dagger.mode: normal."),
        ("Fay", "spellcasting.mode", "spellcasting.mode: normal."),
        ("Gil", "saveModes", "saveModes: normal."),
        ("Gil", "vulnerabilities", "vulnerabilities: none."),
        ("Gil", "resistances", "resistances: none."),
        ("Nil", "tool proficiencies", "toolProficiencies: none."),
        ("Gil", "senses", "senses: none."),
        ("Fay", "spellcasting.dc", "spell save DC "),
        ("Kim", "resistances", "resistances.fire: grant"),
    ],
)
def test_nothing_is_said_in_a_word(who: str, path: str, told: str) -> None:
    assert told in party("5.1").did("character", who, stats=[path])["text"]


def test_what_bears_on_attacks_is_still_named() -> None:
    table = party("5.1")
    table.roll_with(low)
    table.did("apply", "Gil", condition="restrained")
    assert "attacksAgainstYou: advantage restrained." in table.did("character", "Gil", stats=["attacksAgainstYou"])["text"]


def test_a_number_that_the_creature_lacks_is_still_refused() -> None:
    answer = party("5.1").ask("character", "Gil", stats=["spellcasting.saveDc"])
    assert answer["error"]["code"] == "stat_unknown"
    assert "spellcasting" not in answer["error"]["allowed"]
