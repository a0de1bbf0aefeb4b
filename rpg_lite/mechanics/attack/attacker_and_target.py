"""Both sides of an attack, and the weapon in the attacker's hand."""

from collections.abc import Collection
from dataclasses import dataclass

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.space.facts import OF_SPACE, PlaceFacts
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.creature_facts import is_monk_weapon
from rpg_lite.rules.stats.defenses import GOOD, UNALIGNED
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.natural_attacks import NATURAL
from rpg_lite.world import form_stat_blocks, thing_stats
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class Duel:
    """Both sides of an attack."""

    attacker: Thing
    target: Thing
    mine: EffectiveStats
    theirs: EffectiveStats
    way: AttackStats
    near: bool
    ranged: bool
    of_action: bool = True
    """Whether the attack is part of the Attack action, not an opportunity attack or one for a bonus action."""
    shot: Item | None = None
    """The item that is the ammunition of the attack."""
    piece: Thing | None = None
    """The piece of ammunition that the attack spends."""
    facts: PlaceFacts | None = None
    """The facts that follow from where both stand; None where the table tells it."""
    hindered: tuple[Modifier, ...] = ()
    """The hindrance of the distance."""

    @property
    def shelter(self) -> str:
        """The cover of the target in words, where it follows from places."""
        return "" if self.facts is None else self.facts.shelter

    @property
    def known(self) -> frozenset[str]:
        """The words of `with` that nobody needs to tell, because they follow from places."""
        return frozenset() if self.facts is None else OF_SPACE


def weapon_of(world: World, attacker: Thing, way: AttackStats, book: Rulebook) -> Thing | None:
    """The weapon in the hand that makes the attack; in another form, a natural weapon of that form."""
    if attacker.creature.form:
        return next((thing for thing, slot in form_stat_blocks.weapons(attacker, book) if slot == way.slot), None)
    rows = world.worn_by.get(attacker.id, {})
    return next((world.things[id] for id, row in rows.items() if row.slot == way.slot and way.slot and id in world.things), None)


def is_magical(
    world: World, attacker: Thing, mine: EffectiveStats, way: AttackStats | None, shot: Item | None, told: Collection[str], book: Rulebook
) -> bool:  # fmt: skip
    """Whether the damage of a weapon or an unarmed strike overcomes resistance to nonmagical attacks, whatever act makes the attack (SRD 5.1,
    Magic Weapons, Ki-Empowered Strikes). `told`: the facts that the caller names in `with`.
    """
    if creature_flags.ATTACKS_ARE_MAGICAL in mine.flags or (shot is not None and shot.is_magical):
        return True
    if way is None:
        return False
    if way.name == mine.unarmed.name:
        return creature_flags.UNARMED_IS_MAGICAL in mine.flags
    if any(all(tag in told for tag in tags) for tags in way.magical_if):
        return True
    weapon = weapon_of(world, attacker, way, book)
    return weapon is not None and thing_stats.item_of(weapon, book).is_magical


def wielder_of(world: World, attacker: Thing, book: Rulebook) -> frozenset[str]:
    """Words for whoever wields a weapon, for defenses against it: good or of unknown alignment, and the effects that lie on it."""
    sheet = thing_stats.unspent_sheet(attacker, book)
    alignment = [GOOD] if f"alignment:{GOOD}" in sheet.words else [] if sheet.alignment else [UNALIGNED]
    return frozenset((*alignment, *(names.fold(e.name) for e in thing_stats.lasting(world, attacker, "effects"))))


def materials_of(weapon: Item | None, shot: Item | None) -> frozenset[str]:
    """The materials of a weapon that deals the damage itself, or of its ammunition (SRD 5.1, Silvered Weapons)."""
    dealing = shot or weapon
    return frozenset((dealing.material,)) if dealing is not None and dealing.material else frozenset()


def weapon_name(world: World, attacker: Thing, way: AttackStats, book: Rulebook) -> str | Called:
    """The weapon's name; an unidentified weapon does not reveal its real name."""
    weapon = weapon_of(world, attacker, way, book)
    return Called(weapon.id) if weapon and not weapon.item.is_identified else way.name


def tags_of(world: World, attacker: Thing, way: AttackStats, ranged: bool, book: Rulebook) -> frozenset[str]:
    """The properties of the weapon by which riders choose it, and the ability that the attack uses."""
    weapon = weapon_of(world, attacker, way, book)
    item = thing_stats.item_of(weapon, book) if weapon else None
    stats = item.weapon_stats if item else None
    if item is None and NATURAL in way.properties:
        with_a_weapon = ["weapon"] if book.ruleset == "5.1" else []  # in 5.2 a bite is made with no weapon
        return frozenset((*way.properties, *with_a_weapon, way.ability))
    kinds = ["unarmed"] if item is None else ["weapon", "monk"] if is_monk_weapon(item, book.policy) else ["weapon"]
    made_for_melee = ["melee_weapon"] if stats and stats.category.endswith("_melee") else []
    return frozenset((*(stats.properties if stats else ()), *kinds, *made_for_melee, way.ability, "ranged" if ranged else "melee"))
