// What differs between two scenes, as `change` of c4lib/widgets/picture.py tells a page.

/** Of these elements those to draw, and the names of those to remove, where `known` are drawn. */
export function changesFrom(known, elements) {
  const set = {};
  for (const [name, one] of Object.entries(elements)) {
    if (!(name in known) || !looksLike(known[name], one)) set[name] = one;
  }
  const gone = Object.keys(known).filter(name => !(name in elements));
  return { set, gone };
}

/** Whether two elements look the same; their name, which they share, says layer and kind. */
function looksLike([, , numbers, words], [, , otherNumbers, otherWords]) {
  return areEqual(numbers, otherNumbers) && areEqual(words, otherWords);
}

function areEqual(items, others) {
  return items.length === others.length && items.every((item, place) => item === others[place]);
}
