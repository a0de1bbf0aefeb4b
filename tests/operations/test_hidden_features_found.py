"""Hidden features of a ground are found as hidden things are: by a search of the room, or by a Perception check that reaches their own DC; before that
no answer to a player tells them (SRD 5.1 and 5.2, Search).
"""

from typing import Any, Final, get_args

import pytest

from rpg_lite.content import map_files, map_text_writing
from rpg_lite.vocabulary import RULESETS, FeatureWord, Ruleset
from tests.operations.crypts import ANN, fought, put, room, turn_of, where
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

PIT: Final = {"is": "pit", "at": "D5", "ft": 20, "called": "Trapdoor", "hidden": True}


def crypt_with(ruleset: Ruleset, *features: dict[str, Any], dice: int = 10) -> Table:
    table = let(fought(ruleset, {"size": "12x10", "features": [*features]}), dice, face=3)
    put(table, Oda="B5", Pip="B9", Ogre="H5", Goblin_1="K1", Goblin_2="K10")
    turn_of(table, "Oda")
    return table


def seen_by_ann(table: Table) -> str:
    """All that a player reads of the ground: the drawing, the distances, a way over it and a refusal."""
    drawn = table.game.ask({"operation": "map", "ground": True}, "manage_room", "full", ANN)
    way = table.game.ask({"operation": "move", "characterName": "Oda", "to": "F5", "dryRun": True}, "execute_action", "full", ANN)
    named = table.game.ask({"operation": "move", "characterName": "Oda", "to": "next to Trapdoor"}, "execute_action", "full", ANN)
    return f"{drawn}{way['text']}{named['text']}{where(table, 'Oda', ANN)}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_search_finds_what_its_dc_allows(ruleset: Ruleset) -> None:
    for dc, total, finds in ((15, 18, True), (15, 5, False), (None, 5, True)):
        table = crypt_with(ruleset, {**PIT, **({"dcToFind": dc} if dc else {})}, dice=total)
        assert "pit" not in seen_by_ann(table)
        told = room(table, "search")["text"]
        assert ("a pit (Trapdoor) at D5" in told) is finds, told
        if finds:
            assert "pit" in seen_by_ann(table) and "may" not in table.ask("move", "Oda", to="next to Trapdoor", dryRun=True)["text"]
        else:
            assert "pit" not in seen_by_ann(table) and "found nothing" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_perception_check_finds_what_has_a_dc_of_its_own(ruleset: Ruleset) -> None:
    table = crypt_with(ruleset, {**PIT, "dcToFind": 12}, {"is": "wall", "at": "F1-F3", "hidden": True}, dice=18)
    told = table.did("check", "Oda", skill="perception")["text"]
    assert "a pit (Trapdoor) at D5" in told and "wall" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_falls_in_has_found_it(ruleset: Ruleset) -> None:
    table = crypt_with(ruleset, {**PIT, "dcToFind": 25})
    table.did("move", "Oda", path=["C5", "D5", "E5"])
    assert "pit" in seen_by_ann(table) and "hidden" not in str(room(table, "map", ground=True))


@each_row("word", get_args(FeatureWord))
def test_every_feature_is_found_in_words(word: FeatureWord) -> None:
    table = crypt_with("5.2", {"is": word, "at": "D5", "hidden": True})
    told = room(table, "search")["text"]
    assert " at D5" in told and "found nothing" not in told
    assert not any(f" {article} {first}" in told for article, first in (("a", "obscured"), ("a", "difficult at"), ("a", "furniture")))


def test_a_dc_belongs_to_what_is_hidden() -> None:
    table = crypt_with("5.2")
    for feature in ({"is": "pit", "at": "D5", "dcToFind": 12}, {"is": "pit", "at": "D5", "hidden": True, "dcToFind": 41}):
        refused = room(table, "update", bagName="Crypt", ground={"features": [feature]})
        assert not refused["ok"], refused["text"]


def test_the_dc_comes_back_from_a_file() -> None:
    text = "# Crypt\nentrance: Crypt\n\n## Crypt\n| ....\n| ....\n~ pit B2; called Trapdoor; 20 ft; hidden; find 15\n"
    plan = map_files.read(text)
    assert "~ pit B2; called Trapdoor; 20 ft; hidden; find 15" in map_text_writing.write(plan)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_secret_door_is_a_wall_until_it_is_found(ruleset: Ruleset) -> None:
    wall = {"is": "wall", "at": "F1-F4 F6-F10"}
    table = crypt_with(ruleset, wall, {"is": "door", "at": "F5", "called": "Panel", "hidden": True, "dcToFind": 12}, dice=15)
    walled = crypt_with(ruleset, wall, {"is": "wall", "at": "F5"})
    assert seen_by_ann(table) == seen_by_ann(walled)
    ask: dict[str, Any] = {"operation": "open", "direction": "Panel", "characterName": "Oda"}
    put(table, Oda="E5")
    assert table.game.ask(ask, "manage_room", "brief", ANN)["error"]["code"] == "exit_unknown"
    assert "a door (Panel) at F5" in room(table, "search")["text"]
    assert table.game.ask(ask, "manage_room", "brief", ANN)["ok"]
    assert "to H3" in table.did("move", "Oda", to="H3")["text"]
