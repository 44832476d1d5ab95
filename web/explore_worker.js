// Beside the page of the explorer: the search for what was asked last, a slice at a time.

const SLICE = 40; // milliseconds, after which it looks for a newer request
const GROWING = 250; // milliseconds between two pictures of a search that grows

const kernel = new Kernel(bytesOf(KERNEL));
const turn = new MessageChannel(); // goes on without the wait that a timer has
let wanted = null; // the newest request, as long as it is not answered
let search = null; // the newest search
let stopped = ""; // the search that was ended, and the playouts that it should have had
let speed = 200; // iterations a millisecond, at first a guess
let isMeasured = false;
let board;
let toldAt = -Infinity; // when the page was last told what is known
const drawn = { board: {}, ratings: {}, tree: {} }; // the elements that its pictures have

turn.port1.onmessage = goOn;

/** Take up a request; "stop" ends the search of the one before. */
onmessage = ({ data }) => {
  if (data === "stop") {
    if (wanted) stopped = textOf(wanted);
    return;
  }
  if (stopped !== textOf(data)) stopped = "";
  const isIdle = !wanted;
  wanted = data;
  toldAt = -Infinity; // of a new search the first slice is shown
  if (isIdle) goOn();
};

/** What tells a request from others that need another tree, or more of it. */
function textOf({ moves, rows, columns, connect, settings, seed, playouts }) {
  return JSON.stringify([searchText({ moves, rows, columns, connect, settings, seed }), playouts]);
}

function searchText({ moves, rows, columns, connect, settings, seed }) {
  const { c, prior, unvisited, expand_at } = settings;
  const numbers = [c, prior, String(unvisited), expand_at, seed];
  return JSON.stringify([moves, rows, columns, connect, ...numbers]);
}

/** Search for a slice, and tell the page from time to time what is known by then. */
function goOn() {
  const request = wanted;
  prepare(request);
  const isStopped = search?.iterations > 0 && stopped === textOf(request);
  if (search && !isStopped) runSlice(request.playouts);
  const isComplete = !search || search.iterations >= request.playouts;
  const isDone = isComplete || isStopped;
  const share = isDone ? null : search.iterations / request.playouts;
  const isCut = isStopped && !isComplete;
  if (isDone || performance.now() - toldAt > GROWING) tell(request, share, isCut);
  if (isDone) wanted = null;
  else turn.port2.postMessage(null); // what has come meanwhile is read first
}

/** Tell the page what is known; of the pictures only what has changed since it was last told. */
function tell(request, share, isCut) {
  const shown = shownOf(board, search, request.opened, !isCut, exactly(request));
  const { scenes, ...words } = shown;
  const changes = {};
  for (const [name, { height, elements }] of Object.entries(scenes)) {
    changes[name] = { height, ...changesFrom(drawn[name], elements) };
    drawn[name] = elements;
  }
  const { nodes = 0 } = search ?? {};
  const rate = isMeasured ? 1000 * speed : null;
  postMessage({ id: request.id, share, ...words, changes, nodes, speed: rate });
  toldAt = performance.now();
}

/** Have the search that a request wants: the one that there is, if it can go on. */
function prepare(request) {
  const text = searchText(request);
  if (search?.text === text && search.iterations <= request.playouts) return;
  const { moves, rows, columns, connect, settings, seed } = request;
  board = Board.fromMoves(moves, rows, columns, connect);
  search = null;
  if (board.isTerminal) return;
  search = new Search(kernel, board, settings, seed);
  search.text = text;
}

function runSlice(playouts) {
  const before = search.iterations;
  const start = performance.now();
  const most = Math.max(1, Math.round(speed * SLICE));
  search.run(Math.min(playouts - before, most));
  const took = performance.now() - start;
  if (search.iterations - before < most) return; // too few to tell something about the speed
  speed = Math.min(most / took, 8 * speed); // in case that the clock stood still
  isMeasured = true;
}

/** What to write beside the moves of a position as exact; null: nothing. */
function exactly({ exact }) {
  return position => exact && (exact[position.moves.join()] ?? waiting(position));
}

function waiting(position) {
  return Object.fromEntries(position.legal().map(move => [move, "…"]));
}
