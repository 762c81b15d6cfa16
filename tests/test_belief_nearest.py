"""Where no rule proves a change, the weight of all signs decides: the nearest claim by far, and nothing bars it."""

import pytest

from clew.belief.conflict import Policy
from clew.belief.knowledge import Knowledge
from clew.model import Part, Reading
from clew.rules.extract import Rules as Extractor
from clew.use.ingest import Ingest, Rules

TALK = (
    "The choir meets on Mondays in the parish hall. Ida keeps the keys of the boat house. "
    "We ordered 40 music stands from Lund & Sons. The bus to Arles takes five hours. "
    "Soup for the fair comes from the canteen, two pots of it. The poster is printed in green on thick paper."
)


def believed(*chats):
    """What is known after chats of one turn each, a month apart."""
    known = Knowledge()
    run = Ingest(known, Extractor(), Rules(Policy(), (), "2026-01-01T00:00:00Z"), lambda _: ())
    for n, said in enumerate(chats, 1):
        part = Part(1, "m1", None, "person", None, f"2025-0{n}-01T09:00:00Z", said)
        run.take(Reading("chat", "test", f"c{n}", f"Chat {n}", (part,)))
    return known


def links(known):
    text = {i: claim.text for i, claim in known.claims.items()}
    return [(text[i], text[s.claim]) for s in known.standings.values() for i in s.predecessors]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The coach for the trip has 30 seats.", "The coach is a bigger one, 50 seats."),
        ("Petra runs the lending desk on paper.", "Marek Olsen runs the lending desk since Easter."),
        ("The kiln timer wakes the fans every 20 minutes.", "The kiln timer is on a 4 minute cycle for the fans now."),
    ],
)
def test_the_nearest_of_all_with_another_value_is_replaced(old, new):
    known = believed(f"{TALK} {old}", new)

    assert [(a.startswith(old[:12]), b.startswith(new[:12])) for a, b in links(known)] == [(True, True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The coach for the trip has 30 seats.", "The coach for the trip still has 30 seats."),
        ("Petra runs the lending desk on paper.", "Petra keeps bees behind the lending desk."),
        ("A ticket costs 12 euros.", "At 12 euros a ticket the 40 guests bring in 480 euros."),
        ("Our contact at the mill is Ada Holm.", "Ada Holm is Ada Lind now, she got married."),
    ],
)
def test_what_stays_goes_on_or_counts_with_the_old_value_replaces_nothing(old, new):
    assert links(believed(f"{TALK} {old}", new)) == []


def test_rare_words_tell_more_than_common_ones():
    known = believed(
        "The hall has 9 doors. The hall is cold in March. The hall has a stage. The organ was built in 1911."
    )
    known.rivals(next(iter(known.claims.values())))

    assert known.near.rarity("organ") > known.near.rarity("hall") > 0


def test_where_little_is_known_nothing_is_the_nearest_of_many():
    assert links(believed("Piet leads the survey.", "Piet moved to Oslo.")) == []


def test_what_stands_under_a_heading_of_its_own_is_of_another_thing():
    said = "Until 5 December the course is in the tannery."

    assert links(believed(f"{TALK} {said}", "Raffle: earliest day is 17 September, in the old tannery.")) == []
