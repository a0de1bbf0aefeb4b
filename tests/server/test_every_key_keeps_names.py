"""Whatever key of whatever operation a player sends with it: a name that is kept from players gets the answer of a name that nobody has."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.operations.registry import OPERATIONS
from rpg_lite.operations.role_table import right_of
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table

Call = dict[str, Any]
PIP: Final = Caller("player", "pip", None, ("Pip",))
KEPT: Final = {"Qyvornax": "Qubrilox", "Yggvault Xumm": "Ygghadda Xuth"}
"""Somebody elsewhere and a room that nobody has been to, and what does not exist; nothing in the books is called alike."""
PLAIN: Final = {
    "characterName": "Pip", "itemName": "Oil", "text": "hey", "skill": "stealth", "ability": "wis", "direction": "north", "quantity": 1, "amount": 1,
    "query": "fireball", "condition": "prone", "act": "Hide", "spell": "Light", "template": "Oil", "dice": "1d6", "toName": "floor",
}  # fmt: skip
"""A value for each key that an operation may need."""
_NO_NAMES: Final = frozenset({"operation", "seed", "force", "d20"})


@laid_alike
def world(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Pip", character={"party": True, "hpMax": 20, "classes": ["rogue 5"]})
    table.did("give", "Pip", template="Oil")
    known = {"operation": "import_map", "adventure": "bitter_spring"}, {"operation": "join", "characterName": "Pip", "toName": "Bridge Gate"}
    for made in (*known, {"operation": "go", "direction": "north"}, {"operation": "create", "name": "Yggvault Xumm"}):
        assert (answer := table.send(made, "manage_room"))["ok"], answer["text"]
    table.did("create", name="Qyvornax", character={"hpMax": 9}, roomName="Yggvault Xumm")
    return table


def calls(name: str) -> Iterator[tuple[str, Call]]:
    """(tool, call): every operation that players have, with the name in each key that takes words, one key at a time."""
    for operation in OPERATIONS:
        if right_of("player", operation.model) == "never":
            continue
        fields = {field.alias or key: field for key, field in operation.model.model_fields.items()}
        needed = {key: PLAIN.get(key, "x") for key, field in fields.items() if field.is_required() or key == "characterName"}
        for key, field in fields.items():
            kind = str(field.annotation)
            if key in _NO_NAMES or "str" not in kind:
                continue
            for value in [name] if "tuple" not in kind and "Mapping" not in kind else [[name], {name: "x"}, {"target": name}]:
                yield operation.tool, {**needed, "operation": operation.verb, key: value}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_key_tells_a_kept_name_from_one_that_nobody_has(ruleset: Ruleset) -> None:
    game = world(ruleset).game
    told, tried = [], 0
    for kept, invented in KEPT.items():
        for (tool, of_kept), (_, of_invented) in zip(calls(kept), calls(invented), strict=True):
            one, other = (game.ask({**call, "dryRun": True}, tool, "full", PIP)["text"] for call in (of_kept, of_invented))
            if one.startswith("Refused: dryRun"):  # what only reads has no trial
                one, other = (game.ask(call, tool, "full", PIP)["text"] for call in (of_kept, of_invented))
            tried += 1
            if one.replace(kept, "…") != other.replace(invented, "…"):
                told.append((of_kept, one, other))
    assert told == []
    assert tried > 500, "the operations and their keys are not found"
