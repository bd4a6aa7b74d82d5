# SPDX-License-Identifier: MIT
# What a module is, and what it may include (docs/STYLE.md, Modules).
# A module is one header: x.h with x.c and those x_*.c, x_private.h that have no header of their own. What other layers
# call of it stands in include/, what only its layer calls beside x.c; a module with both has two headers x.h. A topic of
# the application (src/app/topics) is a module like any other.
#   - A header declares functions of its own module and of no other, and every one is defined.
#   - No module includes, by way of others, one that includes it.
#   - Nobody includes the header of a topic but its own sources: the table of parts declares its row.
# usage: awk [-v numbers=1] -f lib.awk -f modules.awk FILE...   (all of them at once)

BEGIN {
    sources_max = 10
    rows_of_commands = "src/cli/handlers.h" # handlers of all subcommands, for one table
    topics = "^src/app/topics/"
}

# src/api/http_reply.c and include/steno/api/http_reply.h are both api/http_reply.
function stem_of(path) {
    sub(/^(src|include\/steno)\//, "", path)
    sub(/\.[ch]$/, "", path)
    return path
}

# --- reading: what a file includes, declares and defines ---

# The function that a declaration or the head of a definition names, "" for anything else and for what is static.
function function_of(text,   head) {
    gsub(/__attribute__ *\(\(.*\)\)/, "", text)
    if (text ~ /^[ \t]*(static|typedef)[ \t]/ || !match(text, /[A-Za-z_][A-Za-z0-9_]*[ \t]*\([^*]/))
        return ""
    head = substr(text, 1, RSTART - 1)
    if (head ~ /[=(]/ || head !~ /[A-Za-z_]/)
        return "" # the value of a variable, a pointer to a function; a macro
    text = substr(text, RSTART, RLENGTH)
    sub(/[ \t]*\(.*/, "", text)
    return text
}

function declare(text,   name) {
    name = function_of(text)
    if (name == "")
        return
    declarations++
    declared[declarations] = name
    declared_file[declarations] = FILENAME
    declared_line[declarations] = FNR
}

function define(text,   name) {
    name = function_of(text)
    if (name != "")
        defined[name] = defined[name] " " FILENAME
}

# How many braces of a line stay open.
function opened_by(code) {
    return gsub(/\{/, "", code) - gsub(/\}/, "", code)
}

# Code outside of functions: a declaration ends with a semicolon outside of braces, a function begins with a brace
# after a parenthesis. What stands in braces declares no function.
function read_code(code,   at) {
    depth += opened_by(code)
    gsub(/\{[^{}]*\}/, "", code)
    if (in_list) {
        if (depth > 0)
            return
        sub(/^.*\}/, "", code)
        in_list = 0
    }
    at = depth > 0 ? index(code, "{") : 0
    pending = pending (at > 0 ? substr(code, 1, at - 1) : code) " "
    if (at > 0) {
        in_function = pending ~ /\)[ \t]*$/
        in_list = !in_function
        if (in_function)
            define(pending)
        return
    }
    while ((at = index(pending, ";")) > 0) {
        declare(substr(pending, 1, at - 1))
        pending = substr(pending, at + 1)
    }
}

FNR == 1 {
    ours = layer_of(FILENAME) != ""
    if (ours) {
        files[++file_count] = FILENAME
        known[FILENAME] = 1
    }
    in_function = 0
    in_list = 0
    in_macro = 0
    depth = 0
    pending = ""
}

!ours { next }

/^[ \t]*#[ \t]*include[ \t]*"/ {
    name = $0
    sub(/^[^"]*"/, "", name)
    sub(/".*/, "", name)
    includes++
    include_name[includes] = name
    include_file[includes] = FILENAME
    include_line[includes] = FNR
    next
}

# Our layout: the brace that ends a function, and no other inside of it, stands in column 0.
in_function {
    if (/^}/) {
        in_function = 0
        depth = 0
        pending = ""
    }
    next
}

{
    code = code_of($0)
    if (in_macro || code ~ /^[ \t]*#/)
        in_macro = code ~ /\\[ \t]*$/
    else
        read_code(code)
}

# --- modules ---

function find_headers(   i, path) {
    for (i = 1; i <= file_count; i++) {
        path = files[i]
        if (path !~ /\.h$/ || path ~ /_private\.h$/)
            continue
        header[stem_of(path)] = path
    }
}

function module_of(path,   stem, own) {
    if (path in module)
        return module[path]
    own = stem_of(path)
    if (path ~ /\.h$/)
        sub(/_private$/, "", own)
    stem = own
    while (!(stem in header) && stem ~ /_[^\/_]*$/)
        sub(/_[^\/_]*$/, "", stem)
    return module[path] = stem in header ? stem : own
}

# The file of an include: in include/, beside the file, in its layer; "" for one that is made or not ours.
function resolve(path, name,   beside) {
    if (name ~ /^steno\//)
        return ("include/" name) in known ? "include/" name : ""
    beside = path
    sub(/[^\/]*$/, "", beside)
    if ((beside name) in known)
        return beside name
    name = "src/" layer_of(path) "/" name
    return name in known ? name : ""
}

function count_sources(   i, of, sources) {
    for (i = 1; i <= file_count; i++)
        if (files[i] ~ /\.c$/) {
            of = module_of(files[i])
            if (++sources[of] == sources_max + 1)
                offence_at(files[i], 1, "the module " of " has more than " sources_max " sources")
        }
}

# --- functions ---

function check_declaration(name, path, line,   i, count, where) {
    if (!(name in defined)) {
        offence_at(path, line, name " is declared and never defined")
        return
    }
    if (path == rows_of_commands)
        return
    count = split(defined[name], where, " ")
    for (i = 1; i <= count; i++)
        if (path ~ /\.h$/ && module_of(where[i]) == module_of(path))
            return
    outside++
    offence_at(path, line, name " is declared outside of its module: it stands in " where[1])
}

# --- includes ---

# Marks in `reached` all that can be reached from a place over links[place], a list of places.
function walk(from, links, reached,   stack, top, list, count, i) {
    stack[top = 1] = from
    while (top > 0) {
        count = split(links[stack[top--]], list, " ")
        for (i = 1; i <= count; i++)
            if (!((from, list[i]) in reached)) {
                reached[from, list[i]] = 1
                stack[++top] = list[i]
            }
    }
}

function link_includes(   i, path, wanted, from, to) {
    for (i = 1; i <= includes; i++) {
        path = include_file[i]
        wanted = resolve(path, include_name[i])
        if (wanted == "")
            continue
        from = module_of(path)
        to = module_of(wanted)
        if (from == to)
            continue
        if (wanted ~ topics)
            offence_at(path, include_line[i], "nobody includes a topic: " include_name[i])
        uses[from] = uses[from] " " to
        cause[from] = cause[from] " " i
    }
}

# Says which includes make the circle of one module.
function tell_circle(of,   list, count, i, k, to) {
    for (k = 1; k <= modules; k++) {
        if (!((of, names[k]) in reached) || !((names[k], of) in reached))
            continue
        told[names[k]] = 1
        count = split(cause[names[k]], list, " ")
        for (i = 1; i <= count; i++) {
            to = module_of(resolve(include_file[list[i]], include_name[list[i]]))
            if ((of, to) in reached && (to, of) in reached)
                offence_at(include_file[list[i]], include_line[list[i]], "a circle: " names[k] " includes " to)
        }
    }
}

function find_circles(   i, name) {
    for (i = 1; i <= file_count; i++) {
        name = module_of(files[i])
        if (name in seen)
            continue
        seen[name] = 1
        names[++modules] = name
        walk(name, uses, reached)
    }
    for (i = 1; i <= modules; i++)
        if ((names[i], names[i]) in reached && !(names[i] in told)) {
            circles++
            tell_circle(names[i])
        }
}

END {
    find_headers()
    count_sources()
    for (i = 1; i <= declarations; i++)
        check_declaration(declared[i], declared_file[i], declared_line[i])
    link_includes()
    find_circles()
    if (numbers) {
        number("circles of modules by include", circles, 0)
        number("functions declared outside of their module's header", outside, 0)
    }
    exit bad
}
