// Fields in which every number can be typed, and which say what was typed wrongly.
// Comes after sliders.js.

/**
 * A text field. What is typed goes to `take`, whose Error is said below the field. Returned are
 * `show`, which shows a text in it, and `sayWrong`, which says what is wrong.
 */
function makeField(name, parent, about, take) {
  const place = make("span", { class: "c4-field" }, parent);
  const fixed = { type: "text", id: `c4-${name}`, autocomplete: "off" };
  const input = make("input", { ...fixed, ...about }, place);
  const alert = make("span", { id: `c4-${name}-wrong`, class: "c4-alert", role: "alert" }, place);
  const sayWrong = words => {
    alert.textContent = words;
    place.classList.toggle("c4-wrong", Boolean(words));
    put(input, { "aria-invalid": words ? true : null });
    put(input, { "aria-describedby": words ? alert.id : null });
  };
  const show = text => {
    sayWrong("");
    input.value = text;
  };
  input.addEventListener("change", () => {
    try {
      sayWrong("");
      take(input.value);
    } catch (error) {
      sayWrong(error.message);
    }
  });
  return { show, sayWrong };
}

/**
 * A row for a number: its name, a slider by these `steps`, and a field for every other number.
 * `read` makes a number of a text, `write` a text of a number; `use` takes it up. Returned is a
 * function that shows a number.
 */
function makeNumber(name, parent, { label, tooltip, steps }, { read, write, use }) {
  const row = make("div", { class: `c4-row c4-is-${name}`, title: tooltip }, parent);
  make("label", { for: `c4-${name}-slider` }, row, label);
  const about = { type: "range", id: `c4-${name}-slider`, min: 0, max: steps.length - 1 };
  const slider = make("input", about, row);
  const words = { "aria-label": `${label}, typed`, inputmode: "decimal" };
  const field = makeField(name, row, words, text => use(read(text)));
  slider.addEventListener("input", () => use(steps[slider.value]));
  return value => {
    slider.value = nearestPlace(steps, value);
    put(slider, { "aria-valuetext": write(value) });
    field.show(write(value));
  };
}

/** A menu of positions to begin with; `take` gets the one that is chosen. */
function makeMenu(parent, take) {
  const menu = make("select", { "aria-label": "positions to begin with" }, parent);
  make("option", { value: "" }, menu, "positions");
  for (const words of Object.keys(EXAMPLES)) make("option", {}, menu, words);
  menu.addEventListener("change", () => {
    const [rows, columns, moves] = EXAMPLES[menu.value];
    menu.value = "";
    take(readMoves(new Board(rows, columns), moves));
  });
}

// ---------------------------------------------------------------- which board

const MOST_COLUMNS = 8;
const MOST_BITS = 64; // of a board: a cell has one, and every column one more
const USUAL_SIZE = { rows: 6, columns: 7, connect: 4 };

/** Readers of the size of a board, for `readAddress`. */
const SIZE_READERS = {
  rows: wholeNumber("rows", 1, MOST_BITS - 1),
  columns: wholeNumber("columns", 1, MOST_COLUMNS),
  connect: wholeNumber("connect", 1, MOST_BITS),
};

/** Why a board of this size cannot be searched; empty if it can. */
function faultOfSize({ rows, columns, connect }) {
  if ((rows + 1) * columns <= MOST_BITS && connect <= Math.max(rows, columns)) return "";
  return `a board of ${rows} × ${columns} with ${connect} in a line cannot be searched here`;
}

/** The moves in the name of a node of the tree. */
function movesIn(name) {
  return (name.match(/\d/g) ?? []).map(Number);
}

// ---------------------------------------------------------------- what is typed

const FAR = 1e6; // the largest c that can be typed

/** A reader of whole numbers as people type them: 1,000 is one. */
function typedWhole(name, least, most) {
  const reader = wholeNumber(name, least, most);
  return text => reader(text.replace(/[\s,_]/g, ""));
}

/** Any c, as it is typed: √2 is one, and a comma is a decimal point. */
function typedC(text) {
  const plain = text.trim().replace(",", ".");
  if (/^(√ ?2|sqrt\(?2\)?)$/i.test(plain)) return Math.SQRT2;
  const value = Number(plain);
  if (plain && value >= 0 && value <= FAR) return value;
  throw new Error(`c must be a number from 0 to ${commas(FAR)}, not ${text}`);
}

/** The value of unvisited children, as it is typed: ∞ is one. */
function typedUnvisited(text) {
  const plain = text.trim().replace(",", ".").replace(/∞|inf(inity)?$/i, "Infinity");
  const value = Number(plain);
  if (plain && !Number.isNaN(value)) return value;
  throw new Error(`unvisited must be a number or ∞, not ${text}`);
}

/** The same as it is shown. */
function nameOfUnvisited(value) {
  return String(value).replace("Infinity", "∞");
}
