"""Fighting, telling and playing: each function turns the words after its verb, and the scene, into a call or a chore."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from rpg_lite.mechanics.journal.journal_entries import LONGEST
from rpg_lite.mud import target_words
from rpg_lite.mud.exploration import Reader, here, me, one, target
from rpg_lite.mud.in_sight import Named, Scene, without_article
from rpg_lite.mud.line_tokenizer import (
    Ambiguous,
    Ask,
    Chore,
    Malformed,
    join_words,
    name_in,
    number,
    parts,
    require_nothing,
    require_text,
    tokens,
    unquoted,
)
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.vocabulary import ABILITIES, SKILLS, QuestStatus

ENTRIES: Final = ("say", "tell", "note", "decide", "idea", "milestone")
TALK: Final = "@"
LONGEST_NAME: Final = 3
"""The maximum number of words that a name after an @ may have."""
_FILLERS: Final = ("level", "lvl", "of", "the", "a", "an")
"""The words around the level and the species that say nothing: "level 3 dwarf"."""
RESTS: Final = ("short", "long")
_SUN: Final[Mapping[str, str]] = {
    **dict.fromkeys(("dawn", "morning", "sunrise", "daylight", "day"), "dawn"),
    **dict.fromkeys(("dusk", "night", "sunset", "evening"), "dusk"),
}
"""The words for the times of day at which a rest may end."""


# ── fighting ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _act(operation: str, **fields: Any) -> Ask:
    return Ask("execute_action", {"operation": operation, **fields})


def attack(text: str, scene: Scene) -> Ask:
    wanted, weapon, added, by = parts(text, "with", "adding", "by")
    whom = target(require_text(target_words.one_foe(wanted, scene)), scene)
    who = here("character", by, scene, scene.people) if by else one(scene)
    more = {**({"itemName": without_article(weapon)} if weapon else {}), **riders(added)}
    return Ask("execute_action", {**who, "operation": "attack", **whom, **more})


def riders(added: str) -> dict[str, Any]:
    """Return the fields of a call for the words after "adding"."""
    words = [_rider(word.strip()) for word in added.split(",") if word.strip()]
    return {"with": words} if words else {}


def _rider(word: str) -> str:
    """A rider as typed, or a word for something that only the people at the table can see: "ally near" and "ally" are
    ally_near."""
    seen = word.casefold().replace(" ", "_")
    meant = [known for known in TABLE_WORDS if known == seen or known.startswith(f"{seen}_")]
    return meant[0] if len(meant) == 1 else word


def fight(text: str, scene: Scene) -> Ask:
    """Fight the named creatures, or else everybody alive here who keeps no shop; the party always takes part."""
    named_ones = [join_words(tokens(part)) for part in text.split(",") if part.strip()]
    alive = [p for p in scene.people if not p.gone]
    others = [one for name in named_ones for one in _fighters(name, scene)] or [{"oneId": p.id} for p in alive if not p.sells]
    strangers = [p for p in alive if p.name not in scene.members]
    if not named_ones and all(p.sells for p in strangers):
        lines = ", or ".join(f"fight {p.name}" for p in strangers)
        raise Ambiguous(
            f"Only people who keep a shop are here: to fight them, type {lines}." if lines else "There is nobody here to fight."
        )
    ids = [o.get("oneId") or o["oneName"] for o in others]
    return _act("start_fight", names=list(dict.fromkeys([*(["party"] if scene.members else []), *ids])))


def _fighters(name: str, scene: Scene) -> list[dict[str, Any]]:
    """The creature of this name, or everybody of a kind: "fight rats"."""
    return [{"oneId": n.id} for n in scene.find_kin(name)] or [here("one", name, scene, scene.people)]


def beside(key: str) -> Reader:
    """Say who is near a creature (`names`), or no longer is (`apart`): near roland, mira."""

    def call(text: str, scene: Scene) -> Ask:
        listed, by = parts(text, "by")
        others = [join_words(tokens(part)) for part in require_text(listed).split(",") if part.strip()]
        return Ask("execute_action", {**one(scene, by), "operation": "near", key: others})

    return call


def turn(operation: str) -> Reader:
    def call(text: str, scene: Scene) -> Ask:
        require_nothing(text)
        return _act(operation)

    return call


def check(text: str, scene: Scene) -> Ask:
    what, dc, by = _split_roll(text)
    word = what.replace(" ", "_")
    if word not in (*SKILLS, *ABILITIES):
        known = ", ".join(SKILLS).replace("_", " ")
        raise Ambiguous(f"There is no skill {what!r}. Skills: {known}. Abilities: {', '.join(ABILITIES)}.")
    kind = "skill" if word in SKILLS else "ability"
    return Ask("execute_action", {**one(scene, by), "operation": "check", kind: word, **dc})


def save(text: str, scene: Scene) -> Ask:
    what, dc, by = _split_roll(text)
    if what not in (*ABILITIES, "death"):
        raise Ambiguous(f"There is no saving throw {what!r}. Saving throws: {', '.join(ABILITIES)}, death.")
    return Ask("execute_action", {**one(scene, by), "operation": "save", "ability": what, **dc})


def _split_roll(text: str) -> tuple[str, dict[str, int], str]:
    """Split "sleight of hand 15 by Snag" into ("sleight of hand", {"dc": 15}, "Snag")."""
    what, by = parts(text, "by")
    words = what.casefold().split()
    has_dc = len(words) > 1 and words[-1].isdecimal()
    dc = number(words.pop()) if has_dc else None
    return require_text(" ".join(words)), {} if dc is None else {"dc": dc}, by


def roll(text: str, scene: Scene) -> Ask:
    return _act("roll", dice=require_text(text))


def rest(text: str, scene: Scene) -> Ask:
    """short or long; a number after short is the number of hit dice that the current character spends, or without one each of the party.
    "until dawn" goes on to the next dawn, and is a long rest unless the line says otherwise.

    The party rests together, also at a table of several seats: one rest each would take the time of all of them.
    """
    how, until, by = parts(text, "until", "by")
    how, until = how.casefold(), until.casefold()
    kind, _, dice = how.partition(" ")
    kind = kind or ("long" if until else "short")
    sun = _SUN.get(until.removeprefix("the "))
    if until and not sun:
        raise Ambiguous(f"Nobody rests until {until!r}: a rest lasts until dawn or dusk, or as long as rest short and rest long do.")
    if kind not in RESTS or (dice and kind != "short"):
        raise Malformed
    spent = number(dice.removesuffix(" dice").removesuffix(" hit"))
    alone = here("character", by, scene, scene.people) if by else {} if scene.me in scene.members else me(scene)
    each = spent if alone or not scene.me or len(scene.members) < 2 else {scene.me: spent}
    more = {**({} if spent is None else {"hitDice": each}), **({"until": sun} if sun else {})}
    return Ask("manage_character", {**(alone or {"characterName": "party"}), "operation": "rest", "kind": kind, **more})


# ── telling ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _entry(operation: str, text: str, scene: Scene) -> Ask:
    return Ask("keep_journal", {**me(scene), "operation": operation, "text": _fitting(require_text(text))})


def _fitting(text: str) -> str:
    if len(text) > LONGEST:
        raise Ambiguous(f"The line has {len(text)} characters, and at most {LONGEST} fit; nothing was kept.")
    return text


def entry(operation: str) -> Reader:
    """note, decide, idea, milestone: keep the text as typed."""
    return lambda text, scene: _entry(operation, text, scene)


def say(text: str, scene: Scene) -> Ask:
    """ "@goblin hello" speaks to the goblin here; the tool itself looks up any other name."""
    words = text.removeprefix(TALK).split(" ") if text.startswith(TALK) else []
    for n in range(min(LONGEST_NAME, len(words) - 1), 0, -1):
        heard = scene.find(" ".join(words[:n]).rstrip(",:"), scene.people)
        if isinstance(heard, Named):
            return Ask(
                "keep_journal",
                {**me(scene), "operation": "say", "text": _fitting(" ".join(words[n:]).strip()), "toId": heard.id, "toName": heard.name},
            )
    return _entry("say", text, scene)


def quests(text: str, scene: Scene) -> Ask:
    """[NAME [STATUS]]: a status at the end is the new status of the quest."""
    for status in get_args(QuestStatus):
        name = text[: -len(status)].rstrip() if text.casefold().replace(" ", "_").endswith(f"_{status}") else ""
        if name:
            return Ask("keep_journal", {"operation": "progress", "name": name_in(name), "status": status})
    named = {"name": name_in(text)} if text else {}
    aloud = {} if scene.gm else {"forPlayers": True}
    return Ask("read_campaign", {"operation": "quests", **named, **aloud})


def journal(text: str, scene: Scene) -> Ask:
    first, _, rest = text.partition(" ")
    kind = next((e for e in ENTRIES if names.fold(first) == names.fold(e)), None)
    asked = join_words(tokens(rest if kind else text))
    return Ask("read_campaign", {"operation": "journal", **({"entry": kind} if kind else {}), **({"query": asked} if asked else {})})


def context(text: str, scene: Scene) -> Ask:
    budget = number(text)
    return Ask("read_campaign", {"operation": "context", **({} if budget is None else {"budget": budget})})


def recap(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {"operation": "recap", **({"since": name_in(text)} if text else {})})


def rules(text: str, scene: Scene) -> Ask:
    return Ask("read_campaign", {"operation": "rules", **({"query": text} if text else {})})


def vibe(text: str, scene: Scene) -> Ask:
    return Ask("manage_room", {**me(scene), "operation": "vibe", **({"vibe": text.strip('"')} if text else {})})


def history(text: str, scene: Scene) -> Ask:
    words = text.casefold().split()
    flags = [w for w in words if w in ("--tools", "--stats")]
    last = number(join_words(w for w in words if w not in flags))
    shown = {f.removeprefix("--"): True for f in flags}
    return Ask("read_campaign", {"operation": "history", **shown, **({} if last is None else {"last": last})})


# ── playing ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def hero(text: str, scene: Scene) -> Ask | Chore:
    """NAME CLASS [LEVEL] [RACE] [background WORD]: make a hero, and act as that hero from now on; without words, by questions."""
    words = tokens(text)
    if not words:
        return Chore("hero")
    at = next((n for n, word in enumerate(words) if word.casefold() == "background"), len(words))
    background, words = join_words(words[at + 1 :]), words[:at]
    size, kind = _class_in(words, scene)
    name = join_words(words[:size])
    if names.fold(name) in map(names.fold, scene.members):
        raise Ambiguous(f"{name} is in the party already; choose another name, or type as {name} to play that hero.")
    level, race = _level_in([word for word in words[size + len(kind) :] if names.fold(word) not in _FILLERS])
    origin = {**({"race": race} if race else {}), **({"background": background} if background else {})}
    made = {"classes": [f"{require_text(without_article(join_words(kind)))} {level}"], **origin, "party": True}
    return Ask("manage_character", {"operation": "create", "name": name, "character": made}, acts_as=name)


def _class_in(words: list[str], scene: Scene) -> tuple[int, list[str]]:
    """Return (the number of words of the name, the words of the class): the first class after the first word; if there is none, the second
    word stands for it.
    """
    classes = {*map(names.fold, scene.classes)}
    for n in range(1, len(words)):
        for size in (2, 1):
            if names.fold(join_words(words[n : n + size])) in classes:
                return n, words[n : n + size]
    return 1, words[1:2]


def _level_in(words: list[str]) -> tuple[int | None, str]:
    """Split "dwarf 3" and "3 dwarf" into the level and the species; the level is 1 if there is no number."""
    found = next((word for word in words if word.isdecimal()), "1")
    return number(found), join_words(word for word in words if not word.isdecimal())


def chore(name: str, *, is_bare: bool = False) -> Reader:
    """Return the reader of a chore, which the session itself does; the session checks the words. `is_bare`: it takes none."""

    def call(text: str, scene: Scene) -> Chore:
        if is_bare:
            require_nothing(text)
        return Chore(name, tuple(map(unquoted, tokens(text))))

    return call


def undo(text: str, scene: Scene) -> Ask:
    rev = number(text)
    return Ask("manage_room", {"operation": "undo", **({} if rev is None else {"rev": rev})})
