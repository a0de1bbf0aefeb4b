"""Acts, spells and creatures in the form that files have."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rpg_lite.rules.acts.words import CREATURE_TYPES, School
from rpg_lite.strategies.primitive_values import DICE, NAMES, Json, Values, object_of, several
from rpg_lite.vocabulary import ABILITIES, CONDITIONS, DAMAGE_TYPES, SIZES

MOST_ACTS: Final = 4
_DC: Final = st.integers(8, 25)
_LASTS: Final = st.sampled_from(("1 round", "2 rounds", "1 minute", "1 hour", "turn_end:target", "turn_start:source"))
_LAID: Final = st.sampled_from([c for c in CONDITIONS if c != "exhaustion"])
_HARM: Final = st.fixed_dictionaries({"damage": DICE | st.integers(1, 20).map(str), "type": st.sampled_from(DAMAGE_TYPES)})
_APPLY: Final = object_of(
    {"apply": st.fixed_dictionaries({"conditions": st.lists(_LAID, min_size=1, max_size=2, unique=True)})},
    **{"for": _LASTS, "ends": several(("damage", "save:turn_end"), 1)},
)
_BOON: Final[Values] = st.fixed_dictionaries({"heal": DICE}) | st.fixed_dictionaries({"tempHp": DICE})
_SAID: Final[Values] = st.fixed_dictionaries({"say": st.sampled_from(("The ground shakes.", "Everybody hears it.", "It smells of ash."))})
_LEAVES: Final = _HARM | _APPLY | _SAID


def _part(steps: Values, least: int = 1) -> SearchStrategy[list[Json]]:
    return st.lists(steps, min_size=least, max_size=2)


def _harms(inside: SearchStrategy[list[Json]]) -> Values:
    """An attack, a save, or a question about the target, with these steps inside."""
    attack = object_of(
        {"attack": st.integers(-2, 15), "hit": inside},
        kind=st.sampled_from(("melee", "ranged")),
        times=st.integers(1, 3),
        miss=inside,
    )
    save = {"save": st.sampled_from(ABILITIES), "dc": _DC}
    halves = st.fixed_dictionaries({**save, "fail": st.lists(_HARM, min_size=1, max_size=2), "pass": st.just("half")})
    saved = object_of({**save, "fail": inside}, **{"pass": inside})
    asked = object_of(
        {
            "if": st.lists(st.sampled_from(("bloodied", "not bloodied", "size<=large", "hp<=10")), min_size=1, max_size=1),
            "then": inside,
        },
        **{"else": inside},
    )
    return st.one_of(attack, halves, saved, asked)


@st.composite
def _leaves(draw: st.DrawFn) -> list[Json]:
    """Steps without others inside."""
    return draw(_FLAT)


@st.composite
def _branches(draw: st.DrawFn) -> list[Json]:
    """Steps that may have such steps inside."""
    return draw(_NESTED)


# Hypothesis names a strategy by all that is in it, but a function by its own name: there may be four such parts in each step.
_FLAT: Final = _part(_LEAVES)
_NESTED: Final = _part(_LEAVES | _harms(_leaves()))
_AIMED: Final = st.one_of(_HARM, _APPLY, _harms(_leaves()), _harms(_branches()))
_AREA: Final = st.fixed_dictionaries({"shape": st.sampled_from(("cone", "sphere", "cube")), "ft": st.sampled_from((10, 15, 20, 60))})
_FORMS: Final[tuple[Mapping[str, SearchStrategy[Any]], ...]] = (
    {"targets": st.sampled_from(("1", "2", "any")), "steps": _part(_AIMED)},
    {"targets": st.just("area"), "area": _AREA, "steps": _part(_AIMED)},
    {"targets": st.just("self"), "steps": _part(_BOON)},
)


def _act(form: Mapping[str, SearchStrategy[Any]]) -> Values:
    spend = st.sampled_from(("recharge:5", "recharge:6", "uses:1:day", "uses:3:day"))
    cost = st.sampled_from(("action", "action", "bonus"))
    return object_of({"name": NAMES.map(lambda name: f"{name} Act"), "cost": cost, **form}, spend=spend)


def _spell(form: Mapping[str, SearchStrategy[Any]]) -> Values:
    required: dict[str, SearchStrategy[Any]] = {
        "name": NAMES.map(lambda name: f"{name} Spell"),
        "level": st.integers(0, 9),
        "school": st.sampled_from(get_args(School)),
        "classes": st.lists(st.sampled_from(("wizard", "cleric", "druid")), min_size=1, max_size=2, unique=True),
        "cost": st.just("action"),
    }
    reach = st.sampled_from((30, 60, "touch", "sight"))
    return object_of({**required, **form}, components=several(("V", "S", "M")), range=reach).map(_with_slot)


def _with_slot(spell: Json) -> Json:
    return {**spell, "spend": "slot"} if spell["level"] else spell


_ACTS: Final[Values] = st.one_of(*map(_act, _FORMS))
_SPELLS: Final[Values] = st.one_of(*map(_spell, _FORMS))
_BLOCKS: Final = object_of(
    {
        "name": NAMES.map(lambda name: f"{name} Beast"),
        "size": st.sampled_from(SIZES),
        "type": st.sampled_from(sorted(CREATURE_TYPES)),
        "cr": st.sampled_from((0, 0.125, 0.25, 0.5, 1, 5, 17, 30)),
        "hpMax": st.integers(1, 300),
    },
    abilities=st.fixed_dictionaries(dict.fromkeys(ABILITIES, st.integers(1, 30))),
    speed=object_of({"walk": st.sampled_from((10, 30, 40))}, fly=st.just(60)),
    printed=object_of({}, ac=st.integers(8, 25), initiative=st.integers(-4, 15)),
    resistances=several(DAMAGE_TYPES),
    immunities=several(DAMAGE_TYPES, 1),
    acts=st.lists(_ACTS, max_size=MOST_ACTS, unique_by=lambda act: act["name"].casefold()),
)


@st.composite
def acts(draw: st.DrawFn) -> Json:
    """An act in the form of a file or a sheet: `Act.model_validate` accepts it, and `rpg_lite.play` plays it."""
    return draw(_ACTS)


@st.composite
def spells(draw: st.DrawFn) -> Json:
    """A homebrew spell in the form of a file: `Spell.model_validate` accepts it."""
    return draw(_SPELLS)


@st.composite
def creatures(draw: st.DrawFn) -> Json:
    """A stat block with acts of its own, in the form of a creature file: `rpg-lite content check` accepts it.

    The operation create accepts its `character`, and the whole is a sheet document.
    """
    return {"character": draw(_BLOCKS)}
