"""Check the links of a page: find those that lead to no page, and those that are not followed. Apart because it reads pages, not commands,
and is tested on texts.
"""

from collections.abc import Collection, Iterator
from posixpath import normpath
from urllib.parse import unquote

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rpg_lite.content.front_matter import FENCE


def faults(path: str, text: str, files: Collection[str]) -> Iterator[str]:
    """Each link of the page that leads to no file of the folder. `text`: the whole file, because lines are counted from its beginning."""
    for line, target in links(text):
        where = unquote(target.partition("#")[0])
        if ":" in where.partition("/")[0]:
            yield f"{path}:{line}: {target} leads out of the folder, and is not followed"
        elif where and not _is_there(path, where, files):
            yield f"{path}:{line}: there is no file {where} to link to"


def links(text: str) -> Iterator[tuple[int, str]]:
    """(line, target) of each link in the text; pictures and code are not links.

    >>> list(links("---\\ntitle: A\\n---\\nsee [b](b.md 'B') and\\n[c][1], not `[d](d.md)`\\n\\n[1]: c.md"))
    [(4, 'b.md'), (5, 'c.md')]
    """
    for token in MarkdownIt("commonmark").parse(_without_keys(text)):
        if token.type == "inline" and token.map:
            yield from _of_inline(token.children or [], token.map[0] + 1)


def _of_inline(tokens: list[Token], line: int) -> Iterator[tuple[int, str]]:
    for token in tokens:
        line += token.type in ("softbreak", "hardbreak")
        if token.type == "link_open":
            yield line, str(token.attrs.get("href", ""))


def _without_keys(text: str) -> str:
    """The text with empty lines in place of its keys, so that every line keeps its number."""
    lines = text.removeprefix("\ufeff").splitlines()
    end = lines.index(FENCE, 1) + 1 if lines[:1] == [FENCE] and FENCE in lines[1:] else 0
    return "\n".join([*[""] * end, *lines[end:]])


def _is_there(path: str, where: str, files: Collection[str]) -> bool:
    """Whether the target, resolved from the folder of its page, is a file or a folder of files."""
    found = normpath(f"{path.rpartition('/')[0]}/{where}".lstrip("/")) if not where.startswith("/") else where
    return any(file == found or file.startswith(f"{found}/") for file in files)
