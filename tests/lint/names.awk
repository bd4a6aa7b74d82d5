# SPDX-License-Identifier: MIT
# A name says where a thing is: no two sources of src have the same stem, and a static function that bears the stem of a
# file or layer bears its own (or that of a struct of its module).
# usage: awk [-v numbers=1] -f lib.awk -f names.awk FILE...   (all of them at once)

FNR == 1 {
    layer = layer_of(FILENAME)
    stem = file_stem(FILENAME)
    if (layer != "" && FILENAME ~ /\.c$/ && stem in stems && stems[stem] != FILENAME) # a source of two programs is given twice
        offence("two sources have the stem " stem ": " stems[stem] " is the other one")
}

layer == "" { next }

{
    code = code_of($0)
    note_names(code)
}

FILENAME ~ /\.c$/ && code ~ /^static / && code !~ /;[ \t]*$/ {
    name = name_of(code " ")
    if (name == "")
        next
    statics++
    static_name[statics] = name
    static_file[statics] = FILENAME
    static_line[statics] = FNR
}

END {
    for (i = 1; i <= statics; i++)
        if (is_foreign(static_name[i], static_file[i]))
            offence_at(static_file[i], static_line[i], static_name[i] " bears the stem of another file")
    exit bad
}
