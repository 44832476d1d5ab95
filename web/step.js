// The page of the stepper, as c4lib/widgets/stepper.py has it: its parts, its keys, its address.

const GOING = [
  "first", "back_iteration", "back_phase", "next_part", "next_phase", "next_iteration", "last",
];
const SWITCHES = { predict: "predicts", compare: "compares", edit: "edits" };
const KEYS = {
  ArrowRight: "next_phase", PageDown: "next_phase", ArrowLeft: "back_phase", PageUp: "back_phase",
  ArrowDown: "next_iteration", ArrowUp: "back_iteration", ".": "next_part",
  Home: "first", End: "last",
};
const SHARES = [58, 42]; // of the width: the tree, and what is beside it
const MOST_PRIOR = 1000;
const MOST_TO_EXPAND = 1000;
// Where the page is as high as its width has it; on a telephone that is upright it all fits.
const SMALL_FOR_STEPS = "(max-height: 499px), (max-width: 560px) and (max-height: 699px)";

const kernel = new Kernel(bytesOf(KERNEL));
let stepper;
let edited; // the position in the editor; it may be one where there is nothing to search

// ---------------------------------------------------------------- what is done

/** Have the stepper do something, and show what there is then; what cannot be done is said. */
function use(action, ...details) {
  say("");
  try {
    stepper.do(action, ...details);
  } catch (error) {
    say(error.message);
  }
  show();
}

/** Start again from this position. */
function startFrom(game) {
  edited = game;
  use("startFrom", game);
  keep(address(), true);
}

function playOrStop() {
  stepper.plays = !stepper.plays;
  show();
}

/** Take a key, unless it is for the field that has the focus; a presenter's are for the page. */
function pressKey(event) {
  const { key, target } = event;
  const isField = target.matches("input:not(.c4-is-slider), select");
  if ((isField && !/^Page/.test(key)) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === " " && !target.matches("button:focus-visible")) playOrStop();
  else if (key === "Escape" && stepper.step.lookedAt) use("lookAt", stepper.step.lookedAt);
  else if (key in KEYS) use(KEYS[key]);
  else return;
  event.preventDefault();
}

// ---------------------------------------------------------------- what is shown

const views = {};
const followers = []; // each shows something of the stepper
let ticking = 0; // the timer of what goes on by itself

function show() {
  const { step, sentence, scenes, kept, edits, compares } = stepper;
  const details = kept ? `the tree with ${settingsOf(kept)}` : sentence;
  views.tree.show(scenes.tree, `the tree; ${sentence}`);
  views.place.show(scenes.place, `iteration ${step.iteration}`);
  views.details.show(scenes.details, details);
  views.place.place.hidden = edits || compares;
  views.details.place.hidden = edits;
  part("line").textContent = sentence;
  for (const follow of followers) follow();
  clearTimeout(ticking);
  if (stepper.every) ticking = setTimeout(tick, stepper.every);
  keep(address());
}

function tick() {
  stepper.tick();
  show();
}

function showEditor() {
  const scene = new Scene();
  drawBoard(scene, edited);
  views.board.show(scene, `the board: ${edited.inWords()}`);
  part("editor").hidden = !stepper.edits;
}

function showGoals() {
  const { step, range } = stepper;
  put(part("slider"), { max: 4 * range });
  part("slider").value = step.number;
  put(part("slider"), { "aria-valuetext": `step ${step.number} of ${4 * range}` });
}

// ---------------------------------------------------------------- the parts

/** A button by its name; it is pressed as long as something `holds`. */
function namedButton(parent, name, action, holds = null) {
  const made = buttonIn(parent, STEP_PARTS[name], action);
  made.classList.add(`c4-is-${name}`);
  if (!holds) return;
  followers.push(() => showPressed(made, holds()));
}

function makeButtons(grid) {
  const nav = make("nav", { "aria-label": "steps" }, grid);
  for (const name of GOING) namedButton(nav, name, () => use(name));
  namedButton(nav, "play", playOrStop, () => stepper.plays);
  for (const [name, property] of Object.entries(SWITCHES)) {
    namedButton(nav, name, () => use("turn", property), () => stepper[property]);
  }
  part("next_phase").classList.add("c4-is-primary");
  return nav;
}

/** The slider of steps, the menu of steps by name, and a field for an iteration. */
function makeGoals(grid) {
  const row = make("div", { class: "c4-is-goals" }, grid);
  const { tooltip } = STEP_PARTS.slider;
  const range = { type: "range", class: "c4-is-slider", min: 0, "aria-label": tooltip };
  const slider = make("input", { ...range, title: tooltip }, row);
  slider.addEventListener("input", () => use("go", Number(slider.value)));
  const menu = { class: "c4-is-find", "aria-label": STEP_PARTS.find.tooltip };
  const find = make("select", menu, row);
  for (const name of [STEPPER.NO_STEP, ...Object.keys(FIRSTS)]) make("option", {}, find, name);
  find.addEventListener("change", () => {
    const name = find.value;
    find.selectedIndex = 0;
    find.blur(); // so that the arrow keys are the page's again
    use("find", name);
  });
  const goTo = iteration => use("go", 4 * iteration);
  numberField(row, "jump", STEPPER.MOST_ITERATIONS, goTo, () => stepper.step.iteration);
  followers.push(showGoals);
  return row;
}

/** A field for a whole number; `now` says which there is. */
function numberField(parent, name, most, change, now) {
  const { label, tooltip } = STEP_PARTS[name];
  const place = make("span", { class: `c4-is-${name}`, title: tooltip }, parent);
  make("label", { for: `c4-${name}` }, place, label);
  const take = text => change(wholeNumber(label, 0, most)(text));
  const field = makeField(name, place, { inputmode: "numeric" }, take);
  followers.push(() => field.show(now()));
}

function makeSettings(grid) {
  const row = make("div", { class: "c4-is-choices" }, grid);
  const { c, prior, seed } = SLIDERS;
  makeSetting(row, "c", c, nameOfC, "c");
  makeSetting(row, "T", prior, String, "prior");
  makeSetting(row, "seed", seed, String, "seed");
  const change = number => use("change", { expand_at: number });
  numberField(row, "expand_at", MOST_TO_EXPAND, change, () => stepper.trace.settings.expand_at);
  return row;
}

/** A slider for a setting, which has another name on the page. */
function makeSetting(row, id, words, nameOf, name) {
  const change = number => use("change", { [name]: number });
  const show = stepSlider(make("div", {}, row), id, words, nameOf, change);
  followers.push(() => {
    const { seed, settings } = stepper.trace;
    show({ ...settings, seed }[name]);
  });
}

function makeEditor(column) {
  const editor = make("div", { class: "c4-is-editor" }, column);
  views.board = new View("board", editor, column => startFrom(edited.play(Number(column))));
  const row = make("div", { class: "c4-is-typed", title: "all moves that led here" }, editor);
  make("label", { for: "c4-moves" }, row, "moves");
  const take = text => startFrom(readMoves(edited.emptyBoard(), text));
  const field = makeField("moves", row, { inputmode: "numeric" }, take);
  buttonIn(row, BUTTONS.undo, () => startFrom(before(edited)));
  buttonIn(row, BUTTONS.clear, () => startFrom(edited.emptyBoard()));
  makeMenu(row, startFrom);
  followers.push(showEditor, () => field.show(edited.moves.join("")));
}

/** The position before the last move. */
function before({ moves, rows, columns, connect }) {
  return Board.fromMoves(moves.slice(0, -1), rows, columns, connect);
}

function makeParts() {
  const grid = document.querySelector(".c4-grid");
  document.querySelector("main").classList.add("c4-steps");
  part("line").before(makeButtons(grid), makeGoals(grid));
  const [left, right] = SHARES.map(share =>
    make("div", { class: "c4-is-column", style: `--share: ${share}` }, part("columns")));
  const click = name => use("lookAt", movesIn(name));
  views.tree = new View("tree", left, click);
  views.place = new View("place", right);
  views.details = new View("details", right, click);
  makeEditor(right);
  part("columns").after(makeSettings(grid));
  const { MOST_ITERATIONS } = STEPPER;
  part("note").textContent = `Searched here, up to ${commas(MOST_ITERATIONS)} iterations.`;
  document.addEventListener("keydown", pressKey);
}

// ---------------------------------------------------------------- the address

const READERS = {
  ...SIZE_READERS,
  moves: String,
  c: readC,
  T: wholeNumber("T", 0, MOST_PRIOR),
  seed: wholeNumber("seed", 0, Number.MAX_SAFE_INTEGER),
  expand_at: wholeNumber("expand after", 0, MOST_TO_EXPAND),
  step: wholeNumber("step", 0, 4 * STEPPER.MOST_ITERATIONS),
};

/** Go where the address says, as far as it can be understood; the page says what cannot. */
function read() {
  const said = readAddress(READERS);
  const { moves: typed = "", c = Math.SQRT2, T = 0, seed = 0, expand_at = 1, step = 0 } = said;
  const [game, wrong] = readGame({ ...USUAL_SIZE, ...said }, typed);
  const settings = { c, prior: T, expand_at };
  stepper = new Stepper(kernel, game, settings, seed, { number: step, mayMove: moves });
  edited = game;
  if (wrong) say(wrong);
  show();
}

/** A position in which there is something to search, and what was wrong with what was said. */
function readGame(size, typed) {
  const fault = faultOfSize(size);
  if (fault) return [new Board(), fault];
  const { rows, columns, connect } = size;
  const empty = new Board(rows, columns, connect);
  try {
    const game = readMoves(empty, typed);
    return game.isTerminal ? [empty, NOTHING_TO_SEARCH] : [game, ""];
  } catch (error) {
    return [empty, error.message];
  }
}

function address() {
  const { step, trace: { game, settings, seed } } = stepper;
  const said = new URLSearchParams({ moves: game.moves.join("") });
  for (const [name, usual] of Object.entries(USUAL_SIZE)) {
    if (game[name] !== usual) said.set(name, game[name]);
  }
  const { c, prior, expand_at } = settings;
  const others = { c: writtenC(c), T: prior, seed, expand_at, step: step.number };
  for (const [name, value] of Object.entries(others)) said.set(name, value);
  return `#${said}`;
}

addRow("step", settle);
makeParts();
followWindow(read, SMALL_FOR_STEPS);
