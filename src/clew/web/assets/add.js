// Adding: rich text pasted as the words it shows, drafts kept while typing, files dropped on the page.

import { call } from "./api.js";

const form = document.getElementById("add");
const text = document.getElementById("text");
const saved = document.getElementById("saved");
const files = form.querySelector('input[type="file"]');

const BLOCK = new Set(["ADDRESS", "ARTICLE", "ASIDE", "BLOCKQUOTE", "DIV", "DL", "DT", "DD", "FIGURE", "FOOTER", "H1", "H2", "H3", "H4", "H5", "H6", "HEADER", "HR", "LI", "MAIN", "OL", "P", "PRE", "SECTION", "TABLE", "TR", "UL"]);

text.addEventListener("paste", (event) => {
  const html = event.clipboardData.getData("text/html");
  const plain = event.clipboardData.getData("text/plain");
  if (!html || plain) return; // what a program offers as plain text is its own words; only rich text alone is cleaned
  event.preventDefault();
  text.setRangeText(strip(html), text.selectionStart, text.selectionEnd, "end");
  text.dispatchEvent(new Event("input"));
});

/** Rich text without a parser of markup: nothing of it is ever part of the page. */
function strip(html) {
  const out = [];
  const body = html.replace(/<!--[\s\S]*?-->/g, "").replace(/<(script|style|head|title|template)\b[\s\S]*?<\/\1>/gi, "");
  let at = 0;
  for (const tag of body.matchAll(/<\/?([a-zA-Z][\w:-]*)(?:"[^"]*"|'[^']*'|[^'">])*>/g)) {
    out.push(body.slice(at, tag.index).replace(/\s+/g, " "));
    const name = tag[1].toUpperCase();
    if (name === "BR" || BLOCK.has(name)) out.push(tag[0].startsWith("</") || name === "BR" || name === "HR" ? "\n" : name === "LI" ? "\n- " : "\n");
    else if ((name === "TD" || name === "TH") && tag[0].startsWith("</")) out.push("\t");
    at = tag.index + tag[0].length;
  }
  out.push(body.slice(at).replace(/\s+/g, " "));
  return entities(out.join("")).split("\n").map((line) => line.trim()).join("\n").replace(/\n{3,}/g, "\n\n").trim();
}

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " ", ndash: "–", mdash: "—", hellip: "…", lsquo: "‘", rsquo: "’", ldquo: "“", rdquo: "”" };

function entities(value) {
  return value.replace(/&(#x?[0-9a-fA-F]+|[a-zA-Z]+);/g, (whole, name) => {
    if (name[0] !== "#") return NAMED[name] ?? whole;
    const code = name[1] === "x" || name[1] === "X" ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code < 0x110000 ? String.fromCodePoint(code) : whole;
  });
}

let timer = 0;
let draft = form.dataset.draft;

async function keep() {
  const value = text.value;
  if (!value.trim()) return;
  try {
    const made = await call("/api/drafts", { text: value, instead: draft || null });
    draft = made.id;
    form.querySelector('input[name="draft"]').value = draft;
    saved.textContent = "Draft kept.";
  } catch (error) { saved.textContent = error.message; }
}

text.addEventListener("input", () => { clearTimeout(timer); saved.textContent = ""; timer = setTimeout(keep, 800); });
form.addEventListener("submit", () => clearTimeout(timer));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) files.files = event.dataTransfer.files;
});
