// Buttons and sliders of a page, and what its address says.
// Comes after notebooks/pictures/frame.js.

/** Say what was not understood, or cannot be done. */
function say(text) {
  part("missing").textContent = text;
}

// ---------------------------------------------------------------- buttons and sliders

/** A new button at the end of its parent; a sign has its tooltip for a name. */
function buttonIn(parent, { label, tooltip }, action) {
  const isSign = !/\p{L}/u.test(label);
  const named = { type: "button", title: tooltip, "aria-label": isSign ? tooltip : null };
  const made = make("button", named, parent, label);
  made.addEventListener("click", action);
  return made;
}

/**
 * A slider that goes by steps, with its label and a readout; `use` is called with a step.
 * Returned is what shows a number, which may also lie between two steps.
 */
function stepSlider(parent, id, { label, tooltip, steps }, nameOf, use) {
  make("label", { for: id, title: tooltip }, parent, label);
  const range = { type: "range", id, min: 0, max: steps.length - 1, title: tooltip };
  const slider = make("input", range, parent);
  const readout = make("output", { for: id }, parent);
  slider.addEventListener("input", () => use(steps[slider.value]));
  return number => {
    slider.value = nearestPlace(steps, number);
    readout.textContent = nameOf(number);
    put(slider, { "aria-valuetext": readout.textContent });
  };
}

/** The place of the step that is nearest to a number. */
function nearestPlace(steps, number) {
  const distances = steps.map(step => Math.abs(step - number));
  return distances.indexOf(Math.min(...distances));
}

/** The exploration constant with two decimals, or, if it has more, with four digits. */
function nameOfC(c) {
  const isShort = Number(c.toFixed(2)) === c;
  return explorationConstant(c, isShort ? twoDecimals : fourDigits);
}

const twoDecimals = c => fixed(c, 2);
const fourDigits = c => general(Number(c.toPrecision(4)));

/** Show whether a button is pressed. */
function showPressed(button, isPressed) {
  put(button, { "aria-pressed": isPressed });
  button.classList.toggle("mod-active", isPressed);
}

// ---------------------------------------------------------------- the address

/**
 * What the address says, by name: what each reader makes of its text.
 * What a reader throws is said on the page, and nothing else lost.
 */
function readAddress(readers) {
  const [found, wrong] = readTexts(readers);
  say(wrong.join("; "));
  return found;
}

/** The same, and what readers have thrown. */
function readTexts(readers) {
  const found = {};
  const wrong = [];
  for (const [name, text] of new URLSearchParams(location.hash.slice(1))) {
    try {
      if (name in readers) found[name] = readers[name](text);
    } catch (error) {
      wrong.push(error.message);
    }
  }
  return [found, wrong];
}

/** A reader of whole numbers up to `most`. */
function wholeNumber(name, least, most) {
  return text => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
    if (number >= least && number <= most) return number;
    const allowed = `a whole number from ${commas(least)} to ${commas(most)}`;
    throw new Error(`${name} must be ${allowed}, not ${text}`);
  };
}

const ROOT_OF_2 = "1.41"; // in an address; 1.41 itself has one more digit there

/** The exploration constant of an address. */
function readC(text) {
  if (text === ROOT_OF_2) return Math.SQRT2;
  if (/^\d{1,6}(\.\d*)?$/.test(text)) return Number(text);
  throw new Error(`c must be a number from 0 to 999,999, not ${text}`);
}

/** The same for an address. */
function writtenC(c) {
  if (c === Math.SQRT2) return ROOT_OF_2;
  return String(c) === ROOT_OF_2 ? `${c}0` : c;
}
