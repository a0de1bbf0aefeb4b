"""Names are folded, never guessed."""

from rpg_lite.rules.names import LONGEST_NAME, fault_in_name, fold, holds, nearest, tidy
from tests.rows import each_row
from tests.rules.heroes import book


@each_row(
    ("written", "meant"),
    [
        ("plate armour", "Plate Armor"),
        ("  the Plate-Armor ", "Plate Armor"),
        ("PLATE ARMOR", "plate armor"),
        ("Arrows", "Arrow"),
        ("Torches", "Torch"),
        ("benches", "Bench"),
        ("handaxes", "Handaxe"),
        ("Caches", "cache"),
        ("a Potion of Healing", "Potion of Healing"),
        ("Thieves’ Tools", "Thieves' Tools"),
        ("Épée d'été", "epee dete"),
        ("grey cloak", "gray cloak"),
        ("half_plate", "Half Plate"),
        ("ＬＯＮＧＳＷＯＲＤ", "Longsword"),
    ],
)
def test_two_spellings_of_one_name(written, meant):
    assert fold(written) == fold(meant)


@each_row(
    ("one", "other"),
    [
        ("Longsword +1", "Longsword"),
        ("Longsword +1", "Longsword +2"),
        ("Plait Armor", "Plate Armor"),
        ("Ring of Protection", "Cloak of Protection"),
        ("Cuirass", "Cuiras"),
        ("⚔", "🛡"),
    ],
)
def test_two_names_stay_two(one, other):
    assert fold(one) != fold(other)


@each_row("name", ["the", "a", "⚔", "!!", "杖", "قوس", "ß"])
def test_no_name_folds_to_nothing(name):
    assert fold(name)


@each_row("name", ["Plate Armor", "Thieves' Tools", "The Boss", "Ass", "ﬁne Élan’s", "Glasses", "İstanbul"])
def test_folding_twice_is_folding_once(name):
    assert fold(fold(name)) == fold(name)


@each_row(
    ("wanted", "template"),
    [
        ("plate armour", "srd:plate"),
        ("Plate", "srd:plate"),
        ("Healing Potion", "srd:potion_of_healing"),
        ("Luckstone", "srd:stone_of_good_luck"),
        ("srd:longsword", "srd:longsword"),
    ],
)
def test_a_template_is_found_by_its_names(wanted, template):
    pick = book().find(wanted)
    assert pick and book().item(pick) is book().templates[template].item


@each_row("wanted", ["Plait Armor", "Sword", "Longswor", "", "plate armor of"])
def test_nothing_looser_finds_a_template(wanted):
    assert book().find(wanted) is None


def test_a_miss_offers_the_nearest_names():
    assert nearest("Plait Armor", book().template_names)[0] == "Plate Armor"
    assert nearest("qqqqqq", book().template_names) == []


@each_row("name", ["Thorin", "🐉", "גנדלף", "\ue000\uf8ff", "\U000f0000", "\U0001fae8", "x" * LONGEST_NAME, f"  {'x' * LONGEST_NAME}  "])
def test_a_name_may_be(name):
    assert fault_in_name(name) is None


@each_row(
    ("name", "says"),
    [
        ("", "at least one character"),
        (" \t ", "at least one character"),
        ("x" * 201, "at most 200 characters; this one has 201"),
        ("x" * 10_000, "at most 200 characters"),
        ("Tho\x00rin", "no control"),
        ("Tho\nrin", "no control"),
        ("\u202enirohT", "text-direction"),
        ("\ud800", "no control"),
        ("\u200b\u00ad", "one visible character"),
        ("\u0301", "one visible character"),
        ("\u00a0\u200b", "one visible character"),
    ],
)
def test_a_name_may_not_be(name, says):
    assert says in (fault_in_name(name) or "")


def test_a_name_is_kept_trimmed_and_composed():
    assert tidy("  E\u0301lan ") == "Élan"


@each_row(
    ("name", "key", "held"),
    [
        ("longsword", "sword", True),
        ("longsword", "long", True),
        ("potion of healing", "healing", True),
        ("longsword", "gswo", False),
        ("stone of controlling elementals", "troll", False),
    ],
)
def test_a_name_holds_the_beginning_and_the_end_of_its_words_alone(name: str, key: str, held: bool):
    assert holds(name, key) is held
