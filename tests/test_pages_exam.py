"""Reading an exam: what is a case, what is none and says so."""

import pytest

from clew.pages.exam import Case, drafted, parse


@pytest.mark.parametrize(
    ("path", "text", "cases"),
    [
        ("evaluate.yaml", "cases:\n  - {question: Who?, expected: Ada}", [Case("Who?", ("Ada",))]),
        ("evaluate.yaml", "- {question: Who?, expected: [Ada, Bo]}", [Case("Who?", ("Ada", "Bo"))]),
        ("evaluate.yaml", "cases:\n  - {question: Who?, out_of_bundle: true}", [Case("Who?", outside=True)]),
        ("evaluate.yaml", "\ufeffcases:\n  - {q: Wer?, expected: Ada, as_of: 2026-01-02}",
         [Case("Wer?", ("Ada",), as_of="2026-01-02")]),
        ("evaluate.json", '[{"query": "Who?", "expected_concepts": ["/ada.md"]}]', [Case("Who?", ("/ada.md",))]),
        ("evaluate.json", '{"in_bundle": [{"question": "Who?", "expect": "Ada"}], "out_of_bundle": ["Why?"]}',
         [Case("Who?", ("Ada",)), Case("Why?", outside=True)]),
        ("evaluate.yaml", "", []),
    ],
)  # fmt: skip
def test_an_exam_is_read(path, text, cases):
    found = parse(text.encode(), path)

    assert list(found.cases) == cases
    assert found.problems == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cases:\n  - Who?", "cases 1: a question of the bundle needs something `expected`"),
        ("cases:\n  - 7", "cases 1: a case is a mapping"),
        ("cases:\n  - {expected: Ada}", "cases 1: it has no `question`"),
        ("cases:\n  - {question: Who?}", "either something `expected` or `out_of_bundle: true`"),
        ("cases:\n  - {question: Who?, expected: Ada, out_of_bundle: true}", "either something `expected`"),
        ("cases:\n  - {question: Who?, expected: {a: b}}", "texts or lists of texts"),
        ("cases:\n  - {question: Who?, expected: Ada, as_of: soon}", "`as_of` is 'soon', which is no date"),
        ("cases:\n  - {question: Who?, expcted: Ada}", "`expcted` is no key of a case"),
        ("thresholds: {passed: 2}", "`passed: 2` is no threshold"),
        ("thresholds: {speed: 1}", "`speed: 1` is no threshold"),
        ("thresholds: 1", "`thresholds` is a mapping"),
        ("cases: [", "the file cannot be read"),
        ("cases: " + "[" * 500, "goes beyond the limits"),
    ],
)
def test_what_is_wrong_is_a_problem_and_never_a_crash(text, message):
    found = parse(text.encode(), "evaluate.yaml")

    assert [message in problem.message for problem in found.problems] == [True]


def test_bytes_that_are_no_text_are_a_problem():
    assert parse(b"\xff\xfe", "evaluate.json").problems[0].code == "bad_exam"


def test_one_bad_case_does_not_hide_the_others():
    found = parse(b"cases:\n  - {question: Who?}\n  - {question: Who?, expected: Ada}", "evaluate.yaml")

    assert (len(found.cases), len(found.problems)) == (1, 1)


def test_what_is_drafted_can_be_read_again():
    cases = [
        Case('Who said "no: # {never}"?', ("Ada\n- x", "\u2028é"), ("Bo",), as_of="2026-01-01"),
        Case("Why?", outside=True),
    ]

    found = parse(drafted([(case, "a remark") for case in cases], header=True).encode(), "evaluate.yaml")

    assert list(found.cases) == cases
