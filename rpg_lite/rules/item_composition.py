"""Compose the item of a template, a base and a variant: join the keys, add the modifiers, and find the whole name and the value."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from rpg_lite.rules import item_names, names
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.item_templates import Template, Variant, names_of_templates
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import Rarity

_USED_UP: Final = {"consumable", "ammunition"}
_FROM_BASE: Final = {"weaponStats", "armorStats", "weight", "slot", "type", "useState", "stackable"}


@dataclass(frozen=True)
class ItemComposition:
    """The items of one book's templates. `rarity_values`: as in `Rulebook`."""

    templates: Mapping[str, Template]
    rarity_values: Mapping[Rarity, float]

    def compose(self, t: Template, base: Item | None, v: Variant | None) -> Item:
        """The whole item. The base gives its stats; the template and the variant give everything else."""
        own = _keys_given(t.item)
        if base and own.get("value") == self._value({"rarity": t.item.rarity, "type": t.item.type}, self._own_base(t)):
            own.pop("value", None)
        if base and t.item.base and names.fold(base.name) != names.fold(t.item.base):
            own = {k: given for k, given in own.items() if k not in _FROM_BASE}
        over: dict[str, Any] = dict(v.overrides) if v else {}
        joined = {**own, **{k: over[k] for k in over if k != "modifiers"}}
        joined["modifiers"] = (*(base.modifiers if base else ()), *t.item.modifiers)
        if base:
            joined = {**{k: given for k, given in _keys_given(base).items() if k in _FROM_BASE}, **joined, "base": base.name}
        joined["value"] = self._value(joined, base or self._own_base(t))
        whole = joined | {"name": item_names.whole_name(t, base, v), "aliases": (), "variant": v.name if v else None}
        made = Item.model_validate(whole, context=ANY)
        extra = Item.model_validate(
            {"name": made.name, "type": made.type, "toggles": made.toggles, "modifiers": over.get("modifiers", ())}, context=ANY
        ).modifiers
        return made.model_copy(update={"modifiers": (*made.modifiers, *extra)})

    def on_base(self, item: Item) -> Item | None:
        """An item of somebody's own, with the stats of its base that it does not state itself; None if no plain item has that name."""
        base = self._plain_called(item.base)
        if base is None:
            return None
        joined = {**{k: given for k, given in _keys_given(base).items() if k in _FROM_BASE}, **_keys_given(item), "base": base.name}
        return Item.model_validate({**joined, "value": self._value(joined, base)}, context=ANY)

    def with_price(self, t: Template) -> Template:
        """The template with the value for its rarity, if it is magic, has no variants, and states no value."""
        if t.item.rarity == "common" or t.item.value is not None or t.variants:
            return t
        worth = self._value({"rarity": t.item.rarity, "type": t.item.type}, self._own_base(t))
        return t.model_copy(update={"item": t.item.model_copy(update={"value": worth})})

    def _own_base(self, t: Template) -> Item | None:
        """The item that can be the base of others, by its own name."""
        return self._plain_called(t.item.base)

    def _plain_called(self, name: str | None) -> Item | None:
        found = [self.templates[id] for id in self._ids_of_names.get(names.fold(name), ())] if name else []
        return next((base.item for base in reversed(found) if base.is_plain), None)

    @cached_property
    def _ids_of_names(self) -> Mapping[str, list[str]]:
        """Folded name → the ids of the templates whose own name it is."""
        found: dict[str, list[str]] = {}
        for id, called in names_of_templates(self.templates):
            found.setdefault(names.fold(called.names[0]), []).append(id)
        return found

    def _value(self, given: Mapping[str, Any], base: Item | None) -> float | None:
        """The value in gold pieces from the files. If the files give none, a magic item has the value for its rarity, not just that of its
        base.
        """
        rarity = given.get("rarity", "common")
        own: float | None = given.get("value")
        if own is not None or rarity == "common":
            return own if "value" in given or not base else base.value
        worth = self.rarity_values.get(rarity)
        if worth is None or given["type"] in _USED_UP:
            return worth and worth / 2
        return worth + (base.value or 0 if base else 0)


def _keys_given(item: Item) -> dict[str, Any]:
    """The given keys in the spelling of files. The values are unchanged, because dumped modifiers would contain a source."""
    return {f.alias or n: getattr(item, n) for n, f in Item.model_fields.items() if n in item.model_fields_set}
