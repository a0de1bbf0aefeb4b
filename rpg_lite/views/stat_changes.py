"""The changes that a command makes to a creature's numbers: old and new values, as data and in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter, is_
from typing import Any

from rpg_lite.decision.outcome import Accepted
from rpg_lite.rules import creature_flags, modifier_tag_words, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.stats_json import numbers
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY
from rpg_lite.world import events, thing_stats
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import Thing, World

Change = dict[str, Any]

_LASTING = attrgetter(*(name for name in EffectiveStats._fields if name not in ("hp", "temp_hp", "load")))
_HEADLINES = ("ac", "hpMax", "proficiencyBonus", "abilities.", "speed.", "jump.", "vehicle.", "senses.", "spellcasting.")


def changes(before: EffectiveStats, after: EffectiveStats) -> dict[str, Change]:
    """Map the dotted path of every number that differs to its old and new values; None for a missing number."""
    if _is_same(before, after):
        return {}
    was = {path: b.value for path, b in numbers(before)}
    now = {path: b.value for path, b in numbers(after)}
    return {p: {"was": was.get(p), "value": now.get(p)} for p in {**was, **now} if was.get(p) != now.get(p)}


def _is_same(before: EffectiveStats, after: EffectiveStats) -> bool:
    """Whether only hit points and the carried weight differ. Two states with the same numbers share the same objects."""
    return all(map(is_, _LASTING(before), _LASTING(after))) and before.load.capacity is after.load.capacity


def headlines(changed: Mapping[str, Change]) -> dict[str, Change]:
    """The numbers that a reader wants first, without those that follow from others (saves and skills of a changed score)."""
    scores = {p.split(".")[1] for p in changed if p.startswith("abilities.")}
    shown = {p: c for p, c in changed.items() if p.startswith(_HEADLINES)}
    saves = {p: c for p, c in changed.items() if p.startswith("saves.") and p.split(".")[1] not in scores}
    if len(saves) + len(scores) < len(ABILITIES):
        shown |= saves
    return shown | {p: c for p, c in changed.items() if p.startswith("attacks.") and None not in c.values() and not scores}


def sentence(before: EffectiveStats, after: EffectiveStats, changed: Mapping[str, Change], first: Mapping[str, Change]) -> str:
    """The changes in one sentence: "AC 15 → 19, stealth: disadvantage". `first`: the headlines among the changed numbers."""
    if not changed and _is_same(before, after):
        return ""
    told = [*_numbers(first), *_all_saves(changed), *_words(before, after)]
    return f"{', '.join(told)}." if told else ""


def _numbers(shown: Mapping[str, Change]) -> Iterator[str]:
    for path, c in shown.items():
        yield f"{name_path(path)} {_value(c['was'])} → {_value(c['value'])}{unit(path)}"


def _value(value: int | None) -> str:
    return "–" if value is None else str(value)


def name_path(path: str) -> str:
    """A dotted path in words: "abilities.str" is "STR", "speed.walk" is "speed", "saves.dex" is "DEX save"."""
    head, _, rest = path.partition(".")
    match head:
        case "ac":
            return "AC"
        case "hpMax":
            return "HP maximum"
        case "carryingCapacity":
            return "carrying capacity"
        case "proficiencyBonus":
            return "proficiency bonus"
        case "abilities":
            return rest.upper()
        case "speed":
            return "speed" if rest == "walk" else f"{rest} speed"
        case "jump":
            return f"{rest} jump"
        case "vehicle":
            return "vehicle flies"
        case "saves":
            return f"{rest.upper()} save"
        case "passive":
            return f"passive {rest.replace('_', ' ')}"
        case "attacks":
            weapon, _, what = rest.rpartition(".")
            return f"{weapon} {'to hit' if what == 'toHit' else 'damage bonus'}"
        case "spellcasting":
            return "spell save DC" if rest == "saveDc" else "spell attack"
    return (rest or head).replace("_", " ")


def unit(path: str) -> str:
    return " ft" if path.startswith(("speed.", "jump.", "vehicle.", "senses.")) else ""


def _all_saves(changed: Mapping[str, Change]) -> Iterator[str]:
    steps = {c["value"] - c["was"] for p, c in changed.items() if p.startswith("saves.")}
    if len(steps) == 1 and sum(p.startswith("saves.") for p in changed) == len(ABILITIES):
        yield f"all saves {steps.pop():+d}"


def _words(before: EffectiveStats, after: EffectiveStats) -> Iterator[str]:
    """Yield the modes that changed, and the grants that were gained or lost."""
    has_other_modes = [(a.name, a.mode) for a in before.attacks] != [(a.name, a.mode) for a in after.attacks]
    old, new = _phrases(before, has_other_modes), _phrases(after, has_other_modes)
    was, still = _skills(before), _skills(after)  # the phrase for an ability covers its skills if all its checks share the mode
    yield from _with_attacks(_together([text for text in new if text not in old and text not in was]))
    yield from map(_over, _with_attacks(_together([text for text in old if text not in new and text not in still])))


_LISTED = ("resists ", "immune to ", "vulnerable to ")


def _together(texts: Sequence[str]) -> Iterator[str]:
    """Merge phrases that are true of all six abilities, and list all resistances together.

    >>> list(_together(["resists acid", "resists cold", "cannot act"]))
    ['resists acid and cold', 'cannot act']
    """
    said: set[str] = set()
    for text in texts:
        ability, _, rest = text.partition(" ")
        verb = next((v for v in _LISTED if text.startswith(v)), "")
        every = [f"{a.upper()} {rest}" for a in ABILITIES] if ability.lower() in ABILITIES else []
        same = every if every and set(every) <= set(texts) else [t for t in texts if verb and t.startswith(verb)] or [text]
        if text not in said:
            yield f"all {rest}" if same is every else f"{verb}{_and([t.removeprefix(verb) for t in same])}"
            said.update(same)


def _with_attacks(texts: Iterable[str]) -> list[str]:
    """
    >>> _with_attacks(["all checks at disadvantage", "all attacks at disadvantage", "cannot act"])
    ['all ability checks and attacks at disadvantage', 'cannot act']
    """
    told = [text.replace("all checks at ", "all ability checks at ") for text in texts]
    for mode in ("advantage", "disadvantage"):
        checks, attacks = f"all ability checks at {mode}", f"all attacks at {mode}"
        if checks in told and attacks in told:
            told[told.index(checks)] = f"all ability checks and attacks at {mode}"
            told.remove(attacks)
    return told


def _and(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _over(text: str) -> str:
    """
    >>> _over("cannot act"), _over("STR saves fail"), _over("all checks at disadvantage"), _over("resists fire")
    ('can act again', 'STR saves no longer fail', 'checks no longer at disadvantage', 'no longer resists fire')
    >>> _over("Longbow at disadvantage"), _over("cannot be charmed"), _over("Club deals 1d6 fire more")
    ('Longbow no longer at disadvantage', 'can be charmed again', 'Club no longer deals 1d6 fire more')
    """
    rest, mark, mode = text.removeprefix("all ").rpartition(" at ")
    if mark and mode in ("advantage", "disadvantage"):
        return f"{rest} no longer at {mode}"
    if text.startswith("cannot "):
        return f"can {text.removeprefix('cannot ')} again"
    if text.endswith(" saves fail"):
        return f"{text.removesuffix(' fail')} no longer fail"
    weapon, deals, dice = text.partition(" deals ")
    return f"{weapon} no longer deals {dice}" if deals else f"no longer {text}"


def _skills(stats: EffectiveStats) -> set[str]:
    return {f"{s.replace('_', ' ')} at {m}" for s, m in stats.skills.modes.items() if m != "normal"}


def _phrases(stats: EffectiveStats, of_attacks: bool) -> list[str]:
    """The modes and grants of a creature. `of_attacks`: with the modes of its attacks; "all attacks" may be only another phrase for the
    same modes.
    """
    found = [
        f"{s.replace('_', ' ')} at {m}"
        for s, m in stats.skills.modes.items()
        if m != stats.checks.modes[SKILL_ABILITY[s]] and m != "normal"
    ]
    found += [f"{a.upper()} checks at {m}" for a, m in stats.checks.modes.items() if m != "normal"]
    found += [f"{a.upper()} saves at {m}" for a, m in stats.saves.modes.items() if m != "normal"]
    d = stats.defenses
    for word, grants in (("resists", d.resistances), ("immune to", d.immunities), ("vulnerable to", d.vulnerabilities)):
        for grant in grants:
            found.append(f"{word} {modifier_tag_words.say_immunity(grant)}")
    for word, granted in (
        ("cannot be", d.conditions),
        ("speaks", map(names.capitalize, stats.languages)),
        ("proficient with", stats.tools),
        ("expert with", stats.expert_tools),
    ):
        for grant in granted:
            found.append(f"{word} {grant}")
    found += [f"{a.name} deals {_more(x.dice)} {x.type}{_only(x.scope)}" for a in stats.attacks for x in a.extra_dice]
    found += _attacks(stats) if of_attacks else []
    if stats.spellcasting and creature_flags.CANNOT_CAST in stats.flags:
        found.append("cannot cast spells")
    return found + [f"{a.upper()} saves fail" for a in stats.auto_fail_saves] + ([] if stats.can_act else ["cannot act"])


def _more(dice: str) -> str:
    return f"{dice.removeprefix('-')} {'less' if dice.startswith('-') else 'more'}"


def _attacks(stats: EffectiveStats) -> list[str]:
    """One phrase for each attack with a mode; one phrase for all of them if every attack and check shares a mode, which then comes from the
    creature.
    """
    modes = {*(a.mode for a in stats.attacks), *stats.checks.modes.values()}
    if stats.attacks and len(modes) == 1 and "normal" not in modes:
        return [f"all attacks at {modes.pop()}"]
    return [f"{a.name} at {a.mode}" for a in stats.attacks if a.mode != "normal"]


def _only(scope: Sequence[str]) -> str:
    return f" ({modifier_tag_words.only(scope)})" if scope else ""


def may_change_numbers(outcome: Accepted, book: Rulebook) -> bool:
    """Whether the events can change more about a creature than the weight that it carries. Most transfers of items cannot, and are skipped."""
    return book.policy.encumbrance == "variant" or any(_tells(e, outcome.world, book) for e in outcome.events)


def _tells(event: Event, world: World, book: Rulebook) -> bool:
    match event:
        case events.Created(thing) | events.Removed(thing):
            return thing.kind != "item" or thing_stats.item_of(thing, book).is_telling
        case events.Moved(id) | events.Counted(id):
            there: Thing | None = world.things.get(id)
            return there is not None and there.kind == "item" and thing_stats.item_of(there, book).is_telling
        case events.Rolled():
            return False
    return True
