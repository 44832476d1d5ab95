// What is shown of a search, as SearchExplorer has it (c4lib/widgets/explorer.py and analysis.py).

import { drawBoard } from "./board.js";
import { FoundNode, expectedFrom, nodesAlong, ratingsOf } from "./nodes.js";
import { counted, percent } from "./numbers.js";
import { drawRatings } from "./ratings.js";
import { Scene } from "./scene.js";
import { EXPLORER, TEXT } from "./tables.js";
import { capitalized, countsOf, placeOf, situationOf } from "./text.js";
import { drawTree } from "./tree.js";

/**
 * What a search has found: `line` and `expected` in words, `scenes` of the board, the ratings and
 * the tree, `labels` for a screen reader, and `opened`, the moves to the node that is shown.
 *
 * `search` is null if the game is over. The node is that after the moves `opened`, or the last one
 * that the tree has on the way there. `exact` gives what is exactly true of the moves of a position
 * (see `drawRatings`), or null.
 */
export function shownOf(board, search, opened, isComplete, exact) {
  if (!search) return shownAtTheEnd(board);
  const root = new FoundNode(search, search.root);
  const node = nodesAlong(root, opened).at(-1);
  const found = node === root ? foundAtTheRoot(root, isComplete) : foundBelow(root, node);
  const scenes = { board: new Scene(), ratings: new Scene(), tree: new Scene() };
  const rated = ratingsOf(node, search.settings);
  drawBoard(scenes.board, board, { line: found.moves });
  drawRatings(scenes.ratings, rated, node, found.best, exact(node.game));
  drawTree(scenes.tree, found.opened, found.path, EXPLORER.ROWS);
  const { line, expected } = found;
  return { line, expected, scenes, labels: labelsOf(board, line), opened: node.moves };
}

function shownAtTheEnd(board) {
  const scenes = { board: new Scene(), ratings: new Scene(), tree: new Scene() };
  const line = `The game is over: ${situationOf(board)}. There is nothing to search.`;
  drawBoard(scenes.board, board);
  drawRatings(scenes.ratings, [], null, null);
  scenes.tree.limit(0, 1, 0, 0.6);
  return { line, expected: "", scenes, labels: labelsOf(board, line), opened: [] };
}

function foundAtTheRoot(root, isComplete) {
  const moves = expectedFrom(root);
  const path = nodesAlong(root, moves.slice(0, EXPLORER.ROWS));
  return {
    line: sentenceOf(root, isComplete),
    expected: moves.length ? `expected play: ${moves.join(", ")}` : "",
    moves,
    best: root.best.move,
    path,
    opened: path.slice(0, EXPLORER.ROWS),
  };
}

function foundBelow(root, node) {
  const path = nodesAlong(root, node.moves);
  const after = capitalized(placeOf(node.moves, EXPLORER.LONGEST_PLACE));
  const known = `${percent(node.visits / root.visits)} of the visits, ${countsOf(node)}`;
  return {
    line: `${after}: ${situationOf(node.game)}; ${known}.`,
    expected: "",
    moves: node.moves,
    best: mostVisited(node),
    path,
    opened: path,
  };
}

/** The most visited move of a node, the first of equals; undefined if the game is over there. */
function mostVisited({ children, game }) {
  const [first = { move: game.legal()[0] }] = children;
  return children.reduce((most, one) => one.visits > most.visits ? one : most, first).move;
}

/** What was found, in one sentence. */
export function sentenceOf(root, isComplete = true) {
  const total = root.children.reduce((sum, one) => sum + one.visits, 0) || 1;
  const playouts = counted(root.search.iterations, "playout");
  const done = isComplete ? playouts : `Stopped at ${playouts}`;
  const share = percent(root.best.visits / total);
  const played = `${TEXT.NAMES[root.game.toMove]} plays column ${root.best.move}`;
  return `${done}: ${played}, with ${share} of the visits.`;
}

function labelsOf(board, line) {
  return {
    board: `the board: ${board.inWords()}`,
    ratings: `what the search knows about the moves; ${line}`,
    tree: `the top of the tree; ${line}`,
  };
}
