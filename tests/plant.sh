#!/bin/sh
# SPDX-License-Identifier: MIT
# Plants small faults into src, one at a time, and prints which tests miss them: an inverted comparison, a number or a
# limit off by one, two swapped arguments, a removed call. Calls that only free memory are left out (the sanitizers find
# those), and so are the limits of loops and of ?: expressions, where off by one often changes nothing.
# usage: tests/plant.sh SEED N [FILE...]   (from the top of a clean tree; works in a copy; FILE: faults only there)
# PLANT_AFTER=K: skip the first K faults of the draw.
# The same seed draws the same faults from the same source. Each fault is tested with the tests of its layer; if these
# miss it, with the end-to-end tests. A fault that does not compile is not counted. The script never fails.
set -u
LC_ALL=C
export LC_ALL
seed=$1
wanted=$2
shift 2
tree=$(mktemp -d "${TMPDIR:-/tmp}/steno-plant-XXXXXX") || exit 2
trap 'rm -rf "$tree"' EXIT
git clone -q . "$tree/src" && cd "$tree/src" || exit 2
./dev build >/dev/null 2>&1 || exit 2
e2e="tests/e2e_steno tests/e2e_sandbox tests/e2e_parity tests/e2e_keeping tests/e2e_cli tests/e2e_writes tests/e2e_screen tests/e2e_tui"

# The test programs for the layer of a source.
tests_of() {
    case $1 in
    src/base/*) echo tests/unit_base ;;
    src/caption/*) echo tests/unit_caption tests/unit_core ;;
    src/api/*) echo tests/unit_api tests/wire_api tests/wire_faults ;;
    src/core/*) echo tests/unit_core ;;
    src/store/*) echo tests/unit_store ;;
    src/work/*) echo tests/unit_work ;;
    src/app/*) echo tests/unit_app ;;
    src/widget/*) echo tests/unit_core tests/unit_app tests/screen_tui ;;
    src/tui/*) echo tests/screen_tui ;;
    src/cli/*) echo tests/unit_cli ;;
    src/sandbox/*) echo tests/unit_sandbox ;;
    *) echo ;;
    esac
}

# Prints the lines where a fault can be planted: FILE LINE KIND. Tables, includes and comments are skipped.
places() {
    awk '
        FNR == 1 { depth = 0 }
        /^[{]/ { depth = 1 }
        /^[}]/ { depth = 0 }
        !depth || /^ *(\/\*|\*|#)/ || /"/ { next }
        / (<|>|<=|>=|==|!=) / { print FILENAME, FNR, "comparison" }
        / (<|>|<=|>=) / && !/^ *for / && !/ [?] / { print FILENAME, FNR, "limit" }
        / [+-] 1([^0-9]|$)/ { print FILENAME, FNR, "number" }
        /[a-z_]+\([a-z_]+(->[a-z_]+)?, [a-z_]+(->[a-z_]+)?\)/ { print FILENAME, FNR, "arguments" }
        /^ +[a-z_]+\(.*\);$/ && !/free|clear|decref/ { print FILENAME, FNR, "call" }
    ' "$@"
}

# plant FILE LINE KIND: changes the source.
plant() {
    awk -v at="$2" -v kind="$3" '
        BEGIN {
            split("< >= > <= == != >= < <= > != ==", signs, " ")
            for (i = 1; i < 12; i += 2)
                opposite[signs[i]] = signs[i + 1]
        }
        FNR != at { print; next }
        kind == "call" { sub(/[a-z_]+\(.*\);$/, ";") }
        kind == "number" { sub(/ [+-] 1/, "") }
        kind == "arguments" && match($0, /\([a-z_]+(->[a-z_]+)?, [a-z_]+(->[a-z_]+)?\)/) {
            both = substr($0, RSTART + 1, RLENGTH - 2)
            comma = index(both, ", ")
            $0 = substr($0, 1, RSTART) substr(both, comma + 2) ", " substr(both, 1, comma - 1) substr($0, RSTART + RLENGTH - 1)
        }
        (kind == "comparison" && match($0, / (<=|>=|==|!=|<|>) /)) || (kind == "limit" && match($0, / (<=|>=|<|>) /)) {
            sign = substr($0, RSTART + 1, RLENGTH - 2)
            other = kind == "limit" ? (length(sign) == 2 ? substr(sign, 1, 1) : sign "=") : opposite[sign]
            $0 = substr($0, 1, RSTART) other substr($0, RSTART + RLENGTH - 1)
        }
        { print }
    ' "$1" >"$tree/planted" && cp "$tree/planted" "$1"
}

# Do these programs, built with the fault, fail? $by is the first case that failed.
catches() {
    # shellcheck disable=SC2086 # programs
    make -s -C build steno steno-sandbox $1 >/dev/null 2>&1 || return 2
    # shellcheck disable=SC2086
    ! STENO_TEST_LIMIT=180 STENO_TEST_LANES=4 sh tests/run.sh build $1 >/dev/null 2>&1 && by=$(awk '/^fail/ { print $2, $3; exit }' build/test-results)
}

# shellcheck disable=SC2046 # names without blanks
[ $# -gt 0 ] || set -- $(find src -name '*.c' | sort)
places "$@" | awk -v seed="$seed" 'BEGIN { srand(seed) } { printf "%.9f %s\n", rand(), $0 }' | sort -n >"$tree/drawn"
planted=0
while [ "$planted" -lt "$wanted" ] && read -r _ file line kind; do
    before=$(sed -n "${line}p" "$file")
    plant "$file" "$line" "$kind"
    after=$(sed -n "${line}p" "$file")
    own=$(tests_of "$file")
    by=
    if [ "$before" != "$after" ] && make -s -C build steno steno-sandbox >/dev/null 2>&1; then
        planted=$((planted + 1))
        [ "$planted" -gt "${PLANT_AFTER:-0}" ] || { git checkout -q "$file"; continue; }
        found=missed
        if [ -n "$own" ] && catches "$own"; then
            found=layer
        elif catches "$e2e"; then
            found=end-to-end
        fi
        printf '%s\t%s:%s\t%s\t%s\t%s\n' "$found" "$file" "$line" "$kind" "$(echo "$after" | sed 's/^ *//')" "$by" |
            tee -a "$tree/found"
    fi
    git checkout -q "$file"
done <"$tree/drawn"
awk -F'\t' '
    { split($2, path, "/"); layer = path[2]; all[layer]++; got[layer, $1]++; count[$1]++ }
    END {
        print "| layer | planted | caught by its tests | end to end | missed |"
        print "| --- | --- | --- | --- | --- |"
        for (layer in all)
            printf "| %s | %d | %d | %d | %d |\n", layer, all[layer], got[layer, "layer"], got[layer, "end-to-end"], got[layer, "missed"]
        printf "| all | %d | %d | %d | %d |\n", NR, count["layer"], count["end-to-end"], count["missed"]
    }
' "$tree/found"
