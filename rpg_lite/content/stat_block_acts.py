"""Turn the attacks and saves in the sentences of a stat block into acts; a sentence with neither goes to the game master."""

import re
from typing import Any, Final, get_args

from rpg_lite.rules import names
from rpg_lite.vocabulary import ABILITIES, DamageType

Json = dict[str, Any]
LONGEST: Final = 900
_TYPES: Final = "|".join(get_args(DamageType))
_ATTACK: Final = re.compile(r"(?P<kind>Melee|Ranged)(?: or Ranged)? (?:Weapon |Spell )?Attack(?: Roll)?:\s*\+(?P<bonus>\d+)", re.IGNORECASE)
_REACH: Final = re.compile(r"reach (\d+) ?(?:ft|feet)", re.IGNORECASE)
_RANGE: Final = re.compile(r"range (\d+)(?:/\d+)? ?(?:ft|feet)", re.IGNORECASE)
_DAMAGE: Final = re.compile(rf"(?:\d+ \()?(\d+d\d+(?:\s*[+−-]\s*\d+)?)\)? ({_TYPES}) damage", re.IGNORECASE)
_FLAT: Final = re.compile(rf"Hit:\s*(\d+) ({_TYPES}) damage", re.IGNORECASE)
_SAVE: Final = re.compile(r"DC (\d+) (Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma) saving throw", re.IGNORECASE)
_HALF: Final = re.compile(r"half as much|or half", re.IGNORECASE)
_RECHARGE: Final = re.compile(r"\(Recharge (\d)(?:[–-]6)?\)")
_A_DAY: Final = re.compile(r"\((\d)/Day[^)]*\)")
_COSTS: Final = re.compile(r"Costs (\d) Actions", re.IGNORECASE)
_TAG: Final = re.compile(r"<[^>]{0,500}>")


def act_of(name: str, text: str, cost: str) -> Json:
    """The act: an attack or a save if the sentence gives its numbers, and otherwise the sentence itself."""
    told = plain(text)
    called, spend = _called(name)
    if cost == "legendary":
        spend = f"legendary:{found[1] if (found := _COSTS.search(name)) else 1}"
    act: Json = {"name": called, "cost": cost, **({"spend": spend} if spend else {})}
    if struck := _ATTACK.search(told):
        return act | _attack(struck, told)
    if (saved := _SAVE.search(told)) and (hurt := _hurts(told)):
        ability = saved[2][:3].casefold()
        half = {"pass": "half"} if _HALF.search(told) else {}
        return act | {"targets": "any", "steps": [{"save": ability, "dc": int(saved[1]), "fail": hurt, **half}], "description": told[:600]}
    return act | {"targets": "any", "steps": [{"say": told[:LONGEST] or called}]}


def _attack(found: re.Match[str], told: str) -> Json:
    """The attack with its reach or range, its damage, and the whole sentence."""
    kind = found["kind"].casefold()
    flat = _FLAT.search(told)
    hit = _hurts(told.split("DC ")[0]) or ([{"damage": flat[1], "type": flat[2].casefold()}] if flat else [])
    step: Json = {"attack": int(found["bonus"]), "kind": kind, "hit": hit}
    if kind == "melee" and (reach := _REACH.search(told)):
        step["reach"] = int(reach[1])
    far = _RANGE.search(told)
    return {"targets": "1", **({"range": int(far[1])} if far and kind == "ranged" else {}), "steps": [step], "description": told[:600]}


def _hurts(told: str) -> list[Json]:
    return [{"damage": re.sub(r"\s", "", dice).replace("−", "-"), "type": kind.casefold()} for dice, kind in _DAMAGE.findall(told)]


def _called(name: str) -> tuple[str, str | None]:
    """The name without its limits, and the resource that the act spends."""
    called = names.tidy(plain(name))
    if found := _RECHARGE.search(called):
        return _RECHARGE.sub("", called).strip(), f"recharge:{found[1]}"
    if found := _A_DAY.search(called):
        return _A_DAY.sub("", called).strip(), f"uses:{found[1]}:day"
    return re.sub(r"\s*\((?:Costs|Requires)[^)]*\)", "", called)[: names.LONGEST_NAME], None


def plain(text: str) -> str:
    """The text in one line, without tags of HTML and without control characters."""
    bare = _TAG.sub(" ", text).replace("&nbsp;", " ").replace("&amp;", "&")
    return " ".join(names.without_strange_characters(bare).split())


def list_of(text: Any, words: tuple[str, ...]) -> list[str]:
    """The known words of a list such as "fire, cold; poison"."""
    if not isinstance(text, str):
        return []
    return [word for word in words if re.search(rf"\b{word}\b", text, re.IGNORECASE)]


def ability_scores(values: dict[str, Any]) -> dict[str, int]:
    """Those of the six scores that are whole numbers from 1 to 30."""
    return {a: v for a in ABILITIES if isinstance(v := values.get(a), int) and 1 <= v <= 30}
