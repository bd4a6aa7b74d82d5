#!/bin/sh
# Each source must have the line SPDX-License-Identifier: MIT within its first 40 lines. Sources are files with comments that
# are compiled, run or used by a build; debian/copyright covers prose, fixtures, corpora and JSON.
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

left=$(missing)
[ -z "$left" ] || {
    echo "$left" | sed "s/\$/: says no licence (SPDX-License-Identifier: MIT)/"
    exit 1
}
