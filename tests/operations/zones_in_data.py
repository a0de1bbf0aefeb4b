"""Every zone of the data of both rulesets, with the act that lays it, and the choices with which tables of tests play it."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from rpg_lite.rules import durations
from rpg_lite.rules.acts.act import Act, ApplyStep, ChooseStep, EffectModel, SaveStep, ZoneModel, ZoneStep
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.vocabulary import DAMAGE_TYPES
from tests.operations.acts_in_data import Source, sources

CHOICES: Final[dict[str, dict[str, str]]] = {
    "Forbiddance": {"type": "radiant", "kind": "fey"},
    "Spirit Guardians": {"type": "radiant"},
    "Magic Circle": {"types": "fey"},
    "Draconic Presence": {"aura": "fear"},
    "Hallow 5.2": {"types": "fiend"},
    "Symbol": {"glyph": "pain"},
}
OF_TYPE: Final = {"Forbiddance": "fey", "Holy Aura": "fiend"}
"""The type of creature that the zone harms, where it is not everybody."""


class Row(NamedTuple):
    """A zone, the act that lays it, and how it is found in the act. `outer`: the act whose effect brings that act."""

    source: Source
    path: str
    model: ZoneModel
    outer: Source | None = None

    @property
    def part(self) -> str | None:
        """The option of the act that lays this zone."""
        root, *rest = self.path.split(".")
        return rest[0] if isinstance(self.source.act.steps[int(root)], ChooseStep) else None

    @property
    def events(self) -> set[str]:
        return {trigger.on for trigger in self.model.on}

    @property
    def is_short(self) -> bool:
        """Whether it lasts for two rounds at the most."""
        span = durations.parse(self.source.act.steps_by_path[self.path].for_ or self.source.act.duration or "")  # type: ignore[attr-defined]
        return span is not None and (span.turn is not None or (span.unit == "round" and int(span.count) < 3))

    @property
    def is_like_another(self) -> bool:
        """Whether it differs from another part of its act by a type of damage only."""
        return self.part is not None and self.part.partition(" ")[2] in DAMAGE_TYPES[1:]

    @property
    def is_alone(self) -> bool:
        """Whether nothing but the zone itself does anything when it is laid."""
        return not any(isinstance(step, SaveStep | DamageStep | DoStep) for step in self.source.act.steps)

    def __str__(self) -> str:
        return f"{self.source}" + (f"-{self.part or self.path}" if "." in self.path else "")


def rows() -> Iterator[Row]:
    for source in sources("zone"):
        yield from _of(source)
        for inner in (act for step in walk(source.act.steps, inner_acts=False) if isinstance(step, ApplyStep) for act in _acts_of(step)):
            yield from _of(source._replace(act=inner), source)


def _acts_of(step: ApplyStep) -> Sequence[Act]:
    return step.apply.acts if isinstance(step.apply, EffectModel) else ()


def _of(source: Source, outer: Source | None = None) -> Iterator[Row]:
    for path, step in source.act.steps_by_path.items():
        if isinstance(step, ZoneStep):
            yield Row(source, path, step.zone, outer)
