"""The skill for game masters: it is shown or written, and every call in it is one that the tools take."""

import json
import re

import pytest

from rpg_lite import open_campaign
from rpg_lite.meaning import parse
from rpg_lite.operations import request_envelope


def calls(text: str) -> list[tuple[str, dict[str, object]]]:
    """The calls of the skill; one without a tool before it belongs to the tool before."""
    found, tool = [], ""
    for named, payload in re.findall(r"(?:(\w+) )?(\{\"operation\".*?\})`", text):
        tool = named or tool
        found.append((tool, json.loads(payload)))
    return found


def test_every_call_of_the_skill_is_understood(said):
    _, text, _ = said("skill")
    taken = calls(text)
    assert len(taken) >= 15
    for tool, payload in taken:
        asked = parse.parse(tool, payload)
        assert isinstance(asked, request_envelope.Asked), (payload, asked)


def test_an_evening_by_the_skill_meets_no_refusal(said):
    """Its own calls in their order, in a party with a caster, and with a goblin that has drawn blood."""
    elara = {"classes": ["cleric 1"], "party": True, "spells": {"prepared": ["Bless"]}}
    beside = {
        "import_map": [("manage_character", {"operation": "create", "name": "Elara", "character": elara})],
        "start_fight": [
            ("manage_character", {"operation": "create", "template": "Goblin"}),
            ("manage_room", {"operation": "join", "toName": "Toll Court", "names": ["Goblin", "Brenna", "Elara"]}),
        ],
        "attack": [("execute_action", {"operation": "damage", "characterName": "Brenna", "amount": 5, "damageType": "slashing"})],
        "transfer": [("execute_action", {"operation": "end_fight"})],
    }
    with open_campaign(":memory:", seed=1) as game:
        for tool, payload in calls(said("skill")[1]):
            for own_tool, own in (*beside.get(str(payload["operation"]), ()), (tool, payload)):
                answer = game.ask(own, own_tool)
                assert answer["ok"], (own, answer["text"])


def test_the_skill_is_written_once_and_never_over_another(said, tmp_path):
    code, out, _ = said("skill", tmp_path)
    file = tmp_path / "rpg-lite" / "SKILL.md"
    assert code == 0 and str(file) in out and file.read_text("utf-8").rstrip() == said("skill")[1].rstrip()
    assert said("skill", tmp_path)[0] == 0
    file.write_text("mine")
    code, _, err = said("skill", tmp_path)
    assert code == 1 and "move it away first" in err and file.read_text() == "mine"


@pytest.mark.parametrize("key", ["name", "description"])
def test_the_head_of_the_skill_says_when_it_is_used(said, key):
    head = said("skill")[1].split("---")[1]
    value = re.search(rf"^{key}: (.+)$", head, re.MULTILINE)
    assert value and (key != "name" or re.fullmatch(r"[a-z0-9-]{1,64}", value[1])) and len(value[1]) <= 1024
