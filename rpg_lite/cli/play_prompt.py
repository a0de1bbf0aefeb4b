"""The prompt at a terminal: the room's name, the history of typed lines, and Tab to complete the names of things and people here."""

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, assert_never

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from rpg_lite.content import map_files
from rpg_lite.decision import reserved_names
from rpg_lite.game import Game
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.session import Session
from rpg_lite.mud.status_line import status_line
from rpg_lite.mud.verbs import SHORT, VERBS
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.server import campaign_from_options
from rpg_lite.terminal.command_io import Stop
from rpg_lite.vocabulary import ABILITIES, SKILLS, SLOT_WORDS

YES: Final = ("y", "yes")
Kind = Literal[
    "people", "things", "carried", "members", "ways", "items", "creatures", "heroes", "adventures", "verbs", "rolls", "slots", "kinds",
    "spells", "acts", "classes",
]  # fmt: skip
OFFERS: Final[Mapping[str, tuple[Kind, ...]]] = {
    "take": ("things", "people"),
    **dict.fromkeys(("drop", "give", "equip", "unequip", "attune", "unattune", "identify"), ("carried",)),
    **dict.fromkeys(("go", "route", "join", "portal"), ("ways",)),
    **dict.fromkeys(("open", "close", "lock", "unlock"), ("ways", "things", "carried")),
    **dict.fromkeys(("attack", "fight", "sheet"), ("people",)),
    "use": ("carried", "acts"),
    "act": ("acts",),
    **dict.fromkeys(("cast", "prepare"), ("spells",)),
    **dict.fromkeys(("acts", "spells", "as"), ("members",)),
    "level": ("classes",),
    "adventure": ("adventures",),
    "grant": ("items",),
    "spawn": ("creatures",),
    "hero": ("heroes",),
    "help": ("verbs",),
    **dict.fromkeys(("check", "save"), ("rolls",)),
    "rest": ("kinds",),
    **dict.fromkeys(("inventory", "exits", "who", "rooms", "map", "next", "end", "undo", "quit", "leave"), ()),
}
"""The names that follow each verb; a verb that is not listed takes everything in sight."""
BEHIND: Final[Mapping[str, tuple[Kind, ...]]] = {
    **dict.fromkeys(("to", "on", "at", "by"), ("people", "members")),
    "from": ("things", "people"),
    "with": ("carried",),
    "in": ("things", "carried", "slots"),
}
"""The names that follow a word in the middle of a line."""


def read_lines(session: Session) -> Iterator[str]:
    """Yield lines until the player ends the session: Ctrl-C clears a line, Ctrl-D ends."""
    terminal = terminal_of(session)
    session.sure = lambda what: _sure(terminal, what)
    while not session.over:
        try:
            yield terminal.prompt(prompt_of(session))
        except KeyboardInterrupt:
            continue
        except EOFError:
            print(session.quit(()))
            return


def terminal_of(session: Session) -> "PromptSession[str]":
    """The prompt with its history, its completion and the status of the campaign below it."""
    terminal: PromptSession[str] = PromptSession(
        history=_history(),
        completer=Names(session),
        complete_while_typing=False,
        bottom_toolbar=lambda: wrapped_status(session.game, terminal.output.get_size().columns),
    )
    return terminal


def prompt_of(session: Session) -> str:
    """The words before a line: the room, or a question mark while the program waits for an answer."""
    return "? " if session.is_asked else f"{session.scene().room}> "


def question(what: str) -> str:
    """The question before something is deleted for good."""
    return f"{what} Delete it for good? yes or no: "


def wrapped_status(game: Game, wide: int) -> str:
    """The line at the bottom, on as many lines as the terminal needs."""
    return "\n".join(textwrap.wrap(status_line(game), wide, break_long_words=False, break_on_hyphens=False))


def _sure(terminal: PromptSession[str], what: str) -> bool:
    try:
        return terminal.prompt(question(what)).strip().casefold() in YES
    except (KeyboardInterrupt, EOFError):
        return False


def _history() -> History:
    """Return a history in the user's data folder, or only for this session if that folder cannot be written."""
    try:
        file = campaign_from_options.data_folder() / "play_history"
        file.touch()
    except (OSError, Stop):
        return InMemoryHistory()
    return FileHistory(str(file))


class Names(Completer):
    """Complete verbs first, then the names of things and people here."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        for name, length in completions(document.text_before_cursor, self._session.scene(), self._session.game.book):
            yield Completion(name, start_position=-length)


def completions(text: str, scene: Scene, book: Rulebook) -> Iterator[tuple[str, int]]:
    """Yield the completions of the line, each with the number of its letters that the player has already typed."""
    slash = text.lstrip().startswith("/")
    typed = text.lstrip().removeprefix("/")
    if " " not in typed:
        yield from ((verb, len(typed)) for verb in VERBS if verb.startswith(typed.casefold()) and (typed or not slash))
        return
    verb, _, rest = typed.partition(" ")
    for name in dict.fromkeys(_offer_names(verb.casefold(), rest, scene, book)):
        for begun in _ends(rest):
            if name.casefold().startswith(begun.casefold()) and len(begun) < len(name):
                yield name, len(begun)
                break


def _offer_names(verb: str, rest: str, scene: Scene, book: Rulebook) -> Iterator[str]:
    """Yield the names that can follow this verb, or that can follow a later word such as "to"."""
    whole = SHORT.get(verb, verb).partition(" ")[0]
    last = next((w for w in reversed(rest.casefold().split(" ")[:-1]) if w in BEHIND), None)
    for kind in BEHIND[last] if last else OFFERS.get(whole, ("people", "things", "carried", "ways")):
        yield from _names_of(kind, scene, book)


def _names_of(kind: Kind, scene: Scene, book: Rulebook) -> Iterable[str]:
    match kind:
        case "people" | "things" | "carried":
            return (n.name for n in getattr(scene, kind))
        case "members":
            return (*scene.members, reserved_names.PARTY)
        case "ways":
            return (*scene.ways, *scene.beyond)
        case "items":
            return book.template_names
        case "creatures":
            return (document["character"]["name"] for document in book.creatures.values())
        case "heroes":
            return (*book.classes, *book.races)
        case "adventures":
            return map_files.list_adventures()
        case "verbs":
            return VERBS
        case "rolls":
            return (*SKILLS, *ABILITIES)
        case "slots":
            return (*SLOT_WORDS, *book.slots)
        case "spells":
            return book.spell_names
        case "acts":
            return scene.acts
        case "classes":
            return book.classes
        case "kinds":
            return ("short", "long")
    assert_never(kind)


def _ends(text: str) -> Iterator[str]:
    """Yield the endings of the text that start at a word, the longest first: "torch to el" may end in "to el" or "el"."""
    words = text.split(" ")
    yield from (" ".join(words[n:]) for n in range(len(words)))
