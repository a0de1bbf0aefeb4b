"""Turn a line into a call, a chore, or a sentence that suggests other words."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rpg_lite.mechanics.journal.journal_entries import LONGEST
from rpg_lite.mud import ground_verbs, natural_language
from rpg_lite.mud.casting_verbs import SMALL, act, offered, own_act
from rpg_lite.mud.combat_and_journal import TALK, say
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.line_tokenizer import Ambiguous, Ask, Chore, Malformed, Misformed, TooLong, Unheard, parts
from rpg_lite.mud.verbs import SHORT, VERBS, form
from rpg_lite.rules import names

COMMENT: Final = "#"
LONGEST_LINE: Final = LONGEST + 200
"""The most characters of a line: a text of the journal, and the words before it."""
_CALL: Final = re.compile(r"\s*/?call\s", re.IGNORECASE)
"""The beginning of a line whose values may be whole documents."""
OTHER_WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("shout", "whisper"), ("say", "@NAME TEXT")),
    **dict.fromkeys(("walk", "move", "enter", "sneak"), ("go",)),
    **dict.fromkeys(("thread", "threads"), ("journal", "history", "context")),
    **dict.fromkeys(("mcp", "mcps", "servers"), ("inventory all", "status, where a model plays")),
    **dict.fromkeys(("skills", "lore"), ("rules",)),
    "shoot": ("attack",),
    "don": ("equip",),
    "loot": ("take",),
    **dict.fromkeys(("status", "score", "stats", "hp", "health"), ("sheet", "party")),
    **dict.fromkeys(("turn", "dodge", "dash"), ("act", "acts")),
    "done": ("next",),
    "camp": ("rest",),
    **dict.fromkeys(("bye", "logout"), ("quit",)),
}
"""Words that people try, with the verbs that they may mean; `SHORT` has the words that are read as a verb."""
FORMS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("talk", "speak", "chat"), "talk to NAME, or @NAME and what you say"),
    **{word: f"{word} NAME, or @NAME and what you say" for word in ("ask", "greet", "question")},
    **{word: f"{word} THING, which examines it" for word in ("read", "inspect", "study")},
    **{word: f"{word} THING, which uses it" for word in ("drink", "eat", "light", "extinguish", "douse", "snuff")},
    **{word: f"{word} THING, which takes it out of use" for word in ("remove", "doff", "unwield", "sheathe", "stow")},
    **{word: f"{word} THING, which puts it into use" for word in ("draw",)},
    "throw": "throw THING at NAME",
    **{word: f"{word} NAME" for word in ("push", "shove", "trip", "kick", "punch", "grapple", "stabilize")},
}
"""Words that work with a name after them → the form of the line."""
FORCE: Final = " --force"
"""The end of a line whose command must be carried out even if the rules forbid it."""


def says(line: str) -> bool:
    """Return whether a line has content; a blank line or a comment has none."""
    return bool(line.strip()) and not line.strip().startswith(COMMENT)


def too_long(line: str) -> TooLong | None:
    """The sentence about a line that is longer than a text may be; None for any other line."""
    if len(line) <= LONGEST_LINE or _CALL.match(line):
        return None
    return TooLong(f"The line has {len(line):,} characters, and at most {LONGEST_LINE:,} fit; nothing was done.")


def parse(line: str, scene: Scene) -> Ask | Chore | str | None:
    """Parse a line; None if it has no content. A game master may take Unheard and Misformed as free text.

    >>> parse("/go north", Scene(gm=True))
    Ask(tool='manage_room', payload={'operation': 'go', 'direction': 'north'}, acts_as=None, also=None)
    >>> parse("loook", Scene())
    "There is no verb 'loook'; did you mean look, lookup? Type help to list the verbs."
    """
    if not says(line):
        return None
    if long := too_long(line):
        return long
    text = line.strip()
    if text.endswith(FORCE) and isinstance(asked := parse(text.removesuffix(FORCE), scene), Ask):
        return replace(asked, payload={**asked.payload, "force": True})
    if text.startswith(TALK):
        return _spoken(text, scene)
    if not text.startswith("/"):
        meant = ground_verbs.understood(text, scene) or natural_language.understood(text, scene)
        if isinstance(meant, Unheard | Misformed):
            return meant
        if meant:
            asked = _read(meant, scene)
            return Unheard(asked) if isinstance(asked, str) else asked
    return _read(text, scene)


def _read(text: str, scene: Scene) -> Ask | Chore | str | None:
    """Parse a line that begins with a verb or an act."""
    first, _, rest = text.removeprefix("/").strip().partition(" ")
    known, _, more = SHORT.get(first.casefold(), first.casefold()).partition(" ")
    try:
        if known not in VERBS or (VERBS[known].is_on_squares and not (scene.is_measured or scene.gm)):
            return offered(text.removeprefix("/"), scene) or _own_act(text.removeprefix("/"), scene) or _unknown(first, rest)
        return VERBS[known].call(f"{more} {rest}".strip(), scene)
    except Ambiguous as unclear:
        return str(unclear)
    except Malformed:
        return Misformed(f"Write it like this: {form(known)}")


def _spoken(text: str, scene: Scene) -> Ask | str:
    try:
        return say(text, scene)
    except Ambiguous as unclear:
        return str(unclear)


def _own_act(text: str, scene: Scene) -> Ask | None:
    """The act of a line that begins with the name of an act: "second wind", "shove at goblin", "shove goblin"."""
    own, after = own_act(text, scene)
    if not own or not after or after.partition(" ")[0].casefold() in SMALL:
        return act(text, scene) if own else None
    whom, *_ = parts(after, *SMALL)
    return act(f"{own} at {after}", scene) if isinstance(scene.find_target(whom), Named) else None


def _unknown(word: str, rest: str) -> str:
    if form_of := FORMS.get(word.casefold()):
        nothing = f"{rest.strip()!r} is nobody and nothing here or with the party. " if rest.strip() else ""
        return Unheard(f"{nothing}Write it like this: {form_of}.")
    if word.casefold() in VERBS and word.casefold() not in OTHER_WORDS:
        return Unheard(f"{word} is for fights in which places count, and none goes on here. Type help to list the verbs.")
    near = OTHER_WORDS.get(word.casefold()) or names.nearest(word, VERBS)
    meant = f"; did you mean {', '.join(near)}?" if near else "."
    return Unheard(f"There is no verb {word!r}{meant} Type help to list the verbs.")
