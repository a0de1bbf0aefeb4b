"""The rows of the class table: what a class, its subclasses, and a later class give."""

from rpg_lite.rules.items import Document
from rpg_lite.vocabulary import Ability


class LaterClass(Document):
    """The training that a class gives to those who begin in another class (SRD, Multiclassing)."""

    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


class SubclassRule(Document):
    """A subclass by its names; `features`: (level, feature) of those that compute."""

    name: str
    aliases: tuple[str, ...] = ()
    features: tuple[tuple[int, str], ...] = ()


class ClassRule(Document):
    """One row of the class table: what a sheet leaves out is filled from here (SRD, Classes)."""

    name: str
    hit_die: int
    saves: tuple[Ability, ...] = ()
    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    spellcasting_ability: Ability | None = None
    tools: tuple[str, ...] = ()
    multiclass: LaterClass | None = None
    """Its training as a later class; left out, the same as that of a first class."""
    features: tuple[tuple[int, str], ...] = ()
    """(level, feature) of the features that compute."""
    subclasses: tuple[SubclassRule, ...] = ()
