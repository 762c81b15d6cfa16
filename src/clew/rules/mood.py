"""Whether a clause asserts anything at all, or asks, supposes, requests, quotes, jokes or just chats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from clew.rules.clauses import Clause, quoted
from clew.rules.grammar import Word, finite
from clew.rules.orders import exchange
from clew.rules.shapes import CONTENT_WITH
from clew.rules.words import FINITE, W, bag
from clew.text import regex as re

Mood = Literal["asserted", "question", "hypothetical", "hedged", "request", "talk", "quoted", "irony", "open"]
"""`open` is a question that the person notes as not yet answered."""

_OPEN = re.compile(
    r"\b(?:still (?:open|unclear|undecided|unresolved)|open (?:question|point|issue)|to be (?:decided|clarified|"
    r"confirmed)|tbd|not (?:yet )?(?:decided|settled|clear) yet|(?:no idea|don'?t know|not sure|unclear|weiß|"
    r"unklar) (?:yet|noch nicht|still),? (?:why|how|what|which|who|whether|when|where|warum|wie|was|wer|ob|wann|"
    r"wo)\b|still (?:no idea|don'?t know) (?:why|how|what|which|who|whether|when|where)|undecided|up in the air|"
    r"an open (?:one|point)|remains? (?:open|unclear|undecided|unresolved|unsolved)|(?:still|yet) (?:not |"
    r"un)(?:solved|settled|"
    r"resolved)|bleibt (?:offen|unklar|ungeklärt)|noch nicht (?:raus|klar|entschieden|fest)\b|(?:noch|immer noch) "
    r"(?:offen|unklar|"
    r"ungeklärt)|offene frage|offen ist|noch zu klären|zu klären|nicht "
    r"entschieden|question ouverte|reste à décider|por decidir|pendiente de decidir|미정|아직 결정)\b",
)
_IRONY = re.compile(
    r"\b(?:oh (?:sure|great|absolutely|grand|fantastic|wonderful|lovely|brilliant|definitely)|yeah right|"
    r"sure,? and (?:let'?s|then)|just kidding|(?<![\w-])jk(?![\w-]| \w)|as if\b|"
    r"what could possibly go wrong|na klar,|ja klar,|scherz beiseite|kleiner scherz|spaß beiseite|je plaisante|es "
    r"broma|can'?t wait(?=\W*$))|(?:^|\s)/s(?:\s|$)|🙄",
)
_SUPPOSE = re.compile(
    r"^(?:(?:and|but|so|und|aber|ok|lol|haha)[, ]+)*(?:what if|even if|even though|auch wenn|selbst wenn|"
    r"otherwise|sonst|or else|imagine|suppose|supposing|assuming|let'?s say|lets say|say we|if only|i wish|wish "
    r"(?:we|i)|in theory|hypothetically|stell dir vor|stellt euch vor|angenommen|gesetzt|was wäre wenn|was wenn|"
    r"wenn ich mal|imaginons|et si|supposons|imagina|imaginemos|y si|supongamos)\b",
)
_ASK_YOU = re.compile(
    r"\b(?:(?:can|could|would|will) (?:you|u)\b|can i get|could i get|help me\b|i need (?:your |some |a bit of |"
    r"more )?(?:help|advice|guidance|assistance|tips|clarification|ideas|suggestions)|i(?:'d| would) (?:like|love|"
    r"appreciate|want)(?: it if)?(?: for)? (?:you|some (?:help|advice|tips|guidance))|i want you to|i need you to|"
    r"let me know|any (?:ideas|tips|advice|suggestions|thoughts)|looking for (?:advice|tips|help|suggestions|"
    r"ideas|guidance|ways?)|walk me through|i(?:'m| am|m) (?:wondering|curious|asking|trying to (?:understand|"
    r"figure out|see|decide|determine|learn|find out|wrap))|i was (?:wondering|hoping)|wanna know|i(?:'d| would) "
    r"(?:like|love) to (?:know|understand|see|hear|learn|get (?:some|your))|want to (?:know|understand|make sure|"
    r"ensure|learn (?:how|more|about)|see (?:how|if|what))|kannst du|könntest du|könnt ihr|würdest du|hilf mir|"
    r"ich brauche (?:deine )?hilfe|hast du (?:eine idee|tipps)|ich (?:würde|wüsste) gerne? (?:wissen|verstehen)|"
    r"frage mich|peux-tu|pouvez-vous|pourrais-tu|aide[sz]?-moi|puedes|podrías|ayúdame|me puedes)",
)
_POLITE = re.compile(
    r"\b(?:would (?:like|love|prefer|rather|never)|'d (?:like|love|prefer|rather|never)|id (?:like|love|prefer|"
    r"rather|never)|hätt?e? (?:auch |ich |gern)|hätt(?:en)? .{0,30}\bgern|würd(?:e|en)? .{0,40}\b(?:nie|niemals|"
    r"lieber|gern))\b",
)
_MUST = re.compile(
    r"\b(?:must|always|never|has to|have to|is not allowed|are not allowed|may not|automatically|muss|müssen|darf "
    r"nicht|immer|nie)\b",
)
_UNSURE = re.compile(
    r"\b(?:not (?:really |quite |entirely |totally |so )?(?:sure|certain|clear)|(?:don'?t|do not|didn'?t) "
    r"(?:really |quite )?(?:know|understand|get|remember|think so|see how)|no (?:idea|clue)|having (?:trouble|"
    r"difficulty|issues|problems|a hard time)|struggling|stuck (?:between|with|on)|keep getting|getting (?:an? "
    r")?(?:\w+ )?errors?|weiß (?:nicht|ich nicht)|nicht sicher|keine ahnung|komme? nicht (?:weiter|klar)|je ne "
    r"sais pas|no sé)\b",
)
_TOLD_TO = re.compile(r"\b(?:says?|said|sagt|sagte|meint|meinte)[ ,:]+(?:just|simply|please|einfach|bitte) \w+")
"""What somebody was told to do."""
_RHETORIC = re.compile(
    r"^(?:(?:and|but|so|ok|oh) )*(?:who cares|like (?:i|we|you|always)\b|love (?:it|that|this)\b|(?:going|off) to "
    r"(?:bed|sleep|work|lunch|the)\b|who knows|why not|what (?:a|the)\b|how (?:nice|funny|cool)|such is life|fair "
    r"enough|makes sense|sounds? (?:good|great|fair|right|reasonable|interesting)|good (?:point|idea|question|"
    r"call|to know)|great idea|never mind|no worries|no problem|no idea|no way|not sure|not yet|not now|thats? "
    r"(?:life|it|all|enough|great|good|helpful|the spirit)|that'?s (?:it|all|enough|great|good|helpful|really|"
    r"very|so|perfect|a good|a great)|got it|on it|(?:will|should|might|can) do$|(?:i |we )?(?:think|hope|guess|"
    r"suppose|reckon|believe) so|(?:as )?far as "
    r"(?:i|we) know|we(?:'ll| will) see|we shall see|(?:wir werden|schauen wir|mal|wir) seh(?:en|n)|schau(?:en|n) "
    r"(?:wir|mal)|see you|talk (?:soon|later|next)|happy to|you'?re "
    r"(?:right|welcome)|guter punkt|gute idee|gute frage|keine ahnung|alles klar|weiß nicht|mal sehen|bis (?:bald|"
    r"dann|morgen|später)|so what\b)",
)
_ONLY = re.compile(r"\b(?:only|always|just|nur|immer)\b")
_INVERTED = bag(
    "is are was were am do does did can could will would should shall may might must have has had isnt isn't arent "
    "aren't dont don't doesnt doesn't didnt didn't wont won't cant can't shouldnt shouldn't wouldnt wouldn't"
)
_DE_TAIL = {"ich", "wir", "man", "du", "ihr"}
_DROPPED_I = bag("hab habe bin nehm nehme mach brauch will war sind haben nehmen gilt bleibt")


def bare(clause: Clause) -> Sequence[Word]:
    """The words without conjunctions and fillers at the start."""
    run = clause.words
    k = 0
    while k < len(run):
        word = run[k]
        opener = word.flags & (W.CONJ | W.FILLER | W.TALK) or word.text in (",", ".", "!", "-", ":")
        if (
            not opener
            or (word.flags & (W.PRON | FINITE | W.WH))
            or (word.text in ("no", "kein") and k + 1 < len(run) and run[k + 1].text not in (",", ".", "!"))
        ):
            break
        k += 1
    return run[k:]


def vague(run: Sequence[Word]) -> bool:
    """Whether the subject only points back (`it`, `das`), rather than being an article or a short `it's`."""
    if not run or not run[0].flags & W.WEAK:
        return False
    article = run[0].flags & W.DET and len(run) > 1 and not run[1].flags & (FINITE | W.PREP | W.NEG)
    return not article or finite(run[:4]) == 1


_SMALL = W.PRON | W.DET | W.AUX | W.PREP | W.SELF | W.WEAK | W.NEG | W.CONJ | W.FILLER | W.PREFER
_SAYS = W.NOUNISH | W.CHANGE | W.KEEP | W.DROP


def empty(run: Sequence[Word]) -> bool:
    """Whether words say that something is decided or liked, but nothing of what: `we agreed on that`."""
    return all(
        word.flags & _SMALL or (word.flags & W.CHOICE and not word.flags & _SAYS)
        for word in run
        if word.text[:1].isalnum()
    )


def contracted(run: Sequence[Word]) -> bool:
    """Whether the first word is subject and verb in one: `I'm`, `theres`, `shes`."""
    if not run:
        return False
    first = run[0]
    return first.text == "its" or (
        bool(first.flags & W.AUX) and (bool(first.flags & (W.SELF | W.WEAK)) or first.text in _SHORT)
    )


_SHORT = bag("hes he's shes she's theyre they're theres there's whos who's isses they've")


_ASIDE = re.compile(r"(?:which|who) (?:has|have|had|was|were|(?:is|are) now|now|just|recently) ")
"""A relative clause that tells something, even at the end of a question."""


REVALUES = re.compile(
    r"\bmake (?:it|that|this) [^.!?]{0,30}\d[^.!?]{0,30}\b(?:not|instead of|rather than)\b[^.!?]{0,20}\d|"
    r"\bmach(?:en wir|t)? (?:das |daraus |es )?[^.!?]{0,30}\d[^.!?]{0,30}\b(?:nicht|statt|anstatt)\b[^.!?]{0,20}\d"
)
"""An imperative that gives another value and names the old one: a correction, no errand for the assistant."""

STANDING = re.compile(
    r"\b(?:from now on|from today on|going forward|in (?:the )?future|ab jetzt|ab sofort|ab heute|künftig|in zukunft|"
    r"désormais|dorénavant|a partir de ahora|de ahora en adelante)\b"
)
"""Makes an order one that stays: what is asked for is no single errand."""
ORDERED = re.compile(rf"(?:and |also |und )?(?:please|pls|bitte)\b.*{STANDING.pattern}")


def mood(text: str, clause: Clause, said: str, lang: str) -> Mood:
    """What the clause does by its folded words, in the order in which doubt is cheapest to remove."""
    run = bare(clause)
    headed = text[clause.head[0] : clause.head[1]].casefold() if clause.head else ""
    if _quote_share(text, clause) or _maxim(text, clause) or _TOLD_TO.search(f"{headed} {said}"):
        return "quoted"
    if _OPEN.search(said) or (headed and _OPEN.search(headed)):
        return "open"
    aside = clause.link == "which" and _ASIDE.match(said)
    if (clause.asked and not aside) or (clause.link != "which" and _interrogative(run, lang)):
        return "question"
    if _IRONY.search(said):
        return "irony"
    supposed = run and run[0].flags & W.IF and not _MUST.search(said) and not _NAMING.search(said)
    if _SUPPOSE.search(said) or supposed:
        return "hypothetical"
    if not run or _RHETORIC.search(said) or _only_talk(clause, run):
        return "talk"
    if _requests(said, run, lang) and not REVALUES.search(said) and not STANDING.search(said):
        return "request"
    return _uncertain(said, clause, run)


_NAMING = re.compile(
    r"\b(?:if|when|wenn) (?:i|we|ich|wir) (?:say|write|talk|sage?n?|schreiben?|rede)\b.*\b(?:mean|meinen?|is|ist)\b"
)
"""Says how something is called: `when I say the barn I mean the old one`."""
_MAXIM = re.compile(
    r"(?<!\w)(?:used to say|(?:always |likes to )?says?,?|said,?|told (?:us|me),?|gesagt,?|sagt (?:immer,?|"
    r"gern,?)|meint immer,?)"
    r"(?: quote,?| that| dass)? (?:an? |every |ein(?:e[rn]?)? |jede[rsn]? |kein(?:e[rn]?)? )(?!.*\d)",
    re.IGNORECASE,
)


def _maxim(text: str, clause: Clause) -> bool:
    """Whether somebody is quoted with a saying about things in general: `she says a garden is never done`."""
    return bool(_MAXIM.search(text, clause.start, clause.end))


def _quote_share(text: str, clause: Clause) -> bool:
    spans = quoted(text, clause.start, clause.end)
    size = sum(b - a for a, b in spans if " " in text[a:b].strip("\"'`“”„«»‘’ "))
    return size * 5 >= (clause.end - clause.start) * 2


_EXPLAINS = ("is why", "is how", "was why", "is because", "means that", "explains why")


def _interrogative(run: Sequence[Word], lang: str) -> bool:
    if not run:
        return False
    first = run[0]
    last = run[-1].text if run[-1].text not in (".", "!") else (run[-2].text if len(run) > 1 else "")
    if len(run) > 3 and last in ("or", "oder", "right", "no", "ok", "nicht"):
        return last in ("or", "oder", "right")
    if first.flags & W.WH:
        if first.text == "which" and " ".join(word.text for word in run[1:3]) in _EXPLAINS:
            return False
        if any(a.flags & b.flags & FINITE for a, b in pairwise(run[2:])):
            return False  # "wer mehr nimmt zahlt weniger"
        return not _definitional(run) and not (
            first.text in ("which", "who", "whose", "was", "wo", "wie") and len(run) < 3
        )
    if len(run) < 2:
        return False
    second = run[1]
    if lang == "de":
        return _asks_german(first, second)
    if first.text not in _INVERTED or first.flags & W.SELF:
        return False
    subject = second.flags & (W.PRON | W.DET) or (
        second.text[:1].isalpha() and second.flags & (FINITE | W.PREP | W.NEG) == 0
    )
    return (
        bool(subject)
        and not (first.text in ("have", "had", "may", "must") and not second.flags & W.PRON)
        and finite(run[1:]) != 0
    )


def _asks_german(first: Word, second: Word) -> bool:
    if not first.flags & FINITE:
        return False
    if second.text in _DE_TAIL:
        return True
    return bool(first.flags & W.AUX) and first.text not in _DROPPED_I and bool(second.flags & (W.PRON | W.DET | W.PREP))


def _definitional(run: Sequence[Word]) -> bool:
    """Such as `when I write X I mean Y`, `what we call X is Y`, `wenn ich X schreibe`."""
    said = " ".join(word.text for word in run[:4])
    return bool(
        re.match(
            r"when (?:i|we) (?:say|write|talk|mention|type)|what (?:i|we) (?:call|mean|need|want)|whenever\b", said
        )
    )


def _only_talk(clause: Clause, run: Sequence[Word]) -> bool:
    valued = any(word.text[:1].isdigit() for word in run)
    if clause.has(W.TALK) and not valued:
        return (
            len(run) <= 3
            or any(w.flags & W.TALK for w in run[:2])
            or any(w.text in ("lol", "haha", "hahaha", "lmao", "xd", "rofl") for w in clause.words)
        )
    if any(word.text in ("lol", "haha", "hahaha", "lmao", "rofl") for word in clause.words):
        return True
    settles = CONTENT_WITH.search(" ".join(word.text for word in run))
    felt = clause.has(W.FEEL) and not valued and not settles
    return felt and not clause.has(W.CHOICE | W.DROP | W.KEEP | W.PREFER) and not _in_names(run)


_TELLING = 6
"""Words of a clause that says something besides a feeling."""


def _in_names(run: Sequence[Word]) -> bool:
    """Whether words of feeling only qualify nouns in a statement: `the best man of the choir keeps the hard cases`."""
    qualify = all(
        not word.flags & W.FEEL or (k + 1 < len(run) and bool(run[k + 1].flags & W.OPEN) and not word.flags & W.VERB)
        for k, word in enumerate(run)
    )
    return qualify and len(run) >= _TELLING and finite(run) > 0 and not vague(run)


def _requests(said: str, run: Sequence[Word], lang: str) -> bool:
    if _ASK_YOU.search(said):
        return True
    first = run[0]
    last = run[-1].text if run[-1].text.isalpha() or len(run) < 2 else run[-2].text
    if first.text == "let" and len(run) > 1:
        return run[1].text not in ("'s", "us")
    if last in ("pls", "please", "plz", "bitte") and not any(
        w.flags & (W.NEG | W.PREFER | W.DROP | W.CHOICE) for w in run
    ):
        return not _ONLY.search(said)
    if not first.flags & W.ASK:
        return False
    if first.text in ("please", "pls", "plz", "bitte") and len(run) > 1:
        if any(word.flags & W.SAY for word in run[1:4]):
            return True  # "please don't say you told me so"
        if exchange(run[1:], lang):
            return False  # "please move the standup to ten"
        return not run[1].flags & (W.DROP | W.KEEP | W.NEG | W.DET)
    if len(run) < 2 or (first.flags & W.NOUNISH and finite(run) > 0):
        return False
    return not run[1].flags & FINITE or lang == "de"


_SUGGESTS = bag(
    "suggested suggests recommended recommends proposed proposes advised advises schlug empfiehlt empfahl rät riet"
)


def _suggests(run: Sequence[Word]) -> bool:
    """Whether somebody else only suggests it: a proposal that nobody has taken up."""
    at = finite(run)
    return at > 0 and run[at].text in _SUGGESTS and run[0].text not in ("i", "we", "ich", "wir")


def _uncertain(said: str, clause: Clause, run: Sequence[Word]) -> Mood:
    if clause.has(W.IRREAL) and not _POLITE.search(said):
        duty = any(w.text in ("should", "sollte", "sollten") for w in clause.words) and run[0].flags & W.SELF == 0
        if not duty:
            return "hypothetical"
    if clause.has(W.HEDGE) or _UNSURE.search(said) or _suggests(run):
        return "hedged"
    return "asserted"
