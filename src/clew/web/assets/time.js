// The time slider: the graph as of a day, from the first claim to today.

const DAY = 86400000;

export class Slider {
  constructor({ range, output, play, change }) {
    Object.assign(this, { range, output, play, change });
    range.addEventListener("input", () => this.tell());
    play?.addEventListener("click", () => this.run(!this.running));
  }

  span(days) {
    const known = days.filter((day) => /^\d{4}-\d\d-\d\d$/.test(day)).map((day) => Date.parse(day)).sort((a, b) => a - b);
    if (!known.length) return;
    this.first = known[0];
    this.last = known[known.length - 1];
    this.range.max = String(Math.max(1, Math.round((this.last - this.first) / DAY)));
    this.range.value = this.range.max;
    this.tell();
  }

  tell() {
    if (this.first === undefined) return;
    const now = Number(this.range.value) >= Number(this.range.max);
    const day = now ? null : new Date(this.first + Number(this.range.value) * DAY).toISOString().slice(0, 10);
    this.output.textContent = day ?? "today";
    this.range.setAttribute("aria-valuetext", day ?? "today");
    this.change(day);
  }

  run(on) {
    this.running = on;
    this.play.setAttribute("aria-pressed", String(on));
    this.play.textContent = on ? "Stop" : "Play";
    if (!on) return;
    if (Number(this.range.value) >= Number(this.range.max)) this.range.value = "0";
    const pace = Math.max(1, Math.round(Number(this.range.max) / 160));
    const step = () => {
      if (!this.running) return;
      this.range.value = String(Number(this.range.value) + pace);
      this.tell();
      if (Number(this.range.value) >= Number(this.range.max)) this.run(false);
      else setTimeout(step, 60);
    };
    step();
  }
}
