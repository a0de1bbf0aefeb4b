"""read_campaign context: one call to go on with, within a budget, and no more than its reader knows."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views.context_budget import Wrapped

Answer = dict[str, Any]
PLAYER = Caller("player", characters=("Thorin",))
VIEWER = Caller("viewer")
SECRETS = ("vampire", "trapdoor", "flanking gives", "Old Marra owes")


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, detail: str = "brief", **fields: Any) -> Answer:
    return game.ask({"operation": operation, **fields}, tool, detail, caller)  # type: ignore[arg-type]


def did(game: Game, tool: str, operation: str, **fields: Any) -> Answer:
    answer = ask(game, tool, operation, **fields)
    assert answer["ok"], answer["text"]
    return answer


def context(game: Game, caller: Caller = GM, **fields: Any) -> str:
    answer = ask(game, "read_campaign", "context", caller, **fields)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def full(game: Game, **fields: Any) -> Answer:
    answer = ask(game, "read_campaign", "context", detail="full", **fields)
    assert answer["ok"], answer["text"]
    return dict(answer["results"][0])


@pytest.fixture
def evening():
    with open_campaign(":memory:", seed=1) as game:
        for name, calling in (("Thorin", "fighter 5"), ("Elara", "wizard 5")):
            did(game, "manage_character", "create", name=name, character={"classes": [calling], "party": True})
        did(game, "manage_character", "create", name="Goblin", template="Goblin", count=2)
        did(game, "manage_room", "update", bagName="Lobby", notes=["A trapdoor under the rug."])
        did(game, "keep_journal", "note", text="The duke is the vampire.")
        did(game, "keep_journal", "decide", text="We leave at dawn.", characterName="Thorin")
        did(game, "keep_journal", "say", text="Mind the step.", characterName="Thorin")
        did(game, "keep_journal", "say", text="Old Marra owes us.", characterName="Elara", toName="gm")
        did(game, "manage_tools", "equip", itemName="rule:flanking", content="flanking gives +2", bagName="home")
        yield game


def test_one_call_gives_everything_to_go_on_with(evening: Game) -> None:
    text = context(evening)
    for line in (
        "Thorin (c1.1): AC 10",
        "fighter 5",
        "slots 4/3/2 of 4/3/2",
        "in Lobby",
        "Here: Thorin, Elara, Goblin 1",
        "We leave at dawn.",
    ):
        assert line in text
    assert [la["name"] for la in full(evening)["layers"]] == ["manner", "rules", "party", "hands", "place", "journal", "story", "last"]


def test_slots_concentration_and_effects_stand_in_the_lines_of_the_party(evening: Game) -> None:
    did(evening, "manage_condition", "apply", characterName="Thorin", effect="Bless")
    did(evening, "manage_condition", "apply", characterName="Elara", condition="poisoned")
    line = {line.split(" ")[0]: line for line in context(evening).split("\n")}
    assert "Bless" in line["Thorin"] or "bless" in line["Thorin"]
    assert "poisoned" in line["Elara"]


def test_a_fight_says_whose_turn_it_is_and_what_is_left_of_it(evening: Game) -> None:
    did(evening, "execute_action", "start_fight", names=["Thorin", "Elara", "Goblin 1"])
    did(evening, "execute_action", "damage", characterName="Goblin 1", amount=5, damageType="slashing")
    text = context(evening)
    assert "Fight, round 1:" in text and "Goblin 1 bloodied" in text
    acting = text.split("'s turn.")[0].split()[-1]
    assert f"Left to {acting} this turn: 1 action" in text.replace("Left to Goblin 1", "Left to 1")
    assert text.count("Fight, round 1:") == 1
    did(evening, "execute_action", "end_fight")
    assert "fight" not in [la["name"] for la in full(evening)["layers"]]


# ── the budget ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("budget", [400, 500, 800, 2_000, 100_000])
def test_the_budget_holds_and_what_is_left_out_is_stated(evening: Game, budget: int) -> None:
    for n in range(30):
        did(evening, "keep_journal", "say", text=f"Line {n}: the tide takes the lower steps before the bell rings.", characterName="Elara")
    told = full(evening, budget=budget)
    text = context(evening, budget=budget)
    assert estimate(text) == told["tokens"] <= budget == told["budget"]
    assert text == f"{told['systemPrompt']}\n\n{told['context']}"
    dropped = [la for la in told["layers"] if la["dropped"]]
    short = [la for la in told["layers"] if la["dropped"] or "unread" in la]
    assert bool(short) == (f"Left out for {budget} tokens: " in text)
    assert all(la["why"] for la in dropped)
    assert "Line 29" in text or budget < 500


@pytest.mark.parametrize("budget", [0, 199, 10**9, "many", 2.5, None, True])
def test_a_budget_has_its_bounds(evening: Game, budget: Any) -> None:
    answer = ask(evening, "read_campaign", "context", budget=budget)
    assert answer["ok"] if budget is None else answer["error"]["code"] == "argument_invalid"


def test_a_budget_that_is_too_small_names_one_that_is_accepted(evening: Game) -> None:
    refused = ask(evening, "read_campaign", "context", budget=200, since=0)
    assert refused["error"]["code"] == "budget_too_small"
    needed = refused["error"]["details"]["needed"]
    assert refused["error"]["try"] == {"operation": "context", "budget": needed, "since": 0}
    assert ask(evening, "read_campaign", "context", budget=needed)["ok"]


def test_without_a_budget_long_rules_get_the_room_that_they_need(evening: Game) -> None:
    did(evening, "manage_tools", "equip", itemName="rule:long", content="Each torch burns for an hour. " * 300, bagName="home")
    told = full(evening)
    assert 2_000 < told["budget"] <= 8_000 and told["tokens"] <= told["budget"]


def test_a_deed_leaves_the_system_half_as_it_was(evening: Game) -> None:
    """A cache of prompts holds."""
    before = full(evening, budget=600)
    did(evening, "keep_journal", "say", text="A new word.", characterName="Thorin")
    did(evening, "execute_action", "damage", characterName="Thorin", amount=3, damageType="slashing")
    after = full(evening, budget=600)
    assert before["systemPrompt"] == after["systemPrompt"] and before["context"] != after["context"]


def test_since_leaves_out_what_came_before(evening: Game) -> None:
    rev = did(evening, "keep_journal", "note", text="Before.")["rev"]
    did(evening, "keep_journal", "note", text="Afterwards.")
    text = context(evening, since=rev)
    assert "Afterwards." in text and "Before." not in text and "We leave at dawn." not in text


def test_what_was_taken_back_is_no_part_of_the_story(evening: Game) -> None:
    did(evening, "manage_inventory", "give", characterName="Thorin", template="Torch")
    assert "Torch" in context(evening)
    did(evening, "manage_inventory", "undo")
    assert "Torch" not in context(evening) and "taken back" not in context(evening)


def test_a_batch_is_told_without_its_numbers_and_a_walk_without_the_look_of_the_room(evening: Game) -> None:
    did(evening, "manage_room", "create", name="Cave", direction="north", vibe="Drips.")
    batch = [{"operation": "go", "direction": "north"}, {"operation": "go", "direction": "south"}]
    assert evening.ask({"batch": batch}, "manage_room")["ok"]
    line = next(line for line in reversed(context(evening).split("\n")) if line.startswith("rev "))
    assert "north to Cave" in line and "south to Lobby" in line
    assert " 0. " not in line and "Exits" not in line and "Drips" not in line


def test_whose_turn_it_is_is_no_outcome_of_a_deed(evening: Game) -> None:
    did(evening, "execute_action", "start_fight", names=["Thorin", "Goblin 1"], d20={"Thorin": 20, "Goblin 1": 1})
    did(evening, "execute_action", "act", characterName="Goblin 1", act="Dodge")
    line = next(line for line in reversed(context(evening).split("\n")) if line.startswith("rev "))
    assert "Dodge" in line and "turn" not in line


def test_a_hint_is_no_part_of_the_story(evening: Game) -> None:
    (made,) = [line for line in context(evening).split("\n") if line.startswith("rev 2: ")]
    assert "Elara" in made and "Choose like this" not in made and "Assumed" not in made


def test_a_deed_keeps_its_outcome(evening: Game) -> None:
    """The beginning alone would cut off what an attack did."""
    did(evening, "execute_action", "damage", characterName="Goblin 2", amount=50, damageType="slashing")
    (line,) = [line for line in context(evening).split("\n") if line.startswith("rev ") and "Goblin 2" in line and "damage" in line]
    assert "die" in line or "dead" in line
    assert len(line) <= 260


# ── who knows what ──────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("caller", [PLAYER, VIEWER, Caller("gm", aloud=True)])
def test_no_secret_of_the_game_master_is_in_the_context_of_others(evening: Game, caller: Caller) -> None:
    assert all(secret in context(evening) for secret in SECRETS)
    text = str(ask(evening, "read_campaign", "context", caller, "full"))
    assert not [secret for secret in SECRETS if secret in text and not (caller.aloud and secret.startswith("Old"))]
    assert "Thorin" in text and "Lobby" in text


def test_a_player_asks_for_own_characters_only(evening: Game) -> None:
    assert ask(evening, "read_campaign", "context", PLAYER, forName="Thorin")["ok"]
    for name in ("Elara", "Goblin 1"):
        assert ask(evening, "read_campaign", "context", PLAYER, forName=name)["error"]["code"] == "not_yours"
    assert not ask(evening, "read_campaign", "context", VIEWER, forName="Thorin")["ok"]


def test_a_stranger_is_refused_with_near_names(evening: Game) -> None:
    refused = ask(evening, "read_campaign", "context", forName="Thorn")
    assert refused["error"]["code"] == "character_unknown" and refused["error"]["near"] == ["Thorin (c1.1)"]


def test_a_character_sees_its_own_room_and_no_hidden_thing(evening: Game) -> None:
    text = context(evening, forName="Goblin 1")
    assert "You are Goblin 1." in text and "Here: Thorin, Elara, Goblin 1" in text and "Goblin 1 (c3.1): AC 15" in text
    assert not [secret for secret in SECRETS if secret in text]
    assert "HP 34/34" not in text


SPEAKERS = ("Thorin", "Elara", "Goblin 1", "gm")
ENTRIES = st.lists(
    st.tuples(st.sampled_from(["say", "note", "idea"]), st.sampled_from(SPEAKERS), st.sampled_from([None, *SPEAKERS])), max_size=8
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(stories=ENTRIES)
def test_no_word_reaches_a_character_that_it_neither_said_nor_heard(evening: Game, stories: list[tuple[str, str, str | None]]) -> None:
    start = ask(evening, "read_campaign", "party")["rev"]
    for n, (kind, by, to) in enumerate(stories):
        heard = {"toName": to} if kind == "say" and to else {}
        did(evening, "keep_journal", kind, text=f"word{n}x", characterName=by, **heard)
    for who in SPEAKERS[:3]:
        text = context(evening, forName=who, since=start, budget=20_000)
        for n, (kind, by, to) in enumerate(stories):
            assert (f"word{n}x" in text) == (by == who or (kind == "say" and to in (who, None)))


# ── in Python ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_program_wraps_with_its_own_tokenizer(evening: Game) -> None:
    found = evening.wrap(budget=6_000, count=len)
    assert isinstance(found, Wrapped)
    assert len(found.text) == found.tokens <= 6_000
    assert evening.wrap(budget=None).text == context(evening)
    assert evening.wrap(budget=2_000, for_name="Goblin 1").text == context(evening, forName="Goblin 1")


@pytest.mark.parametrize("wish", [{"budget": 200}, {"for_name": "Nobody at all"}])
def test_a_program_hears_of_what_cannot_be(evening: Game, wish: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"tokens are too few|there is no character"):
        evening.wrap(**wish)


def test_the_game_master_reads_what_each_hero_has_at_hand(evening: Game) -> None:
    did(evening, "manage_inventory", "give", characterName="Thorin", item="Longsword")
    did(evening, "manage_inventory", "equip", characterName="Thorin", itemName="Longsword")
    did(evening, "manage_character", "update", characterName="Elara", character={"spells": {"prepared": ["Fireball", "Shield"]}})
    text = context(evening, budget=4000)
    assert "Thorin: Longsword +3" in text and "spells Fireball, Shield" in text and "to choose" in text
    assert "Longsword +3" not in context(evening, VIEWER, budget=4000)
    own = context(evening, forName="Elara", budget=4000)
    assert "spells Fireball" in own and "Longsword +3" not in own


def test_the_last_deeds_stay_where_the_rest_of_the_story_does_not_fit(evening: Game) -> None:
    for n in range(30):
        did(evening, "keep_journal", "tell", text=f"The tide rises by another foot and the lamps go out, one after the other, hour {n}.")
    needed = ask(evening, "read_campaign", "context", budget=200)["error"]["details"]["needed"]
    text = context(evening, budget=needed + 250)
    assert "hour 29" in text and "hour 3," not in text


def test_a_deed_tells_its_outcome_before_what_is_for_the_table_to_judge(evening: Game) -> None:
    did(
        evening,
        "manage_character",
        "update",
        characterName="Elara",
        character={"spells": {"prepared": ["Fireball"], "cantrips": ["Fire Bolt"]}},
    )
    told = did(evening, "execute_action", "cast", characterName="Elara", spell="Fire Bolt", targets=["Goblin 1"])["text"]
    outcome = next(s for s in told.split(". ") if "Goblin 1" in s and "against AC" in s)
    (line,) = [line for line in context(evening, budget=4000).splitlines() if "casts Fire Bolt" in line]
    assert outcome.split(":")[0][:40] in line


def test_the_quests_of_the_party_are_no_knowledge_of_others(evening: Game) -> None:
    did(evening, "keep_journal", "quest", name="Salt for the living", public=True)
    did(evening, "keep_journal", "quest", name="The duke is the smuggler", kind="clue")
    assert "The duke is the smuggler (clue, hidden)" in context(evening, budget=4000)
    assert "Salt for the living" in context(evening, forName="Thorin", budget=4000)
    assert "Salt for the living" not in context(evening, forName="Goblin 1", budget=4000)


# ── an evening goes on ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def late() -> Iterator[Game]:
    """A fight late in the evening, with what came before it told long ago."""
    with open_campaign(":memory:", ruleset="5.2", seed=1) as game:
        heroes: dict[str, Answer] = {
            "Oda": {"classes": ["cleric 5"], "choices": {"subclass": "Life Domain"}, "spells": {"prepared": ["Spirit Guardians"], "cantrips": ["Sacred Flame"]}},
            "Mira": {"classes": ["sorcerer 5"], "race": "tiefling", "choices": {"subclass": "Draconic Sorcery", "tiefling lineage": "Infernal"}, "spells": {"prepared": ["Shield"]}},
            "Selwyn": {"classes": ["druid 5"], "race": "elf", "choices": {"elf lineage": "High Elf"}, "spells": {"prepared": ["Moonbeam"]}},
        }  # fmt: skip
        for name, sheet in heroes.items():
            did(game, "manage_character", "create", name=name, character={**sheet, "abilities": {"wis": 18, "cha": 16}, "party": True})
        did(game, "manage_character", "create", template="Ogre", count=3)
        for name, shown in (("The duke is the vampire", False), ("Find the ledger", True), ("Win the miller over", True)):
            did(game, "keep_journal", "quest", name=name, public=shown, text="A long story that nobody tells in few words. " * 4)
        did(game, "keep_journal", "progress", name="Win the miller over", status="done", text="Osric gave them the key.")
        did(game, "keep_journal", "tell", text="Osric, the miller, hands over the key.")
        did(game, "execute_action", "start_fight", names=["party", "Ogre 1", "Ogre 2"])
        did(game, "execute_action", "cast", characterName="Selwyn", spell="Moonbeam", targets=["Ogre 1", "Ogre 2"], force=True)
        did(game, "execute_action", "damage", characterName="Ogre 3", amount=40, damageType="fire")
        for _ in range(30):
            did(game, "execute_action", "damage", characterName="Oda", dice="1d4", damageType="fire")
            did(game, "execute_action", "heal", characterName="Oda", dice="4d4")
        yield game


def at_hand(game: Game, who: str) -> str:
    return next(line for line in context(game).split("\n") if line.startswith(f"{who}: "))


@pytest.mark.parametrize(
    ("who", "spells"),
    [
        ("Oda", ("Sacred Flame", "Spirit Guardians", "Bless", "Cure Wounds", "Aid", "Lesser Restoration", "Revivify", "Mass Healing Word")),
        ("Mira", ("Shield", "Command", "Chromatic Orb", "Fear", "Fly", "Thaumaturgy", "Hellish Rebuke", "Darkness")),
        ("Selwyn", ("Moonbeam", "Speak with Animals", "Prestidigitation", "Detect Magic", "Misty Step")),
    ],
)
def test_what_is_always_prepared_is_at_hand(late: Game, who: str, spells: tuple[str, ...]) -> None:
    """SRD 5.2, Life Domain, Draconic Sorcery, Fiendish Legacies, Elven Lineages, Druid."""
    assert [spell for spell in spells if spell not in at_hand(late, who)] == []


def test_zones_are_told_with_their_caster_and_whoever_is_inside(late: Game) -> None:
    line = next(line for line in context(late).split("\n") if line.startswith("Moonbeam of Selwyn"))
    assert "round" in line and line.endswith("Ogre 1 and Ogre 2 inside.")
    did(late, "manage_room", "join", characterName="Ogre 2", toName=_other_room(late), force=True)
    assert "Moonbeam of Selwyn" in context(late) and "Ogre 2 inside" not in context(late)


def _other_room(game: Game) -> str:
    did(game, "manage_room", "create", name="Hall", fromName="Lobby", direction="north")
    return "Hall"


@pytest.mark.parametrize("caller", [Caller("player", characters=("Thorin",)), VIEWER])
def test_players_hear_of_a_zone_but_not_of_the_creature_in_it_that_they_cannot_see(evening: Game, caller: Caller) -> None:
    did(evening, "execute_action", "cast", characterName="Elara", spell="Web", targets=["Goblin 1"], force=True)
    assert "Web of Elara" in context(evening, caller) and "Goblin 1 inside." in context(evening, caller)
    did(evening, "manage_room", "update", bagName="Lobby", light="dark")
    assert "Web of Elara" in context(evening, caller) and "Goblin 1" not in context(evening, caller)
    assert "Goblin 1 inside." in context(evening)


def test_a_wounded_creature_is_told_in_a_fight_and_outside_with_numbers_for_the_game_master(late: Game) -> None:
    player = Caller("player", characters=("Selwyn",))
    assert "Wounded here: Ogre 3 bloodied (28/68)." in context(late)
    assert "Wounded here: Ogre 3 bloodied." in context(late, player) and "/68" not in context(late, player)
    did(late, "execute_action", "damage", characterName="Ogre 1", amount=40, damageType="cold")
    assert re.search(r"Foes and others: .*Ogre 1 bloodied \(\d+/68\)", context(late)) and "Ogre 1 bloodied," in context(late, player)
    did(late, "execute_action", "end_fight")
    assert re.search(r"Wounded here: Ogre 1 bloodied \(\d+/68\), .*Ogre 3 bloodied \(28/68\)\.", context(late))
    assert "Wounded here: Ogre 1 bloodied, " in context(late, player) and "/68" not in context(late, player)


@pytest.mark.parametrize("budget", [1_200, 1_600, 2_000])
def test_the_quests_of_the_players_and_what_was_told_come_before_dice(late: Game, budget: int) -> None:
    text = context(late, budget=budget)
    assert "○ Find the ledger" in text and "Osric, the miller, hands over the key." in text
    assert "✓ Win the miller over: Osric gave them the key." in text
    assert f"Left out for {budget} tokens: " in text and text.index("Find the ledger") < text.find("The duke") % 10**9
    assert len([line for line in text.split("\n") if "Rolled" in line]) >= 1


def test_players_hear_of_what_was_won_only_if_they_know_the_quest(late: Game) -> None:
    did(late, "keep_journal", "progress", name="The duke is the vampire", status="failed", text="They let him in.")
    player = Caller("player", characters=("Mira",))
    assert "✗ The duke is the vampire" in context(late) and "duke" not in context(late, player)
    assert "✓ Win the miller over" in context(late, player)
