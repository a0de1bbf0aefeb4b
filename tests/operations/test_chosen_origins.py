"""The choices of species, background, feats and spells: asked for, counted when made, refused with the words that fit."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.outcome import Accepted
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Answer, Table, notes
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
TENS: dict[str, int] = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)


def campaign(ruleset: Ruleset = "5.2") -> Sandbox:
    return Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset)).let(10)


def made(ruleset: Ruleset = "5.2", **character: Any) -> Sandbox:
    table = campaign(ruleset)
    table.did("create", name="Kim", character={"classes": ["fighter 1"], **character})
    return table


def choose(table: Sandbox, **choices: Any) -> str:
    text: str = table.did("update", "Kim", character={"choices": {k.replace("_", " "): v for k, v in choices.items()}})["text"]
    return text


def sheet(table: Sandbox) -> Sheet:
    return thing_stats.sheet(table.thing("Kim"), table.book)


def opened(table: Sandbox) -> dict[tuple[str, str], int]:
    return {(c.choice, c.of): c.count for c in sheet(table).open_choices}


# ── backgrounds ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("background", ["Acolyte", "Criminal", "Sage", "Soldier"])
def test_the_ability_scores_of_a_background_are_asked_for_and_count(background: str) -> None:
    """SRD 5.2: 2 and 1, or 1 each, among the three abilities of the background."""
    table = made(background=background, abilities=TENS)
    one, other, third = table.book.backgrounds[background.casefold()].abilities
    assert opened(table)["ability scores", background.casefold()] == 1
    choose(table, ability_scores={one: 2, other: 1})
    assert [table.number("Kim", f"abilities.{a}") for a in (one, other, third)] == [12, 11, 10]
    choose(table, background={one: 1, other: 1, third: 1})
    assert [table.number("Kim", f"abilities.{a}") for a in (one, other, third)] == [11, 11, 11]
    assert ("ability scores", background.casefold()) not in opened(table)


@each_row("points", [{"str": 2, "dex": 2}, {"str": 3}, {"int": 2, "str": 1}, {"str": 1, "dex": 1}, {"str": 2}])
def test_points_that_a_background_does_not_give_are_refused(points: dict[str, int]) -> None:
    table = made(background="Soldier", abilities=TENS)
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"ability scores": points}})
    assert refused["error"]["allowed"][0] == '{"str": 2, "dex": 1}'
    assert table.send(refused["error"]["try"], "manage_character")["ok"] and table.number("Kim", "abilities.str") == 12


def test_the_points_of_a_background_stop_at_20() -> None:
    table = made(background="Soldier", abilities={**TENS, "str": 19})
    choose(table, ability_scores={"str": 2, "dex": 1})
    assert table.number("Kim", "abilities.str") == 20


def test_an_older_background_raises_nothing() -> None:
    assert not [c for c in opened(made("5.1", background="Acolyte")) if c[0] == "ability scores"]


@each_row(
    ("character", "told"),
    [
        ({"background": "Sagge"}, "no background 'Sagge'; it is kept as text, and no number follows from it. Did you mean Sage?"),
        ({"race": "gnomme"}, "no race 'gnomme'"),
        ({"classes": ["tinker 1"]}, "no class 'tinker'"),
        ({"classes": ["fighter 4"], "choices": {"asi": [{"level": 4, "feat": "Alrt"}]}}, "no feat 'Alrt'; it is kept as text"),
    ],
)
def test_unknown_words_are_kept_and_said(character: dict[str, Any], told: str) -> None:
    table = campaign()
    assert told in notes(table.did("create", name="Kim", character={"classes": ["fighter 1"], **character}))


# ── species ─────────────────────────────────────────────────────────────────────────────────────────────────────────


LINEAGES = [
    ("elf", "drow", "lineage", lambda s: s.senses["darkvision"] == 120),
    ("elf", "wood elf", "elven lineage", lambda s: s.speed["walk"] == 35),
    ("gnome", "forest", "gnomish lineage", lambda s: "speak with animals" in s.resources),
    ("tiefling", "Abyssal", "fiendish legacy", lambda s: "fiendish legacy abyssal" in [f.name for f in s.features]),
    ("dragonborn", "red", "draconic ancestry", lambda s: "draconic ancestry fire" in [f.name for f in s.features]),
    ("goliath", "Cloud's Jaunt", "giant ancestry", lambda s: "Cloud's Jaunt" in [f.name for f in s.features]),
    ("goliath", "stone giant", "giantAncestry", lambda s: "Stone's Endurance" in [f.name for f in s.features]),
]


@each_row(("race", "word", "key", "has"), LINEAGES)
def test_a_lineage_is_asked_for_and_counts(race: str, word: str, key: str, has: Any) -> None:
    table = made(race=race)
    assert ("lineage", race) in opened(table) and not has(sheet(table))
    table.did("update", "Kim", character={"choices": {key: word}})
    assert ("lineage", race) not in opened(table) and has(sheet(table))


@each_row("race", ["wood elf", "halfling", "orc", "dwarf", "human"])
def test_nothing_is_asked_where_nothing_is_to_choose(race: str) -> None:
    assert "lineage" not in [c for c, _ in opened(made(race=race))]


def test_a_lineage_of_the_first_edition_is_asked_for_where_there_are_several() -> None:
    assert ("lineage", "dragonborn") in opened(made("5.1", race="dragonborn"))
    table = made("5.1", race="halfling", choices={"subrace": "lightfoot"})
    assert "naturally stealthy" in [f.name for f in sheet(table).features]


@each_row(
    ("ruleset", "race", "choice", "words", "count"),
    [
        ("5.2", "human", "skillful", ["stealth"], 1), ("5.2", "elf", "keen senses", ["insight"], 1),
        ("5.2", "wood elf", "keen senses", ["survival"], 1), ("5.1", "half-elf", "skill versatility", ["stealth", "arcana"], 2),
    ],
)  # fmt: skip
def test_the_skills_of_a_species_are_asked_for_and_count(ruleset: Ruleset, race: str, choice: str, words: list[str], count: int) -> None:
    table = made(ruleset, race=race)
    assert [n for (c, _), n in opened(table).items() if c == choice] == [count]
    table.did("update", "Kim", character={"choices": {choice: words}})
    assert all(sheet(table).skills[w] == 1 for w in words)  # type: ignore[index]
    assert choice not in [c for c, _ in opened(table)]


def test_a_human_chooses_an_origin_feat() -> None:
    table = made(race="human", abilities={**TENS, "dex": 14})
    assert ("versatile", "human") in opened(table)
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"versatile": "Grappler"}})
    assert refused["error"]["allowed"] == ["Alert", "Magic Initiate", "Savage Attacker", "Skilled"]
    choose(table, versatile="Alert")
    assert ("versatile", "human") not in opened(table)
    assert "Alert" in [f.name for f in sheet(table).features] and table.number("Kim", "initiative") == 4


def test_the_feat_skilled_asks_for_three() -> None:
    table = made(race="human", choices={"versatile": "Skilled"})
    assert opened(table)["skilled", "skilled"] == 3
    choose(table, skilled=["stealth", "disguise kit"])
    assert opened(table)["skilled", "skilled"] == 1


# ── Magic Initiate ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_magic_initiate_asks_for_its_spells_and_gives_them() -> None:
    """SRD 5.2: two cantrips at will, and a spell of level 1 once between long rests without a slot."""
    table = made(background="Sage", abilities={**TENS, "int": 16})
    assert opened(table)["magic initiate", "wizard"] == 3
    choose(table, magic_initiate=["Light", "Fire Bolt", "Mage Armor"])
    assert ("magic initiate", "wizard") not in opened(table)
    assert sheet(table).resources["mage armor"].left == 1
    assert isinstance(table.decide("cast", "Kim", spell="Light", targets=["Kim"]), Accepted)
    assert isinstance(table.accept("cast", "Kim", spell="Mage Armor", targets=["Kim"]), Accepted)
    assert sheet(table).resources["mage armor"].left == 0 and table.number("Kim", "ac") == 13
    assert not isinstance(table.decide("cast", "Kim", spell="Mage Armor", targets=["Kim"]), Accepted)
    table.did("rest", kind="long")
    assert sheet(table).resources["mage armor"].left == 1


def test_a_human_may_take_it_twice_with_two_lists() -> None:
    table = made(race="human", background="Acolyte", choices={"versatile": "Magic Initiate"})
    assert opened(table)["magic initiate list", "magic initiate"] == 1
    choose(table, magic_initiate_list="druid")
    assert (opened(table)["magic initiate", "cleric"], opened(table)["magic initiate", "druid"]) == (3, 3)
    choose(table, magic_initiate={"cleric": ["Light", "Guidance", "Bless"], "druid": ["Druidcraft"]})
    assert opened(table)["magic initiate", "druid"] == 2 and "bless" in sheet(table).resources


@pytest.mark.parametrize("word", ["Fireball", "Guidance", "Nonsense"])
def test_a_spell_of_another_list_or_level_is_refused(word: str) -> None:
    table = made(background="Sage")
    refused = table.refused("choice_unfit", "update", "Kim", character={"choices": {"magic initiate": ["Light", word]}})
    assert "Fire Bolt" in refused["error"]["allowed"]


# ── misfit words ────────────────────────────────────────────────────────────────────────────────────────────────────


MISFITS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"classes": ["rogue 1"]}, {"skills": ["stealth", "flying"]}, "flying"),
    ({"classes": ["rogue 1"]}, {"skills": ["nature"]}, "nature"),
    ({"classes": ["fighter 3"]}, {"subclass": "Thief"}, "Thief"),
    ({"classes": ["fighter 1"]}, {"fightingStyle": "juggling"}, "juggling"),
    ({"classes": ["fighter 1"]}, {"weapon mastery": ["Longsword", "Spoon"]}, "Spoon"),
    ({"classes": ["rogue 1"]}, {"expertise": ["juggling"]}, "juggling"),
    ({"classes": ["fighter 1"], "race": "dragonborn"}, {"lineage": "purple"}, "purple"),
    ({"classes": ["fighter 1"], "race": "elf"}, {"keen senses": "arcana"}, "arcana"),
    ({"classes": ["fighter 3"]}, {"metamagic": ["careful spell"]}, "metamagic"),
    ({"classes": ["wizard 1"]}, {"cantrips": ["Guidance"]}, "Guidance"),
]  # fmt: skip


@pytest.mark.parametrize("operation", ["create", "update"])
@pytest.mark.parametrize(("character", "choices", "word"), MISFITS)
def test_a_word_that_does_not_fit_is_refused_with_those_that_do(
    operation: str, character: dict[str, Any], choices: dict[str, Any], word: str
) -> None:
    table = campaign()
    if operation == "create":
        refused = table.refused("choice_unfit", "create", name="Kim", character={**character, "choices": choices})
    else:
        table.did("create", name="Kim", character=character)
        refused = table.refused("choice_unfit", "update", "Kim", character={"choices": choices})
    assert repr(word) in refused["text"] and refused["error"]["allowed"]
    if instead := refused["error"].get("try"):
        assert table.send(instead, "manage_character")["ok"]


def test_choices_that_an_older_sheet_holds_stay() -> None:
    table = made()
    kept = {"classes": ["fighter 1"], "choices": {"skills": ["flying"]}}
    table.send({"operation": "import", "document": {"character": {"name": "Old", **kept}}}, "manage_character")
    table.did("update", "Old", character={"choices": {"fightingStyle": "defense"}})
    assert table.thing("Old").creature.sheet.document["choices"] == {"skills": ["flying"], "fightingStyle": "defense"}


# ── hit points ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_hit_points_follow_the_choices() -> None:
    """A fighter begins with 10 + CON; a dwarf of 5.2 has 1 more for each level."""
    table = made(background="Soldier", abilities={**TENS, "con": 13})
    assert table.hp("Kim") == 11
    assert "HP 11 → 12 (of 12)" in choose(table, ability_scores={"con": 1, "str": 2})
    told = table.did("update", "Kim", character={"race": "dwarf"})["text"]
    assert (table.hp("Kim"), table.number("Kim", "hpMax")) == (13, 13) and "13 (of 13)" in told


@pytest.mark.parametrize("changed", [{"abilities": {"con": 18}}, {"hpMax": 20}, {"classes": ["fighter 3"]}])
def test_hit_points_of_the_unhurt_follow_whatever_changes_the_maximum(changed: dict[str, Any]) -> None:
    table = made(abilities=TENS)
    table.did("update", "Kim", character=changed)
    most = table.number("Kim", "hpMax")
    assert most > 10 and table.hp("Kim") == most
    table.did("damage", "Kim", amount=2, damageType="fire")
    table.did("update", "Kim", character={"hpMax": 40})
    assert (table.hp("Kim"), table.number("Kim", "hpMax")) == (most - 2, 40)


def test_a_new_hero_has_the_hit_points_of_its_choices() -> None:
    chosen = {"ability scores": {"con": 2, "str": 1}}
    table = campaign()
    told = table.did(
        "create", name="Kim", character={"classes": ["fighter 3"], "background": "Soldier", "abilities": TENS, "choices": chosen}
    )
    assert table.hp("Kim") == 10 + 2 * 6 + 3 and "hpMax 25" in told["text"]


@pytest.mark.parametrize("given", [{"hp": 5}, {"hp": 5, "hpMax": 30}])
def test_given_hit_points_stay(given: dict[str, int]) -> None:
    table = made(background="Soldier", abilities={**TENS, "con": 13}, **given)
    choose(table, ability_scores={"con": 1, "str": 2})
    assert table.hp("Kim") == 5


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


COUNTS: list[tuple[Ruleset, str, dict[str, int]]] = [
    ("5.1", "wizard 1", {"cantrips": 3, "spellbook": 6}), ("5.2", "wizard 5", {"cantrips": 4, "spellbook": 14}),
    ("5.1", "sorcerer 1", {"cantrips": 4, "spells": 2}), ("5.2", "sorcerer 1", {"cantrips": 4, "spells": 2}),
    ("5.1", "bard 3", {"cantrips": 2, "spells": 6}), ("5.2", "bard 1", {"cantrips": 2, "spells": 4}),
    ("5.1", "warlock 2", {"cantrips": 2, "spells": 3}), ("5.2", "warlock 1", {"cantrips": 2, "spells": 2}),
    ("5.1", "ranger 1", {}), ("5.1", "ranger 2", {"spells": 2}), ("5.1", "cleric 1", {"cantrips": 3}), ("5.2", "paladin 2", {}),
    ("5.1", "fighter 5", {}),
]  # fmt: skip


@each_row(("ruleset", "of", "counts"), COUNTS)
def test_spells_are_asked_for_with_their_number(ruleset: Ruleset, of: str, counts: dict[str, int]) -> None:
    found = opened(made(ruleset, classes=[of]))
    assert {c: n for (c, _), n in found.items() if c in ("cantrips", "spellbook", "spells")} == counts


def test_a_wizard_writes_two_spells_at_each_level() -> None:
    table = made(classes=["wizard 1"], spells={"known": ["Sleep", "Shield", "Mage Armor", "Jump", "Alarm", "Grease"]})
    assert ("spellbook", "wizard") not in opened(table)
    told = table.did("level_up", "Kim")
    assert {"choice": "spellbook", "class": "wizard", "level": 2, "count": 2} in told["results"][0]["openChoices"]
    table.refused("choice_unfit", "update", "Kim", character={"choices": {"spellbook": ["Fireball"]}})
    table.refused("choices_used_up", "update", "Kim", character={"choices": {"spellbook": ["Identify", "Burning Hands", "Thunderwave"]}})
    table.did("update", "Kim", character={"choices": {"spellbook": ["Identify", "Burning Hands"]}})
    assert ("spellbook", "wizard") not in opened(table)
    assert (sheet(table).spells.known or ())[-2:] == ("Identify", "Burning Hands")


def test_a_level_takes_its_spells_at_once() -> None:
    table = made(
        "5.1", classes=["sorcerer 1"], spells={"known": ["Sleep", "Shield"], "cantrips": ["Light", "Fire Bolt", "Mending", "Mage Hand"]}
    )
    table.did("level_up", "Kim", choices={"spells": ["Magic Missile"]})
    assert sheet(table).spells.known == ("Sleep", "Shield", "Magic Missile") and "spells" not in [c for c, _ in opened(table)]


def test_a_class_that_prepares_at_its_levels_is_served_by_prepare() -> None:
    table = made(classes=["sorcerer 1"])
    table.did("prepare", "Kim", spells=["Sleep", "Shield"])
    assert "spells" not in [c for c, _ in opened(table)]


def test_a_wizard_who_only_prepared_may_go_on_preparing() -> None:
    table = made(classes=["wizard 1"], spells={"prepared": ["Sleep"]})
    choose(table, spellbook=["Shield"])
    table.did("prepare", "Kim", spells=["Sleep", "Shield"])


# ── the cantrip of a species ────────────────────────────────────────────────────────────────────────────────────────


def _of_an_elf(classes: str, ruleset: Ruleset = "5.1", **more: Any) -> Answer:
    with begun(ruleset) as game:
        character = {"classes": [classes], "race": "high elf", "abilities": {"int": 16, "wis": 14}, **more}
        return Table(game).ask("create", name="Hero", character=character)


@each_row(
    ("ruleset", "classes", "more", "asks"),
    [
        ("5.1", "wizard 1", {}, True), ("5.1", "rogue 1", {}, True), ("5.1", "druid 1", {}, True),
        ("5.1", "wizard 1", {"spells": {"cantrips": ["Light", "Fire Bolt", "Mage Hand"]}}, True),
        ("5.1", "wizard 1", {"spells": {"cantrips": ["Light", "Fire Bolt", "Mage Hand", "Mending"]}}, False),
        ("5.1", "rogue 1", {"spells": {"cantrips": ["Light"]}}, False),
        ("5.1", "druid 1", {"spells": {"cantrips": ["Guidance", "Shillelagh"]}}, True),
        ("5.1", "rogue 1", {"choices": {"high elf cantrip": "Fire Bolt"}}, False),
        ("5.1", "rogue 1", {"choices": {"cantrips": ["Fire Bolt"]}}, False),
        ("5.1", "druid 1", {"choices": {"cantrips": ["Fire Bolt", "Guidance", "Shillelagh"]}}, False),
        ("5.1", "wizard 1", {"choices": {"cantrips": ["Light", "Fire Bolt", "Mage Hand", "Mending"]}}, False),
        ("5.2", "rogue 1", {}, False),  # Prestidigitation, which may be exchanged
    ],
)  # fmt: skip
def test_a_high_elf_chooses_a_cantrip_of_the_wizard(ruleset: Ruleset, classes: str, more: dict[str, Any], asks: bool) -> None:
    """SRD 5.1, High Elf: one cantrip of the wizard's list, on top of those of a class."""
    answer = _of_an_elf(classes, ruleset, **more)
    assert answer["ok"], answer["text"]
    assert ("species cantrip of the elf at 1" in answer["text"]) == asks


@each_row(
    ("classes", "choices", "wrong"),
    [
        ("rogue 1", {"species cantrip": "Guidance"}, "Guidance"), ("rogue 1", {"cantrips": ["Fire Bolt", "Light"]}, "Light"),
        ("rogue 1", {"species cantrip": "Shield"}, "Shield"), ("wizard 1", {"cantrips": ["Light", "Fire Bolt", "Mage Hand", "Mending", "Message"]}, "Message"),
    ],
)  # fmt: skip
def test_an_elfs_cantrip_is_one_of_the_list(classes: str, choices: dict[str, Any], wrong: str) -> None:
    answer = _of_an_elf(classes, choices=choices)
    assert not answer["ok"] and wrong in answer["text"]


def test_a_rogue_casts_the_chosen_cantrip_with_intelligence() -> None:
    """By 2 + 3 for an Intelligence of 16."""
    with begun("5.1") as game:
        table = Table(game)
        hero = {"classes": ["rogue 1"], "race": "high elf", "abilities": {"int": 16}, "choices": {"elf cantrip": "Fire Bolt"}}
        table.did("create", name="Hero", character=hero)
        table.did("create", name="Foe", character={"hpMax": 90, "party": False})
        table.roll_with(falling(10))
        assert "15 against AC" in table.did("cast", "Hero", spell="Fire Bolt", targets=["Foe"])["text"]


@pytest.mark.parametrize(("subclass", "count"), [(None, 2), ("Circle of the Land (forest)", 3)])
def test_a_circle_of_the_land_chooses_one_more_cantrip(subclass: str | None, count: int) -> None:
    """SRD 5.1, Bonus Cantrip."""
    with begun("5.1") as game:
        character = {"classes": ["druid 2"], "abilities": {"wis": 14}, **({"subclass": subclass} if subclass else {})}
        assert f"druid cantrips at 2 ({count})" in Table(game).did("create", name="Hero", character=character)["text"]


def test_lessons_of_the_first_ones_ask_for_an_origin_feat_and_for_its_own_choices() -> None:
    """SRD 5.2: one origin feat, and another for each further time; a feat with choices asks for them."""
    table = made(classes=["warlock 2"], choices={"eldritch invocations": ["Lessons of the First Ones", "Lessons of the First Ones"]})
    assert opened(table)["lessons of the first ones", "lessons of the first ones"] == 2
    choose(table, lessons_of_the_first_ones=["Skilled", "Alert"])
    found = opened(table)
    assert ("lessons of the first ones", "lessons of the first ones") not in found and found["skilled", "skilled"] == 3
    choose(table, skilled=["arcana", "history", "stealth"])
    assert {"arcana", "history", "stealth"} <= {*sheet(table).skills}
