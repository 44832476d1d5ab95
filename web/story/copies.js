// Many copies of the search, each with a seed of its own: a tile each.

import { Beside } from "../page_worker.js";
import { make, put } from "./dom.js";

/** The worker that searches for the copies, and who waits for what it finds. */
export class Searched {
  constructor() {
    this.beside = new Beside("worker", found => this.hear(found));
    this.waiting = new Map(); // the newest request of each act, by its name
    this.number = 0;
  }

  /** Ask for the moves of some copies; `hear` gets a part of them at a time, or an error. */
  ask(act, request, hear) {
    const id = ++this.number;
    this.waiting.set(act, { id, hear });
    this.beside.tell({ act, id, ...request });
  }

  /** Hand on what was found; an error to all who wait. */
  hear({ act, id, ...found }) {
    if (act === undefined) return this.fail(found);
    const asked = this.waiting.get(act);
    if (asked?.id === id) asked.hear(found);
  }

  fail(error) {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { hear } of all) hear(error);
  }
}

/** A tile for each copy: "blocks", "falls", "other", or "waits" for its answer. */
export class Tiles {
  constructor(parent, count, label) {
    this.label = label;
    this.grid = make("div", { class: "tiles", role: "img" }, parent);
    this.tiles = Array.from({ length: count }, () => make("i", { class: "tile" }, this.grid));
    this.kinds = new Array(count).fill(null);
    put(this.grid, { "aria-label": label(this) });
  }

  /** What was found is old. */
  wait() {
    this.kinds.fill(null);
    for (const tile of this.tiles) tile.classList.add("waits");
  }

  show(from, kinds) {
    kinds.forEach((kind, place) => {
      this.kinds[from + place] = kind;
      this.tiles[from + place].className = `tile ${kind}`;
    });
    put(this.grid, { "aria-label": this.label(this) });
  }

  get isComplete() {
    return !this.kinds.includes(null);
  }

  countOf(kind) {
    return this.kinds.filter(one => one === kind).length;
  }

  /** The same tiles, those of a kind together. */
  sort() {
    const order = ["blocks", "falls", "other", null];
    this.show(0, [...this.kinds].sort((a, b) => order.indexOf(a) - order.indexOf(b)));
  }
}
