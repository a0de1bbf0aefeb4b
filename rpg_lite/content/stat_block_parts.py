"""The parts of a stat block that several programs print alike: size, challenge rating, speeds, languages, defenses, traits, legendary numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from rpg_lite.content import multiattack_sentences
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.multiattack_sentences import OwnAct
from rpg_lite.content.printed_text import CONDITIONS, LONGEST_READ, LONGEST_SAID, Json, Loss, name_in_play, plain, whole
from rpg_lite.content.stat_block_acts import Printed, acts_of, called_of
from rpg_lite.content.stat_block_spells import casting_of
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import LONGEST_DESCRIPTION
from rpg_lite.rules.acts.multiattack import MULTIATTACK
from rpg_lite.vocabulary import SKILLS, DamageType, Movement, Sense, Size

TYPES_OF_DAMAGE: Final = get_args(DamageType)
PHYSICAL: Final = ("bludgeoning", "piercing", "slashing")
_TARGETS: Final = {"resistances": "resist", "immunities": "immune", "vulnerabilities": "vulnerable"}
_IN_WORDS: Final = {"resistances": "resistance", "immunities": "immunity", "vulnerabilities": "vulnerability"}
_FRACTIONS: Final = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}
_METALS: Final = ("silver", "adamantine")
_SCOPES: Final = {"silver": "silvered", "adamantine": "adamantine"}
_NOTHING: Final = ("-", "—", "none", "false", "null")
_RESISTS: Final = re.compile(r"Legendary Resistance \((\d)/Day(?:,? or (\d)/Day in Lair)?", re.IGNORECASE)


def number(value: Any, place: str, least: int, most: int) -> int:
    """The whole number between two bounds. Raises Faulty."""
    found = whole(value)
    if found is None or not least <= found <= most:
        raise Faulty((place, f"takes a whole number from {least} to {most}, not {str(value)[:40]!r}"))
    return found


def size_of(text: Any) -> Size:
    """The size that the text names; medium for another word."""
    return next((size for size in get_args(Size) if size == str(text).casefold()), "medium")


def challenge(value: Any, place: str) -> float:
    """The challenge rating, also of "1/4" and "0.250". Raises Faulty."""
    found = _FRACTIONS.get(str(value)) if not isinstance(value, int | float) or isinstance(value, bool) else float(value)
    if found is None and isinstance(value, str) and re.fullmatch(r"\d{1,2}(\.\d{1,4})?", value, re.ASCII):
        found = float(value)
    if found is None or not 0 <= found <= 30:
        raise Faulty((place, f"takes a challenge rating from 0 to 30, not {str(value)[:40]!r}"))
    return found


def hit_dice(text: Any) -> str | None:
    """The dice without spaces; None for anything else."""
    found = re.sub(r"\s", "", text).replace("−", "-") if isinstance(text, str) else ""
    return found if re.fullmatch(r"\d{1,3}d\d{1,2}([+-]\d{1,4})?", found, re.ASCII) else None


def speeds_of(speeds: Any) -> dict[str, int]:
    """Movement → feet."""
    given = speeds if isinstance(speeds, dict) else {}
    return {kind: v for kind in get_args(Movement) if (v := whole(given.get(kind))) is not None and 0 < v <= 10_000}


def lost_speeds(speeds: Any, of: str, place: str) -> Iterator[Loss]:
    """The ways to move that no sheet here has."""
    known = (*get_args(Movement), "unit", "units", "crawl", "notes", "special")
    for key, value in (speeds if isinstance(speeds, dict) else {}).items():
        if value and key not in known and not isinstance(value, list):
            yield Loss(f"the speed {plain(str(key))} of {of}", f"{place}.{key}")


def senses_of(text: Any) -> dict[str, int]:
    """Sense → feet, from a printed line."""
    found = {}
    for sense in get_args(Sense):
        if isinstance(text, str) and (m := re.search(rf"{sense}\D{{0,12}}(\d{{1,4}})", text[:LONGEST_READ], re.IGNORECASE)):
            found[sense] = int(m[1])
    return found


def languages_of(text: Any) -> list[str]:
    """The languages of a printed line."""
    words = [plain(word) for word in re.split(r"[,;]", text)] if isinstance(text, str) else []
    return [word[: names.LONGEST_NAME] for word in words if word and word not in ("-", "—")]


def skills_of(skills: Mapping[str, Any]) -> dict[str, int]:
    """The printed numbers of known skills."""
    known = {names.fold(skill.replace("_", " ")): skill for skill in SKILLS}
    found = {known.get(names.fold(str(key).replace("_", " "))): value for key, value in skills.items()}
    return {f"skills.{skill}": n for skill, value in found.items() if skill and (n := whole(value)) is not None and -10 <= n <= 60}


class PrintedDefenses:
    """Resistances, immunities and vulnerabilities of one creature, with what their words mean here."""

    def __init__(self, of: str, losses: list[Loss]) -> None:
        self._of, self._losses = of, losses
        self.found: Json = {}
        self.modifiers: list[Json] = []
        self._immune: list[str] = []

    def read(self, key: str, text: Any, place: str) -> None:
        """Read a printed line such as "cold; slashing from nonmagical attacks". `key`: resistances, immunities or vulnerabilities."""
        for clause in text[:LONGEST_READ].split(";") if isinstance(text, str) else ():
            told = plain(clause).casefold().replace("b/p/s", ", ".join(PHYSICAL))
            if re.search(r"\bnon[- ]?magic", told):
                self._of_nonmagical(key, told, place)
            elif re.search(r"\b(from|while|when|against|that|except|if|only)\b", told):
                self._lose(key, told, place)
            else:
                for word in re.split(r",|&|\band\b|\bor\b", told):
                    self._word(key, word.replace("damage", "").strip(" ."), place)

    def bypassed(self, key: str, words: Sequence[str], bypasses: Sequence[str], place: str) -> None:
        """Read a list of words, where magic and some metals get past those of weapons."""
        for word in words:
            if word in PHYSICAL and bypasses:
                metals = [_SCOPES[m] for m in _METALS if m[:3] in bypasses]
                self._scoped(key, [word], metals, is_nonmagical="mgc" in bypasses)
            else:
                self._word(key, word.casefold(), place)

    def _word(self, key: str, word: str, place: str) -> None:
        if word in TYPES_OF_DAMAGE:
            self.found.setdefault(key, [])
            if word not in self.found[key]:
                self.found[key].append(word)
        elif key == "immunities" and word in CONDITIONS:
            self._immune.append(word)
        elif word and word not in _NOTHING:
            self._lose(key, word, place)

    def _of_nonmagical(self, key: str, told: str, place: str) -> None:
        rest = told.partition(" from ")[2]
        kinds = [kind for kind in TYPES_OF_DAMAGE if re.search(rf"\b{kind}\b", told)]
        for kind in kinds:
            if kind not in PHYSICAL:
                self._word(key, kind, place)
        bodily = [kind for kind in kinds if kind in PHYSICAL] or ([*PHYSICAL] if not kinds else [])
        metals = [_SCOPES[m] for m in _METALS if m in told]
        self._scoped(key, bodily, metals, is_nonmagical=True)
        if re.search(r"\b(while|when|except|in dim|aren't|not made)\b", rest) and not metals:
            self._lose(key, told, place)

    def _scoped(self, key: str, kinds: Iterable[str], metals: Sequence[str], is_nonmagical: bool) -> None:
        scope = [*(["damage:nonmagical"] if is_nonmagical else []), *(f"but_of:{metal}" for metal in metals)]
        self.modifiers += ({"target": _TARGETS[key], "op": "grant", "value": kind, "scope": scope} for kind in kinds)

    def _lose(self, key: str, told: str, place: str) -> None:
        self._losses.append(Loss(f"the {_IN_WORDS[key]} of {self._of} to {told[:200]}", place))

    def conditions(self, words: Iterable[str], place: str) -> list[str]:
        """The known conditions among these words, and those that a line about damage named."""
        told = [plain(word).casefold().strip(" .") for word in words]
        self._losses += (Loss(f"the immunity of {self._of} to {w[:200]}", place) for w in told if w and w not in (*CONDITIONS, *_NOTHING))
        return [word for word in dict.fromkeys((*told, *self._immune)) if word in CONDITIONS]


class PrintedBlock:
    """The acts, traits and spells of one creature as they are read, one after the other."""

    def __init__(self, of: str, losses: list[Loss]) -> None:
        self._of, self.losses = of, losses
        self.acts: list[Json] = []
        self.features: list[Json] = []
        self.casting: Json | None = None
        self.resistance: int | None = None
        self.in_lair: int | None = None
        self._several: Printed | None = None
        """The Multiattack, which names acts that are read after it."""

    def trait(self, name: str, text: str, place: str) -> None:
        """Read a trait: spellcasting, legendary resistance, or a sentence for the game master."""
        self.note_long(name, text, place)
        if found := _RESISTS.match(plain(name)):
            self.resistance, self.in_lair = int(found[1]), int(found[2]) if found[2] else None
        elif not self.reads_spells(name, text, place):
            self.features.append(told(name, text))

    def act(self, printed: Printed) -> list[Json]:
        """Read an action; the acts that it gives, or none for one that only lists spells."""
        self.note_long(printed.name, printed.text, printed.place)
        if "spellcasting" in printed.name.casefold() and self.reads_spells(printed.name, printed.text, printed.place):
            return []
        made = [self._named_once(act) for act in acts_of(printed, self.losses)]
        self.acts += made
        if made and names.fold(made[0]["name"]) == MULTIATTACK and not _plays_something(made[0]):
            self._several = printed
        return made

    def note_long(self, name: str, text: str, place: str) -> None:
        """Name the end of a text that is too long to be read."""
        if len(text) > LONGEST_READ:
            self.losses.append(Loss(f"the end of {name_in_play(name)} of {self._of}, which takes {LONGEST_READ:,} letters", place))

    def reads_spells(self, name: str, text: str, place: str) -> bool:
        """Whether the text lists spells, which the creature then casts. One whose words say more remains a trait, too."""
        if "cast" not in name.casefold() and "spell" not in text.casefold():
            return False
        lost: list[Loss] = []
        casting = casting_of(text, place, lost)
        if casting is None:
            return False
        self.losses += lost
        self.add_casting(casting, name, place)
        if lost:
            self.features.append(told(name, text))
        return True

    def add_casting(self, casting: Json, name: str, place: str) -> None:
        """Add spells to those of another trait with the same ability; the spells of a second ability are a loss."""
        if self.casting is None:
            self.casting = casting
        elif self.casting["ability"] != casting["ability"]:
            self.losses.append(Loss(f"the spells of {plain(name)} of {self._of}, whose ability is another one", place))
        else:
            for key in ("slots", "spells", "perDay"):
                for at, value in casting.get(key, {}).items():
                    mine = self.casting.setdefault(key, {})
                    mine[at] = [*mine.get(at, []), *value] if isinstance(value, list) else value
            self.casting["atWill"] = [*self.casting.get("atWill", []), *casting.get("atWill", [])]
            self.casting |= {key: value for key, value in casting.items() if key not in self.casting}
            self.casting = {key: value for key, value in self.casting.items() if value not in ([], {})}

    def _named_once(self, act: Json) -> Json:
        """The act under a name that no earlier one has."""
        taken = {names.fold(one["name"]) for one in self.acts}
        tails = ("", f" ({act['cost']})", *(f" ({n})" for n in range(2, 400)))
        called = next(c for tail in tails if names.fold(c := act["name"][: names.LONGEST_NAME - len(tail)] + tail) not in taken)
        return {**act, "name": called}

    def _read_multiattack(self, printed: Printed) -> None:
        """Give the Multiattack the attacks that its sentence names; a sentence that is not read is a loss, and stays the game master's."""
        own = [OwnAct(one["name"], _kind(one)) for one in self.acts if one["cost"] == "action"]
        found = multiattack_sentences.read(plain(printed.text), [one for one in own if names.fold(one.name) != MULTIATTACK])
        for one in self.acts:
            if names.fold(one["name"]) == MULTIATTACK and found:
                one |= {"steps": found.steps, "description": plain(printed.text)[:LONGEST_DESCRIPTION]}
        left = found.left if found else (plain(printed.text)[:200],)
        self.losses += (
            Loss(f"the words {told!r} of the Multiattack of {self._of}, which the game master plays", printed.place) for told in left
        )

    def keys(self, actions: int | None) -> Json:
        """The keys of the creature's file. `actions`: the number of its legendary actions, if the file says it."""
        if self._several is not None:
            self._read_multiattack(self._several)
        made: Json = {"acts": self.acts, "features": self.features, "spellcasting": self.casting}
        if any(act["cost"] == "legendary" for act in self.acts):
            made["legendaryActions"] = actions or 3
        if self.resistance:
            made["legendaryResistance"] = self.resistance
        if self.in_lair:
            made["inLair"] = {"legendaryResistance": self.in_lair}
        return made


def _plays_something(act: Json) -> bool:
    return any("say" not in step for step in act["steps"])


def _kind(act: Json) -> str | None:
    """Whether the act is a melee or a ranged attack; None for another act."""
    inner = (one for step in act["steps"] for one in (step, *step.get("then", ())))
    return next((one["kind"] for one in inner if "attack" in one), None)


def told(name: str, text: str) -> Json:
    """A trait whose sentence the game master reads; its effect is not computed."""
    called, spend = called_of(name)
    limit = f" ({spend.split(':')[1]} a {spend.split(':')[2].replace('_', ' ')})" if spend and spend.startswith("uses") else ""
    shown = name_in_play(called) or "Trait"
    return {"name": shown, "adjudicated": [(plain(text)[:LONGEST_SAID] or shown) + limit]}


def tags_of(text: Any) -> list[str]:
    """The words of a subtype, "elf, goblinoid"; those that mean any are none."""
    words = [plain(word).casefold() for word in re.split(r"[,;/]", text)] if isinstance(text, str) else []
    return [word[: names.LONGEST_NAME] for word in words if word and not word.startswith(("any", "all "))]
