"""A character who may do so uses every consumable, wand, staff and activated property of both rulesets once."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.target_requirements import missing_choice
from rpg_lite.rules.acts.steps.hit_points import ReviveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table, snapshot

Json = dict[str, Any]
ALIGNMENT = {"good": "neutral good", "evil": "neutral evil", "neutral": "neutral"}


OF_THE_HANDS = {("srd:animated_shield", "animate")}
"""It changes which hands are free, and no number (`test_slots`)."""


class Row(NamedTuple):
    ruleset: Ruleset
    pick: Pick
    property: str | None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.ruleset, item_of(self).name, self.property)))


def item_of(row: Row) -> Item:
    item = rulebook_loading.rulebook(row.ruleset).item(row.pick)
    assert item
    return item


def is_used(item: Item) -> bool:
    """Items that are consumed, have charges or uses, or do something when used; weapons and armor only by their properties.

    Items with nothing but acts of their own are played in files of their own.
    """
    if item.acts and not item.activated and not item.casts:
        return False
    counted = item.charges_or_effects or item.uses_remaining is not None or item.on_use or item.type == "consumable"
    return bool(item.activated or item.casts) or bool(counted and not item.weapon_stats and not item.armor_stats)


def rows() -> Iterator[Row]:
    for ruleset in RULESETS:
        book = rulebook_loading.rulebook(ruleset)
        for t in book.templates.values():
            if t.scrolls:  # a scroll whose spell nobody has named is not used up (`test_spell_scrolls`)
                continue
            base = next(iter(book.bases_of(t)), None)
            for variant in t.variants or (None,):
                pick = Pick(t.id, base, variant.name if variant else None)
                item = book.item(pick)
                assert item
                if is_used(item):
                    properties = (*(a.id for a in item.activated), *(c.spell for c in item.casts))
                    yield from (Row(ruleset, pick, p) for p in properties) if properties else (Row(ruleset, pick, None),)


ROWS = list(rows())
ROWS_AT_A_TABLE = 20
MARKED = [pytest.param(r, id=str(r)) for r in ROWS]


@pytest.fixture(scope="module")
def tables() -> Iterator[Callable[[Row], Table]]:
    """A table for every few rows, because an operation takes the longer, the more heroes there are."""
    begun_tables: dict[tuple[Ruleset, int], Table] = {}

    def table_of(row: Row) -> Table:
        key = (row.ruleset, ROWS.index(row) // ROWS_AT_A_TABLE)
        if key not in begun_tables:
            begun_tables[key] = Table(begun(row.ruleset))
        return begun_tables[key]

    yield table_of
    for table in begun_tables.values():
        table.game.close()


def who_may(item: Item) -> Json:
    """A character that meets the attunement requirements of the item."""
    a = item.attunement
    classes = a.classes[0] if a and a.classes else "wizard" if a and a.spellcaster else "fighter"
    return {
        "classes": [f"{classes} 9"], "spellcaster": bool(a and a.spellcaster) or None, "hpMax": 900, "hp": 500,
        "race": a.races[0] if a and a.races else "human",
        "alignment": ALIGNMENT[a.alignments[0]] if a and a.alignments else "neutral",
        "proficiencies": {"armor": ["light", "medium", "heavy", "shield"], "weapons": ["simple", "martial"]},
    }  # fmt: skip


def readied(table: Table, row: Row, place: int) -> tuple[str, str]:
    """(the hero, the id of the thing): given, worn where it can be, attuned where it asks for that."""
    item, hero = item_of(row), f"Hero {place}"
    table.did("create", name=hero, character={k: v for k, v in who_may(item).items() if v is not None})
    if item.slot not in ("mainhand", "offhand") and not item.weapon_stats:
        table.did("give", hero, template="Shortsword", equip=True)
    for other in item.attunement.requires_items if item.attunement else ():
        table.did("give", hero, template=other, equip=True, attune=True, **({"variant": "hill"} if "belt" in other.casefold() else {}))
    given = table.did("give", hero, template=row.pick.template, **_choice(row))
    id: str = given["results"][0]["item"]["id"]
    if item.slot or item.weapon_stats or item.armor_stats or item.use_state in ("held", "worn"):
        table.did("equip", hero, itemId=id, **({} if item.slot or item.weapon_stats or item.armor_stats else {"slot": "offhand"}))
    if item.needs_attunement:
        table.did("attune", hero, itemId=id)
    return hero, id


def _choice(row: Row) -> Json:
    names = rulebook_loading.rulebook(row.ruleset).templates
    chosen = {"base": names[row.pick.base].item.name if row.pick.base else None, "variant": row.pick.variant}
    return {k: v for k, v in chosen.items() if v}


def numbers(table: Table, hero: str) -> Json:
    return sheet_json(thing_stats.situation_of(_world(table), table.thing(hero), table.game.book), table.game.book)


def _world(table: Table) -> Any:
    from rpg_lite.world.world_model import Campaign, World

    now = snapshot(table.game)
    return World(Campaign("", "", now.rev, table.game.campaign.ruleset, now.minutes), now.things, now.worn)


SAID = {"Wish": {"choice": "spell", "spell": "Fireball"}, "Polymorph": {"form": "Wolf"}}
"""What these spells ask for besides words of a list."""
FOR_ITSELF = ("Etherealness",)


def use(table: Table, row: Row, hero: str, id: str) -> Answer:
    beside = {"property": row.property} if row.property else {"targetName": hero}
    if row.property and cast_of(row):
        other = f"Other {table.now.rev}"
        spell = table.game.book.spell(row.property)
        kind = spell.only[0] if spell and spell.only else "beast"
        table.did("create", name=other, character={"type": kind, "hpMax": 300, "abilities": {"str": 10, "int": 3}})
        table.did("damage", other, amount=1, damageType="fire")
        beside["targetName"] = hero if cast_of(row).on_user else other
        chosen: dict[str, str] = {}
        while spell and (refused := missing_choice(spell, chosen)):
            chosen[str(len(chosen))] = refused.allowed[0]
        if (row.ruleset, row.property) == ("5.1", "Conjure Elemental"):
            chosen = {"elemental": "Fire Elemental"}
        beside |= {"choice": SAID[row.property]} if row.property in SAID else {"choice": chosen} if chosen else {}
        if (spell and spell.targets == "self") or row.property in FOR_ITSELF:
            beside.pop("targetName")
        if spell and any(isinstance(step, ReviveStep) for step in walk(spell.steps)):
            table.did("damage", other, amount=999, damageType="fire")
    answer = table.ask("use", hero, itemId=id, **beside)
    if not answer["ok"] and answer["error"]["code"] in ("ends_nothing", "not_dying"):
        return table.did("use", hero, itemId=id, **beside, force=True)
    assert answer["ok"], answer["text"]
    return answer


@pytest.mark.slow
@pytest.mark.parametrize("row", MARKED)
def test_it_does_what_is_encoded_and_says_the_rest(row: Row, tables: Callable[[Row], Table]) -> None:
    table = tables(row)
    table.game._roll = falling(10, face=3)
    hero, id = readied(table, row, ROWS.index(row))
    before, had = table.now.things[id], numbers(table, hero)
    answer = use(table, row, hero, id)
    after, has = table.now.things.get(id), numbers(table, hero)
    if cast_of(row):
        _cast(row, before, after, answer)
    elif row.property:
        _switched(table, row, (before, after), had, has, answer)
    else:
        _used(row, before, after, had, has, answer)


def cast_of(row: Row) -> Any:
    """The spell of the item that the row is about; None where it is about something else."""
    return next((c for c in item_of(row).casts if c.spell == row.property), None)


def _cast(row: Row, before: Thing, after: Thing | None, answer: Answer) -> None:
    """The spell is cast, and its least charges or its use are paid."""
    cast, item = cast_of(row), item_of(row)
    assert f"casts {cast.spell}" in answer["text"]
    if after is None:
        assert item.use_state == "consumed"
        return
    left, now = thing_stats.charges_left(before, item), thing_stats.charges_left(after, item)
    assert left is None or now == left - cast.costs[0]
    assert not cast.uses or after.item.state["used"] == {cast.id: 1}
    assert cast.say is None or cast.say in answer["text"]


def _switched(table: Table, row: Row, thing: tuple[Thing, Thing | None], had: Json, has: Json, answer: Answer) -> None:
    """A lasting effect is on, counts, and leaves nothing behind at its end; its cost is paid."""
    before, after = thing
    item = item_of(row)
    chosen = next(a for a in item.activated if a.id == row.property)
    assert after
    paid = {a: thing_stats.charges_left(t, item) for a, t in (("before", before), ("after", after))}
    if chosen.charges and paid["before"] is not None:
        assert paid["after"] == paid["before"] - chosen.charges
    assert not chosen.uses or after.item.state["used"] == {chosen.id: 1}
    lasts = bool(chosen.modifiers or chosen.conditions or chosen.duration or chosen.light)
    assert after.item.state.get("active", ()) == ([chosen.id] if lasts else ())
    if chosen.modifiers and (row.pick.template, row.property) not in OF_THE_HANDS:
        assert has != had, f"{row}: {[m.target for m in chosen.modifiers]} changed nothing"
    elif not lasts:
        assert "For you to judge" in answer["text"]
    if lasts:
        hero = answer["text"].split(":")[0]
        use(table, row, hero, after.id)
        assert numbers(table, hero) == had


def _used(row: Row, before: Thing, after: Thing | None, had: Json, has: Json, answer: Answer) -> None:
    """A charge, a use or the thing itself is gone; encoded changes are on the sheet; the answer names the others."""
    item = item_of(row)
    left = [thing_stats.charges_left(before, item), thing_stats.uses_left(before, item)]
    if left[0] is not None:
        assert after and thing_stats.charges_left(after, item) == left[0] - 1
    elif left[1] is not None and left[1] > 1:
        assert after and thing_stats.uses_left(after, item) == left[1] - 1
    elif item.type == "consumable" or item.use_state == "consumed":
        assert after is None
    changed = {k for k in has if has[k] != had[k]}
    if item.heals:
        assert has["hp"] > had["hp"]
    if item.on_use and item.on_use.damage:
        assert has["hp"] < had["hp"]
    if item.on_use and (item.on_use.modifiers or item.on_use.effect or item.on_use.conditions):
        assert changed, f"{row}: nothing changed"
    if item.on_use and item.on_use.stabilizes:
        assert "is not dying" in answer["text"]
        return
    assert changed or "For you to judge" in answer["text"]


def test_every_kind_is_among_them() -> None:
    names = {str(r) for r in ROWS}
    for word in ("Potion", "Wand", "Staff", "Rod", "Ring", "Oil", "Boots", "Flame Tongue"):
        assert any(word in n for n in names), word
    assert len(ROWS) > 300
