import pytest

from clew.belief.tombstone import digests, skeleton
from clew.model import Candidate, Speaker, Triple


def value(text, triple=None, polarity="+"):
    return Candidate("fact", text, "label", "topic", (), Speaker("person", "user"), triple=triple, polarity=polarity)


@pytest.mark.parametrize(
    "disguise",
    [
        "the port is 5432",
        "The port  is 5432.",
        "“The port is 5432”",
        "The p\u043ert is 5432",  # a Cyrillic o
        "Ｔｈｅ ｐｏｒｔ ｉｓ ５４３２",
        "The po\u00adrt\u200b is 5432",
        "The **port** is `5432`",
        "Thé port is 5432",
        "T h e p o r t is 5432",
    ],
)
def test_look_alikes_of_a_refused_value_share_its_digest(disguise):
    assert digests(value(disguise)) == digests(value("The port is 5432"))


@pytest.mark.parametrize(
    "other",
    [
        "The port is 5433",
        "The port is 54.32",
        "The port is -5432",
        "Postgres listens on 5432",
        "The port is 5432 on staging",
        "The port is 543²",
    ],
)
def test_another_value_or_an_honest_paraphrase_passes(other):
    assert not set(digests(value(other))) & set(digests(value("The port is 5432")))


def test_the_triple_is_a_key_of_its_own():
    triple = Triple("service", "port", "5432")
    a, b = digests(value("The port is 5432", triple)), digests(value("Service port: 5432", triple))
    assert a[1] == b[1]
    assert a[0] != b[0]


def test_polarity_and_salt_are_part_of_the_digest():
    assert digests(value("we do X")) != digests(value("we do X", polarity="-"))
    assert digests(value("we do X"), "one") != digests(value("we do X"), "two")


def test_powers_are_not_digits():
    assert skeleton("10²") != skeleton("102")
    assert skeleton("C++") != skeleton("C")


def test_X03_the_twin_of_a_refused_claim_has_another_place_and_the_same_digest():
    here, there = (value("The port is 5432") for _ in range(2))
    assert digests(here) == digests(there)
