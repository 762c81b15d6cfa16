"""A key of a settings file is changed by its line."""

import tomllib

import pytest

from clew.core.toml import with_key
from clew.errors import Refused

MINE = """# mine
[models]
embedder = "none"  # small

[user]
# who
name = "kim"
bundle = "/old"  # where

[git]
x = 1
"""


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("", "/b", '[user]\nbundle = "/b"\n'),
        ("a = 1", "/b", 'a = 1\n\n[user]\nbundle = "/b"\n'),
        ("[user]", "/b", '[user]\nbundle = "/b"\n'),
        ('[user]\nname = "x"\n', 'q"\\', '[user]\nbundle = "q\\"\\\\"\nname = "x"\n'),
        (MINE, "/new", MINE.replace('bundle = "/old"  # where', 'bundle = "/new"')),
        (MINE, None, MINE.replace('bundle = "/old"  # where\n', "")),
        ("[other]\n", None, "[other]\n"),
    ],
)
def test_only_the_line_of_the_key_changes(text: str, value: str | None, expected: str) -> None:
    assert with_key(text, "user", "bundle", value) == expected
    assert tomllib.loads(expected).get("user", {}).get("bundle") == value


@pytest.mark.parametrize(
    "text",
    [
        'user = {bundle = "x"}\n',
        '[user]\nbundle = """\nx"""\n',
        'user.bundle = "x"\n',
        "not toml",
        's = """\n[user]\n"""\n',
    ],
)
def test_what_is_written_another_way_is_left_to_people(text: str) -> None:
    with pytest.raises(Refused, match="by hand"):
        with_key(text, "user", "bundle", "/b")
