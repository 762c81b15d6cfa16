"""How many tokens a text costs at most: a bound that is proved, so that a budget is never exceeded.

Byte-level tokenizers cut a text into pieces that each cover at least one byte, so bytes bound tokens. For
plain English words the bound is tighter, by two facts that hold in the vocabularies of all tokenizers this
was checked against (p50k, cl100k, o200k, Claude's published one, DeepSeek's):

1. a space and a word of `WORDS` are one token;
2. a space and any letter, and any two letters but those in `RARE`, are one token. Byte-pair merging stops
   only when no two neighbours can be merged, so in a word without a rare pair no two single letters stand
   side by side: of m characters (space included) at least every third token covers two of them, which
   leaves at most (2m + 1) // 3 tokens.

Everything else counts its bytes, after compatibility folding where that makes it longer. Tokenizers cut
before they merge at places that depend on the tokenizer, so both facts are used only for runs of small
letters, with or without one capital in front, that follow a space and end before neither letter nor apostrophe.
"""

import unicodedata
from functools import lru_cache

from clew.text import regex as re

_RARE = """
bkqvwxz cgjqwx dgvwz ejo fhjkqvz gfjkqvwx hbcfgjkqvx jbdfghkmnqrtvwxyz kcdfpqvxz lghjkmqwxz mfhjqvwz
nfhjkqwxz oq pfjkqvwz qbcdefghjkmnoprvwxyz rjkpqvz sjxz tbjq uqw vbfhjknqwxz wcfgjqvz xghjklmnoqruvwz
ybcfhjqvw zcdfgjkmpqrstvw
"""  # a letter, then the letters that rarely follow it
RARE = frozenset(group[0] + letter for group in _RARE.split() for letter in group[1:])
_WORDS = """
ab ability able about above abs ac acc accept access according account accur across act action actions activ active
activities activity actual actually ad add added adding addition additional address adjust adult adv advert advice
af aff affect after ag again against age agent ago agree agreed ahead aim air al album alert align all allow allowed
allows almost alone along already also alt altern although always am amazing amb among amount an anal analy analysis
and android ang anim ann announced another ans answer ant anti any anyone anything ap app appear appears applic
application applications apply appro approach appropriate ar arch are area areas aren arg argument arguments arm
around arr array art article as ask asked ass assert assess assist associ associated at att attack attempt attention
attract aud audio aut auth author auto autom av available average avoid aw aware away ax baby back background bad
bag bal balance ball ban band bank bar bas base based basic basis bath batter be beautiful became because become bed
been before beg began begin beginning beh behavior behind being bel belie believe below ben benef benefit benefits
bes best bet better between beyond bi big biggest bill billion birth bit bl black block blog blood blue bo board
body bon book books bool boost border both bottom bound box boy br brain brand bre break bring bro broad brought
browser bu budget buffer build building built bul bur burn bus business businesses but button buy by ca cal calcul
call called calls cam came camera camp campaign can candid cannot cap capital capt car card cards care career carry
cart cas case cases cash cast cat catch category cause ce cele celebr cell cells cent center central cert certain
certainly ch challenge chance chang change changed changes channel char character characters charge chat che check
chem child children cho choice choose church circ city civil cl claim class classes cle clean clear click client
clients clin close closed club co coach code col coll collect collection college color column com comb come comes
comfort coming comm command comment comments commercial commit common community comp compan companies company compar
compared compet compl comple complete completed completely complex component components comput computer con conc
concept concern cond condition conditions conduct conf config confirm connect connection cons consider considered
consist console const constant construction consult consum cont contact contain container contains content context
contin continue contr contract control conv convers convert cook cool cop copy copyright cor core corpor correct
correspond cos cost costs cou could count counter countries country couple cour course court cover cr cre create
created creating cred credit crit critical cross cult culture cur current currently custom customer customers cut cy
da daily dam damage danger dark dat data database date dating day days de dead deal death deb dec decided decision
decl deep def default defined definitely deg degree del delete deliver delivery dem demand demonstr den dep depend
der des desc described description design designed dest destroy det detail details determine dev develop developed
development device devices di did didn die dies diff differ difference different difficult dig digital dim direct
direction directly director dis disc discover discuss dise disease display dist distance distributed div do doc
document does doesn dog doing doll dom don done door doub double down download dr draw dream dress drink drive
driver dro drop drug dry du due during each ear earlier early earn eas easier easily easy eat echo econom economic
ed edge edit editor educ education eff effect effective effects effort efforts eight either el ele elect election
electric element elements else em email emb employ employees empty en enable enc end energy eng engine enh enjoy
enough ens ensure ent enter entire entity entry environment ep equ equal equipment er era err error errors es esc
especially ess essential est establish et etc ev even event events ever every everyone everything evidence ex exact
exactly exam example exc excellent except exception exerc exist existing exit exp expand expect expected exper
experience expert expl express expression ext extends extra extrem extremely ey eye eyes fab fac face fact fail
failed fair fall false fam families family fan fans fant far farm fast fat father fav favor favorite fe fear feature
features federal feed feel feeling feet felt fem few field fields fig fight figure fil file files fill film filter
fin final finally financial find fine finish finished fire firm first fit five fix fl flag flex float floor flow
focus fol follow followed following font food foot for force fore foreign form format former forms forward found
four fr fra frame fre free frequ fresh friend friends from front full fully fun function functions fund further
future gain gam game games gar gas gave ge gen gener general generally generate get gets getting gift girl girls
give given gives giving gl glass global go goal goals god goes going gold gone good got govern government gr grad
grand graph gre great greater green gro ground group groups grow growing growth gu guard guess guide gun guy guys ha
had hair half hand handle hands happ happen happened happy har hard has hat have having he head header health
healthy hear heard heart heat heavy height hel held help helped helps her here high higher highest highly him
himself his hist histor history hit ho hold hom home hon hop hope hor hospital host hot hotel hour hours house how
however href http https huge hum human hundred hus hy icon id ide idea ideas ident if ign il ill im imag image
images imm immediately imp impact implement import important impro improve in inc include included includes
including income incre increase increased increasing ind independ index indic individual individuals industry inf
influ info inform information ing init initial inj inn innov input ins insert inside inst install instance instead
instit insurance int intent inter interest interested interesting interface intern internal international internet
interview into introdu inv invest investig investment invol involved ir is isn iss issue issues it item items its
itself java je jo job jobs join journal ju jud jump just ke keep kept key kids kill kind kn knew know knowledge
known la lab label labor lack land language larg large larger largest last lat late later latest launch law laws
layer le lead leader leaders leading learn learning least leave led left leg legal len length les less let letter
level levels li lib library lic license lie lif life light lik like likely lim limit limited line lines link links
list liter little live lives living lo load loc local located location lock log long longer look looked looking
looks lose loss lost lot love low lower ma mach machine made mag mail main major make makes making mal male man
management manager manufact many map mar margin mark market marketing mas mass master mat match material materials
matter max maximum may maybe me mean meaning means meas measure mechan med media medic medical meet meeting mel mem
member members memory men mention menu mer mess message messages met method methods micro mid middle might mil miles
military mill million min mind minimum minutes mir mis miss missing mission mist mit mix mo mobile mod mode model
models modern module mom moment mon money monitor month months mor more morning mort most mot mother motor mount mov
move moved movement movie moving much mult multi multiple mur mus music must mut my myself na name named names
nation national natural nature nav ne near nearly necess necessary need needed needs neg negative net network never
new news next nice night nil no node nom non none nor norm normal not note notes nothing notice now null num number
numbers numer nut ob object objects observ obtain obvious occ of off offer offered offers offic office official
offset often oil ok old on once one ones online only op open opening oper operation operations opin opp opportunity
opt optim option options or ord order org organ organization orig original other others otherwise our out output
outside over overall own owner owners pa pack package page pages paid pain paint pair pal pan panel paper par param
parameters parent parents park part partic particip particular particularly partner parts party pass passed password
past pat path patient patients pattern pay payment pe peace pen people per percent perfect perform performance
perhaps period pers person personal pet ph phone phot photo photos phys physical pick picture pictures pie piece pin
pl place places plan planning plans plant platform play played player players playing ple please plus po point
points pol polic police policy polit political poll pool poor pop popular population por porn port pos position
positive poss possible post posted posts pot potential pour pow power powerful pr pract practice pre prec pred
prefer prem pres present president press pressure pret pretty prevent previous price prices prim primary print prior
priv private pro prob probably proble problem problems proced process produ produce product production products prof
profession professional profile program programs progress project projects prom prop proper properties property prot
prote protect protected protection prov provide provided provides providing psych pub public published pull pun pur
purch purchase purpose push put qu qual quality quant quarter que query quest question questions quick quickly quite
ra rac race rad radio raise random range rank rap rare rat rate rates rather re reach read reading ready real really
reason reasons rec rece receive received recent recently recogn recomm recommend record records red redu reduce ref
refer reference reflect reg regard regarding region register regular rel related relations relationship release
released relig rem remain remember remove removed ren render rent rep repe report reported reports represent requ
request require required requirements requires res research reserved resource resources resp respect respond respons
response responsible rest result results ret return returned returns rev reve review reviews rich right rights ris
risk ro road rob rock role roll room root rot round rout route row ru rule rules run running sa saf safe safety said
sal sale sales sam same sample san sat satisf sav save saved saw say saying says sc scale scen scene sch school
schools science scient score scr screen script se sea search season sec second seconds secret section security see
seek seem seems seen select selected selection self sell sem sen send sens sense sent separ ser series serious serv
serve server service services session set sets sett setting settings seven sever several sex sexual sh shall shape
share shared she shift ship shoot shop short shot should show shown shows side sign signific significant sil sim
similar simple simply sin since sing single sit site sites situation six size sk skills skin sl sleep slight slow sm
small smart sn so soc social society soft software sol sold solid solution som some someone something sometimes son
song soon sort sound source sources sp space spe speak spec special specific specified speed spend spent spirit
split sports spot spread squ src st stack staff stage stand standard star start started starting stat state
statement states static station status stay std ste step steps still stock stop storage store stories story str
straight strateg strategy stre stream strength stress string strong struct structure stud student students studies
study stuff style su sub subject subs success successful such suff suggest sum summer sun sup super supply support
supported sur sure surface surround surv sus sust sw switch sy sym symbol syn system systems tab table tag take
taken takes taking tal talk talking target task tax te teach team teams techn technology tele tell tem temper
template ten tend ter term terms test testing tests text th than that the their them theme themselves then there
these they thing things think thinking third this those though thought thr thread threat three through throughout
throw throws tim time times tit title to today together token told ton too took tool tools top tor tot total touch
tour towards town tr tra track trade traditional train training trans transfer transform transport travel tre treat
treatment tree tri trial tried trip tro true truly trust truth try trying tu turn turned tw two ty typ type types
ult un und under understand understanding unique unit unless uns unt until up update updated upon ur url us use used
useful user users uses using usually ut util vac val valid value values van var vari variable variety various ve
vehicle ver vers version vert very via vict video videos view views vill viol vir virt virtual vis visit vo voice
void vol volume vot vote vs wa wait waiting walk wall want wanted wants war warm was wasn watch water way ways we
weak web website week weekend weeks weight wel well went were wh what whe when where whether which while white who
whole whose why wide width wife wild will win wind window wish with within without woman women won wonder wood wor
word words work worked workers working works world worth would wr writ write writer writing written wrong wrote www
year years yet you young your yourself
"""
WORDS = frozenset(_WORDS.split())
_WIDE = re.compile(r"[^\x00-\x7f]")
_WORD = re.compile(r"(?<= )[A-Z]?[a-z]+(?![A-Za-z'’]|[^\x00-\x7f])")


def tokens(text: str) -> int:
    """Upper bound of the tokens of a text."""
    bound = len(text)
    if not text.isascii():
        bound += sum(_bytes(char) - 1 for char in _WIDE.findall(text))
    return bound - sum(map(_saved, _WORD.findall(text)))


@lru_cache(maxsize=16384)
def _saved(word: str) -> int:
    """By how much a space and a word cost less than their letters, at least."""
    size = len(word) + 1
    if word in WORDS:
        return size - 1
    plain = word[0].islower() and not any(word[i : i + 2] in RARE for i in range(len(word) - 1))
    return size - (2 * size + 1) // 3 if plain else 0


def _bytes(char: str) -> int:
    plain = len(char.encode("utf-8", "surrogatepass"))
    return max(plain, len(unicodedata.normalize("NFKC", char).encode("utf-8", "surrogatepass")))
