// What every page gains from scripts: the chain of a claim without leaving the page, light and dark, menus that close.

import { call } from "./api.js";
import * as chain from "./chain.js";
import { el, say } from "./text.js";

// shown once every script of the page has run: a button that nothing hears yet would swallow a click
addEventListener("DOMContentLoaded", () => {
  for (const part of document.querySelectorAll(".js")) part.hidden = false;
});

const pop = el("div", { class: "pop", role: "dialog", "aria-label": "Chain", tabindex: "-1", hidden: true });
document.body.append(pop);

for (const link of document.querySelectorAll(".text a[data-claim]")) {
  const id = link.dataset.claim;
  const button = el("button", {
    class: "peek", type: "button", "aria-label": `Chain of ${link.textContent.slice(0, 80)}`, "aria-haspopup": "dialog",
    onclick: async (event) => {
      const box = event.currentTarget.getBoundingClientRect();
      try {
        const whole = await call(`/api/claims/${encodeURIComponent(id)}`);
        chain.open(pop, whole.chain, id, { x: box.left, y: box.bottom });
      } catch (error) { say(error.message); }
    },
  }, "chain");
  const badges = link.closest(".text").nextElementSibling;
  if (badges?.matches(".badges")) badges.append(button); // where it never breaks a line of words
  else link.after(button);
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  chain.close(pop);
  for (const menu of document.querySelectorAll("details.more[open]")) menu.open = false;
});
addEventListener("pointerdown", (event) => {
  if (!pop.contains(event.target)) chain.close(pop);
  for (const menu of document.querySelectorAll("details.more[open]")) if (!menu.contains(event.target)) menu.open = false;
});

for (const button of document.querySelectorAll("[data-theme-choice]")) {
  button.addEventListener("click", () => {
    const choice = button.dataset.themeChoice;
    localStorage.setItem("clew-theme", choice);
    if (choice === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = choice;
    dispatchEvent(new Event("clew-theme"));
  });
}
