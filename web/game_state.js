// Games of a human against the search, as GameState of c4lib/widgets/play.py has them.

import { Board } from "./game.js";
import { TEXT } from "./tables.js";

/**
 * Games one after the other, all from the position after the first `before` moves.
 * `human` is which player the human is, by default the one who begins; `games` is how many games
 * there were before this one.
 */
export class GameState {
  constructor(game, before = 0, human = null) {
    this.game = game;
    this.before = before;
    this.human = human ?? this.first.toMove;
    this.games = 0;
  }

  /** The position that every game starts from. */
  get first() {
    return this.after(this.before);
  }

  /** The position after so many of the moves. */
  after(count) {
    const { rows, columns, connect, moves } = this.game;
    return Board.fromMoves(moves.slice(0, count), rows, columns, connect);
  }

  /** Start again. */
  newGame(humanStarts) {
    this.game = this.first;
    this.human = humanStarts ? this.game.toMove : 3 - this.game.toMove;
    this.games += 1;
  }

  /** Whether the human is to move; false when the game is over. */
  get isHumansTurn() {
    return !this.game.isTerminal && this.game.toMove === this.human;
  }

  /** The numbers of the human's moves. */
  get ownMoves() {
    const numbers = [...this.game.moves.keys()].slice(this.before);
    return numbers.filter(number => 1 + number % 2 === this.human);
  }

  /** The move of whoever is to move, which must be a legal one. */
  play(move) {
    this.game = this.game.play(move);
  }

  /** Take back the human's last move and all that came after it. */
  undo() {
    this.game = this.after(this.ownMoves.at(-1));
  }

  /**
   * The seed of the search that is asked now: that of PlayBoard, which gives NumPy
   * (seed, games, moves). NumPy reads them as the digits of one number.
   */
  seedFrom(seed) {
    const moves = this.game.moves.length - this.before;
    return BigInt(seed) + (BigInt(this.games) << 32n) + (BigInt(moves) << 64n);
  }

  /** Whose turn it is, or how the game ended. */
  get sentence() {
    const { winner } = this.game;
    if (this.isHumansTurn) return `Your turn: you are ${TEXT.NAMES[this.human]}.`;
    if (!this.game.isTerminal) return "The search is thinking …";
    if (!winner) return "The game is over: a draw.";
    const who = winner === this.human ? "You win" : "The search wins";
    return `${who}: ${TEXT.NAMES[winner]} has won.`;
  }
}
