#!/bin/sh
# SPDX-License-Identifier: MIT
# All lints that need only sh and awk; `./dev check` and `./dev lint` call this. They check rules of this project that no
# tool knows. Warnings of the compiler are set in configure.ac, and lints by other programs are in tool.sh.
# usage: LINT_DISTFILES="..." run.sh FILE...   (from the top of the tree; FILE: every source and header)
# LINT_RESULTS: a file that gets one line per lint, in the format of tests/run.sh.
set -u
LC_ALL=C
export LC_ALL
here=$(dirname "$0")
code=0
results=${LINT_RESULTS:-/dev/null}
: >"$results"

# check NAME COMMAND...: runs a command that prints offences, and prints and keeps the result.
check() {
    name=$1
    shift
    if "$@"; then
        echo "ok   lint $name"
        echo "pass lint $name" >>"$results"
    else
        echo "FAIL lint $name"
        echo "fail lint $name" >>"$results"
        code=1
    fi
}

# lint NAME FILE...
# shellcheck disable=SC2317 # called by check
lint() {
    program=$1
    shift
    awk -f "$here/lib.awk" -f "$here/$program.awk" "$@"
}

# All texts that people read or tools run, for words.awk.
texts=$(find Makefile.am configure.ac dev .ci CONTRIBUTING.md README.md NEWS.md src include tests docs -type f \
    ! -path 'tests/fixtures/*' ! -path 'tests/fuzz/corpus/*' 2>/dev/null)

# Texts for users, for wording.awk: without the docs for developers, and without captions.c, whose texts are the speech of
# the sandbox's recordings.
wording=$(find README.md NEWS.md debian/control docs src include -type f \
    \( -name '*.[ch]' -o -name '*.md' -o -name '*.in' -o -name '*.json' -o -name control \) \
    ! -path src/sandbox/captions.c ! -name ARCHITECTURE.md ! -name STYLE.md ! -name TESTING.md ! -name WHERE.md 2>/dev/null)

check self-test sh "$here/selftest.sh"
check test-runner sh "$here/../selftest.sh"
check layers lint layers "$@"
check banned lint banned "$@"
# shellcheck disable=SC2046 # names without blanks
check named lint named "$@" $(find src tests -name '*.sh' -o -name '*.awk') docs/*.json \
    CONTRIBUTING.md docs/WHERE.md docs/ARCHITECTURE.md docs/PORTING.md
# shellcheck disable=SC2086 # a list of names without blanks
check words awk -f "$here/words.awk" $texts
# shellcheck disable=SC2086 # a list of names without blanks
check wording awk -f "$here/wording.awk" $wording
check listed sh "$here/listed.sh" "$@"
check licence sh "$here/spdx.sh"

exit "$code"
