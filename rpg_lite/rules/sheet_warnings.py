"""Warnings about parts of a sheet that do not count, or do not count as written: codes and details, which `messages` puts into words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rpg_lite.rules import names, prerequisites
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.choices import known_choices
from rpg_lite.rules.class_gains import BEYOND_NAME
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.off_list_spells import foreign_spells
from rpg_lite.rules.option_prerequisites import options_in_need
from rpg_lite.rules.rulebook import Rulebook


class Remark(NamedTuple):
    code: str
    details: Mapping[str, Any]


def remarks(sheet: Sheet, book: Rulebook, left_out: Iterable[tuple[str, str]] = ()) -> Iterator[Remark]:
    """Warn of parts of a sheet that are left out, unknown, not applied yet, or already included in the given hit point maximum."""
    for kind, wanted in left_out:
        like = book.near(wanted) if kind == "item" else names.nearest(wanted, (r.name for r in book.effects.values()))
        yield Remark("left_out", {"kind": kind, "wanted": wanted, "near": _find_meant(like)})
    races = [r for r in sheet.unknown_races if not _is_of_creatures(r, book)]
    for kind, unknown, known in (("class", sheet.unknown_classes, book.classes), ("race", races, book.races)):
        for wanted in unknown:
            near = names.nearest(wanted, known)
            yield Remark("word_unknown", {"kind": kind, "wanted": wanted, "near": _find_meant(near)})
    yield from _unknown_origins(sheet, book)
    yield from _strange_choices(sheet, book)
    yield from _unknown_spells(sheet, book)
    yield from _beyond_the_rules(sheet, book)
    if sheet.other_level is not None:
        yield Remark("level_follows_classes", {"level": sheet.level, "given": sheet.other_level})
    if sheet.race_counts_as and not _is_of_creatures(sheet.race, book):
        yield Remark("race_counts_as", {"wanted": sheet.race, "race": sheet.race_counts_as})
    if sheet.unknown_training:
        yield Remark("training_unknown", {"texts": list(sheet.unknown_training)})
    if sheet.unknown_features:
        yield Remark("features_kept_as_text", {"texts": list(sheet.unknown_features)})
    if sheet.features_to_judge:
        yield Remark("features_to_judge", {"texts": list(sheet.features_to_judge)})
    if sheet.not_counted:
        yield Remark("features_not_counted", {"texts": list(sheet.not_counted)})
    if sheet.within_hp_max:
        yield Remark("within_hp_max", {"most": sheet.hp_max, "texts": list(sheet.within_hp_max)})


def _is_of_creatures(word: str, book: Rulebook) -> bool:
    """Whether the race is a kind of creature that nobody plays: goblin, beast."""
    key = names.fold(word)
    return key in CREATURE_TYPES or key in book.creatures


def _unknown_origins(sheet: Sheet, book: Rulebook) -> Iterator[Remark]:
    """Warn of a background and of feats that are not in the rules."""
    if wanted := sheet.unknown_background:
        near = names.nearest(wanted, (b.name for b in book.backgrounds.values()))
        yield Remark("word_unknown", {"kind": "background", "wanted": wanted, "near": _find_meant(near)})
    known = [f.name for f in book.feats.values()]
    for wanted in (i.feat for i in sheet.chosen.improvements if i.feat) if sheet.chosen else ():
        if names.fold(wanted) not in book.feats and book.feature(BEYOND_NAME.sub("", wanted)) is None:
            yield Remark("word_unknown", {"kind": "feat", "wanted": wanted, "near": _find_meant(names.nearest(wanted, known))})


def _strange_choices(sheet: Sheet, book: Rulebook) -> Iterator[Remark]:
    """Warn of each choice that no class or feature asks for, unless the choice names a feature."""
    if sheet.chosen is None or not sheet.chosen.words:
        return
    known = known_choices(book)
    for wanted, by_class in sheet.chosen.words.items():
        words = [w for ws in by_class.values() for w in ws]
        if wanted not in known and not any(book.feature(text) for w in words for text in (w, f"{wanted}: {w}")):
            near = names.nearest(wanted, known) or tuple(dict.fromkeys(c.choice for c in sheet.open_choices))
            yield Remark("word_unknown", {"kind": "choice", "wanted": sheet.chosen.spelling.get(wanted, wanted), "near": _find_meant(near)})


def _unknown_spells(sheet: Sheet, book: Rulebook) -> Iterator[Remark]:
    """Warn of spells that are not in the rules, which are kept as words, and of spells that nothing gives to the character."""
    own = {names.fold(spell.name): spell.name for spell in sheet.spells.own}
    known = [*own.values(), *(spell.name for spell in book.spells.values())] if sheet.casting else []
    for wanted in dict.fromkeys(w for words in (sheet.spells.cantrips, sheet.spells.known, sheet.spells.prepared) for w in words or ()):
        if known and book.spell(wanted) is None and names.fold(wanted) not in own:
            yield Remark("spell_kept", {"wanted": wanted, "near": _find_meant(names.nearest(wanted, known))})
    if foreign := [f"{one.spell} in {one.kept_in} ({one.why})" for one in foreign_spells(sheet, book)]:
        yield Remark("spells_foreign", {"texts": foreign})


def _beyond_the_rules(sheet: Sheet, book: Rulebook) -> Iterator[Remark]:
    """Warn of parts of the sheet that break requirements or limits of the rules; they count as written."""
    if needs := prerequisites.multiclass_needs(sheet, book):
        yield Remark("multiclass_needs", {"texts": needs})
    for feat, needs in prerequisites.feats_in_need(sheet, book):
        yield Remark("feat_needs", {"feat": feat, "texts": needs})
    for (_, option), needs in options_in_need(sheet, book).items():
        yield Remark("feat_needs", {"feat": option, "texts": needs})
    if beyond := prerequisites.scores_beyond(sheet):
        yield Remark("scores_beyond", {"texts": beyond})


def in_vain(texts: Sequence[str]) -> Iterator[Remark]:
    """Warn of the parts of a document that nothing uses."""
    if texts:
        yield Remark("unheard", {"texts": list(texts)})


def _find_meant(near: Sequence[str]) -> str:
    return f" Did you mean {', '.join(near)}?" if near else ""
