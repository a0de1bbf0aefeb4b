"""Facts about one moment: the effects on a creature and the circumstances that are not stored."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rpg_lite.rules.modifiers import Modifier


@dataclass(frozen=True, slots=True)
class ActiveEffect:
    """An effect on a creature, with its modifiers in the layer `effects`."""

    name: str
    modifiers: tuple[Modifier, ...] = ()
    conditions: tuple[str, ...] = ()
    duration: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of one moment, which is not stored: toggles, parameters, order of attunement, a visible source of fear."""

    toggles: frozenset[str] = frozenset()
    parameters: Mapping[str, int] = field(default_factory=dict)
    attune_order: tuple[str, ...] = ()
    variant_encumbrance: bool = False
    fear_source_visible: bool = True
