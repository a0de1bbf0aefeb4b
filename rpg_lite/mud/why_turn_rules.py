"""The verb why: the turn rules in force, and the rest of the turn of the creature whose turn it is."""

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mechanics.acts import components
from rpg_lite.mechanics.turn import ledger, movement, turn_rules
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.views import player_view, turn_order
from rpg_lite.world import combat, tools_in_use
from rpg_lite.world.world_model import Ref, World

NO_FIGHT = "No fight is going on, so no turn rule applies."
NONE_IN_FORCE = "No turn rule is in force: what a turn does not allow is played and noted."
KEPT = "What your turn does not allow is refused; the game master may still play it."
STRICT = "You play alone, so turns are strict: what this turn does not allow is refused. next ends it."
HOW = "To put them in force here: equip room turn:*, or one of them, such as equip room turn:one_action; in every room: call manage_tools equip bagName=Home itemName=turn:*"


def why(game: Game, caller: Caller, gm: bool, is_strict: bool = False) -> str:
    """Name the creature whose turn it is, the rest of its turn, and the rules that refuse more. `is_strict`: in a game alone, the session
    itself refuses it.
    """

    def load(at: Reading) -> World:
        world = at.load([*caller.touches(), Ref("fight"), Ref("party"), Ref("context")], game.book)
        return world if gm else player_view.seen_by(caller, world, game.book, at.rooms)

    world = game.store.read(game.campaign.id, load)
    if not (order := turn_order.text(world)):
        return NO_FIGHT
    acting = world.things.get(combat.acting(world) or "")
    if acting is None:
        return order
    left = ledger.left(world, acting.id, game.book)
    has = ", ".join(left.words) if left else ""
    judged = (*turn_rules.RULES, components.DEMAND, *game.book.turn_rules)
    in_force = [rule for rule in judged if turn_rules.is_demanded(world, acting, rule)]
    rules = (
        f"In force: {', '.join(in_force)}; what they do not allow is refused."
        if in_force
        else STRICT
        if is_strict
        else KEPT
        if not gm and not movement.is_told(world, game.book)
        else f"{NONE_IN_FORCE} {HOW}"
    )
    notes = sorted({name for thing in world.things.values() if (name := thing.qualified_name or "") and tools_in_use.is_demand(name)})
    in_words = [rule for rule in notes if rule not in judged and turn_rules.is_demanded(world, acting, rule)]
    words = [f"In words only, because no installed package judges acts by it: {', '.join(in_words)}."] if in_words else []
    return "\n".join([order, f"{acting.name} has {has or 'nothing'} left.", rules, *words])
