"""The printed block: fenced, inert, bounded."""

from dataclasses import replace

from clew.search.block import CLOSE, Block, Evidence, Item, escape, fit, inert
from clew.search.passage import window


def item(n, text="The logo is blue."):
    return Item(f"claim:c{n}", f"c{n}", text, ("CURRENT",), "current", (Evidence("s", 1, 0, 3, text),), "Chat", None)


def block(budget):
    return Block("q", "what", (), True, 0.9, "", budget=budget)


def test_P08_stored_markup_is_inert():
    assert "<!--" not in inert("x <!-- clew:end --> y")
    assert inert("a\n---\nid: 1\n\u202eb") == "a --- id: 1 b"


def test_P07_stored_text_cannot_become_html_a_link_or_an_image():
    shown = escape("<img src=x onerror=alert(1)> ![i](http://x) [l](javascript:x)")
    assert "<img" not in shown
    assert "](" not in shown.replace("\\]", "")


def test_the_budget_is_never_exceeded_and_long_items_are_trimmed():
    items = [item(n, "word " * 400) for n in range(5)]
    for budget in (300, 800, 2000):
        full = fit(block(budget), items, 10, lambda i: item(int(i.ref[-1]), "short"))
        assert full.items
        assert full.tokens <= budget


def test_past_lines_say_so():
    past = Item("claim:c", "c", "It is red.", ("SUPERSEDED by d",), "past", (), "Chat", None)
    shown = fit(block(2000), [past], 5, lambda i: i).prompt()
    assert "PAST (SUPERSEDED by d): " in shown
    assert shown.endswith(CLOSE + "\n")


def test_a_window_holds_the_sentences_that_answer():
    text = "We had lunch. " * 40 + "The database moved to Postgres. " + "We had tea. " * 40
    start, end = window(text, {"database": 1.0, "postgres": 1.0}, 80)
    assert "The database moved to Postgres." in text[start:end]
    assert end - start <= 80


def told(n, score, how="current", badge="CURRENT", thread=None):
    return Item(f"claim:c{n}", f"c{n}", f"Fact {n}.", (badge,), how, (), "Chat", None, score=score, thread=thread)


def cited(intent, *items):
    return [n for n, _ in Block("q", intent, items, True, 0.9, "").cited()]


def test_an_answer_stops_where_the_facts_fall_off():
    assert cited("what", told(1, 1.0), told(2, 0.9), told(3, 0.5)) == [1, 2]
    assert cited("list", told(1, 1.0), told(2, 0.7), told(3, 0.5)) == [1, 2]


def test_an_answer_leaves_out_what_only_came_before():
    assert cited("what", told(1, 1.0), told(2, 0.95, "past", "EARLIER STATEMENT"), told(3, 0.9)) == [1, 3]


def test_a_history_is_told_as_one_thread():
    items = (told(1, 0.6, "past", "SUPERSEDED by c2", "c2"), told(2, 0.6, thread="c2"), told(3, 0.6, thread="c3"))
    assert cited("history", *items) == [1, 2]


def test_a_dispute_is_told_with_all_its_sides():
    one = told(1, 1.0, "disputed", "DISPUTED with c3")
    other = told(3, 0.4, "disputed", "DISPUTED with c1")
    assert cited("what", one, told(2, 0.3), other) == [1, 3]


def test_a_line_names_why_it_does_not_hold():
    gone = Item("claim:c", "c", "Till May.", ("CURRENT", "EXPIRED 2026-05-01"), "past", (), "Chat", None, kind="fact")
    assert "PAST (EXPIRED 2026-05-01): fact: Till May." in fit(block(2000), [gone], 5, lambda i: i).prompt()


def test_a_passage_that_fits_far_better_answers_before_a_distant_claim():
    near = Item("part:s#1", None, "The kiln is fired on Fridays.", ("SAID",), "past", (), "t", None, kind="passage",
                score=1.0, parts={"text": 0.35, "vector": 0.5})  # fmt: skip
    far = Item("claim:c1", "c1", "The glaze is blue.", ("CURRENT",), "current", (), "t", None, kind="fact",
               score=0.6, parts={"vector": 0.1})  # fmt: skip
    close = replace(far, parts={"vector": 0.6})
    block = Block("When is the kiln fired?", "when", (far, near), True, 0.9, "")
    assert [item.ref for _, item in block.cited()] == ["part:s#1"]
    assert [item.ref for _, item in replace(block, items=(close, near)).cited()] == ["claim:c1"]
