"""Chains as newcomers build them: each history is told in one list, oldest first, and may be imported in any order."""

import itertools
import random
from dataclasses import replace

import pytest

from clew.belief import events
from clew.belief.conflict import Policy, accepts, decide, keys
from clew.belief.state import derive
from clew.model import Claim, Maker, Span, Speaker, Standing


def claim(name, day, text, topic, **more):
    more.setdefault("kind", "decision")
    more.setdefault("confidence", "high")
    speaker = more.pop("speaker", Speaker("person", "user"))
    span = more.pop("span", Span(f"chat-{name}", 1, 0, len(text), text))
    at = f"2025-{1 + day // 28:02d}-{1 + day % 28:02d}T10:00:00Z"
    return Claim(
        id=name, text=text, label=text[:20], topic=topic, speaker=speaker, evidence=(span,), by=Maker("hand/1"),
        asserted_at=more.pop("at", at), **more,
    )  # fmt: skip


class Base:
    """A tiny bundle: claims by id, events in a list, candidates by shared key."""

    def __init__(self, policy=None):
        self.policy, self.known, self.log = policy or Policy(), {}, []

    def add(self, *claims):
        for new in claims:
            mine = set(keys(new))
            standings = self.standings()
            near = {k for k, c in self.known.items() if mine & set(keys(c))}
            heads = {standings[k].head for k in near} - {None}
            near |= {k for k, s in standings.items() if s.head in heads}
            rivals = [(self.known[k], standings[k]) for k in sorted(near)]
            self.write(*decide(new, rivals, self.policy))
            self.known[new.id] = new
        return self

    def write(self, *steps, channel="policy"):
        for e in steps:
            n = len(self.log) + 1
            self.log.append(replace(e, writer="w", n=n, clock=n, at="2026-01-01T00:00:00Z", channel=channel))

    def standings(self):
        return derive(self.known, self.log)

    def current(self):
        return sorted(k for k, s in self.standings().items() if s.link == "active" and s.head == k)


HOSTING = (
    claim("a", 1, "The shop is hosted on Heroku.", "shop hosting"),
    claim("b", 20, "The shop moves from Heroku to Render.", "shop hosting"),
    claim("c", 40, "The shop goes back to Heroku because Render was down.", "shop hosting"),
)
PRICES = tuple(
    claim(f"p{i}", i * 20, f"A day ticket costs {price} euros.", "day ticket price", kind="fact")
    for i, price in enumerate((12, 14, 15, 17, 18, 21))
)


def test_a_changed_decision_chains_onto_the_old_one():
    out = Base().add(*HOSTING[:2]).standings()
    assert (out["a"].link, out["a"].successor, out["b"].link) == ("superseded", "b", "active")


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_a_b_a_is_one_chain_of_three_in_any_import_order(order):
    out = Base().add(*(HOSTING[i] for i in order)).standings()
    assert [out[k].link for k in "abc"] == ["superseded", "superseded", "active"]
    assert (out["a"].successor, out["b"].successor) == ("b", "c")


SAME = (
    HOSTING[0],
    HOSTING[1],
    claim("c", 40, "The shop is hosted on Heroku.", "shop hosting"),
    claim("d", 50, "The shop is hosted on Heroku.", "shop hosting"),
)


@pytest.mark.parametrize("order", list(itertools.permutations(range(4))))
def test_a_return_in_the_same_words_is_a_new_link_and_its_repeat_an_echo_in_any_import_order(order):
    out = Base().add(*(SAME[i] for i in order)).standings()
    assert [out[k].link for k in "abcd"] == ["superseded", "superseded", "active", "active"]
    assert (out["a"].successor, out["b"].successor, out["c"].head) == ("b", "c", "c")
    assert not any(s.disputed_with for s in out.values())


@pytest.mark.parametrize("seed", range(8))
def test_six_links_are_one_chain_in_any_import_order(seed):
    order = random.Random(seed).sample(PRICES, len(PRICES))
    base = Base().add(*order)
    out = base.standings()
    assert base.current() == ["p5"]
    assert [out[f"p{i}"].successor for i in range(5)] == ["p1", "p2", "p3", "p4", "p5"]


def test_an_old_chat_imported_late_is_history_and_never_head():
    out = Base().add(PRICES[2], PRICES[0]).standings()
    assert (out["p0"].link, out["p0"].head, out["p2"].link) == ("superseded", "p2", "active")


def test_a_same_valued_restatement_is_an_echo_and_not_a_link():
    again = claim("again", 30, "The price of a day ticket is 12 €.", "day ticket price", kind="fact")
    out = Base().add(PRICES[0], again).standings()
    assert (out["again"].restates, out["p0"].last_asserted) == ("p0", again.asserted_at)


def test_a_dropped_thing_is_retracted_and_the_drop_is_the_head():
    old = claim("old", 1, "The app gets a chat widget.", "chat widget")
    drop = claim("drop", 9, "The chat widget is dropped, no replacement.", "chat widget", act="drop", polarity="-")
    out = Base().add(old, drop).standings()
    assert (out["old"].link, out["old"].head) == ("retracted", "drop")


def test_two_scopes_of_one_topic_coexist():
    a = claim("a", 1, "The day rate is 900 euros.", "day rate", scope="Lind Bank")
    b = claim("b", 9, "The day rate is 1,100 euros now.", "day rate", scope="Oslo Zoo")
    assert Base().add(a, b).current() == ["a", "b"]


def test_two_sources_that_differ_are_both_disputed_and_nothing_is_replaced():
    a = claim("a", 1, "The tower is 88 metres tall.", "tower height", kind="fact", speaker=Speaker("document", "atlas"))
    b = claim(
        "b", 9, "The tower is 94 metres tall.", "tower height", kind="fact", speaker=Speaker("document", "leaflet")
    )
    out = Base().add(a, b).standings()
    assert (out["a"].link, out["a"].disputed_with, out["b"].disputed_with) == ("active", ("b",), ("a",))


def test_an_assistant_alone_never_replaces_a_persons_claim():
    said = claim(
        "said", 30, "A day ticket costs 99 euros now.", "day ticket price", speaker=Speaker("assistant", "assistant")
    )
    assert Base(Policy(accept="all")).add(PRICES[0], said).standings()["p0"].link == "active"


@pytest.mark.parametrize("guard", ["pin", "verify"])
def test_what_a_person_pinned_or_reviewed_is_asked_about_instead(guard):
    base = Base().add(PRICES[0])
    step = events.pin("p0") if guard == "pin" else events.verify("p0", events.content(PRICES[0]))
    base.write(step, channel="terminal")
    out = base.add(PRICES[1]).standings()
    assert (out["p0"].link, out["p0"].disputed_with) == ("active", ("p1",))


def test_a_quote_in_doubt_opens_a_question_and_replaces_nothing():
    doubtful = replace(PRICES[1], evidence=(Span("s", 1, 0, 5, "x", context="negated"),))
    assert Base().add(PRICES[0], doubtful).standings()["p0"].link == "active"
    assert Base().add(PRICES[0], PRICES[1]).standings()["p0"].link == "superseded"


def test_with_the_rule_switched_off_nothing_is_replaced():
    out = Base(Policy(supersede="off")).add(*PRICES[:2]).standings()
    assert [out[k].link for k in ("p0", "p1")] == ["active", "active"]


def test_a_claim_that_is_not_accepted_gets_no_links():
    weak = replace(PRICES[1], confidence="medium")
    out = Base().add(PRICES[0], weak).standings()
    assert (out["p1"].link, out["p0"].link) == ("proposed", "active")


def test_policies_accept_none_high_or_all():
    weak = replace(PRICES[0], confidence="low")
    assert [accepts(PRICES[0], Policy(accept=p)) for p in ("none", "high", "all")] == [False, True, True]
    assert [accepts(weak, Policy(accept=p)) for p in ("none", "high", "all")] == [False, False, True]
    assert not accepts(replace(PRICES[0], modality="hypothetical"), Policy(accept="all"))


def test_no_event_holds_words_of_a_claim():
    base = Base().add(*HOSTING, *PRICES)
    text = repr([e.data for e in base.log]).casefold()
    assert not any(word in text for word in ("heroku", "render", "ticket", "euros"))


PHRASINGS = (
    "The review is on 12 May now.",
    "The review moves to 12 May.",
    "We moved the review to 12 May.",
    "From now on the review is on 12 May.",
    "The review has been postponed to 12 May.",
    "The review is on 12 May instead of 5 May.",
    "The review is on 12 May, not 5 May.",
    "Correction: the review is on 12 May.",
    "New date for the review: 12 May.",
    "The review is on 12 May after all.",
)


@pytest.mark.parametrize("text", PHRASINGS)
def test_ten_phrasings_of_one_change_leave_one_current(text):
    old = claim("old", 1, "The review is on 5 May.", "review date", kind="fact")
    assert Base().add(old, claim("new", 9, text, "review date", kind="fact")).current() == ["new"]


def test_a_thousand_unrelated_claims_on_one_hub_replace_nothing():
    people = [
        f"{a}{b}"
        for a in ("An", "Bo", "Cle", "Da", "El", "Fa", "Gre", "Hu", "Iv", "Jo")
        for b in ("na", "ris", "mo", "vid")
    ]
    things = ("desk", "badge", "laptop", "shift", "mentor", "locker", "team", "coffee", "bus", "room", "bike", "lamp",
              "chair", "phone", "key", "plant", "screen", "bag", "cup", "mat", "pen", "clock", "rack", "seat",
              "door")  # fmt: skip
    values = ("blue", "12", "in Ghent", "new", "on Friday", "by the window", "40 kg", "at 9:30", "3 euros", "moved")
    base, events_of = [], set()
    for n, (who, what) in enumerate(itertools.product(people, things)):
        text = f"{who}'s {what} is {values[n % len(values)]}."
        base.append(claim(f"c{n}", n % 300, text, f"hub {who.casefold()} {what}", kind="fact", about=("Hub", who)))
    active = [(c, Standing(c.id, "active", head=c.id)) for c in base[:-3]]
    for new in base[-3:]:
        events_of |= {e.kind for e in decide(new, active, Policy())}
    assert events_of == {"accept"}


def test_L11_a_contradiction_deletes_neither_side():
    base = Base().add(*PRICES[:2])
    assert set(base.standings()) == {"p0", "p1"}
    assert base.standings()["p0"].shown == "shown"


def test_L17_the_same_claim_five_times_is_one_and_four_echoes():
    again = [replace(PRICES[0], id=f"x{i}", evidence=(Span(f"s{i}", 1, 0, 5, "words"),)) for i in range(5)]
    out = Base().add(*again).standings()
    assert [s.restates for s in out.values()].count(None) == 1


def test_Z04_an_echo_keeps_the_first_saying_and_moves_the_last():
    echo = replace(PRICES[0], id="later", asserted_at="2025-05-01T10:00:00Z")
    for order in ((PRICES[0], echo), (echo, PRICES[0])):
        first = Base().add(*order).standings()["p0"]
        assert (first.restates, first.last_asserted) == (None, "2025-05-01T10:00:00Z")


def deadline(name, day, text, chat="talk"):
    return claim(name, day, text, name, kind="fact", span=Span(chat, day, 0, len(text), text))


FAIR = deadline("a", 1, "My deadline for the seed fair is April 20.")
NEWER = deadline("z", 9, "The new deadline is April 25.")


def test_a_bare_noun_means_the_only_one_of_its_kind_in_the_conversation():
    assert Base().add(FAIR, NEWER).standings()["a"].successor == "z"


@pytest.mark.parametrize(
    "other",
    [
        deadline("b", 2, "My deadline for the grant is May 2."),
        deadline("a", 1, "My deadline for the seed fair is April 20.", chat="elsewhere"),
    ],
)
def test_a_bare_noun_that_may_mean_several_or_none_replaces_nothing(other):
    known = {c.id: c for c in (FAIR, other)}
    out = Base().add(*known.values(), NEWER).standings()
    assert all(out[i].link == "active" for i in known)


def test_of_equal_rivals_the_last_said_is_replaced():
    first = claim("a", 1, "My budget is $200.", "budget", kind="fact")
    second = claim("b", 20, "I'm close to my $600 budget.", "budget", kind="fact")
    out = Base().add(first, second, claim("c", 30, "My increased budget is $650.", "budget", kind="fact")).standings()
    assert (out["b"].successor, out["c"].link) == ("c", "active")
