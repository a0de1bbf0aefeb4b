"""Read a hero that Foundry's dnd5e system exported (an actor as JSON) into a sheet document, and name everything that is left out.

Foundry stores the player's choices and computes the rest, as rpg-lite does. So classes, scores, skills, spells and gear are read, and the
numbers follow from the rules here.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, ValidationError

from rpg_lite.content import foundry_actor_export, foundry_flags, json_reading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.foundry_traits import SIZES_OF_FOUNDRY, SKILLS_OF_FOUNDRY
from rpg_lite.rules import names
from rpg_lite.rules.document_validation import faults_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule, RaceRule
from rpg_lite.rules.sheet_document import CarriedThing, SheetDocument
from rpg_lite.vocabulary import ABILITIES, COINS, Ability

LARGEST: Final = 8_000_000
"""The maximum number of characters of a file; portraits are links, not pictures."""
MOST_ITEMS: Final = 1_000
GEAR: Final = ("weapon", "equipment", "consumable", "tool", "loot", "container", "backpack")
ATTUNED: Final = 2
"""The word of older versions for an attuned item."""
Json = dict[str, Any]


class FoundryItem(BaseModel):
    id: Annotated[str | None, Field(alias="_id")] = None
    name: Annotated[str, Field(max_length=500)]
    type: str
    system: dict[str, Any] = {}
    flags: Any = None


class FoundryActor(BaseModel):
    """An actor. Versions before 10 keep `data` in the place of `system`, and are refused."""

    name: Annotated[str, Field(min_length=1, max_length=500)]
    type: Literal["character"]
    system: dict[str, Any]
    items: Annotated[tuple[FoundryItem, ...], Field(max_length=MOST_ITEMS)] = ()
    flags: Any = None


@dataclass(slots=True)
class ReadHero:
    """The sheet document, and sentences about what it leaves out or reads differently."""

    document: Json
    left_out: list[str] = field(default_factory=list)


def read(text: str, book: Rulebook) -> ReadHero:
    """Read a file. Raises Faulty: (dotted path, fault) for each fault."""
    return hero_of(actor_of(text), book)


def hero_of(actor: FoundryActor, book: Rulebook) -> ReadHero:
    """The hero as this rulebook knows it, with everything that an export of rpg-lite kept in the actor. Raises Faulty."""
    now, kept = _HeroReader(actor, book).read(), foundry_flags.kept_in(actor.flags) or {}
    if "character" not in kept:
        return now
    try:
        SheetDocument.model_validate({"ruleset": book.ruleset, **kept})
    except ValidationError:
        return ReadHero(now.document, [*now.left_out, "the choices that rpg-lite kept in the file, because they were changed"])
    written = FoundryActor.model_validate(foundry_actor_export.actor_of({"character": kept["character"]}, book))
    was = _HeroReader(written, book).read()
    character = foundry_flags.merged_character(kept["character"], was.document["character"], now.document["character"])
    return ReadHero({**now.document, **kept, "character": character}, [told for told in now.left_out if told not in was.left_out])


def actor_of(text: str) -> FoundryActor:
    """The actor in a file. Raises Faulty."""
    data = json_reading.load(text, LARGEST)
    if not isinstance(data, dict) or "type" not in data or not ({"system", "data"} & data.keys()):
        raise Faulty(("", "is not an actor of Foundry's dnd5e system: it needs name, type, system and items"))
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
        if tired := _whole(self._at("attributes", "exhaustion"), 1, 6):
            self._left_out.append(f"level {tired} of exhaustion")
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
        """Species and background, from their items or, in older versions, from text."""
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
        return {**found, **self._size(self._book.race(found["race"]) if "race" in found else None)}

    def _size(self, race: RaceRule | None) -> Json:
        """The size of the file where the species lets the hero choose it, or where the species is unknown; otherwise the species decides."""
        size = SIZES_OF_FOUNDRY.get(str(self._at("traits", "size")))
        usual = race.size if race else "medium"
        if size is None or size == usual:
            return {}
        if race is None or size in race.sizes:
            return {"size": size}
        self._left_out.append(f"the size {size}, which the file sets; here {names.with_article(race.name)} is {usual}")
        return {}

    def _points(self) -> Json:
        given = (("hpMax", ("attributes", "hp", "max")), ("hp", ("attributes", "hp", "value")), ("tempHp", ("attributes", "hp", "temp")),
                 ("xp", ("details", "xp", "value")))  # fmt: skip
        return {key: n for key, at in given if (n := _whole(self._at(*at), 0, 1_000_000)) is not None and (n or key == "hp")}

    def _feats(self) -> list[str]:
        """Feats that the book knows, without the features of a class, a species or a background, which come with it."""
        found = []
        for _, item in self._of_type("feat"):
            kind = item.system.get("type")
            if isinstance(kind, dict) and kind.get("value") in ("class", "race", "background"):
                continue
            if self._comes_with_a_class(item.name):
                continue
            if names.fold(item.name) not in self._book.feats:
                self._left_out.append(f"the feature {_plain(item.name)}")
            else:
                found.append(item.name)
        return found

    def _comes_with_a_class(self, name: str) -> bool:
        rule = self._book.feature(name)
        own = {self._known(item.name, self._book.classes) for _, item in self._of_type("class")}
        return rule is not None and rule.of_class is not None and rule.of_class in {names.fold(word) for word in own if word}

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
        """The things worn or in hand, and the things carried; Foundry lets a hero hold any number of weapons, so only the first one is in
        hand here.
        """
        inside: dict[str, list[FoundryItem]] = {}
        tops: list[FoundryItem] = []
        held = {item.id for _, item in self._of_type("container", "backpack")}
        for _, item in self._of_type(*GEAR):
            (inside.setdefault(str(item.system["container"]), []) if item.system.get("container") in held else tops).append(item)
        equipped, carried, in_hand = list[Json](), list[Json](), False
        for item in tops:
            entry = self._entry(item, inside, 0)
            is_weapon, wants = item.type == "weapon", item.system.get("equipped") is True
            kept = foundry_flags.kept_in(item.flags) or {}
            as_before = kept.get("equipped") is wants and "entry" in kept
            wears = wants and item.type in ("weapon", "equipment") and self._can_wear(item)
            if (as_before and wants) or (wears and not as_before and not (is_weapon and in_hand)):
                equipped.append(entry)
                in_hand = in_hand or is_weapon
            else:
                carried.append({key: value for key, value in entry.items() if key not in ("slot", "grip")})
                if wears:
                    self._left_out.append(f"that {_plain(item.name)} is in hand, too: only one weapon is")
        return equipped, carried

    def _can_wear(self, item: FoundryItem) -> bool:
        pick = self._book.find(item.name)
        found = self._book.item(pick) if pick else None
        return found is not None and (found.slot is not None or found.weapon_stats is not None or found.armor_stats is not None)

    def _entry(self, item: FoundryItem, inside: Mapping[str, Sequence[FoundryItem]], deep: int) -> Json:
        """The thing with its contents, and with everything that an export of rpg-lite kept in it."""
        entry, kept = self._as_shown(item), (foundry_flags.kept_in(item.flags) or {}).get("entry")
        if kept is not None and _is_entry(kept):
            written = FoundryItem.model_validate(foundry_actor_export.item_of(kept, self._book))
            entry = foundry_flags.merged_entry(kept, self._as_shown(written), entry)
        elif not isinstance(entry["item"], str):
            self._left_out.append(f"anything special about {_plain(item.name)}, which SRD {self._book.ruleset} lacks")
        if item.id and deep < 5 and (held := inside.get(item.id)):
            entry["contents"] = [self._entry(each, inside, deep + 1) for each in held]
        return entry

    def _as_shown(self, item: FoundryItem) -> Json:
        """The thing without its contents; one that the book lacks is a plain thing with its name and weight."""
        known = self._book.find(item.name) is not None
        plain = {
            "name": names.tidy(_plain(item.name))[: names.LONGEST_NAME] or "Thing",
            "type": "adventuring_gear",
            "weight": _weight(item.system.get("weight")),
        }
        entry: Json = {"item": item.name if known else plain}
        quantity = _whole(item.system.get("quantity"), 1, 100_000)
        entry |= {"quantity": quantity} if quantity and quantity > 1 else {}
        entry |= {"attuned": True} if known and (item.system.get("attuned") is True or item.system.get("attunement") == ATTUNED) else {}
        entry |= {"identified": False} if known and item.system.get("identified") is False else {}
        return entry

    def _background(self, name: str) -> BackgroundRule | None:
        return self._book.backgrounds.get(names.fold(name))

    @staticmethod
    def _known(name: str, among: Mapping[str, Any]) -> str | None:
        return next((known for known in among if names.fold(known) == names.fold(name)), None)


def _is_entry(kept: Any) -> bool:
    try:
        CarriedThing.model_validate(kept)
    except ValidationError:
        return False
    return True


def _is_prepared(system: Mapping[str, Any]) -> bool:
    """Whether the spell is prepared, under the key of this version (`prepared`: 1 or 2) or of older ones (`preparation`)."""
    older = system.get("preparation")
    if isinstance(older, dict):
        return bool(older.get("prepared")) or older.get("mode") in ("always", "pact", "innate")
    return bool(system.get("prepared"))


def _whole(value: Any, least: int, most: int) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most else None


def _weight(written: Any) -> float:
    """The weight in pounds; newer versions write {"value", "units"}."""
    value = written.get("value") if isinstance(written, dict) else written
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 100_000 else 0.0


def _plain(text: str) -> str:
    """The text as one line without control and text-direction characters; markup stays as plain text."""
    return " ".join(names.without_strange_characters(text).split())[:200]
