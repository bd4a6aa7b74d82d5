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

# Declarations of a header of include/: text outside of braces, up to a semicolon.
function read_declaration(code,   at, name) {
    depth += gsub(/\{/, "{", code) - gsub(/\}/, "}", code)
    if (depth > 0 || code ~ /[{}]/) {
        text = ""
        return
    }
    text = text code " "
    while ((at = index(text, ";")) > 0) {
        name = name_of(substr(text, 1, at - 1))
        if (name != "" && text !~ /^[ \t]*static /) {
            prototypes++
            prototype[prototypes] = name
            prototype_file[prototypes] = FILENAME
        }
        text = substr(text, at + 1)
    }
}

FNR == 1 {
    layer = layer_of(FILENAME)
    text = ""
    depth = 0
    if (layer != "") {
        files[++file_count] = FILENAME
        is_layer[layer] = 1
        if (FILENAME ~ /\.c$/)
            sources++
        if (FILENAME ~ /\.c$/ && ++stems[file_stem(FILENAME)] == 2)
            print file_stem(FILENAME) >(lists "/stems")
    }
}

layer == "" { next }

{
    lines[layer]++
    all_lines++
    length_of[FILENAME] = FNR
    code = code_of($0)
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
    while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(code, RSTART, RLENGTH)
        if (index(used[word], " " layer " ") == 0)
            used[word] = used[word] " " layer " "
        code = substr(code, RSTART + RLENGTH)
    }
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
        own = layer_of(prototype_file[i])
        others = used[prototype[i]]
        sub(" " own " ", "", others)
        if (others == "") {
            unused++
            print prototype_file[i], prototype[i] >(lists "/prototypes")
        }
    }
    for (i = 1; i <= file_count; i++)
        print length_of[files[i]], files[i] >(lists "/files")
    for (stem in stems)
        equal += stems[stem] > 1
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
