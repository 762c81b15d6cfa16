"""What proves that two claims fill one slot, and what tells them apart; older first."""

import pytest

from clew.belief.compare import Pair
from clew.belief.proof import proof
from clew.belief.verdict import judge
from clew.model import Claim, Maker, Span, Speaker


def claim(text, day, key="", kind="fact", act="state"):
    return Claim(
        id=f"{text}{day}", kind=kind, text=text, label=text[:20], topic=key, speaker=Speaker("person", "user"),
        evidence=(Span(f"s{day}", 1, 0, len(text), text),), by=Maker("hand/1"), act=act,
        asserted_at=f"2025-01-{day:02d}T10:00:00Z", confidence="high",
    )  # fmt: skip


def pair(old, new, key="", kind="fact", act="state"):
    return claim(old, 1, key, kind), claim(new, 9, key, kind, act)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("I've set the feed budget to $65.", "I've adjusted the feed budget to $75.", "fact"),
        ("My seed library has 45 sources.", "My seed library has grown to 52 sources.", "fact"),
        ("The barn gate is kept at the mill.", "The barn gate moves to the quarry.", "decision"),
        ("The procession is in the old chapel.", "The procession is on the meadow at Rill House.", "decision"),
        ("The glaze of batch 3 is Shino K7.", "The glaze of batch 3 is Celadon P2.", "decision"),
        ("The choir meets every second Tuesday.", "The choir meets on Thursdays now.", "fact"),
        ("Ida Holm is the stage manager of the fair.", "Per Lund is the stage manager of the fair.", "fact"),
        ("The garden gets a fountain by the wall.", "The fountain is dropped, no substitute.", "decision"),
        ("We have a deadline of April 1 for the harvest.", "The new harvest deadline is April 5.", "fact"),
        ("The ferry ticket costs up to 90 euros.", "The ferry ticket costs 75 euros at most.", "fact"),
        ("I've completed 10 wiring lessons.", "I recently completed 15 wiring lessons.", "event"),
        ("I secured 3 stalls for the seed fair.", "I secured 5 stalls.", "fact"),
        ("The kiln's hit rate is 87%.", "The kiln's overall hit rate is 90%.", "fact"),
        ("The budget for kiln repairs is $700.", "The increased budget allocation is $800.", "fact"),
        ("My toll is 15% on loads above 20 tons.", "The rate on loads above 20 tons is 12%.", "fact"),
    ],
)  # fmt: skip
def test_without_any_topic_key_the_words_prove_one_slot(old, new, kind):
    verdict = judge(*pair(old, new, kind=kind))
    assert (verdict.kind, verdict.proof) == ("supersedes", "sure")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We decided to use port 8003 for service 3.", "Let's switch service 7 to port 9007."),
        ("The south barn budget is $500.", "I've increased the north barn budget to $550."),
        ("I've got a meeting with the roofer on March 22.", "I've got a meeting with my family on March 25."),
        ("I'm planning a hike for April 6-7.", "I'm planning a hike for May 11-12."),
        ("I solved 15 wiring problems at 80% accuracy.", "My accuracy in plumbing problems improved to 90%."),
        ("We've cut the queue by 30% since July 2024.", "The new forms have cut the training time by 15 days."),
        ("I approved Ada's request for $90 for June.", "I approved Ada's request for $90 for March."),
        ("The chance of a six is 1/6.", "The chance of two heads is 1/4."),
        ("The chance of rolling a 4 is small.", "The chance of rolling a sum of 7 with two dice is larger."),
        ("I'm trying to solve 10 wiring problems at 80% accuracy.", "My accuracy in wiring problems improved to 85%."),
        ("Hens: which lay 5 eggs a week.", "Which lay 7 eggs a week."),
        ("I have a target of $2,000 for the roof fund.", "I've reached $1,200 in my roof fund."),
        ("Always use bullet points when I ask about plans.", "Always use tables when I ask about costs."),
        ("The Alta 14 shoe is rated 85% breathable.", "The Rondo 990 shoe is 30% recycled."),
        ("I've completed 15 wiring problems.", "I've completed 12 wiring problems."),
        ("A triangle has sides 5, 7 and 9.", "A triangle has sides 6, 8 and 10."),
    ],
)
def test_what_differs_in_number_name_case_or_purpose_is_no_proof(old, new):
    assert proof(Pair(*pair(old, new))) != "sure"


@pytest.mark.parametrize(
    ("old", "new", "asked"),
    [
        ("I've repaired 10 bicycle wheels.", "I've never repaired any bicycle wheels.", True),
        ("I like to look at wheels.", "I've never repaired any bicycle wheels.", False),
        ("I met Ruben at a seed fair in 2019.", "I've never met anyone like Ruben or been to seed fairs.", True),
        ("I've been using Tarn to log my hives.", "I've never used Tarn for logging hives.", True),
        (
            "I've taken a glazing course through Tarn.",
            "I've never taken any glazing courses or classes via Tarn.",
            True,
        ),
        ("I'll repair the bicycle wheel.", "I've never repaired any bicycle wheels.", False),
        ("My bicycle wheel budget is $90.", "I've never repaired any bicycle wheels.", False),
        ("I've started weekly pottery.", "I've never accepted or started any senior posts.", False),
        ("I've never repaired any bicycle wheels.", "I repaired a bicycle wheel on March 12.", False),
    ],
)
def test_a_denied_deed_conflicts_only_with_that_deed(old, new, asked):
    assert (judge(*pair(old, new)).kind == "conflicts") == asked


def test_a_thing_numbered_alike_is_one_thing():
    verdict = judge(*pair("We use port 8003 for service 3.", "Let's switch service 3 to port 9003.", kind="decision"))
    assert (verdict.kind, verdict.proof) == ("supersedes", "sure")


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("The kiln shed is at the mill.", "We are leaving the mill, the kiln shed goes to Harrow Yard.", "decision"),
        ("Bruno looks after the seed bank.", "Ada has taken over the seed bank from Bruno.", "fact"),
        ("Dr Lena Holt is the chief vet.", "From May on, Omar Reyes is chief vet.", "fact"),
        ("Le fournil est à Nantes.", "Le fournil revient à Vannes.", "decision"),
        ("Das Labor ist im Westbau.", "Wir ziehen in den Ostbau um, das Labor ist jetzt im Ostbau.", "decision"),
        ("We have four looms.", "We now have five looms.", "fact"),
        ("The choir room is booked for Mondays.", "The choir room slots are Tuesdays now.", "fact"),
        ("The glaze was mixed by Ilse.", "The glaze is mixed by Tom now.", "fact"),
        ("Das Quartier ist die Herberge Tann.", "Wir wohnen nicht in der Tann, sondern im Gasthof Erle.", "decision"),
        ("Mit dem Bus von Reinders.", "Statt mit dem Bus fahren wir mit dem Zug.", "decision"),
        ("Die Pianistin ist Mara Toll.", "Mara ist krank, Pianist wird Anton Leit.", "fact"),
        ("Hosting is on Karst.", "We host on Lumen from now on.", "decision"),
        ("We host on Lumen.", "Hosting moves to Karst.", "decision"),
        ("The engine is Lumen.", "We ditched Lumen, the game is a Karst project now.", "decision"),
        ("The build box is my old laptop.", "Builds run on Karst, the laptop died.", "fact"),
    ],
)  # fmt: skip
def test_a_declared_change_of_one_respect_is_proof(old, new, kind):
    verdict = judge(*pair(old, new, kind=kind))
    assert (verdict.kind, verdict.proof) == ("supersedes", "sure")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The pool is reserved for Tuesdays.", "The pool is too cold now."),
        ("The website is on Webflow.", "The website now has a form for orders."),
        ("Lorentz has three cellars.", "We are leaving Lorentz, the wine goes to Kehl."),
        ("The budget review is on Thursday.", "I moved the haircut to Friday because the review is on Thursday."),
        ("Storage is on the third floor.", "We store the tins in the shed now."),
        ("The company is Brackwater.", "Brackwater is closed on Mondays now."),
        ("The release is in June.", "The demo is in May now."),
        ("The bread comes from Hahn.", "The milk comes from Weber now."),
        ("Our lawyer is Mr Osei.", "Our accountant is Mr Weber now."),
        ("Die Miete beträgt 900 Euro.", "Der Strom kostet jetzt 90 Euro."),
        ("The hall has 200 seats.", "The balcony now has 40 seats."),
        ("Le stock est chez Lorentz.", "Les bouteilles vides sont maintenant chez Weber."),
        ("Ilse knows Unity well.", "We ditched Unity, the game is a Godot project now."),
    ],
)
def test_a_change_in_another_respect_is_no_proof(old, new):
    assert proof(Pair(*pair(old, new))) != "sure"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The pump wakes up every 20 min.", "The pump is on a 6 min cycle."),
        ("Kitchen needs the list on the wall 0715.", "0640 on the wall for the kitchen."),
        ("The racks come to 3.1 kg a day before drying.", "At 40 trays and 2 g each it is 4.4 kg a day before drying."),
        ("210 trays at 3 euro come to 630 euro a week.", "190 trays at 3 euro make 570 euro a week."),
        ("Jars sit on the cellar shelf 80 days.", "The rule on the cellar shelf is set to 20."),
        ("The grant ends around the end of May 2031.", "So the grant ends around the end of March 2031."),
    ],
)
def test_another_amount_in_another_talk_takes_the_place_of_the_older_one(old, new):
    verdict = judge(*pair(old, new))
    assert (verdict.kind, verdict.proof) == ("supersedes", "sure")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The first run is 400 pieces.", "12 pieces on the first day."),
        ("Retries of the reader: 3.", "Retries of the writer: 8."),
        ("The pump wakes up every 20 min.", "The nightly check re-reads the previous 48 hours."),
        ("9 barns send.", "7 clerks, one per barn."),
        ("The glue costs 6 euro per tube.", "The glue for the barn comes to 900 euro."),
        ("Rent is 12 euro a metre and year.", "200 metres at 12 euro come to 2400 euro."),
    ],
)
def test_another_amount_of_something_else_takes_no_place(old, new):
    assert judge(*pair(old, new)).kind != "supersedes" or judge(*pair(old, new)).proof != "sure"


def test_amounts_in_one_talk_stand_side_by_side():
    old, new = claim("The pump wakes up every 20 min.", 1), claim("The pump is on a 6 min cycle.", 1)
    assert judge(old, new).kind != "supersedes"


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("We host the blog on Fly.", "We now host the shop on Linode.", "hosting"),
        ("Ida Holm is the warden who opens our huts.", "Ida Holm walks to every hut now, alone.", ""),
        ("The trial lasts 14 days.", "The trial starts on 3 May.", "trial"),
    ],
)
def test_what_holds_side_by_side_fills_two_slots(old, new, key):
    assert proof(Pair(*pair(old, new, key, "decision", "switch"))) != "sure"
    assert judge(*pair(old, new, key, "decision", "switch")).proof != "sure"


def test_the_same_object_at_another_place_is_one_slot():
    assert proof(Pair(*pair("We host the shop on Fly.", "We now host the shop on Linode.", "hosting"))) == "sure"
