// A search step by step, forwards and back, as c4lib.Trace records it (study/recording.py).
//
// The compiled kernel runs one iteration at a time. Which nodes it went through, and what they got,
// is read from what changed in its tree; its playout, which it does not tell, is played again from
// the state that the generator had. It must end with the kernel's state and winner.

import { nodesAlong, ucb1Values } from "./nodes.js";
import { pcg64, Random } from "./random.js";
import { Search } from "./search.js";
import { DRAW, STEPPER, STEPS } from "./tables.js";

/** A node of a recorded tree; wins, visits and children are those of the step that is shown. */
export class TreeNode {
  constructor(move, parent, game, prior) {
    this.move = move;
    this.parent = parent;
    this.ownGame = game;
    this.prior = prior;
    this.wins = prior;
    this.visits = 2 * prior;
    this.children = [];
    this.moves = parent ? [...parent.moves, move] : [];
  }

  get game() {
    this.ownGame ??= this.parent.game.play(this.move);
    return this.ownGame;
  }

  get path() {
    return this.parent ? [...this.parent.path, this] : [this];
  }

  get mean() {
    return this.wins / this.visits;
  }

  get simulations() {
    return this.visits - 2 * this.prior;
  }

  /** The player whose wins are counted: the one who moved here. */
  get viewpoint() {
    return 3 - this.game.toMove;
  }
}

// ---------------------------------------------------------------- one iteration

/**
 * A random game from the position of a node, of which the kernel tells only how it ended: it is
 * played again when somebody asks, from the `first` to the `last` state of the generator.
 */
class Playout {
  constructor(node, first, last, increment, winner) {
    this.node = node;
    this.first = first;
    this.last = last;
    this.increment = increment;
    this.winner = winner;
  }

  get moves() {
    return this.final.moves.slice(this.node.game.moves.length);
  }

  /** The position at its end. */
  get final() {
    this.found ??= this.playedAgain();
    return this.found;
  }

  /** Throws an Error unless it ends as the kernel's did. */
  playedAgain() {
    const random = new Random(this.first, this.increment);
    let { game } = this.node;
    for (let legal = game.legal(); legal.length; legal = game.legal()) {
      game = game.play(legal[Math.floor(random.next() * legal.length)]);
    }
    const isSame = random.state === this.last && game.winner === this.winner;
    if (!isSame) throw new Error("the playout that was played again is not the kernel's");
    return game;
  }
}

/** Draw as the kernel does to choose among these values: once if there is a tie, else not. */
function drawForTie(values, random) {
  const highest = Math.max(...values);
  const isTie = values.indexOf(highest) !== values.lastIndexOf(highest);
  if (isTie) random.next();
}

/** The player who has won a playout, read from what the node got that it started from; or null. */
function winnerOf(node, reward) {
  if (reward === DRAW) return null;
  return reward ? node.viewpoint : 3 - node.viewpoint;
}

// ---------------------------------------------------------------- a recording

/**
 * A seeded search, recorded phase by phase. There is one tree, which shows one step at a time.
 * `settings` are { c, prior, expand_at }; step 0 is the root alone, step 4 the end of iteration 1.
 */
export class Trace {
  constructor(kernel, game, settings, seed) {
    this.kernel = kernel;
    this.game = game;
    this.settings = settings;
    this.seed = seed;
    [, this.increment] = pcg64(seed);
    this.root = new TreeNode(null, null, game, settings.prior);
    this.tape = []; // what the phases of each iteration did
    this.shown = 0; // the number of the step that the tree shows
  }

  get iterations() {
    return this.tape.length;
  }

  /** The trace itself, with at least so many iterations; the step that is shown stays. */
  grow(iterations) {
    const { shown } = this;
    if (iterations > this.iterations) {
      this.show(4 * this.iterations);
      this.takeKernel();
      while (this.iterations < iterations) this.recordIteration();
      this.show(shown);
    }
    return this;
  }

  /** Have the kernel hold this search, as far as it is recorded; it holds one at a time. */
  takeKernel() {
    if (this.kernel.trace === this) return;
    this.search = new Search(this.kernel, this.game, this.settings, this.seed);
    this.search.run(this.iterations);
    this.kernel.trace = this;
  }

  /** Let the kernel run an iteration, and record what it did. */
  recordIteration() {
    const random = new Random(this.search.generator, this.increment);
    this.search.run(1);
    const { selection, kernelPath } = this.readSelection(random);
    const expansion = this.readExpansion(selection.path.at(-1), kernelPath, random);
    const update = this.readUpdate(expansion.node, kernelPath);
    const last = this.search.generator;
    const { node } = expansion;
    const simulation = new Playout(node, random.state, last, this.increment, update.winner);
    this.tape.push([selection, expansion, simulation, update]);
    this.show(4 * this.iterations);
  }

  /** The way down: where the kernel has one visit more than the recording; and its nodes there. */
  readSelection(random) {
    const path = [this.root];
    const kernelPath = [this.search.root];
    const values = [];
    while (path.at(-1).children.length) {
      const parent = path.at(-1);
      const below = this.search.children(kernelPath.at(-1));
      const place = below.findIndex((one, i) => one.visits !== parent.children[i].visits);
      values.push(ucb1Values(parent, parent.children, this.settings));
      drawForTie(values.at(-1), random);
      path.push(parent.children[place]);
      kernelPath.push(below[place]);
    }
    return { selection: { path, values }, kernelPath };
  }

  /** The children that the kernel has added below the leaf, and the one it has picked. */
  readExpansion(leaf, kernelPath, random) {
    const { prior } = this.settings;
    const below = this.search.children(kernelPath.at(-1));
    if (!below.length) return { leaf, added: [], values: [], node: leaf };
    const added = below.map(one => new TreeNode(one.move, leaf, null, prior));
    const values = ucb1Values(leaf, added, this.settings);
    const place = below.findIndex(one => one.visits > 2 * prior);
    drawForTie(values, random);
    kernelPath.push(below[place]);
    return { leaf, added, values, node: added[place] };
  }

  /** What each node of the path got, from the one up that the playout started from. */
  readUpdate(node, kernelPath) {
    const path = [...node.path].reverse();
    const before = path.map(({ wins, visits }) => [wins, visits]);
    const after = kernelPath.map(({ wins, visits }) => [wins, visits]).reverse();
    const rewards = after.map(([wins], i) => wins - before[i][0]);
    return { path, winner: winnerOf(node, rewards[0]), rewards, before, after };
  }

  // Children come and go with the second phase of an iteration, counts change with the fourth.

  /** Make the tree what it was, or will be, after the step of this number, which is recorded. */
  show(number) {
    const { shown } = this;
    for (const iteration of this.tape.slice((shown + 2) >> 2, (number + 2) >> 2)) {
      const [, { leaf, added }] = iteration;
      leaf.children = added;
    }
    for (const [, , , update] of this.tape.slice(shown >> 2, number >> 2)) {
      setCounts(update.path, update.after);
    }
    for (const [, , , update] of this.tape.slice(number >> 2, shown >> 2).reverse()) {
      setCounts(update.path, update.before);
    }
    for (const [, { leaf }] of this.tape.slice((number + 2) >> 2, (shown + 2) >> 2)) {
      leaf.children = [];
    }
    this.shown = number;
  }

  /** The step of this number, or the last one there may be if it comes later; it is shown. */
  step(number) {
    const last = Math.min(number, 4 * STEPPER.MOST_ITERATIONS);
    this.grow(Math.ceil(last / 4));
    this.show(last);
    return new Step(this, last);
  }
}

/** What tells a search from another one. */
export function settingsOf({ settings: { c, prior, expand_at }, seed }) {
  return `c=${Number(c.toPrecision(4))}, T=${prior}, expand_at=${expand_at}, seed=${seed}`;
}

/** Give nodes these wins and visits. */
function setCounts(path, counts) {
  path.forEach((node, i) => {
    [node.wins, node.visits] = counts[i];
  });
}

// ---------------------------------------------------------------- a step

/**
 * A step of a recording: one phase of one iteration, and what of it is looked at.
 * `part`: of a selection how many edges are shown, of a playout how many moves; null: all.
 * `isCovered`: it is still to be predicted. `lookedAt`: the moves to a node to look at.
 * What it says of the tree holds while the recording shows it.
 */
export class Step {
  constructor(trace, number, { part = null, isCovered = false, lookedAt = null } = {}) {
    this.trace = trace;
    this.number = number;
    this.part = part;
    this.isCovered = isCovered;
    this.lookedAt = lookedAt;
  }

  /** The same step with something else about it. */
  with(changes) {
    const { trace = this.trace, number = this.number } = changes;
    return new Step(trace, number, { ...this, ...changes });
  }

  /** The iteration that the step belongs to, counted from 1; 0 at the start. */
  get iteration() {
    return (this.number + 3) >> 2;
  }

  /** The phase just done, one of STEPS.PHASES; null at the start. */
  get phase() {
    return this.number ? STEPS.PHASES[(this.number - 1) % 4] : null;
  }

  /** This step, or the one before as long as it is covered. */
  get seen() {
    return this.isCovered ? this.with({ number: this.number - 1, isCovered: false }) : this;
  }

  get root() {
    return this.trace.root;
  }

  /** The nodes of this iteration from the root down, as far as it has come and is shown. */
  get path() {
    if (this.expansion) return this.expansion.node.path;
    const path = this.selection ? this.selection.path : [this.root];
    return this.part === null ? path : path.slice(0, this.part + 1);
  }

  /** The node that is looked at, or the last one of the tree on the way there; null: none. */
  get node() {
    return this.lookedAt && nodesAlong(this.root, this.lookedAt).at(-1);
  }

  /** The moves from the root to the position that is shown. */
  get moves() {
    const { moves } = this.node ?? this.path.at(-1);
    const isInPlayout = this.part && this.phase === "simulate" && !this.lookedAt;
    return isInPlayout ? [...moves, ...this.simulation.moves.slice(0, this.part)] : moves;
  }

  /** The position that is shown. */
  get game() {
    return this.moves.reduce((game, move) => game.play(move), this.trace.game);
  }

  /** How many edges or moves the phase has, to be shown one by one. */
  get parts() {
    if (this.phase === "select") return this.selection.values.length;
    return this.phase === "simulate" ? this.simulation.moves.length : 0;
  }

  get selection() {
    return this.record(0);
  }

  get expansion() {
    return this.record(1);
  }

  get simulation() {
    return this.record(2);
  }

  get backpropagation() {
    return this.record(3);
  }

  /** What the phase STEPS.PHASES[index] of this iteration did; null if it is still to come. */
  record(index) {
    const isDone = this.number && index <= (this.number - 1) % 4;
    return isDone ? this.trace.tape[this.iteration - 1][index] : null;
  }
}
