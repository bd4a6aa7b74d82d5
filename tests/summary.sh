#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints the summary of case lists, which tests/run.sh writes: "pass|fail|skip PROGRAM CASE" per line. A case in several
# lists counts once: fail before pass before skip. Exit code 1: a case failed, or none passed.
LC_ALL=C awk '
    { key = $2 " " $3
      if (!(key in worst) || $1 == "fail" || (worst[key] == "skip" && $1 == "pass"))
          if (worst[key] != "fail")
              worst[key] = $1 }
    END { for (key in worst) count[worst[key]]++
          printf "%d passed, %d failed", count["pass"], count["fail"]
          if (count["skip"]) printf ", %d skipped", count["skip"]
          print ""
          exit count["fail"] > 0 || count["pass"] == 0 }' "$@" /dev/null
