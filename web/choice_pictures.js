// The pictures of a choice by UCB1, as c4lib/plots/terms.py and widgets/ucb1_lab.py draw them.

import { commas, explorationConstant, fixed, general, number } from "./numbers.js";
import { Bars, drawLegend } from "./ratings.js";
import { textOn } from "./scene.js";
import { CANVAS, LAB, TERMS } from "./tables.js";

/** `count` numbers from `first` to `last`, equally far apart. */
function linspace(first, last, count) {
  const step = (last - first) / (count - 1);
  const numbers = Array.from({ length: count }, (_, i) => first + i * step);
  return [...numbers.slice(0, -1), last];
}

// ---------------------------------------------------------------- the two terms as bars

/** Draw a stacked bar of mean and exploration for each move; a click on it names the move. */
export function drawTerms(scene, choice, height = LAB.HEIGHT) {
  scene.limit(0, TERMS.WIDTH, 0, height);
  const places = drawChoice(scene, choice.candidates, ucb1Words(choice.c));
  const moves = [...places.keys()];
  const labels = moves.map(move => `move ${move}: one more visit, without a win`);
  scene.spots(places, moves, labels);
}

/** The formula of UCB1, with the colours of its terms. */
function ucb1Words(c) {
  const second = `${explorationConstant(c, threeDigits)} · √(ln N / n)`;
  const { EXPLOITATION, EXPLORATION } = CANVAS;
  return [["UCB1 =", null], ["mean", EXPLOITATION], ["+", null], [second, EXPLORATION]];
}

function threeDigits(c) {
  return general(Number(c.toPrecision(3)));
}

/** Draw an upright bar for each move, the highest framed; the place of each is returned. */
function drawChoice(scene, candidates, words) {
  drawLegend(scene, 0.4, scene.top - 0.7, TERMS.SIZE, words, { weight: "bold" });
  drawNamesOfRows(scene);
  const slot = (scene.right - 0.3 - TERMS.LEFT) / candidates.length;
  const values = candidates.map(one => one.value);
  const highest = Math.max(...values);
  const bars = new UprightBars(scene, values, TERMS.BAR * slot);
  const decimals = decimalsFor(values, highest);
  const frames = [];
  const places = candidates.map((one, index) => {
    const left = TERMS.LEFT + index * slot;
    const middle = left + slot / 2;
    const top = bars.draw(middle, one);
    const isHighest = one.value === highest;
    const look = isHighest ? { color: CANVAS.HIGHLIGHT, weight: "bold" } : {};
    if (isHighest) frames.push(bars.frame(middle, top));
    const size = Number.isFinite(one.value) ? TERMS.SIZE : 0.9;
    const above = { key: `value ${one.move}`, room: 0.95 * slot, ...look };
    scene.write(middle, top + 0.5, number(one.value, decimals), size, above);
    writeBelow(scene, middle, one, slot, look.color);
    return [left, 0, slot, scene.top - TERMS.HEADER];
  });
  scene.boxes(frames, CANVAS.HIGHLIGHT, 2, { keys: [...frames.keys()] });
  return places;
}

function drawNamesOfRows(scene) {
  const look = { ha: "right", color: CANVAS.MUTED };
  const x = TERMS.LEFT - 0.1;
  scene.write(x, TERMS.BOTTOM - 0.65, "move", TERMS.SIZE, { weight: "bold", ...look });
  scene.write(x, TERMS.BOTTOM - 1.4, "n", TERMS.SIZE, look);
}

/** Write a move and its visits below its bar. */
function writeBelow(scene, x, { move, visits }, room, color = CANVAS.TEXT) {
  const named = { key: `move ${move}`, room: 0.9 * room, color, weight: "bold" };
  scene.write(x, TERMS.BOTTOM - 0.65, String(move), 0.68, named);
  scene.write(x, TERMS.BOTTOM - 1.4, String(visits), TERMS.SIZE, { key: `n ${move}`, room });
}

/** How many decimals it takes to tell the highest from the others: 2 or 3. */
function decimalsFor(values, highest) {
  const isLike = value => value !== highest && fixed(value, 2) === fixed(highest, 2);
  return values.some(isLike) ? 3 : 2;
}

/** Bars of the terms of UCB1 that rise, with numbers in them. */
class UprightBars extends Bars {
  constructor(scene, values, thickness) {
    const room = scene.top - TERMS.HEADER - TERMS.BOTTOM - 0.9;
    super(values, TERMS.BOTTOM, room, thickness);
    this.scene = scene;
  }

  /** Draw the bar of a move around this middle, and return its end. */
  draw(middle, { move, mean, value, visits }) {
    const end = Math.min(Math.max(value, 0), this.longest);
    const split = Math.min(Math.max(mean, 0), end);
    if (visits) {
      this.drawPart(middle, move, CANVAS.EXPLOITATION, 0, split, mean);
      this.drawPart(middle, move, CANVAS.EXPLORATION, split, end, value - mean);
    } else {
      this.drawPart(middle, move, CANVAS.VISITS, 0, end, NaN);
    }
    return this.start + end * this.unit;
  }

  drawPart(middle, move, colour, first, last, term) {
    const key = `${colour} ${move}`;
    const bottom = this.start + first * this.unit;
    const height = (last - first) * this.unit;
    const left = middle - this.thickness / 2;
    if (height > 0.7 && !Number.isNaN(term)) {
      const size = Math.min(TERMS.SIZE, this.thickness / 2.5);
      const look = { key, color: textOn(colour) };
      this.scene.write(left + this.thickness / 2, bottom + height / 2, number(term), size, look);
    }
    this.scene.boxes([[left, bottom, this.thickness, height]], colour, 3, { keys: [key] });
  }

  /** The frame around a bar that ends there. */
  frame(middle, top) {
    const width = this.thickness + 0.24;
    return [middle - width / 2, this.start - 0.12, width, top - this.start + 0.24];
  }
}

// ---------------------------------------------------------------- the values over N

/**
 * Draw the value of every visited move over N, from the present N on: as if the move got none of
 * the new visits; of the one that is chosen, dashed, also as if it got all of them.
 */
export function drawCurves(scene, choice, height = LAB.HEIGHT) {
  scene.limit(0, TERMS.WIDTH, 0, height);
  const y = height - 0.7;
  const look = { ha: "right", color: CANVAS.MUTED };
  scene.write(0.9, y, "UCB1 over N", 0.68, { ha: "left", weight: "bold" });
  scene.write(TERMS.WIDTH - 0.5, y, "— not visited, - - visited", 0.52, look);
  const visited = choice.candidates.filter(one => one.visits);
  const curves = visited.map(one => ({ one, isVisited: false }));
  if (curves.length < choice.moves.length) {
    const text = `∞: move ${choice.chosen.join(", ")}`;
    const bold = { color: CANVAS.HIGHLIGHT, weight: "bold" };
    scene.write(TERMS.WIDTH / 2, height - TERMS.HEADER, text, TERMS.SIZE, bold);
  } else if (choice.chosen.length === 1) {
    curves.push({ one: choice.candidates[choice.chosen[0]], isVisited: true });
  }
  if (curves.length) drawLines(scene, choice, curves);
}

/** The curves of these candidates, whether they are visited or not, and their scales. */
function drawLines(scene, choice, curves) {
  const now = choice.parentVisits;
  const later = linspace(now, Math.max(20, 2 * now), 50);
  const valuesOf = ({ one, isVisited }) => later.map(N => choice.laterValue(one, isVisited, N));
  const values = curves.map(valuesOf);
  const lowest = Math.min(...values.flat());
  const highest = Math.max(...values.flat());
  const margin = 0.1 * (highest - lowest) || 0.5;
  const scale = [lowest - margin, highest + margin];
  const room = [TERMS.BOTTOM, scene.top - TERMS.HEADER - 0.2];
  drawScales(scene, scale, room, now, later.at(-1));
  const slope = (room[1] - room[0]) / (scale[1] - scale[0]);
  const x = linspace(LAB.LEFT, LAB.RIGHT, later.length);
  curves.forEach(({ one, isVisited }, index) => {
    const colour = choice.chosen.includes(one.move) ? CANVAS.HIGHLIGHT : CANVAS.TEXT;
    const y = values[index].map(value => slope * (value - scale[0]) + room[0]);
    scene.line(x, y, colour, 3, isVisited ? "--" : "-");
    if (isVisited) return;
    // Beside one another, so that equal curves can be told.
    const place = Math.floor(x.length * (one.move + 1) / (choice.moves.length + 1));
    drawName(scene, [x[place], y[place]], one.move, colour);
  });
}

/** Some round numbers from `low` to `high`, two to six, and how many decimals they have. */
function roundNumbers(low, high) {
  const least = (high - low) / 5; // between two of them
  const power = Math.floor(Math.log10(least));
  const size = [1, 2, 5, 10].find(one => one * 10 ** power >= least);
  const decimals = Math.max(0, -power);
  const step = size * 10 ** power;
  const ticks = [];
  for (let count = Math.ceil(low / step); count <= Math.floor(high / step); count++) {
    ticks.push(Number((count * step).toFixed(decimals)));
  }
  return { ticks, decimals };
}

/** The numbers beside the curves, and the lines. */
function drawScales(scene, scale, room, now, last) {
  const small = { color: CANVAS.MUTED };
  const slope = (room[1] - room[0]) / (scale[1] - scale[0]);
  const { ticks, decimals } = roundNumbers(...scale);
  for (const value of ticks) {
    const height = slope * (value - scale[0]) + room[0];
    scene.write(LAB.LEFT - 0.3, height, fixed(value, decimals), 0.52, { ha: "right", ...small });
  }
  const corner = [scene.top - TERMS.HEADER, TERMS.BOTTOM, TERMS.BOTTOM];
  scene.line([LAB.LEFT, LAB.LEFT, LAB.RIGHT], corner, CANVAS.MUTED, 1.5);
  const y = TERMS.BOTTOM - 0.65;
  const bold = { key: "N", room: 4, weight: "bold" };
  scene.write(LAB.LEFT, y, `N = ${commas(now)}`, TERMS.SIZE, bold);
  scene.write(LAB.RIGHT, y, commas(Number(fixed(last, 0))), 0.52, small);
}

function drawName(scene, at, move, colour) {
  const look = { key: `move ${move}`, color: CANVAS.EMPTY, weight: "bold" };
  scene.circles([at], 0.42, colour, 4, [move]);
  scene.write(...at, String(move), TERMS.SIZE, look);
}
