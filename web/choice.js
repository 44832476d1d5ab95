// A choice among moves by UCB1, as c4lib/widgets/ucb1_lab.py has it.

import { ln } from "./logarithms.js";
import { commas, fixed, termsText } from "./numbers.js";
import { LAB } from "./tables.js";

/** Some moves of one position, [wins, visits] of each, and how UCB1 chooses among them. */
export class Choice {
  constructor(moves, c = Math.SQRT2, prior = 0) {
    this.moves = moves;
    this.c = c;
    this.prior = prior;
    const visits = moves.map(([, visits]) => visits);
    this.parentVisits = visits.reduce((sum, one) => sum + one, 2 * prior);
    this.candidates = moves.map((_, move) => this.candidate(move));
    const values = this.candidates.map(one => one.value);
    const highest = Math.max(...values);
    const isHighest = move => values[move] === highest;
    this.chosen = [...moves.keys()].filter(isHighest); // ties are broken at random
  }

  /** What UCB1 says of a move: its mean, its value and its visits, with the wins of T. */
  candidate(move) {
    const wins = this.moves[move][0] + this.prior;
    const visits = this.moves[move][1] + 2 * this.prior;
    const mean = visits ? wins / visits : NaN;
    const exploration = this.c * Math.sqrt(ln(this.parentVisits) / visits);
    return { move, mean, value: visits ? mean + exploration : Infinity, visits };
  }

  /**
   * The value of a move when its parent has so many visits.
   * It gets none of the new ones, or, if it `isVisited`, all of them, and keeps its mean.
   */
  laterValue(one, isVisited, parentVisits) {
    const added = isVisited ? parentVisits - this.parentVisits : 0;
    return one.mean + this.c * Math.sqrt(Math.log(parentVisits) / (one.visits + added));
  }

  /**
   * The N at which another move is chosen, and which, if the chosen one gets all visits.
   * Null if several are chosen now, or no other is within the next LAB.FAR visits.
   */
  get change() {
    const [first, ...others] = this.chosen;
    if (others.length || this.candidates[first].value === Infinity) return null;
    for (let ahead = 1; ahead <= LAB.FAR; ahead++) {
      const parentVisits = this.parentVisits + ahead;
      const valueOf = one => this.laterValue(one, one.move === first, parentVisits);
      const values = this.candidates.map(valueOf);
      const highest = Math.max(...values);
      if (highest > values[first]) return { parentVisits, move: values.indexOf(highest) };
    }
    return null;
  }

  /** Which move is chosen, and why. */
  get sentence() {
    const first = this.candidates[this.chosen[0]];
    if (this.chosen.length > 1) return sharedSentence(this.chosen, first.value);
    const named = `Move ${first.move} is chosen:`;
    if (first.value === Infinity) return `${named} it has no visit yet, so its value is ∞.`;
    const words = `${named} ${termsText(first.mean, first.value)} is the largest.`;
    const { change } = this;
    if (!change) return words;
    const when = `at N = ${commas(change.parentVisits)}`;
    return `${words} If its mean stays, move ${change.move} is chosen ${when}.`;
  }
}

/** That these moves share the largest value. */
function sharedSentence(moves, value) {
  const names = `${moves.slice(0, -1).join(", ")} and ${moves.at(-1)}`;
  const shared = value === Infinity
    ? "have no visit yet, so their value is ∞"
    : `share the largest value, ${fixed(value, 2)}`;
  return `Moves ${names} ${shared}: one of them is drawn at random.`;
}

/**
 * The moves of a text such as "14/20 5/10": [wins, visits] of each.
 * Throws an Error that says what is wrong with it, in the words of the widget.
 */
export function readCounts(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  const { FEWEST_MOVES, MOST_MOVES } = LAB;
  if (words.length < FEWEST_MOVES || words.length > MOST_MOVES) {
    throw new Error(`there must be ${FEWEST_MOVES} to ${MOST_MOVES} moves, not ${words.length}`);
  }
  return words.map(readCount);
}

/** [wins, visits] of a word such as "14/20". */
function readCount(word, move) {
  const [, wins, visits] = /^(\d+(?:\.\d+)?)\/(\d{1,4})$/.exec(word) ?? [];
  if (visits === undefined) {
    throw new Error(`move ${move} must be wins/visits up to 9,999, not ${word}`);
  }
  if (Number(wins) > Number(visits)) {
    const allowed = `a number from 0 to its visits, ${visits}`;
    throw new Error(`wins of move ${move} must be ${allowed}, not ${wins}`);
  }
  return [Number(wins), Number(visits)];
}

/** The text that `readCounts` reads back. */
export function countsText(moves) {
  return moves.map(([wins, visits]) => `${wins}/${visits}`).join(" ");
}
