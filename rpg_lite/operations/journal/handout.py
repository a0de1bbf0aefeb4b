"""keep_journal handout: give the players a handout of the table's own pages, or a text; the journal keeps it."""

from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.journal.journal_entries import LONGEST, NewEntry, id_of, put_entry
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.lore import Lore, Page
from rpg_lite.world.world_model import Ref

MOST_NEAR: Final = 5


class Handout(Command):
    """Give the players a page of handouts/, or a text under a name."""

    operation: Literal["handout"]
    name: Annotated[str, Field(min_length=1, max_length=200)]
    text: Annotated[str | None, Field(min_length=1, max_length=LONGEST)] = None
    to_id: str | None = None
    to_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        to = (Ref("bearer", self.to_id, self.to_name),) if self.to_id or self.to_name else ()
        return (Ref("party"), Ref("floor"), *to)


def decide_handout(command: Handout, draft: Draft) -> Verdict:
    """Keep the title and the text of the page as words of the game master, to the party or to one character.

    Refuses: handout_too_long, handout_unknown, lore_missing.
    """
    world, situation = draft.world, draft.situation
    page = _title_and_text(command, situation.lore)
    to = targets.character(world, command.to_id, command.to_name, "toName") if command.to_id or command.to_name else None
    if isinstance(page, Rejected):
        return page
    if isinstance(to, Rejected):
        return to
    text = "\n".join(page)
    if len(text) > LONGEST:
        details = {"path": command.name, "letters": len(text), "most": LONGEST}
        return Rejected("handout_too_long", "name" if command.text is None else "text", details)
    room = targets.party_room(world)
    heard = None if to else tuple(member.id for member in targets.party_of(world))
    made = put_entry(draft, NewEntry("handout", text, None, id_of(to), id_of(room), heard=heard))
    return Decision.about(None, made=[made])


def _title_and_text(command: Handout, lore: Lore) -> tuple[str, str] | Rejected:
    """The title and the text: those of the call, or those of a page."""
    if command.text is not None:
        return command.name, command.text
    if not lore.is_given:
        return Rejected("lore_missing")
    page = _page(lore, command.name)
    return page if isinstance(page, Rejected) else (page.title, _below_heading(page))


def _below_heading(page: Page) -> str:
    """The text without a heading that repeats the title."""
    first, _, rest = page.text.partition("\n")
    return rest.lstrip("\n") if first.startswith("#") and first.strip("# ") == page.title else page.text


def _page(lore: Lore, name: str) -> Page | Rejected:
    """The handout of this name; no other page is for players."""
    handouts = tuple(lore.of_kind("handout"))
    found = [page for page in lore.named(name) if page in handouts]
    if len(found) == 1:
        return found[0]
    keys = {key: page.path for page in handouts for key in (page.title, page.name)}
    near = tuple(dict.fromkeys(keys[key] for key in names.nearest(name, keys, MOST_NEAR)))
    told = tuple(page.path for page in found or handouts)
    instead = {"operation": "handout", "name": near[0]} if len(near) == 1 and not found else None
    return Rejected("handout_unknown", "name", {"wanted": name}, () if found else near, told, instead)


OPERATION = Operation(
    tool="keep_journal",
    model=Handout,
    decide=decide_handout,
    who=GM,
    cost=free,
    sends="name text? toName?",
)
