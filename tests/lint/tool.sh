#!/bin/sh
# SPDX-License-Identifier: MIT
# The lints by other programs, with their options. False reports are suppressed here, by name and file, with the reason.
# usage: tool.sh cppcheck|codespell|clang-tidy-14 FILE...   (from the top of the tree)
set -u
tool=$1
shift
case $tool in
cppcheck)
    # It skips files with unknown macros, so it gets jansson.h. False reports: /dev/null in file.c is opened to stay open;
    # the constant strings in text.c find out whether the locale is Turkish.
    cppcheck -j "$(nproc)" --quiet --error-exitcode=1 --std=c11 --library=gnu,posix,sqlite3 --enable=warning,performance \
        --template='{file}:{line}: {message} [{id}]' -Iinclude -D_GNU_SOURCE \
        --include="$(pkg-config --variable=includedir jansson)/jansson.h" \
        --suppress=leakReturnValNotUsed:src/base/file.c \
        --suppress=staticStringCompare:src/base/text.c "$@"
    ;;
codespell)
    # Codes of languages and names of characters and HTML tags are not misspelt.
    codespell --ignore-words-list curren,fo,fro,nd,oder,te "$@"
    ;;
clang-tidy-14)
    # Disabled checks are matters of taste, or report correct code: a char from an int, the first letters of a text, an array
    # of pointers, a designated initialiser in a macro. build/compile_commands.json says how each file is compiled.
    clang-tidy-14 --quiet --warnings-as-errors='*' --checks='-*,bugprone-*,-bugprone-branch-clone,-bugprone-easily-swappable-parameters,'\
'-bugprone-macro-parentheses,-bugprone-narrowing-conversions,-bugprone-not-null-terminated-result,-bugprone-sizeof-expression' \
        -p build "$@" 2>/dev/null
    ;;
esac
