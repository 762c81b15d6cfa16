"""Word tables for measures: units, currencies, number words, months, weekdays and time zones of five languages."""


def _table(text: str) -> dict[str, str]:
    return {form: line.split()[0] for line in text.strip().splitlines() for form in line.split()}


# name in front, then every way of writing it
CURRENCIES: dict[str, str] = _table("""
eur € euro euros
usd $ dollar dollars bucks dólares dólar
gbp £ pound pounds pfund quid livres libras
chf franken francs franc
nok kroner kronor kronen
sek
dkk
jpy ¥ yen
krw won 원
inr rupees rupee
""")
SIGNS: dict[str, str] = {"€": "eur", "$": "usd", "£": "gbp", "¥": "jpy"}

_UNITS = """
length 1 m metre metres meter meters mètre mètres metro metros 미터
length 0.01 cm centimetre centimetres zentimeter centimeters
length 0.001 mm millimetre millimetres millimeter millimeters
length 1000 km kilometre kilometres kilometer kilometers kilomètres kilómetros 킬로미터
length 1609.344 mile miles meilen
length 0.3048 ft feet foot fuß
length 0.0254 inch inches zoll
mass 1 kg kilo kilos kilogram kilograms kilogramm 킬로그램
mass 0.001 g gram grams gramm gramme grammes gramos
mass 0.000001 mg milligram milligrams
mass 1000 t tonne tonnes tonnen tons
mass 0.453592 lb lbs
volume 1 l litre litres liter liters litros 리터
volume 0.001 ml millilitre millilitres milliliter
volume 1000 m³ m3 kubikmeter
time 0.001 ms millisecond milliseconds millisekunden
time 1 s sec secs second seconds sekunde sekunden seconde secondes segundos 초
time 60 min mins minute minutes minuten minutos 분
time 3600 h hr hrs hour hours stunde stunden std heure heures horas hora 시간
time 86400 day days tag tage tagen jour jours día días dias 일
time 604800 week weeks woche wochen semaine semaines semana semanas 주
time 2629746 month months monat monate monaten mois mes meses 개월
time 31556952 year years yr yrs jahr jahre jahren ans années año años 년간
data 1 byte bytes
data 1000 kb kilobyte kilobytes
data 1000000 mb megabyte megabytes
data 1000000000 gb gig gigs gigabyte gigabytes
data 1000000000000 tb terabyte terabytes
data 1024 kib
data 1048576 mib
data 1073741824 gib
frequency 1 hz hertz
frequency 1000 khz
frequency 1000000 mhz
frequency 1000000000 ghz
speed 1 km/h kmh kph
speed 1.609344 mph
amount 1 mol mole moles equiv
percent 1 % percent prozent pourcent percento pct
power 1 w watt watts
power 1000 kw kilowatt
energy 1 kwh
temperature 1 °c celsius
"""
UNITS: dict[str, tuple[str, float, float]] = {
    form: (line.split()[0], float(line.split()[1]), 0.0)
    for line in _UNITS.strip().splitlines()
    for form in line.split()[2:]
}
UNITS |= dict.fromkeys(("°f", "fahrenheit"), ("temperature", 5 / 9, -160 / 9))
UNITS |= dict.fromkeys(("per cent", "por ciento", "pour cent"), ("percent", 1.0, 0.0))
UNITS |= dict.fromkeys(("days net", "tage netto", "jours net"), ("term", 86400.0, 0.0))
UNITS["kelvin"] = ("temperature", 1.0, -273.15)

SCALES: dict[str, float] = {
    "k": 1e3, "tsd": 1e3, "thousand": 1e3, "tausend": 1e3, "mille": 1e3, "mil": 1e3, "만": 1e4, "천": 1e3,
    "m": 1e6, "mio": 1e6, "million": 1e6, "millions": 1e6, "millionen": 1e6, "millones": 1e6,
    "bn": 1e9, "billion": 1e9, "milliarden": 1e9, "mrd": 1e9,
}  # fmt: skip
del SCALES["m"]  # "5 m" is a length far more often than a number

_WORDS = """
0.25 quarter viertel
0.5 half hälfte moitié mitad
0.75 three-quarters dreiviertel
1 one ein-
2 two zwei deux dos
3 three drei trois tres
4 four vier quatre cuatro
5 five fünf cinq cinco
6 six sechs seis
7 seven sieben sept siete
8 eight acht huit ocho
9 nine neun neuf nueve
10 ten zehn dix diez
11 eleven elf onze once
12 twelve zwölf douze doce dozen dutzend
13 thirteen dreizehn
14 fourteen vierzehn
15 fifteen fünfzehn quinze quince
16 sixteen sechzehn
17 seventeen siebzehn
18 eighteen achtzehn
19 nineteen neunzehn
20 twenty zwanzig vingt veinte
30 thirty dreißig trente treinta
40 forty vierzig quarante cuarenta
50 fifty fünfzig cinquante cincuenta
60 sixty sechzig soixante sesenta
70 seventy siebzig setenta
80 eighty achtzig ochenta
90 ninety neunzig noventa
100 hundred hundert cent cien
1000 thousand tausend mille
1000000 million millions millionen millones
"""
WORDS: dict[str, float] = {
    form: float(line.split()[0]) for line in _WORDS.strip().splitlines() for form in line.split()[1:]
}
for _name in ("ein-", "once", "sept", "mille", "cent", "elf"):  # words of their own in another language
    WORDS.pop(_name, None)

_MONTHS = """
january januar jänner jan janvier enero
february februar feb février febrero
march märz mar mars marzo
april apr avril abril
may mai mayo
june juni jun juin junio
july juli jul juillet julio
august aug août agosto
september sept sep septembre septiembre
october oktober oct okt octobre octubre
november nov novembre noviembre
december dezember dec dez décembre diciembre
"""
MONTHS: dict[str, int] = {
    form: number for number, line in enumerate(_MONTHS.strip().splitlines(), 1) for form in line.split()
}

_WEEKDAYS = """
monday mondays montag montags lundi lunes 월요일
tuesday tuesdays dienstag dienstags mardi martes 화요일
wednesday wednesdays mittwoch mittwochs mercredi miércoles 수요일
thursday thursdays donnerstag donnerstags jeudi jueves 목요일
friday fridays freitag freitags vendredi viernes 금요일
saturday saturdays samstag samstags samedi sábado 토요일
sunday sundays sonntag sonntags dimanche domingo 일요일
"""
WEEKDAYS: dict[str, int] = {
    form: number for number, line in enumerate(_WEEKDAYS.strip().splitlines()) for form in line.split()
}

ZONES: dict[str, float] = {
    "utc": 0, "gmt": 0, "cet": 1, "cest": 2, "bst": 1, "est": -5, "edt": -4, "et": -5, "eastern": -5, "pst": -8,
    "pdt": -7, "pt": -8, "pacific": -8, "jst": 9, "kst": 9, "ist": 5.5, "central european time": 1,
    "central european summer time": 2, "eastern time": -5, "pacific time": -8, "mez": 1, "mesz": 2,
}  # fmt: skip
