"""read_campaign encounter and award by an encounter: difficulty, XP, who counts, random encounters."""

import itertools
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rpg_lite
from bench.calls import python_calls
from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import encounter_generator, encounters, names
from rpg_lite.rules.encounters import PartyStrength
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.table import Answer, Table, notes
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

READ = "read_campaign"


def at(ruleset: Ruleset, *levels: int) -> Sandbox:
    """A table with one fighter for each of these levels: Hero 1, Hero 2 …"""
    table = Sandbox(first_world(ruleset))
    for n, level in enumerate(levels, 1):
        table.did("create", name=f"Hero {n}", character={"classes": [f"fighter {level}"], "hpMax": 30})
    return table


def measured(table: Any, **fields: Any) -> Answer:
    return table.did("encounter", detail="full", **fields)["results"][0]


# ── difficulty ──────────────────────────────────────────────────────────────────────────────────────────────────────

OF_5_1: list[tuple[tuple[int, ...], dict[str, int], dict[str, Any]]] = [
    ((5, 5, 5, 5, 5, 5), {"Ogre": 1}, {"xp": 450, "multiplier": 0.5, "adjusted": 225, "difficulty": "trivial", "xpEach": 75}),
    ((5, 5, 5, 5), {"Ogre": 2}, {"xp": 900, "multiplier": 1.5, "adjusted": 1350, "difficulty": "easy", "xpEach": 225}),
    ((5, 5, 5, 5), {"CR 5": 1}, {"xp": 1800, "multiplier": 1, "adjusted": 1800, "thresholds": [1000, 2000, 3000, 4400]}),
    ((1, 1), {"Goblin": 1}, {"multiplier": 1.5, "adjusted": 75, "difficulty": "easy", "thresholds": [50, 100, 150, 200]}),
    ((1, 1), {"Goblin": 15}, {"multiplier": 5, "adjusted": 3750, "difficulty": "deadly"}),
    ((3, 3, 3, 2), {"CR 1/4": 4, "CR 1": 1}, {"xp": 400, "multiplier": 2, "adjusted": 800, "difficulty": "medium", "thresholds": [275, 550, 825, 1400]}),
    ((20,), {"CR 30": 1}, {"xp": 155000, "difficulty": "deadly", "thresholds": [2800, 5700, 8500, 12700]}),
]  # fmt: skip
OF_5_2: list[tuple[tuple[int, ...], dict[str, int], dict[str, Any]]] = [
    ((1, 1, 1, 1), {"Bugbear Warrior": 1}, {"xp": 200, "adjusted": 200, "difficulty": "low", "budget": [200, 300, 400]}),
    ((1, 1, 1, 1), {"Giant Rat": 6}, {"xp": 150, "multiplier": 1, "difficulty": "low", "xpEach": 37}),
    ((3, 3, 3, 3, 3), {"CR 2": 2, "CR 1/8": 9}, {"xp": 1125, "difficulty": "moderate", "budget": [750, 1125, 2000]}),
    ((3, 3, 3, 3, 3), {"CR 2": 2, "CR 1/8": 10}, {"xp": 1150, "difficulty": "high"}),
    ((15,) * 6, {"CR 17": 2, "CR 9": 2}, {"xp": 46000, "difficulty": "high", "budget": [19800, 32400, 46800]}),
    ((15,) * 6, {"CR 17": 3}, {"xp": 54000, "difficulty": "beyond high"}),
    ((1, 20), {"CR 0": 1}, {"xp": 10, "multiplier": 1, "difficulty": "low", "budget": [6450, 13275, 22100]}),
]


@each_row(("levels", "creatures", "expected"), OF_5_1)
def test_difficulty_by_thresholds_and_multipliers(levels: tuple[int, ...], creatures: dict[str, int], expected: dict[str, Any]):
    shown = measured(at("5.1", *levels), creatures=creatures)["encounter"]
    assert {key: shown[key] for key in expected} == expected
    assert shown.keys() == {"xp", "adjusted", "multiplier", "difficulty", "thresholds", "xpEach"}


@each_row(("levels", "creatures", "expected"), OF_5_2)
def test_difficulty_by_a_budget(levels: tuple[int, ...], creatures: dict[str, int], expected: dict[str, Any]):
    """The examples of SRD 5.2 (Combat Encounter Difficulty), and what lies just beyond them."""
    shown = measured(at("5.2", *levels), creatures=creatures)["encounter"]
    assert {key: shown[key] for key in expected} == expected
    assert shown.keys() == {"xp", "adjusted", "multiplier", "difficulty", "budget", "xpEach"}


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (["Ogre"], {"Ogre": 1}),
        (["Ogre", "Orc", "Ogre"], {"Ogre": 2, "Orc": 1}),
        ("Ogre", {"Ogre": 1}),
        (["CR 3"], {"CR 3": 1}),
        ([{"name": "Ogre"}, {"template": "Orc", "count": 3}], {"Ogre": 1, "Orc": 3}),
    ],
)
def test_creatures_may_be_listed_by_their_names(sent: Any, meant: dict[str, int]) -> None:
    table = at("5.1", 3, 3)
    assert measured(table, creatures=sent) == measured(table, creatures=meant)


@pytest.mark.parametrize("sent", [[], [3], [{"name": "Ogre", "hp": 3}], 3])
def test_other_creatures_are_refused_with_an_example(sent: Any) -> None:
    told = at("5.1", 3).refused("argument_invalid", "encounter", creatures=sent)
    assert '{"Ogre": 2, "CR 3": 1}' in told["text"]


def test_what_the_srd_does_not_print_is_named_as_such():
    said = "SRD 5.1 does not print these thresholds and multipliers."
    assert said in at("5.1", 5).did("encounter", creatures={"Ogre": 1})["text"]
    assert "does not print" not in at("5.2", 5).did("encounter", creatures={"Ogre": 1})["text"]


def test_the_text_says_what_counts():
    text = at("5.1", 5, 4).did("encounter", creatures={"Ogre": 2, "goblins": 1})["text"]
    assert text == (
        "Deadly for Hero 1 5, Hero 2 4: 2 × Ogre (CR 2, 450 XP each) and Goblin (CR 1/4, 50 XP). 950 XP × 2.5 for their number = 2,375; thresholds of this"
        " party: easy 375, medium 750, hard 1,125, deadly 1,600. 475 XP for each character. SRD 5.1 does not print these thresholds and multipliers."
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_numbers_of_a_table_rise(ruleset: Ruleset):
    table = rulebook(ruleset).encounters
    worths = [table.xp[cr] for cr in sorted(table.xp)]
    assert len(worths) == 34 and worths == sorted(set(worths))
    assert len(table.words) == len(table.per_character[0]) + 1 and table.usual in table.words
    assert all(list(row) == sorted(set(row)) for row in table.per_character)
    assert all(low <= high for column in zip(*table.per_character, strict=True) for low, high in itertools.pairwise(column))
    assert set(table.also.values()) <= set(table.words)


PARTIES = st.lists(st.integers(1, 20), min_size=1, max_size=8)
WORTHS = st.lists(st.tuples(st.sampled_from((10, 25, 50, 450, 2900, 155000)), st.integers(1, 30)), min_size=1, max_size=4)


@pytest.mark.parametrize("ruleset", RULESETS)
@given(levels=PARTIES, worths=WORTHS, more=st.integers(1, 9))
def test_more_creatures_are_never_easier_and_more_characters_never_worse_off(
    ruleset: Ruleset, levels: list[int], worths: list[tuple[int, int]], more: int
):
    table = rulebook(ruleset).encounters

    def rank(levels: list[int], worths: list[tuple[int, int]]) -> int:
        return table.words.index(encounters.difficulty(table, PartyStrength.of(levels, table), worths).word)

    assert rank(levels, worths) <= rank(levels, [*worths, (50, more)])
    assert rank([*levels, 3], worths) <= rank(levels, worths)


# ── who counts ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_creatures_of_the_room_count_and_allies_do_not():
    table = at("5.1", 5, 5)
    table.did("create", template="Ogre", count=2)
    table.did("create", template="Mastiff", character={"party": True})
    shown = measured(table)
    assert shown["creatures"] == [{"name": "Ogre", "count": 2, "cr": 2, "xp": 450}]
    assert [c["name"] for c in shown["party"]] == ["Hero 1", "Hero 2"]
    assert "Not counted with the party, and without a share: Mastiff." in table.did("encounter")["text"]


def test_the_dead_no_longer_count():
    table = at("5.1", 5, 5)
    table.did("create", template="Ogre", count=2)
    table.did("damage", "Ogre 1", amount=500, damageType="fire")
    table.did("damage", "Hero 2", amount=500, damageType="fire")
    shown = measured(table)
    assert shown["creatures"][0]["count"] == 1 and [c["name"] for c in shown["party"]] == ["Hero 1"]


def test_summons_of_the_party_are_allies_and_those_of_a_foe_are_foes():
    table = at("5.1", 9, 9)
    table.did("create", name="Dru", character={"classes": ["druid 9"]})
    table.did("create", name="Witch", character={"party": False, "cr": 3, "classes": ["druid 9"]})
    table.did("cast", "Dru", spell="Conjure Animals", choice={"choice": "one", "beast": "brown bear"}, force=True)
    assert table.thing("Brown Bear")
    assert measured(table)["creatures"] == [{"name": "Witch", "count": 1, "cr": 3, "xp": 700}]
    table.did("cast", "Witch", spell="Conjure Animals", choice={"choice": "two", "beast": "wolf"}, force=True)
    assert [(c["name"], c["count"]) for c in measured(table)["creatures"]] == [("Witch", 1), ("Wolf", 2)]


def test_only_those_who_fight_count_in_a_fight():
    table = at("5.1", 5, 5)
    table.did("create", template="Ogre")
    table.did("create", template="Commoner", count=3)
    assert measured(table)["encounter"]["xp"] == 480
    table.did("start_fight", names=["party", "Ogre"], seed=1)
    assert measured(table)["encounter"]["xp"] == 450


def test_another_room_can_be_measured_before_anybody_is_there():
    table = at("5.1", 5, 5)
    table.send({"operation": "create", "name": "Crypt", "direction": "north"}, "manage_room")
    table.did("create", template="Ogre", count=2)
    table.did("go", direction="north")
    table.refused("nobody_to_fight", "encounter")
    assert measured(table, bagName="Lobby")["encounter"]["xp"] == 900


def test_creatures_without_a_rating_are_named():
    table = at("5.1", 5)
    table.did("create", name="Barkeep", character={"party": False})
    refused = table.refused("nobody_to_fight", "encounter")
    assert "Lobby" in refused["text"]
    table.did("create", template="Ogre")
    assert "Without a CR, and not counted: Barkeep." in table.did("encounter")["text"]
    assert measured(table)["unrated"] == ["Barkeep"]


def test_some_of_the_party_can_be_asked_about():
    table = at("5.1", 1, 8)
    assert measured(table, names=["Hero 2"], creatures={"Ogre": 1})["encounter"]["thresholds"] == [450, 900, 1400, 2100]
    assert measured(table, creatures={"Ogre": 1})["encounter"]["thresholds"] == [475, 950, 1475, 2200]


def test_a_friend_of_another_faction_is_no_foe_of_those_it_fights_beside():
    table = at("5.1", 5)
    table.did("create", name="Captain", character={"party": False, "cr": 3, "classes": ["fighter 4"]})
    table.did("create", template="Ogre")
    assert [c["name"] for c in measured(table)["creatures"]] == ["Captain", "Ogre"]
    together = measured(table, names=["Hero 1", "Captain"])
    assert [c["name"] for c in together["creatures"]] == ["Ogre"] and together["encounter"]["thresholds"] == [375, 750, 1125, 1600]


def test_a_game_master_who_plays_aloud_measures_only_what_all_see(table: Table):
    plan = {"name": "Vault", "rooms": [{"name": "Vault", "creatures": [{"creature": "Troll"}]}]}
    drawn = table.send({"operation": "import_map", "document": plan}, "manage_room")
    assert drawn["ok"], drawn["text"]
    assert "Troll" in table.did("encounter", bagName="Vault")["text"]
    aloud = table.game.ask({"operation": "encounter", "bagName": "Vault"}, READ, caller=Caller(aloud=True))
    assert not aloud["ok"] and "Troll" not in aloud["text"]


# ── refusals ────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("count", [0, 10_000, -1, 1.5, "many"])
def test_a_number_of_creatures_out_of_bounds_is_refused(count: Any):
    refused = at("5.1", 5).refused("argument_invalid", "encounter", creatures={"Ogre": count})
    assert refused["error"]["field"] == "creatures.Ogre"


def test_a_rating_beyond_the_table_leads_to_the_last_one():
    table = at("5.1", 5)
    refused = table.refused("cr_unknown", "encounter", creatures={"CR 31": 2, "Ogre": 1})
    assert refused["error"]["try"]["creatures"] == {"CR 30": 2, "Ogre": 1}
    assert table.send(refused["error"]["try"], READ)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_of_the_other_ruleset_leads_to_one_of_this(ruleset: Ruleset):
    table, here = at(ruleset, 5), rulebook(ruleset).creatures
    there = rulebook("5.2" if ruleset == "5.1" else "5.1").creatures
    foreign = [c["character"]["name"] for key, c in there.items() if key not in here]
    refused = [table.refused("foe_unknown", "encounter", creatures={name: 1}) for name in foreign]
    assert all(f"SRD {ruleset} has no creature" in r["text"] for r in refused)
    near = [r["error"] for r in refused if "near" in r["error"]]
    assert near and all(table.send(error["try"], READ)["ok"] for error in near)


def test_a_party_of_nobody_and_of_animals_is_refused():
    table = Sandbox(first_world("5.1"))
    table.refused("party_empty", "encounter", creatures={"Ogre": 1})
    table.did("create", template="Mastiff", count=2, character={"party": True})
    refused = table.refused("party_has_no_levels", "encounter", creatures={"Ogre": 1})
    assert "Mastiff 1, Mastiff 2" in refused["text"]


@pytest.mark.parametrize("role", ["player", "viewer"])
def test_nobody_but_the_game_master_may_measure(role: str, table: Table):
    table.did("create", template="Ogre")
    answer = table.game.ask({"operation": "encounter"}, READ, caller=Caller(role=role, name="mira", characters=("Thorin",)))
    assert not answer["ok"] and answer["error"]["code"] == "not_allowed" and "450" not in answer["text"]


# ── random encounters ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", range(12))
def test_a_random_encounter_is_as_hard_as_asked_and_fits_the_words(ruleset: Ruleset, seed: int):
    table = at(ruleset, 3, 3, 3)
    book = rulebook(ruleset)
    for word in book.encounters.words[1:]:
        shown = measured(table, filter="cr <= 3", difficulty=word, seed=seed)
        assert shown["encounter"]["difficulty"] == word and shown["seed"] == seed
        assert all(c["cr"] <= 3 for c in shown["creatures"])
        assert sum(c["count"] * c["xp"] for c in shown["creatures"]) == shown["encounter"]["xp"]
        assert shown == measured(table, filter="cr <= 3", difficulty=word, seed=seed)


def test_one_sentence_says_what_and_how_hard():
    table = at("5.1", 3, 3, 3)
    shown = measured(table, filter="cr ≤ 2, undead, for this party: hard", seed=3)
    assert shown["encounter"]["difficulty"] == "hard"
    assert shown["creatures"] and all(
        "undead" in rulebook("5.1").creatures[names.fold(c["name"])]["character"]["type"] for c in shown["creatures"]
    )


@pytest.mark.parametrize(("ruleset", "said", "meant"), [("5.2", "hard", "high"), ("5.2", "Medium", "moderate"), ("5.1", "low", "easy")])
def test_the_words_of_the_other_ruleset_are_understood(ruleset: Ruleset, said: str, meant: str):
    assert measured(at(ruleset, 3, 3), difficulty=said, seed=1)["encounter"]["difficulty"] == meant


def test_without_a_seed_each_answer_differs_and_says_its_seed(table: Table):
    found = [table.send({"operation": "encounter", "difficulty": "hard"}, READ, "full")["results"][0] for _ in range(6)]
    assert len({one["seed"] for one in found}) > 1
    again = table.send({"operation": "encounter", "difficulty": "hard", "seed": found[0]["seed"]}, READ, "full")["results"][0]
    assert again == found[0]


def test_a_random_encounter_is_not_recorded(table: Table):
    before = table.now
    table.did("encounter", difficulty="hard", seed=2)
    assert table.now == before


def test_what_fits_no_number_says_what_is_nearest():
    table = at("5.1", 20, 20, 20, 20)
    refused = table.refused("encounter_none", "encounter", filter="cr 1/8", difficulty="deadly")
    ((name, count),) = refused["error"]["try"]["creatures"].items()
    assert count == encounter_generator.MOST_ALIKE and f"the closest is {count} × {name} (trivial)" in refused["text"]
    assert measured(table, creatures={name: count})["creatures"][0]["cr"] == 0.125


def test_words_that_nothing_fits_lead_to_the_nearest():
    table = at("5.1", 5)
    refused = table.refused("lookup_unknown", "encounter", filter="cr 29 giant")
    assert refused["error"]["near"]
    assert table.send(refused["error"]["try"], READ)["ok"]


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("one_of_required", {"creatures": {"Ogre": 1}, "filter": "undead"}),
        ("seed_of_nothing", {"creatures": {"Ogre": 1}, "seed": 3}),
        ("difficulty_unknown", {"difficulty": "impossible"}),
    ],
)
def test_what_does_not_go_together_is_refused_with_a_call_that_works(code: str, fields: dict[str, Any]):
    table = at("5.1", 5)
    refused = table.refused(code, "encounter", **fields)
    assert table.send(refused["error"]["try"], READ)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
@given(levels=PARTIES, seed=st.integers(0, 999), word=st.integers(0, 4))
def test_a_random_group_has_the_wanted_difficulty(ruleset: Ruleset, levels: list[int], seed: int, word: int):
    book = rulebook(ruleset)
    table = book.encounters
    wanted = table.words[min(word, len(table.words) - 1)]
    party, pool = PartyStrength.of(levels, table), encounter_generator.kinds("", book)
    group = encounter_generator.random_group(pool, party, wanted, table, lambda n: seed % n)
    if group is not None:
        assert encounters.difficulty(table, party, [(kind.xp, n) for kind, n in group]).word == wanted
        assert all(1 <= n <= encounter_generator.MOST_ALIKE for _, n in group)


# ── award ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def slain(table: Any, *names: str) -> None:
    for name in names:
        table.did("damage", name, amount=500, damageType="fire")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_xp_of_the_slain_are_shared_once(ruleset: Ruleset):
    table = at(ruleset, 3, 3)
    table.did("create", template="Ogre", count=3)
    slain(table, "Ogre 1", "Ogre 3")
    answer = table.did("award", encounter=True)
    assert answer["text"].startswith("Defeated: 2 × Ogre, 900 XP. Hero 1 and Hero 2 get 450 experience points each.")
    assert answer["results"][0]["encounter"] == {"xp": 900, "xpEach": 450}
    assert {table.thing(f"Hero {n}").body["sheet"]["xp"] for n in (1, 2)} == {900 + 450}
    assert "xpAwarded" not in table.thing("Ogre 2").body
    table.refused("nobody_defeated", "award", encounter=True)
    slain(table, "Ogre 2")
    assert table.did("award", encounter=True)["results"][0]["encounter"] == {"xp": 450, "xpEach": 225}


def test_helpers_get_no_share_and_are_told():
    table = at("5.1", 3, 3)
    table.did("create", template="Guard", character={"party": True})
    table.did("create", template="Ogre")
    table.did("create", name="Thing", character={"party": False, "hpMax": 5})
    slain(table, "Ogre", "Thing")
    answer = table.did("award", encounter=True)
    assert answer["results"][0]["encounter"] == {"xp": 450, "xpEach": 225}
    assert "No share goes to Guard" in notes(answer) and "without a challenge rating: Thing" in notes(answer)
    assert table.thing("Guard").body["sheet"]["xp"] == 25  # what it is worth itself


def test_fallen_friends_are_worth_nothing_to_the_party():
    table = at("5.1", 3)
    table.did("create", template="Mastiff", character={"party": True, "deathSaves": False})
    slain(table, "Mastiff")
    table.refused("nobody_defeated", "award", encounter=True)


def test_undo_takes_back_the_award_and_lets_it_be_given_again(table: Table):
    table.did("create", template="Ogre")
    slain(table, "Ogre")
    before = table.now.world
    table.did("award", encounter=True)
    table.send({"operation": "undo"}, "manage_character")
    assert table.now.world == before
    assert table.did("award", encounter=True)["ok"]


@pytest.mark.parametrize("fields", [{}, {"xp": 5, "encounter": True}, {"milestone": True, "encounter": True}])
def test_an_award_is_one_of_three(fields: dict[str, Any]):
    assert "encounter" in at("5.1", 3).refused("award_of_what", "award", **fields)["text"]


# ── cost ────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.sqlite("a database server's driver makes other calls")
@pytest.mark.stored
def test_sixty_creatures_cost_at_most_twice_the_party(tmp_path: Path):
    with rpg_lite.open_campaign(tmp_path / "party.db", seed=1) as game:
        table = Table(game)
        for n in range(4):
            table.did("create", name=f"Hero {n}", character={"classes": ["fighter 5"]})
        for _ in range(3):
            table.did("create", template="Goblin", count=20)

        def calls(payload: Answer) -> int:
            def work() -> None:
                game._fast.forget()
                assert game.ask(payload, READ)["ok"]

            return min(python_calls(work) for _ in range(3))

        named, there = calls({"operation": "encounter", "creatures": {"Goblin": 60}}), calls({"operation": "encounter"})
        party = calls({"operation": "party"})
        assert named <= party and there <= 2 * party, (named, there, party)


@pytest.mark.pure
def test_an_unknown_name_is_told_where_foes_go() -> None:
    table = at("5.1", 3)
    refused = table.refused("names_of_heroes", "encounter", names=["Zed"])
    assert "names takes those for whom" in refused["text"] and "creatures takes the foes" in refused["text"]
    assert "Hero 1" in refused["text"]
    asked = table.refused("names_of_heroes", "encounter", names=["Hero 1", "ogre"])["error"]["try"]
    assert asked == {"operation": "encounter", "names": ["Hero 1"], "creatures": {"Ogre": 1}}
    assert table.send(asked, READ)["ok"]


@pytest.mark.pure
def test_a_fight_with_a_creature_of_the_book_says_how_to_bring_it_in() -> None:
    refused = at("5.1", 3).refused("not_in_the_campaign", "start_fight", names=["party", "ogre"])
    assert "manage_character create with template Ogre" in refused["text"] and "Hero 1" in refused["text"]
