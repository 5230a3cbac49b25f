"""The first part of the table, of mail: what happened, and exactly what is owed afterwards."""

from __future__ import annotations

OF_MAIL: dict[str, tuple[str, str]] = {
    # --- A: replies --------------------------------------------------------------------------------------------------
    "a question opens a reply": ("hub>builder question q", "builder owes hub reply q"),
    "a request opens a reply": ("builder>hub request q", "hub owes builder reply q"),
    "requires reply opens a reply, whatever the kind": (
        "builder>hub report q requires=reply",
        "hub owes builder reply q",
    ),
    "a reply that names it closes it": ("hub>builder question q / builder>hub reply - re q", ""),
    "a report closes a reply too": ("hub>builder question q / builder>hub report - re q", ""),
    "a note answers nothing": ("hub>builder question q / builder>hub note - re q", "builder owes hub reply q"),
    "a workaround answers nothing": (
        "hub>builder question q / builder>hub workaround - re q",
        "builder owes hub reply q",
    ),
    "a reply to somebody else answers nothing": (
        "hub>builder question q / builder>site reply - re q",
        "builder owes hub reply q",
    ),
    "who asked does not answer": ("hub>builder question q / hub>builder reply - re q", "builder owes hub reply q"),
    "another message with that ref answers nothing": (
        "hub>builder question q / site>hub reply - re q",
        "builder owes hub reply q",
    ),
    "a reply to another message closes only that": (
        "hub>builder question q / hub>builder question p / builder>hub reply - re p",
        "builder owes hub reply q",
    ),
    "one answer closes once; a second is nothing": (
        "hub>builder question q / builder>hub reply - re q / builder>hub reply - re q",
        "",
    ),
    "an answer that asks opens one of its own": (
        "hub>builder question q / builder>hub reply a re q requires=reply",
        "hub owes builder reply a",
    ),
    "a question back leaves the first": (
        "hub>builder question q / builder>hub question p re q",
        "builder owes hub reply q / hub owes builder reply p",
    ),
    "two messages are two debts": (
        "hub>builder question q / site>builder question p",
        "builder owes hub reply q / builder owes site reply p",
    ),
    "requires none does not cancel what the kind opens": (
        "hub>builder question q requires=none",
        "builder owes hub reply q",
    ),
    "a note opens nothing": ("hub>builder note n", ""),
    "a report opens nothing": ("builder>hub report r", ""),
    "a reply opens nothing": ("builder>hub reply r", ""),
    "a workaround message opens nothing": ("builder>hub workaround w", ""),
    "an escalation of nothing owed opens nothing": ("builder>hub escalation e", ""),
    # --- B: reports --------------------------------------------------------------------------------------------------
    "a task opens a report": ("hub>builder task m", "builder owes hub report m"),
    "requires report opens a report": ("hub>builder reply m requires=report", "builder owes hub report m"),
    "a report that names it closes it": ("hub>builder task m / builder>hub report - re m", ""),
    "a reply does not close a report": ("hub>builder task m / builder>hub reply - re m", "builder owes hub report m"),
    "a report to another closes it too": ("hub>builder task m / builder>site report - re m", ""),
    "a report of another does not": ("hub>builder task m / site>hub report - re m", "builder owes hub report m"),
    "who gave the task does not report on it": (
        "hub>builder task m / hub>site report - re m",
        "builder owes hub report m",
    ),
    "requires none does not cancel a task": ("hub>builder task m requires=none", "builder owes hub report m"),
    "a task that requires a report opens one": ("hub>builder task m requires=report", "builder owes hub report m"),
    "a task that requires a reply opens both": (
        "hub>builder task m requires=reply",
        "builder owes hub reply m / builder owes hub report m",
    ),
    "a reply closes one of both": (
        "hub>builder task m requires=reply / builder>hub reply - re m",
        "builder owes hub report m",
    ),
    "a report closes both": ("hub>builder task m requires=reply / builder>hub report - re m", ""),
    "a question that requires a report opens both": (
        "hub>builder question m requires=report",
        "builder owes hub reply m / builder owes hub report m",
    ),
    # --- rules -------------------------------------------------------------------------------------------------------
    "the rules say what a kind opens": (
        'rules obligations={"escalation":"reply"} / hub>builder escalation m / hub>builder question q',
        "builder owes hub reply m",
    ),
    "a kind mapped to a report": (
        'rules obligations={"question":"report"} / hub>builder question m',
        "builder owes hub report m",
    ),
    "a task opens a report whatever the rules say": (
        "rules obligations={} / hub>builder task m",
        "builder owes hub report m",
    ),
    "a task mapped to a reply opens that beside it": (
        'rules obligations={"task":"reply"} / hub>builder task m',
        "builder owes hub reply m / builder owes hub report m",
    ),
    "rules count from their own line on": (
        "hub>builder question q / rules obligations={}",
        "builder owes hub reply q",
    ),
    # --- due and overdue ---------------------------------------------------------------------------------------------
    "a reply is overdue after four hours": ("hub>builder question q / wait 4h", "builder owes hub reply q"),
    "and not a second before": ("hub>builder question q / wait 241m", "builder owes hub reply q, overdue"),
    "a report after a day": ("hub>builder task m / wait 25h", "builder owes hub report m, overdue"),
    "its own due comes first": ("hub>builder task m due=+1h / wait 2h", "builder owes hub report m, overdue"),
    "its own due may be later": ("hub>builder question q due=+9h / wait 8h", "builder owes hub reply q"),
    "a due in the past is overdue at once": ("hub>builder question q due=-1h", "builder owes hub reply q, overdue"),
    "the hours of the rules": (
        'rules overdue_hours={"reply":1} / hub>builder question q / wait 2h',
        "builder owes hub reply q, overdue",
    ),
    "an agent may have hours of its own": ("hub>trader question q / wait 2h", "trader owes hub reply q, overdue"),
    "the hours are those when it opened": (
        'hub>builder question q / rules overdue_hours={"reply":90} / wait 5h',
        "builder owes hub reply q, overdue",
    ),
    # --- D: decisions ------------------------------------------------------------------------------------------------
    "a question to the owner opens a decision": ("builder>owner question q", "owner owes builder decision q"),
    "a request to the owner": ("builder>owner request q", "owner owes builder decision q"),
    "an escalation to the owner": ("hub>owner escalation q", "owner owes hub decision q"),
    "a task to the owner opens that, and only that": (
        "hub>owner task q requires=report",
        "owner owes hub decision q",
    ),
    "a report to the owner opens nothing": ("hub>owner report r", ""),
    "a report that requires a reply does": ("hub>owner report q requires=reply", "owner owes hub decision q"),
    "a workaround that requires a report does": ("hub>owner workaround q requires=report", "owner owes hub decision q"),
    "the owner's reply closes it": ("builder>owner question q / owner>builder reply - re q", ""),
    "the owner's note does not": (
        "builder>owner question q / owner>builder note - re q",
        "owner owes builder decision q",
    ),
    "the owner's question back does not": (
        "builder>owner question q / owner>builder question p re q",
        "owner owes builder decision q / builder owes owner reply p",
    ),
    "the owner's task opens a report": ("owner>hub task m", "hub owes owner report m"),
    "a decision is overdue after two hours": ("hub>owner question q / wait 3h", "owner owes hub decision q, overdue"),
    # --- held mail ---------------------------------------------------------------------------------------------------
    "a held message waits for a decision": ("hold builder>hub request q", "owner owes builder decision q"),
    "even one that asks for nothing else": ("hold builder>hub note q", "owner owes builder decision q"),
    "approval opens the debt of its kind": ("hold builder>hub request q / approve q", "hub owes builder reply q"),
    "approval of a report opens nothing": ("hold builder>hub report q / approve q", ""),
    "declined, nothing is owed": ("hold builder>hub request q / decline q", ""),
    "the owner's reply does not decide what is held": (
        "hold builder>hub request q / owner>builder reply - re q",
        "owner owes builder decision q",
    ),
    "the owner asks back; it stays held": (
        "hold builder>hub request q / owner>builder question p re q",
        "owner owes builder decision q / builder owes owner reply p",
    ),
    "held for the owner, it opens a new one at its delivery": (
        "hold builder>owner request q / approve q",
        "owner owes builder decision q",
    ),
    "held for the owner, and its kind asks for none": ("hold builder>owner report q / approve q", ""),
    "an approved report closes what it names": (
        "hub>builder task m / hold builder>hub report r re m / approve r",
        "",
    ),
    "a held report closes nothing yet": (
        "hub>builder task m / hold builder>hub report r re m",
        "builder owes hub report m / owner owes builder decision r",
    ),
    "a declined report closes nothing": (
        "hub>builder task m / hold builder>hub report r re m / decline r",
        "builder owes hub report m",
    ),
    "the hours of an approved message begin at its delivery": (
        "hold builder>hub request q / wait 9h / approve q / wait 3h",
        "hub owes builder reply q",
    ),
    "its own due does not": (
        "hold builder>hub request q due=+1h / wait 9h / approve q",
        "hub owes builder reply q, overdue",
    ),
    # --- escalation --------------------------------------------------------------------------------------------------
    "an escalation leaves the debt, waiting": (
        "hub>builder task m / builder>hub escalation e re m",
        "builder owes hub report m, waits on hub / hub owes builder reply e",
    ),
    "to the owner it is a decision": (
        "hub>builder task m / builder>owner escalation e re m",
        "builder owes hub report m, waits on owner / owner owes builder decision e",
    ),
    "an answer to the escalation: open again": (
        "hub>builder task m / builder>hub escalation e re m / hub>builder reply - re e",
        "builder owes hub report m",
    ),
    "the owner's reply to the escalation": (
        "hub>builder task m / builder>owner escalation e re m / owner>builder reply - re e",
        "builder owes hub report m",
    ),
    "the original answered: both are closed": (
        "hub>builder task m / builder>hub escalation e re m / builder>hub report - re m",
        "",
    ),
    "passed on to the owner: the hub's own waits": (
        "site>builder question m / builder>hub escalation e re m / hub>owner escalation f re e",
        (
            "builder owes site reply m, waits on hub / hub owes builder reply e, waits on owner"
            " / owner owes hub decision f"
        ),
    ),
    "the original answered: all of them are closed": (
        (
            "site>builder question m / builder>hub escalation e re m / hub>owner escalation f re e"
            " / builder>site reply - re m"
        ),
        "",
    ),
    "the owner answers the hub, who still owes": (
        (
            "site>builder question m / builder>hub escalation e re m / hub>owner escalation f re e"
            " / owner>hub reply - re f"
        ),
        "builder owes site reply m, waits on hub / hub owes builder reply e",
    ),
    "the hub answers although it waits": (
        (
            "site>builder question m / builder>hub escalation e re m / hub>owner escalation f re e"
            " / hub>builder reply - re e"
        ),
        "builder owes site reply m",
    ),
    "an escalation to another agent is only a message": (
        "hub>builder task m / builder>site escalation e re m",
        "builder owes hub report m",
    ),
    "an escalation by somebody who owes nothing": (
        "hub>builder task m / hub>owner escalation e re m",
        "builder owes hub report m / owner owes hub decision e",
    ),
    "an escalation of what was answered": (
        "hub>builder task m / builder>hub report - re m / builder>hub escalation e re m",
        "",
    ),
    "an escalation that requires a report opens both": (
        "hub>builder task m / builder>hub escalation e re m requires=report",
        "builder owes hub report m, waits on hub / hub owes builder reply e / hub owes builder report e",
    ),
    "a part of the original answered leaves the escalation": (
        "hub>builder task m requires=reply / builder>hub escalation e re m / builder>hub reply - re m",
        "builder owes hub report m, waits on hub / hub owes builder reply e",
    ),
    "escalated twice: it waits on the newer one": (
        "site>builder task m / builder>hub escalation e re m / builder>owner escalation f re m",
        "builder owes site report m, waits on owner / hub owes builder reply e / owner owes builder decision f",
    ),
    "the newer one answered: it waits on the older": (
        (
            "site>builder task m / builder>hub escalation e re m / builder>owner escalation f re m"
            " / owner>builder reply - re f"
        ),
        "builder owes site report m, waits on hub / hub owes builder reply e",
    ),
    "a held escalation waits at its delivery": (
        "hub>builder task m / hold builder>hub escalation e re m",
        "builder owes hub report m / owner owes builder decision e",
    ),
    "and then": (
        "hub>builder task m / hold builder>hub escalation e re m / approve e",
        "builder owes hub report m, waits on hub / hub owes builder reply e",
    ),
    "what waits becomes overdue all the same": (
        "hub>builder question m / builder>hub escalation e re m due=+9h / wait 5h",
        "builder owes hub reply m, waits on hub, overdue / hub owes builder reply e",
    ),
    # --- waivers -----------------------------------------------------------------------------------------------------
    "waived by the owner": ("hub>builder task m / waive m", ""),
    "a waiver closes all that the message opened": ("hub>builder task m requires=reply / waive m", ""),
    "and nothing else": ("hub>builder task m / hub>builder task n / waive m", "builder owes hub report n"),
    "an escalation waived: open again": (
        "hub>builder task m / builder>hub escalation e re m / waive e",
        "builder owes hub report m",
    ),
    "the original waived: the escalation is still to be answered": (
        "hub>builder task m / builder>hub escalation e re m / waive m",
        "hub owes builder reply e",
    ),
    "what is held is decided, not waived": (
        "hold builder>hub request q / waive q",
        "owner owes builder decision q",
    ),
    "a decision may ask for an answer": (
        "hold builder>hub note q / decline q as=d requires=reply",
        "builder owes owner reply d",
    ),
    # --- probable closes ---------------------------------------------------------------------------------------------
    "an answer without ref is a guess": (
        "hub>builder task m topic=nightly / builder>hub report r topic=nightly",
        "builder owes hub report m, maybe r",
    ),
    "marks of an answer and case do not count": (
        "hub>builder question m topic=Nightly_build / builder>hub reply r topic=RE:_nightly_build",
        "builder owes hub reply m, maybe r",
    ),
    "a reply is no guess at a report": (
        "hub>builder task m topic=nightly / builder>hub reply r topic=nightly",
        "builder owes hub report m",
    ),
    "another topic is no guess": (
        "hub>builder task m topic=nightly / builder>hub report r topic=weekly",
        "builder owes hub report m",
    ),
    "to another is no guess": (
        "hub>builder task m topic=nightly / builder>site report r topic=nightly",
        "builder owes hub report m",
    ),
    "the owner's answer without ref is one too": (
        "hub>owner question m topic=money / owner>hub reply r topic=money",
        "owner owes hub decision m, maybe r",
    ),
}
