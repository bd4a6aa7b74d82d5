# SPDX-License-Identifier: MIT
# What can be counted without running anything.
# usage: awk -v lists=FOLDER -f ../lint/lib.awk -f source.awk FILE...   (every source and header, from the top)
# Prints NAME<tab>VALUE. FOLDER gets the lists behind the numbers: files, functions.

# The name before the first parenthesis of a declaration or of a definition's head, "" for none.
function name_of(text) {
    gsub(/__attribute__ *\(\(.*\)\)/, "", text)
    if (text ~ /^[ \t]*typedef / || !match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\([^*]/))
        return ""
    if (substr(text, 1, RSTART - 1) ~ /[=(]/ || substr(text, 1, RSTART - 1) !~ /[A-Za-z]/)
        return ""
    text = substr(text, RSTART, RLENGTH)
    sub(/[ \t]*\(.*/, "", text)
    return text
}

# The head of a definition begins in column 0 and ends without a semicolon.
function read_head(code,   name) {
    name = code ~ /^[A-Za-z]/ && code !~ /;[ \t]*$/ ? name_of(code " ") : ""
    if (name == "")
        return
    head_name = name
    head_line = FNR
}

FNR == 1 {
    layer = layer_of(FILENAME)
    sources += layer != "" && FILENAME ~ /\.c$/
}

layer == "" { next }

{
    lines[layer]++
    all_lines++
    length_of[FILENAME] = FNR
    code = code_of($0)
    if (code ~ /[^A-Za-z0-9_]workers_take *\(/ && FILENAME !~ /workers\.[ch]$/)
        loops[FILENAME] = 1
    if (code ~ /[^A-Za-z0-9_]store_write_begin *\(/ && FILENAME !~ /\/store\//)
        protocols[FILENAME] = 1
    if (FILENAME ~ /\.c$/) {
        read_head(code)
        if (code ~ /^}/ && head_name != "") {
            print FNR - head_line + 1, head_name, FILENAME >(lists "/functions")
            head_name = ""
        }
    }
}

# How many entries a list has.
function count_of(list,   key, count) {
    for (key in list)
        count++
    return count + 0
}

function say(name, value) {
    printf "%s\t%s\n", name, value
}

END {
    for (name in length_of)
        print length_of[name], name >(lists "/files")
    say("sources", sources)
    say("lines", all_lines)
    say("loops", count_of(loops))
    say("protocols", count_of(protocols))
    for (name in lines)
        say("in " name, lines[name])
}
