"""Closed tables about names: short forms of given names, titles, legal forms, particles, and names that changed.

Only what a reference work would list; nothing here is learnt from anybody's data.
"""

import re

from clew.text.words import fold

# given names, each with its usual short forms; a form may stand for several
_GIVEN = """
alexander alex sasha sascha xander sandy lex; alexandra alex sasha sandra lexi; albert al bert; alfred al fred;
amanda mandy; andrew andy drew; andreas andi andy; anthony antony tony; antonio toni tony; anton toni tony; arthur
art artie; barbara barb babs bärbel; benjamin ben benny benji; bernard bernie; bernhard bernd berni; bradley brad;
caroline carrie caro; catherine kate katie cathy cat kitty; katherine kate katie kathy kat kitty; katharina kathi
katja kati; katarzyna kasia; charles charlie chuck chas; charlotte lottie charlie lotte; christian chris; christina
chris tina chrissy; christine chris tina chrissy; christopher chris kit topher; daniel dan danny; daniela dani;
david dave davy; deborah deb debbie; dmitri dima mitya; dominic dom nick; donald don donnie; dorothy dot dottie;
edward ed eddie ted ned; eduard edi ed; edmund ed eddie; eleanor ellie nell nora; elizabeth liz lizzie beth betty
eliza lisa libby; elisabeth lisa lisbeth elli sissi betty; emily em emmy; eugene gene; florian flo; francis frank
fran; frances fran franny; francisco paco pancho; frederick fred freddie; friedrich fritz fred; gabriel gabe;
gabriele gabi; gerald gerry jerry; gerhard gerd; gregory greg; gustav gus; hannah hanna; heinrich heinz heiner;
helena lena; henry hank harry hal; hubert bert; ignacio nacho; isabella bella izzy isa; jacob jake; jacqueline
jackie; james jim jimmy jamie; janet jan; jeffrey jeff; jennifer jen jenny; jessica jess jessie; joanna jo; johannes
hannes hans jo; john jack johnny; jonathan jon jonny; jose pepe; joseph joe joey; josef sepp jupp; joshua josh;
judith judy; julia julie; karoline caro karo; kenneth ken kenny; kimberly kim; konstantin kostya; laurence larry;
lawrence larry; leonard leo len lenny; leonardo leo; lukas luke; magdalena lena magda; manuel manu manolo; margaret
maggie meg peggy greta madge rita; margarete grete greta gretel; maria mia mitzi; marcus mark; martha marty; martin
marty; matthew matt; matthias matze hias; maximilian max; melanie mel; melissa mel; michael mike mick micky mickey;
mikhail misha; mohammed mo; nathaniel nate nat; nathan nate; nicholas nick nicky; nicolas nico; nikolaus klaus niko
nick; nikolai kolya; olivia liv livvy; oliver ollie olli; pamela pam; patricia pat patty tricia trish; patrick pat
paddy; pavel pasha; peter pete; philip phil pip; rachel rae; raymond ray; rebecca becky becca; richard rick ricky
dick rich; robert rob bob bobby robbie bert; roberto berto; roland rolly; ronald ron ronnie; rosemary rose; rudolf
rudi; russell russ; samantha sam; samuel sam sammy; sebastian seb basti; sergei seryozha; sigrid siggi; sophia
sophie sofie; stephanie steph steffi; stefan steffen; stephen steve stevie; steven steve stevie; susan sue susie;
susanne susi sanne; svetlana sveta; tatiana tanya; terence terry; theodore ted theo teddy; theresa tess terry;
thomas tom tommy; timothy tim timmy; tobias tobi; ulrich uli; ulrike uli ulli; valentina valya; veronica ronnie
vera; victoria vicky tori; victor vic; vincent vince vinnie; virginia ginny; vladimir vova volodya; walter walt
wally; wilhelm willi willy; william bill billy will liam willy; wolfgang wolf wolfi; yekaterina katya; zachary zach
zack
"""
# further given names, of people of many countries, that are no word or place of everyday English or German
_MORE_GIVEN = """
aaron abigail adele adrian agnes ahmed aisha akira alan alba alejandra alejandro alessandro alice alicia alina alison
allison alma amelie amina amir amit amy ana anders andrea anette angela angelika anita anja anke ann anna annabel anne
anneke annette annika anouk antje antoine anya arjun arne arthur arturo astrid aurélie axel ayse barry bastian beate
beatrice beatriz benedikt benoit berit bettina bianca birgit björn bjorn boris brenda brian bridget brigitte britta
bruno camila camille carla carlo carlos carmen carol carsten caspar cecilia cédric celine chiara chloe claire clara
clare claudia claus clemens clément colin colm conor corinna cornelia craig cristina cynthia daisuke dagmar damian
damien daniela danielle darren deepak deirdre delphine denis denise desmond detlef diana diego dieter dirk dmitry
dolores dorothea dorothée doris douglas duncan edith edwin eileen eilidh elaine elena elif elin elisa elise elke ella
ellen elodie elsa emil emilia emilie emma emre enrique eric erica erik erika erin ernst erwin esra esther ethan eva
evelyn fabian fabienne fabio fatima federico felicity felix ferdinand fergus fernando fiona fraser frauke frederik
frida frieda gareth gary gemma geoffrey georg george gerda giovanni gisela giulia graham greta grzegorz guido
guillaume günter günther gudrun hamish hans haruto hassan heather heidi heike helen helga helmut henning henri henrik
herbert hermann hilary hilde hiroshi holger horst hugh hugo ian ibrahim ida igor ilse imke inga inge ingrid ines inés
iris irene irina isabel isabelle ivan jaime jakob jakub jan jana jane janine janina jarek jasmin jasper javier jean
jens jeremy jill jiří joachim joan joaquin jochen joel johanna john jonas jordi jorge jörg juan juanita judith juergen
jürgen jule julian juliane julien juliette jutta karen karim karin karl karla karsten katrin kathleen katja kay keith
keiko kerstin kerry kevin kieran kirsten klara klaus knut krzysztof kurt lara lars laura lea leah leila leonie leslie
liam lieke lin linda linus lionel lisa lorenz lorenzo lotta louis louise luca lucas lucia lucille lucy ludwig luigi
luis luisa luise lukas lutz lydia mads magnus maike malcolm malte mandy manfred manon marc marcel marcin marco marcy
marek margit margot marianne marie marijke marina mario marion marisa marit marjorie marlene marta martina mateo mats
mathias mathieu maura maureen maurice maya megan mehmet mei meike mercedes mia michaela michal michelle miguel mikael
mikkel mila milan miriam mirjam mohamed mona monica monika moritz muriel murray nadia nadine nadja naomi natalia
natalie neil nele nicola nicole niels nigel nikita nils nina noah noor noor nora norbert nuala nuria oksana olaf ole
oleg olga olof omar oscar oskar otto pablo pamela paola pascal paul paula paulina pauline pedro penelope petra philipp
philippe pia pierre pilar piotr priya rafael rainer raj ralf ralph ramona raquel raul ravi regina reiner reinhard
renate rené ricardo riccardo rita roger rolf roman rory rosa rosalind rosie rowan rupert ruth ryan sabine sabrina
sally salma sandrine sanjay sanna sara sarah saskia saul sean sheila shirley siobhan siobhán silke silvia simon simone
sina sofia solène solene sonja sören soren stefania stefano stella stuart sunil sven svenja swantje sybille sylvia
sylvie tadhg takeshi tamara tanja tara tatjana thea thérèse theodor thierry thilo thomas thorsten tilman tilo timo
tina tjark tobias tomás tomasz torben torsten tove tracy trevor trudy tove uta ute uwe valentin valeria valérie
vanessa vera verena vikram viktor viktoria viola vivian vivien volker wanda wendy werner wiebke winfried xavier yan
yannick yara yasmin yasmine ying yolanda yuki yusuf yves yvonne zara zeynep zoe zofia zsófia bea callum declan dev
eren ife jamal kwame kofi amara ngozi chidi tunde abeni sipho thabo lerato aoife niamh ciara saoirse eoin cillian
róisín
"""
_TITLES = """
mr mrs ms miss mx dr prof professor sir dame lord lady rev fr frau herr herrn hr dipl ing mag phd md madame mme
monsieur m mlle señor señora sr sra don doña signor signora doctor president chancellor minister captain capt
"""
_SUFFIXES = """
inc incorporated ltd limited llc llp lp plc corp corporation co company gmbh ag kg kgaa ohg ug gbr ev se sa sas sarl
sl srl spa bv nv oy ab as aps pty pte kk holding holdings
"""
_PARTICLES = "von van de der den del della di da dos das du la le zu zum zur ter ten bin ibn al el of the and und et y"
_KINDS_OF_THING = "database framework library language app city town river lake island"
# other names of one place, in other languages or other times
_PLACES = """
burma|myanmar; swaziland|eswatini; ceylon|sri lanka; siam|thailand; persia|iran; zaire|democratic republic of the
congo|dr congo|drc; upper volta|burkina faso; dahomey|benin; rhodesia|zimbabwe; bechuanaland|botswana;
basutoland|lesotho; gold coast|ghana; east pakistan|bangladesh; dutch east indies|indonesia; kampuchea|cambodia;
czech republic|czechia|tschechien; ivory coast|cote d'ivoire|elfenbeinkuste; cape verde|cabo verde; east
timor|timor-leste; holland|netherlands|the netherlands|niederlande; turkey|turkiye|turkei;
germany|deutschland|federal republic of germany|allemagne|alemania; austria|osterreich;
switzerland|schweiz|suisse|svizzera; france|frankreich|francia; spain|espana|spanien; italy|italia|italien;
greece|griechenland|hellas; hungary|magyarorszag|ungarn; poland|polska|polen; finland|suomi; japan|nippon; united
kingdom|uk|great britain|grossbritannien; united states|united states of america|usa|vereinigte staaten; united arab
emirates|uae; european union|eu|europaische union; soviet union|ussr|udssr; mumbai|bombay; kolkata|calcutta;
chennai|madras; bengaluru|bangalore; pune|poona; varanasi|benares; kochi|cochin; yangon|rangoon; ho chi minh
city|saigon; beijing|peking; guangzhou|canton; nanjing|nanking; taipei|taipeh; tokyo|edo;
istanbul|constantinople|konstantinopel; izmir|smyrna; thessaloniki|salonica; saint petersburg|st
petersburg|leningrad|petrograd; volgograd|stalingrad; yekaterinburg|sverdlovsk; nizhny novgorod|gorky;
astana|nur-sultan; bishkek|frunze; kyiv|kiev; lviv|lemberg|lvov; odesa|odessa; kharkiv|kharkov;
moscow|moskva|moskau; kaliningrad|konigsberg; gdansk|danzig; wroclaw|breslau; szczecin|stettin; poznan|posen;
krakow|cracow|krakau; warsaw|warszawa|warschau; prague|praha|prag; bratislava|pressburg; ljubljana|laibach;
cologne|koln; munich|munchen|monaco di baviera; nuremberg|nurnberg; hanover|hannover; brunswick|braunschweig;
aachen|aix-la-chapelle; vienna|wien; zurich|zuerich; geneva|geneve|genf; lucerne|luzern; basel|basle|bale;
milan|milano|mailand; rome|roma|rom; florence|firenze|florenz; venice|venezia|venedig; turin|torino;
naples|napoli|neapel; genoa|genova|genua; lisbon|lisboa|lissabon; seville|sevilla; athens|athina|athen;
copenhagen|kobenhavn|kopenhagen; gothenburg|goteborg; oslo|christiania|kristiania; helsinki|helsingfors;
brussels|bruxelles|brussel; antwerp|antwerpen|anvers; ghent|gent|gand; bruges|brugge; liege|luttich; the hague|den
haag; strasbourg|strassburg; mexico city|ciudad de mexico; new york|new york city|nyc; washington dc|washington
d.c.; jakarta|batavia; harare|salisbury; kinshasa|leopoldville; maputo|lourenco marques
"""
# other names of one well-known product or standard: short forms, and what a maker renamed
_PRODUCTS = """
postgresql|postgres; mongodb|mongo; javascript|js; typescript|ts; go|golang; c#|csharp|c sharp; c++|cpp;
kubernetes|kube; visual studio code|vs code|vscode; google cloud platform|google cloud|gcp; amazon web services|aws;
azure active directory|azure ad|microsoft entra id|entra id; office 365|microsoft 365|m365; os x|mac os x|macos;
google apps|g suite|google workspace; google docs|gdocs; twitter|x; hyper text transfer protocol|hypertext transfer
protocol; elastic stack|elk stack; apache airflow|airflow; apache kafka|kafka; apache spark|spark; node.js|nodejs;
react.js|reactjs; vue.js|vuejs|vue; angular.js|angularjs; next.js|nextjs; raspberry pi os|raspbian; internet
explorer|msie; libre office|libreoffice; power point|powerpoint|microsoft powerpoint; windows subsystem for
linux|wsl; continuous integration|ci; command line interface|cli; application programming interface|api
"""
_PAIRS = """
north south; east west; northern southern; eastern western; upper lower; left right; front back; front rear; inner
outer; internal external; old new; senior junior; sr jr; father son; mother daughter; first second; second third;
first third; before after; start end; early late; morning evening; day night; summer winter; spring autumn; male
female; men women; public private; major minor; big small; large small; black white; red blue; red green; blue
green; yellow green; yellow blue; grey black; grey white; input output; read write; client server; parent child;
buyer seller; sender receiver; source target; import export; monday tuesday; saturday sunday; frontend backend; nord
süd; ost west; obere untere; linke rechte; links rechts; alt neu; alte neue; innen außen; vorder hinter
"""


def _set(text: str) -> frozenset[str]:
    return frozenset(fold(word) for word in text.split())


def _entries(text: str) -> list[str]:
    """The entries of a table, without the breaks of its lines."""
    return [entry for entry in " ".join(text.split()).split("; ") if entry]


def _nicknames() -> dict[str, frozenset[str]]:
    """Folded given name or short form → the given names it may stand for, itself included."""
    out: dict[str, set[str]] = {}
    for line in _entries(_GIVEN):
        full, *short = (fold(word) for word in line.split())
        for form in (full, *short):
            out.setdefault(form, set()).add(full)
    return {form: frozenset(full) for form, full in out.items()}


def _others(text: str) -> dict[str, str]:
    """Folded name → the first name of its entry, which stands for all of them."""
    out: dict[str, str] = {}
    for line in _entries(text):
        first, *rest = (re.sub(r"[^\w#+ ]+", " ", fold(name)).strip() for name in line.split("|"))
        for name in (first, *rest):
            out.setdefault(" ".join(name.split()), first)
    return out


NICKNAMES = _nicknames()
"""Given names by short form."""
GIVEN = frozenset((*NICKNAMES, *_set(_MORE_GIVEN)))
"""Given names and their short forms."""
TITLES = _set(_TITLES)
"""Words of address that stand before a name."""
MALE = _set("mr herr herrn hr sir lord monsieur señor sr don signor")
FEMALE = _set("mrs ms miss frau dame lady madame mme mlle señora sra doña signora")
LEGAL = _set(_SUFFIXES)
"""Legal forms at the end of the name of an organisation."""
PARTICLES = _set(_PARTICLES)
"""Small words inside names that initials leave out."""
GENERIC = _set(_KINDS_OF_THING)
"""Words that say what kind of thing a name is of and may be left out."""
PLACES = _others(_PLACES)
"""Other names of places."""
PRODUCTS = _others(_PRODUCTS)
"""Other names of products and standards."""
OPPOSED = frozenset(frozenset(fold(w) for w in line.split()) for line in _entries(_PAIRS))
"""Words that tell two things apart which are named alike otherwise."""
