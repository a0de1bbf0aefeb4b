"""The descriptions of Foundry's dnd5e system as plain text: each enricher, "[[/damage]]" or "&Reference[Prone]", becomes words and numbers."""

import re
from typing import Any, Final

from rpg_lite.content.foundry_activities import LONG, ReadItem, in_words
from rpg_lite.content.foundry_traits import SKILLS_OF_FOUNDRY
from rpg_lite.content.printed_text import LONGEST_READ, Json, object_at
from rpg_lite.vocabulary import ABILITIES, DAMAGE_TYPES

_ENRICHER: Final = re.compile(
    r"\[\[\s*/?(?P<kind>[a-z]+)?(?P<config>[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]{1,2}(?:\{(?P<label>[^{}]*)\})?", re.IGNORECASE
)
_REFERENCE: Final = re.compile(
    r"&(?:amp;)?Ref+er+ence\[(?P<reference>[^\]]*)\](?:\{(?P<called>[^{}]*)\})?|@[A-Za-z]+\[(?P<link>[^\]]*)\](?:\{(?P<text>[^{}]*)\})?",
    re.IGNORECASE,
)
_PART: Final = re.compile(r'(?:[^\s"]+|"[^"]*")+')
_ROLLS: Final = ("r", "roll", "gmr", "gmroll", "br", "blindroll", "pr", "publicroll", "sr", "selfroll")
_DICE_TEXT: Final = re.compile(r"\d+d\d+(?:\s*[+-]\s*\d+)*")


class Description:
    """The text of one item of an actor. `names`: id of an item → its name."""

    def __init__(self, item: ReadItem, actor_name: str, names: dict[str, str]) -> None:
        self._item, self._actor_name, self._names = item, actor_name, names

    def html(self) -> str:
        """The description with words and numbers in place of its enrichers; the tags stay."""
        return self.words_of(str(object_at(self._item.system, "description").get("value") or "")[:LONGEST_READ])

    def words_of(self, text: str) -> str:
        """A text of the item with its enrichers written out, those in labels and looked-up texts too."""
        return _REFERENCE.sub(_linked, _ENRICHER.sub(self._one, _REFERENCE.sub(_linked, text)))

    def _one(self, found: re.Match[str]) -> str:
        kind, config, label = (found["kind"] or "").casefold(), found["config"] or "", found["label"]
        if not found[0].startswith("[[/") and kind not in ("lookup", "language"):
            return label or self._rolled(f"{found['kind'] or ''}{config}")
        words, keys = _parts(config)
        match kind:
            case "attack":
                return label or self._attack(words, keys)
            case "damage" | "heal" | "healing":
                return label or self._damage(config, kind != "damage")
            case "save" | "concentration":
                return label or self._save(words, keys)
            case "check" | "skill" | "tool":
                return label or self._check(words, keys)
            case "lookup":
                return self._lookup(words, keys) or label or ""
            case "item":
                return label or self._names.get(" ".join(words).strip(". "), " ".join(words).strip(". "))
            case _ if kind in _ROLLS:
                return label or self._rolled(config)
        return label or config.strip()

    def _rolled(self, config: str) -> str:
        formula = config.partition("#")[0].strip()
        amount = self._item.numbers.dice(formula)
        return amount if amount is not None else (_DICE_TEXT.search(formula) or [""])[0]

    def _attack(self, words: list[str], keys: dict[str, str]) -> str:
        given = [w for w in (*words, keys.get("formula", "")) if re.search(r"\d|@", w)]
        if given:
            bonus = self._item.numbers.value(" ".join(given).lstrip("+"))
            return f"{bonus:+d} to hit" if bonus is not None else " ".join(given)
        activity = self._item.first("attack", key=keys.get("activity", ""))
        is_long = "extended" in words or keys.get("format") == "extended"
        return self._item.attack_words(activity, is_long) if activity else ""

    def _damage(self, config: str, heals: bool) -> str:
        told: list[str] = []
        is_long, activity_key, two_hands = False, "", False
        for part in config.split("&"):
            words, keys = _parts(part)
            is_long = is_long or "extended" in words or keys.get("format") == "extended"
            two_hands = two_hands or "twoHanded" in (*words, keys.get("attackMode", ""))
            activity_key = keys.get("activity", activity_key)
            given = " ".join(w for w in (keys.get("formula", ""), *words) if re.search(r"\d|@|^[-+*/]$", w))
            types = [w for w in (*re.split(r"[|/]", keys.get("type", "")), *words) if w in DAMAGE_TYPES]
            if given:
                amount = self._item.numbers.dice(given) or given
                shown = in_words(amount) if "average" in words or keys.get("average") else amount
                told.append(f"{shown} {' or '.join(types) or ('hit points' if heals else '')}".strip())
        if not told:
            kinds = ("heal",) if heals else ("attack", "damage", "save")
            activity = self._item.first(key=activity_key) or next(
                (a for a in self._item.activities if a.kind in kinds and (heals or self._item.damage_words(a))), None
            )
            told = [self._of_activity(activity, two_hands)] if activity else []
        joined = " damage plus ".join(part for part in told if part)
        return f"Hit: {joined} damage" if is_long and joined else joined

    def _of_activity(self, activity: Any, two_hands: bool) -> str:
        if activity.kind == "heal":
            row = object_at(activity.row, "healing")
            amount = self._item.amount(row, self._item.mod_of(activity))
            return f"{in_words(amount)} hit points" if amount else ""
        words: str = self._item.damage_words(activity, two_hands)
        return words

    def _save(self, words: list[str], keys: dict[str, str]) -> str:
        ability = next((a for a in ABILITIES for w in (*words, keys.get("ability", "")) if w[:3].casefold() == a), None)
        tail = " saving throw" if keys.get("format") == "long" else ""
        if ability is None:
            activity = self._item.first("save", key=keys.get("activity", ""))
            return self._item.save_words(activity) + tail if activity else ""
        given = keys.get("dc") or next((w for w in words if w.isdecimal()), "")
        dc = self._item.numbers.value(given) if given else None
        return f"{f'DC {dc} ' if dc is not None else ''}{LONG[ability]}{tail}"

    def _check(self, words: list[str], keys: dict[str, str]) -> str:
        activity = self._item.first("check", key=keys.get("activity", ""))
        row = object_at(activity.row, "check") if activity and not (words or keys.get("skill") or keys.get("ability")) else {}
        short = keys.get("skill") or next((w for w in words if w in SKILLS_OF_FOUNDRY), "")
        linked = row.get("associated")
        short = short or next((str(w) for w in linked if w in SKILLS_OF_FOUNDRY), "") if isinstance(linked, list) else short
        skill = SKILLS_OF_FOUNDRY.get(short, keys.get("skill", "")).replace("_", " ").title()
        skill = skill or keys.get("tool", "").title()
        ability = next(
            (a for a in ABILITIES for w in (*words, keys.get("ability", ""), str(row.get("ability") or "")) if w[:3].casefold() == a), None
        )
        given = keys.get("dc") or next((w for w in words if w.isdecimal()), "") or object_at(row, "dc").get("formula") or ""
        dc = self._item.numbers.value(given) if given else None
        named = f"{LONG[ability]} ({skill})" if ability and skill else LONG[ability] if ability else skill
        return f"{f'DC {dc} ' if dc is not None else ''}{named}".strip()

    def _lookup(self, words: list[str], keys: dict[str, str]) -> str:
        path = next((w.lstrip("@") for w in words if w.startswith("@")), "")
        found: Any = self._value(path, keys.get("activity", ""))
        told = str(found) if isinstance(found, str | int | float) and not isinstance(found, bool) else ""
        told = "" if told == path else told
        case = {"lowercase": str.lower, "uppercase": str.upper, "capitalize": str.capitalize}
        for word in words:
            told = case[word](told) if word in case else told
        return told

    def _value(self, path: str, activity_key: str) -> Any:
        if path == "name":
            return self._actor_name
        activity = self._item.first("save", "attack", "damage", "utility", "cast", "heal", key=activity_key)
        if path == "save.dc.value" and activity:
            return self._item.save_dc(activity)
        row: Any = activity.row if activity else {}
        for at in (row, self._item.system):
            found: Any = at
            for key in path.removeprefix("item.").split("."):
                found = found.get(key) if isinstance(found, dict) else None
            if found not in (None, "") and not isinstance(found, dict | list):
                return found
        known = self._item.numbers.at(path)
        return None if known == path else known


def _parts(config: str) -> tuple[list[str], dict[str, str]]:
    """The bare words of a configuration, and those with a value."""
    words, keys = list[str](), dict[str, str]()
    for part in _PART.findall(config):
        key, sign, value = part.partition("=")
        if sign and re.fullmatch(r"[A-Za-z]+", key):
            keys[key] = value.strip('"')
        else:
            words.append(part.strip('"'))
    return words, keys


def _linked(found: re.Match[str]) -> str:
    """The words of a reference or a link."""
    return found["text"] or "" if found["reference"] is None else found["called"] or _referred(found["reference"])


def _referred(config: str) -> str:
    """The name in a reference: "Prone apply=false" is Prone, "condition=prone" is prone, "DifficultTerrain" is Difficult Terrain."""
    words, keys = _parts(config)
    named = " ".join(words) or next((value for key, value in keys.items() if key not in ("apply", "rules")), "")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", named)


def named_items(items: list[Json]) -> dict[str, str]:
    """Id → name of the items of an actor."""
    return {str(item.get("_id")): str(item["name"]) for item in items if item.get("_id")}
