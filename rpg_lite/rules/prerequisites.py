"""The prerequisites of a hero's classes and feats, and the maximum of its ability scores (SRD, Multiclassing, Feats, Ability Scores)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.choices import ABILITY_CAP, Chosen, raise_scores
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.level_gain import NEEDED, lacking
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatRule
from rpg_lite.vocabulary import ABILITIES, Ability

_STYLE: Final = "fighting style"
_ASSUMED: Final = "abilities 10"


def own_scores(sheet: Sheet) -> Mapping[Ability, int]:
    """The scores that are the character's own, without magic."""
    return raise_scores(sheet.abilities, sheet.chosen) if sheet.chosen else sheet.abilities


def multiclass_needs(sheet: Sheet, book: Rulebook) -> list[str]:
    """The scores that a multiclass hero still needs; empty if no scores are given."""
    known = [c for c in sheet.class_levels if c in book.classes]
    return lacking(own_scores(sheet), known[:-1], known[-1], book) if len(known) > 1 and _ASSUMED not in sheet.assumed else []


def scores_beyond(sheet: Sheet) -> list[str]:
    """The given scores of a hero that exceed its maximum: "STR 25"."""
    most = {a: sheet.ability_max.get(a, ABILITY_CAP) for a in ABILITIES}
    return [f"{a.upper()} {n}" for a, n in sheet.abilities.items() if sheet.class_levels and n > most[a]]


def feats_in_need(sheet: Sheet, book: Rulebook) -> Iterator[tuple[str, list[str]]]:
    """(feat, prerequisites) for each feat among the hero's improvements whose prerequisites the hero does not meet."""
    if _ASSUMED in sheet.assumed:
        return
    for improvement in sheet.chosen.improvements if sheet.chosen else ():
        feat = feat_called(improvement.feat, book)
        if feat and (needs := feat_needs(feat, sheet, _scores_before(sheet.chosen, sheet, feat), improvement.level or sheet.level)):
            yield feat.name, needs


def feat_called(name: str | None, book: Rulebook) -> FeatRule | None:
    return book.feats.get(names.fold(name)) if name else None


def feat_needs(feat: FeatRule, sheet: Sheet, scores: Mapping[Ability, int], level: int) -> list[str]:
    """The prerequisites of a feat that the character does not meet: "level 4", "str 13 or dex 13", "a Fighting Style feature",
    "Spellcasting".
    """
    groups = [" or ".join(f"{a} {NEEDED}" for a in group) for group in feat.prerequisites if all(scores[a] < NEEDED for a in group)]
    has_style = any(names.fold(f.name) == _STYLE for f in sheet.features)
    return [
        *([f"level {feat.level}"] if level < feat.level else []),
        *groups,
        *(["a Fighting Style feature"] if feat.category == "fighting_style" and not has_style else []),
        *(["Spellcasting"] if feat.spellcasting and not sheet.spellcaster else []),
    ]


def _scores_before(chosen: Chosen | None, sheet: Sheet, feat: FeatRule) -> Mapping[Ability, int]:
    """The scores without the points that the feat itself gives."""
    others = tuple(i for i in chosen.improvements if names.fold(i.feat or "") != names.fold(feat.name)) if chosen else ()
    return raise_scores(sheet.abilities, replace(chosen, improvements=others)) if chosen else sheet.abilities
