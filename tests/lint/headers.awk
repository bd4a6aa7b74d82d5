# SPDX-License-Identifier: MIT
# What stands in include/ is what other layers call; what a layer calls alone is declared beside its source.
#   - A function that a header of include/ declares is named in the code of another layer, docgen's or main's.
#   - A function that any header declares is named in a second source, a test's or another: else it is static.
#   - A header beside a source is included by its layer only, and by tests; a header of include/ includes none.
# usage: awk -f lib.awk -f headers.awk FILE...   (all of them at once)

FNR == 1 {
    layer = layer_of(FILENAME)
    if (FILENAME ~ /^src\/.*\/.*\.h$/) {
        name = FILENAME
        sub(/.*\//, "", name)
        private_of[name] = private_of[name] " " layer " "
    }
}

layer == "" && FILENAME !~ /\.c$/ { next }

layer != "" && /^[ \t]*#[ \t]*include[ \t]*"[^\/"]*"/ {
    name = $0
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    includes++
    include_name[includes] = name
    include_file[includes] = FILENAME
    include_line[includes] = FNR
    next
}

{
    code = code_of($0)
    if (layer != "" && FILENAME ~ /\.h$/ && code !~ /^[ \t]*#/)
        read_declaration(code)
    note_words(code)
}

END {
    for (i = 1; i <= prototypes; i++) {
        name = prototype[i]
        if (prototype_file[i] ~ /^include/ && is_for_one_layer(name, prototype_file[i]))
            offence_at(prototype_file[i], prototype_line[i], name " is called by its own layer alone: declare it beside its source")
        else if (named_by[name] < 2)
            offence_at(prototype_file[i], prototype_line[i], name " is named in one source alone: make it static")
    }
    for (i = 1; i <= includes; i++) {
        name = include_name[i]
        own = layer_of(include_file[i])
        if (!(name in private_of))
            continue
        if (include_file[i] ~ /^include/)
            offence_at(include_file[i], include_line[i], "who includes this may not have " name ", which stands beside a source")
        else if (index(private_of[name], " " own " ") == 0)
            offence_at(include_file[i], include_line[i], name " is for the layer" private_of[name] "alone")
    }
    exit bad
}
