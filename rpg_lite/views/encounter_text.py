"""An encounter as text and as data: its difficulty, its XP, the creatures and the characters."""

from typing import Any

from rpg_lite.messages.render_context import count, join_names
from rpg_lite.operations.campaign.encounter import EncounterResult
from rpg_lite.rules.book_search import rating
from rpg_lite.rules.encounter_generator import Kind
from rpg_lite.rules.rulebook import Rulebook

Json = dict[str, Any]


def as_text(told: EncounterResult, book: Rulebook) -> str:
    """The difficulty, the creatures, the XP and the limits."""
    table, found = book.encounters, told.found
    times = f" × {found.multiplier:g} for their number = {found.adjusted:,}" if found.multiplier != 1 else ""
    against = ", ".join(f"{name} {level}" for name, level in told.party)
    limits = ", ".join(f"{word} {limit:,}" for word, limit in zip(_limited(book), found.limits, strict=True))
    lines = [
        f"{found.word.capitalize()} for {against}: {join_names([_kind(kind, n) for kind, n in told.creatures.kinds])}.",
        f"{found.xp:,} XP{times}; {table.limits} of this party: {limits}. {found.xp_each:,} XP for each character.",
        *_asides(told, book),
    ]
    return " ".join(lines)


def _asides(told: EncounterResult, book: Rulebook) -> list[str]:
    unrated, companions = told.creatures.unrated, told.companions
    rows = (
        f"Without a CR, and not counted: {join_names(unrated)}." if unrated else "",
        f"Not counted with the party, and without a share: {join_names(companions)}." if companions else "",
        f"The same again: seed {told.seed}." if told.seed is not None else "",
        "" if book.encounters.printed else f"SRD {book.ruleset} does not print these thresholds and multipliers.",
    )
    return [row for row in rows if row]


def _limited(book: Rulebook) -> tuple[str, ...]:
    """The words of the limits: a difficulty begins at its threshold (the lowest has none), or ends at its budget (the highest has none)."""
    words = book.encounters.words
    return words[1:] if book.encounters.limits == "thresholds" else words[:-1]


def _kind(kind: Kind, n: int) -> str:
    is_rating = kind.name.casefold().startswith("cr ")
    rated = "" if is_rating or kind.cr is None else f"CR {rating(kind.cr)}, "
    return f"{count(kind.name, n)} ({rated}{kind.xp:,} XP{' each' if n > 1 else ''})"


def as_data(told: EncounterResult, book: Rulebook) -> Json:
    found = told.found
    numbers = {"xp": found.xp, "adjusted": found.adjusted, "multiplier": found.multiplier, "difficulty": found.word}
    seed = {"seed": told.seed} if told.seed is not None else {}
    unrated = {"unrated": list(told.creatures.unrated)} if told.creatures.unrated else {}
    return {
        "encounter": {**numbers, book.encounters.limits: list(found.limits), "xpEach": found.xp_each},
        "creatures": [{"name": kind.name, "count": n, "cr": kind.cr, "xp": kind.xp} for kind, n in told.creatures.kinds],
        "party": [{"name": name, "level": level} for name, level in told.party],
        **unrated,
        **seed,
    }
