"""Turn a line into a call, a chore, or a sentence that suggests other words."""

from dataclasses import replace
from typing import Final

from rpg_lite.mud.acting import offered
from rpg_lite.mud.fights_and_telling import TALK, say
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.verbs import SHORT, VERBS, form
from rpg_lite.mud.words import Ambiguous, Ask, Chore, Malformed, Misformed, Unheard
from rpg_lite.rules import names

COMMENT: Final = "#"
FORCE: Final = " --force"
"""The end of a line for a command that goes through even if the rules forbid it."""


def says(line: str) -> bool:
    """Whether a line has content; a blank line or a comment has none."""
    return bool(line.strip()) and not line.strip().startswith(COMMENT)


def parse(line: str, scene: Scene) -> Ask | Chore | str | None:
    """Parse a line; None if it has no content. Unheard or Misformed: what a game master may take as free text.

    >>> parse("/go north", Scene(gm=True))
    Ask(tool='manage_room', payload={'operation': 'go', 'direction': 'north'}, acts_as=None, also=None)
    >>> parse("loook", Scene())
    "There is no verb 'loook'; did you mean look, lookup? Type help to list the verbs."
    """
    if not says(line):
        return None
    text = line.strip()
    if text.endswith(FORCE) and isinstance(asked := parse(text.removesuffix(FORCE), scene), Ask):
        return replace(asked, payload={**asked.payload, "force": True})
    if text.startswith(TALK):
        return say(text, scene)
    first, _, rest = text.removeprefix("/").strip().partition(" ")
    known, _, more = SHORT.get(first.casefold(), first.casefold()).partition(" ")
    try:
        if known not in VERBS:
            return offered(text.removeprefix("/"), scene) or _unknown(first)
        return VERBS[known].call(f"{more} {rest}".strip(), scene)
    except Ambiguous as unclear:
        return str(unclear)
    except Malformed:
        return Misformed(f"Write it like this: {form(known)}")


def _unknown(word: str) -> str:
    near = names.nearest(word, VERBS)
    meant = f"; did you mean {', '.join(near)}?" if near else "."
    return Unheard(f"There is no verb {word!r}{meant} Type help to list the verbs.")
