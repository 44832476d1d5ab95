// Numbers in words, as Python and c4lib/text.py write them.

/** A number with so many decimals; of two that are equally near the even one. */
export function fixed(x, decimals) {
  const halves = x * 2 ** (decimals + 1); // odd only if x lies in the middle between two
  if (!Number.isInteger(halves) || halves % 2 === 0) return x.toFixed(decimals);
  const scale = 10 ** decimals;
  const lower = Math.floor(x * scale);
  const even = lower % 2 ? lower + 1 : lower;
  return (even / scale).toFixed(decimals);
}

/** A number with six significant digits, as Python's format "g" writes it. */
export function general(x) {
  const [digits, power] = x.toExponential(5).split("e");
  if (power >= -4 && power < 6) return String(Number(fixed(x, 5 - power)));
  const sign = power < 0 ? "-" : "+";
  return `${Number(digits)}e${sign}${String(Math.abs(power)).padStart(2, "0")}`;
}

const THOUSANDS = new Intl.NumberFormat("en"); // toLocaleString would make one for every number

/** A whole number, with commas between its thousands. */
export function commas(count) {
  return THOUSANDS.format(count);
}

/** A value with two decimals, ∞, or – for NaN. */
export function number(value, decimals = 2) {
  if (Number.isNaN(value)) return "–";
  if (Math.abs(value) >= Number.MAX_VALUE) return value > 0 ? "∞" : "-∞";
  return fixed(value, decimals);
}

/** A share in percent, without decimals. */
export function percent(share) {
  return share > 0 && share < 0.005 ? "<1%" : `${fixed(share * 100, 0)}%`;
}

/** A count in four characters, or five with a half. */
export function short(count) {
  if (count < 99.95) return general(Number(fixed(count, 1)));
  if (count < 10_000) return fixed(count, 0);
  return count < 999_500 ? `${fixed(count / 1000, 0)}k` : `${fixed(count / 1e6, 1)}M`;
}

/** A number of things. */
export function counted(count, noun) {
  return count === 1 ? `1 ${noun}` : `${commas(count)} ${noun}s`;
}

/** The exploration constant: √2, or the number in a style of its own. */
export function explorationConstant(c, style) {
  return c === Math.SQRT2 ? "√2" : style(c);
}

/** The two terms of a `value` and their sum, or why it has none. */
export function termsText(mean, value) {
  if (Number.isNaN(mean)) return `unvisited: ${number(value)}`;
  if (value === -Infinity) return "proven";
  return `${number(mean)} + ${number(value - mean)} = ${number(value)}`;
}
