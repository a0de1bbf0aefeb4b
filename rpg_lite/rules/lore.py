"""The table's own pages: house rules, rules of a region, skills and handouts in a folder of the game master."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Final, Literal, Protocol

from rpg_lite.rules import names

PageKind = Literal["always", "rule", "region", "skill", "reference", "handout"]
"""`always`: RULES.md, which is in every context; `reference`: a page that belongs to a skill; `handout`: a page for players."""
SKILL: Final = "skill:"
RULE: Final = "rule:"
MOST_FOUND: Final = 3


@dataclass(frozen=True, slots=True)
class Page:
    """One page. `path`: its place in the folder, with slashes. `description`: of a skill, when to use it. `rooms`: of a region, the names or
    patterns of the rooms and maps in which it applies.
    """

    path: str
    kind: PageKind
    title: str
    text: str
    keywords: tuple[str, ...] = ()
    description: str = ""
    rooms: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The short name: "falling", "skill:chase", "skill:chase/references/urban"."""
        inner = self.path.removesuffix(".md").partition("/")[2] or self.path.removesuffix(".md")
        if self.kind in ("skill", "reference"):
            return SKILL + inner.removesuffix("/SKILL")
        return inner.removesuffix("/RULES")

    @property
    def note(self) -> str:
        """The qualified name of the note that holds this page in a campaign that keeps it."""
        return f"{RULE}{self.name.replace('/', '.')}"

    @property
    def region(self) -> str:
        """The region of a page in regions/: "sunken-vault/flooded-crypt"."""
        return self.name


Search = Callable[[str], Sequence[Page]]
"""The pages that answer a question in words, best first."""


class PartlyIndexed(Exception):
    """The pages are searchable in one way, but not in another that was asked for. `search`: the way that is available."""

    def __init__(self, search: Search, why: str) -> None:
        super().__init__(why)
        self.search = search


ReadAsset = Callable[[str], bytes | None]
"""The path of a file of a skill → its bytes; None if it has changed meanwhile, or is not such a file."""


def read_nothing(path: str) -> bytes | None:
    return None


def find_nothing(query: str) -> Sequence[Page]:
    return ()


@dataclass(frozen=True, slots=True)
class Lore:
    """All pages at one moment. `faults`: the faults of the folder, each with its place. `stamp`: a text that differs whenever the folder
    differs; empty if there is no folder. `assets`: the paths of the other files of skills, such as pictures, which are read one by one.
    """

    pages: tuple[Page, ...] = ()
    faults: tuple[str, ...] = ()
    stamp: str = ""
    search: Search = find_nothing
    assets: tuple[str, ...] = ()
    read_asset: ReadAsset = read_nothing

    @property
    def is_given(self) -> bool:
        return bool(self.stamp)

    def of_kind(self, kind: PageKind) -> Iterator[Page]:
        return (page for page in self.pages if page.kind == kind)

    def named(self, name: str) -> tuple[Page, ...]:
        """The pages of this path, name or title; an exact path or name wins, then a title, then the last part of a name."""
        key, file = names.fold(name), name.removesuffix(".md")
        keys: tuple[Callable[[Page], bool], ...] = (
            lambda p: file in (p.path.removesuffix(".md"), p.name),
            lambda p: names.fold(p.name) == key,
            lambda p: names.fold(p.title) == key,
            lambda p: names.fold(p.name.rpartition("/")[2].removeprefix(SKILL)) == key,
        )
        found = (tuple(p for p in self.pages if fits(p)) for fits in keys)
        return next((pages for pages in found if pages), ())

    def references_of(self, skill: Page) -> tuple[Page, ...]:
        """The pages that belong to a skill."""
        return tuple(p for p in self.of_kind("reference") if p.name.startswith(f"{skill.name}/"))

    def assets_of(self, skill: Page) -> tuple[str, ...]:
        """The paths of the other files that belong to a skill."""
        return tuple(path for path in self.assets if skill.kind == "skill" and path.startswith(skill.path.removesuffix("SKILL.md")))

    def here(self, *places: str, region: str | None = None) -> tuple[Page, ...]:
        """The pages of the regions that contain a place, outermost first. `places`: the names of a room and of its map; `region`: the region
        that the game master gave the room.
        """
        regions = list(self.of_kind("region"))
        inside = [*([region] if region else []), *(p.region for p in regions if _is_of(p, places))]
        held = (p for p in regions if any(_is_inside(one, p.region) for one in inside))
        return tuple(sorted(held, key=lambda p: (p.region.count("/"), p.path)))


NO_LORE: Final = Lore()


class LoreSource(Protocol):
    """A folder of pages that may change while the game goes on."""

    def now(self) -> Lore: ...

    def recent(self) -> Lore | None:
        """The pages; None if it is time to look at the folder again, because that waits for a disk."""


def _is_of(page: Page, places: Sequence[str]) -> bool:
    """Whether one of the places is in the region; a page without `rooms` is for the room or map with the name of its region."""
    patterns = [p.casefold() for p in page.rooms] or [page.region.rpartition("/")[2]]
    return any(_fits(place, pattern) for place in places for pattern in patterns)


def _is_inside(region: str, outer: str) -> bool:
    """Whether the region is the outer one or lies in it."""
    return f"{region}/".casefold().startswith(f"{outer}/".casefold())


def _fits(place: str, pattern: str) -> bool:
    return fnmatchcase(place.casefold(), pattern) or names.fold(place) == names.fold(pattern)
