#!/bin/sh
# SPDX-License-Identifier: MIT
# What each screen and key costs in bytes: as counted by the tests that hold it, which is why there is no second list.
builddir=$(cd "$1" && pwd) || exit 0
# shellcheck source=tests/bench/lib.sh
. "$(dirname "$0")/lib.sh"
bench_make e2e_tui
"$builddir/tests/e2e_tui" --filter 'budget/*' >"$tmp/said" 2>&1
grep -a '^budget	' "$tmp/said" >"$tmp/budgets" || bench_skip "no budget was told: $(tail -n 1 "$tmp/said")"
# A line for each test, in the order of their names; of what was counted several times, the dearest.
awk -F '\t' '
    !(($2, $3) in most) { order[++count] = $2 SUBSEP $3 }
    $4 > most[$2, $3] + 0 { most[$2, $3] = $4 }
    { limit[$2, $3] = $5 }
    END {
        for (i = 1; i <= count; i++) {
            split(order[i], part, SUBSEP)
            name = part[1]
            one = most[order[i]] " of " limit[order[i]]
            told[name] = told[name] (told[name] == "" ? "" : ", ") (part[2] == "bytes" ? "" : part[2] " ") one
        }
        for (name in told) {
            text = told[name]
            gsub(/_/, " ", name)
            print "- " name ": " text
        }
    }' "$tmp/budgets" | sort | tee "${BENCH_BYTES_TABLE:-/dev/null}"
over=$(awk -F '\t' '$4 > $5' "$tmp/budgets" | wc -l)
figure 'bytes of screens and keys that are over their budget' "$over of $(wc -l <"$tmp/budgets")" 0 'the list below'
