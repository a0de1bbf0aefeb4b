"""Formulas in braces: what they are worth, what they know, and what they refuse."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.rules import formulas
from rpg_lite.rules.formulas import FormulaFault
from tests.rows import each_row

pytestmark = pytest.mark.pure
AT = {"level": 5, "pb": 3, "slot": 4, "mod": -1, "class:rogue": 5, "table:rage_damage": 2, "dc": 15}


@each_row(
    ("text", "filled"),
    [
        ("{ceil(class:rogue/2)}d6", "3d6"),
        ("{floor((level+7)/6)}", "2"),
        ("{5*(slot-1)}", "15"),
        ("1d8+{mod}", "1d8-1"),
        ("{2*slot}d6+{table:rage_damage}", "8d6+2"),
        ("{max(1, mod)}", "1"),
        ("{min(level, 3)}", "3"),
        ("{level/2}", "2"),
        ("{-mod}", "1"),
        ("{2*3+4}", "10"),
        ("{2*(3+4)}", "14"),
        ("{10-4-3}", "3"),
        ("8d6", "8d6"),
        ("turn_end:source", "turn_end:source"),
    ],
)
def test_formulas_are_filled_in(text: str, filled: str) -> None:
    assert formulas.fault(text) is None
    assert formulas.fill(text, AT) == filled


@each_row(
    ("text", "why"),
    [
        ("{luck}", "not a word of a formula"),
        ("{1/0}", "divides by zero"),
        ("{level", "not closed"),
        ("{}", "ends too early"),
        ("{level level}", "not a formula"),
        ("{__import__('os')}", "not a formula"),
        ("{floor(1, 2)}", "takes one number"),
        ("{(level}", "closing parenthesis"),
        ("{" + "(" * 20 + "1" + ")" * 20 + "}", "deep"),
        ("{" + "1+" * 100 + "1}", "letters"),
        ("{9999999}", "larger than"),
    ],
)
def test_a_faulty_formula_says_why(text: str, why: str) -> None:
    assert why in (formulas.fault(text) or "")


@pytest.mark.parametrize("text", ["{their_slot}", "{level/(slot-4)}", "{1000*1000*level}"])
def test_a_formula_without_a_value_here_is_a_fault(text: str) -> None:
    with pytest.raises(FormulaFault):
        formulas.fill(text, AT)


_numbers = st.integers(0, 99).map(str)
_terms = st.recursive(
    _numbers | st.sampled_from(["level", "slot", "pb"]),
    lambda inner: st.builds("({}{}{})".format, inner, st.sampled_from("+-*"), inner) | inner.map("max({}, 1)".format),
    max_leaves=6,
)


@given(_terms)
def test_a_formula_is_worth_what_python_reckons(text: str) -> None:
    expected = eval(text, {"__builtins__": {}}, {"level": 5, "slot": 4, "pb": 3, "max": max})
    if abs(expected) > formulas.LARGEST or len(text) > formulas.LONGEST:
        return
    try:
        assert formulas.value(f"{{{text}}}", AT) == expected
    except FormulaFault as fault:
        assert "larger" in str(fault)


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    why = formulas.fault(text)
    assert why is None or isinstance(why, str)
