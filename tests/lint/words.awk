# SPDX-License-Identifier: MIT
# Refuses marks of unfinished work, and comments that begin with "The same".
# usage: awk -f words.awk FILE...   (the brackets below keep this list from finding itself)

BEGIN {
    edge = "(^|[^A-Za-z0-9_])"
    end = "([^A-Za-z0-9_]|$)"
    mark = edge "(TOD[O]|FIXM[E]|XX[X]|HAC[K])" end
}

$0 ~ mark {
    printf "%s:%d: not for the tree: %s\n", FILENAME, FNR, $0
    bad = 1
}

/^[ \t]*(\/\*+|\/\/)[ \t]*The same([^A-Za-z]|$)/ {
    printf "%s:%d: a comment tells what differs, not that it is the same: %s\n", FILENAME, FNR, $0
    bad = 1
}

END { exit bad }
