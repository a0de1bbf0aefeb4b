"""How long an effect lasts, what ends it, when a trigger plays and what an act uses up, in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.vocabulary import ABILITIES

_SPANS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn_start:source": "until the start of its next turn",
        "turn_end:source": "until the end of its next turn",
        "turn_start:target": "until the start of the target's next turn",
        "turn_end:target": "until the end of the target's next turn",
        "this_turn": "this turn",
        "until_dispelled": "until dispelled",
        "permanent": "",
        "short_rest": "until a short rest",
        "long_rest": "until a long rest",
        "dawn": "until dawn",
        "dusk": "until dusk",
    }
)
_NO_CONCENTRATION: Final = " no_concentration"


def span_text(span: str | None) -> str:
    """A duration in words; empty if nothing but an event ends it.

    >>> span_text("1 minute"), span_text("turn_end:source"), span_text("8 hours no_concentration"), span_text("permanent")
    ('for 1 minute', 'until the end of its next turn', 'for 8 hours without concentration', '')
    """
    if span is None:
        return ""
    if span.endswith(_NO_CONCENTRATION):
        return f"{span_text(span.removesuffix(_NO_CONCENTRATION))} without concentration"
    told = _SPANS.get(span)
    return f"for {span}" if told is None else told


def lasts_text(span: str | None) -> str:
    """A duration as a list of an act's numbers has it.

    >>> lasts_text("1 minute"), lasts_text("until_dispelled"), lasts_text("permanent")
    ('1 minute', 'until dispelled', 'forever')
    """
    return "forever" if span == "permanent" else span_text(span).removeprefix("for ")


def act_span_text(span: str, concentration: bool) -> str:
    """The duration of an act.

    >>> act_span_text("1 minute", True), act_span_text("permanent", True), act_span_text("8 hours", False)
    ('concentration up to 1 minute', 'concentration', '8 hours')
    """
    if not concentration:
        return lasts_text(span)
    return "concentration" if span == "permanent" else f"concentration up to {lasts_text(span)}"


# ── ends ────────────────────────────────────────────────────────────────────────────────────────────────────────────

_ENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "damage": "when damaged", "attack": "when it attacks", "attack_or_cast": "when it attacks or casts", "acted": "when it acts",
        "attacked": "when attacked", "attacked:beside": "when another creature within 5 ft is attacked", "check": "after one check", "save": "after one save", "action:none": "by an action (act Break Free)", "leave": "on leaving",
        "travels": "for every 5 ft moved there",
        "source_0": "when the source drops", "idle_turn": "after a turn without attack or damage", "armor": "on donning armor",
        "used": "once used", "curse": "by lifting curses", "disease": "by curing diseases", "dispel": "when dispelled",
        "harmed_by:source": "when the source or its companions harm it", "rest": "on a rest", "deals_damage": "when it deals damage", "found": "when found",
        "healed": "when healed", "unextended_turn": "after a turn that does not extend it", "incapacitated": "when incapacitated",
        "source_incapacitated": "when the source is incapacitated", "attacked_by:source": "when the source attacks it",
        "attacked_by:other": "when somebody else attacks it", "apart": "when apart", "bearer_0": "at 0 HP", "source_dead": "when the source dies",
    }
)  # fmt: skip
_CHECK: Final = re.compile(r"action:(?P<name>[a-z_]+):(?P<dc>.+)")
_EDGES: Final[Mapping[str, str]] = MappingProxyType(
    {"turn_end": "at each turn's end", "turn_start": "at each turn's start", "damage": "when damaged", "harmed_by_source": "when the source or its companions damage it", "harmed_by_others": "when others damage it"}
)  # fmt: skip
_GRAPPLES: Final = ("athletics", "acrobatics")


def ends_text(ends: Sequence[str]) -> str:
    """The events that end an effect; empty without any.

    >>> ends_text(["action:athletics:13", "action:acrobatics:13"]), ends_text(["save:turn_end"]), ends_text(["source_0", "range:60"])
    ('escape DC 13', "save at each turn's end", 'ends when the source drops or beyond 60 ft')
    >>> ends_text(["action:str:15"]), ends_text(["damage", "action:none"])
    ('escape DC 15 (Break Free: STR)', 'ends when damaged or by an action (act Break Free)')
    """
    checks = [found for word in ends if (found := _CHECK.fullmatch(word)) and found["name"] != "none"]
    saves = [word for word in ends if word.startswith("save:")]
    others = [_end(word) for word in ends if word not in saves and not (_CHECK.fullmatch(word) and word != "action:none")]
    told = [*_escapes([(c["name"], c["dc"]) for c in checks]), *_saves(saves)]
    return "; ".join([*told, *([f"ends {' or '.join(others)}"] if others else [])])


def _escapes(checks: Sequence[tuple[str, str]]) -> Iterator[str]:
    of: dict[str, list[str]] = {}
    for name, dc in checks:
        of.setdefault(dc, []).append(name)
    for dc, found in of.items():
        by = "" if tuple(found) == _GRAPPLES else f" (Break Free: {' or '.join(map(skill_text, found))})"
        number, _, mode = (dc, "", "") if dc.startswith("{") else dc.partition(":")
        against = "against its DC" if number in ("dc", "{dc}") else f"DC {number}"
        yield f"escape {against}{f' at {mode}' if mode else ''}{by}"


def _saves(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        _, edge, *how = word.split(":")
        ability = "".join(f"{h.upper()} " for h in how if h in ABILITIES)
        mode = "".join(f" with {h}" for h in how if h not in ABILITIES)
        yield f"{ability}save{mode} {_EDGES[edge]}"


def _end(word: str) -> str:
    return (
        f"beyond {word.removeprefix('range:')} ft"
        if word.startswith("range:")
        else _ENDS.get(word, word.replace("_", " ").replace(":", " "))
    )


def skill_text(name: str) -> str:
    """A skill, an ability or a tool as a card writes it.

    >>> skill_text("str"), skill_text("sleight_of_hand"), skill_text("spell")
    ('STR', 'Sleight of Hand', 'casting ability')
    """
    if name in ABILITIES:
        return name.upper()
    return "casting ability" if name == "spell" else name.replace("_", " ").title().replace(" Of ", " of ")


# ── moments ─────────────────────────────────────────────────────────────────────────────────────────────────────────

_MOMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "turn_start": "at the start of each turn", "turn_end": "at the end of each turn", "enter": "on entering", "leave": "on leaving",
        "hit": "on a hit", "hit_by": "when hit", "miss": "on a miss", "attacked": "when attacked", "damaged": "when damaged", "to_0": "at 0 HP",
        "kill": "on a kill", "save_failed": "on a failed save", "cast": "on casting", "fall": "on falling", "initiative": "on initiative",
        "moved": "on moving", "dawn": "at dawn", "short_rest": "on a short rest", "long_rest": "on a long rest", "searched": "when searched",
        "prone": "when it falls prone", "healed_by_spell": "when a spell heals it",
        "hurt_inside": "at the end of a turn in which those inside it damaged it", "hurt_in_turn": "at the end of a turn in which it was damaged",
    }
)  # fmt: skip


def moment_text(on: str, by: str | None = None, every: str | None = None) -> str:
    """The moment at which a trigger plays.

    >>> moment_text("turn_start", "source"), moment_text("hit_by"), moment_text("time", every="10 minutes")
    ("at the start of each of the source's turns", 'when hit', 'every 10 minutes')
    """
    if every:
        return f"every {every}"
    if by == "source" and on in ("turn_start", "turn_end"):
        return f"{_MOMENTS[on].removesuffix('each turn')}each of the source's turns"
    return f"{_MOMENTS.get(on, on.replace('_', ' '))}{' by the source' if by == 'source' else ''}"


_OCCASIONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hit": "when hit", "hit:melee": "when hit in melee", "hit:ranged": "when hit from afar", "hit:unarmed_attack": "on an unarmed hit",
        "hit:ranged_weapon_attack": "when hit by a ranged weapon attack", "hit:melee_weapon_attack": "on a hit with a melee weapon",
        "hit:melee_weapon|unarmed": "on a hit with a melee weapon or an unarmed strike", "miss:melee": "on a melee miss",
        "damaged": "when damaged", "damaged:attack": "when an attack damages it", "cast": "when a spell is cast",
        "cast:components": "when a spell with components is cast", "cast:alone": "when a spell targets it alone",
        "cast:alone_by_another": "when another creature casts a spell at it alone", "save_failed": "on a failed save", "check": "on a check",
        "check_failed": "on a failed check", "miss": "on a miss", "save": "on a save", "attacked": "when attacked", "to_0": "at 0 HP",
        "fall": "on a fall", "leaves_reach": "when a creature leaves its reach", "initiative": "on initiative", "deflected": "when it deflects",
    }
)  # fmt: skip


def occasions_text(when: Iterable[str]) -> str:
    """The events that a reaction answers.

    >>> occasions_text(["hit:melee"]), occasions_text(["cast:Magic Missile", "save_failed:dex"]), occasions_text(["subjected:fire|cold"])
    ('when hit in melee', 'when Magic Missile is cast or on a failed save against DEX', 'when subjected to fire or cold')
    """
    return " or ".join(dict.fromkeys(map(_occasion, when)))


def _occasion(word: str) -> str:
    head, _, rest = word.partition(":")
    if word in _OCCASIONS or not rest:
        return _OCCASIONS.get(word, word.replace("_", " "))
    of = rest.replace("|", " or ")
    if head == "cast":
        return f"when {of} is cast"
    if head == "subjected":
        return f"when subjected to {of}"
    return f"{_OCCASIONS.get(head, head)} against {of.upper() if of in ABILITIES else of}"


# ── prices ──────────────────────────────────────────────────────────────────────────────────────────────────────────

_COSTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "attack": "one attack of an action",
        "bonus": "bonus action",
        "legendary": "legendary action",
        "free": "no action",
        "half_move": "half of the speed",
    }
)


def cost_text(cost: str) -> str:
    """The cost of an act in words.

    >>> cost_text("bonus"), cost_text("10 minutes")
    ('bonus action', '10 minutes')
    """
    return _COSTS.get(cost, cost)


_RECHARGE: Final[Mapping[str, str]] = MappingProxyType({"2": "2-6", "3": "3-6", "4": "4-6", "5": "5-6", "6": "6"})
_PERIODS: Final[Mapping[str, str]] = MappingProxyType(
    {"day": "/day", "dawn": "/dawn", "dusk": "/dusk", "short_rest": "/short rest", "long_rest": "/long rest", "never": " ever"}
)


def spend_text(spend: str) -> str:
    """A price of an act; empty for one legendary action and for a spell's own slot.

    >>> spend_text("recharge:5"), spend_text("uses:3:day"), spend_text("charges:1-3"), spend_text("resource:ki:2"), spend_text("legendary:2")
    ('recharge 5-6', '3/day', '1-3 charges', '2 ki', '2 actions')
    """
    head, _, rest = spend.partition(":")
    first, _, more = rest.partition(":")
    match head:
        case "recharge":
            return f"{'shared ' if more else ''}recharge {_RECHARGE[first]}"
        case "uses":
            return uses_text(first, more)
        case "charges":
            return f"{first} charge{'' if first == '1' else 's'}"
        case "legendary":
            return "" if first == "1" else f"{first} actions"
        case "resource":
            return f"{more} {first}" if more else first.replace("_", " ")
        case "hit_die":
            return f"{first or 'a'} hit {'dice' if first and first != '1' else 'die'}"
        case "pact":
            return "a pact slot"
    return "" if head == "slot" else spend.replace(":", " ")


def uses_text(count: str, back: str) -> str:
    """Uses and the time at which they come back.

    >>> uses_text("3", "day"), uses_text("2", "never"), uses_text("1", "1d12_hours"), uses_text("50", "never:{their_slot}")
    ('3/day', '2 ever', '1 every 1d12 hours', '50 ever, {their_slot} each time')
    """
    period, _, each = back.partition(":")
    told = count + (_PERIODS.get(period) or f" every {period.replace('_', ' ')}")
    return f"{told}, {each} each time" if each else told
