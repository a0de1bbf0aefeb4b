"""The feats and fighting styles that a hero has taken, and those taken twice that can be taken only once (SRD 5.1, Feats and Fighting Style; SRD 5.2,
Feat Descriptions, Repeatable). Apart because it is a rule of sheets, and the checks of heroes only word it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.choices import EPIC_BOON
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatRule

FIGHTING_STYLE: Final = "fighting style"


def taken_too_often(sheet: Sheet, book: Rulebook) -> Counter[str]:
    """Name → how often the hero has it, for all that it has more than once and can have only once; a repeatable feat is such a one if the same list
    is chosen with it again (SRD 5.2, Magic Initiate).
    """
    return Counter({name: n for name, n in Counter(_once_only(sheet, book)).items() if n > 1})


def others_like(name: str, sheet: Sheet, book: Rulebook) -> tuple[str, ...]:
    """The feats of the same kind and the general ones, within the hero's level, that it does not have; none for a style that is no feat."""
    rule, has = feat_called(name, book), {*_once_only(sheet, book)}
    level = sum(sheet.class_levels.values())
    return tuple(f.name for f in book.feats.values() if rule and f.category in (rule.category, "general") and f.level <= level and f.name not in has)


def feat_called(word: str, book: Rulebook) -> FeatRule | None:
    """The feat of this name, with or without the list that is chosen with it in brackets."""
    return book.feats.get(names.fold(word)) or book.feats.get(names.fold(word.partition("(")[0].strip()))


def _once_only(sheet: Sheet, book: Rulebook) -> Iterator[str]:
    """Each feat and style that the hero has and can have only once, as often as it has been taken."""
    if sheet.chosen is None:
        return
    feats = {names.fold(feat) for feat in sheet.chosen.feats}
    boons = (boon for boon in sheet.chosen.of(EPIC_BOON) if names.fold(boon) not in feats)  # with its ability it stands among the improvements, too
    for word in (*sheet.chosen.feats, *boons, *sheet.chosen.of(FIGHTING_STYLE)):
        rule = feat_called(word, book)
        if rule is None or not rule.repeatable:
            yield rule.name if rule else names.fold(word)
        elif "(" in word:
            yield names.capitalize(names.fold(word))
