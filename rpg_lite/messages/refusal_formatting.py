"""Turn refusal codes into English: the fault, the allowed values, the call to send instead."""

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.messages.refusal_texts import LISTS, TEXTS
from rpg_lite.messages.refusal_texts_of_players import LISTS_OF_PLAYERS, OF_PLAYERS
from rpg_lite.messages.render_context import join_names, many

MOST_NEAR: Final = 12
MOST_ALLOWED: Final = 30
MOST_BESIDE_NEAR: Final = 5
"""The number of names that are shown from a list that is too long, if there are also near names."""
LONGEST_TOLD: Final = 80
TOLD_EACH: Final = 2
"""The largest number of elements of a batch whose equal refusals are repeated one by one."""


def sentence(rejected: Rejected) -> str:
    """Word one refusal as a sentence: field, fault, near names, allowed values."""
    if rejected.code == "argument_invalid":
        return "; ".join(f"{path}: {what}" if path else what for path, what in rejected.details["faults"])
    texts = {**TEXTS, **OF_PLAYERS} if rejected.players else TEXTS
    what = texts[rejected.code].format_map(
        {k: v if k in _OURS.get(rejected.code, _OURS_ANYWHERE) else _show_detail(v) for k, v in rejected.details.items()}
        | _of_a_lock(rejected)
        | _of_bags(rejected)
        | _in_number(rejected)
        | _of_needs(rejected)
        | _of_what_still_works(rejected)
        | _of_turn_rules(rejected)
        | _of_a_throw(rejected)
    )
    parts = [f"{rejected.field}: {what}" if rejected.field else capitalize(what)]
    if elsewhere := rejected.details.get("elsewhere"):
        parts.append(f"it is an operation of {elsewhere}")
    if rejected.near:
        parts.append(f"{_lead(rejected.code)} {_cut(rejected.near, MOST_NEAR)}")
    if rejected.allowed:
        most = MOST_BESIDE_NEAR if rejected.near and len(rejected.allowed) > MOST_ALLOWED else MOST_ALLOWED
        parts.append(f"allowed: {_cut(rejected.allowed, most)}{_listed_by(rejected)}")
    return "; ".join(parts)


_OURS_ANYWHERE: Final = frozenset(("holds", "use"))
_OURS: Final = {
    "act_invalid": frozenset(("why",)),
    "components_missing": frozenset(("why",)),
    "spell_not_on_list": frozenset(("why",)),
    "no_cantrip_to_choose": frozenset(("why",)),
}
"""Details that are our own sentences and are never cut: those of any code, and those of one code."""


def capitalize(what: str) -> str:
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
        die = rejected.details.get("die")
        counts["dice"] = f"{has}{die}" if die else many(has, "hit die")
    source = rejected.details.get("source")
    counts["via"] = f" via {source}" if source and source != rejected.details.get("bearer") else ""
    counts["near_one"] = "pick a similar one, or " if rejected.near else ""
    other = rejected.details.get("in")
    counts["of_rules"] = " in SRD {ruleset} (only SRD {in} has {called})".format_map(rejected.details) if other else ""
    is_treasure = (rejected.details.get("own") or {}).get("type") == "treasure"
    counts["worth"] = ", with its worth in gp as value" if is_treasure else ""
    return {**counts, "nobody": nobody, "things": "1 thing" if has == 1 else f"{has} different things" if has else "nothing"}


_STATE: Final = "that it is "
"""The first words of a need that is a state of the actor: "that it is prone"."""


def _of_needs(rejected: Rejected) -> dict[str, str]:
    """The needs of an act, or its possible targets, or the further choices that it asks for."""
    if rejected.code == "choice_required":
        also = rejected.details.get("also")
        why = rejected.details.get("why")
        asked = f": {rejected.details['choice']}, and also for {' and '.join(also)}" if also else ""
        return {"also": f"{asked} ({why})" if why else asked}
    if rejected.code != "target_unfit":
        return {}
    nobody = "; nobody here fits" if rejected.details.get("nobody") else ""
    if str(rejected.details.get("need", "")).startswith(_STATE):
        return {"fits": f"works only while {rejected.details['need'].removeprefix(_STATE)}, and {rejected.details['name']} is not" + nobody}
    if "need" in rejected.details:
        return {"fits": "needs {need}; that is not true of {name}".format_map(rejected.details) + nobody}
    return {"fits": "works only on {only}; {name} is {is}".format_map(rejected.details) + nobody}


_UNTIL: Final = {
    "revived": "; only what revives the dead brings it back",
    "ended": "; it can again when that ends: in time (next_turn, advance), by what cures it, or by manage_condition remove",
    "forced": "; send force true to override",
}
"""The end of the state in which a creature cannot act."""
_UNTIL_OF_PLAYERS: Final = {**_UNTIL, "ended": "; it can again when that ends, in time or by what cures it", "forced": ""}


def _of_what_still_works(rejected: Rejected) -> dict[str, str]:
    """The end of a state, and the rest that brings back a slot."""
    until = (_UNTIL_OF_PLAYERS if rejected.players else _UNTIL).get(rejected.details.get("until", ""), "")
    rests = rejected.details.get("rests")
    returns = f"a {' or '.join(rests)} rest brings back such slots" if rests else "a rest brings no slot of that level"
    return {"until": until, "returns": returns} if rejected.code in ("cannot_act", "no_slot_left") else {}


def _of_turn_rules(rejected: Rejected) -> dict[str, str]:
    """The way past a rule of turns, where an operation without `force` is not refused while the rule is out of use; for a player, what was done and
    what is left of the turn.
    """
    if not rejected.code.startswith("turn_"):
        return {}
    details = rejected.details
    rule, unforced, done, left = (details.get(key) for key in ("rule", "unforced", "done", "left"))
    return {
        "override": "manage_tools unequip puts the rule out of use" if unforced else "force true overrides the rule",
        "by_rule": f"{rule}: " if rule else "",
        "way": "" if rule else "; only the game master may play it all the same",
        "done": f" ({join_names(done)})" if done else "",
        "left": "" if left is None else f"; left this turn: {', '.join(left) or 'nothing'}",
    }


def _of_a_throw(rejected: Rejected) -> dict[str, str]:
    """The throw that a blow out of reach could be."""
    throw = rejected.details.get("throw")
    return {"thrown": f"; {throw}" if throw else ""} if rejected.code == "beyond_reach" else {}


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
    return {"opens": "" if rejected.details.get("aloud") else f"; {opens} (manage_room unlock, bagName)"}


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
_ONE_OF: Final = frozenset({"name_ambiguous", "ends_whose", "ends_which", "aura_whose"})
_KEEPS: Final = frozenset({"spell_not_kept"})
_HAS: Final = frozenset({"condition_not_there", "source_not_there", "effect_not_there", "resource_unknown"})


def _lead(code: str) -> str:
    """The words that introduce the near names: either these are the only choices, or the sender may have meant one of them."""
    return (
        "choose from:"
        if code in _THERE
        else "has:"
        if code in _HAS
        else "it keeps:"
        if code in _KEEPS
        else "one of:"
        if code in _ONE_OF
        else "did you mean"
    )


def _show_detail(value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else round(value, 2)
    if isinstance(value, str) and len(value) > LONGEST_TOLD:
        return f"{value[: LONGEST_TOLD - 1].rpartition(' ')[0] or value[: LONGEST_TOLD - 1]} …"
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def text(refused: Sequence[Rejected]) -> str:
    """All the refusals in one text, which ends with the statement that nothing was changed."""
    told = ". ".join(_once(list(map(sentence, refused))))
    return f"Refused: {end_sentence(told)} Nothing was changed."


def end_sentence(told: str) -> str:
    """End the sentence with a period, unless it is a question."""
    return told if told.endswith("?") else f"{told}."


def _once(sentences: Sequence[str]) -> Iterator[str]:
    """State equal refusals of several elements only once, with the number of further elements."""
    alike: dict[str, list[str]] = {}
    for told in sentences:
        alike.setdefault(_PLACE.sub("", told), []).append(told)
    for several in alike.values():
        if len(several) <= TOLD_EACH:
            yield from several
        else:
            yield f"{several[0]} (the same applies to {len(several) - 1} more elements of the batch)"


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
