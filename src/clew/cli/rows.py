"""The table of commands: name, `module:function` under `clew.cli`, and the line that help shows.

A line that begins with `#` is a heading of the help page. A noun has its verbs after it, and `-` for a function unless
it does something by itself.
"""

TABLE = """
# Every day
init               daily:init           Make a new bundle.
add                daily:add            Add chats, notes and documents.
watch              watch:watch          Watch a folder and add what is new or changed.
ask                reading:ask          Answer a question, cited, or say that nothing here does.
context            reading:context      Print the bounded, cited block for a question.
brief              shape:brief          Print what holds, without a question, for the next chat.
review             gate:review          Decide what waits: proposed claims, then findings.
history            reading:history      Show how a topic or claim came to be what it is.
status             reading:status       Show what is here and what waits for you.
extract            extract:extract      Read stored sources with a model, or take in candidates.
undo               daily:undo           Take back an operation.
note               daily:note           Write down a claim by hand.
demo               daily:demo           Make a bundle from example chats, to look around in.
serve              serve:serve          Look around, review and ask in a browser.
# Look closer
search             reading:search       Search claims, pages and messages by their words.
why                reading:why          Show the words a claim rests on, and all that happened.
list               reading:listing      List claims, newest first.
show               reading:show         Show one claim, topic, source or page whole.
sql                sql:sql              Answer a SELECT over the index; nothing can be written.
log                reading:log          List what happened to the bundle, newest first.
diff               record:diff          Show what changed in what is believed since a date.
stats              record:stats         Show how extractors, rules and people fared.
timeline           shape:timeline       Show what was said when, of everything or of one thing.
related            shape:related        Show what has to do with a thing, most first.
path               shape:path           Show how two things connect, and through what.
neighbours         shape:neighbours     Show what is directly linked to a thing.
match              shape:match          Find everything that fits a pattern.
# Keep it healthy
lint               lint:lint            Check the knowledge: conformance, and findings.
jobs               extract:jobs         List what waits for a model, and what it failed at.
usage              model:usage          Sum up what was sent to models and what it cost.
skill              extract:skill        Print the file that teaches a coding agent the loop.
schema             extract:schema       Print the JSON Schema of what agents hand in.
doctor             reading:doctor       Check files, ledger, evidence and pages.
evaluate           exam:evaluate        Ask the questions of evaluate.yaml and judge the answers.
backup             bundle:save          Save the bundle in one zip file, checked after writing.
restore            bundle:restore       Make a bundle from a backup; nothing is written over.
reindex            daily:reindex        Build the index again from the files.
rebuild            rebuild:rebuild      Read the sources again with today's extractor.
# For coding agents
mcp                agents:serve         Serve the bundle to an agent over standard input and output.
mcp install        agents:install       Set a client up to use the server.
hook               agents:hook          Answer a client's prompt with what is known of it.
hook install       agents:hooks         Set a client up to call the hook at every prompt.
# In and out
export             -                    Hand the knowledge to somebody else.
export html        serve:html           Write one file with graph, threads and search.
# Things and their verbs
claim              -                    Decide about single claims.
claim accept       claim:accept         Let proposed claims come into force.
claim reject       claim:reject         Refuse claims; the same value is not offered again.
claim hide         claim:hide           Discard claims from view.
claim restore      claim:restore        Take back a reject, hide, retract or refute.
claim retract      claim:retract        Withdraw claims with nothing in their place.
claim refute       claim:refute         Mark claims as found false.
claim verify       claim:verify         Confirm that claims are right.
claim pin          claim:pin            Protect claims: no rule may replace them.
claim unpin        claim:unpin          Let rules replace claims again.
claim supersede    claim:supersede      Let one claim take the place of another, by hand.
claim relate       claim:relate         Say by hand how two things hang together.
claim unrelate     claim:unrelate       Withdraw what says that two things hang together.
claim unlink       claim:unlink         Say that a supersession does not hold.
claim purge        claim:purge          Remove a claim for good.
claim support      claim:support        Say that one claim speaks for another.
claim challenge    claim:challenge      Say that one claim speaks against another.
claim compare      claim:compare        Compare claims of branches that git brought together.
claim relabel      claim:relabel        Give a claim another label, or have a model propose some.
claim move         claim:move           Move claims to another topic; chains stay whole.
claim expire       claim:expire         Set until when a claim holds.
finding            -                    What needs a person: contradictions, forks, changed support.
finding list       finding:listing      List what waits for a person.
finding show       finding:show         Show the claims of a finding side by side.
finding settle     finding:settle       Decide a contradiction.
topic              -                    Topics and the claims they hold.
topic list         topic:listing        List topics with the number of their claims.
topic rename       topic:rename         Give a topic another name.
topic merge        topic:merge          File the claims of several topics under one.
topic split        topic:split          File some claims of a topic under another.
topic tidy         topic:retopic        Have a model propose one topic for each subject.
topic hide         topic:hide           Discard all claims of a topic.
topic restore      topic:restore        Bring back the discarded claims of a topic.
topic page         topic:page           Give a topic a page of its own.
tombstone          -                    Refused values: what they were, and letting one in again.
tombstone list     record:tombstones    List refused values, and how often they knocked.
tombstone lift     record:lift          Let refused values in again.
bundle             -                    Workspaces: the bundles you work in.
bundle list        bundle:listing       List them; the default is marked.
bundle new         bundle:new           Make a new bundle and put it into the list.
bundle switch      bundle:switch        Choose the one that is meant when none is named.
bundle rename      bundle:rename        Give one another name.
bundle delete      bundle:delete        Remove one, after a backup of it was saved.
bundle migrate     migrate:migrate      Bring the layout of an older bundle up to date.
page               -                    Pages of the bundle: make, change, move, replace.
page list          page:listing         List pages.
page show          page:show            Show a page, what replaced it, and what on it is behind.
page new           page:new             Make a page.
page edit          page:edit            Change what a page says of itself, or open it in an editor.
page move          page:move            Move or rename a page; links keep leading to it.
page supersede     page:supersede       Let one page take the place of another.
page advise        page:advise          Have a model say whether a correction replaces or mends.
page summarise     page:summarise       Have a model sum a page up; each sentence rests on claims.
page predicate     predicate:rename     Rename a predicate on all pages that people wrote.
entity             -                    Things by name, joined and told apart.
entity list        entity:listing       List things, most spoken of first.
entity show        entity:show          Show a thing: its names and relations.
entity merge       entity:merge         Say that two names mean one thing.
entity split       entity:split         Take a name out of the thing it was joined to.
entity alias       entity:alias         Give a thing another name.
entity not-same    entity:differ        Say that two names mean two things.
entity resolve     entity:resolve       Judge which names mean one thing, by a model or the rules.
entity check       entity:check         Look at judgements of names that no person made.
entity new         entity:new           Give a thing a page.
entity suggest     entity:suggest       Have a model say how things may hang together.
source             -                    What was added, word for word.
source list        source:listing       List sources.
source show        source:show          Show a source with its text.
source remove      source:remove        Take a source out, or --purge it for good.
source restore     source:restore       Bring back a source that was removed.
source segments    extract:segments     Print a source for an agent to fill in candidates.
model              -                    Chat and embedding models: what there is, whether it works.
model list         model:listing        List models, what they are used for, and services.
model embed        model:embed          Fill in vectors that are missing, with progress.
model test         model:trial          Ask a model for one small reply.
draft              -                    Transcripts that wait before they are added.
draft save         draft:save           Park a transcript; nothing is added yet.
draft list         draft:listing        List what waits.
draft open         draft:open_          Print a draft, or add it to the bundle.
draft delete       draft:delete         Delete a draft.
runs               -                    Manifests of extraction: accepted, lowered, rejected.
runs list          runs:listing         List the runs of extractors.
runs show          runs:show            Show the manifest of a run.
config             -                    Settings and where they come from.
config show        settings:show        Show every setting that applies.
"""

ALIASES = {"models": "model"}
"""Other names that are understood and not listed."""
