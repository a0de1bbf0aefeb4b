"""Cards like those in printed books, in a brief answer of at most 150 tokens each: spells, features, conditions, common acts, classes; and lists of names."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, IfStep, Spell
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.book_search import KINDS, Entry, EntryKind, feature_name, namesakes, plural
from rpg_lite.rules.challenge_rating_limits import limits_in
from rpg_lite.rules.class_table import Kit
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import ConditionRule, FeatureRule
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.views import campaign_overview, class_level_card, creature_card, trap_card
from rpg_lite.views.act_text import act_text, cost_text, reach_text, spend_text
from rpg_lite.views.formula_words import in_words, table_text
from rpg_lite.views.modifier_text import changes_text
from rpg_lite.views.span_text import act_span_text
from rpg_lite.views.step_text import sentences_text, trigger_text
from rpg_lite.views.subject_text import SOURCE, USER
from rpg_lite.views.trait_text import rider_text

Json = dict[str, Any]
T = TypeVar("T")
MOST_BYTES: Final = 430
"""The maximum bytes of the text of a card, with which the whole answer has at most 150 tokens."""


def card_text(entry: Entry, others: Sequence[EntryKind], book: Rulebook, full: bool = False, part: str = "") -> str:
    """The card of an entry, whole in a full answer. `others`: the other kinds that have an entry of this name. `part`: the words for which
    there is no entry, because of which this one was found.
    """
    said = _no_entry(part, [entry.name])
    more = f"\nThere is also {' and '.join(_a(kind) for kind in others)} of this name: send kind." if others else ""
    if entry.kind == "item":
        return said + _CALL.sub("", campaign_overview.items_text(entry.name, book, full)) + more
    spell = book.spell(entry.name) if entry.kind == "spell" else None
    least_slot = max(1, spell.level) if spell else 1
    texts = _texts(entry, book)
    if entry.kind != "rule":  # braces and calls of a rule are those that it explains
        texts = (_CALL.sub("", in_words(text, least_slot)) for text in texts)
    if entry.kind == "feature":
        more += _namesakes(entry.name, book)
    if full:
        return said + next(texts) + more
    most = MOST_BYTES - len((said + more).encode())
    text = _longest_that_fits(texts, most)
    return said + (text if len(text.encode()) <= most else _first_lines(text, most)) + more


_CALL: Final = re.compile(r" \((?:[^()]*; or )?(?:manage|execute|read|keep)_[a-z]+[^()]*\)")
"""The call with which a game master records what a sentence says; it is told when the sentence is played."""


def _first_lines(text: str, most: int) -> str:
    """As much of the text as fits, whole lines as far as possible, and where the rest is."""
    first, *rest = text.splitlines()
    most -= len(creature_card.MORE) + 1
    shown = cut(first, most)
    for line in rest:
        left = most - len(shown.encode()) - 1
        if len(line.encode()) > left:
            shown += f"\n{cut(line, left)}" if left > LEAST_OF_A_LINE else ""
            break
        shown += f"\n{line}"
    return f"{shown}\n{creature_card.MORE}"


LEAST_OF_A_LINE: Final = 40
"""The bytes of a line without which its beginning tells nothing."""


def _no_entry(part: str, found: Sequence[str]) -> str:
    """Says that nothing has this name, unless it is all the words of one that was found: otherwise the answer would pass for one of it."""
    is_named = any(names.fold(part) == names.fold(name) for name in found)
    return f'Nothing is called "{part}"; this name has it in it.\n' if part and not is_named else ""


def _texts(entry: Entry, book: Rulebook) -> Iterator[str]:
    """The text of the entry; for a creature, first the whole text and then shorter forms."""
    return creature_card.texts(entry.name, book) if entry.kind == "creature" else iter((_TEXTS[entry.kind](entry.name, book),))


def _longest_that_fits(texts: Iterator[str], most: int) -> str:
    """The longest form of at most this many bytes, or else the shortest."""
    text = ""
    for text in texts:
        if len(text.encode()) <= most:
            break
    return text


def card_json(entry: Entry, book: Rulebook) -> Json:
    """The entry of the book with all its keys."""
    return {"kind": entry.kind, "name": entry.name, entry.kind: _DATA[entry.kind](entry.name, book)}


def cut(text: str, most: int) -> str:
    """The text, cut after a word so that it has at most the given number of bytes."""
    if len(text.encode()) <= most:
        return text
    return text.encode()[: most - 4].decode(errors="ignore").rsplit(" ", 1)[0].rstrip(" ,;:.") + " …"


def list_text(entries: Sequence[Entry], part: str = "") -> str:
    """The names grouped by kind; a cut list gives the number of missing names. `part`: as in `card_text`."""
    said = _no_entry(part, [e.name for e in entries]).replace("this name has it in it", "these names have it in them")
    of = {kind: [e.name for e in entries if e.kind == kind] for kind in KINDS}
    kinds = [kind for kind in KINDS if of[kind]]
    most = (MOST_BYTES - len(said.encode())) // len(kinds)
    return said + "\n".join(_names_text(kind, of[kind], most) for kind in kinds)


def list_json(entries: Sequence[Entry]) -> Json:
    return {"found": [{"kind": e.kind, "name": e.name, **({} if e.number is None else {"level": e.number})} for e in entries]}


def _names_text(kind: EntryKind, found: Sequence[str], most: int) -> str:
    head = f"{len(found)} {kind if len(found) == 1 else plural(kind)}: "
    room = most - len(head) - 45
    shown: list[str] = []
    for name in found:
        if len(", ".join([*shown, name]).encode()) > room:
            break
        shown.append(name)
    rest = len(found) - len(shown)
    return head + ", ".join(shown) + (f" and {rest} more; narrow the query" if rest else "") + "."


def _a(kind: EntryKind) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


# ── spells and acts ─────────────────────────────────────────────────────────────────────────────────────────────────


def _spell(name: str, book: Rulebook) -> str:
    spell = _found(book.spell(name))
    level = f"level {spell.level} {spell.school}" if spell.level else f"{spell.school} cantrip"
    ritual = ", ritual" if spell.ritual else ""
    lists = f" ({', '.join(spell.classes)})" if spell.classes else ""
    lines = [
        f"{spell.name}: {level}{ritual}{lists}. {_join_parts(names.capitalize(cost_text(spell)), reach_text(spell), _components(spell), _lasts(spell))}."
    ]
    return "\n".join([*lines, *(_BY_CASTER.sub(_of_caster, line) for line in _what(spell))])


_BY_CASTER: Final = re.compile(rf"\b(?:{USER}|{SOURCE})\b", re.IGNORECASE)


def _of_caster(m: re.Match[str]) -> str:
    return "The caster" if m[0][0] == "T" else "the caster"


def _components(spell: Spell) -> str:
    priced = spell.material
    cost = [f"{priced.cost:g} gp" if priced and priced.cost else "", "consumed" if priced and priced.consumed else ""]
    what = f" ({', '.join(filter(None, cost))})" if any(cost) else ""
    return " ".join(spell.components) + what


def _lasts(act: Act) -> str:
    return act_span_text(act.duration, act.concentration) if act.duration else ""


def _what(act: Act) -> Iterator[str]:
    """The description of an act, the choices to make, and its steps."""
    if act.description:
        yield act.description
    yield from (f"Choose {name}: {', '.join(str(limits_in(w) or w) for w in words)}." for name, words in act.choices.items())
    if told := sentences_text([s for s in act.steps if not _counts_castings(s, act)]):
        yield told


def _counts_castings(step: StepModel, act: Act) -> bool:
    """Whether the step depends on how often the spell was cast before, which the description says in fewer words than its steps."""
    return bool(act.description) and isinstance(step, IfStep) and any(w.lower().startswith(f"self:{act.name.lower()}: ") for w in step.if_)


def _act(name: str, book: Rulebook) -> str:
    act = _found(book.common_acts.get(names.fold(name)))
    return "\n".join([f"{act.name}: {_join_parts(cost_text(act), reach_text(act), spend_text(act), _lasts(act))}.", *_what(act)])


def _join_parts(*parts: str) -> str:
    return ", ".join(filter(None, parts))


def _namesakes(name: str, book: Rulebook) -> str:
    """The line about features of other classes with the name that was asked."""
    rule = _found(book.feature(name))
    others = namesakes(rule, book) if names.fold(name) == names.fold(rule.name) else []
    if not others:
        return ""
    told = [f"{other.of_class}{f' (level {other.level})' if other.level else ''}" for other in others]
    return f"\nOther classes have a feature of this name: {', '.join(told)}. Look up {feature_name(rule)} {others[0].of_class}."


# ── features and conditions ─────────────────────────────────────────────────────────────────────────────────────────


def _feature(name: str, book: Rulebook) -> str:
    rule = _found(book.feature(name))
    of = " ".join(filter(None, (rule.of_class, f"level {rule.level}" if rule.level else "")))
    lines = [f"{feature_name(rule)}: {f'{of} feature' if of else 'feature'}.", *_changes_line(rule.modifiers)]
    lines += [f"{act_text(act)}." for act in rule.acts]
    lines += [f"{names.capitalize(rider_text(r, rule.name))}." for r in rule.riders]
    lines += [f"{names.capitalize(trigger_text(t))}." for t in rule.on]
    lines += [f"Choose {choice}: {', '.join(words).replace('_', ' ')}." for choice, words in rule.choices.items() if words]
    return "\n".join([*lines, *_tables(rule, book), *(s.say for s in rule.say)])


def _tables(rule: FeatureRule, book: Rulebook) -> Iterator[str]:
    """The rows of a feature's tables: "Sneak attack: 1 from level 1, 2 from level 3"."""
    of = book.classes.get(rule.of_class or "")
    of_class = next((rows for name, rows in (of.tables if of else {}).items() if names.fold(name) == names.fold(rule.name)), {})
    for name, rows in {**of_class, **rule.tables}.items():
        told = ", ".join(f"{value} from level {level}" for level, value in sorted(rows.items()))
        yield f"{names.capitalize(table_text(name))}: {told}."


def _changes_line(modifiers: Sequence[Modifier]) -> list[str]:
    return [f"{names.capitalize(changes_text(modifiers))}."] if modifiers else []


def _condition(name: str, book: Rulebook) -> str:
    rule = _condition_rule(name, book)
    lines = [f"{name}: condition{f'; includes {_join_parts(*rule.implies)}' if rule.implies else ''}.", *_changes_line(rule.modifiers)]
    if rule.levels:
        lines.append("Each level adds its effects to the previous ones." if rule.cumulative else "Each level replaces the previous one.")
    lines += [f"{n}: {changes_text(changes)}." for n, changes in enumerate(rule.levels, 1)]
    return "\n".join(lines)


def _condition_rule(name: str, book: Rulebook) -> ConditionRule:
    return book.conditions[_found(book.condition(name))]


def _class(name: str, book: Rulebook) -> str:
    """The training and the features of a class by level; for a subclass, the features that it adds."""
    if at := class_level_card.class_and_level(name, book):
        return class_level_card.card_text(*at, book)
    rule = book.classes.get(names.fold(name))
    if rule is None:
        return _subclass(name, book)
    saves = " and ".join(save.upper() for save in rule.saves)
    armor = (f"{word} armor" if word in _ARMOR else word for word in rule.armor)
    training = _join_parts(*armor, *(f"{word} weapons" if word in _WEAPONS else word for word in rule.weapons))
    casts = f"casts with {rule.spellcasting.ability.upper()}" if rule.spellcasting else ""
    told = ("class", f"hit die d{rule.hit_die}", saves and f"saves {saves}", training and f"trained with {training}", casts)
    lines = [f"{names.capitalize(rule.name)}: {'; '.join(filter(None, told))}."]
    lines += [f"Subclasses: {', '.join(s.name for s in rule.subclasses)}."] if rule.subclasses else []
    return "\n".join([*lines, *_by_level(rule.features)])


_ARMOR: Final = ("light", "medium", "heavy")
_WEAPONS: Final = ("simple", "martial")


def _subclass(name: str, book: Rulebook) -> str:
    of, part = _found(next(((rule, s) for rule in book.classes.values() for s in rule.subclasses if s.name == name), None))
    spells = f"Always prepared: {_levels(part.always_prepared)}." if part.always_prepared else ""
    return "\n".join(filter(None, (f"{part.name}: {of.name} subclass.", *_by_level(part.features), spells)))


def _by_level(features: Sequence[tuple[int, str]]) -> Iterator[str]:
    """The names of features, by the level at which the class gains them."""
    rows: dict[int, list[str]] = {}
    for level, name in features:
        rows.setdefault(level, []).append(name)
    if rows:
        yield f"{_levels(rows)}."


def _levels(rows: Mapping[int, Sequence[str]]) -> str:
    return "; ".join(f"{level}: {', '.join(found)}" for level, found in rows.items())


def _species(name: str, book: Rulebook) -> str:
    """The size, speed and senses of a species, and the things that it gives."""
    rule = _found(book.exact_race(name))
    speed = ", ".join(f"{'' if way == 'walk' else f'{way} '}{feet} ft" for way, feet in rule.speed.items())
    senses = _join_parts(*(f"{sense} {feet} ft" for sense, feet in rule.senses.items()))
    raised = _join_parts(*(f"{ability.upper()} +{points}" for ability, points in rule.abilities.items()))
    chosen = _join_parts(*(f"+{points} to one of your choice" for points in rule.abilities_to_choose))
    spells = _join_parts(*rule.cantrips, *(f"{spell} from level {level}" for level, spell in rule.spells.items()))
    traits = _join_parts(*(trait.replace("_", " ") for trait in rule.features))
    to_choose = [f"{rule.languages_to_choose} more" if rule.languages_to_choose else ""]
    told = (
        ("Abilities", _join_parts(raised, chosen)),
        ("Traits", traits),
        ("Resists", _join_parts(*rule.resistances)),
        ("Spells", spells),
        ("Chooses", f"a {rule.cantrip_to_choose} cantrip" if rule.cantrip_to_choose else ""),
        ("Languages", _join_parts(*rule.languages, *to_choose)),
    )
    size = " or ".join(rule.sizes or (rule.size,))
    body = _join_parts("" if rule.of else size, "" if rule.of and "speed" not in rule.model_fields_set else f"speed {speed}", senses)
    kind = f"; has everything that {names.with_article(rule.of)} has" if rule.of else ""
    head = f"{names.capitalize(rule.name)}: species{kind}{f'; {body}' if body else ''}."
    return "\n".join([head, *(f"{what}: {said}." for what, said in told if said)])


def _background(name: str, book: Rulebook) -> str:
    """The skills, tools, feat and equipment that a background gives, and the abilities that it may raise."""
    rule = _found(book.backgrounds.get(names.fold(name)))
    tools = [f"{rule.tools_to_choose.choose} {rule.tools_to_choose.options} of your choice"] if rule.tools_to_choose else []
    told = (
        ("Abilities", f"+2 and +1, or +1 each, of {_join_parts(*(a.upper() for a in rule.abilities))}" if rule.abilities else ""),
        ("Feat", rule.feat or ""),
        ("Skills", _join_parts(*(skill.replace("_", " ") for skill in rule.skills))),
        ("Tools", _join_parts(*rule.tools, *tools)),
        ("Languages", f"{rule.languages_to_choose} of your choice" if rule.languages_to_choose else ""),
        ("Equipment", _join_parts(*_kit(rule.kit), f"{rule.gp} gp" if rule.gp else "")),
    )
    return "\n".join([f"{rule.name}: background.", *(f"{what}: {said}." for what, said in told if said)])


def _kit(kit: Kit | None) -> Iterator[str]:
    for thing in (*kit.equipped, *kit.carried) if kit else ():
        yield thing if isinstance(thing, str) else f"{thing.get('quantity', 1)} × {thing['item']}"


def _rule(name: str, book: Rulebook) -> str:
    rule = _found(book.terms.get(names.fold(name)))
    return f"{rule.name}: {rule.text}"


def _trap(name: str, book: Rulebook) -> str:
    return trap_card.card_text(_found(book.trap(name)))


def _class_json(name: str, book: Rulebook) -> Json:
    at = class_level_card.class_and_level(name, book)
    rule = at[0] if at else book.classes.get(names.fold(name))
    part = None if rule else next((s for r in book.classes.values() for s in r.subclasses if s.name == name), None)
    made: Json = _found(rule or part).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return made


def _item_json(name: str, book: Rulebook) -> Json:
    pick = _found(book.find(name))
    made: Json = _found(book.item(pick)).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return {"id": pick.template, **made}


def _dump(value: Act | FeatureRule | ConditionRule | TrapRule | None) -> Json:
    made: Json = _found(value).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return made


def _found(value: T | None) -> T:
    if value is None:
        raise LookupError("an entry that the search found is not in the book")
    return value


_TEXTS: Final[Mapping[EntryKind, Callable[[str, Rulebook], str]]] = {
    "spell": _spell, "condition": _condition, "feature": _feature, "act": _act,
    "class": _class, "species": _species, "background": _background, "rule": _rule, "trap": _trap,
}  # fmt: skip
_DATA: Final[Mapping[EntryKind, Callable[[str, Rulebook], Json]]] = {
    "spell": lambda name, book: _dump(book.spell(name)),
    "creature": creature_card.as_data,
    "item": _item_json,
    "condition": lambda name, book: _dump(_condition_rule(name, book)),
    "class": _class_json,
    "species": lambda name, book: _found(book.exact_race(name)).model_dump(mode="json", by_alias=True, exclude_defaults=True),
    "background": lambda name, book: _found(book.backgrounds.get(names.fold(name))).model_dump(
        mode="json", by_alias=True, exclude_defaults=True
    ),
    "rule": lambda name, book: _found(book.terms.get(names.fold(name))).model_dump(mode="json", exclude_defaults=True),
    "feature": lambda name, book: _dump(book.feature(name)),
    "trap": lambda name, book: _dump(book.trap(name)),
    "act": lambda name, book: _dump(book.common_acts.get(names.fold(name))),
}
