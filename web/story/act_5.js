// Make it fall: a hundred copies, and two knobs.

import { button, partsOf } from "./dom.js";
import { Hundred } from "./hundred.js";
import { Knobs } from "./knobs.js";

const TASK = { playouts: 1000, c: 10 }; // most must fall with so many playouts; with this c they do

const HUGE = "A huge bonus makes the playouts nearly equal: part 2 again.";
const NONE = "Without a bonus, what lost early is not tried again. Now try 0.1.";

export class Fall {
  constructor(section, beside, record) {
    this.parts = partsOf(section, "told", "knobs", "first", "after");
    this.record = record;
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
    told.textContent = "";
    this.hundred.search(now, words => { told.textContent = words; });
  }

  hear(blocks, falls) {
    const { told, first, after } = this.parts, { now } = this.knobs;
    if (now.playouts === TASK.playouts && falls > blocks) {
      first.hidden = true;
      after.hidden = false;
    }
    if (!after.hidden) this.record.take(blocks, now);
    if (falls > blocks) told.textContent = HUGE;
    else if (!now.c) told.textContent = NONE;
  }
}
