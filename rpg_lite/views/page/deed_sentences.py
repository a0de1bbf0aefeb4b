"""The sentence of a card for those who listen to the page. It is made from the card alone, so it tells nothing else."""

from collections.abc import Iterator
from typing import Any, Final

from rpg_lite.messages.render_context import join_names
from rpg_lite.rules import names
from rpg_lite.rules.conditions import EXHAUSTION

Json = dict[str, Any]

_RESULTS: Final = {"hit": "hit", "miss": "missed", "critical": "critically hit", "saved": "saves", "failed": "fails"}
_CAME: Final = {"success": "success", "failure": "failure"}
_MARKS: Final = {"dead": "dies", "down": "is down"}


def says(card: Json) -> str:
    """One plain sentence: "Thorin attacks Ghoul 1 with Longsword: hit, 9 slashing, bloodied."."""
    targets, head = card.get("targets", []), _head(card)
    told = [", ".join(_parts(t)) for t in targets]
    if card["verb"] == "attack" and len(targets) == 1:
        return _sentence(head, told[0], card.get("text", ""))
    if card["verb"] == "save" and "text" in card:
        return f"{head}; {card['text']}"
    if card["verb"] == "end" and "text" in card:
        head = f"{card['who']} no longer concentrates on {card['what']}"
        card = {k: v for k, v in card.items() if k != "text"}
    parts = "; ".join(filter(None, (f"{t['name']} {p}" if p else "" for t, p in zip(targets, told, strict=True))))
    stands = card.get("note", "") if card["verb"] == "use" else ""
    return _sentence(head, parts or stands, card.get("text", ""))


def _sentence(head: str, rest: str, more: str) -> str:
    whole = f"{head}: {rest}" if head and rest else head or names.capitalize(rest)
    return " ".join(filter(None, (f"{whole}." if whole else "", names.capitalize(more))))


def _head(card: Json) -> str:
    who, what, verb = card["who"], card["what"], card["verb"]
    match verb:
        case "attack":
            aimed = join_names([t["name"] for t in card.get("targets", [])])
            return f"{who} attacks {aimed}{f' with {what}' if what else ''}"
        case "cast":
            return f"{who} casts {what}" if what else f"{who} casts a spell"
        case "use":
            return f"{who} uses {what}" if what else f"{who} acts"
        case "check" | "save":
            rolled = [str(card["roll"]["total"])] if "roll" in card else []
            came = [_CAME[card["result"]]] if "result" in card else []
            return f"{who}, {what}: {', '.join((*rolled, *came)) or 'no roll'}"
        case "trigger":
            return str(what)
    return ""


def _parts(t: Json) -> Iterator[str]:
    if "result" in t:
        yield _RESULTS[t["result"]]
    if harms := [f"{harm['amount']} {harm['type']}" for harm in t.get("damage", ())]:
        yield ", ".join(harms) if "result" in t else f"takes {' and '.join(harms)} damage"
    if "healed" in t:
        yield f"regains {t['healed']} hit point{'' if t['healed'] == 1 else 's'}"
    if "temporary" in t:
        yield f"{t['temporary']} temporary hit points"
    yield from (begins(name) for name in t.get("conditions", ()))
    yield from (f"has {name}" for name in t.get("effects", ()))
    yield from (ends(name) for name in t.get("ended", ()))
    if "mark" in t and ("hp" not in t or t["mark"] in _MARKS):
        yield _MARKS.get(t["mark"], f"looks {t['mark']}")
    if "hp" in t:
        yield f"{t['hp']['was']} to {t['hp']['now']} hit points"


def begins(condition: str) -> str:
    """A condition that begins, in words without a subject.

    >>> begins("poisoned"), begins("exhaustion 2"), ends("poisoned"), ends("exhaustion"), ends("Bless")
    ('is poisoned', 'has exhaustion 2', 'is no longer poisoned', 'has no exhaustion', 'Bless ends')
    """
    return f"has {condition}" if condition.startswith(EXHAUSTION) else f"is {condition}"


def ends(name: str) -> str:
    """The end of a condition, whose name is in small letters, or of an effect."""
    if name.startswith(EXHAUSTION):
        return f"has no {EXHAUSTION}"
    return f"is no longer {name}" if name.islower() else f"{name} ends"
