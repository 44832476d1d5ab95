// Positions and nodes in words, as c4lib/text.py writes them.

import { TEXT } from "./tables.js";
import { counted, general } from "./numbers.js";

/** How a game ended, or ends: somebody has won, or a draw. */
export function endingOf(winner, verb = "has won") {
  return winner ? `${TEXT.NAMES[winner]} ${verb}` : "a draw";
}

/** Who is to move, or how the game ended. */
export function situationOf(game) {
  return game.isTerminal ? endingOf(game.winner) : `${TEXT.NAMES[game.toMove]} to move`;
}

/** Where in the tree these moves lead; of a text longer than `most` only the last moves. */
export function placeOf(moves, most) {
  if (!moves.length) return "root";
  const count = Math.max(1, Math.floor((most + 1) / 2)); // of moves of one digit, and spaces
  const shown = moves.slice(-count);
  const start = shown.length < moves.length ? "… " : "";
  return `after ${start}${shown.join(" ")}`;
}

/** Wins and visits of a node in words. */
export function countsOf({ wins, visits }) {
  if (!visits) return "not visited";
  const won = wins === 1 ? "1 win" : `${general(wins)} wins`;
  return `${won} in ${counted(visits, "visit")}`;
}

/** A text with a capital at its beginning. */
export function capitalized(text) {
  return text[0].toUpperCase() + text.slice(1);
}
