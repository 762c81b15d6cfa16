"""The graph of the app in a real browser with software rendering: frames a second at rest, moving and being laid out.

A generated graph is drawn (islands of very different sizes, chains, disputes), so nothing of anybody's data is needed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from common import Report, parser, skip

SIZES = (2_000, 10_000)
SECONDS = 5
SOFTWARE = ["--no-sandbox", "--enable-unsafe-swiftshader"]
MAKE = """(n) => {
  let seed = 7;
  const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const topics = [], nodes = [], edges = [], links = ['active', 'superseded', 'retracted', 'proposed'];
  while (nodes.length < n) {
    const t = topics.length, size = Math.min(n - nodes.length, 1 + Math.floor(60 * random() ** 4));
    topics.push([`topic ${t}`, size]);
    for (let k = 0; k < size; k++) {
      const at = nodes.length, old = k > 0 && random() < 0.3, link = random() < 0.2 ? 1 : 0;
      nodes.push([`c${at}`, `What was decided here, number ${at}`, t, at % 8, link, '2026-01-01', '', 2, old ? 1 : 0]);
      if (old) edges.push([at, at - 1, 0]);
    }
  }
  return {topics, nodes, edges, kinds: [], links, relations: [], total: n, folded: false};
}"""
FRAMES = """([seconds, moving]) => new Promise((done) => {
  const scene = globalThis.clewScene, times = [];
  let last = performance.now();
  const end = last + seconds * 1000;
  const close = () => {
    times.sort((a, b) => a - b);
    const whole = times.reduce((a, b) => a + b, 0);
    done({ fps: 1000 * times.length / whole, frames: times.length, p95: times[Math.floor(times.length * 0.95)] });
  };
  const step = (now) => {
    times.push(now - last);
    last = now;
    if (moving) {
      scene.view.x = 80 * Math.sin(now / 300);
      scene.view.y = 60 * Math.cos(now / 400);
      scene.draw();
    }
    if (now < end || times.length < 6) requestAnimationFrame(step);
    else close();
  };
  requestAnimationFrame(step);
})"""


def cpu(root: int) -> float:
    """Seconds of processor time that a process and all below it have used."""
    found: dict[int, tuple[int, float]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        found[int(path.parent.name)] = (int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))
    mine, grown = {root}, True
    while grown:
        more = {pid for pid, (parent, _) in found.items() if parent in mine} - mine
        grown = bool(more)
        mine |= more
    return sum(found[pid][1] for pid in mine if pid in found)


def timed(page: Any, moving: bool) -> dict[str, float]:
    """Frames a second, and the processor time of a frame: what the picture costs however busy the machine is."""
    before = cpu(os.getpid())
    made = page.evaluate(FRAMES, [SECONDS, moving])
    return {**made, "cpu": 1000 * (cpu(os.getpid()) - before) / made["frames"]}


def measured(page: Any, n: int) -> dict[str, float]:
    """Figures of one size."""
    page.evaluate(
        f"async () => {{ const graph = ({MAKE})({n}); globalThis.clewScene.untouched = true;"
        " const start = performance.now(), before = clewScene.frames; clewScene.load(graph);"
        " while (clewScene.frames === before) await new Promise((r) => requestAnimationFrame(r));"
        " globalThis.firstFrame = performance.now() - start; }"
    )
    first = page.evaluate("() => globalThis.firstFrame")
    laying = timed(page, False)
    page.wait_for_timeout(12_000)
    moving = timed(page, True)
    page.evaluate("() => clewScene.zoom(6)")
    close = timed(page, True)
    return {
        "first_frame_ms": first,
        "fps_laying_out": laying["fps"],
        "fps_moving": moving["fps"],
        "fps_moving_close": close["fps"],
        "p95_frame_ms": moving["p95"],
        "cpu_ms_a_frame": moving["cpu"],
        "cpu_ms_a_frame_close": close["cpu"],
    }


def main() -> None:
    """Serve the example bundle, let a browser in, and draw."""
    args = parser(__doc__ or "", "graph").parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("Playwright is not installed")
    if chromium is None:
        skip("there is no Chromium here")
    report = Report("graph", [], args.json)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        root = Path(folder) / "bundle"
        subprocess.run([sys.executable, "-m", "clew", "demo", str(root)], check=True, stdout=subprocess.DEVNULL)
        command = [sys.executable, "-m", "clew", "--bundle", str(root), "serve", "--port", "0"]
        env = {**os.environ, "PYTHONUNBUFFERED": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as server:
            assert server.stdout
            link = server.stdout.readline().split()[1]
            browser = driver.chromium.launch(executable_path=chromium, args=SOFTWARE)
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(link)
            page.wait_for_url(link.split("open?")[0])
            page.goto(link.split("open?")[0] + "graph")
            page.wait_for_timeout(1500)
            report.add({"load_average": os.getloadavg()[0]})
            for n in SIZES[: args.limit]:
                report.add(measured(page, n), f"{n} dots")
            browser.close()
            server.terminate()
    report.close(len(SIZES))


if __name__ == "__main__":
    main()
