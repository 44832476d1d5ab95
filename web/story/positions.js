// The positions of the story, and how often it asks chance.

import { Board } from "../game.js";

const after = text => Board.fromMoves([...text].map(Number));

export const BEFORE = after("243261453412"); // X has two in a row
export const THREAT = BEFORE.play(5); // X completes column 6, so O must play there
export const BLOCK = 6;
export const TEMPTING = 3; // wins most random games, and loses
export const TRAP = after("5366555122"); // X is to move, and only column 3 wins
export const WINS = 3;
export const SEED = 1;
// Equally many playouts for each column, and no tree.
export const FLAT = { c: 1e9, expand_at: 1e15 };
export const ONE_LEVEL = { expand_at: 1e15 };
