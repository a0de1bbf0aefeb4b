"""Read a hero that Foundry's dnd5e system exported (an actor as JSON) into a sheet document, with what was left out.

Foundry keeps what a player chose and computes the rest, as rpg-lite does; so classes, scores, skills, spells and gear come in, and the
numbers follow from the rules here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, ValidationError

from rpg_lite.content import json_reading
from rpg_lite.content.entries_by_ruleset import Faulty
from rpg_lite.rules import names
from rpg_lite.rules.document_faults import faults_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule
from rpg_lite.vocabulary import ABILITIES, COINS, Ability, Skill

LARGEST: Final = 8_000_000
"""The maximum number of characters of a file; portraits are links, not pictures."""
MOST_ITEMS: Final = 1_000
SKILLS_OF_FOUNDRY: Final[Mapping[str, Skill]] = {
    "acr": "acrobatics", "ani": "animal_handling", "arc": "arcana", "ath": "athletics", "dec": "deception", "his": "history", "ins": "insight",
    "itm": "intimidation", "inv": "investigation", "med": "medicine", "nat": "nature", "prc": "perception", "prf": "performance",
    "per": "persuasion", "rel": "religion", "slt": "sleight_of_hand", "ste": "stealth", "sur": "survival",
}  # fmt: skip
GEAR: Final = ("weapon", "equipment", "consumable", "tool", "loot", "container", "backpack")
ATTUNED: Final = 2
"""The word of older versions for an attuned item."""
Json = dict[str, Any]


class FoundryItem(BaseModel):
    id: Annotated[str | None, Field(alias="_id")] = None
    name: Annotated[str, Field(max_length=500)]
    type: str
    system: dict[str, Any] = {}


class FoundryActor(BaseModel):
    """An actor. Versions before 10 keep `data` in the place of `system`, and are refused."""

    name: Annotated[str, Field(min_length=1, max_length=500)]
    type: Literal["character"]
    system: dict[str, Any]
    items: Annotated[tuple[FoundryItem, ...], Field(max_length=MOST_ITEMS)] = ()


@dataclass(slots=True)
class ReadHero:
    """The sheet document, and sentences about what it leaves out or reads otherwise."""

    document: Json
    left_out: list[str] = field(default_factory=list)


def read(text: str, book: Rulebook) -> ReadHero:
    """Read a file. Raises Faulty: (dotted path, fault) for each fault."""
    return hero_of(actor_of(text), book)


def hero_of(actor: FoundryActor, book: Rulebook) -> ReadHero:
    """The hero as this rulebook knows it. Raises Faulty."""
    return _HeroReader(actor, book).read()


def actor_of(text: str) -> FoundryActor:
    """The actor in a file. Raises Faulty."""
    data = json_reading.load(text, LARGEST)
    if not isinstance(data, dict) or "type" not in data or not ({"system", "data"} & data.keys()):
        raise Faulty(("", "is no actor of Foundry's dnd5e system: it needs name, type, system and items"))
    if "system" not in data:
        raise Faulty(("data", "comes from a version of Foundry before 10; open it in a newer one and export it again"))
    if data["type"] == "npc":
        raise Faulty(("type", "is npc; this command reads heroes (type character)"))
    if isinstance(data.get("items"), list) and len(data["items"]) > MOST_ITEMS:
        raise Faulty(("items", f"takes at most {MOST_ITEMS}; this has {len(data['items']):,}"))
    try:
        return FoundryActor.model_validate(data)
    except ValidationError as error:
        raise Faulty(*faults_of(error, FoundryActor)) from None


class _HeroReader:
    def __init__(self, actor: FoundryActor, book: Rulebook) -> None:
        self._actor, self._book = actor, book
        self._left_out: list[str] = []

    def read(self) -> ReadHero:
        character = {
            "name": names.tidy(_plain(self._actor.name))[: names.LONGEST_NAME], "party": True, "classes": self._classes(),
            "abilities": self._abilities(), "proficiencies": self._skills(), "spells": self._spells(), **self._origin(), **self._points(),
        }  # fmt: skip
        if subclasses := self._subclasses():
            character["choices"] = {"subclass": subclasses}
        if feats := self._feats():
            character["features"] = feats
        equipped, carried = self._gear()
        coins = {coin: n for coin in COINS if (n := _whole(self._at("currency", coin), 0, 10**9))}
        document: Json = {"ruleset": self._book.ruleset, "character": character, "equipped": equipped, "carried": carried, "coins": coins}
        flat = self._at("attributes", "ac", "flat")
        if isinstance(flat, int) and self._at("attributes", "ac", "calc") in ("flat", "natural"):
            self._left_out.append(f"AC {flat}, which the file sets; here it follows from the gear")
        return ReadHero(document, self._left_out)

    def _at(self, *keys: str) -> Any:
        """The value at this place of `system`; None if there is none."""
        found: Any = self._actor.system
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def _of_type(self, *types: str) -> Iterator[tuple[int, FoundryItem]]:
        yield from ((n, item) for n, item in enumerate(self._actor.items) if item.type in types)

    # ── what the hero is ────────────────────────────────────────────────────────────────────────────────────────

    def _classes(self) -> list[str]:
        found = []
        for n, item in self._of_type("class"):
            name = self._known(item.name, self._book.classes) or self._known(str(item.system.get("identifier", "")), self._book.classes)
            levels = _whole(item.system.get("levels"), 1, 20)
            if name is None:
                self._left_out.append(f"the class {_plain(item.name)}")
            elif levels is None:
                raise Faulty((f"items[{n}].system.levels", f"takes 1 to 20, not {item.system.get('levels')!r}"))
            else:
                found.append(f"{name} {levels}")
        return found

    def _subclasses(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for _, item in self._of_type("subclass"):
            rule = self._book.classes.get(str(item.system.get("classIdentifier", "")))
            offered = rule.subclasses if rule else ()
            known = next((s.name for s in offered if names.fold(s.name) in names.fold(item.name)), None)
            if known is None:
                self._left_out.append(f"the subclass {_plain(item.name)}")
            else:
                found[str(item.system["classIdentifier"])] = known
        return found

    def _abilities(self) -> dict[Ability, int]:
        found: dict[Ability, int] = {}
        for ability in ABILITIES:
            value = self._at("abilities", ability, "value")
            score = _whole(value, 1, 30)
            if score is None:
                raise Faulty((f"system.abilities.{ability}.value", f"takes a score from 1 to 30, not {value!r}"))
            found[ability] = score
        return found

    def _skills(self) -> Json:
        levels = {skill: self._at("skills", short, "value") for short, skill in SKILLS_OF_FOUNDRY.items()}
        self._left_out += [f"half proficiency in {skill}" for skill, level in levels.items() if level == 0.5]
        trained = {skill: level for skill, level in levels.items() if level in (1, 2)}
        return {"skills": trained} if trained else {}

    def _origin(self) -> Json:
        """Species and background by their items, or as older versions write them, as text."""
        found: Json = {}
        for key, kind, lookup in (("race", "race", self._book.race), ("background", "background", self._background)):
            item = next((item.name for _, item in self._of_type(kind)), None) or self._at("details", kind)
            if not isinstance(item, str) or not item:
                continue
            if lookup(item) is not None:
                found[key] = item
            else:
                self._left_out.append(f"the {'species' if key == 'race' else key} {_plain(item)}, which SRD {self._book.ruleset} lacks")
        if isinstance(alignment := self._at("details", "alignment"), str) and alignment.strip():
            found["alignment"] = _plain(alignment)[: names.LONGEST_NAME]
        return found

    def _points(self) -> Json:
        given = (("hpMax", ("attributes", "hp", "max")), ("hp", ("attributes", "hp", "value")), ("tempHp", ("attributes", "hp", "temp")),
                 ("xp", ("details", "xp", "value")))  # fmt: skip
        return {key: n for key, at in given if (n := _whole(self._at(*at), 0, 1_000_000)) is not None and (n or key == "hp")}

    def _feats(self) -> list[str]:
        """Feats that the book knows; what a class, a species or a background gives comes with it."""
        found = []
        for _, item in self._of_type("feat"):
            kind = item.system.get("type")
            if isinstance(kind, dict) and kind.get("value") in ("class", "race", "background"):
                continue
            if names.fold(item.name) not in self._book.feats:
                self._left_out.append(f"the feature {_plain(item.name)}")
            else:
                found.append(item.name)
        return found

    def _spells(self) -> Json:
        lists: dict[str, list[str]] = {"cantrips": [], "prepared": [], "known": []}
        for _, item in self._of_type("spell"):
            spell = self._book.spell(item.name)
            if spell is None:
                self._left_out.append(f"the spell {_plain(item.name)}")
            elif item.system.get("level") == 0:
                lists["cantrips"].append(spell.name)
            else:
                lists["prepared" if _is_prepared(item.system) else "known"].append(spell.name)
        return {kind: list(dict.fromkeys(found)) for kind, found in lists.items() if found}

    # ── what the hero has ───────────────────────────────────────────────────────────────────────────────────────

    def _gear(self) -> tuple[list[Json], list[Json]]:
        """What is worn or in hand, and what is carried; Foundry lets a hero hold any number of weapons, so the first one is in hand."""
        inside: dict[str, list[FoundryItem]] = {}
        tops: list[FoundryItem] = []
        held = {item.id for _, item in self._of_type("container", "backpack")}
        for _, item in self._of_type(*GEAR):
            (inside.setdefault(str(item.system["container"]), []) if item.system.get("container") in held else tops).append(item)
        equipped, carried, in_hand = list[Json](), list[Json](), False
        for item in tops:
            entry = self._entry(item, inside, 0)
            is_weapon = item.type == "weapon"
            wears = item.system.get("equipped") is True and item.type in ("weapon", "equipment") and self._can_wear(item)
            if wears and not (is_weapon and in_hand):
                equipped.append(entry)
                in_hand = in_hand or is_weapon
            else:
                carried.append(entry)
                if wears:
                    self._left_out.append(f"that {_plain(item.name)} is in hand, too: one weapon is")
        return equipped, carried

    def _can_wear(self, item: FoundryItem) -> bool:
        pick = self._book.find(item.name)
        found = self._book.item(pick) if pick else None
        return found is not None and (found.slot is not None or found.weapon_stats is not None or found.armor_stats is not None)

    def _entry(self, item: FoundryItem, inside: Mapping[str, Sequence[FoundryItem]], deep: int) -> Json:
        """The thing with its contents; one that the book lacks is a plain thing with its name and weight."""
        known = self._book.find(item.name) is not None
        plain = {
            "name": names.tidy(_plain(item.name))[: names.LONGEST_NAME] or "Thing",
            "type": "adventuring_gear",
            "weight": _weight(item.system.get("weight")),
        }
        entry: Json = {"item": item.name if known else plain}
        if not known:
            self._left_out.append(f"what {_plain(item.name)} does: it came as a plain thing")
        quantity = _whole(item.system.get("quantity"), 1, 100_000)
        entry |= {"quantity": quantity} if quantity and quantity > 1 else {}
        entry |= {"attuned": True} if known and (item.system.get("attuned") is True or item.system.get("attunement") == ATTUNED) else {}
        entry |= {"identified": False} if known and item.system.get("identified") is False else {}
        if item.id and deep < 5 and (held := inside.get(item.id)):
            entry["contents"] = [self._entry(each, inside, deep + 1) for each in held]
        return entry

    def _background(self, name: str) -> BackgroundRule | None:
        return self._book.backgrounds.get(names.fold(name))

    @staticmethod
    def _known(name: str, among: Mapping[str, Any]) -> str | None:
        return next((known for known in among if names.fold(known) == names.fold(name)), None)


def _is_prepared(system: Mapping[str, Any]) -> bool:
    """Whether the spell is prepared, in the words of this version (`prepared`: 1 or 2) or of older ones (`preparation`)."""
    older = system.get("preparation")
    if isinstance(older, dict):
        return bool(older.get("prepared")) or older.get("mode") in ("always", "pact", "innate")
    return bool(system.get("prepared"))


def _whole(value: Any, least: int, most: int) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else None


def _weight(written: Any) -> float:
    """Pounds; newer versions write {"value", "units"}."""
    value = written.get("value") if isinstance(written, dict) else written
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 100_000 else 0.0


def _plain(text: str) -> str:
    """One line without control and text-direction characters; markup stays as plain text."""
    return " ".join("".join(c if names.fault_in_name(c) is None else " " for c in text).split())[:200]
