"""A player of one hero need not name it: every operation about somebody is then about that hero."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.game import Game
from rpg_lite.operations.authorize import sent_by
from rpg_lite.operations.registry import WHO
from rpg_lite.vocabulary import RULESETS
from tests.copies import begun
from tests.operations.table import TOOL_OF, Table

PIP = Caller("player", "pip", None, ("Pip",))
BOTH = Caller("player", "ann", None, ("Pip", "Kest"))
OF_THE_PARTY = {"inventory"}
"""Operations that are about the whole party where they name nobody."""
MODELS = sorted((m for m, who in WHO.items() if who.player != "never" and m.takes("character_name")), key=lambda m: m.__name__)


def verb(model: type[Command]) -> str:
    return str(model.model_fields["operation"].annotation.__args__[0])  # type: ignore[union-attr]


@pytest.mark.parametrize("model", MODELS, ids=verb)
def test_the_only_hero_of_a_player_is_meant(model: type[Command]) -> None:
    sent = model.model_construct(operation=verb(model))
    meant = sent_by(PIP, sent)
    assert isinstance(meant, Command)
    assert meant.actor == ((None, None) if verb(model) in OF_THE_PARTY else (None, "Pip"))


def at_table(ruleset: Any) -> Game:
    table = Table(begun(ruleset))
    for name in ("Pip", "Kest"):
        table.did("create", name=name, character={"classes": ["rogue 3"], "abilities": {"dex": 16}, "party": True})
        table.did("give", name, template="Dagger")
    return table.game


OF_ONESELF: dict[str, dict[str, Any]] = {
    "view": {}, "character": {}, "look": {}, "exits": {}, "map": {}, "who": {}, "equip": {"itemName": "Dagger"}, "check": {"skill": "stealth"},
    "save": {"ability": "dex"}, "near": {"names": ["Kest"]}, "say": {"text": "Hush!"}, "transfer": {"itemName": "Dagger", "toName": "floor"},
}  # fmt: skip


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("operation", OF_ONESELF)
def test_a_call_without_a_name_is_taken(operation: str, ruleset: Any) -> None:
    answer = at_table(ruleset).ask({"operation": operation, **OF_ONESELF[operation]}, TOOL_OF[operation], "brief", PIP)
    assert answer["ok"], answer["text"]


@pytest.mark.parametrize("operation", ["view", "character"])
def test_of_two_heroes_one_has_to_be_named(operation: str) -> None:
    answer = at_table("5.1").ask({"operation": operation}, TOOL_OF[operation], "brief", BOTH)
    assert not answer["ok"] and "characterName" in answer["text"]
