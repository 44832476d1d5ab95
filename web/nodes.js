// The tree of a search, node by node, and what UCB1 says of the children of a node.

import { ln } from "./logarithms.js";
import { ANALYSIS } from "./tables.js";

/** A node of the tree that a `Search` has grown, as it is read from the memory. */
export class FoundNode {
  constructor(search, found, parent = null) {
    this.search = search;
    this.found = found;
    this.parent = parent;
    this.move = parent ? found.move : null;
    this.moves = parent ? [...parent.moves, found.move] : [];
    this.wins = found.wins;
    this.visits = found.visits;
  }

  get game() {
    this.position ??= this.parent ? this.parent.game.play(this.move) : this.search.board;
    return this.position;
  }

  get children() {
    const nodeOf = child => new FoundNode(this.search, child, this);
    this.below ??= this.search.children(this.found).map(nodeOf);
    return this.below;
  }

  get mean() {
    return this.wins / this.visits;
  }

  /** How many playouts went through it, without the wins of T. */
  get simulations() {
    return this.visits - 2 * this.search.settings.prior;
  }

  /** The player whose wins are counted: the one who moved here. */
  get viewpoint() {
    return 3 - this.game.toMove;
  }

  /** The child with the most visits; of these the one with the highest mean, then the first. */
  get best() {
    const isBetter = (one, best) =>
      one.visits > best.visits || (one.visits === best.visits && one.mean > best.mean);
    return this.children.reduce((best, one) => isBetter(one, best) ? one : best);
  }
}

/** The moves that the search expects, always the best, as far as they are shown. */
export function expectedFrom(root) {
  const moves = [];
  let node = root;
  while (node.children.length && node.best.simulations && moves.length < ANALYSIS.MOST_EXPECTED) {
    node = node.best;
    moves.push(node.move);
  }
  return moves;
}

/** The nodes from the root down along these moves, as far as the tree has them. */
export function nodesAlong(root, moves) {
  const path = [root];
  for (const move of moves) {
    const below = path.at(-1).children.find(child => child.move === move);
    if (!below) break;
    path.push(below);
  }
  return path;
}

/** What is known of each move of a node: its mean, its UCB1 and its visits. */
export function ratingsOf(node, settings) {
  if (!node.children.length) {
    return node.game.legal().map(move => ({ move, mean: NaN, value: Infinity, visits: 0 }));
  }
  const values = ucb1Values(node, node.children, settings);
  return node.children.map(({ move, mean, visits }, place) => {
    return { move, mean, value: values[place], visits };
  });
}

/** The UCB1 values of these children of a node, by which the best of them is chosen. */
export function ucb1Values(parent, children, { c, unvisited = Infinity }) {
  const logarithm = ln(parent.visits);
  return children.map(({ wins, visits }) =>
    visits ? wins / visits + c * Math.sqrt(logarithm / visits) : unvisited);
}
