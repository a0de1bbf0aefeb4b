"""Nothing is silent: content that does not compute says so, and the table in the documentation is current."""

from collections import Counter

import pytest

from rpg_lite.content import content_coverage, rulebook_loading, ruling_coverage
from rpg_lite.mechanics.acts.target_requirements import needs_targets
from rpg_lite.rules import durations
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import RULESETS, Ruleset

ITEMS: list[tuple[Ruleset, Item]] = [
    (r, i)
    for r in RULESETS
    for t in rulebook_loading.rulebook(r).templates.values()
    for i in content_coverage.made_of(t, rulebook_loading.rulebook(r))[bool(t.variants) :]
]
"""List the items to give: the variants of a template, else its own item."""


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_magic_item_is_silent(ruleset: Ruleset) -> None:
    assert content_coverage.silent(rulebook_loading.rulebook(ruleset)) == []


@pytest.mark.skipif(not content_coverage.DOCUMENT.parent.is_dir(), reason="the documentation is not in the source archive")
def test_the_table_of_the_documentation_is_the_counted_one() -> None:
    kept = content_coverage.DOCUMENT.read_text(encoding="utf-8")
    assert kept == content_coverage.document(), "run python -m rpg_lite.content.content_coverage"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_template_is_counted_once(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    counts = content_coverage.coverage(book)
    things = [c for heading, c in counts.items() if heading not in ("Spells and situations", "Features")]
    assert sum(c[k] for c in things for k in content_coverage.KINDS) == sum(t.id.startswith("srd:") for t in book.templates.values())
    assert sum(counts["Spells and situations"][k] for k in content_coverage.KINDS) == len(book.effects)


@pytest.mark.parametrize(("ruleset", "printed"), [("5.1", 319), ("5.2", 339)])
def test_every_spell_of_the_srd_is_counted_once(ruleset: Ruleset, printed: int) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert content_coverage.all_by_level(book).total() == printed
    names_of_castable = [s.name for s in content_coverage.castable(book)]
    assert len(names_of_castable) == len(set(names_of_castable)) == len(book.spell_names)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_few_spells_leave_a_number_to_the_game_master(ruleset: Ruleset) -> None:
    spells = content_coverage.castable(rulebook_loading.rulebook(ruleset))
    assert sum(map(content_coverage.leaves_open, spells)) <= 0.07 * len(spells)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_few_magic_items_leave_a_number_to_the_game_master(ruleset: Ruleset) -> None:
    magic = content_coverage.magic_items(rulebook_loading.rulebook(ruleset))
    assert len(magic) > 240
    assert sum(map(content_coverage.leaves_number, magic)) <= 0.05 * len(magic)


@pytest.mark.parametrize(("name", "leaves"), [("Ring of Spell Turning", True), ("Bag of Beans", False), ("Wand of Fireballs", False)])
def test_a_number_in_a_line_for_the_game_master_is_counted(name: str, leaves: bool) -> None:
    magic = content_coverage.magic_items(rulebook_loading.rulebook("5.1"))
    assert [content_coverage.leaves_number(made) for made in magic if made[0].name == name] == [leaves]


def test_a_spell_with_an_open_sentence_is_counted_as_open() -> None:
    book = rulebook_loading.rulebook("5.1")
    assert [content_coverage.leaves_open(s) for n in ("Augury", "Fireball") if (s := book.spell(n))] == [True, False]


def test_plain_weapons_and_armor_compute_and_no_effect_is_plain() -> None:
    for ruleset in RULESETS:
        counts = content_coverage.coverage(rulebook_loading.rulebook(ruleset))
        assert all(counts[h].keys() <= {"encoded", "partly"} for h in ("Weapons", "Armor, shields and barding"))
        assert all(counts[h]["plain"] == 0 for h in counts if "agic" in h or h in ("Rings", "Wondrous items", "Spells and situations"))


def test_every_duration_of_an_item_can_run_out() -> None:
    lasting = [(i.name, d) for _, i in ITEMS for d in (*(a.duration for a in i.activated), i.on_use.duration if i.on_use else None) if d]
    assert lasting and [row for row in lasting if durations.parse(row[1]) is None] == []


def test_what_is_used_up_does_something_or_says_who_judges() -> None:
    used = [i for _, i in ITEMS if i.type == "consumable"]
    assert [i.name for i in used if not (i.heals or i.on_use or i.plays or i.adjudicated or i.effect or i.charges)] == []
    idle = [i.name for i in used if i.on_use and not (i.on_use.heal or i.on_use.damage or i.on_use.modifiers or i.on_use.effect
                                                      or i.on_use.conditions or i.on_use.stabilizes)]  # fmt: skip
    assert idle == []


def test_what_is_thrown_asks_for_a_target() -> None:
    thrown = {i.name: i.acts for _, i in ITEMS if i.type == "consumable" and any(act.range == 20 for act in i.acts)}
    assert thrown.keys() >= {"Acid", "Alchemist's Fire", "Holy Water"}
    assert all(needs_targets(act) for acts in thrown.values() for act in acts if act.range == 20)


def test_a_deed_never_costs_more_than_there_is() -> None:
    for _, item in ITEMS:
        most = item.charges.max if item.charges else None
        dear = [a.charges for a in item.activated if a.charges]
        assert not dear or (most is not None and (isinstance(most, str) or max(dear) <= most)), item.name


@pytest.mark.skipif(not content_coverage.DOCUMENT.parent.is_dir(), reason="the documentation is not in the source archive")
def test_the_measurements_quote_the_counted_numbers() -> None:
    counts = content_coverage.coverage(rulebook_loading.rulebook("5.1"))
    spells = counts["Spells and situations"]
    items = sum((c for h, c in counts.items() if h not in ("Spells and situations", "Features")), Counter[str]())
    quoted = " ".join((content_coverage.DOCUMENT.parent / "promises.md").read_text(encoding="utf-8").split())
    for told in (
        f"{items['encoded']} of {sum(items[k] for k in content_coverage.KINDS)} items of SRD 5.1 change numbers",
        f"{items['flag only']} say something that is not a number, {items['adjudicated only']} are adjudicated",
        f"{items['plain']} are plain things",
        f"{spells['encoded']} of {sum(spells[k] for k in content_coverage.KINDS)} spells and situations change numbers",
    ):
        assert told in quoted


@pytest.mark.skipif(not content_coverage.DOCUMENT.parent.is_dir(), reason="the documentation is not in the source archive")
def test_the_docs_say_which_spells_and_creatures_play() -> None:
    told = " ".join((content_coverage.DOCUMENT.parent / "python.md").read_text(encoding="utf-8").split())
    older, newer = (rulebook_loading.rulebook(r) for r in RULESETS)
    counts = [(len(content_coverage.castable(b)), content_coverage.all_by_level(b)) for b in (older, newer)]
    assert "{} of {} spells of SRD 5.1 and {} of {} of SRD 5.2".format(*(n for c, a in counts for n in (c, a.total()))) in told
    for book, (_, every) in zip((older, newer), counts, strict=True):
        castable = Counter(s.level for s in content_coverage.castable(book))
        assert all(castable[level] == every[level] for level in (1, 2, 3)), "all of levels 1 to 3"
    assert f"all {len(older.creatures)} stat blocks of SRD 5.1 and all {len(newer.creatures)} of SRD 5.2" in told


# ── what is left open ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("heading", "least"), [(ruling_coverage.SPELLS, 93), (ruling_coverage.CLASS_FEATURES, 95), (ruling_coverage.CREATURES, 95)]
)
def test_nearly_everything_leaves_no_number_open(ruleset: Ruleset, heading: str, least: int) -> None:
    found = ruling_coverage.rulings(rulebook_loading.rulebook(ruleset))[heading]
    assert ruling_coverage.share(found) >= least, [r.name for r in found if r.open]


@pytest.mark.parametrize(
    ("ruleset", "counts"),
    [("5.1", {"Spells": 319, "Backgrounds": 1, "Feats": 1}), ("5.2", {"Spells": 339, "Backgrounds": 4, "Feats": 17})],
)
def test_every_entry_is_counted(ruleset: Ruleset, counts: dict[str, int]) -> None:
    """As many as the SRD has; every class has its row."""
    found = ruling_coverage.rulings(rulebook_loading.rulebook(ruleset))
    assert {heading: len(found[heading]) for heading in counts} == counts
    classes = [heading for heading in found if heading.casefold() in rulebook_loading.rulebook(ruleset).classes]
    assert len(classes) == 12 and sum(len(found[c]) for c in classes) == len(found[ruling_coverage.CLASS_FEATURES])


def test_what_is_open_has_its_reason() -> None:
    told = content_coverage.DOCUMENT.read_text("utf-8") if content_coverage.DOCUMENT.exists() else "\n".join(ruling_coverage.lines())
    for ruleset in RULESETS:
        for heading, found in ruling_coverage.rulings(rulebook_loading.rulebook(ruleset)).items():
            left = [r for r in found if r.standing == "open"]
            assert all(r.open for r in left)
            assert (
                heading == ruling_coverage.CLASS_FEATURES
                or [r.name for r in left if f"- {r.name} ({heading}): {r.open[0]}" not in told] == []
            )
