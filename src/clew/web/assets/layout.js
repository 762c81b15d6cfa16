// Where the dots go: topics as packed islands that push one another away, claims as bodies inside them.
// No distances between all pairs are ever computed: neighbours are found in a grid, so that time grows with the dots.

const GAP = 20; // between dots of one island
const SPRING = 26; // length of a link of a chain
const COLD = 0.004;

export class Layout {
  /** `topics[i]` is the island of dot i; `edges` is a flat list of pairs; `links` pairs of islands that attract; `aspect` the width of the picture by its height. */
  constructor({ topics, count, edges, links = [], places = null, aspect = 1.5 }) {
    this.n = topics.length;
    this.wide = Math.sqrt(Math.max(0.4, Math.min(2.5, aspect)));
    this.topics = topics;
    this.count = count;
    this.edges = edges;
    this.links = links;
    this.x = new Float32Array(this.n);
    this.y = new Float32Array(this.n);
    this.vx = new Float32Array(this.n);
    this.vy = new Float32Array(this.n);
    this.held = new Uint8Array(this.n);
    this.alpha = 1;
    this.members = Array.from({ length: count }, () => []);
    for (let i = 0; i < this.n; i++) this.members[topics[i]].push(i);
    this.radius = Float32Array.from(this.members, (list) => GAP * 0.62 * Math.sqrt(list.length + 0.6) + 16);
    this.cx = new Float32Array(count);
    this.cy = new Float32Array(count);
    this.pack();
    this.scatter();
    if (places) for (const [i, x, y] of places) this.hold(i, x, y);
  }

  /** Islands from the largest outwards on a spiral, each at the first free place. */
  pack() {
    const order = [...this.members.keys()].filter((t) => this.members[t].length).sort((a, b) => this.radius[b] - this.radius[a]);
    const cell = 2 * (order.length ? this.radius[order[0]] : 1) + 12;
    const grid = new Map();
    const free = (x, y, r) => {
      const gx = Math.floor(x / cell), gy = Math.floor(y / cell);
      for (let i = gx - 1; i <= gx + 1; i++) for (let j = gy - 1; j <= gy + 1; j++) {
        for (const t of grid.get(i * 65536 + j) ?? []) {
          if (Math.hypot(x - this.cx[t], y - this.cy[t]) < r + this.radius[t] + 12) return false;
        }
      }
      return true;
    };
    let start = 0; // what did not fit further in for a larger island is not tried again for every smaller one
    let last = Infinity;
    for (const t of order) {
      const r = this.radius[t];
      if (r < last * 0.7) { start *= 0.5; last = r; }
      for (let k = start; ; k++) {
        const d = 6 * Math.sqrt(k) * Math.sqrt(r / 16), a = k * 2.399963;
        const x = this.wide * d * Math.cos(a), y = d * Math.sin(a) / this.wide;
        if (!free(x, y, r)) continue;
        this.cx[t] = x; this.cy[t] = y;
        const key = Math.floor(x / cell) * 65536 + Math.floor(y / cell);
        grid.get(key)?.push(t) ?? grid.set(key, [t]);
        start = Math.max(0, k - 40);
        break;
      }
    }
  }

  scatter() {
    for (let t = 0; t < this.count; t++) {
      this.members[t].forEach((i, k) => {
        const d = GAP * 0.58 * Math.sqrt(k + 0.3), a = k * 2.399963 + t;
        this.x[i] = this.cx[t] + d * Math.cos(a);
        this.y[i] = this.cy[t] + d * Math.sin(a);
      });
    }
  }

  /** Hold a dot at a place, as a person put it there. */
  hold(i, x, y) { this.held[i] = 1; this.x[i] = x; this.y[i] = y; this.vx[i] = this.vy[i] = 0; }

  /** Let every dot go, and begin anew. */
  release() { this.held.fill(0); this.pack(); this.scatter(); this.alpha = 1; }

  warm(alpha = 0.3) { this.alpha = Math.max(this.alpha, alpha); }

  get resting() { return this.alpha < COLD; }

  /** One step of time. */
  tick() {
    this.alpha *= 0.975;
    this.islands();
    this.springs();
    this.neighbours();
    const { x, y, vx, vy, held } = this;
    for (let i = 0; i < this.n; i++) {
      if (held[i]) { vx[i] = vy[i] = 0; continue; }
      vx[i] *= 0.6; vy[i] *= 0.6;
      x[i] += vx[i]; y[i] += vy[i];
    }
  }

  islands() {
    const { cx, cy, members, radius, alpha, x, y, vx, vy } = this;
    const live = [];
    for (let t = 0; t < this.count; t++) {
      const list = members[t];
      if (!list.length) continue;
      let sx = 0, sy = 0;
      for (const i of list) { sx += x[i]; sy += y[i]; }
      cx[t] = sx / list.length; cy[t] = sy / list.length;
      live.push(t);
    }
    const px = new Float32Array(this.count), py = new Float32Array(this.count);
    for (const t of live) { px[t] = -cx[t] * 0.005 / this.wide * alpha; py[t] = -cy[t] * 0.005 * this.wide * alpha; }
    for (let k = 0; k < this.links.length; k += 2) {
      const a = this.links[k], b = this.links[k + 1];
      const dx = cx[b] - cx[a], dy = cy[b] - cy[a], d = Math.hypot(dx, dy) || 1;
      const pull = Math.max(0, d - radius[a] - radius[b] - 30) / d * 0.02 * alpha;
      px[a] += dx * pull; py[a] += dy * pull; px[b] -= dx * pull; py[b] -= dy * pull;
    }
    // Along one axis sorted, only islands whose shadows overlap are compared.
    live.sort((a, b) => cx[a] - radius[a] - cx[b] + radius[b]);
    for (let i = 0; i < live.length; i++) {
      const a = live[i], edge = cx[a] + radius[a] + 14;
      for (let j = i + 1; j < live.length && cx[live[j]] - radius[live[j]] < edge; j++) {
        const b = live[j], dx = cx[b] - cx[a], dy = cy[b] - cy[a], least = radius[a] + radius[b] + 14;
        const d = Math.hypot(dx, dy) || 0.1;
        if (d >= least) continue;
        const push = (least - d) / d * 0.35 * Math.min(1, alpha + 0.2), share = radius[b] / (radius[a] + radius[b]);
        px[a] -= dx * push * share; py[a] -= dy * push * share;
        px[b] += dx * push * (1 - share); py[b] += dy * push * (1 - share);
      }
    }
    for (const t of live) {
      for (const i of members[t]) {
        vx[i] += px[t] + (cx[t] - x[i]) * 0.05 * alpha;
        vy[i] += py[t] + (cy[t] - y[i]) * 0.05 * alpha;
      }
    }
  }

  springs() {
    const { edges, x, y, vx, vy, alpha } = this;
    for (let k = 0; k < edges.length; k += 2) {
      const a = edges[k], b = edges[k + 1];
      const dx = x[b] - x[a], dy = y[b] - y[a], d = Math.hypot(dx, dy) || 0.1;
      const pull = (d - SPRING) / d * 0.12 * alpha;
      const cap = Math.min(1, 60 / (Math.abs(pull) * d + 1e-6));
      vx[a] += dx * pull * cap; vy[a] += dy * pull * cap; vx[b] -= dx * pull * cap; vy[b] -= dy * pull * cap;
    }
  }

  neighbours() {
    const { n, x, y, vx, vy } = this;
    const strength = 0.5 * Math.min(1, this.alpha + 0.1);
    let x0 = Infinity, y0 = Infinity, x1 = -Infinity, y1 = -Infinity;
    for (let i = 0; i < n; i++) { x0 = Math.min(x0, x[i]); x1 = Math.max(x1, x[i]); y0 = Math.min(y0, y[i]); y1 = Math.max(y1, y[i]); }
    if (!(x1 - x0 < 1e6 && y1 - y0 < 1e6)) return;
    const columns = Math.max(1, Math.ceil((x1 - x0) / GAP) + 1), rows = Math.max(1, Math.ceil((y1 - y0) / GAP) + 1);
    const wide = Math.max(1, Math.ceil(Math.sqrt((columns * rows) / 4e6)));
    const size = GAP * wide, across = Math.ceil(columns / wide) + 1, down = Math.ceil(rows / wide) + 1;
    const head = new Int32Array(across * down).fill(-1), next = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      const c = Math.floor((x[i] - x0) / size) + across * Math.floor((y[i] - y0) / size);
      next[i] = head[c]; head[c] = i;
    }
    for (let i = 0; i < n; i++) {
      const gx = Math.floor((x[i] - x0) / size), gy = Math.floor((y[i] - y0) / size);
      for (let u = Math.max(0, gx - 1); u <= Math.min(across - 1, gx + 1); u++) for (let v = Math.max(0, gy - 1); v <= Math.min(down - 1, gy + 1); v++) {
        for (let j = head[u + across * v]; j >= 0; j = next[j]) {
          if (j <= i) continue;
          let dx = x[j] - x[i], dy = y[j] - y[i];
          let d = Math.hypot(dx, dy);
          if (d >= GAP) continue;
          if (d < 0.01) { dx = (i % 7) - 3; dy = (j % 5) - 2.5; d = 1; }
          const push = (GAP - d) / d * strength * 0.5;
          vx[i] -= dx * push; vy[i] -= dy * push; vx[j] += dx * push; vy[j] += dy * push;
        }
      }
    }
  }
}
