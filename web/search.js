// The search in a browser: c4lib/fast/kernel.py as WebAssembly; there the arrays are described.
// Boards have up to 8 columns.

import { bitsOf, rulesOf, WIDTH } from "./bits.js";
import { ln, logarithms } from "./logarithms.js";
import { pcg64 } from "./random.js";

const PLAYOUTS = 8 * WIDTH; // where they begin in a block, after the wins
const BELOW = PLAYOUTS + 4 * WIDTH; // where the numbers of the blocks below begin
const BLOCK = BELOW + 4 * WIDTH; // bytes
const LEAF = 0, NO_MOVE = -1; // in place of a block below
const FIRST_CAPACITY = 1024, GROWTH = 4; // blocks; times the room that there was
const MOST_NODES = 2n ** 31n;
const LOW = (1n << 64n) - 1n;

// Addresses in the memory.
const PAGE = 65536;
const NOTES = PAGE, MINE = NOTES, END = NOTES + 24, NODES = NOTES + 32;
const RULES = NOTES + 2048, SETTINGS = NOTES + 2304;
const GENERATOR = NOTES + 2560, RESULT = NOTES + 2816;
const LOGARITHMS = NOTES + 4096, LOGARITHM_COUNT = 2 ** 16;
const BLOCKS = LOGARITHMS + 8 * LOGARITHM_COUNT;

const DEFAULTS = {
  c: Math.SQRT2, prior: 0, unvisited: Infinity, expand_at: 1, draw: 0.5, loss: 0,
  viewpoint: "mover", distinct: false, solve: false,
};

// The compiled code and its memory, on which one search follows the other: only the last can go on.
export class Kernel {
  constructor(wasm) {
    this.memory = new WebAssembly.Memory({ initial: BLOCKS / PAGE + 1 });
    const imports = { env: { __linear_memory: this.memory, log: ln } };
    const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports);
    this.enter = instance.exports.enter;
    this.doubles.set(logarithms(LOGARITHM_COUNT), LOGARITHMS / 8);
  }
  get view() { return new DataView(this.memory.buffer); }
  get words() { return new BigUint64Array(this.memory.buffer); }
  get doubles() { return new Float64Array(this.memory.buffer); }

  // Make the memory so many bytes long, if it is shorter.
  reserve(bytes) {
    const missing = bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
  }
}

// FastSearch: the same tree for the same board, settings (SearchSettings, by their names) and seed.
export class Search {
  constructor(kernel, board, settings = {}, seed = 0) {
    Object.assign(this, { kernel, board, settings: { ...DEFAULTS, ...settings }, iterations: 0 });
    this.capacity = FIRST_CAPACITY;
    kernel.reserve(this.endOf(this.capacity));
    kernel.words.set([...bitsOf(board), BigInt(board.toMove), 1n, 1n], MINE / 8);
    kernel.words.set(rulesOf(board), RULES / 8);
    this.writeSettings();
    const [state, increment] = pcg64(seed);
    kernel.words.set([state & LOW, state >> 64n, increment & LOW, increment >> 64n], GENERATOR / 8);
    this.writeRoot();
  }

  writeSettings() {
    const { c, draw, loss, prior, expand_at, viewpoint, distinct, solve } = this.settings;
    const unvisited = Math.max(this.settings.unvisited, -Number.MAX_VALUE);
    const real = [c, unvisited, draw, loss, prior, 2 * prior, 2 * prior + expand_at];
    const player = viewpoint === "root" ? this.board.toMove : 0;
    this.kernel.doubles.set(real, SETTINGS / 8);
    this.kernel.words.set([player, distinct, solve].map(BigInt), SETTINGS / 8 + real.length);
  }

  // The block of the root, which it has for itself.
  writeRoot() {
    const { view } = this.kernel;
    for (let place = 0; place < WIDTH; place++) {
      view.setFloat64(BLOCKS + 8 * place, this.settings.prior, true);
      view.setUint32(BLOCKS + PLAYOUTS + 4 * place, 0, true);
      view.setInt32(BLOCKS + BELOW + 4 * place, place ? NO_MOVE : LEAF, true);
      view.setUint8(this.proofs + place, 0);
    }
  }

  // Where the proofs begin, behind the blocks; and where they end in a tree of so much room.
  get proofs() { return BLOCKS + BLOCK * this.capacity; }
  endOf(capacity) { return BLOCKS + (BLOCK + WIDTH) * capacity; }

  // So many more iterations, or fewer if the result is proven; the search itself.
  run(count) {
    const until = this.iterations + count;
    while (this.iterations < until) {
      const done = this.enter(until - this.iterations);
      this.iterations += done;
      if (this.iterations < until) {
        if (this.blocks < this.capacity) break; // proven
        this.makeRoom();
      }
    }
    return this;
  }

  // How many of these iterations there was room for.
  enter(count) {
    const { kernel, proofs } = this;
    const status = kernel.enter(
      RESULT, RESULT + 8, BLOCKS, proofs, BigInt(this.capacity), NOTES, RULES, SETTINGS,
      LOGARITHMS, BigInt(LOGARITHM_COUNT), GENERATOR, BigInt(count), MOST_NODES,
    );
    if (status) throw new Error(`the compiled search ended with status ${status}`);
    return Number(kernel.words[RESULT / 8]);
  }

  makeRoom() {
    const { proofs, capacity } = this;
    this.capacity = GROWTH * capacity;
    this.kernel.reserve(this.endOf(this.capacity));
    const bytes = new Uint8Array(this.kernel.memory.buffer);
    bytes.copyWithin(this.proofs, proofs, proofs + WIDTH * capacity);
  }

  // How many blocks and nodes the tree has.
  get blocks() { return Number(this.kernel.words[END / 8]); }
  get nodes() { return Number(this.kernel.words[NODES / 8]); }

  // The state of the random generator.
  get generator() {
    const { words } = this.kernel;
    return words[GENERATOR / 8] | words[GENERATOR / 8 + 1] << 64n;
  }

  get root() { return this.node(0, 0); }

  // What is known of the node at this place: its move, wins, visits, the block below, its proof.
  node(block, move) {
    const { view } = this.kernel, at = BLOCKS + BLOCK * block;
    return {
      move,
      wins: view.getFloat64(at + 8 * move, true),
      visits: view.getUint32(at + PLAYOUTS + 4 * move, true) + 2 * this.settings.prior,
      below: view.getInt32(at + BELOW + 4 * move, true),
      proof: view.getUint8(this.proofs + WIDTH * block + move),
    };
  }

  // The children of such a node, from left to right.
  children({ below }) {
    if (below === LEAF) return [];
    const places = [...Array(WIDTH).keys()].map(move => this.node(below, move));
    return places.filter(one => one.below !== NO_MOVE);
  }
}
