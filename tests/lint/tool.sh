#!/bin/sh
# SPDX-License-Identifier: MIT
# The lints that are somebody else's programs, with what is asked of each. What they say of the tree wrongly is left out here, by
# name and file, with its reason.
# usage: tool.sh cppcheck|codespell|clang-tidy-14 FILE...   (from the top of the tree)
set -u
tool=$1
shift
case $tool in
cppcheck)
    # It skips a file whose macros it does not know. False: qsort of no entry; /dev/null, opened to stay open; a Turkish I.
    cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c11 --library=gnu,posix,sqlite3 --enable=warning,performance \
        --template='{file}:{line}: {message} [{id}]' -Iinclude -D_GNU_SOURCE \
        --include="$(pkg-config --variable=includedir jansson)/jansson.h" \
        --suppress=leakReturnValNotUsed:src/base/file.c \
        --suppress=staticStringCompare:src/base/text.c "$@"
    ;;
codespell)
    # Names of languages' codes, characters and tags.
    codespell --ignore-words-list curren,fo,fro,nd,oder,te "$@"
    ;;
clang-tidy-14)
    # Left out is what is a matter of taste, and what finds what is right: a char of an int, the first letters of a text, an
    # array of pointers, a designated initialiser in a macro. How each file is compiled it reads from build/compile_commands.json.
    clang-tidy-14 --quiet --warnings-as-errors='*' --checks='-*,bugprone-*,-bugprone-branch-clone,-bugprone-easily-swappable-parameters,'\
'-bugprone-macro-parentheses,-bugprone-narrowing-conversions,-bugprone-not-null-terminated-result,-bugprone-sizeof-expression' \
        -p build "$@" 2>/dev/null
    ;;
esac
