"""The deeds of an item of Foundry's dnd5e system, from its activities or, in versions before 4, from the fields of the item itself."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content.foundry_numbers import ActorNumbers
from rpg_lite.content.printed_text import LONG_ABILITIES, Json, object_at, rows_in, whole
from rpg_lite.rules import dice
from rpg_lite.vocabulary import ABILITIES, Ability

LONG: Final[Mapping[Ability, str]] = {short: long.title() for long, short in LONG_ABILITIES.items()}
_OLD_KINDS: Final = {
    "mwak": "attack",
    "rwak": "attack",
    "msak": "attack",
    "rsak": "attack",
    "save": "save",
    "heal": "heal",
    "other": "damage",
}
_RANGED_TYPES: Final = ("simpleR", "martialR", "siege")
COSTS: Final = {"action": "action", "bonus": "bonus", "reaction": "reaction", "reactiondamage": "reaction", "legendary": "legendary"}
PERIODS: Final = {"day": "day", "dawn": "day", "dusk": "day", "lr": "long_rest", "sr": "short_rest", "turn": "turn"}
ATTACKS_OF_OLD: Final = ("mwak", "rwak", "msak", "rsak")


@dataclass(frozen=True, slots=True)
class Activity:
    """One activity: an attack, a save, damage, healing, a cast spell or a use. `of`: the item."""

    key: str
    kind: str
    row: Json
    of: Json

    @property
    def cost(self) -> str:
        """The word of the activation in Foundry; empty for none."""
        return str(object_at(self.row, "activation").get("type") or "")


def activities_of(item: Json) -> list[Activity]:
    """The activities of an item, in the order of the file."""
    system = object_at(item, "system")
    rows = object_at(system, "activities")
    found = [Activity(str(key), str(row.get("type") or ""), row, item) for key, row in rows.items() if isinstance(row, dict)]
    return found or _of_older_version(item, system)


def _of_older_version(item: Json, system: Json) -> list[Activity]:
    kind = _OLD_KINDS.get(str(system.get("actionType") or ""))
    cost = object_at(system, "activation")
    if kind is None:
        return [Activity("", "utility", {"activation": cost}, item)] if cost.get("type") else []
    given = object_at(system, "damage").get("parts")
    parts = [row for row in given if isinstance(row, list) and row] if isinstance(given, list) else []
    damage = [{"custom": {"enabled": True, "formula": str(row[0])}, "types": [str(w) for w in row[1:] if w]} for row in parts]
    word = str(system["actionType"])
    attack = {
        "ability": system.get("ability") or "", "bonus": system.get("attackBonus") or object_at(system, "attack").get("bonus") or "",
        "flat": object_at(system, "attack").get("flat"), "type": {"value": "melee" if word[0] == "m" else "ranged", "classification": "spell" if word.endswith("sak") else "weapon"},
    }  # fmt: skip
    save = object_at(system, "save")
    row: Json = {"type": kind, "activation": cost, "damage": {"parts": damage, "includeBase": False}, "attack": attack}
    if save.get("ability"):
        scaling = save.get("scaling")
        row["save"] = {
            "ability": [save["ability"]],
            "dc": {
                "calculation": "" if scaling == "flat" else {"spell": "spellcasting"}.get(str(scaling), scaling),
                "formula": str(save.get("dc") or ""),
            },
        }
    if kind == "heal" and damage:
        row["healing"] = damage[0]
    made = [Activity("", kind, row, item)]
    return (
        [*made, Activity("", "save", {**row, "type": "save", "damage": {"parts": []}}, item)] if "save" in row and kind != "save" else made
    )


class ReadItem:
    """An item with the numbers of its actor."""

    def __init__(self, item: Json, numbers: ActorNumbers) -> None:
        self.item, self.numbers = item, numbers
        self.system = object_at(item, "system")
        self.activities = activities_of(item)

    def first(self, *kinds: str, key: str = "") -> Activity | None:
        """The activity of this key, or the first of these kinds."""
        named = next((a for a in self.activities if key and a.key == key), None)
        return named or next((a for a in self.activities if a.kind in kinds), None)

    def mod_of(self, activity: Activity) -> int:
        """The ability modifier of an attack or a save."""
        ability = self.ability_of(activity)
        return self.numbers.mods[ability] if ability else 0

    def ability_of(self, activity: Activity) -> Ability | None:
        """The ability of an activity, chosen as Foundry chooses it; None for no ability."""
        mods = self.numbers.mods
        word = str(object_at(activity.row, "attack").get("ability") or "")
        if activity.kind != "attack":
            word = str(object_at(activity.row, "save", "dc").get("calculation") or "")
        if word in ABILITIES:
            return next(a for a in ABILITIES if a == word)
        if word == "none":
            return None
        kind = object_at(activity.row, "attack", "type")
        if word == "spellcasting" or kind.get("classification") == "spell" or self.item.get("type") == "spell":
            return self.numbers.casts_with
        if activity.kind != "attack":
            return None
        own = str(object_at(self.system, "type").get("value") or self.system.get("weaponType") or "")
        if "fin" in self.properties() or own == "natural":
            return "dex" if mods["dex"] > mods["str"] else "str"
        if own.startswith(("simple", "martial")):
            return "dex" if own in _RANGED_TYPES else "str"
        return "dex" if kind.get("value") == "ranged" else "str"

    def properties(self) -> list[str]:
        """The keys of properties such as fin and thr; older versions write true for each."""
        found = self.system.get("properties")
        if isinstance(found, dict):
            return [str(key) for key, value in found.items() if value]
        return [str(w) for w in found if w] if isinstance(found, list) else []

    def to_hit(self, activity: Activity) -> int:
        """The bonus of an attack."""
        attack = object_at(activity.row, "attack")
        bonus = self.numbers.value(attack.get("bonus"), self.mod_of(activity)) or 0
        if attack.get("flat") is True:
            return bonus
        trained = 0 if self.item.get("type") == "weapon" and self.system.get("proficient") == 0 else self.numbers.proficiency
        magic = self.system.get("magicalBonus")
        return self.mod_of(activity) + trained + bonus + (whole(magic) or 0)

    def attack_words(self, activity: Activity, is_long: bool) -> str:
        """ "Melee Weapon Attack: +4 to hit, reach 5 ft.", or only the bonus."""
        bonus = f"{self.to_hit(activity):+d} to hit"
        if not is_long:
            return bonus
        kind = object_at(activity.row, "attack", "type")
        own = str(object_at(self.system, "type").get("value") or self.system.get("weaponType") or "")
        is_ranged = kind.get("value") == "ranged" or (not kind.get("value") and own in _RANGED_TYPES)
        range_of = object_at(activity.row, "range") if object_at(activity.row, "range").get("override") else object_at(self.system, "range")
        if not whole(range_of.get("value")) and whole(object_at(activity.row, "range").get("value")):
            range_of = object_at(activity.row, "range")
        far, reach = whole(range_of.get("value")), whole(range_of.get("reach"))
        throws = "thr" in self.properties() and far and not is_ranged
        far_words = f"range {far}{f'/{long}' if (long := whole(range_of.get('long'))) else ''} ft." if far else ""
        near = (
            reach or (far if far and not throws and far <= 30 and own == "natural" else None) or (10 if "rch" in self.properties() else 5)
        )
        words = far_words if is_ranged else f"reach {near} ft." + (f" or {far_words}" if throws else "")
        sort = "Spell" if kind.get("classification") == "spell" else "Weapon"
        return f"{'Ranged' if is_ranged else 'Melee or Ranged' if throws else 'Melee'} {sort} Attack: {bonus}, {words}".rstrip(", ")

    def damage_words(self, activity: Activity, two_hands: bool = False) -> str:
        """ "7 (1d8 + 3) slashing damage plus 3 (1d6) fire", without the word damage at the end."""
        mod = self.mod_of(activity)
        rows = [(row, False) for row in rows_in(object_at(activity.row, "damage").get("parts"))]
        base = object_at(self.system, "damage", "base")
        if activity.kind == "attack" and object_at(activity.row, "damage").get("includeBase") is not False and base:
            rows = [(base, True), *rows]
        told = []
        for n, (row, is_base) in enumerate(rows):
            amount = self.amount(row, mod, is_base, two_hands and n == 0)
            if amount:
                types = " or ".join(str(w) for w in self.types_of(row) if w)
                told.append(f"{in_words(amount)} {types}".strip())
        return " damage plus ".join(told)

    def types_of(self, row: Json) -> list[str]:
        """The types of damage of one part."""
        found = row.get("types")
        return [str(w) for w in found] if isinstance(found, list) else []

    def amount(self, row: Json, mod: int, is_base: bool = False, two_hands: bool = False) -> str | None:
        """The dice of one part, with the modifier for the base damage of a weapon; None if there is none or it cannot be read."""
        custom = object_at(row, "custom")
        if custom.get("enabled") is True:
            return self.numbers.dice(custom.get("formula"), mod)
        versatile = object_at(self.system, "damage", "versatile") if two_hands else {}
        number = whole(versatile.get("number")) or whole(row.get("number"))
        faces = whole(versatile.get("denomination")) or whole(row.get("denomination"))
        terms = [f"{number or 1}d{faces}"] if faces else []
        bonus = row.get("bonus")
        terms += [str(bonus)] if bonus not in (None, "") else []
        if not terms:
            return None
        if is_base and self.item.get("type") == "weapon":
            terms += [str(mod), str(whole(self.system.get("magicalBonus")) or 0)]
        return self.numbers.dice(" + ".join(terms), mod)

    def save_words(self, activity: Activity) -> str:
        """ "DC 13 Dexterity", or only the ability for a DC that cannot be read."""
        ability = self.save_ability(activity)
        dc = self.save_dc(activity)
        return f"{f'DC {dc} ' if dc is not None else ''}{LONG[ability] if ability else ''}".strip()

    def save_ability(self, activity: Activity) -> Ability | None:
        """The ability of the save; the first one if the target may choose."""
        found = object_at(activity.row, "save").get("ability")
        words = [found] if isinstance(found, str) else found if isinstance(found, list) else []
        return next((a for word in words for a in ABILITIES if a == word), None)

    def save_dc(self, activity: Activity) -> int | None:
        """The DC: from an ability of the creature, or from a formula."""
        dc = object_at(activity.row, "save", "dc")
        by = str(dc.get("calculation") or "")
        if by in ABILITIES:
            return self.numbers.save_dc(next(a for a in ABILITIES if a == by))
        if by == "spellcasting":
            return self.numbers.save_dc(None)
        return self.numbers.value(dc.get("formula")) if dc.get("formula") not in (None, "") else whole(dc.get("value"))

    def spend(self, cost: str, activity: Activity | None) -> str | None:
        """The price of a use: a legendary action, a recharge, or uses that a rest or a day brings back."""
        if cost == "legendary":
            return f"legendary:{whole(object_at(activity.row if activity else {}, 'activation').get('value')) or 1}"
        uses = object_at(self.system, "uses")
        most = self.numbers.value(uses.get("max")) if uses.get("max") not in (None, "") else None
        old = whole(object_at(self.system, "recharge").get("value"))
        if old:
            return f"recharge:{max(2, min(6, old))}"
        recoveries = rows_in(uses.get("recovery"))
        if re_rolled := next((row for row in recoveries if row.get("period") == "recharge"), None):
            return f"recharge:{max(2, min(6, whole(re_rolled.get('formula')) or 6))}"
        period = next((PERIODS[p] for p in (*(str(r.get("period")) for r in recoveries), str(uses.get("per"))) if p in PERIODS), None)
        return f"uses:{most}:{period}" if most and most > 0 and period and period != "turn" else None


def in_words(amount: str) -> str:
    """ "7 (1d8 + 3)" for dice, and a number as it is."""
    if "d" not in amount:
        return amount
    shown = re.sub(r"([+-])", r" \1 ", amount)
    return f"{int(dice.average(amount))} ({shown})" if dice.is_sum(amount) else f"({shown})"


def cost_of(item: ReadItem) -> tuple[str | None, Activity | None]:
    """The cost of using the item, in our words, and the activity that says so; None for a trait."""
    for activity in item.activities:
        if cost := COSTS.get(activity.cost):
            return cost, activity
    cost = COSTS.get(str(object_at(item.system, "activation").get("type") or ""))
    return (cost or ("action" if item.item.get("type") == "weapon" else None)), None


def healing_of(item: ReadItem, activity: Activity) -> str | None:
    """The dice of a healing activity; None for temporary hit points or a formula that cannot be read."""
    row: Any = activity.row.get("healing")
    return item.amount(row, item.mod_of(activity)) if isinstance(row, dict) and "temphp" not in item.types_of(row) else None
