"""Digests of refused values: asked on every way in, so that what a person refused does not come back in disguise.

Look-alikes share a digest: width, case, accents written apart, letters of other alphabets that look the same, spacing,
quotes and invisible characters. A different wording has a different digest: a paraphrase passes, and so it should.
"""

import hashlib
import unicodedata

from clew.model import Candidate, Claim
from clew.text import regex as re
from clew.text.fold import canonical

# letters of Cyrillic, Greek and other blocks that are drawn like a Latin one, after case folding
_LOOKALIKES = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u0501\u051b\u04bb\u04cf"
    "\u03b1\u03b2\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b6\u03b7\u03bc"
    "\u0131\u0261\u0251\u0269\u1d0f\u0585\u0578\u057d\u0570",
    "abekmhopctyxsijdwhlabeikvoptuxznmigaiooush",
)
_RAISED = re.compile("[\u00b2\u00b3\u00b9\u2070-\u209c\u00bc-\u00be\u2150-\u215f]")
# accents of Latin, Greek and Cyrillic, and what is not seen; vowel signs of other scripts are letters
_MARKS = re.compile("[\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_DROPPED = re.compile(
    r"[^\w.,:/+#%&@=<>*^$€£¥°-]|_|(?<!\d)[.,:](?!\d)|(?<=\D)[.,:](?=\d)|(?<=\d)[.,:](?!\d)|(?<=\w)-(?=[^\W\d])"
)


def skeleton(text: str) -> str:
    """The form in which look-alikes are equal; powers, fractions, decimals and signs stay what they are."""
    plain = _RAISED.sub(lambda m: "^" + unicodedata.normalize("NFKC", m.group()), canonical(text))
    plain = unicodedata.normalize("NFKC", plain).casefold()
    plain = _MARKS.sub("", unicodedata.normalize("NFD", plain))
    return _DROPPED.sub("", unicodedata.normalize("NFC", plain.translate(_LOOKALIKES)))


def digests(claim: Claim | Candidate, salt: str = "") -> tuple[str, ...]:
    """Digests under which a refusal of this value is kept: of the text, and of the triple where there is one."""
    forms = ["text\x1f" + claim.polarity + skeleton(claim.text)]
    if claim.triple:
        parts = (claim.triple.s, claim.triple.p, claim.triple.o)
        if all(map(skeleton, parts)):
            forms.append("triple\x1f" + claim.polarity + "\x1f".join(map(skeleton, parts)))
    return tuple(hashlib.sha256(f"{salt}\x1f{form}".encode("utf-8", "replace")).hexdigest()[:24] for form in forms)
