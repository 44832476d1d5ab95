// The page of the game: a human against the search, as c4lib/widgets/play.py has it.

const now = { playouts: PLAY.PLAYOUTS, c: Math.SQRT2, seed: 0, ratings: false, exact: false };
let state; // the GameState
let means = {}; // the ratings that are known, by move
let asked = 0; // how often the search was asked, or told that nothing is wanted
let earliest = 0; // when its move may be shown

// ---------------------------------------------------------------- what is done

/** Play a move of the human's; if that is not possible, the page says why, and nothing changes. */
function play(move) {
  const { game, isHumansTurn } = state;
  if (!game.isTerminal && !isHumansTurn) {
    say(`it is not your turn, so column ${move} was not played`);
    return;
  }
  try {
    readMoves(game, String(move));
    change(() => state.play(move));
  } catch (error) {
    say(error.message);
  }
}

/** Change the position, and go on from there. */
function change(action) {
  say("");
  action();
  proceed();
}

/** Show the position, and have whoever is to move think about it; what was thought is forgotten. */
function proceed(note = "") {
  means = {};
  part("line").textContent = state.sentence;
  part("played").textContent = note;
  part("moves").textContent = state.game.moves.join("");
  think();
  show();
  keep(address());
}

// ---------------------------------------------------------------- what the search does

const searcher = new Beside("worker", found => found.error ? fail(found) : hear(found));
const perfect = new PerfectPlay(show);

/** Ask the search for its move, or for the ratings; or tell it that nothing is wanted. */
function think() {
  const { moves, rows, columns, connect, isTerminal } = state.game;
  const isWanted = !isTerminal && (now.ratings || !state.isHumansTurn);
  asked += 1;
  earliest = performance.now() + 1000 * PLAY.PAUSE;
  const { playouts, c } = now;
  const seed = state.seedFrom(now.seed);
  const request = { id: asked, moves, rows, columns, connect, playouts, c, seed };
  searcher.tell(isWanted ? request : null);
  perfect.ask(now.exact && state.isHumansTurn ? state.game : null);
  showProgress(1);
}

/** Take up how far the search is, or what it has found. */
function hear({ id, share, analysis }) {
  if (id !== asked) return; // something else is wanted by now
  showProgress(share);
  if (!analysis) return;
  if (state.isHumansTurn) {
    means = analysis.means;
    show();
  } else {
    setTimeout(() => take(id, analysis), earliest - performance.now());
  }
}

/** Say that the search has died; what is asked next starts it again. */
function fail({ error }) {
  const next = state.isHumansTurn ? "Your next move" : "Undo";
  say(`The search has stopped: ${error}. ${next} starts it again.`);
  showProgress(1);
}

/** Play what the search has answered, unless it is not wanted any more. */
function take(id, { best, sentence }) {
  if (id !== asked) return;
  state.play(best);
  proceed(sentence);
}

// ---------------------------------------------------------------- showing

const views = {};
const followers = []; // each shows a setting

/** Show the position and what is known about the moves. */
function show() {
  const { game, isHumansTurn } = state;
  const values = now.ratings ? means : null;
  const marks = exactMarks();
  const scene = new Scene();
  drawBoard(scene, game, { values, marks });
  if (!isHumansTurn) removeSpots(scene);
  holdFocus(() => views.board.show(scene, inWords(values ?? {}, marks ?? {})));
  part("undo").disabled = !state.ownMoves.length;
  part("you_start").classList.toggle("c4-is-primary", game.isTerminal);
  part("exactly").textContent = perfect.words;
  for (const follow of followers) follow();
}

/** The board for a screen reader, with what is known about the moves. */
function inWords(values, marks) {
  const words = [`the board: ${state.game.inWords()}`];
  for (const move of state.game.legal()) {
    const known = [];
    if (move in values) known.push(number(values[move] ?? NaN));
    if (move in marks) known.push(marks[move]);
    if (known.length) words.push(`column ${move} · ${known.join(", ")}`);
  }
  return words.join("; ");
}

/** What perfect play makes of the human's moves; null: nobody wants to know. */
function exactMarks() {
  if (!now.exact) return null;
  return state.isHumansTurn ? perfect.marks(state.game) : {};
}

/** Nothing can be clicked in the scene any more. */
function removeSpots(scene) {
  for (const [name, [, kind]] of Object.entries(scene.elements)) {
    if (kind === "spot") delete scene.elements[name];
  }
}

/** Show how far the search is, if it takes long. */
function showProgress(share) {
  const isLong = share < 1 && performance.now() > earliest;
  part("progress").hidden = !isLong;
  part("progress").value = share;
}

/** Keep the keyboard in the page when the part that has it goes. */
function holdFocus(action) {
  const main = document.querySelector("main");
  const isInside = main.contains(document.activeElement);
  action();
  if (isInside && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

// ---------------------------------------------------------------- the page

/** Take up another setting; a move that is being thought about is not disturbed. */
function set(to) {
  Object.assign(now, to);
  if (state.isHumansTurn) think();
  show();
  keep(address());
}

function makeParts() {
  document.querySelector("main").classList.add("c4-game");
  const left = make("div", { class: "c4-is-column", style: "--share: 50" }, part("columns"));
  const right = make("div", { class: "c4-is-column", style: "--share: 50" }, part("columns"));
  views.board = new View("board", left, spot => play(Number(spot)));
  make("p", { class: "c4-is-played", role: "status" }, right);
  make("progress", { class: "c4-is-progress", "aria-label": "progress", hidden: "" }, right);
  const row = make("div", { class: "c4-is-buttons" }, right);
  buttonFor("undo", row, () => change(() => state.undo()));
  const ratings = buttonFor("ratings", row, () => set({ ratings: !now.ratings }));
  const exact = buttonIn(row, BUTTONS.exact, () => set({ exact: !now.exact }));
  followers.push(() => showPressed(ratings, now.ratings), () => showPressed(exact, now.exact));
  make("p", { class: "c4-is-exactly", role: "status" }, right);
  const games = make("div", { class: "c4-is-buttons" }, right);
  make("span", {}, games, PLAY_PARTS.new_game.label);
  buttonFor("you_start", games, () => change(() => state.newGame(true)));
  buttonFor("opponent_starts", games, () => change(() => state.newGame(false)));
  make("p", { class: "c4-is-heading" }, right, PLAY_PARTS.heading.label);
  makeSliders(make("div", { class: "c4-is-settings" }, right));
  make("p", { class: "c4-is-moves" }, right);
  part("note").textContent = PLAY.ABOUT[0];
}

/** A new button with the words of the widget's part of this name. */
function buttonFor(name, parent, action) {
  const made = buttonIn(parent, PLAY_PARTS[name], action);
  made.classList.add(`c4-is-${name}`);
  return made;
}

function makeSliders(parent) {
  const steps = PLAY.LIMITS.map(([, playouts]) => playouts).filter(Boolean);
  const named = playouts => counted(playouts, "playout");
  const limit = { ...PLAY_PARTS.limit, steps };
  const showLimit = stepSlider(parent, "playouts", limit, named, playouts => set({ playouts }));
  const showC = stepSlider(parent, "c", SLIDERS.c, nameOfC, c => set({ c }));
  followers.push(() => showLimit(now.playouts), () => showC(now.c));
}

/** A digit plays a move, u takes it back. */
function listenToKeys() {
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey, repeat }) => {
    if (ctrlKey || metaKey || altKey || repeat) return;
    if (/^\d$/.test(key)) play(Number(key));
    else if (key === "u") part("undo").click();
  });
}

// ---------------------------------------------------------------- the address

const READERS = {
  moves: text => readMoves(new Board(), text),
  from: wholeNumber("from", 0, 41),
  you: text => playerOf(text),
  playouts: wholeNumber("playouts", 1, 1_000_000),
  c: readC,
  seed: wholeNumber("seed", 0, Number.MAX_SAFE_INTEGER),
  ratings: text => text === "on",
  exact: text => text === "yes",
};

/** The player of this name. */
function playerOf(text) {
  const player = Object.keys(TEXT.NAMES).find(one => TEXT.NAMES[one] === text);
  if (player === undefined) throw new Error(`you must be X or O, not ${text}`);
  return Number(player);
}

/** Take up what the address says, as far as it can be understood. */
function read() {
  const { moves = new Board(), from = 0, you, ...settings } = readAddress(READERS);
  const before = Math.min(from, moves.moves.length);
  Object.assign(now, settings);
  state = new GameState(moves, before, you);
  proceed();
}

function address() {
  const { game, before, human } = state;
  const { playouts, c, seed, ratings, exact } = now;
  const you = TEXT.NAMES[human];
  const said = { moves: game.moves.join(""), you, playouts, c: writtenC(c), seed };
  if (before) said.from = before;
  if (ratings) said.ratings = "on";
  if (exact) said.exact = "yes";
  return `#${new URLSearchParams(said)}`;
}

addRow("play", settle);
makeParts();
listenToKeys();
followWindow(read);
