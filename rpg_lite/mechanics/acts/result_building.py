"""The result of a performance: the outcome for each target, the dice, and the texts."""

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.acts.act_results import ActResult, TargetPlayed
from rpg_lite.rules.acts.act import Spell
from rpg_lite.world import thing_stats


def result_of(p: Performance, name: str, item: str | None = None) -> ActResult:
    """`item`: the id of the thing that gives the act."""
    cast = p.cast
    ids = dict.fromkeys((*p.targets, *p.records))
    asked = tuple(sorted(p.asked - cast.wish.told))
    return ActResult(
        Called(cast.by), name, isinstance(cast.act, Spell), cast.slot if cast.act.spends else None, _dc(p), tuple(p.spent),
        tuple(_target(p, id) for id in ids if id in p.draft.world.things), tuple(p.thrown), says=tuple(p.says), advice=frozenset(p.advice), secrets=frozenset(p.secrets), spared=frozenset((Called(id), text) for id, text in p.spared), asks=asked,
        item=Called(item) if item else None, learned=tuple(map(Called, p.learned)), switched=p.switched,
    )  # fmt: skip


def _dc(p: Performance) -> int | None:
    """The DC of its saves, if all had the same."""
    found = {save.dc for record in p.records.values() for save in record.saves}
    return found.pop() if len(found) == 1 else None


def _target(p: Performance, id: str) -> TargetPlayed:
    stats = p.stats(id)
    return p.record(id).freeze(id, stats.hp, stats.hp_max.value if stats.hp_max else None, thing_stats.is_dead(p.thing(id)))
