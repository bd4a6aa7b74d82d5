#!/bin/sh
# SPDX-License-Identifier: MIT
# Makefile.am must list every source, header and other file that a release needs, by itself or with its whole folder.
# usage: LINT_DISTFILES="files and folders of EXTRA_DIST" listed.sh FILE...   (from the top of the tree)
set -u
LC_ALL=C
export LC_ALL
code=0

listed=" $* ${LINT_DISTFILES-} "
for file in $(find src include tests -name '*.[ch]' | sort); do
    case $listed in
    *" $file "*) ;;
    *)
        echo "$file: not listed in Makefile.am"
        code=1
        ;;
    esac
done

# A folder in EXTRA_DIST covers all files in it.
for file in $(find tests docs .ci -type f ! -name '*.[ch]' 2>/dev/null | sort); do
    found=1
    for carried in ${LINT_DISTFILES-}; do
        case $file in
        "$carried" | "$carried"/*) found=0 ;;
        esac
    done
    if [ "$found" -ne 0 ]; then
        echo "$file: not in EXTRA_DIST of Makefile.am"
        code=1
    fi
done
exit "$code"
