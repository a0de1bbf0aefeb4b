"""Predicates: the conditions under which a modifier counts, and the test of these conditions."""

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from typing import Final

PREDICATES: Final = frozenset(
    "no_armor no_shield wearing_armor wearing_shield no_heavy_armor held worn carried attuned can_move mounted fear_source_visible "
    "one_weapon_at_most only_monk_weapons".split()
)
_PREFIXES: Final = ("race:", "class:", "alignment:", "proficient:", "active:", "size:")


@lru_cache(maxsize=4096)
def parse_predicate(text: str) -> tuple[bool, frozenset[str]]:
    """(whether it is negated, the set of words of which one must be true). A prefix applies to all parts joined by `|`:
    class:cleric|paladin.
    """
    negated = text.startswith("not ")
    words = text.removeprefix("not ").strip()
    prefix = next((p for p in _PREFIXES if words.startswith(p)), "")
    return negated, frozenset(prefix + w.removeprefix(prefix) for w in words.split("|"))


def unknown_words(predicates: Iterable[str], own: Iterable[str], conditions: Collection[str] | None) -> list[str]:
    """The words of these predicates that can never be true; `own` holds the toggles that the thing itself declares.

    `conditions`: the conditions of the rulebook; None allows every word.
    """
    if conditions is None:
        return []
    known = {*PREDICATES, *conditions, *own}
    used = {w for p in predicates for w in parse_predicate(p)[1]}
    return sorted(w for w in used if w not in known and not w.startswith(_PREFIXES) and ">=" not in w)


def holds(predicates: Sequence[str], facts: frozenset[str] | set[str]) -> bool:
    """Whether all predicates are true for a creature with these `facts`."""
    for text in predicates:
        negated, words = parse_predicate(text)
        if negated != words.isdisjoint(facts):
            return False
    return True
