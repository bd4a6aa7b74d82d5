# SPDX-License-Identifier: MIT
# The addresses of a part of a trace, each once: behind "mark NAME" (from the start without a mark) until the
# functions `until` were entered in this order; the last one ends it.
# usage: awk -v mark=NAME -v until="ADDRESS ADDRESS" [-v alone=1] -f window.awk TRACE   Exits 1 when the end is missing.
# With alone=1 what workers do beside it does not count.

BEGIN {
    count = split(until, stops, " ")
    next_stop = 1
    open = mark == ""
}

$1 == "mark" {
    open = open || $2 == mark
    next
}

!open || (alone && $2 == "worker") { next }

!($1 in seen) {
    seen[$1] = 1
    print $1
}

$1 == stops[next_stop] && ++next_stop > count {
    done = 1
    exit
}

END { exit !done }
