"""Conclusions that stand above pictures which answer a question: here, so that the code in sight does not give them away."""

lesson_01 = {
    "growth": "Different moves often lead to the same position",
    "counts": "The two middle cells lie on the most lines: 13",
}

lesson_00 = {
    "most": "Column 1 has the most visits",
}

lesson_02 = {
    "2,000 people": "About half of them can tell",
    "flat": "With many playouts flat Monte Carlo hardly ever blocks",
    "column 3": "Flat Monte Carlo prefers column 3",
    "the reply": "Column 6 refutes O's move",
}

lesson_03 = {
    "threat": "From 140 playouts on the bandit, too, blocks less and less",
    "5,000 pulls": "With c = √2, UCB1 loses about as much as greedy",
}

lesson_04 = {
    "level 1": "Level 1: the best mean wins, by a little",
    "level 2": "Level 2: O's replies",
    "level 3, before": "Level 3: X's answers",
    "level 3": "Level 3: the largest bonus wins",
    "path": "Iteration 41 selects the leaf after 1, 0, 2",
    "threat": "Selecting the reply as well, the search blocks",
}

lesson_05 = {
    "after": "After: three new nodes light up",
    "never visited": "Most of these nodes have never been visited",
    "strength": "Waiting for 20 visits costs little",
    "threat": "For this threat one level of replies is enough",
}

lesson_06 = {
    "playout": "Only the first board is in the tree",
    "equal": "More playouts, and for a while a lower score",
    "switch": "Without forced replies the dip is gone",
    "price": "At three times the cost they still pay, without forced replies",
    "threat": "Sensible playouts block sooner, and they dip as well",
    "widths": "The more columns, the later the dip",
}

lesson_07 = {
    "viewpoints": "O's two wins after column 0 are X's two losses",
    "threat": "With one viewpoint, thinking longer is worse than guessing",
}

lesson_08 = {
    "bars": "Seven bars of nearly the same height",
}

lesson_10 = {
    "iteration 4": "Iteration 4: Black is made to play c2 again",
    "line-up": "Of these four, only the viewpoint brings it near the truth",
}

lesson_09 = {
    "early": "T = 1: what was never tried has the largest bonus",
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
