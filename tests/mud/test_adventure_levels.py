"""An adventure says once, as it begins, for how many heroes of which level it is meant, and what the party has."""

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import map_files, map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from rpg_lite.vocabulary import RULESETS, Ruleset

MEANT = "{} is meant for a party of 4, of level {}; yours has {}, of level {}."
PARTIES = [
    ("bitter_spring", ["fighter 1"], MEANT.format("The Bitter Spring", 3, 1, 1)),
    ("bitter_spring", ["fighter 5", "rogue 2"], MEANT.format("The Bitter Spring", 3, 2, "2 to 5")),
    ("salt_toll", ["fighter 8"], MEANT.format("The Salt Toll", 1, 1, 8)),
    ("bitter_spring", ["fighter 3", "rogue 3"], MEANT.format("The Bitter Spring", 3, 2, 3)),
    ("salt_toll", ["wizard"], MEANT.format("The Salt Toll", 1, 1, 1)),
]


@pytest.mark.parametrize("kind", [Session, SoloSession])
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("adventure", "heroes", "told"), PARTIES)
def test_an_adventure_says_once_for_whom_it_is_meant(
    kind: type[Session], ruleset: Ruleset, adventure: str, heroes: list[str], told: str
) -> None:
    with open_campaign(seed=1, ruleset=ruleset) as game:
        session = kind(game)
        for name, hero in zip(("Ada", "Bo"), heroes, strict=False):
            session.hear(f"hero {name} {hero}")
        begun = str(session.hear(f"adventure {adventure}"))
        first = begun.partition("\n")[0]
        assert first.endswith(f"begins. {told}") and "secret" not in first
        assert "is meant for" not in str(session.hear(f"adventure {adventure}"))


def test_a_call_is_told_too_and_a_companion_has_no_level() -> None:
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Ada", "character": {"party": True, "classes": ["fighter 3"]}}, tool="manage_character")
        game.ask({"operation": "create", "template": "Mule", "character": {"party": True}}, tool="manage_character")
        begun = game.ask({"operation": "import_map", "adventure": "salt_toll", "dryRun": True}, tool="manage_room")
        assert MEANT.format("The Salt Toll", 1, 1, 3) in begun["text"]


def test_a_map_for_a_level_alone_says_so_only_to_another_level() -> None:
    text = "# M\nlevel: 3\n\n## A\n"
    for level, told in ((2, True), (3, False)):
        with open_campaign(seed=1) as game:
            hero = {"party": True, "classes": [f"fighter {level}"]}
            game.ask({"operation": "create", "name": "Ada", "character": hero}, tool="manage_character")
            plan = map_text.parse(text).model_dump(mode="json", by_alias=True, exclude_defaults=True)
            begun = game.ask({"operation": "import_map", "document": plan}, tool="manage_room")["text"]
            assert ("M is meant for heroes of level 3; the party's level is 2." in begun) is told


def test_a_map_for_a_number_alone_says_the_number() -> None:
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Ada", "character": {"party": True, "classes": ["fighter"]}}, tool="manage_character")
        plan = map_text.parse("# M\nheroes: 5\n\n## A\n").model_dump(mode="json", by_alias=True, exclude_defaults=True)
        begun = game.ask({"operation": "import_map", "document": plan}, tool="manage_room")["text"]
        assert "M is meant for a party of 5; yours has 1." in begun


def test_a_map_of_lines_keeps_its_level() -> None:
    text = "# M\nlevel: 3\nheroes: 5\n\n## A\n"
    assert (map_files.read(text).level, map_files.read(text).heroes) == (3, 5) and map_text_writing.write(map_text.parse(text)) == text
    with pytest.raises(Faulty) as found:
        map_files.read("# M\nlevel: 21\n\n## A\n")
    assert found.value.places == (("line 2", "is 21; takes at most 20"),)
