// Beside a page: what perfect play makes of the moves of a position, looked up or computed.

const MOST_EMPTY = 36; // cells: with more it would take minutes

const stored = readScores();
const solver = new Solver(bytesOf(SOLVER));

onmessage = async ({ data }) => {
  const { moves, rows, columns, connect } = data;
  try {
    postMessage(await found(Board.fromMoves(moves, rows, columns, connect)));
  } catch ({ message }) {
    postMessage({ why: message });
  }
};

/** The `outcomes` of all moves, or `why` they are not known; meanwhile the page is told of some. */
async function found(board) {
  const known = knownOutcomes(await stored, board);
  if (known) return { outcomes: known };
  if (emptyCells(board) > MOST_EMPTY) {
    return { why: `not stored, and more than ${MOST_EMPTY} empty cells take too long` };
  }
  const tell = scores => postMessage({ outcomes: outcomesOf(scores), isComputing: true });
  return { outcomes: outcomesOf(solver.scores(board, { tell })) };
}

/** "win", "draw" or "loss" of each score. */
function outcomesOf(scores) {
  const outcomes = {};
  for (const [move, score] of Object.entries(scores)) outcomes[move] = wordOf(score);
  return outcomes;
}
