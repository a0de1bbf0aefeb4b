"""Names that mean the party, the floor or the game master, and that nothing in the world may bear."""

from rpg_lite.rules import names

PARTY = "party"
FLOOR = "floor"
GAME_MASTER = "gm"
"""The speaker outside the world, and the listener outside it."""
_MASTERS = frozenset({GAME_MASTER, "dm", "game master"})


def is_party(name: str | None) -> bool:
    return name is not None and names.fold(name) == PARTY


def is_reserved(name: str) -> bool:
    """Words that mean something as a name of their own."""
    return is_party(name) or is_floor(name)


def is_master(name: str | None) -> bool:
    """Whether the game master is meant, who is nobody in the world."""
    return names.fold(name or "") in _MASTERS


def means_nobody(name: str) -> bool:
    """Words that no character may bear."""
    return is_reserved(name) or is_master(name)


def is_floor(name: str | None) -> bool:
    return name is not None and names.fold(name) in (FLOOR, "ground")
