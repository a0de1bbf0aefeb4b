"""A campaign whose policy is told answers and lists as if no place existed (tests/told_evening.py)."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

import pytest

import rpg_lite
from rpg_lite.operations.registry import KEYS_OF_PLACES, TOOLS
from rpg_lite.operations.role_table import listed_for
from rpg_lite.server import tool_schema_file
from rpg_lite.server.listed_tools import listed_tools
from rpg_lite.vocabulary import RULESETS, ListingForm, Role, Ruleset
from tests import told_evening

OF_PLACES: Final = ("move", "place", "where")
NEW_KEYS: Final = frozenset(
    ("to", "path", "by", "careful", "release", "space", "places", "ground", "at", "toward", "catch", "spare", "then")
)
"""Keys that only operations of places take, or that others take for places alone."""

_TAKEN_BY_HALF: Final = ("targetName",)
"""Keys whose operations are named only while no more than half of all take them, which one operation more decides."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_told_campaign_answers_byte_for_byte_as_before_places(ruleset: Ruleset) -> None:
    """Whoever changes these answers on purpose writes them anew with `python -m tests.told_evening`."""
    recorded = [line for line in told_evening.FILE.read_text("utf-8").splitlines() if line.startswith(f'["{ruleset}"')]
    now = [*told_evening.answers(ruleset)]
    for was, (asked, line) in zip(recorded, now, strict=True):
        assert line == was, asked


def test_the_evening_plays_most_of_a_fight() -> None:
    lines = [json.loads(line) for line in told_evening.FILE.read_text("utf-8").splitlines()]
    assert sum(answer["ok"] for _, _, answer in lines) > 0.7 * len(lines) > 150


@pytest.mark.parametrize("space", ["told", "by_plan"])
def test_refusals_name_places_only_where_the_policy_measures(space: str) -> None:
    with rpg_lite.open_campaign(":memory:", policy={"space": space}) as game:
        named = [
            game.ask({"operation": "whre"}, "read_campaign")["text"],
            game.ask({"characterName": "Oda"}, "execute_action")["text"],
            game.ask({"operation": "start_fight", "names": ["party"], "plces": {}}, "execute_action")["text"],
            game.ask({"operation": "roll", "dice": "1d20", "characterName": "Oda"}, "execute_action")["text"],
            game.ask({"operation": "update", "bagName": "Lobby", "grund": "none"}, "manage_room")["text"],
        ]
    words = ("where", "move, place", "'places'", "near|move", "'ground'")
    assert [word in text for word, text in zip(words, named, strict=True)] == [space != "told"] * len(words)


@pytest.mark.parametrize("space", ["told", "by_plan"])
def test_what_is_not_named_is_understood_all_the_same(space: str) -> None:
    with rpg_lite.open_campaign(":memory:", policy={"space": space}) as game:
        assert game.ask({"operation": "where"}, "read_campaign")["error"]["code"] == "no_place"
        assert game.ask({"operation": "update", "bagName": "Lobby", "ground": {"size": "6x6"}}, "manage_room")["ok"]


@pytest.mark.parametrize("role", ["gm", "player", "viewer"])
def test_a_told_campaign_lists_all_but_places(role: Role) -> None:
    for tool in (tool for tool in TOOLS if listed_for(role, tool)):
        told, with_places = (tool_schema_file.full(tool, role, places) for places in (False, True))
        assert json.dumps(told) == json.dumps(without_places(with_places, told)), tool
    assert {key for _, key in KEYS_OF_PLACES} <= NEW_KEYS


@pytest.mark.parametrize("form", ["full", "compact", "scene"])
@pytest.mark.parametrize("role", ["gm", "player", "viewer"])
def test_no_form_of_the_told_listing_knows_places(role: Role, form: ListingForm) -> None:
    for tool in listed_tools(form, role):
        keys = tool.parameters["properties"].keys()
        assert not keys & (NEW_KEYS - {"to", "at"}), tool.name
        assert not {*OF_PLACES} & {*tool.parameters["properties"]["operation"]["enum"]}
        assert not re.search(r"^(move|place|where)\b", tool.description, re.MULTILINE)


def without_places(listed: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """The listing of a campaign that measures, with everything of places taken out."""
    kept = {key: field for key, field in listed["properties"].items() if key not in NEW_KEYS or key in told["properties"]}
    done = {key: _without_verbs(field) for key, field in kept.items()}
    for key in [key for key in _TAKEN_BY_HALF if key in done and "description" not in told["properties"][key]]:
        done[key].pop("description", None)
    return {**listed, "properties": done}


def _without_verbs(field: Mapping[str, Any]) -> dict[str, Any]:
    done = dict(field)
    if "enum" in field:
        done["enum"] = [verb for verb in field["enum"] if verb not in OF_PLACES]
    if (about := str(field.get("description", ""))).startswith("Only "):
        verbs, dot, rest = about.removeprefix("Only ").partition(".")
        done["description"] = f"Only {'|'.join(verb for verb in verbs.split('|') if verb not in OF_PLACES)}{dot}{rest}"
    return done
