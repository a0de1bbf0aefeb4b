"""Options and rows of a table in words: "choose acid or cold (resists that type)", "on 1, nothing; on 2, 4d6 fire"."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.vocabulary import ABILITIES, CONDITIONS, DAMAGE_TYPES

_MARK: Final = "\N{REPLACEMENT CHARACTER}"
_NOUNS: Final = (
    (frozenset(CREATURE_TYPES), "that type"),
    (frozenset(DAMAGE_TYPES), "that type"),
    (frozenset(ABILITIES), "that ability"),
    (frozenset(CONDITIONS), "that condition"),
)
_OF: Final = re.compile(rf"(?<=\d) {_MARK}")
_BEFORE_NOUN: Final = re.compile(rf"{_MARK} (checks|saves)")


def either(words: Sequence[str]) -> str:
    """Words of which one counts.

    >>> either(["a"]), either(["a", "b"]), either(["a", "b", "c"])
    ('a', 'a or b', 'a, b or c')
    >>> either(["2 Bows", "1 Bow, 1 Club", "2 Clubs"])
    '2 Bows; 1 Bow, 1 Club; or 2 Clubs'
    """
    has_lists = len(words) > 1 and any("," in word.partition("(")[0] for word in words)
    return f"{'; '.join(words[:-1])}; or {words[-1]}" if has_lists else " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def options_text(options: Mapping[str, str]) -> str:
    """The options of a choice with what each does; options that differ only in their own name are told together.

    >>> options_text({"acid": "resists acid", "cold": "resists cold"}), options_text({"str": "disadvantage on STR saves", "int": "disadvantage on INT saves", "other": ""})
    ('acid or cold (resists that type)', 'STR or INT (disadvantage on saves of that ability) or other')
    >>> options_text({"Dash": "Dash", "Hide": ""}), options_text({"up": "prone (ends at dawn)", "down": "blinded (ends at dawn)", "no": "dead (ends at dawn)"})
    ('either Dash or Hide', 'one of up (prone), down (blinded) or no (dead), and each ends at dawn')
    """
    parted, tail = _without_one_tail(options)
    texts, end = _with_one_end(parted)
    groups = alike(texts)
    told = [f"{either(named)} ({text})" if text else either(named) for named, text in groups]
    several = (
        ""
        if len(groups) == 1 or (len(groups) == 2 and any(len(named) > 1 for named, _ in groups))
        else "either "
        if len(told) == 2
        else "one of "
    )
    return f"{several}{either(told)}{end}{tail}"


def _without_one_tail(options: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """The options without the last clauses that all of them share, and the words for these clauses."""
    if len(options) < 3 or not all(options.values()):
        return options, ""
    clauses = {name: _clauses(text) for name, text in options.items()}
    shared: list[str] = []
    while all(len(row) > 1 for row in clauses.values()) and len({row[-1] for row in clauses.values()}) == 1:
        shared.insert(0, next(iter([row.pop() for row in clauses.values()])))
    told = {name: "; ".join(row) for name, row in clauses.items()}
    return told, f"; in each case {'; '.join(shared)}" if shared else ""


def _clauses(text: str) -> list[str]:
    """The clauses of a text that stand in no parentheses."""
    made, depth = [""], 0
    for word in text.split("; "):
        made[-1] += f"; {word}" if depth and made[-1] else word
        depth += word.count("(") - word.count(")")
        made += [] if depth else [""]
    return [clause for clause in made if clause]


_END: Final = re.compile(r" \((ends [^()]*)\)")


def _with_one_end(options: Mapping[str, str]) -> tuple[Mapping[str, str], str]:
    """The options without the end that all of them have, and the words for that end."""
    ends = [set(_END.findall(text)) for text in options.values()]
    shared = set.intersection(*ends) if len(ends) > 2 else set()
    if len(shared) != 1:
        return options, ""
    (end,) = shared
    return {name: text.replace(f" ({end})", "") for name, text in options.items()}, f", and each {end}"


def alike(options: Mapping[str, str]) -> list[tuple[list[str], str]]:
    """The options (names, what they do), those together that differ only in their own name; an option that does no more than its name says has
    no text.
    """
    groups: dict[str, list[str]] = {}
    for name, text in options.items():
        groups.setdefault("" if text == name else _without(name, text), []).append(name)
    made: list[tuple[list[str], str]] = []
    for shape, found in groups.items():
        shown = _names(found)
        if not shape:
            made += [([name], "") for name in shown]
        elif len(found) > 1:
            made.append((shown, _with_noun(shape, found)))
        else:
            made.append((shown, options[found[0]]))
    return made


def _names(found: Sequence[str]) -> list[str]:
    """The names of options that are told together; a word with which all begin stands once: "protection acid", "cold", "fire"."""
    told = [name.upper() if name in ABILITIES else name for name in found]
    head, gap, _ = told[0].rpartition(" ")
    if len(told) > 1 and gap and all(name.rpartition(" ")[0] == head for name in told):
        return [told[0], *(name.rpartition(" ")[2] for name in told[1:])]
    return told


def _without(name: str, text: str) -> str:
    """The text with a mark wherever it says what its option is called after, if that is a word of a closed list; with the words before it."""
    head, gap, word = name.rpartition(" ")
    if not any(word in words for words, _ in _NOUNS):
        return text
    return f"{head}{gap}{_MARK}: " + re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", _MARK, text, flags=re.IGNORECASE)


def _with_noun(shape: str, found: Sequence[str]) -> str:
    noun = next((noun for words, noun in _NOUNS if found[0].rpartition(" ")[2] in words), "that option")
    _, _, shape = shape.partition(f"{_MARK}: ")
    return _OF.sub(f" of {noun}", _BEFORE_NOUN.sub(lambda m: f"{m[1]} of {noun}", shape)).replace(_MARK, noun)


def types_together(texts: Sequence[str]) -> list[str]:
    """Texts that differ only in the type of damage of which they speak, as one.

    >>> types_together(["when hit: 1d6 acid", "when hit: 1d6 cold", "at dawn: 5 fire"])
    ['when hit: 1d6 of that type (acid or cold)', 'at dawn: 5 fire']
    """
    types = [[word for word in DAMAGE_TYPES if re.search(rf"\b{word}\b", text)] for text in texts]
    of: dict[str, str] = {found[0]: text for found, text in zip(types, texts, strict=True) if len(found) == 1}
    told = {text: f"{text} ({either(named)})" for named, text in alike(of) if len(named) > 1}
    one_of = {of[name]: (name, words) for named, words in alike(of) if len(named) > 1 for name in named}
    made = [told[one_of[text][1]] if text in one_of else text for text in texts]
    return list(dict.fromkeys(made))


def rows_text(rows: Mapping[str, str]) -> str:
    """The rows of a table; rows that differ only in their number are one, and words that all rows share stand once.

    >>> rows_text({"1": "blue for 1 day", "2": "blue for 2 days"}), rows_text({"1-2": "The picture of a cat in oil on wood", "3": "The picture of a dog in oil on wood"})
    ('blue for that many days', 'The picture of a (on 1-2, cat; on 3, dog) in oil on wood')
    """
    counted = {_with_number(row, text) for row, text in rows.items()}
    if len(rows) > 1 and len(counted) == 1 and "that many" in (only := next(iter(counted))):
        return only
    texts = [text.split(" ") for text in rows.values()]
    head = _shared(texts) if len(rows) > 1 else 0
    tail = _shared([words[head:][::-1] for words in texts]) if len(rows) > 1 else 0
    start, end = (n if _is_worth(texts[0], n) else 0 for n in (head, tail))
    told = (f"on {row}, {' '.join(words[start : len(words) - end])}" for row, words in zip(rows, texts, strict=True))
    rows_told = "; ".join(told)
    if not start and not end:
        return rows_told
    return " ".join(filter(None, (" ".join(texts[0][:start]), f"({rows_told})", " ".join(texts[0][len(texts[0]) - end :]))))


def _with_number(row: str, text: str) -> str:
    """The text with words in place of the number of its row."""
    return (
        re.sub(rf"(?<![\d-]){row}(?![\d-])(?: day\b)?", lambda m: "that many days" if m[0].endswith("day") else "that many", text)
        if row.isdigit()
        else text
    )


def _shared(texts: Sequence[Sequence[str]]) -> int:
    """The number of words with which all texts begin, but not all words of any."""
    most = min(map(len, texts)) - 1
    return next((n for n in range(most) if len({text[n] for text in texts}) > 1), max(most, 0))


def _is_worth(words: Sequence[str], n: int) -> bool:
    return n >= 3 and n < len(words)
