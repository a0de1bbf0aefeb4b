"""Total cover: neither an attack nor a spell can target a creature behind it directly; an area may include it (SRD, Cover)."""

from collections.abc import Collection, Sequence
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules.acts.act import Act, AttackStep, Spell
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world.world_model import Thing

TOTAL_COVER: Final = "total_cover"
LESS: Final = ("half_cover", "three_quarters_cover")
_UNAIMED: Final = frozenset(("area", "each_enemy", "self"))


def refuse(told: Collection[str], target: Thing) -> Rejected | None:
    """Refuse an attack on a creature that the caller's words put behind total cover."""
    return Rejected("behind_total_cover", "with", {"name": target.name}, allowed=LESS) if TOTAL_COVER in told else None


def refuse_act(told: Collection[str], act: Act, by: Thing, targets: Sequence[Thing]) -> Rejected | None:
    """Refuse an attack or a spell that is aimed at such creatures; its own player has a clear path to itself."""
    is_aimed = isinstance(act, Spell) or any(isinstance(step, AttackStep) for step in walk(act.steps))
    others = [t for t in targets if t.id != by.id] if is_aimed and act.targets not in _UNAIMED else []
    return refuse(told, others[0]) if others else None
