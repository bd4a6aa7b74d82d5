#!/bin/sh
# Every source and header is as clang-format makes it, but for those that tests/lint/unformatted still names. Who
# formats one of them takes it from there: a name of a file that is well formatted, or gone, is an offence too.
# usage: format.sh CLANG-FORMAT LIST FILE...   (its version is part of its name: another one lays out otherwise)
set -u
LC_ALL=C
export LC_ALL
formatter=$1
list=$2
shift 2
tmp=$(mktemp "${TMPDIR:-/tmp}/steno-format-XXXXXX") || exit 2
trap 'rm -f "$tmp"' EXIT

printf '%s\n' "$@" | xargs "$formatter" --dry-run 2>&1 |
    sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: warning: .*-Wclang-format-violations.*/\1/p' | sort -u >"$tmp"
sort -u "$list" | comm -3 "$tmp" - | awk -F '\t' '
    $1 != "" { print $1 ": is not as clang-format makes it" }
    $1 == "" { print $2 ": is well formatted or gone: take it from tests/lint/unformatted" }
    END { exit NR > 0 }'
