"""The searches of the literature as published; each deviation from the usual search has a name, and `fixed=` fixes it.

| source | module | what is there |
|---|---|---|
| P1, a student project: an `MCTS` class for 6 x 5 | `mcts_class` | `MCTS`, `Node`, `MCTSClassPlayer` |
| and its table that learns on 4 x 5 and 3 x 5 | `q_learning` | `Q_Learning` |
| P2, a lecture: pseudocode and a worked Hex example | `lecture_pseudocode` | `LECTURE`, `lecture_phases`, `lecture_player` |
| P3, an article with NumPy and anytree | `anytree_article` | `update_tree`, `ArticlePlayer`, and its two baselines |
| P4, a C++ program with a report | `cpp_program` | `PROGRAM`, `program_player` |

Each is also a player, for matches on equal terms.

>>> import numpy as np
>>> agent = MCTS(play_outs=10, player=1, C=2, r=6, c=5)
>>> agent.set_state(np.zeros((6, 5)))
>>> state, end, result, action, value = agent.take_action()
>>> end, result
(False, '..')
"""

from c4lib.published.anytree_article import (
    ARTICLE_DEVIATIONS,
    ArticlePlayer,
    SimpleMonteCarlo,
    empty_tree,
    grown_tree,
    play_batch,
    trivial_agent,
    update_tree,
)
from c4lib.published.cpp_program import CENTRE_OPENINGS, PROGRAM, program_player
from c4lib.published.lecture_pseudocode import (
    LECTURE,
    LECTURE_DEVIATIONS,
    LECTURE_WITH_PRIOR,
    backpropagate_below_root,
    lecture_phases,
    lecture_player,
    select_by_win_rate,
    simulate_without_the_move,
)
from c4lib.published.mcts_class import CLASS_DEVIATIONS, MCTS, MCTSClassPlayer, Node, Outcome
from c4lib.published.q_learning import Q_Learning
