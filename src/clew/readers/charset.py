"""The encoding of bytes that are no UTF-8: what they declare, else what they look like."""

from collections.abc import Callable

from clew.text import regex as re

_DECLARED = re.compile(rb"(?:charset|encoding|coding)\s*[=:]\s*[\"']?([\w.:-]{2,30})", re.I)
_KANA = re.compile("[\u3041-\u30ff]")
_HAN = re.compile("[\u4e00-\u9fff]")
_HANGUL = re.compile("[\uac00-\ud7a3]")
_HIGH = re.compile("[^\x00-\x7f]")


def guess(data: bytes) -> str:
    """Name of an encoding that decodes the bytes; Windows-1252 for European text without any sign."""
    found = _DECLARED.search(data[:2048])
    if found:
        name = found[1].decode("ascii").lower()
        name = "cp1252" if name in {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"} else name
        if _decoded(data, name) is not None:
            return name
    sample = data[:65_536]
    high = sum(byte >= 0x80 for byte in sample)
    letters = high + sum(byte in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" for byte in sample)
    if high >= 8 and high > 0.3 * letters:
        name, share = max(((name, _frequent(sample, name)) for name, _ in _ALPHABETS), key=_second)
        if share >= 0.45:
            return name
        for name, likely in _LIKELY:
            text = _decoded(sample, name)
            if text is not None and likely(text) and _decoded(data, name) is not None:
                return name
    return "cp1252" if _decoded(data, "cp1252") is not None else "latin-1"


def _decoded(data: bytes, name: str) -> str | None:
    try:
        return data.decode(name)
    except UnicodeDecodeError as fault:
        # a sample may end inside a character
        return data[: fault.start].decode(name) if len(data) - fault.start < 4 and fault.start > 8 else None
    except (LookupError, ValueError):
        return None


def _share(text: str, kind: re.Pattern[str]) -> float:
    return len(kind.findall(text)) / max(1, len(_HIGH.findall(text)))


def _frequent(sample: bytes, name: str) -> float:
    """Share of the frequent letters of the alphabet that an encoding is for."""
    return _share(sample.decode(name, "replace"), dict(_ALPHABETS)[name])


def _second(pair: tuple[str, float]) -> float:
    return pair[1]


def _of(kind: re.Pattern[str], least: float) -> Callable[[str], bool]:
    return lambda text: _share(text, kind) >= least


def _chinese(name: str) -> Callable[[str], bool]:
    """Mostly Han characters, and such as the older, smaller sets have: rare ones betray a wrong guess."""

    def likely(text: str) -> bool:
        han = _HAN.findall(text)
        common = sum(_fits(char, name) for char in han)
        return _share(text, _HAN) >= 0.6 and common >= 0.95 * len(han)

    return likely


def _fits(char: str, name: str) -> bool:
    try:
        char.encode(name)
    except UnicodeEncodeError:
        return False
    return True


_LIKELY: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("euc_jp", _of(_KANA, 0.2)),
    ("cp932", _of(_KANA, 0.2)),
    ("cp949", _of(_HANGUL, 0.7)),
    ("gb18030", _chinese("gb2312")),
    ("big5", _chinese("big5")),
)
# of encodings with one byte a letter, that one is right in which the frequent letters are frequent
_ALPHABETS = (
    ("cp1251", re.compile("[оеаинтсрвлі]")),
    ("koi8-r", re.compile("[оеаинтсрвл]")),
    ("cp1253", re.compile("[αοιετσνηυρπκ]")),
)
