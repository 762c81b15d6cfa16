import pytest

from clew.text.measure import Date, Quantity, equal, measures, number, within


def only(text):
    (found,) = measures(text).quantities
    return found


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a delay of 0.6 seconds", "600 ms"),
        ("it seats 5k", "it seats 5,000"),
        ("2 GiB of memory", "2048 MiB"),
        ("1,5 Kubikmeter", "1500 Liter"),
        ("0,75 kg", "750 grammes"),
        ("−18 °C", "−0.4 °F"),
        ("a quarter of the trees", "25 % of the trees"),
        ("three months", "3 months"),
        ("12 euros", "12 €"),
        ("38k pounds", "£38,000"),
        ("27.400 Euro", "27400 EUR"),
    ],
)
def test_notations_of_one_value_are_equal(one, other):
    assert equal(only(one), only(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [("3 GB", "300 MB"), ("50 km/h", "25 mph"), ("10 euros", "10 dollars"), ("2 m", "2 ms"), ("7", "8")],
)
def test_other_values_and_other_units_are_not_equal(one, other):
    assert not equal(only(one), only(other))


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("on 3 May 2024", (2024, 5, 3)),
        ("on 2024-05-03", (2024, 5, 3)),
        ("May 3rd, 2024", (2024, 5, 3)),
        ("am 3. Mai 2024", (2024, 5, 3)),
        ("am 3.5.2024", (2024, 5, 3)),
        ("le 3 mai 2024", (2024, 5, 3)),
        ("el 3 de mayo de 2024", (2024, 5, 3)),
        ("2024년 5월 3일", (2024, 5, 3)),
        ("in 1868", (1868, 0, 0)),
        ("in March", (0, 3, 0)),
    ],
)
def test_dates_are_read_in_many_notations(text, date):
    (found,) = measures(text).dates
    assert (found.year, found.month, found.day) == date


@pytest.mark.parametrize("text", ["2048 MiB", "Flask 2.3.1", "it may rain", "we march on"])
def test_what_only_looks_like_a_date_is_none(text):
    assert measures(text).dates == ()


def test_dates_agree_where_one_leaves_parts_out():
    assert Date(2024, 5, 3).agrees(Date(0, 5, 3))
    assert not Date(2024, 5, 3).agrees(Date(2024, 5, 4))


def test_a_time_in_another_zone_is_the_same_time():
    assert measures("at 15:00 UTC").times == measures("at 16:00 Central European Time").times
    assert measures("at 15:00").times != measures("at 3 am").times


def test_periods_have_sides():
    assert [measures(t).dates[0].side for t in ("until 14 March", "from 15 March", "on 16 March")] == ["<", ">", ""]


def test_a_rough_value_holds_a_more_exact_one():
    assert within(only("about 10 miles"), only("16.2 km"))
    assert within(only("fewer than 100 people"), only("87 people"))
    assert not within(only("fewer than 100 people"), only("120 people"))


def test_a_count_knows_what_it_counts_and_what_for():
    assert only("412 permanent staff").noun == "permanent staff"
    assert only("9 per seat").per == "seat"
    assert only("12 dollars per seat") == Quantity("money:usd", 12.0, "", "seat", "", 0, 10)


def test_no_one_is_no_number():
    assert measures("No one came, and the old one is gone.").quantities == ()


@pytest.mark.parametrize(("text", "value"), [("1,180", 1180), ("1.180,5", 1180.5), ("2.55", 2.55), ("0,75", 0.75)])
def test_separators_are_read_by_their_places(text, value):
    assert number(text) == value


@pytest.mark.parametrize("text", ["十万年前", "²³¼½", "٣ كيلو", "9" * 400, "1.2.3.4.5", "32.13.2024", "€", "-"])
def test_Z03_strange_numbers_never_break_the_reading(text):
    measures(text)


@pytest.mark.parametrize(
    ("text", "dim", "value"),
    [
        ("2.4m stamps on a normal day", "n", 2.4e6),
        ("3m a year", "n", 3e6),
        ("2.4m long boards", "length", 2.4),
        ("a 3m wall", "length", 3),
    ],
)
def test_millions_are_no_metres(text: str, dim: str, value: float) -> None:
    assert [(q.dim, q.value) for q in measures(text).quantities] == [(dim, value)]


def test_four_figures_with_a_leading_zero_are_a_time_of_day() -> None:
    assert measures("on screen 0645").times == (405,)
    assert measures("half past nine").times == measures("halb zehn").times == (570,)
    assert measures("half past three hundred").quantities != ()
    assert measures("half the hall").times == ()
    assert measures("room 1645").times == ()


def test_some_of_so_many_is_one_ratio() -> None:
    (found,) = measures("I got 8/10 right.").quantities
    assert (found.dim, found.value) == ("ratio", 0.8)


@pytest.mark.parametrize(
    ("text", "dim", "value", "noun"),
    [
        ("six thousand euros", "money:eur", 6000, ""),
        ("four thousand five hundred", "n", 4500, ""),
        ("two and a half thousand", "n", 2500, ""),
        ("one hundred chairs", "n", 100, "chairs"),
        ("three hundred and fifty euros", "money:eur", 350, ""),
        ("eleven hundred pounds", "money:gbp", 1100, ""),
        ("forty-two chairs", "n", 42, "chairs"),
        ("two million users", "n", 2_000_000, "users"),
        ("nine hundred metres", "length", 900, ""),
        ("zwölftausend Euro", "money:eur", 12_000, ""),
        ("zweihundertfünfzig Stühle", "n", 250, "stühle"),
        ("Vierundzwanzig Stunden", "time", 86_400, ""),
        ("dreihunderttausend", "n", 300_000, ""),
        ("neunzehn Kisten", "n", 19, "kisten"),
    ],
)
def test_a_number_in_words_is_one_number(text: str, dim: str, value: float, noun: str) -> None:
    (found,) = measures(text).quantities
    assert (found.dim, found.value, found.noun) == (dim, value, noun)


@pytest.mark.parametrize(
    ("text", "values"),
    [("two and three chairs", [2, 3]), ("seven twenty", [7, 20]), ("five or six boxes", [5, 6]),
     ("one two three", [1, 2, 3]), ("a second way, zweiter Weg", []), ("no one", [])],
)  # fmt: skip
def test_words_that_make_no_number_together_stand_each_for_one(text: str, values: list[float]) -> None:
    assert [q.value for q in measures(text).quantities] == values
