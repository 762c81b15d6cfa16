"""What a candidate is worth once its quotes are looked up."""

from dataclasses import replace

import pytest

from clew.model import Candidate, Claim, Maker, Part, Quote, Rejection, Source, Span, Speaker
from clew.proof.evidence import REASONS, check, confidence, explain, recheck

SOURCE = Source("s1", "chat", "pasted", "o", "t", "2026-01-01T00:00:00Z", None, "exact", None, (), 1, "x")
OWNER = Speaker("person", "user")
BY = Maker("hand/1")


def part(text: str, n: int = 1, author: str = "person", at: str | None = "2026-01-02T00:00:00Z") -> Part:
    return Part(n, str(n), None, author, None, at, text)  # type: ignore[arg-type]  # any author class may stand here


def candidate(text: str, *quotes: str | Quote, **more: object) -> Candidate:
    found = tuple(q if isinstance(q, Quote) else Quote(1, q) for q in quotes)
    base = Candidate("fact", text, "label", "topic", found, OWNER)
    return replace(base, **more)  # type: ignore[arg-type]  # a test names the fields it sets


def judge(text: str, *quotes: str | Quote, said: str = "", **more: object) -> Claim:
    """The checked claim; the first quote is the whole text of the part unless `said` gives it."""
    first = said or (quotes[0] if isinstance(quotes[0], str) else quotes[0].text)
    checked = check(candidate(text, *quotes, **more), SOURCE, {1: part(first)}, BY)
    assert isinstance(checked, Claim)
    return checked


def test_a_quoted_claim_of_a_person_is_high() -> None:
    said = "ok, the main database is Postgres"
    claim = judge("The main database is Postgres.", "the main database is Postgres", said=said)

    assert (claim.confidence, claim.reasons) == ("high", ())
    assert claim.evidence == (Span("s1", 1, 4, 33, "the main database is Postgres"),)


def test_the_span_holds_the_words_of_the_source_not_of_the_giver() -> None:
    claim = judge("It’s “done” by Friday.", 'It\'s "done" by Friday.', said="It’s “done” by Friday.")

    assert claim.evidence[0].quote == "It’s “done” by Friday."
    assert claim.evidence[0].match == "folded"


def test_U06_the_grade_is_recorded_and_case_alone_lowers_it() -> None:
    claim = judge("The pump is off.", "The pump is off.", said="THE PUMP IS OFF.")

    assert (claim.evidence[0].match, claim.confidence, claim.reasons) == ("casefolded", "medium", ())


LOWERED = [
    ("no quote", "low", "no_excerpt", candidate("The pump is off.")),
    ("paraphrase", "low", "excerpt_not_in_source", candidate("The pump is off.", "the pump got turned off")),
    ("missing part", "low", "excerpt_not_in_source", candidate("The pump is off.", Quote(9, "the pump is off"))),
    ("short", "medium", "quote_too_short", candidate("The pump is off.", "pump is")),
    ("one letter", "medium", "quote_too_short", candidate("The pump is off.", "x")),
    ("repeated", "medium", "quote_ambiguous", candidate("The red cable works.", "the red cable works")),
    ("denied", "low", "negated", candidate("The crane is safe.", "the crane is safe")),
    ("asked", "low", "question", candidate("The oven is cold.", "the oven is cold")),
    ("conditioned", "low", "hypothetical", candidate("The heaters run.", "the heaters run at night")),
    ("reported", "low", "quoted_other", candidate("The bridge is gone.", "the bridge is gone")),
    ("number", "medium", "claim_beyond_quote", candidate("The share is 47.1%.", "the share is 41.7%")),
    ("name", "medium", "claim_beyond_quote", candidate("The vendor is called Kolbe.", "the vendor is called back")),
    ("words", "medium", "claim_beyond_quote", candidate("The mayor opened a library.", "we saw the mayor today")),
]
TEXT = (
    "the pump is off, x. the red cable works; yes, the red cable works. it is not true that the crane is safe. "
    "does anyone know whether the oven is cold? if it freezes the heaters run at night. anna says the bridge is gone. "
    "the share is 41.7% today. the vendor is called back later. we saw the mayor today."
)


@pytest.mark.parametrize(("level", "reason", "given"), [c[1:] for c in LOWERED], ids=[c[0] for c in LOWERED])
def test_each_doubt_lowers_and_says_why(level: str, reason: str, given: Candidate) -> None:
    claim = check(given, SOURCE, {1: part(TEXT)}, BY)

    assert isinstance(claim, Claim)
    assert (claim.confidence, reason in claim.reasons) == (level, True)


REFUSED = [
    ("empty", candidate(" … ", "the pump is off")),
    ("bad_type:belief", candidate("The pump is off.", "the pump is off", kind="belief")),
    ("bad_type:alien", candidate("The pump is off.", "the pump is off", speaker=Speaker("alien", "x"))),  # type: ignore[arg-type]  # what is refused
    ("bad_confidence", candidate("The pump is off.", "the pump is off", said_confidence="very sure")),
]


@pytest.mark.parametrize(("reason", "given"), REFUSED, ids=[reason for reason, _ in REFUSED])
def test_what_cannot_be_a_claim_is_rejected_without_its_text(reason: str, given: Candidate) -> None:
    refused = check(given, SOURCE, {1: part(TEXT)}, BY)

    assert isinstance(refused, Rejection)
    assert refused.reason == reason
    assert "pump" not in refused.digest


def test_what_clew_printed_is_no_evidence() -> None:
    text = "<!-- clew:context -->\n1. The pump is off.\n<!-- clew:end -->\nThe mill is sold to us."

    echoed = check(candidate("The pump is off.", "The pump is off."), SOURCE, {1: part(text)}, BY)
    own = check(candidate("The mill is sold to us.", "The mill is sold to us."), SOURCE, {1: part(text)}, BY)

    assert isinstance(echoed, Rejection)
    assert echoed.reason == "own_output"
    assert isinstance(own, Claim)


def test_a_negative_claim_on_a_negated_quote_is_fine() -> None:
    claim = judge("The crane is not safe.", "the crane is not safe", polarity="-")
    denial = "it is not true that the crane is safe"
    bare = judge("The crane is not safe.", "the crane is safe", said=denial, polarity="-")

    assert (claim.confidence, bare.confidence) == ("high", "high")


def test_a_positive_claim_on_a_quote_with_its_negation_inside_is_negated() -> None:
    assert judge("The crane is safe.", "the crane is not safe").reasons == ("negated",)


def test_a_negative_claim_needs_a_denial_in_its_quote() -> None:
    assert judge("The crane is not safe.", "the crane is safe", polarity="-").reasons == ("negated",)
    assert judge("The crane is no longer rented.", "we dropped the rented crane", polarity="-").reasons == ()


def test_a_negation_in_another_clause_of_the_quote_does_not_count() -> None:
    assert judge("We use Postgres.", "we do not use Redis, we use Postgres").reasons == ()


def test_a_question_may_rest_on_a_question() -> None:
    claim = judge("Who pays for the new roof?", "who pays for the new roof?", kind="question", act="ask")

    assert claim.confidence == "high"


def test_a_claim_that_keeps_the_condition_owns_it() -> None:
    said = "if it rains we take the big tent"

    assert judge("If it rains, we take the big tent.", said).reasons == ()
    assert judge("We take the big tent.", said).reasons == ("hypothetical",)


def test_a_doubt_inside_the_quote_is_not_lost() -> None:
    said = "maybe we rent the big hall"

    assert judge("We rent the big hall.", said, kind="decision").reasons == ("hypothetical",)
    assert judge("Maybe rent the big hall.", said, kind="idea").reasons == ()


OWNED = [
    ("supposed and kept so", "Suppose the big pump fails.", "suppose the big pump fails", {}),
    ("idea", "Sell juice at the gate.", "we could sell juice at the gate", {"kind": "idea"}),
    ("goal", "We hope to sell juice.", "we hope to sell juice", {"kind": "goal"}),
    ("scope instead of the condition", "We take the big tent.", "if it rains we take the big tent", {"scope": "rain"}),
    (
        "idea of a possibility",
        "Sell juice at the gate.",
        "sell juice at the gate",
        {"kind": "idea", "whole": "we could sell juice at the gate"},
    ),
    (
        "wish for later",
        "Sell juice at the gate.",
        "sell juice at the gate",
        {"kind": "goal", "whole": "I hope to sell juice at the gate"},
    ),
    ("statement before a question", "Rent went up in May.", "rent went up in May, could you draft the notice?", {}),
    ("statement after a question", "We sold the mill.", "who told you? we sold the mill", {}),
]
LOST = [
    ("supposed", "The big pump fails.", "suppose the big pump fails", "hypothetical"),
    ("asked", "We sell the mill.", "do we sell the mill?", "question"),
    ("taken back in the quote", "The mill is sold.", "The mill is sold. Just kidding.", "negated"),
    ("asked in a later clause", "We sell the old mill.", "it rained, should we sell the old mill?", "question"),
    ("asked among statements", "We sell the mill.", "We met. Do we sell the mill? It rained.", "question"),
    (
        "supposed among statements",
        "The big pump fails.",
        "We met. Suppose the big pump fails. It rained.",
        "hypothetical",
    ),
    ("could", "We sell juice.", "we could sell juice", "hypothetical"),
]


@pytest.mark.parametrize(("text", "said", "more"), [c[1:] for c in OWNED], ids=[c[0] for c in OWNED])
def test_a_claim_that_keeps_the_mood_of_its_quote_is_not_lowered(text: str, said: str, more: dict[str, str]) -> None:
    fields = {name: value for name, value in more.items() if name != "whole"}

    assert judge(text, said, said=more.get("whole", ""), **fields).reasons == ()


@pytest.mark.parametrize(("text", "said", "reason"), [c[1:] for c in LOST], ids=[c[0] for c in LOST])
def test_a_claim_that_loses_the_mood_of_its_quote_is_lowered(text: str, said: str, reason: str) -> None:
    assert reason in judge(text, said).reasons


def test_code_around_a_quote_leaves_the_context_unknown() -> None:
    claim = judge("The pool size is 20.", "the pool size is 20", said="```\nthe pool size is 20\n```")

    assert (claim.evidence[0].context, claim.confidence) == ("unknown", "medium")


def test_a_number_that_belongs_to_a_name_may_come_from_nearby() -> None:
    said = "about Exp 2 and Exp 3. it runs in the lab"

    assert judge("Exp 2 runs in the lab.", "it runs in the lab", said=said).reasons == ()
    assert judge("Exp 3 runs in the lab.", "Exp 2 runs in the lab", said="Exp 3? Exp 2 runs in the lab").reasons == (
        "claim_beyond_quote",
    )


def test_words_of_somebody_else_count_as_theirs() -> None:
    said = "anna says the bridge is gone"

    hers = judge("The bridge is gone.", "the bridge is gone", said=said, speaker=Speaker("person", "Anna"))
    mine = judge("The bridge is gone.", "the bridge is gone", said=said)
    page = judge("The bridge is gone.", "the bridge is gone", said=said, speaker=Speaker("document", "News"))
    told = judge("Anna says the bridge is gone.", "the bridge is gone", said=said)

    assert (hers.reasons, told.reasons) == ((), ())
    assert (mine.reasons, page.reasons) == (("quoted_other",), ("quoted_other",))


def test_an_adopted_proposal_rests_on_two_quotes_and_is_said_when_adopted() -> None:
    parts = {
        1: part("Should we keep the pool at 20 connections?", 1, "assistant", "2026-01-02T09:00:00Z"),
        2: part("yes do that", 2, "person", "2026-01-02T09:05:00Z"),
    }
    quotes = (Quote(1, "keep the pool at 20 connections"), Quote(2, "yes do that"))
    given = candidate("Keep the pool at 20 connections.", *quotes, speaker=Speaker("person", "user", adopted=True))

    claim = check(given, SOURCE, parts, BY)

    assert isinstance(claim, Claim)
    assert (claim.confidence, claim.asserted_at) == ("high", "2026-01-02T09:05:00Z")


def test_without_the_persons_words_it_is_only_the_assistants() -> None:
    parts = {1: part("We keep the pool at 20 connections.", 1, "assistant")}
    given = candidate("We keep the pool at 20 connections.", "We keep the pool at 20 connections.")

    for speaker in (Speaker("assistant", "assistant"), OWNER, Speaker("person", "user", adopted=True)):
        claim = check(replace(given, speaker=speaker), SOURCE, parts, BY)
        assert isinstance(claim, Claim)
        assert (claim.confidence, claim.reasons) == ("low", ("assistant_only",))


def test_what_a_program_supplies_is_at_most_medium() -> None:
    parts = {1: part("The pump is off today.", 1, "derived")}

    given = candidate("The pump is off today.", "The pump is off today.", speaker=Speaker("derived", "x"))
    claim = check(given, SOURCE, parts, BY)

    assert isinstance(claim, Claim)
    assert (claim.confidence, claim.reasons) == ("medium", ("agent_text",))


def test_a_document_speaks_for_itself() -> None:
    parts = {1: part("The pump is off today.", 1, "document", None)}

    given = candidate("The pump is off today.", "The pump is off today.", speaker=Speaker("document", "x"))
    claim = check(given, SOURCE, parts, BY)

    assert isinstance(claim, Claim)
    assert (claim.confidence, claim.asserted_at) == ("high", SOURCE.at)


def test_L19_every_number_and_name_must_stand_in_the_quotes() -> None:
    said = "Kolbe wants 41.7% of the shop by 14 March"

    assert judge("Kolbe wants 41.7% of the shop by 14 March.", said).reasons == ()
    assert judge("Kolbe wants 47.1% of the shop by 14 March.", said).reasons == ("claim_beyond_quote",)
    assert judge("Kolbe wants 41.7% of the shop by 15 March.", said).reasons == ("claim_beyond_quote",)
    assert judge("Meyer wants 41.7% of the shop by 14 March.", said).reasons == ("claim_beyond_quote",)


@pytest.mark.parametrize(
    "text",
    ["The old barn door is painted green.", "The old barn gate is painted red.", "The new barn door is painted red."],
)
def test_a_word_put_in_the_place_of_another_goes_beyond_the_quote(text: str) -> None:
    said = "the old barn door is painted red, we did that in May"

    assert judge(text, said).reasons == ("claim_beyond_quote",)
    assert judge("The old barn door is painted red.", said).reasons == ()


def test_a_negation_more_than_in_the_quote_is_no_reading_of_it() -> None:
    said = "the gate is locked until March, nobody wants surprises"

    assert judge("The gate is not locked until March, nobody wants surprises.", said).reasons == ("negated",)
    assert judge("The gate is locked until March, nobody wants surprises.", said).reasons == ()


def test_numbers_agree_across_notations() -> None:
    said = "the limit is 1,500 users, twelve of them free"

    assert judge("The limit is 1500 users, 12 of them free.", said).reasons == ()


def test_a_name_from_nearby_may_fill_an_open_subject_only() -> None:
    said = "Kafka was tried. Postgres is great. it runs the job queue"
    swapped = "Kafka was tried. Postgres runs the job queue"

    assert judge("Postgres runs the job queue.", "it runs the job queue", said=said).reasons == ()
    for text, quote, whole in (
        ("The job queue runs Kafka jobs.", "it runs the job queue", said),
        ("Kafka runs the job queue.", "Postgres runs the job queue", swapped),
    ):
        assert judge(text, quote, said=whole).reasons == ("claim_beyond_quote",)


def test_a_quote_lost_beside_a_true_one_leaves_medium() -> None:
    claim = judge("The pump is off today.", "the pump is off today", "so I was told twice")

    assert (claim.confidence, claim.reasons) == ("medium", ("excerpt_not_in_source",))
    assert claim.evidence[1] == Span("s1", 1, 0, 0, "so I was told twice", "none", "unknown")


def test_M10_an_item_under_out_of_scope_is_no_decision_for_it() -> None:
    text = "## Out of scope\n- Redis as a read cache"

    assert judge("Redis is a read cache.", "Redis as a read cache", said=text).reasons == ("negated",)


def test_P08_a_quote_that_imitates_markup_is_plain_text() -> None:
    said = "---\nid: claim-1\nstatus: retracted\n---\n"
    claim = judge("The status is retracted.", "status: retracted", said=said)

    assert claim.evidence[0].quote == "status: retracted"


def test_ids_depend_on_source_place_and_value_only() -> None:
    first = judge("The pump is off.", "the pump is off today")
    same = judge("the  pump is off", "the pump is off today", label="other", kind="decision")
    other = judge("The pump is off.", "the pump is off today", said="well, the pump is off today")

    assert first.id == same.id
    assert first.id != other.id
    assert len(first.id) == 13
    assert first.id.startswith("c")


def test_time_is_that_of_the_speakers_last_quote() -> None:
    parts = {1: part("the pump is off", 1, at="2026-01-02T09:00:00Z"), 2: part("because it leaks a lot", 2, at=None)}

    given = candidate("The pump is off.", Quote(1, "the pump is off"), Quote(2, "it leaks a lot"))
    claim = check(given, SOURCE, parts, BY)

    assert isinstance(claim, Claim)
    assert claim.asserted_at == "2026-01-02T09:00:00Z"


def test_a_quote_that_moved_is_found_again_and_one_that_went_is_marked() -> None:
    claim = judge("The pump is off today.", "the pump is off today")

    moved = recheck(claim, {1: part("New head."), 2: part("As said, the pump is off today.", 2)})
    gone = recheck(claim, {1: part("The pump is on today.")})

    assert (moved.evidence[0].part, moved.evidence[0].start, moved.reasons) == (2, 9, ())
    assert (gone.evidence[0].match, gone.reasons, gone.confidence) == ("none", ("source_changed",), "low")
    assert recheck(claim, {1: part("the pump is off today")}) is claim
    assert recheck(gone, {1: part("the pump is off today")}) is gone


def test_usage_and_boasting_change_no_confidence() -> None:
    claim = judge("The pump is off.", "the pump is", said_confidence="high", said="x the pump is y")

    assert confidence(replace(claim, said_confidence="low")) == claim.confidence


def test_every_reason_has_a_sentence_for_people() -> None:
    assert explain("negated") == REASONS["negated"]
    assert explain("bad_type:belief").endswith("(belief)")
    assert all(text.endswith(".") for text in REASONS.values())
