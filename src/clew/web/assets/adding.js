// How far an add is, until it is in.

import { call } from "./api.js";
import { plainly } from "./text.js";

const told = document.getElementById("progress");

async function look() {
  try {
    const { state, read, last } = await call(`/api/jobs/${told.dataset.job}`);
    if (state === "done" || state === "failed") { location.reload(); return; }
    told.textContent = state === "waiting" ? "Waits for another add" : `${read} read${last ? ` · ${plainly(last.slice(0, 80))}` : ""}`;
  } catch (error) { told.textContent = error.message; }
  setTimeout(look, 700);
}

setTimeout(look, 300);
