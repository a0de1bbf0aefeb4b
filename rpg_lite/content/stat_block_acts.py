"""Turn the attacks and saves in the sentences of a stat block into acts; a sentence with neither goes to the game master."""

import re
from dataclasses import dataclass
from typing import Final

from rpg_lite.content.printed_text import Json, Loss, name_in_play, plain, said
from rpg_lite.content.stat_block_outcomes import SentenceReading, hurts, riders, who_in
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import LONGEST_DESCRIPTION
from rpg_lite.rules.acts.act_ranges import RANGED

_ATTACK: Final = re.compile(
    r"(?P<kind>Melee|Ranged)(?P<both> or Ranged)? (?:Weapon |Spell )?Attack(?: Roll)?\s*:?\s*(?P<bonus>[+-]\s?\d+)(?: to hit)?",
    re.IGNORECASE,
)
_REACH: Final = re.compile(r"reach (\d+) ?(?:ft|feet|foot)", re.IGNORECASE)
_RANGE: Final = re.compile(r"range (\d+)(?:/\d+)? ?(?:ft|feet|foot)", re.IGNORECASE)
_ONLY_AT: Final = re.compile(r"one ((?:Tiny|Small|Medium|Large|Huge) or smaller) (?:creature|target)", re.IGNORECASE)
_HIT: Final = re.compile(r"Hit\s*:\s*", re.IGNORECASE)
_HURT_AT: Final = re.compile(r"(?:feet|ft)\.?\s+(?=\d+ ?\(?\d*d?\d*)", re.IGNORECASE)
_DICE_AT: Final = re.compile(r"(?=\b\d+ ?\(\d+d\d+)|(?<![(\d])(?=\b\d+d\d+)")
_SENTENCE_AT: Final = re.compile(r"(?:ft|feet|target|creature)\.\s+(?=[A-Z])")
"""Some books print no "Hit:"; the damage, or else the next sentence, then begins what a hit does."""
_LEFT: Final = re.compile(r"^[\s,.;]*(?:and )?")
_RECHARGE: Final = re.compile(r"\s*\(Recharge (\d)(?:\s?[–-]\s?6)?\)", re.IGNORECASE)
_A_DAY: Final = re.compile(r"\s*\((\d{1,2})/(Day|Short Rest|Long Rest|Short or Long Rest)[^)]*\)", re.IGNORECASE)
_RESTED: Final = re.compile(r"\s*\(Recharges? after an? (Short or Long|Short|Long) Rest\)", re.IGNORECASE)
_RECOVERS: Final = {"day": "day", "short rest": "short_rest", "short or long rest": "short_rest", "long rest": "long_rest"}
_COSTS: Final = re.compile(r"Costs (\d) Actions", re.IGNORECASE)
_NOTES: Final = re.compile(r"\s*\((?:Costs|Requires|\d{1,2}[–-]\d|\d/Turn)[^)]*\)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """An action as a stat block prints it: its name, its sentences, its cost, and its place in the file."""

    name: str
    text: str
    cost: str
    place: str = ""
    spend: str | None = None


def act_of(name: str, text: str, cost: str) -> Json:
    """The act: an attack or a save if the sentence gives its numbers, and otherwise the sentence itself."""
    return acts_of(Printed(name, text, cost), [])[0]


def acts_of(printed: Printed, losses: list[Loss]) -> list[Json]:
    """The act, and a second one for the range of an attack that is melee or ranged. `losses` takes what had to be assumed."""
    told = plain(printed.text)
    called, spend = called_of(printed.name)
    if printed.cost == "legendary":
        spend = f"legendary:{found[1] if (found := _COSTS.search(printed.name)) else 1}"
    spend = printed.spend or spend
    head: Json = {"name": called, "cost": printed.cost, **({"spend": spend} if spend else {})}
    struck = _ATTACK.search(told)
    read = riders(told) if struck is None else SentenceReading()
    if struck:
        acts = _attacks(head, struck, told, read)
    elif any("say" not in step for step in read.steps):
        acts = [head | {"targets": "any", "steps": read.steps, "description": told[:LONGEST_DESCRIPTION]}]
    else:
        acts = [head | {"targets": "any", "steps": [*said(told)] or [{"say": called}]}]
    losses += (Loss(f"{what} in {called}", printed.place) for what in dict.fromkeys(read.assumed))
    return acts


def _attacks(head: Json, found: re.Match[str], told: str, read: SentenceReading) -> list[Json]:
    """The attack with its reach or range, its damage, what else a hit does, and the whole sentence."""
    kind = found["kind"].casefold()
    before, range_part, on_hit = told[: found.start()], told[found.end() :], ""
    if hit := _HIT.search(range_part):
        range_part, on_hit = range_part[: hit.start()], range_part[hit.end() :]
    elif hurt := _HURT_AT.search(range_part) or _DICE_AT.search(range_part):
        range_part, on_hit = range_part[: hurt.end()], range_part[hurt.end() :]
    elif no_label := _SENTENCE_AT.search(range_part):
        range_part, on_hit = range_part[: no_label.end()], range_part[no_label.end() :]
    steps, assumed, end = hurts(on_hit)
    read.assumed += assumed
    more = riders(_LEFT.sub("", on_hit[end:]))
    read.assumed += more.assumed
    step: Json = {"attack": int(re.sub(r"\s", "", found["bonus"])), "kind": kind, "hit": [*steps, *more.steps]}
    if not step["hit"]:
        step["hit"] = [{"say": "It hits; the file prints no damage."}]
    reach, far = _REACH.search(range_part), _RANGE.search(range_part)
    if kind == "melee" and reach:
        step["reach"] = int(reach[1])
    told_before = [*said(before)] if len(before.split()) > 3 else []
    only = _ONLY_AT.search(range_part)
    strike = [{"if": who_in(f"a {only[1]} creature"), "then": [step]}] if only and who_in(f"a {only[1]} creature") else [step]
    act = head | {"targets": "1", "steps": [*told_before, *strike], "description": told[:LONGEST_DESCRIPTION]}
    if kind == "ranged":
        return [act | ({"range": int(far[1])} if far else {})]
    if not found["both"] or not far:
        return [act]
    thrown = {key: value for key, value in step.items() if key != "reach"} | {"kind": "ranged"}
    longest = names.LONGEST_NAME - len(RANGED)
    return [act, act | {"name": head["name"][:longest] + RANGED, "range": int(far[1]), "steps": [*told_before, thrown]}]


def called_of(name: str) -> tuple[str, str | None]:
    """The name without its limits, and the resource that the act spends.

    >>> called_of("Fire Breath (Recharge 5-6)"), called_of("Healing Touch (3/Day)"), called_of("Claw (Costs 2 Actions)")
    (('Fire Breath', 'recharge:5'), ('Healing Touch', 'uses:3:day'), ('Claw', None))
    """
    called = names.tidy(plain(name))
    spend = None
    if found := _RECHARGE.search(called):
        called, spend = _RECHARGE.sub("", called), f"recharge:{max(2, min(6, int(found[1])))}"
    elif found := _A_DAY.search(called):
        called, spend = _A_DAY.sub("", called), f"uses:{found[1]}:{_RECOVERS[found[2].casefold()]}"
    elif found := _RESTED.search(called):
        called, spend = _RESTED.sub("", called), f"uses:1:{'long' if found[1].casefold() == 'long' else 'short'}_rest"
    return name_in_play(_NOTES.sub("", called)).strip() or "Action", spend
