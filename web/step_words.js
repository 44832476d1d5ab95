// What a step of a search did, in one sentence, as c4lib/plots/phases.py says it.

import { ucb1Values } from "./nodes.js";
import { counted, general, number } from "./numbers.js";
import { DRAW, STEPS, TEXT } from "./tables.js";
import { capitalized, countsOf, endingOf, placeOf, situationOf } from "./text.js";

// ---------------------------------------------------------------- choices

/** The choices on the way down, among new children, or at the node that is looked at. */
export function choicesOf(step) {
  const { node, trace: { settings } } = step;
  if (node) {
    const values = ucb1Values(node, node.children, settings);
    return values.length ? [{ node, values, child: node }] : [];
  }
  if (step.phase === "select") {
    const { path, values } = step.selection;
    return values.map((terms, i) => ({ node: path[i], values: terms, child: path[i + 1] }));
  }
  if (step.phase === "expand" && step.expansion.values.length) {
    const { leaf, values, node: child } = step.expansion;
    return [{ node: leaf, values, child }];
  }
  return [];
}

/** Why a child was picked among the children with these values. */
function chosen(children, values, child) {
  const value = values[children.indexOf(child)];
  const ties = values.filter(other => other === value).length;
  const name = `column ${child.move}`;
  if (children.length === 1) return `${name}, the only child`;
  if (!child.visits && ties > 1) {
    return `${name}, one of ${ties} not visited yet (${number(value)}): drawn at random`;
  }
  const sum = `${number(child.mean)} + ${number(value - child.mean)}`;
  const terms = child.visits ? sum : `not visited yet (${number(value)}),`;
  const words = `${name}, ${terms} is the largest of ${children.length}`;
  return ties === 1 ? words : `${words}, shared by ${ties}: drawn at random`;
}

// ---------------------------------------------------------------- what each phase did

function started(step) {
  const side = TEXT.NAMES[step.game.toMove];
  return `the tree is nothing but the root, where ${side} is to move`;
}

function selected(step) {
  const choices = choicesOf(step);
  if (!choices.length) return "the root has no children yet, so it is the leaf";
  const last = choices.slice(-2);
  const words = last.map(({ node, values, child }) => chosen(node.children, values, child));
  if (choices.length > STEPS.MOST_MOVES) {
    words[0] = `${choices.length - 1} moves down`;
  } else if (choices.length > 2) {
    words[0] = `moves ${step.moves.slice(0, -1).join(", ")}`;
  }
  return words.join("; then ");
}

function expanded(step) {
  const { leaf, added, values, node } = step.expansion;
  if (added.length) {
    const count = added.length;
    const words = count === 1 ? "1 child is added" : `${count} children are added`;
    return `${words}; ${chosen(added, values, node)}`;
  }
  if (leaf.game.isTerminal) return "nothing is added, because the game is over here";
  const done = leaf.simulations;
  const needed = step.trace.settings.expand_at;
  const soFar = done ? `has ${done} of ${needed} simulations` : "has no simulation yet";
  return `nothing is added, because this leaf ${soFar}`;
}

function simulated(step) {
  const { moves, winner } = step.simulation;
  if (!moves.length) return `nothing is played, because the game is over: ${endingOf(winner)}`;
  const played = counted(moves.length, "random move");
  return `${played}, ${endingOf(winner, "wins")}; none of these positions is in the tree`;
}

function backpropagated(step) {
  const { path, winner } = step.backpropagation;
  const count = path.length;
  if (!winner) return `a draw, so ${count} nodes get a visit and ${general(DRAW)} wins each`;
  const name = TEXT.NAMES[winner];
  const winners = path.filter(node => node.viewpoint === winner).length;
  const words = `${name} won, so ${count} nodes get a visit each`;
  if (winners === 1) return `${words}; the one that counts wins of ${name} also gets a win`;
  if (winners) return `${words}; the ${winners} that count wins of ${name} also get a win`;
  return words;
}

const SAID = {
  select: selected,
  expand: expanded,
  simulate: simulated,
  backpropagate: backpropagated,
};

// ---------------------------------------------------------------- one sentence for each step

/** What the node is that is looked at. */
function lookedAt(step) {
  const where = capitalized(positionOf(step));
  return `${where}; ${countsOf(step.node)}. A second click leads back.`;
}

/** What the edge of the selection, or the move of the playout, is that is shown last. */
function lastPart(step) {
  const { part, parts, phase } = step;
  if (phase === "select") {
    if (!part) return "Select: the search starts at the root.";
    const { node, values, child } = choicesOf(step)[part - 1];
    return `Select, edge ${part} of ${parts}: ${chosen(node.children, values, child)}.`;
  }
  if (!part) return "Simulate: a random game starts here; none of its positions is in the tree.";
  const { node, moves, winner } = step.simulation;
  const player = part % 2 ? node.game.toMove : 3 - node.game.toMove;
  const played = `${TEXT.NAMES[player]} plays column ${moves[part - 1]}`;
  const end = part === parts ? `; ${endingOf(winner, "wins")}` : "";
  return `Simulate, move ${part} of ${parts}: ${played}${end}.`;
}

/** How the position was reached, and who moves next. */
export function positionOf(step) {
  return `${placeOf(step.moves, STEPS.MOST_SIGNS)}: ${situationOf(step.game)}`;
}

/** What the phase did, or its part that is shown last; what to ask before it is shown. */
export function sentenceOf(step) {
  const name = step.number ? capitalized(step.phase) : "Start";
  if (step.isCovered) return `${name}: ${STEPS.QUESTIONS[step.phase]}`;
  if (step.node) return lookedAt(step);
  if (step.part !== null) return lastPart(step);
  const say = step.number ? SAID[step.phase] : started;
  return `${name}: ${say(step)}.`;
}
