"""The verbs of relations and the words of roles, in English and German: what stands between two ends, and for what."""

from clew.text import regex as re

_HOW = r"(?: (?:now|already|also|still|only|currently|mostly|both|jetzt|schon|auch|noch|nur|bereits))?"
_BE = r"(?:is|are|was|were|ist|sind|war|waren|wird|wurde|werden|'s)"
# predicate, words between subject and object; passive ones name the doer last
_BETWEEN: tuple[tuple[str, str], ...] = (
    ("works_at", rf"(?:works?|worked|working|arbeitet|{_BE} employed){_HOW} (?:at|for|bei|für)"),
    ("works_at", r"(?:whos|who's|who is|who works)(?: \w+)? (?:at|for|with)"),
    ("reports_to", r"(?:reports?|answers?|berichtet) (?:directly )?(?:to|an)"),
    ("leads", r"(?:leads?|heads?|manages?|chairs?|leitet|führt)"),
    ("leads", rf"{_BE}{_HOW} (?:the )?(?:head|lead|leader|chair|director|leiter|leiterin) (?:of|von|der|des)"),
    ("responsible_for", rf"{_BE}{_HOW} (?:responsible|in charge|on call|zuständig|verantwortlich) (?:for|of|für)"),
    ("responsible_for", r"(?:takes? care of|takes? over|looks? after|handles?|kümmert sich um|übernimmt|betreut)"),
    ("responsible_for", r"(?:does|macht)"),
    ("owns", r"(?:owns?|besitzt)"),
    ("owned_by", rf"(?:gehört(?! zu)|belongs? to|{_BE} owned by)"),
    ("member_of", rf"(?:{_BE}{_HOW} (?:a )?member of|sits? on|joined|joins)"),
    ("member_of", rf"{_BE} mitglied (?:von|im|der|des)"),
    ("part_of", rf"{_BE}{_HOW} (?:an? )?(?:part|feature|module|component|section|chapter) (?:of|in)"),
    ("part_of", rf"(?:gehört zu[mr]?|{_BE} teil (?:von|des|der))"),
    ("contains", r"(?:contains?|includes?|comprises?|consists? of|enthält|umfasst|besteht aus)"),
    ("depends_on", r"(?:depends?(?: on)?|relies? on|requires?|needs?|waits? for)"),
    ("depends_on", r"(?:hängt von|braucht|benötigt|erfordert|wartet auf)"),
    ("uses", rf"(?:uses?|runs?{_HOW} (?:on|in|with|under)|works? with|go(?:es)? into)"),
    ("uses", rf"{_BE} (?:built|made|written|done|run|stored|kept|implemented|printed) (?:with|on|in|from|of|as|using)"),
    ("uses", rf"{_BE} (?:hosted|analysed|analyzed|tracked|managed) (?:with|on|in|using)"),
    ("uses", rf"(?:nutzt|verwendet|läuft (?:auf|mit|unter|über)|basiert auf|setzt auf|{_BE} gebaut (?:mit|als))"),
    ("moves_to", rf"(?:moves?|moved|goes|go|switch(?:es)?|switched){_HOW}(?: over| back)? (?:to|onto|over to|into)"),
    ("moves_to", rf"(?:migrates?|migrated|{_BE} moving){_HOW}(?: over| back)? (?:to|onto|into)"),
    ("moves_to", r"(?:kommt|geht|zieht|wechselt|wandert)(?: jetzt| wieder)?(?: um)? (?:zu[mr]?|nach|auf|in)"),
    ("moves_to", rf"{_BE} to (?:go|move|be (?:sent|submitted|moved)) (?:over |back )?to"),
    ("moves_to", rf"{_BE}{_HOW} (?:submitted|handed in) to"),
    ("forwards_to", r"(?:forwards|redirects|points|leitet)(?: \w+)?(?: weiter)? (?:to|auf|an|zu)"),
    ("gets", r"(?:gets?|receives?|bekommt|erhält|kriegt)"),
    ("located_in", rf"{_BE}{_HOW} (?:located |based |situated |housed |held )?in"),
    ("located_in", r"(?:lives? in|sits? in|stands? in|liegt in|wohnt in|sitzt in|steht in)"),
    ("made_by", rf"{_BE}{_HOW} (?:written|built|made|developed|designed|created|founded|drawn|produced) by"),
    ("made_by", rf"(?:{_BE}{_HOW} (?:painted|prepared|organised|organized|edited) by|kommt von|stammt von)"),
    ("makes", r"(?:wrote|writes|builds?|built|designs?|designed|creates?|created)(?: (?:me|us))?"),
    ("makes", r"(?:develops?|developed|paints?|painted|baut|schreibt|entwickelt|zeichnet|malt)(?: (?:mir|uns))?"),
    ("makes", rf"{_BE} (?:making|baking|building|writing|designing|drawing|painting|developing)(?: (?:me|us))?"),
    ("led_by", rf"{_BE}{_HOW} (?:led|run|managed|headed|chaired|geleitet) (?:by|von)"),
    ("supplies", r"(?:sells?(?: \w+)? to|supplies|supply|delivers?(?: \w+)? to|beliefert|liefert(?: \w+)? an)"),
    ("customer_of", r"(?:buys?(?: \w+)? from|orders?(?: \w+)? from|kauft(?: \w+)? bei|bestellt(?: \w+)? bei)"),
    ("familiar_with", r"(?:knows?|kennt)"),
    ("causes", r"(?:causes?|caused|leads? to|triggers?|results? in|verursacht|führt zu)"),
    ("prevents", r"(?:prevents?|blocks?|verhindert|blockiert)"),
    ("supersedes", r"(?:replaces?|replaced|supersedes?|ersetzt|löst)"),
    ("supersedes", r"(?:instead of|in place of|anstelle von|anstatt|statt)"),
    ("stands_in_for", rf"(?:(?:stands?|fills?|{_BE} (?:standing|filling)) in|{_BE} covering|covers) for"),
    ("stands_in_for", r"(?:vertritt|springt ein für)"),
    ("borders", r"(?:borders?|shares? (?:a )?wall with|grenzt an|(?:is|liegt) (?:next to|neben))"),
    ("attends", r"(?:attends?|attended|speaks? at|takes? part in|nimmt teil an|spricht auf)"),
    ("differs_from", rf"(?:(?:has|have) nothing to do with|{_BE} not related to|{_BE} different from)"),
    ("differs_from", r"(?:not (?:to be )?(?:confused|mixed up) with|nicht (?:zu )?verwechseln mit)"),
    ("differs_from", rf"(?:hat nichts zu tun mit|{_BE} nicht verwandt mit)"),
    ("married_to", rf"(?:{_BE} married to|{_BE} verheiratet mit)"),
)
VERBS = tuple((name, re.compile(rf"(?<![\w'’]){shape}(?![\w'’])", re.IGNORECASE)) for name, shape in _BETWEEN)
"""Predicate and what stands between its ends."""
ANY = re.compile("|".join(f"(?:{shape.pattern})" for _, shape in VERBS), re.IGNORECASE)
"""Whether a text has any of them."""
ROLES = (
    "contact|sponsor|director|manager|lead|leader|head|boss|chair|owner|author|editor|lawyer|accountant|landlord|"
    "tenant|supervisor|advisor|adviser|assistant|engineer|designer|developer|architect|coordinator|representative|rep|"
    "agent|agency|client|customer|supplier|vendor|provider|host|partner|ceo|cto|cfo|coo|cmo|president|chairman|"
    "treasurer|secretary|doctor|dentist|tutor|mentor|teacher|coach|nurse|brother|sister|wife|husband|mother|father|"
    "son|daughter|cousin|friend|neighbour|neighbor|colleague|ansprechpartner(?:in)?|leiter(?:in)?|chef(?:in)?|"
    "geschäftsführer(?:in)?|anwalt|anwältin|steuerberater(?:in)?|vermieter(?:in)?|kunde|kundin|lieferant(?:in)?|"
    "bruder|schwester|mann|frau|mutter|vater|sohn|tochter|freund(?:in)?|nachbar(?:in)?|kollege|kollegin|"
    "lehrer(?:in)?|betreuer(?:in)?|registrar|curator|statistician|physio|printer|insurer|caterer|photographer|"
    "translator|notary|plumber|electrician|builder|gardener|freelancer|contractor|it|accounts|support|sales|pfleger(?:in)?|"
    "fotograf(?:in)?|drucker|versicherer|handwerker(?:in)?|elektriker(?:in)?|übersetzer(?:in)?|notar(?:in)?"
)
"""Words for what somebody is to somebody."""
KIN = (
    "brother|sister|wife|husband|mother|father|mum|mom|dad|son|daughter|cousin|niece|nephew|aunt|uncle|grandmother|"
    "grandfather|granny|grandson|granddaughter|friend|neighbour|neighbor|colleague|partner|fiancée?|bruder|schwester|"
    "mann|frau|mutter|vater|sohn|tochter|cousine?|nichte|neffe|tante|onkel|oma|opa|enkel(?:in)?|freund(?:in)?|"
    "nachbar(?:in)?|kollege|kollegin"
)
"""Words for relatives, and for people who are known rather than paid."""
