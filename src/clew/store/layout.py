"""Older layouts of a bundle, brought up to date step by step; there is no way back.

A step says what becomes of which file: new bytes, or None where it goes. It looks at files only, and running it on a
bundle that is up to date changes nothing.
"""

import tomllib
from collections.abc import Callable, Mapping

from clew.core.settings import FORMAT
from clew.core.toml import with_key
from clew.store.files import SETTINGS, Files, attributes
from clew.text import regex as re

Changes = dict[str, bytes | None]
Step = Callable[[Files], Changes]

_FORMAT = re.compile(r"^([ \t]*format[ \t]*=[ \t]*)\w+", re.MULTILINE)
_LOG = re.compile(rb"|# Log|## \d{4}-\d\d-\d\d|\* \*\*\w+\*\*: .*")


def _second(files: Files) -> Changes:
    """Format 2 marks what is generated in every file; the files of format 1, written whole, make room for them."""
    out: Changes = {}
    log, timeline, words = (files.current(p) for p in ("log.md", "timeline.md", "trigger-keywords.txt"))
    if log is not None and b"<!-- clew:" not in log and all(_LOG.fullmatch(line) for line in log.split(b"\n")):
        out["log.md"] = None
    if timeline and b"<!-- clew:" not in timeline and b'type: "Timeline"' in timeline.partition(b"\n---\n")[0]:
        out["timeline.md"] = None
    if words is not None and not words.startswith(b"# clew "):
        out["trigger-keywords.txt"] = None
    rules = attributes(files)
    return {**out, ".gitattributes": rules} if rules else out


STEPS: Mapping[int, Step] = {1: _second}
"""Format → the step that leads from it to the next."""


def changes(files: Files, version: int, steps: Mapping[int, Step] = STEPS, target: int = FORMAT) -> Changes:
    """Everything that brings a bundle of this format up to date, the settings last; nothing when it is.

    Raises:
        Refused: the format is written in a way that is only safe to edit by hand.
    """
    out: Changes = {}
    for number in range(version, target):
        out |= steps[number](files)
    if version < target:
        out[SETTINGS] = _renewed(files.read(SETTINGS), target)
    return out


def _renewed(settings: bytes, target: int) -> bytes:
    """The settings with another format; what stands behind it on its line stays, where that is plain to see."""
    text = settings.decode()
    changed = _FORMAT.sub(rf"\g<1>{target}", text, count=1)
    asked = tomllib.loads(text)
    asked["bundle"]["format"] = target
    return (changed if tomllib.loads(changed) == asked else with_key(text, "bundle", "format", target)).encode()
