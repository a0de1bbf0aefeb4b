"""Every act of the data of a ruleset, with what has it: a spell, a stat block, an item, a feature, or everybody. Tables of tests list from here."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, Final, Literal, NamedTuple

from sqlalchemy import select

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.store.tables import CAMPAIGN, THING
from rpg_lite.vocabulary import ABILITIES, RULESETS, Ruleset
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import WORLD_ID, Thing
from tests.operations.table import Answer, Table

Kind = Literal["spell", "creature", "item", "feature", "common"]
ABLE: Final = dict.fromkeys(ABILITIES, 18)
PLAIN: Final = dict.fromkeys(ABILITIES, 10)
FAILS_ALL: Final = [{"target": "save.all", "op": "add", "value": -50}]
"""A change with which a creature passes no saving throw."""


class Source(NamedTuple):
    """An act and its owner, as a table creates it."""

    ruleset: Ruleset
    kind: Kind
    owner: str
    act: Act
    of: Any = None

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.owner}" + (f"-{self.act.name}" if self.act.name != self.owner else "")


@cache
def sources(*words: str) -> tuple[Source, ...]:
    """The acts of both rulesets in whose text the data has one of these keys, such as zone. The keys are looked for first, since to read every
    stat block as acts takes seconds.
    """
    keys = tuple(f'"{word}":' for word in words)
    return tuple(source for ruleset in RULESETS for source in _of_a_ruleset(ruleset, keys))


def _of_a_ruleset(ruleset: Ruleset, keys: Sequence[str]) -> Iterator[Source]:
    book = rulebook_loading.rulebook(ruleset)
    for spell in book.spell_acts.values():
        yield from _with(keys, Source(ruleset, "spell", spell.name, spell))
    for sheet in book.creatures.values():
        block = sheet["character"]
        if _has(keys, json.dumps([block.get("acts", ()), block.get("features", ())], default=dict)):
            written = [*block.get("acts", ()), *(act for f in block.get("features", ()) for act in f.get("acts", ()))]
            for act in written:
                yield from _with(keys, Source(ruleset, "creature", block["name"], Act.model_validate(act)))
    for template in book.templates.values():
        for variant, item in _forms_of(template.item, template.variants):
            for act in item.acts:
                yield from _with(keys, Source(ruleset, "item", template.item.name, act, variant))
    for rule in book.features.values():
        for act in (*rule.acts, *_of_riders(rule)):
            yield from _with(keys, Source(ruleset, "feature", rule.name, act, rule))
    for act in book.common_acts.values():
        yield from _with(keys, Source(ruleset, "common", act.name, act))


def _with(keys: Sequence[str], source: Source) -> Iterator[Source]:
    if _has(keys, source.act.model_dump_json(by_alias=True, exclude_unset=True)):
        yield source


def _has(keys: Sequence[str], text: str) -> bool:
    return any(key in text for key in keys)


def _forms_of(item: Item, variants: Any) -> Iterator[tuple[str | None, Item]]:
    """The item, or each of its variants that has acts of its own."""
    own = [v for v in variants if "acts" in v.overrides]
    yield from ((v.name, item.model_copy(update={"acts": tuple(map(Act.model_validate, v.overrides["acts"]))})) for v in own)
    if not own:
        yield None, item


def _of_riders(rule: FeatureRule) -> Iterator[Act]:
    return (Act.model_construct(name=rider.name or rule.name, steps=rider.steps) for rider in rule.riders)


# ── somebody who plays them ─────────────────────────────────────────────────────────────────────────────────────────

HEROES: Final = {"Staff of Swarming Insects": "druid 20", "Staff of the Python": "druid 20"}
"""Who may attune to an item, where not everybody may."""


def owner_of(table: Table, source: Source) -> str:
    """Create whoever has the act; the name."""
    if source.kind == "creature":
        told: str = table.did("create", template=source.owner)["text"]
        return told.partition(" (")[0]
    create_hero(table, class_for(source), source.of.subclass if source.kind == "feature" else None)
    if source.kind == "item":
        id = table.did("give", "Mage", template=source.owner, **({"variant": source.of} if source.of else {}))["results"][0]["item"]["id"]
        table.ask("equip", "Mage", itemId=id)
        table.ask("attune", "Mage", itemId=id)
    return "Mage"


def create_hero(table: Table, of: str, subclass: str | None = None, name: str = "Mage") -> None:
    sheet: dict[str, Any] = {"abilities": ABLE, "hpMax": 500, "party": True, "classes": [of]}
    table.did("create", name=name, character=sheet | ({"choices": {"subclass": subclass}} if subclass else {}))


def class_for(source: Source) -> str:
    """The class of a hero who has the act."""
    if isinstance(source.act, Spell):
        return f"{source.act.classes[0]} 20"
    if source.kind == "feature":
        return f"{source.of.of_class or 'wizard'} 20"
    return HEROES.get(source.owner, "wizard 20")


def played(table: Table, who: str, source: Source, **more: Any) -> Answer:
    """The answer to the act, with the choices that its refusals propose."""
    is_cast = isinstance(source.act, Spell)
    named = {"spell" if is_cast else "act": source.act.name}
    answer = table.ask("cast" if is_cast else "act", who, **named, force=True, **more)
    for _ in range(4):
        if not answer["ok"] and answer["error"]["code"] == "only_for_itself":
            return played(table, who, source, **{key: value for key, value in more.items() if key != "targets"})
        if answer["ok"] or "try" not in answer["error"]:
            break
        answer = table.send({**answer["error"]["try"], "force": True}, "execute_action")
    assert answer["ok"], answer["text"]
    return answer


# ── what is there ───────────────────────────────────────────────────────────────────────────────────────────────────


class Seen(NamedTuple):
    """The creatures of a campaign by name, and its clock in rounds: less than a snapshot, and read in a third of its time."""

    round: int
    beings: dict[str, Thing]

    def hp(self, name: str) -> int:
        hp: int = self.beings[name].body["hp"]
        return hp

    def words_on(self, name: str) -> frozenset[str]:
        """The conditions and effects of a creature."""
        body = self.beings[name].body
        return frozenset(entry["name"] for kind in LASTING for entry in body.get(kind, ()))


def seen(table: Table) -> Seen:
    campaign, living = table.game.campaign.id, THING.c.deleted_at.is_(None)
    wanted = select(*(THING.c[f.name] for f in fields(Thing))).where(
        THING.c.campaign_id == campaign, living, (THING.c.kind == "character") | (THING.c.id == WORLD_ID)
    )
    with table.game.store._database.reader.connect() as connection:
        minutes = connection.execute(select(CAMPAIGN.c.minutes).where(CAMPAIGN.c.id == campaign)).scalar_one()
        things = [Thing(*row) for row in connection.execute(wanted)]
    rounds = next(thing for thing in things if thing.id == WORLD_ID).body.get("rounds", 0)
    return Seen(minutes * ROUNDS_A_MINUTE + rounds, {thing.name: thing for thing in things if thing.kind == "character"})
