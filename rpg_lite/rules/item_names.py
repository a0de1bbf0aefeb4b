"""The names that people write for items: template, base and variant in any order, recognized when their folded words are equal."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.item_templates import Template, Variant
from rpg_lite.rules.items import Item

Found = tuple[str, str | None, str | None]
"""The ids of template and base, and the name of the variant."""
Frame = tuple[str, str]
"""The folded words before and after the base item: ("mithral", "") for "Mithral Plate"."""

_SLOT: Final = "\x00"
_NEAR_EACH: Final = 2
"""The maximum number of bases that are proposed for one recognized template."""


def whole_name(t: Template, base: Item | None, v: Variant | None) -> str:
    """The name of the item. With the template's own base it keeps the template's name."""
    if base and _is_default(t, base):
        base = None
    if v and v.full_name and not base:
        return v.full_name
    if t.name_as and base:
        return t.name_as.format(name=t.item.name, base=base.name, variant=v.name if v else "").strip()
    name = f"{t.item.name} {base.name}" if base else t.item.name
    return f"{name} ({v.name})" if v else name


def _is_default(t: Template, base: Item) -> bool:
    return t.item.base is not None and names.fold(t.item.base) == names.fold(base.name)


@dataclass(frozen=True)
class ItemNames:
    """The grammar of one book's names. The tables are made the first time that somebody looks up a name that is not a plain name."""

    templates: Mapping[str, Template]
    bases_of: Callable[[Template], list[str]]

    def find(self, name: str) -> Found | None:
        """The item that a name means, with a base if possible, or else without one; None if the name means no item or several."""
        key = names.fold(name)
        found = self._whole(key) or set(self._without_base.get(key, ()))
        return next(iter(found)) if len(found) == 1 else None

    def find_base(self, t: Template, name: str) -> str | None:
        """The id of the base item of this name or id, among those of the template."""
        allowed = self._list_bases(t)
        return name if name in allowed else next((id for id in self._bases.get(names.fold(name), ()) if id in allowed), None)

    def names_of(self, t: Template, base: Item | None, v: Variant | None) -> Iterator[str]:
        """Every folded name that finds the item with this template, base and variant."""
        yield from (names.fold(n) for n in without_base(t, v))
        own = base or next((self.templates[b].item for b in self._list_bases(t) if _is_default(t, self.templates[b].item)), None)
        if own:
            keys = [names.fold(n) for n in (own.name, *own.aliases)]
            yield from (" ".join(filter(None, (before, key, after))) for before, after in _frames(t, v) for key in keys)

    def near(self, name: str, most: int) -> list[str]:
        """Similar whole names: first those that fit equally well, then those that share only the template or the base with the name."""
        words = names.fold(name).split()
        meant = [self._compose_name(*found) for found in sorted(self._whole(" ".join(words)), key=str)]
        return list(dict.fromkeys([*meant, *self._near_bases(words), *self._near_frames(name, words, most)]))[:most]

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _whole(self, key: str) -> set[Found]:
        return {
            (t.id, None if _is_default(t, self.templates[base].item) else base, variant)
            for before, inner, after in self._parts(key.split())
            for t, variant in self._framed.get((before, after), ())
            for base in self._bases.get(inner, ())
            if base in self._list_bases(t)
        }

    def _parts(self, words: list[str]) -> Iterator[tuple[str, str, str]]:
        """Each way to split the name of a base item from the words around it."""
        for i in range(len(words)):
            for j in range(i + 1, min(i + self._longest_base, len(words)) + 1):
                if (inner := " ".join(words[i:j])) in self._bases:
                    yield " ".join(words[:i]), inner, " ".join(words[j:])

    def _list_bases(self, t: Template) -> frozenset[str]:
        if t.id not in self._allowed_bases:
            own = [id for id in self._plain.get(names.fold(t.item.base), ())] if t.item.base else []
            self._allowed_bases[t.id] = frozenset((*self.bases_of(t), *own))
        return self._allowed_bases[t.id]

    def _near_bases(self, words: list[str]) -> Iterator[str]:
        """The names of known templates around a misspelled base."""
        for i in range(len(words)):
            for j in range(i + 1, len(words) + 1):
                known = self._framed.get((" ".join(words[:i]), " ".join(words[j:])), ())
                for t, variant in (k for k in known if bool(k[1]) == bool(k[0].variants)):
                    rest = " ".join(words[i:j])
                    allowed = {self.templates[b].item.name: b for b in sorted(self._list_bases(t))}
                    for base in names.nearest(rest, allowed, _NEAR_EACH) if rest not in self._bases else ():
                        yield self._compose_name(t.id, allowed[base], variant)

    def _near_frames(self, name: str, words: list[str], most: int) -> list[str]:
        """The names of misspelled templates around a known base."""
        parts = [(inner, " ".join(filter(None, (before, after)))) for before, inner, after in self._parts(words)]
        inner, rest = max(parts, key=lambda part: len(part[0]), default=("", ""))
        if not rest:
            return []
        frames = {
            " ".join(filter(None, frame)): self._compose_name(t.id, base, variant)
            for frame, meant in self._framed.items()
            for t, variant in meant
            for base in self._bases[inner]
            if t.bases and base in self._list_bases(t) and bool(variant) == bool(t.variants)
        }
        likest = [frames[frame] for frame in names.nearest(rest, frames, most)]
        return [*likest, *names.nearest(name, dict.fromkeys(frames.values()), most)]

    def _compose_name(self, template: str, base: str | None, variant: str | None) -> str:
        t = self.templates[template]
        v = next((v for v in t.variants if v.name == variant), None)
        return whole_name(t, self.templates[base].item if base else None, v)

    # ── tables ──────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _plain(self) -> dict[str, list[str]]:
        """Folded name → ids of the plain items that the name means."""
        found: dict[str, list[str]] = {}
        for t in self.templates.values():
            for name in (t.item.name, *t.item.aliases) if t.is_plain else ():
                found.setdefault(names.fold(name), []).append(t.id)
        return found

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        """Folded name → ids of the items that can be the base of another."""
        used = frozenset(id for t in self.templates.values() if t.bases or t.item.base for id in self._list_bases(t))
        kept = ((key, [id for id in ids if id in used]) for key, ids in self._plain.items())
        return {key: ids for key, ids in kept if ids}

    @cached_property
    def _longest_base(self) -> int:
        return max((len(key.split()) for key in self._bases), default=0)

    @cached_property
    def _allowed_bases(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _framed(self) -> dict[Frame, list[tuple[Template, str | None]]]:
        found: dict[Frame, list[tuple[Template, str | None]]] = {}
        for t in self.templates.values():
            for v in (None, *t.variants) if t.bases or t.item.base else ():
                for frame in dict.fromkeys(_frames(t, v)):
                    found.setdefault(frame, []).append((t, v.name if v else None))
        return found

    @cached_property
    def _without_base(self) -> dict[str, list[Found]]:
        found: dict[str, list[Found]] = {}
        for t in self.templates.values():
            for v in (None, *t.variants) if t.bases or t.variants else ():
                for key in dict.fromkeys(names.fold(n) for n in without_base(t, v)):
                    found.setdefault(key, []).append((t.id, None, v.name if v else None))
        return found


def without_base(t: Template, v: Variant | None) -> Iterator[str]:
    """Names without a base: "Ring of Resistance fire", "+1 Weapon", "Armor of Fire Resistance"."""
    if v is None:
        yield from (t.item.name, *t.item.aliases)
        return
    yield from filter(None, (v.full_name, *v.aliases))
    for head in (t.item.name, *t.item.aliases, *_short_heads(t)):
        yield f"{head} {v.name}"
        yield f"{v.name} {head}"
    if t.name_as and (noun := _noun(t)):
        yield t.name_as.format(name=t.item.name, base=noun, variant=v.name)


def _frames(t: Template, v: Variant | None) -> Iterator[Frame]:
    """The words around the base: those of `name_as`, or the template's names before or after it, with the variant at either end."""
    for before, after in _unfold(t, v):
        frame = names.fold(before) if before.strip() else "", names.fold(after) if after.strip() else ""
        if any(frame):
            yield frame


def _unfold(t: Template, v: Variant | None) -> Iterator[tuple[str, str]]:
    heads = (t.item.name, *t.item.aliases, *(_short_heads(t) if v else ()))
    if v is None:
        yield from ((head, "") for head in heads)
        yield from (("", head) for head in heads)
    else:
        for whole in without_base(t, v):
            yield from ((whole, ""), ("", whole))
        for head in heads:
            yield from ((head, v.name), (v.name, head))
    if t.name_as:
        yield _around(t, v.name if v else "")
        if v:
            before, after = _around(t, "")
            yield from ((before, f"{after} {v.name}"), (f"{v.name} {before}", after))


def _around(t: Template, variant: str) -> tuple[str, str]:
    before, _, after = (t.name_as or "").format(name=t.item.name, base=_SLOT, variant=variant).partition(_SLOT)
    return before, after


def _noun(t: Template) -> str:
    """The word that stands for the base in the template's own name: Armor in "Armor of Resistance"."""
    before, after = (names.fold(part) if part.strip() else "" for part in _around(t, ""))
    own = names.fold(t.item.name)
    if not (before or after) or not (own.startswith(before) and own.endswith(after)):
        return ""
    return own[len(before) : len(own) - len(after)].strip()


def _short_heads(t: Template) -> Iterator[str]:
    """Short names of the template that need a variant: Armor from the alias "Armor, +1, +2, or +3"."""
    listed = {names.fold(v.name) for v in t.variants} | {"or"}
    for alias in t.item.aliases:
        words = names.fold(alias).split()
        if len(head := [w for w in words if w not in listed]) < len(words):
            yield " ".join(head)
