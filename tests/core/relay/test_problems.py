"""Problems: said once, in plain words, and gone with their cause."""

from __future__ import annotations

import errno

import pytest

from mailbox_gui.core.relay.problems import ProblemBook, problem_of
from mailbox_gui.core.relay.state import Problem


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, "disk-full"), (errno.EDQUOT, "disk-full"), (errno.EROFS, "read-only"),
        (errno.EACCES, "permission"), (errno.EPERM, "permission"), (errno.EIO, "disk-error"),
        (errno.ENOENT, "missing"), (errno.ENOTDIR, "not-a-folder"), (errno.EMFILE, "too-many-files"),
        (errno.ENFILE, "too-many-files"), (errno.EXDEV, "system"),
    ],
)  # fmt: skip
def test_every_error_of_the_machine_has_words_and_advice(number: int, kind: str) -> None:
    problem = problem_of(OSError(number, "strerror"), "/srv/office")

    assert problem.kind == kind
    assert problem.text.startswith("/srv/office: ")
    assert "Errno" not in problem.text
    assert problem.advice


def test_an_error_without_a_number_is_one_too() -> None:
    assert problem_of(OSError("odd"), "/x").text == "/x: odd"


def test_the_same_again_is_no_news() -> None:
    book = ProblemBook()
    book.raise_problem(Problem("missing", "/x", "gone"))
    assert book.take_changed()
    book.raise_problem(Problem("missing", "/x", "gone"))
    assert not book.take_changed()
    book.raise_problem(Problem("missing", "/x", "gone for longer"))
    assert book.take_changed()
    assert [problem.text for problem in book.all()] == ["gone for longer"]


def test_problems_go_by_place_and_kind() -> None:
    book = ProblemBook()
    for kind, where in (("missing", "/x"), ("permission", "/x"), ("missing", "/y")):
        book.raise_problem(Problem(kind, where, "text"))
    book.clear("/x", "permission")
    assert [(problem.kind, problem.where) for problem in book.all()] == [("missing", "/x"), ("missing", "/y")]
    book.clear_kind("missing", frozenset({"/y"}))
    assert [problem.where for problem in book.all()] == ["/y"]
    book.take_changed()
    book.clear("/z")
    book.clear_kind("loop")
    assert not book.take_changed()
    book.clear("/y")
    assert book.all() == ()
