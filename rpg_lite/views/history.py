"""The past in words: the last commands, the last tool calls, the number of calls of each operation, and the results of the dice."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any, Final

from rpg_lite.messages import journal
from rpg_lite.messages.undo import restored_in
from rpg_lite.operations.reading_keys import MOST_HISTORY
from rpg_lite.operations.registry import TOOLS
from rpg_lite.operations.undo import Done, taken_back
from rpg_lite.rules import names
from rpg_lite.rules.dice import Fallen
from rpg_lite.world import body_paths, clock
from rpg_lite.world.events import Changed, Counted, Created, Event, ExitChanged, ExitOpened, Moved, Removed, Rolled
from rpg_lite.world.history_records import ALOUD, Commit, JournalEntry, LoggedCall, Past, Tally
from rpg_lite.world.world_model import JOURNAL_ID, WORLD_ID

LONGEST_ASKED = 80
TO_PLAYERS: Final = "toPlayers"
"""The key of a stored answer for the words in which players read the deed, if the answer itself is the game master's."""
CREATURE: Final = re.compile(r"c\d")
"""The beginning of the id of a character; the id of the campaign has another one."""
ROOM: Final = "r"
"""The first letter of the ids of rooms."""
_DISCOVERY: Final = (body_paths.SEEN, body_paths.DOORS)
"""The paths of what the party learns about a room by walking through it."""
LONGEST_ANSWER: Final = 800
"""The maximum number of characters of one answer in a full history."""
LONGEST_JOURNAL: Final = 30_000
"""The maximum number of bytes of all entries in one answer."""
MOST_DICE = 12
"""The maximum number of kinds of dice that the text lists."""


def standing(commits: Sequence[Commit]) -> Iterator[Commit]:
    """The commits that were not undone, without the undos themselves."""
    gone = taken_back([Done(c.rev, (), c.undoes, "", c.back_to) for c in commits])
    return (c for c in commits if c.rev > 0 and c.rev not in gone and c.undoes is None and c.back_to is None)


def history_lines(commits: Sequence[Commit]) -> list[str]:
    """One line for each commit, newest first."""
    return [f"rev {c.rev}: {_first_line(c)}" for c in commits if c.rev > 0]


def _first_line(commit: Commit) -> str:
    text = " · ".join(str(commit.answer.get("text", commit.tool)).split("\n"))
    return text if len(text) <= 160 else text[:159] + "…"


def before_all(commits: Sequence[Commit], known: Collection[str], seen: Collection[str] = ()) -> list[Commit]:
    """The commits that players may hear about, without the game master's preparations. `known`: the party, its things, and the rooms that
    it sees; `seen`: the creatures that it sees.

    An undo appears without the words of the undone command. An answer that was given aloud says only what players may know; a deed that
    they watched appears in the words recorded for them. Of any other
    answer, only the sentence about each command appears, because the lines below it show a room as the game master sees it; answers that
    gave the game master dice, or numbers of creatures outside the party, are left out.
    """
    told: list[Commit] = []
    for c in commits:
        if _is_undo(c):
            told.append(replace(c, answer={"text": _taken_back(c)}))
        elif c.answer.get(ALOUD):
            told.append(c)
        elif (words := c.answer.get(TO_PLAYERS)) and not any(_is_prepared(event, c.events, known) for event in c.events):
            told.append(replace(c, answer={"text": sentences_of(replace(c, answer={"text": words}))}))
        elif not any(_has_numbers(event, known, seen) or _is_prepared(event, c.events, known) for event in c.events):
            told.append(replace(c, answer={"text": sentences_of(c)}))
    return told


def is_about(event: Event, bags: Collection[str], inside: Collection[str]) -> bool:
    """Whether the event puts something into one of these bags, takes it away there, or changes one of the things `inside`."""
    match event:
        case Created(thing) | Removed(thing):
            return thing.parent_id in bags or thing.id in inside
        case Moved(id=id) | Counted(id=id) | Changed(id=id):
            return id in inside
    return False


def _is_undo(commit: Commit) -> bool:
    return commit.undoes is not None or commit.back_to is not None


def _taken_back(commit: Commit) -> str:
    """The sentence about an undo; what it took back may lie before the commits that are shown."""
    if what := restored_in(str(commit.answer.get("text", ""))):
        return names.capitalize(what)
    return f"Everything is as it was at rev {commit.back_to}." if commit.undoes is None else f"Rev {commit.undoes} is taken back."


def sentences_of(commit: Commit) -> str:
    """The first line about each command of a commit; the lines below it describe a room or a list."""
    first, *others = str(commit.answer.get("text", commit.tool)).split("\n")
    kept = [first]
    for line in others:
        if first.startswith("0. ") and line.startswith(f"{len(kept)}. "):
            kept.append(line)
    return "\n".join(kept)


def _has_numbers(event: Event, known: Collection[str], seen: Collection[str]) -> bool:
    """Whether the game master's answer held dice, or numbers of a creature outside the party; assume so for an answer about a turn."""
    if not isinstance(event, Changed):
        return isinstance(event, Rolled)
    if event.path == body_paths.XP_AWARDED:
        return event.id not in seen  # the award names the foes, and no number of theirs but the experience that everybody gets
    is_strange = CREATURE.match(event.id) is not None and event.id not in known
    return is_strange or (event.id == WORLD_ID and event.path.startswith(body_paths.FIGHT))


def _is_prepared(event: Event, events: Sequence[Event], known: Collection[str]) -> bool:
    match event:
        case Created(thing) if thing.kind == "item":
            is_part = any(isinstance(e, Counted) for e in events)  # a part of a split stack
            is_secret = thing.state.is_hidden or not thing.item.is_identified
            in_known_bag = thing.parent_id in known and not str(thing.parent_id).startswith(ROOM)
            return is_secret or not (is_part or in_known_bag)
        case Created(thing) if thing.parent_id == JOURNAL_ID:
            return False  # whom it reaches is another question
        case Created(thing):
            return thing.id not in known
        case Removed(thing):
            return thing.kind not in ("item", "character")
        case Moved(id=who, to=to):
            is_followed = any(isinstance(e, Moved) and e.id in known and e.to == to for e in events)
            return CREATURE.match(who) is not None and who not in known and not is_followed
        case ExitOpened():
            return True
        case Changed(id=room, path=path) if room.startswith(ROOM) and room not in known:
            return path not in _DISCOVERY
        case Changed(path=path, now=now) if path.startswith(body_paths.TRAPS):
            return not (isinstance(now, dict) and now.get("found"))
        case Changed(path=path, now=now) | ExitChanged(path=path, now=now):
            return path in (body_paths.NOTES, body_paths.FOCUS, body_paths.SCENES) or bool(
                path.endswith((body_paths.HIDDEN.key, body_paths.DC_TO_FIND.key)) and now is not None and now is not False
            )
    return False


def note_cut(last: int) -> str:
    """A note that one answer cannot show as many entries as the call wants."""
    return f"\nAn answer shows at most {MOST_HISTORY}." if last > MOST_HISTORY else ""


def history_text(commits: Sequence[Commit]) -> str:
    return "\n".join(history_lines(commits)) or "Nothing has happened yet."


def history_json(commits: Sequence[Commit]) -> list[dict[str, Any]]:
    return [{"rev": c.rev, "tool": c.tool, "text": _short(str(c.answer.get("text", "")))} for c in commits if c.rev > 0]


def _short(text: str) -> str:
    """Shorten an answer, because the journal has the full entries, and a character's view has the worn things."""
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}… ({len(text)} characters in all)"


def asked_of(call: LoggedCall, known: Collection[str] | None, instead: str = "") -> str:
    """The payload that was sent. Payloads of the game's own tools contain many secrets of the game master, so players see `instead`.

    `known`: the ids of the creatures that players see; None for the game master.
    """
    return call.asked if known is None or call.tag.removeprefix("tool:") not in TOOLS else instead


def who_of(call: LoggedCall, known: Collection[str] | None) -> str | None:
    return call.who if known is None or call.actor in known else None


def calls_text(past: Past, known: Collection[str] | None = None) -> str:
    """One line for each call, newest first, then one line for each operation and one for each kind of die."""
    total = sum(t.calls for t in past.tallies)
    lines = [*(_call_line(call, past.now, known) for call in past.calls), *(_tally_line(t, total) for t in past.tallies)]
    lines = [names.plain(line) for line in lines]  # refused payloads are stored as they were sent
    lines += _dice_lines(past)
    return "\n".join(lines) or "No tool has been called yet."


def _call_line(call: LoggedCall, now: int, known: Collection[str] | None) -> str:
    came = f"✓ rev {call.rev}" if call.kind == "result" else f"✗ {call.code}"
    sent, by = asked_of(call, known), who_of(call, known)
    asked = f": {sent if len(sent) <= LONGEST_ASKED else sent[: LONGEST_ASKED - 1] + '…'}" if sent else ""
    who = f" {by}" if by else ""
    return f"{age(now - call.at)} {_name(call)}{who} {came}, {call.ms / 1000:.3f} s{asked}"


def _tally_line(tally: Tally, total: int) -> str:
    calls = "1 call" if tally.calls == 1 else f"{tally.calls} calls"
    errors = f"{100 * tally.errors / tally.calls:.0f} % errors"
    return f"{_name(tally)}: {calls} ({100 * tally.calls / total:.0f} %), {errors}, {tally.ms / 1000:.3f} s"


def _dice_lines(past: Past) -> list[str]:
    lines = [f"Dice of the last {past.dice_of} revs:"] if past.dice and past.dice_of else []
    lines += map(_die_line, past.dice[:MOST_DICE])
    more = len(past.dice) - MOST_DICE
    return [*lines, f"and {more} other kind{'s' if more > 1 else ''} of dice"] if more > 0 else lines


def _die_line(die: Fallen) -> str:
    times = "once" if die.times == 1 else f"{die.times} times"
    return f"d{die.size}: rolled {times}, mean {die.mean:.2f} ({die.expected:g} expected)"


def _name(of: LoggedCall | Tally) -> str:
    return f"{of.tag.removeprefix('tool:')} {of.operation}"


def age(ms: int) -> str:
    """The age in the largest unit that fits: "5 s", "3 min", "2 h", "4 d"."""
    seconds = max(0, ms) // 1000
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {unit} ago"
    return f"{seconds} s ago"


def calls_json(past: Past, known: Collection[str] | None = None) -> dict[str, Any]:
    calls = [
        {
            "at": c.at,
            "tool": c.tag.removeprefix("tool:"),
            "operation": c.operation,
            "actorId": c.actor if known is None or c.actor in known else None,
            "asked": asked_of(c, known),
        }
        | {"kind": c.kind, "code": c.code, "ms": round(c.ms, 3), "rev": c.rev}
        for c in past.calls
    ]
    stats = [
        {"tool": t.tag.removeprefix("tool:"), "operation": t.operation, "calls": t.calls, "errors": t.errors, "ms": round(t.ms, 3)}
        for t in past.tallies
    ]
    return {"calls": calls, "stats": stats, "dice": [_die_json(die) for die in past.dice]} | (
        {"diceOfRevs": past.dice_of} if past.dice_of else {}
    )


def _die_json(die: Fallen) -> dict[str, Any]:
    """The results of one kind of die. `shares`: the share of each face."""
    shares = {str(face): round(times / die.times, 4) for face, times in die.shown.items()}
    return {"die": f"d{die.size}", "times": die.times, "mean": round(die.mean, 4), "expected": die.expected, "shares": shares}


# ── the journal ─────────────────────────────────────────────────────────────────────────────────────────────────────


def newest_that_fit(entries: Sequence[JournalEntry]) -> Sequence[JournalEntry]:
    """The newest entries that fit in one answer, at least one, newest last."""
    sizes = accumulate(len(e.text.encode()) for e in reversed(entries))
    fitting = sum(size <= LONGEST_JOURNAL for size in sizes)
    return entries[-max(1, fitting) :]


def journal_text(entries: Sequence[JournalEntry], cut: int, skip: int, whole: bool = False) -> str:
    """One line for each entry, newest last. `cut`: the number of older entries that did not fit; `skip`: the number of newer entries
    skipped; `whole`: the request had no filter.
    """
    none = "The journal is empty." if whole else "No such entry is in the journal."
    lines = [*map(entry_line, entries)] or [none if not skip else "The journal has no older entry of that kind."]
    if cut:
        older = "1 older entry is" if cut == 1 else f"{cut} older entries are"
        lines.insert(0, f"({older} left out for length; ask again with skip {skip + len(entries)}.)")
    return "\n".join(lines)


def entry_line(e: JournalEntry) -> str:
    when = clock.tell_time(e.minutes).replace(",", "")
    is_masters = e.by is None and not (e.is_heard or e.is_public)  # players see none of these
    return f"rev {e.rev}, {when}, {journal.write_entry(e.entry, e.text, e.by, e.to, e.question, alone=is_masters)}"


def journal_json(entries: Sequence[JournalEntry], players: bool) -> list[dict[str, Any]]:
    """The entries as data. Only the game master gets the names of the hearers, because somebody may listen in secret."""
    shown = (
        {
            "id": e.id,
            "rev": e.rev,
            "entry": e.entry,
            "text": e.text,
            "by": e.by,
            "to": e.to,
            "room": e.room,
            "minutes": e.minutes,
            "question": e.question,
            "heard": None if players or e.heard is None else list(e.heard),
        }
        for e in entries
    )
    return [{k: v for k, v in entry.items() if v is not None} for entry in shown]
