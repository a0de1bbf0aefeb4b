"""Steps that spend and restore: `lose` and `gain`."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision import targets
from rpg_lite.decision.name_matching import all_named
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change, end_points_of, set_temporary_points
from rpg_lite.mechanics.acts import costs, target_requirements
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.act_results import Spent
from rpg_lite.mechanics.acts.choice_meaning import ITEM
from rpg_lite.mechanics.creature import score_gains
from rpg_lite.mechanics.creature.working_items import told_name
from rpg_lite.mechanics.heroes import spell_preparing
from rpg_lite.mechanics.items import item_moves, new_things
from rpg_lite.mechanics.items.charges import set_charges
from rpg_lite.mechanics.life import dying, hit_points, resources
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import names
from rpg_lite.rules.acts import use_acts
from rpg_lite.rules.acts.act import ITEM_LORE
from rpg_lite.rules.acts.plain_steps import GainStep, LoseStep
from rpg_lite.rules.spell_slots import PACT
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, order_made


def learn(p: Performance) -> None:
    """Make the chosen thing known and report its properties; without a choice, the table decides what the creature learns. A dry run reveals nothing."""
    wanted = p.cast.wish.choice.get(ITEM) or p.cast.wish.choice.get("choice")
    if not wanted:
        return
    thing = targets.find_carried(p.draft.world, p.thing(p.cast.by), None, wanted, p.book)
    if isinstance(thing, Rejected):
        thing = _of_a_companion(p, wanted) or thing
    if isinstance(thing, Rejected):
        p.refused = p.refused or _by_its_id(p, thing, wanted)
    elif not p.draft.situation.dry:
        if not thing.item.is_identified:
            change(p.draft, thing, body_paths.IDENTIFIED, None)
        p.learned.append(thing.id)


def _by_its_id(p: Performance, refused: Rejected, wanted: str) -> Rejected:
    """The refusal of a name that several things have, with a call that names one of them, rather one that nobody knows yet."""
    if refused.code != "name_ambiguous":
        return refused
    found = all_named(wanted, [t for t in at_hand(p.draft.world, p.cast.by) if t.kind != "character"], p.book)
    meant = next((t for t in found if not t.item.is_identified), found[0])
    by = {"operation": "cast", "spell": p.cast.act.name, "characterName": p.thing(p.cast.by).name, "targetId": meant.id}
    more = {**({"ritual": True} if p.cast.wish.ritual else {}), **({"force": True} if p.cast.wish.force else {})}
    return replace(refused, field="targetName", details={**refused.details, "ids": "targetId"}, instead={**by, **more})


def _of_a_companion(p: Performance, wanted: str) -> Thing | None:
    """The thing that one companion beside the caster carries, whom the caster touches for it."""
    room = p.draft.world.room_of(p.cast.by)
    members = [t for t in p.draft.world.things.values() if t.kind == "character" and t.creature.is_member and t.id != p.cast.by]
    beside = [t for t in members if room is not None and p.draft.world.room_of(t.id) == room]
    found = [targets.find_carried(p.draft.world, bearer, None, wanted, p.book) for bearer in beside]
    things = [thing for thing in found if isinstance(thing, Thing)]
    return things[0] if len(things) == 1 else None


FORGET: Final = "forget"
PREPARE: Final = "prepare"
"""The choices that name the two spells."""


def exchange(p: Performance) -> None:
    """Replace the prepared spell that the call forgets with the one that it prepares."""
    who = p.thing(p.cast.by)
    sheet = thing_stats.true_sheet(who, p.book)
    prepared = list(sheet.spells.prepared or ())
    preparing = spell_preparing.preparing_classes(p.draft.world, who, p.book)
    choice = p.cast.wish.choice
    old = next((w for w in prepared if names.fold(w) == names.fold(choice.get(FORGET, ""))), None)
    ready = [w for w in spell_preparing.may_prepare(preparing, sheet, p.book) if w not in prepared]
    if old is None or not choice.get(PREPARE):
        pair = (
            json.dumps({FORGET: prepared[0], PREPARE: ready[0]}, ensure_ascii=False)
            if prepared and ready
            else f"{FORGET} and {PREPARE}: names of spells"
        )
        details = {"act": p.cast.act.name, "choice": f"{FORGET} and {PREPARE}", "given": ", ".join(choice.values())}
        p.refused = p.refused or Rejected("choice_required", "choice", details, allowed=(pair,))
        return
    new = spell_preparing.spell_to_prepare(choice[PREPARE], who.name, preparing, sheet, p.book)
    if isinstance(new, Rejected):
        p.refused = p.refused or new
        return
    lists = who.creature.sheet.document.get("spells") or {}
    change(p.draft, who, body_paths.of_sheet("spells"), {**lists, "prepared": [new.name if w == old else w for w in prepared]})
    p.say(f"{new.name} is prepared in place of {old}.")


def lose(p: Performance, step: LoseStep, targets: Sequence[str], spot: Spot) -> None:
    for target in targets:
        thing, record = p.thing(target), p.record(target)
        match step.lose:
            case "life" | "body":
                if not thing_stats.is_dead(thing) and not hit_points.ward_off_death(p.draft, thing):
                    change(p.draft, thing, body_paths.HP, 0)
                    dying.die(p.draft, p.thing(target), p.cast.act.name)
            case "tempHp":
                set_temporary_points(p.draft, thing, None)
                record.temp_hp = 0
            case "tempHp:this":
                end_points_of(p.draft, thing, p.cast.id)
                record.temp_hp = p.thing(target).creature.temp_hp or 0
            case "hp":
                if not thing_stats.is_dead(thing):
                    hit_points.hurt(p.draft, thing, Hit("force", p.stats(target).hp or 0, magical=True))
            case "hit_points":
                if not thing_stats.is_dead(thing):
                    lost = hit_points.lose(p.draft, thing, _rolled(p, step.n, spot))
                    p.say(f"{thing.name} loses {lost} hit points.")
            case "half_hp":
                change(p.draft, thing, body_paths.HP, (p.stats(target).hp or 0) // 2)
            case "slot":
                p.refused = p.refused or _no_level(p) or _take(p, target, f"slot_{p.cast.slot}", p.cast.number(step.n))
            case "charges":
                _change_charges(p, -_rolled(p, step.n, spot))
            case "item":
                _destroy(p, target)
            case "bonus":
                ledger.spend(p.draft, TurnPrice(target, p.cast.act.name, "bonus"))
            case word if word.startswith("resource:"):
                many = p.cast.number(step.n, rolled=spot.rolled)
                p.refused = p.refused or _take(p, target, word.removeprefix("resource:"), many)
            case word:
                p.say(f"{thing.name} loses {word}.")


def _take(p: Performance, target: str, what: str, count: int) -> Rejected | None:
    """Spend a slot or points of a creature, and say what is left of them."""
    if refused := resources.spend(p.draft, p.thing(target), what, count):
        return refused
    if not count:
        return None
    left, most = costs.standing(p.draft, p.thing(target), what)
    if target == p.cast.by:
        p.spent.append(Spent(what, left + count, left, most))
    else:
        p.record(target).effects.append(f"loses {count} {what.replace('_', ' ')}")
    return None


def gain(p: Performance, step: GainStep, targets: Sequence[str], spot: Spot) -> None:
    """Restore something to the creature that plays the act, or to the targets of the step."""
    for target in targets if step.to else [p.cast.by]:
        count = 0 if step.gain == "charges" else p.cast.number(step.n)
        word = step.gain.removeprefix("resource:")
        if step.gain in ("action", "attack", "bonus"):
            ledger.gain(p.draft, target, p.cast.act.name, step.gain, count)
            p.say(f"{p.thing(target).name} has {count} more {step.gain}{'s' if count > 1 else ''} this turn.")
        elif step.gain == "charges":
            _change_charges(p, _rolled(p, step.n, spot))
        elif step.gain == "uses":
            _renew(p)
        elif step.gain.startswith(_ITEM):
            _give(p, target, p.cast.fill(step.gain.removeprefix(_ITEM)), count)
        elif step.gain == "new_slot":
            _make_slot(p, target, step)
        elif step.gain in (ONE_SLOT, ONE_OR_LESSER):
            _one_slot(p, target, step)
        elif step.gain == ITEM_LORE:
            learn(p)
        elif step.gain == "prepared_spell":
            exchange(p)
        elif step.gain == "stable":
            _stabilize(p, step, target)
        elif step.gain == use_acts.FOR_GOOD:
            for m in step.modifiers:
                score_gains.gain(p.draft, p.thing(target), m)
        else:
            if word == "slot":
                p.refused = p.refused or _no_level(p)
                word = p.cast.spent_slot or f"slot_{p.cast.slot}"
            many = _slots(p, target, count) if word == "slots" else {word: count}
            if word == "slots" and (missed := _chosen_in_vain(p, target, count, many)):
                p.refused = p.refused or missed
            elif word == "slots" and not many and not p.cast.wish.force:
                details = {"act": p.cast.act.name, "name": p.thing(target).name, "what": "slot"}
                p.refused = p.refused or Rejected("nothing_is_spent", "act", details)
            for what, n in many.items():
                back = resources.recover(p.draft, p.thing(target), what, n)
                if step.needed and not back and not p.cast.wish.force:
                    details = {"act": p.cast.act.name, "name": p.thing(target).name, "what": what.replace("_", " ")}
                    p.refused = p.refused or Rejected("nothing_is_spent", "act", details)
                if n:
                    p.record(target).effects.append(f"{back} {what.replace('_', ' ')} back")


def _stabilize(p: Performance, step: GainStep, target: str) -> None:
    """Stabilize a dying creature; a step that is needed is refused for any other, so that its price is not lost."""
    if dying.is_dying(p.thing(target)):
        dying.stabilize(p.draft, p.thing(target))
    elif step.needed and not p.cast.wish.force:
        p.refused = p.refused or Rejected("not_dying", "targets", {"name": p.thing(target).name}, instead=_on_the_dying(p))
    elif step.needed:
        p.note("not_dying", target)


def _on_the_dying(p: Performance) -> dict[str, Any] | None:
    """The same act on somebody at hand who is dying, a party member first; None if nobody is."""
    room = p.draft.world.room_of(p.cast.by)
    there = p.draft.situation.people([room.id]).values() if room else ()
    one = min(filter(dying.is_dying, there), key=lambda t: (not t.creature.is_member, order_made(t)), default=None)
    return target_requirements.again(p.cast, [one.name], p.thing(p.cast.by)) if one else None


def _change_charges(p: Performance, more: int) -> None:
    """Add to the charges of the item that gives the act, up to its maximum, or take some away."""
    thing = p.draft.world.things.get(p.cast.item or "")
    item = thing_stats.item_of(thing, p.book) if thing else None
    left = thing_stats.charges_left(thing, item) if thing and item else None
    if thing is None or item is None or left is None:
        p.say(f"{p.cast.act.name} has no charges here.")
        return
    most = item.charges_or_effects.max if item.charges_or_effects else 0
    now = max(0, left + more) if isinstance(most, str) else max(0, min(most, left + more))
    set_charges(p.draft, thing, item, now)
    if thing.item.is_identified:  # its charges are a secret until then
        p.say(f"{told_name(p.thing(p.cast.by), thing, item)}: charges {left} → {now}.")


def _rolled(p: Performance, text: str, spot: Spot) -> int:
    """The number of charges, which may be dice."""
    return p.roll_once(f"{spot.path}#charges", p.cast.fill(text, rolled=spot.rolled), "charges").total


def _renew(p: Performance) -> None:
    """Give back the uses and the minutes of the item that gives the act."""
    thing = _item_behind(p, p.cast.by)
    if thing is not None:
        for key in thing.item.used:
            change(p.draft, p.draft.world.things[thing.id], body_paths.USED.at(key), None)


def _item_behind(p: Performance, bearer: str) -> Thing | None:
    """The item that gives the act, or the one of this creature that gave the effect from which the act comes (SRD, Staff of the Python)."""
    if p.cast.item:
        return p.draft.world.things.get(p.cast.item)
    entries = (e for e in p.thing(bearer).creature.effects if e.cause.cast == p.cast.id)
    known = {names.fold(p.cast.act.name), *(names.fold(e.cause.act or "") for e in entries)}
    carried = (t for t in p.draft.world.tree_of(bearer) if t.kind == "item")
    return next((t for t in carried if any(names.fold(a.name) in known for a in thing_stats.item_of(t, p.book).acts)), None)


def _destroy(p: Performance, bearer: str) -> None:
    """Destroy the item that gives the act."""
    thing = _item_behind(p, bearer)
    if thing is None:
        return  # ammunition that was shot is gone already
    item_moves.take_away(p.draft, thing, 1)
    p.draft.note("thing_gone", name=Called(thing.id))


def _give(p: Performance, target: str, name: str, count: int) -> None:
    """Put new things from the rulebook into somebody's pack."""
    pick = p.book.find(name)
    item = p.book.item(pick) if pick else None
    if pick is None or item is None:
        p.say(f"{name}: no item of this name is in the rulebook; the game master gives one.")
        return
    made = new_things.make(p.draft, p.thing(target), new_things.Gift(new_things.body_of(pick), item, count), "act")
    if isinstance(made, Rejected):
        p.refused = p.refused or made
    else:
        p.say(f"{p.thing(target).name} gets {item.name}{f' ({count})' if count > 1 else ''}.")


_ITEM: Final = "item:"
ONE_SLOT: Final = "one_slot"
ONE_OR_LESSER: Final = "one_slot_or_lesser"
"""A slot above the highest level comes back as one of that level (SRD 5.1, Pearl of Power)."""


def _one_slot(p: Performance, target: str, step: GainStep) -> None:
    """Restore one spent slot, of the level that the call names or else of the highest level that the step allows."""
    most = p.cast.number(step.most) if step.most is not None else HIGHEST_RECOVERED
    slots = resources.sheet_now(p.draft, p.thing(target)).spell_slots
    spent = {n: f"slot_{n}" for n in range(1, slots.highest + 1) if slots.spent_of(f"slot_{n}")}
    if slots.pact and slots.spent_of(PACT):
        spent.setdefault(slots.pact.level, PACT)
    fit = {n: key for n, key in spent.items() if n <= most}
    if step.gain == ONE_OR_LESSER and most not in fit and any(n > most for n in spent):
        fit[most] = ""
    asked = next((int(n) for word in p.cast.wish.choice.values() for n in re.findall(r"[1-9]", word)), p.cast.slot) or max(fit, default=0)
    if not fit:
        details = {"act": p.cast.act.name, "name": p.thing(target).name, "what": f"slot of level {most} or lower"}
        p.refused = p.refused or Rejected("nothing_is_spent", "act", details)
    elif asked not in fit:
        allowed = tuple(map(str, sorted(fit)))
        p.refused = p.refused or Rejected(
            "choice_required", "choice", {"act": p.cast.act.name, "choice": "slot", "given": str(asked)}, allowed=allowed
        )
    elif fit[asked]:
        resources.recover(p.draft, p.thing(target), fit[asked], 1)
        p.record(target).effects.append(f"1 {fit[asked].replace('_', ' ')} back")
    else:
        resources.make_slot(p.draft, p.thing(target), asked)
        p.record(target).effects.append(f"1 slot {asked} in place of a higher one")


def _make_slot(p: Performance, target: str, step: GainStep) -> None:
    """Add a slot of the level that the call names, up to the highest level that the step allows."""
    most = p.cast.number(step.most) if step.most is not None else HIGHEST_RECOVERED
    level = p.cast.slot if step.level is None else p.cast.number(step.level)
    if p.refused or (not level and (refused := _no_level(p))):
        p.refused = p.refused or refused
    elif level > most:
        allowed = tuple(map(str, range(1, most + 1)))
        p.refused = Rejected("slot_too_high", "slot", {"act": p.cast.act.name, "slot": level, "most": most}, allowed=allowed)
    else:
        is_more = resources.make_slot(p.draft, p.thing(target), level)
        p.record(target).effects.append(f"1 slot {level} {'made' if is_more else 'back'}")
        if is_more:
            p.say("A slot that was made disappears after the next long rest.")


HIGHEST_RECOVERED: Final = 5
"""A short rest does not restore slots above this level (SRD, Arcane Recovery)."""


def _no_level(p: Performance) -> Rejected | None:
    """The refusal if the call does not give the level of the slot."""
    levels = tuple(map(str, range(1, HIGHEST_RECOVERED + 1)))
    return (
        None
        if p.cast.slot
        else Rejected("choice_required", "slot", {"act": p.cast.act.name, "choice": "slot", "given": ""}, allowed=levels)
    )


def _slots(p: Performance, target: str, levels: int) -> dict[str, int]:
    """The spent slots whose levels add up to at most this count: those that the call chose ("2, 1"), or else the highest first."""
    slots = resources.sheet_now(p.draft, p.thing(target)).spell_slots
    chosen = _chosen_levels(p)
    highest_first = [n for n in range(HIGHEST_RECOVERED, 0, -1) for _ in range(slots.spent_of(f"slot_{n}"))]
    found: dict[str, int] = {}
    for level in chosen or highest_first:
        key = f"slot_{level}"
        if 0 < level <= min(levels, HIGHEST_RECOVERED) and found.get(key, 0) < slots.spent_of(key):
            found[key], levels = found.get(key, 0) + 1, levels - level
    return found


def _chosen_levels(p: Performance) -> list[int]:
    """The levels of the slots that the call chose, or the one that it gives as `slot`."""
    chosen = [int(n) for word in p.cast.wish.choice.values() for n in re.findall(r"\d{1,3}", word)]
    return chosen or ([p.cast.slot] if p.cast.slot else [])


def _chosen_in_vain(p: Performance, target: str, levels: int, many: Mapping[str, int]) -> Rejected | None:
    """The refusal if some of the chosen slots are not spent or go beyond the levels that return."""
    chosen = _chosen_levels(p)
    if len(chosen) == sum(many.values()) or not chosen:
        return None
    spent = resources.sheet_now(p.draft, p.thing(target)).spell_slots
    fits = tuple(f"level {n} ({spent.spent_of(f'slot_{n}')} spent)" for n in range(1, HIGHEST_RECOVERED + 1) if spent.spent_of(f"slot_{n}"))
    details = {"act": p.cast.act.name, "chosen": ", ".join(map(str, chosen)), "levels": levels}
    return Rejected("slots_unfit", "choice", details, allowed=fits)


PLAYS: Final[Plays] = {GainStep: gain, LoseStep: lose}
"""Kind of step → the function that plays it."""
