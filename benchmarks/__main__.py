"""One command for all benchmarks: `python -m benchmarks [NAME…]`, in the order below."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks import broker, burst, bus, check, debts, history, idle, latency, signatures, throughput
from mailbox_gui.core.checks.secret_scan.scanner import SecretScanner

BENCHMARKS: dict[str, Callable[[Path, SecretScanner], None]] = {
    "check": check.run,
    "throughput": throughput.run,
    "signatures": signatures.run,
    "latency": latency.run,
    "burst": burst.run,
    "idle": idle.run,
    "history": history.run,
    "debts": debts.run,
    "bus": bus.run,
    "broker": broker.run,
}


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all. Folders are made where $BENCH_DIR says and deleted at the very end."""
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark is named {unknown[0]}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    # /tmp may be memory; the disk that holds this checkout is a real one.
    where = Path(os.environ.get("BENCH_DIR", Path(__file__).parent.parent / "build"))
    where.mkdir(parents=True, exist_ok=True)
    base = Path(tempfile.mkdtemp(prefix="bench-", dir=where))
    try:
        scanner = SecretScanner.load(base / "scanner")
        # As both programs do that run a relay: what is loaded once is not looked through again and again.
        gc.collect()
        gc.freeze()
        for name in names or list(BENCHMARKS):
            folder = base / name
            folder.mkdir()
            BENCHMARKS[name](folder, scanner)
    finally:
        # A large deletion slows the disk for what follows it, so everything is deleted once, at the end.
        shutil.rmtree(base, ignore_errors=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
