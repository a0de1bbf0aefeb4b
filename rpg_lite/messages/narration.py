"""Sentences about a narration that contradicts the campaign."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.messages.render_context import join_names, many

Details = Mapping[str, Any]
LONGEST_SENTENCE: Final = 90
MOST_NAMED: Final = 3


def disagreement(sentence: str, what: str, details: Details) -> str:
    """The sentence of the narration, the fact that it contradicts, and the call that shows the fact.

    >>> disagreement("Thorin has 12 hit points.", "hp", {"who": [{"name": "Thorin", "is": 20}], "said": 12})
    '"Thorin has 12 hit points." does not agree: Thorin has 20 hit points, not 12 (read_campaign character).'
    """
    short = sentence if len(sentence) <= LONGEST_SENTENCE else f"{sentence[: LONGEST_SENTENCE - 1]}…"
    fact, call = FACTS[what]
    return f'"{short}" does not agree: {fact(details)} ({call}).'


def mark(facts: Sequence[str]) -> str:
    """The beginning of a story in the record that contradicts the campaign, with the facts that its readers may know.

    >>> mark(["Thorin has 20 hit points, not 12"]), mark([])
    ('[Not so in the campaign: Thorin has 20 hit points, not 12.]', '[Not all of this is so in the campaign.]')
    """
    return f"[Not so in the campaign: {'; '.join(facts)}.]" if facts else "[Not all of this is so in the campaign.]"


def fact(what: str, details: Details) -> str:
    """The fact that a narration contradicts, as a clause."""
    return FACTS[what][0](details)


def _each(say: Callable[[Details], str]) -> Callable[[Details], str]:
    """Make a function that says the same about each creature that may be meant."""

    def fact(details: Details) -> str:
        who: Sequence[Details] = details["who"]
        more = f" and {len(who) - MOST_NAMED} more" if len(who) > MOST_NAMED else ""
        return join_names([say({**details, **one}) for one in who[:MOST_NAMED]]) + more

    return fact


def _state(d: Details) -> str:
    at = "" if d["hp"] is None else f" at {many(d['hp'], 'hit point')}"
    return f"{d['name']} is {d['is']}{at}"


def _thing(d: Details) -> str:
    others = f"; {join_names(d['others'])} {'has' if len(d['others']) == 1 else 'have'} it" if d["others"] else ""
    said = "" if d["said"] is None else f", not {d['said']}"
    return f"{d['name']} has {d['is'] or 'no'} {_several(d['thing']) if d['is'] > 1 else d['thing']}{said}{others}"


def _several(thing: str) -> str:
    """
    >>> _several("potion of healing"), _several("torch"), _several("torches")
    ('potions of healing', 'torches', 'torches')
    """
    head, of, rest = thing.partition(" of ")
    ending = "" if head.endswith("s") else "es" if head.endswith(("ch", "sh", "x")) else "s"
    return f"{head}{ending}{of}{rest}"


FACTS: Final[Mapping[str, tuple[Callable[[Details], str], str]]] = MappingProxyType(
    {
        "hp": (_each(lambda d: f"{d['name']} has {many(d['is'], 'hit point')}, not {d['said']}"), "read_campaign character"),
        "hp_max": (_each(lambda d: f"the hit point maximum of {d['name']} is {d['is']}, not {d['said']}"), "read_campaign character"),
        "full": (_each(lambda d: f"{d['name']} has {d['is']} of {many(d['most'], 'hit point')}"), "read_campaign character"),
        "ac": (_each(lambda d: f"the armor class of {d['name']} is {d['is']}, not {d['said']}"), "read_campaign character"),
        "amount": (lambda d: f"no roll and no change of the last {many(d['commits'], 'commit')} is {d['said']}", "read_campaign history"),
        "xp": (lambda d: f"no award of the last {many(d['commits'], 'commit')} is {d['said']} XP", "read_campaign history"),
        "uses": (
            _each(lambda d: f"{d['name']} has {many(d['is'], 'use')} of {d['what']} left, not {d['said']}"),
            "read_campaign character",
        ),
        "state": (_each(_state), "read_campaign character"),
        "place": (_each(lambda d: f"{d['name']} is in {d['is']}, not in {d['said']}"), "read_campaign who"),
        "coins": (_each(lambda d: f"{d['name']} has {d['is']}, not {d['said']}"), "manage_inventory view"),
        "thing": (_each(_thing), "manage_inventory view"),
        "in_use": (_each(lambda d: f"{d['name']} carries the {d['thing']} but does not use it"), "manage_inventory view"),
    }
)
"""The kind of a fact → its sentence, and the call that shows it."""
