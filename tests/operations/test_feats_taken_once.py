"""A feat can be taken only once unless its text says otherwise (SRD 5.1, Feats; SRD 5.2, Feat Descriptions, Repeatable), at create, update and level_up."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.table import Answer, Table

NIM = Caller("player", "Nim", characters=("Kim",))
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)


def seated(ruleset: Ruleset) -> Table:
    return Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))


def makes(table: Table, levels: str, **more: Any) -> Answer:
    return table.ask("create", name="Kim", character={"classes": [levels], "abilities": SCORES, "party": True, **more})


def feats(*names: str, level: int = 4) -> dict[str, Any]:
    return {"choices": {"asi": [{"level": level + 4 * n, "feat": name} for n, name in enumerate(names)]}}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_feat_counts_once_unless_its_text_says_otherwise(ruleset: Ruleset) -> None:
    for feat in seated(ruleset).game.book.feats.values():
        level = max(4, feat.level)
        answer = makes(seated(ruleset), "wizard 20", **feats(feat.name, feat.name, level=4))
        assert ("has" in answer["text"] and "take it only once" in answer["text"]) is not feat.repeatable, (feat.name, level, answer["text"])
        assert feat.repeatable or answer["error"]["code"] == "feat_taken_twice"
        assert feat.repeatable or feat.name not in answer["error"].get("allowed", ()), feat.name


def test_a_feat_of_the_background_is_not_taken_again() -> None:
    for more in (
        {"background": "Soldier", **feats("Savage Attacker")},
        {"background": "Soldier", "race": "Human", "choices": {"versatile": "Savage Attacker"}},
        {"background": "Acolyte", **feats("Magic Initiate (Cleric)")},
    ):
        answer = makes(seated("5.2"), "fighter 4", **more)
        assert answer["error"]["code"] == "feat_taken_twice", answer["text"]
    for more in ({"background": "Acolyte", **feats("Magic Initiate (Wizard)")}, {"background": "Criminal", **feats("Savage Attacker")}):
        answer = makes(seated("5.2"), "fighter 4", **more)
        assert answer["ok"], answer["text"]


def test_a_feat_of_a_level_or_a_change_is_not_taken_again() -> None:
    table = seated("5.2")
    assert makes(table, "fighter 3", background="Soldier")["ok"]
    table.did("award", names=["Kim"], milestone=True)
    rise = {"class": "fighter", "choices": {"asi": [{"level": 4, "feat": "Savage Attacker"}]}}
    refused = table.refused("feat_taken_twice", "level_up", "Kim", **rise)
    assert "Grappler" in refused["error"]["allowed"] and "Alert" in refused["error"]["allowed"], refused["error"]
    twice = {"choices": {"versatile": "Savage Attacker"}, "race": "Human"}
    table.refused("feat_taken_twice", "update", "Kim", character=twice)
    theirs = table.game.ask({"operation": "update", "characterName": "Kim", "character": twice}, "manage_character", "brief", NIM)
    assert not theirs["ok"] and "force" not in theirs["text"], theirs["text"]
    table.did("level_up", "Kim", **{"class": "fighter", "choices": {"asi": [{"level": 4, "feat": "Alert"}]}})
    table.did("update", "Kim", character=twice, force=True)
    table.did("update", "Kim", character={"speed": {"walk": 35}})
