"""A game master with a model at the terminal where it was started: the prompt of `play`, and the story between the lines."""

import asyncio
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

from rpg_lite.cli import play, play_prompt

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

    from rpg_lite.agent.gm_agent import GM


async def main(gm: "GM") -> None:
    """Play until the player ends it: Ctrl-C clears a line, or gives up the model's turn; Ctrl-D ends."""
    gm.one_person = True  # whoever sits at this terminal: nothing is private
    session = gm.session()
    terminal = play_prompt.terminal_of(session)

    async def confirm(what: str) -> bool:
        return await _sure(terminal, what)

    gm.confirm = confirm
    play.show(gm.welcome())
    is_over = False
    while not is_over:
        try:
            line = await terminal.prompt_async(play_prompt.prompt_of(session))
        except KeyboardInterrupt:
            continue
        except EOFError:
            play.show(session.quit(()))
            return
        is_over = await _answer(gm, line)


async def _answer(gm: "GM", line: str) -> bool:
    """Show what the line brings, as it happens; return whether it ends the evening. Ctrl-C gives up the rest; what has been done stays."""
    turn, loop = asyncio.ensure_future(_show_all(gm, line)), asyncio.get_running_loop()
    with suppress(NotImplementedError):  # Windows knows no such handler; Ctrl-C ends the program there
        loop.add_signal_handler(signal.SIGINT, turn.cancel)
    try:
        return await turn
    except asyncio.CancelledError:
        play.show("Given up. What the calls did stands.")
        return False
    finally:
        with suppress(NotImplementedError):
            loop.remove_signal_handler(signal.SIGINT)


async def _show_all(gm: "GM", line: str) -> bool:
    is_over = False
    async for output in gm.process(line):
        is_over = is_over or "over" in output.details
        if output.is_told:
            play.show(output.text)
    return is_over


async def _sure(terminal: "PromptSession[str]", what: str) -> bool:
    try:
        answer = await terminal.prompt_async(play_prompt.question(what))
    except (KeyboardInterrupt, EOFError):
        return False
    return answer.strip().casefold() in play_prompt.YES
