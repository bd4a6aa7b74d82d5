# SPDX-License-Identifier: MIT
# What watching costs, as a table, of the lines of bench_refresh; what was not measured is a question mark.
# usage: awk -F '\t' -v wire=BYTES -v reading_ms=N -v few_mb=N -v many_mb=N -v file_bytes=N -f scale.awk LIVES

function grouped(n,   text) {
    text = sprintf("%d", n)
    while (match(text, /[0-9][0-9][0-9][0-9](,|$)/))
        text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
    return text
}

# A time in its largest unit.
function span(s) {
    return s < 120 ? sprintf("%d s", s) : s < 7200 ? sprintf("%d min", s / 60) : s < 172800 ? sprintf("%.1f h", s / 3600) \
        : sprintf("%d days", s / 86400)
}

BEGIN {
    print "| watched | fast, slow; cap; connections | reads a second | kB a second | CPU here | memory | state file | late at most: in progress, None | a round of the settled |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    each_kb = few_mb && many_mb ? (many_mb - few_mb) * 1000 / (20000 - 12) : 0
}

{
    n = $1
    printf "| %s | %d s, %d s; %d; %d | %.1f | %.1f | %s | %s | %s | %s, %s | %s |\n", grouped(n), $3, $4, $5, $6, $7,
        $7 * wire / 1000, reading_ms ? sprintf("%.2f %%", $7 * reading_ms / 10) : "?",
        each_kb ? sprintf("%d MB", few_mb + n * each_kb / 1000) : "?",
        file_bytes ? sprintf("%.1f MB", n * file_bytes / 1e6) : "?", span($8), span($9), span(n * 0.95 * 2)
}

END {
    printf "\nA reading is %d bytes on the line, both ways, %s ms of CPU here; the machine has %s bytes for a project.\n", wire,
        reading_ms ? reading_ms : "?", $10
}
