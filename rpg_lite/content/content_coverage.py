"""Count how much of the content computes numbers. `python -m rpg_lite.content.content_coverage` writes docs/coverage.md."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args

from rpg_lite.content import rulebook_loading, ruling_coverage
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.item_templates import Template
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, flags_not_read
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.rulebook_entries import EffectRule, FeatureRule, NamedRule
from rpg_lite.vocabulary import RULESETS, ItemType, Ruleset

HIGHEST_LEVEL: Final = 9


def all_by_level(book: Rulebook) -> Counter[int]:
    """Level → the number of spells that the SRD has; 0 counts the cantrips."""
    return Counter(rule.level for rule in book.spells.values() if rule.level is not None)


def castable(book: Rulebook) -> list[Spell]:
    found = (book.spell(rule.name) for rule in book.spells.values())
    return [spell for spell in found if spell]


def leaves_open(spell: Spell) -> bool:
    """Whether the spell leaves a number or a ruling to the game master."""
    return any(isinstance(step, SayStep) and step.open for step in walk(spell.steps))


def lines() -> Iterator[str]:
    """The section of docs/coverage.md."""
    yield "## Spells that can be cast\n"
    yield "`cast` plays these spells, and tests compare their numbers with the SRD. An **open** one leaves a number or a ruling to the game master and says so.\n"
    yield "| level | " + " | ".join(f"SRD {r} | castable | open" for r in RULESETS) + " |"
    yield "|---|" + "--:|" * 3 * len(RULESETS)
    books = [rulebook_loading.rulebook(r) for r in RULESETS]
    yield from (f"| {level or 'cantrips'} | {' | '.join(_of_level(book, level) for book in books)} |" for level in range(HIGHEST_LEVEL + 1))
    yield f"| **All spells** | {' | '.join(map(_of_all, books))} |"
    yield ""


def _of_level(book: Rulebook, level: int) -> str:
    return _cells(all_by_level(book)[level], [s for s in castable(book) if s.level == level])


def _of_all(book: Rulebook) -> str:
    return _cells(all_by_level(book).total(), castable(book))


def _cells(srd: int, spells: list[Spell]) -> str:
    return f"{srd} | {len(spells)} | {sum(map(leaves_open, spells))}"


Kind = Literal["encoded", "flag only", "adjudicated only", "plain"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "coverage.md"

_MUNDANE: Final[dict[ItemType, str]] = {
    "weapon": "Weapons", "armor": "Armor, shields and barding", "ammunition": "Ammunition", "tool": "Tools",
    "treasure": "Coins and trade goods",
}  # fmt: skip
_MAGIC: Final[dict[ItemType, str]] = {
    "weapon": "Magic weapons", "ammunition": "Magic weapons", "armor": "Magic armor and shields", "consumable": "Potions, oils and scrolls",
}  # fmt: skip
_WANDS: Final = frozenset(("rod", "staff", "wand"))
_NUMBER: Final = re.compile(r"\d")
_WORDS_ONLY: Final = ("flag", "language", "proficiency.tool", "expertise.tool")
_HEAD: Final = """# Coverage of the content

`python -m rpg_lite.content.content_coverage` counts the content of both rulebooks and writes this file; a test checks that the file is current.

- **encoded**: rpg-lite computes at least one number: a change to a number or to a roll, a resistance, charges, healing, damage, a capacity.
- **partly**: encoded entries that also leave something to the game master, listed in their `adjudicated` lines.
- **flag only**: states a fact about the bearer that is not a number (it breathes water); answers show it, and no roll uses it.
- **adjudicated only**: leaves everything to the game master and says so. **plain**: has a price and a weight at most.
"""


def is_magic(item: Item) -> bool:
    """Whether the item belongs in the lists of magic items: it has a rarity, is wondrous, or is used up."""
    return item.type == "wondrous" or item.rarity != "common" or item.needs_attunement or item.use_state == "consumed"


def category(template: Template, book: Rulebook) -> str:
    """The heading under which a template is counted."""
    item = template.item
    if not any(is_magic(i) for i in made_of(template, book)):
        return _MUNDANE.get(item.type, "Gear, packs, mounts and food")
    if not _WANDS.isdisjoint(item.name.casefold().split()):
        return "Rods, staffs and wands"
    return "Rings" if item.slot == "ring" else _MAGIC.get(item.type, "Wondrous items")


def made_of(template: Template, book: Rulebook) -> list[Item]:
    """The template's own item and the item of each variant, without a base, so that only their own changes count."""
    variants = (book.item(Pick(template.id, None, v.name)) for v in template.variants)
    return [template.item, *filter(None, variants)]


def magic_items(book: Rulebook) -> list[list[Item]]:
    """Every magic item of the rulebook, each with its variants."""
    every = (made_of(t, book) for t in _templates(book))
    return [made for made in every if any(i.rarity != "common" for i in made)]


def leaves_number(made: Iterable[Item]) -> bool:
    """Whether the lines or the open sentences of an item, or of a variant, leave a number to the game master."""
    return any(_NUMBER.search(line) for i in made for line in _lines_left(i))


def _lines_left(item: Item) -> Iterator[str]:
    """The lines of an item, and the open sentences of its acts, riders and triggers."""
    yield from item.adjudicated
    for part in (*(a.steps for a in item.acts), *(r.steps for r in item.riders), *(t.then for t in item.on)):
        yield from (step.say for step in walk(part) if isinstance(step, SayStep) and step.open)


def changes(item: Item, book: Rulebook) -> Iterator[Modifier]:
    """Every change of an item: permanent, switched on, or from a use."""
    yield from item.passive
    yield from (m for _, modifiers in item.toggled for m in modifiers)
    if item.on_use:
        yield from item.on_use.modifiers
        rule = book.effect(item.on_use.effect) if item.on_use.effect else None
        yield from rule.modifiers if rule else ()


def kind_of_item(item: Item, book: Rulebook) -> Kind:
    """The coverage of an item. The stats of its base weapon or armor do not count as its magic."""
    use = item.on_use
    counts = (
        item.charges_or_effects, item.uses_remaining is not None, item.heals, item.container,
        use and (use.damage or use.conditions or use.stabilizes),
        item.plays or item.on or item.riders,
        any(a.uses or a.charges or a.light or a.conditions for a in item.activated),
        (item.weapon_stats or item.armor_stats) and not is_magic(item),
    )  # fmt: skip
    return _kind(changes(item, book), any(counts), bool(item.adjudicated or item.effect))


def kind_of_rule(rule: NamedRule) -> Kind:
    match rule:
        case EffectRule():
            return _kind(rule.modifiers, bool(rule.conditions or rule.temp_hp), bool(rule.adjudicated))
        case FeatureRule():
            plays = any((rule.acts, rule.riders, rule.on, rule.choices, rule.tables, rule.spellbook))
            return _kind(rule.modifiers, plays, bool(rule.say))
    return _kind(rule.modifiers, counted=False, told=False)


def leaves_gaps(rule: NamedRule) -> bool:
    """Whether the rule leaves something to the game master."""
    match rule:
        case EffectRule():
            return bool(rule.adjudicated)
        case FeatureRule():
            parts = (*(a.steps for a in rule.acts), *(r.steps for r in rule.riders), rule.say)
            return any(isinstance(s, SayStep) and s.open for part in parts for s in walk(part))
    return False


def _kind(modifiers: Iterable[Modifier], counted: bool, told: bool) -> Kind:
    targets = {m.target for m in modifiers}
    if counted or targets.difference(_WORDS_ONLY):
        return "encoded"
    return "flag only" if targets else "adjudicated only" if told else "plain"


def kind_of(template: Template, book: Rulebook) -> Kind:
    """The best coverage among the template's items."""
    return min((kind_of_item(i, book) for i in made_of(template, book)), key=KINDS.index)


def silent(book: Rulebook) -> list[str]:
    """Magic items that compute nothing and do not say so; this list must be empty."""
    found = ((t, i) for t in _templates(book) for i in (made_of(t, book)[1:] or [t.item]) if is_magic(i))
    return [i.name for _, i in found if kind_of_item(i, book) == "plain"]


def coverage(book: Rulebook) -> dict[str, Counter[str]]:
    """Category → the number of templates for each kind of coverage; "partly" counts encoded ones with gaps."""
    found: dict[str, Counter[str]] = {}
    for t in _templates(book):
        kind = kind_of(t, book)
        told = kind == "encoded" and any(i.adjudicated or i.effect for i in made_of(t, book))
        found.setdefault(category(t, book), Counter()).update([kind, *(["partly"] if told else [])])
    for heading, rules in (("Spells and situations", book.effects), ("Features", book.features)):
        for rule in rules.values():
            kind = kind_of_rule(rule)
            told = kind == "encoded" and leaves_gaps(rule)
            found.setdefault(heading, Counter()).update([kind, *(["partly"] if told else [])])
    return found


def _templates(book: Rulebook) -> list[Template]:
    return [t for t in book.templates.values() if t.id.startswith("srd:")]


# ── as a document ───────────────────────────────────────────────────────────────────────────────────────────────────


def document() -> str:
    """The whole of docs/coverage.md."""
    tables = (line for ruleset in RULESETS for line in _table(ruleset))
    return "\n".join([_HEAD, *tables, *lines(), *_numbers_left(), *ruling_coverage.lines(), *_creatures(), *_not_yet()])


def _numbers_left() -> Iterator[str]:
    """The magic items that leave a number to the game master, each with that number."""
    yield "## Numbers of magic items for the game master\n"
    yield "No other line leaves a number open. Facts that nobody rolls, such as sizes, loads, prices and the hit points of objects, are only described.\n"
    for ruleset in RULESETS:
        magic = magic_items(rulebook_loading.rulebook(ruleset))
        left = [made for made in magic if leaves_number(made)]
        yield f"- SRD {ruleset}: {len(left)} of {len(magic)}."
        for made in left:
            lines = dict.fromkeys(line for i in made for line in _lines_left(i) if _NUMBER.search(line))
            yield f"  - {made[0].name}: {' '.join(lines)}"
    yield ""


def not_yet(book: Rulebook) -> dict[str, list[str]]:
    """Feature → its flags that no code reads: answers show the feature, but it changes nothing."""
    found = {rule.name.replace("_", " "): flags_not_read(rule.modifiers) for rule in book.features.values()}
    return {name: words for name, words in sorted(found.items()) if words}


def names_in_5_2() -> dict[str, str | None]:
    """Creature of 5.1 → its name in 5.2 if that differs, or None if 5.2 has no such creature. The 5.1 name works in both rulesets."""
    older, newer = (rulebook_loading.rulebook(r).creatures for r in RULESETS)
    own = {names.fold(_name(d)): d for d in newer.values()}
    called = {_nameless(d): _name(d) for d in own.values()}
    missing = [_name(d) for d in older.values() if names.fold(_name(d)) not in own]
    return {name: called.get(_nameless(newer[key])) if (key := names.fold(name)) in newer else None for name in missing}


def _nameless(document: Mapping[str, Any]) -> str:
    return json.dumps({**document, "character": {**document["character"], "name": ""}}, sort_keys=True)


def _name(document: Mapping[str, Any]) -> str:
    return str(document["character"]["name"])


def _creatures() -> Iterator[str]:
    found = names_in_5_2()
    older, newer = (len(rulebook_loading.rulebook(r).creatures) for r in RULESETS)
    yield "## Creatures\n"
    yield f"{older} stat blocks of SRD 5.1 and {newer} of SRD 5.2, with the forms and variants printed next to them, each with its acts and traits. No stat block of either SRD is missing. Use them with `create` and `template`, or with `! NAME` in a map.\n"
    yield f"- With another name in 5.2, where both names work: {', '.join(f'{k} ({v})' for k, v in found.items() if v)}."
    yield f"- Only in 5.1, and refused in 5.2: {', '.join(k for k, v in found.items() if not v)}."
    yield ""


def _not_yet() -> Iterator[str]:
    """The section about features that nothing reads yet; it is left out if there are none."""
    lists = {ruleset: not_yet(rulebook_loading.rulebook(ruleset)) for ruleset in RULESETS}
    if not any(lists.values()):
        return
    yield "## Not yet\n"
    yield "rpg-lite knows and shows these features, but no code applies them yet; a sheet with one says so.\n"
    yield "| Feature | What it would do | SRD |"
    yield "|---|---|---|"
    for name in sorted({n for found in lists.values() for n in found}):
        words = dict.fromkeys(w for found in lists.values() for w in found.get(name, ()))
        told = ", ".join(w.replace("_", " ") for w in words)
        yield f"| {name} | {told} | {', '.join(r for r, found in lists.items() if name in found)} |"
    yield ""


def _table(ruleset: Ruleset) -> Iterator[str]:
    rows = coverage(rulebook_loading.rulebook(ruleset))
    things = {h: c for h, c in rows.items() if h not in ("Spells and situations", "Features")}
    yield f"## SRD {ruleset}\n"
    yield "| | all | encoded | partly | flag only | adjudicated only | plain |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    yield from (_row(heading, counts) for heading, counts in sorted(things.items()))
    yield _row("**All items**", sum(things.values(), Counter()))
    yield from (_row(h, rows[h]) for h in ("Spells and situations", "Features"))
    yield ""


def _row(heading: str, counts: Counter[str]) -> str:
    numbers = (sum(counts[k] for k in KINDS), counts["encoded"], counts["partly"], *(counts[k] for k in KINDS[1:]))
    return f"| {heading} | {' | '.join(map(str, numbers))} |"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
