"""The table of verbs: the form of each, a sentence about it, and the call that it makes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from rpg_lite.content import initial_world
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mud import (
    any_operation,
    belongings,
    casting_verbs,
    combat_and_journal,
    exploration,
    gm_verbs,
    ground_verbs,
    looking_verbs,
    why_verb,
)
from rpg_lite.mud.exploration import Reader
from rpg_lite.vocabulary import DIRECTIONS

Group = Literal["looking", "going", "things", "fighting", "telling", "playing", "game master"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)


@dataclass(frozen=True, slots=True)
class Verb:
    """`form`: the words that follow it. `said`: the sentence about it; a verb that rooms equip takes its sentence from data/world.json
    instead.
    """

    form: str
    group: Group
    call: Reader
    said: str = ""
    is_on_squares: bool = False
    """Whether it is a verb only in a fight whose places count, and for the game master; elsewhere its word keeps another meaning."""


VERBS: Final[Mapping[str, Verb]] = MappingProxyType(
    {
        "look": Verb("[NAME | in BAG]", "looking", looking_verbs.look),
        "exits": Verb("", "looking", looking_verbs.exits),
        "who": Verb("", "looking", looking_verbs.who),
        "inventory": Verb("[here | all]", "looking", looking_verbs.inventory),
        "examine": Verb("NAME", "looking", looking_verbs.examine),
        "sheet": Verb("[NAME]", "looking", looking_verbs.sheet, "Shows numbers and gear; why ac tells where a number comes from."),
        "party": Verb("", "looking", looking_verbs.party, "Shows the party at a glance: hit points, slots, purse."),
        "lookup": Verb("WORDS", "looking", looking_verbs.lookup, "Reads the printed book: a spell, a creature, an item, a rule word."),
        "search": Verb("[DC] [by NAME]", "looking", looking_verbs.search),
        "go": Verb("DIRECTION | ROOM [by NAME]", "going", exploration.go),
        "flee": Verb("[DIRECTION]", "going", exploration.flee, "Leaves the room and its fight; each hero flees in its own turn."),
        "open": Verb("DIRECTION | CHEST", "going", exploration.door("open")),
        "close": Verb("DIRECTION | CHEST", "going", exploration.door("close")),
        "lock": Verb("DIRECTION | CHEST", "going", exploration.door("lock")),
        "unlock": Verb("DIRECTION | CHEST [by SKILL | NAME]", "going", exploration.door("unlock")),
        "rooms": Verb("", "going", looking_verbs.rooms),
        "map": Verb("[STEPS or ROOM]", "going", exploration.chart),
        "route": Verb("ROOM", "going", exploration.route),
        "leave": Verb("", "going", exploration.leave),
        "take": Verb(
            "[N | all] THING [from BAG | NAME] [by NAME]", "things", belongings.take, "Takes it from the floor, a bag or a person."
        ),
        "drop": Verb("[N | all] THING | room NAMES", "things", belongings.drop, "Puts it on the floor, or deletes a note of the room."),
        "give": Verb("[N | all] THING to NAME | in BAG", "things", belongings.give, "Hands it over, or puts it in a bag."),
        "list": Verb("[SHOP]", "things", belongings.goods, "Shows what a shop sells, and its prices."),
        "buy": Verb("[N] THING [from SHOP] [for PRICE] [by NAME]", "things", belongings.buy, "Pays a shop for its goods, and gets change."),
        "sell": Verb("[N | all] THING [to SHOP] [for PRICE] [by NAME]", "things", belongings.sell, "Sells it to a shop for coins."),
        "equip": Verb("THING [in SLOT] | room NAMES | me NAMES", "things", belongings.equip),
        "unequip": Verb("THING | room NAMES | me NAMES", "things", belongings.unequip),
        "use": Verb(
            "THING [on NAME] [choosing WORD] | ACT [by NAME]",
            "things",
            casting_verbs.use,
            "Drinks it, throws it, or switches it on or off; or plays an act.",
        ),
        "attune": Verb("THING", "things", belongings.bond("attune"), "Bonds with a magic item."),
        "unattune": Verb("THING", "things", belongings.bond("unattune"), "Ends the bond with a magic item."),
        "attack": Verb(
            "NAME [with WEAPON] [adding RIDER, WORD] [by NAME]",
            "fighting",
            combat_and_journal.attack,
            "Attacks somebody here: attack goblin adding sneak attack, ally near.",
        ),
        "cast": Verb(
            "SPELL [at NAME, NAME] [sparing NAME] [with slot N] [as ritual] [choosing WORD] [by NAME]",
            "fighting",
            casting_verbs.cast,
            "Casts a spell, with the lowest slot that fits unless you name one. In a measured fight sparing NAME keeps somebody out of its area, and at C4, toward NAME or to WHERE says the place.",
        ),
        "act": Verb(
            "ACT [at NAME, NAME] [choosing WORD] [by NAME]",
            "fighting",
            casting_verbs.act,
            "Uses an ability of your class or species, or one that everybody has: second wind, dodge.",
        ),
        "answer": Verb(
            "SPELL | ACT [at NAME] [with slot N] [choosing WORD] [by NAME]",
            "fighting",
            casting_verbs.answer,
            "Reacts to what was just done, which is played again with the same dice: answer shield.",
        ),
        "acts": Verb("[NAME]", "fighting", casting_verbs.acts, "Shows what you can do besides attacks and spells."),
        "spells": Verb("[NAME]", "fighting", casting_verbs.spells, "Shows the spells you can cast and the slots you have left."),
        "fight": Verb("[NAME, NAME]", "fighting", combat_and_journal.fight, "Rolls initiative for the party and the others here."),
        "next": Verb(
            "",
            "fighting",
            combat_and_journal.turn("next_turn"),
            "Begins the next turn; lists what a monster can do, to choose by number: 2 at Ilse.",
        ),
        "why": Verb(
            "[NUMBER] [by NAME]",
            "fighting",
            why_verb.why,
            "Says where a number comes from: why ac. Without a number, says whose turn it is, what is left of the turn, and which turn rules are in force.",
        ),
        "end": Verb(
            "[SPELL [on NAME] [by NAME]]",
            "fighting",
            casting_verbs.end,
            "Ends the fight (alone: after one more round of the enemies); with the name of a spell or concentration, the spell that you keep going.",
        ),
        "near": Verb(
            "NAME, NAME [by NAME]",
            "fighting",
            combat_and_journal.beside("names"),
            "Says once who stands near you, so that auras reach you: near roland.",
        ),
        "apart": Verb("NAME, NAME [by NAME]", "fighting", combat_and_journal.beside("apart"), "Says who is no longer near you."),
        "move": Verb(
            "WHERE [carefully] [by MODE] [by NAME]",
            "fighting",
            ground_verbs.move,
            "Moves on the squares of a measured fight: move next to ogre, step north, walk 20 ft behind thorin, jump over pit.",
            is_on_squares=True,
        ),
        "where": Verb(
            "[NAME]",
            "fighting",
            ground_verbs.where,
            "Says where you stand in a measured fight, and how far off the others are; where ogre tells of one.",
            is_on_squares=True,
        ),
        "ground": Verb("", "fighting", ground_verbs.ground, "Draws the ground of the room and who stands where."),
        "check": Verb("SKILL | ABILITY [DC] [by NAME]", "fighting", combat_and_journal.check, "Rolls a check."),
        "save": Verb("ABILITY | death [DC] [by NAME]", "fighting", combat_and_journal.save, "Rolls a saving throw."),
        "roll": Verb("DICE", "fighting", combat_and_journal.roll, "Rolls any other dice: 2d6+3."),
        "rest": Verb(
            "[short [DICE] | long] [until dawn | dusk] [by NAME]",
            "fighting",
            combat_and_journal.rest,
            "Rests, the whole party or the one after by; time passes. A number spends that many hit dice: rest short 2. rest until dawn is a long rest that ends at dawn or later.",
        ),
        "prepare": Verb("SPELL, SPELL [by NAME]", "fighting", casting_verbs.prepare, "Chooses the spells to have ready."),
        "level": Verb("up [CLASS] [by NAME]", "playing", casting_verbs.level, "Gains a level."),
        "choose": Verb(
            "[CHOICE WORD, WORD] [by NAME]",
            "playing",
            casting_verbs.choose,
            "Makes a choice that your levels leave open: choose languages Elvish, Orc; alone, it asks for each.",
        ),
        "say": Verb("TEXT (also: @NAME TEXT)", "telling", combat_and_journal.say),
        "history": Verb("[N] [--tools] [--stats]", "telling", combat_and_journal.history),
        "context": Verb(
            "[TOKENS]", "telling", combat_and_journal.context, "Shows what a model needs to continue, within this many tokens."
        ),
        "recap": Verb("[REV | CHECKPOINT]", "telling", combat_and_journal.recap, "Shows what has changed since then."),
        "journal": Verb("[note | say …] [WORDS]", "telling", combat_and_journal.journal),
        "quests": Verb(
            "[NAME [pending | in progress | done | failed]]",
            "telling",
            combat_and_journal.quests,
            "Shows the quests, or one with everything above and under it; a word at the end sets its status.",
        ),
        "note": Verb("TEXT", "telling", combat_and_journal.entry("note")),
        "decide": Verb("TEXT", "telling", combat_and_journal.entry("decide")),
        "idea": Verb("TEXT", "telling", combat_and_journal.entry("idea")),
        "milestone": Verb("TEXT", "telling", combat_and_journal.entry("milestone")),
        "vibe": Verb("[TEXT]", "telling", combat_and_journal.vibe),
        "hero": Verb(
            "[NAME CLASS [LEVEL] [RACE] [background WORD]]",
            "playing",
            combat_and_journal.hero,
            "Makes a hero for you to play; alone, it asks you questions.",
        ),
        "retire": Verb("NAME", "playing", gm_verbs.retire, "Takes a hero or a creature out of the game, with everything it carries."),
        "as": Verb("NAME | party", "playing", combat_and_journal.chore("as"), "Lets you play somebody else from now on."),
        "adventure": Verb("[NAME]", "playing", combat_and_journal.chore("adventure"), "Lists the adventures, or begins one."),
        "undo": Verb(
            "[REV]", "playing", combat_and_journal.undo, "Takes back the table's last deed, whoever did it; used again, the one before."
        ),
        "redo": Verb(
            "",
            "playing",
            combat_and_journal.chore("redo", is_bare=True),
            "Restores what undo took back last; used again, what it took back before that.",
        ),
        "help": Verb("[VERB | GROUP]", "playing", combat_and_journal.chore("help"), "Shows the verbs."),
        "quit": Verb("", "playing", combat_and_journal.chore("quit", is_bare=True), "Leaves the game; everything is saved."),
        "tell": Verb("TEXT", "game master", gm_verbs.tell, "Tells the party's room what happens; the journal keeps who hears it."),
        "checkpoint": Verb("NAME", "game master", gm_verbs.checkpoint, "Names this moment: recap NAME tells what has changed since."),
        "focus": Verb("[NAME]", "game master", gm_verbs.focus, "Begins a private talk; without a name, ends it."),
        "rules": Verb("[QUESTION]", "game master", combat_and_journal.rules, "Reads the table's own pages and decisions."),
        "handout": Verb("PAGE [to NAME]", "game master", gm_verbs.handout, "Gives the players a page of handouts/."),
        "portal": Verb("DIRECTION ROOM", "game master", gm_verbs.portal),
        "join": Verb("ROOM", "game master", exploration.join),
        "create": Verb("NAME [toward DIRECTION]", "game master", gm_verbs.create),
        "hide": Verb("THING | DIRECTION", "game master", gm_verbs.hide, "Puts it out of sight until a search finds it."),
        "identify": Verb("THING [in BAG | by NAME]", "game master", gm_verbs.identify, "Tells the players what a thing is."),
        "grant": Verb("[N] ITEM [to NAME]", "game master", gm_verbs.grant, "Makes a new thing from the item list."),
        "spawn": Verb("[N] CREATURE", "game master", gm_verbs.spawn, "Brings creatures from the rulebook here."),
        "wait": Verb("DURATION", "game master", gm_verbs.wait, "Lets time pass: 10 minutes, dawn."),
        "encounter": Verb(
            "[N CREATURE, N CREATURE | random WORDS]",
            "game master",
            gm_verbs.encounter,
            "Says how hard creatures are for the party; finds random ones: encounter random hard undead.",
        ),
        "award": Verb(
            "N | milestone | slain [to NAME]",
            "game master",
            gm_verbs.award,
            "Gives experience to each of the party, or to one; slain shares the experience for the foes defeated here.",
        ),
        "run": Verb("SCRIPT", "game master", combat_and_journal.chore("run"), "Runs a house rule that is in use: run hunger."),
        "place": Verb(
            "NAME, NAME at WHERE",
            "game master",
            ground_verbs.place,
            "Says where somebody stands in a measured fight, at no cost: place goblin at C4.",
            is_on_squares=True,
        ),
        "damage": Verb("NAME by N TYPE", "game master", gm_verbs.damage, "Deals damage, as a number or dice: goblin by 2d6 fire."),
        "heal": Verb("NAME by N", "game master", gm_verbs.heal, "Restores hit points, as a number or dice."),
        "afflict": Verb("NAME with CONDITION [for DURATION]", "game master", gm_verbs.afflict, "Applies a condition."),
        "cure": Verb("NAME of CONDITION", "game master", gm_verbs.cure, "Ends a condition."),
        "call": Verb(
            "[TOOL] OPERATION KEY=VALUE …",
            "game master",
            any_operation.call,
            "Sends any operation, even one without a verb: call export characterName=Elara.",
        ),
        "gc": Verb(
            "[orphans | stale | purge] [--yes]",
            "game master",
            combat_and_journal.chore("gc"),
            "Counts long-gone things, or deletes them for good.",
        ),
    }
)

SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{d: f"go {d}" for d in DIRECTIONS},
        **{short: f"go {long}" for short, long in room_lookup.SHORT.items()},
        "l": "look", "i": "inventory", "inv": "inventory here", "x": "examine", "get": "take", "put": "give", "exit": "quit",
        "pick": "take", "grab": "take", "hit": "attack", "kill": "attack", "strike": "attack", "stab": "attack", "wear": "equip",
        "wield": "equip", "pass": "next", "sleep": "rest long",
        "?": "help", "me": "sheet", "xp": "sheet",
    }
)  # fmt: skip
"""The full form of a short word at the beginning of a line."""


def sentence(verb: str) -> str:
    """Return the sentence about a verb, the same as rooms show for the tool of that name."""
    return VERBS[verb].said or initial_world.descriptions()[f"rpg:{verb}"]


def form(verb: str) -> str:
    return f"{verb} {VERBS[verb].form}".rstrip()


def help_about(word: str = "") -> str | None:
    """Return help on all verbs by group, on one group, or on one verb; None for any other word."""
    if word in VERBS:
        return f"{form(word)}\n  {sentence(word)}"
    groups = [g for g in GROUPS if word in ("", g)]
    if not groups:
        return None
    wide = max(len(form(v)) for v in VERBS if VERBS[v].group in groups)
    shown = [_group(g, wide) for g in groups]
    return "\n\n".join([*shown, *([_ENDING] if not word else [])])


def _group(group: Group, wide: int) -> str:
    lines = [f"  {form(v):<{wide}}  {sentence(v)}" for v in VERBS if VERBS[v].group == group]
    return "\n".join([f"{group[0].upper()}{group[1:]}", *lines])


_ENDING: Final = (
    "Short forms: n, ne, e … u, d go in that direction; l is look, i inventory, x examine, get take, put give. "
    "You may type a slash before a verb; quotes keep words together; --force at the end overrides the rules.\n"
    "NAMES are qualified names of tools and notes, such as rpg:join,leave or holler:*. A sealed room takes verbs away."
)
