"""Steps that decide which other steps are played (if, choose, table, answer), and the step that only says something."""

import operator
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, cast

from rpg_lite.decision.occasions import Alteration, Change, Occasion
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.shared_keys import word_for
from rpg_lite.mechanics.acts import if_creature_state, secret_hit_points, target_requirements
from rpg_lite.mechanics.acts.act_in_play import IS_IMMUNE, Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps import target_formula_values
from rpg_lite.mechanics.attack import redirected_attacks
from rpg_lite.mechanics.life import hands
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.mechanics.space import sides, sight, standing
from rpg_lite.mechanics.turn import granted_moves
from rpg_lite.rules import names
from rpg_lite.rules.acts import if_needs_text
from rpg_lite.rules.acts.act import ChooseStep, IfStep, Spell, TableStep
from rpg_lite.rules.acts.plain_steps import AnswerStep, SayStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import CREATURE_TYPES, SEES_USER, TABLE_WORDS, UNWILLING, WILLING
from rpg_lite.vocabulary import SIZES, Size
from rpg_lite.world import combat, thing_stats

_COMPARED: Final = re.compile(
    r"(\{[^{}]+\}|hp|missing_hp|cr|size|hits|moved|slot|level|taken|str|dex|con|int|wis|cha)(<=|>=|<|>|=)(.+)", re.ASCII
)
_SIGNS: Final[Mapping[str, Callable[[float, float], bool]]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq,
}  # fmt: skip


def branch(p: Performance, step: IfStep, targets: Sequence[str], spot: Spot) -> None:
    """Play `then` for the targets for which all words hold, and `else` for the others."""
    holding = [t for t in targets if holds(p, step.if_, t, spot)]
    _say_why(p, step.if_, (step.then, step.else_), holding, spot)
    p.play(step.then, holding, spot.at("then"))
    others = [t for t in targets if t not in holding and not is_unforeseen(p, step.if_, t, spot)]
    for unseeing in others if SEES_USER in step.if_ else ():  # a gaze that nobody sees would otherwise end without a word
        p.say(f"{p.thing(unseeing).name} does not see {p.thing(p.cast.by).name}.")
    _say_why(p, step.if_, (step.else_, step.then), others, spot)
    if step.then and not step.else_ and p.of_entry is None:
        _tell_spared(p, step.if_, others, spot)
    p.play(step.else_, others, spot.at("else"))


_OF_NATURE: Final = re.compile(r"immune:.+|(cr|str|dex|con|int|wis|cha)[<>=].+", re.ASCII)
"""A word about the numbers of a stat block; a word about its type or a tag beside that begins with `target:`."""


def _is_of_nature(p: Performance, word: str, target: str) -> bool:
    """Whether the word is about what the creature is, which players do not know of a stranger."""
    head, _, rest = word.partition(":")
    return bool(_OF_NATURE.fullmatch(word)) or (head == "target" and (rest in CREATURE_TYPES or p.is_of_type(target, [rest])))


def _say_why(
    p: Performance, words: Sequence[str], parts: tuple[Sequence[StepModel], Sequence[StepModel]], targets: Sequence[str], spot: Spot
) -> None:
    """Say why nothing happens to the targets, if this part, the first, does no more than that, and the other would do something: the act
    spares whoever is what the words say.
    """
    only_says, does_nothing = (all(isinstance(step, SayStep) for step in part) for part in parts)
    if not only_says or does_nothing:
        return
    for one in targets:
        if any(_is_of_nature(p, word, one) for entry in words for word in _alternatives(entry)):
            for text in (p.cast.fill(step.say, rolled=spot.rolled) for step in parts[0] if isinstance(step, SayStep)):
                p.spare(one, text)


def _tell_spared(p: Performance, words: Sequence[str], targets: Sequence[str], spot: Spot) -> None:
    """Say which of these targets the act leaves alone because of its type, its immunities or its mind (SRD 5.1, Hypnotic Pattern)."""
    kept_out = [word for entry in words if entry.startswith("not ") for word in _alternatives(entry)]
    for one in targets:
        if why := [word for word in kept_out if _is_of_nature(p, word, one) and _word(p, word, one, spot)]:
            reason = ", ".join(if_needs_text.say(word).removeprefix("a target that is ") for word in why)
            p.spare(one, f"{p.thing(one).name}{IS_IMMUNE}{p.cast.act.name} ({reason}).")


def holds(p: Performance, words: Sequence[str], target: str, spot: Spot) -> bool:
    """Whether every entry holds; an entry that begins with `not` holds if none of its alternatives does. What a dry run must not foresee
    does not hold, and the answer says so.
    """
    if is_unforeseen(p, words, target, spot):
        secret_hit_points.tell(p, [target])
        return False
    return all(_entry(p, entry, target, spot) for entry in words)


def is_unforeseen(p: Performance, words: Sequence[str], target: str, spot: Spot) -> bool:
    """Whether hit points that the caller does not know decide whether the words hold, because all others do."""
    hidden = [entry for entry in words if secret_hit_points.decides(p, entry, target)]
    return bool(hidden) and all(_entry(p, entry, target, spot) for entry in words if entry not in hidden)


def _entry(p: Performance, entry: str, target: str, spot: Spot) -> bool:
    return any(_word(p, w.strip(), target, spot) for w in _alternatives(entry)) != entry.startswith("not ")


def _types(p: Performance, spot: Spot) -> Collection[str | None]:
    """The types of the damage that led here; an answer may mean any type of the blow (SRD 5.2, Deflect Attacks)."""
    on = p.draft.situation.answers
    return on.types if on and spot.source is None and on.types else (spot.taken_type,)


def _alternatives(entry: str) -> list[str]:
    """The words of an entry: "target:fiend|undead" means either type."""
    first, *rest = entry.removeprefix("not ").split("|")
    head = f"{first.partition(':')[0]}:" if ":" in first else ""
    return [first, *(w if ":" in w or w in TABLE_WORDS or not head else head + w for w in rest)]


def _word(p: Performance, word: str, target: str, spot: Spot) -> bool:
    if compared := _COMPARED.fullmatch(word):
        return _compare(p, compared, target, spot)
    if word == UNWILLING and target == p.cast.by and UNWILLING not in p.cast.wish.told:
        return False  # nobody resists their own spell
    if word == UNWILLING and UNWILLING not in p.cast.wish.told and not _are_friends(p, target, p.cast.by):
        p.asked.add(WILLING)  # unless the table knows better, an enemy resists
        return WILLING not in p.cast.wish.told
    if word in TABLE_WORDS or word.startswith("moved"):
        p.asked.add(word)
        return word in p.cast.wish.told
    head, _, rest = word.partition(":")
    match head:
        case "named":
            return word_for(p.cast.wish.choice, rest) is not None
        case "target":
            return target == p.cast.by if rest == "self" else p.is_of_type(target, [rest]) or _is_under(p, target, rest)
        case "self" if rest == "bloodied":
            return _is_bloodied(p, p.cast.by)
        case "self":
            return p.is_of_type(p.cast.by, [rest]) or _is_under(p, p.cast.by, rest)
        case "condition":
            return _is_under(p, target, rest)
        case "laid":
            return if_creature_state.is_laid_on(p, target, rest)
        case "laid_by_self":
            return if_creature_state.is_laid_by_self(p, target, rest)
        case "type":
            return p.cast.fill(rest) in _types(p, spot)
        case "concentrating":
            return p.thing(target).creature.concentration is not None
        case "in_form":
            return p.thing(target).creature.form is not None
        case "attack":
            return rest in spot.kinds
        case "choice":
            return names.fold(rest) in map(names.fold, p.cast.wish.choice.values())
        case "critical":
            return spot.critical
        case "nat20":
            return spot.attack is not None and spot.attack.natural == 20
        case "advantage" | "disadvantage":
            return spot.attack is not None and spot.attack.mode == word
        case "list":
            return isinstance(p.cast.act, Spell) and rest in p.cast.act.classes
        case "harmed":
            return target in p.records and any(s.taken for s in p.records[target].suffered)
        case "drops":
            return _is_brought_down(p, target)
        case "spent_slot":
            return p.cast.spent_slot is not None
        case "healed_other":
            return any(record.healed and not record.is_revived for id, record in p.records.items() if id != p.cast.by)
        case "bloodied":
            return _is_bloodied(p, target)
    return _stands(p, head, rest, target, spot)


def _are_friends(p: Performance, one: str, other: str) -> bool:
    return sides.are_friends(p.draft.world, p.thing(one), p.thing(other), p.book)


def _stands(p: Performance, head: str, rest: str, target: str, spot: Spot) -> bool:
    """Whether a word about the current state of the creature holds."""
    match head:
        case "wearing":
            return if_creature_state.wears(p, target, rest)
        case "carries":
            return if_creature_state.carries(p, p.cast.by, rest)
        case "immune":
            return if_creature_state.is_immune(p, target, rest)
        case "attack":
            return rest in spot.kinds
        case "concentrating":
            return if_creature_state.concentrates(p, target)
        case "damaged_by":
            return if_creature_state.was_damaged_by(p, target, rest)
        case "dead":
            return thing_stats.is_dead(p.thing(target))
        case "in_fight":
            return combat.is_in(p.draft.world, target)
        case "itself":
            return target == p.cast.by
        case "own_turn":
            return if_creature_state.is_in_its_turn(p, target)
        case "surprised":
            return attack_scopes.is_caught(p.draft.world, target)
        case "after_short_rest":
            return if_creature_state.has_just_rested(p, target)
        case "free_hand":
            return not hands.full_of(p.draft, p.thing(p.cast.by))
        case "grappled_by_self":
            return if_creature_state.is_grappled_by(p, target, p.cast.by)
        case "first_attack":
            return if_creature_state.has_not_attacked(p, target)
        case "grapples_no_other":
            return if_creature_state.grapples_no_other(p, target)
        case "room_for":
            return if_creature_state.has_room_for(p, *rest.rsplit(":", 1))
        case "sees_user":
            hidden = sight.are_senses_hidden(p.draft.situation, p.thing(target))
            return sight.why_unseen(p.draft.world, p.thing(target), p.thing(p.cast.by), p.book, plainly=hidden) is None
        case "marked_0":
            return if_creature_state.marked_is_down(p)
    return False


def _is_bloodied(p: Performance, creature: str) -> bool:
    """Whether it has half of its hit points or fewer."""
    stats = p.stats(creature)
    return stats.hp is not None and stats.hp_max is not None and stats.hp * 2 <= stats.hp_max.value


def _is_brought_down(p: Performance, creature: str) -> bool:
    """Whether this deed has brought it to 0 hit points; whoever lay there before is not reduced to them (SRD 5.2, Mummy, Rotting Fist)."""
    before = p.draft.before.things.get(creature)
    was = thing_stats.stats_of(p.draft.before, before, p.book).hp if before else p.record(creature).hp_was
    return bool(was) and p.stats(creature).hp == 0


def _is_under(p: Performance, creature: str, name: str) -> bool:
    """Whether a condition or an effect of this name lies on the creature."""
    lying = thing_stats.lasting(p.draft.world, p.thing(creature), "effects")
    return name in p.stats(creature).conditions_active or names.fold(name) in {names.fold(entry.name) for entry in lying}


def _compare(p: Performance, found: re.Match[str], target: str, spot: Spot) -> bool:
    stats = p.stats(target)
    is_left, sign, text = found[1], _SIGNS[found[2]], found[3]
    hp, most = stats.hp or 0, stats.hp_max.value if stats.hp_max else 0
    if is_left.startswith("{"):
        exact = p.number_or_table(is_left)
        right = p.number_or_table(text)
        return exact is not None and right is not None and sign(exact, right)
    if is_left == "size":
        return sign(SIZES.index(stats.size), SIZES.index(largest(p, text)))
    numbers = {"hp": hp, "missing_hp": most - hp, "cr": p.challenge(target), "hits": p.hits(target), "slot": p.cast.slot}
    numbers |= {"level": p.cast.values["level"], "taken": p.happened_taken if spot.taken is None else spot.taken}
    numbers |= {"moved": if_creature_state.feet_moved(p)} if is_left == "moved" else {}
    left = numbers[is_left] if is_left in numbers else next(b.value for a, b in stats.abilities.items() if a == is_left)
    right = most / 2 if text == "half" else p.number_or_table(text)
    return left is not None and right is not None and sign(left, right)


def largest(p: Performance, text: str) -> Size:
    """The size that a comparison names: a word, or "self+1" for one size above that of the creature that plays the act."""
    head, _, more = text.partition("+")
    if head != "self":
        return cast(Size, text)
    return SIZES[min(len(SIZES) - 1, SIZES.index(p.stats(p.cast.by).size) + int(more or 0))]


def choose(p: Performance, step: ChooseStep, targets: Sequence[str], spot: Spot) -> None:
    """Play the part that the call chose. If a choice that the act always needs is missing, the act was refused earlier; inside a branch, a
    text asks for the choice.
    """
    word = find_choice(step, p.cast.wish.choice)
    if word is None:
        p.say(f"Nothing was chosen of: {', '.join(step.choose)} (choice).")
    else:
        p.play(step.choose[word], targets, spot.at(word))


def find_choice(step: ChooseStep, choice: Mapping[str, str]) -> str | None:
    """The option of this step that the call chose."""
    wanted = {names.fold(w) for w in choice.values()}
    return next((word for word in step.choose if names.fold(word) in wanted), None)


def chosen_steps(steps: Sequence[StepModel], choice: Mapping[str, str]) -> Iterator[StepModel]:
    """The steps, and those of the parts that the call chooses."""
    for step in steps:
        yield step
        if isinstance(step, ChooseStep) and (word := find_choice(step, choice)) is not None:
            yield from chosen_steps(step.choose[word], choice)


def roll_table(p: Performance, step: TableStep, targets: Sequence[str], spot: Spot) -> None:
    """Roll on the table for each target separately."""
    for target in targets:
        rolled = p.roll_once(f"{spot.path}@{target}", p.cast.fill(step.table), "table")
        row = next((key for key in step.rows if _is_in_row(rolled.total, p.cast.fill(key))), None)
        if row is not None:
            p.play(step.rows[row], [target], replace(spot.at(row), rolled=rolled.total))


def _is_in_row(total: int, key: str) -> bool:
    low, _, high = key.partition("-")
    return int(low) <= total <= int(high or low)


def say(p: Performance, step: SayStep, targets: Sequence[str], spot: Spot) -> None:
    if step.told and _is_measured(p):
        return
    theirs = target_formula_values.values_for(p, step.say)
    (p.tell_secret if theirs else p.advise)(p.cast.fill(step.say, rolled=spot.rolled, **theirs))
    if step.moves is not None and not (p.cast.wish.walks and p.cast.wish.walks.is_given):
        granted_moves.give(p.draft, p.cast.by, p.cast.act.name, step.moves)
    if step.moves is not None and p.cast.wish.walks and p.cast.wish.walks.to is not None:
        p.refused = p.refused or p.cast.wish.walks.to_place(p.draft, p.cast.by)
    for name in ("choice", *step.words) if step.words else ():
        if word := p.cast.wish.choice.get(name):
            p.say(f"{names.capitalize(step.words[0] if name == 'choice' else name)}: {word}.")


def _is_measured(p: Performance) -> bool:
    room = p.draft.world.room_of(p.cast.by)
    return room is not None and standing.is_measured(p.draft.world, room.id)


def answer(p: Performance, step: AnswerStep, targets: Sequence[str], spot: Spot) -> None:
    """The change that a reaction makes in the deed that it answers."""
    on = p.draft.situation.answers
    if on is None:
        p.say("It changes a deed that has just been done: undo this, and send it with answer: true.")
        return
    if step.answer == "redirect":
        _redirect(p, on, targets)
    elif isinstance(step.answer, str):
        word, _, kept = step.answer.partition(":")
        word = step.answer if kept in ("advantage", "one") else word
        p.draft.alterations.append(Alteration(cast(Change, word), on, p.cast.act.name, slot_kept=kept == "slot_kept"))
    else:
        for change, amount in step.answer.items():
            points = p.roll_once(f"{spot.path}#{change}", p.cast.fill(amount), "answer").total
            p.draft.alterations.append(Alteration(change, on, p.cast.act.name, max(0, points), use_kept=step.kept))


def _redirect(p: Performance, on: Occasion, named: Sequence[str]) -> None:
    """Let an ally beside the creature change places with it and become the target: the one that the call names, else the first."""
    who = p.thing(p.cast.by)
    beside = redirected_attacks.allies_beside(p.draft.world, who, p.book)
    wanted = next((id for id in named if id != who.id), None)
    ally = next((one for one in beside if wanted in (None, one.id)), None)
    if ally is None:
        instead = target_requirements.again(p.cast, [one.name for one in beside[:1]], who) if beside else None
        again = {**instead, "answer": True} if instead else None
        p.refused = Rejected("nobody_beside", "targets", {"name": who.name}, allowed=tuple(one.name for one in beside), instead=again)
        return
    redirected_attacks.change_places(p.draft, who, ally)
    p.draft.alterations.append(Alteration("redirect", on, p.cast.act.name, toward=ally.id))
    p.draft.note("places_changed", name=Called(who.id), target=Called(ally.id))


PLAYS: Final[Plays] = {IfStep: branch, ChooseStep: choose, TableStep: roll_table, SayStep: say, AnswerStep: answer}
"""Kind of step → the function that plays it."""
