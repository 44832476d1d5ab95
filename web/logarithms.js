// ln n as Python has it, the same in every browser: the last bit of Math.log is not.
//
// ln n = ln (n - 1) + 2 artanh(1 / (2n - 1)), in numbers of two parts, whose sum has twice the
// digits (Dekker 1971), rounded in the end. ROUNDED_OTHERWISE (tables.py) has the n for which
// Python's math.log is not the nearest number.

import { ROUNDED_OTHERWISE } from "./tables.js";

let known = new Float64Array(2); // ln n at place n; ln 0 is never asked for
let upper = 0, lower = 0; // the last of them, in two parts

// ln n of a whole number from 1 on.
export function ln(n) {
  if (n >= known.length) prolong(Math.max(n + 1, 2 * known.length, 2 ** 16));
  return known[n];
}

// The logarithms of all numbers below `count`, at their places.
export function logarithms(count) {
  ln(count - 1);
  return known.subarray(0, count);
}

function prolong(count) {
  const longer = new Float64Array(count);
  longer.set(known);
  for (let n = known.length; n < count; n++) {
    const [high, low] = step(2 * n - 1);
    const [sum, rest] = twoSum(upper, high);
    [upper, lower] = twoSum(sum, rest + lower + low);
    longer[n] = ROUNDED_OTHERWISE[n] ?? upper;
  }
  known = longer;
}

// 2 artanh(1 / odd) in two parts: 2/odd + 2/(3 odd^3) + 2/(5 odd^5) + ...
function step(odd) {
  let power = divided([2, 0], odd), sum = power;
  for (let k = 3; power[0] > 1e-36; k += 2) {
    power = divided(power, odd * odd);
    const [high, low] = divided(power, k);
    const [most, rest] = twoSum(sum[0], high);
    sum = [most, rest + sum[1] + low];
  }
  return sum;
}

// A number of two parts divided by a plain one.
function divided([high, low], by) {
  const quotient = high / by;
  const [product, rest] = twoProduct(quotient, by);
  return twoSum(quotient, (high - product - rest + low) / by);
}

// a + b, rounded, and what the rounding left out.
function twoSum(a, b) {
  const sum = a + b, part = sum - a;
  return [sum, a - (sum - part) + (b - part)];
}

// a * b, rounded, and what the rounding left out.
function twoProduct(a, b) {
  const product = a * b, [a1, a0] = halves(a), [b1, b0] = halves(b);
  return [product, a1 * b1 - product + a1 * b0 + a0 * b1 + a0 * b0];
}

function halves(a) {
  const moved = (2 ** 27 + 1) * a, high = moved - (moved - a);
  return [high, a - high];
}
