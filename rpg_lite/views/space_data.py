"""Walks, places and facts of space in the answers of a fight that measures, as data for programs."""

from collections.abc import Mapping, Sequence
from typing import Any

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.mechanics.space import facts, standing
from rpg_lite.mechanics.space.facts import PlaceFacts
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.mechanics.turn import ledger, movement
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.action.move import MoveResult
from rpg_lite.operations.action.next_turn import NextTurnResult
from rpg_lite.operations.action.place import PlaceResult
from rpg_lite.operations.action.start_fight import StartFightResult
from rpg_lite.rules.acts.words import ALLY_NEAR
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.views import relations
from rpg_lite.world import clock, combat
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]


def joined(data: Json, told: RenderContext, book: Rulebook, full: bool) -> Json:
    """The data of a result with what it says of space: nothing where places do not count."""
    on, result = clock.fight(told.after), told.outcome.result
    if result is None or not (isinstance(result, PlaceResult) or (on is not None and on.is_measured)):
        return data
    done = {**data, **of_result(told, book, full)}
    if isinstance(result, AttackResult | ActResult) and result.turn and result.turn.feet and "movement" in data.get("turn", {}):
        done["turn"] = {**data["turn"], "movement": _feet(result.turn.feet)}
    if isinstance(result, ActResult) and result.area is not None:
        done["area"] = _area(told, result.area, full)
    if isinstance(result, ActResult) and full and not told.dry:
        done |= _of_targets(told, result, data.get("targets", ()))
    elif "targets" in data and "targets" in done:
        done["targets"] = [{**one, **other} for one, other in zip(data["targets"], done["targets"], strict=True)]
    return done


def of_result(told: RenderContext, book: Rulebook, full: bool) -> Json:
    """The part of the answer that tells of space. `full`: with what the text already says, or what changed nothing."""
    match told.outcome.result:
        case MoveResult() as moved:
            return _move(told, moved, full)
        case PlaceResult() as placed:
            return {"places": {told.name_of(each.who): each.at for each in placed.stands if told.sees(each.who)}}
        case StartFightResult():
            return _places(told, book) if full else {}
        case NextTurnResult(turn=turn):
            whose = told.after.things.get(turn.whose or "")
            return _turn(told, whose, book, full) if whose and told.knows_numbers(whose.id) else {}
        case AttackResult() as struck:
            found = of_facts(told, struck.attacker.id, struck.facts, struck.why, full) if told.sees(struck.attacker, struck.target) else {}
            return {"targets": [{"name": told.name_of(struck.target), "facts": found}]} if found else {}
    return {}


def _of_targets(told: RenderContext, result: ActResult, shown: Sequence[Json]) -> Json:
    """The targets of an act, each with the facts of the last attack on it."""
    seen = [target for target in result.targets if told.sees(target.who)]
    if len(seen) != len(shown):
        return {}
    known = [of_facts(told, result.who.id, each.attacks[-1].facts, each.attacks[-1].why, True) if each.attacks else {} for each in seen]
    return {"targets": [{**one, **({"facts": found} if found else {})} for one, found in zip(shown, known, strict=True)]} if shown else {}


def left(told: RenderContext, who: str, book: Rulebook) -> Json:
    """The feet that are left of a turn where they count: the most, and those of each mode."""
    if not (clock.fight(told.after) and movement.is_measured(told.after, who) and any(f.id == who for f in combat.order(told.after))):
        return {}
    return _feet({str(mode): feet for mode, feet in ledger.feet_left(told.after, who, book).items()})


def _feet(modes: Mapping[str, int]) -> Json:
    return {"left": max(modes.values(), default=0), **modes}


def of_facts(told: RenderContext, who: str, known: PlaceFacts | None, why: tuple[str, ...], full: bool) -> Json:
    """The facts of one roll. Players learn neither of cover nor of those who crowd a shooter: it may be somebody whom they do not see."""
    if known is None:
        return {}
    crowd = known.crowded_by is not None and facts.crowded(known.crowded_by).source.name in why
    changed = {
        "cover": None if told.players or known.is_told or known.cover.degree == "none" else known.cover.degree,
        "coverBy": None if told.players or known.is_told else known.cover.by,
        "range": "long" if any(reason.startswith(facts.long_range_words(known.feet)) for reason in why) else None,
        "allyNear": (ALLY_NEAR in known.words and told.knows_numbers(who)) or None,
        "closeCombat": (crowd and not told.players) or None,
    }
    found = {key: value for key, value in changed.items() if value}
    plain = {"feet": known.feet, "near": known.is_near}
    return {**plain, **({"cover": "none"} if full and not (known.is_told or told.players) else {}), **found} if full or found else {}


def _move(told: RenderContext, moved: MoveResult, full: bool) -> Json:
    if not told.sees(moved.who):
        return {}
    walked, (from_, to) = moved.walked, moved.names
    spaces = [walked.way.from_, *walked.way.walk.spaces]
    squares = [_name(space) for space in spaces]
    move: Json = {"from": from_, "to": to, "feet": walked.feet, "by": walked.way.mode}
    if walked.left is not None and told.knows_numbers(moved.who.id):
        move["left"] = walked.left
    if full:
        ends = max((n for n, space in enumerate(spaces) if space == walked.to), default=0)
        move["way"] = squares[: ends + 1]
    if walked.met or walked.is_cut:
        move["stopped"] = {"at": walked.met, "why": "unseen"} if walked.met else {"at": to, "why": "moved" if walked.is_moved else "unable"}
    seen = [(told.name_of(who), space) for who, space in walked.strikers if told.sees(who)]
    provokes = [{"name": name, "at": _name(space), "step": squares.index(_name(space)) + 1} for name, space in seen]
    return {"move": move, **({"provokes": provokes} if provokes else {})}


def _area(told: RenderContext, filled: FilledArea, full: bool) -> Json:
    """The area of an act: players read of nobody in it whom they do not see."""
    said: Json = {"shape": filled.shape, "at": filled.at, "toward": filled.toward, "feet": filled.feet}
    area: Json = {key: value for key, value in said.items() if value not in ("", None)}
    area["caught"] = told.names(filled.caught)
    if own := told.names(filled.unasked[: filled.own_side]):
        area["ownSide"] = own
    if missed := [{"name": told.name_of(who), "feet": feet} for who, feet in filled.missed if told.sees(who)]:
        area["missed"] = missed
    if full:
        area["squares"] = [square_name(square) for square in sorted(filled.squares, key=lambda square: (square[1], square[0]))]
    return area


def _places(told: RenderContext, book: Rulebook) -> Json:
    """Everybody's square in a fight that begins, of those whom the reader sees."""
    room = told.after.things.get(combat.room_id(told.after) or "")
    if room is None or not standing.is_measured(told.after, room.id):
        return {}
    now = standing.standing_in(told.after, room, book)
    return {"places": {told.name(one.id): _name(space) for one, space in now.creatures()}}


def _turn(told: RenderContext, whose: Thing, book: Rulebook, full: bool) -> Json:
    """The feet of a turn that begins, and whoever stands around."""
    if not (feet := left(told, whose.id, book)):
        return {}
    room = told.after.room_of(whose.id)
    now = standing.standing_in(told.after, room, book) if room and full else None
    around: Mapping[str, Any] = relations.data(now, whose) if now and whose.id in now.spaces else {}
    return {"turn": {"movement": feet}, **({"at": around["at"], "standing": around["standing"]} if around else {})}


def _name(space: Space) -> str:
    return square_name((space.x, space.y), space.z)
