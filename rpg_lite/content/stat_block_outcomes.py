"""Turn the sentences of a stat block about damage, saves and conditions into steps; whatever is not understood is told to the table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, get_args

from rpg_lite.content.printed_text import CONDITIONS, LONG_ABILITIES, Json, said, sentences
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.vocabulary import SIZES, DamageType

_TYPE: Final = "|".join(get_args(DamageType))
_ABILITY: Final = "Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma"
_CONDITION: Final = "|".join(word for word in CONDITIONS if word != "exhaustion")
_DICE: Final = r"\d+d\d+(?:\s*[+-]\s*\d+(?!d))*"
_HURT: Final = re.compile(
    rf"(?:(?P<flat>\d+)(?!d)\s*(?:\((?P<dice>{_DICE})\))?|(?P<bare>{_DICE}))(?:\s+points? of)?"
    rf"(?:\s+(?P<types>(?:{_TYPE})(?:(?:, or |, | or )(?:{_TYPE}))*))?(?P<damage>\s+damage)?(?=[\s,.;:)]|$)",
    re.IGNORECASE,
)
_AND_MORE: Final = re.compile(r"\s*(?:,?\s*(?:plus|and)(?: another)?\s+|\+\s*)(?=\d)", re.IGNORECASE)
_THE: Final = r"(?:the target|it|that target|the creature|that creature|they|each (?:such )?(?:target|creature))"
_IF: Final = re.compile(r"^If the (?:target|creature) is (?P<who>[^,]+?),\s*", re.IGNORECASE)
_SUBJECT: Final = re.compile(rf"^(?:and |then )?(?:{_THE}(?: (?:also|instead))? (?=\w)|(?:also|instead) )?(?:must )?", re.IGNORECASE)
_GAINS: Final = re.compile(
    rf"(?:(?:is|are|be|become|becomes|being) |(?:has|have|gains?) (?:the )?)?(?P<words>(?:{_CONDITION})(?:(?:, and |, | and )(?:the )?(?:{_CONDITION}))*)"
    r"(?: conditions?)?(?: \(escape DC (?P<escape>\d+)\))?", re.IGNORECASE,
)  # fmt: skip
_PRONE: Final = re.compile(r"(?:(?:is|be|are|being) )?(?:knocked|falls?|fall) prone", re.IGNORECASE)
_MOVED: Final = re.compile(
    r"(?:(?:is|be|are|being) )?(?P<how>pushed|pulled) (?:up to )?(?P<feet>\d+) f(?:ee|oo)?t(?: (?:straight |horizontally |directly )*(?:away|toward)(?: (?:from|the|it|[a-z'-]+)){0,4}?)?(?=[,.]| and |$)",
    re.IGNORECASE,
)
_TAKES: Final = re.compile(r"(?:takes?|taking|suffers?) (?:an extra )?", re.IGNORECASE)
_JOIN: Final = re.compile(r"\s*(?:,\s*and|,|and)\s+", re.IGNORECASE)
_SPANS: Final = (
    (re.compile(r" (?:for|lasting) (\d+(?:d\d+)?|one|an?) (minute|hour|day|round)s?", re.IGNORECASE), ""),
    (re.compile(r",? until the end of (?:its|the target's|their|the creature's) next turn", re.IGNORECASE), "turn_end:target"),
    (re.compile(r",? until the start of (?:its|the target's|their|the creature's) next turn", re.IGNORECASE), "turn_start:target"),
    (re.compile(r",? until the end of the [a-z' -]{1,40}'s? next turn", re.IGNORECASE), "turn_end:source"),
    (re.compile(r",? until the start of the [a-z' -]{1,40}'s? next turn", re.IGNORECASE), "turn_start:source"),
)
"""How long a condition lasts; "its" is the target's turn, and any other name that of the creature that acts."""
_SAVE_OR: Final = re.compile(
    rf"(?:must|makes?|and must)(?: each)?(?: also)?(?: (?:succeed on|make))? a DC (?P<dc>\d+) (?P<ability>{_ABILITY}) sav(?:e|ing throw)(?: against [a-z' ]{{1,60}}?)?"
    r"(?P<rest> or |, taking | and takes? |\.|$|, or )", re.IGNORECASE,
)  # fmt: skip
_HALF_HURT: Final = re.compile(
    r"^ ?(?:on|with) a fail(?:ed save|ed saving throw|ure)(?:,? (?:or|and) half (?:as much(?: damage)?|the damage|that(?: damage)?|damage) (?:on|with) a success(?:ful (?:one|save|saving throw))?)?",
    re.IGNORECASE,
)
_FAILED: Final = re.compile(r"^On a fail(?:ed save|ure|ed saving throw),? ", re.IGNORECASE)
_REPEATS: Final = re.compile(
    r"(?:can )?repeats? the sav(?:e|ing throw) at the end of (?:each of )?(?:its|their) (?:next )?turns?, ending the effect on (?:itself|themselves) on a success",
    re.IGNORECASE,
)
_NEW_SAVE: Final = re.compile(
    rf"(?P<ability>{_ABILITY}) Saving Throw: ?DC (?P<dc>\d+)(?P<who>.*?)(?=(?:First )?Failure(?: or Success)?:?|Success:|$)", re.IGNORECASE
)
_LABEL: Final = re.compile(r"\b(First Failure|Second Failure|Subsequent Failures|Failure or Success|Failure|Success):?\s", re.ASCII)
_OTHER_THAN: Final = re.compile(
    r"(?:a|an) creature (?:other than|that isn't|that is not) (?:an? )?(?P<types>[a-z]+(?:(?:, or | or |, )(?:an? )?[a-z]+)*)",
    re.IGNORECASE,
)
_UNSURE: Final = ("while", "unless", "until", "if ", "except", "or ", "instead", "when ")
"""Words after an outcome that change it; the whole outcome is then told and not played."""


@dataclass(slots=True)
class SentenceReading:
    """The steps that a text gives, and what its reader had to assume."""

    steps: list[Json] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)


def hurts(text: str) -> tuple[list[Json], list[str], int]:
    """The damage at the start of the text, what was assumed about its types, and the number of letters that were read.

    A number without a type has that of the next number. The first of several types counts, since the creature chooses it.
    """
    found: list[re.Match[str]] = []
    at = 0
    while one := _HURT.match(text, at):
        found.append(one)
        at = one.end()
        if not (more := _AND_MORE.match(text, at)):
            break
        at = more.end()
    while found and not (found[-1]["damage"] or found[-1]["types"]):
        found.pop()
    if not found:
        return [], [], 0
    steps, assumed = list[Json](), list[str]()
    for n, one in enumerate(found):
        typed = next((each["types"] for each in found[n:] if each["types"]), found[0]["types"]) or "bludgeoning"
        amount = re.sub(r"\s", "", one["dice"] or one["bare"] or one["flat"])
        kinds = re.split(r", or |, | or ", typed.casefold())
        if not one["types"]:
            assumed.append(f"the type of {amount}, which is not printed; it counts as {kinds[0]}")
        elif len(kinds) > 1:
            assumed.append(f"the choice among {', '.join(kinds)}; {amount} is always {kinds[0]}")
        steps.append({"damage": amount, "type": kinds[0]})
    return steps, assumed, found[-1].end()


def riders(text: str) -> SentenceReading:
    """The further outcomes of a hit, or in an act without an attack: saves, conditions and damage, and sentences for the table."""
    read = SentenceReading()
    if new := _NEW_SAVE.search(text):
        _of_older_sentences(text[: new.start()], read, ends_open=True)
        gate = _gate(text[: new.start()], read)
        _lay(read, [_labelled(new, text[new.end() :], read)], gate)
        return read
    _of_older_sentences(text, read)
    return read


def _gate(before: str, read: SentenceReading) -> list[str] | None:
    """The words of `if` for the sentence just before a save of the newer form: "…, it is subjected to the following effect."."""
    found = re.search(r"If the target is (?P<who>[^.]+?), it is subjected to the following effect\.?\s*$", before, re.IGNORECASE)
    return who_in(found["who"]) if found else []


def _of_older_sentences(text: str, read: SentenceReading, ends_open: bool = False) -> None:
    """Each sentence for itself; one that repeats the save belongs to the save before it."""
    parts = sentences(text)
    told: list[str] = []
    n = 0
    while n < len(parts):
        part = parts[n]
        if ends_open and n == len(parts) - 1 and "subjected to the following effect" in part and _gate(part, read):
            break
        if _REPEATS.search(part) and _retry(read.steps):
            n += 1
            continue
        taken = _sentence(part, parts[n + 1] if n + 1 < len(parts) else "", read)
        if not taken:
            told.append(part)
        n += max(1, taken)
    read.steps += said(" ".join(told))


def _sentence(part: str, following: str, read: SentenceReading) -> int:
    """Add the steps of one sentence, and of the next one where both tell one save; the number of sentences that were understood."""
    gate: list[str] = []
    if found := _IF.match(part):
        known = who_in(found["who"])
        if known is None:
            return 0
        gate, part = known, part[found.end() :]
    if saved := _SAVE_OR.search(part):
        made, taken = _save(saved, part, following, read)
        if made:
            _lay(read, made, gate)
        return taken
    steps, rest = outcome(part, read)
    if not steps:
        return 0
    _lay(read, [*steps, *(said(part) if rest else ())], gate)
    return 1


def _lay(read: SentenceReading, steps: list[Json], gate: list[str] | None) -> None:
    if gate is None:
        read.steps += ({"say": "Only against some targets; the description says which."}, *steps)
    else:
        read.steps += [{"if": gate, "then": steps}] if gate else steps


def _save(saved: re.Match[str], part: str, following: str, read: SentenceReading) -> tuple[list[Json], int]:
    """The save of an older sentence, after what stands before it unless that only names the target; and the number of sentences read."""
    step: Json = {"save": LONG_ABILITIES[saved["ability"].casefold()], "dc": int(saved["dc"])}
    link, after = saved["rest"].strip(" ,").casefold(), part[saved.end() :]
    before = list(said(part[: saved.start()])) if _says_more(part[: saved.start()]) else []
    if link in ("taking", "and take", "and takes"):
        steps, assumed, end = hurts(after)
        half = _HALF_HURT.match(after[end:])
        if not steps or not half:
            return [], 0
        read.assumed += assumed
        left = after[end + half.end() :].strip(" .")
        return [*before, {**step, "fail": [*steps, *said(left)], **({"pass": "half"} if "half" in half[0].casefold() else {})}], 1
    if link == "or":
        steps, rest = outcome(after, read)
        return [*before, {**step, "fail": [*steps, *said(rest)]}], 1
    if failed := _FAILED.match(following):
        steps, rest = outcome(following[failed.end() :], read)
        return [*before, {**step, "fail": [*steps, *said(rest)]}], 2
    return [], 0


def _says_more(before: str) -> bool:
    """Whether the words before a save say more than who makes it: an area, a distance, another effect."""
    return len(before.split()) > 12 or "," in before.strip(" ,") or " and " in f" {before.strip()} "


def _labelled(new: re.Match[str], text: str, read: SentenceReading) -> Json:
    """The save of the newer form, whose outcomes stand behind labels."""
    step: Json = {"save": LONG_ABILITIES[new["ability"].casefold()], "dc": int(new["dc"]), "fail": []}
    marks = list(_LABEL.finditer(text))
    passed: list[Json] = []
    for n, mark in enumerate(marks):
        part = text[mark.end() : marks[n + 1].start() if n + 1 < len(marks) else len(text)].strip()
        label = mark[1]
        if label == "Success" and re.match(r"half damage", part, re.IGNORECASE):
            step["pass"] = "half"
            step["fail"] += said(re.sub(r"^half damage(?: only)?\.?\s*", "", part, flags=re.IGNORECASE))
        elif label in ("Failure", "First Failure"):
            step["fail"] = _failure(part, read)
        elif label == "Success":
            passed += said(part)
        elif label == "Failure or Success":
            step["fail"] += said(part)
            passed += said(part)
        else:
            step["fail"] += said(f"{label}: {part}")
    if passed and step.get("pass") != "half":
        step["pass"] = passed
    return step


def _failure(part: str, read: SentenceReading) -> list[Json]:
    """The outcome of a failed save: its first sentence, and the others as far as they are understood."""
    steps, told = list[Json](), list[str]()
    for sentence in sentences(part):
        if _REPEATS.search(sentence) and _retry(steps):
            continue
        found, rest = outcome(sentence, read)
        steps += found
        told += [rest] if rest else []
    return [*steps, *said(" ".join(told))]


def outcome(text: str, read: SentenceReading) -> tuple[list[Json], str]:
    """The steps of an outcome, "takes 9 (2d8) poison damage and is poisoned for 1 minute", and the rest of it that was not understood."""
    steps: list[Json] = []
    at = _SUBJECT.match(text)
    rest = text[at.end() :] if at else text
    read_to = rest
    while rest:
        found = _next(rest, read)
        if found is None:
            break
        more, length = found
        steps += more
        rest = rest[length:]
        joined = _JOIN.match(rest)
        read_to = rest[joined.end() :] if joined else rest
        subject = _SUBJECT.match(read_to)
        rest = read_to[subject.end() :] if joined and subject else rest
        if not joined:
            break
    left = read_to.strip(" .,;")
    if not steps or left.casefold().startswith(_UNSURE):
        return [], text.strip(" ,;")
    return steps, left


def _next(text: str, read: SentenceReading) -> tuple[list[Json], int] | None:
    """The next clause: damage, a condition with its duration, or a fall."""
    takes = _TAKES.match(text)
    start = takes.end() if takes else 0
    steps, assumed, end = hurts(text[start:])
    if end:
        read.assumed += assumed
        return steps, start + end
    if fall := _PRONE.match(text):
        return [{"apply": {"conditions": ["prone"]}}], fall.end()
    if moved := _MOVED.match(text):
        return [{"move": int(moved["feet"]), "how": moved["how"][:4].casefold()}], moved.end()
    if gains := _GAINS.match(text):
        return _conditions(gains, text)
    return None


def _conditions(gains: re.Match[str], text: str) -> tuple[list[Json], int]:
    words = [w.removeprefix("the ") for w in re.split(r", and |, | and ", gains["words"].casefold())]
    lasts, end = _span(text, gains.end())
    step: Json = {"apply": {"conditions": words}}
    if gains["escape"]:
        step["ends"] = [f"action:athletics:{gains['escape']}", f"action:acrobatics:{gains['escape']}"]
    elif lasts or words != ["prone"]:
        step["for"] = lasts or "permanent"
    return [step], end


def _span(text: str, at: int) -> tuple[str | None, int]:
    for pattern, word in _SPANS:
        if found := pattern.match(text, at):
            count = "1" if not word and found[1].casefold() in ("one", "a", "an") else found[1] if not word else ""
            return word or f"{count} {found[2].casefold()}{'' if count == '1' else 's'}", found.end()
    return None, at


def _retry(steps: list[Json]) -> bool:
    """Let the conditions of the last save end by a save at the end of each turn; whether there are any."""
    laid = [row for row in _laid(steps[-1:]) if row.get("for", "permanent") not in ("turn_end:target", "turn_start:target")]
    for row in laid:
        row["ends"] = [*row.get("ends", ()), "save:turn_end"]
        row.setdefault("for", "permanent")
    return bool(laid)


def _laid(steps: list[Json]) -> Iterator[Json]:
    for step in steps:
        if "apply" in step:
            yield step
        for key in ("then", "fail"):
            yield from _laid(step.get(key, []))


def who_in(text: str) -> list[str] | None:
    """The words of `if` for the targets that a sentence names; None if it cannot be said in them.

    >>> who_in("a creature other than an elf or undead"), who_in("a Large or smaller creature"), who_in("a creature"), who_in("asleep")
    (['not target:elf|target:undead'], ['size<=large'], [], None)
    """
    told = " ".join(text.casefold().replace("’", "'").split())
    if told in ("a creature", "creature", "one creature"):
        return []
    if sized := re.fullmatch(rf"an? ({'|'.join(SIZES)}) or smaller(?: creature)?", told):
        return [f"size<={sized[1]}"]
    if other := _OTHER_THAN.fullmatch(told):
        return [f"not {'|'.join(f'target:{kind}' for kind in re.split(r'(?:, or | or |, )(?:an? )?', other['types']))}"]
    if typed := re.fullmatch(rf"an? ({'|'.join(CREATURE_TYPES)})(?: creature)?", told):
        return [f"target:{typed[1]}"]
    return None
