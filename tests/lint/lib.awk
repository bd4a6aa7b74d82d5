# SPDX-License-Identifier: MIT
# Shared by the lints: the code of a line without comments and strings, the layer of a file, reports of offences.
# usage: awk [-v numbers=1] -f lib.awk -f LINT.awk FILE...   (paths from the top of the tree)

# src/core/app.c and include/steno/core/app.h are in core, src/app/topics/x.c in app, src/main.c in main; tests: "".
function layer_of(path) {
    if (path !~ /^src\/[a-z]+(\/|\.c$)/ && path !~ /^include\/steno\/[a-z]+\//)
        return ""
    sub(/^(src|include\/steno)\//, "", path)
    sub(/[\/.].*/, "", path)
    return path
}

function offence_at(path, line, text) {
    printf "%s:%d: %s\n", path, line, text
    bad = 1
}

# Reports an offence in the current line.
function offence(text) {
    offence_at(FILENAME, FNR, text)
}

# The code of one line, without comments and the contents of strings and characters.
function code_of(line,   out, at, next_at) {
    out = ""
    gsub(/\\./, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    gsub(/'[^']*'/, "''", line)
    while (line != "") {
        if (in_comment) {
            at = index(line, "*/")
            if (at == 0)
                return out
            line = substr(line, at + 2)
            in_comment = 0
        }
        at = index(line, "/*")
        next_at = index(line, "//")
        if (next_at > 0 && (at == 0 || next_at < at))
            return out substr(line, 1, next_at - 1)
        if (at == 0)
            return out line
        out = out substr(line, 1, at - 1)
        line = substr(line, at + 2)
        in_comment = 1
    }
    return out
}

FNR == 1 {
    in_comment = 0
}
