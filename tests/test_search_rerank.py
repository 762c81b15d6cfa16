"""Which of the best items stands first: each sign moves an item the way it should, and nothing else decides."""

import pytest

from clew.search import rerank
from clew.search.rank import Score
from clew.search.rerank import Candidate
from clew.search.value import wanted

SAME = {"text": 0.2, "vector": 0.3, "own": 0.25}


def item(text="The boat is painted in a dark green this spring.", parts=None, **more):
    given = {"at": "2026-01-01T10:00:00Z", "claim": True, "past": False} | more
    return Candidate(Score({**SAME, **(parts or {})}), text, **given)


def test_of_items_that_are_alike_the_order_stays():
    assert rerank.first([item(), item(), item()], (), None) == [0, 1, 2]


@pytest.mark.parametrize(
    "better",
    [
        item(parts={"vector": 0.4}),
        item(parts={"text": 0.35}),
        item(at="2026-02-01T10:00:00Z"),
        item(text="The boat is painted in a dark green this spring, because white shows every mark of the fenders."),
    ],
    ids=["meaning", "words", "later", "says more"],
)
def test_a_sign_puts_an_item_first(better):
    assert rerank.first([item(), better], (), None) == [1, 0]


@pytest.mark.parametrize("worse", [item(past=True), item(parts={"own": 0.0}), item(text="Green.")])
def test_a_sign_puts_an_item_last(worse):
    assert rerank.first([worse, item()], (), None) == [1, 0]


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Is the boat green?", 1.0),
        ("The boat is green. Is it? It is.\nWhen do we paint?", 0.5),
        ("\u8239\u662f\u7eff\u7684\u3002\u662f\u5417\uff1f", 0.5),
        ("\u0647\u0644 \u0627\u0644\u0642\u0627\u0631\u0628 \u0623\u062e\u0636\u0631\u061f", 1.0),
        ("It is at /paint?colour=green for now", 0.0),
        ("", 0.0),
    ],
)
def test_the_share_of_sentences_that_ask(text, share):
    assert rerank.asking(text) == share


def test_a_question_is_no_answer_to_another():
    asked = item(text="Is the boat painted in a dark green this spring already?")
    assert rerank.first([asked, item()], (), None) == [1, 0]


def test_an_amount_is_wanted_and_the_item_that_holds_one_comes_first():
    want = wanted("What does the boat cost?")
    assert rerank.first([item(), item(text="The boat is ours for 900 euros, paid in spring.")], (), want) == [1, 0]
    assert rerank.first([item(), item(text="The boat is ours for 900 euros, paid in spring.")], (), None) == [0, 1]


def test_only_what_fits_best_is_ordered_by_time():
    early = [item(parts={"vector": 0.5}) for _ in range(rerank.ABREAST)]
    late = item(at="2026-03-01T10:00:00Z", parts={"vector": 0.0})
    assert rerank.signs([*early, late], (), None)[-1]["late"] == 0.0


def test_every_sign_has_its_weight():
    assert set(rerank.signs([item()], (), None)[0]) == set(rerank.WEIGHTS)


def test_passages_alone_keep_their_order():
    better = item(claim=False, parts={"vector": 0.6})
    assert rerank.first([item(claim=False), better], (), None) == [0, 1]
    assert rerank.first([item(claim=False), better, item(parts={"vector": 0.0, "own": 0.0})], (), None)[0] == 1
