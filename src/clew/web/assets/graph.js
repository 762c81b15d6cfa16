// The page Graph: asks the server for the graph, and wires the bar, the slider and the popover to the scene.

import { call } from "./api.js";
import * as chain from "./chain.js";
import { beside } from "./beside.js";
import { Scene } from "./scene.js";
import { el, plainly } from "./text.js";
import { Slider } from "./time.js";

const $ = (id) => document.getElementById(id);
const pop = $("g-pop"), note = $("g-note");
const given = new URLSearchParams(location.search);
let pair = null;

const tell = (text) => { note.textContent = plainly(text); };

async function open(row, at) {
  if (scene.folded) { location.href = `/graph?topic=${encodeURIComponent(row.id.slice(6))}`; return; }
  if (pair) { relate(row); return; }
  try {
    const whole = await call(`/api/claims/${encodeURIComponent(row.id)}`);
    chain.open(pop, whole.chain, row.id, at);
    pop.append(el("p", { class: "meta" }, el("a", { href: `/claims/${encodeURIComponent(row.id)}` }, "All about it"), " · ", el("a", { href: `/thread?name=${encodeURIComponent(whole.claim.topic)}` }, "Thread")));
  } catch (error) { tell(error.message); }
}

function chose(row, topic) {
  if (!row) { tell(""); return; }
  const { holds } = scene.state(row);
  const how = row.link === 3 ? "waits for review" : holds ? (row.flags & 1 ? "in force, a correction" : "in force") : "superseded";
  tell(`${row.label} · ${topic?.name || "unfiled"} · ${how}${row.flags & 2 ? ", disputed" : ""}`);
}

function relate(row) {
  pair.push(row);
  if (pair.length === 1) { tell(`“${row.label}”, and now the other one.`); return; }
  const [newer, older] = pair;
  stopRelating();
  if (newer.id === older.id) { tell("Choose two different claims."); return; }
  const make = (relation, word) => el("button", { type: "button", onclick: async () => {
    try {
      await call("/api/relate", { new: newer.id, old: older.id, relation, reason: "related in the graph" });
      await load();
      tell("Related. It can be taken back in the log.");
    } catch (error) { tell(error.message); }
  } }, word);
  const bar = el("span", {}, plainly(`“${newer.label}” and “${older.label}”: the first `),
    make("supersedes", "takes its place"), " ", make("supports", "supports it"), " ", make("challenges", "speaks against it"), " ",
    el("button", { type: "button", onclick: () => tell("") }, "nothing"));
  note.replaceChildren(bar);
}

function stopRelating() { pair = null; $("g-relate").setAttribute("aria-pressed", "false"); }

async function ask(words) {
  tell("…");
  try {
    const answer = await call(`/api/ask?q=${encodeURIComponent(words)}`);
    const items = answer.block.items.filter((item) => item.claim);
    if (!answer.block.confident || !items.length) { scene.light([]); tell(`Nothing here answers that. ${answer.block.reason}`); return; }
    const first = items.find((item) => answer.cited.includes(item.n)) ?? items[0];
    const whole = await call(`/api/claims/${encodeURIComponent(first.claim)}`);
    const box = $("g-text").getBoundingClientRect(), narrow = box.width < 800;
    const covered = narrow ? { bottom: box.height * 0.55 } : { right: 420 };
    const lit = scene.light([...items.map((item) => item.claim), ...whole.chain.map((c) => c.id)], covered);
    scene.choose(scene.index.get(first.claim) ?? -1, false);
    chain.open(pop, whole.chain, first.claim, narrow ? { x: box.left, y: innerHeight } : { x: box.right - 400, y: box.top });
    tell(`${lit} ${lit === 1 ? "claim is" : "claims are"} lit; the chain of the first is open. Escape clears.`);
  } catch (error) { tell(error.message); }
}

async function find(words) {
  const wanted = words.toLowerCase(), holds = (row) => scene.state(row).holds;
  const here = scene.rows.filter((row) => `${row.label} ${scene.topics[row.topic]?.name}`.toLowerCase().includes(wanted));
  if (here.length) {
    const best = here.find(holds) ?? here[0];
    if (here.length > 1) { scene.light(here.map((row) => row.id)); scene.choose(scene.index.get(best.id), false); } else scene.locate(best.id);
    return;
  }
  try {
    const found = (await call(`/api/search?q=${encodeURIComponent(words)}&limit=50`)).filter((f) => f.kind === "claim").map((f) => f.ref.slice(6));
    const first = found.find((id) => scene.index.has(id));
    if (first) { scene.light(found); scene.locate(first); } else tell("No claim in the picture holds these words.");
  } catch (error) { tell(error.message); }
}

async function load() {
  const topic = given.get("topic");
  const [graph, places] = await Promise.all([call(`/api/graph${topic === null ? "" : `?topic=${encodeURIComponent(topic)}`}`), call("/api/places")]);
  scene.load(graph, places);
  slider.span(scene.rows.flatMap((row) => [row.at, row.ended]));
  if (graph.folded) tell(`${graph.total} claims are too many to draw at once: each dot is a topic; open one to see its claims.`);
  else if (!graph.nodes.length) tell("There is nothing to draw yet: what you add, and what you accept in Review, stands here.");
}

let scene, slider;
try {
  for (const part of document.querySelectorAll(".graph.js")) part.hidden = false;
  scene = new Scene({ gl: $("g-gl"), text: $("g-text"), mover: beside(), open, chose, moved: (places) => call("/api/places", { places }).catch((error) => tell(error.message)) });
  slider = new Slider({ range: $("g-day"), output: $("g-when"), play: $("g-play"), change: (day) => scene.filter({ day }) });
  globalThis.clewScene = scene; // for measuring frames from outside; nothing in the page uses it
  await load();
  if (given.get("q")) { $("g-q").value = given.get("q"); await ask(given.get("q")); }
} catch (error) {
  $("graph").hidden = true;
  $("g-alt").open = true;
  $("g-alt").before(el("p", { class: "notice warn" }, `The picture cannot be drawn here (${error.message}). The list below says the same in words.`));
}

$("g-ask").addEventListener("submit", (event) => { event.preventDefault(); if ($("g-q").value.trim()) ask($("g-q").value); });
$("g-find").addEventListener("click", () => { if ($("g-q").value.trim()) find($("g-q").value.trim()); });
$("g-topic").addEventListener("change", (event) => scene.filter({ topic: event.target.value || null }));
$("g-kind").addEventListener("change", (event) => scene.filter({ kind: event.target.value || null }));
$("g-link").addEventListener("change", (event) => scene.filter({ state: event.target.value || null }));
$("g-since").addEventListener("change", (event) => scene.filter({ since: event.target.value }));
$("g-past").addEventListener("change", (event) => scene.filter({ past: event.target.checked }));
$("g-fit").addEventListener("click", () => { scene.untouched = true; scene.fit(); });
$("g-organise").addEventListener("click", () => scene.organise());
$("g-relate").addEventListener("click", () => {
  pair = pair ? null : [];
  $("g-relate").setAttribute("aria-pressed", String(Boolean(pair)));
  tell(pair ? "Choose two claims; the newer one first." : "");
});
addEventListener("clew-theme", () => scene.colours());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => scene.colours());
addEventListener("keydown", (event) => {
  if (event.key === "/" && !event.target.closest("input, textarea, select")) { event.preventDefault(); $("g-q").focus(); }
  if (event.key === "Escape") { chain.close(pop); scene.light([]); scene.choose(-1, false); if (pair) stopRelating(); tell(""); }
});
