// A hundred copies that look at the threat: who blocks, and who falls for the tempting column.

import { Tiles } from "./copies.js";
import { make } from "./dom.js";
import { BLOCK, TEMPTING, THREAT } from "./positions.js";

const COPIES = 100;

export class Hundred {
  /** `act`: its name among those who ask; `done` is called when all copies have answered. */
  constructor(figure, act, beside, done) {
    Object.assign(this, { act, beside, done });
    const place = make("div", { class: "hundred" }, figure);
    this.tiles = new Tiles(place, COPIES, tiles => this.inWords(tiles));
    const counts = make("div", { class: "counts" }, place);
    this.falls = make("b", { class: "falls" }, counts);
    make("span", {}, counts, `fall for ${TEMPTING}`);
    this.blocks = make("b", { class: "blocks" }, counts);
    make("span", {}, counts, "block");
    this.others = make("b", { class: "others" }, counts);
    make("span", {}, counts, "play another");
  }

  /** Have them search with these settings; `say` is told what went wrong. */
  search({ playouts, ...settings }, say) {
    const copies = { moves: THREAT.moves, first: 0, count: COPIES, isAnyOfEquals: true };
    this.tiles.wait();
    this.beside.ask(this.act, { ...copies, playouts, settings }, ({ from, moves, error }) => {
      if (error) say(`The search has stopped: ${error}. Move a knob to start it again.`);
      else this.show(from, moves);
    });
  }

  show(from, moves) {
    this.tiles.show(from, moves.map(kindOf));
    if (!this.tiles.isComplete) return;
    const [blocks, falls] = ["blocks", "falls"].map(kind => this.tiles.countOf(kind));
    this.falls.textContent = falls;
    this.blocks.textContent = blocks;
    this.others.textContent = COPIES - blocks - falls;
    this.done(blocks, falls);
  }

  inWords(tiles) {
    const [blocks, falls] = ["blocks", "falls"].map(kind => tiles.countOf(kind));
    return `of ${COPIES} copies ${blocks} block and ${falls} fall for column ${TEMPTING}`;
  }
}

function kindOf(move) {
  if (move === BLOCK) return "blocks";
  return move === TEMPTING ? "falls" : "other";
}
