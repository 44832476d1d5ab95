// Both choose like that: a tree, whose playouts are beads that run down the lanes of its moves.

import { bytesOf } from "../bytes.js";
import { Kernel } from "../search.js";
import { Trace } from "../steps.js";
import { askFor, partsOf, Running } from "./dom.js";
import { Lanes } from "./lanes.js";
import { BLOCK, SEED, THREAT } from "./positions.js";

const GROWN = { playouts: 1000, seconds: 8 };
const SETTINGS = { c: Math.SQRT2, prior: 0, expand_at: 1 };

export class Tree {
  constructor(section) {
    this.parts = partsOf(section, "told", "one", "run", "after", "guesses");
    this.names = [...section.querySelectorAll(".phases li")];
    this.trace = new Trace(new Kernel(bytesOf(KERNEL)), THREAT, SETTINGS, SEED);
    this.lanes = new Lanes(section.querySelector("figure"));
    this.lanes.show(this.trace.root);
    this.beads = 0; // so far
    this.guessed = null;
    const { one, run, guesses } = this.parts;
    this.running = new Running(one, run, GROWN, playouts => this.advance(playouts));
    askFor(guesses, [0, 1, 2, 3, 4, 5, 6], guessed => {
      this.guessed = guessed;
      this.running.go();
    });
    one.addEventListener("click", () => this.sendBead());
  }

  /** Have the tree grown so far. */
  advance(playouts) {
    const { trace } = this, { told } = this.parts;
    trace.grow(playouts);
    trace.show(4 * playouts);
    this.lanes.show(trace.root);
    this.running.done = playouts;
    const counted = `${playouts.toLocaleString("en")} ${playouts === 1 ? "playout" : "playouts"}`;
    told.textContent = `${counted}: it would play column ${mostVisited(trace.root.children).move}.`;
    if (playouts === GROWN.playouts) this.end();
  }

  /** Run one more playout before the reader's eyes, the first one slowly. */
  async sendBead() {
    const next = this.trace.iterations + 1;
    this.running.hold(true);
    this.trace.grow(next);
    const [, expansion, simulation] = this.trace.tape.at(-1);
    const pace = this.beads++ ? 0.25 : 1;
    await this.lanes.send(expansion.node.moves, simulation.winner, pace, phase => {
      this.names.forEach((name, place) => name.classList.toggle("now", place === phase));
    });
    this.running.hold(false);
    this.advance(next);
  }

  end() {
    const { told, after } = this.parts, { root } = this.trace;
    const grew = root.children.filter(lane => mostVisited(lane.children).move === BLOCK);
    const answer = `Answer ${BLOCK}, your win, grew most in ${grew.length} of 7 columns`;
    const guess = `You said answer ${this.guessed}.`;
    if (this.guessed !== null) told.textContent = `${guess} ${answer}; in the last O has taken it.`;
    this.lanes.showBand();
    for (const one of this.parts.guesses.querySelectorAll("button")) one.disabled = true;
    after.hidden = false;
  }
}

/** The child with most visits, the first of equals. */
function mostVisited(children) {
  return children.reduce((most, child) => child.visits > most.visits ? child : most);
}
