"""The small words that show what a sentence does: negate, ask, suppose, change, drop, keep, agree, quote.

Tables per language, all folded; `pattern` turns one table into a compiled alternation. A table holds
words and fixed phrases only: what they mean in a given sentence is for the caller to decide.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from clew.text import regex as re

Cue = Literal[
    "negation", "question", "hypothetical", "wish", "change", "drop", "keep", "adopt", "refuse", "say", "reason",
    "request", "hedge", "thanks", "irony", "time",
]  # fmt: skip
"""Name of a table."""

LANGS: tuple[str, ...] = ("en", "de", "fr", "es", "ko")
"""Languages that have tables."""

# Phrases are separated by "|" so that the tables read like lists.
_TABLES: dict[str, dict[str, str]] = {
    "negation": {
        "en": "not|no|never|none|nothing|nobody|neither|nor|without|cannot|can't|cant|don't|dont|doesn't|doesnt|didn't|"
        "didnt|won't|wont|isn't|isnt|aren't|arent|wasn't|wasnt|weren't|werent|haven't|havent|hasn't|hasnt|hadn't|hadnt|"
        "shouldn't|shouldnt|wouldn't|wouldnt|couldn't|couldnt|mustn't|no longer|not any more|hardly|ain't|aint",
        "de": "nicht|nich|kein|keine|keinen|keinem|keiner|keines|nie|niemals|nichts|niemand|ohne|weder|nirgends|kaum",
        "fr": "ne|n'|pas|jamais|rien|aucun|aucune|sans|personne ne|ni|non|plus de",
        "es": "no|nunca|jamás|nada|nadie|ningún|ninguna|ninguno|sin|tampoco|ni",
        "ko": "않|안 |못 |없|아니|말고|말아",
    },
    "question": {
        "en": "what|whats|what's|which|who|whom|whose|when|where|why|how|hows|is it|is there|is that|is this|are there|"
        "are we|are you|do i|do we|do you|do they|does it|does that|does the|did i|did we|did you|can i|can we|can you|"
        "can it|could i|could we|could you|could it|should i|should we|should it|will it|will there|would you|would it|"
        "would that|shall we|may i|have you|have we|has it|has anyone|any idea|any ideas|any tips|any advice|am i|"
        "isnt it|isn't it|right|or not",
        "de": "was|welche|welcher|welches|welchen|welchem|wer|wen|wem|wessen|wann|wo|wohin|woher|warum|wieso|weshalb|"
        "wie|wieviel|wie viel|ist das|ist es|sind das|gibt es|gibts|kann ich|kann man|können wir|könnte ich|soll ich|"
        "sollen wir|sollte ich|muss ich|müssen wir|brauch ich|brauche ich|brauchen wir|darf ich|dürfen wir|hast du|"
        "kannst du|könntest du|weißt du|weisst du|oder nicht|stimmts",
        "fr": "que|quoi|quel|quelle|quels|quelles|qui|quand|où|pourquoi|comment|combien|est-ce que|est-ce|faut-il|"
        "peut-on|dois-je|devons-nous|puis-je|as-tu|avez-vous|n'est-ce pas",
        "es": "qué|cuál|cuáles|quién|quiénes|cuándo|dónde|por qué|cómo|cuánto|cuánta|cuántos|cuántas|¿|debo|deberíamos|"
        "puedo|podemos|puedes|hay que",
        "ko": "무엇|뭐|뭘|어떤|어느|누가|누구|언제|어디|왜|어떻게|얼마|몇|까요|나요|가요|습니까|입니까|ㄹ까",
    },
    "hypothetical": {
        "en": "if|unless|what if|imagine|suppose|supposing|assuming|hypothetically|in theory|in case|would|could|might|"
        "maybe|perhaps|probably|possibly|let's say|lets say|say we|as if|i wish|otherwise|one day|some day|someday",
        "de": "wenn|falls|sofern|angenommen|stell dir vor|stellt euch vor|würde|würden|würd|könnte|könnten|könnt|hätte|"
        "hätten|wäre|wären|wär|vielleicht|eventuell|evtl|womöglich|theoretisch|gesetzt den fall|sonst|irgendwann",
        "fr": "si|imagine|imaginons|supposons|peut-être|éventuellement|serait|pourrait|pourrions|au cas où|sinon|un "
        "jour",
        "es": "si|imagina|imaginemos|supongamos|quizá|quizás|tal vez|a lo mejor|sería|podría|podríamos|en caso de|"
        "algún día",
        "ko": "만약|만일|혹시|라면|다면|으면|한다면|아마|어쩌면|상상|가정",
    },
    "wish": {
        "en": "i wish|i hope|hopefully|would love|would like|would be nice|would be great|it would be|dream of|want to|"
        "wanna|i want|we want|looking to|hoping to|plan to|planning to|aim to",
        "de": "ich wünsche|ich wünschte|hoffentlich|ich hoffe|hätte gern|hätt gern|würde gern|würd gern|wäre schön|"
        "ich will|wir wollen|ich möchte|wir möchten|am liebsten",
        "fr": "j'aimerais|j'espère|espérons|je voudrais|je veux|nous voulons|on veut|nous aimerions",
        "es": "ojalá|espero que|me gustaría|quisiera|quiero|queremos|nos gustaría",
        "ko": "바라|희망|싶|원해|원합니다",
    },
    "change": {
        "en": "switch|switched|switching|move|moved|moves|moving|change|changed|changes|changing|now|from now on|"
        "instead|"
        "no longer|not any more|anymore|any more|back to|going back|replace|replaced|replaces|rather than|"
        "as of|effective|goes to|go to|new|updated|update|bumped|raised|lowered|increased|decreased|extended|postponed|"
        "pushed|moved up|actually|correction|after all|turns out|scratch that|make it|done with|migrate|migrated|"
        "migrating|convert|converted|became|becomes|grew|grown|dropped to|down to|up to|rescheduled",
        "de": "wechsel|wechseln|wechsle|wechselt|gewechselt|umsteigen|umgestiegen|jetzt|nun|ab sofort|ab jetzt|von "
        "nun an|"
        "statt|stattdessen|anstatt|nicht mehr|doch|zurück zu|zurück auf|wieder|ersetzt|ersetzen|geändert|ändert|ändern|"
        "neu|neue|neuer|neues|verschoben|verschieben|umgezogen|ziehen um|inzwischen|mittlerweile|korrektur|eigentlich|"
        "lieber|erhöht|gesenkt|verlängert|wird zu|künftig|in zukunft",
        "fr": "maintenant|désormais|dorénavant|à partir de|plutôt|au lieu de|à la place|ne plus|finalement|revenir à|"
        "retour à|remplace|remplacé|change|changé|changer|passer à|passe à|passons à|déplacé|reporté|nouveau|nouvelle|"
        "en fait",
        "es": "ahora|desde ahora|a partir de|en lugar de|en vez de|ya no|finalmente|al final|volver a|volvemos a|"
        "reemplaza|reemplazar|cambia|cambiar|cambiamos|pasar a|pasamos a|movido|aplazado|nuevo|nueva|en realidad|mejor",
        "ko": "이제|지금부터|앞으로|대신|바꾸|바꿨|변경|더 이상|다시|옮기|옮겼|교체|새로|결국|사실은|연기",
    },
    "drop": {
        "en": "drop|dropped|dropping|drops|cancel|cancelled|canceled|scrap|scrapped|remove|removed|forget|forget about|"
        "abandon|abandoned|no more|no longer|get rid of|got rid of|ditch|ditched|kill|killed|skip|skipped|out|off|"
        "off the list|off the table|off the plan|is dead|goes out|is out|are out|is off|gone|stop|stopped|quit|gave up|"
        "give up|giving up|called off|call off|not happening|without replacement|no replacement|strike|cut|retire|"
        "retired|discontinue|discontinued|end|ended|void|withdrawn|withdraw|axed",
        "de": "streichen|gestrichen|streich|streiche|streichst|fliegt raus|raus|entfällt|fällt weg|fällt aus|weg|"
        "weglassen|abgesagt|absagen|abschaffen|abgeschafft|aufgeben|aufgegeben|verworfen|verwerfen|ersatzlos|vergiss|"
        "vergessen wir|lassen wir|nicht mehr|gekündigt|kündigen|beendet|eingestellt|vom tisch|gestorben|hinfällig|"
        "zurückgezogen",
        "fr": "annuler|annulé|annulée|supprimer|supprimé|supprimée|abandonner|abandonné|laisser tomber|on oublie|"
        "retirer|retiré|enlever|enlevé|plus de|arrêter|arrêté",
        "es": "cancelar|cancelado|cancelada|eliminar|eliminado|quitar|quitado|quitamos|descartar|descartado|abandonar|"
        "olvidar|olvídate|ya no|dejar de|suprimir|retirar",
        "ko": "취소|삭제|없애|빼|폐기|그만|철회|중단|포기",
    },
    "keep": {
        "en": "keep|keeps|kept|keeping|stay|stays|stayed|remain|remains|still|stick with|sticking with|stick to|"
        "unchanged|as it is|as is|as planned|like planned|like we said|same as before|not up for discussion|continue",
        "de": "bleibt|bleiben|bleib|bleibe|behalten|behalte|beibehalten|weiterhin|immer noch|nach wie vor|unverändert|"
        "wie gehabt|wie geplant|wie besprochen|wie bisher|gilt weiter|dabei",
        "fr": "garder|garde|gardons|on garde|reste|restent|rester|toujours|inchangé|comme prévu|conserver|continuer",
        "es": "mantener|mantenemos|mantiene|queda|quedan|sigue|siguen|seguimos|todavía|sin cambios|como estaba "
        "previsto|"
        "conservar|continúa",
        "ko": "유지|그대로|계속|여전히|변함없",
    },
    "adopt": {
        "en": "yes|yeah|yep|yup|ya|ok|okay|k|sure|agreed|agree|deal|do that|do it|lets do that|let's do that|let's "
        "do it|"
        "sounds good|sounds great|sounds right|go with|go for|going with|lets go with|let's go with|perfect|exactly|"
        "good idea|great idea|works for me|fine|fine by me|done|makes sense|confirmed|correct|right|absolutely|"
        "definitely|"
        "of course|go ahead|take that|that one|we'll do that|will do|adopt|accepted|approved|please do",
        "de": "ja|jo|jep|jup|jawohl|ok|okay|klar|gern|gerne|genau|passt|einverstanden|mach das|mach das so|machen wir|"
        "machen wir so|so machen wir das|gute idee|in ordnung|stimmt|abgemacht|perfekt|richtig|korrekt|so sei es|"
        "nehmen wir|nehme ich|nehm ich|dann so|bitte so|super",
        "fr": "oui|ouais|ok|d'accord|daccord|parfait|entendu|faisons ça|fais ça|on fait ça|bonne idée|exactement|"
        "ça marche|va pour|c'est bon|très bien|allons-y|je prends|on prend",
        "es": "sí|si|vale|ok|okay|de acuerdo|perfecto|hazlo|hagámoslo|hagamos eso|buena idea|exacto|claro|adelante|"
        "me parece bien|vamos con|correcto|listo|hecho",
        "ko": "네|예|응|좋아|좋아요|좋습니다|그래|그렇게|그렇게 하|알겠|동의|맞아|맞습니다|진행",
    },
    "refuse": {
        "en": "no|nope|nah|no thanks|no thank you|rather not|dont want|don't want|not for me|not now|not yet|skip that|"
        "no need|wrong|disagree|i'd rather not|never mind|nevermind|not interested|pass|not doing that|hell no",
        "de": "nein|nee|nö|ne|lieber nicht|will ich nicht|wollen wir nicht|nicht jetzt|brauch ich nicht|brauchen wir "
        "nicht|"
        "mach ich nicht|falsch|auf keinen fall|danke nein|nein danke|keinesfalls",
        "fr": "non|pas question|plutôt pas|non merci|pas maintenant|surtout pas|pas besoin",
        "es": "no|no gracias|mejor no|ahora no|para nada|ni hablar|no hace falta",
        "ko": "아니|아니요|아뇨|됐어|싫|필요 없",
    },
    "say": {
        "en": "says|say|said|saying|told|tells|telling|claims|claimed|thinks|thought|believes|believed|reckons|argues|"
        "argued|suggests|suggested|suggesting|wrote|writes|asked|asks|mentioned|mentions|according to|reports|reported|"
        "insists|insisted|announced|warned|warns|explained|explains|recommends|recommended|proposed|proposes|swears|"
        "swore|joked|jokes|complains|complained|keeps saying|counted|quoted|estimates|estimated",
        "de": "sagt|sagte|sagen|gesagt|meint|meinte|gemeint|findet|fand|behauptet|behauptete|glaubt|glaubte|schreibt|"
        "schrieb|geschrieben|erzählt|erzählte|laut|zufolge|nach angaben|fragt|fragte|schlägt vor|schlug vor|empfiehlt|"
        "empfahl|rät|riet|denkt|dachte|kommt auf|gezählt|schätzt",
        "fr": "dit|disait|a dit|disent|pense|pensait|croit|affirme|prétend|écrit|a écrit|selon|d'après|demande|suggère|"
        "propose|recommande|explique|raconte|estime",
        "es": "dice|dijo|dicen|decía|piensa|pensaba|cree|afirma|escribe|escribió|según|pregunta|preguntó|sugiere|"
        "propone|recomienda|explica|opina|estima",
        "ko": "라고|다고|말했|말하|말씀|따르면|주장|제안|추천했|물었",
    },
    "reason": {
        "en": "because|bc|cause|cuz|since|as|due to|because of|thanks to|so that|in order to|therefore|so|that's why|"
        "thats why|given that|for that reason|which is why",
        "de": "weil|da|denn|wegen|aufgrund|deshalb|deswegen|daher|darum|damit|also|nämlich|weshalb",
        "fr": "parce que|car|puisque|à cause de|grâce à|donc|comme|afin de|pour que|c'est pourquoi",
        "es": "porque|ya que|puesto que|debido a|por eso|así que|pues|para que|gracias a|dado que",
        "ko": "때문|그래서|왜냐하면|니까|므로|덕분|이유",
    },
    "request": {
        "en": "please|pls|plz|can you|could you|would you|will you|help me|help with|give me|show me|tell me|write|"
        "draft|"
        "explain|summarize|summarise|list|generate|create a|suggest|recommend|compare|review|rewrite|translate|"
        "walk me through|let me know|i need help|i'd like you|i want you|make me|remind me|check|look at",
        "de": "bitte|kannst du|könntest du|würdest du|hilf mir|zeig mir|gib mir|sag mir|schreib|schreib mir|schreibe|"
        "erklär|erkläre|fass zusammen|liste|erstelle|mach mir|nenn mir|schlag vor|übersetze|prüf|prüfe|hilfst du",
        "fr": "s'il te plaît|s'il vous plaît|stp|svp|peux-tu|pouvez-vous|aide-moi|aidez-moi|donne-moi|montre-moi|écris|"
        "explique|résume|liste|propose",
        "es": "por favor|puedes|podrías|podría usted|ayúdame|dame|muéstrame|dime|escribe|explica|resume|lista|sugiere",
        "ko": "주세요|줘|부탁|해줄래|해 주|알려|도와",
    },
    "hedge": {
        "en": "maybe|perhaps|probably|possibly|might|could|i think|i guess|not sure|unsure|i wonder|wondering|"
        "thinking of|"
        "thinking about|considering|leaning|lean towards|toying with|no idea|apparently|supposedly|kind of|tentatively",
        "de": "vielleicht|wahrscheinlich|eventuell|evtl|möglicherweise|könnte|könnten|ich glaube|ich denke|glaub ich|"
        "nicht sicher|unsicher|überlege|überlegen|am überlegen|angeblich|wohl|keine ahnung|tendiere",
        "fr": "peut-être|probablement|je crois|je pense|pas sûr|pas sûre|il se peut|j'hésite|apparemment",
        "es": "quizá|quizás|tal vez|probablemente|creo que|pienso que|no estoy seguro|no estoy segura|a lo mejor|"
        "aparentemente|dudo",
        "ko": "아마|어쩌면|것 같|듯|고민|모르겠|글쎄",
    },
    "thanks": {
        "en": "thanks|thank you|thx|ty|ta|cheers|hi|hello|hey|good morning|good night|bye|see you|lol|haha|great|"
        "awesome|"
        "cool|nice|wow|ugh|ouch|sorry|welcome|good luck|good point",
        "de": "danke|dankeschön|dank dir|vielen dank|hallo|hi|moin|servus|guten morgen|gute nacht|tschüss|bis bald|"
        "bis dann|"
        "haha|super|toll|schön|puh|autsch|sorry|entschuldigung|guter punkt|feierabend",
        "fr": "merci|bonjour|salut|bonsoir|au revoir|bonne nuit|super|génial|désolé|désolée",
        "es": "gracias|hola|buenos días|buenas|adiós|hasta luego|genial|estupendo|perdón|lo siento",
        "ko": "감사|고마워|고맙|안녕|수고|ㅋㅋ|ㅎㅎ|미안|죄송",
    },
    "irony": {
        "en": "oh sure|yeah right|oh great|sure thing genius|as if|just kidding|/s|kidding|lol no|why not also|"
        "what could go wrong|obviously not|oh yes please|very funny|joking|haha ok no",
        "de": "na klar|ja klar|natürlich nicht|scherz|kleiner scherz|spaß beiseite|ironie|haha ja|aber sicher doch|"
        "ja ja",
        "fr": "bien sûr que non|je plaisante|je rigole|ben voyons|ironie",
        "es": "es broma|bromeo|claro que no|sí claro|ironía",
        "ko": "농담|장난",
    },
    "time": {
        "en": "until|till|til|by|from|since|as of|starting|before|after|this week|next week|this month|next month|"
        "today|"
        "tomorrow|tonight|yesterday|for now|for the time being|temporarily|through|during|ends|expires",
        "de": "bis|ab|seit|vom|vor|nach|diese woche|nächste woche|diesen monat|nächsten monat|heute|morgen|gestern|"
        "vorerst|vorläufig|fürs erste|zunächst|während|endet|läuft ab",
        "fr": "jusqu'à|jusqu'au|à partir de|depuis|dès|avant|après|cette semaine|la semaine prochaine|ce mois|"
        "aujourd'hui|"
        "demain|hier|pour l'instant|provisoirement|pendant",
        "es": "hasta|desde|a partir de|antes de|después de|esta semana|la próxima semana|este mes|hoy|mañana|ayer|"
        "por ahora|de momento|temporalmente|durante",
        "ko": "까지|부터|이후|이전|이번 주|다음 주|이번 달|다음 달|오늘|내일|어제|당분간|임시",
    },
}

_SPACELESS = frozenset({"ko"})
"""Languages whose cues are parts of words, so that no word boundary may be asked for."""


def phrases(cue: Cue, *langs: str) -> tuple[str, ...]:
    """The words and phrases of one table, longest first; all languages when none is named."""
    table = _TABLES[cue]
    chosen = langs or LANGS
    found = {phrase for lang in chosen for phrase in table.get(lang, "").split("|") if phrase}
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))


def _alternation(cue: Cue, langs: tuple[str, ...]) -> str:
    spaced = phrases(cue, *(x for x in langs if x not in _SPACELESS)) if set(langs) - _SPACELESS else ()
    spaceless = phrases(cue, *(x for x in langs if x in _SPACELESS)) if set(langs) & _SPACELESS else ()
    parts = []
    if spaced:
        words = "|".join(re.escape(p).replace("'", "['’]").replace(r"\ ", r"\s+") for p in spaced)
        # An apostrophe at the end ("n'") is its own boundary.
        parts.append(rf"(?<!\w)(?:{words})(?:(?!\w)|(?<=['’]))")
    if spaceless:
        parts.append("|".join(map(re.escape, spaceless)))
    return "|".join(parts)


@cache
def pattern(cue: Cue, *langs: str) -> re.Pattern[str]:
    """Compiled, case-insensitive alternation of one table; all languages when none is named."""
    return re.compile(_alternation(cue, langs or LANGS), re.IGNORECASE)


def known(lang: str | None) -> tuple[str, ...]:
    """Tables to read for a text of this language: its own, or all of them when it is unknown or has none."""
    return (lang,) if lang in LANGS else LANGS
