"""A bag in the room or with the party, and the member of the party who carries it."""

import re
from collections.abc import Iterable
from typing import Final

from rpg_lite.mud.exploration import Fields, here, is_here
from rpg_lite.mud.in_sight import Scene, without_article
from rpg_lite.mud.line_tokenizer import Ambiguous
from rpg_lite.rules import names

_OWNED: Final = re.compile(r"(?P<who>.+?)(?:['’]s|(?<=s)['’]) (?P<what>.+)", re.IGNORECASE)
"""A thing and whose it is."""


def bag_near(wanted: str, scene: Scene, line: str, field: str = "bag") -> tuple[str, Fields]:
    """Return (the member of the party who carries the bag, or "", the fields of the bag); "Brenna's backpack" is the one that she carries.

    `line`: the line to type, for the question which of several bags is meant.
    """
    carriers = dict(scene.packs)
    owner, what = _owned(wanted, carriers)
    if owner:
        return owner, here(field, what, scene, carriers[owner])
    near = (*scene.things, *scene.carried)
    if scene.me or is_here(wanted, scene, near):
        return "", here(field, wanted, scene, near)
    have = [who for who, pack in scene.packs if is_here(wanted, scene, pack)]
    if len(have) > 1:
        lines = (line.format(f"{who}'s {without_article(wanted)}") for who in have)
        raise Ambiguous(f"Which one? {', '.join(lines)}.")
    return (have[0], here(field, wanted, scene, carriers[have[0]])) if have else ("", here(field, wanted, scene, near))


def _owned(wanted: str, carriers: Iterable[str]) -> tuple[str, str]:
    """Split "Brenna's backpack" into the member of the party and the name of the thing; ("", the text) for any other name."""
    found = _OWNED.fullmatch(wanted)
    if found is None:
        return "", wanted
    of = names.fold(found["who"])
    return next(((who, found["what"]) for who in carriers if of in (names.fold(who), *names.fold(who).split())), ("", wanted))
