"""Compare names: one folded key for all spellings, and the nearest names when none matches."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, TypeVar

from rapidfuzz import fuzz, process

T = TypeVar("T")
LONGEST_NAME = 200
LONGEST_TEXT = 4000
"""For free text: a description, a feature."""
LONGEST_KEY = 80
MOST_MARKS = 10
"""The maximum number of marks on one letter; Vietnamese and Hebrew use three."""
_SPELLING = {"armour": "armor", "armours": "armor", "colour": "color", "grey": "gray"}
_ARTICLES = ("the", "a", "an")
_NOT_PLURAL = ("ss", "us", "is")
_HISSING = ("tches", "rches", "nches", "shes", "sses")
"""Endings that form the plural with -es; axes and niches do not count."""


def capitalize(text: str) -> str:
    """The text with a capital first letter, for the start of a sentence or the name of a language.

    >>> capitalize("thieves' Cant")
    "Thieves' Cant"
    """
    return text[:1].upper() + text[1:]


def with_article(name: str) -> str:
    """
    >>> with_article("Wolf"), with_article("Elephant")
    ('a Wolf', 'an Elephant')
    """
    return f"{'an' if name[:1].casefold() in 'aeiou' else 'a'} {name}"


@lru_cache(maxsize=16384)
def fold(name: str) -> str:
    """The key for comparing a name: it ignores case, accents, punctuation, article, plural and British spelling.

    >>> fold("The Plate Armour") == fold("plate-armor")
    True
    >>> fold("Thieves' Tools"), fold("Arrows")
    ('thieve tool', 'arrow')
    """
    bare = unicodedata.normalize("NFKD", name).casefold().replace("'", "").replace("’", "")
    letters = "".join(c for c in bare if not unicodedata.combining(c))
    spaced = re.sub(r"[^\w+]+", " ", letters).replace("_", " ")
    words = spaced.split()
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    return " ".join(_singular(_SPELLING.get(w, w)) for w in words) or unicodedata.normalize("NFKC", name).strip()


def _singular(word: str) -> str:
    if word.endswith(_HISSING):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(_NOT_PLURAL):
        return word[:-1]
    return word


def bare(word: str) -> str:
    """The letters and digits of a word, in lower case.

    >>> bare("CHARACTER_NAME"), bare("character name")
    ('charactername', 'charactername')
    """
    return re.sub(r"[\W_]+", "", word.casefold())


def is_plural(name: str) -> bool:
    """Whether the name ends like a plural.

    >>> is_plural("goblins"), is_plural("Giant Spiders"), is_plural("goblin"), is_plural("Goblin 1"), is_plural("Boss")
    (True, True, False, False, False)
    """
    last = tidy(name).casefold().rpartition(" ")[2]
    return _singular(last) != last


def without_number(name: str) -> str:
    """The name of one of several alike, without its number.

    >>> without_number("Goblin 12"), without_number("Ogre")
    ('Goblin', 'Ogre')
    """
    return re.sub(r" \d+$", "", name)


def prefer_exact(wanted: str, matches: Sequence[T], names_of: Callable[[T], Iterable[str]]) -> Sequence[T]:
    """Among matches of the same folded name, those with the exact spelling, or else those that differ only in case, or else all.

    >>> prefer_exact("james", ["James", "Jame"], lambda n: [n]), prefer_exact("the Jame", ["James", "Jame"], lambda n: [n])
    (['James'], ['James', 'Jame'])
    """
    if len(matches) < 2:
        return matches
    written = tidy(wanted)
    exact = [m for m in matches if written in map(tidy, names_of(m))]
    return exact or [m for m in matches if written.casefold() in (tidy(name).casefold() for name in names_of(m))] or matches


def is_part_of(part: str, name: str) -> bool:
    """Whether the part is a short form of the name: its first words or its last.

    >>> is_part_of("Borin", "Borin Stonefist"), is_part_of("Maeve", "Sister Maeve"), is_part_of("1", "Goblin 1"), is_part_of("Ma", "Maeve Ash")
    (True, True, False, False)
    """
    short, whole = fold(part), fold(name)
    return not short.isdigit() and (whole.startswith(f"{short} ") or whole.endswith(f" {short}"))


def nearest(wanted: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names most similar to `wanted`, best first; only those close enough to suggest.

    >>> nearest("Plait Armor", ["Plate Armor", "Chain Mail", "Potion of Healing"])
    ['Plate Armor']
    >>> nearest("Draconic Spirit", ["Oni"]), nearest("Batt", ["Bat"]), nearest("Giant Bat", ["Bat"]), nearest("axe", ["Battleaxe"])
    ([], ['Bat'], ['Bat'], ['Battleaxe'])
    """
    kept = [name for name in dict.fromkeys(names) if not _only_letters_inside(fold(wanted), fold(name))]
    found = process.extract(wanted, kept, scorer=fuzz.WRatio, processor=fold, limit=most, score_cutoff=68)
    return [name for name, _, _ in found]


def _only_letters_inside(wanted: str, name: str) -> bool:
    """Whether the shorter of the two is so short that its letters occur in many words, and is neither a word of the other, nor the end of one,
    nor nearly the whole of it. The start of a word counts too if it is what somebody typed.
    """
    short, whole = (wanted, name) if len(wanted) < len(name) else (name, wanted)
    if not 0 < len(short) <= _SHORT or fuzz.ratio(short, whole) >= _ALIKE:
        return False
    return not (holds(whole, short) if short == wanted else re.search(rf"{re.escape(short)}\b", whole))


def misspelt(wanted: str, names: Iterable[str], least: int) -> list[str]:
    """The names that share at least this percentage of letters with `wanted`, the most similar first.

    >>> misspelt("wizrd", ["wizard", "warlock"], 80), misspelt("warlord", ["warlock"], 80)
    (['wizard'], [])
    """
    found = process.extract(wanted, list(dict.fromkeys(names)), scorer=fuzz.ratio, processor=fold, score_cutoff=least)
    return [name for name, _, _ in found]


_LINKS: Final = frozenset(("of", "the", "and", "for", "with", "from"))
_SHORT: Final = 4
"""The most letters of a name that is short."""
_ALIKE: Final = 60
_SAME_WORD: Final = 85
"""The percentages of letters that two similar names share, and that two similar words share."""


def is_like(wanted: str, name: str) -> bool:
    """Whether the text may mean this name: a word of it, a part of a word, or the whole misspelled. A few equal letters are not enough.

    >>> is_like("sword", "Longsword"), is_like("helth potion", "Potion of Health"), is_like("Cloak of Protection", "Rations")
    (True, True, False)
    """
    a, b = fold(wanted), fold(name)
    if not a or holds(b, a) or fuzz.ratio(a, b) >= _ALIKE:
        return True
    words, theirs = ([w for w in text.split() if len(w) > 2 and w not in _LINKS] for text in (a, b))
    return any(fuzz.ratio(w, other) >= _SAME_WORD for w in words for other in theirs)


def nearest_alike(wanted: str, names: Iterable[str], most: int = 3) -> list[str]:
    """The names most similar to `wanted`, without those that only share some letters with it.

    >>> nearest_alike("Orc", ["Animated Armor", "Balor"]), nearest_alike("Goblin Warrior", ["Goblin", "Warlock"])
    ([], ['Goblin'])
    >>> nearest_alike("Draconic Spirit", ["Oni", "Sprite"]), nearest_alike("Gobln Boss", ["Goblin"])
    ([], ['Goblin'])
    """
    return [name for name in nearest(wanted, names, most) if is_like(wanted, name)]


def holds(name: str, key: str) -> bool:
    """Whether a folded name contains these words, or a word that begins or ends with them.

    >>> holds("longsword", "sword"), holds("stone of controlling elementals", "troll")
    (True, False)
    """
    return re.search(rf"\b{re.escape(key)}|{re.escape(key)}\b", name) is not None


def fault_in_name(name: str) -> str | None:
    """The reason why this cannot be a name, or None. A name has 1–200 characters and no control or bidi-override characters; emoji are
    allowed.
    """
    if not name.strip():
        return "a name needs at least one character"
    if len(name.strip()) > LONGEST_NAME:
        return f"a name has at most {LONGEST_NAME} characters; this one has {len(name.strip())}"
    if any(is_forbidden(c) for c in name.strip()):
        return "a name has no control or text-direction characters"
    if not any(is_visible(c) for c in name):
        return "a name needs at least one visible character"
    if _PILED.search(unicodedata.normalize("NFD", name)):
        return f"a name has at most {MOST_MARKS} marks on one letter"
    return None


def without_strange_characters(text: str) -> str:
    r"""The text with a space for each character that no name may have. It looks at each kind of character once, however long the text is.

    >>> without_strange_characters("Salt\u202eMine\n")
    'Salt Mine '
    """
    strange = {ord(c): " " for c in set(text) if fault_in_name(c) is not None}
    return text.translate(strange)


def tidy(name: str) -> str:
    """The name as it is stored: trimmed, NFC."""
    return unicodedata.normalize("NFC", name.strip())


def is_forbidden(character: str) -> bool:
    """Whether the character is a control or bidi-override character, a line or paragraph separator, or half of a surrogate pair."""
    return unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} or character in _BIDI


def is_visible(character: str) -> bool:
    """Whether the character is visible by itself. Private-use characters and characters newer than our tables count as visible."""
    kind = unicodedata.category(character)
    return kind[0] not in "ZM" and kind not in {"Cc", "Cf", "Cs"} and character not in _BLANK


def show_key(text: str, longest: int = LONGEST_KEY) -> str:
    """A key that somebody sent, made short and free of terminal control characters for use in a sentence.

    >>> print(show_key("a\\x1b[31mb"), len(show_key("x" * 1000)))
    a\\x1b[31mb 80
    """
    return plain(text if len(text) <= longest else f"{text[: longest - 1]}…")


def plain(text: str, but: str = "") -> str:
    """The text with every forbidden character written out, except those in `but`."""
    return "".join(repr(c)[1:-1] if is_forbidden(c) and c not in but else c for c in text)


_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that are invisible although their category is letter."""
_PILED = re.compile(rf"[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{{{MOST_MARKS + 1}}}")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def option_meant(word: str, options: Iterable[str]) -> str | None:
    """The option that has all these words, if it is the only one and no option has exactly this name.

    >>> option_meant("chain", ("pact of the blade", "pact of the chain")), option_meant("pact", ("pact of the blade", "pact of the chain"))
    ('pact of the chain', None)
    """
    known = dict.fromkeys(options)
    wanted = fold(word).split()
    if not wanted or fold(word) in map(fold, known):
        return None
    found = [o for o in known if {*wanted} <= {*fold(o).split()}]
    return found[0] if len(found) == 1 else None


_BETWEEN: Final = re.compile(r"\s*[,;|]\s*(?:and\s+)?|\s+and\s+")
_MOST_PARTS: Final = 6
"""The most parts into which the commas of one name cut it."""


def listed(text: str, known: Iterable[str] = ()) -> list[str]:
    """The names in a text that lists them. A known name is one name, even if it has commas of its own or an "and".

    >>> listed("fiend, undead and fey"), listed("Grom, the Bold, Lena", ["Grom, the Bold"]), listed("Fire and Flood", ["fire and flood"])
    (['fiend', 'undead', 'fey'], ['Grom, the Bold', 'Lena'], ['Fire and Flood'])
    """
    keys = {fold(name) for name in known}
    cuts = [(0, 0), *((cut.start(), cut.end()) for cut in _BETWEEN.finditer(text)), (len(text), len(text))]
    found, at = list[str](), 0
    while at < len(cuts) - 1:
        last = min(len(cuts) - 1, at + _MOST_PARTS)
        whole = (end for end in range(last, at + 1, -1) if fold(text[cuts[at][1] : cuts[end][0]]) in keys)
        end = next(whole, at + 1)
        found.append(text[cuts[at][1] : cuts[end][0]].strip())
        at = end
    return [name for name in found if name]


def rejoined(parts: Sequence[str], known: Iterable[str]) -> list[str]:
    """The entries of a list, with those that follow each other as one where they make up a known name.

    >>> rejoined(["Lena", "Grom", "the Bold"], ["Grom, the Bold"])
    ['Lena', 'Grom, the Bold']
    """
    keys = {fold(" ".join(part for part in _BETWEEN.split(name))): name for name in known}
    found, at = list[str](), 0
    while at < len(parts):
        ends = range(min(len(parts), at + _MOST_PARTS), at + 1, -1)
        end = next((end for end in ends if fold(" ".join(parts[at:end])) in keys), at + 1)
        found.append(keys[fold(" ".join(parts[at:end]))] if end > at + 1 else parts[at])
        at = end
    return found


def runs(called: Iterable[str]) -> list[str]:
    """The names, with those that only count on as one.

    >>> runs(["Ordeal 1", "Ordeal 2", "Ordeal 3", "Bless"])
    ['Ordeal 1–3', 'Bless']
    """
    found: list[tuple[str, int, int] | str] = []
    for name in called:
        stem, _, number = name.rpartition(" ")
        last = found[-1] if found else ""
        if stem and number.isdecimal() and len(number) < 3:
            n = int(number)
            if isinstance(last, tuple) and last[0] == stem and last[2] + 1 == n:
                found[-1] = (stem, last[1], n)
            else:
                found.append((stem, n, n))
        else:
            found.append(name)
    return [one if isinstance(one, str) else f"{one[0]} {one[1]}" + (f"–{one[2]}" if one[2] > one[1] else "") for one in found]
