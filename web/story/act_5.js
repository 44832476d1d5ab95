// Make it fall: a hundred copies, and two knobs.

import { button, ofHundred, partsOf } from "./dom.js";
import { Hundred } from "./hundred.js";
import { Knobs } from "./knobs.js";

const TASK = { playouts: 1000, c: 10 }; // most must fall with so many playouts; with this c they do

export class Fall {
  constructor(section, beside, record) {
    this.parts = partsOf(section, "told", "knobs", "after");
    this.record = record;
    section.querySelector("data").textContent = ofHundred(1 / 7);
    record.writeIn(section.querySelector(".record"));
    const done = (blocks, falls) => this.hear(blocks, falls);
    this.hundred = new Hundred(section.querySelector("figure"), "fall", beside, done);
    const start = { playouts: TASK.playouts, c: Math.SQRT2 };
    this.knobs = new Knobs(this.parts.knobs, start, now => this.search(now));
    const show = button(this.parts.knobs, "Show me", () => this.knobs.turn(TASK));
    show.classList.add("show");
  }

  search(now) {
    const { told } = this.parts;
    const hint = "Without a bonus, what loses its first playout is never tried again.";
    told.textContent = now.c ? "" : hint;
    this.hundred.search(now, words => { told.textContent = words; });
  }

  hear(blocks, falls) {
    const { after } = this.parts, { now } = this.knobs;
    if (now.playouts === TASK.playouts && falls > blocks) after.hidden = false;
    if (!after.hidden) this.record.take(blocks, now);
  }
}
