"""A rest tells what came back: slots, resources, hit dice, exhaustion (SRD, Resting; each class's own recovery)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table_of(ruleset: Ruleset, **character: Any) -> Sandbox:
    table = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    table.did("create", name="Kim", character={"abilities": {"con": 10, "wis": 16, "cha": 16}, **character})
    return table


ROWS: list[tuple[Ruleset, list[str], dict[str, int], str, list[str], list[str]]] = [
    ("5.1", ["cleric 6"], {"slot_1": 2, "channel divinity": 2}, "short", ["channel divinity 0 → 2 of 2"], ["slots"]),
    ("5.2", ["cleric 6"], {"channel divinity": 3}, "short", ["channel divinity 0 → 1 of 3"], ["slots"]),
    ("5.1", ["cleric 6"], {"slot_1": 2, "slot_3": 3}, "long", ["slots 2/3/0 → 4/3/3"], ["channel divinity"]),
    ("5.1", ["warlock 3"], {"pact": 2}, "short", ["pact slots 0 → 2 of 2"], ["hit dice"]),
    ("5.1", ["fighter 5"], {"second wind": 1, "action surge": 1}, "short", ["second wind 0 → 1 of 1", "action surge 0 → 1 of 1"], []),
    ("5.2", ["fighter 5"], {"second wind": 3}, "short", ["second wind 0 → 1 of 3"], []),
    ("5.1", ["fighter 5"], {"hit_die_d10": 5}, "long", ["hit dice d10 0 → 2 of 5"], ["second wind"]),
    ("5.2", ["fighter 5"], {"hit_die_d10": 5}, "long", ["hit dice d10 0 → 5 of 5"], ["second wind"]),
    ("5.1", ["barbarian 3"], {"rage": 3}, "short", [], ["rage"]),
    ("5.1", ["barbarian 3"], {"rage": 3}, "long", ["rage 0 → 3 of 3"], []),
]


@each_row(("ruleset", "classes", "spent", "kind", "told", "untold"), ROWS)
def test_what_comes_back_is_told(
    ruleset: Ruleset, classes: list[str], spent: dict[str, int], kind: str, told: list[str], untold: list[str]
) -> None:
    table = table_of(ruleset, classes=classes, spent=spent)
    answer = table.did("rest", "Kim", kind=kind)
    assert [row for row in told if row not in answer["text"]] == [] and not any(word in answer["text"] for word in untold)
    assert len(answer["results"][0].get("regained", ())) == len(told)


def test_exhaustion_and_hit_dice_are_told() -> None:
    table = table_of("5.1", classes=["fighter 5"])
    table.did("apply", "Kim", condition="exhaustion", level=2)
    table.did("damage", "Kim", amount=20, damageType="fire")
    assert "Kim: hit dice d10 5 → 3 of 5." in table.did("rest", "Kim", kind="short", hitDice=2)["text"]
    assert "hit dice d10 3 → 5 of 5; exhaustion 2 → 1." in table.did("rest", "Kim", kind="long")["text"]


def test_a_rest_that_brings_nothing_back_names_nothing() -> None:
    table = table_of("5.1", classes=["fighter 5"])
    assert table.did("rest", "Kim", kind="long")["text"].endswith("it is day 1, 16:00.")
    assert "→" not in table.did("rest", "Kim", kind="short", dryRun=True)["text"]


# ── what was attuned ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("item", "told"),
    [
        ("Ring of Protection", "Kim is attuned to Ring of Protection (1 of 3)."),
        ("Shield of Missile Attraction", "Kim is attuned to Shield of Missile Attraction (1 of 3)."),
        ("Bag of Holding", "It needs no attunement."),
    ],
)
def test_a_rest_tells_the_bond_and_nothing_of_a_curse(ruleset: Ruleset, item: str, told: str) -> None:
    table = table_of(ruleset, classes=["fighter 5"])
    table.did("give", "Kim", template=item)
    answer = table.did("rest", "Kim", kind="short", attune=item)["text"]
    assert told in answer and "curse" not in answer.lower()
    assert ("is attuned" in answer) == (told != "It needs no attunement.")


def test_an_item_already_attuned_is_not_attuned_again() -> None:
    table = table_of("5.1", classes=["fighter 5"])
    table.did("give", "Kim", template="Ring of Protection", attune=True)
    assert "It is already attuned." in (text := table.did("rest", "Kim", kind="short", attune="Ring of Protection")["text"])
    assert "Kim is attuned" not in text


# ── who rests ───────────────────────────────────────────────────────────────────────────────────────────────────────


def party_of_three(ruleset: Ruleset) -> Sandbox:
    table = table_of(ruleset, classes=["fighter 5"], party=True, hpMax=30)
    for name in ("Ida", "Ulf"):
        table.did("create", name=name, character={"classes": ["fighter 5"], "party": True, "hpMax": 30})
        table.did("damage", name, amount=10, damageType="fire")
    return table


@pytest.mark.parametrize("kind", ["short", "long"])
@pytest.mark.parametrize(("points", "told"), [(90, "The dead do not rest: Kim."), (30, "Creatures at 0 hit points do not rest: Kim.")])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_one_who_cannot_rest_does_not_keep_the_others(ruleset: Ruleset, points: int, told: str, kind: str) -> None:
    """SRD: a long rest, in 5.2 also a short one, takes at least 1 hit point to begin."""
    table = party_of_three(ruleset)
    table.did("damage", "Kim", amount=points, damageType="fire")
    answer = table.did("rest", "party", kind=kind, **({"hitDice": 1} if kind == "short" else {}))
    assert told in answer["text"] and "Ida and Ulf finish" in answer["text"]
    assert all((table.thing(name).creature.hp or 30) > 20 for name in ("Ida", "Ulf"))
    assert table.thing("Kim").creature.hp == 0 and table.thing("Kim").creature.rested_at is None
    table.refused("target_dead" if points == 90 else "needs_a_hit_point", "rest", "Kim", kind=kind)


def test_a_party_of_which_nobody_can_rest_is_refused() -> None:
    table = table_of("5.1", classes=["fighter 5"], party=True, hpMax=30)
    table.did("create", name="Ida", character={"classes": ["fighter 5"], "party": True, "hpMax": 30})
    for name in ("Kim", "Ida"):
        table.did("damage", name, amount=30, damageType="fire")
    table.refused("needs_a_hit_point", "rest", "party", kind="long")


@pytest.mark.parametrize("kind", ["short", "long"])
@pytest.mark.parametrize(
    ("beside", "stands"), [((), True), (("grappled",), False), (("restrained",), False), (("paralyzed",), False), (("poisoned",), True)]
)
def test_whoever_can_stand_up_is_not_prone_after_a_rest(kind: str, beside: tuple[str, ...], stands: bool) -> None:
    """To stand up takes movement, which those of speed 0 do not have (SRD 5.1, Being Prone; SRD 5.2, Prone)."""
    table = table_of("5.2", classes=["fighter 5"])
    for name in ("prone", *beside):
        table.did("apply", "Kim", condition=name)
    text = table.did("rest", "Kim", kind=kind)["text"]
    assert (("No longer prone: Kim." in text), ("Still prone: Kim." in text)) == (stands, not stands)
    assert ("prone" in table.did("character", "Kim")["text"]) == (not stands)


def test_a_prone_condition_with_a_time_of_its_own_outlasts_a_short_rest() -> None:
    table = table_of("5.2", classes=["fighter 5"])
    table.did("apply", "Kim", condition="prone", duration="3 hours")
    assert "Still prone: Kim." in table.did("rest", "Kim", kind="short")["text"]
    assert "Still prone" not in table.did("rest", "Kim", kind="long")["text"]


@pytest.mark.parametrize("kind", ["short", "long"])
def test_a_rest_names_those_who_might_interrupt_it(kind: str) -> None:
    box = Sandbox()
    box.accept("create", name="Bo", character={"classes": ["fighter 3"]})
    box.accept("create", template="Goblin", count=2)
    assert "same room but not in the party: Goblin 1 and Goblin 2." in box.did("rest", "party", kind=kind)["text"]
    for name in ("Goblin 1", "Goblin 2"):
        box.accept("damage", name, amount=40, damageType="fire")
    assert "same room" not in box.did("rest", "party", kind="short")["text"]


@pytest.mark.parametrize(
    ("waited", "kind", "until", "now"),
    [
        ("12 hours", "long", "dawn", "day 2, 06:00"),
        ("14 hours", "long", "dawn", "day 2, 06:00"),
        ("15 hours", "long", "dawn", "day 2, 07:00"),
        ("1 hour", "long", "dusk", "day 1, 18:00"),
        ("9 hours", "short", "dusk", "day 1, 18:00"),
        ("22 hours", "long", "dawn", "day 3, 06:00"),
    ],
)
def test_a_rest_goes_on_until_the_sun_says_so(waited: str, kind: str, until: str, now: str) -> None:
    """A rest lasts at least as long as it must (SRD, Resting); the campaign begins at 08:00."""
    table = table_of("5.1", classes=["fighter 5"], spent={"second wind": 1})
    table.did("advance", duration=waited)
    told = table.did("rest", "Kim", kind=kind, until=until)["text"]
    assert f"a {kind} rest; it is {now}" in told and "second wind 0 → 1" in told


def test_a_long_rest_until_dawn_counts_its_whole_length_between_two_benefits() -> None:
    table = table_of("5.1", classes=["fighter 5"])
    table.did("advance", duration="14 hours")
    table.did("rest", "Kim", kind="long")
    assert table.reject("rested_already", "rest", "Kim", kind="long", until="dusk").details["wait"] > 0
    assert "day 3, 06:00" in table.did("rest", "Kim", kind="long", until="dawn")["text"]
