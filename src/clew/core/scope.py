"""The phrases that turn a sentence round from outside a quote, per language.

They complete the small words of `cues`: whole frames that deny, suppose or ask, and sentences that take
back the one before or announce the one after. All are matched in folded text without case.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

Frame = Literal[
    "negation", "brink", "after", "idiom", "factive", "condition", "soft", "suppose", "modal", "wish", "whether",
    "indirect", "speech", "own", "hearsay", "reversal", "announce", "tag", "confirm", "break", "subject", "then",
]  # fmt: skip
"""Name of a table of frames."""

SPACELESS = ("zh", "ja", "ko", "th")
"""Languages whose phrases stand inside runs of letters, so that no word boundary may be asked for."""

_TABLES: dict[Frame, dict[str, str]] = {
    # Denies what follows in the same clause.
    "negation": {
        "en": r"not|no|never|none|nobody|nothing|neither|nor|cannot|\w+n't|(?:do|does|did|is|are|was|were|has|"
        r"have|had|wo|ca|could|would|should)nt|no longer|hardly|barely|scarcely|fail(?:s|ed)? to|refus(?:es?|ed) to|"
        r"forgot to|den(?:y|ies|ied)(?: that)?|doubts?(?: that)?|false that|untrue that|wrong that|myth that|"
        r"mistaken that|decided against|voted against|advised against|ruled out|unable to|far from|"
        r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!been )(?<!get )(?<!got )used to|ceased to|"
        r"impossible (?:to|that)|incapable of|(?:wrong|incorrect|false|premature|a mistake|a lie) to (?:say|think|"
        r"claim|assume|believe)|by no means|in no way|under no circumstances|on no account|anything but|"
        r"nothing like|no (?:evidence|proof|sign|indication) that",
        "de": r"nicht|nich|nie|niemals|kein(?:e|en|em|er|es)?|nichts|niemand|weder|noch nie|kaum|bezweifl\w+|"
        r"bestreit\w+|falsch|unmoglich|unmöglich|weigert\w* sich|keineswegs|keinesfalls|auf keinen fall|mitnichten",
        "fr": r"ne|n'|pas|jamais|aucune?|rien|personne ne|ni|refus\w+ de|faux que|nie que|doute que|impossible",
        "es": r"no|nunca|jamás|nadie|ningún|ninguna|ninguno|nada|ni|tampoco|falso que|niega que|duda que|imposible",
        "it": r"non|mai|nessuno|nessuna|nessun|niente|né|nega che",
        "pt": r"não|nunca|jamais|ninguém|nenhum|nenhuma|nada|nem", "nl": r"niet|nooit|geen|niemand|niets",
        "sv": r"inte|aldrig|ingen|inget|inga|ingenting", "da": r"ikke|aldrig|ingen|intet", "pl": r"nie|nigdy|nikt|nic",
        "ru": r"не|нет|никогда|никто|ничего|нельзя", "tr": r"değil|yok|asla", "ar": r"لا|لم|لن|ليس|ليست|غير|بدون",
        "zh": r"[不没沒未非勿無无]|别(?!的|人)", "ja": r"(?!x)x", "ko": r"(?<![가-힣])안 |(?<![가-힣])못 ?|아니라",
        "hi": r"नहीं|मत", "el": r"δεν|δε|μην|ούτε", "he": r"לא|אין|אף", "th": r"ไม่",
    },
    # Denies only what stands right behind it.
    "brink": {
        "en": r"instead of|rather than|nearly|almost|stopped|avoid(?:s|ed)?|prevent(?:s|ed)?|without",
        "de": r"statt|anstatt|anstelle|beinahe|fast|ohne", "fr": r"au lieu de|plutôt que|presque|sans",
        "es": r"en vez de|en lugar de|casi|sin", "it": r"invece di|quasi|senza", "pt": r"em vez de|quase|sem",
        "nl": r"in plaats van|bijna|zonder", "ru": r"вместо|почти|без", "zh": r"差点|几乎|而不是",
        "ko": r"대신 ?|거의 ", "ja": r"の代わりに",
    },
    # Denies what stands before it.
    "after": {
        "en": r"not|never|no|nobody|none|neither|cannot|\w+n't|(?:do|does|did|is|are|was|were|has|have|had|wo|"
        r"ca)nt|no longer|hardly|is false|is wrong|is untrue|anything but|by no means|in no way",
        "de": r"nicht|nich|nie|niemals|kein(?:e|en|em|er|es)?|nichts|niemand|kaum|keineswegs|keinesfalls|"
        r"mitnichten",
        "fr": r"pas|jamais|aucune?|rien|ne|n'", "es": r"no|nunca|jamás|nada|nadie", "it": r"non|mai|nessuno|niente",
        "pt": r"não|nunca|nada", "nl": r"niet|nooit|geen", "sv": r"inte|aldrig", "da": r"ikke|aldrig",
        "pl": r"nie|nigdy", "ru": r"не|нет|никогда", "tr": r"değil|yok", "ar": r"لا|لم|لن|ليس", "zh": r"[不没沒未]",
        "ja": r"ない|ません|なかった|ず(?:に|。|$)|ぬ", "ko": r"지 ?(?:는|도|를)? ?(?:않|못|마|말)|않|없|아니|못",
        "hi": r"नहीं|मत", "el": r"δεν|δε|μην|ούτε", "he": r"לא|אין|אף", "th": r"ไม่",
    },
    # Looks like a negation and is none.
    "idiom": {
        "en": r"not (?:only|just|merely|simply)|no (?:doubt|wonder|problem|problems|worries|matter|sooner|"
        r"later than|less than|need to worry|big deal|question)|nothing but|can't wait|cannot wait|why not|if not|"
        r"whether or not|with no|last but not least|more often than not|couldn't be|can't help|or not|"
        r"not to mention|no(?=[,.])|before not long|not long ago|not a problem|(?:don't|do not|never) forget (?:to|"
        r"about)",
        "de": r"nicht nur|kein problem|keine sorge|kein wunder|nicht zuletzt|warum nicht|wenn nicht|ob nicht|"
        r"nein(?=,)|keine frage",
        "fr": r"non seulement|pas seulement|pas de problème|pas de souci|pourquoi pas|non(?=,)",
        "es": r"no sólo|no solo|no solamente|sin duda|no hay problema|por qué no|no(?=,)",
        "zh": r"不过|不但|不仅|不只|不错|不同|不久|不断|非常|无论|未来|除非|没问题|没有问题|没关系|非洲|无线|"
        r"不得不|不少|不管",
        "ko": r"뿐만 아니라|문제 ?없",
    },
    # Denies knowing or remembering: what follows stands all the same.
    "factive": {
        "en": r"(?:forget|forgotten|realiz\w+|realis\w+|mind|regret|overlook\w*|believe it|surpris\w+|aware|"
        r"didn't know|ignore)(?: \w+)? that|(?:not|n't|never|cannot|nobody) (?:\w+ )?(?:den\w+|doubt\w*) that|"
        r"(?:few|no one|nobody|hardly anyone)(?: \w+)? (?:doubts?|denies|deny|disputes?) that",
        "de": r"(?:vergess\w+|überseh\w+|gewusst|überrascht\w*), dass|(?:nicht|nie|niemand) (?:\w+ )?(?:leugn\w+|"
        r"bestreit\w+|bezweif\w+), dass",
        "fr": r"(?:oubli\w+|étonn\w+) que", "es": r"(?:olvid\w+|sorprend\w+) que",
    },
    "condition": {
        "en": r"if|unless|provided that|in case|on condition that|as long as|only when|were \w+ to|should you",
        "de": r"wenn|falls|sofern|vorausgesetzt|es sei denn|im falle",
        "fr": r"si|s'ils?|à condition que|au cas où|pourvu que|à moins que",
        "es": r"si|a menos que|con tal de que|en caso de", "it": r"se|qualora|purché", "pt": r"se|caso|desde que",
        "nl": r"als|indien|mits|tenzij", "sv": r"om|ifall", "da": r"hvis|såfremt", "pl": r"jeśli|jeżeli|gdyby|o ile",
        "ru": r"если|ежели", "tr": r"eğer", "ar": r"إذا|لو", "zh": r"如果|要是|假如|若是|倘若|万一|除非|的话|只要",
        "ja": r"もし|たら|なら|れば|場合", "ko": r"만약|만일|라면|다면|으면|거든|면(?=[ ,]|$)", "hi": r"अगर|यदि",
        "el": r"αν|εάν", "he": r"אם", "th": r"ถ้า|หาก",
    },
    # Conditions of politeness: they condition nothing.
    "soft": {
        "en": r"even if|if (?:you|u) (?:want|like|wish|need|prefer|ask|don't mind|must know|are interested|could|"
        r"can)|if (?:possible|needed|necessary|anything|so|any|helpful|that helps|it helps|it matters|i (?:recall|"
        r"remember)|i'm not mistaken|i am not mistaken|memory serves|that makes sense|that matters)|as long as we're",
        "de": r"(?:auch|selbst) wenn|wenn (?:möglich|nötig|du (?:magst|willst|möchtest)|ich mich recht)|"
        r"falls (?:nötig|möglich|du)",
        "fr": r"même si|s'il (?:te|vous) plaît|si (?:possible|tu veux|vous voulez|besoin|nécessaire)",
        "es": r"aunque|incluso si|si (?:es posible|quieres|hace falta|no me equivoco)", "zh": r"即使如果",
        "ko": r"하면 된|하면 되",
    },
    "suppose": {
        "en": r"suppos(?:e|ing)|assum(?:e|es|ed|ing|ption)|imagine|what if|let's say|lets say|say we|say that we|"
        r"hypothetically|in theory|theoretically|for the sake of argument|let's pretend|pretend(?:ing)?|"
        r"picture this|thought experiment|as if|as though|in (?:a|my|his|her) dream|dream(?:t|ed) that|"
        r"in the (?:novel|film|movie|legend|myth|fairy tale)",
        "de": r"angenommen|nehmen wir an|nehmen wir mal an|stell dir vor|stellt euch vor|stellen wir uns vor|"
        r"gesetzt den fall|theoretisch|rein hypothetisch|was wäre wenn|mal angenommen|als ob|im traum",
        "fr": r"suppos(?:ons|ez|e|er)|imagin(?:ons|ez|e)|admettons|en théorie|hypothétiquement|comme si",
        "es": r"supongamos|supón|imagin(?:a|emos|en)|pongamos|en teoría|hipotéticamente|como si",
        "it": r"supponiamo|immagina|immaginiamo|mettiamo che", "pt": r"suponha|suponhamos|imagine|digamos",
        "nl": r"stel dat|stel|veronderstel|in theorie", "sv": r"anta|antag|tänk om",
        "da": r"antag|forestil dig|sæt nu", "ru": r"предположим|допустим|представь(?:те)?|представим",
        "pl": r"załóżmy|przypuśćmy|wyobraź", "ar": r"لنفترض|افترض|تخيل", "zh": r"假设|假定|设想|想象|理论上",
        "ja": r"仮に|と仮定|としたら|とすれば|想像", "ko": r"가정|상상|이론상|치자|치면",
    },
    # Weakens what follows or, in verb-last languages, what precedes.
    "modal": {
        "en": r"would|could|might|may|should|maybe|perhaps|possibly|probably|presumably|likely to|allegedly|"
        r"ought to|need(?:s|ed)? to|tr(?:y|ies|ied|ying) to|supposed to|considering|thinking (?:of|about)|"
        r"tempted to|potentially",
        "de": r"würden?|könnten?|hätten?|wären?|sollten?|dürften?|vielleicht|eventuell|womöglich|möglicherweise|"
        r"wahrscheinlich|vermutlich|wohl",
        "fr": r"pourrai\w+|serai(?:t|ent|s)|devrai\w+|aurai(?:t|ent|s)|peut-être|éventuellement|probablement|"
        r"sans doute",
        "es": r"podría\w*|sería\w*|debería\w*|habría\w*|quizás?|tal vez|a lo mejor|posiblemente|probablemente",
        "it": r"potrebbe\w*|sarebbe\w*|dovrebbe\w*|forse|magari|probabilmente",
        "pt": r"poderia\w*|seria\w*|deveria\w*|talvez", "nl": r"zouden?|misschien|wellicht|waarschijnlijk",
        "sv": r"skulle|kanske|borde", "da": r"ville|kunne|måske|burde",
        "ru": r"бы|возможно|может быть|наверное|вероятно", "pl": r"może|być może|prawdopodobnie", "ar": r"ربما|قد",
        "zh": r"可能|也许|或许|大概|说不定", "ja": r"かもしれ|だろう|でしょう|たぶん|恐らく|おそらく",
        "ko": r"아마|어쩌면|수도 있|지도 모르|것 같",
    },
    "wish": {
        "en": r"wish(?:es|ed)?(?: that)?|hop(?:e|es|ed|ing)(?: that| to)?|hopefully|would like|would love|"
        r"want(?:s|ed)? to|wanna|dream(?:s|ed)? (?:of|that)|if only|would rather|long(?:s|ed)? to",
        "de": r"wünsch\w*|hoff\w*|hoffentlich|möchten?|wollen|will|würde gern\w*|hätte gern\w*|am liebsten",
        "fr": r"aimerai\w+|voudrai\w+|espér\w+|espèr\w+|souhait\w+|veu(?:x|t|lent)|voulons",
        "es": r"ojalá|espero|esperamos|gustaría|quisiera|quiero|queremos|deseo", "it": r"vorrei|spero|speriamo|magari",
        "pt": r"gostaria|espero|oxalá|tomara", "nl": r"hopelijk|ik wou|hoop", "ru": r"надеюсь|хотелось бы|хочу|желаю",
        "ar": r"ليت|أتمنى|آمل", "zh": r"希望|但愿|想要|要是", "ja": r"たい|といいな|願|ほしい",
        "ko": r"바라|희망|싶|좋겠",
    },
    # Asks within a statement.
    "whether": {
        "en": r"whether|(?:wonder\w*|ask\w*|not sure|unsure|unclear|no idea|know|check|see|find out|tell me|"
        r"decide\w*|question is|doubt\w*|unknown) (?:if|whether)",
        "de": r"ob",
        "fr": r"(?:demand\w+|savoir|sais|sait|vérifi\w+|voir|ignor\w+|décid\w+) si",
        "es": r"(?:pregunt\w+|saber|sé|sabe\w*|ver|comprobar|decid\w+) si", "it": r"(?:chied\w+|sapere|so|vedere) se",
        "pt": r"(?:pergunt\w+|saber|sei|ver) se", "nl": r"of (?=\w+ )", "ru": r"ли",
        "zh": r"是否|是不是|会不会|能不能|有没有", "ja": r"かどうか", "ko": r"[은는을ㄴ인]지(?=[ 가를는도]|$)|여부",
    },
    # Marks the clause of a question that holds the asking, where none begins like one.
    "indirect": {
        "en": r"wonder\w*|not sure|unsure|not certain|curious|no idea|struggling|need (?:some )?(?:help|advice)|"
        r"any (?:tips|advice|ideas?|suggestions?|thoughts)|thoughts|how|what|which|why|who|where|when",
        "de": r"frage mich|nicht sicher|unsicher|keine ahnung|neugierig|wie|was|welche\w*|warum|wer|wo|wann|ob",
        "fr": r"me demande|pas sûre?|aucune idée|comment|quel\w*|pourquoi|qui|où|quand|combien",
        "es": r"me pregunto|no estoy segur[oa]|ni idea|cómo|qué|cuál\w*|por qué|quién|dónde|cuándo|cuánt\w*",
        "ko": r"궁금|모르겠|어떻게|무엇|뭐|왜|언제|어디|누가",
    },
    "speech": {
        "en": r"sa(?:ys|id|ying|y)|tells|told|telling|claim(?:s|ed|ing)|thinks|believ(?:es|ed)|argu(?:es|ed|ing)|"
        r"suggest(?:s|ed)|insist(?:s|ed)|reckon(?:s|ed)|sw(?:ears|ore)|mention(?:s|ed)|announc(?:es|ed)|warn(?:s|"
        r"ed)|writes|wrote|explain(?:s|ed)|report(?:s|ed)|predict(?:s|ed)|complain(?:s|ed)|jok(?:es|ed)|hint(?:s|"
        r"ed)|promis(?:es|ed)|stat(?:es|ed)|assert(?:s|ed)|repl(?:ies|ied)|answer(?:s|ed)|ask(?:s|ed)|shout(?:s|ed)|"
        r"whisper(?:s|ed)|maintain(?:s|ed) that|feels (?:that|like)|according to|told|heard from|posted|tweeted|"
        r"texted",
        "de": r"sagte?n?|gesagt|meinte?n?|behauptete?n?|glaubt|glaubte|schreibt|schrieb|erzählte?|erklärte?|"
        r"berichtete?|laut|zufolge|fragte?|rief|antwortete|schlägt vor|schlug vor|empfiehlt|findet|kündigte|"
        r"versicherte?|warnte?|vermutet",
        "fr": r"dit|disait|disent|affirm\w+|prétend\w*|écrit|écrivait|selon|d'après|suggèr\w+|propos(?:e|ait)|"
        r"expliqu\w+|racont\w+|pense|pensait|croit|croyait|annonc\w+|répond\w*|soutient|assure",
        "es": r"dice|dijo|dicen|decía|afirm\w+|según|escrib\w+|sugier\w+|sugirió|propone|propuso|explic\w+|opina|"
        r"cree|creía|piensa|pensaba|anunci\w+|respond\w+|contó|asegur\w+",
        "it": r"dice|disse|ha detto|afferma|secondo|sostiene|crede|pensa|scrive",
        "pt": r"diz|disse|afirma|segundo|acredita|acha", "nl": r"zegt|zei|volgens|beweert|denkt|schrijft|vertelde",
        "sv": r"säger|sade|sa|enligt|påstår|tror", "da": r"siger|sagde|ifølge|påstår|mener",
        "pl": r"mówi|powiedział\w*|według|twierdzi", "ru": r"говорит|сказал\w*|по словам|считает|утверждает",
        "ar": r"قال|قالت|يقول|تقول|حسب|وفقا", "zh": r"说|表示|声称|认为|据|告诉|觉得",
        "ja": r"と言|といって|によると|と述べ|と主張|そうです|らしい",
        "ko": r"라고|다고|말했|말하|따르면|주장|했대|한대|이래", "hi": r"कहा|कहता|कहती|कहते|बताया",
        "el": r"λέει|είπε|σύμφωνα", "he": r"אמר|אמרה|אומר|לפי", "th": r"บอกว่า|กล่าวว่า",
    },
    # The speaker's own report: not somebody else's words.
    "own": {
        "en": r"i|we|i've|we've|i'd|we'd|i'm|we're|i'll|we'll", "de": r"ich|wir", "fr": r"je|j'|nous|on",
        "es": r"yo|nosotros|nosotras|digo|dije|creo", "it": r"io|noi", "pt": r"eu|nós", "nl": r"ik|wij|we",
        "sv": r"jag|vi", "da": r"jeg|vi", "pl": r"ja|my", "ru": r"я|мы", "ar": r"أنا|نحن", "zh": r"我们?|咱们",
        "ja": r"私|僕|俺|我々", "ko": r"나는|내가|저는|제가|우리",
    },
    "hearsay": {
        "en": r"i was told|we were told|i heard|i've heard|i read|rumou?r has it|rumou?red|supposedly|allegedly|"
        r"apparently|reportedly|word is|they say|people say|some say|it is said|is said to|(?:sign|label|note|"
        r"headline|poster|e-?mail|memo|letter|notice|article|leaflet|banner|post|message|plaque) (?:reads?|runs)|"
        r"in (?:the )?\w+'s (?:own )?words|in (?:his|her|their) (?:own )?words|to quote|quoting|\w+'s (?:view|"
        r"opinion|claim|position|take|argument|theory) (?:is|was)|in (?:the )?\w+'s (?:view|opinion)|in (?:his|her|"
        r"their) (?:view|opinion)",
        "de": r"angeblich|man sagt|es heißt|ich habe gehört|gerüchten?|mir wurde gesagt|soll angeblich",
        "fr": r"on dit que|il paraît que|paraît-il|soi-disant|j'ai entendu dire|apparemment",
        "es": r"dicen que|se dice que|al parecer|supuestamente|me dijeron|he oído que", "it": r"si dice che|pare che",
        "pt": r"dizem que|supostamente|parece que", "nl": r"naar verluidt|zogenaamd", "ru": r"якобы|говорят",
        "zh": r"据说|听说|传言", "ja": r"噂|らしい", "ko": r"들었|소문",
    },
    # A sentence that takes back the one before it; matched from its first word.
    "reversal": {
        "en": r"(?:(?:but |and |well,? |actually,? |sorry,? |no,? |ok,? |although |except )*(?:that|this|it|which|"
        r"all of (?:that|this)|both|they|the above|none of (?:that|this|it))(?:'s| is| was| were| are| has| had|"
        r" turned out| turns out| proved| may be| later)?(?: to be| been| just| all| only| actually| simply|"
        r" completely| quite| now| later)* ?(?:not true|n't true|isn't true|wasn't true|isn't so|wasn't so|"
        r"isn't the case|wasn't the case|isn't right|isn't correct|wrong|false|untrue|incorrect|mistaken|a mistake|"
        r"an error|a typo|a lie|a joke|sarcas\w+|ironic|irony|nonsense|a rumou?r|fake|made up|outdated|obsolete|"
        r"no longer (?:true|the case|valid|so|correct|accurate|current|in force)|never happened|did not happen|"
        r"didn't happen|retracted|withdrawn|denied|refuted|debunked|disproved|a misunderstanding|a hoax|a prank|"
        r"not so|not the case|not correct|not right|fiction|superseded|reversed|cancell?ed)(?! (?:that|to|of|for|"
        r"about|when|if|enough|now|away|much|many|good|bad|easy|far|long|sure)\b))|(?:we|i|they|he|"
        r"she) (?:\w+ )?(?:wrote|said|reported|posted|put|noted|typed|entered|meant|published) (?:that|this|"
        r"it)\b[^.;!?]*\b(?:by mistake|mistakenly|in error|wrongly|as a joke|in jest|ironically|sarcastically|"
        r"by accident)|(?:just|only) (?:kidding|joking)|kidding|jk\b|j/k|/s\b|not!|not really|scratch that|"
        r"strike that|forget (?:that|it)\b|ignore (?:that|this|the above)|disregard|never ?mind|my mistake|my bad|"
        r"i was wrong|i (?:lied|made that up|misspoke)|i take (?:that|it) back|wait,? no|no,? wait|not any ?more|"
        r"no longer(?=\W*$| (?:true|so|valid)\b)|correction|(?:quite |in fact,? |actually,? )?the (?:opposite|"
        r"reverse|contrary) (?:is|was)|quite the (?:opposite|contrary)|on the contrary|(?:\w+ ){1,4}(?:has |have |"
        r"had )?(?:since |later |flatly |firmly |strongly )?(?:denied|denies|retracted|refuted|rejected|disputed|"
        r"withdrew|corrected|disproved|contradicted) (?:it|this|that|the (?:claim|report|rumou?r|story|statement))|"
        r"of course not|nope|yeah,? right|as if(?=\W*$)|that didn't|that did not|except (?:it|they|he|she|we|"
        r"that) (?:\w+n't|did not|do not|does not|is not|was not)|there is no truth|(?:at least )?so (?:we|i|they|"
        r"he|she) thought|not(?=[.!]*$)|(?:that|this|it)\b[^.;!?]{0,60}\b(?:turned|turns) out (?:to be )?(?:wrong|"
        r"false|untrue|a mistake|a hoax|not (?:so|true)\b)|(?:then |later |since |but |and |in the end,? )*(?:we|"
        r"they|i|he|she) (?:have |has )?(?:then |later |since )?(?:dropped|cancell?ed|scrapped|abandoned|reversed|"
        r"undid|withdrew|retracted|revoked) (?:it|this|that|them|the (?:plan|idea|decision|order|offer|"
        r"statement))\b|(?:false alarm|april fools?|wrong|untrue|lies|joke|as a joke|gotcha|psych|haha no)(?=\W*$)|"
        r"(?:\w+ ){0,3}(?:says?|said|thinks?|found|admits?|admitted|insists?|confirm(?:s|ed)|showed) (?:later |out |"
        r"now |today )*(?:that )?(?:this|that|it) (?:is|was|were) (?:all |just |simply |in fact )*(?:untrue|false|"
        r"wrong|incorrect|mistaken|nonsense|a (?:lie|joke|hoax|mistake|rumou?r|myth|prank|misunderstanding|typo|"
        r"fake))|(?:we|i|they|it) (?:\w+ ){0,3}(?:found out|learned|learnt|realised|realized|turned out|turns out|"
        r"emerged)(?: \w+)?(?: that)? (?:it|they|he|she|this|that) (?:did not|didn't|was not|wasn't|has not|hasn't|"
        r"had not|hadn't|is not|isn't|were not|weren't|never (?:did|was|had))|there (?:is|was) (?:no|not a shred of|"
        r"little) (?:evidence|truth|proof|basis|sign|word of truth)(?: \w+)? (?:for|of|in|to|behind) (?:that|this|"
        r"it)|nothing of the (?:sort|kind)|it never (?:did|was|happened)|(?:this|that|it) (?:is|was) (?:only|just|"
        r"merely|all) (?:a |an |part of (?:a|an|the) )?(?:drill|exercise|test|rehearsal|simulation|dream|bad dream|"
        r"game|story|example|placeholder|dummy|draft)\b(?! (?:of|for|that|to|plan)\b)|(?:\w+ ){1,4}(?:has |have |"
        r"had |was |were )?(?:since |later |now )?(?:dismissed|debunked|disowned|overturned|corrected) (?:it|this|"
        r"that|(?:the|this|that) (?:claim|report|rumou?r|story|statement|news))\b",
        "de": r"(?:aber |doch |nein,? )*(?:das|dies|es|beides|alles) (?:stimmt|ist|war|wurde|trifft|gilt|"
        r"hat)(?: \w+){0,3} (?:nicht(?: mehr| so| wahr)?|falsch|gelogen|ein scherz|ein witz|ein irrtum|ein fehler|"
        r"unwahr|ironi\w*|dementiert|widerrufen|zurückgenommen|unsinn|erfunden|überholt)|(?:das|es) (?:stimmt|gilt|"
        r"ist) nicht|(?:das|es) (?:war|ist) (?:nur )?(?:ein )?(?:scherz|witz|irrtum|fehler|gelogen|falsch)|"
        r"(?:kleiner )?scherz|spaß beiseite|quatsch|von wegen|nicht mehr|im gegenteil|korrektur|vergiss (?:das|es)|"
        r"(?:wir|ich) (?:haben|habe|hatten|hatte)? ?(?:das|es)\b[^.;!?]*\b(?:irrtümlich|versehentlich|aus versehen|"
        r"fälschlich)|das gegenteil|(?:ich|wir) (?:habe|haben) mich geirrt|(?:fehlalarm|falsch|gelogen|unsinn|"
        r"blödsinn|april,? april)(?=\W*$)|(?:das|es) war (?:nur|bloß|lediglich) (?:ein|eine) (?:übung|probe|test|"
        r"traum|gerücht|beispiel)|dafür gibt es kein\w*|(?:das|dies) (?:wurde|hat) (?:\w+ ){0,3}(?:dementiert|"
        r"widerlegt|korrigiert|zurückgezogen)",
        "fr": r"(?:mais |non,? )*(?:c'est|c'était|cela est|ce n'est|ce n'était|cela n'est|"
        r"ceci est) (?:\w+ ){0,2}?(?:faux|pas vrai|plus vrai|pas le cas|plus le cas|une erreur|une blague|"
        r"un mensonge|une plaisanterie|ironique|dépassé|démenti)|je plaisante|je rigole|je blague|au contraire|"
        r"oubliez|oublie (?:ça|cela)|plus maintenant|(?:nous|je|on) (?:l'avons|l'ai|l'a|avons|ai|"
        r"a) [^.;!?]*par erreur|c'est le contraire|(?:fausse alerte|faux|mensonge|poisson d'avril)(?=\W*$)|"
        r"c'était (?:juste|seulement|simplement) (?:un|une) (?:exercice|test|rêve|rumeur|exemple)|rien de tel|"
        r"il n'en est rien",
        "es": r"(?:pero |no,? )*(?:eso|esto|ello)? ?(?:no es (?:verdad|cierto|así)|ya no es (?:verdad|cierto|así)|"
        r"es (?:falso|mentira|broma|un error|una broma)|era (?:broma|mentira|falso|un error|una broma)|"
        r"fue (?:un error|una broma|desmentido))|es broma|bromeo|mentira\b|al contrario|olvida (?:eso|lo)|ya no\b|"
        r"todo lo contrario|(?:lo|eso) (?:\w+ ){0,2}(?:por error|en broma)|(?:falsa alarma|falso|inocente)(?=\W*$)|"
        r"(?:eso |esto )?(?:era|fue) (?:sólo|solo|solamente) (?:un|una) (?:simulacro|ensayo|prueba|sueño|rumor|"
        r"ejemplo)|nada de eso",
        "it": r"(?:ma )?(?:non è vero|è falso|era uno scherzo|scherzo|scherzavo|al contrario|non più)",
        "pt": r"(?:mas )?(?:não é verdade|é falso|é mentira|era brincadeira|brincadeira|pelo contrário)",
        "nl": r"(?:maar )?(?:dat (?:is|was|klopt) (?:niet|een grap|onwaar|fout)|grapje|integendeel|niet meer)",
        "sv": r"(?:men )?det (?:är|var) (?:inte sant|fel|ett skämt)|skämt åsido|tvärtom",
        "da": r"(?:men )?det (?:er|var) (?:ikke sandt|forkert|en joke)|tværtimod",
        "ru": r"(?:но )?(?:это (?:неправда|не так|не правда|ошибка|шутка|ложь)|шучу|шутка|наоборот|больше нет)",
        "pl": r"(?:ale )?(?:to nieprawda|żartuję|to żart|przeciwnie)", "ar": r"هذا غير صحيح|ليس صحيحا|كنت أمزح|العكس",
        "zh": r"(?:但|可是|不过|其实)?(?:这|那|这个|此)?(?:不是真的|是假的|是错的|并非如此|不属实|是谣言|已经作废|"
        r"是玩笑)|开玩笑|骗你的|恰恰相反|搞错了|说错了|(?:其实|结果)?(?:是|只是)?(?:谣言|误会|误报|虚惊一场|演习)|"
        r"辟谣",
        "ja": r"(?:でも|いや、)?(?:それ|これ)?は?(?:嘘|冗談|間違い|誤り|事実ではありません|本当ではありません)|"
        r"うそです|というのは冗談|(?:実は)?(?:デマ|誤報|訓練でした|勘違い)",
        "ko": r"(?:하지만 |사실 |아니, )?(?:이건|그건|그것은|이것은|그 말은)? ?(?:사실이 아니|농담|거짓|틀렸|틀린|"
        r"잘못)|취소|반대다|정반대|오보|헛소문|거짓말|잘못된 (?:정보|보도)|만우절",
    },
    # A sentence that announces that the next one is not meant.
    "announce": {
        "en": r"opposite day|(?:the following|what follows|the next (?:line|sentence|part|bit|one|paragraph|"
        r"claim)|everything below)(?: \w+)? (?:is|was|are) (?:\w+ )?(?:false|wrong|untrue|not true|made up|a lie|"
        r"lies|a joke|a myth|fiction|satire|irony|ironic|sarcastic|nonsense|outdated|withdrawn)|(?:here|"
        r"below) (?:is|was|are) (?:\w+,? ){0,4}(?:withdrawn|outdated|obsolete|superseded|retracted|false|fake|"
        r"invented|fictional)\b|(?:do not|don't|never) (?:believe|trust) (?:the (?:next|following)|what follows)|"
        r"(?:here is|here's|now) (?:a |an |one )?(?:lie|joke|myth|fiction|false \w+)|none of the following|(?:myth|"
        r"misconception|fiction|falsehood|fake news|sarcasm|irony|wrong|false)s?:|(?:common|popular) (?:myth|"
        r"misconception)|with (?:heavy )?(?:irony|sarcasm)|sarcasm (?:mode )?on|read the opposite|(?:everything|all|"
        r"all of it|the text|the story|every line)(?: \w+){0,2} (?:in this|in the|below|that follows|here|"
        r"of this)(?: \w+)? (?:is|are|was) (?:\w+ )?(?:invented|fictional|fiction|made up|false|untrue|satire|fake|"
        r"placeholder text)|nothing (?:below|that follows|in this \w+) is (?:true|real)",
        "de": r"das folgende (?:ist|war) (?:\w+ )?(?:falsch|gelogen|erfunden|ein scherz|ironisch)|verkehrte welt|"
        r"achtung,? ironie|ironie an|der nächste satz (?:ist|war) (?:\w+ )?(?:falsch|gelogen)|mythos:|irrtum:|"
        r"falsch:|alles (?:folgende|hier|in diesem \w+) ist (?:erfunden|falsch|fiktiv)",
        "fr": r"ce qui suit est (?:\w+ )?(?:faux|inventé|une blague|ironique)|la phrase suivante est fausse|"
        r"ironie :|idée reçue :?|mythe :|faux :|tout ce qui suit est (?:faux|inventé|fictif)",
        "es": r"lo siguiente es (?:\w+ )?(?:falso|mentira|inventado|una broma)|la frase siguiente es falsa|mito:|"
        r"ironía:|falso:|todo lo que sigue es (?:falso|inventado|ficticio)",
        "ko": r"다음(?:은| 말은| 문장은) (?:거짓|농담|사실이 아)|반어",
        "zh": r"以下(?:内容)?(?:是假的|不是真的|纯属虚构|是反话)|反话", "ja": r"以下は(?:嘘|冗談|フィクション)",
    },
    # Asks for a nod at the end of a statement.
    "tag": {
        "en": r"ok|okay|k|deal|alright|all right|cool|you know|got it|fine|eh|please",
        "de": r"ok|okay|ja|klar|gell|passt", "fr": r"ok|d'accord|hein|ça va", "es": r"ok|vale|de acuerdo|eh",
        "ko": r"그렇죠|알겠죠",
    },
    # Asks for confirmation: the statement before it is open.
    "confirm": {
        "en": r"right|correct|true|yes|no|or not|or what|\w+n't (?:it|he|she|they|we|there|you|i)|(?:is|are|was|"
        r"were|do|does|did|has|have|will) (?:it|he|she|they|we|there|you)",
        "de": r"oder|oder nicht|nicht wahr|richtig|stimmt's|stimmts|ne|gell|korrekt",
        "fr": r"n'est-ce pas|non|pas vrai|c'est ça", "es": r"verdad|no|cierto|no es así|correcto",
        "it": r"vero|no|giusto", "pt": r"né|certo|não é", "nl": r"toch|hè|nietwaar", "ru": r"да|правда|верно|так",
        "zh": r"对吧|对吗|是吧|是不是|不是吗", "ja": r"よね|でしょ|ですね", "ko": r"맞죠|맞지|그렇죠",
    },
    # A new clause begins here even without punctuation.
    "break": {
        "en": r"but|however|although|though|because|so|while|whereas|yet|since|except that|and not|but not",
        "de": r"aber|sondern|doch|weil|obwohl|während|denn|jedoch|und nicht",
        "fr": r"mais|car|parce que|tandis que|alors que|bien que|donc|et pas|et non",
        "es": r"pero|sino|porque|aunque|mientras|y no|así que", "it": r"ma|perché|mentre|benché",
        "pt": r"mas|porque|enquanto|embora", "nl": r"maar|omdat|terwijl|hoewel|want", "sv": r"men|eftersom|medan",
        "da": r"men|fordi|mens", "pl": r"ale|lecz|bo|ponieważ", "ru": r"но|а|потому что|хотя",
        "tr": r"ama|fakat|çünkü", "ar": r"لكن|لأن|بل", "zh": r"而是|但是?|可是|因为|所以|然而|，|。|；",
        "ja": r"が、|けど|しかし|、|。|から|ので", "ko": r"지만|그러나|하지만|는데|고,|며,|때문에",
    },
    # What a clause of its own begins with, after "and".
    "subject": {
        "en": r"i|we|you|he|she|it|they|the|a|an|this|that|these|those|my|our|his|her|their|its|there|some|all|"
        r"every|one|now|then|today|instead",
        "de": r"ich|wir|du|er|sie|es|ihr|der|die|das|ein|eine|dies\w*|mein\w*|unser\w*|dann|jetzt|alle|man",
        "fr": r"je|j'|nous|tu|vous|il|elle|ils|elles|on|le|la|les|l'|un|une|ce|cette|ces|notre|nos|mon|ma|mes|"
        r"c'est",
        "es": r"yo|nosotros|tú|él|ella|ellos|ellas|el|la|los|las|un|una|este|esta|esto|nuestro|nuestra|mi|ahora",
        "it": r"io|noi|lui|lei|loro|il|lo|la|i|gli|le|un|una", "pt": r"eu|nós|ele|ela|eles|o|a|os|as|um|uma",
        "nl": r"ik|wij|we|hij|zij|ze|het|de|een",
    },
    # Goes on inside the case that the sentence before supposed.
    "then": {
        "en": r"then|in that case|in this case|in which case|if so|so then|that would|this would|otherwise",
        "de": r"dann|in dem fall|in diesem fall|sonst|andernfalls", "fr": r"alors|dans ce cas|sinon",
        "es": r"entonces|en ese caso|si no", "it": r"allora|in tal caso", "pt": r"então|nesse caso",
        "nl": r"dan|in dat geval", "ru": r"тогда|в этом случае", "zh": r"那么|这样|那",
        "ja": r"その場合|そうすると|それなら", "ko": r"그러면|그럼|그 경우|그렇다면",
    },
}  # fmt: skip


@cache
def frame(name: Frame, langs: tuple[str, ...]) -> re.Pattern[str]:
    """Compiled alternation of one table for some languages; a table without them matches nothing."""
    table = _TABLES[name]
    spaced = [table[lang] for lang in langs if lang in table and lang not in SPACELESS]
    runs = [table[lang] for lang in langs if lang in table and lang in SPACELESS]
    parts = [rf"(?<![\w'])(?:{'|'.join(spaced)})(?:(?![\w])|(?<='))"] if spaced else []
    return re.compile("|".join(parts + runs) or r"(?!x)x")


def languages() -> tuple[str, ...]:
    """Every language that has a table of negations."""
    return tuple(_TABLES["negation"])
