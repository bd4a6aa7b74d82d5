# SPDX-License-Identifier: MIT
# Refuses words that are not plain English in texts for users: in strings of sources and in whole documents. Comments are
# not checked.
# usage: awk -f wording.awk FILE...   (.c and .h: their strings; anything else: all of it)

BEGIN {
    list = "anew afresh kin twin behind holds? stated stands? told unasked contract"
    list = list " small_letters? is_none_of by_lines by_a_form thin_line runs_backwards"
    gsub(/ /, "|", list)
    gsub(/_/, " +", list)
    pattern = "(^|[^a-z])(" list ")([^a-z]|$)"
}

# The first forbidden word of a text, or "". Escapes such as \n count as blanks.
function word_of(text,   found) {
    text = tolower(text)
    gsub(/\\[abfnrtv]/, " ", text)
    if (!match(text, pattern))
        return ""
    found = substr(text, RSTART, RLENGTH)
    gsub(/^[^a-z]+|[^a-z]+$/, "", found)
    return found
}

# Checks the collected adjacent strings, which the compiler joins. SQL is not shown to users.
function judge(   word) {
    word = string ~ /(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER) / ? "" : word_of(string)
    if (word != "") {
        printf "%s:%d: not plain English: %s\n", path, at, word
        bad = 1
    }
    string = ""
    collecting = 0
}

# Reads one line of C. Adjacent strings are joined, also across a macro of <inttypes.h>.
function read_code(line,   start) {
    while (line != "") {
        if (in_comment) {
            start = index(line, "*/")
            if (start == 0)
                return
            in_comment = 0
            line = substr(line, start + 2)
            continue
        }
        sub(/^[ \t]+/, "", line)
        if (line ~ /^\/\*/) {
            in_comment = 1
            line = substr(line, 3)
        } else if (line ~ /^\/\//) {
            return
        } else if (match(line, /^"(\\.|[^"\\])*"/)) {
            if (!collecting)
                at = FNR
            collecting = 1
            string = string substr(line, 2, RLENGTH - 2)
            line = substr(line, RLENGTH + 1)
        } else if (match(line, /^PRI[A-Za-z0-9]+/)) {
            line = substr(line, RLENGTH + 1)
        } else if (line != "") {
            if (collecting)
                judge()
            if (!match(line, /^'(\\.|[^'\\])+'/) && !match(line, /^[^"'\/ \t]+/))
                RLENGTH = 1
            line = substr(line, RLENGTH + 1)
        }
    }
}

FNR == 1 {
    if (collecting)
        judge()
    path = FILENAME
    is_code = FILENAME ~ /\.[ch]$/
    in_comment = 0
    last = ""
}

is_code {
    if ($0 !~ /^[ \t]*#[ \t]*include/)
        read_code($0)
    next
}

# A phrase may continue on the next line.
{
    word = word_of($0)
    if (word == "" && word_of(last) == "")
        word = word_of(last " " $0)
    if (word != "") {
        printf "%s:%d: not plain English: %s\n", FILENAME, FNR, word
        bad = 1
    }
    last = $0
}

END {
    if (collecting)
        judge()
    exit bad
}
