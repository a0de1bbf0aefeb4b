"""Make a page of one file of the table's folder: its place gives its kind, and the lines at its beginning give its keys."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from rpg_lite.content import front_matter
from rpg_lite.content.front_matter import FrontMatter
from rpg_lite.mechanics.journal.journal_entries import LONGEST
from rpg_lite.rules import names
from rpg_lite.rules.lore import Page, PageKind
from rpg_lite.rules.token_estimate import estimate

LAYOUT: Final = "RULES.md, rules/*.md, regions/*.md, skills/NAME/SKILL.md, skills/NAME/references/*.md and handouts/*.md"
KEYS: Final[Mapping[PageKind, tuple[str, ...]]] = {
    "always": ("title",),
    "rule": ("title", "keywords"),
    "region": ("title", "keywords", "rooms"),
    "skill": ("name", "description", "keywords"),
    "reference": ("title", "keywords"),
    "handout": ("title", "keywords"),
}
MOST_ALWAYS: Final = 1_000
"""The maximum tokens of RULES.md that leave room for the rest of an ordinary context."""
_OF_OTHERS: Final = frozenset(("license", "compatibility", "metadata", "allowed-tools"))
"""Keys that a skill may have for other programs, and that change nothing here."""
_HEADING: Final = re.compile(r"^#\s+(.+?)\s*#*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The page (None if the file is not a page), its faults, and remarks on things that are not faults."""

    page: Page | None
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def kind_of(path: str) -> PageKind | None:
    """The kind of the page at this place; None for a file that is not a page.

    >>> kind_of("RULES.md"), kind_of("regions/vault/RULES.md"), kind_of("skills/chase/SKILL.md"), kind_of("rules.txt")
    ('always', 'region', 'skill', None)
    """
    parts = path.split("/")
    if not path.endswith(".md"):
        return None
    match parts:
        case ["RULES.md"]:
            return "always"
        case ["rules", _, *_]:
            return "rule"
        case ["regions", _, *_]:
            return "region"
        case ["skills", _, "SKILL.md"]:
            return "skill"
        case ["skills", _, "references", _, *_]:
            return "reference"
        case ["handouts", _, *_]:
            return "handout"
    return None


def page_of(path: str, kind: PageKind, text: str) -> ReadPage:
    """The page with this text. A fault in its keys leaves the page readable; a skill needs its name and its description."""
    found = front_matter.split(text)
    faults = [*found.faults, *_unknown(found, kind)]
    notes = [(found.lines[key], f"{key} changes nothing here") for key in found.values if kind == "skill" and key in _OF_OTHERS]
    page: Page | None = None
    if kind == "skill":
        faults += _of_skill(path, found)
    if not found.body:
        faults = faults or [(1, "the page is empty")]
    elif not (kind == "skill" and any(why in _SKILL_FAULTS for _, why in faults)):
        page = Page(
            path,
            kind,
            _title(path, found),
            found.body,
            *(_several(found, "keywords"), _text(found, "description"), _several(found, "rooms")),
        )
    notes += _worth_knowing(page) if page else ()
    return ReadPage(page, _placed(path, faults), _placed(path, notes))


def _worth_knowing(page: Page) -> Iterator[tuple[int, str]]:
    """Remarks on things that work, but that the author may not want."""
    if page.kind in ("rule", "reference") and not page.keywords:
        yield 1, "without keywords, questions in other words do not find it: keywords: [fall, drop, pit]"
    if page.kind == "always" and (tokens := estimate(page.text)) > MOST_ALWAYS:
        yield 1, f"about {tokens:,} tokens go into every context and are never cut; rules needed now and then fit better into rules/"
    if page.kind == "handout" and len(page.title) + 1 + len(page.text) > LONGEST:
        yield 1, f"it has more than {LONGEST:,} letters with its title, and cannot be handed out: split it into two pages"


def _placed(path: str, said: list[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(f"{path}:{line}: {why}" for line, why in said)


def _unknown(found: FrontMatter, kind: PageKind) -> Iterator[tuple[int, str]]:
    for key, line in found.lines.items():
        if key not in KEYS[kind] and not (kind == "skill" and key in _OF_OTHERS):
            yield line, f"unknown key {names.show_key(key)}; allowed: {', '.join(KEYS[kind])}"


_NO_DESCRIPTION: Final = "a skill needs a description that says when to use it"
_NO_NAME: Final = "the name of a skill is the name of its folder"
_SKILL_FAULTS: Final = (_NO_DESCRIPTION, _NO_NAME)


def _of_skill(path: str, found: FrontMatter) -> Iterator[tuple[int, str]]:
    if not _text(found, "description"):
        yield found.lines.get("description", 1), _NO_DESCRIPTION
    if _text(found, "name") != path.split("/")[1]:
        yield found.lines.get("name", 1), _NO_NAME


def _title(path: str, found: FrontMatter) -> str:
    """The title: the key, or else the first heading, or else the name of the file."""
    heading = _HEADING.search(found.body)
    parts = path.removesuffix(".md").split("/")
    file = parts[-2] if len(parts) > 1 and parts[-1] in ("RULES", "SKILL") else parts[-1]
    return _text(found, "title") or (heading[1] if heading else names.capitalize(re.sub("[-_]", " ", file)))


def _text(found: FrontMatter, key: str) -> str:
    value = found.values.get(key, "")
    return " ".join(value.split()) if isinstance(value, str) else ", ".join(value)


def _several(found: FrontMatter, key: str) -> tuple[str, ...]:
    value = found.values.get(key, ())
    return tuple(word for part in value.split(",") if (word := part.strip())) if isinstance(value, str) else value
