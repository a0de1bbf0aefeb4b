"""Lines in everyday English: those that mean a line with a verb become that line, and others get an answer that names the line that works."""

import re
from collections.abc import Callable, Iterable
from typing import Final

from rpg_lite.content import map_files
from rpg_lite.mud.exploration import DOOR, split_by
from rpg_lite.mud.in_sight import Named, Scene, has_words, without_article
from rpg_lite.mud.line_tokenizer import Misformed, Unheard
from rpg_lite.mud.verbs import SHORT, VERBS
from rpg_lite.rules import names
from rpg_lite.vocabulary import DIRECTIONS, SKILLS

_PERSON: Final = re.compile(r"(?:(?:i|we)(?:'ll| will| want to| try to| would like to)?|let's|lets|let us)\s+(?P<rest>.+)", re.IGNORECASE)
"""The beginning of a sentence about oneself."""
_PLEASE: Final = re.compile(r"please\s+(?P<rest>.+)", re.IGNORECASE)
_ROOM: Final = r"(?:the )?(?:room|area|place|floor|walls?|chamber|surroundings)"
_DEAD: Final = r"(?:the |all )?(?:bod(?:y|ies)|corpses?|dead|remains|fallen)"
_PLAIN: Final[tuple[tuple[str, str], ...]] = (
    (r"where (?:am i|are we)(?: now)?|(?:describe|look around|inspect) " + _ROOM + r"|what (?:do (?:i|we) see|is here)|what's here|look at " + _ROOM, "look"),
    (r"who(?:'s| is| else is) (?:here|there)|who am i", "who"),
    (r"what (?:do (?:i|we) (?:have|carry)|(?:am i|are we) carrying)|(?:my )?(?:inventory|pack|bag)(?: please)?", "inventory"),
    (r"(?:where|which way) can (?:i|we) go|which exits are there", "exits"),
    (r"(?:status|score|health|hp|who(?:'s| is) (?:hurt|wounded|injured|dying|down)|how (?:am i|are we)(?: doing)?)", "party"),
    (r"search(?: (?:" + _ROOM + r"|here|around|everywhere))?(?: for (?:any |hidden |secret )*(?:traps?|doors?|things?|anything|something|clues|treasures?))?", "search"),
    (r"(?:raise|lift) (?:the )?((?:\w+ )?(?:portcullis|gate))", r"open \1"),
    (r"undo (?:that|this|it|(?:my|the) last (?:turn|move|deed|action))", "undo"),
    (r"(?:take off|doff|unwield|sheathe|stow) (?:my |the )?(.+)", r"unequip \1"),
    (r"(?:put on|don|draw) (?:my |the )?(.+)", r"equip \1"),
    (r"(?:get|stand) (?:back )?up|rise", "act stand up"),
    (r"jump|climb|swim", "check athletics"),
    (r"gold|money|coins?|purse|wealth|time|date", "party"),
    (r"listen(?: (?:at|to|for|by|behind|through) .+)?", "check perception"),
    (r"(?:take|have) a (?:short )?rest|rest (?:a bit|a while)|take a break(?:er)?", "rest short"),
    (r"(?:take|have) a long rest|camp|make camp|(?:sleep|rest) for the night|go to sleep|spend the night", "rest long"),
    (r"(?:sleep|camp|(?:take|have) a long rest|rest long|rest) (?:until|till) (?:the )?(\w+)", r"rest long until \1"),
    (r"(?:(?:take|have) a short rest|rest short) (?:until|till) (?:the )?(\w+)", r"rest short until \1"),
    (r"wait (?:an?|one) (minute|hour|day)", r"wait 1 \1"),
    (r"wait (?:until|till) (?:morning|dawn|sunrise)|wait (?:for|until) daylight", "wait dawn"),
    (r"wait (?:until|till) (?:night|dusk|sunset|evening)", "wait dusk"),
    (r"(?:end|finish) (?:my |the )?turn|next turn|done|skip(?: turn)?", "next"),
    (r"run away|escape", "flee"),
    (r"hide", "act hide"),
    (r"(?:shop|trade|browse|what (?:is|does \w+) (?:for sale|sell))", "list"),
    (r"(?:begin|start) (?:the |a )?(?:fight|combat|battle)", "fight"),
    (r"begin|start|(?:begin|start|play) (?:the |an |our |my )?(?:adventure|game|story)", "adventure"),
    (r"(?:begin|start|play) (?:the )?adventure (.+)", r"adventure \1"),
    (r"(?:accept|show|see|list) (?:the |my )?quests?", "quests"),
)  # fmt: skip
"""Whole lines → the line with a verb."""
_WHAT_NOW: Final = r"what (?:can|should|do|could) (?:i|we) do(?: now| here| next)?|what now|what next|now what|help me|how do (?:i|we) (?:play|begin|start)"
_ADVICE: Final[tuple[tuple[str, str], ...]] = (
    (
        _WHAT_NOW,
        "Type look for where you are, exits for where you can go, party for your heroes, acts and spells for what one of them can do, "
        "and help for every verb. A line such as attack goblin or take torch does it.",
    ),
    (r"wait", "Say how long: wait 10 minutes, wait dawn. In a fight, next ends your turn."),
    (r"save(?: game| the game)?", "Everything is saved as you go. save dex rolls a saving throw."),
    (r"load(?: game)?|restart", "undo takes back the last deed; quit leaves, and everything is saved."),
    (r"(?:what time is it|what day is it)", "party tells the time, as the bottom line does; wait 10 minutes or wait dawn lets it pass."),
    (r"(?:lie|get) down|(?:go|drop|fall) prone", "afflict NAME with prone lays a hero down, which costs nothing; stand takes half the speed."),
)  # fmt: skip
"""Whole lines → the sentence that answers them."""
TURN: Final = (
    "It is {name}'s turn: attack NAME, cast SPELL at NAME, act ACT, use THING or go DIRECTION.{foes} acts and spells list what {name} can "
    "do, why says what is left of the turn, and next ends it."
)
BEGIN_WITH: Final = "Begin with the verb: {deed}."
NO_VERB: Final = "There is no verb {word!r}. Type help to list the verbs."
_SCOPES: Final = frozenset(("me", "here", "all"))
NO_WAY_BACK: Final = "No exit here leads back to where you came from. Exits: {ways}."
_BACK: Final = re.compile(r"(?:go|turn|head|walk|move|step) back(?: the way (?:i|we) came)?|back", re.IGNORECASE)
_LOOT: Final = re.compile(rf"(?:loot|search|rob|strip)(?: (?P<whom>.+))?|take (?:everything|all) from (?P<dead>{_DEAD})", re.IGNORECASE)
_TALK: Final = re.compile(r"(?:talk|speak|chat)(?: (?:to|with))? (?P<a>.+)|(?:ask|greet|question) (?P<b>.+)", re.IGNORECASE)
_FORCE: Final = re.compile(
    rf"(?:break|force|bash|kick|smash|ram)(?: (?:in|down|open))? (?:the )?{DOOR}(?: (?:in|down|open))?", re.IGNORECASE
)
_PICK: Final = re.compile(r"pick (?:the )?lock(?: of .+| on .+)?", re.IGNORECASE)
_GO: Final = re.compile(r"(?:run|walk|move|climb|head|step|sneak|travel|proceed|enter)(?: (?:to|into|through|towards?))? (?P<where>.+)", re.IGNORECASE)  # fmt: skip
_BEGIN: Final = re.compile(r"begin (?P<name>.+)", re.IGNORECASE)
_READ: Final = ("read", "inspect", "study")
_HANDLE: Final = re.compile(rf"(?P<verb>drink|eat|{'|'.join(_READ)}) (?P<what>.+)", re.IGNORECASE)
_LIGHT: Final = re.compile(r"light (?P<what>.+)", re.IGNORECASE)
_PUT_OUT: Final = re.compile(r"(?:extinguish|douse|snuff|put out) (?P<what>.+)", re.IGNORECASE)
_REMOVE: Final = re.compile(r"remove (?P<what>.+)", re.IGNORECASE)
_HANDS: Final = {
    "push": "act shove at {} choosing push",
    "trip": "act shove at {} choosing prone",
    **dict.fromkeys(("kick", "punch"), "attack {} with Unarmed Strike"),
}
"""Verbs of bare hands → the line that they mean."""
_THROW: Final = re.compile(r"throw (?P<what>.+?)(?: (?:at|on) (?P<whom>.+))?", re.IGNORECASE)
_OF_NAMES: Final = ("attack", "hit", "examine", "look")
"""Verbs that name what is here; a sentence with another verb is more often free text, for a game master with a model."""
_BY_NAME: Final = frozenset(
    (*(verb for verb in VERBS if "by NAME" in VERBS[verb].form), "equip", "unequip", "use", "drop", "give", "attune", "unattune")
)
"""Verbs that take "by NAME" at the end of the line."""
_END: Final = " \t.!?"


def understood(text: str, scene: Scene) -> str | Unheard | Misformed | None:
    """The line that this one means; a sentence for a line that means none and gets advice; None for any other line."""
    line = re.sub(r"\s+", " ", text.strip(_END))
    if meant := _whole_line(line, scene):
        return meant
    if asked := _PLEASE.fullmatch(line):
        first = asked["rest"].partition(" ")[0].casefold()
        return understood(asked["rest"], scene) or (asked["rest"] if _is_verb(first) else None)
    if own := _PERSON.fullmatch(line):
        return _of_oneself(own["rest"], scene)
    return next(filter(None, (read(line, scene) for read in _READERS)), None)


def _whole_line(line: str, scene: Scene) -> str | Unheard | None:
    for pattern, meant in _PLAIN:
        if found := re.fullmatch(pattern, line, re.IGNORECASE):
            return found.expand(meant)
    for pattern, told in _ADVICE:
        if re.fullmatch(pattern, line, re.IGNORECASE):
            return Unheard(_of_the_turn(scene) if pattern == _WHAT_NOW and scene.acting else told)
    return None


def _of_the_turn(scene: Scene) -> str:
    foes = f" Foes: {', '.join(foe.name for foe in scene.foes)}." if scene.foes else ""
    return TURN.format(name=scene.acting, foes=foes)


def _of_oneself(deed: str, scene: Scene) -> str | Unheard | Misformed | None:
    """The deed of "I search the room". Most deeds in the first person are free text, for a game master with a model; without one, the
    answer says how to begin the line.
    """
    first = deed.partition(" ")[0].casefold()
    if deed.casefold() in _SCOPES:
        return None  # "i here": i is also short for inventory
    if first in _OF_NAMES:
        return deed
    meant = _whole_line(deed, scene) or _walked(re.sub("^go ", "walk ", deed), scene)
    return meant or (Misformed(BEGIN_WITH.format(deed=deed)) if _is_verb(first) else Unheard(NO_VERB.format(word=first)))


def _is_verb(word: str) -> bool:
    verb = VERBS.get(SHORT.get(word, word).partition(" ")[0])
    return verb is not None and not verb.is_on_squares


def _came_back(line: str, scene: Scene) -> str | Unheard | None:
    """The way to the room from which the player came."""
    if not _BACK.fullmatch(line):
        return None
    return f"go {scene.back}" if scene.back in scene.beyond else Unheard(NO_WAY_BACK.format(ways=", ".join(scene.ways) or "none"))


def _walked(line: str, scene: Scene) -> str | None:
    """A way that is there; elsewhere these words have other meanings, such as the verb run."""
    found = _GO.fullmatch(line)
    where = without_article(found["where"]) if found else ""
    ways = {*map(names.fold, (*scene.ways, *scene.beyond, *DIRECTIONS))}
    return f"go {where}" if where and names.fold(where) in ways else None


def _looted(line: str, scene: Scene) -> str | Unheard | None:
    """Take what a dead creature or a bag has; with several dead, name the lines. The verb search looks into a bag."""
    found = _LOOT.fullmatch(line)
    if found is None:
        return None
    whom = found["whom"] or found["dead"] or "bodies"
    if whom.isdecimal() or line.casefold() == "search":
        return None
    dead = [one for one in scene.people if one.gone]
    if re.fullmatch(_DEAD + "|everything|them|all", whom, re.IGNORECASE):
        if len(dead) == 1:
            return f'take all from "{dead[0].name}"'
        lines = ", ".join(f"take all from {one.name}" for one in dead)
        return Unheard(f"One body after the other: {lines}." if dead else "No body lies here. search looks for hidden things.")
    person = scene.find(whom, scene.people)
    if isinstance(person, Named):
        return f'take all from "{person.name}"' if person.gone else None
    bag = None if line.casefold().startswith("search") else scene.find(whom, scene.things)
    return f'take all from "{bag.name}"' if isinstance(bag, Named) and not bag.veiled else None


def _spoken(line: str, scene: Scene) -> Unheard | None:
    """Name the line that speaks to somebody here; nobody but a model answers in their place."""
    found = _TALK.fullmatch(line)
    words = (found["a"] or found["b"]).split() if found else []
    for n in range(min(3, len(words)), 0, -1):
        whom = scene.find(" ".join(words[:n]), scene.people)
        if isinstance(whom, Named) and not whom.gone:
            goods = f" list {whom.name} shows what is for sale." if whom.sells else ""
            return Unheard(f"To speak, type: @{whom.name} and what you say. examine {whom.name} shows who that is.{goods}")
    return None


def _forced(line: str, scene: Scene) -> Unheard | None:
    """Name the two ways through a lock."""
    if not (_FORCE.fullmatch(line) or _PICK.fullmatch(line)):
        return None
    locked = [door.label for door in scene.doors if door.state == "locked"]
    if not locked:
        return Unheard("No locked exit is known here. A chest works like a door: unlock CHEST by sleight of hand.")
    by_hand = "; ".join(f"unlock {label} by athletics, or by sleight of hand" for label in locked)
    return Unheard(f"Break it open or pick its lock: {by_hand}.")


def _handled(line: str, scene: Scene) -> str | None:
    """Use what is carried, read what is here; other words may mean what no thing stands for, such as a sign in a description."""
    whole, by = split_by(line, scene)
    found = _HANDLE.fullmatch(whole)
    if found is None:
        return None
    first, what = found["verb"].casefold(), found["what"]
    if first in _READ:
        return f"examine {what}" if _called(what, (*scene.held, *scene.things, *scene.people)) else None
    return f"use {what}{f' by {by}' if by else ''}" if _carried(what.partition(" on ")[0], scene, by) else None


def _lit(line: str, scene: Scene) -> str | Unheard | None:
    """Light a thing that does not burn; to use a burning one would put it out."""
    whole, by = split_by(line, scene)
    what = found["what"] if (found := _LIGHT.fullmatch(whole)) else ""
    carried = _carried(what, scene, by)
    known = [one for one in carried if one.is_on is not None]
    if carried and not known:
        return Unheard(f"{carried[0].name} does not burn; use {carried[0].name} uses it.")
    dark = [one for one in known if not one.is_on]
    if not dark:
        return Unheard(f"{known[0].name} burns already; use {known[0].name} puts it out.") if known else None
    named = what if dark == known else dark[0].id
    return f"use {named} by {by}" if by else f"use {named}"


def _put_out(line: str, scene: Scene) -> str | None:
    """Put out a thing that burns; to use a dark one would light it."""
    whole, by = split_by(line, scene)
    what = found["what"] if (found := _PUT_OUT.fullmatch(whole)) else ""
    burning = [one for one in _carried(what, scene, by) if one.is_on] if what else []
    return f"use {burning[0].id}{f' by {by}' if by else ''}" if burning else None


def _taken_off(line: str, scene: Scene) -> str | None:
    """Take off what a hero has; "remove" with other words may be a spell, or free text."""
    whole, by = split_by(line, scene)
    found = _REMOVE.fullmatch(whole)
    return f"unequip {found['what']}{f' by {by}' if by else ''}" if found and _carried(found["what"], scene, by) else None


def _laid_hands(line: str, scene: Scene) -> str | None:
    """Push, trip, kick or punch somebody here."""
    whole, by = split_by(line, scene)
    first, _, whom = whole.partition(" ")
    deed = _HANDS.get(first.casefold())
    if deed is None or isinstance(scene.find_target(whom), str):
        return None
    return f"{deed.format(whom)}{f' by {by}' if by else ''}"


def _thrown(line: str, scene: Scene) -> str | Unheard | None:
    """Use a thing that is made to be thrown, and attack with any other."""
    whole, by = split_by(line, scene)
    found = _THROW.fullmatch(whole)
    thing = next(iter(_carried(found["what"], scene, by)), None) if found else None
    if found is None or thing is None:
        return None
    if not found["whom"]:
        return Unheard(f"Throw it at whom? Type: throw {thing.name} at NAME.")
    end = f" by {by}" if by else ""
    if thing.is_aimed:
        return f'use "{thing.name}" on {found["whom"]}{end}'
    return f'attack {found["whom"]} with "{thing.name}" adding thrown{end}'


def _carried(wanted: str, scene: Scene, by: str) -> list[Named]:
    """The things with these words that the named member of the party carries; without a name, those at hand."""
    among = next((pack for who, pack in scene.packs if who == by), scene.held) if by else scene.held
    return _called(wanted, among)


def _called(wanted: str, among: Iterable[Named]) -> list[Named]:
    """The things with all of these words in one of their names."""
    words = without_article(wanted)
    return [one for one in among if one.id == wanted or any(has_words(known, words) for known in (one.name, *one.keys))]


def _skill(line: str, scene: Scene) -> str | None:
    """The bare name of a skill that is no verb."""
    word = names.fold(line).replace(" ", "_")
    return f"check {line}" if word in SKILLS and word not in VERBS else None


def _begun(line: str, scene: Scene) -> str | Unheard | None:
    """Begin the adventure of this name; for other words, name the line that begins one."""
    found = _BEGIN.fullmatch(line)
    if found is None:
        return None
    name = names.fold(without_article(found["name"].strip('"')))
    known = {names.fold(stem.replace("_", " ")): stem for stem in map_files.list_adventures()}
    if name in known:
        return f"adventure {known[name]}"
    return Unheard(f"To begin an adventure, type adventure and its name: {', '.join(f'adventure {stem}' for stem in known.values())}.")


def _of_a_member(line: str, scene: Scene) -> str | None:
    """The line with a verb of what a named member of the party does: "Brenna attacks rat" is "attack rat by Brenna"."""
    for member in scene.members:
        for name in (member, member.split()[0]):
            if names.fold(line).startswith(f"{names.fold(name)} "):
                first, *rest = line.split()[len(name.split()) :]
                verb = _verb_of(first) or _act_of(first, scene)
                return " ".join((verb, *rest, "by", member)) if verb else None
    return None


def _verb_of(word: str) -> str:
    """The verb that takes the name of the one who acts and of which the word may be a form, such as "searches"; empty for any other word."""
    forms = (word.casefold().removesuffix(ending) for ending in ("", "s", "es"))
    return next((verb for form in forms if (verb := SHORT.get(form, form)) in _BY_NAME), "")


def _act_of(word: str, scene: Scene) -> str:
    """The line that plays the act of which the word may be a form, such as "dodges"; empty for any other word."""
    return next((f"act {act}" for act in scene.acts if names.fold(act) in map(names.fold, (word, word.removesuffix("s")))), "")


_READERS: Final[tuple[Callable[[str, Scene], str | None], ...]] = (
    _begun,
    _came_back,
    _of_a_member,
    _walked,
    _looted,
    _spoken,
    _forced,
    _handled,
    _lit,
    _put_out,
    _taken_off,
    _laid_hands,
    _thrown,
    _skill,
)
