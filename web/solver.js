// The exact solver in a browser: c4lib/fast/solver.py, where its record is described.

import { bitsOf, rulesOf } from "./bits.js";
import { commas } from "./numbers.js";

const MAX_NODES = 200_000_000; // positions that may be looked at: some minutes
const TABLE_BITS = 20; // of the places of the table
const ENTRY = 16; // bytes of a place

// Addresses in the memory.
const STACK = 2 ** 20; // it grows downwards, and its end is for the result
const RECORD = { rules: STACK, nodes: STACK + 96, maxNodes: STACK + 104, shift: STACK + 112 };
const TABLE = STACK + 2 ** 16;

/** The compiled code and its memory. */
export class Solver {
  constructor(wasm) {
    const pages = (TABLE + ENTRY * 2 ** TABLE_BITS) / 2 ** 16;
    const memory = new WebAssembly.Memory({ initial: pages });
    const __stack_pointer = new WebAssembly.Global({ value: "i32", mutable: true }, STACK);
    const imports = { env: { __linear_memory: memory, __stack_pointer } };
    this.enter = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports).exports.enter;
    this.bytes = new Uint8Array(memory.buffer);
    this.words = new BigInt64Array(memory.buffer);
  }

  /**
   * The exact score of each move for the player who makes it, as `solve_moves` gives them; after
   * each, `tell` gets those that there are. Throws an Error after `maxNodes` positions.
   */
  scores(board, { maxNodes = MAX_NODES, tell = () => {} } = {}) {
    this.begin(board, maxNodes);
    const scores = {};
    for (const move of board.legal()) {
      scores[move] = this.scoreAfter(board.play(move));
      tell(scores);
    }
    return scores;
  }

  /** Forget what was known of other positions. */
  begin(board, maxNodes) {
    const bits = Math.min(TABLE_BITS, emptyCells(board));
    this.bytes.fill(0, STACK, TABLE + ENTRY * 2 ** bits);
    this.words.set(rulesOf(board), RECORD.rules / 8);
    this.words[RECORD.maxNodes / 8] = BigInt(maxNodes);
    this.words[RECORD.shift / 8] = BigInt(64 - bits);
    this.size = BigInt(2 ** bits);
  }

  /** The score of a position for the player who has just moved. */
  scoreAfter(board) {
    const left = emptyCells(board);
    if (board.winner) return Math.floor(left / 2) + 1;
    if (board.isTerminal) return 0;
    const position = [...bitsOf(board), BigInt(left)];
    const status = this.enter(0, 8, ...position, STACK, TABLE, this.size);
    if (status) throw new Error(`the compiled solver ended with status ${status}`);
    const nodes = this.words[RECORD.nodes / 8], most = this.words[RECORD.maxNodes / 8];
    if (nodes > most) throw new Error(`${commas(most)} positions were looked at`);
    return -Number(this.words[0]);
  }
}

/** How many cells of a position are empty. */
export function emptyCells(board) {
  return board.rows * board.columns - board.moves.length;
}
