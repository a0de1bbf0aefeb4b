"""The laws of composing layers within a budget."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views.context_budget import BudgetTooSmall, Layer, Wrapped, wrap

LINES = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), min_size=1, max_size=60), max_size=12).map(tuple)
LAYERS = st.builds(
    Layer,
    name=st.sampled_from(["manner", "rules", "party", "story"]),
    half=st.sampled_from(["system", "context"]),
    rank=st.integers(0, 4),
    lines=LINES,
    tail=st.booleans(),
    share=st.sampled_from([0.1, 0.25, 1.0]),
    title=st.sampled_from(["", "Story:"]),
    unread=st.sampled_from(["", "all before rev 7"]),
)
STACKS = st.lists(LAYERS, max_size=7)
BUDGETS = st.integers(1, 600)


def by_bytes(text: str) -> int:
    """A stand-in for a real tokenizer, which counts a whole higher than its lines."""
    return len(text.encode()) // 3 + text.count("\n") ** 2 // 20


@given(STACKS, BUDGETS, st.sampled_from([estimate, len, by_bytes]))
def test_the_budget_holds_or_is_refused(layers, budget, count):
    found = wrap(layers, budget, count)
    if isinstance(found, Wrapped):
        assert count(found.text) == found.tokens <= budget


@given(STACKS, BUDGETS)
@example([Layer("manner", "system", 0, (), unread="all before rev 7")], 1)
def test_the_budget_that_a_refusal_names_is_accepted(layers, budget):
    found = wrap(layers, budget, estimate)
    if isinstance(found, BudgetTooSmall):
        assert found.needed > budget
        assert isinstance(wrap(layers, found.needed, estimate), Wrapped)


@given(STACKS, BUDGETS)
def test_what_is_kept_and_what_is_left_out_is_everything(layers, budget):
    found = wrap(layers, budget, estimate)
    if isinstance(found, Wrapped):
        assert [g.layer for g in found.layers] == layers
        for granted in found.layers:
            lines, kept = granted.layer.lines, granted.lines
            assert len(kept) + granted.dropped == len(lines)
            assert kept == (lines[granted.dropped :] if granted.layer.tail else lines[: len(lines) - granted.dropped])
            assert bool(granted.why) == bool(granted.dropped)
            assert not granted.dropped or granted.layer.rank > 0


@given(STACKS, BUDGETS)
def test_what_is_left_out_is_stated_at_the_end(layers, budget):
    found = wrap(layers, budget, estimate)
    if isinstance(found, Wrapped):
        last = found.text.split("\n")[-1]
        dropped = [g for g in found.layers if g.dropped]
        unread = [g for g in found.layers if g.layer.unread]
        assert not (dropped or unread) or last.startswith(f"Left out for {budget} tokens: ")
        assert not unread or "all before rev 7" in last
        assert all(f"{g.layer.name} {g.dropped} line" in last for g in dropped)


@given(STACKS, LAYERS, BUDGETS, st.integers(0, 7))
def test_a_new_line_of_context_leaves_the_system_half_as_it_was(layers, more, budget, at):
    """A cache of prompts holds."""
    longer = [*layers[:at], replace(more, half="context"), *layers[at:]]
    before, after = wrap(layers, budget, estimate), wrap(longer, budget, estimate)
    if isinstance(before, Wrapped) and isinstance(after, Wrapped):
        assert before.system_prompt == after.system_prompt


def test_the_line_that_does_not_fit_ends_its_layer_with_the_reason():
    story = Layer("story", "context", 4, ("one", "two " * 40, "three"), tail=True)
    found = wrap([story], 30, estimate)
    assert isinstance(found, Wrapped)
    (granted,) = found.layers
    assert granted.lines == ("three",)
    assert granted.why.startswith("the next line takes ") and granted.dropped == 2
    assert found.text == "three\nLeft out for 30 tokens: story 2 lines."


def test_a_layer_takes_no_more_than_its_share():
    place = Layer("place", "context", 1, tuple("abcdefghijklmnopqrst"), share=0.1)
    story = Layer("story", "context", 4, tuple("klmno"))
    found = wrap([place, story], 200, len)
    assert isinstance(found, Wrapped)
    assert [g.tokens for g in found.layers] == [20, 10]
    assert found.layers[0].why == "the next line takes 2 tokens, 0 are left of its share"
