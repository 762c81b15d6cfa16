"""Generated regions are found, checked and replaced; the rest of a file is never touched."""

import pytest

from clew.errors import Conflict
from clew.pages import region

BLOCK = region.wrap("claims", "* one\n")


@pytest.mark.parametrize(
    ("text", "state"),
    [
        ("prose\n", "missing"),
        ("see <!-- clew:claims in the middle of a line\n", "missing"),
        (f"prose\n\n{BLOCK}\nmore\n", "intact"),
        (f"prose\n\n{BLOCK}".removesuffix("\n"), "intact"),
        (BLOCK.replace("\n", "\r\n"), "intact"),
        (region.wrap("claims", "* one\n", "keys=a:1"), "intact"),
        (BLOCK.replace("one", "two"), "edited"),
        (BLOCK.replace("* one\n", ""), "edited"),
        (BLOCK.replace(" sha256=" + region.digest("* one\n"), ""), "edited"),
        (BLOCK + BLOCK, "broken"),
        (BLOCK.split("\n")[0] + "\n", "broken"),
        ("\n".join(reversed(BLOCK.split("\n"))) + "\n", "broken"),
        (region.wrap("index", "x\n"), "missing"),
        (f"text {BLOCK}", "broken"),
        ("```\n<!-- clew:claims begin sha256=0 -->\nx\n<!-- clew:claims end -->\n```\n", "missing"),
        (f"```\nan unclosed fence\n\n{BLOCK}", "broken"),
        (f"```\n{BLOCK}```\n\n{BLOCK}", "intact"),
    ],
)
def test_the_state_of_a_region(text: str, state: str) -> None:
    assert region.find(text, "claims").state == state


def test_a_new_block_takes_the_place_of_the_old_one() -> None:
    old = region.find(f"a\n\n{BLOCK}\nb\n", "claims")
    assert region.replace(f"a\n\n{BLOCK}\nb\n", old, "NEW\n") == "a\n\nNEW\n\nb\n"


@pytest.mark.parametrize(
    ("text", "after"), [("", "B\n"), ("a", "a\n\nB\n"), ("a\n", "a\n\nB\n"), ("a\n\n", "a\n\nB\n")]
)
def test_a_missing_region_is_added_at_the_end(text: str, after: str) -> None:
    assert region.replace(text, region.find(text, "claims"), "B\n") == after


def test_windows_line_ends_are_kept_by_a_new_block() -> None:
    text = "a\r\n\r\n" + BLOCK.replace("\n", "\r\n")
    assert region.replace(text, region.find(text, "claims"), "B\nC\n", "\r\n") == "a\r\n\r\nB\r\nC\r\n"


def test_an_edited_region_may_only_be_written_over_by_force() -> None:
    edited = BLOCK.replace("one", "mine")
    with pytest.raises(Conflict, match="edited by hand"):
        region.checked(edited, "claims")
    assert region.checked(edited, "claims", force=True).content == "* mine\n"


def test_broken_markers_are_never_written_over() -> None:
    with pytest.raises(Conflict, match="pair up"):
        region.checked(BLOCK + BLOCK, "claims", force=True)


def test_what_people_wrote_is_everything_outside() -> None:
    assert region.without(f"a\n\n{BLOCK}\nb\n", "claims") == "a\n\n\nb\n"
    assert region.without("a\n", "claims") == "a\n"


def test_a_region_framed_in_bytes_is_the_same_as_one_of_text() -> None:
    lines = ["* one “two”", "", "* three"]
    text = region.wrap("claims", "".join(f"{line}\n" for line in lines))
    assert region.framed("claims", map(str.encode, lines), b"---\n") == f"---\n{text}".encode()
