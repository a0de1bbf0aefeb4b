"""An attack roll against a creature: the modes of both sides, cover, the hit and the critical hit (SRD, Making an Attack)."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happens, Occasion
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.creature import creature_type_of
from rpg_lite.mechanics.life import mirror_images
from rpg_lite.mechanics.life.mirror_images import ImageStruck
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.mechanics.rolls.rolls import D20, d20, mode_of
from rpg_lite.mechanics.space import auras, facts, sight
from rpg_lite.mechanics.space.facts import PlaceFacts
from rpg_lite.rules import creature_flags, modifier_tag_words, names, roll_scopes
from rpg_lite.rules.acts.words import SEES
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Mode
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Cause
from rpg_lite.world.world_model import Thing, World

COVER: Final = {"half_cover": 2, "three_quarters_cover": 5}


def cover_of(told: Collection[str]) -> int:
    """The bonus of the best cover among the facts that the table reports."""
    return max((n for word, n in COVER.items() if word in told), default=0) if told else 0


"""Kind of cover → the bonus to AC and DEX saves (SRD, Cover)."""


@dataclass(frozen=True, slots=True)
class Aim:
    """One attack: its bonus, the attacker's reasons for advantage or disadvantage, and the dice added to the roll. `near`: within 5 feet.

    `critical_from`: the lowest face that scores a critical hit; `key`: distinguishes it from other attacks on the same target;
    `forgoes_advantage`: the attacker gives up any advantage.
    """

    attacker: Thing
    target: Thing
    bonus: int
    ranged: bool
    near: bool
    asked: Mode | None = None
    reasons: Sequence[Modifier] = ()
    dice: Sequence[Modifier] = ()
    cover: int = 0
    critical_from: int = 20
    key: str = ""
    told: frozenset[str] = frozenset()
    """The caller's words for facts that only the table sees."""
    forgoes_advantage: bool = False
    is_of_spell: bool = False
    """Whether it is a spell attack."""
    facts: PlaceFacts | None = None
    """The facts that follow from where both stand; None where the table tells it."""


@dataclass(frozen=True, slots=True)
class Struck:
    """The result of an attack roll."""

    thrown: D20
    ac: int
    hit: bool
    critical: bool
    image: ImageStruck | None = None


def critical_from(stats: EffectiveStats) -> int:
    """The lowest face that scores a critical hit with a weapon (SRD, Champion)."""
    return 18 if creature_flags.CRITICAL_ON_18 in stats.flags else 19 if creature_flags.CRITICAL_ON_19 in stats.flags else 20


def strike(draft: Draft, aim: Aim) -> Struck:
    """Roll to hit; a 20 always hits and a 1 never does."""
    mine, theirs = (draft.stats(t) for t in (aim.attacker, aim.target))
    types = creature_type_of.kinds_of(aim.attacker, draft.situation.book)
    in_fight = attack_scopes.kinds_in_fight(draft.world, aim.target.id, aim.attacker.id)
    kinds = creature_type_of.kinds_of(aim.target, draft.situation.book) | _state_of(theirs) | in_fight
    reasons = [
        *aim.reasons, *against(theirs, aim), *_of_others(theirs, aim), *warding_off(theirs, types), *at_its_curser(mine, aim), *of_its_caster(theirs, aim),
        *close_combat(theirs, aim), *held_back(draft.world, mine, aim), *at_its_prey(draft.world, mine, aim),
        *(m for m in attack_scopes.on_attacks(mine, kinds, aim.told) if m.op in ("advantage", "disadvantage")),
    ]  # fmt: skip
    helped = [m for m in auras.reaching(draft, aim.attacker, mine) if m.target == "attack.all" and not m.scope]
    reasons += auras.modes(helped)
    if SEES not in aim.told:
        reasons += sight.for_attack(draft, aim.attacker, aim.target)
    asked = aim.asked
    reasons = sight.where_unseen(draft, reasons, aim.attacker, aim.target)
    if aim.forgoes_advantage or creature_flags.NO_ADVANTAGE_AGAINST in theirs.flags:
        reasons, asked = [m for m in reasons if m.op != "advantage"], None if asked == "advantage" else asked
    key = f"{aim.attacker.id}>{aim.target.id}{aim.key}"
    decoys = mirror_images.of(draft, mine, aim.target)
    at_image = decoys is not None and mirror_images.draws(draft, decoys, key)
    thrown = d20(
        draft,
        aim.bonus + _added(mine, theirs, aim) + auras.added(helped),
        mode_of(reasons, asked),
        aim.dice,
        "attack",
        aim.attacker.id,
        f">{aim.target.id}{aim.key}",
        mine.flags,
        why=reasons,
    )
    shelter = [m for m in auras.reaching(draft, aim.target, theirs) if m.target == "ac" and not m.scope]
    auras.tell(draft, aim.attacker, helped, "the attack")
    auras.tell(draft, aim.target, shelter, "AC")
    auras.remind(draft, aim.attacker, ("attack.all",))
    auras.remind(draft, aim.target, ("ac",))
    ac = max(theirs.ac.value, theirs.ac_vs.get("attack:ranged" if aim.ranged else "attack:melee", 0)) + aim.cover + auras.added(shelter)
    image_ac = ac if creature_flags.IMAGES_HAVE_ITS_AC in theirs.flags else 10 + theirs.modifiers["dex"]
    reaches = thrown.face == 20 or thrown.total >= (image_ac if at_image else ac)
    hit = thrown.succeeds or (thrown.face != 1 and reaches)
    if aim.facts is not None and aim.facts.is_stopped:
        draft.note("attack_stopped", name=Called(aim.target.id))
        return Struck(thrown, ac, False, False)
    if decoys and (at_image or (hit and mirror_images.takes_the_hit(draft, decoys, key))):
        struck = mirror_images.strike_image(draft, decoys, aim.target, image_ac if at_image else ac, hit)
        return Struck(thrown, struck.ac, False, False, struck)
    return Struck(thrown, ac, hit, hit and is_critical(thrown, theirs, aim, _is_assassinated(mine, in_fight)))


def _state_of(stats: EffectiveStats) -> set[str]:
    """The words that a creature's state adds for tags such as target:wounded, which means that it lacks hit points (SRD, Blood Frenzy)."""
    is_wounded = stats.hp is not None and stats.hp_max is not None and stats.hp < stats.hp_max.value
    return {"wounded"} if is_wounded else set()


def may_be_answered(
    draft: Draft, attacker: str, target: str, struck: Struck, melee: bool, types: tuple[str, ...] = (), taken: int = 0,
    blow: int = 0, unarmed_attack: bool = False, made_with: frozenset[str] = frozenset(),
) -> None:  # fmt: skip
    """Record the occasions for answers to an attack: before its result is known, and after it."""
    result: Happens = "hit" if struck.hit else "miss"
    both: tuple[Happens, ...] = ("attacked", result)
    for happens in both:
        draft.occasions.append(
            Occasion(
                happens,
                attacker,
                target,
                struck.thrown.key,
                melee,
                types,
                taken,
                critical=struck.critical,
                blow=blow,
                unarmed_attack=unarmed_attack,
                missed=not struck.hit,
                hits_anyway=struck.thrown.face == 20,
                made_with=made_with,
            )
        )


def against(theirs: EffectiveStats, aim: Aim) -> Iterator[Modifier]:
    """The effect of the target's state on attacks against it; the effect of prone depends on the distance, and a shield may ward off spells
    (SRD, Spellguard Shield).
    """
    yield from theirs.attacks_against_reasons
    scopes = {(f"attack:{'melee' if aim.near else 'ranged'}",), *([("attack:spell",)] if aim.is_of_spell else [])}
    yield from (m for m in theirs.scoped if m.target == "attacks_against_you" and tuple(m.scope) in scopes)


def warding_off(theirs: EffectiveStats, types: Collection[str]) -> list[Modifier]:
    """The modifiers that apply only against attackers of certain types (SRD, Protection from Evil and Good)."""
    return [m for m in theirs.scoped if m.target == "attacks_against_you" and roll_scopes.is_of_attacker(m.scope, types)]


AT_ITS_CASTER: Final = "target:caster"


def at_its_curser(mine: EffectiveStats, aim: Aim) -> list[Modifier]:
    """The modifiers that apply only against the creature that caused them (SRD, Bestow Curse, Chill Touch 5.1)."""
    laid = {names.fold(e.name) for e in aim.attacker.creature.effects if e.cause.by == aim.target.id}
    return [m for m in mine.scoped if m.target == "attack.all" and m.scope == (AT_ITS_CASTER,) and names.fold(m.source.name) in laid]


def _added(mine: EffectiveStats, theirs: EffectiveStats, aim: Aim) -> int:
    """The amount that these modifiers and the target's state add to the roll (SRD 5.1, Multiattack Defense). Among several amounts from
    `_of_others`, only the highest applies (SRD 5.2, Sundering Blow).
    """
    cursed = sum(m.value for m in at_its_curser(mine, aim) if m.op == "add" and isinstance(m.value, int))
    of_others = [m.value for m in _of_others(theirs, aim) if m.op == "add" and isinstance(m.value, int)]
    return cursed + theirs.attacks_against_added + max(of_others, default=0)


OF_OTHERS: Final = "attacker:other"


def _of_others(theirs: EffectiveStats, aim: Aim) -> list[Modifier]:
    """The modifiers that apply only to attacks by creatures other than the one that caused them."""
    laid = {names.fold(e.name) for e in aim.target.creature.effects if e.cause.by != aim.attacker.id}
    marks = [m for m in theirs.scoped if m.target == "attacks_against_you" and m.scope == (OF_OTHERS,)]
    return [m for m in marks if names.fold(m.source.name) in laid]


BEARING: Final = "bearing:"


def at_its_prey(world: World, mine: EffectiveStats, aim: Aim) -> list[Modifier]:
    """The modifiers that apply only against a creature that bears this effect or condition from the attacker (SRD 5.2, Precise Hunter; SRD,
    Grappler).
    """
    found = [m for m in mine.scoped if m.target == "attack.all" and len(m.scope) == 1 and m.scope[0].startswith(BEARING)]
    if not found:
        return []
    borne = [e for kind in LASTING for e in thing_stats.lasting(world, aim.target, kind)]
    laid = {names.fold(e.name) for e in borne if _is_of(e.cause, aim.attacker)}
    return [m for m in found if names.fold(m.scope[0].removeprefix(BEARING)) in laid]


OF_ITS_CASTER: Final = "attacker:caster"


def of_its_caster(theirs: EffectiveStats, aim: Aim) -> list[Modifier]:
    """The modifiers that apply only to attacks by the creature that caused them (SRD 5.1, True Strike; SRD 5.2, Studied Attacks)."""
    laid = {names.fold(e.name) for e in aim.target.creature.effects if e.cause.by == aim.attacker.id}
    marks = [m for m in theirs.scoped if m.target == "attacks_against_you" and m.scope == (OF_ITS_CASTER,)]
    return [m for m in marks if names.fold(m.source.name) in laid]


_CLOSE: Final = Modifier("attack.all", "disadvantage", source=Source("base", "close_combat", "close combat"))


def close_combat(theirs: EffectiveStats, aim: Aim) -> list[Modifier]:
    """Give disadvantage to a shot while an enemy that can act is near (SRD 5.1, Ranged Attacks in Close Combat; SRD 5.2, Ranged Attacks)."""
    if aim.facts is not None:
        return [facts.crowded(aim.facts.crowded_by)] if aim.ranged and aim.facts.crowded_by else []
    return [_CLOSE] if aim.ranged and aim.near and theirs.can_act else []


def grapple_reasons(mine: EffectiveStats) -> list[Modifier]:
    """The effect of a grapple on attacks against anyone but the grappler (SRD 5.2, Grappled)."""
    return [m for m in mine.scoped if m.target == "attack.all" and m.scope == (modifier_tag_words.OTHER_THAN_GRAPPLER,)]


def held_back(world: World, mine: EffectiveStats, aim: Aim) -> list[Modifier]:
    return grapple_reasons(mine) if grappler(world, aim.attacker, aim.target) == "another" else []


def _is_of(cause: Cause, creature: Thing) -> bool:
    """Whether the creature is the cause of an entry, by its id or by the name that was given."""
    return creature.id in (cause.by, cause.source) or names.fold(cause.source or "") == names.fold(creature.name)


Grappler = Literal["target", "another", "unknown"]


def grappler(world: World, attacker: Thing, target: Thing) -> Grappler:
    """The creature that grapples the attacker, from the given sources; among several, one other than the target."""
    held = {_held_by(c.cause, target) for c in thing_stats.lasting(world, attacker, "conditions") if c.name == "grappled"}
    return "another" if "another" in held else "target" if held == {"target"} else "unknown"


def _held_by(cause: Cause, target: Thing) -> Grappler:
    source = cause.source or ""
    if target.id in (source, cause.by) or names.fold(source) == names.fold(target.name):
        return "target"
    return "another" if cause.by or (source and not names.is_part_of(source, target.name)) else "unknown"


def _is_assassinated(mine: EffectiveStats, in_fight: Collection[str]) -> bool:
    return creature_flags.CRITICAL_ON_THE_SURPRISED in mine.flags and attack_scopes.STILL_SURPRISED in in_fight


def is_critical(thrown: D20, theirs: EffectiveStats, aim: Aim, is_unaware: bool) -> bool:
    """Whether a hit is critical. `is_unaware`: the target's surprise makes it so (SRD 5.1, Assassinate)."""
    if creature_flags.NO_CRITICAL_HITS in theirs.flags:
        return False
    return is_unaware or thrown.face >= aim.critical_from or (aim.near and creature_flags.CRITICAL_WHEN_NEAR in theirs.flags)
