"""The finite verb is found by form and place, in words that no table lists."""

import pytest

from clew.rules.grammar import finite, words


def verb(text: str, lang: str = "en") -> str:
    run = words(text, 0, len(text), lang)
    at = finite(run)
    return text[run[at].start : run[at].end] if at >= 0 else ""


@pytest.mark.parametrize(
    ("lang", "text", "expected"),
    [
        ("en", "Theo drives to every tasting", "drives"),
        ("en", "Lenz supplies the boronic acid", "supplies"),
        ("en", "the steering group sits every second Tuesday", "sits"),
        ("en", "JK-221-1 crystallised in P2(1)/c", "crystallised"),
        ("en", "the bees pollinate the pears", "pollinate"),
        ("en", "they ferment cabbage", "ferment"),
        ("en", "the choir has moved", "has"),
        ("de", "Nadia gießt jeden Montag die Beete", "gießt"),
        ("de", "die Mensa kocht vegetarisch", "kocht"),
        ("de", "ab Mai dirigieren wir zu zweit", "dirigieren"),
        ("fr", "Julien arrose les plantes", "arrose"),
        ("fr", "l'architecte s'occupe du permis", "s'occupe"),
        ("es", "Antonio reparte el pan", "reparte"),
        ("es", "abrimos a las siete", "abrimos"),
    ],
)
def test_an_unlisted_verb_is_found_by_its_place(lang: str, text: str, expected: str) -> None:
    assert verb(text, lang) == expected


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "the grey linen napkins"),
        ("en", "slate on the porch roof"),
        ("en", "opening night, 9 May"),
        ("en", "planning the trip"),
        ("de", "die alte Bühne im Saal"),
        ("fr", "un parquet pour la salle"),
    ],
)
def test_a_noun_phrase_has_no_verb(lang: str, text: str) -> None:
    assert verb(text, lang) == ""
