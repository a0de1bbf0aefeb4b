"""Fighting, telling and playing: each function turns the words after its verb, and the scene, into a call or a chore."""

from typing import Any, Final

from rpg_lite.mud.exploration import Reader, here, me, one
from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.mud.words import (
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
)
from rpg_lite.rules import names
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.vocabulary import ABILITIES, SKILLS

ENTRIES: Final = ("say", "tell", "note", "decide", "idea", "milestone")
TALK: Final = "@"
LONGEST_NAME: Final = 3
"""The maximum number of words that a name after an @ may have."""
RESTS: Final = ("short", "long")


# ── fighting ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _act(operation: str, **fields: Any) -> Ask:
    return Ask("execute_action", {"operation": operation, **fields})


def attack(text: str, scene: Scene) -> Ask:
    target, weapon, added, by = parts(text, "with", "adding", "by")
    whom = here("target", require_text(target), scene, scene.people)
    who = here("character", by, scene, scene.people) if by else one(scene)
    riders = [_rider(word.strip()) for word in added.split(",") if word.strip()]
    more = {**({"itemName": weapon} if weapon else {}), **({"with": riders} if riders else {})}
    return Ask("execute_action", {**who, "operation": "attack", **whom, **more})


def _rider(word: str) -> str:
    """A rider as typed, or a word for something that only the people at the table can see: "ally near" is ally_near."""
    seen = word.casefold().replace(" ", "_")
    return seen if seen in TABLE_WORDS else word


def fight(text: str, scene: Scene) -> Ask:
    """Fight the named creatures, or else everybody alive here; the party always takes part."""
    named_ones = [join_words(tokens(part)) for part in text.split(",") if part.strip()]
    others = [here("one", name, scene, scene.people) for name in named_ones] or [{"oneId": p.id} for p in scene.people if not p.gone]
    if not named_ones and all(p.gone or p.name in scene.members for p in scene.people):
        raise Ambiguous("There is nobody here to fight.")
    ids = [o.get("oneId") or o["oneName"] for o in others]
    return _act("start_fight", names=list(dict.fromkeys([*(["party"] if scene.members else []), *ids])))


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
    """short or long; a number after short is the number of hit dice that each character spends."""
    kind, _, dice = text.casefold().partition(" ")
    kind = kind or "short"
    if kind not in RESTS or (dice and kind != "short"):
        raise Malformed
    spent = number(dice.removesuffix(" dice").removesuffix(" hit"))
    more = {} if spent is None else {"hitDice": spent}
    return Ask("manage_character", {**(me(scene) or {"characterName": "party"}), "operation": "rest", "kind": kind, **more})


# ── telling ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _entry(operation: str, text: str, scene: Scene) -> Ask:
    return Ask("keep_journal", {**me(scene), "operation": operation, "text": require_text(text)})


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
                {**me(scene), "operation": "say", "text": " ".join(words[n:]).strip(), "toId": heard.id, "toName": heard.name},
            )
    return _entry("say", text, scene)


def quests(text: str, scene: Scene) -> Ask:
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
    """NAME CLASS [LEVEL] [RACE]: make a hero, and act as that hero from now on; without words, by questions."""
    if not text.strip():
        return Chore("hero")
    name, kind, *rest = [*(word.strip('"') for word in tokens(text)), "", ""]
    words = [w for w in rest if w]
    level = words.pop(0) if words and words[0].isdecimal() else "1"
    race = {"race": " ".join(words)} if words else {}
    made = {"classes": [f"{require_text(kind)} {number(level)}"], **race, "party": True}
    return Ask("manage_character", {"operation": "create", "name": name, "character": made}, acts_as=name)


def chore(name: str) -> Reader:
    """Work that the session itself does; the session checks the words."""

    def call(text: str, scene: Scene) -> Chore:
        return Chore(name, tuple(word.strip('"') for word in tokens(text)))

    return call


def undo(text: str, scene: Scene) -> Ask:
    rev = number(text)
    return Ask("manage_room", {"operation": "undo", **({} if rev is None else {"rev": rev})})
