"""Turn rules: notes where nobody demands them, refusals where a room, a creature or Home does."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.mechanics.turn import ledger
from rpg_lite.operations.action.attack import Attack, may_attack
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock
from tests.operations.worlds import GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure
FIGHTER = {"classes": ["fighter 2"], "party": True, "abilities": {"str": 16}}


def in_a_fight(ruleset: Ruleset) -> Sandbox:
    """It is Brenna's turn."""
    table = Sandbox(first_world(ruleset)).let(*[10] * 200)
    table.accept("create", name="Brenna", character=FIGHTER)
    table.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 200})
    table.accept("start_fight", names=["Brenna", "Goblin"])
    while whose(table) != "Brenna":
        table.accept("next_turn")
    return table


@pytest.fixture
def box() -> Sandbox:
    return in_a_fight("5.1")


def whose(box: Sandbox) -> str:
    fight = clock.fight(box.world)
    assert fight
    return box.world.things[fight.whose.id].name


def demand(box: Sandbox, *rules: str, **where: str) -> None:
    for rule in rules:
        told = box.send({"operation": "equip", "itemName": rule, **(where or {"bagName": "Home"})}, "manage_tools")
        assert told["ok"], told["text"]


def attack(box: Sandbox, who: str = "Brenna", at: str = "Goblin", **more: Any) -> Accepted | Rejected:
    outcome = box.decide("attack", who, targetName=at, **more)
    if isinstance(outcome, Accepted):
        box.accept("attack", who, targetName=at, **more)
    return outcome


def codes(outcome: Accepted | Rejected) -> list[str]:
    return [outcome.code] if isinstance(outcome, Rejected) else [note.code for note in outcome.notes]


def test_nothing_equipped_is_the_game_as_it_was(box: Sandbox) -> None:
    assert "attacks_beyond" not in codes(attack(box))
    assert "attacks_beyond" in codes(attack(box))
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna"))


@pytest.mark.parametrize("where", [{}, {"bagName": "Lobby"}, {"characterName": "Brenna"}])
def test_a_second_action_is_refused_with_rule_and_reason(box: Sandbox, where: dict[str, str]) -> None:
    demand(box, "turn:one_action", **where)
    assert isinstance(attack(box), Accepted)
    refused = attack(box)
    assert isinstance(refused, Rejected) and refused.code == "turn_spent"
    assert refused.details == {"rule": "turn:one_action", "name": "Brenna", "what": "attacks"}


def test_the_text_of_a_refusal_names_the_rule(box: Sandbox) -> None:
    demand(box, "turn:initiative")
    told = box.send({"operation": "attack", "characterName": "Goblin", "targetName": "Brenna"}, "execute_action")
    assert "turn:initiative: it is the turn of Brenna, not of Goblin" in told["text"] and "Nothing was changed" in told["text"]


def test_only_what_is_demanded_is_refused(box: Sandbox) -> None:
    demand(box, "turn:one_action")
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna"))
    assert isinstance(attack(box), Accepted)


def test_the_game_master_may_force_it(box: Sandbox) -> None:
    demand(box, "turn:initiative", "turn:one_action")
    assert "turn_of_another" in codes(attack(box, "Goblin", "Brenna", force=True))


def test_action_surge_gives_the_action_that_the_rule_counts(box: Sandbox) -> None:
    demand(box, "turn:one_action")
    assert isinstance(attack(box), Accepted)
    box.accept("act", "Brenna", act="Action Surge")
    assert isinstance(attack(box), Accepted)
    assert codes(attack(box)) == ["turn_spent"]


def test_a_second_bonus_action_is_refused() -> None:
    box = in_a_fight("5.2")
    demand(box, "turn:one_bonus_action")
    for refused in (False, True):
        box.accept("damage", "Brenna", amount=9, damageType="fire")
        outcome = box.decide("act", "Brenna", act="Second Wind")
        assert (codes(outcome) == ["turn_spent"]) == refused, outcome
        if not refused:
            box.accept("act", "Brenna", act="Second Wind")


def test_outside_a_fight_nobody_counts(box: Sandbox) -> None:
    demand(box, "turn:initiative", "turn:one_action")
    box.accept("end_fight")
    assert all(isinstance(attack(box), Accepted) for _ in range(3))


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_search_in_a_fight_says_that_it_takes_the_action(ruleset: Ruleset) -> None:
    table = in_a_fight(ruleset)
    assert (
        "The search would take the action of Brenna."
        in table.send({"operation": "search", "characterName": "Brenna", "dc": 10, "dryRun": True}, "manage_room")["text"]
    )
    assert "The search takes the action of Brenna." in table.did("search", "Brenna", dc=10)["text"]
    assert "already used its action" in table.did("search", "Brenna", dc=10)["text"]
    assert "action" not in table.did("search", "Brenna", dc=10, passive=True)["text"]
    table.accept("end_fight")
    assert "action" not in table.did("search", "Brenna", dc=10)["text"]


def test_a_dry_run_of_a_search_is_refused_as_the_search_is(box: Sandbox) -> None:
    demand(box, "turn:one_action")
    box.accept("act", "Brenna", act="Dash")
    told = box.send({"operation": "search", "characterName": "Brenna", "dryRun": True}, "manage_room")
    assert told["error"]["code"] == "turn_spent"


# ── readied acts ────────────────────────────────────────────────────────────────────────────────────────────────────

STRICT = ("turn:initiative", "turn:one_action", "turn:one_reaction", "turn:one_movement", "turn:one_spell")


def pass_turn_to(box: Sandbox, who: str) -> None:
    while whose(box) != who:
        box.accept("next_turn")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("says_so", [False, True])
def test_a_readied_attack_goes_off_once_on_the_turn_of_another_with_the_reaction(ruleset: Ruleset, says_so: bool) -> None:
    box = in_a_fight(ruleset)
    demand(box, *STRICT)
    box.accept("act", "Brenna", act="Ready")
    pass_turn_to(box, "Goblin")
    if says_so:
        box.accept("act", "Brenna", act="Readied")
    struck = attack(box)
    assert isinstance(struck, Accepted) and ("readied_act" in codes(struck)) != says_so
    assert not [effect for effect in box.thing("Brenna").creature.effects if effect.name == "Readied"]
    left = ledger.left(box.world, box.thing("Brenna").id, box.book)
    assert left and not left.reaction
    assert codes(attack(box)) == ["turn_not_yours"]
    pass_turn_to(box, "Brenna")
    assert isinstance(attack(box), Accepted)


def test_a_reaction_that_is_spent_readies_nothing(box: Sandbox) -> None:
    demand(box, *STRICT)
    box.accept("act", "Brenna", act="Ready")
    pass_turn_to(box, "Goblin")
    box.accept("attack", "Brenna", targetName="Goblin", force=True)
    box.accept("act", "Brenna", act="Ready", force=True)
    assert codes(attack(box)) == ["turn_reaction_spent"]


def test_a_bonus_action_is_not_readied() -> None:
    box = in_a_fight("5.2")
    demand(box, *STRICT)
    box.accept("act", "Brenna", act="Ready")
    pass_turn_to(box, "Goblin")
    box.accept("damage", "Brenna", amount=5, damageType="fire")
    assert codes(box.decide("act", "Brenna", act="Second Wind")) == ["turn_not_yours"]


def test_a_player_sends_the_readied_attack_out_of_turn(box: Sandbox) -> None:
    player = Caller("player", "p", None, ("Brenna",))
    sent = Attack.model_validate({"operation": "attack", "characterName": "Brenna", "targetName": "Goblin"})
    box.accept("act", "Brenna", act="Ready")
    pass_turn_to(box, "Goblin")
    assert may_attack(player, sent, box.world, box.book) is None
    attack(box)
    refused = may_attack(player, sent, box.world, box.book)
    assert refused and refused.code == "not_your_turn"


# ── death saves ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_death_save_is_made_on_the_own_turn_and_costs_nothing(ruleset: Ruleset) -> None:
    box = in_a_fight(ruleset)
    demand(box, *STRICT)
    pass_turn_to(box, "Goblin")
    box.accept("damage", "Brenna", amount=box.thing("Brenna").creature.hp or 0, damageType="fire")
    assert codes(box.decide("save", "Brenna", ability="death")) == ["turn_save_early"]
    box.accept("save", "Goblin", ability="dex", dc=5)
    pass_turn_to(box, "Brenna")
    before = ledger.left(box.world, box.thing("Brenna").id, box.book)
    assert isinstance(box.decide("save", "Brenna", ability="death"), Accepted)
    box.accept("save", "Brenna", ability="death")
    assert box.thing("Brenna").creature.dying.successes == 1
    assert ledger.left(box.world, box.thing("Brenna").id, box.book) == before
    assert codes(box.decide("save", "Brenna", ability="death")) == ["death_save_made"]


def test_a_death_save_that_the_turn_left_out_is_made_later_once(box: Sandbox) -> None:
    demand(box, *STRICT)
    pass_turn_to(box, "Goblin")
    box.accept("damage", "Brenna", amount=box.thing("Brenna").creature.hp or 0, damageType="fire")
    pass_turn_to(box, "Brenna")
    pass_turn_to(box, "Goblin")
    box.accept("save", "Brenna", ability="death")
    assert codes(box.decide("save", "Brenna", ability="death")) == ["death_save_made"]


def test_without_the_rule_an_early_death_save_is_noted(box: Sandbox) -> None:
    pass_turn_to(box, "Goblin")
    box.accept("damage", "Brenna", amount=box.thing("Brenna").creature.hp or 0, damageType="fire")
    assert "death_save_early" in codes(box.decide("save", "Brenna", ability="death"))


# ── the spells of a turn ────────────────────────────────────────────────────────────────────────────────────────────


def cleric(ruleset: Ruleset) -> Sandbox:
    """It is the turn of Wren, who may be healed."""
    box = Sandbox(first_world(ruleset)).let(*[10] * 200)
    box.accept("create", name="Wren", character={"classes": ["cleric 5"], "party": True, "abilities": {"wis": 16}, "hpMax": 80})
    box.accept("create", name="Goblin", character={**GOBLIN, "hpMax": 200})
    box.accept("damage", "Wren", amount=70, damageType="fire")
    box.accept("start_fight", names=["Wren", "Goblin"])
    pass_turn_to(box, "Wren")
    return box


@pytest.mark.parametrize(
    ("ruleset", "code"),
    [("5.1", "turn_spell_spent"), ("5.2", "turn_slot_spent")],
)
def test_a_second_spell_that_the_ruleset_does_not_allow_is_refused(ruleset: Ruleset, code: str) -> None:
    """SRD 5.1, Casting a Spell, Bonus Action; SRD 5.2, One Spell with a Spell Slot per Turn."""
    box = cleric(ruleset)
    box.accept("cast", "Wren", spell="Healing Word", targets=["Wren"])
    second = {"spell": "Cure Wounds", "targets": ["Wren"]}
    assert isinstance(box.decide("cast", "Wren", **second), Accepted)
    demand(box, "turn:one_spell")
    assert codes(box.decide("cast", "Wren", **second)) == [code]
    assert isinstance(box.decide("cast", "Wren", force=True, **second), Accepted)
    assert isinstance(box.decide("cast", "Wren", spell="Sacred Flame", targets=["Goblin"]), Accepted)
    pass_turn_to(box, "Goblin")
    pass_turn_to(box, "Wren")
    assert isinstance(box.decide("cast", "Wren", **second), Accepted)


def test_two_actions_of_5_1_cast_two_spells_with_slots() -> None:
    """SRD 5.1 limits only the turn in which a spell takes the bonus action."""
    box = cleric("5.1")
    demand(box, "turn:one_spell")
    for _ in range(2):
        box.accept("cast", "Wren", spell="Cure Wounds", targets=["Wren"])


@pytest.mark.parametrize(
    ("line", "rule", "next_call"),
    [
        ({"operation": "attack", "characterName": "Goblin", "targetName": "Wren"}, "turn:initiative", "next_turn"),
        (
            {"operation": "cast", "characterName": "Wren", "spell": "Cure Wounds", "targets": ["Wren"]},
            "turn:one_spell",
            "a spell that needs no slot",
        ),
        ({"operation": "act", "characterName": "Wren", "act": "Dash"}, "turn:one_action", "next_turn"),
    ],
)
def test_a_refusal_names_the_rule_and_what_still_works(line: dict[str, Any], rule: str, next_call: str) -> None:
    box = cleric("5.2")
    demand(box, *STRICT)
    box.accept("cast", "Wren", spell="Healing Word", targets=["Wren"])
    box.accept("act", "Wren", act="Dodge")
    told = box.send(line, "execute_action")["text"]
    assert f"{rule}: " in told and next_call in told and "force true" in told and "Nothing was changed" in told
