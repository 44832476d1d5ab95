// Go back to what has worked: X's answers after O has played the tempting column.

import { ln } from "../logarithms.js";
import { drawBar, middle, standing } from "./bars.js";
import { askFor, count, draw, make, ofHundred, partsOf, put } from "./dom.js";
import { Pitch } from "./pitch.js";
import { BLOCK, ONE_LEVEL, TEMPTING, THREAT } from "./positions.js";
import { Poll, searchOf } from "./searches.js";

// The room above, where the bars stand, how high 1 is, and the value of an untried answer.
const SUMS = { top: 190, floor: 300, tall: 105, untried: 3.2 };
const TRIED = { playouts: 100, seconds: 9 };
const STRIP = { y: -150, height: 46, left: 150, width: 480 }; // of O's share

export class Answers {
  constructor(section) {
    this.parts = partsOf(section, "told", "after", "again", "guesses");
    this.position = THREAT.play(TEMPTING);
    this.picture = new AnswersPicture(section.querySelector("figure"), this.position);
    this.fallen = section.querySelector("[value=fallen]");
    section.querySelector("[value=polled]").textContent = ofHundred(this.picture.polled);
    this.start();
    this.picture.show(this.search);
    askFor(this.parts.guesses, [10, 30, 100], guessed => this.answer(guessed));
    this.parts.again.addEventListener("click", () => this.run());
  }

  start() {
    this.search = searchOf(this.position, ONE_LEVEL);
    this.ledFrom = 1; // the playout from which on the win has most of them
  }

  async answer(guessed) {
    const { told, after } = this.parts;
    await this.run();
    const answer = `You said ${guessed}. Here it is from playout ${this.ledFrom} on.`;
    told.textContent = `${answer} ${told.textContent}`;
    after.hidden = false;
  }

  /** Run all playouts, the first of them slowly. */
  async run() {
    const { again } = this.parts;
    again.disabled = true;
    this.start();
    this.picture.pitch.bringIntoView();
    await count(1, TRIED.playouts, TRIED.seconds, playouts => this.advance(playouts));
    again.disabled = false;
  }

  advance(playouts) {
    const { search } = this;
    while (search.iterations < playouts) {
      search.run(1);
      if (!hasMost(search.children(search.root))) this.ledFrom = search.iterations + 1;
    }
    this.picture.show(search);
    const { visits } = answerOf(search.children(search.root));
    this.parts.told.textContent = `${visits} of ${playouts} went to column ${BLOCK}.`;
    this.fallen.textContent = ofHundred(search.root.wins / search.root.visits);
  }
}

/** X's win among its answers. */
const answerOf = answers => answers.find(({ move }) => move === BLOCK);

/** Whether no answer has as many playouts as X's win. */
function hasMost(answers) {
  const { visits } = answerOf(answers);
  return answers.every(other => other.move === BLOCK || other.visits < visits);
}

/** The two terms of every answer, their playouts, and what is left for O. */
class AnswersPicture {
  constructor(figure, position) {
    this.pitch = new Pitch(figure, { top: SUMS.top, isLow: true });
    this.pitch.show(position);
    this.polled = Poll.shares[TEMPTING];
    this.bars = position.legal().map(column => ({
      mean: drawBar(this.pitch.over, column, "mean-bar"),
      bonus: drawBar(this.pitch.over, column, "bonus-bar"),
      visits: draw("text", { class: "value", x: middle(column) }, this.pitch.over),
    }));
    this.drawStrip();
    make("figcaption", {}, figure, "Numbers: how often X's answers were tried.");
  }

  drawStrip() {
    const { over } = this.pitch, { y, height, left, width } = STRIP;
    draw("text", { class: "small", x: 0, y: y + 33 }, over, "O wins");
    this.share = draw("rect", { class: "fooled-bar", x: left, y, height, rx: 6 }, over);
    const x = left + this.polled * width;
    draw("line", { class: "ghost", x1: x, x2: x, y1: y - 10, y2: y + height + 10 }, over);
    this.percent = draw("text", { class: "value", y: y + 35 }, over);
  }

  show(search) {
    const { root } = search;
    const answers = search.children(root);
    const most = Math.max(...answers.map(({ visits }) => visits));
    answers.forEach((answer, column) => {
      this.showAnswer(this.bars[column], answer, root.visits, answer.visits === most);
    });
    const share = root.visits ? root.wins / root.visits : this.polled;
    put(this.share, { width: STRIP.width * share });
    put(this.percent, { x: STRIP.left + STRIP.width * Math.max(share, this.polled) + 45 });
    this.percent.textContent = ofHundred(share);
  }

  showAnswer(bars, { wins, visits }, parentVisits, isMost) {
    const mean = visits ? wins / visits : 0;
    const bonus = visits ? Math.SQRT2 * Math.sqrt(ln(parentVisits) / visits) : SUMS.untried;
    const shown = Math.min(bonus, SUMS.untried - mean);
    put(bars.mean, standing(SUMS.floor, SUMS.tall * mean));
    put(bars.bonus, standing(SUMS.floor - SUMS.tall * mean, SUMS.tall * shown));
    put(bars.visits, { y: SUMS.floor - SUMS.tall * (mean + shown) - 10 });
    bars.visits.textContent = visits;
    put(bars.visits, { class: isMost ? "value chosen" : "value" });
  }
}
