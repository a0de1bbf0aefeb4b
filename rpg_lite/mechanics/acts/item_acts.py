"""The acts that items give: the spells that they cast, acts of their own, and what using them does by their other keys. Their charges and
uses are the price.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature.working_items import works_for
from rpg_lite.mechanics.items import limited_uses
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, AttackStep, SaveStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.item_part_models import Activated, ItemCast, Uses, cost_range
from rpg_lite.rules.items import HOOD, LIT, Item, uses_of_act
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class ItemAct:
    """An act and the thing that gives it; `cast`: the way in which the thing casts a spell, None for an act of its own. `is_use`: the act is
    what its keys say of a use, which several of the same things can have at once; `switch`: the property that
    the act switches.
    """

    thing: Thing
    item: Item
    act: Act
    cast: ItemCast | None = None
    is_use: bool = False
    switch: str | None = None
    word: str | None = None
    """The real name of the act of a thing that nobody has identified."""
    ends: bool = False
    """Whether the property is on, so that the act switches it off."""

    @property
    def name(self) -> str:
        """The name by which `act` finds it: "Staff of Healing: Cure Wounds"."""
        count = len((*self.item.casts, *self.item.acts, *self.item.switch_acts)) + self.item.has_use
        return f"{self.thing.name}: {self.part}" if count > 1 and not self.is_use else self.thing.name

    @property
    def part(self) -> str:
        """The word that means this act among those of its thing: the name of the act or of the property that it switches."""
        return self.switch or self.word or self.act.name

    @property
    def is_of_thing(self) -> bool:
        """Whether the keys of the thing say what the act does, and not a spell or an act of its own."""
        return self.is_use or self.switch is not None

    @property
    def activated(self) -> Activated | None:
        """The property that the act switches, if it is no flame."""
        return next((a for a in self.item.activated if a.id == self.switch), None)

    @property
    def costs(self) -> range:
        """The possible numbers of charges that the act costs."""
        if self.cast:
            return self.cast.costs
        return next((cost_range(s.removeprefix("charges:")) for s in self.act.spends if s.startswith("charges:")), range(1))

    @property
    def uses(self) -> tuple[str, Uses] | None:
        """The key of its uses, and their number."""
        if self.ends:
            return None
        if self.activated:
            return (self.activated.id, self.activated.uses) if self.activated.uses else None
        if self.cast:
            return (self.cast.id, self.cast.uses) if self.cast.uses else None
        return uses_of_act(self.act)

    def level_for(self, spent: int) -> int | None:
        return self.cast.level_for(spent) if self.cast else None


def given_by(thing: Thing, book: Rulebook) -> tuple[ItemAct, ...]:
    """The acts that a thing gives its user. An unidentified thing keeps its secret."""
    if thing.kind not in ("item", "container") or not thing.item.is_identified:
        return ()
    item = thing_stats.item_of(thing, book)
    casts = ((cast, book.spell(cast.spell)) for cast in item.casts)
    spells = (ItemAct(thing, item, spell, cast) for cast, spell in casts if spell)
    uses = (use_of(thing, item, book),) if item.has_use else ()
    return (*spells, *(ItemAct(thing, item, act) for act in item.acts), *uses, *_switches(thing, item, book))


def _switches(thing: Thing, item: Item, book: Rulebook) -> Iterator[ItemAct]:
    """The acts that light the thing or switch its properties. Lighting takes as long as drinking a potion; of a thing that nobody has
    identified, they have the name of its look.
    """
    named = {} if thing.item.is_identified else {"name": plain_look(item)}
    for word, act in item.switch_acts:
        cost = {"cost": book.policy.quick_uses} if item.burns and word in (LIT, HOOD) else {}
        yield ItemAct(thing, item, act.model_copy(update={**named, **cost}) if named or cost else act, switch=word)


def use_of(thing: Thing, item: Item, book: Rulebook) -> ItemAct:
    """The act of using the thing by its keys, at the cost that the ruleset gives it; of a thing that nobody has identified, by its look."""
    named = {} if thing.item.is_identified else {"name": plain_look(item)}
    cost = {"cost": book.policy.quick_uses} if item.is_quick else {}
    kept = {"spend": None} if item.plays and not item.has_use else {}  # what it costs is the price of its own acts
    change = {**named, **cost, **kept}
    act = item.use_act.model_copy(update=change) if change else item.use_act
    return ItemAct(thing, item, act, is_use=True)


def of_unnamed_scroll(thing: Thing, choice: Mapping[str, str], book: Rulebook) -> ItemAct | Rejected | None:
    """The act of a scroll that has a level but no spell, with the spell that the call names; refused if the call names none. None for other
    things.
    """
    level = thing_stats.level_of_unnamed_scroll(thing, book)
    if level is None:
        return None
    spell = next((found for word in choice.values() if (found := book.spell(word)) and found.level == level), None)
    pick = thing_stats.pick_of(thing)
    item = book.item(pick._replace(variant=spell.name)) if spell else None
    if spell and item:
        return ItemAct(thing, item, spell, item.casts[0])
    fitting = sorted({s.name for s in book.spells.values() if s.level == level})
    details = {"act": thing.name, "choice": "spell", "given": ", ".join(choice.values())}
    return Rejected("choice_required", "choice", details, allowed=tuple(fitting))


def unknown_ones(thing: Thing, book: Rulebook) -> tuple[ItemAct, ...]:
    """The acts of a thing that nobody has identified, under the name of its look, because a potion or a wand works even if nobody knows it. A
    scroll tells its spell to whoever reads it, and stays whole for whoever cannot.
    """
    if thing.kind not in ("item", "container") or thing.item.is_identified:
        return ()
    item = thing_stats.item_of(thing, book)
    spells = ((cast, book.spell(cast.spell)) for cast in item.casts)
    casts = (ItemAct(thing, item, spell, cast, word=spell.name) for cast, spell in spells if spell)
    acts = (ItemAct(thing, item, act, word=act.name) for act in item.acts if not act.when)
    named, found = {"name": plain_look(item)}, (*casts, *acts)
    uses = (use_of(thing, item, book),) if item.has_use else ()
    known = (own if own.cast and own.cast.scroll else replace(own, act=own.act.model_copy(update=named)) for own in found)
    return (*known, *uses, *_switches(thing, item, book))


def of(world: World, creature: Thing, book: Rulebook) -> Iterator[ItemAct]:
    """The acts that all things at hand give a creature."""
    for thing in at_hand(world, creature.id):
        if thing.id not in world.unnamed:
            yield from given_by(thing, book)


def ready_answers(world: World, creature: Thing, book: Rulebook) -> Iterator[Act]:
    """The acts of things at hand that answer something and can be paid now; the thing pays, so the act itself has no price."""
    for own in of(world, creature, book):
        if own.act.when and not own.cast and works_for(world, creature, own.thing, own.item) and _is_paid(world, own):
            yield own.act.model_copy(update={"spend": None})


def _is_paid(world: World, own: ItemAct) -> bool:
    left = thing_stats.charges_left(own.thing, own.item)
    has_uses = own.uses is None or limited_uses.count_used(world, own.thing, own.uses[0]) < own.uses[1].count
    return has_uses and (left is None or left >= own.costs[0])


def find_item_act(world: World, creature: Thing, name: str, wish: Wish, book: Rulebook) -> ItemAct | Rejected | None:
    """The act of an item by the item's name, "Staff of Healing: Cure Wounds" if the item has several; or by the name of the act itself."""
    every = list(of(world, creature, book))
    called, _, part = name.partition(":")
    key = names.fold(called)
    by_item = [own for own in every if key in thing_stats.names_of(own.thing, book)]
    if by_item:
        best = max(dict.fromkeys(own.thing.id for own in by_item), key=lambda id: _readiness(world, id, book))
        given = [own for own in by_item if own.thing.id == best]
        is_named = bool(part.strip()) or any(_key(own.part) in map(_key, wish.choice.values()) for own in given if own.is_of_thing)
        written = [] if is_named else [own for own in given if not own.is_of_thing]
        return choose_item_act(written or given, part.strip() or None, wish)
    own_acts = [
        own for own in every if not (own.cast or own.is_of_thing) and names.fold(name) in map(names.fold, (own.act.name, *own.act.aliases))
    ]
    return max(own_acts, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def casting(world: World, creature: Thing, spell: Act, book: Rulebook) -> ItemAct | None:
    """The item at hand that can cast this spell now; an item in use takes precedence."""
    found = [own for own in of(world, creature, book) if own.cast and own.act.name == spell.name]
    return max(found, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def named_beside(world: World, creature: Thing, spell: str, words: Sequence[str], book: Rulebook) -> ItemAct | None:
    """The item at hand that casts this spell and that a word of `with` names: "Wand of Fireballs"."""
    wanted, meant = {names.fold(w) for w in words}, book.spell(spell)
    if not wanted or meant is None:
        return None
    found = [own for own in of(world, creature, book) if own.cast and own.act.name == meant.name]
    named_ones = [own for own in found if wanted & thing_stats.names_of(own.thing, book)]
    return max(named_ones, key=lambda own: _readiness(world, own.thing.id, book), default=None)


def _readiness(world: World, id: str, book: Rulebook) -> tuple[bool, bool]:
    thing = world.things[id]
    return thing_stats.charges_left(thing, thing_stats.item_of(thing, book)) != 0, world.row_of(id) is not None


def choose_item_act(own: Sequence[ItemAct], part: str | None, wish: Wish) -> ItemAct | Rejected:
    """The act of an item that the call means: the act of this name, or the only act, or the main one."""
    wanted = {_key(w) for w in ([part] if part else wish.choice.values())}
    found = next((one for one in own if _key(one.part) in wanted), None)
    if not part and found is None:
        found = next((one for one in own if one.switch == LIT or (not one.is_of_thing and one.part == own[0].item.main_act)), None)
    if not part and found is None and own[0].word and own[0].item.is_used_up:
        found = own[0]  # what is drunk by somebody who does not know it
    if found or (len(own) == 1 and not part):
        return found or own[0]
    allowed = tuple(one.part for one in own if one.thing.item.is_identified)  # the names of the acts of an unknown thing are its secret
    if part is None and (not wish.choice or not allowed) and (not allowed or any(one.switch for one in own)):
        return Rejected("property_required", "property", {"name": own[0].thing.name}, allowed=allowed)
    if part and (not allowed or any(one.switch for one in own)):
        return Rejected("property_unknown", "property", {"name": own[0].thing.name, "wanted": part}, allowed=allowed)
    details = {"act": own[0].thing.name, "choice": "spell", "given": part or ", ".join(wish.choice.values())}
    return Rejected("choice_required", "choice", details, allowed=allowed)


def _key(name: str) -> str:
    return names.fold(name.replace("_", " "))


def harms(act: Act) -> bool:
    """Whether the act is meant for others: it attacks, deals damage or asks for a save."""
    return any(isinstance(step, AttackStep | DamageStep | SaveStep) for step in walk(act.steps, inner_acts=False))
