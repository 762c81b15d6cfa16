"""How a shape in the graph is written: who works at something that lies in Berlin, and the like.

    (?p:Person)-works_at->(?o), (?o)-located_in->/entities/berlin

A node is a variable `(?x)`, one of a type `(?x:Person)`, any node `()`, a page `/path`, or a name in quotes or brackets
(`"Berlin"`, `(Berlin)`). Between two nodes stands a relation: `-rel->`, `<-rel-`, or `-rel-` for either direction;
`a|b` means one of several, `*` any. Edges can be chained, and commas join patterns. `pattern.py` finds what fits.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from clew.errors import UsageError
from clew.search.pattern import Hop
from clew.text import regex as re

LONGEST = 500
"""Characters of a pattern."""
MOST = 8
"""Edges of a pattern."""
EITHER = 3
"""Edges of a pattern that may be written without a direction."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One end of an edge of a pattern."""

    variable: str
    """`?name` as it is written, or `?_1` and so on where no name is."""
    type: str | None = None
    """Type that the thing must have, as it is written on its page; None means any."""
    name: str | None = None
    """Path or name of the one thing it stands for; None for a variable."""


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of a pattern."""

    src: Spot
    dst: Spot
    rels: tuple[str, ...] = ()
    """Relations that will do; empty means any."""
    way: str = ">"
    """`>` from the first to the second, `<` back, `-` either way."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A pattern that was read."""

    steps: tuple[Step, ...]

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Ends of all edges in the order of writing."""
        return tuple(spot for step in self.steps for spot in (step.src, step.dst))

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables that have a name, in the order of writing."""
        return tuple(
            dict.fromkeys(s.variable for s in self.spots if s.name is None and not s.variable.startswith("?_"))
        )

    @property
    def types(self) -> dict[str, frozenset[str]]:
        """Types that a variable must have, by variable."""
        out: dict[str, frozenset[str]] = {}
        for spot in self.spots:
            if spot.type:
                out[spot.variable] = out.get(spot.variable, frozenset()) | {spot.type}
        return out

    def readings(self, refs: dict[str, str]) -> Iterator[tuple[Hop, ...]]:
        """The directed patterns it stands for, with `refs` in the place of what is named."""
        for turned in product(*(_BACK[step.way] for step in self.steps)):
            yield tuple(_hop(step, refs, back) for step, back in zip(self.steps, turned, strict=True))


_BACK = {">": (False,), "<": (True,), "-": (False, True)}


def _hop(step: Step, refs: dict[str, str], back: bool) -> Hop:
    src, dst = (refs.get(spot.variable, spot.variable) for spot in (step.src, step.dst))
    return Hop(dst, src, step.rels) if back else Hop(src, dst, step.rels)


def parse(text: str) -> Shape:
    """The pattern that a text stands for.

    Raises:
        UsageError: it is none; the message shows the place.
    """
    if len(text) > LONGEST:
        raise UsageError(f"a pattern has at most {LONGEST} characters; this one has {len(text)}")
    return _Reader(text).pattern()


class _Reader:
    """Reads a pattern from left to right; every rule of the language is one method."""

    _SPACE = re.compile(r"\s*")
    _VARIABLE = re.compile(r"\(\s*(?:\?(\w{1,40})\s*)?(?::\s*([^()\"]{1,60}?)\s*)?\)")
    _NAME = re.compile(r"\(\s*([^?:()\"\s][^()\"]{0,120}?)\s*\)")
    _QUOTED = re.compile(r'"([^"]{1,160})"')
    _PATH = re.compile(r"/[^\s,()<>\"]{1,200}")
    _ARROW = re.compile(r"(<)?-\s*([\w*|]+(?:[ :-][\w|]+)*)\s*-(>)?")

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._made = 0

    def pattern(self) -> Shape:
        """The whole text."""
        steps: list[Step] = []
        while True:
            steps += self._chain()
            if self._end():
                break
            self._expect(",")
        if len(steps) > MOST:
            raise UsageError(f"a pattern has at most {MOST} edges; this one has {len(steps)}")
        if sum(step.way == "-" for step in steps) > EITHER:
            raise UsageError(f"at most {EITHER} edges of a pattern may go either way; give the others a direction")
        return Shape(tuple(steps))

    def _chain(self) -> Iterator[Step]:
        here = self._spot()
        first = True
        while first or not (self._end() or self._text[self._at] == ","):
            rels, way = self._arrow()
            there = self._spot()
            yield Step(here, there, rels, way)
            here, first = there, False

    def _spot(self) -> Spot:
        self._skip()
        found = self._take(self._VARIABLE)
        if found:
            return Spot(f"?{found[1]}" if found[1] else self._fresh(), found[2])
        for rule in (self._NAME, self._QUOTED, self._PATH):
            found = self._take(rule)
            if found:
                return Spot(self._fresh(), name=found[found.lastindex or 0].strip())
        raise self._wrong('a node: (?x), (?x:Type), (), /page, "name" or (name)')

    def _arrow(self) -> tuple[tuple[str, ...], str]:
        """Relations, and `>`, `<` or `-` for the way they go."""
        at = self._skip()
        found = self._take(self._ARROW)
        rels = tuple(word.strip() for word in found[2].split("|")) if found else ()
        wrong = not found or (found[1] and found[3]) or not all(rels) or ("*" in found[2] and rels != ("*",))
        if not found or wrong:
            self._at = at
            raise self._wrong("a relation: -works_at->, <-works_at-, -works_at-, a|b or * for any")
        return (() if rels == ("*",) else rels), ">" if found[3] else "<" if found[1] else "-"

    def _fresh(self) -> str:
        self._made += 1
        return f"?_{self._made}"

    def _take(self, rule: re.Pattern[str]) -> re.Match[str] | None:
        found = rule.match(self._text, self._at)
        if found:
            self._at = found.end()
        return found

    def _skip(self) -> int:
        space = self._SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._at

    def _end(self) -> bool:
        return self._skip() == len(self._text)

    def _expect(self, mark: str) -> None:
        if not self._text.startswith(mark, self._at):
            raise self._wrong(f"`{mark}` or the end")
        self._at += len(mark)

    def _wrong(self, wanted: str) -> UsageError:
        shown = self._text[self._at : self._at + 20]
        got = f"`{shown}`" if shown else "the end"
        return UsageError(f"the pattern cannot be read at character {self._at + 1}: expected {wanted}, found {got}")
