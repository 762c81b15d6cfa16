"""Sentences that take another one back: those that follow it and those that announce it, per language."""

from __future__ import annotations

TABLES: dict[str, dict[str, str]] = {
    # Takes back the sentence before it; matched from its first word.
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
        r"by accident)|(?:just|only) (?:kidding|joking)|kidding|jk\b(?=\W*$|[,.!])|j/k|/s\b|not!|not really|"
        r"scratch that|"
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
        r"that|(?:the|this|that) (?:claim|report|rumou?r|story|statement|news))\b|(?:i|we) (?:am|are|was|were|'m|"
        r"'re) (?:only |just |of course |obviously )*(?:joking|kidding|lying|mistaken|wrong|sarcastic|ironic|"
        r"teasing)\b|(?:i|we)'(?:m|re) (?:only |just )*(?:joking|kidding|lying|mistaken|wrong|sarcastic|teasing)\b|"
        r"(?:oops|whoops|hoppla)\b|(?:i|we) (?:mixed|got|muddled) (?:that|this|it|them|those|the two) (?:up|wrong|"
        r"mixed up|backwards)|(?:sorry|pardon|i mean|make that|or rather|rather)\b[,:]? (?:\S+ ?){1,4}$|(?:in truth|"
        r"in reality|in fact|actually|truth is|the truth is)[,:]? (?:\w+ ){1,3}(?:never|not|\w+n't|nothing)\b|"
        r"(?:at least )?(?:that|this|it) was (?:only |just |merely )*(?:the (?:plan|idea|theory|hope|dream)|"
        r"wishful thinking|what (?:we|i|they|he|she) (?:thought|hoped|believed|(?:was|were) told))\b|(?:if only|"
        r"i wish|dream on|in (?:your|my|our) dreams)(?=\W*$)|(?:ha|haha|lol)\W+(?:if only|as if|no|not)\b|"
        r"(?:\w+ ){1,4}(?:later |then |since )?(?:admitted|confessed|conceded) (?:that )?(?:he|she|they|it|"
        r"we) (?:had )?(?:lied|made (?:it|that|this) up|invented|exaggerated|been wrong)|(?:please )?(?:ignore|"
        r"disregard|forget|delete|strike|scrap|cross out) (?:the |that |this |my |what )(?:\w+ ){0,3}(?:sentence|"
        r"statement|claim|report|line|story|news|announcement|rumou?r|message|remark|paragraph|part|bit|note|figure|"
        r"number|post)?|(?:that|this|the (?:above|last|previous|preceding)) (?:sentence|statement|claim|report|line|"
        r"story|news|announcement|rumou?r|message|remark|paragraph|part|bit|note|figure|number|post) (?:is|was|"
        r"has been|had been|turned out|proved)(?: to be| later| since| never| all| just| simply)* (?:untrue|false|"
        r"wrong|incorrect|withdrawn|retracted|denied|refuted|a (?:lie|joke|hoax|mistake|rumou?r|fake)|made up|"
        r"invented|outdated|obsolete|not true|true)\b",
        "de": r"(?:aber |doch |nein,? )*(?:das|dies|es|beides|alles) (?:stimmt|ist|war|wurde|trifft|gilt|"
        r"hat)(?: \w+){0,3} (?:nicht(?: mehr| so| wahr)?|falsch|gelogen|ein scherz|ein witz|ein irrtum|ein fehler|"
        r"unwahr|ironi\w*|dementiert|widerrufen|zurückgenommen|unsinn|erfunden|überholt)|(?:das|es) (?:stimmt|gilt|"
        r"ist) nicht|(?:das|es) (?:war|ist) (?:nur )?(?:ein )?(?:scherz|witz|irrtum|fehler|gelogen|falsch)|"
        r"(?:kleiner )?scherz|spaß beiseite|quatsch|von wegen|nicht mehr|im gegenteil|korrektur|vergiss (?:das|es)|"
        r"(?:wir|ich) (?:haben|habe|hatten|hatte)? ?(?:das|es)\b[^.;!?]*\b(?:irrtümlich|versehentlich|aus versehen|"
        r"fälschlich)|das gegenteil|(?:ich|wir) (?:habe|haben) mich geirrt|(?:fehlalarm|falsch|gelogen|unsinn|"
        r"blödsinn|april,? april)(?=\W*$)|(?:das|es) war (?:nur|bloß|lediglich) (?:ein|eine) (?:übung|probe|test|"
        r"traum|gerücht|beispiel)|dafür gibt es kein\w*|(?:das|dies) (?:wurde|hat) (?:\w+ ){0,3}(?:dementiert|"
        r"widerlegt|korrigiert|zurückgezogen)|ironie aus|(?:pardon|entschuldigung|sorry|quatsch|moment|nein|falsch|"
        r"ach nein)[,:!]? (?:\S+ ?){1,4}$|(?:ich|wir) (?:scherze|lüge|scherzen|lügen|irre mich|irrte mich|meinte|"
        r"habe mich (?:geirrt|vertan|verschrieben)|haben uns (?:geirrt|vertan))|in wahrheit (?:\w+ ){1,3}(?:nie|"
        r"nicht|kein\w*)|(?:so|das) war (?:zumindest |nur )*(?:der plan|die idee|die hoffnung)|(?:den|die|"
        r"das) (?:letzte\w*|vorige\w*|obige\w*) (?:satz|zeile|aussage|absatz) (?:bitte )?(?:ignorieren|streichen|"
        r"vergessen)|schön wär(?:e es|'s|s)?(?=\W*$)|vergiss den letzten satz",
        "fr": r"(?:mais |non,? )*(?:c'est|c'était|cela est|ce n'est|ce n'était|cela n'est|"
        r"ceci est) (?:\w+ ){0,2}?(?:faux|pas vrai|plus vrai|pas le cas|plus le cas|une erreur|une blague|"
        r"un mensonge|une plaisanterie|ironique|dépassé|démenti)|je plaisante|je rigole|je blague|au contraire|"
        r"oubliez|oublie (?:ça|cela)|plus maintenant|(?:nous|je|on) (?:l'avons|l'ai|l'a|avons|ai|"
        r"a) [^.;!?]*par erreur|c'est le contraire|(?:fausse alerte|faux|mensonge|poisson d'avril)(?=\W*$)|"
        r"c'était (?:juste|seulement|simplement) (?:un|une) (?:exercice|test|rêve|rumeur|exemple)|rien de tel|"
        r"il n'en est rien|(?:non,? )?je me (?:trompe|suis trompée?)|(?:pardon|oups|non)[,:!] (?:\S+ ?){1,4}$|"
        r"je (?:mens|voulais dire|retire)|en réalité (?:\S+ ){1,4}(?:jamais|pas|rien)|"
        r"c'était (?:du moins )?(?:le plan|l'idée)|oubliez la phrase précédente|si seulement",
        "es": r"(?:pero |no,? )*(?:eso|esto|ello)? ?(?:no es (?:verdad|cierto|así)|ya no es (?:verdad|cierto|así)|"
        r"es (?:falso|mentira|broma|un error|una broma)|era (?:broma|mentira|falso|un error|una broma)|"
        r"fue (?:un error|una broma|desmentido))|es broma|bromeo|mentira\b|al contrario|olvida (?:eso|lo)|ya no\b|"
        r"todo lo contrario|(?:lo|eso) (?:\w+ ){0,2}(?:por error|en broma)|(?:falsa alarma|falso|inocente)(?=\W*$)|"
        r"(?:eso |esto )?(?:era|fue) (?:sólo|solo|solamente) (?:un|una) (?:simulacro|ensayo|prueba|sueño|rumor|"
        r"ejemplo)|nada de eso|me (?:equivoqué|he equivocado|equivoco)|(?:perdón|ups|no|digo)[,:!] (?:\S+ ?){1,4}$|"
        r"(?:miento|quise decir|retiro lo dicho)|en realidad (?:\S+ ){0,3}(?:nunca|no)\b|ese era el plan|"
        r"ignora la frase anterior|ojalá(?=\W*$)",
        "it": r"(?:ma )?(?:non è vero|è falso|era uno scherzo|scherzo|scherzavo|al contrario|non più)",
        "pt": r"(?:mas )?(?:não é verdade|é falso|é mentira|era brincadeira|brincadeira|pelo contrário)",
        "nl": r"(?:maar )?(?:dat (?:is|was|klopt) (?:niet|een grap|onwaar|fout)|grapje|integendeel|niet meer)",
        "sv": r"(?:men )?det (?:är|var) (?:inte sant|fel|ett skämt)|skämt åsido|tvärtom",
        "da": r"(?:men )?det (?:er|var) (?:ikke sandt|forkert|en joke)|tværtimod",
        "ru": r"(?:но )?(?:это (?:неправда|не так|не правда|ошибка|шутка|ложь)|шучу|шутка|наоборот|больше нет)",
        "pl": r"(?:ale )?(?:to nieprawda|żartuję|to żart|przeciwnie)", "ar": r"هذا غير صحيح|ليس صحيحا|كنت أمزح|العكس",
        "zh": r"(?:但|可是|不过|其实)?(?:这|那|这个|此)?(?:不是真的|是假的|是错的|并非如此|不属实|是谣言|已经作废|"
        r"是玩笑)|开玩笑|骗你的|恰恰相反|搞错了|说错了|(?:其实|结果)?(?:是|只是)?(?:谣言|误会|误报|虚惊一场|演习)|"
        r"辟谣|更正|不对|口误|骗人",
        "ja": r"(?:でも|いや、)?(?:それ|これ)?は?(?:嘘|冗談|間違い|誤り|事実ではありません|本当ではありません)|"
        r"うそです|というのは冗談|(?:実は)?(?:デマ|誤報|訓練でした|勘違い)|いや、|訂正|間違えました|嘘でした|"
        r"違いました",
        "ko": r"(?:하지만 |사실 |아니, )?(?:이건|그건|그것은|이것은|그 말은)? ?(?:사실이 아니|농담|거짓|틀렸|틀린|"
        r"잘못)|취소|반대다|정반대|오보|헛소문|거짓말|잘못된 (?:정보|보도)|만우절|아니,|정정|착각|아니다,|틀렸다",
    },
    # Announces that the next sentence is not meant.
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
        r"placeholder text)|nothing (?:below|that follows|in this \w+) is (?:true|real)|(?:read|take|treat|"
        r"understand|regard) (?:this|the following|what follows|the next \w+|it)(?: all)? as (?:a |an |pure |"
        r"mere )?(?:satire|joke|fiction|irony|sarcasm|lie|parody|story)|(?:i|we|let me|let us)(?: \w+)? (?:hereby|"
        r"now|shall|will|am going to)?(?: \w+)? ?(?:lie|be lying|am lying|joke|be joking|make something up)(?=\W*$)|"
        r"none of (?:what follows|the following|this (?:is|was) true)|(?:next|following) (?:sentence|statement|"
        r"claim|report|line|story|news|announcement|rumou?r|message|remark|paragraph|part|bit|note|figure|number|"
        r"post)\b.{0,60}\b(?:false|untrue|wrong|lie|lies|lying|joke|joking|ironic|irony|sarcas\w+|satire|invented|"
        r"made up|nonsense|not true|fiction)|\b(?:false|untrue|wrong|lie|joke|joking|ironic|nonsense|"
        r"fiction)\b.{0,60}(?:next|following) (?:sentence|statement|claim|report|line|story|news|announcement|"
        r"rumou?r|message|remark|paragraph|part|bit|note|figure|number|post)",
        "de": r"das folgende (?:ist|war) (?:\w+ )?(?:falsch|gelogen|erfunden|ein scherz|ironisch)|verkehrte welt|"
        r"achtung,? ironie|ironie an|der nächste satz (?:ist|war) (?:\w+ )?(?:falsch|gelogen)|mythos:|irrtum:|"
        r"falsch:|alles (?:folgende|hier|in diesem \w+) ist (?:erfunden|falsch|fiktiv)|(?:der|die|das) (?:nächste|"
        r"folgende) (?:satz|zeile|aussage|absatz)\b.{0,60}\b(?:falsch|gelogen|lüge|erfunden|scherz|ironisch|ironie|"
        r"unwahr)|ich lüge (?:jetzt|nun)|nichts (?:davon|vom folgenden) (?:ist|stimmt)",
        "fr": r"ce qui suit est (?:\w+ )?(?:faux|inventé|une blague|ironique)|la phrase suivante est fausse|"
        r"ironie :|idée reçue :?|mythe :|faux :|tout ce qui suit est (?:faux|inventé|fictif)|(?:la phrase|la ligne|"
        r"le paragraphe) (?:suivante?|qui suit)\b.{0,60}\b(?:fausse?|mensonge|inventée?|blague|ironi\w+)",
        "es": r"lo siguiente es (?:\w+ )?(?:falso|mentira|inventado|una broma)|la frase siguiente es falsa|mito:|"
        r"ironía:|falso:|todo lo que sigue es (?:falso|inventado|ficticio)|(?:la frase|la línea|"
        r"el párrafo) siguiente\b.{0,60}\b(?:fals[oa]|mentira|inventad[oa]|broma|ironía)",
        "ko": r"다음(?:은| 말은| 문장은) (?:거짓|농담|사실이 아)|반어",
        "zh": r"以下(?:内容)?(?:是假的|不是真的|纯属虚构|是反话)|反话", "ja": r"以下は(?:嘘|冗談|フィクション)",
    },
}  # fmt: skip
"""Patterns in folded text without case, completing those of `scope`."""
