"""How much of the content computes: counted, never claimed. `python -m rpg_lite.content.content_coverage` writes docs/coverage.md."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Literal, get_args

from rpg_lite.content import catalog
from rpg_lite.rules import names, rule_flags
from rpg_lite.rules.items import Item, Template
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import EffectRule, NamedRule, Pick, Rulebook
from rpg_lite.vocabulary import RULESETS, ItemType, Ruleset

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
_WORDS_ONLY: Final = ("flag", "language", "proficiency.tool")
_HEAD: Final = """# What computes

Counted over the content of both rulebooks by `python -m rpg_lite.content.content_coverage`; a test holds this file to it.

- **encoded**: at least one number is executed: a change to a number or to a roll, a resistance, charges, healing, damage, a capacity.
- **partly**: those of the encoded that also leave something to the game master, each in its own `adjudicated` lines.
- **flag only**: says something true of the bearer that is no number (it breathes water), shown and not rolled.
- **adjudicated only**: left to the game master, and it says so. **plain**: a thing with a price and a weight, or less.
"""


def is_magic(item: Item) -> bool:
    """Whether it is of the magic item lists: those have a rarity, are wondrous, or are drunk up."""
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
    """The template's own item and that of each variant, without a base, so that what shows is its own."""
    variants = (book.item(Pick(template.id, None, v.name)) for v in template.variants)
    return [template.item, *filter(None, variants)]


def changes(item: Item, book: Rulebook) -> Iterator[Modifier]:
    """All that it may change: always, switched on, when used."""
    yield from item.passive
    yield from (m for _, modifiers in item.toggled for m in modifiers)
    if item.on_use:
        yield from item.on_use.modifiers
        rule = book.effect(item.on_use.effect) if item.on_use.effect else None
        yield from rule.modifiers if rule else ()


def kind_of_item(item: Item, book: Rulebook) -> Kind:
    """How an item is covered. The weapon or the armor that a magic item is made of does not count for its magic."""
    use = item.on_use
    counts = (
        item.charges_or_effects, item.uses_remaining is not None, item.heals, item.container,
        use and (use.damage or use.conditions or use.stabilizes),
        any(a.uses or a.charges or a.light or a.conditions for a in item.activated),
        (item.weapon_stats or item.armor_stats) and not is_magic(item),
    )  # fmt: skip
    return _kind(changes(item, book), any(counts), bool(item.adjudicated or item.effect))


def kind_of_rule(rule: NamedRule) -> Kind:
    if isinstance(rule, EffectRule):
        return _kind(rule.modifiers, bool(rule.conditions or rule.temp_hp), bool(rule.adjudicated))
    return _kind(rule.modifiers, counted=False, told=False)


def _kind(modifiers: Iterable[Modifier], counted: bool, told: bool) -> Kind:
    targets = {m.target for m in modifiers}
    if counted or targets.difference(_WORDS_ONLY):
        return "encoded"
    return "flag only" if targets else "adjudicated only" if told else "plain"


def kind_of(template: Template, book: Rulebook) -> Kind:
    """The best that any of its items reaches."""
    return min((kind_of_item(i, book) for i in made_of(template, book)), key=KINDS.index)


def silent(book: Rulebook) -> list[str]:
    """Magic items that compute nothing and do not say so; there may be none."""
    found = ((t, i) for t in _templates(book) for i in (made_of(t, book)[1:] or [t.item]) if is_magic(i))
    return [i.name for _, i in found if kind_of_item(i, book) == "plain"]


def coverage(book: Rulebook) -> dict[str, Counter[str]]:
    """Category → how many templates are covered how, and under "partly" those of the encoded that are not whole."""
    found: dict[str, Counter[str]] = {}
    for t in _templates(book):
        kind = kind_of(t, book)
        told = kind == "encoded" and any(i.adjudicated or i.effect for i in made_of(t, book))
        found.setdefault(category(t, book), Counter()).update([kind, *(["partly"] if told else [])])
    for heading, rules in (("Spells and situations", book.effects), ("Features", book.features)):
        for rule in rules.values():
            kind = kind_of_rule(rule)
            told = kind == "encoded" and isinstance(rule, EffectRule) and bool(rule.adjudicated)
            found.setdefault(heading, Counter()).update([kind, *(["partly"] if told else [])])
    return found


def _templates(book: Rulebook) -> list[Template]:
    return [t for t in book.templates.values() if t.id.startswith("srd:")]


# ── as a document ───────────────────────────────────────────────────────────────────────────────────────────────────


def document() -> str:
    """The whole of docs/coverage.md."""
    return "\n".join([_HEAD, *(line for ruleset in RULESETS for line in _table(ruleset)), *_creatures(), *_not_yet()])


def not_yet(book: Rulebook) -> dict[str, list[str]]:
    """Feature → its flags that no code reads: it is known and shown, and nothing follows from it."""
    found = {rule.name.replace("_", " "): rule_flags.unread(rule.modifiers) for rule in book.features.values()}
    return {name: words for name, words in sorted(found.items()) if words}


def renamed() -> dict[str, str | None]:
    """Creature of 5.1 → what it is called in 5.2 where that differs; None: 5.2 has none. The old name finds it all the same."""
    older, newer = (catalog.rulebook(r).creatures for r in RULESETS)
    new = {_nameless(d): str(d["character"]["name"]) for key, d in newer.items() if key not in older}
    told = {str(d["character"]["name"]): new.get(_nameless(newer[key])) if key in newer else None for key, d in older.items()}
    return {name: called for name, called in told.items() if called or names.fold(name) not in newer}


def _nameless(document: Mapping[str, Any]) -> str:
    return json.dumps({**document, "character": {**document["character"], "name": ""}}, sort_keys=True)


def _creatures() -> Iterator[str]:
    found = renamed()
    yield "## Creatures\n"
    yield f"{len(catalog.rulebook().creatures)} stat blocks, each with the numbers of its ruleset: `create` with `template`, and `! NAME` in a map.\n"
    yield f"- Called otherwise in 5.2, and found there under both names: {', '.join(f'{k} ({v})' for k, v in found.items() if v)}."
    yield f"- Not in 5.2, and refused there: {', '.join(k for k, v in found.items() if not v)}."
    yield "- What moves or strikes by a rule of its own (webs, trampling, many attacks) is told to the game master when its turn or its hit comes."
    yield "- Left out: languages, the size Small of people, the Training of the 5.2 commoner, climbing on ceilings and walking in webs."
    yield ""


def _not_yet() -> Iterator[str]:
    yield "## Not yet\n"
    yield "Features that are known and shown, and whose words no code reads yet; whoever has one is told so.\n"
    yield "| Feature | What it would do | SRD |"
    yield "|---|---|---|"
    lists = {ruleset: not_yet(catalog.rulebook(ruleset)) for ruleset in RULESETS}
    for name in sorted({n for found in lists.values() for n in found}):
        words = dict.fromkeys(w for found in lists.values() for w in found.get(name, ()))
        told = ", ".join(w.replace("_", " ") for w in words)
        yield f"| {name} | {told} | {', '.join(r for r, found in lists.items() if name in found)} |"
    yield ""


def _table(ruleset: Ruleset) -> Iterator[str]:
    rows = coverage(catalog.rulebook(ruleset))
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
