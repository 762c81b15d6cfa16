"""Korean: what is plain is taken, what is in any doubt is not."""

import pytest

from clew.rules.plain import plain


@pytest.mark.parametrize(
    ("said", "kind", "act", "denied"),
    [
        ("오픈은 4월 1일로 정했어요.", "decision", "commit", False),
        ("디저트는 안 팔기로 했어요.", "decision", "drop", True),
        ("예산은 8천만 원이고 좌석은 24석입니다.", "fact", "state", False),
    ],
)
def test_a_plain_sentence_is_taken(said: str, kind: str, act: str, denied: bool) -> None:
    (found,) = plain(said)
    assert (found.kind, found.act, found.denied) == (kind, act, denied)
    assert said[found.start : found.end] == said


@pytest.mark.parametrize(
    "said",
    [
        "좌석은 24석인가요?",
        "만약 손님이 많으면 24석입니다.",
        "24석을 추천합니다.",
    ],
)
def test_doubt_questions_and_other_voices_are_left_alone(said: str) -> None:
    assert list(plain(said)) == []
