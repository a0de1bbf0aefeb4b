"""A dry run tells neither a player nor a game master who plays aloud which senses a stranger has (SRD, Vision and Light; Unseen Attackers and
Targets): in the dark, in fog, or for an invisible attacker, it reads the same whatever the stranger sees with.
"""

import json
from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

PLAYER = Caller.of("player", ["Elara"])
ALOUD = Caller("gm", aloud=True)
SENSES: tuple[dict[str, Any], ...] = (
    {},
    {"senses": {"darkvision": 60}},
    {"senses": {"blindsight": 60}},
    {"senses": {"truesight": 60}},
    {"senses": {"tremorsense": 60}},
    {"modifiers": [{"target": "flag", "op": "grant", "value": "see_invisible_and_ethereal"}]},
    {"modifiers": [{"target": "flag", "op": "grant", "value": "sees_normally_in_darkness"}]},
    {"modifiers": [{"target": "flag", "op": "grant", "value": "sees_in_magical_darkness"}]},
)
FROWNED = {"operation": "act", "act": "Frown", "targets": ["FOE"]}
DEEDS: tuple[dict[str, Any], ...] = (
    {"operation": "attack", "targetName": "FOE"},
    {"operation": "attack", "targetName": "FOE", "itemName": "Light Crossbow"},
    {"operation": "cast", "spell": "Fire Bolt", "targetName": "FOE"},
    {"operation": "cast", "spell": "Scorching Ray", "targets": ["FOE"]},
    {"operation": "cast", "spell": "Vampiric Touch", "targets": ["FOE"]},
    FROWNED,
    {"operation": "act", "act": "Grapple", "targets": ["FOE"]},
)
STRANGERS = [f"Count Vell {n}" for n in range(1, len(SENSES) + 1)]
NAMED = [f"Skeleton {n}" for n in range(1, len(SENSES) + 1)]
FROWN = {
    "name": "Frown", "cost": "action", "targets": "1",
    "steps": [{"if": ["sees_user"], "then": [{"save": "wis", "dc": 12, "fail": [{"apply": {"conditions": ["frightened"]}, "for": "1 round"}]}]}],
}  # fmt: skip
SCENES = ("dark", "darkness", "fog", "invisible")


@laid_alike
def table_in(ruleset: Ruleset, scene: str) -> Table:
    """Elara, who has no special sense, among strangers that differ by nothing but their senses; half of them have a name of the book."""
    table = Table(begun(ruleset))
    table.did("create", name="Elara", character={"classes": ["wizard 9"], "abilities": {"int": 18}, "acts": [FROWN]})
    for thing in ("Light Crossbow", "Crossbow Bolts"):
        table.did("give", "Elara", template=thing, **({"equip": True} if "Light" in thing else {}))
    for name in (*STRANGERS, *NAMED):
        senses = SENSES[int(name.rpartition(" ")[2]) - 1]
        table.did("create", name=name, character={"type": "undead", "hpMax": 50, "party": False, **senses})
    if scene == "dark":
        table.send({"operation": "update", "bagName": "Lobby", "light": "dark"}, "manage_room")
    elif scene == "invisible":
        table.did("apply", "Elara", condition="invisible", duration="1 hour")
    else:
        targets = ["Elara", *STRANGERS, *NAMED]
        table.did("cast", "Elara", spell={"fog": "Fog Cloud", "darkness": "Darkness"}[scene], targets=targets, force=True)
    return table


def tried(table: Table, deed: dict[str, Any], name: str, caller: Caller) -> str:
    """The answer to the dry run of the deed, with the stranger's id and name left out."""
    payload = {"characterName": "Elara", "dryRun": True, **json.loads(json.dumps(deed).replace("FOE", name))}
    answer = table.game.ask(payload, "execute_action", "full", caller)
    assert answer["ok"], answer["text"]
    return json.dumps({k: v for k, v in answer.items() if k != "rev"}).replace(table.id(name), "id").replace(name, "NAME")


@each_row("ruleset, scene", [(r, s) for r in RULESETS for s in SCENES])
def test_a_dry_run_is_the_same_whatever_a_stranger_sees_with(ruleset: Ruleset, scene: str) -> None:
    table = table_in(ruleset, scene)
    for names in (STRANGERS, NAMED):
        for deed in DEEDS if scene == "dark" else (DEEDS[0], FROWNED):
            told = {tried(table, deed, name, PLAYER) for name in names}
            assert len(told) == 1, told
        told = {tried(table, DEEDS[0], name, ALOUD) for name in names}
        assert len(told) == 1, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_says_that_it_does_not_know(ruleset: Ruleset) -> None:
    told = tried(table_in(ruleset, "dark"), DEEDS[0], "Count Vell 1", PLAYER)
    assert "Eyes alone do not show Elara to NAME" in told and "NAME does not see Elara" not in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_roll_itself_counts_what_the_stranger_sees(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Elara", character={"classes": ["wizard 9"], "abilities": {"int": 18}})
    table.did("create", name="Count Vell", character={"hpMax": 50, "party": False, "senses": {"darkvision": 60}})
    table.send({"operation": "update", "bagName": "Lobby", "light": "dark"}, "manage_room")
    payload = {"operation": "attack", "characterName": "Elara", "targetName": "Count Vell"}
    master = table.game.ask({**payload, "dryRun": True}, "execute_action", "full", GM)
    assert "Eyes alone" not in master["text"] and "Count Vell does not see" not in master["text"]
    played = table.game.ask(payload, "execute_action", "full", PLAYER)
    assert played["ok"] and "Elara does not see Count Vell" in played["text"] and "Eyes alone" not in played["text"]
