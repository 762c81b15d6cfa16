"""Closed word classes behind slots: what changes, denies, hedges, quantifies, opposes and measures.

Patterns are case-insensitive and joined over English, German, French, Spanish and Korean.
"""

from collections.abc import Mapping

from clew.text import regex as re
from clew.text import words


def _any(*alternatives: str) -> re.Pattern[str]:
    return re.compile(r"(?<!\w)(?:" + "|".join(alternatives) + r")(?!\w)", re.IGNORECASE)


_DAY_NAMES = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|montag|dienstag|mittwoch|donnerstag|freitag"
CHANGE = _any(
    r"(?:since|as of|effective|starting|from|seit|ab) (?:today|yesterday|tomorrow|this \w+|heute|gestern|"
    rf"{_DAY_NAMES})|"
    r"down to|scratch (?:that|the)|raised (?:to|by|from|the|its|our|my|his|her)|(?:was|been|is) raised|"
    r"then(?=\W*$)|now(?! that)|from now on|as of (?:today|now)|starting today|since this morning|instead|"
    r"no longer|any ?more|"
    r"after all|switch(?:es|ed|ing)?(?: over)?(?: to)?|(?<!the )(?<!a )mov(?:es?|ed|ing)(?: (?:to|over))?|"
    r"chang(?:es?|ed|ing)|replac(?:es?|ed|ing)|becomes?|became|extended|postponed|rescheduled|"
    r"(?:rais|lower|increas|reduc)ing(?= .*\bto\b)|(?:erhöhe|senke|kürze|verlängere)n?(?= .*\bauf\b)|"
    r"lowered|lifted|increased|reduced|(?:went|go(?:es|ing)?|gone|comes?|came|is|are) (?:up|down|back)|"
    r"(?:slip(?:s|ped)?|drop(?:s|ped)?|jump(?:s|ed)?|grew|grown|rises?) to|"
    r"go(?:es)? to|tak(?:es?|en|ing) over(?: as| from)?|rather than|from (?:january|february|march|april|may|june|july|"
    r"august|september|october|november|december)(?: on(?:wards)?)?|"
    r"took over(?: as)?|removed|actually|turns out|ditch\w+|leav(?:es?|ing)|hired|jetzt|nun|ab sofort|ab jetzt|künftig|"
    r"stattdessen|nicht mehr|nur noch|statt|wieder|wechsel(?:t|n|e)?|verschoben|verschieb(?:t|en)|verlängert|erhöht|"
    r"gesenkt|steig(?:t|en)|sinkt|übernimmt|übernommen|zieh(?:t|en|e)(?= .*\bum\b)|umgezogen|mittlerweile|neuerdings|"
    r"doch|inzwischen|désormais|maintenant|dorénavant|à partir d[eu]|n['’e]\s?(?:s['’])?\w+ plus|passe(?:nt|"
    r"ons)? (?:à|au|aux)|"
    r"mont(?:e|ent|é) à|baiss(?:e|ent|é) à|revien(?:t|nent)|repouss\w+|report\w+|avanc(?:é|ée) au|quitt\w+|"
    r"finalement|ahora|a partir de|ya no|desde hoy|cambi\w+|pasa(?:mos|n)? a|sub(?:e|en|ió) a|baja(?:n)? a|vuelve"
)
REVISED = _any(
    r"new(?! to\b)|latest|updated|revised|adjusted|amended|improved|grown|grew|rising|rose|reached|"
    r"shortened|lengthened|rescheduled|increased|decreased|raised|lowered|reduced|dropped to|went (?:up|down)|"
    r"up (?:from|to)|down (?:from|to)|extended|expanded|bumped|pushed (?:back|to)|recently|so far|by now|"
    r"in total|total of|meanwhile|"
    r"neue[rsnm]?|angepasst|gestiegen|gesunken|inzwischen|mittlerweile|insgesamt|"
    r"nouve(?:au|lle)|augmenté|réduit|repoussée?|nuev[oa]|aumentad[oa]|subió|bajó|aplazad[oa]"
)
"""A value is said to be a new one."""
REDATED = _any(
    r"now(?! that)|instead|from now on|reschedul\w+|postpon\w+|delay(?:ed|s)?|extend(?:ed|s)?|push(?:ed|"
    r"es)? (?:back|to|out)|brought forward|"
    r"new|revised|"
    r"updated|adjusted|mov(?:ed|es|ing) (?:it |the \w+ )?(?:up|back|to|from)|shifted|neue[rsnm]?|verlegt|"
    r"vorgezogen|reportée?|"
    r"repoussée?|décalée?|nuev[oa]|aplazad[oa]|adelantad[oa]"
)
"""A date is said to be a new one."""
DONE = re.compile(
    r"(?<!\w)(?:i|we)(?:['’]ve| have)?\s(?:just |already |recently |finally |also )?"
    r"(?!(?:increas|rais|adjust|extend|mov|chang|chang|schedul|reschedul|plann|switch|updat|reduc|lower|agree|decid|"
    r"book|allocat|postpon|push|need|shorten|budget|renam|replac|revis|shift|limit|cap)\w*)(?:\w+ed|met|"
    r"bought|got|went|"
    r"took|gave|made|saw|read|sent|paid|spent|won|lost|wrote|found|began|drew|ran|told)\s",
    re.IGNORECASE,
)
"""Something that was done and is no change of a value."""
PURPOSE = re.compile(
    r"(?<!\w)(?:goals?|targets?|targeting|aim(?:s|ed|ing)?|deadlines?|keeping|ziel|objectif|meta|"
    r"to (?:reduce|increase|reach|achieve|hit|cut|gather|complete|finish|finali[sz]e|save|submit|limit|keep|"
    r"read|write|"
    r"raise|lower|improve|boost|cover|build|grow|earn|lose|file|pass|score|send|sell|solve|monitor|maintain))(?!\w)",
    re.IGNORECASE,
)
"""What is aimed at, which what has come about does not replace."""
BACK = _any(
    r"back(?: to)?|again|returns? to|went back|wieder|zurück(?: zu)?|de nouveau|à nouveau|de nuevo|"
    r"otra vez"
)
RENEWED = re.compile(
    r"^\W*(?:(?:the|der|die|das|la|le|el) )?(?:new|neue[rsnm]?|nouvel(?:le)?|nouveau|nuev[oa])\s", re.IGNORECASE
)
"""A text that sets out with the new value of something."""
ADDITIVE = _any(
    r"also|too|another|as well|additionally|in addition|auch|außerdem|zusätzlich|aussi|en plus|también|además"
)
NEVER = _any(r"never|nie|niemals|noch nie|jamais|nunca|jamás")
HAPPENED = re.compile(
    r"(?<!\w)(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Mm]y \w+(?: \w+)?|[A-Z]\w+)\s(?:just |already |also |"
    r"recently |finally )?"
    r"(?!need|agreed|decided|moved|switched|changed|extended|postponed|planned|scheduled|pushed|set)"
    r"(?:\w+ed|met|bought|got|went|took|gave|made|saw|read|sent|paid|spent|won|lost|wrote|found|began|drew|"
    r"ran|told)\s",
)
"""Something that was done once; with a day beside it, an event."""
CHANGE_UNSPACED = re.compile("옮겼|옮기|바꾸|바꿨|바뀌|변경|이제|늘렸|줄였|다시|대신")
DROP = _any(
    r"scratch(?:ed)?|cut(?= the)|"
    r"(?<=s )are (?:all )?gone(?=\W*$|[.,;])|(?:turn|switch)(?:ed|ing)? (?:it |them |that |the (?:\w+ ){1,3})?off|"
    r"(?:take|took|taking) (?:it|them|that) (?:out|off)|shut (?:it |them )?down|da nich?t? hin|"
    r"dropp?(?:ed|s|ing)?|cancel(?:l?ed|s)?|abandon(?:ed|s)?|scrapp?(?:ed)?|withdrawn|no replacement|"
    r"removed|called off|(?:is|['’]s|thats|its) (?:dead|off|out(?! of))|nothing (?:else )?(?:replaces|"
    r"instead|in its place)|without (?:a )?substitute|no substitute|ohne ersatz|discontinued|forget|"
    r"gestrichen|ersatzlos|entfällt|fällt weg|abgesagt|verworfen|aufgegeben|raus|abgeschafft|annulée?s?|"
    r"supprimée?s?|abandonnée?s?|laiss\w* tomber|on arrête|lassen wir (?:weg|fallen|sein)|"
    r"lass(?:en|e|t) (?:[\w-]+ ){1,5}weg\b|off the table|vom tisch|"
    r"cancelad[oa]s?|eliminad[oa]s?|descartad[oa]s?"
)
CORRECTION = _any(
    r"scratch (?:that|the)|wait,? no|i mean|correct(?:ed|ion)|i was wrong|mixed up|mistake|typing error|"
    r"typo|korrektur|korrigiert|irrtum|falsch|"
    r"erreur|corrigée?|me equivoqué|corregid[oa]|i mis(?:read|heard|remembered|counted|typed)"
)
HEDGE = _any(
    r"hope(?:s|fully)?|maybe|perhaps|probabl[ye]|possibl[ye]|likely|might|may (?:be|have|slip|come)|could|"
    r"i (?:think|guess|believe|suppose)|i'm (?:fairly|pretty|quite) sure|apparently|seems?|vielleicht|"
    r"wahrscheinlich|vermutlich|eventuell|möglicherweise|könnte|wohl|ich glaube|peut-être|probablement|"
    r"sans doute|je crois|quizás?|tal vez|probablemente|creo que"
)
CONDITIONAL = re.compile(r"\W*(?:if|unless|wenn|falls|sofern|si|만약)\s", re.IGNORECASE)
SUPPOSED = re.compile(
    r"^\W*(?:if|unless|should|suppose|imagine|wenn|falls|sofern|angenommen|si|만약)\b|(?<!\w)(?:would|"
    r"should the|würden?)(?!\w)",
    re.IGNORECASE,
)
EXCLUSIVE = _any(
    r"only|alone|sole|solely|main|primary|just|nothing but|nur|allein(?:ige[rsn]?)?|ausschließlich|"
    r"einzige[rsn]?|haupt\w+|seule?(?:ment)?|uniquement|sol[oa]mente|solo|único"
)
GERMAN = _any(r"der|die|das|dem|den|ein|eine|ist|und|wird|nicht|für|mit|auf")
SELF = _any(r"i|i'm|i've|ich|je|j|yo")
FIRST = _any(r"i|i'm|i've|my|mine|ich|mein(?:e[rnms]?)?|je|j|mon|ma|mes|yo|mi")
NEGATION = _any(
    r"not|no(?! (?:more|fewer|less|later|sooner) than)|never|none|nobody|no one|nothing|neither|"
    r"without|cannot|\w+n['’]t|no longer|nicht|"
    r"kein(?:e[nmrs]?)?|nie(?:mals)?|nichts|niemand|ohne|n(?:e|['’](?=\w))|jamais|aucune?|sans|personne|"
    r"nunca|nadie|nada|ningun[oa]?|sin|unable"
)
INSTEAD = _any(r"instead(?! of)|stattdessen|à la place|en su lugar")
CONTRARY = _any(
    r"the opposite|otherwise|contradicts?|disagrees?|denies|das gegenteil|widerspricht|le contraire|contredit|"
    r"lo contrario|contradice"
)
BARE_NOUN = re.compile(
    r"\W*(?:no|kein\w*|pas de|aucun\w*|sin)\s(?P<what>(?!one\b|more\b)\w+(?:\s\w+)?)\s*[,;]", re.IGNORECASE
)
MULTIPLE_UNSPACED = re.compile("좋아|싫어|즐겨|할 줄")
SETTING = re.compile(
    r"^\W*(?:in|on|at|for|during|within|im|in der|auf|bei|beim|für|während|dans|pendant|pour|en|para|durante)\s"
    r"(?:the |our |der |den |die |das |le |la |les |el |los )?([^\W\d_]{3,})",
    re.IGNORECASE,
)
"""Where or when a sentence holds, said before all else."""
PLACED = re.compile(
    r"(?<!\w)(?:in|at|to|im|nach|auf)\s(?:room|booth|floor|gate|pier|hall|raum|zimmer|halle|etage|salle|"
    r"sala)\s(\d+[a-z]?|[A-Z])(?!\w)",
    re.IGNORECASE,
)
"""A numbered place as what a claim says, not what it is about."""
BARE = re.compile(r"\W*(?:no|kein\w*|not|nicht|pas de|aucun\w*|sin)\s", re.IGNORECASE)
"""A text that begins with what there will not be."""
UNSPACED_NEGATION = re.compile(r"지 않|지 못|지 마|안 (?=[가-힣])|없(?:다|는|었|습)|아니(?:다|라|었)")
REASON = re.compile(
    r",?\s(?:because|bc|cuz|since(?! (?:\d|january|february|march|april|may|june|july|august|september|october|"
    r"november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|last|this|yesterday|easter))|due to|"
    r"so that|weil|"
    r"da (?=\w+ )|denn|damit|parce que?|car|puisque|porque|ya que|debido a|para que|owing to)\s",
    re.IGNORECASE,
)
# "31 m, not 13": what follows is what the value is not; a bare "not" inside a clause is negation and stays
DENIAL = re.compile(
    r"(?:,\s*(?:and\s)?(?:not|no|nicht|kein|pas|no es)\s|"
    r"(?:mov|switch|migrat|chang|convert|wechs|umzieh|umgezogen|umgestiegen|"
    r"pass)\w*\s(?:\w+\s){0,3}?(?:from|von|de)\s(?=\D+\s(?:to|auf|zu|à|a)\s)|"
    r"(?:replac|ersetz|remplac|reemplaz)\w*\s(?=[^,;.]+\s(?:with|durch|par|por)\s)|"
    r"(?:^|\s)(?:instead of|rather than|in place of|statt|anstatt|anstelle von|"
    r"au lieu de|plutôt que|en vez de|en lugar de)\s|;\s*the\s(?=\S+ was a (?:typ|mis)))"
    r"(?P<what>[^,;.:]{1,40}?)(?=[,;.:]|$|\s(?:because|weil|since|for|und|and|was|is|to|auf|zu|à|with|by|"
    r"durch|par|por|nehmen|we)\s)",
    re.IGNORECASE,
)
_MARKED = (
    "room|booth|phase|study|experiment|exp|quote|version|plot|build|flask|line|project|team|floor|unit|step|sheet|"
    "group|item|option|sample|batch|lot|site|block|level|gate|pier|ticket|issue|section|chapter|"
    r"page|raum|zimmer|gruppe|phase|projekt|"
    "angebot|versuch|halle|linie|etage|salle|groupe|lot|étage|sala|grupo|fase"
)
MARK = re.compile(
    rf"(?<!\w)((?:{_MARKED})s?)\s(\d+[a-z]?|[A-Z])(?![\w.,:]?\d|\w)|(?<!\w)([^\W\d]{{2,}})\s(\d+[a-f])(?!\w)",
    re.IGNORECASE,
)
OF = re.compile(
    r"(?<!\w)(?!instead|because|out|lieu|reserved|free|good|ready|set|open|due|asked?|looking|waiting|"
    r"paid)([^\W\d_]+)\s"
    r"(?:of (?:the|our|my|this|that|your|their|his|her)|for (?:the |our |my )?(?!now|free|sure|example|a\b|an\b|all)|"
    r"für (?:den |die |das |unsere?n? |meine?n? )?|pour (?:le |la |les )?|para (?:el |la )?|du|de la|del|"
    r"de los|des)\s?"
    r"([^\W\d_]{3,})|(?<!\w)([^\W\d_]{3,})['’]s\s([^\W\d_]+(?:\s[^\W\d_]+)?)",
    re.IGNORECASE,
)
MULTIPLE = _any(
    r"speaks?|languages?|cites?|likes?|loves?|enjoys?|knows?|owns?|reads?|plays?|collects?|includes?|"
    r"contains?|offers?|sells?|lends?|supports?|visited|has \w+ in it|some|also|too|another|as well|"
    r"spreche?|spricht|mag|mögen|auch|enthält|einige|parle[zns]?|aime[nrs]?|aussi|habl[aon]\w*|gusta\w*|"
    r"también|contient|eats?|drinks?"
)  # fmt: skip
QUANTIFIERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("none", _any(
        r"nobody|no one|none|no (?=\w+s\b)|niemand|kein(?:e[nrs]?)?|personne|aucune?|nadie|never|"
        r"nie(?:mals)?|jamais|nunca"
    )),
    ("all", _any(
        r"(?<!after )(?<!at )all(?! in)|every(?:one|body)?|each|always|alle[nrs]?|jede[rnms]?|immer|"
    r"tous|toutes|chaque|tod[oa]s"
    )),
    ("some", _any(
        r"some|several|a few|many|(?<!at )most|einige|mehrere|manche|viele|quelques|plusieurs|algun[oa]s|"
        r"vari[oa]s"
    )),
)  # fmt: skip

_FILLER = """
    until till before below above than around away something anything someone anyone
    use used using uses get gets got take takes go goes going come comes set put want wants decided decide decision
    choose chose chosen according per total entirely completely everything everybody everyone somebody called name
    named plus also still just really quite very it's we're they're i'm i've we'll that's there's really user nutzerin
    nutzer benutzer today week new old hired hire now
    wurde worden laut gibt bekommt bekommen soll macht machen steht stehen nehmen nimmt kommt kommen ganz mehr
    utilisateur usuario usuaria user's seit depuis desde hace
"""
PHRASES: tuple[tuple[re.Pattern[str], str], ...] = (  # what one word of the tables says
    (_any(r"out of (?:order|service|action)|not working|außer betrieb|hors service|fuera de servicio"), "broken"),
    (_any(r"in working order|up and running|in betrieb|en service"), "working"),
    (_any(r"turned down|turns down"), "rejected"),
    (_any(r"signed off(?: on)?"), "approved"),
    (_any(r"sold out|ausverkauft|agotad[oa]s?|épuisée?s?"), "unavailable"),
    (_any(r"in charge of|responsible for|zuständig für"), "leads"),
    (_any(r"(?:a|an|eine) (?:full|whole|ganze|volle)(?= (?:hour|day|week|month|year|stunde|woche))"), "1"),
)
FILLER: frozenset[str] = (words.STOP | {words.fold(w) for w in _FILLER.split()}) - {"one", "long"}

# closed-class verbs and nouns of one meaning, joined so that wordings of a slot meet
_SYNONYMS = """
cost price costs priced pricing preis kosten kostet prix coûte coute tarif precio cuesta
store stored stores storing storage saved kept gespeichert stocké
host hosted hosts hosting runs run running läuft laufen ran
approve approved approves
reject rejected rejects declined refused abgelehnt
allow allowed permitted may allows erlaubt darf dürfen
begin begins start starts started starting beginnt startet
end ends ended ending endet finish finishes
open opens opened opening offen geöffnet ouvert ouverte abierto abierta
closed closes closing close shut shuts geschlossen gesperrt fermé fermée cerrado cerrada
lead leads leader head heads chair chairs leitet leiter leiterin
write writes written writing wrote geschrieben schreibt schreiben
live lives living wohne wohnt wohnen habite vive resides reside
launch launches launched release releases released rollout go-live
pay pays paid payment payments zahlt zahlen bezahlt
keep keeps retain retained retention
hold holds fits carries carry fasst passen
build builds built building baut gebaut
deadline due fällig
size large big größe
weight weigh weighs weighed gewicht wiegt poids pèse
height high tall höhe hoch
salary wage wages pay
colour color farbe
person people persons participants personen leute
phone telephone telefon
email e-mail mail mails
color paint painted paints
"""
SYNONYMS: dict[str, str] = {}
for _line in _SYNONYMS.strip().splitlines():
    for _form in _line.split():
        SYNONYMS.setdefault(words.fold(_form), _line.split()[0])

# low end first; both ends share the key of the high end, so that "failed" and "did not pass" agree
_OPPOSITES = """
fail pass
closed open
sealed open
broken work
defect work
off on
empty full
wet dry
false true
wrong right
unsafe safe
forbidden allow
banned allow
prohibit allow
forbid allow
disabled enabled
inactive active
offline online
private public
reject approve
lost won
easy hard
simple hard
light heavy
light dark
cold hot
cold warm
small size
low height
slow fast
slower faster
short long
young grown
young old
absent present
alkaline acidic
soft hard
late early
cheap expensive
bad good
badly well
worse better
rise fall
rose fell
up down
male female
single married
dead alive
uncomfortable comfortable
impossible possible
unavailable available
invalid valid
incomplete complete
unfinished finish
kaputt work
durchgefallen bestanden
defekt work
verboten allow
leer voll
nass trocken
kalt warm
falsch richtig
interdit allow
prohibido allow
"""
OPPOSITES: dict[str, tuple[str, int]] = {}
for _line in _OPPOSITES.strip().splitlines():
    _low, _high = _line.split()
    _low, _high = (SYNONYMS.get(words.fold(w), words.stem(words.fold(w))) for w in (_low, _high))
    OPPOSITES.setdefault(_low, (_high, -1))
    OPPOSITES.setdefault(_high, (_high, 1))

# nouns and verbs that name the attribute a person decides about or reports
SINGLE: Mapping[str, bool] = dict.fromkeys(("language", "owner", "place", "hosting", "storage", "version"), True)
"""Attribute classes whose value is a word: whether a thing has one at a time, as the vocabulary that ships has it."""
LABELS: frozenset[str] = frozenset(
    (
        *("budget", "deadline", "price", "schedule", "date", "language", "quantity", "duration", "size", "storage"),
        *("hosting", "owner", "role", "version", "place", "policy", "method", "tool", "name", "status", "number"),
    )
)
"""Attribute classes as words of a topic key."""
_ATTRIBUTES = """
cost price rate fee budget bill tariff preis satz gebühr pauschale honorar tarif
date date deadline day termin datum frist stichtag launch
count number count headcount size capacity limit volume anzahl zahl plätze
measure weight height depth width temperature yield speed gewicht höhe tiefe breite temperatur
duration length duration retention expiry dauer laufzeit
schedule hours schedule time öffnungszeiten uhrzeit zeiten rota slot window zeitfenster créneau
place location venue place address ort adresse home live moved standort
owner owner lead sponsor author chair manager contact responsible verantwortlich leiter ansprechpartner builder
employer employer works arbeitgeber
tool host hosting database queue model system framework library tool vendor provider engine datenbank werkzeug
store target storage bucket ziel ablage
colour colour color farbe
material material boden belag
language language sprache langue idioma
status status state broken open work allow frozen approve
version version
name name naming acronym title
policy rule policy exclusion design
goal goal target ziel
"""
ATTRIBUTES: dict[str, str] = {}
for _line in _ATTRIBUTES.strip().splitlines():
    _name, *_forms = _line.split()
    for _form in _forms:
        _folded = words.fold(_form)
        ATTRIBUTES.setdefault(SYNONYMS.get(_folded, words.stem(_folded)), _name)
