// NumPy's default_rng(seed) in a browser: a seed becomes the state of PCG64 (O'Neill 2014).

const M32 = (1n << 32n) - 1n;
const M64 = (1n << 64n) - 1n;
const M128 = (1n << 128n) - 1n;
const MULTIPLIER = 47026247687942121848144207491837523525n;

// The state of default_rng(seed) and its increment, 128 bits each; the seed is a whole number.
export function pcg64(seed) {
  const [a, b, c, d] = seedSequence(BigInt(seed));
  const increment = ((c << 64n | d) << 1n | 1n) & M128;
  const begun = nextState(0n, increment) + (a << 64n | b) & M128;
  return [nextState(begun, increment), increment];
}

export function nextState(state, increment) {
  return state * MULTIPLIER + increment & M128;
}

// The number from 0 to 1 that a generator draws when it has come to this state.
export function numberOf(state) {
  const high = state >> 64n, mixed = high ^ state & M64, turn = state >> 122n;
  const bits = (mixed >> turn | mixed << (64n - turn)) & M64;
  return Number(bits >> 11n) * 2 ** -53;
}

/** The random numbers that follow a state of the generator. */
export class Random {
  constructor(state, increment) {
    this.state = state;
    this.increment = increment;
  }

  /** Those of default_rng(seed). */
  static of(seed) {
    return new Random(...pcg64(seed));
  }

  next() {
    this.state = nextState(this.state, this.increment);
    return numberOf(this.state);
  }
}

// Four numbers of 64 bits made of a seed, as NumPy's SeedSequence makes them.
function seedSequence(seed) {
  const entropy = [];
  do {
    entropy.push(Number(seed & M32));
    seed >>= 32n;
  } while (seed);
  const words = generated(mixedPool(entropy));
  return [0, 2, 4, 6].map(at => BigInt(words[at]) | BigInt(words[at + 1]) << 32n);
}

// Four numbers of 32 bits into which all of the entropy has gone.
function mixedPool(entropy) {
  const hashed = hasher(0x43b0d7e5, 0x931e8875);
  const pool = [0, 1, 2, 3].map(at => hashed(entropy[at] ?? 0));
  for (let from = 0; from < 4; from++) {
    for (let to = 0; to < 4; to++) {
      if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));
    }
  }
  for (const more of entropy.slice(4)) {
    for (let to = 0; to < 4; to++) pool[to] = mixed(pool[to], hashed(more));
  }
  return pool;
}

// Eight numbers of 32 bits.
function generated(pool) {
  const hashed = hasher(0x8b51f9dd, 0x58f38ded);
  return [0, 1, 2, 3, 4, 5, 6, 7].map(at => hashed(pool[at % 4]));
}

// A hash of numbers of 32 bits which changes with every call.
function hasher(constant, multiplier) {
  return value => {
    value ^= constant;
    constant = Math.imul(constant, multiplier);
    value = Math.imul(value, constant);
    return (value ^ value >>> 16) >>> 0;
  };
}

function mixed(x, y) {
  const value = Math.imul(x, 0xca01f9dd) - Math.imul(y, 0x4973f715) | 0;
  return (value ^ value >>> 16) >>> 0;
}
