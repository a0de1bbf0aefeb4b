"""manage_character: create, update, import, export, retire."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from rpg_lite.commands import hit_points, sheets, targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Story, Turn
from rpg_lite.commands.targets import Command
from rpg_lite.rules import names
from rpg_lite.rules.document import MOMENT_KEYS, SheetDocument
from rpg_lite.rules.items import Name
from rpg_lite.rules.remarks import remarks
from rpg_lite.rules.resources import Resource, ResourceChange, as_kept
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet import CharacterChanges, CharacterDocument, Sheet, class_levels, sheet_of
from rpg_lite.world import bearers, events
from rpg_lite.world.things import Ref, Thing, World

MOST_AT_ONCE: Final = 20
MOST_TOLD: Final = 8
_OUTSIDE_SHEET: Final = frozenset({"name", "hp", "tempHp"})


class _Naming(Command):
    character_id: str | None = None
    character_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        return targets.refs(self.character_id, self.character_name, None, None)


class Create(Command):
    """A new character or creatures of a template, in the room where the party stands."""

    operation: Literal["create"]
    name: Name | None = None
    character: Annotated[CharacterDocument | None, Field(description="Sheet keys; what is left out is assumed and named.")] = None
    template: Annotated[str | None, Field(description="A creature of the rulebook; character changes it.")] = None
    count: Annotated[int | None, Field(ge=1, le=MOST_AT_ONCE, strict=True, description="How many of the template.")] = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("floor"), Ref("names")) if self.template else (Ref("floor"),)


class Update(_Naming):
    """Changes what is stored: objects merge by key, lists and numbers replace."""

    operation: Literal["update"]
    character: CharacterChanges = CharacterChanges()
    unset: Annotated[tuple[str, ...], Field(description='Keys to clear: ["spellcastingAbility", "resources.rage"].')] = ()


class Import(Command):
    """A whole sheet document becomes a character with its gear."""

    operation: Literal["import"]
    document: SheetDocument
    replace: Annotated[bool, Field(description="A living character of that name is replaced and keeps its id.")] = False

    def touches(self) -> tuple[Ref, ...]:
        named = (Ref("bearer", None, self.document.character.name),) if self.document.character.name else ()
        return (Ref("floor"), *named)


class Export(_Naming):
    """The character as a sheet document."""

    operation: Literal["export"]


class Retire(_Naming):
    """The character leaves the game with everything it carries."""

    operation: Literal["retire"]

    def touches(self) -> tuple[Ref, ...]:
        """With the notes that it has, which go with it."""
        whose = super().touches()
        return (*whose, *(Ref("context", ref.id, ref.name) for ref in whose if ref.role == "bearer"))


def decide_create(command: Create, world: World, turn: Turn) -> Outcome:
    room = targets.floor(world, None)
    if isinstance(room, Rejected):
        return room
    if command.template:
        return _of_template(command, world, turn, room)
    if command.count:
        return Rejected("count_needs_template", "count")
    character = command.character or CharacterDocument()
    name = command.name or character.name
    if name is None:
        return Rejected("name_required", "name")
    if character.name and character.name != name:
        return Rejected("given_twice", "character.name", {"one": name, "other": character.name})
    if targets.means_nobody(name):
        return Rejected("name_reserved", "name", {"name": name})
    story = Story(world, turn)
    id = make(story, name, character, room)
    _beyond_maximum(story, id, character)
    return story.accepted(id, id, made=[id])


def _of_template(command: Create, world: World, turn: Turn, room: Thing) -> Outcome:
    """Goblin 1 … Goblin 6: whole creatures with their gear. No two are called the same."""
    wanted = command.template or ""
    written = turn.book.creatures.get(names.fold(wanted))
    if written is None:
        known = [str(c["character"]["name"]) for c in turn.book.creatures.values()]
        return Rejected("creature_unknown", "template", {"wanted": wanted}, tuple(names.nearest(wanted, known)), tuple(known))
    own = command.character.model_dump(mode="json", by_alias=True, exclude_unset=True) if command.character else {}
    document = SheetDocument.model_validate({**written, "character": _merged(written["character"], own)})
    name = command.name or document.character.name or wanted
    story, made = Story(world, turn), []
    as_written = sheet_of(SheetDocument.model_validate(written).character, turn.book)
    for called in numbered(world, name, command.count or 1):
        id = make(story, called, document.character, room, before=as_written)
        if refusal := sheets.unpack(story, story.world.things[id], document):
            return refusal
        made.append(id)
    return story.accepted(made[0], *made, made=made)


def numbered(world: World, name: str, count: int) -> list[str]:
    """The next free names: a lone Goblin is "Goblin" and counts as the first; after Goblin 2 comes Goblin 3."""
    key = names.fold(name)
    far, near = ((k.name for k in world.roster if k.kind == "character"), (t.name for t in world.things.values() if t.kind == "character"))
    there = set(map(names.fold, (*far, *near)))
    numbers = [1 if other == key else int(other.removeprefix(f"{key} ")) for other in there if _is_numbered(other, key)]
    first = max(numbers, default=0) + 1
    return [name] if count == 1 and first == 1 else [f"{name} {n}" for n in range(first, first + count)]


def _is_numbered(other: str, key: str) -> bool:
    return other == key or (other.startswith(f"{key} ") and other.removeprefix(f"{key} ").isdecimal())


def make(story: Story, name: str, character: CharacterDocument, room: Thing, id: str | None = None, before: Sheet | None = None) -> str:
    """Creates the character itself; what was assumed is told, and what does not count beyond that of the sheet `before`. Returns its id."""
    if story.world.named(name, "character"):
        story.note("name_taken", name=name)
    sheet = sheet_of(character, story.turn.book)
    if sheet.assumed:
        story.note("assumed", name=name, texts=list(sheet.assumed))
    if sheet.party and character.party is None:
        story.note("counts_as_party", name=name)
    _remark(story, sheet, before)
    body: dict[str, Any] = {"sheet": _kept({**stored(character), "party": sheet.party, "resources": _resources_of(character, sheet)})}
    if sheet.hp is not None:
        body["hp"] = sheet.hp
    if character.temp_hp:
        body["tempHp"] = character.temp_hp
    thing = Thing(id or story.new_id("character"), "character", name, room.id, body=body)
    story.add(events.Created(thing))
    return thing.id


def _remark(story: Story, sheet: Sheet, before: Sheet | None = None) -> None:
    """What of the sheet does not count, or not as it is written, and was not told of the one before."""
    known = list(remarks(before, story.turn.book)) if before else []
    for code, details in remarks(sheet, story.turn.book):
        if (code, details) not in known:
            story.note(code, **details)


def _beyond_maximum(story: Story, id: str, given: CharacterDocument) -> None:
    """Hit points above the maximum are kept and count up to it (adrs/0016)."""
    most = bearers.stats_of(story.world, story.world.things[id], story.turn.book).hp_max
    if most and given.hp is not None and given.hp > most.value:
        story.note("hp_beyond_maximum", name=story.world.things[id].name, hp=given.hp, most=most.value)


def stored(character: CharacterDocument) -> dict[str, Any]:
    """The keys of a sheet that are kept as given; name and hit points stand outside of it."""
    written = character.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {k: v for k, v in written.items() if k not in _OUTSIDE_SHEET and v is not None}


def _resources_of(character: CharacterDocument, sheet: Sheet) -> dict[str, Any] | None:
    """What is given of resources, as it is kept."""
    rows = {name: as_kept(sheet.resources[name], sheet.hit_dice.get(name)) for name in character.resources or {}}
    return {name: row for name, row in rows.items() if row} or None


def _kept(sheet: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in sheet.items() if v is not None}


# ── update ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_update(command: Update, world: World, turn: Turn) -> Outcome:
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    spent = _resources_to_clear(thing, command, turn.book)
    if isinstance(spent, Rejected):
        return spent
    if command.character.name and targets.means_nobody(command.character.name):
        return Rejected("name_reserved", "character.name", {"name": command.character.name})
    command = _classes_raised(thing, command)
    if refusal := _level_of_its_own(thing, command) or _half_a_resource(thing, command, turn.book):
        return refusal
    story = Story(world, turn)
    _points(story, thing, command)
    for key, value in stored(command.character).items():
        if value == {}:
            continue  # an object without keys says nothing
        old = (thing.body.get("sheet") or {}).get(key)
        whole = _whole_resources(thing, value, turn.book) if key == "resources" else value
        moves.change(story, thing, f"body.sheet.{key}", _merged(old, whole))
    for key in (k for k in command.unset if k in _KEYS):
        moves.change(story, thing, f"body.{key}" if key in _OUTSIDE_SHEET else f"body.sheet.{key}", None)
    if spent:
        kept = {n: r for n, r in ((story.world.things[thing.id].body.get("sheet") or {}).get("resources") or {}).items() if n not in spent}
        moves.change(story, story.world.things[thing.id], "body.sheet.resources", kept or None)
    _level_follows(story, thing)
    _hit_dice_follow(story, thing, command)
    if not story.events:
        story.note("nothing_changed", name=thing.name)
    now, book = story.world.things[thing.id], turn.book
    _remark(story, bearers.sheet(now, book), bearers.sheet(thing, book))
    _beyond_maximum(story, thing.id, command.character)
    return story.accepted(thing.id, thing.id)


_KEYS: Final = frozenset(to_camel(k) for k in CharacterDocument.model_fields)
_OF_RESOURCES: Final = "resources."


def _resources_to_clear(thing: Thing, command: Update, book: Rulebook) -> frozenset[str] | Rejected:
    """Of what `unset` names the resources: each by its name, or as resources.NAME."""
    own = {names.fold(n): n for n in (thing.body.get("sheet") or {}).get("resources") or {}}
    every = bearers.sheet(thing, book).resources
    found = set()
    for key in command.unset:
        if key in _KEYS - {"name"}:
            continue
        name = names.fold(key.removeprefix(_OF_RESOURCES))
        if name not in own and any(names.fold(n) == name for n in every):
            return Rejected("resource_of_class", "unset", {"name": key.removeprefix(_OF_RESOURCES)})
        if name not in own and key.startswith(_OF_RESOURCES):
            return Rejected("resource_unknown", "unset", {"name": thing.name, "wanted": key.removeprefix(_OF_RESOURCES)}, near=tuple(every))
        if name not in own:
            return Rejected("key_unknown", "unset", {"wanted": key}, tuple(names.nearest(key, _KEYS)), tuple(sorted(_KEYS)))
        found.add(own[name])
    return frozenset(found)


def _classes_raised(thing: Thing, command: Update) -> Update:
    """A new level of who has one class is the level of that class, which carries it."""
    level, classes = command.character.level, list((thing.body.get("sheet") or {}).get("classes") or ())
    carried = [n for _, n in class_levels(classes)]
    if level is None or command.character.classes is not None or len(classes) != 1 or carried[0] in (None, level):
        return command
    raised = command.character.model_copy(update={"classes": (re.sub(r"\d+$", str(level), classes[0].strip()),), "level": None})
    return command.model_copy(update={"character": raised})


def _half_a_resource(thing: Thing, command: Update, book: Rulebook) -> Rejected | None:
    """A resource that it does not have yet is given whole."""
    known = bearers.sheet(thing, book).resources
    new = {name: change for name, change in (command.character.resources or {}).items() if name not in known and change.max is None}
    if not new:
        return None
    near = tuple(names.nearest(next(iter(new)), known))
    faults = [(f"character.resources.{name}.max", "is missing; it must be given for a resource that is new") for name in new]
    return Rejected("argument_invalid", faults[0][0], {"faults": faults}, near)


def _whole_resources(thing: Thing, changes: Mapping[str, Any], book: Rulebook) -> dict[str, Any]:
    """Each change over what the resource is now, which may follow from the classes alone."""
    known = bearers.sheet(thing, book).resources
    return {n: {**(known[n].model_dump(mode="json", exclude_none=True) if n in known else {}), **change} for n, change in changes.items()}


def _merged(old: Any, new: Any) -> Any:
    """Objects merge by key at every depth; lists and numbers replace."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: _merged(old.get(key), value) for key, value in new.items()}}


def _level_of_its_own(thing: Thing, command: Update) -> Rejected | None:
    """A level beside classes that carry levels of their own would change nothing, and is told so."""
    new = command.character
    classes = new.classes if new.classes is not None else (thing.body.get("sheet") or {}).get("classes", ())
    carried = [n for _, n in class_levels(classes)]
    if new.level is None or not carried or None in carried or sum(n or 0 for n in carried) == new.level:
        return None
    return Rejected("level_in_classes", "character.level", {"classes": list(classes)})


def _level_follows(story: Story, thing: Thing) -> None:
    """A stored level beside classes that carry levels of their own is theirs together."""
    now = story.world.things[thing.id]
    sheet = bearers.sheet(now, story.turn.book)
    if (now.body.get("sheet") or {}).get("level") not in (None, sheet.level):
        moves.change(story, now, "body.sheet.level", sheet.level)


def _hit_dice_follow(story: Story, thing: Thing, command: Update) -> None:
    """The maximum of hit dice is that of the levels, but for one of their own; what was spent stays spent."""
    book, now = story.turn.book, story.world.things[thing.id]
    rows = (now.body.get("sheet") or {}).get("resources") or {}
    before, after = bearers.sheet(thing, book), bearers.sheet(now, book)
    for name in [n for n in rows if n in after.hit_dice or n in before.hit_dice]:
        said = (command.character.resources or {}).get(name)
        kept = None if name not in after.hit_dice else _row(name, rows[name], before, after, said)
        moves.change(story, now, f"body.sheet.resources.{name}", kept)


def _row(name: str, row: Mapping[str, Any], before: Sheet, after: Sheet, said: ResourceChange | None) -> dict[str, Any] | None:
    """A row of hit dice as it is kept beside the levels of now."""
    most = after.hit_dice[name]
    if said:
        return as_kept(Resource.model_validate({"max": most, **row}), most)
    had = before.resources.get(name)
    spent = had.max - had.left if had and had.left is not None else 0
    own = after.resources[name].max
    return as_kept(Resource(max=own, left=max(0, own - spent)), most)


def _points(story: Story, thing: Thing, command: Update) -> None:
    """Name and hit points; whoever is given hit points is not dead."""
    new = command.character
    if new.name and new.name != thing.name:
        moves.change(story, thing, "name", new.name)
        if names.fold(new.name) != names.fold(thing.name):
            story.note("renamed", was=thing.name, name=new.name)
    if new.hp is not None:
        moves.change(story, thing, "body.hp", new.hp)
        if new.hp > 0:
            hit_points.revive(story, thing)
    if new.temp_hp is not None:
        moves.change(story, thing, "body.tempHp", new.temp_hp or None)


# ── import, export, retire ──────────────────────────────────────────────────────────────────────────────────────────


def decide_import(command: Import, world: World, turn: Turn) -> Outcome:
    document, room = command.document, targets.floor(world, None)
    if isinstance(room, Rejected):
        return room
    name = document.character.name
    if name is None:
        return Rejected("name_required", "document.character.name")
    if targets.means_nobody(name):
        return Rejected("name_reserved", "document.character.name", {"name": name})
    if given := [k for k in MOMENT_KEYS if k in document.model_fields_set]:
        return Rejected("key_of_the_moment", f"document.{to_camel(given[0])}", {"keys": [to_camel(k) for k in given]})
    story = Story(world, turn)
    id = _replaced(story, command, name)
    if isinstance(id, Rejected):
        return id
    if document.ruleset != turn.book.ruleset:
        story.note("other_ruleset", document=document.ruleset, campaign=turn.book.ruleset)
    made = make(story, name, document.character, room, id)
    if refusal := sheets.unpack(story, story.world.things[made], document):
        return refusal
    _beyond_maximum(story, made, document.character)
    return story.accepted(made, made, made=[made])


def _replaced(story: Story, command: Import, name: str) -> str | Rejected | None:
    """The id that the new one takes over, after the old one is gone."""
    living = names.prefer_exact(name, story.world.named(name, "character"), lambda t: (t.name,))
    if not living:
        return None
    if not command.replace or len(living) > 1:
        told = tuple(f"{t.name} ({t.id})" for t in living)
        return Rejected(
            "character_exists" if len(living) == 1 else "name_ambiguous", "document.character.name", {"wanted": name}, near=told
        )
    moves.take_away(story, living[0], 1)
    return living[0].id


def decide_export(command: Export, world: World, turn: Turn) -> Outcome:
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    return Accepted((), world, subject=thing.id, data={"document": sheets.pack(world, thing, turn.book)})


def decide_retire(command: Retire, world: World, turn: Turn) -> Outcome:
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    story = Story(world, turn)
    inside = [t.name for t in world.tree_of(thing.id) if not bearers.is_natural(t, turn.book)]
    moves.take_away(story, thing, 1)
    if inside:
        more = f" and {len(inside) - MOST_TOLD} more" if len(inside) > MOST_TOLD else ""
        story.note("taken_along", name=thing.name, texts=", ".join(inside[:MOST_TOLD]) + more)
    return story.accepted(thing.id, retired=thing.name, carried=len(inside))
