# SPDX-License-Identifier: MIT
# What the lints share: the code of a line without comments and texts, the layer of a file, offences.
# usage: awk [-v numbers=1] -f lib.awk -f LINT.awk FILE...   (paths from the top of the tree)
# With numbers=1 a lint prints what it measured instead of offences.

# src/core/app.c and include/steno/core/app.h are core; src/app/topics/x.c is app; src/main.c is main; tests are nothing.
function layer_of(path) {
    if (path !~ /^src\/[a-z]+(\/|\.c$)/ && path !~ /^include\/steno\/[a-z]+\//)
        return ""
    sub(/^(src|include\/steno)\//, "", path)
    sub(/[\/.].*/, "", path)
    return path
}

function offence_at(path, line, text) {
    if (numbers)
        return
    printf "%s:%d: %s\n", path, line, text
    bad = 1
}

# One in the line that is being read.
function offence(text) {
    offence_at(FILENAME, FNR, text)
}

# A number of the whole tree: what was counted, the most that is allowed ("" for any), a remark. More is an offence.
function number(what, value, most, remark) {
    if (numbers)
        printf "     %s: %d%s%s\n", what, value, most == "" ? "" : " (at most " most ")", remark == "" ? "" : ", " remark
    else if (most != "" && value > most) {
        printf "%s: %d, %d are allowed\n", what, value, most
        bad = 1
    }
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

# The stem of a file: its name without folder, ending and "_private".
function file_stem(path) {
    sub(/.*\//, "", path)
    sub(/\.[ch]$/, "", path)
    sub(/_private$/, "", path)
    return path
}

# Does a name begin with this stem?
function begins(name, stem) {
    return index(name "_", stem "_") == 1
}

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

# --- whose name it is: note_names() of every line ---

# `stems` and `is_layer` have those of the tree, `struct_home` the stems of the headers that say what a struct holds.
function note_names(code,   layer) {
    layer = layer_of(FILENAME)
    if (layer != "")
        is_layer[layer] = 1
    if (layer != "" && FILENAME ~ /\.c$/)
        stems[file_stem(FILENAME)] = FILENAME
    if (FILENAME ~ /\.h$/ && code ~ /^struct [a-z_0-9]+ \{/) {
        sub(/^struct /, "", code)
        sub(/ .*/, "", code)
        struct_home[code] = struct_home[code] " " file_stem(FILENAME) " "
    }
}

# Is the name another file's or layer's: not of its own file's stems nor of its layer, nor of a struct that its module's
# header declares, but of a stem or layer that is elsewhere?
function is_foreign(name, path,   own, all, homes, i) {
    own = file_stem(path)
    do {
        if (begins(name, own))
            return 0
        all = all " " own " "
    } while (sub(/_[^_]*$/, "", own))
    if (begins(name, layer_of(path)) || name == "main")
        return 0
    do {
        for (i = split(struct_home[name], homes, " "); i > 0; i--)
            if (index(all, " " homes[i] " ") > 0)
                return 0
        if (name in stems || name in is_layer)
            return 1
    } while (sub(/_[^_]*$/, "", name))
    return 0
}

# --- what headers of include/ promise, and who names it: read_declaration() of their lines, note_words() of all ---

# Declarations of a header: text outside of braces, up to a semicolon.
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
            prototype_line[prototypes] = FNR
        }
        text = substr(text, at + 1)
    }
}

# Every word of a line of code is named by its layer, tests are none, and by its source: how many name it.
function note_words(code,   word) {
    while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
        word = substr(code, RSTART, RLENGTH)
        if (layer != "" && index(used[word], " " layer " ") == 0)
            used[word] = used[word] " " layer " "
        if (FILENAME ~ /\.c$/ && named_last[word] != FILENAME) {
            named_last[word] = FILENAME
            named_by[word]++
        }
        code = substr(code, RSTART + RLENGTH)
    }
}

# Does no other layer name the function that this header declares?
function is_for_one_layer(name, path,   others) {
    others = used[name]
    sub(" " layer_of(path) " ", "", others)
    return others == ""
}

FNR == 1 {
    in_comment = 0
    text = ""
    depth = 0
}
