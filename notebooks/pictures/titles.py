"""Conclusions that stand above pictures which answer a question: here, so that the code in sight does not give them away."""

lesson_01 = {
    "stop": "columns 1 and 4 stop X",
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
    "threat": "Beyond 140 playouts, the bandit too blocks less and less",
    "5,000 pulls": "After 5,000 pulls, c = √2 has lost about as much as greedy",
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
    "after": "After: three new nodes, each 0/0",
    "never visited": "Most of these nodes have never been visited",
    "strength": "Waiting for 20 visits costs little",
    "threat": "For this threat one level of replies is enough",
}

lesson_06 = {
    "playout": "Only the first board is in the tree",
    "equal": "More playouts, and for a while a lower score",
    "switch": "Without forced replies the dip is gone",
    "price": "At three times the cost they still pay, with expand_at = 60",
    "threat": "Sensible playouts block sooner, and they dip as well",
    "widths": "The more columns, the later the dip",
}

lesson_07 = {
    "threat": "With one viewpoint, thinking longer is worse than guessing",
}

lesson_08 = {
    "threat": "What counts is to select the reply",
}

lesson_10 = {
    "iteration 4": "Iteration 4: Black is made to play c2 again",
    "line-up": "Of these four, only the viewpoint brings it near the truth",
}

lesson_09 = {
    "early": "T = 1: the untried have the largest bonus",
}

lesson_11 = {
    "20 games": "In 20 games the stronger player is often behind",
    "fitting": "One half fits all of them",
    "power": "Half the difference needs four times the games",
}

lesson_12 = {
    "agreement": "After 1,000 iterations the same agreement is worth less",
    "flow": "The easy ones leave the group, hard ones join it",
    "stops": "Where visits and mean differ, only a longer search helps",
}

lesson_13 = {
    "shares": "A small c has a favourite, a large one has none",
    "sweep": "Playouts decide; c hurts at the ends",
    "first player": "The first player's share falls",
    "c = 0.7": "c = 0.7 wins at every number of playouts",
}

lesson_14 = {
    "needed c": "With a large T, A is harder to overtake",
    "plane": "With more T, more c: the scores follow the leader's share",
    "blocks": "At c = 0.5 a large T blocks less, at √2 more",
    "forgotten": "After 20,000 playouts T = 20 still makes a difference",
    "0/0": "A constant for 0/0 needs a small c",
}

lesson_15 = {
    "shares": "More playouts and a smaller c keep more",
}

lesson_16 = {
    "played": "Played on, X loses every game from 15 discs on",
    "yours": "Only column 3 wins",
    "few": "Few visits, low rating: bad luck stays",
}

lesson_17 = {
    "openings": "All runs open in the middle only from a setting of 3,000 on",
    "tree": "P1 likes its winning move, 3, the least",
    "live": "With both repairs it finds nearly all",
    "factorial": "Blocks: the viewpoint shows its worth beside the other repair",
    "training": "P3 learns, and stays far below the baseline without a tree",
}

lesson_18 = {
    "opponents": "It has learnt to beat P1, but not a sound search",
    "left out": "Without the teacher, the order or free moves, next to nothing is left",
    "costs": "Tables learn little where tried moves sink below untried ones",
    "zugzwang": "X to move",
    "seat": "Played well, O's seat beats searches if O has the last cell",
}

lesson_19 = {
    "trap": "More thinking, worse move: column 2 takes over",
    "chosen": "c = 0.3 leads in the traps of √2, but not in its own",
    "judges": "Solved positions cannot tell what matches tell at once",
}

lesson_20 = {
    "costs": "Four discs fewer cost several times as much",
    "line": "Two searches: no proof in 100,000 playouts before 23 discs",
    "found": "Proofs help for a while; then the trap closes all the same",
    "gains": "Near the end more optimal moves; far from it fewer sound ones (1,000 playouts)",
    "matches": "The player with proofs wins at every number of playouts",
}

lesson_21 = {
    "share": "The playout takes the largest share",
    "bits": "In plain Python, bits show no gain",
    "compiled": "The playout shrinks, little else changes",
    "ladder": "One compiled phase gains little, a whole search a great deal",
}

lesson_22 = {
    "tests": "Six of eleven faults pass all five tests",
    "matches": "Five of eleven are told apart, after 120 games as after 400",
}

lesson_23 = {
    "answer": "The more playouts, the more √2 loses to c = 0.5",
}

lesson_24 = {
    "errors": "100 playouts with AMAF tell as much as about 1,000 without",
    "found": "RAVE is ahead more often than behind",
}

lesson_25 = {
    "curve": "It beats 200 playouts early, 1,600 late",
    "parts": "Without the search or the value it collapses",
}

lesson_26 = {
    "beliefs": "The first search prefers a2, and only c3 wins",
    "sweep": "0.5, 0.7 and 1 beat √2",
    "faults": "No tool finds all, and one fault passes all three",
}
