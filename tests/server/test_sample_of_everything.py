"""A hundred spells, acts of features and acts of items, drawn at random and played by a real client over standard input and output.

Each is accepted, or refused for the reason that stands here.
"""

import random
from pathlib import Path
from typing import Any, Final

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from tests.content import everything, items_at_hand
from tests.content.items_at_hand import ItemAct
from tests.content.played import Row
from tests.operations.casters import first_choices
from tests.operations.table import TOOL_OF
from tests.server.clients import over_stdio

pytestmark = [pytest.mark.slow, pytest.mark.service]
IN_EACH: Final = {"spell": 17, "feature": 17, "item": 16}
REFUSED: Final[dict[str, str]] = dict.fromkeys(everything.DEAD, "target_unfit") | {"Counterspell": "answers_a_cast"}
"""The reason for those that nobody here can play: the living are not raised, a reaction answers something."""


def sample(ruleset: Ruleset) -> list[tuple[str, Any]]:
    """Fifty of each ruleset, the same ones in every run."""
    book, fall = rulebook_loading.rulebook(ruleset), random.Random(f"a sample of {ruleset}")
    acts = [(rule, act) for rule, act in everything.acts_of_features(ruleset)]
    pools = {"spell": sorted(book.spell_names), "feature": acts, "item": list(items_at_hand.acts_of_items(ruleset))}
    return [(kind, one) for kind, pool in pools.items() for one in fall.sample(pool, IN_EACH[kind])]


class Seat:
    """A client at the table, which counts its heroes."""

    def __init__(self, client: Client[Any], ruleset: Ruleset) -> None:
        self.client, self.ruleset, self.count = client, ruleset, 0

    async def ask(self, operation: str, **fields: Any) -> tuple[bool, Row]:
        result = await self.client.call_tool(TOOL_OF[operation], {"operation": operation, **fields}, raise_on_error=False)
        if result.structured_content is None:
            return False, {"error": (result.meta or {})["rpg-lite/error"], "text": result.content[0].text}
        return not result.is_error, result.structured_content

    async def did(self, operation: str, **fields: Any) -> Row:
        accepted, answer = await self.ask(operation, **fields)
        assert accepted, answer
        return answer

    async def sit(self, character: Row, foe: Row) -> tuple[str, str]:
        """A hero and somebody else, both new."""
        self.count += 1
        hero, other = f"Hero {self.count}", f"Foe {self.count}"
        await self.did("create", name=hero, character={**character, "party": True})
        await self.did(
            "create", name=other, character={"hpMax": 300, "hp": 290, "abilities": dict.fromkeys(ABILITIES, 10), "party": False, **foe}
        )
        return hero, other

    async def play(self, kind: str, one: Any) -> tuple[str, bool, Row]:
        match kind:
            case "spell":
                return await self._cast(one)
            case "feature":
                return await self._feature(*one)
            case _:
                return await self._item(one)

    async def _cast(self, key: str) -> tuple[str, bool, Row]:
        spell = rulebook_loading.rulebook(self.ruleset).spell(key)
        assert spell
        by = everything.caster_of(spell, self.ruleset)["character"]
        hero, foe = await self.sit({k: v for k, v in by.items() if k != "name"}, {"type": spell.only[0] if spell.only else "humanoid"})
        choice = everything.FACES.get(spell.name) or first_choices(spell)
        return spell.name, *await self.ask("cast", characterName=hero, spell=spell.name, **_aimed(spell, foe), **_chosen(choice))

    async def _feature(self, rule: Any, act: Act) -> tuple[str, bool, Row]:
        given = everything.GIVEN.get(act.name, {})
        character = {k: v for k, v in everything.hero_with(rule, act).items() if k != "name"}
        hero, foe = await self.sit(character, {"type": act.only[0] if act.only else "humanoid", **given.get("target", {})})
        for worn in given.get("equipped", ()):
            await self.did("give", characterName=hero, template=worn, equip=True)
        for first in given.get("before", ()):
            spell = rulebook_loading.rulebook(self.ruleset).spell(first)
            await (
                self.did("cast", characterName=hero, spell=first, targets=[foe])
                if spell
                else self.did("act", characterName=hero, act=first)
            )
        same = rulebook_loading.rulebook(self.ruleset).spell(given["as"]) if "as" in given else None
        choice = given.get("choice") or first_choices(same or act)
        slot = {"slot": given["slot"]} if "slot" in given else {}
        return act.name, *await self.ask(
            "act", characterName=hero, act=act.name, **_aimed(act, foe), **_chosen(choice), **_forced(act), **slot
        )

    async def _item(self, row: ItemAct) -> tuple[str, bool, Row]:
        item = rulebook_loading.rulebook(self.ruleset).item(row.pick)
        assert item
        given = items_at_hand.GIVEN.get(row.act.name, {})
        kind = {"type": given.get("type") or (row.act.only[0] if row.act.only else "humanoid")}
        character = {**items_at_hand.hero_for(item), **({"spent": given["spent"]} if "spent" in given else {})}
        hero, foe = await self.sit(character, kind)
        for call in items_at_hand.calls_to_have(row, item):
            await self.did(call.pop("operation"), characterName=hero, **call)
        choice = given.get("choice") or first_choices(row.act)
        return str(row), *await self.ask(
            "act", characterName=hero, act=row.act.name, **_aimed(row.act, foe), **_chosen(choice), **_forced(row.act)
        )


def _aimed(act: Act | Spell, foe: str) -> Row:
    alone = act.targets.startswith("{") if isinstance(act, Spell) else False
    return {} if alone or act.targets.startswith("self") or act.name in everything.FOR_ITSELF else {"targets": [foe]}


def _forced(act: Act) -> Row:
    """No deed stands here that a reaction could answer."""
    return {"force": True} if act.when else {}


def _chosen(choice: Row) -> Row:
    return {"choice": choice} if choice else {}


@pytest.mark.parametrize("ruleset", RULESETS)
async def test_each_of_the_sample_is_accepted_or_refused_for_its_reason(ruleset: Ruleset, tmp_path: Path) -> None:
    database = tmp_path / "party.db"
    open_campaign(database, ruleset=ruleset, seed=7).close()
    wrong = []
    async with Client(over_stdio(database)) as client:
        seat = Seat(client, ruleset)
        for kind, one in sample(ruleset):
            name, accepted, answer = await seat.play(kind, one)
            code = None if accepted else answer["error"]["code"]
            if code != REFUSED.get(name):
                wrong.append((name, code, answer["text"][:200]))
    assert wrong == []


def test_the_sample_is_a_hundred() -> None:
    assert sum(len(sample(ruleset)) for ruleset in RULESETS) == 100
