// Beside the story: many copies of a search, a few at a time.

import { Board } from "../game.js";
import { FoundNode } from "../nodes.js";
import { pcg64, Random } from "../random.js";
import { Kernel, Search } from "../search.js";

const SLICE = 15; // milliseconds, after which it tells what it has found

const kernel = new Kernel(bytesOf(KERNEL));
const jobs = new Map(); // the newest request of each act, and how many of its copies are done
const turn = new MessageChannel(); // goes on without the wait that a timer has
let isGoing = false;

/** Take up a request, in place of the one before of the same act. */
onmessage = ({ data }) => {
  jobs.set(data.act, { ...data, done: 0 });
  if (isGoing) return;
  isGoing = true;
  turn.port2.postMessage(null);
};

turn.port1.onmessage = () => {
  const [[act, job]] = jobs;
  try {
    search(job);
    if (job.done === job.count) jobs.delete(act);
  } catch ({ message }) {
    jobs.delete(act);
    postMessage({ act, id: job.id, error: message });
  }
  isGoing = jobs.size > 0;
  if (isGoing) turn.port2.postMessage(null);
};

/** Go on with the copies of a request for a slice. */
function search(job) {
  const board = Board.fromMoves(job.moves);
  const from = job.done, moves = [];
  const end = performance.now() + SLICE;
  do {
    moves.push(moveOf(board, job, job.first + job.done));
    job.done += 1;
  } while (job.done < job.count && performance.now() < end);
  postMessage({ act: job.act, id: job.id, from, moves });
}

/** The move that one copy plays: the best one, or any of several that are equally good. */
function moveOf(board, { playouts, settings, isAnyOfEquals }, seed) {
  const grown = new Search(kernel, board, settings, seed).run(playouts);
  const root = new FoundNode(grown, grown.root);
  const { best, children } = root;
  if (!isAnyOfEquals) return best.move;
  const isEqual = ({ visits, mean }) => visits === best.visits && mean === best.mean;
  const equals = children.filter(isEqual);
  if (equals.length === 1) return best.move;
  const [, increment] = pcg64(seed);
  const random = new Random(grown.generator, increment);
  return equals[Math.floor(random.next() * equals.length)].move;
}
