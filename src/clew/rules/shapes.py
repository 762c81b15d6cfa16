"""The phrases by which people define, drop, keep, switch, commit, prefer, plan and report.

English and German, with a little French and Spanish; all are matched in folded text.
"""

from clew.rules.words import bag
from clew.text import regex as re

DEFINES = re.compile(
    r"(?:when|whenever|if|by|wenn) (?!which\b).{2,60}\bi mean\b|(?<!which )\bi mean (?:exactly|the)\b|\b(?:stands? "
    r"for|is short for|is (?:just )?(?:another|the other|a different) (?:name|word|term) for|(?:is|are) (?:also "
    r")?(?:called|named|known as|renamed)|a\.?k\.?a\b|refers? to|same (?:thing|person|as)|is the same|(?:i|we) "
    r"(?:just |simply |always )?call\b|(?:i|we) (?:just|simply|always) (?:say|write)\b(?! (?:that|this|it|so)\b)|"
    r"internally (?:we|i) (?:say|call)|\b(?:our|own) (?:\w+ ){1,3}called\b|two (?:names|different)|one and the "
    r"same|when(?:ever)? (?:i|we) (?:say|write|type) .{1,40}\b(?:its|it's|it is|thats|that's|means?)\b|means "
    r"(?:the|a|that|exactly|our)|is defined as|by (?!which)\w+ (?:i|we) mean|heißt (?:bei uns|so viel)|steht für|"
    r"bedeutet|nenne? (?:ich|wir)|meine? ich|ist dasselbe|das gleiche wie|dasselbe wie|auch genannt|signifie|veut "
    r"dire|s'appelle|significa|quiere decir|se llama)\b"
)
CALLS = re.compile(
    r"\b(?:is|are|was|ist|sind) (?:also |auch )?(?:what|wie) (?:[\w']+ ){1,3}(?:calls?|nennt|nennen)\b|"
    r"^\W*[\"“„«'‘][^\"”“»'’]{2,40}[\"”“»'’]\W* (?:means?|is|are|ist|sind|heißt|bedeutet)\b|"
    r"\b(?:heißt|heissen|heißen) (?:jetzt|nun|seit|ab|künftig)\b|\b(?:shes|she's|hes|he's|is|are) known as\b|"
    r"\b(?:counts? as|gilt als|gelten als|zählt als) .{2,40}\b(?:when|once|if|wenn|sobald)\b"
)
"""Says what something is called, or when a word fits."""
EQUALS = re.compile(r"\s=\s(?!\s*[\d.,]+%?\s*$)")
DROPS = re.compile(
    r"^(?:the|our|those|these|both|all) (?:[\w-]+ ){1,3}(?:is|are) (?:all )?gone$|\b(?:(?:is|are|goes|go|be|"
    r"been|gets?|thats|that's|its|it's) (?:now |all |being )?(?:dead(?! again)|discontinued|"
    r"(?:out|off)(?! (?:this|next|on|"
    r"at|in|to|of|tomorrow|tonight|today|every|by|with|for)\b)|history|cancelled|canceled|dropped|scrapped|removed|"
    r"axed|off the (?:list|table|plan)|no more)|no (?:replacement|substitute)|no longer|not any ?more|(?:dont|"
    r"don't|doesnt|doesn't|won't|wont) (?:\w+ ){0,4}any ?more|get rid of|gave up on|giving up on|call(?:ed)? off|"
    r"called it off|fliegt raus|fliegen raus|fällt (?:weg|aus|flach)|fallen (?:weg|aus)|ist (?:raus|vom tisch|"
    r"gestorben|hinfällig|gestrichen)|lassen wir (?:weg|sein|bleiben)|"
    r"lass(?:en|e|t) (?:[\w-]+ ){1,5}weg\b|nicht mehr|kommt weg|ya no|n'\w+ plus|nichts "
    r"mehr|keine?n? \w+ mehr|ne \w+ plus|(?:est|sont) (?:annulée?s?|abandonnée?s?|supprimée?s?)|laisse tomber|on "
    r"oublie|on abandonne)\b"
)
DROP_VERB = re.compile(
    r"^(?:(?:we|i|lets|let's|please|just|then|also|wir|ich|bitte|to|i'm|im|we're|were|i've|we've|ive|weve|are|am|have|"
    r"haben|habe) )*(?:drop|dropping|dropped|cancel|cancell?ed|cancell?ing|scrap|scrapped|scrapping|remove|removed|"
    r"removing|forget|abandon|abandoned|ditch|ditched|ditching|kill|killed|skip|skipping|skipped|streiche?n?|"
    r"gestrichen|vergiss|vergessen wir|verwerfen|absagen|abgesagt|discontinued?|axed?|withdrew|withdraw|quit|"
    r"stop(?:s|ped|ping)? (?:using|the|our|doing|with)|(?:turn|switch)(?:ed|ing)? (?:it |them |that |"
    r"the (?:[\w-]+ ){1,3})?off|"
    r"(?:take|took|taking) (?:it|them|that|the (?:[\w-]+ ){0,2}[\w-]+) (?:out|off)|shut (?:it |them )?down|"
    r"ausgeschaltet|abgeschaltet|rausgenommen|eingestampft)\b(?! (?:off|by|in|me)\b)"
)
NO_LONGER = re.compile(
    r"[,;] (?:and |und |et )?(?:no longer|not (?=[^,;.]* any ?more)|nicht mehr|nicht länger|plus (?:à|chez|de|avec|au)|"
    r"non plus|ya no)\b(?= \w)"
)
NOT_BUT = re.compile(
    r"\b(?:nicht|kein\w*) [^,;.]{2,50}, sondern \w|\bnot (?:at|in|on|with|by|from|the|an?) [^,;.]{2,40} but (?:at|in|"
    r"on|with|by|"
    r"from|the|an?) \w|\bpas [^,;.]{2,40},? mais (?:à|chez|au|en|dans|avec|le|la|les|un|une|par) \w|"
    r"\bno [^,;.]{2,40},? sino \w"
)
"""A correction: not the one but the other."""
TRANSFER = re.compile(
    r"^(?:the|our|my|die|der|das|unsere?|le|la|les|notre|el) (?:[\w-]+ ){1,3}(?:(?:has |have |is |"
    r"are )?(?:now )?(?:mov(?:ed|es|"
    r"ing)|switch(?:ed|es)|chang(?:ed|es)|go(?:es)?|went) (?:over )?(?:back )?to|zieht|wechselt|wandert|kommt jetzt|"
    r"passe|"
    r"revient|déménage|pasa) \w"
)
"""A thing that goes elsewhere."""
DENIED_BEFORE = re.compile(r"\b(?:not|no|never|nicht|kein\w*|nie|ne|pas|sin|nunca|drop\w*|cancel\w*|gestrichen)\b")
"""A denial in what stands before a contrast."""
REFUSES = re.compile(
    r"^(?:no|kein|keine|keinen|keinerlei|pas de|nada de|sin) (?!one\b|idea|way|problem|worries|need to worry|"
    r"longer|clue|thanks|thank|rush|doubt|wonder|matter|ahnung|problem|stress|sorge|that|it|i|we|thats|its|is|"
    r"door)[\w&-]+|^[\w -]{3,60} (?:mache?|machen|brauche?|brauchen|will|wollen|nehme?|möchte|möchten) (?:ich|wir) "
    r"(?:\w+ )?nicht\b"
)
KEEPS = re.compile(
    r"\b(?:stays?|remains?|keeps?|keeping|sticks? (?:with|to)|sticking|unchanged|as (?:it|they) (?:is|are|was|"
    r"were)|(?:like|as) (?:we )?(?:planned|said|agreed|before)|not up for discussion|still (?:stands|holds|applies|"
    r"the plan)|restent?|bleibt|bleiben|bleibe|(?:on|nous|je) (?:garde|conserve|reste)\w*|mantenemos|seguimos|se queda|"
    r"behalten|beibehalten|behalte|wie (?:gehabt|geplant|besprochen|bisher|vereinbart)|unverändert|gilt "
    r"weiter(?:hin)?)\b"
)
KEPT_REQUEST = re.compile(
    r"\b(?:can|can'?t|cannot|could|couldn'?t|may|might) keep\b|\bkeep (?:it|them|this|that|things|me|up|in mind|"
    r"an?) \w*|\bkeeps? (?:asking|saying|telling|going|failing)"
)
SWITCHES = re.compile(
    r"\b(?:from now on|instead|rather than|switch(?:ed|es|ing)?(?: over)? to|switch(?:ed|es|ing)? from|mov(?:e|ed|"
    r"es|ing) (?:\w+ ){0,4}to|chang(?:e|ed|es|ing) (?:\w+ ){0,4}(?:to|from)|back (?:to|on)|go(?:es|ing)? back|went "
    r"back|going back|replac(?:e|ed|es|ing)|after all(?=\W*$)|migrat(?:e|ed|es|ing)|no longer|not any ?more|any "
    r"?more|renamed?|swapp?(?:ed|ing)?|upgraded?|downgraded?|(?:raised?|lowered|increased?|decreased?|reduced|"
    r"extended|cut|trimmed|scaled|upped|postponed|pushed(?: back)?|bumped|delayed|shifted|rescheduled|moved up|"
    r"grew|grown|dropped|fell|rose|went up|went down|up) (?:\w+ ){0,3}to\b|goes (?:up|down|from)|takes? over|took "
    r"over|ab sofort|ab jetzt|statt|verschiebt|verschieben|stattdessen|anstatt|wechs(?:el|le|eln|elt)|gewechselt|"
    r"umgestiegen|zurück (?:zu|auf)|doch (?:wieder|lieber)|nicht mehr|jetzt|inzwischen|mittlerweile|künftig|"
    r"verschoben|umgezogen|désormais|dorénavant|à partir de maintenant|au lieu de|finalement|a partir de ahora|en "
    r"lugar de|en vez de|ya no)\b|(?<!right )(?<!for )(?<!until )\b(?:now|actually|in fact)\b(?! on top)"
)
COMMITS = re.compile(
    r"\b(?:(?:we|i|they)(?:'ve| have|ve)? (?:just |finally |all |already )?(?:decided|agreed|settled|chose|chosen|"
    r"picked|went with|opted|signed|hired|booked|ordered|selected|committed|approved|adopted|finalized|finalised)|"
    r"decided (?:on|to|that|against)|going (?:with|for)|(?:we|i)(?:'ll|ll| will| are going to| am going to) (?:use|"
    r"take|go|have|do|keep|\bkeep(?:ing)? (?:track|up|an eye|going|busy)\b|write|pay|make|buy|hire|start|build|run|"
    r"offer|meet|publish|send|launch|host|paint|move|switch|replace|teach|submit|focus|prioriti[sz]e|set|include|"
    r"stick|aim|limit|charge|put|get|be)|(?:we|i) (?:use|take|go|run|move|switch|host|pay|offer|choose|pick|"
    r"(?:want|need)(?! to\b)|write|build|put|ship|launch|start)\b(?! to\b)|let'?s (?:use|take|go|do|make|keep|have|"
    r"start|put|call|say|move|switch)|it is$|final(?:ly)?(?: decision)?:|decision:|the plan is|(?:ich|wir) "
    r"(?:nehme?n?|mache?n?|nutzen?|verwenden?|wählen?|setzen?|gehen?|bauen?|beantrage?n?|kaufe?n?|bestelle?n?|"
    r"buche?n?|entscheiden?|starten?|stellen?|wollen)|nehme?n? (?:ich|wir)|entschieden|beschlossen|geeinigt|"
    r"festgelegt|vereinbart|(?:haben|hab|habe) (?:uns |mich |jetzt )?(?:für|entschieden|gekauft|bestellt|gebucht|"
    r"beauftragt)|(?:nous|on|j'ai|nous avons|on a|nous n'avons) (?:pas )?(?:décidé|choisi|retenu|opté|pris|signé|"
    r"adopté|convenu|commandé|réservé|acheté|engagé)|(?:nous|on) (?:utilisons|utilise|prenons|prend|passons|passe|"
    r"choisissons|choisit|gardons|garde|avons décidé|a décidé)|(?:usamos|usaremos|elegimos|decidimos|hemos "
    r"decidido|pasamos a|cambiamos a|mantenemos|vamos a usar))\b"
)
OPEN_CHOICE = re.compile(
    r"^(?:use|using|take|taking|go(?:ing)? (?:with|for|back)|switch(?:ing)? to|mov(?:e|ing) to|back to|make it|set "
    r"(?:it|the|to)|cap (?=(?:it|the|at)\b|\d)|pick|choose|"
    r"keep |stick(?:ing)? (?:with|to)|nehme?n?\b|nimm|zurück zu|wechsle?n? zu|use)\b"
)
SETTLES = re.compile(r"^(?:so |then |ok |okay )*(?:the |a )?[\w-]+(?: [\w-]+){0,2} it is(?: then)?$")
"""A choice that closes a weighing: `white it is`."""
FUTURE = re.compile(
    r"\b(?:goes? (?:to|into|out(?! of)|green|live|with|on)|go (?:to|into|out(?! of)|live|with)|gets|(?<!you )(?<!i "
    r")get|will (?:be (?=\w+ \w)|(?!be\b|have\b|mix\b)\w+|have|run|go|get|use|cost|start|move|take|launch|lift|"
    r"end)|launch(?:es)?|ships(?! out)|lifts|opens? (?:in|on|at|from)|closes? (?:in|on|at|from|for)|starts (?:on|"
    r"at|in|from)|runs? (?:on|every|in|at|from)|moves?|is (?:set|due|planned|scheduled|capped|limited|frozen|"
    r"fixed) |must|has to|have to|needs? to|should|kommt (?:auf|in|zu|nach)|kommen (?:auf|in|zu|nach)|wird|werden|"
    r"soll|sollen|gilt|gelten|muss|müssen|läuft|startet|bekommt|is enough|are enough|is fine)\b"
)
PREFERS = re.compile(
    r"\b(?:(?:i|we|\w+ and me both|me) (?:really |also |both |always |usually |mostly |strongly |don'?t |do not |"
    r"just )*(?:prefer|like|love|hate|enjoy|dislike|avoid|can'?t stand)|(?:my|our) (?:favou?rite|preference|"
    r"preferred)|(?:i|we|id|i'd|we'd|would)(?: would|'d)? (?:much )?(?:rather|prefer|never)\b|not a fan|big fan|"
    r"(?:i|we) only (?:ever )?(?:trust|use|buy|eat|drink|wear|work with)|general rule|rule of thumb|as a rule|"
    r"i(?:'m| am|m) (?:allergic|vegetarian|vegan|more of|really into|into)|(?:no|only|keine?n?|nur) "
    r".{1,40}\b(?:please|pls|bitte|anywhere|ever|whatsoever)|please (?:always|never|no|don'?t)|always .{1,40} "
    r"(?:please|pls)|(?:ich|wir) (?:mag|mögen|liebe|lieben|hasse|hassen|bevorzuge|bevorzugen)|am liebsten|"
    r"^(?:never|do not|don'?t) (?!(?:know|think|worry|care|forget|mind|get|tell|ask|say|remind|let|be|laugh|judge|want|"
    r"need|have|like|see|understand|remember|feel|believe|even|really|panic|you|we|i|they|all|most|come|look|read|heard|seen|"
    r"been|had|thought|knew|got|saw|did|was|were|made|went|came|took|gave|\w+ed)\b)[a-z]+ (?:[^\s?]+ )+\S+|"
    r"lieblings\w+|find(?:e)? ich (?:furchtbar|super|schrecklich|toll|blöd)|(?:würde?|würd) .{0,40}\b(?:niemals?|"
    r"nie|lieber)|je préfère|nous préférons|j'adore|je déteste|prefiero|preferimos|me encanta|me gusta|odio)\b"
)
GOALS = re.compile(
    r"\b(?:(?:my|our|the|main|long-term|q\d|first|second|next)? ?(?:goal|target|aim|objective|milestone|"
    r"ambition)s?\b(?: (?:is|are|for|of|was)|:|$)|(?:i|we)(?:'d| would|'m|m| am|'re| are)? ?(?:also |really |just |"
    r"still |kinda |hoping |planning |looking |aiming |trying |working |like |love |hätte? |gern )*(?:want to|"
    r"wanna|want|hope to|plan to|planning to|aiming (?:for|to)|aim (?:for|to)|hoping to|intend to|looking to|like "
    r"to|love to|trying to|preparing (?:for|to)|saving (?:for|up))|starting to plan|(?:ich|wir) (?:will|wollen|"
    r"möchte|möchten|plane|planen)|(?:hätt|hätte|hätten) .{0,30}\bgern|ziel(?: ist|:)|(?:notre|mon|l'|nos|mes) "
    r"?objectifs?\b|(?:soll|sollen) bis (?:zum |ende |anfang |\d)|j'aimerais|nous voulons|je veux|quiero|"
    r"queremos|nuestro objetivo|mi objetivo)\b"
)
TASKS = re.compile(
    r"\b(?:(?:i|we|he|she|they|\w+) (?:still )?(?:needs? to|have to|has to|must|ought to)|todo|to-do|to do:|action "
    r"item|(?:ich|wir) (?:muss|müssen)|remember to|(?:^|to )(?:call|email|send|buy|finish|submit|prepare|order) "
    r".{2,60}\b(?:by|before|until|on) )\b"
)
EVENTS = re.compile(
    r"\b(?:yesterday|last (?:week|month|year|night|monday|tuesday|wednesday|thursday|friday|saturday|sunday|spring|"
    r"summer|autumn|fall|winter)|\d+ (?:days|weeks|months|years) ago|as of (?:today|now)|so far|by end of|on "
    r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)|just (?:signed|finished|passed|got|bought|moved|"
    r"launched|submitted)|gestern|letzte[nrs]? (?:woche|monat|jahr)|vor \d+ (?:tagen|wochen|monaten|jahren)|hier|"
    r"la semaine dernière|ayer|la semana pasada)\b"
)
PAST = re.compile(
    r"\b(?:signed|died|broke|met|launched|published|finished|completed|passed|failed|won|lost|visited|attended|"
    r"graduated|married|started|bought|sold|moved|hired|fired|resigned|retired|released|submitted|approved|"
    r"rejected|tested|found|fixed|announced|arrived|happened|joined|left|presented|celebrated|received|achieved|"
    r"reached|hit|evicted|fired|crashed|opened|closed|adopted|inherited|unterschrieben|gekauft|verkauft|getroffen|"
    r"bestanden|gewonnen|verloren|abgeschlossen|fertiggestellt)\b"
)
MEASURE = re.compile(
    r"\d ?%|\d[.,]\d{1,2}(?!\d)|\b(?:gb|mb|tb|gig|gigs|ram|kg|km|cm|mm|m2|m²|sqm|hz|khz|mhz|ghz|kwh|kw|hours?|hrs?|"
    r"min|minutes?|seconds?|stunden?|minuten|people|persons?|participants?|staff|employees|users|customers|teams?|"
    r"seats|students|patients|pupils|height|width|length|weight|size|ceiling|budget|all in|invoice|revenue|umsatz|"
    r"turnover|count|headcount|rate is|costs?|kostet|kosten|euro an hour|an hour|per hour|quote|days?|tage|percent|"
    r"%)(?!\w)"
)

DENIED_WORDS = re.compile(r"\b(?:never|not|dont|don't|didnt|didn't) (?:say|said|mean|meant|write|wrote|called?)\b")
DENIES = re.compile(
    r"\b(?:never|not|didn'?t|nie|nicht) (?:said|say|claim(?:ed)?|promised?|wrote|asked|gesagt|behauptet|"
    r"versprochen)\b"
)
UNBOUND = re.compile(
    r"\b(?:(?:i|we)(?:'ve| have)? never|never|(?:i|we) (?:have not|haven't|did not|didn't)|(?:hab\w*|ha[bt]\w*) "
    r"(?:ihnen |ihr |ihm |denen |dem \w+ |der \w+ |den \w+ )?(?:nie(?:mals)?|nicht|keine?n?)) (?:actually |ever |yet )?"
    r"(?:promise[d]?|agree[d]?(?: to)?|sign(?:ed)?|commit(?:ted)?(?: to)?|guaranteed?|offer(?:ed)?|(?:[\w-]+ ){1,5}"
    r"(?:versprochen|zugesagt|zugesichert|unterschrieben|garantiert|angeboten|vereinbart))\b(?! (?:that|it|so)\b)",
)
"""Says that somebody is not bound to something: `we never promised …`, `wir haben nie … zugesagt`."""
IS_OUR = re.compile(
    r"^[\w.-]+ (?:is|ist) (?:also |just |auch |nur )?(?:our|the|a|an|my|unser\w*|mein\w*|der|die|das|ein\w*) "
    r"(?!same\b|richtige|right\b|middle\b|only\b|one\b|best\b|worst\b|problem\b)\w+"
)
PEOPLE = bag("i we he she they im i'm you ich wir er sie")
"""Pronouns for people."""
NOT_KEPT = re.compile(r"\b(?:not|nicht|don'?t|doesn'?t|won'?t) (?:\w+ )?(?:stay|keep|remain|bleib)")
DISLIKES = re.compile(r"\b(?:hates?|dislikes?|avoid|furchtbar|schrecklich|hasse|never|can'?t stand|allergic)\b")
WISH_HEAD = re.compile(
    r"\b(?:preference|pet peeve|(?:style|house) rule|rule (?:from me|of mine)|(?:every|any)thing (?:that )?you "
    r"(?:write|draft|send)|"
    r"alle\w* (?:\w+, )?(?:die|das|was) du|wunsch|stilregel|hausregel)\b"
)
"""Heads a wish for how things are to be done: `style rule: no abbreviations`."""
GOAL_HEAD = re.compile(r"\b(?:goals?|targets?|aims?|objectives?|ziele?|milestones?|objectif|objetivo)\b")
UNWANTED = re.compile(r"\b(?:i|we) (?:don'?t|do not|never|didn'?t) (?:really )?want\b")
NOT_DONE = re.compile(
    r"^(?!.*, not ).*\b(?:not|never|don'?t|won'?t|doesn'?t|nicht|keine?n?|decided (?:against|not to))\b"
)
AIMLESS = re.compile(
    r"^(?:leave|leaving|keep|put|take|make|do|go|get|add|adding|take|give|let) (?:it|them|that|this|me|us|these|"
    r"those)\b|for now\b|^(?:going|go|off) to (?:bed|sleep|work|lunch)|\b(?:get|got) (?:to|it|there|back to you)\b|"
    r"^(?:i|we)(?:'ll| will|ll) (?:(?:also|definitely|just|then|probably) )?(?:get back|let you|be back|try|see|"
    r"have a look|look|think|start by|start with|ask|bring|talk|check|reach|consider|keep in|make sure|share|paste|"
    r"provide|give it|go through|work on|need to think|do that)|^let'?s (?:see|make sure|move on|talk|start|go "
    r"back|look|say|do this|get)"
)
OWN_PLAN = re.compile(
    r"\b(?:launch|ship|release|go(?:es)?|moves?|will|price|rate for|limit|cap(?:ped)?|enough|max|minimum|at most|"
    r"gilt|gelten|live for|keep|ab sofort|ab jetzt|from now on|öffnungszeiten|opening hours)\b"
)
OBLIGED = re.compile(r"\b(?:need|needs|have|has|must|muss|müssen)\b")
EARNS = re.compile(
    r"\b(?:earns?|gets? .{1,40}(?:an hour|per hour|a day|a month|a year)|costs?|kostet|kosten|an hour\b.*rate|"
    r"salary|verdien\w+)\b"
)
CONTRAST = re.compile(r"(?:,| but| aber) (?:not|nicht|no|kein)|\bno(?:t)? (?:only|more than|later)|ohne\b|without\b")
BY_DATE = re.compile(
    r"\b(?:by|bis(?: zum)?) (?:the |end of |ende )?(?:\d{1,2}(?:st|nd|rd|th|\.)? ?)?(?:jan|feb|mar|mär|apr|may|mai|"
    r"jun|jul|aug|sep|oct|okt|nov|dec|dez|mon|tue|wed|thu|fri|sat|sun|the \d)"
)
COUNTED_DAY = re.compile(r"(?:day|tag|jour|día) \d+ (?:of|von|de)\b")
ROLES = re.compile(
    r"\b(?:does|handles?|runs|leads?|owns|manages?|teaches|writes|works (?:at|for|with|in)|is (?:in charge|"
    r"responsible)|head of|who(?:'?s| is) at|reports to|lives? in|based in|takes? over|took over|arbeitet (?:bei|"
    r"für)|leitet|kümmert sich|wohnt in|übernimmt)\b"
)
CHOICE_HEAD = re.compile(
    r"^(?:the |our |die |der |das )?(?!her |his |my |their |your |its )(?:\w+ )?(?:hosting|database|db|stack|"
    r"framework|language|tool|platform|venue|location|colou?r|name|title|format|method|design|approach|model|"
    r"report|material|theme|layout|editor|library|website|site|datenbank|sprache|werkzeug|plattform|farbe|titel|"
    r"methode|seite) (?:is|are|will be|ist|sind|wird)\b"
)
SAYS = re.compile(
    r"(?:says?|said|claims?|claimed|thinks|reckons|insists|reports|reported|estimates|counted|shows|confirms|"
    r"confirmed|sagt|sagte|meint|meinte|behauptet|schreibt|schätzt|zählt|zeigt)$"
)
AT_WORK = re.compile(r"\bwho(?:'?s| is) (?:at|now at|the|our)\b")
ATTEMPT = re.compile(
    r"\b(?:trying to|working on|looking to|like to|love to|want to|wanna|hoping to|started? to|starting to)\b"
)
LEARNS = re.compile(
    r"\b(?:to|wanna|on) (?:\w+ly )?(?:understand|learn|know|figure|see|master|grasp|make sure|ensure|find out|get "
    r"better|improve my understanding|explore|try|check|discuss|think|ask|hear|read about|avoid|stay|feel|be)\b"
)
FORMER = re.compile(
    r"\b(?:was|were|war|waren) .{1,60}\b(?:before|previously|earlier|originally|until now|vorher|früher|zuvor|"
    r"bisher)$|\b(?:used to|previously|formerly|früher)\b"
)
TITLED = re.compile(
    r"^(?:der|die|das|the) [\w-]+ (?:ist|is|sind|are) (?:übrigens |btw |by the way )?(?:herr|frau|mr|mrs|ms|dr)\b"
)
"""Who is meant by a description: `the boss is Mrs Lenz`."""
BODILY = re.compile(
    r"\b(?:allergic|vegetarian|vegan|diabetic|pregnant|coeliac|celiac|intolerant|asthmatic|left-handed|allergisch|"
    r"vegetarisch|vegetarier\w*|schwanger)\b"
)
NUMERALS = (
    "second fourth fifth zweite zweiten dritte dritten vierten premier première deuxième troisième segundo two "
    "three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty thirty forty fifty "
    "sixty seventy eighty ninety hundred thousand million dozen percent monday tuesday wednesday thursday friday "
    "saturday sunday january february march april june july august september october november december zwei drei "
    "vier fünf sechs sieben acht neun zehn elf zwölf zwanzig dreißig hundert tausend prozent hälfte montag "
    "dienstag mittwoch donnerstag freitag samstag sonntag montags dienstags mittwochs donnerstags freitags "
    "samstags sonntags januar februar märz mai juni juli oktober dezember deux trois quatre cinq sept huit neuf "
    "dix douze quinze vingt trente quarante cinquante cent mille lundi mardi mercredi jeudi vendredi samedi "
    "dimanche janvier février mars avril juin juillet août septembre octobre novembre décembre dos tres cuatro "
    "cinco seis siete ocho nueve diez doce veinte cien mil lunes martes miércoles jueves viernes sábado domingo "
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
)
"""Number words, weekdays and months: what makes a statement particular."""
EFFECTIVE = re.compile(
    r"^(?:until|till|bis(?: zum)?) (?:the )?\d|\b(?:as of (?:next|now|today|january|february|march|april|may|"
    r"june|july|august|september|october|november|"
    r"december|\d)|with effect from|effective (?:from|immediately)|from (?:next|now on)|from \w+ onwards?|ab "
    r"(?:sofort|jetzt|nächste)|künftig|ab dem|à partir d|dès (?:lundi|mardi|demain|la semaine)|désormais|a partir "
    r"de)"
)
"""What is stated for the time to come."""
FAINT = re.compile(
    r"\bwill be (?:\w+ly |so |very )?\w+$|\b(?:asked|asks|wonders|wondered)\b (?:me|us|him|her|them|if|what|how)"
)
"""Forecasts of a mood and questions told: nothing to hold on to."""
POINTING = re.compile(r"\b(?:like|love|hate|enjoy|prefer)s? (?:that|this|it|them|those|these)\b(?! \w{4,} \w)")
"""A liking for what was just said."""
CONTENT_WITH = re.compile(
    r"^(?!i |im |i'm |you )\w.* (?:happy|fine|content|comfortable) with (?!that\b|it\b|this\b|how\b)\w|"
    r"\bbetter off (?:at|with|in|on) "
)
"""Somebody is content with something in particular: that settles it."""
HOLLOW = bag("almost nearly me you none both all two three one above soon later tomorrow today maybe always bald fast")
"""Words by which an answer names nothing that reads alone."""
ANNOUNCES = bag("of after before from about vor nach von zu zur zum über aus")
"""Prepositions that tell what an announcement is of."""
