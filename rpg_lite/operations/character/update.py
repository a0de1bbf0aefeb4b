"""manage_character update: change some keys of a stored sheet and keep the rest."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator
from pydantic.alias_generators import to_camel

from rpg_lite.decision import reserved_names, state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.acts import improvised_acts
from rpg_lite.mechanics.heroes import hero_validation, spell_limits, spell_selection
from rpg_lite.mechanics.heroes.creature_making import Naming, beyond_maximum, keys_to_store, merge, remark
from rpg_lite.mechanics.life import dying
from rpg_lite.mechanics.life.resource_edits import change_resources, change_spent, forget
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import choices_by_class, compound_choices, names
from rpg_lite.rules.character_document import CharacterChanges, CharacterDocument
from rpg_lite.rules.choice_names import SCORES, choice_key
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing


class Update(Naming):
    """Change stored values: objects merge by key, lists and numbers replace."""

    operation: Literal["update"]
    character: CharacterChanges = CharacterChanges.model_construct()
    unset: Annotated[tuple[str, ...], Field(description='Keys to clear: ["spellcastingAbility", "resources.rage", "spent"].')] = ()
    force: bool = False

    @model_validator(mode="before")
    @classmethod
    def _spent_of_the_character(cls, sent: Any) -> Any:
        """Accept `spent` next to the character, although the schema does not mention it."""
        if not isinstance(sent, dict) or "spent" not in sent or not isinstance(sent.get("character", {}), dict):
            return sent
        rest = {k: v for k, v in sent.items() if k != "spent"}
        return {**rest, "character": {**sent.get("character", {}), "spent": sent["spent"]}}


def decide_update(command: Update, draft: Draft) -> Verdict:
    """Refuses: act_invalid, argument_invalid, cantrip_prepared, choice_twice, choice_unfit, choices_too_many, choices_used_up, class_unknown, feat_prerequisite, feat_taken_twice, key_unknown, level_in_classes,
    name_reserved, no_cantrip_to_choose, resource_of_class, resource_unknown, spell_not_on_list, spells_too_many."""
    world, situation = draft.world, draft.situation
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    spent = _resources_to_clear(thing, command, situation.book)
    if isinstance(spent, Rejected):
        return spent
    if command.character.name and reserved_names.means_nobody(command.character.name):
        return Rejected("name_reserved", "character.name", {"name": command.character.name})
    command = command.model_copy(update={"character": compound_choices.apart(command.character, situation.book)})
    command = _classes_raised(thing, command)
    spells, others = spell_selection.split(command.character.choices)
    asked = command
    if spells:
        command = command.model_copy(update={"character": spell_selection.without_spells(command.character, others)})
    if refusal := _level_of_its_own(thing, command) or _half_a_resource(thing, command, situation.book):
        return refusal
    before = thing_stats.stats_of(world, thing, situation.book).hp_max
    _points(draft, thing, command)
    for key, value in keys_to_store(command.character).items():
        if value == {} or key == "resources":
            continue  # an object without keys changes nothing
        old = thing.creature.sheet.document.get(key)
        state_changes.change(
            draft, thing, body_paths.of_sheet(key), _join_choices(draft, thing, old, value) if key == "choices" else merge(old, value)
        )
    if body_paths.TEMP_HP.key in command.unset:
        state_changes.set_temporary_points(draft, thing, None)
    for key in (k for k in command.unset if k in _KEYS - {"name"}):
        state_changes.change(draft, thing, _POINTS.get(key) or body_paths.of_sheet(key), None)
    _level_follows(draft, thing)
    forget(draft, thing, spent)
    if command.character.resources:
        change_resources(draft, thing, command.character.resources)
    if refusal := change_spent(draft, thing, command.character.spent or {}):
        return refusal
    if refusal := spell_selection.learn(draft, thing, spells, "character.choices"):
        return refusal
    if before and command.character.hp is None:
        _hit_points_follow(draft, thing, before.value)
    if not draft.events:
        draft.note("nothing_changed", name=thing.name)
    now, book = draft.world.things[thing.id], situation.book
    remark(draft, thing_stats.true_sheet(now, book), thing_stats.true_sheet(thing, book))
    beyond_maximum(draft, thing.id, command.character)
    if refusal := (
        hero_validation.misspelt_class(command.character, book)
        or improvised_acts.refuse_unplayable(command.character, "character", draft.world, book)
        or (None if asked.force else hero_validation.improvements_unfit(now.name, command.character, asked, book))
        or hero_validation.choices_unfit(draft, now, command.character, asked)
        or hero_validation.spells_of_others(draft, now, command.character, asked)
        or (None if asked.force else spell_limits.too_many(draft, now, command.character, asked) or _too_early(draft, thing, asked))
    ):
        return refusal
    if asked.character.choices and draft.events:
        hero_validation.tell_open_choices(draft, now)
    return Decision.about(thing.id, thing.id)


def _too_early(draft: Draft, thing: Thing, asked: Update) -> Rejected | None:
    before = thing_stats.true_sheet(thing, draft.situation.book)
    if refusal := hero_validation.feats_taken_twice(draft, thing, before, "character", asked):
        return refusal
    if not asked.character.choices:
        return None
    if refusal := hero_validation.choices_too_many(draft, thing, asked.character, asked):
        return refusal
    return hero_validation.options_too_early(draft, thing, before, "character.choices", asked)


def _join_choices(draft: Draft, hero: Thing, old: Any, new: Mapping[str, Any]) -> Any:
    """The choices with the new ones, those of each class apart; the points of a background take the place of the points chosen before."""
    book = draft.situation.book
    new = choices_by_class.beside(old or {}, new, tuple(thing_stats.true_sheet(hero, book).class_levels), book)
    scores = {key for key in new if choice_key(key) == choice_key(SCORES)}
    kept = {k: v for k, v in (old or {}).items() if not (scores and choice_key(k) == choice_key(SCORES))}
    return merge(kept, new)


_KEYS: Final = frozenset(to_camel(k) for k in CharacterDocument.model_fields)
_POINTS: Final[Mapping[str, body_paths.Path[Any]]] = {
    path.key: path for path in (body_paths.HP, body_paths.TEMP_HP, body_paths.SPENT, body_paths.DESCRIPTION, body_paths.SECRET)
}
"""Keys that are stored outside the sheet."""
_OF_RESOURCES: Final = "resources."


def _resources_to_clear(thing: Thing, command: Update, book: Rulebook) -> frozenset[str] | Rejected:
    """The resources that `unset` names, each by its name or as resources.NAME."""
    own = {names.fold(n): n for n in thing.creature.sheet.resources}
    every = thing_stats.true_sheet(thing, book).resources
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
    """If the creature has one class, write its new level into that class."""
    level, classes = command.character.level, list(thing.creature.sheet.classes)
    carried = [n for _, n in class_levels(classes)]
    if level is None or command.character.classes is not None or len(classes) != 1 or carried[0] in (None, level):
        return command
    raised = command.character.model_copy(update={"classes": (re.sub(r"\d+$", str(level), classes[0].strip()),), "level": None})
    return command.model_copy(update={"character": raised})


def _half_a_resource(thing: Thing, command: Update, book: Rulebook) -> Rejected | None:
    """Refuse part of a resource that the creature does not have yet."""
    known = thing_stats.true_sheet(thing, book).resources
    new = {
        name: change
        for name, change in (command.character.resources or {}).items()
        if not find_resource(name, known) and change.max is None
    }
    if not new:
        return None
    near = tuple(names.nearest(next(iter(new)), known))
    faults = [(f"character.resources.{name}.max", "is missing; it must be given for a resource that is new") for name in new]
    return Rejected("argument_invalid", faults[0][0], {"faults": faults}, near)


def _hit_points_follow(draft: Draft, thing: Thing, was: int) -> None:
    """Keep an unhurt creature at its hit point maximum, whatever changed it; if it has fewer hit points, leave them as they are."""
    most = thing_stats.stats_of(draft.world, draft.world.things[thing.id], draft.situation.book).hp_max
    if most and most.value != was and thing.creature.hp == was:
        state_changes.change(draft, thing, body_paths.HP, most.value)


def _level_of_its_own(thing: Thing, command: Update) -> Rejected | None:
    """Refuse a level next to classes that have levels of their own, because it would change nothing."""
    new = command.character
    classes = new.classes if new.classes is not None else thing.creature.sheet.classes
    carried = [n for _, n in class_levels(classes)]
    if new.level is None or not carried or None in carried or sum(n or 0 for n in carried) == new.level:
        return None
    return Rejected("level_in_classes", "character.level", {"classes": list(classes)})


def _level_follows(draft: Draft, thing: Thing) -> None:
    """Set a level that is stored next to classes with levels of their own to the sum of those levels."""
    now = draft.world.things[thing.id]
    sheet = thing_stats.true_sheet(now, draft.situation.book)
    if now.creature.sheet.level not in (None, sheet.level):
        state_changes.change(draft, now, body_paths.LEVEL, sheet.level)


def _points(draft: Draft, thing: Thing, command: Update) -> None:
    """Change name, texts and hit points; a creature that gets hit points is not dead."""
    new = command.character
    if new.name and new.name != thing.name:
        state_changes.change(draft, thing, body_paths.NAME, new.name)
        if names.fold(new.name) != names.fold(thing.name):
            draft.note("renamed", was=thing.name, name=new.name)
    for path, text in ((body_paths.DESCRIPTION, new.description), (body_paths.SECRET, new.secret)):
        if text is not None:
            state_changes.change(draft, thing, path, text or None)
    if new.hp is not None:
        state_changes.change(draft, thing, body_paths.HP, new.hp)
        if new.hp > 0:
            dying.revive(draft, thing)
    if new.temp_hp is not None:
        state_changes.set_temporary_points(draft, thing, new.temp_hp)


OPERATION = Operation(
    tool="manage_character",
    model=Update,
    decide=decide_update,
    who=GM,
    cost=free,
    sends="characterName character",
)
