"""The report of an operation (without its events) as data for programs."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.decision.outcome import Called, NotMade, Result
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.mechanics.life.mirror_images import ImageStruck
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.character.award import AwardResult
from rpg_lite.operations.character.level_up import LevelUpResult
from rpg_lite.operations.character.prepare import PrepareResult
from rpg_lite.operations.character.rest import RestResult
from rpg_lite.views.played_act_data import act_json, blow_json, image_json, outcome_json, turn_json
from rpg_lite.views.stats_json import choice_json, slots_json

Json = dict[str, Any]


def data_of(told: RenderContext, full: bool) -> Json:
    """The figures of the result; empty for an operation that reports none. `full`: include the lists that the text already states."""
    result = told.outcome.result
    write = _DATA.get(type(result)) if result else None
    lists = outcome_json(told, result) if full and isinstance(result, ActResult) else {}
    return {**(write(told, result) if write else {}), **lists}


def _level_up(told: RenderContext, result: LevelUpResult) -> Json:
    slots = {"spellSlots": slots_json(result.slots)} if result.slots else {}
    gained = {"class": result.of, "level": result.level, "characterLevel": result.total, "hpGained": result.gained_hp}
    return {**gained, "features": list(result.features), **slots, "openChoices": [choice_json(c) for c in result.open_choices]}


def _award(told: RenderContext, result: AwardResult) -> Json:
    rising = zip(told.names([c for c, _ in result.may_rise]), result.may_rise, strict=True)
    shared = {"encounter": {"xp": sum(worth for _, worth in result.foes), "xpEach": result.xp}} if result.foes else {}
    return {**shared, "mayRise": [{"name": name, "level": level} for name, (_, level) in rising]}


def _prepare(told: RenderContext, result: PrepareResult) -> Json:
    return {"prepared": list(result.spells), "preparedMax": result.most, "alwaysPrepared": sorted(result.always)}


def _attack(told: RenderContext, result: AttackResult) -> Json:
    flew = {"ammunition": told.name_of(result.flew)} if result.flew else {}
    plan = {"plan": blow_json(result.planned)} if result.planned and told.knows_numbers(result.attacker.id) else {}
    return {**plan, **flew, **turn_json(told, result.attacker, result.turn), **_images(told, [(result.target, result.image)])}


def _act(told: RenderContext, result: ActResult) -> Json:
    return {**_images(told, [(t.who, a.image) for t in result.targets for a in t.attacks]), **act_json(told, result)}


def _images(told: RenderContext, attacks: Sequence[tuple[Called, ImageStruck | None]]) -> Json:
    """The attacks on images."""
    found = [{"name": told.name_of(who), "image": image_json(told, who, image)} for who, image in attacks if image]
    return {"targets": found} if found else {}


def _not_made(told: RenderContext, result: NotMade) -> Json:
    return {"notMade": True}


def _rest(told: RenderContext, result: RestResult) -> Json:
    rows = [(told.name_of(r.who), r) for r in result.regained if told.knows_numbers(r.who.id) and not told.dry]
    return {"regained": [{"name": name, "what": r.what, "was": r.was, "now": r.now} for name, r in rows]} if rows else {}


_DATA: Final[Mapping[type[Result], Callable[[RenderContext, Any], Json]]] = MappingProxyType(
    {
        LevelUpResult: _level_up,
        AwardResult: _award,
        PrepareResult: _prepare,
        RestResult: _rest,
        AttackResult: _attack,
        ActResult: _act,
        NotMade: _not_made,
    }
)
