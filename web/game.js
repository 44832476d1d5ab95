// Connect Four, as c4lib/board.py has it: a position is a value that never changes.

import { TEXT } from "./tables.js";

const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]]; // down and right

/** Every line that wins on an empty board of this size: for each its cells, as [row, column]. */
export function winningLines(rows, columns, connect) {
  const reach = connect - 1;
  const directions = connect === 1 ? DIRECTIONS.slice(0, 1) : DIRECTIONS;
  const lines = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      for (const [down, right] of directions) {
        const last = column + right * reach;
        const fits = row + down * reach < rows && last >= 0 && last < columns;
        const cell = (_, k) => [row + down * k, column + right * k];
        if (fits) lines.push(Array.from({ length: connect }, cell));
      }
    }
  }
  return lines;
}

/** A position: `cells[row][column]` is 0, 1 or 2, row 0 at the top; `moves` led to it. */
export class Board {
  constructor(rows = 6, columns = 7, connect = 4) {
    this.rows = rows;
    this.columns = columns;
    this.connect = connect;
    this.moves = [];
    this.cells = Array.from({ length: rows }, () => new Array(columns).fill(0));
    this.winner = null;
  }

  /** The position after these columns from the empty board. */
  static fromMoves(moves, rows, columns, connect) {
    return moves.reduce((board, move) => board.play(move), new Board(rows, columns, connect));
  }

  get toMove() {
    return 1 + this.moves.length % 2;
  }

  get isTerminal() {
    return !this.legal().length;
  }

  /** The columns that can be played; none when the game is over. */
  legal() {
    if (this.winner) return [];
    return [...this.cells[0].keys()].filter(column => !this.cells[0][column]);
  }

  /** The position after a disc in this column, which must be a legal one. */
  play(column) {
    const next = new Board(this.rows, this.columns, this.connect);
    const row = this.rows - 1 - this.discs(column);
    next.moves = [...this.moves, column];
    next.cells = this.cells.map(line => [...line]);
    next.cells[row][column] = this.toMove;
    if (next.completesLine(row, column)) next.winner = this.toMove;
    return next;
  }

  /** The empty board of this size. */
  emptyBoard() {
    return new Board(this.rows, this.columns, this.connect);
  }

  /** How many discs are in a column. */
  discs(column) {
    return this.cells.filter(row => row[column]).length;
  }

  /** Where the last disc of a column is, as [x, y], y upwards. */
  placeOf(column) {
    return [column + 0.5, this.discs(column) - 0.5];
  }

  /** Whether the disc there stands in a line of `connect` of its player. */
  completesLine(row, column) {
    return DIRECTIONS.some(([down, right]) => {
      const around = this.run(row, column, down, right) + this.run(row, column, -down, -right);
      return around - 1 >= this.connect;
    });
  }

  /** How many discs of one player follow each other from this one on, itself among them. */
  run(row, column, down, right) {
    const player = this.cells[row][column];
    let length = 1;
    while (this.cells[row + down * length]?.[column + right * length] === player) length++;
    return length;
  }

  /** The completed lines, each its cells as [row, column]; none while nobody has won. */
  fullLines() {
    const holds = ([row, column]) => this.cells[row][column] === this.winner;
    if (!this.winner) return [];
    return winningLines(this.rows, this.columns, this.connect).filter(line => line.every(holds));
  }

  /** The position for a screen reader: the discs of each column, from below. */
  inWords() {
    const columns = [];
    for (let column = 0; column < this.columns; column++) {
      const discs = this.cells.map(row => row[column]).filter(Boolean).reverse();
      const names = discs.map(player => TEXT.NAMES[player]);
      if (discs.length) columns.push(`column ${column}: ${names.join(" ")}`);
    }
    return columns.join("; ") || "empty";
  }
}

/**
 * The position after the moves of a text that was typed, from the empty board `start`.
 * Throws an Error that says which move cannot be played, and what is allowed
 * (c4lib/widgets/position.py, of boards up to ten columns); its `board` is the position before.
 */
export function readMoves(start, text) {
  let board = start;
  for (const word of text.replace(/[\s,]/g, "")) {
    const legal = board.legal();
    if (!legal.map(String).includes(word)) {
      const allowed = legal.join(", ") || "none, because the game is over";
      const wrong = `move ${board.moves.length + 1} cannot be ${word}; allowed: ${allowed}`;
      throw Object.assign(new Error(wrong), { board });
    }
    board = board.play(Number(word));
  }
  return board;
}
