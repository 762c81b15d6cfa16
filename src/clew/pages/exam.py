"""`evaluate.yaml`: questions whose answers a bundle must give, must not give, or must refuse.

    thresholds: {passed: 1.0}
    cases:
      - question: Where do we host?
        expected: [Hetzner]
        forbidden: [Render]
      - question: Where did we host in March?
        as_of: "2026-03-15"
        expected: [Render]
      - question: Who won the chess final?
        out_of_bundle: true

An `evaluate.json` of an older wiki is read the same way: a list of cases, or lists `in_bundle` and `out_of_bundle`.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from clew.model import Json, Problem
from clew.pages.guard import overload
from clew.pages.head import load, plain
from clew.text.when import instant

FILES = ("evaluate.yaml", "evaluate.json")
"""Names of the file, the first that is there counts."""
MEASURES = {
    "passed": "cases in which everything was as it should be",
    "recall": "expected answers that the block holds",
    "first": "questions whose first item is an expected answer",
    "clean": "questions with forbidden answers of which none was served as holding",
    "answered": "questions of the bundle that were not refused",
    "refused": "questions from outside the bundle that were refused",
}
"""Every measure is a share from 0 to 1, the higher the better."""
_QUESTION = ("question", "query", "q")
_EXPECTED = ("expected", "expect", "expected_concepts", "concepts", "must_include", "answer")
_FORBIDDEN = ("forbidden", "forbid", "must_not_include", "must_not", "excluded")
_OUTSIDE = ("out_of_bundle", "outside", "out_of_domain")
_KNOWN = frozenset({*_QUESTION, *_EXPECTED, *_FORBIDDEN, *_OUTSIDE, "in_bundle", "as_of", "note", "id"})


@dataclass(frozen=True, slots=True)
class Case:
    """One question and what becomes of it."""

    question: str
    expected: tuple[str, ...] = ()
    """Words of an answer, a page path, or a claim id: each must be in the block."""
    forbidden: tuple[str, ...] = ()
    """The same; none may be served as what holds."""
    outside: bool = False
    """Whether nothing in the bundle answers it."""
    as_of: str | None = None


@dataclass(frozen=True, slots=True)
class Exam:
    """All cases of a bundle, and what shares of them must be right."""

    path: str
    cases: tuple[Case, ...] = ()
    thresholds: Mapping[str, float] | None = None
    """Measure → least share; None means that every case must pass."""
    problems: tuple[Problem, ...] = ()


def parse(data: bytes, path: str) -> Exam:
    """The exam in these bytes; what is wrong with it is among its problems, the rest counts."""
    try:
        text = data.decode("utf-8-sig")
        if not path.endswith(".json") and (code := overload(text)):
            return _broken(path, f"the file goes beyond the limits of YAML: {code}")
        value = plain(json.loads(text) if path.endswith(".json") else load(text), 1)
    except (ValueError, RecursionError) as fault:
        return _broken(path, f"the file cannot be read: {str(fault).splitlines()[0] if str(fault) else 'too deep'}")
    found: list[Case] = []
    problems: list[Problem] = []
    for where, entry, outside in _entries(value):
        made = _case(entry, outside)
        if isinstance(made, Case):
            found.append(made)
        else:
            problems.append(Problem(path, "bad_case", f"{where}: {made}"))
    limits, wrong = _thresholds(value.get("thresholds") if isinstance(value, Mapping) else None)
    problems += [Problem(path, "bad_threshold", text) for text in wrong]
    return Exam(path, tuple(found), limits, tuple(problems))


def _broken(path: str, message: str) -> Exam:
    return Exam(path, problems=(Problem(path, "bad_exam", message),))


def _entries(value: Json) -> Iterator[tuple[str, Json, bool]]:
    """Where each case stands, the case, and whether its list says that it comes from outside."""
    if isinstance(value, list):
        lists = [("case", value, False)]
    elif isinstance(value, Mapping):
        names = [("cases", False), ("questions", False), ("in_bundle", False), ("out_of_bundle", True)]
        lists = [(name, value[name], outside) for name, outside in names if isinstance(value.get(name), list)]
    else:
        lists = []
    for name, entries, outside in lists:
        for n, entry in enumerate(entries, 1):
            yield f"{name} {n}", entry, outside


def _case(entry: Json, outside: bool) -> Case | str:
    """The case, or what is wrong with it."""
    if isinstance(entry, str):
        return Case(entry, outside=outside) if outside else "a question of the bundle needs something `expected`"
    if not isinstance(entry, Mapping):
        return "a case is a mapping with a `question`"
    strange = sorted(set(entry) - _KNOWN)
    question = _first(entry, _QUESTION)
    expected, forbidden = _words(_first(entry, _EXPECTED)), _words(_first(entry, _FORBIDDEN))
    as_of = entry.get("as_of")
    away = outside or _first(entry, _OUTSIDE) is True or entry.get("in_bundle") is False
    if not isinstance(question, str) or not question.strip():
        return "it has no `question`"
    if strange:
        return f"`{strange[0]}` is no key of a case"
    if expected is None or forbidden is None:
        return "`expected` and `forbidden` are texts or lists of texts"
    if as_of is not None and instant(str(as_of)) is None:
        return f"`as_of` is {as_of!r}, which is no date"
    if away is bool(expected):
        return "a question has either something `expected` or `out_of_bundle: true`"
    return Case(question.strip(), expected, forbidden, away, None if as_of is None else str(as_of))


def _first(entry: Mapping[str, Json], names: Sequence[str]) -> Json:
    return next((entry[name] for name in names if name in entry), None)


def _words(value: Json) -> tuple[str, ...] | None:
    given = [] if value is None else [value] if isinstance(value, str) else value
    texts = isinstance(given, list) and all(isinstance(item, str) and item.strip() for item in given)
    return tuple(given) if texts else None


def _thresholds(value: Json) -> tuple[dict[str, float] | None, list[str]]:
    if value is None:
        return None, []
    if not isinstance(value, Mapping):
        return None, ["`thresholds` is a mapping of measures to shares"]
    good, wrong = {}, []
    for name, least in value.items():
        number = isinstance(least, int | float) and not isinstance(least, bool) and 0 <= least <= 1
        if name in MEASURES and number:
            good[name] = float(least)
        else:
            wrong.append(f"`{name}: {least}` is no threshold; one of {', '.join(MEASURES)} from 0 to 1")
    return good, wrong


def drafted(cases: Sequence[tuple[Case, str]], header: bool) -> str:
    """Cases as YAML for a person to look through, each with a remark; JSON strings are YAML strings."""
    out = ["# Look through these, mend what is wrong, and delete what does not matter.", "cases:"] if header else []
    for case, remark in cases:
        out.append(f"  - question: {_quoted(case.question)}" + (f"  # {remark}" if remark else ""))
        out += [f"    as_of: {_quoted(case.as_of)}"] if case.as_of else []
        for name, words in (("expected", case.expected), ("forbidden", case.forbidden)):
            out += [f"    {name}: [{', '.join(map(_quoted, words))}]"] if words else []
        out += ["    out_of_bundle: true"] if case.outside else []
    return "".join(f"{line}\n" for line in out if cases)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
