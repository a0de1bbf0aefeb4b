"""The program, started by tests from a process that has imported it already: most of a start is importing, and the tests make hundreds of starts.

`warm` patches subprocess, so that `python -m rpg_lite …` becomes a fork of that process. The child is a real one of whoever started it, with
its own arguments, variables, folder and files; it runs `rpg_lite/__main__.py` and ends as Python ends. Whatever would change what an import
does is started from nothing, as is every other command.
"""

import ctypes
import gc
import json
import os
import runpy
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from inspect import signature
from threading import Lock
from typing import Any, Final

IMPORTED: Final = (
    "rpg_lite.cli.app",
    "rpg_lite.server.http_server",
    "rpg_lite.server.stdio",
    "rpg_lite.mud.session",
    "rpg_lite.agent.llm_agent",
)
READ_BY_IMPORTS: Final = ("PYTHON", "LC_", "LANG", "FASTMCP_", "OTEL_", "COVERAGE", "HYPOTHESIS_", "LD_", "PYDANTIC_", "LOGFIRE_")
"""The beginnings of variables that a module or the interpreter may read when it is loaded."""
PLAIN: Final = {
    "preexec_fn": (None,), "pass_fds": ((),), "shell": (False,), "gid": (None, -1), "gids": (None,), "uid": (None, -1), "umask": (-1,),
    "start_new_session": (False,), "process_group": (-1, None), "executable": (None,),
}  # fmt: skip
"""The parameters of a start that a fork does not carry out, with the values that ask for nothing."""
_ADOPTING: Final = 36
"""PR_SET_CHILD_SUBREAPER of Linux: orphans below this process become its children, so that it can wait for them."""
_LONGEST: Final = 1 << 20


class WarmProcess:
    """The process that has imported the program. It ends with whoever made it, because its socket ends then."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LONGEST)
        command = [sys.executable, "-m", "tests.warm_start", str(theirs.fileno())]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, cwd=_root())
        theirs.close()
        self._socket, self._lock = ours, Lock()

    def start(self, arguments: Sequence[str], folder: str, variables: Mapping[str, str], files: Sequence[int]) -> int:
        """The id of a new process, which is a child of this one."""
        asked = json.dumps({"arguments": arguments, "folder": folder, "variables": dict(variables)}).encode("utf-8", "surrogateescape")
        with self._lock, _adopting():
            socket.send_fds(self._socket, [asked], files)
            return int(self._socket.recv(32))

    def stop(self) -> None:
        self._socket.close()
        self._process.wait()


@contextmanager
def warm() -> Iterator[None]:
    """While this lasts, every start of the program is a fork where it can be one."""
    plain, names, made = subprocess.Popen._execute_child, list(signature(subprocess.Popen._execute_child).parameters)[1:], []  # type: ignore[attr-defined]

    @wraps(plain)
    def execute(self: Any, *values: Any) -> None:
        given = dict(zip(names, values, strict=True))
        variables = os.environ if given["env"] is None else given["env"]
        if not is_plain(given) or not is_of_the_program(given["args"]) or not is_alike(variables):
            plain(self, *values)
            return
        if not made:
            made.append(WarmProcess())
        pipes = [(given["p2cread"], 0), (given["c2pwrite"], 1), (given["errwrite"], 2)]
        files = [pipe if pipe != -1 else inherited for pipe, inherited in pipes]
        folder = os.fspath(given["cwd"] or os.getcwd())
        self.pid = made[0].start([*map(os.fspath, given["args"][3:])], folder, {**variables}, files)
        self._child_created = True
        self._close_pipe_fds(*(given[name] for name in ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")))

    subprocess.Popen._execute_child = execute  # type: ignore[attr-defined]
    try:
        yield
    finally:
        subprocess.Popen._execute_child = plain  # type: ignore[attr-defined]
        for process in made:
            process.stop()


def is_of_the_program(arguments: Any) -> bool:
    return isinstance(arguments, (list, tuple)) and [*arguments[:3]] == [sys.executable, "-m", "rpg_lite"]


def is_plain(given: Mapping[str, Any]) -> bool:
    """Only arguments, variables, a folder and the three files; and the folder is there."""
    folder = given["cwd"]
    return all(given.get(name, values[0]) in values for name, values in PLAIN.items()) and (folder is None or os.path.isdir(folder))


def is_alike(variables: Mapping[str, str]) -> bool:
    """Whether an import would do with them what it did."""

    def read(of: Mapping[str, str]) -> dict[str, str]:
        return {
            name: value
            for name, value in of.items()
            if name.startswith(READ_BY_IMPORTS) and name not in ("PYTHONPATH", "PYTEST_CURRENT_TEST")
        }

    return read(variables) == read(os.environ) and variables.get("PYTHONPATH", _root()).split(os.pathsep)[0] == _root()


def serve(listening: int) -> None:
    """Fork whenever it is asked for; only a child comes back, to be the program."""
    for module in IMPORTED:
        import_module(module)
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=listening) as asking:
        while True:
            asked, files, _, _ = socket.recv_fds(asking, _LONGEST, 3)
            if not asked:
                raise SystemExit(0)
            reading, writing = os.pipe()
            if between := os.fork():
                for file in files:
                    os.close(file)
                os.close(writing)
                os.waitpid(between, 0)  # its end makes the program a child of whoever adopts
                asking.send(os.read(reading, 32))
                os.close(reading)
            elif program := os.fork():
                os.write(writing, str(program).encode())
                os._exit(0)
            else:
                os.close(reading)
                os.close(writing)
                _become(json.loads(asked.decode("utf-8", "surrogateescape")), files)
                break
    runpy.run_module("rpg_lite", run_name="__main__", alter_sys=True)


def _become(asked: Mapping[str, Any], files: Sequence[int]) -> None:
    """Take over the files, the folder, the variables and the arguments, as a process has them when it starts."""
    for file, number in zip(files, (0, 1, 2), strict=True):
        os.dup2(file, number)
        os.close(file)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["variables"])
    sys.argv = ["rpg_lite", *asked["arguments"]]
    sys.orig_argv = [sys.executable, "-m", "rpg_lite", *asked["arguments"]]
    sys.path[0] = asked["folder"]
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", 1 if os.isatty(1) else -1, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", 1, encoding="utf-8", errors="backslashreplace", closefd=False)  # noqa: SIM115
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def _adopting() -> Iterator[None]:
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    prctl(_ADOPTING, 1, 0, 0, 0)
    try:
        yield
    finally:
        prctl(_ADOPTING, 0, 0, 0, 0)


def _root() -> str:
    return os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


if __name__ == "__main__":
    serve(int(sys.argv[1]))
