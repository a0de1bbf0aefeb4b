"""The words of `if` and `needs` in plain words, for refusals: "{resource:wild shape}<=0" is "no wild shape left"."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from rpg_lite.rules.acts.words import CREATURE_TYPES

_COMPARED: Final = re.compile(r"(\{[^{}]+\}|[a-z_]+)(<=|>=|<|>|=)(.+)", re.ASCII)
_BRACES: Final = re.compile(r"\{(?:class:|resource:|table:)?([^{}]*)\}")
_PLAIN: Final[Mapping[str, str]] = {
    "critical": "a critical hit", "nat20": "a natural 20", "advantage": "advantage on the roll", "disadvantage": "disadvantage on the roll",
    "marked_0": "a marked creature at 0 hit points", "grappled_by_self": "a creature that it grapples", "grapples_no_other": "a grip that holds nobody else", "first_attack": "a turn in which it has not attacked yet", "ally_near": "an ally near the target",
    "in_form": "a form other than its own", "concentrating": "concentration on a spell", "harmed": "damage to the target", "drops": "a target that drops to 0 hit points",
    "healed_other": "healing of somebody else", "spent_slot": "a spent spell slot", "bloodied": "half of its hit points or fewer", "self:bloodied": "half of its own hit points or fewer",
    "self:prone": "that it is prone", "self:grappled": "that it is grappled", "dead": "a dead target", "named:heal": "a creature that the choice heal names", "surprised": "the first round against a target that the fight surprised", "free_hand": "a free hand", "sees": "a target that it sees", "sees_user": "a target that sees it", "slot>=their_slot": "a slot as high as theirs",
    "hp<=half": "half of its hit points or fewer", "hp<=0": "0 hit points", "hp>0": "at least 1 hit point", "moved<=0": "that it has not moved",
    "missing_hp>=1": "a missing hit point", "hits>=1": "a hit", "slot<1": "a cantrip", "slot<=0": "a cantrip", "slot>=1": "a spell with a slot",
}  # fmt: skip
_KINDS: Final[Mapping[str, Callable[[str], str]]] = {
    "self": lambda what: f"the effect {what}", "condition": lambda what: f"a target under {what}", "list": lambda what: f"a {what} spell",
    "laid_by_self": lambda what: f"the effect {what} of its own",
    "room_for": lambda what: "room for one more, because it holds {} at most by {}".format(*reversed(what.rsplit(":", 1))),
    "choice": lambda what: f"the choice {what}", "type": lambda what: f"{what} damage", "damaged_by": lambda what: f"{what} damage before",
    "attack": lambda what: f"an attack by {what}", "weapon": lambda what: f"a {what} weapon", "immune": lambda what: f"immunity to {what}",
}  # fmt: skip
"""Head of a word → the words for the condition; alternatives are joined by "or"."""
_WORN: Final = ("light", "medium", "heavy")
_SIGNS: Final[Mapping[str, str]] = {"<=": "at most", ">=": "at least", "<": "fewer than", ">": "more than", "=": "exactly"}
_COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "size": ("size ", ""), "level": ("level ", ""), "cr": ("challenge rating ", ""), "hits": ("", " hits"), "moved": ("", " feet of movement"),
    "taken": ("", " points of damage"), "hp": ("", " hit points"), "missing_hp": ("", " missing hit points"),
}  # fmt: skip
"""Number → the words before and after it."""


def say(word: str) -> str:
    """The condition that the entry asks for, as in "needs …".

    >>> say("{resource:wild shape}<=0"), say("not wearing:light|wearing:medium"), say("slot<=5")
    ('no wild shape left', 'no light or medium armor', 'a spell of level 5 at most')
    >>> say("self:rage"), say("not self:heard by the deity"), say("target:fiend|undead"), say("not target:undead|construct")
    ('the effect rage', 'no effect heard by the deity', 'a target that is fiend or undead', 'a target that is not undead or construct')
    >>> say("not target:self"), say("not target:Bardic Inspiration")
    ('a target other than itself', 'a target without Bardic Inspiration')
    >>> say("list:druid"), say("advantage|ally_near"), say("size>=large"), say("type:fire|type:cold")
    ('a druid spell', 'advantage on the roll or an ally near the target', 'size at least large', 'fire or cold damage')
    """
    if word in _PLAIN:
        return _PLAIN[word]
    is_not = word.startswith("not ")
    first, *rest = (part.strip() for part in word.removeprefix("not ").split("|"))
    head, colon, what = first.partition(":")
    if first.startswith("{") or not colon or (head not in _KINDS and head not in ("target", "wearing", "carries")):
        told = " or ".join(_say_one(part) for part in (first, *rest))
        return f"not {told}" if is_not else told
    whole = " or ".join(part.removeprefix(f"{head}:").replace("_", " ") for part in (what, *rest))
    if head == "target" and what == "self":
        return "a target other than itself" if is_not else "itself as the target"
    if head == "target" and what.split(" ")[0] not in CREATURE_TYPES:
        return f"a target {'without' if is_not else 'with'} {whole}"
    if head == "target":
        return f"a target that is {'not ' if is_not else ''}{whole}"
    if head == "carries":
        return f"{'no ' if is_not else ''}{whole} at hand"
    if head == "wearing":
        armor = " armor" if what in _WORN else ""
        return f"{'no' if is_not else 'a' if not armor else ''} {whole}{armor}".strip()
    told = _KINDS[head](whole)
    return f"no {told.removeprefix('a ').removeprefix('the ')}" if is_not else told


def _say_one(word: str) -> str:
    if word in _PLAIN:
        return _PLAIN[word]
    if compared := _COMPARED.fullmatch(word):
        return _say_comparison(compared[1], compared[2], _BRACES.sub(r"\1", compared[3]))
    if word.startswith(CREATURE_TYPES):
        return f"a target that is {word}"
    return word.replace("_", " ")


def _say_comparison(what: str, sign: str, number: str) -> str:
    amount = f"{_SIGNS[sign]} {number}"
    if what.startswith("{"):
        of = _BRACES.sub(r"\1", what)
        if what.startswith("{class:"):
            return f"{of} level {number}" if sign == ">=" else f"{amount} levels of {of}"
        return f"no {of} left" if (sign, number) in (("<=", "0"), ("<", "1")) else f"{amount} of {of} left"
    if what == "slot":
        level = {"<=": f"{number} at most", ">=": f"{number} or higher", "=": number}.get(sign, amount)
        return f"a {'slot' if sign == '>=' else 'spell'} of level {level}"
    before, after = _COUNTED.get(what, (f"{what.upper()} ", ""))
    return f"{before}{amount}{after}"
