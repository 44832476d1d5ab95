// Can you trust it? Thirty copies in the trap, with more and more playouts.

import { Tiles } from "./copies.js";
import { askFor, make, partsOf, pause } from "./dom.js";
import { Pitch } from "./pitch.js";
import { TRAP, WINS } from "./positions.js";

const TRAPPED = { first: 1000, count: 30 }; // the seeds of the copies
const MORE_AND_MORE = [10, 100, 1000, 10_000], LAST = 100_000; // playouts
const FOOLED = 2; // the column that it falls for

export class Trust {
  constructor(section, beside) {
    this.parts = partsOf(section, "told", "think", "after", "guesses", "last");
    this.beside = beside;
    const figure = section.querySelector("figure");
    const board = make("div", { class: "trap" }, figure);
    const pitch = new Pitch(board);
    pitch.show(TRAP);
    pitch.point(WINS);
    this.strips = [...MORE_AND_MORE, LAST].map(playouts => new Strip(figure, playouts));
    const tiles = `Dark: plays ${WINS}, and wins. Slashed: plays ${FOOLED}, and loses.`;
    const legend = `${tiles} Left: playouts. Right: how many win.`;
    make("figcaption", {}, figure, legend);
    const { think, guesses } = this.parts;
    think.addEventListener("click", () => this.think());
    askFor(guesses, [0, 10, 20, 30], bet => this.answer(bet));
  }

  /** Have the copies of a strip think. */
  search(strip) {
    const { playouts } = strip;
    const request = { moves: TRAP.moves, ...TRAPPED, playouts, settings: {} };
    return new Promise((use, fail) => {
      this.beside.ask("trust", request, ({ from, moves, error }) => {
        if (error) fail(new Error(error));
        else if (strip.take(from, moves)) use();
      });
    });
  }

  async think() {
    const { think, after } = this.parts;
    think.disabled = true;
    try {
      for (const strip of this.strips.slice(0, -1)) {
        await this.search(strip);
        await pause(600);
      }
      after.hidden = false;
    } catch (error) {
      this.sayStopped(error, [think]);
    }
  }

  async answer(bet) {
    const { told, guesses, last } = this.parts;
    const strip = this.strips.at(-1);
    told.textContent = "They think …";
    try {
      await pause(800);
      await this.search(strip);
      const found = `${strip.right || "None"} of ${TRAPPED.count} find it`;
      const fooled = `${strip.fooled} play column ${FOOLED}, which loses`;
      told.textContent = `You bet ${bet}. ${found}: ${fooled}.`;
      last.hidden = false;
    } catch (error) {
      this.sayStopped(error, guesses.querySelectorAll("button"));
    }
  }

  /** Say what went wrong; these buttons can be touched again. */
  sayStopped({ message }, buttons) {
    this.parts.told.textContent = `The search has stopped: ${message}. Touch the button again.`;
    for (const one of buttons) one.disabled = false;
  }
}

/** The copies with one number of playouts. */
class Strip {
  constructor(parent, playouts) {
    this.playouts = playouts;
    const row = make("div", { class: playouts === LAST ? "strip final" : "strip" }, parent);
    const text = playouts.toLocaleString("en");
    make("span", {}, row, text);
    const inWords = tiles => `${text} playouts: ${found(tiles)}`;
    this.tiles = new Tiles(row, TRAPPED.count, inWords);
    this.number = make("b", {}, row);
  }

  get right() { return this.tiles.countOf("blocks"); }
  get fooled() { return this.tiles.countOf("falls"); }

  /** Take up what some copies play, and show it when all have answered; whether they have. */
  take(from, moves) {
    if (from === 0) this.moves = [];
    this.moves.push(...moves);
    if (this.moves.length < TRAPPED.count) return false;
    this.tiles.show(0, this.moves.map(kindInTrap));
    this.tiles.sort();
    this.number.textContent = this.right;
    return true;
  }
}

/** What has come of some copies, in words. */
function found(tiles) {
  if (!tiles.isComplete) return "not yet searched";
  return `${tiles.countOf("blocks")} of ${TRAPPED.count} find it`;
}

function kindInTrap(move) {
  if (move === WINS) return "blocks";
  return move === FOOLED ? "falls" : "other";
}
