"""A page that shows a panel, for tests without a browser: it keeps what it is told, and says what a user would do."""


class FakePage:
    """The page of a `Panel`.

    Args:
        panel: which tells this page of changes, and no other, from now on.

    Attributes:
        messages: all that it was told since it said hello, in order.
        whole: what it was told then.
    """

    def __init__(self, panel):
        self.panel, self.messages, self._number = panel, [], 0
        panel.send = self.messages.append
        self.say("", "hello")
        self.whole = self.messages.pop()

    def say(self, part, do, **what):
        """What panel.js sends when something is done with a part."""
        self._number += 1
        self.panel._heard(self.panel, {"part": part, "do": do, "number": ["page", self._number], "times": 1, **what}, [])

    def told(self, part, name):
        """The values that a part's state was told to have, one after the other."""
        changes = [message["parts"].get(part, {}) for message in self.messages]
        return [change[name] for change in changes if name in change]
