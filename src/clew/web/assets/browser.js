// An answer by a model in this browser: facts and prompt from the server, words from the model, the check by the server.

import { call } from "./api.js";
import { engine } from "./engine.js";
import { el, visible } from "./text.js";

const box = document.querySelector("[data-library]");
const words = document.getElementById("words"), how = document.getElementById("how"), button = document.getElementById("speak");
const given = { q: box.dataset.q, ...(box.dataset.asOf ? { as_of: box.dataset.asOf } : {}) };
let made = null, busy = false, stopped = false;

function shown({ sentences, refused }) {
  if (refused) return ["The facts do not answer that, says the model."];
  return sentences.flatMap(({ text, cites, notes }) => [
    ...visible(text), cites.map((n) => el("sup", {}, el("a", { href: `#n${n}` }, `[${n}]`))),
    notes.map((note) => [" ", el("span", { class: "badge dropped" }, note)]).flat(), " ",
  ].flat());
}

function stop() {
  stopped = true;
  made?.stop();
  how.textContent = made ? "Stopping …" : "Stopping once the model is loaded …";
}

async function speak() {
  busy = true;
  stopped = false;
  button.textContent = "Stop";
  how.classList.remove("notice", "warn");
  try {
    made ??= await engine(box.dataset, (text) => { if (!stopped) how.textContent = text; });
    const said = stopped ? "" : await spoken();
    if (stopped) {
      words.replaceChildren();
      how.textContent = "Stopped. Nothing of what it had said was checked, so nothing of it is shown.";
    } else {
      words.replaceChildren(...shown(await call("/api/answers", { ...given, ...said })));
      how.textContent = `In the words of ${box.dataset.model} in this browser, every sentence held against the facts below.`;
    }
    button.textContent = stopped ? "Answer all the same" : "Once more";
  } catch (error) {
    words.replaceChildren(); // what was not checked does not stay
    how.textContent = error.message;
    how.classList.add("notice", "warn");
    button.textContent = "Try again";
  }
  busy = false;
}

async function spoken() {
  const brief = await call(`/api/brief?${new URLSearchParams(given)}`);
  let said = "";
  how.textContent = `${box.dataset.model} speaks; not checked yet.`;
  for await (const piece of made.say(brief.system, brief.text)) {
    if (stopped) break;
    said += piece;
    words.replaceChildren(...visible(said));
  }
  return { said, seen: brief.seen };
}

button.addEventListener("click", () => (busy ? stop() : speak()));
