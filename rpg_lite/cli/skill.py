"""rpg-lite skill: the instructions for game masters as a skill file, which chat programs load when somebody wants to play."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from rpg_lite.terminal.command_io import DONE, REFUSED, Stop, path, tell

Folder = Annotated[Path | None, Parameter(help="The folder of your skills, such as ~/.claude/skills; without it, the text is shown.")]


def skill(skills: Folder = None, /) -> int:
    """Show the skill for game masters, or write it as rpg-lite/SKILL.md into the folder of your skills.

    Example:  rpg-lite skill ~/.claude/skills
    """
    from rpg_lite.content.rulebook_files import folder

    text = (folder("data") / "skill" / "SKILL.md").read_text("utf-8")
    if skills is None:
        tell(text.rstrip())
        return DONE
    file = path(str(skills)) / "rpg-lite" / "SKILL.md"
    if file.exists() and file.read_text("utf-8", errors="replace") != text:
        raise Stop(REFUSED, f"{file} exists with other contents: move it away first.")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Stop(REFUSED, f"{file} cannot be written: {(error.strerror or 'no reason given').lower()}.") from error
    tell(f"Written to {file}.")
    return DONE
