// One random game says little: the losing move wins the poll.

import { Random } from "../random.js";
import { ShareBars } from "./bars.js";
import { count, make, ofHundred, partsOf, pause } from "./dom.js";
import { Pitch } from "./pitch.js";
import { BLOCK, SEED, TEMPTING, THREAT } from "./positions.js";
import { Poll } from "./searches.js";

// The room above the bars, where they stand, how high 1 is; and the time for all random games.
const POLL = { top: 60, floor: 300, tall: 400, seconds: 3 };
const SHOWN_FIRST = [TEMPTING, BLOCK, 0, 4, 1, 5, 2]; // columns of the games that are shown

export class RandomGames {
  constructor(section) {
    this.parts = partsOf(section, "told", "one", "after", "see", "last");
    this.pitch = new Pitch(section.querySelector("figure"), { top: POLL.top, isLow: true });
    this.pitch.show(THREAT);
    this.pitch.showUpper(true); // until the bars stand there
    this.bars = new ShareBars(this.pitch.over, POLL.floor, POLL.tall);
    const nameOf = column => `guess: column ${column}`;
    this.columns = this.pitch.buttons(nameOf, column => this.answer(column));
    const legend = "Numbers: how often O wins, of 100 random games.";
    this.legend = make("figcaption", { hidden: "" }, section.querySelector("figure"), legend);
    this.random = Random.of(SEED);
    this.shown = 0; // games that were shown one by one
    this.shares = null;
    this.parts.one.addEventListener("click", () => this.playOne());
    this.parts.see.addEventListener("click", () => this.seeWins());
  }

  async playOne() {
    const { told, one } = this.parts;
    const column = SHOWN_FIRST[this.shown++ % SHOWN_FIRST.length];
    one.disabled = true;
    const winner = await this.playToTheEnd(column);
    const ending = winner ? `${" XO"[winner]} has won` : "a draw";
    told.textContent = `O in column ${column}, then random moves: ${ending}.`;
    one.disabled = false;
  }

  /** Show a random game after this move of O's; who has won it. */
  async playToTheEnd(column) {
    const { pitch } = this;
    pitch.show(THREAT);
    pitch.bringIntoView();
    await pitch.drop(column, 250);
    while (!pitch.board.isTerminal) {
      const legal = pitch.board.legal();
      await pitch.drop(legal[Math.floor(this.random.next() * legal.length)], 90);
    }
    await pitch.strike();
    return pitch.board.winner;
  }

  /** Play thousands of games, and say how good the guess was. */
  async answer(guessed) {
    const { told, after, one } = this.parts;
    this.columns[guessed].classList.add("called");
    for (const used of [...this.columns, one]) used.disabled = true;
    this.pitch.show(THREAT);
    this.pitch.showUpper(false);
    this.legend.hidden = false;
    this.pitch.bringIntoView();
    const poll = new Poll();
    const show = games => this.bars.show(poll.sharesAfter(games));
    await count(70, Poll.games, POLL.seconds, show);
    this.shares = poll.sharesAfter(Poll.games);
    const most = this.shares.indexOf(Math.max(...this.shares));
    this.bars.show(this.shares, most);
    const answer = `Column ${most}: ${ofHundred(this.shares[most])} in 100.`;
    const itsShare = ofHundred(this.shares[guessed]);
    told.textContent = guessed === most
      ? `Yes. ${answer}`
      : `You said column ${guessed}, which has ${itsShare}. ${answer}`;
    after.hidden = false;
  }

  async seeWins() {
    const { see, last } = this.parts;
    see.disabled = true;
    const lost = THREAT.legal().filter(column => winsAtOnce(THREAT.play(column)));
    this.pitch.show(THREAT.play(TEMPTING));
    await this.pitch.drop(BLOCK);
    await this.pitch.strike();
    this.pitch.over.classList.add("drops");
    this.bars.show(this.shares.map((share, column) => lost.includes(column) ? 0 : share));
    await pause(600);
    last.hidden = false;
  }
}

/** Whether whoever is to move can complete a line. */
function winsAtOnce(board) {
  return board.legal().some(column => board.play(column).winner);
}
