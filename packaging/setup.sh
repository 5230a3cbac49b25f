#!/bin/sh
# Finds a Python that is new enough and lets it set the checkout up. PYTHON=/path/to/python overrides the search.
here=$(dirname "$0")

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
complete() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }

if [ -n "${PYTHON:-}" ]; then
    new_enough "$PYTHON" && exec "$PYTHON" "$here/setup_environment.py" "$@"
    echo "PYTHON=$PYTHON is not a Python of version 3.11 or newer." >&2
    exit 1
fi

# One that can make an environment by itself comes first; else one that lacks Debian's python3-venv, which is then named.
for wanted in complete true; do
    for name in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if new_enough "$name" && "$wanted" "$name"; then
            exec "$name" "$here/setup_environment.py" "$@"
        fi
    done
done

echo "Python 3.11 or newer is needed and was not found; install python3 and python3-venv (macOS: brew install python)," \
    "or name one: make PYTHON=/path/to/python3" >&2
exit 1
