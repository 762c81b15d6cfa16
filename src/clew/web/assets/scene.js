// The graph on the screen: data in, picture out, and everything a hand or a keyboard does with it.

import { grain, mesh } from "./blobs.js";
import { FAR, Painter } from "./gl.js";
import { plainly } from "./text.js";

const GOLDEN = 137.508;
const COARSEST = 0.45; // share of the pixels along an edge that a moving picture keeps on a slow machine
const MANY = 2500;
const LABELS = 90; // words drawn at once; more cannot be read
const ROOM = 6500; // pixels of the picture for each word
const SUPERSEDES = 0, DISPUTES = 2, ABOUT = 4;

const near = (value, low, high) => Math.max(low, Math.min(high, value));

/** A colour of the island t, dark or light, as three numbers from 0 to 1. */
function hue(t, dark) {
  const h = (t * GOLDEN + 205) % 360, s = 0.42 + 0.12 * (t % 3), l = dark ? 0.66 : 0.46;
  const a = s * Math.min(l, 1 - l);
  const f = (n) => { const k = (n + h / 30) % 12; return l - a * Math.max(-1, Math.min(k - 3, 9 - k, 1)); };
  return [f(0), f(8), f(4)];
}

function rgb(text) {
  const probe = document.createElement("span");
  probe.style.color = text;
  document.body.append(probe);
  const found = getComputedStyle(probe).color.match(/[\d.]+/g).slice(0, 3).map((v) => Number(v) / 255);
  probe.remove();
  return found;
}

export class Scene {
  /** `mover` is given the shape of the graph and calls back with places: a worker, or steps between frames. */
  constructor({ gl, text, mover, open, chose, moved }) {
    this.painter = new Painter(gl);
    this.text = text;
    this.pen = text.getContext("2d");
    this.mover = mover;
    this.events = { open, chose, moved };
    this.view = { x: 0, y: 0, zoom: 1, width: 1, height: 1, ratio: 1 };
    this.shown = { topic: null, kind: null, state: null, since: "", day: null, past: true };
    this.lit = new Set();
    this.chosen = -1;
    this.frames = 0;
    this.quality = 1;
    this.untouched = true;
    this.colours();
    new ResizeObserver(() => this.resize()).observe(text);
    this.resize();
    this.listen();
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const value = (name) => rgb(style.getPropertyValue(name).trim() || "#888");
    this.look = { paper: value("--bg"), ink: value("--ink"), ring: value("--correction"), alarm: value("--disputed"), muted: value("--muted"), dim: false };
    this.dark = this.look.paper[0] < 0.5;
    this.look.blob = this.dark ? 0.24 : 0.22;
    this.css = { ink: style.getPropertyValue("--ink"), muted: style.getPropertyValue("--muted"), bg: style.getPropertyValue("--bg"), accent: style.getPropertyValue("--accent") };
    if (this.n) { this.tint(); this.refresh(); }
  }

  /** Take in a graph as the API gives it, with remembered places. */
  load(graph, places = {}) {
    const folded = graph.folded;
    this.topics = graph.topics.map(([name, count]) => ({ name, count }));
    this.rows = folded
      ? graph.topics.map(([name, count], t) => ({ id: `topic:${name}`, label: `${name || "unfiled"} (${count})`, topic: t, kind: 1, link: 0, at: "", ended: "", flags: 0, count }))
      : graph.nodes.map(([id, label, topic, kind, link, at, ended, , flags]) => ({ id, label, topic: Math.max(0, topic), kind, link, at, ended, flags, count: 0 }));
    this.folded = folded;
    this.graph = graph;
    this.n = this.rows.length;
    this.index = new Map(this.rows.map((row, i) => [row.id, i]));
    const islands = folded ? 1 : Math.max(1, this.topics.length);
    const own = Int32Array.from(this.rows, (row) => (folded ? 0 : row.topic));
    const chains = graph.edges.filter(([, , kind]) => kind !== ABOUT);
    const abouts = graph.edges.filter(([, , kind]) => kind === ABOUT);
    this.edges = folded ? [] : chains.filter(([a, b]) => a < this.n && b < this.n);
    this.links = new Map();
    for (const [a, t] of abouts) if (!folded && this.rows[a]) this.links.set(`${this.rows[a].topic}>${t}`, [this.rows[a].topic, t]);
    this.at = new Float32Array(this.n * 2);
    this.own = own;
    this.centres = [];
    this.painter.n = this.n;
    this.size = Float32Array.from(this.rows, (row) => (folded ? 5 + 2.2 * Math.sqrt(row.count) : row.link === 0 ? 9 : 6.5));
    this.painter.data("size", this.size);
    this.tint();
    this.mark();
    const held = Object.entries(places).filter(([id]) => this.index.has(id)).map(([id, [x, y]]) => [this.index.get(id), x, y]);
    this.untouched = held.length === 0 || this.untouched;
    this.mover.start({ topics: own, count: islands, edges: Int32Array.from(this.edges.flatMap(([a, b]) => [a, b])), links: Int32Array.from([...this.links.values()].flat()), places: held, aspect: this.view.width / this.view.height }, (at) => this.place(at));
  }

  tint() {
    this.colour = new Float32Array(this.n * 3);
    this.rows.forEach((row, i) => this.colour.set(hue(row.topic, this.dark), i * 3));
    this.painter.data("colour", this.colour);
  }

  place(at) {
    for (const [i, x, y] of this.dragging ?? []) { at[2 * i] = x; at[2 * i + 1] = y; }
    this.at = at;
    this.painter.data("at", at);
    this.gather();
    this.wires();
    this.draw();
    if (this.untouched) this.fit();
  }

  /** Which claims there are on the chosen day, and how they stood. */
  state(row) {
    const { day } = this.shown;
    const there = !day || !row.at || row.at <= day;
    const ended = Boolean(row.ended) && (!day || row.ended <= day);
    const holds = row.link === 0 || (row.link !== 3 && Boolean(day) && !ended);
    return { there, holds };
  }

  passes(row, { there, holds }) {
    const { topic, kind, state, since, past } = this.shown;
    if (!there || (topic !== null && this.topics[row.topic]?.name !== topic) || (kind !== null && this.graph.kinds[row.kind] !== kind)) return false;
    if (since && row.at && row.at < since) return false;
    if (!past && !holds && row.link !== 3) return false;
    const name = this.graph.links[row.link];
    return !state || (state === "current" ? holds : state === "disputed" ? Boolean(row.flags & 2) : name === state);
  }

  mark() {
    this.flags = Float32Array.from(this.rows, (row, i) => {
      const standing = this.state(row);
      if (!this.passes(row, standing)) return 0;
      return 1 + 2 * standing.holds + 4 * (row.flags & 1) + 8 * ((row.flags & 2) >> 1) + 16 * (row.link === 3) + 32 * this.lit.has(i) + 64 * (i === this.chosen);
    });
    this.look.dim = this.lit.size > 0;
    this.painter.data("flags", this.flags);
    this.gather();
    this.wires();
  }

  /** The islands as they lie now: dots, middle and extent of each that has any in view of the filters. */
  gather() {
    this.side = 0; // the mesh is that of before
    if (this.folded || !this.flags || !this.topics) { this.centres = []; return; }
    const found = new Map();
    for (let i = 0; i < this.n; i++) {
      if (!this.flags[i]) continue;
      const t = this.rows[i].topic, x = this.at[2 * i], y = this.at[2 * i + 1];
      let one = found.get(t);
      if (!one) found.set(t, one = { t, n: 0, x: 0, y: 0, top: Infinity, left: Infinity, right: -Infinity, bottom: -Infinity, dots: [], tint: [...hue(t, this.dark).map((v) => 255 * v), 255] });
      one.n++; one.x += x; one.y += y;
      one.dots.push(i);
      one.top = Math.min(one.top, y); one.bottom = Math.max(one.bottom, y); one.left = Math.min(one.left, x); one.right = Math.max(one.right, x);
    }
    this.centres = [...found.values()].sort((a, b) => b.n - a.n);
    for (const one of this.centres) { one.x /= one.n; one.y /= one.n; }
  }

  /** The blobs in view; their mesh is made anew only where dots moved, a filter changed, or the eye came nearer. */
  blobs() {
    const { painter, view } = this, side = grain(view.zoom), began = performance.now();
    if (side !== this.side && this.mesh && began < this.due) { // while dots move, a fifth of the time goes to it
      clearTimeout(this.late);
      this.late = setTimeout(() => this.draw(), this.due - began);
    } else if (side !== this.side) {
      this.side = side;
      this.mesh = mesh(this.centres, this.at, side);
      painter.data("mesh at", this.mesh.at.subarray(0, 8 * this.mesh.cells));
      painter.data("mesh field", this.mesh.field.subarray(0, 4 * this.mesh.cells));
      painter.data("mesh tint", this.mesh.tint.subarray(0, 16 * this.mesh.cells));
      painter.corners(this.mesh.cells);
      this.due = 5 * performance.now() - 4 * began;
    }
    const seen = [], x = (value) => value * view.zoom + view.x + view.width / 2, y = (value) => value * view.zoom + view.y + view.height / 2;
    for (const { island, from, cells } of this.mesh.islands) {
      if (x(island.right + 50) < 0 || x(island.left - 50) > view.width || y(island.bottom + 50) < 0 || y(island.top - 50) > view.height) continue;
      const last = seen.at(-1);
      if (last && last[0] + last[1] === from) last[1] += cells;
      else seen.push([from, cells]);
    }
    painter.stretches = seen;
  }

  wires() {
    if (!this.edges || !this.flags) return;
    const ends = this.edges.filter(([a, b]) => this.flags[a] && this.flags[b]), count = ends.length;
    const at = new Float32Array(count * 8), other = new Float32Array(count * 8), shade = new Float32Array(count * 16), side = new Float32Array(count * 4);
    ends.forEach(([a, b, kind], k) => {
      const from = this.at.subarray(2 * a, 2 * a + 2), to = this.at.subarray(2 * b, 2 * b + 2);
      const base = kind === DISPUTES ? this.look.alarm : kind === SUPERSEDES ? this.look.ring : this.look.muted;
      const quiet = this.look.dim && !(this.lit.has(a) && this.lit.has(b));
      const colour = [...base, quiet ? 0.1 : kind === SUPERSEDES || kind === DISPUTES ? 0.75 : 0.35];
      at.set([...from, ...from, ...to, ...to], 8 * k);
      other.set([...to, ...to, ...from, ...from], 8 * k);
      side.set([-1, 1, 1, -1], 4 * k); // seen from its other end, left is right
      shade.set([...colour, ...colour, ...colour, ...colour], 16 * k);
    });
    this.painter.edgeCount = count;
    this.painter.corners(count);
    for (const [name, values] of [["at", at], ["other", other], ["side", side], ["shade", shade]]) this.painter.data(`line ${name}`, values);
  }

  refresh() { this.mark(); this.draw(); }

  /** Show only what passes; `changes` are fields of `shown`. */
  filter(changes) { Object.assign(this.shown, changes); this.refresh(); }

  /** Light these claims up, and bring them into view beside what covers the picture at its right or bottom. */
  light(ids, covered = {}) {
    this.lit = new Set(ids.map((id) => this.index.get(id)).filter((i) => i !== undefined));
    this.refresh();
    if (this.lit.size) this.fit([...this.lit], 1.6, covered);
    return this.lit.size;
  }

  choose(i, glide = true) {
    this.chosen = i;
    this.refresh();
    if (i >= 0 && glide) this.into(i);
    this.events.chose?.(i >= 0 ? this.rows[i] : null, i >= 0 ? this.topics[this.rows[i].topic] : null);
  }

  locate(id, zoom = 1.4) {
    const i = this.index.get(id);
    if (i === undefined) return false;
    this.untouched = false;
    this.view.zoom = Math.max(this.view.zoom, zoom);
    this.view.x = -this.at[2 * i] * this.view.zoom;
    this.view.y = -this.at[2 * i + 1] * this.view.zoom;
    this.choose(i, false);
    return true;
  }

  into(i) {
    const [x, y] = this.screen(i), margin = 60;
    const dx = near(x, margin, this.view.width - margin) - x, dy = near(y, margin, this.view.height - margin) - y;
    if (dx || dy) { this.untouched = false; this.view.x += dx; this.view.y += dy; this.draw(); }
  }

  fit(which = null, most = 2, { right = 0, bottom = 0 } = {}) {
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    const take = (i) => { const x = this.at[2 * i], y = this.at[2 * i + 1]; x0 = Math.min(x0, x); x1 = Math.max(x1, x); y0 = Math.min(y0, y); y1 = Math.max(y1, y); };
    if (which) which.forEach(take);
    else for (let i = 0; i < this.n; i++) if (this.flags[i]) take(i);
    if (!(x1 >= x0)) return;
    const width = this.view.width - right, height = this.view.height - bottom;
    this.view.zoom = near(Math.min((width - 60) / (x1 - x0 + 90), (height - 60) / (y1 - y0 + 90)), 0.02, most);
    this.view.x = -(x0 + x1) / 2 * this.view.zoom - right / 2;
    this.view.y = -(y0 + y1) / 2 * this.view.zoom - bottom / 2;
    if (which) this.untouched = false;
    this.draw();
  }

  screen(i) { return [this.at[2 * i] * this.view.zoom + this.view.x + this.view.width / 2, this.at[2 * i + 1] * this.view.zoom + this.view.y + this.view.height / 2]; }

  resize() {
    const box = this.text.getBoundingClientRect();
    const ratio = Math.min(2, devicePixelRatio || 1);
    Object.assign(this.view, { width: Math.max(1, box.width), height: Math.max(1, box.height), ratio });
    this.text.width = Math.round(box.width * ratio);
    this.text.height = Math.round(box.height * ratio);
    this.sharpen(1);
    if (this.n && this.untouched) this.fit();
    this.draw();
  }

  /** Ask for a frame; many wishes between two frames are one. */
  draw() {
    if (this.waiting || !this.n) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.paint(); });
  }

  paint() {
    if (!this.painter.buffers.at) return;
    this.pace();
    this.cull();
    this.blobs();
    this.painter.paint({ ...this.view, ratio: this.view.ratio * this.quality }, this.look);
    this.words();
    this.frames++;
  }

  /** Close by, only the dots in view are handed on; in a small graph it would cost more than it saves. */
  cull() {
    const { view, painter, at, flags } = this;
    painter.near = 0;
    if (this.n < MANY || view.zoom < FAR) return;
    const wide = view.width / 2 + 60 * view.zoom, high = view.height / 2 + 60 * view.zoom;
    const seen = [];
    for (let i = 0; i < this.n; i++) {
      if (flags[i] && Math.abs(at[2 * i] * view.zoom + view.x) < wide && Math.abs(at[2 * i + 1] * view.zoom + view.y) < high) seen.push(i);
    }
    const pick = (values, each) => { const out = new Float32Array(Math.max(1, seen.length) * each); seen.forEach((i, k) => { for (let d = 0; d < each; d++) out[k * each + d] = values[i * each + d]; }); return out; };
    for (const [name, values, each] of [["at", at, 2], ["size", this.size, 1], ["colour", this.colour, 3], ["flags", flags, 1]]) painter.data(`near ${name}`, pick(values, each));
    painter.near = Math.max(1, seen.length);
  }

  /** While the picture moves on a slow machine it is drawn coarser; at rest it is sharp again. */
  pace() {
    const now = performance.now(), since = now - (this.painted ?? now);
    this.painted = now;
    this.slow = since > 34 && since < 400 ? (this.slow ?? 0) + 1 : Math.max(0, (this.slow ?? 0) - 1);
    if (this.slow > 4 && this.quality > COARSEST) { this.slow = 0; this.sharpen(Math.max(COARSEST, this.quality * 0.7)); }
    clearTimeout(this.rest);
    if (this.quality < 1) this.rest = setTimeout(() => { this.sharpen(1); this.painted = undefined; this.slow = 0; this.draw(); }, 450);
  }

  sharpen(quality) {
    this.quality = quality;
    this.painter.resize(this.view.width, this.view.height, this.view.ratio * quality);
  }

  words() {
    const { pen, view } = this;
    pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    pen.clearRect(0, 0, view.width, view.height);
    pen.textAlign = "center";
    pen.lineJoin = "round";
    const face = "system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif", legible = view.zoom > 0.95 || this.folded;
    const dots = legible ? this.inview() : [], taken = [], kept = this.folded ? [] : dots.map(([, x, y]) => [x - 8, y - 8, x + 8, y + 8]);
    const most = Math.min(44, Math.max(16, Math.floor(view.width / 16)));
    let left = Math.min(LABELS, Math.ceil((view.width * view.height) / ROOM));
    const write = (label, x, y, style, size, colour, keep = kept) => {
      if (left <= 0 || y < 0 || y > view.height + 12) return;
      const words = plainly(label), short = words.length > most ? `${words.slice(0, most - 1).trimEnd()}…` : words;
      pen.font = `${style} ${size}px ${face}`;
      const wide = this.width(short);
      if (x > 0 && x < view.width) x = near(x, wide / 2 + 4, view.width - wide / 2 - 4); // what is seen is named inside the picture
      const box = [x - wide / 2 - 2, y - size, x + wide / 2 + 2, y + 4];
      const meets = (b) => b[0] < box[2] && b[2] > box[0] && b[1] < box[3] && b[3] > box[1];
      if (box[2] < 0 || box[0] > view.width || taken.some(meets) || keep.some(meets)) return;
      taken.push(box);
      left--;
      pen.strokeStyle = this.css.bg; pen.lineWidth = 4; pen.strokeText(short, x, y);
      pen.fillStyle = colour; pen.fillText(short, x, y);
    };
    const first = new Set([this.chosen, this.hover ?? -1, ...this.lit]);
    for (const i of first) if (i >= 0 && this.flags[i]) { const [x, y] = this.screen(i); write(this.rows[i].label, x, y - 14, 600, 13, this.css.ink, []); } // what was asked for may cover a dot
    if (!this.folded) this.titles(write);
    for (const [i, x, y] of this.look.dim ? [] : dots) if (!first.has(i)) write(this.rows[i].label, x, y + (this.folded ? 4 : 21), 400, 12, this.flags[i] & 2 ? this.css.ink : this.css.muted);
  }

  /** How wide a text is in the font of the pen; asked once for each. */
  width(text) {
    const name = `${this.pen.font} ${text}`;
    this.widths ??= new Map();
    if (this.widths.size > 4000) this.widths.clear();
    if (!this.widths.has(name)) this.widths.set(name, this.pen.measureText(text).width);
    return this.widths.get(name);
  }

  /** Dots whose words could be written now, each with its place on the screen. */
  inview() {
    const found = [];
    for (let i = 0; i < this.n && found.length < 4 * LABELS; i++) {
      if (!this.flags[i]) continue;
      const [x, y] = this.screen(i);
      if (x >= 0 && y >= 0 && x <= this.view.width && y <= this.view.height) found.push([i, x, y]);
    }
    return found;
  }

  titles(write) {
    const { view } = this;
    for (const c of this.centres.slice(0, 300)) {
      c.sx = c.x * view.zoom + view.x + view.width / 2;
      c.sy = (c.top - 22) * view.zoom + view.y + view.height / 2;
      if (c.sy < 14 && c.bottom * view.zoom + view.y + view.height / 2 > 40) c.sy = 14; // of an island that is partly seen, its name stays
      if (c.n * view.zoom * view.zoom < 0.12) continue;
      write(this.topics[c.t]?.name || "unfiled", c.sx, c.sy, 650, near(Math.round(11 + Math.sqrt(c.n) * view.zoom), 12, 19), this.css.muted);
    }
  }

  /** The dot under a point of the canvas; -1 where there is none. */
  under(x, y) {
    let best = -1, least = 18;
    for (let i = 0; i < this.n; i++) {
      if (!this.flags[i]) continue;
      const [sx, sy] = this.screen(i), d = Math.hypot(sx - x, sy - y);
      if (d < least) { least = d; best = i; }
    }
    return best;
  }

  title(x, y) { return this.centres?.find((c) => Math.abs(c.sx - x) < 60 && Math.abs(c.sy - 4 - y) < 12); }

  zoom(factor, x = this.view.width / 2, y = this.view.height / 2) {
    const { view } = this;
    const zoom = near(view.zoom * factor, 0.02, 8), by = zoom / view.zoom;
    const px = x - view.width / 2, py = y - view.height / 2;
    view.x = px - (px - view.x) * by; view.y = py - (py - view.y) * by; view.zoom = zoom;
    this.untouched = false;
    this.draw();
  }

  listen() {
    const { text } = this;
    const fingers = new Map();
    let grip = null, spread = 0, travelled = 0;
    const point = (event) => { const box = text.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    text.addEventListener("wheel", (event) => { event.preventDefault(); this.zoom(Math.exp(-near(event.deltaY, -300, 300) * 0.0022), ...point(event)); }, { passive: false });
    text.addEventListener("pointerdown", (event) => {
      const [x, y] = point(event);
      fingers.set(event.pointerId, [x, y]);
      text.setPointerCapture(event.pointerId);
      travelled = 0;
      const i = this.under(x, y), title = i < 0 ? this.title(x, y) : null;
      grip = fingers.size > 1 ? null : i >= 0 ? { dots: [i] } : title ? { dots: this.rows.flatMap((row, k) => (row.topic === title.t ? [k] : [])) } : { pan: true };
      spread = 0;
    });
    text.addEventListener("pointermove", (event) => {
      const [x, y] = point(event);
      const before = fingers.get(event.pointerId);
      if (!before) {
        const hover = this.under(x, y);
        text.style.cursor = hover >= 0 ? "pointer" : this.title(x, y) ? "move" : "grab";
        if (hover !== this.hover) { this.hover = hover; this.draw(); }
        return;
      }
      fingers.set(event.pointerId, [x, y]);
      travelled += Math.hypot(x - before[0], y - before[1]);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()], wide = Math.hypot(a[0] - b[0], a[1] - b[1]);
        if (spread) this.zoom(wide / spread, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
        spread = wide;
      } else if (grip?.dots && travelled > 4) this.drag(grip.dots, x - before[0], y - before[1]);
      else if (grip?.pan) { this.untouched = false; this.view.x += x - before[0]; this.view.y += y - before[1]; this.draw(); }
    });
    const up = (event) => {
      if (!fingers.delete(event.pointerId)) return;
      if (travelled <= 4 && event.type === "pointerup") {
        const i = grip?.dots?.length === 1 ? grip.dots[0] : -1;
        this.choose(i, false);
        if (i >= 0) this.events.open?.(this.rows[i], { x: event.clientX, y: event.clientY });
      } else if (grip?.dots) this.drop(grip.dots);
      grip = null;
    };
    text.addEventListener("pointerup", up);
    text.addEventListener("pointercancel", up);
    text.addEventListener("keydown", (event) => this.key(event));
  }

  drag(dots, dx, dy) {
    this.untouched = false;
    for (const i of dots) { this.at[2 * i] += dx / this.view.zoom; this.at[2 * i + 1] += dy / this.view.zoom; }
    this.dragging = dots.map((i) => [i, this.at[2 * i], this.at[2 * i + 1]]);
    this.painter.data("at", this.at);
    this.gather();
    this.wires();
    this.draw();
  }

  drop(dots) {
    if (!this.dragging) return;
    this.mover.hold(this.dragging);
    this.dragging = null;
    this.events.moved?.(Object.fromEntries(dots.map((i) => [this.rows[i].id, [Math.round(this.at[2 * i] * 10) / 10, Math.round(this.at[2 * i + 1] * 10) / 10]])));
  }

  organise() { this.untouched = true; this.mover.release(); this.events.moved?.(Object.fromEntries(this.rows.map((row) => [row.id, null]))); }

  key(event) {
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const way = ways[event.key];
    if (way && event.shiftKey) { this.untouched = false; this.view.x -= way[0] * 60; this.view.y -= way[1] * 60; this.draw(); }
    else if (way) this.step(way);
    else if (event.key === "+" || event.key === "=") this.zoom(1.25);
    else if (event.key === "-") this.zoom(0.8);
    else if (event.key === "0") { this.untouched = true; this.fit(); }
    else if (event.key === "Enter" && this.chosen >= 0) {
      const [x, y] = this.screen(this.chosen), box = this.text.getBoundingClientRect();
      this.events.open?.(this.rows[this.chosen], { x: x + box.left, y: y + box.top });
    } else return;
    event.preventDefault();
  }

  /** The nearest dot in a direction; the first step chooses the one in the middle. */
  step([wx, wy]) {
    const from = this.chosen >= 0 ? this.screen(this.chosen) : [this.view.width / 2, this.view.height / 2];
    let best = -1, least = Infinity;
    for (let i = 0; i < this.n; i++) {
      if (i === this.chosen || !this.flags[i]) continue;
      const [x, y] = this.screen(i), along = (x - from[0]) * wx + (y - from[1]) * wy, aside = Math.abs((x - from[0]) * wy) + Math.abs((y - from[1]) * wx);
      if (this.chosen >= 0 && along <= 1) continue;
      const cost = this.chosen >= 0 ? along + 2.2 * aside : Math.abs(along) + aside;
      if (cost < least) { least = cost; best = i; }
    }
    if (best >= 0) this.choose(best);
  }
}
