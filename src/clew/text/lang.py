"""Which language a text is in, guessed cheaply from its script and its most common small words."""

from __future__ import annotations

from functools import cache

from clew.text import regex as re

_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (tag, re.compile(f"[{span}]"))
    for tag, span in (
        ("ko", "\uac00-\ud7a3\u1100-\u11ff"),
        ("ja", "\u3040-\u30ff"),
        ("zh", "\u4e00-\u9fff"),
        ("ru", "\u0400-\u04ff"),
        ("ar", "\u0600-\u06ff"),
        ("el", "\u0370-\u03ff"),
        ("he", "\u0590-\u05ff"),
        ("hi", "\u0900-\u097f"),
        ("th", "\u0e00-\u0e7f"),
    )
)

_STOPS: dict[str, str] = {
    "en": "the a an is are was were be to of and in that it for on with as at this i we you he she they my our your "
    "have "
    "has had do does did will would can could not but or if from by what how when so just no yes there its im dont "
    "then than which who all some any more about into been them us me get got go going now",
    "de": "der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde und oder aber "
    "nicht kein keine keinen ich du er sie es wir ihr mein meine unser unsere zu zum zur im am vom von mit bei nach "
    "auf für aus an in als wie was wann wo wer warum dass weil wenn noch schon auch nur doch mal jetzt hab habe hat "
    "haben kann können muss soll will mir mich dir uns bis seit ab über so nee nein ja bleibt bleiben kommt",
    "fr": "le la les un une des du de et est sont était être dans que qui pour sur avec pas ne je tu il elle nous vous "
    "ils elles mon ma mes notre nos votre ce cette ces au aux mais ou donc si plus par en a ont avons sera c'est on",
    "es": "el la los las un una unos unas de del y es son era ser en que para por con no yo tú él ella nosotros "
    "ellos mi "
    "mis nuestro nuestra su sus este esta estos estas al pero o si más como lo le se ha han hemos está están muy ya",
    "it": "il lo la i gli le un uno una di del della dei e è sono era essere in che per con non io tu lui lei noi "
    "voi loro "
    "mio mia nostro nostra questo questa al alla ma o se più come ha hanno abbiamo anche",
    "pt": "o a os as um uma uns umas de do da dos das e é são era ser em no na que para por com não eu tu ele ela "
    "nós eles "
    "meu minha nosso nossa este esta isso ao mas ou se mais como tem têm está estão muito já",
    "nl": "de het een en is zijn was waren van in dat op te voor met niet geen ik jij hij zij wij jullie mijn ons "
    "onze dit "
    "deze die er maar of als ook nog wel naar bij uit heeft hebben kan moet wordt",
    "sv": "och att det som en ett är var på i för med inte jag du han hon vi ni de den detta till av om men eller "
    "har kan "
    "ska vill från också när",
    "da": "og at det som en et er var på i for med ikke jeg du han hun vi de den dette til af om men eller har kan "
    "skal "
    "vil fra også når",
    "pl": "i w na z że nie się to jest są był była do dla o od po za ja ty on ona my wy oni mój nasz ten ta te ale "
    "lub czy "
    "jak co który jako",
    "tr": "ve bir bu da de için ile çok ne ben sen o biz siz onlar değil mi var yok ama gibi daha olarak kadar",
}

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SAMPLE = 4000
"""Characters looked at: enough to be sure, few enough to be cheap."""


@cache
def _weights() -> dict[str, tuple[tuple[str, float], ...]]:
    owners: dict[str, list[str]] = {}
    for tag, words in _STOPS.items():
        for word in set(words.split()):
            owners.setdefault(word, []).append(tag)
    # A word that many languages share says little about any one of them.
    return {word: tuple((tag, 1.0 / len(tags)) for tag in tags) for word, tags in owners.items()}


def _script(text: str) -> str | None:
    letters = sum(1 for c in text if c.isalpha())
    if not letters:
        return None
    for tag, pattern in _SCRIPTS:
        n = len(pattern.findall(text))
        # Japanese mixes kana with Han, so a fifth of the letters is enough to tell it from Chinese.
        if n * 5 >= letters:
            return tag
    return None


def detect(text: str) -> str | None:
    """Language tag (ISO 639-1) of a text, or None when there is too little to tell."""
    sample = text[:_SAMPLE]
    if not sample.isascii():
        tag = _script(sample)
        if tag:
            return tag
    scores: dict[str, float] = {}
    weights = _weights()
    for word in _WORD.findall(sample.casefold().replace("’", "'")):
        for tag, weight in weights.get(word, ()):
            scores[tag] = scores.get(tag, 0.0) + weight
    if not scores:
        return None
    ranked = sorted(scores.items(), key=lambda item: (-item[1], item[0]))
    best, score = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0.0
    return best if score >= 0.5 and score > second * 1.1 else None
