// What perfect play makes of the moves of one position at a time, from a worker of its own.

class PerfectPlay {
  /** `show` is called when more is known. */
  constructor(show) {
    this.show = show;
    this.beside = new Beside("perfect", found => this.hear(found));
    this.forget();
  }

  forget() {
    Object.assign(this, { place: null, outcomes: {}, isComputing: false, why: "" });
  }

  /** Have a position looked up or computed, in place of the one before; null: none. */
  ask(board) {
    const place = board && textOfPlace(board);
    if (place === this.place) return;
    if (this.isComputing) this.beside.stop();
    this.forget();
    if (!board || board.isTerminal) return;
    this.place = place;
    this.isComputing = true;
    this.count = board.legal().length;
    const { moves, rows, columns, connect } = board;
    this.beside.tell({ moves, rows, columns, connect });
  }

  hear({ outcomes = {}, isComputing = false, why = "", error }) {
    if (error) why = `it has stopped: ${error}`;
    Object.assign(this, { outcomes, isComputing, why });
    this.show();
  }

  /** "win", "draw" or "loss" by move; "…": it is computed, "?": it is not known. */
  marks(board) {
    const isHere = textOfPlace(board) === this.place;
    const unknown = this.isComputing || !isHere ? "…" : "?";
    const markOf = move => isHere && this.outcomes[move] || unknown;
    return Object.fromEntries(board.legal().map(move => [move, markOf(move)]));
  }

  /** What it does, or why it does not, in a sentence; "" when all is known. */
  get words() {
    if (this.why) return `Exact is not known: ${this.why}.`;
    if (!this.isComputing) return "";
    const known = Object.keys(this.outcomes).length;
    return `Exact computes: ${known} of ${counted(this.count, "move")} known.`;
  }
}

/** What tells a position from others. */
function textOfPlace({ moves, rows, columns, connect }) {
  return JSON.stringify([moves, rows, columns, connect]);
}
