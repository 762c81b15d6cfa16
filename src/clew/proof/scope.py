"""The phrases that turn a sentence round from outside a quote, per language.

They complete the small words of `cues`: whole frames that deny, suppose or ask, and sentences that take
back the one before or announce the one after. All are matched in folded text without case.
"""

from __future__ import annotations

from functools import cache
from typing import Literal

from clew.proof.retract import TABLES
from clew.text import regex as re

Frame = Literal[
    "negation", "brink", "after", "idiom", "factive", "condition", "soft", "suppose", "modal", "wish", "whether",
    "indirect", "speech", "own", "hearsay", "reversal", "announce", "tag", "confirm", "break", "subject", "then",
]  # fmt: skip
"""Name of a table of frames."""

SPACELESS = ("zh", "ja", "ko", "th")
"""Languages whose phrases stand inside runs of letters, so that no word boundary may be asked for."""

_TABLES: dict[str, dict[str, str]] = {
    # Denies what follows in the same clause.
    "negation": {
        "en": r"not|no|never|none|nobody|nothing|neither|nor|cannot|\w+n't|(?:do|does|did|is|are|was|were|has|"
        r"have|had|wo|ca|could|would|should)nt|no longer|hardly|barely|scarcely|fail(?:s|ed)? to|refus(?:es?|ed) to|"
        r"forgot to|den(?:y|ies|ied)(?: that)?|doubts?(?: that)?|false that|untrue that|wrong that|myth that|"
        r"mistaken that|decided against|voted against|advised against|ruled out|unable to|far from|"
        r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!been )(?<!get )(?<!got )used to|ceased to|"
        r"impossible (?:to|that)|incapable of|(?:wrong|incorrect|false|premature|a mistake|a lie) to (?:say|think|"
        r"claim|assume|believe)|by no means|in no way|under no circumstances|on no account|anything but|"
        r"nothing like|no (?:evidence|proof|sign|indication) that|rarely|seldom|unlikely|improbable|doubtful",
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
        r"ca)nt|no longer|hardly|is false|is wrong|is untrue|anything but|by no means|in no way|rarely|seldom|"
        r"unlikely",
        "de": r"nicht|nich|nie|niemals|kein(?:e|en|em|er|es)?|nichts|niemand|kaum|keineswegs|keinesfalls|"
        r"mitnichten|alles andere als",
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


_ALL: dict[str, dict[str, str]] = {**_TABLES, **TABLES}


@cache
def frame(name: Frame, langs: tuple[str, ...]) -> re.Pattern[str]:
    """Compiled alternation of one table for some languages; a table without them matches nothing."""
    table = _ALL[name]
    spaced = [table[lang] for lang in langs if lang in table and lang not in SPACELESS]
    runs = [table[lang] for lang in langs if lang in table and lang in SPACELESS]
    parts = [rf"(?<![\w'])(?:{'|'.join(spaced)})(?:(?![\w])|(?<='))"] if spaced else []
    return re.compile("|".join(parts + runs) or r"(?!x)x")


def languages() -> tuple[str, ...]:
    """Every language that has a table of negations."""
    return tuple(_TABLES["negation"])
