"""The magic items of SRD 5.2.1: every number in the files is in the text, and every number in the text is in the files."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rpg_lite.content.entry_editions import template_of
from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import FilledModifier
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.item_templates import Template
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifier_values import EqualTo, Formula, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import DamageType
from tests.rows import each_row

FACTS = json.loads((Path(__file__).parent.parent / "facts" / "magic_items_5_2.json").read_text(encoding="utf-8"))
ROWS = FACTS["items"]
HEALING = ("Potion of Healing", "Potion of Greater Healing", "Potion of Superior Healing", "Potion of Supreme Healing")
DICE = re.compile(r"\b\d+d\d+(?:[+-]\d+)?(?![a-z0-9])")
DC = re.compile(r"\bDC (?:is )?(\d+)(?! \+|\d)")
TABLE = re.compile(r'"table": "\d+d\d+"')
"""The die that chooses the row of a table."""
STEP_DC = re.compile(r'"dc": "?(\d+)')
DAMAGE = re.compile(rf"(\d+d\d+(?:[+-]\d+)?|\d+) ({'|'.join(get_args(DamageType))})\b(?! opal)")
each_item = each_row("row", ROWS, ids=lambda r: r["name"])


@cache
def book() -> Rulebook:
    return rulebook("5.2")


def templates(row: dict[str, Any]) -> list[Template]:
    found = [book().find(name) for name in (HEALING if row["name"] == "Potions of Healing" else (row["name"],))]
    return [book().templates[pick.template] for pick in found if pick]


def items(row: dict[str, Any]) -> list[tuple[str | None, Item]]:
    """Yield (variant, item) for everything under a heading, without a base where the template has none."""
    made = [
        (v.name if v else None, book().item(Pick(t.id, None, v.name if v else None))) for t in templates(row) for v in t.variants or (None,)
    ]
    return [(name, item) for name, item in made if item]


def fact_of(row: dict[str, Any], variant: str | None, item: Item) -> dict[str, Any]:
    """The row of a variant over that of its heading."""
    key = names.fold(variant or item.name).replace("x", " x ")
    for v in row.get("variants", ()):
        own = names.fold(v["name"].split(":")[0])
        if own == names.fold(variant or "") or own.removesuffix(" ft").replace(" ", "") == key.replace(" ", ""):
            return {**row, **v}
        if row["name"] == "Potions of Healing" and own in (key.split()[-2:][0], key.split()[-1] if len(key.split()) == 3 else ""):
            return {**row, **v}
    return row


def told(item: Item) -> str:
    """All that an item says, in words and in keys."""
    written = item.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"name", "aliases", "weapon_stats", "value"})
    return json.dumps(_without_creatures(written), ensure_ascii=False)


def _without_creatures(written: Any) -> Any:
    """The document without the numbers of the creatures that its acts make, which stand in the texts of creatures."""
    match written:
        case dict():
            return {k: _without_creatures(v) for k, v in written.items() if k != "character"}
        case list():
            return [_without_creatures(v) for v in written]
        case _:
            return written


def all_told(row: dict[str, Any]) -> str:
    return " ".join(told(item) for _, item in items(row))


def dcs(row: dict[str, Any]) -> set[int]:
    """Every DC that an item says, in words, of a spell or in a step of its acts."""
    said = all_told(row)
    return {int(n) for n in (*DC.findall(said), *STEP_DC.findall(said))} | {c.dc for _, item in items(row) for c in item.casts if c.dc}


def plain(value: Any) -> str:
    match value:
        case Formula(base, add, _):
            value = {"base": base, "add": list(add)}
        case EqualTo(path):
            value = {"equal_to": path}
        case PerLevel(n):
            value = {"per_level": n}
    return json.dumps(None if value is True else value)


def changes(item: Item) -> set[tuple[str, str, str]]:
    """(target, op, value) of everything that an item can bring."""
    laid = (step.apply for act in item.acts for step in walk(act.steps) if isinstance(step, ApplyStep))
    use = book().effect(item.on_use.effect) if item.on_use and item.on_use.effect else None
    every: Iterator[Modifier | FilledModifier] = iter(
        (*item.modifiers, *(m for a in item.activated for m in a.modifiers), *(item.on_use.modifiers if item.on_use else ()),
         *(use.modifiers if use else ()), *(m for effect in laid if isinstance(effect, EffectModel) for m in effect.modifiers))
    )  # fmt: skip
    return {(m.target, m.op, plain(m.value)) for m in every}


@each_row("row", [r for r in ROWS if any("value_gp" in v for v in r.get("variants", ()))], ids=lambda r: r["name"])
def test_each_variant_is_one_of_the_text(row: dict[str, Any]) -> None:
    assert {fact_of(row, variant, item)["name"] for variant, item in items(row)} <= {v["name"] for v in row["variants"]}


def test_all_258_of_the_text_are_here() -> None:
    assert len(FACTS["items"]) == 258
    assert [row["name"] for row in FACTS["items"] if not templates(row)] == []


@each_item
def test_rarity_and_value(row: dict[str, Any]) -> None:
    for variant, item in items(row):
        fact = fact_of(row, variant, item)
        rarity = fact["rarity"]
        assert item.rarity == rarity or (rarity == "varies" and item.rarity == min_rarity(row)), item.name
        base = book().find(item.base) if item.base and row.get("value_plus_base") else None
        cost = book().templates[base.template].item.value or 0 if base else 0
        if row["name"] == "Ammunition, +1, +2, or +3":
            assert item.value == fact["value_gp"] / 10
        elif not is_asked_for_a_base(row):
            assert item.value == (fact.get("value_gp") and fact["value_gp"] + cost), item.name


def is_asked_for_a_base(row: dict[str, Any]) -> bool:
    return any(t.bases and not t.item.base for t in templates(row))


def min_rarity(row: dict[str, Any]) -> str:
    order = list(FACTS["_meta"]["rarity_values"])
    return min((v["rarity"] for v in row["variants"]), key=order.index)


@each_row("row", [r for r in ROWS if r.get("value_plus_base")], ids=lambda r: r["name"])
def test_value_with_each_base(row: dict[str, Any]) -> None:
    for t in templates(row):
        for v in t.variants or (None,):
            for base in book().bases_of(t):
                item = book().item(Pick(t.id, base, v.name if v else None))
                assert item
                worth = FACTS["_meta"]["rarity_values"][item.rarity]
                assert item.value == worth + (book().templates[base].item.value or 0), item.name


@each_item
def test_attunement(row: dict[str, Any]) -> None:
    fact = row["attunement"]
    for _, item in items(row):
        assert item.needs_attunement == fact["required"], item.name
        by = item.attunement
        assert sorted(by.classes if by else ()) == sorted(fact.get("classes", ()))
        assert sorted(by.races if by else ()) == sorted(fact.get("species", ()))
        assert (by.spellcaster if by else False) == fact.get("spellcaster", False)
        assert not by or not by.alignments


@each_item
def test_charges(row: dict[str, Any]) -> None:
    for variant, item in items(row):
        fact = fact_of(row, variant, item).get("charges")
        if fact is None or "per" in fact:
            assert item.charges is None or row["name"] in COUNTED_AS_CHARGES, item.name
            continue
        assert item.charges, item.name
        regain = fact["max"] if fact["regain"] == "all" else fact["regain"]
        assert (item.charges.max, item.charges.regain, item.charges.recharge) == (fact["max"], regain, fact["at"]), item.name


COUNTED_AS_CHARGES = {
    "Necklace of Fireballs": "its beads",
    "Necklace of Prayer Beads": "its beads",
    "Robe of Stars": "its stars",
    "Ioun Stone": "the levels that it absorbs",
    "Rod of Absorption": "its levels of energy",
    "Bag of Beans": "its beans",
    "Deck of Illusions": "its cards",
    "Robe of Useful Items": "its patches beyond the ordinary ones",
    "Periapt of Health": "one use a day",
}


@each_item
def test_the_last_charge(row: dict[str, Any]) -> None:
    for _, item in items(row):
        on_last = item.charges.on_last if item.charges else None
        assert bool(on_last) == ("last_charge" in row), item.name
        if on_last:
            faces = {int(n) for n in re.findall(r"on a (\d+)", on_last)}
            assert faces == {int(n) for n in row["last_charge"] if n != "die"}


BASE_WORDS = {"any weapon", "any melee weapon", "any ammunition", "light", "medium", "heavy"}
ARMOR = {"plate", "half plate", "studded leather"}


@each_row("row", [r for r in ROWS if "base_items" in r], ids=lambda r: r["name"])
def test_bases(row: dict[str, Any]) -> None:
    wanted = Template(id="x", item=Item(name="x", type="armor"), bases=tuple(_full(w) for w in row["base_items"]))
    for t in templates(row):
        own = book().find(t.item.base) if t.item.base else None
        assert set(book().bases_of(t)) | ({own.template} if own else set()) == set(book().bases_of(wanted))


def _full(word: str) -> str:
    out, plain_word = ("!" if word.startswith("!") else ""), word.removeprefix("!")
    return out + (f"{plain_word} armor" if plain_word in ARMOR | {"hide"} else plain_word)


@each_item
def test_changes(row: dict[str, Any]) -> None:
    for variant, item in items(row):
        fact = fact_of(row, variant, item)
        wanted = {(m[0], m[1], plain(m[2])) for m in fact.get("mods", ()) if not str(m[2]).startswith("<") and m[0] != "flag"}
        lost = {m for m in wanted - changes(item) if (row["name"], f"{m[0]} {m[1]}") not in OTHERWISE}
        assert not lost, item.name


OTHERWISE = {
    ("Broom of Flying", "speed.fly raise_to"): "the broom flies, not its rider: vehicle.fly",
    ("Cloak of Elvenkind", "others.perception_vs_you disadvantage"): "rolls of others are a flag",
    ("Crystal Ball of True Seeing", "sense.truesight raise_to"): "around the sensor, not the bearer: said",
    ("Dwarven Thrower", "damage.this_weapon extra_dice"): "1d8, and against giants 1d8 more",
    ("Elven Chain", "proficiency.armor grant"): "the word is this_item",
    ("Mace of Smiting", "attack.this_weapon set_item_bonus"): "+1, and against constructs 2 more",
    ("Mace of Smiting", "damage.this_weapon set_item_bonus"): "+1, and against constructs 2 more",
    ("Oil of Sharpness", "attack.this_weapon add"): "what it coats becomes another thing: said",
    ("Oil of Sharpness", "damage.this_weapon add"): "what it coats becomes another thing: said",
    ("Periapt of Wound Closure", "hit_dice.healing mul"): "what hit dice heal is a flag",
}
"""Differences of wording between the files and the facts, with reasons."""


@each_item
def test_no_number_is_said_that_the_text_has_not(row: dict[str, Any]) -> None:
    said = all_told(row)
    assert dcs(row) <= {*row.get("dc", ()), *OF_THE_TABLE.get(row["name"], ()), *(v["dc"] for v in row.get("variants", ()) if "dc" in v)}
    assert {d for d in DICE.findall(TABLE.sub("", said)) if d != "1d20"} <= {
        *row.get("dice", ()),
        *row.get("other_dice", ()),
        *OF_MORE_CHARGES.get(row["name"], ()),
    }


@each_item
def test_damage_is_of_the_type_of_the_text(row: dict[str, Any]) -> None:
    known = {" ".join(d.split()[:2]) for d in row.get("damage", ())}
    for _, item in items(row):
        said = {f"{dice} {kind}" for dice, kind in DAMAGE.findall(" ".join(item.adjudicated))}
        rolled = [m for m in (*item.modifiers, *(m for a in item.activated for m in a.modifiers)) if m.op == "extra_dice" and m.damage_type]
        said |= {f"{m.value} {m.damage_type}" for m in rolled}
        said |= {f"{item.on_use.damage.dice} {item.on_use.damage.type}"} if item.on_use and item.on_use.damage else set()
        assert said <= known, item.name


@each_item
def test_the_numbers_of_the_text_are_said(row: dict[str, Any]) -> None:
    said = all_told(row)
    assert set(row.get("dc", ())) - set(OF_THE_SCROLL.get(row["name"], ())) <= dcs(row)
    assert set(row.get("dice", ())) - OF_THE_SPELL.get(row["name"], set()) <= set(DICE.findall(said))


OF_THE_SPELL = {
    "Dwarven Thrower": {"2d8"},
    "Necklace of Fireballs": {"1d6", "12d6"},
    "Ring of the Ram": {"2d10"},
    "Ring of Regeneration": {"1d6"},
}
"""Dice that follow from what is played."""
OF_THE_TABLE = {"Bag of Beans": (20,)}
"""The DC of an egg in its table."""
OF_THE_SCROLL = {"Spell Scroll": (13, 15, 17, 18, 19)}
"""The DCs that the scrolls of single spells have."""
OF_MORE_CHARGES = {"Deck of Illusions": {"1d20+14"}, "Staff of Striking": {"2d6", "3d6"}, "Wand of Wonder": {"1d10", "1d100"}}
"""Dice of a second and a third charge, and those of a table."""


@each_item
def test_spells_and_what_they_cost(row: dict[str, Any]) -> None:
    said = all_told(row)
    for spell, fact in row.get("spells", {}).items():
        assert names.fold(spell) in names.fold(said), spell
        cost = fact.get("cost")
        counted = [a.charges for _, item in items(row) for a in item.activated if names.fold(a.id) == names.fold(spell)]
        counted += [n for _, item in items(row) for c in item.casts if names.fold(c.spell) == names.fold(spell) for n in c.costs[:1]]
        worded = re.findall(rf"(?<!mass ){spell}(?: \(\w+\))? (\d+)\b", said, re.IGNORECASE)
        if isinstance(cost, int):
            assert {*counted, *map(int, worded)} <= {cost}, spell
            assert counted or worded or cost < 2 or f"{cost} charge" in said, spell  # one is what a use takes


@each_item
def test_a_spell_that_is_played_is_that_of_the_text(row: dict[str, Any]) -> None:
    for _, item in items(row):
        for cast in item.casts:
            fact = next(f for spell, f in row["spells"].items() if names.fold(spell) == names.fold(cast.spell))
            known = fact.get("dc")
            assert cast.dc == (known if isinstance(known, int) else None), cast.spell
            assert cast.level_for(cast.costs[0]) in (fact.get("level"), 1 if item.name == "Staff of Healing" else None), cast.spell
            assert cast.on_user == (item.name in FOR_THE_USER), cast.spell
            assert len(cast.costs) == SEVERAL_COSTS.get(item.name, {}).get(cast.spell, 1), cast.spell


FOR_THE_USER = {"Boots of Levitation", "Ring of Jumping", "Ring of Water Walking"}
SEVERAL_COSTS = {
    "Eyes of Charming": {"Charm Person": 3}, "Necklace of Fireballs": {"Fireball": 9}, "Staff of Healing": {"Cure Wounds": 4},
    "Wand of Fireballs": {"Fireball": 3}, "Wand of Lightning Bolts": {"Lightning Bolt": 3}, "Wand of Magic Missiles": {"Magic Missile": 3},
}  # fmt: skip
"""How many numbers of charges a spell may cost, each a level higher than the one before."""


@each_item
def test_no_duration_is_said_that_the_text_has_not(row: dict[str, Any]) -> None:
    for _, item in items(row):
        lasting = {*(a.duration for a in item.activated), item.on_use.duration if item.on_use else None} - {None}
        assert lasting <= {*row.get("durations", ()), *OTHER_DURATIONS.get(row["name"], ())}, item.name


OTHER_DURATIONS = {"Defender": {"1 round"}, "Robe of Scintillating Colors": {"1 round"}}
"""Until a turn of yours."""


@each_row(
    ("name", "said", "unsaid"),
    [
        ("Boots of the Winterlands", "0 °F", "-50"),
        ("Ring of Warmth", "0 °F", "-50"),
        ("Boots of Striding and Springing", "10 feet of movement", '"jump"'),
        ("Chime of Opening", '"Knock"', "One lock"),
        ("Cube of Force", '"spell": "Tiny Hut", "charges": "3"', "moves with you"),
        ("Cubic Gate", '"Plane Shift", "charges": "1"', '"dc"'),
        ("Demon Armor", "gauntlets", "Comes as"),
        ("Efreeti Bottle", "casts wish once", "wish three times"),
        ("Figurine of Wondrous Power", "24 charges", "Three goats: travel"),
        ("Helm of Telepathy", '"count": 1', "Speaks into the mind"),
        ("Horn of Blasting", '"force"', '"fire"'),
        ("Horn of Valhalla", '"count": "5"', "d4"),
        ("Instant Fortress", "pushed out", "10d10"),
        ("Ioun Stone", "1d3 feet", "AC 24"),
        ("Javelin of Lightning", "takes no attack roll", '"attack": "weapon"'),
        ("Mace of Smiting", '"value": "7"', "2d6"),
        ("Marvelous Pigments", "500 gp a pot", "square feet"),
        ("Mysterious Deck", "Puzzle", "Idiot"),
        ("Oil of Sharpness", "for good", '"onUse"'),
        ("Periapt of Wound Closure", "death_save_at_least_10", "stable"),
        ("Pipes of Haunting", '"for": "24 hours"', "wind instruments"),
        ("Plate Armor of Etherealness", '"spell": "Etherealness"', "10 minutes"),
        ("Portable Hole", "1 hour of air", "10 minutes"),
        ("Ring of Elemental Command", '"Tsunami", "charges": "5"', "walk_on_liquid"),
        ("Ring of Invisibility", "bonus action", "attack_or_cast"),
        ("Ring of Spell Turning", "makes it fail", "natural 20"),
        ("Ring of Shooting Stars", '"5d4", "type": "radiant"', "outdoors"),
        ("Staff of Power", "{16*resource:charges}", "{8*resource:charges}"),
        ("Staff of the Woodlands", '"Pass without Trace", "charges": "2"', "without a charge"),
        ("Sword of Life Stealing", '"15", "type": "necrotic"', "3d6"),
        ("Sword of Wounding", "no_healing", "damage_only_healed_by_rest"),
        ("Talisman of the Sphere", "Advantage on Arcana", "double_proficiency"),
        ("Vorpal Sword", '"30", "type": "slashing"', "6d8"),
        ("Wand of Binding", '"Hold Person", "charges": "2"', "break free"),
        ("Wand of Fear", "60 feet", "60-foot cone of fright"),
        ("Wand of Secrets", "60 feet", "30 feet"),
    ],
)
def test_what_the_words_tell_is_that_of_5_2(name: str, said: str, unsaid: str) -> None:
    text = all_told({"name": name})
    assert said in text and unsaid not in text


@pytest.mark.parametrize(
    ("base", "name", "ac", "weight"),
    [(None, "Dwarven Plate", 18, 65), ("srd:half_plate", "Dwarven Half Plate Armor", 15, 40), ("srd:plate", "Dwarven Plate", 18, 65)],
)
def test_another_base_brings_its_own_armor(base: str | None, name: str, ac: int, weight: float) -> None:
    item = book().item(Pick("srd:dwarven_plate", base))
    assert item and item.armor_stats
    assert (item.name, item.armor_stats.base_ac, item.weight) == (name, ac, weight)


def test_a_value_that_a_file_gives_stays_with_every_base() -> None:
    own = template_of(
        {"name": "Old Plate", "type": "armor", "rarity": "rare", "value": 7, "base": "Plate Armor", "bases": ["any armor"]}, "own"
    )
    with_it = replace(book(), templates={own.id: own, **book().templates})
    worth = [with_it.item(Pick(own.id, base)) for base in (None, "srd:plate", "srd:leather")]
    assert [item and item.value for item in worth] == [7, 7, 7]


def test_no_magic_item_of_5_1_has_a_price() -> None:
    """SRD 5.1 has a price only for the common potion of healing, in the list of adventuring gear."""
    old = rulebook("5.1")
    for t in old.templates.values():
        for v in t.variants or (None,):
            for base in (None, *old.bases_of(t)):
                item = old.item(Pick(t.id, base, v.name if v else None))
                if item and item.rarity != "common":
                    assert item.value is None, item.name


@each_row(
    ("name", "said"),
    [
        ("Wand of Fear", "charges:2"),
        ("Orb of Dragonkind", '"Scrying", "charges": "3"'),
        ("Figurine of Wondrous Power", "24 charges"),
        ("Ring of Elemental Command", '"Control Water", "charges": "3"'),
    ],
)
def test_costs_in_charges_of_5_1(name: str, said: str) -> None:
    old = rulebook("5.1")
    pick = old.find(name)
    assert pick
    t = old.templates[pick.template]
    made = [old.item(Pick(t.id, None, v.name if v else None)) for v in t.variants or (None,)]
    assert any(item and said in told(item) for item in made)


@pytest.mark.parametrize(
    ("template", "variant", "costs"),
    [
        ("srd:wand_of_fear", None, {"command": 1, "cone_of_fear": 2}),
        ("srd:orb_of_dragonkind", None, {"cure_wound": 3, "daylight": 1, "death_ward": 2, "scrying": 3, "detect_magic": 0}),
        ("srd:ring_of_elemental_command", "fire", {"dominate_monster": 2, "burning_hands": 1, "fireball": 2, "wall_of_fire": 3}),
    ],
)
def test_what_5_1_spends(template: str, variant: str | None, costs: dict[str, int]) -> None:
    item = rulebook("5.1").item(Pick(template, None, variant))
    assert item
    played = {re.sub(r"\W+", "_", names.fold(a.name)): s for a in item.acts for s in a.spends}
    spent = {id: int(s.removeprefix("charges:")) for id, s in played.items() if s.startswith("charges:")}
    told_of = {re.sub(r"\W+", "_", names.fold(word.replace("_", " "))): n for word, n in costs.items()}
    switched = {re.sub(r"\W+", "_", names.fold(a.id.replace("_", " "))): a.charges for a in item.activated if a.charges}
    assert switched | {c.id: c.costs[0] for c in item.casts} | spent == told_of
