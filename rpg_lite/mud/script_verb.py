"""The verb run: run house rules that are scripts, both those in use and those of skills. Apart because the sandbox loads only when a script
runs.
"""

from collections.abc import Callable, Sequence

from rpg_lite.decision.outcome import Rejected
from rpg_lite.game import Game
from rpg_lite.messages import refusal_formatting
from rpg_lite.mud.line_tokenizer import Unheard
from rpg_lite.scripts import promoted

YES = "--yes"
"""The end of a line that needs no question."""


def run(game: Game, words: Sequence[str], days: int, sure: Callable[[str], bool] | None) -> str:
    """Return the script's output, or the reason why it does not run. A script of a skill is shown first, and kept if the player agrees.

    `days`: the days for which a script without an end runs; `sure`: a function that asks the player.
    """
    script = " ".join(word for word in words if word != YES)
    found = promoted.source(game, script, days)
    if isinstance(found, Rejected) and found.code == "qualified_unknown" and (text := promoted.of_skill(game, script)) is not None:
        question = f"{promoted.name_of(script)} is a script of a skill, and has never run in this campaign:\n{text.rstrip()}"
        if not (sure(f"{question}\nKeep and run it?") if sure else YES in words):
            return f"{question}\n{'It was not kept.' if sure else f'To keep and run it, type: run {script} {YES}'}"
        kept = promoted.keep(game, script, text)
        if not kept["ok"]:
            return str(kept["text"])
        found = text
    if isinstance(found, Rejected):
        told = f"Refused: {refusal_formatting.sentence(found)}. Nothing was changed."
        return Unheard(told) if found.code == "qualified_unknown" else told
    return _printed(game, script, found)


def _printed(game: Game, script: str, source: str) -> str:
    try:
        from rpg_lite.scripts import script_sandbox
    except ImportError:
        return promoted.without_sandbox()
    printed: list[str] = []
    fault = script_sandbox.run_named(source, game, promoted.name_of(script), lambda stream, text: printed.append(text))
    return "\n".join(filter(None, ("".join(printed).rstrip(), fault))) or f"{promoted.name_of(script)} has run."
