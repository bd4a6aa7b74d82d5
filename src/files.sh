#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes src/files.am, as automake needs every file by name: a list for include and one for each folder of src. An unchanged
# file is not written. configure.ac and Makefile.am run this. Files that Makefile.am names are left out.
# usage: sh src/files.sh   (from the top of the tree)
set -eu
LC_ALL=C
export LC_ALL

lists=$(find include src/*/ -name '[a-z]*.[ch]' | sort | awk '
    FILENAME == "Makefile.am" {
        for (i = 1; i <= NF; i++)
            named[$i] = 1
        next
    }
    $0 in named { next }
    FNR == 1 { printf "# Written by src/files.sh. SPDX-License-Identifier: MIT" }
    {
        split($0, folders, "/")
        list = folders[1] == "include" ? "noinst_HEADERS" : "lib" folders[2] "_a_SOURCES"
        if (list != last)
            printf "\n\n%s =", list
        printf " \\\n\t%s", $0
        last = list
    }' Makefile.am -)
[ "$lists" = "$(cat src/files.am 2>/dev/null)" ] || printf '%s\n' "$lists" >src/files.am
