"""An adventure says once, as it begins, that it is meant for heroes of another level."""

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import map_files, map_text, map_text_writing
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.mud.session import Session
from rpg_lite.mud.solo import SoloSession
from rpg_lite.vocabulary import RULESETS, Ruleset

OTHERS = [
    ("bitter_spring", ["fighter 1"], "The Bitter Spring is meant for heroes of level 3; the party's level is 1."),
    ("bitter_spring", ["fighter 5", "rogue 2"], "The Bitter Spring is meant for heroes of level 3; the party's level is 2 to 5."),
    ("salt_toll", ["fighter 8"], "The Salt Toll is meant for heroes of level 1; the party's level is 8."),
    ("bitter_spring", ["fighter 3", "rogue 3"], None),
    ("salt_toll", ["wizard"], None),
]


@pytest.mark.parametrize("kind", [Session, SoloSession])
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("adventure", "heroes", "told"), OTHERS)
def test_heroes_of_another_level_are_told_once(
    kind: type[Session], ruleset: Ruleset, adventure: str, heroes: list[str], told: str | None
) -> None:
    with open_campaign(seed=1, ruleset=ruleset) as game:
        session = kind(game)
        for name, hero in zip(("Ada", "Bo"), heroes, strict=False):
            session.hear(f"hero {name} {hero}")
        begun = str(session.hear(f"adventure {adventure}"))
        first = begun.partition("\n")[0]
        assert first.endswith(f"begins. {told}" if told else "begins.") and "secret" not in first
        assert "is meant for" not in str(session.hear(f"adventure {adventure}"))


def test_a_call_is_told_too_and_a_companion_has_no_level() -> None:
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Ada", "character": {"party": True, "classes": ["fighter 3"]}}, tool="manage_character")
        game.ask({"operation": "create", "template": "Mule", "character": {"party": True}}, tool="manage_character")
        begun = game.ask({"operation": "import_map", "adventure": "salt_toll", "dryRun": True}, tool="manage_room")
        assert "The Salt Toll is meant for heroes of level 1; the party's level is 3." in begun["text"]
        assert "is meant for" not in game.ask({"operation": "import_map", "adventure": "bitter_spring"}, tool="manage_room")["text"]


def test_a_map_of_lines_keeps_its_level() -> None:
    text = "# M\nlevel: 3\n\n## A\n"
    assert map_files.read(text).level == 3 and map_text_writing.write(map_text.parse(text)) == text
    with pytest.raises(Faulty) as found:
        map_files.read("# M\nlevel: 21\n\n## A\n")
    assert found.value.places == (("line 2", "is 21; takes at most 20"),)
