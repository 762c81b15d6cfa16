"""The table of checks: names, severity, what each finds, and whether it can be mended."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from clew.lint import age, claims, links, own, relations, supersession
from clew.lint.survey import Survey
from clew.model import Problem

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "error")
"""From the least to the most."""


@dataclass(frozen=True, slots=True)
class Check:
    """A thing that can be found, by its name."""

    name: str
    severity: Severity
    sentence: str
    fixable: bool = False
    """Whether `--fix` mends it: only where nothing can be lost or meant otherwise."""


LOOKS: tuple[Callable[[Survey], Iterator[Problem]], ...] = (
    own.form, own.unquoted, own.edited, own.copies, own.joined, own.faults,
    links.orphan, links.broken_target, links.unreviewed_reference, links.wikilinks,
    relations.drift, relations.unknown, relations.one_way, relations.several, relations.contradicts,
    supersession.dangling, supersession.one_sided, supersession.ring, supersession.fork, supersession.unmarked,
    age.stale, age.lapsed, age.untouched,
    claims.waiting, claims.demoted, claims.behind, claims.unspotted, claims.joined, claims.refused,
)  # fmt: skip
"""The functions that look; most find one thing."""

_KNOWLEDGE = (
    Check("orphan", "note", "no page points to it and it points to none"),
    Check("broken_target", "error", "a relation leads to a page that is not there (a superseded one is there)"),
    Check("stale", "warning", "its `stale_after` has passed"),
    Check("lapsed", "note", "claims in force held only until a day that has passed"),
    Check("untouched", "note", "nothing was written, verified or said for `--stale-days`"),
    Check("predicate_drift", "warning", "another spelling or a synonym of a predicate of the vocabulary", fixable=True),
    Check("predicate_unknown", "note", "a predicate that the vocabulary does not have"),
    Check("contradiction", "warning", "two values where one can hold, or pages that contradict each other"),
    Check("asymmetric_relation", "warning", "the page at the other end lacks the inverse", fixable=True),
    Check("unreviewed_reference", "note", "a reference or source that nobody has looked at"),
    Check("supersession_dangling", "error", "a successor or predecessor is not there"),
    Check("supersession_one_sided", "warning", "only one of two pages states the supersession", fixable=True),
    Check("supersession_cycle", "error", "pages replace one another in a ring"),
    Check("supersession_fork", "warning", "two pages take the place of one"),
    Check("superseded_without_status", "warning", "it names a successor and still counts as good", fixable=True),
    Check("dispute", "warning", "a conflict of claims that nobody has settled"),
    Check("support_changed", "warning", "a claim whose ground no longer holds"),
    Check("merge_open", "note", "two names that may mean one thing, for a person to say"),
    Check("relation_open", "note", "a proposed relation, for a person to accept"),
    Check("not_same_unspotted", "note", "machine judgements of *not the same* that nobody has spot-checked"),
    Check("same_unspotted", "note", "names joined by machine of which people have looked at none, or at too few"),
    Check("demoted", "note", "claims that a check lowered and nobody has reviewed"),
    Check("tombstone_collision", "error", "a claim in force says what a person refused"),
    Check("text_behind", "warning", "a paragraph rests on a claim that has changed since"),
)
_FILES = (
    Check("unquoted_date", "note", "a date in front matter without quotes", fixable=True),
    Check("block_edited", "warning", "a generated block was edited by hand"),
    Check("list_edited", "warning", "a wholly generated file was edited by hand"),
    Check("block_broken", "error", "the markers of a generated block do not pair up"),
    Check("block_missing", "note", "a topic page without its generated block"),
    Check("page_copied", "warning", "a copy of a generated page, as a clash of a sync client leaves it"),
    Check("text_joined", "warning", "a merge of git kept words of both sides, for a person to read"),
    Check("key_edited", "note", "a generated front matter key was changed by hand"),
    Check("evidence_lost", "error", "a quote no longer stands where the claim says"),
    Check("changed_text", "error", "the stored text of a source was changed"),
    Check("missing_text", "error", "the stored text of a source is gone"),
    Check("missing_page", "error", "stored text without its source page"),
    Check("missing_source", "error", "the ledger knows a source that is gone"),
    Check("missing_claims", "error", "the ledger speaks of claims that are gone"),
    Check("unrecorded", "warning", "a source that the ledger does not know"),
    Check("page_missing", "warning", "a topic page is gone; any writing command makes it again"),
    Check("page_behind", "warning", "a topic page is behind the ledger"),
    Check("broken_digest", "error", "a line of the ledger was changed after it was written"),
    Check("missing_line", "error", "a line of the ledger is missing"),
    Check("duplicate_number", "warning", "two copies of one clone wrote apart"),
    Check("wrong_writer", "error", "a line of the ledger stands in another writer's file"),
    Check("torn_tail", "warning", "an append was cut off"),
    Check("bad_line", "error", "a line of JSON that cannot be read"),
    Check("conflict_marker", "error", "a merge left its marker in the ledger"),
    Check("bad_source", "warning", "a page in `sources/` that is none of Clew's"),
    Check("bad_name", "warning", "a file name that is not UTF-8"),
    Check("bad_vocabulary", "warning", "an entry of `vocabulary.yaml` that cannot be used"),
    Check("unknown_setting", "note", "a setting that Clew does not have, or a bundle may not make"),
    Check("bad_setting", "warning", "a setting with a value that is not allowed"),
    Check("leftover", "note", "a temporary file of a writing that was cut off"),
    Check("unfinished", "warning", "a writing that was cut off; the next one repairs it"),
)
_FORM = (
    Check("bad_utf8", "error", "the file is not UTF-8"),
    Check("nul_byte", "error", "the file holds a NUL character"),
    Check("conflict_markers", "error", "a merge conflict is not resolved"),
    Check("front_unclosed", "error", "the front matter has no closing line"),
    Check("front_not_mapping", "error", "the front matter is a list"),
    Check("front_too_large", "error", "the front matter is too large"),
    Check("too_many_aliases", "warning", "the front matter repeats itself by aliases"),
    Check("too_deep", "error", "the front matter is nested too deeply"),
    Check("duplicate_key", "error", "a key stands twice"),
    Check("tab_indent", "error", "YAML indented by tabs"),
    Check("bad_yaml", "error", "the front matter is not YAML"),
    Check("no_front_matter", "error", "a page without front matter"),
    Check("no_type", "error", "`type` is missing, empty or no text"),
    Check("index_front_matter", "error", "front matter where an index may have none"),
    Check("log_date", "error", "a date heading of a log that is no date"),
    Check("not_read", "note", "a file that ends in `.MD` is no page"),
    Check("name_clash", "warning", "two names that some file systems take for one"),
    Check("link", "note", "a symbolic link, which is not followed"),
    Check("unreadable", "error", "a file or folder that cannot be read"),
    Check("link_broken", "warning", "a link in the text leads nowhere"),
    Check("link_outside", "warning", "a link leaves the bundle"),
    Check("link_from_root", "note", "a link that only works from the root"),
    Check("path_broken", "warning", "a path in front matter leads nowhere"),
    Check("path_outside", "warning", "a path in front matter leaves the bundle"),
    Check("path_from_root", "note", "a path in front matter without its leading slash"),
    Check("wikilink", "note", "wikilinks, which other readers do not follow"),
    Check("wikilink_broken", "warning", "a `[[wikilink]]` that names no page"),
    Check("wikilink_ambiguous", "warning", "a `[[wikilink]]` that may mean several pages"),
    Check("generated_without_by", "note", "`generated` names no actor"),
    Check("verified_without_by", "warning", "`verified` has an event without an actor"),
    Check("verification_outdated", "note", "the verification is older than the content"),
    Check("date_only", "note", "a date where the format wants date and time"),
    Check("bad_time", "warning", "a time that cannot be read"),
    Check("unknown_status", "note", "a `status` that the format does not have"),
    Check("tags_no_list", "note", "`tags` is no list"),
    Check("tags_no_text", "note", "`tags` holds what is no text"),
    Check("byte_order_mark", "note", "the file begins with a byte order mark"),
    Check("sources_no_list", "note", "`sources` is no list"),
    Check("source_no_mapping", "note", "an entry of `sources` is no mapping"),
    Check("source_without_resource", "warning", "an entry of `sources` names nothing"),
    Check("source_id_twice", "warning", "two entries of `sources` have one `id`"),
    Check("footnote_undefined", "warning", "a footnote without definition"),
    Check("footnote_unknown", "note", "a footnote that names no entry of `sources`"),
    Check("computation_without_runtime", "warning", "an attested computation without `runtime`"),
    Check("computation_unclear", "warning", "an attested computation with both or neither form"),
    Check("version_unquoted", "note", "`okf_version` is a number"),
    Check("index_form", "note", "an index without sections and entries"),
    Check("log_front_matter", "note", "a log with front matter"),
    Check("log_order", "note", "a log that is not newest first"),
    Check("log_form", "note", "a log without dates"),
)
CHECKS: dict[str, Check] = {check.name: check for check in (*_KNOWLEDGE, *_FILES, *_FORM)}
GROUPS = {"Knowledge": _KNOWLEDGE, "Files of Clew": _FILES, "The format": _FORM}


def severity(problem: Problem) -> Severity:
    """How much a finding matters; what the table does not know is worth a warning."""
    known = CHECKS.get(problem.code)
    return known.severity if known else "warning"


def findings(survey: Survey) -> tuple[Problem, ...]:
    """Everything found but breaches of the format, worst first, then by place; the same thing is said once."""
    found = dict.fromkeys(problem for look in LOOKS for problem in look(survey))
    return tuple(sorted(found.keys() - set(own.breaches(survey)), key=_order))


def _order(problem: Problem) -> tuple[int, str, int, str, str]:
    weight = -SEVERITIES.index(severity(problem))
    return (weight, problem.path, problem.line or 0, problem.code, problem.message)


def markdown(groups: Iterable[tuple[str, Iterable[Check]]] = tuple(GROUPS.items())) -> str:
    """The tables of the documentation."""
    out: list[str] = []
    for name, checks in groups:
        rows = [f"| `{c.name}` | {c.severity} | {c.sentence} | {'yes' if c.fixable else ''} |" for c in checks]
        out += [f"### {name}", "", "| check | severity | found | `--fix` |", "|---|---|---|---|", *rows, ""]
    return "\n".join(out)
