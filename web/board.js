// The picture of a Connect Four position, as c4lib/plots/board.py draws it.

import { BOARD, CANVAS } from "./tables.js";
import { fixed, general } from "./numbers.js";

/**
 * Draw a position, its lower left corner at (0, 0).
 *
 * Above the columns stand `values`, a mean (or null for a dash) by column, and `marks`, "win",
 * "draw", "loss" or another short text by column; null: there is no room for them. The moves of
 * `line` follow, as small discs with their numbers.
 */
export function drawBoard(drawing, board, { values = null, marks = null, line = [] } = {}) {
  const forValues = values ? BOARD.VALUES_HEIGHT : 0;
  const forMarks = marks ? BOARD.MARKS_HEIGHT : 0;
  drawing.above = forValues + forMarks;
  drawPosition(drawing, board);
  writeNotes(drawing, values ?? {}, marks ?? {});
  drawLine(drawing, board, line);
}

/** Draw a piece of a player: a disc with a cross or a ring. */
export function drawPiece(drawing, player, centre, radius, zorder = 3) {
  drawPieces(drawing, player, [centre], radius, zorder);
}

function drawPosition(drawing, board) {
  const bottom = drawing.labels ? -BOARD.BELOW : -BOARD.SIDE;
  const top = board.rows + BOARD.SIDE + drawing.above;
  drawing.limit(-BOARD.SIDE, board.columns + BOARD.SIDE, bottom, top);
  drawDiscs(drawing, board);
  for (let column = 0; column < board.columns; column++) {
    drawing.places.set(column, [column, bottom, 1, top - bottom]);
    const size = 0.5 * drawing.labels;
    if (size) drawing.write(column + 0.5, -0.46, String(column), size, { room: 0.95 });
  }
  const moves = board.legal();
  const boxes = moves.map(move => drawing.places.get(move));
  drawing.spots(boxes, moves, moves.map(move => `column ${move}`));
}

function drawDiscs(drawing, board) {
  const { rows, columns, moves } = board;
  const around = 2 * BOARD.MARGIN;
  const frame = [-BOARD.MARGIN, -BOARD.MARGIN, columns + around, rows + around];
  drawing.boxes([frame], CANVAS.FRAME, 3, { rounding: around });
  drawFullLines(drawing, board);
  if (moves.length) drawing.circles([board.placeOf(moves.at(-1))], 0.48, CANVAS.WHITE, 3.25);
  drawing.circles(centresOf(board, 0), BOARD.DISC, CANVAS.EMPTY, 3.3);
  for (const player of [1, 2]) {
    drawPieces(drawing, player, centresOf(board, player), BOARD.DISC, 3.3);
  }
}

/** The middles of the cells that hold this player's discs (0: none), row by row. */
function centresOf(board, player) {
  const centres = [];
  board.cells.forEach((cells, row) => cells.forEach((cell, column) => {
    if (cell === player) centres.push(centreOf(board, row, column));
  }));
  return centres;
}

function centreOf(board, row, column) {
  return [column + 0.5, board.rows - row - 0.5];
}

function drawFullLines(drawing, board) {
  for (const line of board.fullLines()) {
    const [start, end] = [line[0], line.at(-1)].map(cell => centreOf(board, ...cell));
    drawing.polygons([band(start, end, 0.53)], CANVAS.WHITE, 3.1);
    drawing.polygons([band(start, end, 0.48)], CANVAS.HIGHLIGHT, 3.2);
  }
}

/** The outline of a band with round ends. */
function band([x0, y0], [x1, y1], radius) {
  const angle = Math.atan2(y1 - y0, x1 - x0);
  const arc = Array.from({ length: 17 }, (_, i) => {
    const turn = angle + Math.PI / 2 + i * Math.PI / 16;
    return [radius * Math.cos(turn), radius * Math.sin(turn)];
  });
  const before = arc.map(([x, y]) => [x0 + x, y0 + y]);
  return [...before, ...arc.map(([x, y]) => [x1 - x, y1 - y])];
}

function drawPieces(drawing, player, centres, radius, zorder) {
  const [ground, mark] = BOARD.DISCS[player];
  const keys = centres.map(([x, y]) => `${player} ${general(x)} ${general(y)}`);
  drawing.circles(centres, radius, ground, zorder, keys); // a new one grows in a live picture
  if (player === 1) {
    const arm = (x, y) => ([right, up]) => [x + right * radius, y + up * radius];
    const cross = ([x, y]) => BOARD.CROSS.map(arm(x, y));
    drawing.polygons(centres.map(cross), mark, zorder + 0.1, keys);
  } else {
    drawing.circles(centres, 0.58 * radius, mark, zorder + 0.1, keys);
    drawing.circles(centres, 0.36 * radius, ground, zorder + 0.2, keys);
  }
}

/** Moves that follow, as rings in the colours of the players with their numbers. */
function drawLine(drawing, board, moves) {
  let position = board;
  moves.forEach((move, order) => {
    const player = position.toMove;
    position = position.play(move);
    const place = position.placeOf(move);
    drawPiece(drawing, player, place, 0.36, 4);
    drawing.circles([place], 0.28, CANVAS.WHITE, 4.3);
    const look = { room: 0.5, color: CANVAS.INK, weight: "bold" };
    drawing.write(...place, String(order + 1), 0.46, look);
  });
}

// ---------------------------------------------------------------- values and marks above columns

function writeNotes(drawing, values, marks) {
  const size = 0.42;
  const known = Object.values(values).filter(value => value !== null);
  if (Object.keys(values).length) drawBars(drawing, values);
  const valueY = drawing.top - drawing.above + 1.38;
  for (const [move, [left, , width]] of drawing.places) {
    if (move in values) {
      const box = [left + 0.07 * width, valueY - 0.6 * size, 0.86 * width, 1.2 * size];
      writeValue(drawing, box, values[move], known);
    }
    if (move in marks) drawMark(drawing, left + width / 2, drawing.top - 0.42, marks[move], size);
  }
}

/** Write a mean into a box; the highest is bold, null is a dash. */
function writeValue(drawing, [left, bottom, width, height], value, known) {
  const look = { room: width, color: CANVAS.MUTED };
  let text = "–";
  if (value !== null) {
    text = fixed(value, 2);
    look.color = CANVAS.TEXT;
    look.weight = value === Math.max(...known) ? "bold" : "normal";
  }
  drawing.write(left + width / 2, bottom + height / 2, text, height / 1.2, look);
}

/** Bars on a common zero line above the columns. */
function drawBars(drawing, values) {
  const known = Object.values(values).filter(value => value !== null);
  const high = Math.max(0, ...known);
  const low = Math.min(0, ...known);
  const scale = high > low ? 1 / (high - low) : 0;
  const zero = drawing.top - drawing.above + 0.02 - low * scale;
  for (const [move, [left, , width]] of drawing.places) {
    drawing.boxes([[left, zero - 0.015, width, 0.03]], CANVAS.MUTED, 3.1);
    const value = values[move] ?? null;
    const bar = [left + 0.2 * width, zero, 0.6 * width, value * scale];
    if (value !== null) drawing.boxes([bar], CANVAS.EXPLOITATION);
  }
}

/** Draw a badge as high as `size` that says "win", "draw", "loss" or any other short text. */
export function drawMark(drawing, x, y, mark, size) {
  const [ground, color] = BOARD.MARKS[mark] ?? [CANVAS.EMPTY, CANVAS.TEXT];
  const box = [x - 1.13 * size, y - 0.5 * size, 2.26 * size, size];
  drawing.boxes([box], ground, 4, { rounding: 0.28 * size });
  drawing.write(x, y, mark, 0.75 * size, { room: 2.1 * size, color, weight: "bold" });
}
