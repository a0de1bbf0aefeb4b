"""The table's own pages as text: lines of a context, the answers to a question, one whole page, and the list of all."""

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final
from urllib.parse import quote

from rpg_lite.rules.lore import Lore, Page, PageKind
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views.book_cards import cut
from rpg_lite.world import clock
from rpg_lite.world.history_records import JournalEntry
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]
MOST_TOKENS: Final = 300
"""The maximum tokens of a page that a question found; a page that is asked for by its name is shown whole."""
MOST_LETTERS: Final = 1_000
"""The maximum letters of a single line that is too long for these tokens, and of a decision."""
SHORTEST: Final = 120
"""The maximum letters of a page in the answer to an arrival."""
ON_ARRIVAL: Final = "Rules here (read_campaign rules, name): "
TITLE: Final = "The table's own pages"
_KINDS: Final[tuple[tuple[PageKind, str], ...]] = (
    ("always", "In every context"),
    ("rule", "Rules"),
    ("region", "Rules of places"),
    ("skill", "Skills"),
    ("handout", "Handouts, for players"),
)


# ── lines of a context ──────────────────────────────────────────────────────────────────────────────────────────────


def always(lore: Lore, notes: Collection[str]) -> Iterator[str]:
    """RULES.md, unless the campaign keeps it as one of its notes; and a line if something in the folder cannot be read, because nobody
    would notice that a rule is missing.
    """
    for page in lore.of_kind("always"):
        yield from page.text.split("\n") if page.note not in notes else ()
    if lore.faults:
        yield faults(lore)


def skills(lore: Lore) -> Iterator[str]:
    """One line for each skill; its page is read when it is needed."""
    return (f"{page.name}: {page.description}" for page in lore.of_kind("skill"))


def here(pages: Sequence[Page]) -> Iterator[str]:
    """The whole pages of a place."""
    for page in pages:
        yield f"{page.title} ({page.path}):"
        yield from page.text.split("\n")


def pages_of(lore: Lore, room: Thing) -> tuple[Page, ...]:
    """The pages of the regions that contain a room."""
    return lore.here(room.name, *([room.room.map.name] if room.room.map else []), region=room.room.region)


def entered(lore: Lore, left: Thing | None, room: Thing) -> tuple[Page, ...]:
    """The pages that apply in this room and did not apply in the room that was left."""
    before = pages_of(lore, left) if left else ()
    return tuple(page for page in pages_of(lore, room) if page not in before)


def on_arrival(pages: Sequence[Page]) -> str:
    """The beginning of each page in one line, for the answer to an arrival; the context has the whole pages."""
    said = "; ".join(f"{page.title} ({page.name}): {cut(' '.join(page.text.split()), SHORTEST)}" for page in pages)
    return f"{ON_ARRIVAL}{said}"


def faults(lore: Lore) -> str:
    """The first fault, and the number of other faults."""
    more = len(lore.faults) - 1
    others = f" and {more} more" if more else ""
    return f"Not all of the table's pages can be read: {lore.faults[0]}{others}. `rpg-lite lore check` lists every fault."


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def whole(page: Page, lore: Lore) -> str:
    """One page, unchanged, with the pages and the other files that belong to it."""
    more = "".join(f"\n{one.name}: {one.title}" for one in lore.references_of(page))
    references = f"\n\nIts references (read_campaign rules, name):{more}" if more else ""
    files = "".join(f"\nlore://{quote(path)}" for path in lore.assets_of(page))
    return f"{_marked(page)}\n{page.text}{references}" + (f"\n\nIts files (resources):{files}" if files else "")


def found(pages: Sequence[Page], decided: Sequence[JournalEntry] = ()) -> str:
    """The beginning of each page, and the way to read the rest; then the decisions on such questions."""
    return "\n\n".join((*(f"{_marked(page)}\n{_beginning(page)}" for page in pages), *map(decision, decided)))


def decision(entry: JournalEntry) -> str:
    """An earlier decision; the reader judges whether it applies."""
    when = clock.tell_time(entry.minutes).replace(",", "")
    text = " · ".join(entry.text.split("\n"))
    said = cut(text, MOST_LETTERS)
    whole = "" if said == text else f' (whole: read_campaign {{"operation":"journal","entry":"decide","since":{entry.rev - 1}}})'
    return f'{entry.by or "The game master"} decided before (rev {entry.rev}, {when}), on "{entry.question}": {said}{whole}'


def named_alike(pages: Sequence[Page]) -> str:
    return f"Several pages have that name; send one of these as name: {', '.join(page.path for page in pages)}."


def every(lore: Lore, decided: Sequence[JournalEntry] = ()) -> str:
    """The list of all pages: skills with their descriptions, other pages with their names; and the newest questions that were decided."""
    lines = [f"{title}: {', '.join(map(_listed, pages))}" for kind, title in _KINDS if (pages := list(lore.of_kind(kind)))]
    listed = lines or ["The folder holds no page yet." if lore.is_given else "No folder of pages is open."]
    asked = [f"Decided before (read_campaign rules with query): {' / '.join(str(e.question) for e in decided)}"] if decided else []
    return "\n".join([f"{TITLE} (read_campaign rules with name or query):", *listed, *asked, *([faults(lore)] if lore.faults else [])])


def pages_json(pages: Sequence[Page], lore: Lore, with_text: bool) -> list[Json]:
    return [_page_json(page, lore, with_text) for page in pages]


def _page_json(page: Page, lore: Lore, with_text: bool) -> Json:
    shown: Json = {"path": page.path, "name": page.name, "title": page.title, "kind": page.kind}
    shown |= {"description": page.description} if page.description else {}
    shown |= {"text": page.text} if with_text else {}
    references = [one.name for one in lore.references_of(page)]
    shown |= {"references": references} if references else {}
    assets = [f"lore://{quote(path)}" for path in lore.assets_of(page)]
    return shown | ({"assets": assets} if assets else {})


def _marked(page: Page) -> str:
    """The heading that marks the following words as the table's own, not the rulebook's."""
    players = ", a handout for players" if page.kind == "handout" else ""
    return f"{page.title}, the table's own page {page.path}{players}:"


def _listed(page: Page) -> str:
    if page.description:
        return f"{page.name} ({page.description})"
    return page.path if page.kind == "always" else f"{page.title} ({page.name})"


def _beginning(page: Page) -> str:
    """The first lines, within the limit of tokens."""
    kept: list[str] = []
    for line in page.text.split("\n"):
        if estimate("\n".join([*kept, line])) > MOST_TOKENS:
            break
        kept.append(line)
    if len(kept) == len(page.text.split("\n")):
        return page.text
    text = "\n".join(kept).strip() or f"{page.text[:MOST_LETTERS]} …"
    return f'{text}\n(There is more: read_campaign {{"operation":"rules","name":"{page.name}"}}.)'
