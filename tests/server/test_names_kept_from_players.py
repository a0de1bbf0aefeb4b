"""A name that is kept from players gets the answer of a name that nobody has, whatever they ask: no refusal tells that somebody or some place exists."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import TOOL_OF, Table

Answer = dict[str, Any]
PIP: Final = Caller("player", "pip", None, ("Pip",))
VIEWER: Final = Caller("viewer", "screen")
KEPT: Final = {"Great Cistern": "Grand Cistern", "Captain Rusk": "Captain Birl", "Old Marra": "Old Birla", "Rusk": "Birl", "Silverbrow": "Goldenbrow"}
"""What exists, and what does not: a room, people elsewhere, and a part of a name."""


@laid_alike
def world(ruleset: Ruleset) -> Table:
    """Pip is where an adventure begins: of its rooms players know the first, and of its people nobody who is elsewhere."""
    table = Table(begun(ruleset))
    table.did("create", name="Pip", character={"party": True, "hpMax": 20, "classes": ["rogue 5"]})
    table.did("give", "Pip", template="Oil")
    assert (answer := table.send({"operation": "import_map", "adventure": "bitter_spring"}, "manage_room"))["ok"], answer["text"]
    for moved in ({"operation": "join", "characterName": "Pip", "toName": "Bridge Gate"}, {"operation": "go", "direction": "north"}):
        assert (answer := table.send(moved, "manage_room"))["ok"], answer["text"]
    table.did("create", name="Old Marra", character={"hpMax": 9}, roomName="Bridge Gate")
    table.did("create", name="Goblin", character={"hpMax": 9})
    return table


def questions(name: str) -> Iterator[Answer]:
    yield from ({"operation": operation, "toName": name} for operation in ("route", "go"))
    yield from ({"operation": operation, "bagName": name} for operation in ("look", "view", "open", "unlock"))
    yield from ({"operation": operation, "characterName": name} for operation in ("character", "view", "where"))
    yield from ({"operation": "transfer", "characterName": "Pip", "itemName": "Oil", key: name} for key in ("toName", "toCharacterName"))
    yield {"operation": "transfer", "characterName": name, "itemName": "Oil", "toCharacterName": "Pip"}
    yield {"operation": "transfer", "bagName": name, "itemName": "Oil", "toCharacterName": "Pip"}
    yield {"operation": "use", "characterName": "Pip", "itemName": name}
    yield {"operation": "buy", "characterName": "Pip", "itemName": "Oil", "fromName": name}
    yield {"operation": "attack", "characterName": "Pip", "targetName": name}
    yield {"operation": "act", "characterName": "Pip", "act": "Help", "targets": [name]}
    yield {"operation": "check", "characterName": "Pip", "skill": "insight", "targetName": name, "against": "deception"}
    yield {"operation": "say", "characterName": "Pip", "text": "hey", "toName": name}
    yield {"operation": "inventory", "characterName": name}
    yield {"operation": "who", "characterName": name}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("dry", [False, True], ids=["sent", "tried"])
def test_a_kept_name_is_a_name_that_nobody_has(ruleset: Ruleset, dry: bool) -> None:
    game = world(ruleset).game
    different = []
    for kept, invented in KEPT.items():
        for of_kept, of_invented in zip(questions(kept), questions(invented), strict=True):
            for caller in (PIP, VIEWER):
                one, other = (_heard(game, asked, caller, dry) for asked in (of_kept, of_invented))
                if one.replace(kept, "…") != other.replace(invented, "…"):
                    different.append((caller.role, of_kept, one, other))
    assert different == []


def _heard(game: Game, asked: Answer, caller: Caller, dry: bool) -> str:
    return str(game.ask({**asked, **({"dryRun": True} if dry else {})}, TOOL_OF[asked["operation"]], "full", caller)["text"])
