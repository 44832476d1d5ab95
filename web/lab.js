// The page of the laboratory for UCB1, as c4lib/widgets/ucb1_lab.py has it.

const now = { moves: [[14, 20], [5, 10]], c: Math.SQRT2, T: 0 };

// ---------------------------------------------------------------- what is done

/** Show something else. */
function use(to) {
  say("");
  go(to);
}

/** Show these wins and visits in place of those of a move, but no more wins than visits. */
function replace(move, ...counts) {
  const limited = counts.map(([wins, visits]) => [Math.min(wins, visits), visits]);
  use({ moves: [...now.moves.slice(0, move), ...limited, ...now.moves.slice(move + 1)] });
}

/** Give a move one more visit, without a win. */
function visit(move) {
  const [wins, visits] = now.moves[move];
  replace(move, [wins, visits + 1]);
}

function go(to) {
  Object.assign(now, to);
  show(new Choice(now.moves, now.c, now.T));
  keep(address());
}

// ---------------------------------------------------------------- what is shown

const views = {};
const rows = []; // of all moves that there have been

function show(choice) {
  const bars = new Scene();
  const curves = new Scene();
  drawTerms(bars, choice);
  drawCurves(curves, choice);
  const terms = choice.candidates.map(one => termsText(one.mean, one.value));
  views.bars.show(bars, `mean + exploration of each move: ${terms.join(", ")}`);
  views.curves.show(curves, "how the value of each move rises with N while it is not visited");
  part("line").textContent = choice.sentence;
  part("add").disabled = choice.moves.length === LAB.MOST_MOVES;
  showRows(choice);
  followAll();
}

function showRows(choice) {
  while (rows.length < choice.moves.length) rows.push(new MoveRow(rows.length));
  for (const row of rows) row.node.hidden = row.move >= choice.moves.length;
  for (const one of choice.candidates) rows[one.move].show(choice, one);
}

/** The controls for one move, side by side. */
class MoveRow {
  constructor(move) {
    this.move = move;
    const named = { class: "c4-row", role: "group", "aria-label": `move ${move}` };
    this.node = make("div", named, part("rows"));
    make("span", {}, this.node, `move ${move}`);
    const words = { label: "×", tooltip: `Take move ${move} away` };
    this.remove = buttonIn(this.node, words, () => replace(move));
    this.fraction = make("output", {}, this.node);
    this.wins = this.slider("wins", { step: 0.5 }, `wins of move ${move}; a draw is half a win`);
    this.visits = this.slider("visits", { max: 100 }, `visits of move ${move}`);
  }

  /** A slider with its label and a number beside it. */
  slider(name, range, title) {
    const label = make("label", { title }, this.node, name);
    const named = { type: "range", min: 0, ...range, "aria-label": `${name} of move ${this.move}` };
    const slider = make("input", named, label);
    const value = make("span", {}, label);
    const counts = () => [Number(this.wins.slider.value), Number(this.visits.slider.value)];
    slider.addEventListener("input", () => replace(this.move, counts()));
    return { slider, value };
  }

  show({ moves, prior }, { mean }) {
    const [wins, visits] = moves[this.move];
    const own = `${general(wins)} / ${visits}`;
    const withPrior = `(${general(wins)} + ${prior}) / (${visits} + ${2 * prior})`;
    this.fraction.textContent = `${prior ? withPrior : own} = ${number(mean)}`;
    this.remove.disabled = moves.length === LAB.FEWEST_MOVES;
    this.wins.slider.disabled = !visits;
    showNumber(this.wins, wins, Math.max(visits, 1));
    showNumber(this.visits, visits, Math.max(visits, this.visits.slider.max)); // it never shrinks
  }
}

function showNumber({ slider, value }, number, most) {
  put(slider, { max: most });
  slider.value = number;
  value.textContent = number;
}

// ---------------------------------------------------------------- the page

const followers = []; // each shows a setting

function followAll() {
  for (const follow of followers) follow();
}

function makeParts() {
  const places = part("columns");
  document.querySelector("main").classList.add("c4-counts");
  views.bars = new View("bars", places, spot => visit(Number(spot)));
  views.curves = new View("curves", places);
  make("div", { class: "c4-is-rows" }, places);
  const settings = make("div", { class: "c4-is-settings" }, places);
  const showC = stepSlider(settings, "c", SLIDERS.c, nameOfC, c => use({ c }));
  const showT = stepSlider(settings, "T", SLIDERS.prior, String, T => use({ T }));
  followers.push(() => showC(now.c), () => showT(now.T));
  const add = () => replace(LAB.MOST_MOVES, [0, 0]);
  buttonIn(settings, LAB_PARTS.add, add).classList.add("c4-is-add");
  part("note").textContent = "Click on a bar: one more visit, without a win.";
}

// ---------------------------------------------------------------- the address

const READERS = { moves: readCounts, c: readC, T: wholeNumber("T", 0, 999) };

/** Take up what the address says, as far as it can be understood. */
function read() {
  go(readAddress(READERS));
}

function address() {
  const { moves, c, T } = now;
  return `#${new URLSearchParams({ moves: countsText(moves), c: writtenC(c), T })}`;
}

addRow("lab", settle);
makeParts();
followWindow(read);
