"""manage_character level_up: add one level in a class, with its gains."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter, ValidationError

from rpg_lite.decision import state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.heroes import hero_validation, spell_preparing, spell_selection
from rpg_lite.mechanics.heroes.creature_making import Naming, merge
from rpg_lite.mechanics.life import hit_points
from rpg_lite.mechanics.life.resources import sheet_now
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import compound_choices, level_gain, names, prerequisites, spell_choices
from rpg_lite.rules.character_document import ChoicePoints, ChoiceWords, Improvements
from rpg_lite.rules.choice_fits import write_value
from rpg_lite.rules.choice_names import ASI, SCORES, TOOLS, choice_key
from rpg_lite.rules.choices import EXPERT, EXPERTISE, SKILL_CHOICE, OpenChoice, choices_of
from rpg_lite.rules.class_table import HIGHEST, ClassRule
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.spell_slots import SpellSlots
from rpg_lite.vocabulary import SKILLS
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing

_IMPROVEMENTS: Final = TypeAdapter[Any](ChoiceWords | Improvements)
_POINTS: Final = TypeAdapter[Any](ChoiceWords | ChoicePoints)
_WORDS: Final = TypeAdapter[Any](ChoiceWords | dict[str, ChoiceWords])
_FORMS: Final[Mapping[str, tuple[TypeAdapter[Any], tuple[str, ...]]]] = MappingProxyType(
    {
        ASI: (_IMPROVEMENTS, level_gain.IMPROVEMENTS),
        choice_key(SCORES): (_POINTS, ('{"str": 2, "dex": 1}', '{"str": 1, "dex": 1, "con": 1}')),
    }
)
"""Choice → its form, and how people write it; all other choices are words."""
_WRITTEN_WORDS: Final = ('"WORD"', '["WORD", "WORD"]', '{"CLASS": "WORD"}')
_MOST_HP: Final = 30


class LevelUp(Naming):
    """One more level in a class."""

    operation: Literal["level_up"]
    of: Annotated[str | None, Field(alias="class", description="A new one multiclasses.")] = None
    hp: Annotated[
        Literal["average", "roll"] | Annotated[int, Field(ge=1, le=_MOST_HP, strict=True)],
        Field(description="As a number, the hit points gained."),
    ] = "average"
    choices: Annotated[dict[str, Any], Field(description='{"subclass": "Champion", "asi": {"str": 2}}')] = {}
    force: bool = False


@dataclass(frozen=True, slots=True)
class LevelUpResult(Result):
    """The level in the class, the level of the character, and the gains: hit points, features, slots, and open choices."""

    of: str
    level: int
    total: int
    gained_hp: int
    features: tuple[str, ...]
    slots: SpellSlots | None
    open_choices: tuple[OpenChoice, ...]


def decide_level_up(command: LevelUp, draft: Draft) -> Verdict:
    """Refuses: choice_twice, choice_unfit, choices_too_many, choices_used_up, class_required, class_unknown, experience_too_low, feat_prerequisite, feat_taken_twice, level_highest, milestone_missing, multiclass_prerequisite, no_cantrip_to_choose, target_dead"""
    world, situation = draft.world, draft.situation
    thing = targets.character(world, command.character_id, command.character_name, "characterName")
    if isinstance(thing, Rejected):
        return thing
    before = thing_stats.true_sheet(thing, situation.book)
    command = command.model_copy(update={"choices": compound_choices.choices_apart(command.choices, situation.book)})
    name = _class(command, thing, before, situation)
    if refusal := name if isinstance(name, Rejected) else _may_not(command, thing, before, str(name), situation):
        return refusal
    most = thing_stats.stats_of(world, thing, situation.book).hp_max
    _write(draft, thing, before, str(name))
    if refusal := _choose(draft, thing, command, str(name)):
        return refusal
    _gain_hit_points(draft, thing, command, before, str(name))
    if most and thing.creature.hp != 0:
        hit_points.rise(draft, thing, most.value)
    hero_validation.tell_open_choices(draft, draft.world.things[thing.id], listing=False)
    _tell_room_for_spells(draft, draft.world.things[thing.id], str(name))
    return Decision.about(thing.id, thing.id, result=_result(draft, thing, before, str(name), most.value if most else 0))


def _tell_room_for_spells(draft: Draft, thing: Thing, name: str) -> None:
    """Note how many more spells the class may prepare, if it prepares them anew each day: no choice of the level asks for them."""
    book = draft.situation.book
    preparing = spell_preparing.preparing_classes(draft.world, thing, book)
    if name not in preparing:
        return
    sheet = thing_stats.true_sheet(thing, book)
    if any(offer.kept_in == "prepared" for offer in spell_choices.offers(sheet, book)):
        return
    always = always_prepared(sheet, book)
    count = len({s.name for word in sheet.spells.prepared or () if (s := book.spell(word)) and s.name not in always})
    if (more := sum(casting.prepared or 0 for casting in preparing.values()) - count) > 0:
        draft.note("may_prepare", name=thing.name, count=more)


def _class(command: LevelUp, thing: Thing, before: Sheet, situation: Situation) -> str | Rejected:
    """The class of the new level, by its folded name; the character's only class if none is named."""
    levels, known = before.class_levels, tuple(situation.book.classes)
    if command.of is None:
        only = next(iter(levels), None)
        return (
            only if only and len(levels) == 1 else Rejected("class_required", "class", {"name": thing.name}, allowed=tuple(levels) or known)
        )
    name = names.fold(command.of)
    if name in levels or name in known:
        return name
    return Rejected("class_unknown", "class", {"wanted": command.of}, tuple(names.nearest(command.of, known)), known)


def _may_not(command: LevelUp, thing: Thing, before: Sheet, name: str, situation: Situation) -> Rejected | None:
    if thing_stats.is_dead(thing):
        return Rejected("target_dead", "characterName", {"name": thing.name})
    if before.level >= HIGHEST:
        return Rejected("level_highest", "characterName", {"name": thing.name, "level": before.level})
    if command.force:
        return None
    if refusal := _too_early(command, thing, before, situation):
        return refusal
    if not before.class_levels or name in before.class_levels:
        return None
    needs = level_gain.lacking(prerequisites.own_scores(before), before.class_levels, name, situation.book)
    return Rejected("multiclass_prerequisite", "class", {"name": thing.name, "wanted": name, "needs": needs}) if needs else None


def _too_early(command: LevelUp, thing: Thing, before: Sheet, situation: Situation) -> Rejected | None:
    """Refuse a level for which the character has too few experience points or, if it counts milestones instead, no milestone left."""
    if before.xp is None and thing.creature.milestones == 0:
        return Rejected("milestone_missing", "characterName", {"name": thing.name, "level": before.level + 1}, instead=_forced(command))
    needs = situation.book.advancement.xp[before.level]
    if before.xp is None or before.xp >= needs:
        return None
    details = {"name": thing.name, "has": before.xp, "needs": needs, "level": before.level + 1}
    return Rejected("experience_too_low", "characterName", details, instead=_forced(command))


def _forced(command: LevelUp) -> dict[str, Any]:
    """The same call, in which the game master allows the level."""
    return {**command.model_dump(mode="json", by_alias=True, exclude_unset=True), "force": True}


def _write(draft: Draft, thing: Thing, before: Sheet, name: str) -> None:
    """Write the classes with one more level, and update a level that is stored next to them."""
    written = level_gain.with_level(thing.creature.sheet.classes, name, before.class_levels)
    state_changes.change(draft, thing, body_paths.of_sheet("classes"), written)
    if thing.creature.sheet.level is not None:
        state_changes.change(draft, thing, body_paths.LEVEL, before.level + 1)
    if thing.creature.milestones:
        state_changes.change(draft, thing, body_paths.MILESTONES, thing.creature.milestones - 1)


def _choose(draft: Draft, thing: Thing, command: LevelUp, name: str) -> Rejected | None:
    """Write the choices, each of which must be open now unless the game master forces the call. Spells come first, because an invocation may
    need a cantrip, but for those that a subclass of this call offers (SRD 5.2, Evocation Savant).
    """
    spells, others = spell_selection.split(command.choices)
    first = spell_selection.offered(draft, thing, spells)
    later = {key: words for key, words in spells.items() if key not in first}
    return (
        spell_selection.learn(draft, thing, first, "choices")
        or _choose_others(draft, thing, command, others, name)
        or spell_selection.learn(draft, thing, later, "choices")
    )


def _choose_others(draft: Draft, thing: Thing, command: LevelUp, others: Mapping[str, Any], name: str) -> Rejected | None:
    sheet, rule = sheet_now(draft, thing), draft.situation.book.classes.get(name)
    if refusal := _of_no_form(thing, others):
        return refusal
    of_origin = {c: value for c, value in others.items() if _is_of_origin(c, sheet, draft.situation.book)}
    others = {c: value for c, value in others.items() if c not in of_origin}
    if refusal := _choose_of_origin(draft, thing, of_origin):
        return refusal
    if not others or rule is None:
        return None
    others = level_gain.improvements_by_other_names(others, sheet.open_choices)
    rows = level_gain.chosen_rows(others, name, sheet.class_levels[name], len(sheet.class_levels) == 1)
    subclasses = sheet.chosen.subclasses if sheet.chosen else ()
    for choice, word, allowed in (
        () if command.force else level_gain.misfits(rows, rule, subclasses, sheet.open_choices, draft.situation.book)
    ):
        details = {"name": thing.name, "choice": choice, "wanted": word}
        return Rejected("choice_unfit", f"choices.{choice}", details, tuple(names.nearest(word, allowed)), allowed)
    if refusal := None if command.force else _feat_too_high(draft, thing, rows) or _not_to_double(thing, sheet, rows, rule):
        return refusal
    old = draft.world.things[thing.id].creature.sheet.document.get("choices") or {}
    whole = {**merge(_by_class(old, rows, name), rows), **({ASI: [*old.get(ASI, ()), *rows[ASI]]} if ASI in rows else {})}
    state_changes.change(draft, thing, body_paths.of_sheet("choices"), whole)
    if command.force:
        return None
    return (
        hero_validation.rows_too_many(draft, thing, rows)
        or hero_validation.options_too_early(draft, thing, sheet, "choices", command)
        or hero_validation.feats_taken_twice(draft, thing, sheet, "choices", command)
    )


def _of_no_form(thing: Thing, choices: Mapping[str, Any]) -> Rejected | None:
    """Refuse a choice that is not written in its form."""
    for written, value in choices.items():
        key = choice_key(written)
        form, allowed = _FORMS.get(key, (_WORDS, _WRITTEN_WORDS))
        try:
            form.validate_python([value] if key == ASI and isinstance(value, Mapping) else value)
        except ValidationError:
            details = {"name": thing.name, "choice": written, "wanted": write_value(value)}
            return Rejected("choice_unfit", f"choices.{written}", details, allowed=allowed)
    return None


def _is_of_origin(choice: str, sheet: Sheet, book: Rulebook) -> bool:
    """Whether only the species, the background or a feat asks for a choice that is still open."""
    asking = [c.of for c in sheet.open_choices if choice_key(c.choice) == choice_key(choice)]
    return bool(asking) and not any(of in book.classes and choice_key(choice) != choice_key(TOOLS) for of in asking)


def _choose_of_origin(draft: Draft, thing: Thing, rows: Mapping[str, Any]) -> Rejected | None:
    """Write choices of the origin in addition to those of the level."""
    if not rows:
        return None
    old = draft.world.things[thing.id].creature.sheet.document.get("choices") or {}
    replaced = {choice_key(c) for c in rows}
    kept = {c: value for c, value in old.items() if choice_key(c) not in replaced or choice_key(c) != choice_key(SCORES)}
    state_changes.change(draft, thing, body_paths.of_sheet("choices"), merge(kept, dict(rows)))
    return hero_validation.rows_unfit(draft, draft.world.things[thing.id], rows)


def _feat_too_high(draft: Draft, thing: Thing, rows: Mapping[str, Any]) -> Rejected | None:
    """Refuse a feat whose prerequisites the character lacks."""
    sheet, book = sheet_now(draft, thing), draft.situation.book
    for row in rows.get(ASI, ()):
        feat = prerequisites.feat_called(row.get("feat"), book)
        if feat and (needs := prerequisites.feat_needs(feat, sheet, prerequisites.own_scores(sheet), sheet.level)):
            return Rejected("feat_prerequisite", "choices.asi", {"name": thing.name, "feat": feat.name, "needs": needs})
    return None


def _not_to_double(thing: Thing, sheet: Sheet, rows: Mapping[str, Any], rule: ClassRule) -> Rejected | None:
    """Refuse expertise in a skill or tool in which the character already has it or is not proficient (SRD, Expertise)."""
    listed = [w for key in EXPERT if key in rows for words in rows[key].values() for w in _as_list(words)]
    unsaid = any(c.choice == SKILL_CHOICE for c in sheet.open_choices)
    skills = [s for s in SKILLS if sheet.skills.get(s, 0) == 1 or (unsaid and not sheet.skills.get(s))]
    open_ones = (*skills, *_tools_to_double(sheet, rule))
    for word in listed:
        if names.fold(word) not in map(names.fold, open_ones):
            details = {"name": thing.name, "choice": EXPERTISE, "wanted": word}
            return Rejected("choice_unfit", f"choices.{EXPERTISE}", details, tuple(names.nearest(word, open_ones)), open_ones)
    return None


def _tools_to_double(sheet: Sheet, rule: ClassRule) -> list[str]:
    """The tools that the class offers for expertise and in which the character is proficient but has no expertise yet."""
    how = choices_of(rule, sheet.chosen.subclasses if sheet.chosen else ()).get(EXPERTISE)
    trained = {names.fold(str(m.value)) for m in sheet.modifiers if m.target == "proficiency.tool"}
    doubled = {names.fold(str(m.value)) for m in sheet.modifiers if m.target == "expertise.tool"}
    return [tool for tool in (how.tools if how else ()) if names.fold(tool) in trained - doubled]


def _by_class(old: Mapping[str, Any], rows: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The older choices of the same kinds, keyed by class, with the new ones added: old and new choices both stay."""
    found = dict(old)
    for key, row in rows.items():
        if key != ASI and key in found and isinstance(row, dict):
            before = found[key] if isinstance(found[key], dict) else {name: found[key]}
            mine = before.get(name)
            row[name] = [*_as_list(mine), *_as_list(row.get(name))] if mine and name in row else row.get(name)
            found[key] = before
    return found


def _as_list(words: Any) -> list[Any]:
    return [words] if isinstance(words, str) else list(words or ())


def _gain_hit_points(draft: Draft, thing: Thing, command: LevelUp, before: Sheet, name: str) -> None:
    """Write the new maximum if it is stored already or comes from a roll; otherwise it follows from the classes.

    A stored maximum includes the points of species, class and feats (SRD, Dwarven Toughness); a given number is the whole gain.
    """
    rule = draft.situation.book.classes.get(name)
    written = thing.creature.sheet.hp_max
    if before.hp_max is None or rule is None or (written is None and command.hp == "average"):
        return
    con = (before.abilities["con"] - 10) // 2
    had = level_gain.points_of_features(before)
    more = level_gain.points_of_features(sheet_now(draft, thing)) - had
    match command.hp:
        case "average":
            gained = level_gain.gained_by_average(rule, con) + more
        case "roll":
            gained = max(1, roll_dice(draft, f"1d{rule.hit_die}", "hit points").total + con) + more
        case int(gained):
            pass
    state_changes.change(draft, thing, body_paths.HP_MAX, before.hp_max + gained + (had if written is None else 0))


def _result(draft: Draft, thing: Thing, before: Sheet, name: str, most: int) -> LevelUpResult:
    after, now = sheet_now(draft, thing), draft.world.things[thing.id]
    hp_max = draft.stats(now).hp_max
    known = {f.name for f in before.features}
    features = tuple(f.name for f in after.features if f.name not in known)
    slots = (
        after.spell_slots
        if after.spell_slots.slots != before.spell_slots.slots or after.spell_slots.pact != before.spell_slots.pact
        else None
    )
    gained = (hp_max.value if hp_max else 0) - most
    return LevelUpResult(name, after.class_levels[name], after.level, gained, features, slots, after.open_choices)


OPERATION = Operation(
    tool="manage_character",
    model=LevelUp,
    decide=decide_level_up,
    who=GM,
    cost=free,
    sends="characterName class?",
)
