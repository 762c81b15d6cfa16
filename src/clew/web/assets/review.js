// Review by keyboard: a accept, r reject, e edit, s skip, u undo, x choose; 1 to 8 settle a dispute.

import { call } from "./api.js";
import { el, say, visible } from "./text.js";

const cards = () => [...document.querySelectorAll("[data-review], [data-finding]")].filter((card) => !card.hidden);
const done = [];

function current() {
  return document.activeElement?.closest("[data-review], [data-finding]") ?? cards()[0];
}

function next(card) {
  const all = cards();
  const to = all[all.indexOf(card) + 1] ?? all[0];
  if (to) { to.focus(); to.scrollIntoView({ block: "nearest" }); }
}

async function decide(card, verb) {
  try {
    const answer = await call("/api/decide", { verb, claims: [card.dataset.review] });
    done.push({ op: answer.op, card });
    const to = cards()[cards().indexOf(card) + 1];
    card.hidden = true;
    card.querySelector('input[form="batch"]').checked = false;
    choosing();
    say(`${verb}ed; u takes it back`);
    const left = count(-1);
    note(`${verb === "accept" ? "Accepted" : "Rejected"}. Press u to take it back.`);
    if (left && !document.querySelector("[data-review]:not([hidden])")) document.getElementById("told").append(" ", el("a", { href: "/review" }, `Go on: ${left} more`));
    (to ?? cards()[0] ?? document.getElementById("main")).focus();
  } catch (error) { note(error.message, true); say(error.message); }
}

async function undo() {
  const last = done.pop();
  if (!last) { note("Nothing was decided on this page yet."); return; }
  try {
    await call("/api/undo", { operation: last.op });
    const found = await call(`/api/claims/${encodeURIComponent(last.card.dataset.review.split("@")[0])}`);
    last.card.dataset.review = `${found.claim.id}@${found.claim.revision}`;
    for (const field of last.card.querySelectorAll('[name="claims"]')) field.value = last.card.dataset.review;
    last.card.hidden = false;
    count(1);
    last.card.focus();
    note("Taken back.");
  } catch (error) { note(error.message, true); }
}

/** Correct what the page and the menu say of how many wait; returns the claims that are left. */
function count(change) {
  const here = document.getElementById("waits"), menu = document.querySelector(".top nav .count");
  const left = Number(here.dataset.n) + change;
  here.dataset.n = left;
  here.textContent = `${left || "No"} ${left === 1 ? "claim waits" : "claims wait"}`;
  if (menu) { menu.textContent = Number(menu.textContent) + change; menu.setAttribute("aria-label", `${menu.textContent} waiting`); }
  return left;
}

function note(text, bad = false) {
  document.getElementById("told")?.remove();
  document.querySelector("h1").after(el("p", { id: "told", class: `notice ${bad ? "warn" : "good"}`, role: bad ? "alert" : "status" }, visible(text)));
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, [contenteditable]")) return;
  const card = current();
  if (event.key === "u") { event.preventDefault(); undo(); return; }
  if (!card) return;
  const claim = card.dataset.review;
  if (event.key === "a" && claim) decide(card, "accept");
  else if (event.key === "r" && claim) decide(card, "reject");
  else if (event.key === "s") next(card);
  else if (event.key === "x" && claim) card.querySelector('input[name="claims"]').click();
  else if (event.key === "e" && claim) {
    const edit = card.querySelector("details.edit");
    edit.open = true;
    edit.querySelector("textarea").focus();
  } else if (card.dataset.finding && event.key >= "1" && event.key <= "8") {
    const button = card.querySelectorAll('button[name="disposition"]')[Number(event.key) - 1];
    if (button?.value === "rewrite" && !card.querySelector('input[name="text"]').value.trim()) card.querySelector('input[name="text"]').focus();
    else button?.click();
  } else return;
  event.preventDefault();
});

const batch = document.getElementById("batch"), boxes = [...document.querySelectorAll('input[form="batch"]')];
const chosen = () => boxes.filter((box) => box.checked && !box.closest("[data-review]").hidden);

/** How many are chosen for the batch; without any it has nothing to do. */
function choosing() {
  if (!batch) return;
  const many = chosen().length;
  document.getElementById("chosen").textContent = many ? `${many} chosen:` : "Choose claims:";
  for (const button of batch.querySelectorAll("button")) button.disabled = !many;
}

document.getElementById("all")?.addEventListener("change", (event) => {
  for (const box of boxes) box.checked = event.target.checked && !box.closest("[data-review]").hidden;
  choosing();
});
for (const box of boxes) box.addEventListener("change", choosing);
choosing();

for (const button of document.querySelectorAll(".skip-one")) button.addEventListener("click", () => next(button.closest("[data-review]")));
for (const form of document.querySelectorAll("[data-review] form.verbs")) {
  form.addEventListener("submit", (event) => {
    const verb = event.submitter?.value;
    const reason = form.querySelector('[name="reason"]').value.trim();
    if (reason || (verb !== "accept" && verb !== "reject")) return;
    event.preventDefault();
    decide(form.closest("[data-review]"), verb);
  });
}
if (!location.hash) cards()[0]?.focus({ preventScroll: true });
