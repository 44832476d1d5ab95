// A threat: the reader makes one, and the program blocks it.

import { partsOf, pause } from "./dom.js";
import { Pitch } from "./pitch.js";
import { BEFORE, BLOCK } from "./positions.js";
import { moveAfter } from "./searches.js";

const THOUGHT = 300; // playouts before its answer
const MAKES_THREAT = 5;

export class Threat {
  constructor(section) {
    this.parts = partsOf(section, "told", "after", "again");
    section.querySelector("data").textContent = THOUGHT;
    this.pitch = new Pitch(section.querySelector("figure"));
    const nameOf = column => `drop a disc into column ${column}`;
    this.columns = this.pitch.buttons(nameOf, column => this.drop(column));
    this.parts.again.addEventListener("click", () => this.start());
    this.start();
  }

  start() {
    this.pitch.show(BEFORE);
    this.pitch.point(MAKES_THREAT);
    this.parts.again.hidden = true;
    this.parts.after.hidden = true;
    this.parts.told.textContent = "";
    this.allow(true);
  }

  allow(isAllowed) {
    for (const one of this.columns) one.disabled = !isAllowed;
  }

  async drop(column) {
    const { told, after, again } = this.parts;
    this.allow(false);
    await this.pitch.drop(column);
    await pause(700);
    const answer = moveAfter(this.pitch.board, THOUGHT);
    await this.pitch.drop(answer);
    const isBlocked = column === MAKES_THREAT && answer === BLOCK;
    told.textContent = isBlocked
      ? `It plays column ${answer}. It has blocked you.`
      : `It answers with column ${answer}. Press Again, and try column ${MAKES_THREAT}.`;
    if (isBlocked) this.pitch.ring(answer);
    after.hidden = !isBlocked;
    again.hidden = false;
    if (document.activeElement === document.body) again.focus({ preventScroll: true });
  }
}
