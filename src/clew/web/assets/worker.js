// Moves the dots beside the page, so that the page never waits for them.

import { Layout } from "./layout.js";

let layout = null;
let running = false;

function run() {
  const until = performance.now() + 24;
  let steps = 0;
  do { layout.tick(); steps++; } while (!layout.resting && performance.now() < until && steps < 4);
  const at = new Float32Array(layout.n * 2);
  for (let i = 0; i < layout.n; i++) { at[2 * i] = layout.x[i]; at[2 * i + 1] = layout.y[i]; }
  postMessage({ at, resting: layout.resting }, [at.buffer]);
  running = !layout.resting;
  if (running) setTimeout(run, 0);
}

function start() { if (!running) { running = true; setTimeout(run, 0); } }

onmessage = ({ data }) => {
  if (data.topics) layout = new Layout(data);
  if (data.hold) { for (const [i, x, y] of data.hold) layout.hold(i, x, y); layout.warm(0.15); }
  if (data.release) layout.release();
  if (layout) start();
};
