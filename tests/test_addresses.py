"""Servers of this project, and those its lines start, listen to this machine alone: 127.0.0.1."""

import re
from functools import cache
from pathlib import Path

import pytest

from tools.environment import QUIET

ROOT = Path(__file__).parents[1]
FOLDERS = ["c4lib", "mctslab", "notebooks", "tests", "tools", "editions", "web", "benchmarks", "docs"]
KINDS = {".py", ".md", ".ipynb", ".yml", ".toml", ".html", ".js"}
PATHS = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.suffix in KINDS]
PATHS += [ROOT / name for name in ("Makefile", "README.md", "CONTRIBUTING.md", "pyproject.toml", "environment.yml")]

OPEN = {
    "every interface": r"\b0\.0\.0\.0\b|['\"]::['\"]|INADDR_ANY",
    "JupyterLab elsewhere": r"(--ip|ServerApp\.ip)[= ](?!127\.0\.0\.1)",
    "a dashboard elsewhere": r"dashboard_address(?!\W+127\.0\.0\.1:)",
    "a socket elsewhere": r"\.bind\(\(['\"](?!127\.0\.0\.1)",
    "a server of Python's": r"-m http\.server|socketserver|HTTPServer\(\(['\"](?!127\.0\.0\.1)",
}
LINES = [
    "LocalCluster(dashboard_address=None)",
    "jupyter lab --ip=*",
    'bind(("", 0)), sock.bind(("", 0))',
    "python -m http.server",
    'ThreadingHTTPServer(("", 8000), handler)',
    'host="0.0.0.0"',
]


@pytest.mark.parametrize("line", LINES)
def test_lines_that_open_a_door_are_seen(line):
    assert any(re.search(pattern, line) for pattern in OPEN.values())


@cache
def texts():
    """What is in the files, by their names, without the pictures."""
    found = {}
    for path in PATHS:
        if path != Path(__file__):
            lines = path.read_text("utf-8").splitlines()
            found[path.relative_to(ROOT)] = "\n".join(line for line in lines if "image/png" not in line)
    return found


@pytest.mark.parametrize("what", OPEN)
def test_no_line_opens_a_door(what):
    found = {}
    for name, text in texts().items():
        match = re.search(OPEN[what], text)
        if match:
            found[name] = match[0]
    assert found == {}


def test_every_cluster_says_where_its_dashboard_listens():
    """Without a word about it, Dask's dashboard listens to every interface; up to 2024, those of its workers, too."""
    calls = [text for text in texts().values() if "LocalCluster(" in text]
    assert len(calls) >= 2  # lesson 23 and a test
    for name in ("dashboard_address", "worker_dashboard_address"):
        assert all(re.search(rf"\b{name}\W+127\.0\.0\.1:", text) for text in calls)


def test_jupyterlab_as_it_is_set_up_here_listens_to_this_machine():
    (settings,) = (value["ServerApp"] for value in QUIET.values() if "ServerApp" in value)
    assert settings["ip"] == "127.0.0.1"
