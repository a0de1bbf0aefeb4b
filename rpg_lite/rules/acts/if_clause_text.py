"""The words of `if` as clauses: "not target:undead|construct" is "unless undead or construct". A clause without a subject
is about the target. `if_needs_text` has the same words as things that a refusal says are missing.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.vocabulary import SIZES

_COMPARED: Final = re.compile(r"(?P<left>\{[^{}]+\}|[a-z_]+)(?P<sign><=|>=|<|>|=)(?P<right>.+)")
_WITHSTOOD: Final = re.compile(r"not (?:laid|laid_by_self|condition|target):(?P<name>.+): withstood")
_PLAIN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "target:Kraken": "a kraken", "critical": "the hit is critical", "nat20": "the d20 shows 20", "advantage": "it has advantage", "disadvantage": "it has disadvantage",
        "marked_0": "the marked creature is at 0 HP", "grappled_by_self": "grappled by it", "sunlight": "in sunlight",
        "ally_near": "an ally of it is within 5 ft of the target", "underwater": "under water", "sees": "it sees it", "sees_user": "the target sees it", "half_cover": "there is half cover",
        "three_quarters_cover": "there is three-quarters cover", "total_cover": "there is total cover", "bloodied": "bloodied",
        "slot>=their_slot": "the slot is at least as high as theirs", "in_form": "in another form", "unwilling": "unwilling",
        "fighting": "in a fight", "in_fight": "in a fight",
        "own_turn": "in its own turn", "itself": "it is the one that acts", "stormy": "in a storm", "concentrating": "concentrating", "healed_other": "it healed somebody else",
        "harmed": "it was harmed", "drops": "it drops to 0 HP", "dead": "dead", "free_hand": "it has a free hand", "spent_slot": "it has spent a slot",
        "after_short_rest": "after a short rest", "surprised": "surprised", "named:heal": "a creature to heal is named",
        "grapples_no_other": "it grapples nobody else", "first_attack": "it has not attacked yet in its turn", "hp<=0": "at 0 HP", "hp>=1": "it has hit points", "hp>0": "it has hit points",
        "missing_hp>=1": "it is hurt", "hits>=1": "it hits", "taken>=1": "it takes damage", "hp<=half": "at half its HP or less",
        "target:self": "itself", "self:bloodied": "it is bloodied",
        "target:other_than_grappler": "the target does not grapple it", "immune:sleep": "magic cannot put the target to sleep",
        "immune:falling": "the target cannot fall", 
    }
)  # fmt: skip
_STATES: Final = frozenset(
    "blinded charmed deafened frightened grappled incapacitated invisible paralyzed petrified poisoned prone restrained stunned unconscious".split()
)
_AMOUNTS: Final[Mapping[str, str]] = MappingProxyType(
    {"hp": "at {} HP", "cr": "of CR {}", "int": "of INT {}", "taken": "{} damage is taken",
     "hits": "{} attacks hit", "level": "its level is {}", "moved": "it has moved {} ft straight", "slot": "cast at level {}"}
)  # fmt: skip
_SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {"<=": "{} or less", ">=": "{} or more", "<": "less than {}", ">": "more than {}", "=": "{}"}
)


_STATED: Final = ("after ", "in ", "under water", "cast at ", "with a weapon")
"""The beginnings of clauses that need no "if"."""
HURT: Final = "missing_hp>=1"
"""The condition of healing that goes without saying."""


def clauses_text(words: Sequence[str]) -> str:
    """Conditions of which all must hold: "if …" and "unless …".

    >>> clauses_text(["condition:prone", "not target:undead|construct"]), clauses_text(["hp<=100"])
    ('if prone, unless undead or construct', 'if at 100 HP or less')
    """
    needed = [alternatives_text(w) for w in words if not w.startswith("not ") and w != HURT]
    barred = [alternatives_text(w.removeprefix("not ")) for w in words if w.startswith("not ")]
    stated = " and ".join(needed)
    told = ([stated if stated.startswith(_STATED) else f"if {stated}"] if needed else []) + (
        [f"unless {' or '.join(barred)}"] if barred else []
    )
    return ", ".join(told)


def needs_text(words: Sequence[str]) -> str:
    """The needs of an act: "only if …"."""
    told = clauses_text(words)
    return told if told.startswith("unless ") else f"only {told}"


def is_for_the_untried(words: Sequence[str]) -> bool:
    """Whether the only condition is that the target has not withstood the act before, which the steps tell themselves."""
    return len(words) == 1 and _WITHSTOOD.fullmatch(words[0]) is not None


def alternatives_text(word: str) -> str:
    """The alternatives of one entry, joined by "or".

    >>> alternatives_text("target:fiend|undead"), alternatives_text("self:rage"), alternatives_text("moved>=20"), alternatives_text("size<=self+1")
    ('fiend or undead', 'rage is active', 'it has moved 20 ft or more straight', 'at most one size larger')
    """
    head, _, _ = word.partition(":")
    parts = word.split("|")
    whole = (
        [parts[0], *(p if ":" in p or p in _PLAIN or _COMPARED.fullmatch(p) else f"{head}:{p}" for p in parts[1:])]
        if ":" in parts[0]
        else parts
    )
    if all(p.startswith("damaged_by:") for p in whole):
        return f"{' or '.join(p.partition(':')[2] for p in whole)} damaged it since its last turn"
    told = [_clause(p.strip()) for p in whole]
    return " or ".join([told[0], *(_without_repeat(t, told[0]) for t in told[1:])])


def _without_repeat(clause: str, first: str) -> str:
    start = next((s for s in ("the damage is ", "it wears ", "immune to ") if clause.startswith(s) and first.startswith(s)), "")
    return clause.removeprefix(start)


def _clause(word: str) -> str:
    if word in _PLAIN:
        return _PLAIN[word]
    if found := _COMPARED.fullmatch(word):
        return _comparison(found["left"], found["sign"], found["right"])
    head, colon, rest = word.partition(":")
    if not colon:
        return _kind(word)
    return _OF_HEADS.get(head, _kind)(rest.strip())


def _comparison(left: str, sign: str, right: str) -> str:
    if left == "size":
        return _of_size(sign, right)
    counted = _SIGNS[sign].format(right)
    if left.startswith("{class:"):
        return f"at {left.strip('{}').removeprefix('class:')} level {counted.replace(' or more', ' or higher')}"
    if left.startswith("{resource:") and (sign, right) in (("<", "1"), ("<=", "0")):
        return f"no {left.strip('{}').removeprefix('resource:')} is left"
    if left == "cr" and right.startswith("{table:"):
        return f"of at most the {right}"
    if left == "moved":
        return f"it has moved {right} ft or more straight"
    if left == "slot":
        return f"cast at level {right} or {'higher' if '>' in sign else 'lower'}"
    return _AMOUNTS[left].format(counted).replace(" or less HP", " HP or less") if left in _AMOUNTS else f"{left} is {counted}"


def _of_size(sign: str, size: str) -> str:
    if size.startswith("self"):
        more = "one size larger" if size.endswith("+1") else "its size"
        return f"at {'most' if sign == '<=' else 'least'} {more}"
    assert size in SIZES
    return f"{size} or {'smaller' if sign == '<=' else 'larger'}"


def _kind(word: str) -> str:
    """A type of creature, a tag or a state; an effect by its name."""
    return word if word in _STATES or word in CREATURE_TYPES or word in _TAGS else f"under {_effect(word)}"


_TAGS: Final = frozenset(("shapechanger", "elf", "demon"))


def _effect(name: str) -> str:
    """The name of an effect, with its state in parentheses: "Commune (asked twice)"."""
    of, _, state = name.partition(": ")
    return f"{of} ({state})" if state else of


def _of_self(rest: str) -> str:
    of, _, state = rest.partition(": ")
    if rest in _STATES:
        return f"it is {rest}"
    return f"{of} has been used" if state == "used" else f"{_effect(rest)} is active"


def _laid(rest: str) -> str:
    of, _, state = rest.partition(": ")
    return f"it withstood {of} before" if state == "withstood" else f"{_effect(rest)} is on it"


def _of_room(rest: str) -> str:
    act, _, most = rest.rpartition(":")
    return f"it holds fewer than {most} by {act}"


def _of_attack(kind: str) -> str:
    return "with a weapon" if kind == "weapon" else f"the attack is {kind.replace('_', ' ')}"


_OF_HEADS: Final = MappingProxyType(
    {
        "target": _kind, "condition": _kind, "self": _of_self, "laid": _laid, "laid_by_self": _laid,
        "type": "the damage is {}".format, "choice": "{} is chosen".format,
        "list": "it is a {} spell".format, "wearing": "it wears {}".format, "carries": "it carries {}".format, "weapon": "with {}".format, "attack": _of_attack,
        "immune": "immune to {}".format, "room_for": _of_room,
    }
)  # fmt: skip
