// The page of the exported file: graph above, threads below, a search that narrows both.

import { between } from "./between.js";
import { Scene } from "./scene.js";
import { el, plainly } from "./text.js";
import { Slider } from "./time.js";

const $ = (id) => document.getElementById(id);
const pop = $("pop"), note = $("note");
const links = [...document.querySelectorAll("#threads li")];
const byId = new Map(links.map((link) => [link.dataset.id, link]));

function shut() { pop.hidden = true; $("labels").focus(); }

function show(row, at) {
  const link = byId.get(row.id);
  if (!link) return;
  const copy = link.parentElement.cloneNode(true);
  copy.querySelector(`[data-id="${CSS.escape(row.id)}"]`)?.setAttribute("aria-current", "true");
  pop.replaceChildren(el("button", { class: "shut", type: "button", "aria-label": "Close", onclick: shut }, "×"), copy,
    el("button", { type: "button", onclick: () => { pop.hidden = true; link.scrollIntoView({ block: "center" }); link.focus(); } }, "In its thread"));
  pop.hidden = false;
  const box = pop.getBoundingClientRect();
  pop.style.left = `${Math.max(8, Math.min(at.x, innerWidth - box.width - 8))}px`;
  pop.style.top = `${Math.max(8, Math.min(at.y + 12, innerHeight - box.height - 8))}px`;
  pop.focus();
}

function find(words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = new Set();
  for (const link of links) {
    const text = `${link.textContent} ${link.closest("section").dataset.topic}`.toLowerCase();
    if (wanted.every((word) => text.includes(word))) hits.add(link);
  }
  for (const chain of document.querySelectorAll("#threads ol")) chain.hidden = ![...chain.children].some((link) => hits.has(link));
  for (const section of document.querySelectorAll("#threads section")) section.hidden = ![...section.querySelectorAll("ol")].some((chain) => !chain.hidden);
  const ids = new Set([...hits].map((link) => link.dataset.id)); // a chain through two topics stands under both
  $("count").textContent = wanted.length ? `${ids.size} of ${byId.size} claims` : `${byId.size} claims`;
  scene?.light(wanted.length ? [...ids] : []);
}

let scene = null;
try {
  const data = JSON.parse($("data").textContent);
  $("graph").hidden = false;
  scene = new Scene({
    gl: $("gl"), text: $("labels"), mover: between(), open: show,
    chose: (row, topic) => { note.textContent = row ? plainly(`${row.label} · ${topic?.name || "unfiled"}`) : ""; },
  });
  scene.load(data);
  const slider = new Slider({ range: $("day"), output: $("when"), play: $("play"), change: (day) => scene.filter({ day }) });
  slider.span(scene.rows.flatMap((row) => [row.at, row.ended]));
} catch (error) {
  for (const part of document.querySelectorAll(".g-stage, .g-time")) part.hidden = true;
  $("count").before(el("p", { class: "notice warn" }, `The picture cannot be drawn here (${error.message}).`));
}

$("find").addEventListener("input", (event) => find(event.target.value));
$("fit").addEventListener("click", () => { scene.untouched = true; scene.fit(); });
$("organise").addEventListener("click", () => scene.organise());
addEventListener("keydown", (event) => { if (event.key === "Escape" && !pop.hidden) shut(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => scene?.colours());
find("");
