"""Every command that a page, an example, a help text or a message shows is one that a reader can type: it parses, and what it names is there."""

import ast
import importlib.util
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from cyclopts import App, CycloptsError

from rpg_lite.cli.app import COMMANDS, app
from tests.rows import each_row

pytestmark = pytest.mark.slow
ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [
    ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md")),
]  # fmt: skip
BLOCK: Final = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE: Final = re.compile(r"`((?:\w+=\S+ )*(?:rpg-lite|make|python -m|pytest) [^`\n]+)`")
EXAMPLE: Final = re.compile(r"Examples?:\s+((?:.*rpg-lite .*\n?)+)")
TARGET: Final = re.compile(r"^([a-z-]+):", re.MULTILINE)
OF_OTHERS: Final = frozenset("cat createdb curl docker git mkdir npx pip pipx uv uvx".split())
"""Programs of others; tests/gates/test_install_lines.py reads what is installed."""
SHELL: Final = frozenset((">", ">>", "|", "&&", "<"))
PROSE: Final = frozenset(("campaign", "database", "items", "map", "content"))
"""Words after the name of the program that may speak of the program instead: "rpg-lite campaign"."""


def lines(text: str) -> Iterator[str]:
    """The commands of the console blocks; in a block with prompts, the lines without one are answers."""
    for block in BLOCK.findall(text):
        rows = [row for row in block.splitlines() if row.strip()]
        prompted = any(row.startswith("$ ") for row in rows)
        yield from (row.removeprefix("$ ") for row in rows if not prompted or row.startswith("$ "))


def parts(line: str) -> Iterator[list[str]]:
    """The words of each command of a line, without comments, variables and files that take the output."""
    words: list[str] = []
    skips = False
    for word in shlex.split(line, comments=True):
        if word in SHELL:
            skips = word in (">", ">>", "<")
            if not skips and words:
                yield words
                words = []
        elif skips:
            skips = False
        elif words or not re.fullmatch(r"[A-Z_]+=.*", word):
            words.append(word)
    if words:
        yield words


def fault_of(words: list[str], *, whole: bool = True) -> str:
    """The reason why a reader cannot type it; empty if they can. `whole`: not only the name and the options."""
    head, *rest = words
    if head == "rpg-lite":
        return _unparsed(rest) if whole else _unknown(rest)
    if head == "make":
        known = TARGET.findall((ROOT / "Makefile").read_text("utf-8"))
        return next((f"there is no target {w}" for w in rest if w.isalpha() and w.islower() and w not in known), "")
    if head == "pytest" or (head == "python" and rest and not rest[0].startswith("-")):
        named = [w for w in rest if "/" in w or w.endswith(".py")]
        return next((f"there is no {w}" for w in named if not list(ROOT.glob(w)) and not (ROOT / w).exists()), "")
    if head == "python":
        return "" if rest[0] != "-m" or importlib.util.find_spec(rest[1]) else f"there is no module {rest[1]}"
    return "" if head in OF_OTHERS else f"nobody knows {head}"


def _unparsed(words: list[str]) -> str:
    if words in (["--help"], ["--version"], ["--install-completion"]):
        return ""
    try:
        app.parse_args(words, exit_on_error=False, print_error=False)
    except CycloptsError as error:
        return str(error)
    return ""


def _unknown(words: list[str]) -> str:
    """The name or the option that the program does not have; words in capitals and whatever follows stand for something."""
    if words[0].startswith("-"):
        return _unparsed(words)
    if words[0] not in COMMANDS:
        return f"there is no command {words[0]}"
    chain, apps, left = app.parse_commands(words)
    of: App = apps[-1]
    if len(chain) == 1 and not callable(COMMANDS[words[0]]) and left and left[0].isalpha() and left[0].islower():
        return f"there is no command {' '.join(words[:2])}"
    if not of.default_command:
        return ""
    known = {name for argument in of.assemble_argument_collection() for name in argument.names}
    named = [word.partition("=")[0] for word in left[: left.index("--") if "--" in left else None] if word.startswith("--")]
    return next((f"{' '.join(chain)} has no {word}" for word in named if word not in known), "")


IN_BLOCKS: Final = [(page.relative_to(ROOT).as_posix(), line) for page in PAGES for line in lines(page.read_text("utf-8"))]
IN_LINES: Final = [(page.relative_to(ROOT).as_posix(), line) for page in PAGES for line in INLINE.findall(page.read_text("utf-8"))]


def test_the_pages_have_commands() -> None:
    assert len(IN_BLOCKS) > 30 and len(IN_LINES) > 60


@each_row(("page", "line"), IN_BLOCKS)
def test_a_line_of_a_console_block_is_typed_as_it_stands(page: str, line: str) -> None:
    assert [fault for words in parts(line) if (fault := fault_of(words))] == [], f"{page}: {line}"


@each_row(("page", "line"), IN_LINES)
def test_a_command_within_a_sentence_exists_with_its_options(page: str, line: str) -> None:
    assert [fault for words in parts(line) if (fault := fault_of(words, whole=False))] == [], f"{page}: {line}"


# ── the program's own texts ─────────────────────────────────────────────────────────────────────────────────────────


def texts() -> Iterator[tuple[str, str]]:
    """(file, text) of every text of the package; the parts that are filled in are a word in capitals."""
    for path in sorted((ROOT / "rpg_lite").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                yield path.name, "".join(str(v.value) if isinstance(v, ast.Constant) else "NAME" for v in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path.name, node.value


def told() -> Iterator[tuple[str, list[str]]]:
    """(file, words) of each command that a text names: its name, what follows in small letters, and its options."""
    for file, text in texts():
        for found in re.finditer(r"(?<![\w/.-])rpg-lite ([a-z]+)((?: [A-Za-z./_…<>-]+)*)", text):
            rest = re.split(r" (?:and|or|rpg-lite|--)(?: |$)", found[2])[0].split()
            if found[1] in COMMANDS and not (found[1] in PROSE and not rest):
                yield file, [found[1], *rest]


def test_messages_name_commands_that_exist() -> None:
    found = {(file, " ".join(words)): fault for file, words in told() if (fault := _unknown(_without_prose(words)))}
    assert found == {} and len(list(told())) > 60


def _without_prose(words: list[str]) -> list[str]:
    """The words up to where a sentence goes on: a group keeps its own command, and everything keeps its options."""
    kept = words[:2] if not callable(COMMANDS[words[0]]) and len(words) > 1 and _unknown(words[:2]) == "" else words[:1]
    return [*kept, *(word for word in words[len(kept) :] if word.startswith("--") and len(word) > 2)]


def test_the_examples_of_help_parse() -> None:
    shown = [
        line.strip()
        for _, text in texts()
        for block in EXAMPLE.findall(text)
        for line in block.splitlines()
        if line.strip().startswith("rpg-lite")
    ]
    faults = {line: fault for line in shown for words in parts(line.split("  ")[0]) if (fault := fault_of(words))}
    assert faults == {} and len(shown) > 25


@each_row(
    ("line", "part"),
    [
        ("rpg-lite gm --bogus", "--bogus"), ("rpg-lite itmes list", "itmes"), ("rpg-lite items shwo Cloak", "shwo"), ("make tset", "tset"),
        ("pytest tests/none", "tests/none"), ("python -m rpg_lite.nothing", "rpg_lite.nothing"), ("frobnicate x", "frobnicate"),
        ("RPG_LITE_DB=x rpg-lite serve --htpp 1 > out.txt  # a comment", "--htpp"),
    ],
)  # fmt: skip
def test_a_wrong_command_is_noticed(line: str, part: str) -> None:
    (words,) = parts(line)
    assert part in fault_of(words)
