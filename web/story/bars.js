// Bars above the columns of a board, and their numbers.

import { draw, ofHundred, put } from "./dom.js";
import { CELL } from "./pitch.js";

const SIDE = 14; // room beside a bar
const ROOM = 46; // height of a bar in which its number fits

/** Seven bars on a `floor`; a share of 1 is `tall` high, and its number above or inside. */
export class ShareBars {
  constructor(parent, floor, tall, isInside = false) {
    Object.assign(this, { parent, floor, tall, isInside });
    this.bars = [];
    this.values = [];
    for (let column = 0; column < 7; column++) {
      this.bars.push(drawBar(parent, column, "mean-bar"));
      this.values.push(draw("text", { class: "value", x: middle(column) }, parent));
    }
    this.show(new Array(7).fill(null));
  }

  /** Show these shares, null where there is none yet; of them `most` is the surprise. */
  show(shares, most = null) {
    shares.forEach((share, column) => {
      const height = (share ?? 0) * this.tall;
      const isMost = column === most;
      const kind = isMost ? "fooled-bar" : "mean-bar";
      put(this.bars[column], { ...standing(this.floor, height), class: kind });
      const isInside = this.isInside && height > ROOM;
      const place = isInside ? this.floor - 14 : this.floor - height - 12;
      put(this.values[column], {
        style: `transform: translateY(${place}px)`,
        class: `value ${isMost ? "most" : ""} ${isInside ? "inside" : ""}`,
      });
      this.values[column].textContent = share === null ? "" : ofHundred(share);
    });
  }

  /** Leave a line where these shares are. */
  leaveGhosts(shares) {
    const most = Math.max(...shares);
    shares.forEach((share, column) => {
      const y = this.floor - share * this.tall;
      drawGhost(this.parent, column, y);
      if (share !== most) return;
      draw("text", { class: "value", x: middle(column), y: y - 14 }, this.parent, ofHundred(share));
    });
  }
}

export const middle = column => CELL * (column + 0.5);

export function drawBar(parent, column, kind) {
  const across = { x: CELL * column + SIDE, width: CELL - 2 * SIDE };
  return draw("rect", { class: kind, rx: 6, height: 0, ...across }, parent);
}

export const standing = (floor, height) => ({ y: floor - height, height });

function drawGhost(parent, column, y) {
  const across = { x1: CELL * column + 4, x2: CELL * (column + 1) - 4 };
  draw("line", { class: "ghost", y1: y, y2: y, ...across }, parent);
}
