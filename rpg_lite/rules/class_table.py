"""The rows of the class table: the benefits of a class, of its subclasses, and of a later class."""

from rpg_lite.rules.document_fields import Document
from rpg_lite.vocabulary import Ability


class LaterClass(Document):
    """The training that a class gives to characters who began in another class (SRD, Multiclassing)."""

    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


class SubclassRule(Document):
    """A subclass by its names; `features`: (level, feature) for each feature that computes something."""

    name: str
    aliases: tuple[str, ...] = ()
    features: tuple[tuple[int, str], ...] = ()


class ClassRule(Document):
    """One row of the class table, which fills the keys that a sheet leaves out (SRD, Classes)."""

    name: str
    hit_die: int
    saves: tuple[Ability, ...] = ()
    armor: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    spellcasting_ability: Ability | None = None
    tools: tuple[str, ...] = ()
    multiclass: LaterClass | None = None
    """Its training as a later class; when left out, the same as that of a first class."""
    features: tuple[tuple[int, str], ...] = ()
    """(level, feature) for each feature that computes something."""
    subclasses: tuple[SubclassRule, ...] = ()
