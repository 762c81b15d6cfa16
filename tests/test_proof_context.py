"""The sentence around a quote: each row is a text with the quote in brackets, and what its surroundings make of it."""

import pytest

from clew.proof.context import Reading, context, read


def around(marked: str) -> Reading:
    start, end = marked.index("["), marked.index("]") - 1
    return read(marked.replace("[", "", 1).replace("]", "", 1), start, end)


NEGATED = [
    "The committee has never [approved the budget].",
    "We would not [improve the old pump].",
    "Nobody said [the mill was sold to them].",
    "It is not true that [the crane is safe].",
    "I don't think [the crane is safe enough].",
    "The vendor failed to [deliver the parts].",
    "They denied that [the bridge was closed].",
    "We use Kafka instead of [the old message queue].",
    "We have decided against [moving to the new office].",
    "We have not, as far as I know, [approved the budget].",
    "The oven no longer [heats the back room].",
    "We used to [rent the big hall].",
    "The pump is [safe to use] not.",
    "[the committee has] never approved a budget",
    "We nearly [signed the new lease].",
    "Es stimmt nicht, dass [der Kran tragfähig ist].",
    "Wir haben den Vertrag nie [im Original gesehen].",
    "[Wir nehmen den neuen Kran] nicht.",
    "Niemand hat [den Haushalt genehmigt].",
    "Ce n'est pas vrai que [le four est éteint].",
    "Nous n'avons jamais [signé le contrat].",
    "No es verdad que [el puente esté cerrado].",
    "Nunca hemos [firmado el contrato nuevo].",
    "我们不[使用这个数据库]。",
    "我们没有[批准这个预算]。",
    "[昨日その契約に署名し]ませんでした。",
    "우리는 [그 계약서에 서명하지] 않았다.",
    "Мы никогда не [подписывали этот договор].",
    "Non abbiamo mai [firmato il contratto].",
    "We moved ~~[to the old warehouse]~~ to the new one.",
    "## Out of scope\n- [Redis as a cache layer]",
    "## Rejected\n\n### Storage\n\n[Keep everything in one file.]",
    "We will not support these:\n- [printing from the phone]\n- fax",
]

REVERSED = [
    "[The mill has been sold.] Just kidding.",
    "[The mill has been sold.] That is not true.",
    "[The mill has been sold.] This turned out to be wrong.",
    "[The mill has been sold.] No longer true.",
    "[The mill has been sold.] The owner denied it.",
    "[The mill has been sold.] We wrote that last week by mistake; it is still ours.",
    "[The mill has been sold.] Scratch that.",
    "[The mill has been sold.] The opposite is true.",
    "[The mill has been sold], which is false.",
    "[we love the new invoices] /s",
    "Opposite day rules apply now. [The soup was wonderful.] We poured it away.",
    "The following is false. [The mill has been sold.]",
    "Myth: [the mill has been sold].",
    "Oh sure, [let's rewrite it all by Friday].",
    "[The mill has been sold.] Oops, I mixed that up with the barn.",
    "[The mill has been sold.] I am joking, of course.",
    "[The mill has been sold.] In truth it never was.",
    "[The mill has been sold.] Please ignore the previous sentence.",
    "[The mill has been sold.] That statement was withdrawn on Friday.",
    "[The mill has been sold.] False alarm.",
    "[The mill has been sold.] There is no evidence for that.",
    "[The mill has been sold.] Or so the rumour went; the owner later denied it.",
    "[The mill was sold on Monday.] Sorry, Tuesday.",
    "Please read this as satire. [The mill has been sold.]",
    "It would be wrong to trust the next sentence. [The mill has been sold.]",
    "Everything in this paragraph is invented. [The mill has been sold.]",
    "[Die Mühle ist verkauft.] Pardon, verpachtet.",
    "[Le moulin est vendu.] Non, je me trompe.",
    "[El molino está vendido.] Perdón, alquilado.",
    "[Die Mühle ist verkauft.] Das stimmt nicht.",
    "[Die Mühle ist verkauft.] Das war ein Scherz.",
    "[Le moulin est vendu.] C'est faux.",
    "[Le moulin est vendu.] Je plaisante.",
    "[El molino está vendido.] No es verdad.",
    "[El molino está vendido.] Es broma.",
    "[방앗간이 팔렸다.] 농담이에요.",
    "[磨坊已经卖掉了。]开玩笑的。",
    "[水車は売れました。]嘘です。",
]

QUESTION = [
    "Should we [move the party to Friday]?",
    "Do you know whether [the oven is off]?",
    "I wonder whether [the oven is off].",
    "Not sure if [the oven is off].",
    "[The oven is off]?",
    "[The oven is off], right?",
    "[The oven is off, right?]",
    "what exactly [tells us the oven is off]?",
    "should we [use redis for the queue]",
    "Did Anna say [the bridge is gone]?",
    "Ist [der Ofen schon aus]?",
    "Ich weiß nicht, ob [der Ofen aus ist].",
    "Est-ce que [le four est éteint] ?",
    "Je me demande si [le four est éteint].",
    "¿Sabes si [el horno está apagado]?",
    "No sé si [el horno está apagado].",
    "[会议改到周五了]吗？",
    "我想知道是否[会议改到周五了]。",
    "[会議は金曜日に変わりました]か？",
    "[회의가 금요일로 바뀌었나요]?",
    "## Open questions\n- [who pays for the roof]",
    "We met. [Is the oven off? Is the door shut?] Nobody knew.",
    "من يعرف؟ هل [الجسر آمن]؟",
]

HYPOTHETICAL = [
    "Suppose [the alarm is wired to the mains].",
    "If [the temperature drops below four degrees], both switch on.",
    "If the temperature drops, [both heaters switch on].",
    "[We take the big tent] if it rains.",
    "[We take the big tent], unless it is sold.",
    "We could [switch to the other vendor].",
    "Maybe [the grey cable is the better one].",
    "I hope [the grey cable is the better one].",
    "I wish [the pump were safe to use].",
    "We might have to [sell the old mill].",
    "We need to [approve the new budget].",
    "Suppose the alarm is wired to the mains. Then [a power cut silences it].",
    "Imagine this. [The whole valley is under water.]",
    "Falls [die Temperatur sinkt], gehen beide an.",
    "Wenn es regnet, [nehmen wir das große Zelt].",
    "Vielleicht [ist der graue Draht besser].",
    "Angenommen, [der Alarm hängt am Netz].",
    "Ich glaube, dass [der Kran tragfähig] sein könnte.",
    "Si [la température baisse], les deux s'allument.",
    "Peut-être que [le câble gris est meilleur].",
    "Supongamos que [la alarma está conectada].",
    "Ojalá [la bomba fuera segura].",
    "如果[温度降到四度以下]，两台都会启动。",
    "也许[灰色的电缆更好]。",
    "もし[温度が四度を下回]ったら、両方動きます。",
    "만약 [온도가 내려가]면 둘 다 켜진다.",
    "Если [температура упадёт], включатся оба.",
    "## Ideas\n- [sell juice at the gate]",
    "Had the permit come in time, [we would have built the shed].",
    "Should the dam break, [the village floods].",
    "Wäre die Höhle sicher, [gingen wir hinein].",
    "As if [the well were dry].",
]

QUOTED = [
    '"[The well is dry]," Mr Hollis told him.',
    "“[The bridge is gone],” she said, and hung up.",
    "Anna says [the bridge is gone].",
    "Anna told me that [the bridge is gone].",
    "According to Anna, [the bridge is gone].",
    "[The bridge is gone], says Anna.",
    "I heard that [the bridge is gone].",
    "Apparently [the bridge is gone].",
    "You said [the bridge is gone].",
    "> [The bridge is gone.]\n\nThat is what she wrote.",
    "In the mayor's words, [the levee failed in May].",
    "The sign read [the bridge is closed today].",
    "The banner: “We are closed. [The bridge is gone.] Come back.”",
    "Anna sagt, dass [die Brücke weg ist].",
    "Laut Anna [ist die Brücke weg].",
    "Anna meinte, [die Brücke sei weg].",
    "Anna dit que [le pont est parti].",
    "Selon Anna, [le pont est parti].",
    "Ana dice que [el puente ya no está].",
    "Según Ana, [el puente está cerrado].",
    "安娜说[桥已经没有了]。",
    "アンナによると、[橋はもうない]そうです。",
    "[다리가 없어졌다]고 안나가 말했다.",
]

FINE = [
    "[We moved the party to Friday], can you update the list?",
    "Here is [my list, which has now reached 165], can you help?",
    "Can you look at my list, [which has now reached 165 books]?",
    "[We moved the party to Friday], ok?",
    "[We moved the party to Friday, ok?]",
    "[Rent went up so I move out in June, could you draft the notice?]",
    "[I have finished the draft by May 31], but I'm wondering how to go on with it?",
    "[I adopted the new tool, which saves me three hours], but I'm not sure it is enough?",
    "I'm not sure if that is right, can you check it, [and I have added two more tests], what else is there?",
    "Since [we moved to the new office], should we keep the old keys?",
    "We did not go to Rome and [we sold the old van].",
    "No, [the old mill is sold].",
    "No problem, [the old mill is sold].",
    "Not only that, [the old mill is sold].",
    "There is no doubt [the old mill is sold].",
    "[We use Postgres] not Redis.",
    "[We use Postgres], not Redis.",
    "[We moved to Postgres], let me know if that matters.",
    "If you have time, look at this, [we moved to Postgres].",
    "[The old mill is sold], even if the baker objects.",
    "In May [we sold the old mill].",
    "I said [the old mill is sold].",
    "We think [the old mill is sold].",
    "I told Anna [the old mill is sold].",
    "Don't forget that [the old mill is sold].",
    "[The committee approved the budget.] It was not easy.",
    "Is the mill sold? [The owner moved to Rome.]",
    "A clerk put [“the blue seal” on each page].",
    "We did not like it but [we signed the lease].",
    "[The vessel must not be opened under load.]",
    "[If it rains we take the big tent.]",
    "Nicht nur das, [die Mühle ist verkauft].",
    "Wir mieten nicht, sondern [wir kaufen die Mühle].",
    "Wir haben nicht gemietet, weil [die Mühle verkauft ist].",
    "Non, [le moulin est vendu].",
    "No, [el molino está vendido].",
    "不过[磨坊已经卖掉了]。",
    "[水位在三天内下降了四十厘米]。",
    "[방앗간은 작년에 팔렸다].",
    "## Decisions\n- [we keep the mill]",
    "## Out of scope\n- fax\n\n## In scope\n- [we keep the mill]\n\n## Rejected\n- print",
    "~~old\n\nplan~~ and [we keep the mill] ~~for now~~",
    "I said: “[we keep the mill] for now”.",
    "My table says 27400, [Mr Hollis stays with 26150].",
    "[We keep the mill], after Anna suggested selling both of them.",
    "[We sold the mill.] It was not easy to part with it.",
    "[We sold the mill.] It never made any money.",
    "[We sold the mill.] This was not a surprise.",
    "[We sold the mill.] That is true.",
    "[We sold the mill.] It hit the wrong people, sadly.",
    "[A second slot is added], with the same signature as before.",
    "The levee failed. [That was expected by all of us.]",
    "I can imagine that was hard, [but we finished the roof].",
    "Blog post: Dana writes it, [she is closer to the customers].",
    "On 5 May [we sold the old mill].",
    "The label reads fine. [The tank holds 40 litres.] It is made up of two halves.",
]

CASES = (
    [(text, "negated") for text in NEGATED + REVERSED]
    + [(text, "question") for text in QUESTION]
    + [(text, "hypothetical") for text in HYPOTHETICAL]
    + [(text, "quoted_other") for text in QUOTED]
    + [(text, "ok") for text in FINE]
)


@pytest.mark.parametrize(("marked", "expected"), CASES, ids=[text[:60] for text, _ in CASES])
def test_the_surroundings_of_a_quote_are_read(marked: str, expected: str) -> None:
    assert around(marked).context == expected


@pytest.mark.parametrize("marked", REVERSED)
def test_a_sentence_taken_back_by_its_neighbour_says_so(marked: str) -> None:
    assert around(marked).ground in ("reversed", "announced", "irony")


def test_M10_a_heading_of_the_section_counts_like_one_in_the_text() -> None:
    assert context("- Redis as a cache", 2, 18, "Plan > Out of scope") == "negated"
    assert context("- Redis as a cache", 2, 18, "Plan > In scope") == "ok"


def test_code_is_not_read_as_a_sentence() -> None:
    text = "```\nuse_redis = True\n```"

    assert context(text, 4, 20) == "unknown"


def test_a_text_without_sentences_is_unknown() -> None:
    assert context("  ", 0, 1) == "unknown"


def test_a_sentence_that_a_line_width_broke_is_read_whole() -> None:
    text = (
        "The committee met for three hours last week and it has, to date, not\napproved the budget of the coming year."
    )
    at = text.index("approved")

    assert context(text, at, len(text)) == "negated"


def test_lines_of_a_chat_are_sentences_of_their_own() -> None:
    text = "no redis for us\nwe use postgres for that"

    assert context(text, 16, len(text)) == "ok"
