// The board, whose seven columns stay where they are from act to act; what is said of a column
// stands above it or below it.

import { draw, glide, make, put } from "./dom.js";

export const CELL = 100;
const DISC = 41, WIDTH_OF_BOARD = 7 * CELL, ROWS = 6;

export class Pitch {
  /** `top`: the room above; with `isLow` the upper half is hidden until it is wanted. */
  constructor(parent, { top = 0, isLow = false } = {}) {
    const box = `0 ${-top} ${WIDTH_OF_BOARD} ${ROWS * CELL + top}`;
    this.svg = draw("svg", { viewBox: box, role: "img" }, parent);
    this.over = draw("g", { class: "under-upper" }, this.svg); // bars and their numbers
    this.upper = draw("g", { class: "upper" }, this.svg);
    this.lower = draw("g", {}, this.svg);
    this.discs = draw("g", {}, this.svg);
    this.marks = draw("g", {}, this.svg);
    this.drawHoles(isLow);
    this.showUpper(!isLow);
  }

  drawHoles(isLow) {
    const half = { x: 0, width: WIDTH_OF_BOARD, rx: 28, class: "board" };
    draw("rect", { ...half, y: 0, height: ROWS * CELL }, this.upper);
    if (isLow) draw("rect", { ...half, y: 3 * CELL, height: 3 * CELL }, this.lower);
    for (let row = 0; row < ROWS; row++) {
      for (let column = 0; column < 7; column++) {
        const hole = { class: "hole", r: DISC, ...centre(row, column) };
        draw("circle", hole, isLow && row >= 3 ? this.lower : this.upper);
      }
    }
  }

  showUpper(isShown) {
    this.upper.classList.toggle("seen", isShown);
    this.over.classList.toggle("unseen", isShown);
  }

  bringIntoView() {
    this.svg.scrollIntoView({ block: "nearest" });
  }

  /** Show a position at once. */
  show(board) {
    this.board = board;
    this.discs.replaceChildren();
    this.marks.replaceChildren();
    board.cells.forEach((line, row) => line.forEach((player, column) => {
      if (player) this.disc(row, column, player);
    }));
    put(this.svg, { "aria-label": `the board: ${board.inWords()}` });
  }

  disc(row, column, player) {
    const { cx, cy } = centre(row, column);
    return drawDisc(this.discs, player, cx, cy);
  }

  /** Play a move on the board: the disc falls. */
  async drop(column, duration = 350) {
    const row = ROWS - 1 - this.board.discs(column);
    this.marks.replaceChildren();
    const disc = this.disc(row, column, this.board.toMove);
    this.board = this.board.play(column);
    put(this.svg, { "aria-label": `the board: ${this.board.inWords()}` });
    const above = `translateY(${-CELL * (row + 1.5)}px)`;
    await glide(disc, [{ transform: above }, { transform: "none" }], duration);
  }

  /** Mark the cell where a disc would fall. */
  point(column) {
    const row = ROWS - 1 - this.board.discs(column);
    draw("circle", { class: "here", r: DISC - 4, ...centre(row, column) }, this.marks);
  }

  /** Mark the last disc of a column. */
  ring(column) {
    const row = ROWS - this.board.discs(column);
    draw("circle", { class: "ring", r: DISC + 7, ...centre(row, column) }, this.marks);
  }

  /** Draw a line through the four that have won. */
  async strike() {
    for (const line of this.board.fullLines()) {
      const [first, last] = [line[0], line.at(-1)].map(cell => centre(...cell));
      const ends = { x1: first.cx, y1: first.cy, x2: last.cx, y2: last.cy };
      const drawn = draw("line", { class: "four", pathLength: 1, ...ends }, this.marks);
      const grows = [1, 0].map(rest => ({ strokeDasharray: "1 1", strokeDashoffset: rest }));
      await glide(drawn, grows, 300);
    }
  }

  /** The columns as buttons below the board; a click on the board is one on its column. */
  buttons(nameOf, action) {
    const parent = make("div", { class: "columns" }, this.svg.parentNode);
    const made = [0, 1, 2, 3, 4, 5, 6].map(column => {
      const attributes = { type: "button", "aria-label": nameOf(column) };
      const one = make("button", attributes, parent, column);
      one.addEventListener("click", () => action(column));
      return one;
    });
    this.svg.addEventListener("click", event => {
      const { left, width } = this.svg.getBoundingClientRect();
      made[Math.floor((event.clientX - left) / width * 7)]?.click();
    });
    return made;
  }
}

function centre(row, column) {
  return { cx: CELL * (column + 0.5), cy: CELL * (row + 0.5) };
}

/** A disc around this middle; returned is what can move in its place. */
export function drawDisc(parent, player, x, y, size = 1) {
  const place = draw("g", { transform: `translate(${x} ${y}) scale(${size})` }, parent);
  const disc = draw("g", {}, place);
  draw("circle", { r: DISC, class: `disc-${player}` }, disc);
  drawSign(disc, player);
  return disc;
}

/** The sign of a player on a disc of its own middle. */
export function drawSign(parent, player, size = 1) {
  const sign = { class: `sign sign-${player}`, transform: `scale(${size})` };
  if (player === 2) draw("circle", { ...sign, r: 17 }, parent);
  else draw("path", { ...sign, d: "M-15-15 15 15M15-15-15 15" }, parent);
}
