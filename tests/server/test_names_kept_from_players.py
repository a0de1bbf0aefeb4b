"""A name that is kept from players gets the answer of a name that nobody has, whatever they ask: no refusal tells that somebody or some place exists."""

from collections.abc import Callable, Iterator
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


def answers(name: str) -> Iterator[Answer]:
    """Answers to the deed that was done last, which is played again with all who were there."""
    for act in ("Uncanny Dodge", "Opportunity Attack", "Hide"):
        call = {"operation": "act", "characterName": "Pip", "act": act, "answer": True}
        yield from ({**call, key: value} for key, value in (("targetName", name), ("targets", [name]), ("catch", [name]), ("spare", [name])))
        yield {**call, "characterName": name}
    yield {"operation": "act", "characterName": "Pip", "act": name, "answer": True}
    yield {"operation": "cast", "characterName": "Pip", "spell": "Counterspell", "targets": [name], "answer": True}
    yield {"operation": "cast", "characterName": "Pip", "spell": "Shield", "targetName": name, "answer": True}


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("dry", [False, True], ids=["sent", "tried"])
def test_a_kept_name_is_a_name_that_nobody_has(ruleset: Ruleset, dry: bool) -> None:
    assert _told_apart(world(ruleset).game, questions, dry) == []


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("dry", [False, True], ids=["sent", "tried"])
def test_an_answer_with_a_kept_name_is_one_with_a_name_that_nobody_has(ruleset: Ruleset, dry: bool) -> None:
    table = world(ruleset)
    assert "Uncanny Dodge" in table.did("attack", "Goblin", targetName="Pip", d20=[18])["text"]
    assert _told_apart(table.game, answers, dry) == []
    answer = {"operation": "act", "characterName": "Pip", "act": "Uncanny Dodge", "targetName": "Goblin", "answer": True}
    assert "In answer to rev" in _heard(table.game, answer, PIP, dry)


def _told_apart(game: Game, asked: Callable[[str], Iterator[Answer]], dry: bool) -> list[tuple[str, Answer, str, str]]:
    """Who asks what, with both answers, where a kept name is answered otherwise than an invented one."""
    different = []
    for kept, invented in KEPT.items():
        for of_kept, of_invented in zip(asked(kept), asked(invented), strict=True):
            for caller in (PIP, VIEWER):
                one, other = (_heard(game, question, caller, dry) for question in (of_kept, of_invented))
                if one.replace(kept, "…") != other.replace(invented, "…"):
                    different.append((caller.role, of_kept, one, other))
    return different


def _heard(game: Game, asked: Answer, caller: Caller, dry: bool) -> str:
    return str(game.ask({**asked, **({"dryRun": True} if dry else {})}, TOOL_OF[asked["operation"]], "full", caller)["text"])
