"""The table of verbs: the form of each, a sentence about it, and the call that it makes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, get_args

from rpg_lite.content import initial_world
from rpg_lite.mud import acting, any_operation, belongings, exploration, fights_and_telling, game_master
from rpg_lite.mud.exploration import Reader
from rpg_lite.operations.mechanics import acting_place
from rpg_lite.vocabulary import DIRECTIONS

Group = Literal["looking", "going", "things", "fighting", "telling", "playing", "game master"]
GROUPS: Final[tuple[Group, ...]] = get_args(Group)


@dataclass(frozen=True, slots=True)
class Verb:
    """`form`: the words that follow it. `said`: its sentence; a verb that rooms equip takes the one in data/world.json instead."""

    form: str
    group: Group
    call: Reader
    said: str = ""


VERBS: Final[Mapping[str, Verb]] = MappingProxyType(
    {
        "look": Verb("[NAME | in BAG]", "looking", exploration.look),
        "exits": Verb("", "looking", exploration.exits),
        "who": Verb("", "looking", exploration.who),
        "inventory": Verb("[here | all]", "looking", exploration.inventory),
        "examine": Verb("NAME", "looking", exploration.examine),
        "sheet": Verb("[NAME]", "looking", exploration.sheet, "Shows numbers and gear, and explains the armor class."),
        "party": Verb("", "looking", exploration.party, "Shows the party at a glance: hit points, slots, purse."),
        "lookup": Verb("WORDS", "looking", exploration.lookup, "Reads the printed book: a spell, a creature, an item, a rule word."),
        "search": Verb("[DC]", "looking", exploration.search),
        "go": Verb("DIRECTION | ROOM", "going", exploration.go),
        "open": Verb("DIRECTION | CHEST", "going", exploration.door("open")),
        "close": Verb("DIRECTION | CHEST", "going", exploration.door("close")),
        "lock": Verb("DIRECTION | CHEST", "going", exploration.door("lock")),
        "unlock": Verb("DIRECTION | CHEST [by SKILL | NAME]", "going", exploration.door("unlock")),
        "rooms": Verb("", "going", exploration.rooms),
        "map": Verb("[STEPS or ROOM]", "going", exploration.chart),
        "route": Verb("ROOM", "going", exploration.route),
        "leave": Verb("", "going", exploration.leave),
        "take": Verb("[N | all] THING [from BAG | NAME]", "things", belongings.take, "Takes it from the floor, a bag or a person."),
        "drop": Verb("[N | all] THING | room NAMES", "things", belongings.drop, "Puts it on the floor, or deletes a note of the room."),
        "give": Verb("[N | all] THING to NAME | in BAG", "things", belongings.give, "Hands it over, or puts it in a bag."),
        "list": Verb("[SHOP]", "things", belongings.goods, "Shows what a shop sells, and its prices."),
        "buy": Verb("[N] THING [from SHOP] [for PRICE]", "things", belongings.buy, "Pays a shop for its goods, and gets change."),
        "sell": Verb("[N | all] THING [to SHOP] [for PRICE]", "things", belongings.sell, "Sells it to a shop for coins."),
        "equip": Verb("THING [in SLOT] | room NAMES | me NAMES", "things", belongings.equip),
        "unequip": Verb("THING | room NAMES | me NAMES", "things", belongings.unequip),
        "use": Verb("THING [on NAME] | ACT", "things", acting.use, "Drinks it, throws it, or switches it on or off; or plays an act."),
        "attune": Verb("THING", "things", belongings.bond("attune"), "Bonds with a magic item."),
        "unattune": Verb("THING", "things", belongings.bond("unattune"), "Ends the bond with a magic item."),
        "attack": Verb(
            "NAME [with WEAPON] [adding RIDER, WORD] [by NAME]",
            "fighting",
            fights_and_telling.attack,
            "Attacks somebody here: attack goblin adding sneak attack, ally near.",
        ),
        "cast": Verb(
            "SPELL [at NAME, NAME] [with slot N] [as ritual] [choosing WORD] [by NAME]",
            "fighting",
            acting.cast,
            "Casts a spell, with the lowest slot that fits unless you name one.",
        ),
        "act": Verb(
            "ACT [at NAME, NAME] [choosing WORD] [by NAME]",
            "fighting",
            acting.act,
            "Uses an ability of your class or species, or one that everybody has: second wind, dodge.",
        ),
        "answer": Verb(
            "SPELL | ACT [at NAME] [with slot N] [choosing WORD] [by NAME]",
            "fighting",
            acting.answer,
            "Reacts to what was just done, which is played again with the same dice: answer shield.",
        ),
        "acts": Verb("[NAME]", "fighting", acting.acts, "Shows what you can do besides attacks and spells."),
        "spells": Verb("[NAME]", "fighting", acting.spells, "Shows the spells you can cast and the slots you have left."),
        "fight": Verb("[NAME, NAME]", "fighting", fights_and_telling.fight, "Rolls initiative for the party and the others here."),
        "next": Verb(
            "",
            "fighting",
            fights_and_telling.turn("next_turn"),
            "Begins the next turn; lists what a monster can do, to choose by number: 2 at Ilse.",
        ),
        "end": Verb("", "fighting", fights_and_telling.turn("end_fight"), "Ends the fight."),
        "check": Verb("SKILL | ABILITY [DC] [by NAME]", "fighting", fights_and_telling.check, "Rolls a check."),
        "save": Verb("ABILITY | death [DC] [by NAME]", "fighting", fights_and_telling.save, "Rolls a saving throw."),
        "roll": Verb("DICE", "fighting", fights_and_telling.roll, "Rolls any other dice: 2d6+3."),
        "rest": Verb(
            "[short [DICE] | long]",
            "fighting",
            fights_and_telling.rest,
            "Rests; time passes. A number spends that many hit dice: rest short 2.",
        ),
        "prepare": Verb("SPELL, SPELL [by NAME]", "fighting", acting.prepare, "Chooses the spells to have ready."),
        "level": Verb("up [CLASS] [by NAME]", "playing", acting.level, "Gains a level."),
        "say": Verb("TEXT (also: @NAME TEXT)", "telling", fights_and_telling.say),
        "history": Verb("[N] [--tools] [--stats]", "telling", fights_and_telling.history),
        "context": Verb("[TOKENS]", "telling", fights_and_telling.context, "Shows what a model needs to go on, in so many tokens."),
        "recap": Verb("[REV | CHECKPOINT]", "telling", fights_and_telling.recap, "Shows what has changed since then."),
        "journal": Verb("[note | say …] [WORDS]", "telling", fights_and_telling.journal),
        "quests": Verb("[NAME]", "telling", fights_and_telling.quests, "Shows the quests, or one with everything above and under it."),
        "note": Verb("TEXT", "telling", fights_and_telling.entry("note")),
        "decide": Verb("TEXT", "telling", fights_and_telling.entry("decide")),
        "idea": Verb("TEXT", "telling", fights_and_telling.entry("idea")),
        "milestone": Verb("TEXT", "telling", fights_and_telling.entry("milestone")),
        "vibe": Verb("[TEXT]", "telling", fights_and_telling.vibe),
        "hero": Verb(
            "[NAME CLASS [LEVEL] [RACE]]", "playing", fights_and_telling.hero, "Makes a hero for you to play; alone, it asks you questions."
        ),
        "as": Verb("NAME | party", "playing", fights_and_telling.chore("as"), "Lets you play somebody else from now on."),
        "adventure": Verb("[NAME]", "playing", fights_and_telling.chore("adventure"), "Lists the adventures, or begins one."),
        "undo": Verb("[REV]", "playing", fights_and_telling.undo, "Takes back the last command; used again, the one before."),
        "redo": Verb("", "playing", fights_and_telling.chore("redo"), "Restores what undo took back last."),
        "help": Verb("[VERB | GROUP]", "playing", fights_and_telling.chore("help"), "Shows the verbs."),
        "quit": Verb("", "playing", fights_and_telling.chore("quit"), "Leaves the game; everything is saved."),
        "tell": Verb("TEXT", "game master", game_master.tell, "Tells the party's room what happens; the journal keeps who hears it."),
        "checkpoint": Verb("NAME", "game master", game_master.checkpoint, "Names this moment: recap NAME tells what has changed since."),
        "focus": Verb("[NAME]", "game master", game_master.focus, "Begins a private talk; without a name it ends."),
        "rules": Verb("[QUESTION]", "game master", fights_and_telling.rules, "Reads the table's own pages and decisions."),
        "handout": Verb("PAGE [to NAME]", "game master", game_master.handout, "Gives the players a page of handouts/."),
        "portal": Verb("DIRECTION ROOM", "game master", game_master.portal),
        "join": Verb("ROOM", "game master", exploration.join),
        "create": Verb("NAME [toward DIRECTION]", "game master", game_master.create),
        "hide": Verb("THING | DIRECTION", "game master", game_master.hide, "Puts it out of sight until a search finds it."),
        "identify": Verb("THING [in BAG | by NAME]", "game master", game_master.identify, "Tells the players what a thing is."),
        "grant": Verb("[N] ITEM [to NAME]", "game master", game_master.grant, "Makes a new thing from the item list."),
        "spawn": Verb("[N] CREATURE", "game master", game_master.spawn, "Brings creatures from the rulebook here."),
        "wait": Verb("DURATION", "game master", game_master.wait, "Lets time pass: 10 minutes, dawn."),
        "encounter": Verb(
            "[N CREATURE, N CREATURE | random WORDS]",
            "game master",
            game_master.encounter,
            "Says how hard creatures are for the party; finds random ones: encounter random hard undead.",
        ),
        "award": Verb(
            "N | milestone | slain [to NAME]",
            "game master",
            game_master.award,
            "Gives experience to each of the party, or to one; slain shares that of the foes defeated here.",
        ),
        "damage": Verb("NAME by N TYPE", "game master", game_master.damage, "Deals damage, as a number or dice: goblin by 2d6 fire."),
        "heal": Verb("NAME by N", "game master", game_master.heal, "Restores hit points, as a number or dice."),
        "afflict": Verb("NAME with CONDITION [for DURATION]", "game master", game_master.afflict, "Applies a condition."),
        "cure": Verb("NAME of CONDITION", "game master", game_master.cure, "Ends a condition."),
        "call": Verb(
            "[TOOL] OPERATION KEY=VALUE …",
            "game master",
            any_operation.call,
            "Sends any operation, even one without a verb: call export characterName=Elara.",
        ),
        "gc": Verb(
            "[orphans | stale | purge] [--yes]",
            "game master",
            fights_and_telling.chore("gc"),
            "Counts long-gone things, or deletes them for good.",
        ),
    }
)

SHORT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{d: f"go {d}" for d in DIRECTIONS},
        **{short: f"go {long}" for short, long in acting_place.SHORT.items()},
        "l": "look", "i": "inventory", "inv": "inventory here", "x": "examine", "get": "take", "put": "give", "flee": "end", "exit": "quit",
        "?": "help", "me": "sheet",
    }
)  # fmt: skip
"""The full form of a short word at the beginning of a line."""


def sentence(verb: str) -> str:
    """The sentence about a verb, the same as rooms show for the tool of that name."""
    return VERBS[verb].said or initial_world.descriptions()[f"rpg:{verb}"]


def form(verb: str) -> str:
    return f"{verb} {VERBS[verb].form}".rstrip()


def help_about(word: str = "") -> str | None:
    """Help on all verbs by group, on one group, or on one verb; None for any other word."""
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
    "Short forms: n, ne, e … u, d go in that direction; l is look, i inventory, x examine, get take, put give, flee end. "
    "You may type a slash before a verb; quotes keep words together; --force at the end overrides the rules.\n"
    "NAMES are qualified names of tools and notes, such as rpg:join,leave or holler:*. A sealed room takes verbs away."
)
