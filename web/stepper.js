// Which step is shown, and what each button makes of it, as c4lib/widgets/stepper.py has it.

import { commas } from "./numbers.js";
import { drawDetails, drawKept, drawPlace, drawStepTree } from "./phases.js";
import { Scene } from "./scene.js";
import { Trace } from "./steps.js";
import { PROPORTIONS, STEPPER, STEPS } from "./tables.js";
import { sentenceOf } from "./step_words.js";

export const NOTHING_TO_SEARCH = "the game is over, so there is nothing to search";

/** Steps by name: the phase, and what is true after it for the first time. */
export const FIRSTS = {
  "every move tried": {
    phase: "backpropagate",
    holds: ({ root }) => root.children.every(child => child.simulations),
  },
  "first playout lost": {
    phase: "simulate",
    holds: ({ root, simulation }) => simulation.winner === 3 - root.game.toMove,
  },
};

/** The number of the first step of this name; throws an Error if there is none. */
function firstStep(trace, name) {
  const { phase, holds } = FIRSTS[name];
  const most = STEPPER.MOST_ITERATIONS;
  for (let iteration = 1; iteration <= most; iteration++) {
    const number = 4 * iteration - 3 + STEPS.PHASES.indexOf(phase);
    if (holds(trace.step(number))) return number;
  }
  throw new Error(`there is no step of this kind up to iteration ${commas(most)}: ${name}`);
}

/**
 * A search that is gone through, forwards and back.
 * `range` is how many iterations the slider has, `mayMove` says whether anything may move.
 */
export class Stepper {
  constructor(kernel, game, settings, seed, { number = 0, range = 60, mayMove = () => false }) {
    this.kernel = kernel;
    this.step = new Trace(kernel, game, settings, seed).step(number);
    this.range = Math.max(range, this.step.iteration);
    this.mayMove = mayMove;
    this.kept = null; // another search, to compare with
    this.runs = false; // whether the moves of the playout follow one another by themselves
    this.plays = false;
    this.predicts = false; // whether each phase is covered until it is asked for again
    this.compares = false;
    this.edits = false;
  }

  get trace() {
    return this.step.trace;
  }

  /** What just happened. */
  get sentence() {
    this.trace.show(this.step.number);
    return sentenceOf(this.runs ? this.step.with({ part: 0 }) : this.step);
  }

  /** The pictures of the step, by name. */
  get scenes() {
    const { step } = this;
    const tree = new Scene(PROPORTIONS.tree);
    const place = new Scene(PROPORTIONS.place);
    const details = new Scene(PROPORTIONS.details);
    drawStepTree(tree, step);
    drawPlace(place, step);
    if (this.kept) drawKept(details, step, this.kept);
    else drawDetails(details, step);
    return { tree, place, details };
  }

  /** After how many milliseconds it wants to `tick`; 0: not at all. */
  get every() {
    const { MOVING, LONGEST, PLAYING } = STEPPER;
    if (this.runs) return Math.min(MOVING, Math.floor(LONGEST / this.step.parts));
    return this.plays ? PLAYING : 0;
  }

  /** Stop what goes on by itself, and do one of the things below. */
  do(action, ...details) {
    if (this.runs) {
      this.runs = false;
      this.step = this.step.with({ part: null });
    }
    this.plays = false;
    this[action](...details);
  }

  // ---------------------------------------------------------------- going on and back

  /** To this step; the range grows if need be. */
  go(number) {
    this.step = this.trace.step(number);
    this.range = Math.max(this.range, this.step.iteration);
    this.edits = false;
  }

  first() {
    this.go(0);
  }

  last() {
    this.go(4 * this.range);
  }

  /** To the end of the iteration before this one. */
  back_iteration() {
    this.go(Math.max(4 * Math.floor((this.step.number - 1) / 4), 0));
  }

  /** To the end of this iteration, or of the next one from there. */
  next_iteration() {
    this.go(4 * Math.floor(this.step.number / 4) + 4);
  }

  back_phase() {
    this.go(Math.max(this.step.number - 1, 0));
  }

  /** One phase on, covered first if the class predicts; the moves of a playout then follow. */
  next_phase() {
    const before = this.step;
    const hasMore = before.part !== null && before.part !== before.parts;
    this.go(before.isCovered || hasMore ? before.number : before.number + 1);
    const isCovered = this.predicts && this.step.number > before.number;
    this.step = this.step.with({ isCovered });
    const isStill = isCovered || hasMore || !this.mayMove();
    if (this.step.phase === "simulate" && this.step.parts && !isStill) {
      this.runs = true;
      this.step = this.step.with({ part: 0 });
    }
  }

  /** One edge of the selection, or one move of the playout, on. */
  next_part() {
    const { step } = this;
    if (step.part !== null && step.part !== step.parts) {
      this.step = step.with({ part: step.part + 1, lookedAt: null });
      return;
    }
    this.step = step.with({ part: null });
    this.next_phase();
    this.runs = false;
    if (this.step.parts && !this.step.isCovered) this.step = this.step.with({ part: 0 });
  }

  /** To the first step of this name. */
  find(name) {
    this.go(firstStep(this.trace, name));
  }

  /** On by a move of the playout, or by a phase until there is none. */
  tick() {
    const { step } = this;
    if (this.runs) {
      this.step = step.with({ part: step.part + 1 });
      this.runs = this.step.part < step.parts;
    } else if (this.plays) {
      this.next_phase();
      this.plays = this.step.number > step.number || step.isCovered;
    }
  }

  // ---------------------------------------------------------------- switches and settings

  /** Turn a switch: `predicts`, `compares` or `edits`. */
  turn(name) {
    this[name] = !this[name];
    this.kept = this.compares ? this.kept ?? this.trace : null;
    this.step = this.step.with({ isCovered: this.step.isCovered && this.predicts });
  }

  /** Show a node that was clicked; a second click leads back. */
  lookAt(moves) {
    const isSecond = String(moves) === String(this.step.lookedAt);
    this.step = this.step.with({ lookedAt: this.step.lookedAt && isSecond ? null : moves });
  }

  /** Search with other settings, or another seed, and stay at the step. */
  change({ seed = this.trace.seed, ...settings }) {
    const { game, settings: before } = this.trace;
    const { number, isCovered } = this.step;
    const trace = new Trace(this.kernel, game, { ...before, ...settings }, seed);
    this.step = trace.step(number).with({ isCovered });
  }

  /** Start again from this position; throws an Error if there is nothing to search. */
  startFrom(game) {
    if (game.isTerminal) throw new Error(NOTHING_TO_SEARCH);
    const { settings, seed } = this.trace;
    this.step = new Trace(this.kernel, game, settings, seed).step(0);
    if (this.kept) this.kept = new Trace(this.kernel, game, this.kept.settings, this.kept.seed);
  }
}
