"""Short names of rooms, for drawings: a room's own number, or else a letter."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from string import ascii_lowercase, ascii_uppercase
from typing import Final

from rpg_lite.world.world_model import Thing

HERE: Final = "@"
_NUMBERED: Final = re.compile(r"(\D{1,200}?)\s?(\d{1,4})(?!\d)")


def labels(rooms: Sequence[Thing], here: str = "") -> Mapping[str, str]:
    """Map each room id to a unique label: a number that is already in use gets a letter.

    >>> rooms = [Thing(f"r1.{n}", "room", name, None) for n, name in enumerate(("Hall", "Room 3", "Room 3 of Bat"))]
    >>> sorted(labels(rooms).items())
    [('r1.0', 'H'), ('r1.1', '3'), ('r1.2', '3a')]
    """
    found = {here: HERE} if here else {}
    taken = set[str]()
    for room in rooms:
        own = _own_number(room.name)
        if own and room.id not in found:
            found[room.id] = next(label for label in chain([own], (own + word for word in _words(ascii_lowercase))) if label not in taken)
            taken.add(found[room.id])
    for room in rooms:
        if room.id not in found:
            found[room.id] = next(label for label in _letters(room.name) if label not in taken)
            taken.add(found[room.id])
    return found


def _own_number(name: str) -> str | None:
    """ "9" for "Room 9", "P2" for "Passage 2": the first number in the name."""
    numbered = _NUMBERED.match(name)
    if numbered is None:
        return None
    word, number = numbered.group(1).strip(), numbered.group(2)
    first = next((letter for letter in word.upper() if letter in ascii_uppercase), None)
    return number if word.casefold() == "room" else f"{first}{number}" if first else None


def _letters(name: str) -> Iterator[str]:
    """Yield the letters of the name, then all letters, then pairs and triples of them."""
    own = (letter for letter in name.upper() if letter in ascii_uppercase)
    return chain(own, _words(ascii_uppercase))


def _words(alphabet: str) -> Iterator[str]:
    return ("".join(letters) for n in (1, 2, 3) for letters in product(alphabet, repeat=n))
