# SPDX-License-Identifier: MIT
# The table of docs/ARCHITECTURE.md.
# usage: awk -f table.awk NUMBERS   (lines NAME<tab>VALUE)

BEGIN {
    FS = "\t"
    count = split("base caption api core widget app store work cli tui sandbox", folders, " ")
}

{ value[$1] = $2 }

function row(a, x, b, y) {
    printf "| %s | %s | %s | %s |\n", a, x, b, y
}

END {
    row("sources entered by", "", "in the whole source", "")
    row("---", "---", "---", "---")
    row("`e`, until the form is drawn", value["form"], "loops that take the workers' mail", value["loops"])
    row("`X`, until the request", value["request"], "places that record a write before it leaves", value["protocols"])
    row("a tick that changes nothing", value["tick"], "sources", value["sources"])
    row("`enqueue 12 --wait`, until its first byte", value["command"], "", "")
    printf "\nLines of src and include, %d:", value["lines"]
    rest = value["lines"]
    for (i = 1; i <= count; i++)
        if (("in " folders[i]) in value) {
            printf " %s %d ·", folders[i], value["in " folders[i]]
            rest -= value["in " folders[i]]
        }
    printf " programs %d.\n", rest
}
