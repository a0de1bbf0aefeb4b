"""An evening of fights at a table that tells where everybody is, and the answers that it got: whatever measures places, these stay as they are.

`python -m tests.told_evening` writes the answers anew, when a change of another kind means to change them; read the difference before it is kept.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import rpg_lite
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF

FILE: Final = Path(__file__).parent / "facts" / "told_answers.jsonl"
Json = dict[str, Any]
D20S: Final = (12, 19, 3, 15, 8, 20, 6, 17, 11, 1, 14, 9, 18, 4)
"""The faces of the d20s, again and again; every other die shows 3 or its highest face."""
GOBLIN: Final[Mapping[Ruleset, str]] = {"5.1": "Goblin", "5.2": "Goblin Warrior"}
SCORES: Final = {"str": 16, "dex": 14, "con": 14, "int": 16, "wis": 16, "cha": 10}
PLAYER: Final = Caller("player", "Ann", characters=("Oda", "Elara"))

_WHOLE: Final = ("start_fight", "attack", "near")
"""The operations whose answers are recorded with all that changed."""

_PREPARING: Final[Sequence[Json]] = (
    *(
        {"operation": "create", "name": name, "character": {"abilities": SCORES, "classes": {of: 5}, "party": True}}
        for name, of in (("Oda", "fighter"), ("Pip", "rogue"), ("Elara", "wizard"), ("Bran", "cleric"))
    ),
    *(
        {"operation": "give", "characterName": name, "template": item, "equip": True}
        for name, item in (("Oda", "Longsword"), ("Pip", "Shortbow"), ("Elara", "Quarterstaff"), ("Bran", "Mace"), ("Bran", "Shield"))
    ),
    {"operation": "give", "characterName": "Pip", "template": "Arrow", "quantity": 20},
    {"operation": "give", "characterName": "Pip", "template": "Dagger", "quantity": 2},
    {"operation": "give", "characterName": "Oda", "template": "Javelin", "quantity": 3},
    {"operation": "give", "characterName": "Oda", "template": "Potion of Healing", "quantity": 2},
    {"operation": "create", "tool": "manage_room", "name": "Crypt", "direction": "north", "description": "Old stones, a low vault."},
    {"operation": "go", "direction": "north"},
    {"operation": "create", "name": "Goblin 1", "template": "Goblin"},
    {"operation": "create", "name": "Goblin 2", "template": "Goblin"},
    {"operation": "create", "name": "Ogre", "template": "Ogre", "character": {"hpMax": 200}},
    {"operation": "create", "name": "Mage", "template": "Mage"},
    {"operation": "create", "name": "Wolf", "template": "Wolf"},
    {"operation": "look"},
    {"operation": "look", "as": "player"},
    {"operation": "encounter"},
)
_FIGHT: Final[Sequence[Json]] = (
    {"operation": "start_fight", "names": ["party", "Goblin 1", "Goblin 2", "Ogre", "Mage", "Wolf"]},
    {"operation": "who"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Goblin 1"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Goblin 1", "force": True, "dryRun": True},
    {"operation": "attack", "characterName": "Pip", "targetName": "Ogre", "with": ["Sneak Attack", "ally_near"]},
    {"operation": "attack", "characterName": "Pip", "targetName": "Ogre", "with": ["Sneak Attack"]},
    {"operation": "attack", "characterName": "Pip", "targetName": "Goblin 2", "with": ["half_cover"]},
    {"operation": "attack", "characterName": "Pip", "targetName": "Goblin 2", "with": ["three_quarters_cover"], "within5Ft": True},
    {"operation": "attack", "characterName": "Pip", "targetName": "Goblin 2", "with": ["total_cover"]},
    {"operation": "attack", "characterName": "Pip", "targetName": "Goblin 2", "with": ["no_cover"]},
    {"operation": "attack", "characterName": "Pip", "targetName": "Goblin 2", "itemName": "Dagger", "with": ["thrown"]},
    {"operation": "equip", "characterName": "Oda", "itemName": "Javelin", "slot": "offhand"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "itemName": "Javelin", "with": ["thrown"]},
    {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "mode": "advantage", "d20": [18]},
    {"operation": "attack", "characterName": "Oda", "targetName": "Orge"},
    {"operation": "next_turn"},
    {"operation": "next_turn", "card": True},
    {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "as": "player"},
    {"operation": "look", "as": "player"},
    {"operation": "near", "characterName": "Oda", "names": ["Ogre", "Pip"]},
    {"operation": "near", "characterName": "Oda"},
    {"operation": "near", "characterName": "Oda", "apart": ["Pip"]},
    {"operation": "next_turn"},
    {"operation": "act", "characterName": "Oda", "act": "Dash"},
    {"operation": "act", "characterName": "Oda", "act": "Disengage"},
    {"operation": "act", "characterName": "Pip", "act": "Hide"},
    {"operation": "act", "characterName": "Pip", "act": "Dodge"},
    {"operation": "act", "characterName": "Bran", "act": "Help", "targets": ["Oda"], "choice": "attack"},
    {"operation": "unequip", "characterName": "Oda", "itemName": "Javelin"},
    {"operation": "act", "characterName": "Oda", "act": "Grapple", "targets": ["Goblin 1"]},
    {"operation": "act", "characterName": "Oda", "act": "Shove", "targets": ["Goblin 2"], "choice": "prone"},
    {"operation": "apply", "characterName": "Goblin 2", "condition": "prone"},
    {"operation": "act", "characterName": "Goblin 2", "act": "Stand Up"},
    {"operation": "act", "characterName": "Oda", "act": "Ready"},
    {"operation": "next_turn"},
    {"operation": "act", "characterName": "Ogre", "act": "Greatclub", "targets": ["Oda"]},
    {"operation": "act", "characterName": "Ogre", "act": "Greatclub", "targets": ["Elara"]},
    {"operation": "act", "characterName": "Elara", "act": "Shield", "answer": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Shield", "answer": True},
    {"operation": "act", "characterName": "Wolf", "act": "Bite", "targets": ["Bran"], "with": ["ally_near"]},
    {"operation": "act", "characterName": "Wolf", "act": "Bite", "targets": ["Bran"]},
    {"operation": "next_turn"},
    {"operation": "cast", "characterName": "Elara", "spell": "Fireball", "targets": ["Goblin 1", "Goblin 2", "Ogre"]},
    {"operation": "cast", "characterName": "Elara", "spell": "Fireball"},
    {"operation": "cast", "characterName": "Elara", "spell": "Magic Missile", "targets": ["Ogre", "Ogre", "Mage"], "force": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Fire Bolt", "targets": ["Mage"], "with": ["half_cover"], "force": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Misty Step", "force": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Web", "targets": ["Ogre"], "force": True},
    {"operation": "act", "characterName": "Wolf", "act": "enter", "zone": "Web"},
    {"operation": "cast", "characterName": "Bran", "spell": "Spirit Guardians", "choice": "radiant", "force": True},
    {"operation": "act", "characterName": "Ogre", "act": "enter", "zone": "Spirit Guardians"},
    {"operation": "cast", "characterName": "Bran", "spell": "Cure Wounds", "targets": ["Oda"], "force": True},
    {"operation": "cast", "characterName": "Bran", "spell": "Sacred Flame", "targets": ["Wolf"], "with": ["half_cover"], "force": True},
    {"operation": "cast", "characterName": "Bran", "spell": "Bless", "targets": ["Oda", "Pip", "Elara"], "force": True},
    {"operation": "cast", "characterName": "Mage", "spell": "Ice Storm", "targets": ["Oda", "Pip"], "force": True},
    {"operation": "cast", "characterName": "Elara", "spell": "Counterspell", "targets": ["Mage"], "answer": True, "force": True},
    {"operation": "next_turn"},
    {"operation": "next_turn", "as": "player"},
    {"operation": "damage", "characterName": "Oda", "amount": 9, "damageType": "fire"},
    {"operation": "damage", "characterName": "Oda", "dice": "2d6", "damageType": "bludgeoning"},
    {"operation": "heal", "characterName": "Oda", "dice": "2d4"},
    {"operation": "use", "characterName": "Oda", "itemName": "Potion of Healing"},
    {"operation": "save", "characterName": "Pip", "ability": "dex", "dc": 13},
    {"operation": "check", "characterName": "Pip", "skill": "stealth", "dc": 12},
    {"operation": "roll", "dice": "1d20+3"},
    {"operation": "apply", "characterName": "Ogre", "condition": "prone"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "force": True},
    {"operation": "attack", "characterName": "Pip", "targetName": "Ogre", "force": True},
    {"operation": "remove", "tool": "manage_condition", "characterName": "Ogre", "condition": "prone"},
    {"operation": "apply", "characterName": "Goblin 2", "condition": "frightened", "source": "Oda"},
    {"operation": "apply", "characterName": "Pip", "condition": "grappled", "source": "Ogre"},
    {"operation": "act", "characterName": "Pip", "act": "Escape"},
    {"operation": "go", "characterName": "Bran", "direction": "south"},
    {"operation": "act", "characterName": "Ogre", "act": "Opportunity Attack", "answer": True},
    {"operation": "go", "characterName": "Bran", "direction": "north", "force": True},
    {"operation": "who"},
    {"operation": "exits", "characterName": "Oda"},
    {"operation": "map"},
    {"operation": "undo"},
    {"operation": "undo"},
    {"operation": "next_turn"},
    {"batch": [{"operation": "attack", "targetName": "Ogre"}, {"operation": "act", "act": "Second Wind"}], "characterName": "Oda", "tool": "execute_action"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Nobody"},
    {"operation": "cast", "characterName": "Elara", "spell": "Hold Person", "targets": ["Mage"], "force": True},
    {"operation": "attack", "characterName": "Oda", "targetName": "Mage", "force": True},
    {"operation": "attack", "characterName": "Pip", "targetName": "Mage", "force": True},
    {"operation": "transfer", "characterName": "Oda", "itemName": "Potion of Healing", "toName": "Pip"},
    {"operation": "transfer", "characterName": "Oda", "itemName": "Javelin", "toName": "floor"},
    {"operation": "strike", "tool": "execute_action", "characterName": "Oda", "targetName": "Ogre"},
    {"operation": "walk", "tool": "manage_room", "direction": "south"},
    {"operation": "wo", "tool": "read_campaign"},
    {"operation": "strike", "tool": "execute_action", "characterName": "Oda", "as": "player"},
    {"operation": "move", "tool": "manage_room", "characterName": "Oda", "direction": "south"},
    {"operation": "place", "tool": "manage_inventory", "characterName": "Oda", "itemName": "Javelin", "toName": "floor"},
    {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "to": "C4"},
    {"operation": "near", "characterName": "Oda", "paths": ["C4"]},
    {"operation": "map", "grounds": True},
    {"tool": "execute_action", "batch": [{"operation": "near", "names": ["Pip"]}], "characterName": "Oda", "places": {"Oda": "C4"}},
    {"operation": "roll", "dice": "1d20", "characterName": "Oda"},
    {"operation": "start_fight", "names": ["party"], "spaces": "open"},
    {"operation": "update", "tool": "manage_room", "bagName": "Crypt", "grund": {"size": "12x10"}},
    {"operation": "update", "tool": "manage_room", "bagName": "Crypt", "unset": ["grund"]},
    {"operation": "act", "characterName": "Oda", "act": "Move"},
    {"operation": "act", "characterName": "Oda", "act": "Dodge", "pth": ["C4"]},
    {"tool": "execute_action", "characterName": "Oda"},
    {"tool": "read_campaign"},
    {"operation": "context", "budget": 300},
    {"operation": "end", "characterName": "Bran", "spell": "Bless"},
    {"operation": "end_fight"},
    {"operation": "look"},
    {"operation": "rest", "kind": "short", "characterName": "Oda"},
    {"operation": "recap"},
)  # fmt: skip


def evening(ruleset: Ruleset) -> Iterator[tuple[Json, Json]]:
    """Each call of the evening with its answer, whole."""
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1) as game:
        game._roll = falling(*D20S, face=3)
        for call in (*_PREPARING, *_FIGHT):
            payload = {key: value for key, value in call.items() if key not in ("tool", "as")}
            if payload.get("template") == "Goblin":
                payload["template"] = GOBLIN[ruleset]
            tool = call.get("tool") or TOOL_OF[payload["operation"]]
            caller = [PLAYER] if call.get("as") == "player" else []
            detail = "full" if payload.get("operation") in _WHOLE else "brief"
            yield {**call, **payload}, game.ask(payload, tool, detail, *caller)


def answers(ruleset: Ruleset) -> Iterator[tuple[Json, str]]:
    """Each call with the line of its answer in the file."""
    for n, (asked, answer) in enumerate(evening(ruleset)):
        yield asked, json.dumps([ruleset, n, answer], ensure_ascii=False, separators=(",", ":"))


def main() -> int:
    """Write the answers anew."""
    FILE.write_text("".join(f"{line}\n" for ruleset in RULESETS for _, line in answers(ruleset)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
