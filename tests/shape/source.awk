# SPDX-License-Identifier: MIT
# What can be counted without running anything.
# usage: awk -v lists=FOLDER -f ../lint/lib.awk -f source.awk FILE...   (every source and header, from the top)
# Prints NAME<tab>VALUE. FOLDER gets the lists behind the numbers: names, prototypes, stems, files, functions.

# The head of a definition begins in column 0 and ends without a semicolon.
function read_head(code,   name) {
    name = code ~ /^[A-Za-z]/ && code !~ /;[ \t]*$/ ? name_of(code " ") : ""
    if (name == "")
        return
    head_name = name
    head_line = FNR
    functions++
    function_name[functions] = name
    function_file[functions] = FILENAME
}

FNR == 1 {
    layer = layer_of(FILENAME)
    if (layer != "") {
        files[++file_count] = FILENAME
        if (FILENAME ~ /\.c$/)
            sources++
        if (FILENAME ~ /\.c$/ && ++sources_of[file_stem(FILENAME)] == 2)
            print file_stem(FILENAME) >(lists "/stems")
    }
}

layer == "" { next }

{
    lines[layer]++
    all_lines++
    length_of[FILENAME] = FNR
    code = code_of($0)
    note_names(code)
    if (code ~ /[^A-Za-z0-9_]mailbox_take *\(/ && FILENAME !~ /mailbox\.[ch]$/)
        loops[FILENAME] = 1
    if (code ~ /[^A-Za-z0-9_]receipt_begin *\(/ && FILENAME !~ /\/core\//)
        protocols[FILENAME] = 1
    if (FILENAME ~ /\.c$/) {
        read_head(code)
        if (code ~ /^}/ && head_name != "") {
            print FNR - head_line + 1, head_name, FILENAME >(lists "/functions")
            head_name = ""
        }
    } else if (FILENAME ~ /^include/ && code !~ /^[ \t]*#/) {
        read_declaration(code)
    }
    note_words(code)
}

# How many entries a list has, of those that `equal` allows.
function count_of(list,   key, count) {
    for (key in list)
        count++
    return count + 0
}

function say(name, value) {
    printf "%s\t%s\n", name, value
}

END {
    for (i = 1; i <= functions; i++)
        if (is_foreign(function_name[i], function_file[i])) {
            foreign++
            print function_file[i], function_name[i] >(lists "/names")
        }
    for (i = 1; i <= prototypes; i++) {
        if (is_for_one_layer(prototype[i], prototype_file[i])) {
            unused++
            print prototype_file[i], prototype[i] >(lists "/prototypes")
        }
    }
    for (i = 1; i <= file_count; i++)
        print length_of[files[i]], files[i] >(lists "/files")
    for (stem in sources_of)
        equal += sources_of[stem] > 1
    say("sources", sources)
    say("lines", all_lines)
    say("foreign", foreign + 0)
    say("stems", equal + 0)
    say("prototypes", unused + 0)
    say("loops", count_of(loops))
    say("protocols", count_of(protocols))
    for (name in lines)
        say("in " name, lines[name])
}
