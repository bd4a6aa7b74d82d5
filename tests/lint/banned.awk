# Functions that this project does not call: unbounded copies, shells, silent number parsing, stack allocation.
# usage: awk -f banned.awk FILE...   Comments and texts are not code and are left out.

BEGIN {
    count = split("sprintf vsprintf strcpy stpcpy strcat gets strtok system popen atoi atol atoll atof alloca vfork", names, " ")
}

# The code of one line: without texts, characters and comments.
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

FNR == 1 { in_comment = 0 }

{
    code = code_of($0)
    if (code == "")
        next
    for (i = 1; i <= count; i++)
        if (code ~ ("(^|[^A-Za-z0-9_])" names[i] "[ \t]*\\(")) {
            printf "%s:%d: %s is not used here\n", FILENAME, FNR, names[i]
            bad = 1
        }
}

END { exit bad }
