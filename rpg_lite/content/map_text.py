"""Maps as people write them: read a file of plain lines into a Plan. docs/dungeons.md shows the format; `map_text_writing` does the reverse."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from rpg_lite.content import map_ground_lines, map_quest_lines
from rpg_lite.content.entry_editions import Faulty, valid
from rpg_lite.rules import names
from rpg_lite.rules.space.ground_rows import RowFault
from rpg_lite.vocabulary import DIRECTIONS, EXIT_KINDS
from rpg_lite.world.map_plan_validation import faults
from rpg_lite.world.map_plans import OUTSIDE, Plan, direction_in

MARKS: Final = ("# ", "## ", "> ", "- ", "* ", "! ", "| ", "~ ")
BARE: Final = ("|", "~")
"""The marks of a ground with nothing behind them, which are faults and no text."""
KEYS: Final = ("entrance", "level", "heroes", "vibe", "at", "outside", "light", "trap", *map_quest_lines.KINDS)
KEY_LINE: Final = re.compile(rf"({'|'.join(KEYS)}):(.*)")
_NOTE: Final = re.compile(r";\s*note ")
"""A note may contain semicolons, so it comes last."""
_KINDS: Final = {kind.replace("_", " "): kind for kind in EXIT_KINDS if kind != "passage"}
_STATES: Final = ("closed", "locked")
_WAY_WORDS: Final = (
    *_KINDS, *_STATES, "secret", "one way", "key NAME", "dc NUMBER", "NUMBER minutes", "back LABEL", "direction WORD", "trap NAME", "square SQUARE",
    "far square SQUARE", "note TEXT",
)  # fmt: skip
_THING_WORDS: Final = (
    "xNUMBER", "own", "unidentified", "hidden", "find NUMBER", "called NAME", "in NAME", "locked", "key NAME", "dc NUMBER", "NUMBER lb", "opens LABEL of ROOM under NUMBER lb",
    "tag WORD", "price COINS", "shop", "prices NUMBER", "buys at NUMBER", "trap NAME", "at SQUARE",
)  # fmt: skip
_OPENS: Final = re.compile(r"opens (.+?) of (.+) under ([0-9]{1,10}) lb")
_CREATURE_WORDS: Final = (
    "xNUMBER",
    "called NAME",
    "looks TEXT",
    "shop",
    "prices NUMBER",
    "buys at NUMBER",
    "at SQUARES",
    "hidden",
    "find NUMBER",
    "own SHEET",
    "note TEXT",
)
_RATES: Final = {"prices": "prices", "buys at": "buysAt"}
_DECIMAL: Final = re.compile(r"[0-9]{1,10}(\.[0-9]{1,30})?")
_SHEET: Final = re.compile(r";\s*own (?=\{)")
"""A JSON document may contain semicolons, so only a note comes after it."""

Json = dict[str, Any]


def parse(text: str) -> Plan:
    """Read a plan. Raises Faulty, with places such as "line 7"."""
    draft = _PlanDraft()
    for number, line in enumerate(text.splitlines(), 1):
        draft.line = number
        draft.read(line.strip())
    draft.end()
    try:
        plan: Plan = valid(Plan, draft.plan)
    except Faulty as faulty:
        raise Faulty(*(draft.at_line(path, why) for path, why in faulty.places)) from None
    if wrong := faults(plan):
        raise Faulty(*(draft.at_line(path, why) for path, why in wrong))
    return plan


class _PlanDraft:
    """A plan while its lines are read: plain values, and the line number of each place."""

    def __init__(self) -> None:
        self.plan: Json = {"rooms": []}
        self.line = 0
        self.lines: dict[str, int] = {}
        self._rows: list[str] = []
        self._row_lines: list[int] = []
        self._features: list[tuple[int, Json]] = []
        self._readers: Mapping[str, Callable[[str], None]] = {
            "# ": self._title, "## ": self._room, "> ": self._note, "- ": self._way, "* ": self._thing, "! ": self._creature,
            "| ": self._row, "~ ": self._feature,
        }  # fmt: skip

    def at_line(self, path: str, why: str) -> tuple[str, str]:
        """The fault, with the line of the nearest enclosing place."""
        place = path
        while place and place not in self.lines:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        what = path.removeprefix(place).lstrip(".")
        return f"line {self.lines.get(place, 1)}", f"{what}: {why}" if what else why

    def read(self, line: str) -> None:
        if not line:
            return
        mark = f"{line} " if line in BARE else next((m for m in MARKS if line.startswith(m)), None)
        if mark:
            self._readers[mark](line.removeprefix(mark.strip()).strip())
        elif found := KEY_LINE.fullmatch(line):
            self._key(found.group(1), found.group(2).strip())
        else:
            self._prose(line.removeprefix("\\"))

    def _fault(self, why: str) -> Faulty:
        return Faulty((f"line {self.line}", why))

    @property
    def _open(self) -> Json:
        """The room whose lines are being read."""
        if not self.plan["rooms"]:
            raise self._fault('comes before the first room; a room begins with "## Its name"')
        room: Json = self.plan["rooms"][-1]
        return room

    def _add(self, kind: str, value: Any) -> None:
        entries = self._open.setdefault(kind, [])
        self.lines[f"rooms[{len(self.plan['rooms']) - 1}].{kind}[{len(entries)}]"] = self.line
        entries.append(value)

    def _title(self, text: str) -> None:
        if "name" in self.plan or self.plan["rooms"]:
            raise self._fault('a map has one title, "# Its name", before the first room; a room begins with "## "')
        self.plan["name"] = text
        self.lines["name"] = self.lines[""] = self.line

    def end(self) -> None:
        """End the last room."""
        self._end_ground()

    def _room(self, text: str) -> None:
        self._end_ground()
        self.lines[f"rooms[{len(self.plan['rooms'])}]"] = self.line
        self.plan["rooms"].append({"name": text})

    def _row(self, text: str) -> None:
        self._open["ground"] = {}
        self._rows.append(text)
        self._row_lines.append(self.line)

    def _feature(self, text: str) -> None:
        self._open["ground"] = {}
        self._features.append((self.line, map_ground_lines.read_feature(text, self._fault)))

    def _end_ground(self) -> None:
        """Make the ground of the open room of its rows and lines, once all of them are known."""
        if not (self._rows or self._features):
            return
        ground, place = self._open["ground"], f"rooms[{len(self.plan['rooms']) - 1}].ground"
        drawn = list[tuple[int, Json]]()
        if self._rows:
            try:
                ground["size"], found = map_ground_lines.features_of(self._rows)
            except RowFault as fault:
                raise map_ground_lines.row_fault(fault, self._row_lines) from None
            drawn = [(self._row_lines[0], feature) for feature in found]
        self.lines[place] = (self._row_lines or [self._features[0][0]])[0]
        for n, (line, _) in enumerate(every := [*drawn, *self._features]):
            self.lines[f"{place}.features[{n}]"] = line
        ground["features"] = [feature for _, feature in every]
        self._rows, self._row_lines, self._features = [], [], []

    def _note(self, text: str) -> None:
        self._add("notes", text)

    def _prose(self, text: str) -> None:
        """Join consecutive lines into one text: the text of the room or, before the first room, that of the map."""
        target, key = (self.plan["rooms"][-1], "description") if self.plan["rooms"] else (self.plan, "story")
        before = target.get(key, "")
        if len(before) <= names.LONGEST_TEXT:  # an overlong text is refused later, so it need not grow any longer
            target[key] = f"{before} {text}" if before else text

    def _quest(self, kind: str, text: str) -> None:
        if self.plan["rooms"]:
            raise self._fault(f"a {kind} comes before the first room; begin the line with a \\ if it describes the room")
        quests = self.plan.setdefault("quests", [])
        self.lines[f"quests[{len(quests)}]"] = self.line
        quests.append(map_quest_lines.read(kind, text, self._fault))

    def _key(self, key: str, text: str) -> None:
        if key in map_quest_lines.KINDS:
            return self._quest(key, text)
        of_the_map = key in ("entrance", "level", "heroes")
        target = self.plan if of_the_map else self._open
        if key in target:
            raise self._fault(f"{key} is given twice")
        place = key if of_the_map else f"rooms[{len(self.plan['rooms']) - 1}].{key}"
        self.lines[place] = self.line
        read = {"at": self._area, "level": self._number, "heroes": self._number, "outside": self._yes, "trap": self._trap}.get(key)
        target[key] = read(text) if read else text

    def _area(self, text: str) -> Json:
        found = text.split()
        if len(found) != 4:
            raise self._fault(f"at takes four whole numbers, x y width height, not {text!r}")
        return dict(zip("xywh", (self._number(n) for n in found), strict=True))

    def _trap(self, text: str) -> Any:
        """The name of a trap of the rulebook, or a trap of the map's own as JSON."""
        if not text.startswith("{"):
            return text
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise self._fault("trap takes the name of a trap, or one as JSON; in JSON a semicolon is written \\u003b") from None

    def _yes(self, text: str) -> bool:
        if text != "yes":
            raise self._fault(f"outside takes yes, not {text!r}; an indoor room leaves it out")
        return True

    def _number(self, text: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,10}", text):
            raise self._fault(f"takes a whole number, not {text[:40]!r}")
        return int(text)

    # ── lists of words after the first semicolon ────────────────────────────────────────────────────────────────

    def _way(self, text: str) -> None:
        written, _, note = _NOTE.sub("\n", text, count=1).partition("\n")
        label, colon, rest = written.partition(":")
        to, *words = (part.strip() for part in rest.split(";"))
        if not colon or not to:
            raise self._fault('write an exit as "- north: Name of the room", one that leads off the map as "- north: outside"')
        way: Json = {"label": label.strip()}
        if names.fold(to) != OUTSIDE:
            way["to"] = to
        if note:
            way["note"] = note
        for word in words:
            self._put(way, self._of_way(word), word)
        if "direction" not in way and direction_in(way["label"]) is None:
            raise self._fault(f'the label {way["label"]!r} names no direction; add "; direction WORD" with one of: {", ".join(DIRECTIONS)}')
        self._add("ways", way)

    def _of_way(self, word: str) -> Json:
        first, _, rest = word.partition(" ")
        if word in _KINDS:
            return {"kind": _KINDS[word]}
        if word in _STATES:
            return {"state": word}
        if word in ("secret", "one way"):
            return {"hidden" if word == "secret" else "oneWay": True}
        if rest in ("minute", "minutes"):
            return {"minutes": self._number(first)}
        if first in ("key", "back", "direction", "square") and rest:
            return {first: rest}
        if word.startswith("far square "):
            return {"farSquare": word.removeprefix("far square ")}
        if first == "dc":
            return {"dc": self._number(rest)}
        if first == "trap" and rest:
            return {"trap": self._trap(rest)}
        raise self._unknown(word, _WAY_WORDS)

    def _thing(self, text: str) -> None:
        item, *words = (part.strip() for part in text.split(";"))
        loot: Json = {"item": item}
        for word in words:
            first, _, rest = word.partition(" ")
            if first == "tag" and rest:
                loot.setdefault("tags", []).append(rest)
            elif word in ("own", "locked", "unidentified", "hidden"):
                self._put(loot, {word: True}, word)
            elif first in ("called", "in", "key", "at") and rest:
                self._put(loot, {"inside" if first == "in" else first: rest}, word)
            elif first == "trap" and rest:
                self._put(loot, {"trap": self._trap(rest)}, word)
            elif first == "price" and rest:
                self._put(loot, {"price": float(rest) if _DECIMAL.fullmatch(rest) else rest}, word)
            elif self._trades(loot, word):
                continue
            elif first in ("dc", "find") and rest:
                self._put(loot, {first: self._number(rest)}, word)
            elif rest == "lb":
                self._put(loot, {"lb": self._number(first)}, word)
            elif found := _OPENS.fullmatch(word):
                way, room, lb = found.groups()
                self._put(loot, {"opens": {"way": way, "room": room, "lb": self._number(lb)}}, word)
            elif re.fullmatch(r"x[0-9]+", word):
                self._put(loot, {"quantity": self._number(word[1:])}, word)
            else:
                raise self._unknown(word, _THING_WORDS)
        self._add("things", loot)

    def _creature(self, text: str) -> None:
        written, last = self._sheet_or_note(text)
        creature, *words = (part.strip() for part in written.split(";"))
        dweller: Json = {"creature": creature, **last}
        for word in words:
            if re.fullmatch(r"x[0-9]+", word):
                self._put(dweller, {"count": self._number(word[1:])}, word)
            elif word.startswith(("called ", "looks ")):
                key, _, told = word.partition(" ")
                self._put(dweller, {key: told.strip()}, word)
            elif word.startswith("at "):
                self._put(dweller, {"at": word.removeprefix("at ").strip()}, word)
            elif word == "hidden":
                self._put(dweller, {"hidden": True}, word)
            elif word.startswith("find "):
                self._put(dweller, {"find": self._number(word.removeprefix("find ").strip())}, word)
            elif not self._trades(dweller, word):
                raise self._unknown(word, _CREATURE_WORDS)
        self._add("creatures", dweller)

    def _trades(self, keeper: Json, word: str) -> bool:
        """Read a word about a shop, and return whether it was one. Rates without the word "shop" make a shop, too."""
        if word == "shop":
            keeper.setdefault("shop", {})
            return True
        rate, _, figure = word.rpartition(" ")
        if rate not in _RATES:
            return False
        if not _DECIMAL.fullmatch(figure):
            raise self._fault(f"{rate} takes a number such as 1.2, not {figure[:40]!r}")
        self._put(keeper.setdefault("shop", {}), {_RATES[rate]: float(figure)}, word)
        return True

    def _sheet_or_note(self, text: str) -> tuple[str, Json]:
        """Cut off the sheet and the note, in which semicolons separate nothing. The note comes last of all."""
        own, note = _SHEET.search(text), _NOTE.search(text)
        if own is None or (note and note.start() < own.start()):
            return (text[: note.start()], {"note": text[note.end() :]}) if note else (text, {})
        try:
            sheet, end = json.JSONDecoder().raw_decode(text, own.end())
        except (ValueError, RecursionError):
            sheet, end = None, own.end()
        after = text[end:].strip()
        note = _NOTE.match(after)
        if sheet is None or (after and not note):
            raise self._fault("own takes a sheet document as JSON at the end of the line, or before the note")
        return text[: own.start()], {"own": sheet, **({"note": after[note.end() :]} if note else {})}

    def _put(self, into: Json, more: Json, word: str) -> None:
        if into.keys() & more.keys():
            raise self._fault(f"{word!r} repeats what was given before")
        into |= more

    def _unknown(self, word: str, allowed: tuple[str, ...]) -> Faulty:
        return self._fault(f"unknown {word[:60]!r}; allowed between semicolons: {', '.join(allowed)}")
