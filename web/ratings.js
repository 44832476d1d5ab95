// The table of ratings, as c4lib/plots/terms.py draws it; rewards are from 0 to 1.

import { drawMark } from "./board.js";
import { commas, general, number, percent, termsText } from "./numbers.js";
import { widthOf } from "./scene.js";
import { CANVAS, TERMS, TEXT } from "./tables.js";

const Z = INTERVALS.Z; // standard deviations on either side hold 95 %

/** Bars of the terms of UCB1: the mean, and on top of it the exploration. */
export class Bars {
  constructor(values, start, room, thickness = TERMS.BAR) {
    const drawn = values.filter(value => value > 0 && value < Infinity);
    this.longest = drawn.length ? Math.max(...drawn) : 1;
    this.start = start;
    this.unit = room / this.longest;
    this.thickness = thickness;
  }

  /** Draw the bar of a move, its middle at this height. */
  draw(drawing, middle, { move, mean, value }) {
    const end = Math.min(Math.max(value, 0), this.longest);
    const split = Math.min(Math.max(mean, 0), end);
    let parts = [[CANVAS.EXPLOITATION, 0, split], [CANVAS.EXPLORATION, split, end]];
    if (Number.isNaN(mean)) parts = [[CANVAS.VISITS, 0, end]];
    for (const [colour, first, last] of parts) {
      const left = this.start + first * this.unit;
      const bottom = middle - this.thickness / 2;
      const box = [left, bottom, (last - first) * this.unit, this.thickness];
      drawing.boxes([box], colour, 3, { keys: [`${colour} ${move}`] });
    }
  }
}

/** Write [text, colour] pairs in a line, after a square of the colour, as large as they fit. */
export function drawLegend(drawing, x, y, size, words = TERMS.LEGEND, look = {}) {
  const weight = look.weight ?? "normal";
  const widths = words.map(([text, colour]) => widthOf(text, weight) + (colour ? 1.9 : 0.6));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const fitted = Math.min(size, (drawing.right - x) / total);
  let left = x;
  words.forEach(([text, colour], i) => {
    const end = left + widths[i] * fitted;
    if (colour) {
      const side = 0.96 * fitted;
      drawing.boxes([[left, y - side / 2, side, side]], colour);
      left += 1.3 * fitted;
    }
    drawing.write(left, y, text, fitted, { ha: "left", ...look });
    left = end;
  });
}

/** Write a move at the left end of its row; the look of the row's numbers. */
export function drawMove(drawing, y, move, isMarked, room) {
  const left = drawing.left + 0.1;
  const look = isMarked ? { color: CANVAS.HIGHLIGHT, weight: "bold" } : {};
  if (isMarked) {
    const row = [left, y - 0.5, drawing.right - 0.1 - left, 1];
    drawing.boxes([row], CANVAS.OUTSIDE, 1, { rounding: 0.3 });
    drawing.write(left + 0.25, y, "›", 0.95, look);
  }
  const middle = left + 0.45 + room / 2;
  const color = isMarked ? CANVAS.HIGHLIGHT : CANVAS.TEXT;
  drawing.write(middle, y, String(move), 0.85, { room: 0.92 * room, color, weight: "bold" });
  return look;
}

/**
 * A row for each move: share of visits, mean with its interval, terms of UCB1.
 *
 * Of more moves than can be read the most visited are shown. `bestMove` is marked. `marks` are
 * "win", "draw", "loss" or another short text by move: what is exactly true; null: no such column.
 */
export function drawRatings(drawing, ratings, node, bestMove, marks = null) {
  const rows = rowsOf(ratings, bestMove);
  const height = Math.max(rows.length, 5) + TERMS.TITLES + 0.7;
  const widest = Math.max(0, ...rows.map(one => widthOf(String(one.move))));
  const room = Math.min(Math.max(0.9 * widest, 1), 2.8);
  drawing.limit(1 - room, TERMS.TABLE, -height, 0);
  if (!rows.length) {
    drawing.write(TERMS.TABLE / 2, -height / 2, "no move to rate", 1, { color: CANVAS.MUTED });
    return;
  }
  writeTitles(drawing, node);
  drawScale(drawing, -TERMS.TITLES - rows.length);
  drawRows(drawing, rows, ratings, bestMove, room);
  const hidden = ratings.length - rows.length;
  const look = { ha: "left", weight: "bold" };
  if (hidden) drawing.write(0.4, 0.35 - height, `+ ${hidden} not shown`, TERMS.TEXT_SIZE, look);
  if (marks) drawExact(drawing, rows, marks);
}

function rowsOf(ratings, bestMove) {
  if (ratings.length <= TERMS.MOST_ROWS) return ratings;
  const isBest = one => one.move === bestMove;
  const inOrder = (one, other) => isBest(other) - isBest(one) || other.visits - one.visits;
  return [...ratings].sort(inOrder).slice(0, TERMS.MOST_ROWS);
}

function drawExact(drawing, rows, marks) {
  drawing.write(TERMS.EXACT, -0.5, "exact", 0.72, { weight: "bold" });
  rows.forEach(({ move }, row) => {
    const y = -TERMS.TITLES - 0.5 - row;
    if (marks[move]) drawMark(drawing, TERMS.EXACT, y, marks[move], 0.9);
  });
}

function drawRows(drawing, rows, ratings, bestMove, room) {
  const total = ratings.reduce((sum, one) => sum + one.visits, 0) || 1;
  const values = ratings.map(one => one.value);
  const highest = Math.max(...values);
  const bars = new Bars(values, TERMS.VALUE_LEFT, TERMS.VALUE_RIGHT - TERMS.VALUE_LEFT);
  rows.forEach((one, row) => {
    const y = -TERMS.TITLES - 0.5 - row;
    const look = drawMove(drawing, y, one.move, one.move === bestMove, room);
    drawVisits(drawing, y, one.visits, one.visits / total, look.weight ?? "normal");
    drawMean(drawing, y, one);
    bars.draw(drawing, y, one);
    writeTerms(drawing, y, one, one.value === highest);
  });
}

function writeTitles(drawing, { game, visits }) {
  const titles = [
    [TERMS.VISITS_LEFT, "visits", "and share", 5],
    [TERMS.MEAN_LEFT, `mean for ${TEXT.NAMES[game.toMove]}`, "95% interval", 5.4],
    [TERMS.VALUE_LEFT, `UCB1, N = ${commas(visits)}`, "", 9],
  ];
  for (const [x, title, more, room] of titles) {
    drawing.write(x, -0.5, title, 0.72, { room, ha: "left", weight: "bold" });
    drawing.write(x, -1.3, more, TERMS.TEXT_SIZE, { ha: "left", color: CANVAS.MUTED });
  }
  const look = { color: CANVAS.MUTED };
  drawLegend(drawing, TERMS.VALUE_LEFT, -1.3, TERMS.TEXT_SIZE, TERMS.LEGEND, look);
}

/** The visits, on a bar as long as their share. */
function drawVisits(drawing, y, visits, share, weight) {
  const length = share * (TERMS.VISITS_RIGHT - TERMS.VISITS_LEFT);
  const bar = [TERMS.VISITS_LEFT, y - TERMS.BAR / 2, length, TERMS.BAR];
  drawing.boxes([bar], CANVAS.VISITS, 2);
  const look = { ha: "right", weight };
  drawing.write(TERMS.VISITS_NUMBER, y, commas(visits), TERMS.TEXT_SIZE, look);
  drawing.write(TERMS.VISITS_RIGHT, y, percent(share), TERMS.TEXT_SIZE, look);
}

function placeOfMean(mean) {
  return TERMS.MEAN_LEFT + mean * (TERMS.MEAN_RIGHT - TERMS.MEAN_LEFT);
}

function drawScale(drawing, bottom) {
  for (const mean of [0, 0.5, 1]) {
    const x = placeOfMean(mean);
    const line = [x - 0.02, bottom - 0.05, 0.04, -TERMS.TITLES - bottom + 0.1];
    drawing.boxes([line], CANVAS.EDGE, 1.5);
    drawing.write(x, bottom - 0.35, general(mean), TERMS.TEXT_SIZE, { color: CANVAS.MUTED });
  }
}

/** The shares that fit so many points in so many games, after Wilson (1927). */
function wilsonInterval(points, games) {
  const share = points / games;
  const centre = (points + Z * Z / 2) / (games + Z * Z);
  const variance = points * (games - points) / games + Z * Z / 4;
  const half = Z / (games + Z * Z) * Math.sqrt(variance);
  const low = Math.min(share, centre - half);
  const high = Math.max(share, centre + half);
  return [Math.max(0, low), Math.min(1, high)];
}

/** A tick on an interval. */
function drawMean(drawing, y, { mean, visits }) {
  const share = Math.min(Math.max(mean, 0), 1);
  const [low, high] = visits ? wilsonInterval(share * visits, visits) : [0, 1];
  const start = placeOfMean(low);
  drawing.boxes([[start, y - 0.2, placeOfMean(high) - start, 0.4]], TERMS.INTERVAL);
  const tick = [placeOfMean(mean) - 0.06, y - 0.4, 0.12, 0.8];
  if (visits) drawing.boxes([tick], CANVAS.EXPLOITATION, 4);
  const look = { ha: "left", weight: "bold" };
  drawing.write(TERMS.MEAN_NUMBER, y, number(mean), TERMS.TEXT_SIZE, look);
}

/** The numbers of UCB1; those of the highest value, which is selected next, are bold. */
function writeTerms(drawing, y, { mean, value }, isHighest) {
  const text = termsText(mean, value);
  const start = `${number(mean)} `; // it stands to the left of the bar
  const shown = text.startsWith(start) ? text.slice(start.length) : text;
  const look = { ha: "left", weight: isHighest ? "bold" : "normal" };
  drawing.write(TERMS.VALUE_NUMBERS, y, shown, TERMS.TEXT_SIZE, look);
}
