"""The words of a line that stand for creatures in place of their names: pronouns, plurals, numbers, and "the nearest"."""

import re
from collections.abc import Sequence
from typing import Final

from rpg_lite.mud.in_sight import Named, Scene, without_article
from rpg_lite.mud.line_tokenizer import NUMBERS
from rpg_lite.rules import names

_FIRST: Final = re.compile(r"^(?:the\s+)?(?:nearest|closest|next|first|any)\s+", re.IGNORECASE)
_COUNTED: Final = re.compile(rf"^(?:(?P<all>all|both|each|every)|(?P<n>\d|{'|'.join(NUMBERS)}))\s+(?:of\s+)?(?P<kind>.+)", re.IGNORECASE)
_EVERYBODY: Final = frozenset(("all", "them", "both", "everyone", "everybody"))
_FOES: Final = frozenset(("enemy", "enemie", "foe", "monster"))
"""The folded words for the other side, in the singular and the plural."""
_ONE: Final = frozenset(("him", "her", "it", "them"))


def several(wanted: str, scene: Scene, others: Sequence[Named]) -> list[Named]:
    """The creatures that the words mean together: "them", "all goblins", "both rats", "the rats", "two bandits"; nobody for the name of one
    creature. `others`: the side that a pronoun means.
    """
    key = names.fold(wanted)
    if key in _EVERYBODY:
        return list(others)
    counted = _COUNTED.match(wanted)
    if counted is None:
        is_many = names.is_plural(wanted) and not any(key == names.fold(n.name) for n in scene.people)
        return of_kind(wanted, scene) if is_many else []
    kind, most = counted["kind"], counted["n"]
    found = list(others) if names.fold(kind) in _EVERYBODY | {"u", "of them"} else of_kind(kind, scene)
    return found[: NUMBERS.get(most.casefold()) or int(most)] if most else found


def of_kind(kind: str, scene: Scene) -> list[Named]:
    """The standing creatures of the kind, without the party; "enemies" are those of the other side."""
    key = names.fold(without_article(kind))
    if key in _FOES:
        return scene.foes
    meant = {key, key.removesuffix("e"), re.sub("ve$", "f", key)}
    return [n for n in scene.people if n.stands and n.name not in scene.members and meant & n.keys]


def one_foe(wanted: str, scene: Scene) -> str:
    """The name to look for when somebody is attacked: the kind in "the nearest rat"; for a pronoun, "enemy" or no word at all, the id of
    the first of the other side, if it is all of one kind. Any other words stay.
    """
    words = _FIRST.sub("", wanted)
    key = names.fold(without_article(words))
    is_open = key in _ONE | _FOES | {"", "one"} and not any(key in n.keys for n in scene.people)
    kinds = {names.fold(names.without_number(n.name)) for n in scene.foes}
    return scene.foes[0].id if is_open and len(kinds) == 1 else words
