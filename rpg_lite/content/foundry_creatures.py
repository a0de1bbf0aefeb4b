"""Turn an actor of type npc of Foundry's dnd5e system into a creature of our files: numbers as Foundry computes them, texts without markup."""

import re
from typing import Any, Final, get_args

from rpg_lite.content.foundry_activities import LONG, Activity, ReadItem, cost_of, healing_of
from rpg_lite.content.foundry_effects import with_effects
from rpg_lite.content.foundry_numbers import ActorNumbers
from rpg_lite.content.foundry_text import Description, named_items
from rpg_lite.content.foundry_traits import SIZES_OF_FOUNDRY, language_called
from rpg_lite.content.printed_text import Json, Loss, ability_scores, name_in_play, object_at, plain, rows_in, whole
from rpg_lite.content.stat_block_acts import Printed
from rpg_lite.content.stat_block_parts import (
    PrintedBlock,
    PrintedDefenses,
    challenge,
    hit_dice,
    lost_speeds,
    number,
    speeds_of,
    tags_of,
    told,
)
from rpg_lite.content.stat_block_spells import names_in, spell_called
from rpg_lite.rules import dice, names
from rpg_lite.vocabulary import ABILITIES, Sense

_CASTER_SLOTS: Final = (
    (2,), (3,), (4, 2), (4, 3), (4, 3, 2), (4, 3, 3), (4, 3, 3, 1), (4, 3, 3, 2), (4, 3, 3, 3, 1), (4, 3, 3, 3, 2), (4, 3, 3, 3, 2, 1),
    (4, 3, 3, 3, 2, 1), (4, 3, 3, 3, 2, 1, 1), (4, 3, 3, 3, 2, 1, 1), (4, 3, 3, 3, 2, 1, 1, 1), (4, 3, 3, 3, 2, 1, 1, 1), (4, 3, 3, 3, 2, 1, 1, 1, 1),
    (4, 3, 3, 3, 3, 1, 1, 1, 1), (4, 3, 3, 3, 3, 2, 1, 1, 1), (4, 3, 3, 3, 3, 2, 2, 1, 1),
)  # fmt: skip
"""Slots by the level of a caster (SRD, Multiclassing: Spell Slots per Spell Level), which Foundry does not write into the file."""
_ATTACK_WORDS: Final = re.compile(r"attack(?: roll)?:?\s*[+-]\d", re.IGNORECASE)
_SAVE_WORDS: Final = re.compile(r"DC \d+ [A-Z][a-z]+ sav|Saving Throw: ?DC \d+", re.IGNORECASE)
_CACHE: Final = re.compile(r"\.Item\.(?P<item>[^.]+)\.Activity\.(?P<activity>[^.]+)")


def is_npc(row: Json) -> bool:
    """Whether the row is an actor of type npc of version 10 or later."""
    return row.get("type") == "npc" and isinstance(row.get("system"), dict)


def read(row: Json, place: str, losses: list[Loss]) -> Json:
    """The creature of an actor. Raises Faulty."""
    return _NpcReader(row, f"{place}." if place else "", losses).read()


class _NpcReader:
    def __init__(self, row: Json, at: str, losses: list[Loss]) -> None:
        self._name, self._at, self._losses = name_in_play(row["name"]), at, losses
        self._system = with_effects(row, self._name, at, losses)
        rows = row.get("items") if isinstance(row.get("items"), list) else []
        self._items = [
            (n, i) for n, i in enumerate(rows or ()) if isinstance(i, dict) and isinstance(i.get("name"), str) and i["name"].strip()
        ]
        self._cr = challenge(object_at(self._system, "details").get("cr"), f"{at}system.details.cr")
        self._numbers = ActorNumbers(self._system, self._cr, [item for _, item in self._items])
        self._named = named_items([item for _, item in self._items])
        self._block, self._defenses = PrintedBlock(self._name, losses), PrintedDefenses(self._name, losses)

    def read(self) -> Json:
        """The creature in the form of our files."""
        attributes, details, traits = (object_at(self._system, key) for key in ("attributes", "details", "traits"))
        given = {a: object_at(self._system, "abilities", a).get("value") for a in ABILITIES}
        scores = ability_scores(given, self._name, {a: f"{self._at}system.abilities.{a}.value" for a in ABILITIES}, self._losses)
        speed = {key: value for key, value in object_at(attributes, "movement").items() if key != "ignoredDifficultTerrain"}
        self._losses += lost_speeds(speed, self._name, f"{self._at}system.attributes.movement")
        if str(speed.get("units") or "ft") != "ft":
            self._losses.append(
                Loss(
                    f"the unit {plain(str(speed['units']))} of the speeds of {self._name}, which count as feet",
                    f"{self._at}system.attributes.movement",
                )
            )
        if special := plain(str(object_at(attributes, "senses").get("special") or "")):
            self._losses.append(Loss(f"the sense of {self._name}: {special}", f"{self._at}system.attributes.senses.special"))
        senses = object_at(attributes, "senses")
        ranges = object_at(senses, "ranges") or senses
        self._defend(traits)
        self._read_items()
        resources = object_at(self._system, "resources")
        self._block.resistance = self._block.resistance or whole(object_at(resources, "legres").get("max")) or None
        return {
            "name": self._name, "size": SIZES_OF_FOUNDRY.get(str(traits.get("size")), "medium"), "type": object_at(details, "type").get("value") or object_at(details, "type").get("custom"),
            "tags": tags_of(object_at(details, "type").get("subtype")), "alignment": plain(str(details.get("alignment") or ""))[: names.LONGEST_NAME] or None, "cr": self._cr,
            "hpMax": self._hit_points(), "hitDice": hit_dice(object_at(attributes, "hp").get("formula")), "speed": speeds_of(speed),
            "abilities": scores,
            "senses": {sense: n for sense in get_args(Sense) if (n := whole(ranges.get(sense))) and 0 < n <= 10_000},
            "languages": self._languages(traits), "printed": self._printed(), **self._defenses.found, "modifiers": self._defenses.modifiers,
            "conditionImmunities": self._defenses.conditions(_words(traits, "ci"), f"{self._at}system.traits.ci"),
            **self._block.keys(whole(object_at(resources, "legact").get("max"))),
        }  # fmt: skip

    def _hit_points(self) -> int:
        hp = object_at(self._system, "attributes", "hp")
        formula = hit_dice(hp.get("formula"))
        most = hp.get("max")
        if most is None and formula:
            most = int(dice.average(formula))
        return number(most, f"{self._at}system.attributes.hp.max", 1, 10_000)

    def _printed(self) -> Json:
        place = f"{self._at}system.attributes.ac"
        found = self._numbers.armor_class()
        if found is None:
            self._losses.append(Loss(f"the AC of {self._name}, whose formula is not read; give it the armor, or printed.ac", place))
        saves = {f"saves.{a}": self._numbers.save(a) for a in ABILITIES if self._numbers.is_save_of_note(a)}
        return {**({} if found is None else {"ac": number(found, place, 0, 40)}), **saves, **self._numbers.skills()}

    def _languages(self, traits: Json) -> list[str]:
        known = object_at(traits, "languages")
        own = [plain(word) for word in re.split(r"[;,]", str(known.get("custom") or ""))]
        spoken = [*(language_called(word) for word in _words(traits, "languages") if word != "custom"), *own]
        if reach := whole(object_at(known, "communication", "telepathy").get("value")):
            spoken.append(f"telepathy {reach} ft.")
        return [word[: names.LONGEST_NAME] for word in spoken if word]

    def _defend(self, traits: Json) -> None:
        for key, short in (("resistances", "dr"), ("immunities", "di"), ("vulnerabilities", "dv")):
            place = f"{self._at}system.traits.{short}"
            bypasses = object_at(traits, short).get("bypasses")
            self._defenses.bypassed(key, _words(traits, short), [str(b) for b in bypasses] if isinstance(bypasses, list) else [], place)
            self._defenses.read(key, object_at(traits, short).get("custom"), f"{place}.custom")
        if own := plain(str(object_at(traits, "ci").get("custom") or "")):
            self._defenses.conditions([own], f"{self._at}system.traits.ci.custom")

    # ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_items(self) -> None:
        carried: list[str] = []
        for n, item in self._items:
            place = f"{self._at}items[{n}]"
            match item.get("type"):
                case "weapon" | "feat":
                    self._read_item(ReadItem(item, self._numbers), place)
                case "spell":
                    pass
                case _:
                    carried.append(plain(item["name"]))
        if carried:
            self._losses.append(Loss(f"what {self._name} carries: {', '.join(dict.fromkeys(carried))}", f"{self._at}items"))
        self._read_spells()

    def _read_item(self, item: ReadItem, place: str) -> None:
        name, described = item.item["name"], Description(item, self._name, self._named)
        text = described.html()
        self._block.note_long(name, str(object_at(item.system, "description").get("value") or ""), place)
        cost, activity = cost_of(item)
        if cost is None or (cost != "legendary" and "spellcasting" in name.casefold() and not item.first("attack", "save")):
            if not self._block.reads_spells(name, text, place) and "legendary resistance" not in name.casefold():
                self._trait(item, described, text, place)
            return
        whole_text = self._with_numbers(item, text)
        made = self._block.act(Printed(name, whole_text, cost, place, item.spend(cost, activity)))
        for act in made:
            self._add_steps(act, item)

    def _trait(self, item: ReadItem, described: Description, text: str, place: str) -> None:
        """A trait, which may still cast spells by its activities."""
        casts = [a for a in item.activities if a.kind == "cast" and object_at(a.row, "spell").get("spellbook") is True]
        if not casts or not self._cast_by(item, casts, place):
            self._block.features.append(told(item.item["name"], text))

    def _with_numbers(self, item: ReadItem, text: str) -> str:
        """The text, with the sentence of an attack or a save before it where only the activity has the numbers."""
        text = self._with_save_dc(item, text)
        shown = plain(text)
        if (attack := item.first("attack")) and not _ATTACK_WORDS.search(shown):
            hit = item.damage_words(attack)
            told_hit = f" Hit: {hit} damage." if hit else " Hit:"
            return f"<p>{item.attack_words(attack, is_long=True).removesuffix('.')}.{told_hit} {text}</p>"
        save = item.first("save")
        if save and item.save_ability(save) and item.save_dc(save) is not None and not _SAVE_WORDS.search(shown):
            hurt = item.damage_words(save)
            half = ", or half as much damage on a successful one" if object_at(save.row, "damage").get("onSave") == "half" else ""
            outcome = f", taking {hurt} damage on a failed save{half}" if hurt else " or suffer its effect"
            before = "" if item.first("attack") else "<p>"
            return f"{text} {before}The target must make a {item.save_words(save)} saving throw{outcome}."
        return text

    def _with_save_dc(self, item: ReadItem, text: str) -> str:
        """The text with the DC of a save activity where the sentence only names the save."""
        for save in (a for a in item.activities if a.kind == "save"):
            ability, dc = item.save_ability(save), item.save_dc(save)
            if ability and dc is not None:
                text = re.sub(rf"\b(on|make|makes) an? ({LONG[ability]}) saving throw", rf"\1 a DC {dc} \2 saving throw", text)
        return text

    def _add_steps(self, act: Json, item: ReadItem) -> None:
        """Steps of activities that no sentence gives: healing, bare damage, a spell that the creature casts."""
        if any("say" not in step for step in act["steps"]):
            return
        if (heal := item.first("heal")) and (amount := healing_of(item, heal)):
            act["steps"] = [{"heal": amount}, *act["steps"]]
            return
        damage = item.first("damage")
        for row in reversed(rows_in(object_at(damage.row if damage else {}, "damage").get("parts"))):
            amount, types = item.amount(row, 0), item.types_of(row)
            if amount and types and damage and damage.cost:
                act["steps"] = [{"damage": amount, "type": types[0]}, *act["steps"]]

    # ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _read_spells(self) -> None:
        """The spells that no text listed, from the items of type spell."""
        known = {names.fold(word) for word in names_in(self._block.casting or {})}
        rows: list[tuple[str, Json, str]] = []
        for n, item in self._items:
            if item.get("type") != "spell" or names.fold(item["name"]) in known or _cached(item):
                continue
            called = spell_called(item["name"])
            if called is None:
                self._losses.append(Loss(f"the spell {plain(item['name'])} of {self._name}", f"{self._at}items[{n}]"))
            elif names.fold(called) not in known:
                rows.append((called, item, f"{self._at}items[{n}]"))
        if rows and self._numbers.casts_with:
            self._block.add_casting(self._casting_of(rows), "its items", f"{self._at}items")
        elif rows:
            self._losses += (
                Loss(f"the spell {called} of {self._name}, whose ability the file does not give", place) for called, _, place in rows
            )

    def _casting_of(self, rows: list[tuple[str, Json, str]]) -> Json:
        found = self._bare_casting()
        level = whole(object_at(self._system, "details").get("spellLevel")) or whole(
            object_at(self._system, "attributes", "spell").get("level")
        )
        for called, item, _ in rows:
            system = object_at(item, "system")
            method = str(system.get("method") or object_at(system, "preparation").get("mode") or "spell")
            rank = whole(system.get("level")) or 0
            uses = self._numbers.value(object_at(system, "uses").get("max")) or 0
            if uses and method in ("innate", "atwill", "always", "prepared", "spell") and (rank == 0 or not level or method == "innate"):
                found["perDay"].setdefault(str(min(20, uses)), []).append(called)
            elif method in ("innate", "atwill") or (rank and not level):
                found["atWill"].append(called)
            else:
                found["spells"].setdefault(str(rank), []).append(called)
        if level and 1 <= level <= 20:
            slots = {str(n + 1): count for n, count in enumerate(_CASTER_SLOTS[level - 1])}
            found |= {"level": level, "slots": {n: _override(self._system, n, count) for n, count in slots.items()}}
        return {key: value for key, value in found.items() if value not in ({}, [], None)}

    def _bare_casting(self) -> Json:
        ability = self._numbers.casts_with
        attack = self._numbers.at("attributes.spell.attack")
        return {
            "ability": ability,
            "saveDc": self._numbers.save_dc(None),
            "attack": attack,
            "slots": {},
            "spells": {},
            "atWill": [],
            "perDay": {},
        }

    def _cast_by(self, item: ReadItem, casts: list[Activity], place: str) -> bool:
        """Whether the spells that activities cast could be read; their names are those of the spells kept beside them."""
        of_activity = {
            kept["activity"]: other["name"]
            for _, other in self._items
            if (kept := _cached(other)) and kept["item"] == str(item.item.get("_id"))
        }
        found = self._bare_casting()
        for activity in casts:
            called = spell_called(of_activity.get(activity.key, ""))
            if called is None:
                self._losses.append(
                    Loss(f"a spell of {plain(item.item['name'])} of {self._name}", f"{place}.system.activities.{activity.key}")
                )
                continue
            uses = self._numbers.value(object_at(activity.row, "uses").get("max")) or 0
            level = whole(object_at(activity.row, "spell").get("level"))
            own = next((whole(object_at(o, "system").get("level")) for _, o in self._items if o["name"] == of_activity[activity.key]), None)
            entry: Any = {"spell": called, "slot": level} if level and own and level > own else called
            (found["perDay"].setdefault(str(min(20, uses)), []) if uses > 0 else found["atWill"]).append(entry)
        if found["ability"] is None or not (found["perDay"] or found["atWill"]):
            return False
        self._block.add_casting({k: v for k, v in found.items() if v not in ({}, [], None)}, item.item["name"], place)
        return True


def _words(traits: Json, key: str) -> list[str]:
    found = object_at(traits, key).get("value")
    return [str(word) for word in found if word] if isinstance(found, list) else []


def _cached(item: Json) -> re.Match[str] | None:
    """The item and the activity for which Foundry keeps this spell, if it does."""
    return _CACHE.search(str(object_at(item, "flags", "dnd5e").get("cachedFor") or ""))


def _override(system: Json, level: str, count: int) -> int:
    given = whole(object_at(system, "spells", f"spell{level}").get("override"))
    return count if given is None or not 0 <= given <= 20 else given
