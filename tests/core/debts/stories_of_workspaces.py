"""The second part of the table, of workspaces: what happened, and exactly what is owed afterwards."""

from __future__ import annotations

OF_WORKSPACES: dict[str, tuple[str, str]] = {
    # --- B: commits --------------------------------------------------------------------------------------------------
    "the first scan is the baseline": ("base builder", ""),
    "commits without a report": ("base builder / commits builder 3", "builder owes hub report work:builder 3"),
    "more commits are the same debt": (
        "base builder / commits builder 3 / wait 20h / commits builder 5 / wait 5h",
        "builder owes hub report work:builder 5, overdue",
    ),
    "any report closes them": ("base builder / commits builder 3 / builder>site report -", ""),
    "a reply does not": (
        "base builder / commits builder 3 / builder>hub reply -",
        "builder owes hub report work:builder 3",
    ),
    "somebody else's report does not": (
        "base builder / commits builder 3 / site>hub report -",
        "builder owes hub report work:builder 3",
    ),
    "a held report does not": (
        "base builder / commits builder 3 / hold builder>hub report r",
        "builder owes hub report work:builder 3 / owner owes builder decision r",
    ),
    "a scan that began before the report tells nothing new": (
        "base builder / commits builder 3 / builder>hub report - / commits builder 4 2",
        "",
    ),
    "commits after the report are owed again": (
        "base builder / commits builder 3 / builder>hub report - / base builder / commits builder 1",
        "builder owes hub report work:builder 1",
    ),
    "commits that are in no history any more": ("base builder / commits builder 3 / commits-gone builder", ""),
    "a new beginning leaves what is owed": (
        "base builder / commits builder 3 / base builder",
        "builder owes hub report work:builder 3",
    ),
    "commits waived": ("base builder / commits builder 3 / waive work:builder of builder", ""),
    "a scan from before the waiver": (
        "base builder / commits builder 3 / waive work:builder of builder / commits builder 3 3",
        "",
    ),
    "waived to somebody else": (
        "base builder / commits builder 3 / waive work:builder of site",
        "builder owes hub report work:builder 3",
    ),
    "the hub's own commits are the owner's to hear of": (
        "base hub / commits hub 2",
        "hub owes owner report work:hub 2",
    ),
    "no workspace any more": ("base builder / commits builder 3 / new builder s / no-workspace builder", ""),
    # --- C: markers --------------------------------------------------------------------------------------------------
    "a new marker": ("base builder / new builder slow-mock", "builder owes hub workaround slow-mock"),
    "one from the beginning is not owed": (
        "baseline builder slow-mock / base builder",
        "builder has hub workaround slow-mock, baseline",
    ),
    "told of in the header": ("base builder / new builder slow-mock / builder>hub workaround - x=slow-mock", ""),
    "told of in the text": ("base builder / new builder slow-mock / builder>hub report - says=slow-mock", ""),
    "a note does not tell": (
        "base builder / new builder slow-mock / builder>hub note - says=slow-mock",
        "builder owes hub workaround slow-mock",
    ),
    "a part of a word does not tell": (
        "base builder / new builder mock / builder>hub report - says=slow-mock",
        "builder owes hub workaround mock",
    ),
    "another agent does not tell": (
        "base builder / new builder slow-mock / site>hub report - says=slow-mock",
        "builder owes hub workaround slow-mock",
    ),
    "told before it was found": ("builder>hub workaround - x=slow-mock / base builder / new builder slow-mock", ""),
    "told in held mail, at its delivery": (
        "base builder / new builder s1 / hold builder>hub workaround w says=s1 / approve w",
        "",
    ),
    "taken out": ("base builder / new builder slow-mock / gone builder slow-mock", ""),
    "put in again": (
        "base builder / new builder slow-mock / gone builder slow-mock / new builder slow-mock",
        "builder owes hub workaround slow-mock",
    ),
    "moved": (
        "base builder / new builder slow-mock / moved builder slow-mock b.py",
        "builder owes hub workaround slow-mock",
    ),
    "found again": (
        "base builder / new builder slow-mock / new builder slow-mock",
        "builder owes hub workaround slow-mock",
    ),
    "a baseline marker told of": ("baseline builder s1 / base builder / builder>hub report - says=s1", ""),
    "a baseline marker taken out": ("baseline builder s1 / base builder / gone builder s1", ""),
    "waived, and still there": (
        "base builder / new builder s1 / waive s1 of builder / new builder s1 / moved builder s1 b.py",
        "",
    ),
    "waived of another": (
        "base builder / base site / new builder s1 / new site s1 / waive s1 of site",
        "builder owes hub workaround s1",
    ),
    "overdue after a day": ("base builder / new builder s1 / wait 25h", "builder owes hub workaround s1, overdue"),
    "a baseline is never overdue": (
        "baseline builder s1 / base builder / wait 99h",
        "builder has hub workaround s1, baseline",
    ),
}
