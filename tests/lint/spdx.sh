#!/bin/sh
# Each source says its licence: SPDX-License-Identifier: MIT, once, within its first 40 lines. Sources are what has comments and
# is compiled, run or built from; prose, fixtures, corpora and JSON are covered by debian/copyright.
#
#   tests/lint/spdx.sh           names the files without the line; fails when there are any
#   tests/lint/spdx.sh --write   puts it in: in C after the opening comment, which stays first; in scripts after the first line
set -u
LC_ALL=C
export LC_ALL
licence='SPDX-License-Identifier: MIT'

sources() {
    find Makefile.am configure.ac dev .ci src include tests docs debian -type f \
        \( -name '*.[ch]' -o -name '*.sh' -o -name '*.awk' -o -name '*.in' -o -path 'src/completion/*' -o -name Makefile.am \
        -o -name configure.ac -o -path dev -o -path .ci/run -o -path debian/rules -o -path 'debian/tests/[ds]*' \) \
        ! -path 'tests/fixtures/*' ! -path 'tests/fuzz/corpus/*' 2>/dev/null | sort
}

missing() {
    sources | while read -r file; do
        head -n 40 "$file" | grep -qF "$licence" || echo "$file"
    done
}

# spdx_write FILE: in place, so that its rights stay.
spdx_write() {
    new=$(mktemp) || exit 1
    case $1 in
    *.[ch])
        # After the comment that opens the file; before the first line where there is none.
        awk -v line="/* $licence */" '
            FNR == 1 && !/^\/\*/ { print line; done = 1 }
            { print }
            !done && /\*\// { print line; done = 1 }' "$1" ;;
    *.in) awk -v line=".\\\\\" $licence" '{ print } FNR == 1 { print line }' "$1" ;;
    configure.ac) awk -v line="dnl $licence" 'FNR == 1 { print line } { print }' "$1" ;;
    *) awk -v line="# $licence" 'FNR == 1 && !/^#(!|compdef|autoload)|shellcheck/ { print line; done = 1 }
            { print }
            FNR == 1 && !done { print line }' "$1" ;;
    esac >"$new" && cat "$new" >"$1"
    rm -f "$new"
}

if [ "${1:-}" = --write ]; then
    missing | while read -r file; do
        spdx_write "$file"
    done
fi
left=$(missing)
[ -z "$left" ] || {
    echo "$left" | sed "s/\$/: says no licence (SPDX-License-Identifier: MIT)/"
    exit 1
}
