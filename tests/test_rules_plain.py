"""French, Spanish and Korean: what is plain is taken, what is in any doubt is not."""

import pytest

from clew.rules.plain import plain


@pytest.mark.parametrize(
    ("lang", "said", "kind", "act", "denied"),
    [
        ("fr", "Nous avons décidé de louer la salle des fêtes.", "decision", "commit", False),
        ("fr", "Désormais on utilise le petit four.", "decision", "switch", False),
        ("fr", "Le concert du 3 mai est annulé.", "decision", "drop", True),
        ("fr", "La salle compte 240 places.", "fact", "state", False),
        ("es", "Hemos decidido alquilar el salón.", "decision", "commit", False),
        ("es", "Ya no queremos fuegos artificiales.", "decision", "drop", True),
        ("es", "La entrada cuesta 12 euros.", "fact", "state", False),
        ("ko", "오픈은 4월 1일로 정했어요.", "decision", "commit", False),
        ("ko", "디저트는 안 팔기로 했어요.", "decision", "drop", True),
        ("ko", "예산은 8천만 원이고 좌석은 24석입니다.", "fact", "state", False),
    ],
)
def test_a_plain_sentence_is_taken(lang: str, said: str, kind: str, act: str, denied: bool) -> None:
    (found,) = plain(said, lang)
    assert (found.kind, found.act, found.denied) == (kind, act, denied)
    assert said[found.start : found.end] == said


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("fr", "Faut-il 240 places ?"),
        ("fr", "Si on avait 240 places, on serait riches."),
        ("fr", "Peut-être que la salle compte 240 places."),
        ("fr", "Anne dit que la salle compte 240 places."),
        ("fr", "Il a écrit « la salle compte 240 places »."),
        ("es", "¿Cuesta 12 euros?"),
        ("es", "Ojalá la entrada cueste 12 euros."),
        ("es", "Creo que la entrada cuesta 12 euros."),
        ("ko", "좌석은 24석인가요?"),
        ("ko", "만약 손님이 많으면 24석입니다."),
        ("ko", "24석을 추천합니다."),
    ],
)
def test_doubt_questions_and_other_voices_are_left_alone(lang: str, said: str) -> None:
    assert list(plain(said, lang)) == []
