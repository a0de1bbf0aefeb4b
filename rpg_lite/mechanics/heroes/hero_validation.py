"""Checks of a new or changed hero and notes for the answer: misspelled classes, spells of other classes, open choices."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.heroes.spell_preparing import preparing_classes, spell_to_prepare
from rpg_lite.rules import feats_taken, names, spell_choices
from rpg_lite.rules.character_document import CharacterDocument, Improvement, SpellLists, StoredCharacter
from rpg_lite.rules.choice_counts import Surplus, surpluses
from rpg_lite.rules.choice_fits import NO_CHOICE, Misfit, misfits
from rpg_lite.rules.choice_names import ASI, FEAT_ABILITY, MAGIC_INITIATE, SCORES, VERSATILE, choice_key
from rpg_lite.rules.choices import SKILL_CHOICE, OpenChoice, asked_by, list_open, options_of
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.level_gain import FEATS, IMPROVEMENTS, adds_up
from rpg_lite.rules.off_list_spells import may_come_from_a_feature
from rpg_lite.rules.option_prerequisites import may_choose, options_in_need
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_MISSPELT: Final = 80
"""The percentage of letters that a misspelled class shares with the intended class; a homebrew class shares fewer."""


def misspelt_class(given: CharacterDocument, book: Rulebook) -> Rejected | None:
    """Refuse a class whose name nearly matches one in the rules. Any other name is kept as a homebrew class."""
    for n, (written, (name, _)) in enumerate(zip(given.classes or (), class_levels(given.classes or ()), strict=True)):
        meant = "" if name in book.classes else next(iter(names.misspelt(name, book.classes, _MISSPELT)), "")
        if meant:
            near = names.fold(written).replace(name, meant)
            return Rejected("class_unknown", f"character.classes[{n}]", {"wanted": written}, (near,), tuple(book.classes))
    return None


def choices_unfit(draft: Draft, hero: Thing, given: CharacterDocument, command: Command) -> Rejected | None:
    """Refuse a word that does not fit a choice of the hero; choices that the sheet already has are not checked."""
    if not given.choices:
        return None
    book, sheet = draft.situation.book, thing_stats.true_sheet(hero, draft.situation.book)
    document = StoredCharacter.model_validate_json(hero.creature.sheet.text, context=ANY)
    wrong = list(misfits(given.choices, document, sheet, book))
    if not wrong:
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    sent["character"]["choices"] = mended = _mended(sent["character"]["choices"], wrong)
    return replace(_unfit(hero, wrong[0], "character.choices"), instead=sent if mended else None)


def choices_too_many(draft: Draft, hero: Thing, given: CharacterDocument, command: Command) -> Rejected | None:
    """Refuse more words than a choice of the hero takes; the proposed call keeps the first of them."""
    found = _surplus(draft, hero, given.choices or {})
    if found is None:
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    sent["character"]["choices"][found.choice] = kept = _first_of(sent["character"]["choices"][found.choice], found)
    return replace(_too_many(hero, found, "character.choices"), instead=sent if kept else None)


def _first_of(value: Any, found: Surplus) -> Any:
    """The value with as many words as the choice takes, each once; nothing if it is not a list of words, or takes none."""
    if isinstance(value, dict) and found.of:
        return {of: _first_of(words, found._replace(of="")) if names.fold(of) == found.of else words for of, words in value.items()}
    is_words = isinstance(value, list) and all(isinstance(word, str) for word in value)
    return list({names.fold(word): word for word in reversed(value)}.values())[::-1][: found.most] if is_words else None


def rows_too_many(draft: Draft, hero: Thing, rows: Mapping[str, Any]) -> Rejected | None:
    """Refuse more words than one of these choices takes, which the hero has already."""
    found = _surplus(draft, hero, rows)
    return _too_many(hero, found, "choices") if found else None


def _surplus(draft: Draft, hero: Thing, rows: Mapping[str, Any]) -> Surplus | None:
    if not rows:
        return None
    book, now = draft.situation.book, draft.world.things[hero.id]
    document = StoredCharacter.model_validate_json(now.creature.sheet.text, context=ANY)
    return next(surpluses(rows, document, thing_stats.true_sheet(now, book), book), None)


def _too_many(hero: Thing, found: Surplus, field: str) -> Rejected:
    if found.twice:
        return Rejected("choice_twice", f"{field}.{found.choice}", {"name": hero.name, "choice": found.choice, "wanted": found.twice})
    choice = f"{found.choice} of the {found.of}" if found.of else found.choice
    details = {"name": hero.name, "choice": choice, "most": found.most, "given": len(found.words), "words": ", ".join(found.words)}
    return Rejected("choices_too_many", f"{field}.{found.choice}", details)


def rows_unfit(draft: Draft, hero: Thing, rows: Mapping[str, Any]) -> Rejected | None:
    """Refuse a word that does not fit one of these choices, which the hero has already."""
    book = draft.situation.book
    document = StoredCharacter.model_validate_json(hero.creature.sheet.text, context=ANY)
    wrong = next(misfits(rows, document, thing_stats.true_sheet(hero, book), book), None)
    return _unfit(hero, wrong, "choices") if wrong else None


def _unfit(hero: Thing, wrong: Misfit, field: str) -> Rejected:
    where = field if wrong.choice == NO_CHOICE else f"{field}.{wrong.choice}"
    details = {"name": hero.name, "choice": wrong.choice, "wanted": wrong.wanted}
    return Rejected("choice_unfit", where, details, tuple(names.nearest(wrong.wanted, wrong.allowed)), wrong.allowed)


def options_too_early(draft: Draft, hero: Thing, before: Sheet | None, field: str, command: Command) -> Rejected | None:
    """Refuse options whose prerequisites the hero lacks, unless the game master forces the call; earlier ones stay."""
    book = draft.situation.book
    had = options_in_need(before, book) if before else {}
    after = thing_stats.true_sheet(draft.world.things[hero.id], book)
    for (choice, option), needs in options_in_need(after, book).items():
        if (choice, option) not in had and after.chosen:
            sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True) | {"force": True}
            return Rejected(
                "feat_prerequisite",
                f"{field}.{after.chosen.spelling.get(choice, choice)}",
                {"name": hero.name, "feat": option, "needs": needs},
                instead=sent,
            )
    return None


def feats_taken_twice(draft: Draft, hero: Thing, before: Sheet | None, field: str, command: Command) -> Rejected | None:
    """Refuse a feat that can be taken only once and that the hero has already, by its background, its species or an improvement, unless the game master
    forces the call; what was there before stays.
    """
    book = draft.situation.book
    after = thing_stats.true_sheet(draft.world.things[hero.id], book)
    had = feats_taken.taken_too_often(before, book) if before else {}
    for feat, times in feats_taken.taken_too_often(after, book).items():
        if times > had.get(feat, 1):
            sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True) | {"force": True}
            details = {"name": hero.name, "feat": feat}
            return Rejected("feat_taken_twice", field, details, allowed=feats_taken.others_like(feat, after, book), instead=sent)
    return None


def _mended(choices: Mapping[str, Any], wrong: Sequence[Misfit]) -> dict[str, Any]:
    """The choices with each misfit replaced by the nearest word that fits, or left out if there is none."""
    instead = {(m.choice, m.wanted): next(iter(names.nearest(m.wanted, m.allowed)), None) for m in wrong}
    points = {m.choice: json.loads(m.allowed[0]) for m in wrong if choice_key(m.choice) == choice_key(SCORES)}
    dropped = {m.wanted for m in wrong if m.choice == NO_CHOICE}
    kept = {c: points.get(c) or _replaced(c, value, instead) for c, value in choices.items() if c not in dropped}
    return {c: value for c, value in kept.items() if value}


def _replaced(choice: str, value: Any, instead: Mapping[tuple[str, str], str | None]) -> Any:
    match value:
        case str():
            return instead.get((choice, value), value)
        case list():
            return [w for v in value if (w := _replaced(choice, v, instead))]
        case dict():
            return {of: w for of, v in value.items() if (w := _replaced(choice, v, instead))}
    return value


def spells_of_others(draft: Draft, hero: Thing, given: CharacterDocument, command: Command) -> Rejected | None:
    """Refuse a prepared spell of the rules that no class of the hero prepares; homebrew spells are kept."""
    book, words = draft.situation.book, (given.spells.prepared if given.spells else None) or ()
    preparing = preparing_classes(draft.world, hero, book) if words else {}
    sheet = thing_stats.sheet(hero, book)._replace(spells=SpellLists())  # a wizard's prepared spells are in the spellbook too
    tried = [spell_to_prepare(word, hero.name, preparing, sheet, book) for word in words if preparing]
    wrong = {
        n: r
        for n, r in enumerate(tried)
        if isinstance(r, Rejected) and r.code != "spell_unknown" and not _of_feature(words[n], sheet, book)
    }
    if not wrong:
        return None
    place, first = next(iter(wrong.items()))
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    sent["character"]["spells"]["prepared"] = [word for n, word in enumerate(words) if n not in wrong]
    return replace(first, field=f"character.spells.prepared[{place}]", instead=sent)


def _of_feature(word: str, sheet: Sheet, book: Rulebook) -> bool:
    spell = book.spell(word)
    return spell is not None and may_come_from_a_feature(spell, sheet, book)


def improvements_unfit(name: str, given: CharacterDocument, command: Command, book: Rulebook) -> Rejected | None:
    """Refuse improvements that are bare words or points without a row, which would have no effect, and rows that do not add up."""
    for written, value in (given.choices or {}).items():
        rows = value if isinstance(value, tuple) else (value,)
        if choice_key(written) in FEATS:
            return _feat_without_a_row(name, written, rows, command, book)
        if choice_key(written) != ASI or all(isinstance(row, Improvement) and adds_up(row, book) for row in rows):
            continue
        mended = [made for row in rows if (made := _as_improvement(row, book))]
        wanted = next(
            row if isinstance(row, str) else json.dumps(_sent(row), ensure_ascii=False)
            for row in rows
            if not (isinstance(row, Improvement) and adds_up(row, book))
        )
        sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
        sent["character"]["choices"][written] = mended
        near = tuple(names.nearest(wanted, [f.name for f in book.feats.values()])) if isinstance(rows[0], str) else ()
        details = {"name": name, "choice": written, "wanted": wanted}
        return Rejected("choice_unfit", f"character.choices.{written}", details, near, IMPROVEMENTS, sent if mended else None)
    return None


def _feat_without_a_row(name: str, written: str, rows: Sequence[Any], command: Command, book: Rulebook) -> Rejected:
    """The refusal of a feat by itself, with the choice that gives it: an improvement, or the origin feat of a species (SRD 5.2, Human)."""
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    choices = sent["character"]["choices"]
    del choices[written]
    found = [made["feat"] for row in rows if isinstance(row, str) and (made := _as_improvement(row, book))]
    for feat in found:
        if book.feats[names.fold(feat)].category == "origin":
            choices[VERSATILE] = feat
        else:
            choices[ASI] = [*choices.get(ASI, ()), {"feat": feat}]
    wanted = next((row for row in rows if isinstance(row, str)), "")
    near = tuple(names.nearest(wanted, [f.name for f in book.feats.values()]))
    details = {"name": name, "choice": written, "wanted": wanted}
    return Rejected("choice_unfit", f"character.choices.{written}", details, near, IMPROVEMENTS, sent if found else None)


def _sent(row: Any) -> Any:
    return row.model_dump(mode="json", by_alias=True, exclude_none=True) if isinstance(row, Improvement) else row


def _as_improvement(row: Any, book: Rulebook) -> dict[str, Any] | None:
    """The row that a word or points may mean; None if they mean nothing, or if the row does not add up."""
    if isinstance(row, str):
        feats = [f.name for f in book.feats.values()]
        meant = book.feats.get(names.fold(row))
        near = [meant.name] if meant else names.nearest(row, feats, 1)
        return {"feat": near[0]} if near else None
    made = (
        row
        if isinstance(row, Improvement)
        else Improvement.model_validate(row)
        if isinstance(row, Mapping) and {*row} <= {*ABILITIES}
        else None
    )
    return _sent(made) if made and adds_up(made, book) else None


def tell_open_choices(draft: Draft, hero: Thing, listing: bool = True) -> None:
    """Note the open choices, with a call that makes the first of them and shows the form of an improvement. Without `listing`, only the call, because the result lists them."""
    sheet = thing_stats.sheet(hero, draft.situation.book)
    if not sheet.open_choices:
        return
    if listing:
        draft.note("to_choose", texts=list_open(sheet.open_choices))
    if choices := _first_made(sheet, draft.situation.book):
        payload = {"operation": "update", "characterName": hero.name, "character": {"choices": choices}}
        draft.note("choose_so", payload=json.dumps(payload, ensure_ascii=False))


def _first_made(sheet: Sheet, book: Rulebook) -> dict[str, Any]:
    """The first open choice that has options, filled in after its earlier picks, and the first improvement, whose form nobody guesses."""
    found: dict[str, Any] = {}
    for choice in sheet.open_choices:
        is_wanted = not found or (choice.choice == ASI and ASI not in found)
        if is_wanted and (made := _made_of(sheet, choice, book)):
            found[choice.choice] = made
    return found


def _made_of(sheet: Sheet, choice: OpenChoice, book: Rulebook) -> Any:
    """The value that makes a choice, filled in after its earlier picks; empty if the choice has no options."""
    if choice.choice == ASI:
        return _improve(sheet, choice, book)
    if names.fold(choice.choice) in spell_choices.KEYS:
        offers = (o for o in spell_choices.offers(sheet, book) if (o.choice, o.of, o.level) == (choice.choice, choice.of, choice.level))
        return [name for o in offers for name in spell_choices.options(o, sheet, book)[: choice.count]]
    if choice.choice == SCORES:
        order = sorted(choice.options, key=_order(sheet, book).index)
        race = sheet.chosen.race if sheet.chosen else None
        return dict(zip(order, (race.abilities_to_choose if race else ()) or (2, 1), strict=False))
    return _pick_of_origin(sheet, choice) if choice.options else _pick(sheet, choice, book)


def _order(sheet: Sheet, book: Rulebook) -> Sequence[str]:
    """The abilities, the most useful to the first class first."""
    first = next((book.classes[c] for c in sheet.class_levels if c in book.classes), None)
    return first.all_abilities if first else ABILITIES


def _pick_of_origin(sheet: Sheet, choice: OpenChoice) -> list[str] | str | dict[str, list[str]]:
    """Words for a choice of the species, the background or a feat; for skills, only those that the hero lacks."""
    had = sheet.chosen.of(choice.choice, names.fold(choice.of)) if sheet.chosen else ()
    left = [w for w in choice.options if names.fold(w) not in map(names.fold, had) and w not in sheet.skills]
    words = [*had, *_spread(left, choice)]
    return {choice.of: words} if choice.choice in (MAGIC_INITIATE, FEAT_ABILITY) else words[0] if len(words) == 1 else words


def _spread(left: Sequence[str], choice: OpenChoice) -> Sequence[str]:
    """The first words that are left; for Magic Initiate, the last of them is the spell with a level."""
    if choice.choice != MAGIC_INITIATE:
        return left[: choice.count]
    return [*left[: choice.count - 1], left[-1]]


def _improve(sheet: Sheet, choice: OpenChoice, book: Rulebook) -> list[dict[str, Any]]:
    """Add two points for the ability that serves the class most to the earlier improvements."""
    rows = sheet.chosen.improvements if sheet.chosen else ()
    old = [row.model_dump(mode="json", by_alias=True, exclude_none=True) for row in rows]
    order = book.classes[choice.of].all_abilities
    several = {"class": choice.of} if len(sheet.class_levels) > 1 else {}
    return [*old, {"level": choice.level, **several, order[0]: 2}]


def _pick(sheet: Sheet, choice: OpenChoice, book: Rulebook) -> list[str] | str | dict[str, list[str]]:
    had = sheet.chosen.of(choice.choice, choice.of) if sheet.chosen else ()
    most = asked_by(choice, sheet.class_levels, sheet.chosen, book)
    trained = sheet.skills if choice.choice == SKILL_CHOICE else {}
    fits = [w for w in options_of(choice, book) if may_choose(choice.choice, w, sheet, book)]
    words = [*had, *(w for w in fits if names.fold(w) not in map(names.fold, had) and w not in trained)][:most]
    if len(words) <= len(had):
        return []
    return {choice.of: words} if len(sheet.class_levels) > 1 else words[0] if most == 1 else words


def tell_of_race(draft: Draft, given: CharacterDocument) -> None:
    """Note that scores are final: they already include the increases of the race (SRD 5.1, Racial Traits)."""
    race = draft.situation.book.race(given.race) if given.race else None
    if race and race.abilities and given.abilities:
        draft.note("scores_final", race=race.name, texts=[f"{a.upper()} {n:+d}" for a, n in race.abilities.items()])
