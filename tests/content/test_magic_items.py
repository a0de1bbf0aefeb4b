"""The magic items of the files against the numbers of the SRD (`tests/facts/magic_items.json`)."""

import json
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules.acts.act import ApplyStep, EffectModel
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.item_templates import Template
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifier_targets import TARGETS
from rpg_lite.rules.modifier_values import EqualTo, Formula, PerLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import Op, Ruleset
from tests.rows import each_row

FACTS = json.loads((Path(__file__).parent.parent / "facts" / "magic_items.json").read_text(encoding="utf-8"))
HEADINGS = {row["name"]: row for row in FACTS["items"]}
ENCODED_AS_CONTAINER = "the container's fixed weight says it"
SWITCHED_ON = "a predicate of its own that differs by variant: an activated property of the variant"

LAID_BY_AN_ACT = "an act lays it"
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("Bag of Holding", "container.weight set"): ENCODED_AS_CONTAINER,
    ("Efficient Quiver", "container.weight set"): ENCODED_AS_CONTAINER,
    ("Handy Haversack", "container.weight set"): ENCODED_AS_CONTAINER,
    ("Rod of Absorption", "charges"): "its levels of energy",
    ("Bag of Beans", "charges"): "its beans",
    ("Deck of Illusions", "charges"): "its cards",
    ("Robe of Useful Items", "charges"): "its patches beyond the ordinary ones",
    ("Broom of Flying", "vehicle.fly set"): "two properties: ride, and laden for more than 200 pounds",
    ("Portable Hole", "container.weight set"): ENCODED_AS_CONTAINER,
    ("Brooch of Shielding", "immune grant"): "the immunity names the spell as an act",
    ("Cloak of Elvenkind", "others.perception_vs_you disadvantage"): "rolls of others are a flag",
    ("Berserker Axe", "hp_max add"): "attuned, and on the person",
    ("Pipes of the Sewers", "flag grant"): "attuned, and on the person",
    ("Rod of Lordly Might", "attack.this_weapon add"): "not for the flame tongue that a button makes of it",
    ("Rod of Lordly Might", "damage.this_weapon add"): "not for the flame tongue that a button makes of it",
    ("Rod of Lordly Might", "+"): "the flame tongue is a sword",
    ("Berserker Axe", "+"): "what its curse asks of whoever is hurt is told when it happens",
    ("Dwarven Thrower", "damage.this_weapon extra_dice"): "1d8 and 1d8 more against giants, instead of 2d8 in place of 1d8",
    ("Elven Chain", "proficiency.armor grant"): "the word is this_item",
    ("Ioun Stone", "regen grant"): "regeneration is a flag",
    ("Ring of Evasion", "flag grant"): "the answer to a failed save is an act",
    ("Sword of Wounding", "flag grant"): "the wound is a rider",
    ("Vorpal Sword", "flag grant"): "beheading and slashing are riders",
    ("Mace of Smiting", "attack.this_weapon set_item_bonus"): "+1 and 2 more against constructs",
    ("Mace of Smiting", "damage.this_weapon set_item_bonus"): "+1 and 2 more against constructs",
    ("Mace of Smiting", "damage.this_weapon extra_dice"): "2d6 and 2d6 more against constructs, instead of 4d6 in place of 2d6",
    ("Oil of Sharpness", "attack.coated_weapon add"): "scoped to the coated weapon",
    ("Oil of Sharpness", "damage.coated_weapon add"): "scoped to the coated weapon",
    ("Periapt of Wound Closure", "hit_dice.healing mul"): "what hit dice heal is a flag",
    ("Periapt of Wound Closure", "flag grant"): "a trigger makes its wearer stable",
    ("Potion of Diminution", "damage.weapon extra_dice"): "the effect Reduce takes the die off the weapon's own",
    ("Potion of Heroism", "temp_hp set"): LAID_BY_AN_ACT,
    ("Potion of Heroism", "attack.all add_dice"): LAID_BY_AN_ACT,
    ("Potion of Heroism", "save.all add_dice"): LAID_BY_AN_ACT,
    ("Potion of Speed", "speed.all mul"): LAID_BY_AN_ACT,
    ("Potion of Speed", "ac add"): LAID_BY_AN_ACT,
    ("Potion of Speed", "save.dex advantage"): LAID_BY_AN_ACT,
    ("Ring of X-ray Vision", "flag grant"): LAID_BY_AN_ACT,
    ("Ring of Invisibility", "condition grant"): "a flag, and the two modes that the condition brings",
    ("Ring of Regeneration", "regen grant"): "regeneration is a flag",
    ("Robe of Scintillating Colors", "attacks_against_you disadvantage"): LAID_BY_AN_ACT,
    ("Slippers of Spider Climbing", "speed.climb raise_to"): "the scope is one word",
    ("Sun Blade", "proficiency.weapon grant"): "the word is this_item",
    ("Sword of Life Stealing", "damage.this_weapon extra_dice"): "the scope is one word: target:not_construct_or_undead",
    ("Talisman of Pure Good", "attack.spell add"): "worn|held instead of worn_or_held",
    ("Talisman of Ultimate Evil", "attack.spell add"): "worn|held instead of worn_or_held",
    ("Talisman of the Sphere", "flag grant"): "the flag names the skill",
    ("Helm of Brilliance", "charges"): "four kinds of gems, not charges",
    ("Helm of Brilliance", "resist grant"): "until the last ruby is said to be gone",
    ("Helm of Brilliance", "damage.weapon extra_dice"): "one weapon: that of the main hand",
    ("Restorative Ointment", "charges"): "its doses are rolled, so they are charges",
    ("Ring of Elemental Command", "resist grant"): SWITCHED_ON,
    ("Ring of Elemental Command", "immune grant"): SWITCHED_ON,
    ("Ring of Elemental Command", "flag grant"): SWITCHED_ON,
    ("Ring of Elemental Command", "speed.fly raise_to"): SWITCHED_ON,
    ("Ring of Elemental Command", "speed.swim raise_to"): SWITCHED_ON,
}
EXCEPTIONS_5_2 = {
    ("Weapon of Warning", "initiative advantage"): "on the person, in hand or not",
    ("Ring of Warmth", "damage_reduction.cold dice"): "the target is reduction, and its scope names cold",
    ("Cloak of Elvenkind", "others.perception_vs_you disadvantage"): "rolls of others are a flag",
    ("Hammer of Thunderbolts", "ability.str boost_raise"): "only while attuned and on the person",
    ("Talisman of Pure Good", "attack.spell add"): "worn|held, as in 5.1",
    ("Talisman of Ultimate Evil", "attack.spell add"): "worn|held, as in 5.1",
    ("Bag of Holding", "container.weight set"): ENCODED_AS_CONTAINER,
}
TEMPLATES_OF_ONE_HEADING = ("Potion of Healing", "Crystal Ball")
"""Their rows are templates of their own, so that the plain name can be given."""

Line = tuple[str, str, Any, tuple[str, ...], tuple[str, ...]]


@cache
def book(ruleset: Ruleset) -> Rulebook:
    return rulebook(ruleset)


def told(row: list[Any]) -> Line:
    """A row of the facts: [target, op, value, when?, scope?]."""
    target, op, value = row[:3]
    when, scope = [*row[3:], [], []][:2]
    return target, op, json.dumps(None if value is True else value), tuple(when), tuple(scope)


def written(m: Modifier) -> Line:
    """A modifier of ours in the facts' spelling."""
    match m.value:
        case Formula(base, add, _):
            value: Any = {"base": base, "add": list(add)}
        case EqualTo(path):
            value = {"equal_to": path}
        case PerLevel(n):
            value = {"per_level": n}
        case _:
            value = m.value
    return m.target, m.op, json.dumps(value), m.when, m.scope


def find(ruleset: Ruleset, heading: str) -> Template:
    pick = book(ruleset).find(heading)
    assert pick, f"nothing is called {heading}"
    return book(ruleset).templates[pick.template]


def made(template: Template, row: dict[str, Any]) -> Item:
    """The item of a variant's row; without a base item, so that it shows only its own numbers."""
    name = next(v.name for v in template.variants if v.name.casefold() == row["name"].casefold())
    item = book("5.1").item(Pick(template.id, None, name))
    assert item
    return item


def items_of(row: dict[str, Any]) -> Iterator[tuple[dict[str, Any], Item]]:
    """Each item of a heading beside all that the facts tell of it."""
    variants = row.get("variants")
    if not variants:
        yield row, find("5.1", row["name"]).item
        return
    shared = {
        k: row[k] for k in ("name", "rarity", "attunement", "charges", "regain", "recharge", "modifiers", "activated", "use") if k in row
    }
    for v in variants:
        own = {**v, "name": row["name"], "modifiers": [*row.get("modifiers", ()), *v.get("modifiers", ())]}
        if row["name"] in TEMPLATES_OF_ONE_HEADING:
            yield shared | own, find("5.1", f"{row['name']} ({v['name']})").item
        else:
            yield shared | own, made(find("5.1", row["name"]), v)


def differences(told_of: Iterable[list[Any]], ours: Iterable[Modifier]) -> tuple[set[Line], set[Line]]:
    facts, lines = {told(r) for r in told_of}, {written(m) for m in ours}
    return facts - lines, lines - facts


def unexplained(heading: str, missing: set[Line], extra: set[Line], exceptions: dict[tuple[str, str], str]) -> list[Line]:
    """List differences without a reason. Additional lines of ours need one too, under the same heading."""
    found = [m for m in missing if (heading, f"{m[0]} {m[1]}") not in exceptions]
    return found if any(h == heading for h, _ in exceptions) else [*found, *extra]


def used(item: Item) -> tuple[list[Modifier], set[str]]:
    """The changes from its use, with those of a known effect, and its words."""
    use = item.on_use
    if not use:
        return [], set()
    effect = book("5.1").effect(use.effect) if use.effect else None
    words = {*use.conditions, *({use.effect.casefold()} if use.effect else ())}
    return [*use.modifiers, *(effect.modifiers if effect else ())], words


def healed_by_acts(item: Item) -> list[str]:
    return [step.heal for act in item.acts for step in act.steps if isinstance(step, HealStep)]


@each_row("heading", HEADINGS)
def test_every_heading_can_be_found_by_its_name(heading: str) -> None:
    assert find("5.1", heading)


@each_row("row", FACTS["items"], ids=lambda r: r["name"])
def test_rarity_and_attunement_are_those_of_the_srd(row: dict[str, Any]) -> None:
    assert find("5.1", row["name"]).item.rarity == row["rarity"]
    for told_of, item in items_of(row):
        assert (item.rarity, item.needs_attunement) == (told_of["rarity"], told_of["attunement"]), item.name


@each_row("row", FACTS["items"], ids=lambda r: r["name"])
def test_charges_are_those_of_the_srd(row: dict[str, Any]) -> None:
    if (row["name"], "charges") in EXCEPTIONS:
        return
    charges = find("5.1", row["name"]).item.charges
    if "charges" not in row:
        assert charges is None
        return
    assert charges
    most = row["charges"].removesuffix(" beads") if isinstance(row["charges"], str) else row["charges"]
    assert (charges.max, charges.recharge) == (most, row.get("recharge", "never"))
    assert charges.regain == row.get("regain", charges.regain)


@each_row("row", FACTS["items"], ids=lambda r: r["name"])
def test_passive_changes_are_those_of_the_srd(row: dict[str, Any]) -> None:
    for told_of, item in items_of(row):
        missing, extra = differences(told_of.get("modifiers", ()), item.modifiers)
        assert not unexplained(row["name"], missing, extra, EXCEPTIONS), item.name


@each_row("row", [r for r in FACTS["items"] if "activated" in r], ids=lambda r: r["name"])
def test_activated_changes_are_those_of_the_srd(row: dict[str, Any]) -> None:
    item = find("5.1", row["name"]).item
    ours = {a.id: a.modifiers for a in item.activated}
    for word, told_of in row["activated"].items():
        assert word in ours or item.acts or item.riders, f"{item.name}: nothing plays {word}"
        missing, extra = differences(told_of, ours.get(word, ()))
        assert not unexplained(row["name"], missing, extra, EXCEPTIONS), word


@each_row("row", [r for r in FACTS["items"] if "use" in r or "heal" in r or "variants" in r], ids=lambda r: r["name"])
def test_what_using_it_does_is_that_of_the_srd(row: dict[str, Any]) -> None:
    for told_of, item in items_of(row):
        healed = [] if any(m[0] == "regen" for m in told_of.get("modifiers", ())) else healed_by_acts(item)
        assert told_of.get("heal") in (item.heals, *healed) and (item.heals or not healed or "heal" in told_of)
        changes, words = used(item)
        known = [r for r in told_of.get("use", ()) if r[0] not in ("condition", "spell_effect", "damage")]
        missing, _ = differences(known, changes)
        if not (item.on_use and item.on_use.effect and book("5.1").effect(item.on_use.effect) is None):
            assert not [m for m in unexplained(row["name"], missing, set(), EXCEPTIONS) if m[0] != "flag"], item.name
        for target, _, word, *_ in told_of.get("use", ()):
            if target in ("condition", "spell_effect"):
                steps = [s for act in item.acts for s in walk(act.steps)]
                played = {c for s in steps if isinstance(s, ApplyStep) for c in getattr(s.apply, "conditions", ())}
                played |= {
                    s.apply.name.casefold() for s in steps if isinstance(s, ApplyStep) and isinstance(s.apply, EffectModel) and s.apply.name
                }
                played |= {s.apply.casefold() for s in steps if isinstance(s, ApplyStep) and isinstance(s.apply, str)}
                played |= {s.do.casefold() for s in steps if isinstance(s, DoStep)}
                assert word in words | played or item.adjudicated, f"{item.name} says nothing of {word}"


@each_row("row", FACTS["5.2"], ids=lambda r: f"{r['name']} {r.get('variant', '')}")
def test_what_differs_in_5_2_is_written(row: dict[str, Any]) -> None:
    template = find("5.2", row["name"])
    item = template.item
    if "variant" in row:
        name = next(v.name for v in template.variants if v.name.casefold() == row["variant"].casefold())
        item = book("5.2").item(Pick(template.id, None, name)) or item
    assert item.needs_attunement == row.get("attunement", item.needs_attunement)
    assert item.rarity == row.get("rarity", item.rarity)
    if "classes" in row:
        assert list(item.attunement.classes if item.attunement else ()) == row["classes"]
    missing, _ = differences(row.get("modifiers", ()), item.modifiers)
    for word, told_of in row.get("activated", {}).items():
        missing |= differences(told_of, next((a.modifiers for a in item.activated if a.id == word), ()))[0]
    missing |= differences(row.get("use", ()), item.on_use.modifiers if item.on_use else ())[0]
    assert not unexplained(row["name"], missing, set(), EXCEPTIONS_5_2)


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_every_variant_and_every_base_makes_an_item(ruleset: Ruleset) -> None:
    for template in book(ruleset).templates.values():
        for variant in template.variants or (None,):
            for base in (*book(ruleset).bases_of(template), *(() if template.bases else (None,))):
                assert book(ruleset).item(Pick(template.id, base, variant.name if variant else None))


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_every_word_of_bases_means_something(ruleset: Ruleset) -> None:
    for template in book(ruleset).templates.values():
        assert bool(template.bases) == bool(book(ruleset).bases_of(template)), template.id


@each_row(
    ("name", "value"),
    [
        ("Flame Tongue Longsword", ("srd:flame_tongue", None)),
        ("Vicious Dagger", ("srd:vicious_weapon", None)),
        ("+1 Longsword", ("srd:magic_weapon", "+1")),
        ("Shield +2", ("srd:magic_shield", "+2")),
        ("Belt of Storm Giant Strength", ("srd:belt_of_giant_strength", "storm")),
        ("Ioun Stone (Agility)", ("srd:ioun_stone", "Agility")),
        ("Ring of Resistance (fire)", ("srd:ring_of_resistance", "fire")),
        ("Dragon Scale Mail (red)", ("srd:dragon_scale_mail", "red")),
        ("Armor of Vulnerability (slashing)", ("srd:armor_of_vulnerability", "slashing")),
        ("Potion of Hill Giant Strength", ("srd:potion_of_giant_strength", "hill")),
        ("Healing Potion", ("srd:potion_of_healing", None)),
        ("Luckstone", ("srd:stone_of_good_luck", None)),
        ("Dwarven Plate", ("srd:dwarven_plate", None)),
    ],
)
def test_names_that_people_say(name: str, value: tuple[str, str | None]) -> None:
    pick = book("5.1").find(name)
    assert pick and (pick.template, pick.variant) == value


def all_changes() -> set[tuple[str, str]]:
    """(target, op) of every modifier that any template, variant, activation or use of either ruleset can bring."""
    found: set[tuple[str, str]] = set()
    for ruleset in get_args(Ruleset):
        for t in book(ruleset).templates.values():
            made_of_it = [t.item, *filter(None, (book(ruleset).item(Pick(t.id, None, v.name)) for v in t.variants))]
            for item in made_of_it:
                found |= {(m.target, m.op) for m in (*item.passive, *used(item)[0], *(m for _, ms in item.toggled for m in ms))}
    return found


def test_together_the_items_use_every_op() -> None:
    assert {op for _, op in all_changes()} == set(get_args(Op))


def test_together_the_items_use_every_family_of_targets() -> None:
    """Except temporary hit points, which a step gives, and expertise, which a class gives."""
    assert {t.split(".")[0] for t, _ in all_changes()} == {t.split(".")[0] for t in TARGETS} - {"temp_hp", "expertise"}


def test_no_exception_is_left_over() -> None:
    """A reason without a difference would hide the next difference."""
    still: set[tuple[str, str]] = set()
    for row in FACTS["items"]:
        ours = {a.id: a.modifiers for a in find("5.1", row["name"]).item.activated}
        for told_of, item in items_of(row):
            missing, extra = differences(told_of.get("modifiers", ()), item.modifiers)
            missing |= differences(told_of.get("use", ()), used(item)[0])[0]
            still |= {(row["name"], "+")} if extra else set()
            for word, lines in row.get("activated", {}).items():
                lost, more = differences(lines, ours.get(word, ()))
                missing |= lost
                still |= {(row["name"], "+")} if more else set()
            still |= {(row["name"], f"{m[0]} {m[1]}") for m in missing}
        if (find("5.1", row["name"]).item.charges is None) == ("charges" in row):
            still.add((row["name"], "charges"))
    assert not set(EXCEPTIONS) - still


def test_all_240_headings_are_here() -> None:
    covered = [h for h in HEADINGS if book("5.1").find(h)]
    assert len(HEADINGS) == 240
    assert covered == list(HEADINGS)
