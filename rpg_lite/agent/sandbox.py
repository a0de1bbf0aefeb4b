"""The game master in a sandbox of bubblewrap: it reads the program, writes the campaign's folder, and sees nothing else of the machine."""

import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rpg_lite.server.agent_settings import Sandbox
from rpg_lite.terminal.command_io import REFUSED, Stop, say

INSIDE: Final = "INSIDE_RPG_LITE_SANDBOX"
"""The environment variable of a process in the sandbox; not a setting."""
PASSED_ON: Final = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OLLAMA_BASE_URL", "TELNET_PORT", "LANG", "TZ", "NO_COLOR")
"""The variables that the sandbox passes on, beside those of rpg-lite."""
INSTALL: Final = "install bubblewrap (bwrap) and allow user namespaces, or start without --sandbox"
_WAIT: Final = 10


@dataclass(frozen=True, slots=True)
class SandboxStatus:
    """Whether this process is isolated, and why not."""

    is_isolated: bool
    why: str = ""

    def shown(self) -> dict[str, Any]:
        return {"isolated": self.is_isolated, "pid": os.getpid(), "why": self.why}


def status(settings: Sandbox) -> SandboxStatus:
    """The state of this process."""
    if os.environ.get(INSIDE):
        return SandboxStatus(True, f"network {settings.network}")
    return SandboxStatus(False, "sandbox.mode is off" if settings.mode == "off" else hindrance() or "not entered")


def hindrance() -> str:
    """The reason why this machine has no sandbox; empty if it has one."""
    if not (bwrap := shutil.which("bwrap")):
        return "there is no program bwrap"
    try:
        done = subprocess.run(
            [bwrap, "--unshare-all", "--ro-bind", "/", "/", "true"], capture_output=True, text=True, timeout=_WAIT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bwrap does not run: {type(error).__name__}"
    return "" if done.returncode == 0 else f"bwrap does not run: {(done.stderr.splitlines() or ['no reason given'])[-1]}"


def enter(settings: Sandbox, words: Sequence[str], reads: Sequence[Path], writes: Sequence[Path]) -> None:
    """Start the program anew in the sandbox, and never return; return where there is none and the settings only prefer one.

    `words`: the command line after the program; `reads`, `writes`: its files and folders. Raises Stop where a sandbox is required and missing.
    """
    if settings.mode == "off" or os.environ.get(INSIDE):
        return
    if why := hindrance():
        if settings.mode == "require":
            raise Stop(REFUSED, f"sandbox: {why}; {INSTALL}.")
        say(f"rpg-lite: no sandbox: {why}.")
        return
    command = argv(settings, words, reads, (*writes, *settings.write))
    limit = settings.memory_mb * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    sys.stdout.flush()
    os.execv(command[0], command)


def argv(settings: Sandbox, words: Sequence[str], reads: Sequence[Path], writes: Sequence[Path]) -> list[str]:
    """The command line of bubblewrap. What is not named here is not there."""
    bwrap = shutil.which("bwrap") or "bwrap"
    net = ["--share-net"] if settings.network == "all" else []
    made = [bwrap, "--unshare-all", *net, "--unshare-user", "--die-with-parent", "--new-session", "--clearenv"]
    made += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
    for name, value in _environment().items():
        made += ["--setenv", name, value]
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
    return [*made, "--chdir", str(writes[0].absolute()), sys.executable, "-m", "rpg_lite", *words]


def _system(settings: Sandbox) -> Iterator[Path]:
    """The program and what it runs on; with a network also what finds addresses."""
    package = Path(__file__).parents[2]
    found = [Path("/usr"), Path(sys.base_prefix), Path(sys.prefix), package]
    if settings.network == "all":
        found += [Path("/etc/resolv.conf"), Path("/etc/hosts"), Path("/etc/ssl")]
    yield from dict.fromkeys(place for place in found if place.exists())


def _environment() -> dict[str, str]:
    ours = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("RPG_LITE_")}
    return {**ours, INSIDE: "1", "PATH": "/usr/bin:/bin", "HOME": "/tmp", "PYTHONDONTWRITEBYTECODE": "1"}
