// The page of the explorer: a position, settings, and at once what a search says about it, as
// SearchExplorer shows it (c4lib/widgets/explorer.py). Its worker searches and draws.

const START = {
  ...USUAL_SIZE, moves: [],
  c: Math.SQRT2, playouts: 1000, T: 0, seed: 0, expand_at: 1, unvisited: Infinity,
  opened: [], exact: false,
};
const COLUMNS = [[41, ["board", "settings"]], [59, ["ratings", "tree"]]]; // shares of the width
const HEIGHTS = { ratings: 378, tree: 453 }; // to 1,000 of width, as with seven moves

const now = { ...START };
const followers = []; // each shows a setting
const views = {};
let asked = 0; // how often the worker was asked
let askedAt = -Infinity; // when
let isDragged = false; // a slider: asked so soon again that nothing can glide to its place

// ---------------------------------------------------------------- what is done

/** Take up what has changed; with `isStep` the back button leads back to what was before. */
function use(changes, isStep = false) {
  Object.assign(now, changes);
  say("");
  for (const follow of followers) follow();
  ask();
  keep(address(), isStep);
}

function goTo(position) {
  const { rows, columns, connect, moves } = position;
  use({ rows, columns, connect, moves, opened: [] }, true);
}

/** Play a column, if it can be played; else say below the field of the moves why not. */
function play(column) {
  typeMoves(now.moves.join("") + column);
}

function typeMoves(text) {
  try {
    goTo(readMoves(positionOf(now).emptyBoard(), text));
  } catch (error) {
    movesField.sayWrong(error.message);
  }
}

function takeBack(count) {
  use({ moves: now.moves.slice(0, now.moves.length - count), opened: [] }, true);
}

function openNode(moves) {
  use({ opened: moves }, true);
}

function positionOf({ rows, columns, connect, moves }) {
  return Board.fromMoves(moves, rows, columns, connect);
}

// ---------------------------------------------------------------- the worker

const searcher = new Beside("worker", found => found.error ? fail(found) : hear(found));
const perfect = new PerfectPlay(ask);

function ask() {
  const { rows, columns, connect, moves, c, T, seed, expand_at, unvisited } = now;
  const { playouts, opened } = now;
  const exact = exactMarks();
  const settings = { c, prior: T, expand_at, unvisited };
  const position = { rows, columns, connect, moves };
  const time = performance.now();
  isDragged = time - askedAt < MOVING;
  askedAt = time;
  asked += 1;
  put(part("line"), { "aria-busy": true });
  searcher.tell({ id: asked, ...position, settings, seed, playouts, opened, exact });
}

/** Have perfect play looked up for the node that is shown: its marks by the moves, null: none. */
function exactMarks() {
  const isLegal = (board, move) => board.legal().includes(move);
  const next = (board, move) => isLegal(board, move) ? board.play(move) : board;
  const shown = now.opened.reduce(next, positionOf(now));
  perfect.ask(now.exact ? shown : null);
  return now.exact ? { [shown.moves.join()]: perfect.marks(shown) } : null;
}

/** Say that the search has died; whatever is asked next is searched, and drawn, anew. */
function fail({ error }) {
  say(`The search has stopped: ${error}. What you touch next starts it again.`);
  part("searching").hidden = true;
  put(part("line"), { "aria-busy": false });
  for (const view of Object.values(views)) view.isEmpty = true;
}

/** Show what the worker knows; `share` is how far the search is, null at its end. */
function hear({ id, share, line, expected, changes, labels, opened, nodes, speed }) {
  for (const [name, view] of Object.entries(views)) {
    view.change(changes[name], labels[name], isDragged);
  }
  part("line").textContent = line;
  part("expected").textContent = expected;
  part("exactly").textContent = perfect.words;
  part("searching").hidden = share === null;
  part("progress").value = share ?? 1;
  const rate = speed ? `, ${commas(Number(speed.toPrecision(2)))} playouts a second` : "";
  part("note").textContent = `Searched here: ${commas(nodes)} nodes${rate}.`;
  if (id !== asked || share !== null) return;
  put(part("line"), { "aria-busy": false });
  const isDeeper = now.opened.length > opened.length; // than the tree
  now.opened = opened;
  if (isDeeper && now.exact) ask();
  keep(address());
}

// ---------------------------------------------------------------- the address

const READERS = {
  ...SIZE_READERS,
  c: text => text === ROOT_OF_2 ? Math.SQRT2 : typedC(text),
  playouts: typedWhole("playouts", 1, Math.max(...SLIDERS.playouts.steps)),
  T: typedWhole("T", 0, 1000),
  seed: typedWhole("seed", 0, Number.MAX_SAFE_INTEGER),
  expand_at: typedWhole("expand after", 0, 1000),
  unvisited: typedUnvisited,
};
const ALWAYS = ["c", "playouts", "T", "seed"]; // stand in the address; of the rest what is unusual

function address() {
  const said = new URLSearchParams({ moves: now.moves.join("") });
  for (const name of Object.keys(READERS)) {
    if (ALWAYS.includes(name) || now[name] !== START[name]) said.set(name, now[name]);
  }
  said.set("c", writtenC(now.c));
  if (now.opened.length) said.set("node", now.opened.join(""));
  if (now.exact) said.set("exact", "yes");
  return `#${said}`;
}

/** Go where the address says, as far as it can be understood; the page says what of it cannot. */
function read() {
  const readers = { ...READERS, moves: String, node: movesIn, exact: text => text === "yes" };
  const [{ moves: typed = "", node: opened = [], ...said }, notRead] = readTexts(readers);
  const to = { ...START, ...said, opened };
  const wrong = [...notRead, ...readSize(to)];
  const notPlayed = readPosition(typed, to);
  use(to);
  movesField.sayWrong(notPlayed);
  say(wrong.map(words => `${words}.`).join(" "));
}

/** Have `to` be of a board that can be searched here; what was wrong. */
function readSize(to) {
  const fault = faultOfSize(to);
  if (!fault) return [];
  Object.assign(to, USUAL_SIZE);
  return [fault];
}

/** Read the moves into `to`, as far as they can be played; what was wrong. */
function readPosition(text, to) {
  to.moves = [];
  try {
    to.moves = readMoves(positionOf(to), text).moves;
  } catch (error) {
    to.moves = error.board.moves;
    return error.message;
  }
  return "";
}

// ---------------------------------------------------------------- parts

let movesField;

function makeParts() {
  const clicks = { board: play, tree: name => openNode(movesIn(name)) };
  for (const [share, names] of COLUMNS) {
    const style = `--share: ${share}`;
    const column = make("div", { class: "c4-is-column", style }, part("columns"));
    for (const name of names) {
      if (name === "settings") makeSettings(make("div", { class: "c4-is-settings" }, column));
      else views[name] = new View(name, column, clicks[name], HEIGHTS[name]);
    }
  }
  makeAbout();
}

function makeSettings(parent) {
  makeMoves(make("div", { class: "c4-row c4-is-moves" }, parent));
  for (const name of ["playouts", "c", "T", "seed"]) makeSetting(name, parent);
  const more = make("div", { class: "c4-row c4-is-more" }, parent);
  makeMenu(more, goTo);
  makeWord("expand_at", "expand after", "simulations that a leaf has before it is expanded", more);
  makeWord("unvisited", "unvisited", "the value of a child without visits, if T is 0", more);
  makeLast(make("div", { class: "c4-last" }, parent));
}

/** The expected play, or how far the search or perfect play is; and the switch for the latter. */
function makeLast(last) {
  make("p", { class: "c4-is-expected" }, last);
  make("p", { class: "c4-is-exactly", role: "status" }, last);
  const searching = make("div", { class: "c4-is-searching", hidden: "" }, last);
  make("progress", { class: "c4-is-progress", "aria-label": "the search", max: 1 }, searching);
  buttonIn(searching, BUTTONS.stop, () => searcher.tell("stop"));
  const exact = buttonIn(last, BUTTONS.exact, () => use({ exact: !now.exact }));
  exact.classList.add("c4-is-exact");
  followers.push(() => showPressed(exact, now.exact));
}

function makeMoves(row) {
  make("label", { for: "c4-moves" }, row, "moves");
  movesField = makeField("moves", row, { inputmode: "numeric" }, typeMoves);
  followers.push(() => movesField.show(now.moves.join("")));
  buttonIn(row, BUTTONS.undo, () => takeBack(1));
  buttonIn(row, BUTTONS.clear, () => takeBack(now.moves.length));
}

const WRITERS = { c: nameOfC, playouts: commas, unvisited: nameOfUnvisited };

/** A row for a setting that has a slider. */
function makeSetting(name, parent) {
  const write = WRITERS[name] ?? String;
  const about = SLIDERS[name === "T" ? "prior" : name];
  const read = name === "c" ? typedC : READERS[name];
  const change = value => use({ [name]: value });
  const show = makeNumber(name, parent, about, { read, write, use: change });
  followers.push(() => show(now[name]));
}

/** A field for a setting that has no slider. */
function makeWord(name, label, title, parent) {
  const write = WRITERS[name] ?? String;
  const place = make("span", { class: `c4-is-${name}`, title }, parent);
  make("label", { for: `c4-${name}` }, place, label);
  const field = makeField(name, place, {}, text => use({ [name]: READERS[name](text) }));
  followers.push(() => field.show(write(now[name])));
}

/** The note that says what the numbers mean. */
function makeAbout() {
  const grid = document.querySelector(".c4-grid");
  const about = make("div", { class: "c4-is-notes", hidden: "" }, grid);
  for (const words of EXPLORER.ABOUT) make("p", {}, about, words);
  const words = { label: BUTTONS.info.tooltip, tooltip: null };
  const button = buttonIn(document.querySelector("footer"), words, () => showAbout(about.hidden));
  button.classList.add("c4-is-meaning");
  part("copy").before(button);
  showPressed(button, false);
}

function showAbout(isShown) {
  part("notes").hidden = !isShown;
  showPressed(part("meaning"), isShown);
}

// ---------------------------------------------------------------- keys

document.addEventListener("keydown", event => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select")) return;
  if (/^\d$/.test(key)) play(key);
  else if (key === "Backspace") takeBack(1);
  else if (key !== "Escape") return;
  else if (!part("notes").hidden) showAbout(false);
  else openNode([]);
  event.preventDefault();
});

addRow("explore", settle);
makeParts();
followWindow(read);
