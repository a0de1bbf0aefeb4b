"""The numbers that Foundry's dnd5e system computes for a creature: modifiers, saves, skills, AC, and formulas such as "1d6 + @mod"."""

import re
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.content.foundry_traits import SKILLS_OF_FOUNDRY
from rpg_lite.content.printed_text import Json, object_at, whole
from rpg_lite.rules import formulas
from rpg_lite.rules.stat_block import proficiency_of
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, Ability

ARMOR: Final = ("light", "medium", "heavy")
_REFERENCE: Final = re.compile(r"@([A-Za-z][\w.-]*)")
_DIE: Final = re.compile(r"\d{1,3}d\d{1,3}", re.ASCII)
_TERM: Final = re.compile(r"\s*([+-]?)\s*([^+-]+)")
_FLAVOR: Final = re.compile(r"\[[^\]]*\]")
_UNARMORED: Final[Mapping[str, tuple[int, tuple[Ability, ...]]]] = {
    "default": (10, ("dex",)), "mage": (13, ("dex",)), "draconic": (10, ("dex", "cha")), "unarmoredMonk": (10, ("dex", "wis")),
    "unarmoredBarb": (10, ("dex", "con")), "unarmoredBard": (10, ("dex", "cha")),
}  # fmt: skip


class ActorNumbers:
    """The numbers of one actor of type npc. `cr`: its challenge rating, which sets its proficiency bonus."""

    def __init__(self, system: Json, cr: float, items: list[Json]) -> None:
        self._system, self._items = system, items
        scores = {a: whole(object_at(system, "abilities", a).get("value")) for a in ABILITIES}
        self.mods: dict[Ability, int] = {a: ((score if score is not None else 10) - 10) // 2 for a, score in scores.items()}
        self.proficiency = proficiency_of(cr)
        word = object_at(system, "attributes").get("spellcasting")
        self.casts_with: Ability | None = next((a for a in ABILITIES if a == word), None)

    def save_dc(self, ability: Ability | None) -> int | None:
        """8, the proficiency bonus and the modifier; of the spellcasting ability if none is named."""
        used = ability or self.casts_with
        bonus = self.value(object_at(self._system, "bonuses", "spell").get("dc")) or 0
        return 8 + self.proficiency + self.mods[used] + (bonus if ability is None else 0) if used else None

    def value(self, formula: Any, mod: int = 0) -> int | None:
        """The whole number that a formula without dice gives; None for one that needs dice or a value that is not here."""
        text = self._filled(formula, mod)
        if not text or _DIE.search(text) or formulas.fault(f"{{{text}}}"):
            return whole(formula) if text else 0
        try:
            return formulas.value(f"{{{text}}}", {})
        except (ValueError, ZeroDivisionError, KeyError):
            return None

    def dice(self, formula: Any, mod: int = 0) -> str | None:
        """The dice and the sum of the numbers of a formula: "1d6 + @mod" is "1d6+3". None for one that cannot be read."""
        text = self._filled(formula, mod)
        if "(" not in text and "*" not in text and "/" not in text:
            return self._sum(text)
        number = self.value(formula, mod)
        return None if number is None else str(number)

    def _sum(self, text: str) -> str | None:
        rolled, fixed = list[str](), 0
        at = 0
        while term := _TERM.match(text, at):
            sign, part = term[1], term[2].strip()
            at = term.end()
            if part and _DIE.fullmatch(part) and sign != "-":
                rolled.append(part)
            elif part.isdecimal():
                fixed += -int(part) if sign == "-" else int(part)
            else:
                return None
        tail = f"{fixed:+d}" if fixed and rolled else str(fixed) if not rolled else ""
        return "+".join(rolled) + tail if text.strip() else None

    def _filled(self, formula: Any, mod: int) -> str:
        text = _FLAVOR.sub("", str(formula)) if isinstance(formula, str | int) and not isinstance(formula, bool) else ""
        filled = _REFERENCE.sub(lambda found: str(self.at(found[1], mod)), text)
        return re.sub(r"\+\s*-", "-", re.sub(r"-\s*-", "+", filled)).strip()

    def at(self, path: str, mod: int = 0) -> Any:
        """The value that Foundry gives under "@path"; the text itself where there is none."""
        head, _, rest = path.partition(".")
        if path in ("mod", "prof", "attributes.prof"):
            return mod if path == "mod" else self.proficiency
        ability = next((a for a in ABILITIES if rest.startswith(f"{a}.")), None) if head == "abilities" else None
        if ability:
            computed = {
                "mod": self.mods[ability],
                "dc": self.save_dc(ability),
                "save.value": self.save(ability),
                "save": self.save(ability),
            }
            key = rest.partition(".")[2]
            return computed.get(key, object_at(self._system, "abilities", ability).get(key, path))
        if path in ("attributes.spell.dc", "attributes.spelldc"):
            return self.save_dc(None)
        if path in ("attributes.spell.mod", "attributes.spell.attack"):
            bare = self.mods[self.casts_with] if self.casts_with else 0
            return bare + (self.proficiency if path.endswith("attack") else 0)
        if head == "skills" and path.endswith((".passive", ".total", ".mod")):
            total = self.skill(rest.partition(".")[0])
            return path if total is None else total + (10 if path.endswith("passive") else 0)
        found: Any = self._system
        for key in path.split("."):
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, str | int | float) else path

    def save(self, ability: Ability) -> int:
        """The bonus of a saving throw."""
        own = object_at(self._system, "abilities", ability)
        bonuses = [object_at(own, "bonuses").get("save"), object_at(self._system, "bonuses", "abilities").get("save")]
        return self.mods[ability] + self._trained(own.get("proficient")) + sum(self.value(b) or 0 for b in bonuses)

    def is_save_of_note(self, ability: Ability) -> bool:
        """Whether a save differs from the ability modifier."""
        return self.save(ability) != self.mods[ability]

    def skill(self, short: str) -> int | None:
        """The bonus of a skill by Foundry's key of it; None for another key."""
        skill = SKILLS_OF_FOUNDRY.get(short)
        if skill is None:
            return None
        own = object_at(self._system, "skills", short)
        ability = next((a for a in ABILITIES if a == own.get("ability")), SKILL_ABILITY[skill])
        bonuses = [object_at(own, "bonuses").get("check"), object_at(self._system, "bonuses", "abilities").get("skill")]
        bonuses.append(object_at(self._system, "bonuses", "abilities").get("check"))
        return self.mods[ability] + self._trained(own.get("value")) + sum(self.value(b) or 0 for b in bonuses)

    def skills(self) -> dict[str, int]:
        """The printed skills: those whose bonus is not the modifier of the usual ability."""
        found = {skill: self.skill(short) for short, skill in SKILLS_OF_FOUNDRY.items()}
        return {f"skills.{skill}": n for skill, n in found.items() if n is not None and n != self.mods[SKILL_ABILITY[skill]]}

    def _trained(self, level: Any) -> int:
        return int(self.proficiency * level) if isinstance(level, int | float) and level in (0.5, 1, 2) else 0

    def armor_class(self) -> int | None:
        """The AC: the flat number, or what armor, shield and ability modifiers give; None for a formula that cannot be read."""
        ac = object_at(self._system, "attributes", "ac")
        calc, flat = ac.get("calc"), whole(ac.get("flat"))
        if calc == "flat" or (calc is None and flat is not None):
            return flat
        if calc is None and (given := whole(ac.get("value"))) is not None:
            return given
        bonus = (self.value(ac.get("bonus")) or 0) + self._of_shield()
        if calc == "natural":
            return None if flat is None else flat + bonus
        base = self.value(ac.get("formula")) if calc == "custom" else self._of_armor(str(calc or "default"))
        return None if base is None else base + bonus

    def _of_armor(self, calc: str) -> int | None:
        base, abilities = _UNARMORED.get(calc, (None, ()))
        worn = next((i for i in self._items if _kind_of_armor(i) in ARMOR and object_at(i, "system").get("equipped") is True), None)
        if worn is None or calc == "mage":
            return None if base is None else base + sum(self.mods[a] for a in abilities)
        armor = object_at(worn, "system", "armor")
        most = whole(armor.get("dex"))
        dex = {"heavy": 0, "medium": min(self.mods["dex"], 2 if most is None else most)}.get(_kind_of_armor(worn), self.mods["dex"])
        return (whole(armor.get("value")) or 10) + (whole(armor.get("magicalBonus")) or 0) + dex

    def _of_shield(self) -> int:
        shield = next((i for i in self._items if _kind_of_armor(i) == "shield" and object_at(i, "system").get("equipped") is True), None)
        armor = object_at(shield, "system", "armor")
        return (whole(armor.get("value")) or 0) + (whole(armor.get("magicalBonus")) or 0)


def _kind_of_armor(item: Json) -> str:
    """light, medium, heavy, shield or another word; older versions keep it beside the AC of the armor."""
    if item.get("type") != "equipment":
        return ""
    return str(object_at(item, "system", "type").get("value") or object_at(item, "system", "armor").get("type") or "")
