"""Conclusions that stand above pictures which answer a question: here, so that the code in sight does not give them away."""

lesson_02 = {
    "2,000 people": "About half of them can tell",
    "a clear case": "Column 3 is clearly best",
    "flat": "More playouts do not help it block",
    "the reply": "Column 6 refutes O's move",
    "tree": "The tree search learns the reply",
}

lesson_03 = {
    "levers": "Lever 3 pays most",
    "5,000 pulls": "With c = √2, UCB1 loses about as much as greedy",
    "100,000 pulls": "After 100,000 pulls √2 has overtaken only greedy",
}

lesson_04 = {
    "level 1": "Level 1: the best mean wins, by a little",
    "level 2": "Level 2: O's replies",
    "level 3, before": "Level 3: X's answers",
    "level 3": "Level 3: the largest bonus wins",
    "path": "Iteration 41 selects the leaf after 1, 0, 2",
}

lesson_06 = {
    "playout": "Only the first board is in the tree",
}

lesson_07 = {
    "viewpoints": "O's two wins after column 0 are X's two losses",
}

lesson_08 = {
    "bars": "Seven bars of nearly the same height",
}

lesson_11 = {
    "20 games": "In 20 games the stronger player is often behind",
    "fitting": "One half fits all of them",
    "power": "Half the difference needs four times the games",
}

lesson_13 = {
    "shares": "A small c decides early, a large one never",
    "sweep": "Playouts decide; c hurts at the ends",
    "doublings": "Every doubling gains, the first ones more",
    "beginner": "The beginner's share falls",
    "c = 0.7": "c = 0.7 wins at every number of playouts",
}

lesson_14 = {
    "needed c": "A large T needs a large c",
    "grid": "The larger T, the larger the best c",
    "0/0": "A constant for 0/0 needs a small c",
    "rates": "T = 3 fits the rates of moves, and estimates them well",
    "drift": "The rate of the wrong move falls as X finds its reply",
    "forgotten": "The root forgets T; the tree below does not",
}

lesson_18 = {
    "teacher": "The table overtakes its teacher",
    "opponents": "It has learnt to beat P1, but not a sound search",
    "changes": "Against a stranger, only all together help",
    "order": "First move first, the win walks back one move a game",
    "strength": "Against searches, the table outdoes 40 playouts",
    "known": "It knows the opening, and little of the rest",
}

lesson_19 = {
    "openings": "Column 2 draws, and is rated below all four that lose",
    "playouts": "Steep up to 1,000 playouts, slow after that",
}

lesson_20 = {
    "proofs": "Near the end proofs help; far from it they cost sound moves at 1,000 playouts",
    "by c": "Of the two sets of positions, only one shows a gain at c = 0.7",
}
