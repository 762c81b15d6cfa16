"""Checks of typed relations: one word per predicate, both directions, one value where only one can be."""

from collections import defaultdict
from collections.abc import Iterator

from clew.lint.survey import Page, Relation, Survey, Term
from clew.model import Problem
from clew.text import regex as re

_SEAM = re.compile(r"[\s_-]+|(?<=[a-z0-9])(?=[A-Z])")
_CONTRADICTS = "contradicts"


def plain(predicate: str) -> str:
    """A predicate without the accidents of spelling: `partOf`, `part-of` and `Part of` are one."""
    return "_".join(word.lower() for word in _SEAM.split(predicate) if word)


def drift(survey: Survey) -> Iterator[Problem]:
    """Predicates that this bundle writes otherwise elsewhere: another spelling, or a synonym."""
    for page, relation in _authored(survey):
        usual = written(survey, relation.predicate)
        if usual != relation.predicate:
            yield page.problem("predicate_drift", f"`{relation.predicate}` is written `{usual}` in this bundle.")


def written(survey: Survey, predicate: str) -> str:
    """How a bundle writes a predicate: as its own vocabulary has it, else as it does most often."""
    term = meant(survey, predicate)
    if term and term.own:
        return term.name
    rivals = [name for name in survey.usage if _key(survey, name) == _key(survey, predicate)]
    return max(rivals, key=lambda n: (survey.usage[n], term is not None and n == term.name, n), default=predicate)


def _key(survey: Survey, predicate: str) -> str:
    term = meant(survey, predicate)
    return term.name if term else plain(predicate)


def meant(survey: Survey, predicate: str) -> Term | None:
    """The term that a predicate means, whatever its spelling."""
    return survey.terms.get(predicate) or survey.terms.get(plain(predicate))


def unknown(survey: Survey) -> Iterator[Problem]:
    """Predicates that the vocabulary does not have; each once, where it is first used."""
    seen: set[str] = set()
    for page, relation in _authored(survey):
        if meant(survey, relation.predicate) is None and relation.predicate not in seen:
            seen.add(relation.predicate)
            text = f"`{relation.predicate}` is not in the vocabulary; add it there, with its inverse."
            yield page.problem("predicate_unknown", text)


def one_way(survey: Survey) -> Iterator[Problem]:
    """Relations whose other end does not know of them."""
    for page, relation, inverse in unanswered(survey):
        text = f"`{relation.predicate}` to {relation.object} is not answered by `{inverse}` there."
        yield page.problem("asymmetric_relation", text)


def unanswered(survey: Survey) -> Iterator[tuple[Page, Relation, str]]:
    """Page, relation and the predicate that the page at the other end lacks."""
    for page, relation in _authored(survey):
        term = meant(survey, relation.predicate)
        other = survey.pages.get(relation.target or "")
        if not (term and term.inverse and other and other.concept and other.doc.writable) or other is page:
            continue
        back = survey.terms.get(term.inverse, term)
        if not any(r.target == page.path and _same(survey, r.predicate, back) for r in other.relations):
            yield page, relation, written(survey, term.inverse)


def _same(survey: Survey, predicate: str, term: Term) -> bool:
    found = meant(survey, predicate)
    return found is not None and found.name == term.name


def several(survey: Survey) -> Iterator[Problem]:
    """Predicates that allow one value and have two at the same time."""
    for page in survey.concepts:
        values: dict[str, set[str]] = defaultdict(set)
        for relation in page.relations:
            term = meant(survey, relation.predicate)
            # A date tells two values apart: they held one after the other.
            if term and term.functional and not relation.date:
                values[term.name].add(relation.target or relation.object.casefold().strip())
        for predicate, found in values.items():
            if len(found) > 1:
                shown = ", ".join(sorted(found))
                text = f"`{predicate}` has {len(found)} values ({shown}) where one can hold; remove or date one."
                yield page.problem("contradiction", text)


def contradicts(survey: Survey) -> Iterator[Problem]:
    """Two living pages of which one says that they contradict each other."""
    seen: set[frozenset[str]] = set()
    for page in survey.concepts:
        for relation in page.relations:
            other = survey.pages.get(relation.target or "")
            pair = frozenset((page.path, relation.target or ""))
            if plain(relation.predicate) != _CONTRADICTS or other is None or pair in seen:
                continue
            seen.add(pair)
            if not page.retired and not other.retired:
                yield page.problem("contradiction", f"It contradicts {other.path}, and both still count; settle it.")


def _authored(survey: Survey) -> Iterator[tuple[Page, Relation]]:
    return ((page, relation) for page in survey.concepts for relation in page.relations if not relation.claim)
