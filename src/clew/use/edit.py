"""A person's rewording of a claim: the same quotes, checked again."""

from clew.errors import NotFound, Refused, UsageError
from clew.model import Candidate, Claim, Maker, Quote, Rejection
from clew.proof import evidence
from clew.use.write import Session


def edited(session: Session, claim_id: str, text: str) -> Claim:
    """The claim in new words; what the check finds wrong with it stands among its reasons.

    Raises:
        NotFound: no such claim.
        UsageError: the text is empty or unchanged.
        Refused: the checks reject the new wording.
    """
    old = session.knowledge.claims.get(claim_id)
    if old is None:
        raise NotFound(f"no claim is called {claim_id!r}")
    words = " ".join(text.split())
    if not words or words == old.text:
        raise UsageError("the new text is empty or the same; nothing was changed")
    source = session.knowledge.sources[old.source]
    parts = {p.n: p for p in session.files.parts(source.id).values}
    candidate = Candidate(
        kind=old.kind,
        text=words,
        label=old.label,
        topic=old.topic,
        quotes=tuple(Quote(s.part, s.quote, s.start) for s in old.evidence if s.source == source.id),
        speaker=old.speaker,
        act=old.act,
        about=old.about,
        scope=old.scope,
        polarity=old.polarity,
        modality=old.modality,
        valid_from=old.valid_from,
        valid_to=old.valid_to,
    )
    checked = evidence.check(candidate, source, parts, Maker("hand/1"))
    if isinstance(checked, Rejection):
        raise Refused(f"the new wording was refused: {checked.reason}")
    return checked
