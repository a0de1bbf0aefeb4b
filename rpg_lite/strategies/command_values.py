"""The payloads of commands, as clients send them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pydantic import Strict
from pydantic.alias_generators import to_camel

from rpg_lite.decision.command import Command
from rpg_lite.operations.operation import verb_of
from rpg_lite.operations.registry import keys_sent, operations
from rpg_lite.strategies.item_values import items
from rpg_lite.strategies.map_values import plans
from rpg_lite.strategies.primitive_values import DICE, HEROES, NAMES, THINGS, Values, object_of, several
from rpg_lite.strategies.sheet_values import characters, documents
from rpg_lite.vocabulary import ABILITIES, COINS, CONDITIONS, DAMAGE_TYPES, DIRECTIONS, SKILLS, SLOTS


def commands(
    tool: str = "manage_inventory", operation: str | None = None, *, characters: Sequence[str] = HEROES, items: Sequence[str] = THINGS
) -> Values:
    """The payload of one call, as a client sends it, about these characters and items: `parse(tool, payload)` accepts it.

    >>> from hypothesis import find
    >>> find(commands(operation="attune", characters=["Lyra"], items=["Wand"]), bool)
    {'operation': 'attune', 'characterName': 'Lyra', 'itemName': 'Wand'}
    """
    known = keys_sent(tool)
    values = _values(st.sampled_from(characters), st.sampled_from(items))
    values |= {"document": plans()} if tool == "manage_room" else {}
    values |= {"name": NAMES.filter(lambda name: not name.isdecimal())} if tool == "keep_journal" else {}
    return st.sampled_from([operation] if operation else list(known)).flatmap(
        lambda chosen: _payload(operations(tool)[chosen], known[chosen].split(), values)
    )


def _payload(model: type[Command], keys: Sequence[str], values: Mapping[str, SearchStrategy[Any]]) -> Values:
    sent = {key: values[key] if key in values else _of_field(model, key) for key in (k.rstrip("?") for k in keys)}
    required = {k: sent[k] for k in keys if not k.endswith("?")}
    return object_of({"operation": st.just(verb_of(model)), **required}, **{k[:-1]: sent[k[:-1]] for k in keys if k.endswith("?")})


def _of_field(model: type[Command], key: str) -> SearchStrategy[Any]:
    """A value for a key without a strategy of its own, of the type that the model states."""
    field = next(field for name, field in model.model_fields.items() if to_camel(name) == key)
    if str in _types_in(field.annotation):
        return NAMES
    limits = [rule for rule in field.metadata if not isinstance(rule, Strict)]  # a value of the type itself is strict enough
    return st.from_type(Annotated[(field.annotation, *limits)] if limits else field.annotation)  # type: ignore[arg-type]  # each field has one


def _types_in(annotation: Any) -> Iterator[Any]:
    """The types of a union, also of `Name | None`, whose rules Hypothesis cannot read."""
    yield annotation
    for part in get_args(annotation):
        yield from _types_in(part)


def _quest_node(name: str) -> dict[str, Any]:
    return {"id": name, "context": {"description": name}}


def _values(hero: SearchStrategy[str], thing: SearchStrategy[str]) -> dict[str, SearchStrategy[Any]]:
    """The strategy for each key of a payload; keys that are not listed take true or false."""
    return dict(
        **dict.fromkeys(("characterName", "toCharacterName", "targetName"), hero),
        **dict.fromkeys(("itemName", "query"), thing),
        **dict.fromkeys(("quantity", "last", "since"), st.integers(1, 20)),
        **dict.fromkeys(("amount", "seed"), st.integers(0, 40)),
        **dict.fromkeys(("name", "source", "bagName", "description", "vibe", "text"), NAMES),
        direction=st.sampled_from(DIRECTIONS),
        item=thing | items(),
        toName=st.sampled_from(COINS),
        slot=st.sampled_from(SLOTS),
        grip=st.sampled_from(("one", "two")),
        stats=several(("ac", "saves.dex", "speed.walk")),
        rev=st.integers(1, 50),
        character=characters(),
        document=documents(),
        condition=st.sampled_from(CONDITIONS),
        level=st.integers(1, 6),
        duration=st.sampled_from(("3 rounds", "10 minutes", "8 hours", "long_rest", "dawn")),
        damageType=st.sampled_from(DAMAGE_TYPES),
        dice=DICE,
        names=st.lists(hero, min_size=1, max_size=3, unique=True),
        skill=st.sampled_from(SKILLS),
        ability=st.sampled_from(ABILITIES),
        mode=st.sampled_from(("normal", "advantage", "disadvantage")),
        dc=st.integers(5, 25),
        kind=st.sampled_from(("short", "long")),
        scope=st.sampled_from(("here", "me", "all")),
        hitDice=st.integers(0, 2),
        scenes=st.lists(st.sampled_from(("magic", "gear", "combat.encounter")), min_size=1, unique=True),
        nodes=st.lists(st.builds(_quest_node, NAMES), min_size=1, max_size=3, unique_by=lambda node: node["id"]),
        priority=st.sampled_from((-1.0, 0.0, 2.5)),
        content=NAMES,
        vs=several(("poison", "charm", "fear", "magic")),
        around=st.integers(0, 5),
        d20=st.lists(st.integers(1, 20), max_size=2),
        surprised=several(("Goblin 1", "Ogre")),
        price=st.sampled_from((0, 2.5, "5 sp", "1 gp 2 cp")),
        fromName=NAMES,
        prices=st.sampled_from((0.5, 1, 2.5)),
        creatures=st.dictionaries(st.sampled_from(("Ogre", "Goblin", "CR 1/4")), st.integers(1, 20), min_size=1),
        difficulty=st.sampled_from(("easy", "hard", "moderate")),
        spells=several(("Shield", "Bless", "Cure Wounds")),
        xp=st.integers(1, 1000),
        budget=st.integers(1500, 8000),
        **{"class": st.sampled_from(("fighter", "wizard")), "with": st.just(["sees"])},
    )
