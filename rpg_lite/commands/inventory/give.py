"""give makes a new thing from nothing; transfer moves one; remove ends one for good."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.inventory.attune import Attune, decide_attune
from rpg_lite.commands.inventory.wear import Equip, decide_equip
from rpg_lite.commands.outcome import Accepted, Outcome, Rejected, Story, Turn
from rpg_lite.commands.targets import Targeted
from rpg_lite.rules import names
from rpg_lite.rules.gear import weight_of
from rpg_lite.rules.items import LARGEST_QUANTITY, Item, Quantity
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import COINS
from rpg_lite.world import bearers, events
from rpg_lite.world.things import Ref, Thing, World

MOST_SEPARATE = 100
"""Things that do not stack are made one by one; so many at a time."""
_NOT_STORED = frozenset({"id", "quantity", "equipped", "attuned"})


class Give(Targeted):
    """Make a new thing from nothing."""

    operation: Literal["give"]
    item: Annotated[str | Item | None, Field(description="Inline item, or a template's name as a string.")] = None
    template: Annotated[str | None, Field(description="A template's name or id, instead of item.")] = None
    base: Annotated[str | None, Field(description='Base item where the template asks for one ("Longsword").')] = None
    variant: Annotated[str | None, Field(description='Variant where the template asks for one ("+1", "hill").')] = None
    quantity: Annotated[Quantity | None, Field(description="How many; default 1.")] = None
    equip: Annotated[bool, Field(description="Equip it at once.")] = False
    attune: Annotated[bool, Field(description="Attune it at once.")] = False
    identified: Annotated[bool, Field(description="false: players do not know what it is.")] = True

    def touches(self) -> tuple[Ref, ...]:
        name = self.item.name if isinstance(self.item, Item) else self.item or self.template
        return (*super().touches(), Ref("namesake", name=name)) if name else super().touches()


class Remove(Targeted):
    """End a thing for good."""

    operation: Literal["remove"]
    item_id: str | None = None
    item_name: str | None = None
    quantity: Quantity | None = None
    all: Annotated[bool, Field(description="The whole stack.")] = False
    with_contents: Annotated[bool, Field(description="A bag together with what is in it.")] = False


class Transfer(Targeted):
    """Move it to another bearer or bag."""

    operation: Literal["transfer"]
    item_id: str | None = None
    item_name: str | None = None
    quantity: Quantity | None = None
    all: Annotated[bool, Field(description="With an item its whole stack; without one everything not worn.")] = False
    to_character_id: str | None = None
    to_character_name: str | None = None
    to_id: Annotated[str | None, Field(description="Any bag: chest, backpack, room.")] = None
    to_name: Annotated[str | None, Field(description='Its name; "floor" puts it down.')] = None

    def touches(self) -> tuple[Ref, ...]:
        there = targets.refs(self.to_character_id, self.to_character_name, self.to_id, None if self._to_floor else self.to_name)
        floor = (Ref("floor", self.character_id, self.character_name),) if self._to_floor else ()
        return (*super().touches(), *there, *floor)

    @property
    def _to_floor(self) -> bool:
        return targets.is_floor(self.to_name) and not self.to_id


# ── give ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_give(command: Give, world: World, turn: Turn) -> Outcome:
    bag = targets.bag(world, command, turn.book)
    if isinstance(bag, Rejected):
        return bag
    what = _what(command, turn.book)
    if isinstance(what, Rejected):
        return what
    body, item = what
    quantity = _quantity(command)
    if isinstance(quantity, Rejected):
        return quantity
    if full := _too_full(world, bag, (item.weight or 0) * quantity, turn.book, "bagName" if command.bag_name else "characterName"):
        return full
    story = Story(world, turn)
    made = _make(story, bag, body, item, quantity, command)
    if isinstance(made, Rejected):
        return made
    _tell(story, command, item, made, bag)
    return _put_on(command, story, made, bag, quantity)


def _what(command: Give, book: Rulebook) -> tuple[dict[str, Any], Item] | Rejected:
    """The body of the new thing and its item."""
    named = command.template or (command.item if isinstance(command.item, str) else None)
    if command.template and command.item is not None:
        return Rejected("give_one_of", "item", allowed=("item", "template"))
    if named:
        return _from_template(named, command, book)
    if command.item is None:
        return Rejected("item_required", "item", allowed=("item", "template"))
    assert isinstance(command.item, Item)
    coin = coin_of(command.item, book)
    if coin:
        return {"template": coin.template}, book.item(coin) or command.item
    document = command.item.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"item": {k: v for k, v in document.items() if k not in _NOT_STORED}}, command.item


def coin_of(item: Item, book: Rulebook) -> Pick | None:
    """An inline treasure named Gold, gp, silver pieces … without stats of its own is that coin."""
    if item.type != "treasure" or item.value is not None or item.weight is not None or item.modifiers or item.mechanical_effects:
        return None
    pick = book.find(item.name)
    return pick if pick and pick.template.removeprefix("srd:") in COINS else None


def _from_template(name: str, command: Give, book: Rulebook) -> tuple[dict[str, Any], Item] | Rejected:
    pick = book.find(name)
    if pick is None:
        return Rejected("template_unknown", "template" if command.template else "item", {"wanted": name}, near=_near_templates(name, book))
    chosen = _chosen(pick, command, book)
    if isinstance(chosen, Rejected):
        return chosen
    item = book.item(chosen)
    assert item is not None
    state = {k: v for k, v in (("base", chosen.base), ("variant", chosen.variant)) if v}
    return ({"template": chosen.template, "state": state} if state else {"template": chosen.template}), item


def _near_templates(name: str, book: Rulebook) -> tuple[str, ...]:
    return tuple(names.nearest(name, book.template_names, 5))


def _chosen(pick: Pick, command: Give, book: Rulebook) -> Pick | Rejected:
    """With base and variant, where the template asks for them; one that it cannot have is refused with those it can."""
    template = book.templates[pick.template]
    bases = book.bases_of(template)
    base, variant = pick.base, pick.variant
    if command.base:
        base = book.find_base(template, command.base)
    elif base is None and len(bases) == 1:
        base = bases[0]
    if (bases and not base) or (command.base and not base):
        allowed = tuple(book.templates[b].item.name for b in bases)
        return Rejected("base_required" if not command.base else "base_unfit", "base", {"name": template.item.name}, allowed=allowed)
    if command.variant:
        variant = book.find_variant(template, command.variant)
    if (template.variants and not variant) or (command.variant and not variant):
        allowed = tuple(v.name for v in template.variants)
        return Rejected(
            "variant_required" if not command.variant else "variant_unknown", "variant", {"name": template.item.name}, allowed=allowed
        )
    return Pick(pick.template, base, variant)


def _quantity(command: Give) -> int | Rejected:
    """Beside the item or inside of it, not two that differ."""
    inside = command.item.quantity if isinstance(command.item, Item) and "quantity" in command.item.model_fields_set else None
    if command.quantity and inside and command.quantity != inside:
        return Rejected("given_twice", "quantity", {"one": command.quantity, "other": inside})
    return command.quantity or inside or 1


def _make(story: Story, bag: Thing, body: dict[str, Any], item: Item, quantity: int, command: Give) -> list[str] | Rejected:
    """Ids of what was made: one stack, or as many things as asked."""
    if moves.stacks(item):
        like = Thing(story.new_id("item"), "item", item.name, bag.id, quantity, body=_with_state(story, body, item, command))
        there = moves.stack_in(story.world, bag.id, like, story.turn.book)
        if there and there.quantity + quantity > LARGEST_QUANTITY:
            return Rejected("quantity_too_large", "quantity", {"has": there.quantity, "most": LARGEST_QUANTITY})
        return [moves.lay(story, like)]
    if quantity > MOST_SEPARATE:
        return Rejected("quantity_too_large", "quantity", {"has": 0, "most": MOST_SEPARATE})
    made = []
    for _ in range(quantity):
        state = _with_state(story, body, item, command)
        thing = Thing(story.new_id("item"), "item", item.name, bag.id, 1, body=state)
        story.add(events.Created(thing))
        made.append(thing.id)
    return made


def _with_state(story: Story, body: Mapping[str, Any], item: Item, command: Give) -> dict[str, Any]:
    """The body with what differs from a new thing of its kind: not identified, charges that dice decide or the short spelling gives."""
    state = dict(body.get("state", {}))
    if not command.identified:
        state["identified"] = False
    charges, effects = item.charges, item.mechanical_effects
    if charges and isinstance(charges.max, str):
        roll = story.turn.roll(charges.max)
        story.add(events.Rolled(roll.dice, roll.faces, roll.total, "charges"))
        state["charges"] = roll.total
    elif effects and effects.charges is not None and effects.max_charges and effects.charges < effects.max_charges:
        state["charges"] = effects.charges
    return {**body, "state": state} if state else dict(body)


def _tell(story: Story, command: Give, item: Item, made: list[str], bag: Thing) -> None:
    """What the giver may not know: the name is a template's, the weight is missing, somebody else has such a thing."""
    if isinstance(command.item, Item) and "item" in story.world.things[made[0]].body:
        pick = story.turn.book.find(item.name)
        if pick:
            story.note("not_the_template", template=story.turn.book.templates[pick.template].item.name)
        elif item.weight is None:
            story.note("weighs_nothing", name=item.name)
        if item.id:
            story.note("id_ignored", id=item.id)
    room = story.world.room_of(bag.id)
    for other in story.world.named(item.name, "item"):
        bearer = story.world.bearer_of(other.id)
        if bearer and bearer.id != bag.id and other.id not in made and item.type != "treasure" and story.world.room_of(bearer.id) is room:
            story.note("carried_by_another", bearer=bearer.name, name=other.name, id=other.id)
            return


def _put_on(command: Give, story: Story, made: list[str], bag: Thing, quantity: int) -> Outcome:
    """Equips and attunes what was made, where asked; a refusal of that refuses the whole."""
    inline = command.item if isinstance(command.item, Item) else None
    outcome: Outcome = story.accepted(made[0], bag.id if bag.kind == "character" else None, made=made, given=quantity)
    attune = command.attune or bool(inline and inline.attuned)
    if command.equip or (inline and inline.equipped):
        wish = Equip(operation="equip", character_id=bag.id, item_id=made[0], attune=attune)
        outcome = _then(outcome, decide_equip(wish, story.world, _later(story)))
        return outcome
    if attune:
        asked = Attune(operation="attune", character_id=bag.id, item_id=made[0])
        outcome = _then(outcome, decide_attune(asked, story.world, _later(story)))
    return outcome


def _later(story: Story) -> Turn:
    return Turn(story.turn.book, story.turn.roll, story.turn.rev, story.turn.place + len(story.events), story.turn.dry)


def _then(first: Outcome, second: Outcome) -> Outcome:
    """Two outcomes as one: the second was decided in the world that the first left."""
    if isinstance(first, Rejected) or isinstance(second, Rejected):
        return second if isinstance(second, Rejected) else first
    return Accepted(
        (*first.events, *second.events), second.world, (*first.notes, *second.notes), second.subject or first.subject,
        tuple(dict.fromkeys((*first.bearers, *second.bearers))), {**first.data, **second.data},
    )  # fmt: skip


# ── remove ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_remove(command: Remove, world: World, turn: Turn) -> Outcome:
    bag = targets.bag(world, command, turn.book)
    if isinstance(bag, Rejected):
        return bag
    thing = targets.carried(world, bag, command.item_id, command.item_name, turn.book, lambda t: world.row_of(t.id) is None)
    if isinstance(thing, Rejected):
        return thing
    quantity = thing.quantity if command.all else command.quantity or 1
    if (too_many := moves.enough(thing, quantity)) or (too_many := _not_empty(world, thing, command)):
        return too_many
    story = Story(world, turn)
    moves.take_away(story, thing, quantity)
    return story.accepted(thing.id, bag.id if bag.kind == "character" else _bearer_id(world, thing), removed=quantity)


def _not_empty(world: World, thing: Thing, command: Remove) -> Rejected | None:
    inside = world.bag_of(thing.id)
    if not inside or command.with_contents:
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "withContents": True}
    return Rejected("bag_not_empty", "itemName", {"name": thing.name, "inside": [t.name for t in inside]}, instead=instead)


def _bearer_id(world: World, thing: Thing) -> str | None:
    bearer = world.bearer_of(thing.id)
    return bearer.id if bearer else None


# ── transfer ────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_transfer(command: Transfer, world: World, turn: Turn) -> Outcome:
    bag = targets.bag(world, command, turn.book)
    if isinstance(bag, Rejected):
        return bag
    to = _destination(command, world, turn.book, bag)
    if isinstance(to, Rejected):
        return to
    if not command.item_id and not command.item_name and command.all:
        return _transfer_all(world, turn, bag, to)
    thing = targets.carried(world, bag, command.item_id, command.item_name, turn.book, lambda t: world.row_of(t.id) is None)
    if isinstance(thing, Rejected):
        return thing
    quantity = thing.quantity if command.all else command.quantity or 1
    if refusal := moves.enough(thing, quantity) or _cannot_go(world, thing, to, quantity, turn.book):
        return refusal
    story = Story(world, turn)
    return _move(story, thing, to, quantity, bag)


def _move(story: Story, thing: Thing, to: Thing, quantity: int, bag: Thing) -> Outcome:
    taker = to if to.kind == "character" else story.world.bearer_of(to.id)
    if thing.parent_id == to.id:
        story.note("already_there", name=thing.name, where=to.name)
        return story.accepted(thing.id, moved=0, to=to.id)
    if row := story.world.row_of(thing.id):
        story.note("taken_off_first", name=thing.name, slot=row.slot)
    if thing.attuned_to and quantity == thing.quantity and (not taker or taker.id != thing.attuned_to):
        story.note("attunement_ended", name=thing.name)
    giver = _bearer_id(story.world, thing)
    id = moves.move(story, thing, to, quantity)
    return story.accepted(id, giver, taker.id if taker else None, moved=quantity, to=to.id)


def _transfer_all(world: World, turn: Turn, bag: Thing, to: Thing) -> Outcome:
    """Everything that lies in the bag itself and is not worn; bags go with what is in them."""
    story = Story(world, turn)
    loose = [t for t in world.bag_of(bag.id) if t.kind == "item" and world.row_of(t.id) is None and t.id != to.id]
    for thing in loose:
        if refusal := _cannot_go(story.world, thing, to, thing.quantity, turn.book):
            return refusal
        moves.move(story, thing, to, thing.quantity)
    if not loose:
        story.note("nothing_to_move", where=bag.name)
    taker = to if to.kind == "character" else world.bearer_of(to.id)
    giver = bag if bag.kind == "character" else world.bearer_of(bag.id)
    told = {"moved_all": [(t.name, t.quantity) for t in loose], "to": to.id}
    return story.accepted(None, giver.id if giver else None, taker.id if taker else None, **told)


def _destination(command: Transfer, world: World, book: Rulebook, near: Thing) -> Thing | Rejected:
    if command.to_character_id or command.to_character_name:
        return targets.character(world, command.to_character_id, command.to_character_name, "toCharacterName")
    if targets.is_floor(command.to_name) and not command.to_id:
        return targets.floor(world, near if near.kind != "room" else None)
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toCharacterName", "toCharacterId", "toName", "toId"))
    return targets.any_bag(world, command.to_id, command.to_name, "toName", book, near)


def _cannot_go(world: World, thing: Thing, to: Thing, quantity: int, book: Rulebook) -> Rejected | None:
    if thing.kind in ("character", "room"):
        return Rejected("not_an_item", "itemName", {"name": thing.name})
    if thing.id == to.id or thing.id in {t.id for t in world.ancestors(to.id)}:
        return Rejected("bag_in_itself", "toName", {"name": thing.name, "to": to.name})
    if moves.is_cursed(world, thing, book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    each = _weight(world, thing, book) / thing.quantity
    return _too_full(world, to, each * quantity, book, "toName")


def _weight(world: World, thing: Thing, book: Rulebook) -> float:
    """Pounds of a thing with what is in it."""
    return weight_of((bearers.whole(world, thing, book),)) / 1000


def _too_full(world: World, bag: Thing, pounds: float, book: Rulebook, field: str) -> Rejected | None:
    """A container of known capacity takes no more than that."""
    container = bearers.item_of(bag, book).container if bag.kind == "item" else None
    if container is None or container.capacity_lb is None:
        return None
    inside = sum(_weight(world, t, book) for t in world.bag_of(bag.id))
    if inside + pounds <= container.capacity_lb:
        return None
    return Rejected("bag_full", field, {"name": bag.name, "capacity": container.capacity_lb, "inside": inside, "more": pounds})
