"""The tables of small words, and the guess at a language."""

import pytest

from clew.text.cues import LANGS, known, pattern, phrases
from clew.text.lang import detect


def test_every_table_has_every_language_but_irony_may_be_short() -> None:
    for cue in ("negation", "question", "hypothetical", "change", "drop", "keep", "adopt", "say", "reason", "request"):
        for lang in LANGS:
            assert phrases(cue, lang), (cue, lang)


@pytest.mark.parametrize(
    ("cue", "lang", "text", "found"),
    [
        ("negation", "en", "I don’t know", "don’t"),
        ("negation", "de", "kein Newsletter", "kein"),
        ("drop", "de", "der Knopf fliegt raus", "fliegt raus"),
        ("keep", "en", "it stays like planned", "stays"),
        ("change", "en", "from  now on", "from  now on"),
        ("adopt", "fr", "oui, faisons ça", "oui"),
        ("negation", "ko", "팔지 않아요", "않"),
    ],
)
def test_a_cue_is_found_as_a_whole_word(cue: str, lang: str, text: str, found: str) -> None:
    match = pattern(cue, lang).search(text)  # type: ignore[arg-type]  # names come from the table above
    assert match is not None
    assert match.group() == found


@pytest.mark.parametrize(
    ("cue", "text"), [("negation", "nothingness annotated"), ("drop", "outer space"), ("keep", "mainstay")]
)
def test_a_cue_inside_another_word_is_none(cue: str, text: str) -> None:
    assert pattern(cue, "en").search(text) is None  # type: ignore[arg-type]  # names come from the table above


def test_an_unknown_language_reads_all_tables() -> None:
    assert known("de") == ("de",)
    assert known("xx") == LANGS
    assert known(None) == LANGS


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("the table stays where it is", "en"),
        ("die Miete bleibt bei 900 Euro und ich zahle sie", "de"),
        ("nous avons décidé de partir avec ma sœur", "fr"),
        ("la obra empieza el lunes y no queremos cambiar las ventanas", "es"),
        ("위치는 성수동이고 예산은 8천만 원입니다", "ko"),
        ("会議は月曜日です", "ja"),
        ("我们决定搬家", "zh"),
        ("мы решили переехать", "ru"),
        ("12345 !!", None),
        ("", None),
    ],
)
def test_language_is_told_by_script_and_small_words(text: str, lang: str | None) -> None:
    assert detect(text) == lang
