// An answer by a model in this browser: facts and prompt from the server, words from the model, the check by the server.

import { call } from "./api.js";
import { engine } from "./engine.js";
import { el, visible } from "./text.js";

const box = document.querySelector("[data-library]");
const words = document.getElementById("words"), how = document.getElementById("how"), button = document.getElementById("speak");
const given = { q: box.dataset.q, ...(box.dataset.asOf ? { as_of: box.dataset.asOf } : {}) };
let made = null;

function shown({ sentences, refused }) {
  if (refused) return ["The facts do not answer that, says the model."];
  return sentences.flatMap(({ text, cites, notes }) => [
    ...visible(text), cites.map((n) => el("sup", {}, el("a", { href: `#n${n}` }, `[${n}]`))),
    notes.map((note) => [" ", el("span", { class: "badge dropped" }, note)]).flat(), " ",
  ].flat());
}

async function speak() {
  button.disabled = true;
  try {
    made ??= await engine(box.dataset, (text) => { how.textContent = text; });
    const brief = await call(`/api/brief?${new URLSearchParams(given)}`);
    let said = "";
    how.textContent = `${box.dataset.model} speaks; not checked yet.`;
    for await (const piece of made.say(brief.system, brief.text)) { said += piece; words.replaceChildren(...visible(said)); }
    words.replaceChildren(...shown(await call("/api/answers", { ...given, said, seen: brief.seen })));
    how.textContent = `In the words of ${box.dataset.model} in this browser, every sentence held against the facts below.`;
    button.textContent = "Once more";
  } catch (error) { how.textContent = error.message; how.classList.add("notice", "warn"); }
  button.disabled = false;
}

button.addEventListener("click", speak);
