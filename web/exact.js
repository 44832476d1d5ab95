// What is exactly true of the moves of the stored positions (c4lib/study/perfect.py).

/** The scores by position, from SCORES: the packed text of c4lib/data/perfect_play.csv. */
export async function readScores() {
  const packed = new Blob([bytesOf(SCORES)]).stream();
  const text = await new Response(packed.pipeThrough(new DecompressionStream("gzip"))).text();
  const scores = new Map();
  for (const line of text.trim().split("\n").slice(1)) {
    const [moves, ...fields] = line.split(",");
    const columns = fields.map((_, column) => discsOf(moves, column));
    scores.set(columns.join(), fields);
  }
  return scores;
}

/** The players whose discs are in a column after these moves, from below. */
function discsOf(moves, column) {
  const players = [...moves].map((move, ply) => Number(move) === column ? 1 + ply % 2 : "");
  return players.join("");
}

/** "win", "draw" or "loss" of each move for the player who makes it; null: it is not stored. */
export function knownOutcomes(scores, board) {
  const columns = Array.from({ length: board.columns }, (_, column) => {
    const discs = board.cells.map(row => row[column]).filter(Boolean);
    return discs.reverse().join("");
  });
  const isStored = board.rows === 6 && board.columns === 7 && board.connect === 4;
  const stored = scores.get(columns.join());
  const mirrored = scores.get([...columns].reverse().join());
  const found = stored ?? (mirrored && [...mirrored].reverse());
  if (!isStored || !found) return null;
  const outcomes = {};
  for (const move of board.legal()) outcomes[move] = wordOf(Number(found[move]));
  return outcomes;
}

/** "win", "draw" or "loss". */
export function wordOf(score) {
  if (score === 0) return "draw";
  return score > 0 ? "win" : "loss";
}
