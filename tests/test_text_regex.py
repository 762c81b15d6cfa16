"""Patterns are compiled when they are first used, and then are what the standard library makes of them."""

import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

import clew
from clew.text import regex


def waiting(value: object, depth: int = 4) -> Iterator[regex.Waiting]:
    """The patterns in a value, containers included."""
    if isinstance(value, regex.Waiting):
        yield value
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from waiting(one, depth - 1)
    elif depth and isinstance(value, tuple | list):
        for one in value:
            yield from waiting(one, depth - 1)


def test_every_pattern_of_the_program_is_one_that_compiles() -> None:
    count = 0
    for found in pkgutil.walk_packages(clew.__path__, "clew."):
        if found.name.endswith("__main__"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            for pattern in waiting(value):
                assert re.compile(pattern.pattern, pattern._flags).flags == pattern.flags, f"{found.name}.{name}"
                count += 1
    assert count > 400


def test_a_pattern_does_what_the_compiled_one_does() -> None:
    made = r"(?P<word>[a-z]+)\d"
    shape, real = regex.compile(made, regex.IGNORECASE), re.compile(made, re.IGNORECASE)
    text = "A1 b, C22"
    assert shape.pattern == real.pattern
    assert shape.findall(text) == real.findall(text) == ["A", "C"]
    assert [m["word"] for m in shape.finditer(text)] == ["A", "C"]
    assert (shape.sub("-", text), shape.split(text)) == (real.sub("-", text), real.split(text))
    assert (shape.flags, shape.groups, dict(shape.groupindex)) == (real.flags, 1, {"word": 1})
    assert regex.compile(rb"\d").search(b"a1") is not None


def test_a_wrong_shape_is_told_at_its_first_use() -> None:
    wrong = regex.compile("(")
    with pytest.raises(re.error):
        wrong.search("x")


def test_the_extractor_is_imported_without_compiling_its_rules() -> None:
    code = (
        "import re, re._compiler as c\nmade = []\nwhole = c.compile\n"
        "c.compile = lambda *a, **k: made.append(a) or whole(*a, **k)\nimport clew.rules.extract\nprint(len(made))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 200
