// Beside the page of the game: the search for what was asked last, a little at a time.

const MOMENT = 40; // milliseconds, after which it looks whether something else was asked
const FEW = 1000; // playouts, after which it looks at the clock

const kernel = new Kernel(bytesOf(KERNEL));
let asked, search, next;

/** Take up what is asked; null: nothing is, any more. */
onmessage = ({ data }) => {
  clearTimeout(next);
  asked = data;
  if (!asked) return;
  const { moves, rows, columns, connect, c, seed } = asked;
  search = new Search(kernel, Board.fromMoves(moves, rows, columns, connect), { c }, seed);
  next = setTimeout(goOn);
};

function goOn() {
  const end = performance.now() + MOMENT;
  while (search.iterations < asked.playouts && performance.now() < end) {
    search.run(Math.min(FEW, asked.playouts - search.iterations));
  }
  const share = search.iterations / asked.playouts;
  if (share < 1) next = setTimeout(goOn);
  postMessage({ id: asked.id, share, analysis: share < 1 ? null : analysis() });
}

/** What was found: the mean of each move (null: not visited), the best one, and a sentence. */
function analysis() {
  const root = new FoundNode(search, search.root);
  const means = {};
  for (const { move, visits, mean } of root.children) means[move] = visits ? mean : null;
  return { means, best: root.best.move, sentence: sentenceOf(root) };
}
