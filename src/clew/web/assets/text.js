// Small pieces that every page needs: elements made without markup, stored text made visible.

const STEERING = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/gu;

/** An element with attributes and children; strings become text, never markup. */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

const named = (char) => `U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Stored text where only letters can stand, as in a picture: every character that would steer the line is named. */
export function plainly(text) {
  return text.replace(STEERING, (char) => `[${named(char)}]`);
}

/** Stored text as nodes, with a mark for every character that would steer the line. */
export function visible(text) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(STEERING)) {
    out.push(text.slice(at, match.index), el("span", { class: "ctl" }, named(match[0])));
    at = match.index + match[0].length;
  }
  out.push(text.slice(at));
  return out;
}

/** Tell people who cannot see what changed. */
export function say(text) {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}

const TONES = [["CORRECTION", "correction"], ["CURRENT", "current"], ["DISPUTED", "disputed"], ["DROPPED", "dropped"],
  ["PROPOSED", "waits"], ["TIME", "time"], ["EXPIRED", "dropped"], ["high", "plain"], ["medium", "plain"], ["low", "plain"]];

/** A line of badges. */
export function badges(words) {
  return el("span", { class: "badges" }, words.map((word) => {
    const tone = TONES.find(([start]) => word.startsWith(start));
    return el("span", { class: `badge ${tone ? tone[1] : "past"}` }, word);
  }));
}
