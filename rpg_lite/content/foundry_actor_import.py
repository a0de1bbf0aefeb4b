"""Read a hero that Foundry's dnd5e system exported (an actor as JSON) into a sheet document, and name everything that is left out.

Foundry stores the player's choices and computes the rest, as rpg-lite does. So classes, scores, skills, spells, gear and the chosen features
are read, and the numbers follow from the rules here.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from rpg_lite.content import foundry_actor_export, foundry_flags, foundry_hero_texts
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.foundry_actor import FoundryActor, FoundryItem, actor_of
from rpg_lite.content.foundry_hero_choices import (
    ChosenParts,
    NamedPart,
    comes_with,
    given_names,
    is_given,
    kept_in_texts,
    masteries_of,
)
from rpg_lite.content.foundry_hero_gear import GEAR, ReadGear
from rpg_lite.content.foundry_traits import SIZES_OF_FOUNDRY, SKILLS_OF_FOUNDRY
from rpg_lite.content.printed_text import Json, Loss, object_at, one_line, rows_in, whole
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import BackgroundRule, RaceRule
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.species_spells import species_spells
from rpg_lite.rules.stats.effective import effective
from rpg_lite.vocabulary import ABILITIES, COINS, Ability

_KEPT_FOR: Final = re.compile(r"\.Item\.([^.]+)")


@dataclass(slots=True)
class ReadHero:
    """The sheet document, and what it leaves out or reads differently. `places`: the part of the document → its place in the file."""

    document: Json
    losses: list[Loss] = field(default_factory=list)
    places: Mapping[str, str] = field(default_factory=dict)

    @property
    def left_out(self) -> list[str]:
        """Sentences about what is left out, each with its place in the file."""
        return list(dict.fromkeys(map(str, self.losses)))


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
        lost = Loss("the choices that rpg-lite kept in the file, because they were changed", f"flags.{foundry_flags.SCOPE}")
        return ReadHero(now.document, [*now.losses, lost], now.places)
    written = FoundryActor.model_validate(foundry_actor_export.actor_of({"character": kept["character"]}, book))
    was = _HeroReader(written, book).read()
    character = foundry_flags.merged_character(kept["character"], was.document["character"], now.document["character"])
    known = {loss.what for loss in was.losses}
    losses = [loss for loss in now.losses if loss.what not in known]
    return ReadHero({**now.document, **kept, "character": character}, losses, now.places)


class _HeroReader:
    def __init__(self, actor: FoundryActor, book: Rulebook) -> None:
        self._actor, self._book = actor, book
        self._losses: list[Loss] = []

    def read(self) -> ReadHero:
        """The hero without what flags keep. Raises Faulty."""
        details, traits = object_at(self._actor.system, "details"), object_at(self._actor.system, "traits")
        training = {
            **self._skills(),
            **({"tools": known} if (known := foundry_hero_texts.tools(self._actor.system, self._book, self._losses)) else {}),
        }
        character: Json = {
            "name": names.tidy(one_line(self._actor.name))[: names.LONGEST_NAME] or "Hero", "party": True, "classes": self._classes(),
            "abilities": self._abilities(), "proficiencies": training, "spells": self._spells(), **self._origin(), **self._points(),
            **foundry_hero_texts.biography(details, self._losses),
        }  # fmt: skip
        if spoken := foundry_hero_texts.languages(traits):
            character["languages"] = spoken
        if subclasses := self._subclasses():
            character["choices"] = {"subclass": subclasses}
        self._choose(character, traits)
        gear = ReadGear(self._actor, self._book, self._losses)
        self._name_the_rest()
        document: Json = {
            "ruleset": self._book.ruleset,
            "character": character,
            "equipped": gear.equipped,
            "carried": gear.carried,
            "coins": self._coins(),
        }
        return ReadHero(document, self._losses, gear.places)

    def _lose(self, what: str, place: str) -> None:
        self._losses.append(Loss(what, place))

    def _at(self, *keys: str) -> Any:
        """The value at this place of `system`; None if there is none."""
        return object_at(self._actor.system, *keys[:-1]).get(keys[-1])

    def _of_type(self, *types: str) -> Iterator[tuple[int, FoundryItem]]:
        yield from ((n, item) for n, item in enumerate(self._actor.items) if item.type in types)

    # ── what the hero is ────────────────────────────────────────────────────────────────────────────────────────

    def _classes(self) -> list[str]:
        found = []
        for n, item in self._of_type("class"):
            name = self._known(item.name, self._book.classes) or self._known(str(item.system.get("identifier", "")), self._book.classes)
            levels = _level(item.system.get("levels"))
            if name is None:
                self._lose(f"the class {one_line(item.name)}", f"items[{n}]")
            elif levels is None:
                raise Faulty((f"items[{n}].system.levels", f"takes 1 to 20, not {item.system.get('levels')!r}"))
            else:
                found.append(f"{name} {levels}")
            hurt = whole(item.system.get("hitDiceUsed")) or whole(object_at(item.system, "hd").get("spent"))
            if hurt:
                self._lose(f"spent hit dice: {hurt}", f"items[{n}].system.hd")
        return found

    def _subclasses(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for n, item in self._of_type("subclass"):
            rule = self._book.classes.get(str(item.system.get("classIdentifier", "")))
            offered = rule.subclasses if rule else ()
            known = next((s.name for s in offered if names.fold(s.name) in names.fold(item.name)), None)
            if known is None:
                self._lose(f"the subclass {one_line(item.name)}", f"items[{n}]")
            else:
                found[str(item.system["classIdentifier"])] = known
        return found

    def _abilities(self) -> dict[Ability, int]:
        found: dict[Ability, int] = {}
        for ability in ABILITIES:
            value = self._at("abilities", ability, "value")
            score = whole(value)
            if score is None or not 1 <= score <= 30:
                raise Faulty((f"system.abilities.{ability}.value", f"takes a score from 1 to 30, not {value!r}"))
            found[ability] = score
        return found

    def _skills(self) -> Json:
        levels = {short: self._at("skills", short, "value") for short in SKILLS_OF_FOUNDRY}
        for short, level in levels.items():
            if level == 0.5:
                self._lose(f"half proficiency in {SKILLS_OF_FOUNDRY[short]}", f"system.skills.{short}.value")
        trained = {SKILLS_OF_FOUNDRY[short]: int(level) for short, level in levels.items() if level in (1, 2)}
        return {"skills": trained} if trained else {}

    def _origin(self) -> Json:
        """Species and background, from their items or, in older versions, from text."""
        found: Json = {}
        for key, kind, lookup in (("race", "race", self._book.race), ("background", "background", self._background)):
            place, item = next(
                ((f"items[{n}]", item.name) for n, item in self._of_type(kind)), (f"system.details.{kind}", self._at("details", kind))
            )
            if not isinstance(item, str) or not item:
                continue
            if lookup(item) is not None:
                found[key] = item
            else:
                self._lose(f"the {'species' if key == 'race' else key} {one_line(item)}, which SRD {self._book.ruleset} lacks", place)
        if isinstance(alignment := self._at("details", "alignment"), str) and alignment.strip():
            found["alignment"] = one_line(alignment)[: names.LONGEST_NAME]
        return {**found, **self._size(self._book.race(found["race"]) if "race" in found else None)}

    def _size(self, race: RaceRule | None) -> Json:
        """The size of the file where the species lets the hero choose it, or where the species is unknown; otherwise the species decides."""
        size = SIZES_OF_FOUNDRY.get(str(self._at("traits", "size")))
        usual = race.size if race else "medium"
        if size is None or size == usual:
            return {}
        if race is None or size in race.sizes:
            return {"size": size}
        self._lose(f"the size {size}, which the file sets; here {names.with_article(race.name)} is {usual}", "system.traits.size")
        return {}

    def _points(self) -> Json:
        given = (("hpMax", ("attributes", "hp", "max")), ("hp", ("attributes", "hp", "value")), ("tempHp", ("attributes", "hp", "temp")),
                 ("xp", ("details", "xp", "value")))  # fmt: skip
        found = {}
        for key, at in given:
            n = whole(self._at(*at))
            if n is not None and 0 <= n <= 1_000_000 and (n or key == "hp"):
                found[key] = n
            elif n is not None and n != 0:
                self._lose(f"{n} as {at[-2]} {at[-1]}, which takes up to 1,000,000", f"system.{'.'.join(at)}")
        return found

    def _coins(self) -> Json:
        found = {coin: whole(self._at("currency", coin)) for coin in COINS}
        for coin, n in found.items():
            if not 0 <= (n if n is not None else 0) <= 10**9 or (n is None and self._at("currency", coin)):
                self._lose(f"{str(self._at('currency', coin))[:20]} {coin}", f"system.currency.{coin}")
        return {coin: n for coin, n in found.items() if n and 0 < n <= 10**9}

    # ── what was chosen ─────────────────────────────────────────────────────────────────────────────────────────

    def _choose(self, character: Json, traits: Json) -> None:
        """Put the choices that the file answers into the character, then the feats; name every feature that is neither."""
        parts = [
            NamedPart(item.name, n, item.type)
            for n, item in self._of_type("feat", "spell")
            if item.type == "feat" or self._is_of_feature(item)
        ]
        kinds = object_at(traits, "dr").get("value")
        parts += [
            NamedPart(word, -1 - n, "damage") for n, word in enumerate(kinds if isinstance(kinds, list) else ()) if isinstance(word, str)
        ]
        mastery = object_at(traits, "weaponProf", "mastery")
        chosen = ChosenParts(character, parts, masteries_of(mastery.get("value"), self._book), self._book)
        if chosen.choices:
            character["choices"] = chosen.choices
        known = given_names(chosen.sheet, self._book)
        feats = []
        for part in parts:
            place = f"items[{part.n}]"
            if part.n in chosen.used or part.kind == "damage":
                continue
            if part.kind == "spell":
                self._lose_cast(part, chosen, place)
            elif is_given(part.name, known) or comes_with(part.name, chosen.sheet, self._book):
                continue
            elif names.fold(part.name) in self._book.feats and self._is_own_feat(part.n):
                feats.append(part.name)
            else:
                self._lose(f"the feature {one_line(part.name)}", place)
        described = [(n, item.name, bool(object_at(item.system, "description").get("value"))) for n, item in enumerate(self._actor.items)]
        for choice, n in kept_in_texts(chosen.sheet, described):
            self._lose(f"the choice of {choice}, which the file keeps in a text, if at all", f"items[{n}].system.description.value")
        if feats:
            character["features"] = feats
        stats = effective(chosen.sheet, (), self._book)
        grants = (stats.defenses.resistances, stats.defenses.immunities, stats.defenses.vulnerabilities, stats.defenses.conditions)
        modifiers = (*chosen.sheet.modifiers, *(m for rule in chosen.sheet.feature_rules for m in rule.modifiers))
        trained = frozenset(str(m.value) for m in modifiers if m.target.startswith("proficiency."))
        given = foundry_hero_texts.Given(chosen.sheet, frozenset(str(word) for words in grants for word in words), trained)
        foundry_hero_texts.beyond_the_class(self._actor.system, given, self._losses)
        foundry_hero_texts.spent(self._actor.system, chosen.sheet, self._losses)

    def _is_own_feat(self, n: int) -> bool:
        kind = self._actor.items[n].system.get("type")
        return not (isinstance(kind, dict) and kind.get("value") in ("class", "race", "background"))

    def _lose_cast(self, part: NamedPart, chosen: ChosenParts, place: str) -> None:
        """Name a spell that a feature casts, unless it comes with the species."""
        scores = {a: (n - 10) // 2 for a, n in chosen.sheet.abilities.items()}
        given = species_spells(chosen.sheet, scores, self._book)
        known = [
            spell
            for spells in (chosen.sheet.spells.prepared, chosen.sheet.spells.known, chosen.sheet.spells.cantrips)
            for spell in spells or ()
        ]
        if names.fold(part.name) not in {names.fold(word) for word in (*given, *known)}:
            self._lose(f"the spell {one_line(part.name)}, which a feature of the hero casts", place)

    def _spells(self) -> Json:
        lists: dict[str, list[str]] = {"cantrips": [], "prepared": [], "known": []}
        for n, item in self._of_type("spell"):
            spell = self._book.spell(item.name)
            if _keeper(item) is not None:
                continue
            if spell is None:
                self._lose(f"the spell {one_line(item.name)}", f"items[{n}]")
            elif whole(item.system.get("level")) == 0:
                lists["cantrips"].append(spell.name)
            else:
                lists["prepared" if _is_prepared(item.system) else "known"].append(spell.name)
        return {kind: list(dict.fromkeys(found)) for kind, found in lists.items() if found}

    def _is_of_feature(self, item: FoundryItem) -> bool:
        """Whether Foundry keeps the spell for a feature of the hero, and not for a scroll or a wand."""
        keeper = _keeper(item)
        return keeper is not None and any(one.id == keeper and one.type not in GEAR for one in self._actor.items)

    def _name_the_rest(self) -> None:
        """Name what belongs to one moment or is set against the rules: AC, exhaustion, effects, spent uses, items of another kind."""
        flat = whole(self._at("attributes", "ac", "flat"))
        if flat is not None and self._at("attributes", "ac", "calc") in ("flat", "natural"):
            self._lose(f"AC {flat}, which the file sets; here it follows from the gear", "system.attributes.ac.flat")
        tired = whole(self._at("attributes", "exhaustion"))
        if tired and 1 <= tired <= 6:
            self._lose(f"level {tired} of exhaustion", "system.attributes.exhaustion")
        for n, effect in enumerate(rows_in(self._actor.effects)):
            if effect.get("disabled") is not True:
                self._lose(f"the effect {one_line(str(effect.get('name') or effect.get('label')))[:80]}", f"effects[{n}]")
        for n, item in enumerate(self._actor.items):
            if item.type == "feat" and (uses := whole(object_at(item.system, "uses").get("spent"))):
                self._lose(f"spent uses of {one_line(item.name)}: {uses}", f"items[{n}].system.uses.spent")
            if item.type not in (*GEAR, "class", "subclass", "race", "background", "feat", "spell"):
                self._lose(f"the {one_line(item.type)[:40]} {one_line(item.name)[:80]}", f"items[{n}]")

    def _background(self, name: str) -> BackgroundRule | None:
        return self._book.backgrounds.get(names.fold(name))

    @staticmethod
    def _known(name: str, among: Mapping[str, Any]) -> str | None:
        return next((known for known in among if names.fold(known) == names.fold(name)), None)


def _keeper(item: FoundryItem) -> str | None:
    """The id of the item for which Foundry keeps this spell; None for a spell of the hero."""
    found = _KEPT_FOR.search(str(object_at(item.flags, "dnd5e").get("cachedFor") or ""))
    return found[1] if found else None


def _is_prepared(system: Mapping[str, Any]) -> bool:
    """Whether the spell is prepared, under the key of this version (`prepared`: 1 or 2) or of older ones (`preparation`)."""
    older = system.get("preparation")
    if isinstance(older, dict):
        return bool(older.get("prepared")) or older.get("mode") in ("always", "pact", "innate")
    return bool(system.get("prepared"))


def _level(value: Any) -> int | None:
    found = whole(value)
    return found if found is not None and 1 <= found <= 20 else None
