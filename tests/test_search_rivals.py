"""Which of several statements answers a question now, and which came before it or stands beside it."""

from dataclasses import replace

from clew.core import codec
from clew.model import Claim, Maker, Span, Speaker, Standing
from clew.search.fact import Fact, Sight
from clew.search.question import understand
from clew.search.rank import Score
from clew.search.rivals import Rivals


def said(name, text, day, topic, who="user", **more):
    span = Span(f"s{day}", 1, 0, len(text), text)
    claim = Claim(
        id=name, kind="decision", text=text, label=text[:30], topic=topic, speaker=Speaker("person", who),
        evidence=(span,), by=Maker("hand/1"), asserted_at=f"2026-03-{day}T09:00:00Z", **more,
    )  # fmt: skip
    told = Fact(name, codec.pack(claim), Standing(name, "active", head=name), "Chat")
    return told, Score({"text": 0.3, "vector": 0.35, "own": 0.25})


def earlier(question, *found, as_of=None):
    asked = understand(question)
    weights = dict.fromkeys(asked.words, 1.0)
    return Rivals(asked, weights, lambda ids: {}, Sight(as_of=as_of)).earlier(found)


OAK = said("old", "The kitchen gets an oak floor.", "02", "kitchen floor")
CORK = said("new", "The kitchen floor will be cork.", "20", "kitchen floor")


def test_the_later_of_two_answers_stands_for_both():
    assert earlier("Which floor does the kitchen get?", CORK, OAK) == {"old": "new"}


def test_the_order_of_saying_decides_not_the_order_found():
    assert earlier("Which floor does the kitchen get?", OAK, CORK) == {"old": "new"}


def test_another_speaker_is_no_rival():
    mick = said("new", "The kitchen floor will be cork.", "20", "kitchen floor", who="mick")
    assert earlier("Which floor does the kitchen get?", mick, OAK) == {}


def test_another_scope_is_no_rival():
    here = said("old", "The kitchen gets an oak floor.", "02", "kitchen floor", scope="Leeds")
    there = said("new", "The kitchen floor will be cork.", "20", "kitchen floor", scope="York")
    assert earlier("Which floor does the kitchen get?", there, here) == {}


def test_another_member_of_a_series_is_no_rival():
    three = said("old", "Step 3 runs in toluene.", "02", "step")
    four = said("new", "Step 4 runs in water.", "20", "step")
    again = said("new", "Step 3 runs in water.", "20", "step")
    assert earlier("Which solvent does step 3 run in?", four, three) == {}
    assert earlier("Which solvent does step 3 run in?", again, three) == {"old": "new"}


def test_the_same_thing_of_another_kind_is_no_rival():
    inland = said("old", "The US launch is on June 3.", "02", "launch")
    abroad = said("new", "The EU launch is on June 9.", "20", "launch")
    later = said("new", "The US launch is on June 9.", "20", "launch")
    assert earlier("When is the US launch?", abroad, inland) == {}
    assert earlier("When is the US launch?", later, inland) == {"old": "new"}


def test_keeping_something_puts_nothing_in_the_past():
    kept = said("new", "The kitchen floor stays as we said.", "20", "kitchen floor", act="keep")
    assert earlier("Which floor does the kitchen get?", kept, OAK) == {}


def test_a_value_of_the_kind_asked_for_has_no_rival_without_one():
    priced = said("old", "A ticket costs 4 euro.", "02", "ticket")
    plain = said("new", "A ticket is printed on paper.", "20", "ticket")
    dearer = said("new", "A ticket costs 5 euro.", "20", "ticket")
    assert earlier("How much does a ticket cost?", plain, priced) == {}
    assert earlier("How much does a ticket cost?", dearer, priced) == {"old": "new"}


def test_what_was_said_after_the_instant_asked_about_is_no_rival():
    assert earlier("Which floor does the kitchen get?", CORK, OAK, as_of="2026-03-10") == {}
    assert earlier("Which floor does the kitchen get?", CORK, OAK, as_of="2026-03-25") == {"old": "new"}


def test_what_is_dropped_may_be_named_by_a_part_of_its_long_name():
    kept = said("old", "The shop stays on the list.", "02", "plan")
    fact, _ = said("new", "The workshop: cross it out.", "20", "workshop")
    gone = replace(fact, stored={**fact.stored, "act": "drop"}), Score({"text": 0.35, "vector": 0.45})
    assert earlier("Is there still a workshop?", gone, kept) == {"old": "new"}


def test_a_later_statement_that_says_less_of_what_is_asked_does_not_step_before_the_earlier():
    asked = understand("Where are the clay samples stored?")
    rivals = Rivals(asked, dict.fromkeys(asked.words, 1.0), lambda ids: {}, Sight())
    shelf = said("old", "The clay samples are stored on the blue shelf.", "02", "shelf")
    tests = said("new", "All samples passed the test.", "20", "quality")
    assert rivals.earlier([shelf, tests]) == {"old": "new"}
    assert rivals.loose == {"old"}
