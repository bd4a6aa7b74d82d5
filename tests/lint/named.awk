# SPDX-License-Identifier: MIT
# A document may name only files and functions that exist: `folder/file.c` must be a file of src, include/steno or the whole
# tree (* for several); `function()` must be defined in the last file named before it in its line.
# usage: awk -f lib.awk -f named.awk FILE... TEXT.md...   (every file of the tree, then the texts)

# A pattern for the paths that a name in a text can mean.
function pattern_of(name) {
    gsub(/\./, "[.]", name)
    gsub(/\*/, "[^/]*", name)
    return "^((src|include/steno)/)?" name "$"
}

# The files that a name in a text means, with blanks around each; "" for none.
function files_of(name,   path, found, pattern) {
    if (name in meant)
        return meant[name]
    pattern = pattern_of(name)
    for (path in known)
        if (path ~ pattern)
            found = found " " path " "
    return meant[name] = found
}

function check_function(name,   count, list, i) {
    count = split(last, list, " ")
    for (i = 1; i <= count; i++)
        if ((list[i], name) in defined)
            return
    offence(name "() is not defined in " (last == "" ? "a file named before it" : last_name))
}

function check_file(name) {
    last = files_of(name)
    last_name = name
    if (last == "")
        offence("there is no file " name)
}

FILENAME !~ /\.md$/ {
    known[FILENAME] = 1
    if (FILENAME ~ /\.[ch]$/ && /^[A-Za-z].*[A-Za-z0-9_] *\(/ && !/;[ \t]*$/) {
        name = $0
        sub(/\(.*/, "", name)
        sub(/.*[^A-Za-z0-9_]/, "", name)
        defined[FILENAME, name] = 1
    }
    next
}

{
    last = ""
    count = split($0, parts, "`")
    for (i = 2; i <= count; i += 2)
        if (parts[i] ~ /^[a-z_0-9]+\(\)$/)
            check_function(substr(parts[i], 1, length(parts[i]) - 2))
        else if (parts[i] ~ /^[A-Za-z_0-9.*\/]+\.(c|h|sh|awk|json)$/)
            check_file(parts[i])
}

END { exit bad }
