"""The narration check: what it finds in sentences of a game master, and what it leaves alone."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.calls import python_calls
from rpg_lite import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.messages.narration import disagreement
from rpg_lite.views.narration.contradictions import contradictions
from rpg_lite.views.narration.facts import Facts, Person
from rpg_lite.views.narration.sentences import split
from tests.examples import examples
from tests.views.narrations import FALSE, TRUE

FIGHTER = {"classes": ["fighter 1"]}
LEAST_FOUND = 0.9
MOST_FALSE_ALARMS = 0.05


def did(game: Game, tool: str, operation: str, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": operation, **fields}, tool, "full")
    assert answer["ok"], answer["text"]
    return answer


def _give(game: Game, who: str, item: str, quantity: int = 1) -> None:
    did(game, "manage_inventory", "give", characterName=who, item=item, quantity=quantity)


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        populate(opened)
        yield opened


def populate(game: Game) -> None:
    did(game, "manage_room", "create", name="Crypt", direction="north")
    did(game, "manage_room", "create", name="Great Hall", direction="south")
    for name, most, is_member in (("Thorin", 31, True), ("Elara", 24, True), ("Borin", 20, True), ("Old Marra", 9, False),
                                  ("Goblin 1", 7, False), ("Goblin 2", 7, False)):  # fmt: skip
        did(
            game,
            "manage_character",
            "create",
            name=name,
            character={"hpMax": most, "party": is_member, **(FIGHTER if name == "Thorin" else {})},
        )
    did(game, "manage_room", "join", toName="Crypt", names=["Thorin", "Elara", "Goblin 1", "Goblin 2"])
    did(game, "manage_room", "join", toName="Great Hall", names=["Borin", "Old Marra"])
    for who, item, quantity in (("Thorin", "Longsword", 1), ("Thorin", "Shield", 1), ("Thorin", "Torch", 3), ("Thorin", "gp", 30), ("Thorin", "sp", 12),
                                ("Elara", "Shortbow", 1), ("Elara", "Potion of Healing", 2), ("Elara", "gp", 15)):  # fmt: skip
        _give(game, who, item, quantity)
    for item in ("Longsword", "Shield"):
        did(game, "manage_inventory", "equip", characterName="Thorin", itemName=item)
    for who, amount in (("Goblin 1", 60), ("Goblin 2", 3), ("Borin", 20), ("Thorin", 4)):
        did(game, "execute_action", "damage", characterName=who, amount=amount, damageType="slashing")
    for label in ("a", "b", "c", "d", "e"):  # older damage is no longer what the narration tells
        did(game, "manage_room", "create", name=f"Vault {label}")
    did(game, "manage_character", "award", xp=40)
    did(game, "execute_action", "damage", characterName="Thorin", amount=7, damageType="fire")


def found(game: Game, text: str) -> list[str]:
    notes = did(game, "keep_journal", "tell", text=text, dryRun=True)["results"][0].get("notes", [])
    return [note for note in notes if "does not agree" in note]


def test_false_sentences_are_found_and_true_ones_left_alone(game: Game) -> None:
    """Precision and recall over the whole table. The author of the patterns wrote it, so both are upper bounds."""
    hits = [text for text in FALSE if found(game, text)]
    alarms = {text: notes for text in TRUE if (notes := found(game, text))}
    recall, precision = len(hits) / len(FALSE), len(hits) / (len(hits) + len(alarms))
    print(f"recall {recall:.2f}, precision {precision:.2f}")
    missed = [text for text in FALSE if text not in hits]
    assert recall >= LEAST_FOUND, missed
    assert len(alarms) / len(TRUE) <= MOST_FALSE_ALARMS, alarms
    assert precision >= 1 - MOST_FALSE_ALARMS


# ── the note ────────────────────────────────────────────────────────────────────────────────────────────────────────────


EACH_KIND = (
    ("Thorin has 12 hit points.", "Thorin has 20 hit points, not 12 (read_campaign character)."),
    ("Thorin's hit point maximum is 40.", "the hit point maximum of Thorin is 31, not 40 (read_campaign character)."),
    ("Thorin is at full health.", "Thorin has 20 of 31 hit points (read_campaign character)."),
    ("Elara has an AC of 19.", "the armor class of Elara is 10, not 19 (read_campaign character)."),
    ("The armor class of Thorin is 25.", "the armor class of Thorin is 12, not 25 (read_campaign character)."),
    ("The hit point maximum of Elara is 30.", "the hit point maximum of Elara is 24, not 30 (read_campaign character)."),
    ("Thorin takes 12 damage.", "no roll and no change of the last 5 commits is 12 (read_campaign history)."),
    ("Elara is dead.", "Elara is alive at 24 hit points (read_campaign character)."),
    ("Goblin 1 attacks.", "Goblin 1 is dead at 0 hit points (read_campaign character)."),
    ("Elara is in the Great Hall.", "Elara is in Crypt, not in Great Hall (read_campaign who)."),
    ("Thorin has 50 gold.", "Thorin has 12 sp 30 gp, not 50 gp (manage_inventory view)."),
    ("Thorin has five torches.", "Thorin has 3 torches, not 5 (manage_inventory view)."),
    ("Elara has one potion of healing.", "Elara has 2 potions of healing, not 1 (manage_inventory view)."),
    ("Elara holds a torch.", "Elara has no torch; Thorin has it (manage_inventory view)."),
    ("Elara wields the shortbow.", "Elara carries the shortbow but does not use it (manage_inventory view)."),
)


def test_a_note_names_the_sentence_the_fact_and_the_call_that_shows_it(game: Game) -> None:
    for said, fact in EACH_KIND:
        assert found(game, said) == [f'"{said}" does not agree: {fact}']


def test_the_words_are_kept_as_they_were_told() -> None:
    with open_campaign(":memory:", seed=1) as game:
        populate(game)
        told = did(game, "keep_journal", "tell", text="Elara is dead.")
        entry = did(game, "read_campaign", "journal")["results"][0]["journal"][-1]
    assert entry["text"] == "Elara is dead." and "does not agree" in told["text"]


def test_damage_that_was_only_told_is_no_deed() -> None:
    with open_campaign(":memory:", seed=1) as game:
        populate(game)
        for _ in range(3):
            assert "is 12" in did(game, "keep_journal", "tell", text="Thorin takes 12 damage.")["text"]


def test_a_note_in_front_of_players_holds_only_facts_of_the_party() -> None:
    aloud = Caller("gm", aloud=True)
    with open_campaign(":memory:", seed=1) as game:
        populate(game)
        for text in ("Goblin 2 has 7 hit points.", "Old Marra sits in the Crypt.", "Old Marra is dead.", "Goblin 2 takes 5 damage."):
            assert "does not agree" in game.ask({"operation": "tell", "text": text}, "keep_journal")["text"]
            assert "does not agree" not in str(game.ask({"operation": "tell", "text": text}, "keep_journal", caller=aloud))
        assert "Elara is alive" in str(game.ask({"operation": "tell", "text": "Elara is dead."}, "keep_journal", caller=aloud))
        for operation in ("history", "context", "journal"):
            seen = str(game.ask({"operation": operation}, "read_campaign", caller=aloud))
            assert "Goblin 2 has 4" not in seen and "Old Marra is in" not in seen
        for caller in (Caller("player", characters=("Thorin",)), Caller("viewer"), aloud):
            seen = str([game.ask({"operation": what}, "read_campaign", caller=caller) for what in ("party", "journal", "context", "who")])
            assert "Goblin 2 has 4" not in seen and "Old Marra is in" not in seen
        seen = str(game.table())
        assert "Goblin 2 has 4" not in seen and "Old Marra is in" not in seen


def test_who_fell_in_the_last_deed_may_have_acted_before() -> None:
    with open_campaign(":memory:", seed=1) as game:
        populate(game)
        did(game, "execute_action", "damage", characterName="Goblin 2", amount=60, damageType="slashing")
        assert not found(game, "Goblin 2 lunges at Elara, and Thorin's sword ends it.")
        did(game, "execute_action", "damage", characterName="Elara", amount=1, damageType="slashing")
        assert found(game, "Goblin 2 lunges at Elara, and Thorin's sword ends it.")


# ── laws ────────────────────────────────────────────────────────────────────────────────────────────────────────────

numbers = st.integers(0, 3000)
people = st.builds(
    Person, st.sampled_from(["Ash", "Old Bo", "Rat 1", "Rat 2", "(", "the"]), numbers, numbers, numbers, st.booleans(), st.booleans(),
    st.sampled_from(["Hall", "Great Hall", None]), st.booleans(),
)  # fmt: skip
facts = st.builds(Facts, st.lists(people, max_size=4).map(tuple), st.just(("Hall", "Great Hall")), st.just(frozenset({"torch"})))
words = st.sampled_from(
    "Ash Bo Old Rat the You is has in dead hit points damage takes 7 1,000 twelve gold torches Hall ( ) . ? \n ' ⟨1⟩".split(" ")
)


@settings(max_examples=examples(200), deadline=None)
@given(st.one_of(st.text(max_size=200), st.lists(words, max_size=30).map(" ".join)), facts)
def test_any_text_is_read(text: str, known: Facts) -> None:
    for each in contradictions(text, known):
        assert disagreement(each.sentence, each.what, each.details)


@settings(max_examples=examples(100), deadline=None)
@given(facts)
def test_what_is_true_contradicts_nothing(known: Facts) -> None:
    for p in known.people:
        state = "dead" if p.is_dead else "unconscious" if p.is_down else "alive"
        text = f"{p.name} has {p.hp} hit points. {p.name} has an AC of {p.ac}. {p.name} is {state}. {p.name} is in the {p.room or 'dark'}."
        assert contradictions(text, known) == []


def test_a_long_narration_is_read_at_once() -> None:
    known = Facts(tuple(Person(f"Goblin {n}", 7, 7, 15) for n in range(100)), ("Hall",), frozenset({"torch"}), frozenset())
    for begins, goes_on in (("Goblin 1 ", "very "), ("", "Goblin 2 stands "), ("", "in the ")):
        short, long = (f"{begins}{goes_on * times}has " for times in (250, 30_000))
        contradictions(short, known)  # compiles the patterns
        assert python_calls(lambda text=long: contradictions(text, known)) <= python_calls(lambda text=short: contradictions(text, known))
        assert max(len(sentence.text) for sentence in split(long)) <= 1000, "a pattern may go back and forth in a long sentence"
    assert contradictions("⟨999⟩ is dead.", known) == []
