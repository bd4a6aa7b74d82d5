#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles each file alone, so that every header includes what it needs. With musl too, whose headers include fewer others.
# usage: alone.sh CC [OPTION...] -- FILE...   (from the top of the tree)
set -u
compiler=
while [ "$1" != -- ]; do
    compiler="$compiler $1"
    shift
done
shift
code=0
for file in "$@"; do
    # shellcheck disable=SC2086 # a command and its options
    $compiler -std=gnu11 -fsyntax-only -w -D_GNU_SOURCE -DBINDIR='""' -Iinclude -iquote src/app -x c "$file" || code=1
done
exit "$code"
