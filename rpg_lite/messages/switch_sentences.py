"""The sentence for a property of a thing that was switched. Apart because it takes the place of the opening of an act."""

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.messages.render_context import RenderContext, many
from rpg_lite.rules.items import HOOD, LIT


def say(t: RenderContext, told: ActResult, switched: Switched) -> str:
    """The thing, what is on or off now, and what it has left."""
    who, what = t.name_of(told.who), t.name_of(switched.thing)
    if switched.property in (LIT, HOOD) and switched.light != (0, 0):
        return f"{who}{_flame(what, switched)}; {many(switched.minutes or 0, 'minute')} left."
    lasts = f" for {switched.duration}" if switched.duration and switched.how == "on" else ""
    return f"{who}: {what}, {switched.property.replace('_', ' ')} is {switched.how}{lasts}{_left(t, told, switched)}."


def _flame(what: str, switched: Switched) -> str:
    bright, dim = switched.light
    shines = f"bright light for {bright} feet and dim light for {dim} more" if bright else f"dim light for {dim} feet"
    if switched.property == HOOD:
        return f": {what}, the hood is {'lowered' if switched.how == 'on' else 'raised'}: {shines}"
    filled = f" filled with {switched.fuel}," if switched.fuel else ""
    return f" lights {what}:{filled} {shines}" if switched.how == "on" else f" puts {what} out"


def _left(t: RenderContext, told: ActResult, switched: Switched) -> str:
    """The charges, uses or minutes that the thing has left; empty for a thing that nobody has identified."""
    if t.is_unknown(switched.thing.id):
        return ""
    spent = next(((one.left, one.what[:-1]) for one in told.spent), (switched.minutes, "minute"))
    return "" if spent[0] is None else f"; {many(spent[0], spent[1])} left"
