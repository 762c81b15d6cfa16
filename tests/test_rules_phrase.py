"""Phrases that can name something, cut where a name ends."""

import pytest

from clew.rules.phrase import chunks

NAMES = (
    ("Edda Quist works at Borgmann AG.", "Edda Quist; Borgmann AG"),
    ("Bob Marsh leads the Atlas project.", "Bob Marsh; Atlas project"),
    ("Marta runs marathons and Ole bakes bread.", "Marta; marathons; Ole; bread"),
    ("SQS replaces RabbitMQ.", "SQS; RabbitMQ"),
    ("Jo Brand sold the boat to Kim.", "Jo Brand; boat; Kim"),
    ("Borgmann ships Atlas in June.", "Borgmann; Atlas"),
    ("Tom Reyes joined Borgmann last week.", "Tom Reyes; Borgmann"),
    ("Dr. Lena Vogt owns the rollout.", "Lena Vogt; rollout"),
    ("The Helsinki office opens in March.", "The Helsinki office"),
    # a plural in the clause of another verb, or behind an article, is a noun
    ("The Helsinki offices here are shut.", "The Helsinki offices; shut"),
    ("We keep the Atlas docs in Notion.", "Atlas docs; Atlas docs in Notion; Notion"),
    ("They found our API keys in a safe.", "API keys; API keys in a safe; safe"),
    ("Two external drives in the cellar, one here.", "Two external drives; Two external drives in the cellar; cellar"),
    ("Kafka streams are slow.", "Kafka streams; slow"),
)


@pytest.mark.parametrize(("said", "names"), NAMES)
def test_a_name_ends_before_its_verb(said: str, names: str) -> None:
    assert "; ".join(chunks(said, "en")) == names


def test_a_german_name_ends_before_its_verb() -> None:
    assert chunks("Edda Quist arbeitet bei Borgmann seit letzter Woche.", "de") == ["Edda Quist", "Borgmann"]
