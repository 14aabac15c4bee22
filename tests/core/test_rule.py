"""@rule: what may be one, and a fingerprint that nothing escapes."""

import re
import types

import pytest

from brillig.core import BadGame, rule
from brillig.core.rule import Translator, fingerprint, foreign, is_rule, reach

TABLE = (1, 2, 3)
NUMBER = 4


@rule
def inner(x):
    return TABLE[x] + NUMBER


@rule
def outer(x):
    return inner(x) + 1


@rule
def endless(x):
    return endless(x - 1) if x else 0


def test_a_rule_is_still_a_function():
    assert is_rule(outer)
    assert outer(2) == 8


def test_a_rule_inside_a_function_is_refused():
    n = 3
    with pytest.raises(BadGame, match="top of its module"):

        @rule
        def closed(x):
            return x + n


def test_a_rule_that_calls_itself_is_refused():
    with pytest.raises(BadGame, match="calls itself"):
        Translator(lambda f: f, {})(endless)


def test_every_rule_called_is_found():
    assert {f.__name__ for f in reach([outer], {})} == {"outer", "inner"}


def test_translated_rules_call_translated_rules(compiled):
    assert compiled(outer)(2) == 8
    assert compiled(outer).nopython_signatures


def changed(**globals_):
    """The fingerprint of `outer` in a world where some globals of its module have other values."""
    space = {"TABLE": TABLE, "NUMBER": NUMBER, **globals_}
    again = types.FunctionType(inner.__code__, space, "inner")
    again.__rule__ = True
    whole = types.FunctionType(globals_.get("code", outer.__code__), {"inner": again}, "outer")
    return fingerprint([whole], {})


def test_the_fingerprint_knows_code_constants_and_callees():
    base = changed()
    assert changed() == base
    assert changed(NUMBER=5) != base
    assert changed(TABLE=(1, 2, 4)) != base
    other = compile("def outer(x):\n    return inner(x) + 2", "elsewhere.py", "exec").co_consts[0]
    assert changed(code=other) != base
    assert fingerprint([outer], {}, "numba 1") != fingerprint([outer], {}, "numba 2")


def code_of(text):
    return next(c for c in compile(text, "somewhere.py", "exec").co_consts if isinstance(c, types.CodeType))


def test_the_fingerprint_does_not_know_lines_comments_and_docstrings():
    base = changed(code=code_of("def outer(x):\n    'Adds.'\n    return inner(x) + 2"))
    assert (
        changed(code=code_of("\n\n# Why.\ndef outer(x):\n\n    'Adds two.'\n    # How.\n    return inner(x) + 2"))
        == base
    )
    assert changed(code=code_of("def outer(x):\n    'Adds.'\n    return inner(x) + 3")) != base


@pytest.mark.parametrize(
    "body", ["return inner(x) + 2", "inner(x)", "return (1, 2)[x] if inner(x) else None", "return None"]
)
def test_the_fingerprint_does_not_know_whether_there_is_a_docstring(body):
    silent = changed(code=code_of(f"def outer(x):\n    {body}"))
    assert changed(code=code_of(f"def outer(x):\n    'Adds.'\n    {body}")) == silent
    assert changed(code=code_of("def outer(x):\n    return 7 if inner(x) else None")) != silent


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("[1, 2]", "a list"),
        ("[y for y in range(x)]", "a (list|function inside it)"),
        ("{x: 1}", "a dict"),
        ("f'{x}'", "text"),
        ("x[1:2]", "a slice"),
        ("x / 2", "the operator /"),
        ("x ** 2", "the operator"),
        ("x * 1.5", "the number 1.5"),
        ("x in (1, 2)", "in"),
        ("(lambda y: y)(x)", "a function inside it"),
    ],
)
def test_what_is_not_for_rules_is_found(body, found):
    space = {}
    exec(f"def f(x):\n    return {body}", space)
    assert re.match(found, foreign(space["f"]))


def test_a_rule_catches_nothing():
    def f(x):
        try:
            return x // 0
        except ZeroDivisionError:
            return 0

    assert foreign(f) == "try or with"


def test_what_is_for_rules_is_not():
    assert foreign(outer) == ""
    assert foreign(inner) == ""


WORLD = types.ModuleType("world")
WORLD.inner, WORLD.TABLE, WORLD.WORDS = inner, TABLE, ("red", "green")


@rule
def through_a_module(x):
    return WORLD.inner(x) + WORLD.TABLE[x]


def test_of_a_module_only_what_is_named_is_made_a_table():
    tables = []
    made = Translator(lambda f: f, {}, lambda values: tables.append(values) or values)(through_a_module)
    assert made(1) == TABLE[1] + NUMBER + TABLE[1]
    assert TABLE in tables
    assert WORLD.WORDS not in tables
