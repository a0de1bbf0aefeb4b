"""Turn refusal codes into English: the fault, the allowed values, the call to send instead. This one table holds every code."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rpg_lite.messages.refusal_texts import LISTS, LISTS_OF_PLAYERS, OF_PLAYERS, TEXTS
from rpg_lite.messages.render_context import many
from rpg_lite.operations.outcome import Rejected

MOST_NEAR: Final = 12
MOST_ALLOWED: Final = 30
LONGEST_TOLD: Final = 80
TOLD_EACH: Final = 2
"""The largest number of elements of a batch whose equal refusals are repeated one by one."""


def sentence(rejected: Rejected) -> str:
    """Word one refusal as a sentence: field, fault, near names, allowed values."""
    if rejected.code == "argument_invalid":
        return "; ".join(f"{path}: {what}" if path else what for path, what in rejected.details["faults"])
    texts = {**TEXTS, **OF_PLAYERS} if rejected.players else TEXTS
    what = texts[rejected.code].format_map(
        {k: v if k in _OURS else _show_detail(v) for k, v in rejected.details.items()}
        | _of_a_lock(rejected)
        | _of_bags(rejected)
        | _in_number(rejected)
        | _of_needs(rejected)
    )
    parts = [f"{rejected.field}: {what}" if rejected.field else _capitalize(what)]
    if elsewhere := rejected.details.get("elsewhere"):
        parts.append(f"it is an operation of {elsewhere}")
    if rejected.near:
        parts.append(f"{_lead(rejected.code)} {_cut(rejected.near, MOST_NEAR)}")
    if rejected.allowed:
        parts.append(f"allowed: {_cut(rejected.allowed, MOST_ALLOWED)}{_listed_by(rejected)}")
    return "; ".join(parts)


_OURS: Final = frozenset(("holds", "use"))
"""Details that are our own sentences and are never cut."""


def _capitalize(what: str) -> str:
    """Capitalize the text, unless it begins with a qualified name."""
    return what if ":" in what.split(maxsplit=1)[0] else what[:1].upper() + what[1:]


def _cut(words: Sequence[str], most: int) -> str:
    """The first few words, and the number of those left out."""
    more = len(words) - most
    return ", ".join(words[:most]) + (f" and {more} more" if more > 0 else "")


def _listed_by(rejected: Rejected) -> str:
    """The number of names left out, and the call that lists them."""
    more = rejected.details.get("more")
    lists = {**LISTS, **(LISTS_OF_PLAYERS if rejected.players else {})}.get(rejected.code)
    return f" and {more} more ({lists})" if more and lists else ""


def _of_bags(rejected: Rejected) -> dict[str, str]:
    has = rejected.details.get("has")
    make = "" if rejected.players else "; create one first (manage_character create)"
    nobody = f", nor any other yet{make}" if rejected.details.get("nobody") else ""
    counts = {"charges": many(left, "charge"), "uses": many(left, "use")} if isinstance(left := rejected.details.get("left"), int) else {}
    if isinstance(has, int):
        counts["dice"] = many(has, "hit die")
    source = rejected.details.get("source")
    counts["via"] = f" via {source}" if source and source != rejected.details.get("bearer") else ""
    counts["near_one"] = "pick a similar one, or " if rejected.near else ""
    is_treasure = (rejected.details.get("own") or {}).get("type") == "treasure"
    counts["worth"] = ", with its worth in gp as value" if is_treasure else ""
    return {**counts, "nobody": nobody, "things": "1 thing" if has == 1 else f"{has} different things" if has else "nothing"}


def _of_needs(rejected: Rejected) -> dict[str, str]:
    """The needs of an act, or its possible targets; the further choices that it asks for."""
    if rejected.code == "choice_required":
        also = rejected.details.get("also")
        why = rejected.details.get("why")
        asked = f": {rejected.details['choice']}, and also for {' and '.join(also)}" if also else ""
        return {"also": f"{asked} ({why})" if why else asked}
    if rejected.code != "target_unfit":
        return {}
    if "need" in rejected.details:
        return {"fits": "needs {need}; for {name} that is not so".format_map(rejected.details)}
    return {"fits": "works only on {only}; {name} is {is}".format_map(rejected.details)}


def _in_number(rejected: Rejected) -> dict[str, str]:
    """The details that are counts, each with a noun that agrees in number."""
    limit, revs = rejected.details.get("limit"), rejected.details.get("revs")
    most = rejected.details.get("most")
    items = {"targets": f"at most {many(most, 'target')}" if most else "no target but its caster"} if isinstance(most, int) else {}
    items |= {"limit": many(limit, "item")} if isinstance(limit, int) else {}
    if not isinstance(revs, list | tuple):
        return items
    return {**items, "revs": f"{'rev' if len(revs) == 1 else 'revs'} {', '.join(map(str, revs))}"}


def _of_a_lock(rejected: Rejected) -> dict[str, str]:
    """The details that name the means to open a locked door or bag: the key and its carrier, a roll, or a bolt."""
    key, dc, holder = (rejected.details.get(k) for k in ("key", "dc", "holder"))
    if rejected.code in ("key_missing", "lock_needs_one", "lock_without_dc"):
        missing = f"nobody here carries the key ({key}); " if key else ""
        return {"key": f" ({key})" if key else "", "missing": missing, "against": f" against DC {dc}" if dc is not None else ""}
    if rejected.code not in ("door_locked", "bag_locked", "lock_is_made"):
        return {}
    if rejected.code == "lock_is_made" and rejected.details.get("unsaid"):
        return {"opens": ""}
    if rejected.code == "lock_is_made":
        made = ", ".join(filter(None, (f"key {key}" if key else "", f"DC {dc}" if dc is not None else "")))
        return {"opens": f" ({made})" if made else ""}
    opens = _opens(rejected, key, dc, holder)
    if rejected.code == "door_locked":
        return {"opens": opens}
    forced = "; force puts it there all the same" if rejected.details.get("forced") else ""
    return {"opens": "" if rejected.details.get("aloud") else f"; {opens} (manage_room unlock, bagName){forced}"}


def _opens(rejected: Rejected, key: str | None, dc: int | None, holder: str | None) -> str:
    if rejected.details.get("unsaid"):
        return "try a key, or Thieves' Tools with skill"
    if holder:
        return f"{holder} carries the key ({key}): unlock"
    if key is None and dc is None:
        return "unlock opens it"
    nobody = "" if rejected.details.get("unasked") else ", which nobody here carries"
    opens = [f"its key is {key}{nobody}" if key else ""]
    opens += [f"unlock with a roll against DC {dc}" if dc is not None else "unlock with dc lets somebody roll"]
    return "; ".join(o for o in opens if o)


_THERE: Final = frozenset(
    {
        "slot_empty",
        "not_worn",
        "item_required",
        "not_attuned",
        "attunement_limit",
        "attunement_duplicate",
        "character_exists",
        "party_is_many",
        "not_a_shop",
        "shop_required",
    }
)
_HAS: Final = frozenset({"condition_not_there", "source_not_there", "effect_not_there", "resource_unknown"})


def _lead(code: str) -> str:
    """The words that introduce the near names, which either are the only choices or may be what the sender meant."""
    return "choose from:" if code in _THERE else "has:" if code in _HAS else "one of:" if code == "name_ambiguous" else "did you mean"


def _show_detail(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 2)
    if isinstance(value, str) and len(value) > LONGEST_TOLD:
        return f"{value[: LONGEST_TOLD - 1].rpartition(' ')[0] or value[: LONGEST_TOLD - 1]} …"
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def text(refused: Sequence[Rejected]) -> str:
    """All the refusals in one text, which ends by saying that nothing was changed."""
    told = ". ".join(_once(list(map(sentence, refused))))
    return f"Refused: {end_sentence(told)} Nothing was changed."


def end_sentence(told: str) -> str:
    """End the sentence with a period, unless it is a question."""
    return told if told.endswith("?") else f"{told}."


def _once(sentences: Sequence[str]) -> Iterator[str]:
    """Say equal refusals of several elements once, with the number of the others."""
    alike: dict[str, list[str]] = {}
    for told in sentences:
        alike.setdefault(_PLACE.sub("", told), []).append(told)
    for several in alike.values():
        if len(several) <= TOLD_EACH:
            yield from several
        else:
            yield f"{several[0]} (the same holds for {len(several) - 1} more elements of the batch)"


_PLACE: Final = re.compile(r"batch\[\d+\]\.?")


def as_data(rejected: Rejected) -> dict[str, Any]:
    """The refusal for programs: code, field, near, allowed, try; empty keys are left out."""
    shown = {
        "code": rejected.code,
        "field": rejected.field,
        "near": list(rejected.near),
        "allowed": list(rejected.allowed),
        "details": {k: _show_detail(v) if isinstance(v, str) else v for k, v in rejected.details.items() if v is not None},
        "try": dict(rejected.instead) if rejected.instead else None,
    }
    return {k: v for k, v in shown.items() if v not in (None, [], {})}
