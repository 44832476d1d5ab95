// A lane for each move of O: its share of wins, X's answers, and how many playouts went there.

import { middle, ShareBars } from "./bars.js";
import { draw, glide, isStill, make, pause, put } from "./dom.js";
import { CELL, drawDisc, drawSign } from "./pitch.js";
import { BLOCK } from "./positions.js";
import { Poll } from "./searches.js";

const O_BARS = { floor: 250, tall: 270 }; // where the bars of O's moves stand, and how high 1 is
const ANSWERS = { top: 356, height: 60 }; // where X's answers begin, and the height of each
const COUNTS = ANSWERS.top + 7 * ANSWERS.height + 46; // where the playouts are written
const END = COUNTS + 60; // where a random game ends
const ONE_PLAYOUT = 3.1; // radius of its mark
const SIDE_OF_LANES = 70; // room on their left
const TRUNK = -38; // where the line of a lane is, from its middle; to each answer goes a twig
const COLUMNS = [0, 1, 2, 3, 4, 5, 6];

export class Lanes {
  constructor(figure) {
    const box = `${-SIDE_OF_LANES} -40 ${7 * CELL + SIDE_OF_LANES} ${END + 70}`;
    this.svg = draw("svg", { viewBox: box, role: "img" }, figure);
    this.band = draw("rect", { class: "band", x: -62, width: 6 * CELL + 56, rx: 14 }, this.svg);
    put(this.band, { y: yOf(BLOCK) - 28, height: ANSWERS.height - 4 });
    this.bars = new ShareBars(this.svg, O_BARS.floor, O_BARS.tall, true);
    this.bars.leaveGhosts(Poll.shares);
    drawDisc(this.svg, 2, -36, O_BARS.floor + 34, 0.45);
    drawDisc(this.svg, 1, -36, ANSWERS.top - 22, 0.45);
    this.lanes = COLUMNS.map(column => this.drawLane(column));
    this.bead = draw("g", { visibility: "hidden" }, this.svg);
    const legend = "Bars: how often O wins; dashed: in part 2. Dots: X's answers, "
      + "larger if tried more, redder if X wins more.";
    make("figcaption", {}, figure, legend);
  }

  drawLane(column) {
    const { svg } = this, x = middle(column);
    const row = { class: "small", x: -35, y: yOf(column) + 10, "text-anchor": "middle" };
    draw("text", row, svg, column);
    draw("text", { class: "value lane", x, y: O_BARS.floor + 46 }, svg, column);
    draw("path", { class: "branch", d: branches(x) }, svg);
    const answers = COLUMNS.map(answer => {
      return draw("circle", { class: "look", r: 0, cx: x, cy: yOf(answer) }, svg);
    });
    return { answers, visits: draw("text", { class: "value visits", x, y: COUNTS }, svg, "0") };
  }

  show(root) {
    const shares = COLUMNS.map(() => null);
    for (const { move, visits, mean, children } of root.children) {
      shares[move] = visits ? mean : null;
      const lane = this.lanes[move];
      lane.visits.textContent = visits;
      for (const answer of children) showAnswer(lane.answers[answer.move], answer);
    }
    this.bars.show(shares);
    const lanes = root.children.map(({ move, visits }) => `column ${move}: ${visits}`);
    const label = `playouts by O's move: ${lanes.join(", ") || "none yet"}`;
    put(this.svg, { "aria-label": label });
  }

  /** Mark X's win across the lanes, and the move that is played. */
  showBand() {
    this.band.classList.add("seen");
    const counts = this.lanes.map(({ visits }) => visits);
    const most = Math.max(...counts.map(text => Number(text.textContent)));
    const chosen = counts.find(text => Number(text.textContent) === most);
    put(chosen, { class: "value visits chosen" });
  }

  /** Send a bead down these moves, to the end of a random game, and up again. */
  async send([lane, answer], winner, pace, tellPhase) {
    const x = middle(lane);
    const trunk = x + TRUNK;
    const way = [[3.5 * CELL, -20], [trunk, O_BARS.floor + 12]];
    if (answer !== undefined) way.push([trunk, yOf(answer)], [x, yOf(answer)]);
    const out = answer === undefined ? [] : [[trunk, yOf(answer)]];
    const end = [trunk, END];
    this.begin();
    tellPhase(0);
    await this.move(way, 700 * pace);
    tellPhase(1);
    await pause(800 * pace);
    tellPhase(2);
    await this.move([way.at(-1), ...out, end], 800 * pace);
    this.showWinner(winner);
    await pause(500 * pace);
    tellPhase(3);
    await this.move([end, ...out, ...[...way].reverse()], 400 * pace);
    tellPhase(null);
    put(this.bead, { visibility: "hidden" });
  }

  begin() {
    this.bead.replaceChildren();
    draw("circle", { class: "bead", r: 16 }, this.bead);
    put(this.bead, { visibility: "visible" });
  }

  /** Move the bead from place to place, each time within so many milliseconds. */
  async move(places, duration) {
    for (let next = 1; next < places.length; next++) {
      const [from, to] = [places[next - 1], places[next]].map(inPixels);
      put(this.bead, { transform: `translate(${places[next].join(" ")})` });
      if (!isStill()) await glide(this.bead, [from, to], duration, "ease-in-out");
    }
  }

  /** The bead becomes a disc of the winner. */
  showWinner(winner) {
    this.bead.replaceChildren();
    draw("circle", { class: winner ? `bead disc-${winner}` : "bead", r: 24 }, this.bead);
    if (winner) drawSign(this.bead, winner, 0.6);
  }
}

const yOf = answer => ANSWERS.top + (answer + 0.5) * ANSWERS.height;

/** The lines of a lane: its trunk, and a twig to each answer. */
function branches(x) {
  const twigs = COLUMNS.map(answer => `M${x + TRUNK} ${yOf(answer)}H${x}`);
  return `M${x + TRUNK} ${O_BARS.floor}V${yOf(6)}${twigs.join("")}`;
}

const inPixels = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });

/** An answer of X's: its area are its playouts, its red is X's share of wins. */
function showAnswer(mark, { visits, mean }) {
  const red = visits ? Math.round(100 * mean) : 0;
  const fill = `fill: color-mix(in srgb, var(--x) ${red}%, var(--line))`;
  put(mark, { r: ONE_PLAYOUT * Math.sqrt(visits), style: fill });
}
