"""Any search, run on small positions: which rules it breaks, which habits it has, what is not told.

>>> from mctslab.audit import audit
>>> def simulate(node, rng):
...     return 1
>>> audit({"simulate": simulate}, seeds=1).faults[0][:13]
'your simulate'
"""

from mctslab.audit.any_program import audit_tree
from mctslab.audit.auditing import audit
from mctslab.audit.report import Report
