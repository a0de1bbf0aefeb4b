"""Worked situations of rules, and how their answers are judged: what a case says is played through `Game`, nothing else is set up."""

import json
import re
from pathlib import Path
from typing import Any, Final

from rpg_lite import open_campaign
from rpg_lite.content import foreign_creatures, foundry_actor_import, rulebook_loading
from rpg_lite.game import Game
from tests.copies import begun

Json = dict[str, Any]
HERE: Final = Path(__file__).parent
READ: Final = {name: json.loads((HERE / f"{name}.json").read_text("utf-8")) for name in ("public", "truth", "later")}
CALLS: Final[list[Json]] = READ["public"]["cases"]
FACTS: Final[list[Json]] = READ["truth"]["cases"]
FILES: Final[list[Json]] = READ["public"]["files"]
LATER: Final[dict[str, str]] = READ["later"]
"""Case → the rule that is not held yet: the case fails, and mending the rule takes it from this list."""


def faults_of_calls(case: Json) -> list[str]:
    """What the answers of a case lack, each beside its call."""
    with begun(case["ruleset"]) as game:
        answers = [game.ask(step["payload"], step["tool"]) for step in case["steps"]]
    judged = zip(case["steps"], answers, strict=True)
    return [fault for step, answer in judged if "expect" in step for fault in _faults(answer, step["expect"])]


def faults_of_facts(case: Json) -> list[str]:
    """The facts of a case that its answers do not bear out."""
    with begun(case["ruleset"]) as game:
        answers = [game.ask(payload, tool) for tool, payload in case["steps"]]
    found = [(fact, _found(answers[fact["at"]], fact)) for fact in case["expect"]]
    return [
        f"{fact['fact']}: {value!r}, not {fact['want']!r}: {answers[fact['at']]['text']}"
        for fact, value in found
        if not _fits(value, fact["want"])
    ]


def faults_of_file(case: Json, folder: Path) -> list[str]:
    """What does not come in with the file of another program."""
    read = _faults_of_hero if case["kind"] == "hero" else _faults_of_creature
    return read(case, folder)


def _faults(answer: Json, wanted: Json) -> list[str]:
    accepted = wanted.get("ok")
    faults = [f"{'refused' if accepted else 'accepted'}: {answer['text']}"] if accepted not in (None, answer["ok"]) else []
    return faults + _faults_of_text(answer["text"], wanted)


def _faults_of_text(text: str, wanted: Json) -> list[str]:
    lacks = [f"lacks {pattern!r}: {text}" for pattern in wanted.get("has", ()) if not re.search(pattern, text)]
    return lacks + [f"has {pattern!r}: {text}" for pattern in wanted.get("not", ()) if re.search(pattern, text)]


def _found(answer: Json, fact: Json) -> Any:
    if "ok" in fact:
        return answer["ok"]
    if "dig" in fact:
        return _dig(answer, fact["dig"].split("."))
    match = re.search(fact["re"], answer["text"])
    if isinstance(fact["want"], bool):
        return match is not None
    return int(match[1]) if match else None


def _dig(answer: Json, path: list[str]) -> Any:
    """The value at a path of the answer, or of the document that it exports."""
    value: Any = answer["results"][0]
    value = value.get("document", value)
    for key in path:
        value = (
            value[int(key)] if isinstance(value, list) and len(value) > int(key) else value.get(key) if isinstance(value, dict) else None
        )
    return value


def _fits(value: Any, wanted: Any) -> bool:
    if not isinstance(wanted, dict):
        return bool(value == wanted)
    return value in wanted["in"] if "in" in wanted else value is not None and wanted["from"] <= value <= wanted["to"]


def _faults_of_hero(case: Json, folder: Path) -> list[str]:
    wanted = case["expect"]
    with begun(case["ruleset"]) as game:
        hero = foundry_actor_import.read(json.dumps(case["document"]), game.book)
        brought = game.ask({"operation": "import", "document": hero.document}, "manage_character")
        if not brought["ok"]:
            return [f"refused: {brought['text']}"]
        name = {"characterName": case["document"]["name"]}
        text = _said(game, "read_campaign", "character", name) + _said(game, "manage_inventory", "view", name)
    left = [f"leaves out {told}" for told in hero.left_out for word in wanted.get("notleft", ()) if word in told]
    return _faults_of_text(text, wanted) + left


def _faults_of_creature(case: Json, folder: Path) -> list[str]:
    wanted, name = case["expect"], case["document"]["name"]
    (made,) = foreign_creatures.read(json.dumps(case["document"])).creatures
    (own := folder / "creatures").mkdir()
    (own / "it.json").write_text(json.dumps(made), "utf-8")
    if "check" in wanted:
        return [str(fault) for fault in rulebook_loading.check(folder).faults]
    with open_campaign(":memory:", ruleset=case["ruleset"], items=[folder], seed=1) as game:
        game.ask({"operation": "create", "template": name}, "manage_character")
        if "sheet" in wanted:
            return _faults_of_text(_said(game, "read_campaign", "character", {"characterName": name}), wanted)
        game.ask({"operation": "create", "name": "Hero", "character": {"hpMax": 200}}, "manage_character")
        act = {"characterName": name, "act": wanted["act"], "targets": ["Hero"], "d20": wanted["d20"]}
        return _faults_of_text(_said(game, "execute_action", "act", act), wanted)


def _said(game: Game, tool: str, operation: str, fields: Json) -> str:
    return str(game.ask({"operation": operation, **fields}, tool, detail="full")["text"])
