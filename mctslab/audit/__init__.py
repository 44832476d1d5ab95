"""Any student's search, run beside ours: which rules it breaks, and where it parts from ours first.

>>> from mctslab.audit import audit
>>> def simulate(node, rng):
...     return 1
>>> audit({"simulate": simulate}, seeds=1).faults[0].phase
'simulate'
"""

from mctslab.audit.auditing import audit
from mctslab.audit.chances import Bet
from mctslab.audit.report import Audit, Finding
