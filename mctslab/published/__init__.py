"""The searches of the literature as published.

Each deviation from the usual search has a name, and `fixed=` fixes it.

| source | module | what is there |
|---|---|---|
| P1, a student project: an `MCTS` class for 6 x 5 | `mcts_class` | `MCTS`, `Node`, `Random_Player`, `MCTSClassPlayer`, `as_board` |
| and its table that learns on 4 x 5 and 3 x 5 | `q_learning` | `Q_Learning` |
| P2, a lecture: pseudocode and a worked Hex example | `lecture_pseudocode` | `LECTURE`, `lecture_phases`, `lecture_player` |
| P3, an article with NumPy and anytree | `anytree_article` | `train`, `UCB1`, `expantion`, `update_tree`; two baselines |
| P4, a C++ program with a report | `cpp_program` | `PROGRAM`, `ProgramSearch`, `ProgramPlayer` |

P1, P2 and P4 are also players, for matches on equal terms; P3 is not, because its tree belongs to
player 1 of the games that it was trained on. `as_search_tree` makes any of their trees ready for
`plot_tree` and for anytree's exporters.

>>> import numpy as np
>>> agent = MCTS(play_outs=10, player=1, C=2, r=6, c=5)
>>> agent.set_state(np.zeros((6, 5)))
>>> state, end, result, action, value = agent.take_action()
>>> end, result
(False, '..')
"""

from mctslab.published.anytree_article import (
    ARTICLE_DEVIATIONS,
    MONTE_CARLO_DEVIATIONS,
    UCB1,
    SimpleMonteCarlo,
    available_play,
    expantion,
    new_tree,
    simple_monte_carlo,
    train,
    trivial_agent,
    update_tree,
)
from mctslab.published.cpp_program import (
    IN_THE_SEARCH,
    PROGRAM,
    PROGRAM_DEVIATIONS,
    ProgramPlayer,
    ProgramSearch,
    is_drawn,
)
from mctslab.published.lecture_pseudocode import (
    LECTURE,
    LECTURE_DEVIATIONS,
    LECTURE_WITH_PRIOR,
    backpropagate_below_root,
    lecture_phases,
    lecture_player,
    select_by_win_rate,
    simulate_without_the_move,
)
from mctslab.published.mcts_class import (
    CLASS_DEVIATIONS,
    MCTS,
    MCTSClassPlayer,
    Node,
    Outcome,
    Random_Player,
    as_board,
)
from mctslab.published.q_learning import Q_Learning
from mctslab.published.trees import as_search_tree
