# Marks of unfinished work and paths of somebody's machine do not belong into the tree.
# usage: awk -f words.awk FILE...   (the brackets below keep this list from finding itself)

BEGIN {
    edge = "(^|[^A-Za-z0-9_])"
    end = "([^A-Za-z0-9_]|$)"
    pattern[1] = edge "(TOD[O]|FIXM[E]|XX[X]|HAC[K])" end
    pattern[2] = "/wor[k]/(wt|main|shared)"
    pattern[3] = edge "/roo[t]/"
}

{
    for (i = 1; i in pattern; i++)
        if ($0 ~ pattern[i]) {
            printf "%s:%d: not for the tree: %s\n", FILENAME, FNR, $0
            bad = 1
        }
}

END { exit bad }
