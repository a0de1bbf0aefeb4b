"""Other words for the kinds of exits: an "iron door" is a door, a "hidden door" a secret door."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rpg_lite.rules import names
from rpg_lite.vocabulary import EXIT_KINDS, ExitKind

_HIDDEN: Final = frozenset(("secret", "hidden", "concealed"))
_ALSO: Final[tuple[tuple[ExitKind, tuple[str, ...]], ...]] = (
    ("door", ("trapdoor", "gate", "hatch")),
    ("stairs", ("staircase", "stairway", "steps")),
    ("ladder", ("shaft", "well", "chute", "pit", "hole", "chimney", "rope")),
    ("passage", ("road", "path", "trail", "street", "corridor", "hallway", "tunnel", "archway", "bridge", "way")),
)
_KINDS: Final[Mapping[str, ExitKind]] = MappingProxyType(
    {names.fold(kind.replace("_", " ")): kind for kind in EXIT_KINDS} | {names.fold(word): kind for kind, also in _ALSO for word in also}
)


@dataclass(frozen=True, slots=True)
class NamedKind:
    """`look`: the words, if they say more than the kind. `hidden`: whether they say that the exit is hidden."""

    kind: ExitKind
    look: str = ""
    hidden: bool = False


def with_article(kind: str, state: str = "") -> str:
    """The kind in words, after its article; stairs take none.

    >>> with_article("secret_door"), with_article("door", "open"), with_article("stairs", "open"), with_article("stairs")
    ('a secret door', 'an open door', 'open stairs', 'stairs')
    """
    words = f"{state} {kind}".replace("_", " ").strip()
    return words if kind == "stairs" else f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def find_kind(said: str) -> NamedKind | None:
    """The kind that the last words name, or None.

    >>> find_kind("Iron Door"), find_kind("secret door").kind, find_kind("hidden oak door").kind, find_kind("teapot")
    (NamedKind(kind='door', look='Iron Door', hidden=False), 'secret_door', 'secret_door', None)
    >>> find_kind("hidden passage")
    NamedKind(kind='passage', look='', hidden=True)
    """
    words = said.replace("_", " ").split()
    rest = [word for word in words if word.casefold() not in _HIDDEN]
    hidden = len(rest) < len(words)
    key = names.fold(" ".join(rest))
    kind = next((_KINDS[name] for name in sorted(_KINDS, key=len, reverse=True) if key == name or key.endswith(f" {name}")), None)
    if kind is None:
        return None
    look = "" if key == names.fold(kind.replace("_", " ")) else " ".join(rest)
    return NamedKind("secret_door" if hidden and kind == "door" else kind, look, hidden)
