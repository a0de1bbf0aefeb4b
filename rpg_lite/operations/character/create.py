"""manage_character create: create a hero from a sheet, or creatures from a template."""

from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.acts import improvised_acts
from rpg_lite.mechanics.heroes import creature_making, hero_validation, sheet_packing, spell_limits, spell_selection
from rpg_lite.mechanics.heroes.creature_making import Method, Mold, beyond_maximum, make, merge, mold_of, next_names
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import compound_choices, names
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.document_field_types import Name
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.stat_block import Lair
from rpg_lite.world.world_model import Ref, Thing

MOST_AT_ONCE: Final = 20


class Create(Command):
    """A new character or creatures of a template, in the party's room or the named one."""

    operation: Literal["create"]
    name: Name | None = None
    character: Annotated[CharacterDocument | None, Field(description="Sheet keys; missing ones are assumed and named.")] = None
    template: Annotated[str | None, Field(description="A creature; character changes it.")] = None
    count: Annotated[int | None, Field(ge=1, le=MOST_AT_ONCE, strict=True, description="How many of the template.")] = None
    in_lair: Annotated[bool, Field(description="With its lair's numbers.")] = False
    hp: Annotated[Literal["average", "roll"] | None, Field(description="Of a template: printed, or by hit dice.")] = None
    method: Annotated[Method | None, Field(description="How to make the scores; given ones are checked.")] = None
    kit: Annotated[bool, Field(description="Starting equipment.")] = False
    room_name: Annotated[str | None, Field(description="Default: the party's room.")] = None
    force: bool = False

    @property
    def is_elsewhere(self) -> bool:
        """Whether the call names a room other than the party's."""
        return bool(self.room_name) and not reserved_names.is_floor(self.room_name)

    def touches(self) -> tuple[Ref, ...]:
        place = Ref("bearer", name=self.room_name) if self.is_elsewhere else Ref("floor")
        return (place, Ref("names")) if self.template else (place,)


def decide_create(command: Create, draft: Draft) -> Verdict:
    """Refuses: abilities_unfit, act_invalid, attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, base_required,
    base_unfit, cantrip_prepared, charges_too_many, choice_twice, choice_unfit, choices_too_many, choices_used_up, class_unknown, count_needs_template, creature_unknown,
    effect_unknown, feat_prerequisite, feat_taken_twice, given_twice, hit_dice_unknown, hp_needs_template, kit_of_class, name_required, name_reserved,
    no_cantrip_to_choose, no_lair_numbers, not_a_bag, quantity_too_large, room_unknown, spell_not_on_list, spells_too_many, template_unknown, variant_required, variant_unknown.
    """
    world, situation = draft.world, draft.situation
    room = targets.room(world, None, command.room_name, "roomName") if command.is_elsewhere else targets.floor(world, None)
    if isinstance(room, Rejected):
        return room
    if command.template:
        return _of_template(command, draft, room)
    if command.count:
        return Rejected("count_needs_template", "count")
    if command.hp:
        return Rejected("hp_needs_template", "hp")
    character = compound_choices.apart(command.character or CharacterDocument(), situation.book)
    name = command.name or character.name
    if name is None:
        return Rejected("name_required", "name")
    if character.name and character.name != name:
        return Rejected("given_twice", "character.name", {"one": name, "other": character.name})
    if reserved_names.means_nobody(name):
        return Rejected("name_reserved", "name", {"name": name})
    scored = creature_making.with_scores(draft, character, command.method) if command.method else character
    if isinstance(scored, Rejected):
        return scored
    spells, others = spell_selection.split(scored.choices)
    scored = spell_selection.without_spells(scored, others) if spells else scored
    id = make(draft, name, scored, room)
    beyond_maximum(draft, id, scored)
    hero = draft.world.things[id]
    if refusal := (
        hero_validation.misspelt_class(scored, situation.book)
        or improvised_acts.refuse_unplayable(scored, "character", draft.world, situation.book)
        or (None if command.force else hero_validation.improvements_unfit(hero.name, scored, command, situation.book))
        or hero_validation.choices_unfit(draft, hero, scored, command)
        or hero_validation.spells_of_others(draft, hero, scored, command)
        or (None if command.force else spell_limits.too_many(draft, hero, scored, command))
        or spell_selection.learn(draft, hero, spells, "character.choices")
        or (None if command.force else hero_validation.choices_too_many(draft, hero, scored, command))
        or (None if command.force else hero_validation.options_too_early(draft, hero, None, "character.choices", command))
        or (None if command.force else hero_validation.feats_taken_twice(draft, hero, None, "character", command))
    ):
        return refusal
    if command.method is None:
        hero_validation.tell_of_race(draft, character)
    hero_validation.tell_open_choices(draft, draft.world.things[id])
    if command.kit and (refusal := creature_making.equip_kit(draft, draft.world.things[id])):
        return refusal
    return Decision.about(id, id, made=[id])


def _of_template(command: Create, draft: Draft, room: Thing) -> Verdict:
    """Make Goblin 1 … Goblin 6: whole creatures with their gear. No two have the same name."""
    world, book = draft.world, draft.situation.book
    wanted = command.template or ""
    written = book.creatures.get(names.fold(wanted))
    if written is None:
        known = [str(c["character"]["name"]) for c in book.creatures.values()]
        return Rejected("creature_unknown", "template", {"wanted": wanted}, tuple(names.nearest_alike(wanted, known)), tuple(known))
    if command.character and (refusal := improvised_acts.refuse_unplayable(command.character, "character", world, book)):
        return refusal
    own = command.character.model_dump(mode="json", by_alias=True, exclude_unset=True) if command.character else {}
    document = SheetDocument.model_validate({**written, "character": merge(written["character"], own)})
    name = command.name or document.character.name or wanted
    made = []
    if command.in_lair:
        lair = document.character.in_lair
        if lair is None:
            return Rejected(
                "no_lair_numbers",
                "inLair",
                {"name": name},
                instead=command.model_dump(by_alias=True, exclude_unset=True, exclude={"in_lair"}),
            )
        document = document.model_copy(update={"character": document.character.model_copy(update=_of_lair(lair))})
    if command.hp == "roll" and (refusal := _cannot_roll(command, document)):
        return refusal
    as_written = sheet_of(SheetDocument.model_validate(written).character, book)
    mold = mold_of(document.character, book, before=as_written)
    for called in next_names(world, name, command.count or 1):
        own_mold = _rolled(draft, called, document, as_written) if command.hp == "roll" else mold
        id = make(draft, called, document.character, room, mold=own_mold)
        if refusal := sheet_packing.unpack(draft, draft.world.things[id], document):
            return refusal
        made.append(id)
    return Decision.about(made[0], *made, made=made)


def _cannot_roll(command: Create, document: SheetDocument) -> Rejected | None:
    """The refusal of rolled hit points for a creature that has no hit dice, or whose maximum the call gives."""
    if command.character and command.character.hp_max is not None:
        return Rejected("given_twice", "hp", {"one": "roll", "other": f"hpMax {command.character.hp_max}"})
    return (
        None if document.character.hit_dice else Rejected("hit_dice_unknown", "hp", {"name": document.character.name}, allowed=("average",))
    )


def _rolled(draft: Draft, name: str, document: SheetDocument, before: Sheet) -> Mold:
    """The mold of one creature whose hit dice are rolled; it has at least 1 hit point."""
    points = max(1, roll_dice(draft, document.character.hit_dice or "", f"{name}, hit points").total)
    return mold_of(document.character.model_copy(update={"hp_max": points}), draft.situation.book, before=before)


def _of_lair(lair: Lair) -> dict[str, int]:
    """The keys of a sheet that are different in the lair (SRD 5.2, Legendary Creatures)."""
    return {key: value for key, value in lair if value is not None}


OPERATION = Operation(
    tool="manage_character",
    model=Create,
    decide=decide_create,
    who=GM,
    cost=free,
    sends="name character?",
)
