"""The judge, one rule a row: what a person would say of two claims, older first."""

import pytest

from clew.belief.slots import frame, stems, topic
from clew.belief.traits import SINGLE
from clew.belief.verdict import judge
from clew.model import Claim, Maker, Span, Speaker, Triple


def claim(text, key="", who="Ada", day=1, **more):
    return Claim(
        id=f"{text}{day}", kind=more.pop("kind", "fact"), text=text, label=text[:20], topic=key,
        speaker=Speaker(more.pop("cls", "person"), who), evidence=(Span(f"s{day}", 1, 0, len(text), text),),
        by=Maker("hand/1"), asserted_at=more.pop("at", f"2025-01-{day:02d}T10:00:00Z"), confidence="high", **more,
    )  # fmt: skip


def verdict(old, new, key="", other=None, who="Ada", **more):
    return judge(claim(old, key, day=1, **more), claim(new, key if other is None else other, who, day=9, **more)).kind


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("The review is on Monday.", "The review was moved to Friday.", "review date"),
        ("Rent is 850 euros.", "Rent is 910 euros.", "rent"),
        ("We don't lend tools.", "We lend tools now.", "tool lending"),
        ("The lift is out of order.", "The lift is working again.", "lift"),
        ("The port is 8080.", "The port is 9090, not 8080.", "staging port"),
        ("The contract has not been signed.", "The contract has been signed.", "contract"),
        ("Der Kurs ist mittwochs.", "Der Kurs ist ab sofort freitags.", "kurstag"),
        ("Le cours est le lundi.", "Le cours est désormais le jeudi.", "jour du cours"),
        ("El precio es 12 euros.", "El precio ahora es 14 euros.", "precio"),
        ("정원은 20명이다.", "정원을 25명으로 늘렸다.", "정원"),
        ("I live in Aarhus.", "I moved to Odense.", "home"),
        ("The deposit is 90 euros.", "I'm raising the deposit to 120 euros.", "deposit"),
        ("Die Kaution ist 90 Euro.", "Die Kaution erhöhe ich auf 120 Euro.", "kaution"),
        ("Nobody is on call.", "Jude is on call after all.", "weekend on-call"),
        ("The meeting is in room 4.", "The meeting is in room 7 instead.", "meeting room"),
    ],
)
def test_the_same_speaker_later_with_another_value_supersedes(old, new, key):
    assert verdict(old, new, key) == "supersedes"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("The tower is 88 metres tall.", "The tower is 94 metres tall.", "tower height"),
        ("The road was dry.", "The road was wet.", "road surface"),
        ("The van was parked on the left.", "The van was not parked on the left.", "van"),
    ],
)
def test_another_speaker_with_another_value_conflicts(old, new, key):
    assert verdict(old, new, key, who="Bo") == "conflicts"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("The fair opens on 3 May 2024.", "Opening day of the fair is 2024-05-03.", "fair opening"),
        ("The fence is 1.8 m high.", "Fence height is 180 cm.", "fence height"),
        ("The notice period is three months.", "Notice period: 3 months.", "notice period"),
        ("The smoke test failed.", "The smoke test did not pass.", "smoke test"),
    ],
)
def test_other_words_for_the_same_value_are_a_duplicate(old, new, key):
    assert verdict(old, new, key) == "duplicate"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("The printer is broken.", "The printer is broken since Tuesday because the fuser cracked.", "printer"),
        ("Some invoices were late.", "12 of 40 invoices were late.", "late invoices"),
        ("Fewer than 100 people came.", "87 people came.", "turnout"),
        ("The ferry carries 60 cars.", "The ferry carries 60 cars on two decks, 34 below and 26 above.", "ferry"),
    ],
)
def test_more_of_the_same_refines(old, new, key):
    assert verdict(old, new, key) == "refines"


@pytest.mark.parametrize(
    ("old", "new", "key", "other"),
    [
        ("Nina likes tea.", "Nina likes chocolate.", "Nina", "Nina"),
        ("The hall seats 400.", "The hall has 12 exits.", "hall", "exits of the hall"),
        ("Logs are kept for 30 days.", "Backups are kept for 90 days.", "log retention", "backup retention"),
        ("In production logs are kept 30 days.", "In staging logs are kept 3 days.", "log retention", "log retention"),
        ("The shop is open on Saturdays.", "The shop is closed on Sundays.", "shop", "shop"),
        ("Until 14 March the rate is 54 euros.", "From 15 March the rate is 62 euros.", "rate", "rate"),
        ("The rollout is on Thursday.", "The rollout might slip to Friday.", "rollout", "rollout"),
        ("We use Stellan for mail.", "If Stellan doubled its price we would use Corvid for mail.", "mail", "mail"),
        ("If it rains, the concert moves inside.", "The concert is in the park.", "concert", "concert"),
        ("I downloaded the first book on 7 May.", "I downloaded the second book on 9 June.", "books", "books"),
        ("We hired three tutors.", "Two tutors speak French.", "tutors", "tutors"),
        ("I'm trying to fix the login page.", "I'm trying to fix the search page.", "fix page", "fix page"),
        ("The app uses Flask.", "The app also uses Redis.", "app", "app"),
    ],
)
def test_what_can_stand_together_replaces_nothing(old, new, key, other):
    kind = "goal" if "trying" in old else "fact"
    assert verdict(old, new, key, other, kind=kind) in ("compatible", "unrelated")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Experiment 1 uses 24 people.", "Experiment 2 uses 120 people."),
        ("Form 7b has 28 pupils.", "Form 8a has 25 pupils."),
        ("Anna's desk is now blue.", "Bruno's desk is now red."),
        ("The key of the shed is red.", "The key of the house is now blue."),
        ("Quote 1 is 31,400 pounds.", "Quote 2 is 28,900 pounds."),
    ],
)
def test_things_of_other_number_or_owner_are_other_things(old, new):
    assert verdict(old, new, "hub") in ("compatible", "unrelated")


def test_scopes_that_differ_are_kept_apart_and_equal_ones_are_not():
    a, b = (claim("The rate is 900 euros.", "rate", scope=s) for s in ("Lind", "Lind"))
    later = claim("The rate is 950 euros.", "rate", day=9, scope="Zoo")
    assert judge(a, later).kind == "compatible"
    assert judge(b, claim("The rate is 950 euros.", "rate", day=9, scope="Lind")).kind == "supersedes"


def test_two_named_sources_in_one_breath_conflict_though_one_person_tells_of_both():
    a = claim("According to the list there are 412 staff.", "headcount", "user")
    b = claim("According to the union there are 460 staff.", "headcount", "user", day=9)
    assert judge(a, b).kind == "conflicts"


def test_a_person_overrides_what_only_the_assistant_said():
    a = claim("The fee is 100 euros.", "fee", "assistant", cls="assistant")
    assert judge(a, claim("The fee is 120 euros.", "fee", "user", day=9)).kind == "supersedes"


def test_never_against_once_is_a_conflict_of_one_speaker():
    a = claim("I wrote two Flask routes for the login page.", "routes", "user")
    b = claim("I've never written any Flask routes.", "routes", "user", day=9)
    assert judge(a, b).kind == "conflicts"


def test_without_an_order_of_saying_nothing_is_replaced():
    a = claim("Rent is 850 euros.", "rent", at=None)
    assert judge(a, claim("Rent is 910 euros.", "rent", day=9, at=None)).kind == "conflicts"


def test_what_is_said_together_does_not_replace_itself():
    text = "Backups go to S3."
    a = claim(text, "backups", kind="decision")
    b = claim("Backups go to B2.", "backups", kind="decision", day=1, at="2025-01-01T10:00:01Z")
    assert judge(a, b).kind in ("compatible", "unrelated")


def test_every_ground_is_free_of_the_words_of_the_claims():
    ground = judge(claim("Rent is 850 euros.", "rent"), claim("Rent is 910 euros.", "rent", day=9)).ground
    assert ground
    assert not {"rent", "850", "910"} & set(ground.split())


def test_a_frame_tells_value_cues_and_denials_apart():
    f = frame(claim("The floor is tile now instead of wood because the dog scratches.", "kitchen floor"))
    assert "tile" not in f.denied
    assert set(stems("wood")) <= f.denied
    assert "change" in f.cues
    assert not set(stems("dog")) & f.bag


def test_topic_keys_do_not_mind_order_case_or_plural():
    assert topic("Launch dates") == topic("date launch")


def valued(old, new, attribute, single=SINGLE, other="Ada"):
    pair = (("barge trip", "Ada", 1, old), (f"barge {attribute}", other, 9, new))
    made = (claim(t, key, who, day, triple=Triple("barge", attribute, t)) for key, who, day, t in pair)
    return judge(*made, {**SINGLE, **single}).kind


def test_what_the_vocabulary_gives_one_value_is_replaced_or_in_conflict():
    pair = ("The barge lies at Pier Lane.", "The barge stays at Swan Dock.", "mooring")

    assert [valued(*pair), valued(*pair, {"mooring": True})] == ["compatible", "supersedes"]
    assert valued(*pair, {"mooring": True}, "Bo") == "conflicts"


def test_what_the_vocabulary_gives_several_values_stands_beside_the_older_one():
    pair = ("The barge is moored at Pier Lane.", "The barge is moored at Swan Dock.", "place")

    assert [valued(*pair), valued(*pair, {"place": False})] == ["supersedes", "compatible"]
    assert [valued(*pair, other="Bo"), valued(*pair, {"place": False}, "Bo")] == ["conflicts", "compatible"]


def test_an_old_value_that_is_named_goes_however_many_there_may_be():
    pair = ("The barge is moored at Pier Lane.", "The barge moved from Pier Lane to Swan Dock.", "place")

    assert valued(*pair, {"place": False}) == "supersedes"
