"""The scenes that come with rpg-lite."""

import json
from functools import cache
from typing import Final

from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.tool_scenes import SceneRule, Scenes

FILE: Final = "scenes.json"


@cache
def scenes() -> Scenes:
    """The scenes of data/scenes.json, which is the same in both rulesets and which users never write. Raises ValueError."""
    return Scenes.made(map(SceneRule.model_validate, json.loads((folder("data") / FILE).read_text("utf-8"))))
