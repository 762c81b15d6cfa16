"""The predicates of relations: their other direction, how many objects they allow, and what class they are of."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from clew.model import Json, Problem
from clew.text import regex as re
from clew.text.words import fold

FILE = "vocabulary.yaml"
"""Where a bundle keeps predicates of its own."""
DEFAULT_WEIGHT = 0.5
"""Weight of a class that no vocabulary gives one."""
_KEYS = frozenset(("inverse", "symmetric", "single", "class", "from", "to", "words"))
_SIGNS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a predicate is called and what follows from it."""

    name: str
    inverse: str = ""
    """Name of the other direction; its own name where it is symmetric; empty where none is written."""
    single: bool | None = None
    """Whether a subject has one object at a time; None where nothing is said of it."""
    cls: str = "general"
    """Class by which expansion weighs it: causal, temporal, part, social, …"""
    types: tuple[str, str] = ("", "")
    """Types of subject and object; empty for any."""
    words: tuple[str, ...] = ()
    """Other names it goes by."""

    @property
    def symmetric(self) -> bool:
        """Whether both directions have one name."""
        return self.inverse == self.name


@dataclass(frozen=True)
class Vocabulary:
    """Predicates by name, with the weights of their classes."""

    predicates: Mapping[str, Predicate] = field(default_factory=dict)
    weights: Mapping[str, float] = field(default_factory=dict)
    attributes: Mapping[str, Predicate] = field(default_factory=dict)
    """What claims say of a thing besides relations, such as its owner or its version."""

    @cached_property
    def _names(self) -> dict[str, tuple[str, bool]]:
        """Every folded name → the predicate it means and whether it is its other direction."""
        out: dict[str, tuple[str, bool]] = {}
        for name in self.predicates:
            out[key(name)] = (name, False)
        for name, one in self.predicates.items():
            if one.inverse and not one.symmetric:
                out.setdefault(key(one.inverse), (name, True))
            for word in one.words:
                out.setdefault(key(word), (name, False))
        return out

    def of(self, said: str) -> Predicate | None:
        """The predicate that a name, a synonym or an inverse means, seen in that direction; None where unknown."""
        found = self._names.get(key(said))
        if not found:
            return None
        one = self.predicates[found[0]]
        if not found[1]:
            return one
        return Predicate(one.inverse, one.name, None, one.cls, (one.types[1], one.types[0]))

    def canonical(self, said: str) -> str:
        """The name that stands for a predicate and its synonyms; what is unknown keeps its words."""
        found = self.of(said)
        return found.name if found else key(said)

    def inverse(self, said: str) -> str:
        """Name of the other direction; empty where there is none."""
        found = self.of(said)
        return found.inverse if found else ""

    def cls(self, said: str) -> str:
        """The class of a predicate."""
        found = self.of(said)
        return found.cls if found else "general"

    def weight(self, said: str) -> float:
        """What an edge of this predicate is worth to expansion, by its class."""
        return self.weights.get(self.cls(said), DEFAULT_WEIGHT)

    def single(self, said: str) -> bool:
        """Whether a subject has one object of it at a time."""
        found = self.of(said)
        return bool(found and found.single)

    @cached_property
    def holds(self) -> Mapping[str, bool]:
        """Attributes of which the vocabulary says whether a thing has one value at a time; what else is open."""
        return {name: one.single for name, one in self.attributes.items() if one.single is not None}

    def over(self, own: "Vocabulary") -> "Vocabulary":
        """This vocabulary with a bundle's own on top of it.

        What the bundle says of a predicate holds for the attribute of that name too: `hosted_on` for where things
        are hosted.
        """
        # What a bundle calls a word of a predicate of its own is no predicate beside it.
        words = {key(word) for one in own.predicates.values() for word in one.words} - own.predicates.keys()
        kept = {name: one for name, one in self.predicates.items() if name not in words}
        counted = [one for one in own.predicates.values() if one.single is not None]
        told = {key(word): one for one in counted for word in (one.name, *one.words)}
        meant = ((name, word) for name, one in self.attributes.items() for word in one.words)
        linked = {name: told[word] for name, word in meant if word in told}
        attributes = {**self.attributes, **told, **linked, **own.attributes}
        return Vocabulary({**kept, **own.predicates}, {**self.weights, **own.weights}, attributes)


def key(said: str) -> str:
    """A predicate as it is compared and written: folded words joined by underscores."""
    return _SIGNS.sub("_", fold(said.strip())).strip("_")


def parse(data: Json, path: str = FILE) -> tuple[Vocabulary, tuple[Problem, ...]]:
    """A vocabulary from the content of its file, and what in it could not be used."""
    problems: list[Problem] = []
    if data is None:
        return Vocabulary(), ()
    if not isinstance(data, Mapping):
        return Vocabulary(), (Problem(path, "bad_vocabulary", "It must hold `predicates:` with one entry a line."),)
    found, attributes = (_entries(data, part, path, problems) for part in ("predicates", "attributes"))
    weights = data.get("weights") or {}
    kept = {str(k): float(v) for k, v in weights.items() if _number(v)} if isinstance(weights, Mapping) else {}
    for name in (weights.keys() - kept.keys()) if isinstance(weights, Mapping) else ():
        problems.append(Problem(path, "bad_vocabulary", f"The weight of {name!r} must be a number from 0 to 1."))
    return Vocabulary(found, kept, attributes), tuple(problems)


def _entries(data: Mapping[str, Json], part: str, path: str, problems: list[Problem]) -> dict[str, Predicate]:
    raw = data.get(part) or {}
    if not isinstance(raw, Mapping):
        problems.append(Problem(path, "bad_vocabulary", f"`{part}` must be a mapping of names to their settings."))
        return {}
    made = ((str(name), _predicate(str(name), value, path, problems)) for name, value in raw.items())
    return {key(name): one for name, one in made if one}


def _number(value: Json) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _predicate(name: str, value: Json, path: str, problems: list[Problem]) -> Predicate | None:
    if not key(name) or not isinstance(value, Mapping | None):
        problems.append(
            Problem(path, "bad_vocabulary", f"The entry of {name!r} must be a mapping; it was passed over.")
        )
        return None
    given = dict(value or {})
    for unknown in sorted(given.keys() - _KEYS):
        known = ", ".join(sorted(_KEYS))
        problems.append(Problem(path, "bad_vocabulary", f"{name!r} has {unknown!r}, which is none of: {known}."))
    single = given.get("single")
    inverse = key(name) if given.get("symmetric") is True else key(str(given.get("inverse") or ""))
    return Predicate(
        name=key(name),
        inverse=inverse,
        single=single if isinstance(single, bool) else None,
        cls=str(given.get("class") or "general"),
        types=(str(given.get("from") or ""), str(given.get("to") or "")),
        words=tuple(_texts(given.get("words"))),
    )


def _texts(value: Json) -> Iterable[str]:
    return (str(word) for word in value) if isinstance(value, list | tuple) else ()
