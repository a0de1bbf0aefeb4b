"""Acts and riders with their numbers, as text and as data."""

from collections.abc import Iterator, Sequence
from typing import Any

from rpg_lite.mechanics.acts.steps.becoming import FormLimits
from rpg_lite.views.own_acts import RECHARGE, RESOURCE, ReadyAct, ReadyRider, bare

Json = dict[str, Any]


def act_json(act: ReadyAct) -> Json:
    shown = {
        "name": act.name,
        "cost": act.cost,
        "spend": {"any": list(act.spend)} if act.either else _one_or_all(act.spend),
        "save": {"ability": act.save[0], "dc": _number(act.save[1])} if act.save else None,
        "toHit": act.to_hit,
        "damage": act.damage or None,
        "heal": act.heals or None,
        "recharge": act.recharge,
        "ready": act.ready,
        "limits": {"maxCr": act.limits.cr, "fly": act.limits.fly} if act.limits and act.limits.name is None else None,
    }
    return {key: value for key, value in shown.items() if value is not None}


def rider_json(rider: ReadyRider) -> Json:
    return {"name": rider.name, "dice": rider.dice or None}


def _one_or_all(spend: Sequence[str]) -> str | list[str] | None:
    return spend[0] if len(spend) == 1 else list(spend) or None


def _number(text: int | str) -> int | str:
    return int(text) if str(text).isdecimal() else text


def act_text(act: ReadyAct) -> str:
    """An act in words: "Fire Breath (action, DEX save DC 21, 18d6 fire, recharge 5-6)"."""
    return f"{act.name} ({details(act)})"


def details(act: ReadyAct) -> str:
    """The action cost of an act, its prices, then its numbers."""
    prices = [_price(s) for s in act.spend if act.either or _says_more(s, act)]
    parts = [
        act.cost.removesuffix("s") if act.cost.startswith("1 ") else act.cost,
        (" or " if act.either else ", ").join(prices),
        f"{act.to_hit:+d} to hit" if act.to_hit is not None else "",
        f"{act.save[0].upper()} save DC {act.save[1]}" if act.save else "",
        act.damage,
        _forms(act.limits) if act.limits else "",
        f"heals {act.heals}" if any(c.isdigit() for c in act.heals) else "",
        f"recharge {act.recharge}{'' if act.ready else ', spent'}" if act.recharge else "",
    ]
    return ", ".join(filter(None, parts))


def _forms(limits: FormLimits) -> str:
    """The limits of forms in words: "beast of CR 0.5 at most, none that flies"."""
    if limits.name is not None:
        return limits.name
    without = " or ".join(word for word, may in (("flies", limits.fly), ("swims", limits.swim)) if not may)
    return f"{'creature' if limits.type == 'any' else limits.type.replace('|', ' or ')} of CR {limits.cr:g} at most{f', none that {without}' if without else ''}"


def _says_more(spend: str, act: ReadyAct) -> bool:
    """Whether the price names something other than the act itself, which is already listed among the resources left."""
    return not spend.startswith(RECHARGE) and spend.removeprefix(RESOURCE).casefold() != act.name.casefold()


def _price(spend: str) -> str:
    word, _, rest = spend.partition(":")
    if word == "resource":
        name, _, count = rest.partition(":")
        return f"{bare(count)} {name}" if count else name
    return {"slot": "a slot", "pact": "a pact slot", "hit_die": "a hit die"}.get(word, spend.replace(":", " "))


def rider_text(rider: ReadyRider) -> str:
    return f"{rider.name} {rider.dice}".strip()


def some(texts: Sequence[str], most: int) -> str:
    """The first texts, and the number of further texts; each text once."""
    texts = [*dict.fromkeys(texts)]
    more = f" and {len(texts) - most} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + more


def as_json(acts: Sequence[ReadyAct], riders: Sequence[ReadyRider]) -> Json:
    return {"acts": [act_json(a) for a in acts], "riders": [rider_json(r) for r in riders]}


def lines(acts: Sequence[ReadyAct], riders: Sequence[ReadyRider], most: int) -> Iterator[str]:
    """One line of acts and one line of riders, with at most `most` entries in each."""
    if acts:
        yield f"Acts: {some([act_text(a) for a in acts], most)}."
    if riders:
        yield f"Riders: {some([rider_text(r) for r in riders], most)}."
