// The tree in which nothing moves, as `draw_fixed_tree` of c4lib/plots/tree.py draws it: every move
// has its column, every depth its row. Boards have up to eight columns, rewards are from 0 to 1.

import { drawPiece } from "./board.js";
import { short } from "./numbers.js";
import { meanColour, textOn, widthOf } from "./scene.js";
import { CANVAS, TREE } from "./tables.js";
import { countsOf, placeOf } from "./text.js";

const NOTE_LOOK = { ha: "left", color: CANVAS.MUTED };
const BESIDE = { room: 1.3, ha: "left", weight: "bold" }; // of words to the left of the columns

/**
 * Draw the children of the `opened` nodes, a path from the root of the picture down. The nodes of
 * `path` are marked. At most so many `rows` below the root; of a longer path the first is drawn,
 * and the last ones.
 */
export function drawTree(drawing, opened, path, rows = 3) {
  const fixed = fixedLayout(opened, rows);
  const left = (TREE.RIGHT - TREE.LEFT) / 2 - TREE.WIDTH / 2;
  const bottom = fixed.top - TREE.HEIGHT * rows;
  drawing.limit(left, left + TREE.WIDTH, bottom, fixed.top);
  writeAround(drawing, fixed, opened[0]);
  const layout = placed(fixed, opened);
  drawEdges(drawing, layout, path);
  writeHidden(drawing, layout);
  writeTurns(drawing, layout);
  drawNodes(drawing, layout, path);
  const beside = fixed.rootRadius + TREE.PATH_BORDER + 0.1;
  drawing.write(beside, 0.18, "wins", TREE.NOTE, NOTE_LOOK);
  drawing.write(beside, -0.18, "visits", TREE.NOTE, NOTE_LOOK);
  makeClickable(drawing, layout);
  drawMeans(drawing, bottom + 0.2, TREE.NOTE);
}

/** Where everything is drawn; the root is at (0, 0). */
function fixedLayout(opened, rows) {
  const parents = opened.filter(node => node.children.length);
  const leftOut = Math.max(parents.length - rows, 0);
  const drawn = [...parents.slice(0, 1), ...parents.slice(1 + leftOut)];
  const slots = slotsOf(opened[0], drawn);
  const slot = (TREE.WIDTH - TREE.LEFT - TREE.RIGHT) / slots.size;
  const free = TREE.HEIGHT * rows - TREE.TOP - TREE.BOTTOM;
  const share = free / (drawn.length + 2 * TREE.REACH);
  const radius = Math.min(0.43 * slot, TREE.REACH * share);
  const rootRadius = Math.max(1.15 * radius, Math.min(0.24 * share, TREE.LARGEST));
  const step = (free - rootRadius - radius) / Math.max(drawn.length, 1);
  const top = TREE.TOP + (drawn.length ? rootRadius : free / 2);
  return { slots, slot, drawn, leftOut, radius, rootRadius, step, top };
}

/** The x of every move that has a column. */
function slotsOf(root, drawn) {
  const below = drawn.flatMap(node => node.children.map(child => child.move));
  const moves = [...new Set([...root.game.legal(), ...below])];
  const slot = (TREE.WIDTH - TREE.LEFT - TREE.RIGHT) / moves.length;
  const middle = (moves.length - 1) / 2;
  return new Map(moves.map((move, index) => [move, (index - middle) * slot]));
}

/** The moves above their columns, where the root is, and how many rows are not drawn. */
function writeAround(drawing, fixed, root) {
  const left = drawing.left + 0.1;
  const y = fixed.top - 0.24;
  for (const [move, x] of fixed.slots) {
    drawing.write(x, y, String(move), 0.27, { room: fixed.slot - 0.06, weight: "bold" });
  }
  drawing.write(left, y, "move", 0.27, BESIDE);
  drawing.write(left, 0, placeOf(root.moves, 5), 0.27, BESIDE);
  if (fixed.leftOut) {
    const look = { ha: "left", color: CANVAS.HIGHLIGHT, weight: "bold" };
    const between = (-fixed.step + -fixed.step * 2) / 2;
    drawing.write(left, between, `⋯ ${fixed.leftOut} more`, TREE.NOTE, look);
  }
}

/** For each node its place and radius; the edges; who plays in each row; how many are hidden. */
function placed(fixed, opened) {
  const { slots, radius, step } = fixed;
  const places = new Map([[opened[0], { x: 0, y: 0, radius: fixed.rootRadius }]]);
  const layout = { places, edges: new Map(), turns: [], hidden: new Map() };
  fixed.drawn.forEach((parent, depth) => {
    const y = -step * (depth + 1);
    // Below the rows that are left out, edges come from the last node above them.
    const above = places.get(places.has(parent) ? parent : opened[1]);
    const start = above.y - above.radius - 0.2; // below the marks of the upper row
    layout.turns.push([y, parent.game.toMove]);
    for (const node of parent.children) {
      const x = slots.get(node.move);
      places.set(node, { x, y, radius });
      const end = y + radius;
      const edge = { x: above.x, y: above.y, start, end, xBelow: x, yBelow: y };
      layout.edges.set(node, { edge, share: node.visits / Math.max(parent.visits, 1) });
      if (node.children.length && !opened.includes(node)) {
        const lower = y - Math.max(radius + 0.045, 0.37);
        layout.hidden.set(node, { x: x + radius + 0.06, y: lower });
      }
    }
  });
  return layout;
}

/** The moves from the root, joined by spaces; "root" for the root. */
function nameOfNode(node) {
  return node.moves.join(" ") || "root";
}

function drawEdges(drawing, { edges }, path) {
  for (const [node, { edge, share }] of edges) {
    const isMarked = path.includes(node) && path.includes(node.parent);
    const width = 0.03 + 0.16 * share;
    const thickness = isMarked ? Math.max(width, 0.1) : width;
    const colour = isMarked ? CANVAS.HIGHLIGHT : CANVAS.EDGE;
    drawing.edges([edge], [thickness], colour, isMarked ? 2.1 : 2, [nameOfNode(node)]);
  }
}

/** How many children a node has that are not drawn; the text covers what is behind it. */
function writeHidden(drawing, { hidden }) {
  for (const [node, { x, y }] of hidden) {
    const text = `+${node.children.length}`;
    const width = Math.max(widthOf(text) * TREE.NOTE, 0.2) + 0.08;
    const box = [x - width / 2, y - TREE.NOTE / 2, width, TREE.NOTE];
    drawing.boxes([box], CANVAS.EMPTY, TREE.HALO);
    drawing.write(x, y, text, TREE.NOTE, { key: nameOfNode(node), color: CANVAS.MUTED });
  }
}

function writeTurns(drawing, { turns }) {
  const { left } = drawing;
  for (const [y, player] of turns) {
    drawPiece(drawing, player, [left + 0.22, y], 0.2, 4);
    drawing.write(left + 0.52, y, "plays", TREE.NOTE, NOTE_LOOK);
  }
}

function drawNodes(drawing, { places }, path) {
  const nodes = [...places.keys()];
  const names = nodes.map(nameOfNode);
  const centres = nodes.map(node => [places.get(node).x, places.get(node).y]);
  const radii = nodes.map(node => places.get(node).radius);
  const border = node => path.includes(node) ? TREE.PATH_BORDER : TREE.BORDER;
  const outer = nodes.map((node, i) => radii[i] + border(node));
  const colours = nodes.map(node => node.visits ? meanColour(node.mean) : CANVAS.EMPTY);
  drawing.circles(centres, outer, nodes.map(node => rimOf(node, path)), 3, names);
  drawing.circles(centres, radii, colours, 3.1, names);
  nodes.forEach((node, i) => {
    const ink = node.visits ? textOn(colours[i]) : CANVAS.MUTED;
    writeFraction(drawing, node, places.get(node), ink);
  });
}

/** The colour of the border of a node. */
function rimOf(node, path) {
  if (path.includes(node)) return CANVAS.HIGHLIGHT;
  return node.visits ? CANVAS.MUTED : CANVAS.EDGE;
}

/** Write wins over visits, as large as the circle allows. */
function writeFraction(drawing, node, { x, y, radius }, color) {
  const name = nameOfNode(node);
  const wins = short(node.wins);
  const visits = short(node.visits);
  const widest = Math.max(widthOf(wins, "normal"), widthOf(visits, "normal"));
  const largest = 2 * radius / Math.hypot(widest, 1.9);
  const size = Math.min(Math.max(0.3, 0.55 * radius), largest);
  const width = widest * size;
  drawing.write(x, y + 0.53 * size, wins, size, { key: `${name} wins`, color });
  drawing.write(x, y - 0.53 * size, visits, size, { key: `${name} visits`, color });
  const bar = [x - width / 2, y - 0.03 * size, width, 0.06 * size];
  drawing.boxes([bar], color, 4, { keys: [name] });
}

/** Make spots of the nodes; their names are the moves from the root. */
function makeClickable(drawing, { places }) {
  for (const [node, { x, y, radius }] of places) {
    const where = node.moves.length ? `after ${node.moves.join(" ")}` : "the root";
    const box = [x - radius, y - radius, 2 * radius, 2 * radius];
    drawing.spots([box], [node.moves], [`${where}: ${countsOf(node)}`]);
  }
}

/** The colours of the means from 0 to 1, and whose they are. */
function drawMeans(drawing, y, size) {
  const start = drawing.left + 0.1 + 1.2 * size;
  const bottom = y - 0.35 * size;
  const width = 4.1 * size / 39;
  const steps = Array.from({ length: 40 }, (_, i) => i / 39);
  const strip = steps.map(step => [start + 4 * size * step, bottom, width, 0.7 * size]);
  drawing.boxes(strip, steps.map(meanColour));
  drawing.write(start - 0.3 * size, y, "0", size, { ha: "right", color: CANVAS.MUTED });
  const text = "1  wins/visits of the player who moved there";
  drawing.write(start + 4.5 * size, y, text, size, NOTE_LOOK);
}
