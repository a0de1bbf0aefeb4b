"""Turn rules that a table may demand: tools named turn:*, which apply where the room, the creature or Home uses them. Where one is in use,
what the turn does not allow is refused.

Without such a rule, the deed of a game master is played and noted; that of a player is refused all the same where the campaign keeps places,
so that players who send their calls themselves keep their turns. All follow from what the draft holds as overspent: the ledger covers haste, extra attacks,
second turns and readied acts, `spells_of_a_turn` the spells. A package may install rules of its own: its function of the name of a note
turn:NAME in use judges the acts of a fight.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Overspent, Rejected, What
from rpg_lite.mechanics.turn import done_acts, ledger, movement
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.turn_rules import ActOfFight, TurnRule
from rpg_lite.world import clock, tools_in_use
from rpg_lite.world.fight_states import DoneAct, Fight
from rpg_lite.world.world_model import HOME_ID, Ref, Thing, World


def refuse_in_a_fight(draft: Draft, who: Thing, what: str, cost: str | None) -> Rejected | None:
    """Refuse such work to a creature that is fighting. `cost`: None for something that takes no time."""
    if cost is None or not ledger.takes_long(cost) or who.id not in clock.fighters(draft.world):
        return None
    return Rejected("takes_too_long", "operation", {"act": what, "cost": cost, "name": who.name})


INITIATIVE: Final = "turn:initiative"
ANOTHER: Final = "another"
"""The name, to a reader who does not see that one, of a creature whose turn it is: it does not tell whether somebody hides."""
RULE_OF_COST: Final[Mapping[str, str]] = MappingProxyType(
    {
        "action": "turn:one_action",
        "action of Haste": "turn:one_action",
        "bonus action": "turn:one_bonus_action",
        "reaction": "turn:one_reaction",
        "movement": "turn:one_movement",
    }
)
"""The rule that forbids spending something twice, keyed by the word in the note."""
ONE_SPELL: Final = "turn:one_spell"
"""The rule about several spells in one turn, which differs between the rulesets."""
RULES: Final = (INITIATIVE, *dict.fromkeys(RULE_OF_COST.values()), ONE_SPELL)


def refs(book: Rulebook) -> tuple[Ref, ...]:
    """The tools of all rules of turns, those of the table's own packages too."""
    return tuple(Ref("verb", None, rule) for rule in (*RULES, *book.turn_rules))


def is_demanded(world: World, creature: Thing, rule: str) -> bool:
    """Whether the rule of this qualified name applies to the creature where it is; the rules that Home uses apply everywhere."""
    if any(_is_in(world, world.worn_by.get(context, ()), rule) for context in (HOME_ID, creature.id)):  # only rooms use sets of defaults
        return True
    room = world.room_of(creature.id)
    return _is_in(world, tools_in_use.rows_of(world, tools_in_use.in_force(world, room.id if room else None)), rule)


def _is_in(world: World, ids: Iterable[str], rule: str) -> bool:
    for id in ids:
        tool = world.things.get(id)
        if tool is not None and tool.qualified_name == rule:
            return True
    return False


COSTS: Final = frozenset((*ledger.OF_A_TURN, "reaction", ledger.LEGENDARY, "free"))


def refuse_by_own_rules(world: World, after: World, book: Rulebook, way_past: Mapping[str, bool]) -> Rejected | None:
    """The refusal of the first act between these two worlds that a rule in use does not allow."""
    was, on = clock.fight(world), clock.fight(after)
    if not book.turn_rules or was is None or on is None:
        return None
    earlier = [deed for done in sorted(was.acts, key=lambda done: (done.round, done.turn)) if (deed := _deed(done, after, was))]
    for done in on.acts[len(was.acts) :]:
        creature, deed = after.things.get(done.by), _deed(done, after, on)
        if creature is None or deed is None:
            continue
        for rule, judges in _in_force(world, creature, book):
            if why := _why(judges, deed, earlier):
                return Rejected("turn_rule", "operation", {"rule": rule, "name": creature.name, "why": why, **way_past})
        earlier.append(deed)
    return None


def _in_force(world: World, creature: Thing, book: Rulebook) -> Iterator[tuple[str, TurnRule]]:
    return ((rule, judges) for rule, judges in book.turn_rules.items() if is_demanded(world, creature, rule))


def _why(judges: TurnRule, deed: ActOfFight, earlier: Sequence[ActOfFight]) -> str | None:
    try:
        return judges(deed, tuple(earlier))
    except Exception as error:  # a rule that cannot be asked forbids, so that nobody believes that it was kept
        return f"the rule itself fails ({type(error).__name__}: {error})"


def _deed(done: DoneAct, world: World, on: Fight) -> ActOfFight | None:
    """The act for a rule; None for what a fight remembers beside acts, such as damage."""
    if done.cost not in COSTS or done.act.startswith(done_acts.BESIDE_ACTS):
        return None
    return ActOfFight(_name(done.by, world), done.act, done.cost, done.round, _name(on.order[int(done.turn)].id, world))


def _name(id: str, world: World) -> str:
    thing = world.things.get(id)
    return thing.name if thing else ""


_RULES: Final[Mapping[What, tuple[str, str]]] = MappingProxyType(
    {
        "turn": (INITIATIVE, "turn_not_yours"),
        "death save": (INITIATIVE, "turn_save_early"),
        "action": (RULE_OF_COST["action"], "turn_spent"),
        "action of Haste": (RULE_OF_COST["action of Haste"], "turn_spent"),
        "attacks": (RULE_OF_COST["action"], "turn_spent"),
        "bonus action": (RULE_OF_COST["bonus action"], "turn_spent"),
        "reaction": (RULE_OF_COST["reaction"], "turn_reaction_spent"),
        "interaction": (RULE_OF_COST["action"], "turn_interaction_spent"),
        "time": (RULE_OF_COST["action"], "turn_too_short"),
        "unable": (RULE_OF_COST["action"], "turn_unable"),
        "movement": (RULE_OF_COST["movement"], "turn_spent"),
        "second slot": (ONE_SPELL, "turn_slot_spent"),
        "spell beside bonus": (ONE_SPELL, "turn_spell_spent"),
        "spell beside quickened": (ONE_SPELL, "turn_quickened_spent"),
    }
)
"""The rule that forbids what was overspent, and the code of the refusal."""

OF_OTHERS: Final = frozenset(code for rule, code in _RULES.values() if rule == INITIATIVE)
"""The refusals that name the creature whose turn it is."""
OF_OWN_TURN: Final = frozenset(("turn_rule", *(code for _, code in _RULES.values()))) - OF_OTHERS
"""The refusals that name only what the creature has done in its turn."""


def refuse(command: Command, draft: Draft) -> Rejected | None:
    """The refusal if something was overspent that a rule in use forbids or that a player did, or if a rule of one's own forbids an act; the game
    master may force it.
    """
    if command.is_forced or not (draft.overspent or draft.situation.book.turn_rules):
        return None
    found = (refusal for over in draft.overspent if (refusal := _refusal(over, draft, command)))
    return next(found, None) or refuse_by_own_rules(draft.before, draft.world, draft.situation.book, _way_past(command))


def _way_past(command: Command) -> dict[str, bool]:
    """The detail of a refusal of an operation that nobody can force."""
    return {} if command.takes("force") else {"unforced": True}


def _refusal(over: Overspent, draft: Draft, command: Command) -> Rejected | None:
    world, (rule, code) = draft.before, _RULES[over.what]
    creature = world.things.get(over.who)
    if creature is None:
        return None
    if is_demanded(world, creature, rule):
        by_rule = {"rule": rule, **_way_past(command)}
    elif _is_kept(draft):
        by_rule = {}
    else:
        return None
    told = {**by_rule, **_so_far(over, draft, creature)}
    if rule == INITIATIVE:
        whose = over.whose if not isinstance(over.whose, Called) else _name(over.whose.id, world) or ANOTHER
        return Rejected(code, "operation", {"name": whose, "by": creature.name, **told})
    if over.what == "time":
        return Rejected(code, "operation", {"name": creature.name, "act": over.act, "time": over.time, **told})
    return Rejected(code, "operation", {"name": creature.name, "what": over.what, **told})


def _is_kept(draft: Draft) -> bool:
    """Whether turns are kept without a rule in use: in a player's call, but for tables that tell everything and go on as they always did."""
    return draft.situation.keeps_turns and not movement.is_told(draft.before, draft.situation.book)


_PAID_WITH: Final[Mapping[What, tuple[str, ...]]] = MappingProxyType(
    {"action": ("action", "attack"), "attacks": ("action", "attack"), "bonus action": ("bonus",)}
)
"""The costs of the acts that have used a part of the turn up."""


def _so_far(over: Overspent, draft: Draft, creature: Thing) -> dict[str, tuple[str, ...]]:
    """The deeds of a player's creature with the part of its turn that is used up, and the rest of its turn, if that is on."""
    on = clock.fight(draft.before)
    if not draft.situation.keeps_turns or on is None or on.whose.id != creature.id:
        return {}
    left = ledger.left(draft.before, creature.id, draft.situation.book)
    done = [deed.act for deed in done_acts.done_in_turn(draft.before, creature.id) if deed.cost in _PAID_WITH.get(over.what, ())]
    walks = ("its movement",) if left and left.feet is None else ()
    return {"done": tuple(dict.fromkeys(done)), "left": (*left.words, *walks) if left else ()}
