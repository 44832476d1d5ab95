// The pictures of a step of a search, as c4lib/plots/phases.py draws them.

import { drawBoard, drawPiece } from "./board.js";
import { counted, general, termsText } from "./numbers.js";
import { Bars, drawLegend, drawMove } from "./ratings.js";
import { widthOf } from "./scene.js";
import { choicesOf, positionOf } from "./step_words.js";
import { settingsOf } from "./steps.js";
import { CANVAS, STEPS, TEXT } from "./tables.js";
import { capitalized, endingOf, placeOf, situationOf } from "./text.js";
import { drawTree } from "./tree.js";

// ---------------------------------------------------------------- the tree and the position

/** Before each selection the search is at the root. */
function whatIsSeen(step) {
  const { seen } = step;
  const isAtRoot = step.isCovered && step.phase === "select";
  return isAtRoot ? seen.with({ lookedAt: step.lookedAt ?? [] }) : seen;
}

/** Draw the tree with the path marked, and after an expansion also the new children. */
export function drawStepTree(scene, step) {
  const seen = whatIsSeen(step);
  seen.trace.show(seen.number);
  const marked = step.isCovered ? [] : [...seen.path];
  if (marked.length && seen.phase === "expand") marked.push(...seen.expansion.added);
  drawTree(scene, (seen.node ?? seen.path.at(-1)).path, marked, 3);
}

/** Draw where the search is: the position, the iteration, and which of its phases are done. */
export function drawPlace(scene, step) {
  const seen = whatIsSeen(step);
  seen.trace.show(seen.number);
  scene.fill(100);
  const left = 0.42 * scene.right;
  drawBoard(scene.inset(2, -98, left - 8, 96, 1.7), seen.game);
  const title = step.number ? `Iteration ${step.iteration}` : "Start";
  const look = { room: scene.right - left - 2, ha: "left" };
  scene.write(left, -10, title, 15, { ...look, weight: "bold" });
  drawPhases(scene, step, left);
  scene.write(left, -93, positionOf(seen), 11.3, { ...look, color: CANVAS.MUTED });
}

/** The names of the phases: the one just done is marked, those to come are grey. */
function drawPhases(scene, step, left) {
  const done = STEPS.PHASES.indexOf(step.phase);
  STEPS.PHASES.forEach((phase, index) => {
    const y = -27 - 15.5 * index;
    let text = `${index + 1} ${capitalized(phase)}`;
    let look = { color: index < done ? CANVAS.TEXT : CANVAS.MUTED };
    if (index === done && step.isCovered) {
      text += " ?";
      look = { weight: "bold" };
    } else if (index === done) {
      const box = [left - 3, y - 7, scene.right - left + 2, 14];
      scene.boxes([box], CANVAS.HIGHLIGHT, 2, { rounding: 3, keys: ["phase"] });
      look = { color: CANVAS.EMPTY, weight: "bold" };
    }
    scene.write(left, y, text, 11.5, { ...look, ha: "left" });
  });
}

// ---------------------------------------------------------------- what the phase did

/** Draw the terms of UCB1, the playout, or the numbers before and after; covered, nothing. */
export function drawDetails(scene, step) {
  if (step.isCovered) {
    writeNote(scene, "?", 9);
    return;
  }
  step.trace.show(step.number);
  const phase = step.node ? null : step.phase;
  const choices = choicesOf(step);
  const made = phase && step.part !== null ? choices.slice(0, step.part) : choices;
  if (made.length) {
    const level = phase === "select" ? `level ${made.length} of ${choices.length}: ` : "";
    drawLevel(scene, made.at(-1), level);
  } else if (phase === "simulate") {
    drawSimulation(scene, step.simulation, step.part);
  } else if (phase === "backpropagate") {
    drawBeforeAndAfter(scene, step.backpropagation);
  } else {
    writeNote(scene, "There is nothing to choose here.", 1.1);
  }
}

function writeNote(scene, text, size) {
  scene.fill(14);
  scene.write(scene.right / 2, -7, text, size, { color: CANVAS.MUTED });
}

// ---------------------------------------------------------------- a playout

/** The first and the last position of a playout, and its moves; or only its first ones. */
function drawSimulation(scene, { node, moves }, part) {
  const shown = part === null ? moves : moves.slice(0, part);
  scene.fill(14);
  drawPlayout(scene.inset(0, -11.4, scene.right, 11.4), node.game, shown);
  let y = -12.3;
  for (const line of twoLines(shown.join(" "), 42)) {
    scene.write(scene.right / 2, y, line, 1.06, { color: CANVAS.MUTED });
    y -= 1.25;
  }
}

/** A text of short words in one or two lines of at most so many letters, or with … at the end. */
function twoLines(text, most) {
  if (text.length <= most) return text ? [text] : [];
  const end = text.lastIndexOf(" ", most);
  const rest = text.slice(end + 1);
  if (rest.length <= most) return [text.slice(0, end), rest];
  const shortened = rest.slice(0, rest.lastIndexOf(" ", most - " …".length));
  return [text.slice(0, end), `${shortened} …`];
}

/** Draw the position in the tree from which a playout starts, and the last one. */
function drawPlayout(drawing, start, moves) {
  const [width, height] = STEPS.FRAME;
  const end = moves.reduce((game, move) => game.play(move), start);
  const frames = [start, null, end]; // null: positions that are left out
  if (moves.length < 2) frames.splice(1, 2 - moves.length);
  drawing.limit(0, frames.length * width, -height, 0);
  frames.forEach((game, index) => {
    const left = index * width;
    if (index) drawing.boxes([[left, 0.15 - height, width, height - 0.3]], CANVAS.OUTSIDE, 1);
    writeWhere(drawing, left, index);
    if (!game) {
      writeLeftOut(drawing, left + width / 2, moves.length - 1);
      return;
    }
    drawBoard(drawing.inset(left + 0.38, -7.92, ...STEPS.POSITION, 0), game);
    writeCaption(drawing, left + width / 2, game, index ? moves : []);
  });
}

/** Say which positions are in the tree. */
function writeWhere(drawing, left, index) {
  const middle = left + STEPS.FRAME[0] / 2;
  if (!index) drawing.write(middle, -0.9, "in the tree", 0.92, { weight: "bold" });
  if (index !== 1) return;
  const look = { color: CANVAS.MUTED, weight: "bold", ha: "left" };
  drawing.write(left + 0.6, -0.9, "not in the tree", 0.92, look);
}

/** How many positions are not drawn. */
function writeLeftOut(drawing, x, count) {
  ["…", `${count} more`, "moves"].forEach((text, row) => {
    drawing.write(x, -3.6 - 1.1 * row, text, 0.92, { color: CANVAS.MUTED });
  });
}

/** What to write below a position that was reached by these moves of the playout. */
function writeCaption(drawing, x, game, moves) {
  let text = situationOf(game);
  let look = {};
  if (game.isTerminal) {
    text = endingOf(game.winner, "wins");
    look = { color: CANVAS.HIGHLIGHT, weight: "bold" };
  } else if (moves.length) {
    text = `${TEXT.NAMES[3 - game.toMove]} plays ${moves.at(-1)}`;
  }
  drawing.write(x, -8.6, text, 0.92, { ...look, room: STEPS.FRAME[0] - 0.7 });
}

// ---------------------------------------------------------------- the terms of UCB1

/** A row for each child of a node, with its terms of UCB1 as a bar and as numbers. */
function drawLevel(scene, { node, values, child: chosenChild }, level) {
  const candidates = node.children.map(({ move, mean }, i) => ({ move, mean, value: values[i] }));
  scene.fill(candidates.length + 2.25, 15);
  const width = scene.right;
  let size = Math.max(0.82, 0.038 * width);
  drawLegend(scene, 0.3, -0.6, size);
  const side = TEXT.NAMES[node.game.toMove];
  const place = placeOf(node.moves, STEPS.MOST_SIGNS);
  const title = `${level}${place}, ${side} plays, N = ${node.visits}`;
  scene.write(0.3, -1.6, title, size, { room: width - 0.6, ha: "left", weight: "bold" });
  const texts = candidates.map(one => termsText(one.mean, one.value));
  const names = candidates.map(one => String(one.move));
  const room = Math.max(1, 0.95 * Math.max(...names.map(name => widthOf(name))));
  const widest = Math.max(...texts.map(text => widthOf(text)));
  size = Math.min(size, 0.62 * width / widest);
  const right = width - 0.5 - size * widest;
  const bars = new Bars(values, 0.8 + room, right - 0.8 - room);
  candidates.forEach((one, row) => {
    const y = -2.65 - row;
    bars.draw(scene, y, one);
    const look = drawMove(scene, y, one.move, one.move === chosenChild.move, room);
    const style = { ...look, key: `${one.move} terms`, ha: "left" };
    scene.write(right + 0.3, y, texts[row], size, style);
  });
}

// ---------------------------------------------------------------- before and after

/** A table of wins/visits before and after, with a row for each node of the path. */
function drawBeforeAndAfter(scene, update) {
  const count = update.path.length;
  const rows = Math.min(count, STEPS.MOST_ROWS);
  scene.fill(rows + 2.6, 17);
  const small = 0.038 * scene.right;
  const titles = ["node", "before", "after", "reward"];
  writeRow(scene, -0.8, titles, titles.map(() => CANVAS.MUTED), small);
  update.path.slice(0, rows).forEach((node, index) => {
    const y = index - rows - 0.9;
    const reward = update.rewards[index];
    const name = node.parent ? `move ${node.move}` : "root";
    const [before, after] = [update.before[index], update.after[index]];
    const texts = [name, fraction(before), fraction(after), reward ? `+${general(reward)}` : "0"];
    const last = reward > 0 ? CANVAS.HIGHLIGHT : CANVAS.MUTED;
    const colours = [CANVAS.TEXT, CANVAS.MUTED, CANVAS.TEXT, last];
    writeRow(scene, y, texts, colours, 0.75, { weight: "bold" });
    drawPiece(scene, node.viewpoint, [0.6, y], 0.36);
  });
  const hidden = count - STEPS.MOST_ROWS;
  const all = "wins/visits from the root down";
  const text = hidden > 0 ? `${counted(hidden, "node")} above left out` : all;
  const look = { room: scene.right - 0.8, ha: "left", color: CANVAS.MUTED };
  scene.write(0.4, -1.9 - rows, text, small, look);
}

/** Wins/visits. */
function fraction([wins, visits]) {
  return `${general(wins)}/${visits}`;
}

function writeRow(scene, y, texts, colours, size, look = {}) {
  texts.forEach((text, i) => {
    const [share, ha, room] = STEPS.COLUMNS[i];
    const style = { ...look, room: room * scene.right, ha, color: colours[i] };
    scene.write(share * scene.right, y, text, size, style);
  });
}

// ---------------------------------------------------------------- two searches

/** Draw the tree of a search that is kept to compare with, at the same step, with its settings. */
export function drawKept(scene, step, kept) {
  const { number } = kept.step(step.seen.number);
  drawStepTree(scene, step.with({ trace: kept, number: number + Number(step.isCovered) }));
  const text = settingsOf(kept).replace("expand_at=", "expand after ");
  const [c, prior, expandAt, seed] = text.split(", ");
  const look = { ha: "left", weight: "bold", color: CANVAS.HIGHLIGHT };
  const left = scene.left + 0.1; // around "root"
  scene.write(left, 0.29, `${c}, ${prior}`, 0.25, look);
  scene.write(left, -0.29, `${expandAt}, ${seed}`, 0.25, look);
}
