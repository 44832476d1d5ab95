"""What an audit has to say: sentences of three kinds, apart."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(repr=False)
class Report:
    """The sentences of one audit; of several of one sort, the first.

    Attributes:
        name: of the search.
        faults: what is wrong: neither chance nor another convention explains it.
        habits: what others do in another way, and may.
        unknown: what cannot be told, and why.
        looked_at: what it was run on; empty if it could not be run.
        doing: what was tried last: for the sentence on what does not end.

    >>> report = Report("my_search", looked_at=["10 positions"])
    >>> report.say("habits", "new moves are tried from the left")
    >>> report
    my_search: nothing wrong was found.
    Habits, no faults:
    - new moves are tried from the left
    Looked at:
    - 10 positions
    """

    name: str
    faults: list[str] = field(default_factory=list)
    habits: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    looked_at: list[str] = field(default_factory=list)
    doing: str = "loading your search"
    _sorts: set[tuple[str, str]] = field(default_factory=set)

    def say(self, kind: str, sentence: str, sort: str = "") -> None:
        """Add a sentence to the list of this kind, unless there is one of its sort."""
        key = kind, sort or sentence
        if key not in self._sorts:
            self._sorts.add(key)
            getattr(self, kind).append(sentence)

    @property
    def headline(self) -> str:
        """The verdict in one line, with the word "fault" only if there is one."""
        number = len(self.faults)
        if number:
            verdict = f"{number} fault{'s' if number > 1 else ''} found"
        elif not self.looked_at:
            verdict = "nothing can be told"
        elif self.unknown:
            verdict = "partly judged, nothing wrong was found in that part"
        else:
            verdict = "nothing wrong was found"
        return f"{self.name}: {verdict}."

    def __repr__(self) -> str:
        lines = [self.headline]
        for head, sentences in (
            ("Faults:", self.faults),
            ("Habits, no faults:", self.habits),
            ("What cannot be told:", self.unknown),
            ("Looked at:", self.looked_at),
        ):
            if sentences:
                lines.append(head)
                lines += [f"- {sentence}" for sentence in sentences]
        return "\n".join(lines)
