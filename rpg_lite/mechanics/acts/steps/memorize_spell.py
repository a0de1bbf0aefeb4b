"""The gain `prepared_spell`: one prepared spell is exchanged for another that could be prepared (SRD 5.2, Memorize Spell)."""

import json
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts.performance import Performance
from rpg_lite.mechanics.heroes import spell_preparing
from rpg_lite.rules import names
from rpg_lite.world import body_paths, thing_stats

FORGET: Final = "forget"
PREPARE: Final = "prepare"
"""The choices that name the two spells."""


def exchange(p: Performance) -> None:
    """Replace the prepared spell that the call forgets with the one that it prepares."""
    who = p.thing(p.cast.by)
    sheet = thing_stats.true_sheet(who, p.book)
    prepared = list(sheet.spells.prepared or ())
    preparing = spell_preparing.preparing_classes(p.draft.world, who, p.book)
    choice = p.cast.wish.choice
    old = next((w for w in prepared if names.fold(w) == names.fold(choice.get(FORGET, ""))), None)
    ready = [w for w in spell_preparing.may_prepare(preparing, sheet, p.book) if w not in prepared]
    if old is None or not choice.get(PREPARE):
        pair = (
            json.dumps({FORGET: prepared[0], PREPARE: ready[0]}, ensure_ascii=False)
            if prepared and ready
            else f"{FORGET} and {PREPARE}: names of spells"
        )
        details = {"act": p.cast.act.name, "choice": f"{FORGET} and {PREPARE}", "given": ", ".join(choice.values())}
        p.refused = p.refused or Rejected("choice_required", "choice", details, allowed=(pair,))
        return
    new = spell_preparing.spell_to_prepare(choice[PREPARE], who.name, preparing, sheet, p.book)
    if isinstance(new, Rejected):
        p.refused = p.refused or new
        return
    lists = who.creature.sheet.document.get("spells") or {}
    change(p.draft, who, body_paths.of_sheet("spells"), {**lists, "prepared": [new.name if w == old else w for w in prepared]})
    p.say(f"{new.name} is prepared in place of {old}.")
