// Positions and boards as the compiled functions have them: c4lib/fast/bitboard.py.

export const WIDTH = 8; // places of a block: the children of a node, by their columns

// The discs of the player to move and of both, a bit a cell.
export function bitsOf({ cells, rows, columns, toMove }) {
  let mine = 0n, taken = 0n, bit = 1n;
  for (let column = 0; column < columns; column++) {
    for (let row = rows - 1; row >= 0; row--) {
      const disc = cells[row][column];
      if (disc) taken |= bit;
      if (disc === toMove) mine |= bit;
      bit <<= 1n;
    }
    bit <<= 1n;
  }
  return [mine, taken];
}

// The numbers of c4lib's `Rules`, in their order.
export function rulesOf({ rows, columns, connect }) {
  const height = rows + 1, cells = (1n << BigInt(rows)) - 1n;
  const steps = connect <= columns ? [height - 1, height, height + 1] : [1, 1, 1];
  let bottom = 0n;
  for (let column = 0; column < columns; column++) bottom |= 1n << BigInt(column * height);
  const top = bottom << BigInt(rows - 1);
  const size = [rows, columns, connect, WIDTH, height];
  return [...size, ...steps, bottom, top, bottom * cells, cells].map(BigInt);
}
