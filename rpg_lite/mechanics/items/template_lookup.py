"""The template that a name means, with its base and its variant."""

from itertools import permutations

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import names, scroll_items
from rpg_lite.rules.rulebook import Pick, Rulebook

_NEAR_TEMPLATES = 5
SCROLL, SPELL_SCROLL = "scroll", "Spell Scroll"


def pick_of(name: str, base: str | None, variant: str | None, book: Rulebook) -> Pick | Rejected:
    """The template, base and variant of an item's name: given separately, or as parts of a full name, such as "Longsword" with "+1"."""
    pick = book.find(name)
    if pick is None:
        called, ruleset = book.templates_elsewhere.get(names.fold(name), ("", None))
        details = {"wanted": name, **({"called": called, "in": ruleset, "ruleset": book.ruleset} if ruleset else {})}
        return Rejected("template_unknown", "item", details, near=_like(name, book) or _of_the_kind(called, book))
    chosen = chosen_of(pick, base, variant, book)
    return chosen if isinstance(chosen, Pick) else _whole(name, base, variant, book) or chosen


def _like(name: str, book: Rulebook) -> tuple[str, ...]:
    """Names that may be meant; for a spell's scroll only scrolls of similar spells and the spell scroll, not items named like the spell."""
    if SCROLL in names.fold(name).split():
        called = scroll_items.spell_in(name)
        spells = filter(None, map(book.spell, names.nearest(called, book.spell_names, 2))) if called else ()
        return (*(f"{SPELL_SCROLL} of {spell.name}" for spell in spells), SPELL_SCROLL)
    return tuple(n for n in book.near(name, _NEAR_TEMPLATES) if names.is_like(name, n))


def _of_the_kind(called: str, book: Rulebook) -> tuple[str, ...]:
    """The names with the last word of a name that only another ruleset has: Fine Clothes for Common Clothes."""
    kind = names.fold(called).split()[-1:]
    return tuple(name for name in book.template_names if names.fold(name).split()[-1:] == kind) if kind else ()


def _whole(name: str, base: str | None, variant: str | None, book: Rulebook) -> Pick | None:
    parts = [part for part in (name, base, variant) if part]
    pick = next(filter(None, (book.find(" ".join(order)) for order in permutations(parts))), None) if len(parts) > 1 else None
    chosen = chosen_of(pick, None, None, book) if pick else None
    return chosen if isinstance(chosen, Pick) else None


def chosen_of(pick: Pick, base_name: str | None, variant_name: str | None, book: Rulebook) -> Pick | Rejected:
    """Complete the pick with base and variant if the template needs them; refuse an impossible choice and list the possible ones."""
    template = book.templates[pick.template]
    bases, told = book.bases_of(template), {"name": template.item.name}
    own = book.find_base(template, template.item.base) if template.item.base else None
    base, variant = pick.base, pick.variant
    if base_name:
        base = book.find_base(template, base_name)
    elif base is None:
        base = bases[0] if len(bases) == 1 else own
    if (bases or base_name) and not base:
        allowed = tuple(book.templates[b].item.name for b in bases)
        return Rejected("base_unfit" if base_name else "base_required", "base", told, _near(base_name, allowed), allowed)
    if variant_name:
        variant = book.find_variant(template, variant_name)
    if (template.variants or variant_name) and not variant:
        allowed = tuple(v.name for v in template.variants)
        return Rejected("variant_unknown" if variant_name else "variant_required", "variant", told, _near(variant_name, allowed), allowed)
    return Pick(pick.template, None if base == own else base, variant)


def _near(wanted: str | None, allowed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(names.nearest(wanted, allowed)) if wanted else ()
