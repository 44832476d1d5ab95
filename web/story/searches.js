// The searches that run in the page itself; those of a hundred copies run beside it.

import { bytesOf } from "../bytes.js";
import { FoundNode } from "../nodes.js";
import { Kernel, Search } from "../search.js";
import { FLAT, SEED, THREAT } from "./positions.js";

/** A search with the compiled code for itself, so that others do not disturb it. */
export function searchOf(board, settings = {}) {
  return new Search(new Kernel(bytesOf(KERNEL)), board, settings, SEED);
}

/** The move that it plays after so many playouts. */
export function moveAfter(board, playouts) {
  const search = searchOf(board).run(playouts);
  return new FoundNode(search, search.root).best.move;
}

const POLLED = 30_000; // random games, of all columns together

/** Shares of wins of each column when both sides move at random, after more and more games. */
export class Poll {
  static games = POLLED;

  constructor() {
    this.search = searchOf(THREAT, FLAT);
  }

  /** The shares after so many games. */
  sharesAfter(games) {
    this.search.run(games - this.search.iterations);
    const columns = this.search.children(this.search.root);
    return columns.map(({ wins, visits }) => visits ? wins / visits : null);
  }

  /** The shares at its end; the games are played once. */
  static get shares() {
    Poll.known ??= new Poll().sharesAfter(POLLED);
    return Poll.known;
  }
}
