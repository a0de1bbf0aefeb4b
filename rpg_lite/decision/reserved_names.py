"""Names that mean the party, the floor or the game master, and that nothing in the world may have."""

from rpg_lite.rules import names

PARTY = "party"
FLOOR = "floor"
GAME_MASTER = "gm"
"""The game master, as a speaker or listener outside the world."""
_MASTERS = frozenset({GAME_MASTER, "dm", "game master"})


def is_party(name: str | None) -> bool:
    return name is not None and names.fold(name) == PARTY


def is_reserved(name: str) -> bool:
    """Whether the word has a meaning of its own and so cannot be a name."""
    return is_party(name) or is_floor(name)


def is_master(name: str | None) -> bool:
    """Whether the word means the game master, who is not in the world."""
    return names.fold(name or "") in _MASTERS


def means_nobody(name: str) -> bool:
    """Whether no character may have the word as a name."""
    return is_reserved(name) or is_master(name)


def is_floor(name: str | None) -> bool:
    return name is not None and names.fold(name) in (FLOOR, "ground")
