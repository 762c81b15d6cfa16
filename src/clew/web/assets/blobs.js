// The soft blob of every topic: the field of its dots on a grid, as a mesh that lies still while the picture is moved.

/** The side of a cell of the grid that is fine enough for a zoom. */
export const grain = (zoom) => (zoom < 0.25 ? 30 : zoom < 0.5 ? 18 : 9);
const REACH = 34, WEIGHT = 0.42; // how far a dot is felt, and how much at its middle
const LEAST = 0.34, FULL = 0.68; // root of the field where a blob begins, and where it is the same all over

/** Cells around dots: corners with the root of the field there, four to a cell; cells that are full all over join in a row. */
class Mesh {
  constructor() { this.room(1024); this.cells = 0; this.islands = []; }

  room(cells) {
    const grown = (values, each) => { const made = new values.constructor(cells * each); made.set(values); return made; };
    this.at = grown(this.at ?? new Float32Array(0), 8);
    this.field = grown(this.field ?? new Float32Array(0), 4);
    this.tint = grown(this.tint ?? new Uint8Array(0), 16);
    this.most = cells;
  }

  cell(left, top, right, bottom, corners, tint) {
    if (this.cells === this.most) this.room(this.most * 2);
    this.at.set([left, top, right, top, left, bottom, right, bottom], this.cells * 8);
    this.field.set(corners, this.cells * 4);
    for (let k = 0; k < 4; k++) this.tint.set(tint, this.cells * 16 + 4 * k);
    this.cells++;
  }
}

/** The mesh of islands: each `{ dots, left, right, top, bottom, tint }`, dots as numbers into `at`. */
export function mesh(islands, at, side) {
  const made = new Mesh(), reach = Math.max(REACH, side * 1.6);
  for (const island of islands) {
    const from = made.cells;
    fill(made, island, field(island, at, side, reach));
    made.islands.push({ island, from, cells: made.cells - from });
  }
  return made;
}

function field(island, at, side, reach) {
  const x0 = Math.floor((island.left - reach) / side), y0 = Math.floor((island.top - reach) / side);
  const wide = Math.ceil((island.right + reach) / side) - x0 + 1, high = Math.ceil((island.bottom + reach) / side) - y0 + 1;
  if (wide * high > 4e6) return { x0, y0, wide: 0, high: 0, side, sum: [] }; // dots that a hand put far apart are no blob
  const sum = new Float32Array(wide * high);
  for (const i of island.dots) {
    const x = at[2 * i] / side - x0, y = at[2 * i + 1] / side - y0, r = reach / side, far = r * r;
    for (let v = Math.max(0, Math.ceil(y - r)); v <= y + r && v < high; v++) for (let u = Math.max(0, Math.ceil(x - r)); u <= x + r && u < wide; u++) {
      const near = 1 - ((u - x) ** 2 + (v - y) ** 2) / far;
      if (near > 0) sum[u + wide * v] += near * near * WEIGHT;
    }
  }
  for (let k = 0; k < sum.length; k++) sum[k] = Math.sqrt(sum[k]); // straight at the rim, where it is seen
  return { x0, y0, wide, high, side, sum };
}

function fill(made, { tint }, { x0, y0, wide, high, side, sum }) {
  for (let v = 0; v + 1 < high; v++) {
    let run = -1;
    for (let u = 0; u + 1 < wide; u++) {
      const k = u + wide * v, a = sum[k], b = sum[k + 1], c = sum[k + wide], d = sum[k + wide + 1];
      const full = a > FULL && b > FULL && c > FULL && d > FULL;
      if (full && run < 0) run = u;
      if (!full && run >= 0) { made.cell((x0 + run) * side, (y0 + v) * side, (x0 + u) * side, (y0 + v + 1) * side, [1, 1, 1, 1], tint); run = -1; }
      if (!full && Math.max(a, b, c, d) > LEAST) made.cell((x0 + u) * side, (y0 + v) * side, (x0 + u + 1) * side, (y0 + v + 1) * side, [a, b, c, d], tint);
    }
  }
}
