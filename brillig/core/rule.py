"""@rule, and the one walk over a game's rules that serves every gear.

A rule is an ordinary Python function, and stays one: called from Python it is the plain gear. The other gears are
made by walking from a rule to the rules it calls and building the same functions again over compiled ones. The
same walk collects a fingerprint of everything a compiled rule depends on, which names its cache folder.
"""

from __future__ import annotations

import dis
import hashlib
import importlib.util
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.abc import InspectLoader
from typing import Any, TypeVar

from brillig.core.errors import BadGame

F = TypeVar("F", bound=Callable[..., Any])
Function = types.FunctionType


def rule(f: F) -> F:
    """Mark a function as part of a game's rules: whole numbers, loops, ifs, fields and other rules; nothing else."""
    if getattr(f, "__closure__", None):
        raise BadGame(f"The rule {f.__name__} must stand at the top of its module, not inside another function.")
    f.__rule__ = True  # type: ignore[attr-defined]
    return f


# What would allocate, or mean something else on a GPU, by the instructions it compiles to.
FOREIGN = {
    "BUILD_LIST": "a list", "LIST_APPEND": "a list", "BUILD_MAP": "a dict", "MAP_ADD": "a dict", "BUILD_SET": "a set",
    "SET_ADD": "a set", "BUILD_STRING": "text", "FORMAT_VALUE": "text", "FORMAT_SIMPLE": "text",
    "BUILD_SLICE": "a slice", "BINARY_SLICE": "a slice", "STORE_SLICE": "a slice", "RAISE_VARARGS": "an exception",
    "YIELD_VALUE": "yield", "IMPORT_NAME": "an import", "MAKE_FUNCTION": "a function inside it", "CONTAINS_OP": "in",
    "PUSH_EXC_INFO": "try or with",
}  # fmt: skip
_SUSPECT = {dis.opmap[name] for name in FOREIGN if name in dis.opmap}
_OPERATORS = ("/", "/=", "**", "**=", "@")
_LOAD_GLOBAL, _EXTENDED, _BINARY = (dis.opmap[name] for name in ("LOAD_GLOBAL", "EXTENDED_ARG", "BINARY_OP"))


def _arguments(code: types.CodeType, instruction: int) -> Iterator[int]:
    """What this instruction is given, wherever it stands."""
    return (argument for _, argument in _places(code, instruction))


def _places(code: types.CodeType, instruction: int) -> Iterator[tuple[int, int]]:
    """Where this instruction stands and what it is given. (As `dis` would tell, which takes many times as long.)"""
    done, given = code.co_code[::2], code.co_code[1::2]
    at = done.find(instruction)
    while at >= 0:
        argument, before = given[at], at - 1
        while before >= 0 and done[before] == _EXTENDED:
            argument |= given[before] << 8 * (at - before)
            before -= 1
        yield at, argument
        at = done.find(instruction, at + 1)


_PLAIN = {
    given
    for operator in "+ - * // % & | ^ << >>".split()
    for text in (f"a {operator} b", f"a {operator}= b", "a[b]")
    for given in _arguments(compile(text, "", "exec"), _BINARY)
}


def foreign(f: Any) -> str:
    """What in a game's rule is not for rules; empty if nothing is. (The engine's own loops may do more.)"""
    code = f.__code__
    numbers = any(isinstance(value, float | complex) for value in code.co_consts)
    operators = _arguments(code, _BINARY)
    if not numbers and _PLAIN.issuperset(operators) and _SUSPECT.isdisjoint(code.co_code[::2]):
        return ""  # as nearly always; to look at every instruction takes much longer
    for each in dis.get_instructions(f):
        if each.opname in FOREIGN:
            return FOREIGN[each.opname]
        if each.opname == "BINARY_OP" and each.argrepr in _OPERATORS:
            return f"the operator {each.argrepr} (// divides whole numbers)"
        if each.opname == "LOAD_CONST" and isinstance(each.argval, float | complex):
            return f"the number {each.argval}"
    return ""


def is_rule(value: object) -> bool:
    return isinstance(value, Function) and getattr(value, "__rule__", False)


class Translator:
    """Builds a rule again, and every rule it calls, through `jit`.

    `stand_ins` names rules to be replaced by others on the way: the engine's own loops are written against
    stand-ins for `setup`, `play` and the rest, and get a game's rules here.
    """

    def __init__(
        self,
        jit: Callable[[Any], Any],
        stand_ins: Mapping[Any, Any],
        table: Callable[[tuple[Any, ...]], Any] = lambda values: values,
        templates: types.ModuleType | None = None,
    ) -> None:
        """`table`: what a constant tuple of numbers becomes. `templates`: rebuild only that module's rules."""
        self.jit, self.stand_ins, self.table, self.templates = jit, stand_ins, table, templates
        self.done: dict[Any, Any] = {}
        self.under_way: list[Any] = []

    def __call__(self, f: Any) -> Any:
        f = self.stand_ins.get(f, f)
        if f in self.done:
            return self.done[f]
        if self.templates and f.__module__ != self.templates.__name__:
            return f
        if f in self.under_way:
            raise BadGame(f"The rule {f.__name__} calls itself; rules that run compiled cannot. Use a loop.")
        self.under_way.append(f)
        names = {n: self.swap(v, f.__code__.co_names) for n, v in used_globals(f).items()}
        again = Function(f.__code__, {"__builtins__": __builtins__, **names}, f.__name__, f.__defaults__, f.__closure__)
        again.__module__, again.__qualname__ = f.__module__, f.__qualname__
        self.under_way.pop()
        self.done[f] = self.jit(again)
        return self.done[f]

    def swap(self, value: Any, named: tuple[str, ...] = ()) -> Any:
        """What stands for a global value; of a module, only what the code names can be meant."""
        if is_rule(value):
            return self(value)
        if isinstance(value, types.ModuleType) and any(map(is_rule, vars(value).values())):
            twin = types.ModuleType(value.__name__)
            inside = {n: v for n, v in vars(value).items() if n in named and not isinstance(v, types.ModuleType)}
            vars(twin).update({n: self.swap(v) for n, v in inside.items()})
            return twin
        return self.table(value) if isinstance(value, tuple) else value


def used_globals(f: Any) -> dict[str, Any]:
    """The global names a function mentions, with their values."""
    loaded = {arg >> 1 for arg in _arguments(f.__code__, _LOAD_GLOBAL)}  # the lowest bit says whether it is called
    names = enumerate(f.__code__.co_names)
    return {n: f.__globals__[n] for k, n in names if k in loaded and n in f.__globals__}


def reach(rules: Iterable[Any], stand_ins: Mapping[Any, Any]) -> list[Any]:
    """Every rule that these rules can come to, themselves included."""
    todo, found = [stand_ins.get(f, f) for f in rules], []
    while todo:
        f = todo.pop()
        if f in found:
            continue
        found.append(f)
        for value in used_globals(f).values():
            inside = vars(value).values() if isinstance(value, types.ModuleType) else (value,)
            # Of a module only the rules that the code names can be meant.
            named = [v for v in inside if is_rule(v) and v.__name__ in f.__code__.co_names]
            todo.extend(stand_ins.get(v, v) for v in named)
    return found


def fingerprint(rules: Iterable[Any], stand_ins: Mapping[Any, Any], *extra: object) -> str:
    """A hash of all that the compiled form of these rules depends on: code, constants, tables, in whatever file."""
    lines = [repr(e) for e in extra]
    for f in reach(rules, stand_ins):
        lines.append(f"{f.__module__}.{f.__qualname__} {_code(f.__code__)} {f.__defaults__!r}")
        for name, value in sorted(used_globals(f).items()):
            lines.append(f"{name} = {_constant(value, f.__code__.co_names)}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()[:24]


def module_code(name: str) -> str:
    """All that a module does, in short."""
    spec = importlib.util.find_spec(name)
    code = spec.loader.get_code(name) if spec and isinstance(spec.loader, InspectLoader) else None
    return hashlib.sha256(_code(code).encode()).hexdigest() if code else name


def _code(code: types.CodeType) -> str:
    """What a function does; not where it stands, nor what it says about itself.

    Python keeps a docstring in front of the constants, and one that is added moves them all. So each is told where it is
    used, and not by its place among them.
    """
    said = code.co_consts[0] if code.co_consts else None
    done, used = bytearray(code.co_code), []
    for instruction in dis.hasconst:
        for at, argument in _places(code, instruction):
            done[2 * at + 1] = 0
            constant = code.co_consts[argument]
            if constant is not said or not isinstance(said, str):
                used.append(_code(constant) if isinstance(constant, types.CodeType) else repr(constant))
    return f"{done.hex()} {used} {code.co_names} {code.co_varnames}"


def _constant(value: Any, names: tuple[str, ...]) -> str:
    if isinstance(value, types.ModuleType):
        inside = {n: vars(value)[n] for n in names if n in vars(value)}
        return f"{value.__name__} {[(n, _constant(v, ())) for n, v in sorted(inside.items())]}"
    if isinstance(value, Function | type | types.BuiltinFunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    if hasattr(value, "tobytes"):
        return f"{value.dtype} {value.shape} {value.tobytes().hex()}"
    return repr(value)
