# SPDX-License-Identifier: MIT
# The tables of docs/PERFORMANCE.md, of what the benches left in a folder.
# usage: awk -v out=FOLDER -v machine=TEXT -v day=DATE -v took=SECONDS -v busy=PERCENT -f table.awk

# The lines of a file of the folder, each by its function; nothing where there is no such file.
function rows(name, kind,   line, field, n) {
    while ((getline line <(out "/" name)) > 0) {
        n = split(line, field, "\t")
        if (kind == "figure" && n < 4)
            continue
        if (kind == "figure")
            printf "| %s | %s | %s | %s |\n", field[1], field[2], field[3], field[4]
        else if (kind == "peer")
            printf "%s %s: `%s` · ", field[1], field[2], field[3]
        else if (kind == "program" && n == 2)
            printf "| %s | %s |||||||\n", field[1], field[2]
        else if (kind == "program")
            printf "| %s | %s | %s | %s | %s | %s | %s | %s | %.1f |\n", field[1], field[2], field[3], field[4], field[5],
                field[6], field[7], field[8], field[9] / 1000
        else
            print line
    }
}

# Is there anything in it?
function has(name,   line, is) {
    is = (getline line <(out "/" name)) > 0
    close(out "/" name)
    return is
}

BEGIN {
    printf "%s, by `./dev bench --write` in %d s: %s; %d %% busy with other things.\n\n", day, took, machine, busy
    print "| figure | measured | goal | beside |\n| --- | --- | --- | --- |"
    rows("figures", "figure")
    printf "\nPeers, as they were started: "
    rows("peers", "peer")
    print "all others by themselves."
    if (has("programs")) {
        print "\n| program, 80x24 | paint, ms | × bare | bytes at start | a key down | up | idle bytes a s | wake-ups | RSS, MB |"
        print "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"
        rows("programs", "program")
    }
    if (has("bytes")) {
        print "\n### What a screen costs in bytes\n"
        rows("bytes", "line")
    }
    if (has("scale")) {
        print "\n### What watching costs\n"
        rows("scale", "line")
    }
}
