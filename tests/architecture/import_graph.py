"""Reads who imports whom out of the source, imports inside functions and under TYPE_CHECKING included."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path


def modules(package: Path) -> dict[str, Path]:
    """Every module of `package` by its dotted name."""
    found: dict[str, Path] = {}
    for path in sorted(package.rglob("*.py")):
        parts = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports_of(name: str, path: Path) -> Iterator[str]:
    """The dotted names that the module `name` imports, relative ones resolved; `from a import b` yields `a.b`."""
    here = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = here[: len(here) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{base}.{alias.name}" for alias in node.names)


def edges(known: Mapping[str, Path]) -> dict[str, set[str]]:
    """For every module of `known` those of `known` that it imports by name; an imported class counts for its module."""
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        wanted = (target if target in known else target.rpartition(".")[0] for target in imports_of(name, path))
        graph[name] = {target for target in wanted if target in known and target != name}
    return graph


def circles(known: Mapping[str, Path]) -> list[list[str]]:
    """The groups of modules that need each other in a circle, each sorted; empty when there is none."""
    graph, found = edges(known), []
    while True:
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            circle = set(error.args[1])
            found.append(sorted(circle))
            graph = {name: needs - circle for name, needs in graph.items() if name not in circle}
        else:
            return found
