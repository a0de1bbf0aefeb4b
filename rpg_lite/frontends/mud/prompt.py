"""The line at a terminal: the room's name, what was typed before, and the names of what is here at the press of Tab."""

from collections.abc import Iterable, Iterator
from typing import Final

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory

from rpg_lite.frontends import campaigns
from rpg_lite.frontends.console import Stop
from rpg_lite.frontends.mud.scene import Scene
from rpg_lite.frontends.mud.session import Session
from rpg_lite.frontends.mud.verbs import VERBS

YES: Final = ("y", "yes")


def typed(session: Session) -> Iterator[str]:
    """Lines until the player ends it: Ctrl-C clears a line, Ctrl-D ends."""
    terminal: PromptSession[str] = PromptSession(history=_history(), completer=Names(session), complete_while_typing=False)
    session.sure = lambda what: _sure(terminal, what)
    while not session.over:
        try:
            yield terminal.prompt(f"{session.scene().room}> ")
        except KeyboardInterrupt:
            continue
        except EOFError:
            return


def _sure(terminal: PromptSession[str], what: str) -> bool:
    try:
        return terminal.prompt(f"{what} Delete it for good? yes or no: ").strip().casefold() in YES
    except (KeyboardInterrupt, EOFError):
        return False


def _history() -> History:
    """Kept in the user's data folder; where that cannot be written, for this session alone."""
    try:
        file = campaigns.data_folder() / "play_history"
        file.touch()
    except (OSError, Stop):
        return InMemoryHistory()
    return FileHistory(str(file))


class Names(Completer):
    """Verbs first, then the names of what is here."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        for name, length in completions(document.text_before_cursor, self._session.scene()):
            yield Completion(name, start_position=-length)


def completions(text: str, scene: Scene) -> Iterator[tuple[str, int]]:
    """What the end of the line may become, with how many letters of it are typed already."""
    slash = text.lstrip().startswith("/")
    typed = text.lstrip().removeprefix("/")
    if " " not in typed:
        yield from ((verb, len(typed)) for verb in VERBS if verb.startswith(typed.casefold()) and (typed or not slash))
        return
    told = [*(n.name for n in (*scene.people, *scene.things, *scene.carried)), *scene.ways, *scene.beyond, *scene.members]
    for name in dict.fromkeys(told):
        for begun in _ends(typed.partition(" ")[2]):
            if name.casefold().startswith(begun.casefold()) and len(begun) < len(name):
                yield name, len(begun)
                break


def _ends(text: str) -> Iterator[str]:
    """The ends of the text that begin with a word, the longest first: "torch to el" may end in "to el" or "el"."""
    words = text.split(" ")
    yield from (" ".join(words[n:]) for n in range(len(words)))
