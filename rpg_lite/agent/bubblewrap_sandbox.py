"""Run the game master in a sandbox of bubblewrap: it can read the program and write the campaign's folder, and sees nothing else of the
machine.
"""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rpg_lite.server.agent_settings import Sandbox
from rpg_lite.terminal.command_io import MISUSED, REFUSED, Stop, say

INSIDE: Final = "INSIDE_RPG_LITE_SANDBOX"
"""The environment variable of a process in the sandbox; not a setting."""
PASSED_ON: Final = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OLLAMA_BASE_URL", "TELNET_PORT", "XDG_DATA_HOME", "LANG", "TZ", "NO_COLOR")
"""The variables that the sandbox passes on, in addition to those of rpg-lite and those that the settings name."""
INSTALL: Final = "install bubblewrap (bwrap) and allow user namespaces, or start without --sandbox"
_PACKAGE: Final = Path(__file__).parents[2]
"""The folder of this program, which is the one that runs inside as well."""
_NO_RIGHTS: Final = ("--cap-drop", "ALL")
"""Root keeps its capabilities without it, and could mount the program's folder anew to write there."""
_PATH: Final = "/usr/bin:/bin"
"""The folders of programs inside."""
_WAIT: Final = 10


@dataclass(frozen=True, slots=True)
class SandboxStatus:
    """Whether this process is isolated, and if not, the reason."""

    is_isolated: bool
    why: str = ""

    def shown(self) -> dict[str, Any]:
        return {"isolated": self.is_isolated, "pid": os.getpid(), "why": self.why}


def is_inside() -> bool:
    """Return whether this process runs in the sandbox."""
    return bool(os.environ.get(INSIDE))


def status(settings: Sandbox) -> SandboxStatus:
    """Return the state of this process."""
    if is_inside():
        return SandboxStatus(True, f"network {settings.network}")
    return SandboxStatus(False, "sandbox.mode is off" if settings.mode == "off" else hindrance() or "not entered")


def hindrance() -> str:
    """Return the reason why this machine has no sandbox; empty if it has one."""
    if not (bwrap := shutil.which("bwrap")):
        return "there is no program bwrap"
    try:
        done = subprocess.run(
            [bwrap, "--unshare-all", *_NO_RIGHTS, "--ro-bind", "/", "/", "true"], capture_output=True, text=True, timeout=_WAIT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not run: {type(error).__name__}"
    return "" if done.returncode == 0 else f"bwrap does not run: {(done.stderr.splitlines() or ['no reason given'])[-1]}"


def refuse_ports(settings: Sandbox, who: str) -> None:
    """Refuse from now on to open a port in a sandbox without a network, where nobody could reach it; the refusal is a Stop. `who`: the
    words about what opens it.
    """
    if not is_inside() or settings.network == "all":
        return

    def heard(event: str, words: tuple[Any, ...]) -> None:
        if event == "socket.bind" and isinstance(words[1], tuple):  # a path of a Unix socket is a file, which is bounded as such
            raise Stop(MISUSED, f'{who} opens a port, and sandbox.network is none, so nobody could reach it: set sandbox.network = "all".')

    sys.addaudithook(heard)


def require(settings: Sandbox) -> str:
    """Return what hinders a sandbox that the settings merely prefer; empty if nothing does. Raises Stop if they require one."""
    why = hindrance() if settings.mode != "off" else ""
    if why and settings.mode == "require":
        raise Stop(REFUSED, f"sandbox: {why}; {INSTALL}.")
    return why


def enter(settings: Sandbox, words: Sequence[str], reads: Sequence[Path], writes: Sequence[Path], variables: Sequence[str] = ()) -> None:
    """Restart the program in the sandbox. This function returns only if there is no sandbox and the settings merely prefer one.

    `words`: the command line after the program; `reads`, `writes`: its files and folders; `variables`: those that it reads, such as the
    tokens of servers. Raises Stop if a sandbox is required and missing.
    """
    if settings.mode == "off" or is_inside():
        return
    if why := require(settings):
        say(f"rpg-lite: no sandbox: {why}.")
        return
    command = argv(settings, words, reads, (*writes, *settings.write))
    limit = settings.memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    sys.stdout.flush()
    os.execve(command[0], command, environment(variables))


def argv(settings: Sandbox, words: Sequence[str], reads: Sequence[Path], writes: Sequence[Path]) -> list[str]:
    """Return the command line of bubblewrap. Anything not named here does not exist in the sandbox. No variable is named: a command line
    is read by every process of the machine, and bubblewrap is a process inside, so it starts with the `environment` itself.

    The folders where the program starts and where the user is at home exist, though empty, so that each path means the same inside.
    """
    bwrap = shutil.which("bwrap") or "bwrap"
    net = ["--share-net"] if settings.network == "all" else []
    made = [bwrap, "--unshare-all", *net, "--unshare-user", "--die-with-parent", "--new-session", *_NO_RIGHTS]
    made += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for place in _system(settings):
        made += ["--ro-bind", str(place), str(place)]
    for name in ("bin", "lib", "lib64", "sbin"):
        link = Path("/", name)
        if link.is_symlink():
            made += ["--symlink", f"usr/{name}", f"/{name}"]
        elif link.is_dir():
            made += ["--ro-bind", str(link), str(link)]
    for place in reads:
        made += ["--ro-bind", str(place.absolute()), str(place.absolute())]
    for place in writes:
        made += ["--bind", str(place.absolute()), str(place.absolute())]
    for place in (Path.home(), Path.cwd()):
        made += ["--dir", str(place)]
    return [*made, "--chdir", str(Path.cwd()), sys.executable, "-m", "rpg_lite", *words]


def missing_inside(settings: Sandbox, command: Sequence[str], reads: Sequence[Path], writes: Sequence[Path]) -> str:
    """Return the word of a server's command line that names a program or a file outside the sandbox; empty if there is none."""
    program, *words = command
    found = shutil.which(program, path=_PATH)
    if found is None and os.sep not in program:
        return program
    places = [os.path.abspath(place) for place in (*_system(settings), *reads, *writes, *settings.write)]
    for word in (program, *(word for word in words if Path(word).exists())):
        place = os.path.abspath(found if found and word == program else word)
        if not (_is_within(place, places) and _is_within(os.path.realpath(place), [*places, *map(os.path.realpath, places)])):
            return word
    return ""


def _is_within(file: str, places: Iterable[str]) -> bool:
    """Whether the file is one of these, or in a folder of these."""
    return any(Path(file).is_relative_to(place) for place in places)


def _system(settings: Sandbox) -> Iterator[Path]:
    """Yield the program and the libraries that it needs; with a network, also the files for resolving addresses."""
    found = [Path("/usr"), Path(sys.base_prefix), Path(sys.prefix), _PACKAGE]
    if settings.network == "all":
        found += [Path("/etc/resolv.conf"), Path("/etc/hosts"), Path("/etc/ssl")]
    yield from dict.fromkeys(place for place in found if place.exists())


def environment(variables: Sequence[str] = ()) -> dict[str, str]:
    """Return the variables of the sandbox: those of rpg-lite and of the models, and these."""
    named = {*PASSED_ON, *variables}
    ours = {name: value for name, value in os.environ.items() if name in named or name.startswith("RPG_LITE_")}
    own = {INSIDE: "1", "PATH": _PATH, "HOME": str(Path.home()), "PYTHONPATH": str(_PACKAGE), "PYTHONDONTWRITEBYTECODE": "1"}
    return {**ours, **own}
