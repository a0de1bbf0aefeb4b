"""Create and store a creature: its name, its sheet, its hit points."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.operations.command import Command, refs
from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.resource_spending import of_levels
from rpg_lite.rules import names
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.resources import as_kept
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_warnings import remarks
from rpg_lite.world import body_paths, events
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.world_model import Ref, Thing, World

OUTSIDE_SHEET: Final = frozenset({"name", "hp", "tempHp", "spent", "description", "secret"})


class Naming(Command):
    character_id: str | None = None
    character_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


def next_names(world: World, name: str, count: int, others: Iterable[str] = (), gone: Iterable[str] = ()) -> list[str]:
    """The next free names: "Goblin" alone counts as the first; Goblin 3 follows Goblin 2. `others`: names beyond the slice; `gone`: the
    names of creatures that have just vanished.
    """
    key = names.fold(name)
    far, near = ((k.name for k in world.roster if k.kind == "character"), (t.name for t in world.things.values() if t.kind == "character"))
    there = {*map(names.fold, (*far, *others))} - {*map(names.fold, gone)} | {*map(names.fold, near)}
    numbers = [1 if other == key else int(other.removeprefix(f"{key} ")) for other in there if _is_numbered(other, key)]
    first = max(numbers, default=0) + 1
    return [name] if count == 1 and first == 1 else [f"{name} {n}" for n in range(first, first + count)]


def _is_numbered(other: str, key: str) -> bool:
    return other == key or (other.startswith(f"{key} ") and other.removeprefix(f"{key} ").isdecimal())


@dataclass(frozen=True, slots=True)
class Mold:
    """The sheet and the body of a new creature, the same for all creatures of one document; `remarks`: on parts of the sheet that are not
    used as written.
    """

    sheet: Sheet
    body: Mapping[str, Any]
    remarks: Sequence[tuple[str, Mapping[str, Any]]]


def make(draft: Draft, name: str, character: CharacterDocument, room: Thing, id: str | None = None, mold: Mold | None = None) -> str:
    """Create the character itself and return its id; note assumed values, and parts that are ignored. `mold`: the mold of the document, if
    several creatures are made.
    """
    if draft.world.find_named(name, "character"):
        draft.note("name_taken", name=name)
    mold = mold or mold_of(character, draft.situation.book)
    if mold.sheet.assumed:
        draft.note("assumed", name=name, texts=list(mold.sheet.assumed))
    if mold.sheet.party and character.party is None:
        draft.note("counts_as_party", name=name)
    for code, details in mold.remarks:
        draft.note(code, **details)
    thing = Thing(id or draft.new_id("character"), "character", name, room.id, body=mold.body)
    draft.add(events.Created(thing))
    return thing.id


def mold_of(character: CharacterDocument, book: Rulebook, before: Sheet | None = None) -> Mold:
    """The mold of a document. `before`: a sheet whose remarks are known already."""
    sheet = sheet_of(character, book)
    kept = _keep_keys({**keys_to_store(character), "party": sheet.party, "resources": _resources_of(character, sheet)})
    body = body_paths.body_of(body_paths.SHEET.to(kept), body_paths.HP.to(sheet.hp), body_paths.TEMP_HP.to(character.temp_hp or None))
    body = body_paths.changed_body(body, [body_paths.SPENT.to(sheet.spent or None), *texts_of(character)])
    return Mold(sheet, body, _new_remarks(sheet, before, book))


def texts_of(character: CharacterDocument) -> list[Setting]:
    """The texts about the character; an empty one clears it."""
    written = ((body_paths.DESCRIPTION, character.description), (body_paths.SECRET, character.secret))
    return [path.to(text or None) for path, text in written if text is not None]


def remark(draft: Draft, sheet: Sheet, before: Sheet | None = None) -> None:
    """Note the parts of the sheet that are not used as written, unless the previous sheet had them."""
    for code, details in _new_remarks(sheet, before, draft.situation.book):
        draft.note(code, **details)


def _new_remarks(sheet: Sheet, before: Sheet | None, book: Rulebook) -> list[tuple[str, Mapping[str, Any]]]:
    known = list(remarks(before, book)) if before else []
    return [one for one in remarks(sheet, book) if one not in known]


def beyond_maximum(draft: Draft, id: str, given: CharacterDocument) -> None:
    """Note hit points above the maximum: they are kept, but count only up to it (adrs/0016)."""
    most = draft.stats(draft.world.things[id]).hp_max
    if most and given.hp is not None and given.hp > most.value:
        draft.note("hp_beyond_maximum", name=draft.world.things[id].name, hp=given.hp, most=most.value)


def keys_to_store(character: CharacterDocument) -> dict[str, Any]:
    """The keys of a sheet that are stored as given; name, texts and hit points are stored outside the sheet."""
    written = character.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {k: v for k, v in written.items() if k not in OUTSIDE_SHEET and v is not None}


def _resources_of(character: CharacterDocument, sheet: Sheet) -> dict[str, Any] | None:
    """The given resources in their stored form."""
    rows = {name: as_kept(sheet.resources[name], of_levels(sheet, name)) for name in character.resources or {}}
    return {name: row for name, row in rows.items() if row} or None


def _keep_keys(sheet: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in sheet.items() if v is not None}


def merge(old: Any, new: Any) -> Any:
    """Merge objects by key at every depth; replace lists and numbers."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}
