"""manage_character import: create a creature from a sheet document."""

from itertools import count
from typing import Annotated, Any, Literal

from pydantic import Field
from pydantic.alias_generators import to_camel

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.acts import improvised_acts
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.heroes.creature_making import beyond_maximum, make
from rpg_lite.mechanics.items import item_moves
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.sheet_document import MOMENT_KEYS, SheetDocument
from rpg_lite.world.world_model import Ref, World


class Import(Command):
    """A whole sheet document becomes a character with its gear."""

    operation: Literal["import"]
    document: SheetDocument
    replace: Annotated[bool, Field(description="A living character of that name is replaced and keeps its id.")] = False

    def touches(self) -> tuple[Ref, ...]:
        named = (Ref("bearer", None, self.document.character.name),) if self.document.character.name else ()
        return (Ref("floor"), *named)


def decide_import(command: Import, draft: Draft) -> Verdict:
    """Refuses: act_invalid, attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, base_required,
    base_unfit, character_exists, charges_too_many, effect_unknown, import_of_several, key_of_the_moment, name_required, name_reserved,
    not_a_bag, quantity_too_large, template_unknown, trap_invalid, variant_required, variant_unknown.
    """
    world, book = draft.world, draft.situation.book
    document, room = command.document, targets.floor(world, None)
    if isinstance(room, Rejected):
        return room
    name = document.character.name
    if name is None:
        return Rejected("name_required", "document.character.name")
    if reserved_names.means_nobody(name):
        return Rejected("name_reserved", "document.character.name", {"name": name})
    if given := [k for k in MOMENT_KEYS if k in document.model_fields_set]:
        return Rejected("key_of_the_moment", f"document.{to_camel(given[0])}", {"keys": [to_camel(k) for k in given]})
    other = () if document.ruleset == book.ruleset else improvised_acts.OF_CREATURES
    if refusal := improvised_acts.refuse_unplayable(document, "document", world, book, but=other):
        return refusal
    id = _replace_character(draft, command, name)
    if isinstance(id, Rejected):
        return id
    if document.ruleset != book.ruleset:
        draft.note("other_ruleset", document=document.ruleset, campaign=book.ruleset)
    made = make(draft, name, document.character, room, id)
    if refusal := sheet_packing.unpack(draft, draft.world.things[made], document):
        return refusal
    beyond_maximum(draft, made, document.character)
    return Decision.about(made, made, made=[made])


def _replace_character(draft: Draft, command: Import, name: str) -> str | Rejected | None:
    """Remove the old character; the new one takes over its id."""
    living = names.prefer_exact(name, draft.world.find_named(name, "character"), lambda t: (t.name,))
    if not living:
        return None
    if not command.replace or len(living) > 1:
        field = "document.character.name"
        if len(living) == 1:
            return Rejected("character_exists", field, {"wanted": name}, near=(f"{living[0].name} ({living[0].id})",))
        details = {"wanted": name, "ids": ", ".join(t.id for t in living)}
        return Rejected("import_of_several", field, details, instead=_under_another_name(draft.world, command, name))
    item_moves.take_away(draft, living[0], 1)
    return living[0].id


def _under_another_name(world: World, command: Import, name: str) -> dict[str, Any]:
    """The call with a name that nobody living bears."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    free = next(other for n in count(2) if not world.find_named(other := f"{name} {n}", "character"))
    document = sent["document"]
    return {**sent, "document": {**document, "character": {**document["character"], "name": free}}}


OPERATION = Operation(
    tool="manage_character",
    model=Import,
    decide=decide_import,
    who=GM,
    cost=free,
    sends="document replace?",
)
