// Moves the dots in small steps between frames, where a file has no worker.

import { Layout } from "./layout.js";

/** Steps between frames, none longer than a person notices. */
export function between() {
  let layout = null, tell = null, running = false;
  const step = () => {
    const until = performance.now() + 9;
    do layout.tick(); while (!layout.resting && performance.now() < until);
    const at = new Float32Array(layout.n * 2);
    for (let i = 0; i < layout.n; i++) { at[2 * i] = layout.x[i]; at[2 * i + 1] = layout.y[i]; }
    tell(at);
    running = !layout.resting;
    if (running) requestAnimationFrame(step);
  };
  const start = () => { if (!running) { running = true; requestAnimationFrame(step); } };
  return {
    start(shape, place) { tell = place; layout = new Layout(shape); start(); },
    hold(dots) { for (const [i, x, y] of dots) layout.hold(i, x, y); layout.warm(0.15); start(); },
    release() { layout.release(); start(); },
  };
}
