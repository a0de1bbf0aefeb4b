"""The deeds of everyday life, time and fights as lines of the story, for one group of readers."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from rpg_lite.messages.render_context import count, join_names
from rpg_lite.rules import names
from rpg_lite.rules.prices import price_text
from rpg_lite.views.page.rolls import Readers
from rpg_lite.world.deeds import KeptDeed

Json = dict[str, Any]

_MOST_THINGS: Final = 4


def plain(kind: str, text: str, **more: Any) -> Json:
    """An entry that is a line of text."""
    return {"kind": kind, "text": text, **more, "says": text if text.endswith((".", "!", "?")) else f"{text}."}


def line(deed: KeptDeed, readers: Readers) -> Json | None:
    """The line of a deed; None if there is none, or if these readers learn nothing of it."""
    who = (readers.names if readers.whole else readers.party).get(deed.who or "")
    match deed.kind:
        case "fight" | "joins" | "leaves":
            return _fight(deed, readers)
        case "fight_over":
            return plain("fight", f"The fight is over after {deed.round} round{'' if deed.round == 1 else 's'}", over=True)
        case "turn":
            acts = readers.names.get(deed.who or "")
            return {"kind": "turn", "who": acts, "round": deed.round, "says": f"Round {deed.round}, {acts}'s turn."} if acts else None
        case "rest":
            return _rest(deed, readers)
        case "time":
            return plain("rest", f"Time passes; it is {deed.note}")
        case "level":
            gains = [*([f"+{deed.count} hit points"] if deed.count else []), *([deed.note] if deed.note else [])]
            more = f": {', '.join(gains)}" if gains else ""
            return plain("level", f"{who} reaches level {deed.round} as a {deed.what}{more}", who=who) if who else None
        case "rises":
            return plain("level", f"{who} may rise to level {deed.round}", who=who) if who else None
        case "award":
            return _award(deed, readers)
        case "found":
            return _found(deed, readers)
        case "search":
            seekers = _named(deed, readers)
            return plain("found", f"{join_names(seekers)} {'finds' if len(seekers) == 1 else 'find'} nothing") if seekers else None
        case "door":
            return _door(deed, readers)
        case "trade":
            return _trade(deed, readers)
    return None


def _named(deed: KeptDeed, readers: Readers) -> list[str]:
    known = readers.names if readers.whole else readers.party
    return [known[id] for id, _ in deed.order if id in known]


def _look(deed: KeptDeed, readers: Readers) -> str:
    return deed.what if readers.whole or deed.look is None else deed.look


def _fight(deed: KeptDeed, readers: Readers) -> Json | None:
    order = [[readers.names[id], initiative] for id, initiative in deed.order if id in readers.names]
    if not order:
        return None
    if deed.kind == "fight":
        return plain("fight", "The fight begins", order=order)
    those, is_one = join_names([str(name) for name, _ in order]), len(order) == 1
    if deed.kind == "leaves":
        return plain("fight", f"{those} {'leaves' if is_one else 'leave'} the fight")
    return plain("fight", f"{those} {'joins' if is_one else 'join'} the fight", order=order)


def _rest(deed: KeptDeed, readers: Readers) -> Json | None:
    """The rest with its end, the hit dice that it took, and the hit points that it gave."""
    resting = _named(deed, readers)
    if not resting:
        return None
    known, dice = readers.names if readers.whole else readers.party, dict(deed.order)
    came = {t.who: t.hp for t in deed.targets if t.hp and t.who in known}
    gained = []
    for id in dice:
        if id in known and (id in came or dice[id]):
            spent = f"{dice[id]} hit {'die' if dice[id] == 1 else 'dice'}" if dice[id] else ""
            points = f"{came[id].was} → {came[id].now} HP" if id in came else ""
            gained.append(f"{known[id]} {', '.join(filter(None, (points, spent)))}")
    until = f"; it is {deed.note}" if deed.note else ""
    more = f". {'; '.join(gained)}" if gained else ""
    return plain("rest", f"{join_names(resting)} {'takes' if len(resting) == 1 else 'take'} a {deed.what} rest{until}{more}")


def _award(deed: KeptDeed, readers: Readers) -> Json | None:
    who = _named(deed, readers)
    if not who:
        return None
    points = deed.order[0][1]
    if not points:
        return plain("level", f"{join_names(who)} {'reaches' if len(who) == 1 else 'reach'} a milestone")
    return plain("level", f"{join_names(who)} {'gains' if len(who) == 1 else 'gain'} {points} XP{'' if len(who) == 1 else ' each'}")


def _found(deed: KeptDeed, readers: Readers) -> Json:
    """A trap has a place; everything else is told by its finder alone."""
    who, what, place = readers.names.get(deed.who or ""), _look(deed, readers), f" ({deed.note})" if deed.note else ""
    if deed.note:
        return plain("found", f"{f'{who} finds a trap' if who else 'A trap is found'}: {deed.what}{place}")
    return plain("found", f"{who} finds {what}" if who else f"{names.capitalize(what)} is found")


_DONE: Final = {"open": ("opens", "opened"), "close": ("closes", "closed"), "lock": ("locks", "locked"), "unlock": ("unlocks", "unlocked")}


def _door(deed: KeptDeed, readers: Readers) -> Json:
    who, what = readers.names.get(deed.who or ""), _look(deed, readers)
    does, is_done = _DONE[deed.note]
    key = f" with {deed.says[0]}" if deed.says else ""
    return plain("change", f"{who} {does} {what}{key}" if who else f"{names.capitalize(what)} is {is_done}{key}", sign="key")


def _trade(deed: KeptDeed, readers: Readers) -> Json | None:
    who, shop = readers.party.get(deed.who or ""), readers.names.get(deed.whom or "") or next(iter(deed.says), "")
    if not who:
        return None
    verb, side = ("buys", "from") if deed.note == "buy" else ("sells", "to")
    goods = count(_look(deed, readers), deed.count)
    return plain("item", f"{who} {verb} {goods}{f' {side} {shop}' if shop else ''} for {price_text(deed.copper)}")


def items(kept: Iterable[KeptDeed], readers: Readers) -> Iterator[Json]:
    """The things that members of the party received, for each of them with whoever gave them. What changed hands in a private talk is for
    those who took part in it.
    """
    got: dict[tuple[str, str], list[str]] = {}
    for deed in kept:
        is_theirs = readers.whole or not deed.among or not readers.mine.isdisjoint(deed.among)
        if deed.kind == "item" and deed.who and deed.who in readers.party and is_theirs:
            giver = readers.names.get(deed.whom or "", "")
            got.setdefault((deed.who, giver), []).append(count(_look(deed, readers), deed.count))
    for (bearer, by), things in got.items():
        more = len(things) - _MOST_THINGS
        listed = [*things[:_MOST_THINGS], *([f"{more} more"] if more > 0 else [])]
        yield plain("item", f"{readers.party[bearer]} receives {join_names(listed)}{f' from {by}' if by else ''}")
