"""The steps of hit points: damage, healing, temporary hit points, and new life (SRD, Damage and Healing). `tell` puts each into the words of a
card, without whom it affects.
"""

from typing import Annotated, Final, Literal

from pydantic import Field, StrictBool

from rpg_lite.rules.acts.steps.step_model import StepModel, Up, up_text
from rpg_lite.rules.acts.words import Amount, Count, DealtType, Lasts


class DamageStep(StepModel):
    """Damage to each target; rolled once for all of them."""

    word = "damage"
    harms = for_others = on_a_target = for_the_living = takes_no_word = fits_a_trap = True

    damage: Amount
    type: DealtType
    up: Amount | Up | None = None
    cantrip: StrictBool = False
    times: Count | None = None
    max: Count | None = None
    unlessened: StrictBool = False
    stable: Annotated[StrictBool, Field(description="Whoever it drops to 0 hit points is stable.")] = False
    scalds: Annotated[StrictBool, Field(description="Fire that being under water does not lessen.")] = False
    again: Annotated[int | None, Field(ge=1, description="The face at which a die brings another of its size.")] = None
    again_most: Annotated[Count | None, Field(description="The most dice that `again` brings; without it, one.")] = None

    def tell(self) -> str:
        grows = " (more dice at levels 5, 11, 17)" if self.cantrip else up_text(self.up)
        kind = {"weapon": "damage of the weapon", "as_taken": "damage of that type"}.get(self.type, self.type)
        more = [
            f"at most {self.max}" if self.max else "",
            "not lessened" if self.unlessened else "",
            f"another die for each {self.again}{f', at most {self.again_most}' if self.again_most else ''}" if self.again else "",
        ]
        limits = f" ({', '.join(filter(None, more))})" if any(more) else ""
        return f"{self.damage} {kind}{f' × {self.times}' if self.times else ''}{grows}{limits}"


class HealStep(StepModel):
    """Healing. `shared`: the points are divided among the targets; `upTo` half: no target is healed above half of its maximum."""

    word = "heal"
    for_others = on_a_target = for_the_living = takes_no_word = fits_a_trap = is_warded = True

    heal: Amount
    up: Amount | Up | None = None
    cantrip: StrictBool = False
    max: Count | None = None
    shared: StrictBool = False
    up_to: Literal["half"] | None = None
    magical: StrictBool = False

    def tell(self) -> str:
        shared = " shared among the targets" if self.shared else ""
        most = ", at most to half the HP maximum" if self.up_to else f", at most {self.max}" if self.max else ""
        return f"heals {self.heal}{up_text(self.up)}{shared}{most}{' by magic' if self.magical else ''}"


class TempHpStep(StepModel):
    """Temporary hit points."""

    word = "tempHp"
    on_a_target = for_the_living = takes_no_word = fits_a_trap = is_warded = True

    temp_hp: Amount
    up: Amount | Up | None = None
    max: Count | None = None

    def tell(self) -> str:
        return f"{self.temp_hp} temporary hit points{up_text(self.up)}"


class ReviveStep(StepModel):
    """A dead creature revives with this many hit points. `within`: the longest time that it may have been dead."""

    word = "revive"
    for_others = takes_no_word = is_warded = True

    revive: Amount
    within: Lasts | None = None

    def tell(self) -> str:
        return f"revives with {self.revive} HP{f', if dead at most {self.within}' if self.within else ''}"


STEPS: Final = (DamageStep, HealStep, TempHpStep, ReviveStep)
"""The family, in the order in which the schema lists it."""
