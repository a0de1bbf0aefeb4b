"""A readied spell: it is cast now and held with concentration, and a reaction releases it (SRD, Ready). Apart because it turns one cast
into another act, before anything is played.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.acts.act_and_cast_keys import AnyAct
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, ChooseStep, Spell
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

READY: Final = "ready"
"""The word of `with` that readies a spell."""
WORDS: Final = ("trigger", "then")
"""The choices that say what the caster waits for, and what it will do then: those of the act Ready."""
_AIM: Final = "held for"
"""The choice under which the effect keeps the ids of the targets that the cast named."""
_AREA: Final = "held area"
"""The choice under which the effect keeps what the cast said of the area."""
_CARRIED_OVER: Final = ("range", "targets", "area", "within", "apart", "only", "needs", "choices", "several")
"""The keys of a spell that apply to its release, too."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A spell that is about to be cast, its targets, and the wishes of the call."""

    spell: Spell
    whom: Sequence[Thing]
    wish: Wish


def other_words(given: Sequence[str]) -> list[str]:
    """The words of `with` except the one that readies a spell."""
    return [word for word in given if told_words([word]) != {READY}]


def ready(meant: Meant, instead: Mapping[str, Any]) -> Meant | Rejected:
    """The same spell or, if the call readies it, the held form of the spell. `instead`: the call that casts it at once.

    Refuses: not_readied.
    """
    if READY not in meant.wish.told:
        return meant
    spell = _held(meant.spell, meant.whom, instead)
    if isinstance(spell, Rejected):
        return spell
    aim = {_AIM: " ".join(one.id for one in meant.whom)} if meant.whom else {}
    choice = {**_named(meant.spell, meant.wish.choice), **aim, **_area_kept(meant.wish.area)}
    return Meant(spell, (), replace(meant.wish, told=meant.wish.told - {READY}, choice=choice, area=AreaWish()))


def _area_kept(area: AreaWish | None) -> Mapping[str, str]:
    """The place and the wishes of the area in the call, as the effect keeps them."""
    said = {} if area is None else {"at": area.at, "toward": area.toward, "catch": area.catch, "spare": area.spare}
    given = {key: value for key, value in said.items() if value}
    return {_AREA: json.dumps(given)} if given else {}


def _named(spell: Spell, choice: Mapping[str, str]) -> Mapping[str, str]:
    """The choices of the call; a word alone is the trigger if the spell itself asks for none."""
    asks = bool(spell.choices) or any(isinstance(step, ChooseStep) for step in walk(spell.steps))
    return choice if asks or [*choice] != ["choice"] else {WORDS[0]: choice["choice"]}


def other_choices(spell: Spell, choice: Mapping[str, str], given: Sequence[str]) -> Mapping[str, str]:
    """The choices of a call except the words that say when a readied spell is released."""
    if READY not in told_words(given):
        return choice
    return {key: word for key, word in _named(spell, choice).items() if names.fold(key) not in WORDS}


def is_held(act: Act) -> bool:
    """Whether this is the held form of a spell, which is aimed at nobody yet."""
    first = act.steps[0] if isinstance(act, Spell) and act.steps else None
    return isinstance(first, ApplyStep) and getattr(first.apply, "name", None) == _effect_of(act.name)


def released(act: Act) -> str | None:
    """The name of the readied spell that this act releases; None if it is another act."""
    last = act.steps[-1] if not isinstance(act, Spell) and act.steps else None
    return last.do if isinstance(last, DoStep) and act.name == release_of(last.do) else None


def kept_targets(choice: Mapping[str, str], world: World) -> list[Thing]:
    """The targets that were named when the spell was readied and that are still there."""
    return [world.things[id] for id in choice.get(_AIM, "").split() if id in world.things]


def with_kept_area(command: AnyAct, choice: Mapping[str, str]) -> AnyAct:
    """The release with what was said of the area when the spell was readied, for a call that names nobody and no place."""
    kept = json.loads(choice.get(_AREA, "{}"))
    return command.model_copy(update={key: tuple(said) if isinstance(said, list) else said for key, said in kept.items()})


def without_aim(choice: Mapping[str, str]) -> dict[str, str]:
    """The choices of the cast without the targets and the area that it kept."""
    return {key: word for key, word in choice.items() if key not in (_AIM, _AREA)}


def refuse_act(command: AnyAct, act: Act, caster: Thing, book: Rulebook) -> Rejected | None:
    """The refusal of the act Ready for a spell, which is cast as it is readied, with that cast (SRD 5.1 and 5.2, Ready).

    Refuses: spell_readied_by_cast.
    """
    if act.name != READY.capitalize():
        return None
    said = [names.fold(word) for key, word in command.choice.items() if names.fold(key) != WORDS[0]]
    spell = next((found for word in said if (found := _spell_in(word, caster, book))), None)
    if spell is None or spell.cost != "action":
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    trigger = {key: word for key, word in command.choice.items() if names.fold(key) == WORDS[0]}
    rest = {key: value for key, value in sent.items() if key not in ("operation", "act", "choice")}
    cast = {"operation": "cast", "spell": spell.name, **rest, "with": [*rest.get("with", ()), READY], **({"choice": trigger} if trigger else {})}
    return Rejected("spell_readied_by_cast", "act", {"spell": spell.name}, instead=cast)


def _spell_in(word: str, caster: Thing, book: Rulebook) -> Spell | None:
    """The spell that words mean: its name, "cast" before it, or whom it is for behind it."""
    plain = re.sub(r"^(?:i |to )?(?:cast(?:s|ing)? )?|,? (?:at|on|against) .*$", "", word)
    return thing_stats.spell_of(caster, plain, book)


def _effect_of(spell: str) -> str:
    return f"Readied {spell}"


def release_of(spell: str) -> str:
    """The name of the act that releases this spell once it is readied."""
    return f"Release {spell}"


def _held(spell: Spell, whom: Sequence[Thing], instead: Mapping[str, Any]) -> Spell | Rejected:
    """The held form of a spell: it applies the reaction that releases the spell, and takes concentration until then in any case."""
    if spell.cost != "action":
        return Rejected("not_readied", "with", {"spell": spell.name, "cost": spell.cost}, instead=instead)
    own = spell.model_dump(mode="json", by_alias=True, include={*_CARRIED_OVER}, exclude_defaults=True)
    name = release_of(spell.name)
    release = {**own, "name": name, "cost": "reaction", "steps": [{"end": "this", "to": "self"}, {"do": spell.name, "slot": "{slot}"}]}
    lay = {"apply": {"name": _effect_of(spell.name), "acts": [release]}, "for": "turn_start:source"}
    at = f" at {', '.join(dict.fromkeys(one.name for one in whom))}" if whom else ""
    tell = f"It holds {spell.name} with concentration until the start of its next turn: act {name} releases it{at}."
    say = {"say": tell, "words": WORDS}
    steps = Spell.model_validate({"name": spell.name, "level": spell.level, "school": spell.school, "steps": [lay, say]}).steps
    assert isinstance(steps[0], ApplyStep)
    kept = {"targets": "self", "area": None, "range": None, "only": (), "needs": (), "steps": steps}
    return spell.model_copy(update={**kept, "concentration": True, "duration": None, "duration_by_slot": {}, "when": ()})
