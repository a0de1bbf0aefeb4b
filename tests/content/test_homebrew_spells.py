"""Spells of a user stand on the lists of their classes: heroes choose, prepare and cast them."""

import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset

LANCE = {
    "name": "Salt Lance", "level": 1, "school": "evocation", "classes": ["sorcerer", "wizard"], "components": ["V", "S"],
    "cost": "action", "spend": "slot", "range": 60, "targets": "1",
    "steps": [{"attack": "spell", "kind": "ranged", "hit": [{"damage": "2d8", "type": "piercing", "up": "1d8"}]}],
    "description": "2d8 piercing damage.",
}  # fmt: skip
BURST = {**LANCE, "name": "Brine Burst", "steps": [{"save": "con", "fail": [{"damage": "3d6", "type": "acid"}]}]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hero_chooses_prepares_and_casts_an_own_spell(ruleset: Ruleset, tmp_path: Path) -> None:
    (tmp_path / "spells.json").write_text(json.dumps([LANCE, BURST]), "utf-8")
    with rpg_lite.open_campaign(":memory:", new=True, seed=3, ruleset=ruleset, items=tmp_path) as game:

        def did(tool: str, operation: str, who: str = "Bo", **fields: Any) -> str:
            answer = game.ask({"operation": operation, "characterName": who, **fields}, tool)
            assert answer["ok"], answer["text"]
            return str(answer["text"])

        for name, of in (("Bo", "wizard 3"), ("Cid", "sorcerer 3")):
            hero = {"party": True, "classes": [of], "abilities": {"int": 16, "cha": 16}}
            assert game.ask({"operation": "create", "name": name, "character": hero}, "manage_character")["ok"]
        did("manage_character", "update", character={"choices": {"spellbook": ["Salt Lance", "Brine Burst", "Sleep"]}})
        assert "Salt Lance" in did("manage_character", "prepare", spells=["Salt Lance"])
        assert "Salt Lance" in did("execute_action", "cast", spell="Salt Lance", targetName="Cid")
        assert (
            "not prepared"
            in game.ask({"operation": "cast", "characterName": "Bo", "spell": "Brine Burst", "targetName": "Cid"}, "execute_action")["text"]
        )
    rules = rpg_lite.rulebook(ruleset, tmp_path).spells
    assert (rules["salt lance"].attack, rules["salt lance"].save, rules["brine burst"].attack, rules["brine burst"].save) == (
        True,
        None,
        False,
        "con",
    )
