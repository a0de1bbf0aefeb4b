"""Find the claims of a sentence that the numbers, places, things and deaths of the campaign can contradict.

The patterns are narrow on purpose: a missed claim costs less than a false alarm, after which nobody reads the notes any more.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from rpg_lite.views.narration.mentions import Mention, Mentions

_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_WORDS: Final = {word: n for n, word in enumerate(_SMALL)} | {word: 10 * n for n, word in enumerate(_TENS, 2)} | {"dozen": 12}
_ALTERNATIVES: Final = "|".join((*sorted(_WORDS, key=len, reverse=True), "hundred"))
NUMBER: Final = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,9}}|(?:a )?(?:{_ALTERNATIVES})(?:(?:[- ]| and )(?:{_ALTERNATIVES}))*)"
"""A pattern without groups for a number."""


def value_of(written: str) -> int:
    """The number that a text matching NUMBER means.

    >>> value_of("1,200"), value_of("thirty-one"), value_of("two hundred and five"), value_of("a dozen")
    (1200, 31, 205, 12)
    """
    if written[0].isdigit():
        return int(written.replace(",", ""))
    total = 0
    for word in written.casefold().replace("-", " ").split():
        total = max(total, 1) * 100 if word == "hundred" else total + _WORDS.get(word, 0)
    return total


Kind = Literal[
    "hp",
    "hp_max",
    "full",
    "ac",
    "amount",
    "coins",
    "got_coins",
    "uses",
    "xp",
    "thing",
    "found",
    "in_use",
    "none_left",
    "dead",
    "acts",
    "alive",
    "unconscious",
    "place",
]


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a sentence. `number`: hit points, an amount or a count (None for a thing without a number); `words`: the coin, the
    words that begin with a thing, or the room.
    """

    kind: Kind
    whom: Mention | None = None
    number: int | None = None
    words: str = ""


_WHO: Final = r"⟨(?P<who>\d+)⟩"
_ITS: Final = r"(?:'s|’s|'|’)"
_ONLY: Final = r"(?: (?:only|just|now|exactly|still|barely|precisely|a mere|left with))*"
_N: Final = rf"(?P<n>{NUMBER})"
_OF_MOST: Final = rf"(?: ?(?:/|of|out of) ?(?:(?:the|his|her|its|their|your) )?{NUMBER})?"
_POINTS: Final = r"(?:remaining |current )?(?:hit points?|hp)\b"
_STATE: Final = r"(?:is|are|stands?|sits?|lies?|drops?|falls?|goes|sinks?|rises?|climbs?|remains?|ends up|recovers|limps on|clings to life|is left|are left)"
_LY: Final = r"(?: (?:then|now|still|again|already|quite|stone|there|here|alone|back|together|safely|\w+ly))*"
_HAS: Final = r"(?:has|have|holds?|keeps?|owns?|carry|carries|counts?|(?:is|are) left with)"
_GETS: Final = r"(?:takes?|receives?|gets?|gains?|pockets?|picks? up|collects?|earns?|claims?|pulls? out)"
_COIN: Final = (
    r"(?:(?:gold|silver|copper|platinum|electrum) (?:pieces?|coins?)|(?:[gscpe]p)\b"
    r"|(?:gold|silver|copper|platinum|electrum)(?= (?:left|in|and|to|on|now|remaining|but|for|at|with|between|among|each)\b|[,.;:!)]|$))"
)
_COINS: Final = rf"(?P<coins>{NUMBER} {_COIN}(?:(?:,? and |, ){NUMBER} {_COIN})*)"
_COUNTED: Final = rf"(?:[^⟨⟩.;:!?]{{0,60}}? )??{_COINS}"
_ACTS: Final = (
    r"(?:says|asks|answers|replies|shouts|screams|whispers|laughs|smiles|grins|nods|walks|runs|steps|charges|attacks|strikes|swings|lunges|"
    r"casts|draws|raises|growls|snarls|shoots|fires|drinks|watches|flees|climbs|opens|hurls|leaps|stands|turns|hisses|roars|sings|shrugs|"
    r"points|gets up|crawls|jumps|spins|ducks|dodges|twitches|moves|waves|speaks|bows|blocks|parries|stabs|kneels|waits|leads|follows)"
)
_IS_AT: Final = r"(?:is|are|stands?|waits?|sits?|sleeps?|rests?|remains?|kneels?|lingers?|lies|hides?|stays?|camps?)(?: (?:standing|waiting|sitting|hiding))?"
_ROOM: Final = r"(?P<room>[^,.;:!⟨⟩]{1,80})"
_GIVES: Final = r"(?:gives|hands|passes|throws|tosses)"
_THE: Final = r"(?:the|his|her|its|their|a|an)"
_THING: Final = r"(?P<thing>[\w'’+\- ]{2,60})"
_NOT_DEAD: Final = r"(?! (?:tired|set|drunk|serious|certain|sure|silent|still|calm|weight|ends?|on|wrong|ahead|asleep|center|centre))"

_PATTERNS: Final[tuple[tuple[Kind, str], ...]] = (
    ("hp", rf"{_WHO}(?: (?:still |now )?(?:has|have|keeps)|{_ITS}){_ONLY} {_N}{_OF_MOST} {_POINTS}"),
    ("hp", rf"{_WHO}(?: {_STATE})?{_LY}(?: (?:down|up|left|alive|standing|unconscious|bloodied))?,? (?:at|to|with|on){_ONLY} {_N}{_OF_MOST} {_POINTS}"),
    ("hp", rf"{_WHO} (?:still |now )?(?:has|have|keeps) [^⟨⟩.;:]{{1,60}}? and{_ONLY} {_N}{_OF_MOST} {_POINTS}"),
    ("hp", rf"{_WHO} \((?:HP )?{_N}{_OF_MOST}(?: {_POINTS})?[,;)]"),
    ("hp", rf"{_WHO}{_ITS} (?:current )?(?:hit points|hp) (?:is|are|now|(?:stands?|remains?) at|(?:drops?|falls?|sinks?|rises?|climbs?|goes|go) to){_ONLY}"
           rf"(?: at)? {_N}"),
    ("hp_max", rf"{_WHO}{_ITS} (?:hit point maximum|max(?:imum)? (?:hit points|hp)) (?:is|are|of){_ONLY} {_N}"),
    ("hp_max", rf"{_WHO} has a (?:hit point maximum|maximum) of {_N}(?: {_POINTS})?"),
    ("ac", rf"{_WHO}(?:{_ITS}|(?: (?:still|now))? (?:has|have|with|at)(?: an?| the)?| \()(?: ?current)? ?(?:AC|armou?r class)(?: (?:is|of|stands at|remains|at))?"
           rf"{_ONLY} {_N}\b"),
    ("ac", rf"{_WHO}{_ITS} [^⟨⟩.;:]{{1,40}}? (?:gives?|grants?) (?:him|her|it|them) (?:an? )?(?:AC|armou?r class)(?: of)? {_N}\b"),
    ("ac", rf"(?:gives?|grants?) {_WHO} (?:an? )?(?:AC|armou?r class)(?: of)? {_N}\b"),
    ("ac", rf"\b[Ww]ith (?:its|his|her|their|an) (?:AC|armou?r class) of {_N}, {_WHO}"),
    ("ac", rf"\b(?:AC|armou?r class) of {_WHO} (?:is|stands at|remains|stays at){_ONLY} {_N}\b"),
    ("hp_max", rf"\b(?:hit point maximum|max(?:imum)? (?:hit points|hp)) of {_WHO} (?:is|are){_ONLY} {_N}\b"),
    ("full", rf"{_WHO} (?:is|are|stands?){_LY} (?:at|back to|in) (?:full|perfect) (?:health|hit points)"),
    ("amount", rf"(?:^|[:;—–] ?){_N} (?:points? of )?(?:\w+ )??damage\b"),
    ("amount", rf"(?:takes?|suffers?|loses?|took|suffered|lost|regains?|recovers?|heals?|regained|healed|deals?|dealing|does|doing|inflicts?|dealt|for)"
               rf"(?: (?:another|only|just|a full|back|{_WHO}|him|her|it|them|you))* {_N} (?:more )?(?:points? (?:of )?)?(?:\w+ )??(?:damage|{_POINTS})"),
    ("coins", rf"{_WHO}(?:{_ITS} (?:purse|pouch|coin pouch|coffers?)(?: (?:still|now))? (?:holds?|has|have|contains?)|(?: (?:still|now))? {_HAS}){_ONLY} {_COINS}"),
    ("got_coins", rf"{_WHO}(?: (?:then|also|now))? (?:finds?|{_GETS}) {_COUNTED}"),
    ("got_coins", rf"{_GIVES} {_WHO} {_COUNTED}"),
    ("got_coins", rf"{_GIVES} {_COINS} to {_WHO}"),
    ("uses", rf"{_WHO}(?: (?:still|now))? {_HAS}{_ONLY} {_N} (?:more )?uses? (?:left )?of (?:{_THE} )?{_THING}"),
    ("xp", rf"(?:earns?|gains?|receives?|gets?|earned|gained|received){_ONLY} {_N} (?:xp|experience points?)\b"),
    ("none_left", rf"{_WHO} (?:has|have) no (?:more )?{_THING}"),
    ("none_left", rf"{_WHO} (?:(?:is|are) out of|(?:has|have) run out of) {_THING}"),
    ("in_use", rf"{_WHO}(?: (?:still|now))? (?:wears?|wields?) (?:{_THE} )?{_THING}"),
    ("thing", rf"{_WHO}(?: (?:still|now|also))? (?:{_HAS}|bears?|grips?|clutch(?:es)?|draws?|unslings?|brandish(?:es)?|hefts?|swings?){_ONLY} (?:{_THE}|{_N}) {_THING}"),
    ("thing", rf"{_WHO}(?: (?:then|also|now))? {_GETS} (?:{_THE}|{_N}) {_THING}"),
    ("found", rf"{_WHO}(?: (?:then|also|now))? finds? (?:{_THE}|{_N}) {_THING}"),
    ("thing", rf"\bthere (?:is|are){_ONLY} (?:an?|{_N}) (?P<thing>[\w'’+\- ]{{2,60}}?) (?:in|on) {_WHO}{_ITS} (?:pack|backpack|bag|belt|quiver|hands?)\b"),
    ("thing", rf"{_GIVES} {_WHO} {_THE} {_THING}"),
    ("thing", rf"{_GIVES} {_THE} {_THING} to {_WHO}"),
    ("dead", rf"{_WHO} (?:is|are|lies|falls|drops|lands|has fallen|have fallen){_LY} (?:dead|slain|killed|lifeless|no more)\b{_NOT_DEAD}"),
    ("dead", rf"{_WHO}, (?:already|now) dead\b"),
    ("dead", rf"{_WHO}(?: \w+ly)? (?:dies|has died|have died|died|was killed|were killed|has been killed|perishes|perished)\b(?! of laugh| down)"),
    ("dead", rf"(?:kills|slays|killed|slew|has slain|beheads|beheaded) {_WHO}(?!{_ITS})"),
    ("dead", rf"{_WHO}{_ITS} (?:corpse|dead body|lifeless body|lifeless eyes)"),
    ("acts", rf"{_WHO}{_LY} {_ACTS}\b"),
    ("alive", rf"{_WHO} (?:is|are){_LY} (?:very much )?(?:alive|breathing|awake|conscious|back on \w+ feet|on \w+ feet)\b"),
    ("unconscious", rf"{_WHO} (?:is|are|lies|falls|drops|slumps){_LY} (?:unconscious|out cold|knocked out)\b"),
    ("place", rf"{_WHO} {_IS_AT}{_LY}(?: with ⟨\d+⟩)? (?:in|inside|within|at) (?:the )?{_ROOM}"),
    ("place", rf"{_WHO} (?:enters?|reach(?:es)?|(?:arrives?|is back|are back) (?:in|at)|(?:steps?|walks?|goes|go) into|returns? to) (?:the )?{_ROOM}"),
    ("place", rf"\b[Ii]n(?:side)? (?:the )?{_ROOM}, {_WHO}(?: {_IS_AT}\b|{_LY} {_ACTS}\b)"),
)  # fmt: skip
_ONE_COIN: Final = rf"({NUMBER}) ({_COIN})"


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compile a pattern on its first use, because a server that checks no narration need not compile any."""
    return re.compile(pattern, re.IGNORECASE)


def begins_with_coin(words: str) -> bool:
    return _compiled(_COIN).match(words) is not None


def claims(sentence: str, mentions: Mentions) -> Iterator[Claim]:
    """Every claim of a sentence; a claim that two patterns find counts once."""
    marked = mentions.mark(sentence)
    found = (
        claim
        for kind, pattern in _PATTERNS
        for match in _compiled(pattern).finditer(marked)
        for claim in _READ.get(kind, _one)(kind, match, mentions)
    )
    yield from dict.fromkeys(found)


Reader = Callable[[Kind, re.Match[str], Mentions], Iterator[Claim]]


def _one(kind: Kind, match: re.Match[str], mentions: Mentions) -> Iterator[Claim]:
    groups = match.groupdict()
    number, who = groups.get("n"), groups.get("who")
    words = groups.get("thing") or groups.get("room") or ""
    yield Claim(kind, mentions.meant(who) if who else None, value_of(number) if number else None, words.strip())


def _coins(kind: Kind, match: re.Match[str], mentions: Mentions) -> Iterator[Claim]:
    for count, coin in _compiled(_ONE_COIN).findall(match["coins"]):
        short = coin if len(coin) == 2 else f"{coin[0]}p"
        yield Claim(kind, mentions.meant(match["who"]), value_of(count), short.casefold())


_READ: Final[dict[Kind, Reader]] = {"coins": _coins, "got_coins": _coins}
