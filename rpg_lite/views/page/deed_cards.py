"""A deed as a card for one group of readers, without what they may not know.

Players know the dice of the party, and of others only what everybody sees: hit or miss, the harm to the party, conditions, deaths. No die, armor
class, DC or hit points of another creature is in a card of theirs, and nobody whom they did not see has a name in it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.views.page import deed_sentences
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world.deeds import Harm, HitPoints, KeptDeed, KeptRoll, Paid, Target

Json = dict[str, Any]

UNSEEN: Final = "Somebody unseen"
_OF_THINGS: Final = frozenset({"charges", "uses"})
_DEEDS: Final = frozenset({"attack", "act", "trigger", "check", "save", "damage", "heal", "begins", "ends"})
_FOR_SOMEBODY: Final = frozenset({"attack", "damage", "heal", "begins", "ends", "trigger"})
"""The kinds that tell nothing without a creature to which they happen."""
_DEATH_SAVE: Final = "death save"
_MORE_DICE: Final = re.compile(r"([+-])(\d*)d\d+")
_VERBS: Final = {"act": "use", "begins": "begin", "ends": "end"}


def is_card(deed: KeptDeed) -> bool:
    return deed.kind in _DEEDS


def merged(deeds: Sequence[KeptDeed]) -> list[KeptDeed]:
    """The deeds with what follows a blow as a part of the blow: a save against the poison of a bite is told with the bite."""
    done: list[KeptDeed] = []
    for deed in deeds:
        if deed.kind == "trigger" and done and (whole := _with_what_follows(done[-1], deed)):
            done[-1] = whole
        else:
            done.append(deed)
    return done


def _with_what_follows(deed: KeptDeed, more: KeptDeed) -> KeptDeed | None:
    there = {t.who: t for t in deed.targets}
    if deed.kind not in ("attack", "act") or deed.who != more.who or not more.targets or any(t.who not in there for t in more.targets):
        return None
    joined = {t.who: _joined(there[t.who], t) for t in more.targets}
    return replace(deed, targets=tuple(joined.get(t.who, t) for t in deed.targets), dice=(*deed.dice, *more.dice))


def _joined(a: Target, b: Target) -> Target:
    hp = b.hp if a.hp is None else a.hp if b.hp is None else HitPoints(a.hp.was, min(a.hp.now, b.hp.now), a.hp.max)
    return Target(
        a.who, (*a.attacks, *b.attacks), (*a.saves, *b.saves), (*a.harm, *b.harm), a.healed + b.healed,
        b.temporary if a.temporary is None else a.temporary, (*a.conditions, *b.conditions), (*a.effects, *b.effects),
        (*a.ended, *b.ended), hp, a.died or b.died,
    )  # fmt: skip


def card(deed: KeptDeed, readers: Readers) -> Json | None:
    """The card of a deed; None if these readers know nothing of it. A key is absent where its value is unknown or there is none."""
    if not is_card(deed):
        return None
    is_known = deed.who is None or deed.who in readers.names
    mine = readers.whole or deed.who in readers.party
    if deed.kind == "check" and not mine:
        return None
    if deed.concentration and deed.kind in ("save", "ends") and not mine:
        return _of_strangers_spell(deed, readers)
    seen = [t for t in deed.targets if t.who in (readers.names if is_known else readers.party) and _is_theirs(deed, t, readers)]
    if not seen and (not is_known or (deed.kind in _FOR_SOMEBODY and not deed.concentration)):
        return None
    at = _At(deed, readers, mine)
    shown = {
        "kind": "deed",
        "who": "" if deed.who is None else readers.names[deed.who] if is_known else UNSEEN,
        "side": at.side(deed.who) if deed.who else "",
        "verb": "cast" if deed.kind == "act" and deed.is_spell else _VERBS.get(deed.kind, deed.kind),
        "what": at.what() if is_known else "",
        "icon": icon_of(deed) if is_known else "sword" if deed.kind == "attack" else "spark",
        **_rest(at, seen),
    }
    shown["says"] = deed_sentences.says(shown)
    return shown


def _of_strangers_spell(deed: KeptDeed, readers: Readers) -> Json | None:
    """The card of what ends on the party with a spell of somebody else: nobody sees whether a stranger concentrates, or on what."""
    ours = tuple(t for t in deed.targets if t.who in readers.party)
    return card(replace(deed, who=None, concentration="", targets=ours), readers) if ours and deed.kind == "ends" else None


def _is_theirs(deed: KeptDeed, target: Target, readers: Readers) -> bool:
    """Whether the readers learn what a deed begins or ends on this target: everybody sees conditions, and only the party its effects."""
    is_effect = deed.is_spell and deed.kind in ("begins", "ends")
    return readers.whole or not is_effect or target.who in readers.party or deed.who in readers.party


@dataclass(frozen=True, slots=True)
class _At:
    """A deed with its readers. `mine`: they know the dice and the numbers of the creature that did it."""

    deed: KeptDeed
    readers: Readers
    mine: bool

    def side(self, id: str) -> str:
        return "party" if id in self.readers.party else "foe"

    def knows(self, id: str) -> bool:
        return self.readers.whole or id in self.readers.party

    def what(self) -> str:
        what = self.deed.what if self.readers.whole or self.deed.look is None else self.deed.look
        return names.capitalize(what) if self.deed.roll or self.deed.kind in ("act", "trigger") else what

    def is_strange(self) -> bool:
        """Whether the readers know the thing that did it only by its look."""
        return self.deed.look is not None and not self.readers.whole


def _rest(at: _At, seen: Sequence[Target]) -> Json:
    deed, whole, attacks = at.deed, at.readers.whole, [a for t in seen for a in t.attacks]
    alone = attacks[0] if len(attacks) == 1 else None
    roll = deed.roll if deed.roll and at.mine else alone if at.mine else None
    saves = dict.fromkeys(s.of for t in seen for s in t.saves)
    texts = [*_texts(at), *(deed.says if whole else ())]
    return _there(
        {
            "spent": ", ".join(_price(p) for p in deed.paid if not (at.is_strange() and p.what in _OF_THINGS)) if at.mine else "",
            "roll": _roll(roll, whole) if roll else None,
            "result": None if deed.roll is None or deed.roll.passed is None else "success" if deed.roll.passed else "failure",
            "dice": [{"dice": d.dice, "faces": list(d.faces), "total": d.total, "of": d.of} for d in deed.dice] if at.mine else None,
            "save": "/".join(saves) + (f" DC {deed.dc}" if whole and saves and deed.dc is not None else ""),
            "text": " ".join(texts),
            "note": _note(at),
            "targets": [_target(at, t, alone) for t in seen],
        }
    )


def _texts(at: _At) -> Iterator[str]:
    deed = at.deed
    if deed.concentration and deed.kind == "ends":
        yield "no longer concentrates."
    elif deed.concentration and deed.kind != "save":
        yield f"concentrates on {deed.concentration}."
    if deed.kind == "attack" and deed.note and not any(t.attacks for t in deed.targets):
        yield "the attack is lost."


def _note(at: _At) -> str:
    """A duration or a verdict. Why a save was made is the game master's, because a strange thing may be the cause."""
    deed = at.deed
    is_plain = deed.kind in ("begins", "act") or (
        deed.kind == "save" and deed.roll is not None and deed.roll.of == deed.what == _DEATH_SAVE
    )
    return deed.note if at.readers.whole or is_plain else ""


def _price(paid: Paid) -> str:
    left = paid.left if paid.most is None else f"{paid.left} of {paid.most}"
    return f"{paid.what}, {left} left"


def _roll(made: KeptRoll, whole: bool, *, is_save: bool = False) -> Json | None:
    """A roll with its die; the face that counts stands first. The number against which it was made is the game master's."""
    if made.total is None:
        return None
    return _there(
        {
            "what": made.of if is_save else None,
            "dice": made.dice,
            "faces": [*_counted_first(made)],
            "added": [*_added(made)],
            "total": made.total,
            "mode": made.mode if made.mode != "normal" else None,
            "against": made.against if whole else None,
            "result": None if not is_save or made.passed is None else "success" if made.passed else "failure",
        }
    )


def _counted_first(made: KeptRoll) -> Sequence[int]:
    two = made.faces[:2] if made.mode != "normal" and len(made.faces) > 1 else ()
    return (*sorted(two, reverse=made.mode == "advantage"), *made.faces[len(two) :])


def _added(made: KeptRoll) -> Iterator[int]:
    """The points of each die that was added to the d20, or taken from it: of "1d20+6-1d4", those of the d4 (SRD, Bless and Bane)."""
    fell = iter(made.faces[2 if made.dice.startswith("2d20") else 1 :])
    for sign, count in _MORE_DICE.findall(made.dice):
        yield from (-face if sign == "-" else face for face, _ in zip(fell, range(int(count or 1)), strict=False))


def _target(at: _At, t: Target, alone: KeptRoll | None) -> Json:
    knows, whole = at.knows(t.who), at.readers.whole
    saves = [shown for s in t.saves if (shown := _roll(s, whole, is_save=True))] if knows else []
    rolls = [shown for a in t.attacks if a is not alone and (shown := _roll(a, whole))] if at.mine else []
    shares = knows or at.mine
    return _there(
        {
            "name": at.readers.names.get(t.who) or at.readers.party.get(t.who, UNSEEN),
            "side": at.side(t.who),
            "result": result_of(t),
            "rolls": rolls,
            "damage": [_harm(at, h, knows) for h in t.harm] if shares else None,
            "save": saves[0] if saves else None,
            "saves": saves[1:],
            "healed": t.healed if t.healed and shares else None,
            "temporary": t.temporary if knows else None,
            "conditions": [*dict.fromkeys(t.conditions)],
            "effects": [*dict.fromkeys(e for e in t.effects if e not in t.ended)] if shares and not at.is_strange() else None,
            "ended": [*dict.fromkeys(e for e in t.ended if e not in t.effects)] if shares else None,
            "mark": mark_of(t),
            "hp": {"was": t.hp.was, "now": t.hp.now} if t.hp and knows else None,
        }
    )


def _harm(at: _At, harm: Harm, knows: bool) -> Json:
    """The points taken; of an attack on a stranger those dealt, because resistances are the target's own."""
    points = harm.taken if knows or at.deed.kind != "attack" else harm.dealt
    shown: Json = {"amount": points, "type": harm.type, "dice": "", "faces": []}
    if at.mine:
        shown |= {"dice": harm.dice, "faces": list(harm.faces)}
        shown |= {"dropped": list(harm.dropped)} if harm.dropped else {}
    if knows and harm.taken != harm.dealt:
        shown["of"] = harm.dealt
    if at.mine and harm.faces and (plus := harm.dealt - sum(harm.faces)):
        shown["plus"] = plus
    return shown


def result_of(t: Target) -> str | None:
    """The outcome of a deed for one target in a word, None without one."""
    if t.attacks:
        return "critical" if any(a.critical for a in t.attacks) else "hit" if any(a.passed for a in t.attacks) else "miss"
    if t.saves:
        return "saved" if all(s.passed for s in t.saves) else "failed"
    return None


def mark_of(t: Target) -> str | None:
    """How hurt the creature looks after the deed, if the deed changed that."""
    if t.died:
        return "dead"
    if t.hp is None or t.hp.max is None:
        return None
    now = t.hp.now
    return "down" if now <= 0 else "bloodied" if 2 * now <= t.hp.max else "hurt" if now < t.hp.max else "unhurt"


def icon_of(deed: KeptDeed) -> str:
    """The name of the drawn sign of a deed."""
    if deed.kind == "trigger" and deed.who is None:
        return "trap"
    types = {h.type for t in deed.targets for h in t.harm} | {d.of for d in deed.dice}
    if deed.kind == "attack":
        return "claw" if deed.is_own else "sword"
    if deed.kind in ("check", "save"):
        return {"check": "eye", "save": "shield"}[deed.kind]
    if deed.kind == "heal" or any(t.healed for t in deed.targets):
        return "heart"
    if "fire" in types:
        return "flame"
    if "radiant" in types:
        return "sun"
    return "burst" if deed.kind == "damage" or sum(bool(t.saves) for t in deed.targets) > 1 else "spark"


def _there(shown: Json) -> Json:
    """Without what is not there: an empty key would tell that there is something to know."""
    return {key: value for key, value in shown.items() if value not in (None, "", [], {})}
