"""A trait of a stat block, a feature or the magic of an item: its changes, triggers, riders and acts in words."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.acts import if_clause_text
from rpg_lite.rules.acts.act import Act, Rider, Trigger
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.character_document import OwnFeature
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.views import span_text
from rpg_lite.views.act_text import act_text
from rpg_lite.views.modifier_text import changes_text
from rpg_lite.views.step_text import steps_text, trigger_text

_RIDDEN: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hit": "on a hit", "miss": "on a miss", "cast": "on casting", "attack": "on an attack", "hit:melee": "on a melee hit",
        "hit:unarmed": "on an unarmed hit", "hit:str": "on a STR hit", "hit:weapon": "on a weapon hit", "hit:melee_weapon": "on a melee weapon hit",
        "hit:melee_weapon|unarmed": "on a melee weapon or unarmed hit", "hit:weapon|natural": "on a hit with a weapon or a form's own attack", "hit:monk|unarmed": "on a hit by a monk weapon or unarmed",
        "attack:finesse|ranged": "on an attack with a finesse or ranged weapon",
    }
)  # fmt: skip
_SET: Final[Mapping[str, str]] = MappingProxyType(
    {
        "spared": "spares up to {} of the targets from the save", "sparedHalf": "they take {} of the damage that a success leaves", "dice": "{} dice of its damage",
        "healDice": "its healing dice show their {}imum", "forgo": "without the {}", "damage": "{} more damage", "damageOnce": "{} more damage to one target",
        "heal": "heals {} more", "oneOf": "one {} option a spell", "range": "range × 2", "touch": "a touch reaches {} ft", "of": "only {} damage",
        "reroll": "up to {} damage dice are rolled again", "maximum": "its damage dice show their maximum", "cost": "as {}", "targets": "{} targets", "apart": "{} ft from the first",
        "components": "needs no components but {}", "duration": "duration × 2", "mode": "{}", "on": "on the {}", "stays": "it stays until: {}",
        "pass": "a success takes {}", "miss": "a miss takes {}", "most": "at most {}", "pays": "it pays the {}", "list": "from the {} list",
        "upTo": "up to level {}", "castIn": "cast as {}", "material": "materials: {}", "farther": "range +{} ft", "concentration": "{} on concentration saves",
        "choice": "of the chosen {}", "at": "", "alone": "", "attack": "the attack is made again", "type": "its damage is {}", "slot": "its level is {} higher",
    }
)  # fmt: skip


def feature_text(feature: FeatureRule | OwnFeature) -> str:
    """The effects of a feature of a sheet or of a stat block, without its name."""
    said = [s.say for s in feature.say] if isinstance(feature, FeatureRule) else feature.adjudicated
    said = [*([f"always {' and '.join(feature.conditions)}"] if feature.conditions else []), *said]
    on = feature.on if isinstance(feature.on, tuple) else ()
    return whole_text(feature.name, said, feature.modifiers, on, feature.riders, feature.acts)


def whole_text(
    name: str, said: Sequence[str], modifiers: Sequence[Any], on: Sequence[Trigger], riders: Sequence[Rider], acts: Sequence[Act]
) -> str:
    """Changes, sentences, triggers, riders and acts in one row. `name`: the name that need not be repeated for an act."""
    unsaid = [m for m in modifiers if not (said and m.target == "flag" and m.value in _SAID)]
    parts = [
        changes_text(unsaid),
        *(sentence.strip().removesuffix(".") for sentence in said),
        *map(trigger_text, on),
        *(rider_text(rider, name) for rider in riders),
        *(_own_acts(like, name) for like in alike(acts)),
    ]
    return ". ".join(filter(None, parts))


_SAID: Final = frozenset(("breathe_water", "immune_mind_reading", "insight_against_you_disadvantage", "hover", "spider_climb"))
"""Flags that the sentences of their trait say as well."""


def alike(acts: Sequence[Act]) -> Iterator[list[Act]]:
    """The acts; those that only play different spells under the same limits together."""
    of: dict[object, list[Act]] = {}
    for n, act in enumerate(acts):
        first = act.steps[0] if act.steps else None
        is_one = isinstance(first, DoStep) and act.name.endswith(first.do)
        key = (
            (act.model_copy(update={"name": "", "steps": ()}), repr(act.steps[1:]), repr(first.model_copy(update={"do": ""})))
            if is_one and first
            else n
        )
        of.setdefault(str(key), []).append(act)
    yield from of.values()


def _own_acts(acts: Sequence[Act], name: str) -> str:
    if len(acts) == 1:
        return _own_act(acts[0], name)
    first, spell = acts[0], acts[0].steps[0]
    one = first.model_copy(
        update={"name": " / ".join(act.name for act in acts), "steps": (spell.model_copy(update={"do": "the spell"}), *first.steps[1:])}
    )
    return act_text(one, in_section=True)


def _own_act(act: Act, name: str) -> str:
    """An act of a feature; under the feature's own name without that name."""
    told = act_text(act, in_section=act.cost == "free")
    return f"act{told.removeprefix(act.name)}" if names.fold(act.name) == names.fold(name) else told


def rider_text(rider: Rider, name: str = "") -> str:
    """The addition of a rider to another act: "Sneak Attack, on a hit once a turn: 2d6 weapon"."""
    own = f"{rider.name}, " if rider.name and names.fold(rider.name) != names.fold(name) else ""
    price = f" ({told})" if rider.spend and (told := span_text.spend_text(rider.spend)) else ""
    once = f" once a {rider.once}" if rider.once else ""
    clause = f" {told}" if (told := if_clause_text.clauses_text(rider.if_)) else ""
    does = "; ".join(filter(None, (steps_text(rider.steps), set_text(rider.set))))
    return f"{own}{occasion_text(rider.rider)}{once}{price}{clause}: {does}"


def occasion_text(rider: str) -> str:
    """The deeds that a rider joins.

    >>> occasion_text("school:evocation"), occasion_text("act:Rage"), occasion_text("hit:mastery_sap")
    ('on spells of evocation', 'with Rage', 'on a hit with the mastery sap')
    """
    if rider in _RIDDEN:
        return _RIDDEN[rider]
    head, _, rest = rider.partition(":")
    if head == "school":
        return f"on spells of {rest}"
    if rest.startswith("mastery_"):
        return f"on a {head} with the mastery {rest.removeprefix('mastery_')}"
    return f"with {rest}" if head == "act" else f"{_RIDDEN.get(head, f'on {head}')} of {rest.replace('|', ' or ').replace('_', ' ')}"


def set_text(changes: Mapping[str, Any]) -> str:
    """The values that a rider sets, in words."""
    return ", ".join(filter(None, (_SET.get(key, f"{key} {{}}").format(str(value).replace("_", " ")) for key, value in changes.items())))
