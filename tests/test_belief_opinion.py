"""A second judge: asked only where rules leave a pair open, and harmless when it fails."""

import pytest

from clew.belief.conflict import Policy, decide
from clew.belief.opinion import consult, is_open
from clew.belief.verdict import judge
from clew.errors import ModelFailed
from clew.model import Claim, Maker, Span, Speaker, Standing


def claim(name, text, day):
    return Claim(
        id=name, kind="fact", text=text, label=name, topic="", speaker=Speaker("person", "user"),
        evidence=(Span(name, 1, 0, len(text), text),), by=Maker("hand/1"),
        asserted_at=f"2025-01-{day:02d}T10:00:00Z", confidence="high",
    )  # fmt: skip


OLD = claim("old", "I have 45 jars to label.", 1)
NEW = claim("new", "There is a total of 52 jars in the cellar.", 9)
SURE = claim("sure", "The feed budget is $65.", 1), claim("later", "The feed budget is $75 now.", 9)


class Says:
    """A judge with fixed answers, one a call."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []

    def verdict(self, old, new):
        self.asked.append((old.id, new.id))
        answer = self.answers[(len(self.asked) - 1) % len(self.answers)]
        if isinstance(answer, Exception):
            raise answer
        return answer


def kinds(second, old=OLD, new=NEW):
    known = [(old, Standing(old.id, "active", head=old.id))]
    return [e.kind for e in decide(new, known, Policy(), second)]


def test_the_pair_of_these_tests_is_open():
    assert is_open(judge(OLD, NEW))
    assert not is_open(judge(*SURE))


def test_a_judge_is_asked_in_both_orders():
    second = Says("compatible")
    consult(second, OLD, NEW, judge(OLD, NEW))
    assert second.asked == [("old", "new"), ("new", "old")]


def test_what_rules_can_prove_is_never_asked():
    second = Says("compatible")
    assert kinds(second, *SURE) == ["accept", "supersede"]
    assert second.asked == []


@pytest.mark.parametrize(
    "second",
    [Says(None), Says("maybe"), Says(ModelFailed("slow")), Says(TimeoutError()), Says("supersedes", "compatible")],
)
def test_failure_nonsense_and_disagreement_open_a_question_and_change_nothing(second):
    assert kinds(second) == ["accept", "finding"]


def test_two_equal_answers_are_believed():
    assert kinds(Says("supersedes")) == ["accept", "supersede"]
    assert kinds(Says("conflicts")) == ["accept", "finding"]
    assert kinds(Says("unrelated")) == ["accept"]
