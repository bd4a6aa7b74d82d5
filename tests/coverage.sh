#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the share of lines that the tests ran, by source file, from gcov's data: tests/coverage.sh BUILDDIR
set -u
LC_ALL=C
export LC_ALL
cd "$1" || exit 2
command -v gcov >/dev/null || {
    echo "coverage: gcov is missing" >&2
    exit 1
}

# gcov prints "File '...'" and "Lines executed:P% of N" for each source. If it is in several objects, the best counts.
find src -name '*.gcda' | sort | while read -r notes; do
    gcov -n -o "${notes%.gcda}.o" "$notes" 2>/dev/null
done | awk -F"'" '
    /^File / { file = $2 }
    /^Lines executed:/ && file ~ /\/src\/|^src\// {
        line = $0
        sub(/^Lines executed:/, "", line)
        split(line, part, "% of ")
        sub(/^.*\/src\//, "src/", file)
        if (!(file in lines) || part[1] + 0 > percent[file])
            percent[file] = part[1] + 0
        lines[file] = part[2] + 0
        file = ""
    }
    END {
        for (file in lines) {
            printf "%6.1f %%  %5d  %s\n", percent[file], lines[file], file
            run += percent[file] * lines[file] / 100
            all += lines[file]
        }
        if (all > 0)
            printf "%6.1f %%  %5d  %s\n", 100 * run / all, all, "~ all"
    }' | sort -k4
