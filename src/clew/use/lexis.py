"""The vocabulary of a bundle: the predicates that ship with Clew, and the bundle's own on top of them."""

from functools import cache
from importlib.resources import files as resources

from clew.errors import Refused, StorageFailed
from clew.kin.vocabulary import FILE, Vocabulary, parse
from clew.model import Problem
from clew.pages.head import load
from clew.store.files import Files

EMPTY = b"predicates:\n"
"""A vocabulary of a bundle without entries of its own."""


@cache
def shipped() -> Vocabulary:
    """The predicates that every bundle has."""
    return parse(load(resources("clew.kin").joinpath(FILE).read_text("utf-8")))[0]


def read(files: Files) -> tuple[Vocabulary, tuple[Problem, ...]]:
    """The predicates of a bundle, and what its own file has that could not be used."""
    try:
        data = files.current(FILE)
    except (Refused, StorageFailed) as fault:
        return shipped(), (Problem(FILE, "bad_vocabulary", str(fault)),)
    if data is None:
        return shipped(), ()
    try:
        content = load(data.decode("utf-8"))
    except ValueError as fault:
        return shipped(), (Problem(FILE, "bad_vocabulary", f"It cannot be read: {fault}. Its entries are left out."),)
    own, problems = parse(content, FILE)
    return shipped().over(own), problems
