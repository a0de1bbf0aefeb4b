"""Count for docs/coverage.md the entries that are whole, that come with a word for the game master, or that leave a number open."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import names
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.character_document import OwnFeature, StoredCharacter
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule, RaceRule
from rpg_lite.vocabulary import RULESETS

Standing = Literal["whole", "told", "open"]
CLASS_FEATURES: Final = "Features of classes"
SPELLS: Final = "Spells"
CREATURES: Final = "Acts and traits of creatures"
_HEAD: Final = """## Whole, with a word, open

- **whole**: everything that it does is computed.
- **with a word**: everything with a number is computed; the answer tells the game master the rest. A word about places that is told only where nothing
  measures them does not count: where they count, it is computed.
- **open**: a number or a rule is left to the game master, and the answer says which.
"""


@dataclass(frozen=True, slots=True)
class Ruling:
    """The rating of an entry (whole, with a word, or open), and its open sentences."""

    name: str
    standing: Standing
    open: tuple[str, ...] = ()


def share(rulings: Sequence[Ruling]) -> float:
    """The percentage of entries that leave no number open."""
    return 100 * (1 - sum(r.standing == "open" for r in rulings) / len(rulings)) if rulings else 100.0


def rulings(book: Rulebook) -> Mapping[str, list[Ruling]]:
    """Heading → the entries of this kind. The features of a class are listed twice: under the heading of their class and under that of all
    classes.
    """
    features = [(rule, _of_feature(rule)) for rule in book.features.values()]
    of_classes = {c.name: [found for rule, found in features if rule.of_class == c.name] for c in book.classes.values()}
    by_name = {names.fold(rule.name): found for rule, found in features}
    return {
        SPELLS: [_ruling(spell.name, walk(spell.steps)) for spell in book.spell_acts.values()],
        CLASS_FEATURES: [found for found_there in of_classes.values() for found in found_there],
        **{names.capitalize(name): found_there for name, found_there in of_classes.items()},
        "Species": [_of_species(race, by_name) for race in book.races.values()],
        "Backgrounds": [Ruling(rule.name, "whole") for rule in book.backgrounds.values()],
        "Feats": [by_name.get(names.fold(rule.name), Ruling(rule.name, "whole")) for rule in book.feats.values()],
        CREATURES: [found for document in book.creatures.values() for found in _of_creature(document["character"])],
        "Items": [_of_template(id, book) for id in book.templates if id.startswith("srd:")],
    }


def lines() -> Iterator[str]:
    """The section of docs/coverage.md."""
    yield _HEAD
    for ruleset in RULESETS:
        found = rulings(rulebook_loading.rulebook(ruleset))
        yield f"### SRD {ruleset}\n"
        yield "| | all | whole | with a word | open | no number open |"
        yield "|---|--:|--:|--:|--:|--:|"
        yield from (_row(heading, those) for heading, those in found.items())
        yield f"\nOpen in SRD {ruleset}:\n"
        once = {(heading, r.name): r for heading, those in found.items() if heading != CLASS_FEATURES for r in those if r.open}
        yield from (f"- {name} ({heading}): {' '.join(r.open)}" for (heading, name), r in once.items())
        yield ""


def _row(heading: str, found: Sequence[Ruling]) -> str:
    counts = Counter(r.standing for r in found)
    return f"| {heading} | {len(found)} | {counts['whole']} | {counts['told']} | {counts['open']} | {share(found):.1f} % |"


def _ruling(name: str, steps: Iterable[StepModel], is_told: bool = False) -> Ruling:
    said = [step for step in steps if isinstance(step, SayStep) and not step.told]
    left = tuple(dict.fromkeys(step.say for step in said if step.open))
    return Ruling(name, "open" if left else "told" if said or is_told else "whole", left)


def _of_feature(rule: FeatureRule) -> Ruling:
    return _ruling(names.capitalize(rule.name.replace("_", " ")), _steps_of(rule))


def _steps_of(rule: Any) -> Iterator[StepModel]:
    """The steps of the acts, riders and triggers of a feature or an item, and its sentences."""
    for part in (*rule.acts, *rule.riders):
        yield from walk(part.steps)
    for trigger in rule.on:
        yield from walk(trigger.then)
    if isinstance(rule, FeatureRule):
        yield from walk(rule.say)


def _of_species(race: RaceRule, features: Mapping[str, Ruling]) -> Ruling:
    """The ruling of a species, which leaves open whatever its traits leave open."""
    own = [features[key] for name in race.features if (key := names.fold(name)) in features]
    left = tuple(dict.fromkeys(text for ruling in own for text in ruling.open))
    is_told = any(ruling.standing != "whole" for ruling in own)
    return Ruling(names.capitalize(race.name), "open" if left else "told" if is_told else "whole", left)


def _of_creature(written: Mapping[str, Any]) -> Iterator[Ruling]:
    """The acts and the traits of a stat block."""
    character = StoredCharacter.model_validate(written)
    for act in character.acts:
        yield _ruling(f"{character.name}: {act.name}", walk(act.steps))
    for trait in character.features or ():
        if isinstance(trait, OwnFeature):
            yield _ruling(f"{character.name}: {trait.name}", _steps_of_trait(trait), bool(trait.adjudicated))


def _steps_of_trait(trait: OwnFeature) -> Iterator[StepModel]:
    for act in trait.acts:
        yield from walk(act.steps)
    for rider in trait.riders:
        yield from walk(rider.steps)
    for trigger in trait.on if isinstance(trait.on, tuple) else ():
        yield from walk(trigger.then)


def _of_template(id: str, book: Rulebook) -> Ruling:
    template = book.templates[id]
    made = [item for v in template.variants if (item := book.item(Pick(id, None, v.name)))] or [template.item]
    found = [_of_item(item) for item in made]
    left = tuple(dict.fromkeys(text for ruling in found for text in ruling.open))
    is_told = any(ruling.standing != "whole" for ruling in found)
    return Ruling(template.item.name, "open" if left else "told" if is_told else "whole", left)


def _of_item(item: Item) -> Ruling:
    return _ruling(item.name, _steps_of(item), bool(item.adjudicated or item.effect))
