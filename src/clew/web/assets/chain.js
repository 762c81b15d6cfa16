// The chain of a claim in a compact popover: oldest link first, the one asked for marked.

import { badges, el, visible } from "./text.js";

let before = null;

/** Fill and show a popover beside a point of the window; `chain` is a list of claims, `here` the id asked for. */
export function open(pop, chain, here, at, links = true) {
  before = document.activeElement;
  const shut = el("button", { class: "shut", type: "button", "aria-label": "Close", onclick: () => close(pop) }, "×");
  const items = chain.map((c) => el("li", { class: `${c.link}${c.predecessors.length ? " correction" : ""}`, "aria-current": c.id === here ? "true" : null },
    el("p", { class: "eyebrow" }, (c.at || "no date").slice(0, 10), " · ", el("span", { dir: "auto" }, visible(c.speaker))),
    el("p", { class: "text", dir: "auto" }, links ? el("a", { href: `/claims/${encodeURIComponent(c.id)}` }, visible(c.text)) : visible(c.text)),
    badges(c.badges),
    (c.evidence || []).slice(0, 1).map((e) => el("blockquote", { class: "said", dir: "auto" }, "“", visible(e.quote.slice(0, 280)), "” ",
      links && c.where ? el("cite", {}, el("a", { href: `/sources/${encodeURIComponent(e.source)}?part=${e.part}${e.start >= 20000 ? "&full=1" : ""}#${e.end ? `q${e.part}-${e.start}` : `p${e.part}`}` }, visible(c.where))) : null)),
  ));
  pop.replaceChildren(shut, el("h2", {}, chain.length > 1 ? `${chain.length} links, oldest first` : "One link, never changed"), el("ol", { class: "timeline" }, items));
  pop.hidden = false;
  place(pop, at);
  pop.focus();
}

/** Hide it, and give the focus back. */
export function close(pop) {
  if (pop.hidden) return;
  pop.hidden = true;
  if (before && before.isConnected) before.focus();
}

function place(pop, at) {
  const box = pop.getBoundingClientRect();
  pop.style.left = `${Math.max(8, Math.min(at.x, innerWidth - box.width - 8))}px`;
  pop.style.top = `${Math.max(8, Math.min(at.y + 12, innerHeight - box.height - 8))}px`;
}
