"""What single words can be, per language: a dictionary from word to flags, so that a clause is read in one pass."""

from __future__ import annotations

from functools import cache

from clew.text import regex as re


def bag(text: str) -> frozenset[str]:
    """The words of a line as a set."""
    return frozenset(text.split())


class W:
    """What a word can be or signal: bits of an integer, plain so that reading stays fast."""

    AUX = 1 << 0
    """A finite form of be, have, do, or a modal."""
    VERB = 1 << 1
    """A finite form of another verb."""
    PRON = 1 << 2
    """A pronoun that can be a subject."""
    DET = 1 << 3
    """An article, possessive or other determiner."""
    PREP = 1 << 4
    NEG = 1 << 5
    WH = 1 << 6
    """A question word."""
    IRREAL = 1 << 7
    """would, could, might, hätte, würde …"""
    IF = 1 << 8
    HEDGE = 1 << 9
    TALK = 1 << 10
    """Greetings, thanks, laughter."""
    CHOICE = 1 << 11
    """A verb by which people commit: use, take, move, switch, choose …"""
    DROP = 1 << 12
    KEEP = 1 << 13
    CHANGE = 1 << 14
    PREFER = 1 << 15
    GOAL = 1 << 16
    SAY = 1 << 17
    ASK = 1 << 18
    """Opens a request to the assistant."""
    REASON = 1 << 19
    CONJ = 1 << 20
    FILLER = 1 << 21
    """Discourse words at the start that carry nothing."""
    WEAK = 1 << 22
    """Pronouns that point back: it, that, this, they, das …"""
    NOUNISH = 1 << 23
    """A verb form that is more often a noun: plan, test, cost."""
    TASK = 1 << 24
    FEEL = 1 << 25
    """Feelings and judgements that are gone tomorrow."""
    SELF = 1 << 26
    """I, we, my, our."""
    OWN = 1 << 27
    """Role words: owner, sponsor, lead, boss, landlord."""
    MAYBE = 1 << 28
    """An unknown word with an ending that finite verbs have."""
    OPEN = 1 << 29
    """A word of the open classes: noun, verb or adjective."""
    CAP = 1 << 30
    """Written with a capital."""
    ADV = 1 << 31
    """An adverb by its ending."""
    BUILT = 1 << 34
    """Built like a name."""
    GERMANIC = 1 << 32
    ROMANCE = 1 << 33


FINITE = W.AUX | W.VERB

_SHARED: dict[int, str] = {
    W.TALK: "lol haha hahaha hehe rofl lmao xd :) ;) :d :-) ;-) ^^ ㅋㅋ ㅎㅎ jaja",
}

_EN: dict[int, str] = {
    W.AUX: "is are was were am be's i'm im you're youre we're he's hes she's shes it's they're theyre that's thats "
    "there's theres what's whats who's whos where's wheres here's heres has have had i've ive we've weve they've "
    "theyve you've youve he'd she'd do does did don't dont doesn't doesnt didn't didnt isn't isnt aren't arent "
    "wasn't wasnt weren't werent hasn't hasnt haven't havent hadn't hadnt can could may might must shall should "
    "will would can't cant cannot couldn't couldnt won't wont wouldn't wouldnt shouldn't shouldnt mustn't mustnt "
    "i'll we'll they'll he'll she'll it'll itll that'll there'll i'd we'd they'd id wed gonna gotta needs",
    W.PRON: "i we you he she it they this that these those who someone somebody something everyone everybody "
    "everything anything nothing nobody one people ppl which",
    W.WEAK: "it that this they those these its thats it's that's he she them theyre they're",
    W.SELF: "i we my our me us i'm im i've ive i'll we'll we're weve we've mine ours myself i'd id",
    W.DET: "a an the my our your his her its their this that these those some any each every all both no another "
    "one several new old",
    W.PREP: "of in on at to for from by with w without into onto over under about per via after before between "
    "through during until till since against within out off up around near instead than like as",
    W.NEG: "not no never none nothing nobody neither nor without don't dont doesn't doesnt didn't didnt isn't isnt "
    "aren't arent wasn't wasnt weren't werent hasn't hasnt haven't havent hadn't hadnt can't cant cannot couldn't "
    "couldnt won't wont wouldn't wouldnt shouldn't shouldnt mustn't ain't aint nah nope",
    W.WH: "what whats what's which who whos who's whom whose when where wheres why how hows how's",
    W.IRREAL: "would could might wouldn't couldn't wouldnt couldnt should shouldn't shouldnt i'd id we'd wed "
    "they'd itd it'd hed she'd",
    W.IF: "if unless imagine suppose supposing assuming whether",
    W.HEDGE: "maybe perhaps probably possibly might considering wondering debating unsure apparently supposedly "
    "tentatively thinking leaning wonder guess idk seems seem seemed sounds",
    W.TALK: (
        "thanks thank thx ty ta cheers hi hello hey bye goodnight welcome sorry ouch ugh wow yay phew hm hmm hmmm"
    ),
    W.CHOICE: "use uses using used take takes taking took go goes going went move moves moving moved switch "
    "switches switching switched choose chose chosen choosing pick picked picking decide decided deciding settle "
    "settled select selected adopt adopted hire hired book booked order ordered buy bought sign signed agree "
    "agreed get gets run runs become becomes set start starts launch launches ship ships migrate migrated "
    "migrating convert converted replace replaced replaces build builds store stores stored host hosts write "
    "writes put pay pays offer offers apply applies approve approved confirmed",
    W.DROP: "drop drops dropped dropping cancel cancels cancelled canceled cancelling scrap scrapped remove "
    "removed removing forget abandon abandoned ditch ditched kill killed skip skipped dead scrapping gone axed "
    "retire retired discontinue discontinued withdrawn withdraw stop stopped quit cut void",
    W.KEEP: "keep keeps kept keeping stay stays stayed staying remain remains remained still stick sticking "
    "unchanged continue continues",
    W.CHANGE: "now instead anymore longer back switch switched switches switching move moves moved moving change "
    "changed changes changing replace replaced replaces rather effective new updated update bumped raised lowered "
    "increased decreased extended postponed pushed actually correction after migrate migrated migrating become "
    "became becomes grown grew rescheduled delayed shifted upgraded downgraded renamed again revised reduced "
    "expanded",
    W.PREFER: "prefer prefers preferred like likes love loves hate hates favourite favorite enjoy enjoys dislike "
    "dislikes rather always never usually fan allergic vegetarian vegan can't-stand",
    W.GOAL: "goal goals target targets aim aims aiming want wants wanna hope hoping objective objectives milestone "
    "wish plan plans planning intend intends ambition",
    W.SAY: "says say said tells told claims claimed thinks thought believes believed reckons argues argued "
    "suggests suggested wrote writes mentioned mentions reports reported insists insisted announced warned warns "
    "explained explains recommends recommended proposed proposes swears swore counted shows according estimates "
    "estimated told confirms confirmed wants found",
    W.ASK: "please pls plz help explain summarize summarise list generate suggest recommend compare review rewrite "
    "translate draft show tell give write create provide check analyze analyse make let walk remind outline "
    "describe convert calculate design find discuss imagine pretend act proofread improve edit fix solve implement",
    W.REASON: "because bc cause cuz since due",
    W.CONJ: "and but or so because since though although while whereas however plus then also yet",
    W.FILLER: "ok okay k well so also and but now btw anyway anyways right hm hmm oh ah yeah yes yep yup sure next "
    "first second third finally plus actually basically honestly then good great perfect fine cool nice careful "
    "tho though true fair heads-up fyi hi hello hey thanks thx lol haha no nah nope problem exactly agreed alright",
    W.TASK: "need needs todo must have-to gotta remember task assigned action",
    W.FEEL: "feel feels feeling worried stressed excited curious confused overwhelmed nervous happy sad glad tired "
    "funny weird amazing awesome great terrible awful nuts crazy lovely boring annoying cheerful intriguing "
    "interesting helpful struggling unsure laughed swear laugh love bad good nice pain misery fun hard tough "
    "rough better splendid marvellous marvelous brilliant terrific gorgeous wonderful fantastic insufferable "
    "impressed worse worst best stuck torn frustrated relieved motivated hesitant proud intimidated trouble "
    "difficulty clearer",
    W.OWN: "owner owners sponsor lead leader boss manager head director contact landlord supervisor chair editor "
    "author coordinator responsible accountable assistant lawyer accountant doctor teacher designer developer "
    "engineer cfo ceo coo cto rep advisor mentor partner wife husband brother sister mother father son daughter "
    "friend colleague client tutor nurse architect contractor electrician plumber plasterer neighbour neighbor",
}

_EN_IRREGULAR = (
    "arose ate became began bent bet bit bled blew bore bought bound bred broke brought built burnt burst came "
    "caught chose clung cost crept cut dealt did dove drank drew drove dug fed fell felt fled flew forbade forgave "
    "forgot fought found froze gave got grew had heard held hid hit hung hurt kept knelt knew laid lay led left "
    "lent let lit lost made meant met mistook outgrew overcame paid put quit ran rang read rebuilt rewrote rode "
    "rose said sang sank sat saw sent set sewed shed shone shot showed shook shrank shut slept slid slipped smelt "
    "sold sought sped spent spoke spread sprang stole stood strode struck stuck stung swam swept swore swung "
    "taught thought threw told took tore understood undertook underwent upset went wept withdrew woke won wore "
    "wove wound wrote chosen taken given gone done written begun grown known risen driven broken"
)
"""Past forms of strong verbs: a closed class."""
_EN_NOUNISH = (
    "plan plans need needs will can might may must order orders book books start starts run runs set sets store "
    "stores stop stops cut put offer offers host hosts launch launches ship ships build builds move moves change "
    "changes switch switches sign signs pay report reports claim claims like likes love lead leads left lost made "
    "held kept paid sent read split spread shut hit let broke quit meant set wish hope aim aims target targets "
    "drop drops skip note notes update updates supply share plan hires pick picks settled approved confirmed "
    "estimated reported proposed signed chosen taken given gone done written begun grown known found bought sold "
    "taught lent"
)
"""Forms that are finite verbs only after a subject: also nouns, adjectives or participles."""

_DE: dict[int, str] = {
    W.AUX: "ist sind war waren bin bist seid sei wäre wären hab habe hast hat haben habt hatte hatten hätte hätten "
    "wird werden wirst werde wurde wurden würde würden würd kann kannst können könnt konnte konnten könnte "
    "könnten muss muß müssen musst müsst musste soll sollen sollte sollten sollst darf dürfen durfte will wollen "
    "willst wollte wollten möchte möchten mag mögen gibt gibts isses ists hats wirds werdens "
    "sinds habens hätt wär würds",
    W.PRON: "ich du er sie es wir ihr man das der die dies wer jemand niemand",
    W.WEAK: "es das dies er sie die der",
    W.SELF: "ich wir mein meine meinen meinem meiner meines mir mich uns unser unsere unseren unserem unserer",
    W.DET: "der die das den dem des ein eine einen einem einer eines ne nen 'ne mein meine meinen meinem meiner "
    "unser unsere unseren unserem dein deine sein seine seinen ihr ihre kein keine keinen keinem keiner dieser "
    "diese dieses diesen alle jeder jede jedes",
    W.PREP: "in im ins an am ans auf aufs aus bei beim mit nach von vom vor zu zum zur für über unter durch gegen "
    "ohne um als ab bis seit per pro laut wegen statt während trotz zwischen",
    W.NEG: "nicht nich kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder nee nein nö kaum",
    W.WH: "was wer wen wem wessen wann wo wohin woher warum wieso weshalb wie welche welcher welches welchen "
    "welchem wieviel wozu womit",
    W.IRREAL: "würde würden würd könnte könnten hätte hätten hätt wäre wären wär sollte sollten könnt dürfte müsste",
    W.IF: "wenn falls sofern angenommen ob",
    W.HEDGE: "vielleicht wahrscheinlich eventuell evtl möglicherweise womöglich angeblich überlege überlegen wohl "
    "vermutlich theoretisch",
    W.TALK: "danke hallo hi moin servus tschüss sorry puh autsch hm hmm haha hihi merci",
    W.CHOICE: "nehme nehm nehmen nimmt nutze nutzen nutzt verwende verwenden verwendet wähle wählen gewählt "
    "entscheide entschieden beschlossen beschließen wechsle wechseln wechselt gewechselt kommt kommen läuft "
    "laufen geht gehen machen mach mache bekommt bekommen kriegt kriegen zieht ziehen umsteigen setzen setze baut "
    "bauen baue gilt gelten bestellt bestellen bestelle buche gebucht kaufe kaufen gekauft beantrag beantrage "
    "beantragen übernimmt übernehme unterschrieben starten startet gehts beauftragt vereinbart festgelegt einigen "
    "geeinigt",
    W.DROP: "streichen gestrichen streiche streich raus weg entfällt wegfallen abgesagt absagen verworfen "
    "verwerfen ersatzlos aufgegeben gekündigt kündige kündigen eingestellt hinfällig abgeschafft weglassen "
    "vergiss gestorben fällt beendet",
    W.KEEP: "bleibt bleiben bleib bleibe behalten behalte beibehalten weiterhin unverändert weiter",
    W.CHANGE: "jetzt nun statt stattdessen doch wieder zurück neu neue neuer neues neuen inzwischen mittlerweile "
    "geändert ändern verschoben verschiebt verschieben lieber künftig erhöht gesenkt verlängert wechsle wechseln "
    "wechselt umgezogen umgestiegen nimmer korrektur sofort seit",
    W.PREFER: "mag mögen liebe lieben hasse hassen bevorzuge bevorzugen lieber liebsten lieblings immer nie "
    "niemals furchtbar gern gerne grundsätzlich vegetarier vegetarisch vegan allergisch",
    W.GOAL: "ziel ziele zielwert will wollen möchte möchten plane planen vorhaben hätte hätt",
    W.SAY: "sagt sagte sagen meint meinte findet behauptet behauptete glaubt schreibt schrieb erzählt laut zufolge "
    "empfiehlt empfahl rät riet denkt schätzt zeigt gezählt zählt",
    W.ASK: "bitte hilf zeig zeige gib sag schreib schreibe erklär erkläre liste erstelle nenn nenne übersetze prüf "
    "prüfe formuliere fass mach rechne vergleiche korrigiere",
    W.REASON: "weil da denn wegen nämlich",
    W.CONJ: "und aber oder sondern weil da denn dass also doch sowie",
    W.FILLER: "ok okay ja jo jep nein nee gut super also und aber übrigens achtung stimmt passt na naja ach halt "
    "genau klar perfekt toll schön danke hallo moin hi puh jetzt dann so außerdem ausserdem noch erstens zweitens "
    "nächstes",
    W.TASK: "muss müssen brauche brauchen todo aufgabe",
    W.FEEL: "fühle freue freu traurig müde sauer gestresst nervös verwirrt komisch lustig blöd doof schlimm "
    "furchtbar herrlich",
    W.OWN: "chef chefin leiter leiterin verantwortlich zuständig ansprechpartner ansprechpartnerin vermieter "
    "vermieterin steuerberater steuerberaterin inhaber inhaberin bruder schwester mutter vater sohn tochter frau "
    "mann neffe nichte freund freundin kollege kollegin kunde kundin lehrer lehrerin arzt ärztin anwalt anwältin "
    "architekt architektin",
}

_FR: dict[int, str] = {
    W.AUX: "est sont était étaient sera seront serait a ont avait avons avez ai as suis sommes êtes fait font "
    "faisons peut peuvent pouvons doit doivent devons va vont allons vais veut voulons faut",
    W.PRON: "je tu il elle on nous vous ils elles ce ça cela c'est qui",
    W.WEAK: "ce ça cela il elle",
    W.SELF: "je nous on mon ma mes notre nos j'ai",
    W.DET: "le la les un une des mon ma mes notre nos votre vos son sa ses leur leurs ce cette ces du au aux",
    W.PREP: "de à en dans sur sous avec sans pour par chez vers depuis jusqu'à jusqu'au dès",
    W.NEG: "ne n' pas jamais rien aucun aucune sans non ni",
    W.WH: "quoi quel quelle quels quelles quand où pourquoi comment combien est-ce",
    W.IRREAL: "serait pourrait pourrions voudrais voudrait devrait devrions aimerais aimerait aurait",
    W.IF: "si s'il imagine imaginons supposons",
    W.HEDGE: "peut-être probablement éventuellement apparemment",
    W.TALK: "merci bonjour salut bonsoir désolé désolée mdr",
    W.CHOICE: "utilise utilisons utilisent prend prends prenons passe passons choisi choisissons décidé retenu "
    "adopte adoptons",
    W.DROP: "annule annulons annulé abandonne abandonnons abandonné supprime supprimons supprimé oublie oublions",
    W.KEEP: "garde gardons gardé reste restent conserve conservons",
    W.CHANGE: "maintenant désormais dorénavant plutôt finalement",
    W.SAY: "dit disent pense pensent croit affirme selon d'après suggère recommande",
    W.PREFER: "préfère préférons déteste détestons adore adorons",
    W.OWN: "frère sœur belle-sœur beau-frère mari femme mère père fils fille patron patronne directeur directrice "
    "responsable propriétaire comptable avocat avocate médecin professeur voisin voisine collègue gérant gérante "
    "chef",
    W.ASK: "peux-tu pouvez-vous aide-moi explique explique-moi donne-moi montre-moi écris rédige stp svp résume",
    W.FILLER: "ok oui bon alors donc et mais d'accord non bien finalement voilà enfin sinon bref puis ensuite",
}
_ES: dict[int, str] = {
    W.AUX: "es son era eran será serán sería está están estaba ha han he hemos había tiene tienen tengo tenemos "
    "puede pueden podemos debe deben debemos va van vamos voy quiere quiero queremos hay soy somos estoy",
    W.PRON: "yo tú él ella nosotros ellos ellas esto eso quien",
    W.WEAK: "esto eso ello",
    W.SELF: "yo nosotros mi mis nuestro nuestra nuestros nuestras",
    W.DET: "el la los las un una unos unas mi mis nuestro nuestra su sus este esta estos estas ese esa del al",
    W.PREP: "de a en con sin para por sobre desde hasta según entre",
    W.NEG: "no nunca jamás nada nadie ningún ninguna ninguno sin tampoco",
    W.WH: "qué cuál cuáles quién quiénes cuándo dónde cómo cuánto cuánta cuántos cuántas",
    W.IRREAL: "sería podría podríamos querría debería deberíamos gustaría habría",
    W.IF: "si imagina imaginemos supongamos",
    W.HEDGE: "quizá quizás probablemente aparentemente",
    W.TALK: "gracias hola adiós perdón jaja jajaja",
    W.CHOICE: "usamos uso usa usaremos elegimos elegido elijo decidimos decidido tomamos pasamos cambiamos adoptamos",
    W.DROP: "cancelamos cancelado cancelada descartamos descartado eliminamos quitamos abandonamos",
    W.KEEP: "mantenemos mantiene sigue siguen queda quedan seguimos",
    W.CHANGE: "ahora finalmente mejor",
    W.SAY: "dice dijo dicen piensa cree afirma según sugiere recomienda",
    W.PREFER: "prefiero preferimos odio odiamos encanta gusta",
    W.OWN: (
        "hermana hermano madre padre marido mujer hijo hija jefe jefa dueño dueña abogado abogada médico vecino vecina"
    ),
    W.ASK: "puedes podrías ayúdame explica explícame dame muéstrame escribe resume redacta",
    W.FILLER: "ok sí bueno vale entonces y pero bien no",
}


_DE_STRONG = (
    "begann bekam blieb blieben brach brachte dachte fand fanden fiel fielen fing flog fuhr fuhren gab gaben galt "
    "ging gingen gewann half hielt hielten hieß hing kam kamen lag lagen las lief liefen ließ ließen nahm nahmen "
    "rief riet sah sahen saß saßen schloss schlief schnitt schrieb schrieben sprach stand standen starb stieg traf "
    "trafen trat trug trugen tat verlor vergaß wuchs wusste zog zogen weiß sieht liest isst gibt nimmt trifft "
    "trägt hält läuft fährt fällt entfällt streiche streich kündige schläft wächst lässt tut bietet steht geht "
    "liegt"
)
"""Strong and vowel-changing forms: a closed class."""
_FR_STRONG = (
    "dit disent vient viennent vint prend prennent pris met mettent mis tient tiennent vit voit voient sait savent "
    "croit croient boit reçoit reçoivent part partent sort sortent sert servent dort finit choisit coûte coûtent "
    "commence commencent reste restent arrive passe garde change paie paient habite travaille gère dirige"
)
PAST = bag(_EN_IRREGULAR) - bag("put set cut let hit shut split spread read quit beat run come become lit")
"""Strong past forms that are no present."""
_STRONG = {"en": _EN_IRREGULAR, "de": _DE_STRONG, "fr": _FR_STRONG}
_NOUNISH = {"en": _EN_NOUNISH, "fr": "passe garde change reste part sort mis pris"}
_NO_VERB = {"en": "dead still unchanged void according gone again", "de": "raus weg ersatzlos hinfällig weiterhin "
            "unverändert weiter laut zufolge", "fr": "selon d'après", "es": "según"}  # fmt: skip
_TABLES = {"en": _EN, "de": _DE, "fr": _FR, "es": _ES}


@cache
def lexicon(lang: str) -> dict[str, int]:
    """Word to flags for one language; empty for a language without tables."""
    out: dict[str, int] = {}
    for flag, words in [*_SHARED.items(), *_TABLES.get(lang, {}).items()]:
        for word in words.split():
            out[word] = out.get(word, 0) | flag
    table = _TABLES.get(lang, {})
    acts = (W.CHOICE, W.KEEP, W.SAY, *{"de": (), "en": (W.DROP,)}.get(lang, (W.DROP, W.PREFER)))
    for word in " ".join([*(table.get(flag, "") for flag in acts), _STRONG.get(lang, "")]).split():
        if not word.endswith("ing") or lang != "en":
            out[word] = out.get(word, 0) | W.VERB
    for word in _NOUNISH.get(lang, "").split():
        out[word] = out.get(word, 0) | W.NOUNISH
    for word in _NO_VERB.get(lang, "").split():
        out[word] = out.get(word, 0) & ~W.VERB
    return out


BUILT = re.compile(
    r"^(?=.*[A-Za-zÄÖÜäöüß])(?:\w*[a-z]\w*[A-Z]\w*|[A-Z]{2,}\w*|[\w-]*[a-z]+[\w-]*\d[\w.-]*|\w+\.(?:io|com|de|org|"
    r"net|ai|js|py|dev|co|fr|uk)|\w+_\w+)$"
)
"""Words that are built like names: inner capitals, digits, domains, underscores."""
TOKEN = re.compile(r"[^\W_]+(?:['’.,_/:&@+%-]*[^\W_]+)*[%€$]?|[€$£¥]|[:;]-?[)D]|\S", re.UNICODE)
"""Words with inner marks (`fly.io`, `don't`, `1,200`, `events_v1`), currency signs, smileys, other marks one by one."""
