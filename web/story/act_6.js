// Games that never happened: T wins in 2T visits.

import { askFor, partsOf } from "./dom.js";
import { Hundred } from "./hundred.js";
import { Knobs } from "./knobs.js";

const UNPRETENDED = { prior: 0, playouts: 100, c: Math.SQRT2 };
const MADE_UP = 5; // the T of the answer

export class Pretend {
  constructor(section, beside, record) {
    this.parts = partsOf(section, "told", "knobs", "after", "guesses");
    this.record = record;
    this.guessed = null;
    this.without = null; // how many block before any game is made up
    record.writeIn(section.querySelector(".record"));
    const done = blocks => this.hear(blocks);
    this.hundred = new Hundred(section.querySelector("figure"), "pretend", beside, done);
    this.knobs = new Knobs(this.parts.knobs, UNPRETENDED, now => this.search(now));
    askFor(this.parts.guesses, ["It helps", "It harms"], guessed => {
      this.guessed = guessed;
      if (this.without !== null) this.knobs.turn({ prior: MADE_UP });
    });
  }

  search(now) {
    this.hundred.search(now, words => { this.parts.told.textContent = words; });
  }

  hear(blocks) {
    const { after } = this.parts, { now } = this.knobs;
    if (this.without === null) {
      this.without = blocks;
      if (this.guessed) this.knobs.turn({ prior: MADE_UP });
    } else if (after.hidden) {
      this.answer(blocks);
    } else {
      this.record.take(blocks, now);
    }
  }

  answer(blocks) {
    const { told, after } = this.parts, { without } = this;
    const answer = blocks > without ? "It helps" : "It harms";
    const counts = `With 100 playouts ${without} block without, ${blocks} with T = ${MADE_UP}.`;
    told.textContent = `You said: ${this.guessed.toLowerCase()}. ${answer} here. ${counts}`;
    after.hidden = false;
  }
}
