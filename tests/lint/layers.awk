# SPDX-License-Identifier: MIT
# Checks includes: a layer may include only lower layers, and each big library is included in one place only.
# usage: awk -f lib.awk -f layers.awk FILE...   (paths from the top of the tree); prints offences, exits 1 if there are any

BEGIN {
    # The layers that a layer may include. The sandbox and docgen are separate programs.
    below["base"] = " base "
    below["caption"] = " base caption "
    below["api"] = " base api "
    below["core"] = " base caption api core "
    below["widget"] = " base api core widget "
    below["app"] = " base caption api core store work widget app "
    below["store"] = " base caption api core store "
    below["work"] = " base caption api core store work "
    below["cli"] = " base caption api core widget app store work cli "
    below["tui"] = " base caption api core widget app store work tui "
    below["sandbox"] = " base api sandbox "
    below["main"] = " base caption api core widget app store work cli tui "
    below["docgen"] = " base caption api core widget app store work cli tui "

    # The files that may include a library's headers, as patterns.
    place["^(curses|ncurses|term|panel|form|menu)\\.h$|^ncurses"] = "^(src|include/steno)/tui/"
    ours = "^(form|menu)\\.h$" # headers of this project if in quotes
    place["^curl/"] = "^src/api/http\\.c$"
    place["^sqlite3\\.h$"] = "^src/store/"
    place["^(pthread|threads)\\.h$"] = "^(src|include/steno)/work/|^src/cli/crew\\.c$"
    place["^microhttpd\\.h$"] = "^src/sandbox/"
    place["^(criterion/|vterm)"] = "^tests/"
}

FNR == 1 {
    layer = layer_of(FILENAME)
    if (layer != "" && !(layer in below))
        offence("no layer is named " layer)
}

/^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    name = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*[<"]/, "", name)
    sub(/[>"].*/, "", name)
    for (library in place)
        if (name ~ library && FILENAME !~ place[library] && FILENAME !~ /^tests\// && !($0 ~ /"/ && name ~ ours))
            offence(name " may not be included here")
    if (layer == "" || !(layer in below))
        next
    if (name ~ /^steno\//) {
        wanted = name
        sub(/^steno\//, "", wanted)
        sub(/\/.*/, "", wanted)
        if (index(below[layer], " " wanted " ") == 0)
            offence(layer " stands below " wanted " and may not include " name)
        if (layer == "sandbox" && name ~ /^steno\/api\/(connection|http)/)
            offence("the sandbox reads the tables of api, not its connection: " name)
    } else if ($0 ~ /"/ && name ~ /\// && !(layer == "app" && name ~ /^topics\//)) {
        offence("headers of ours stand in include/steno, or private beside their sources: " name)
    }
}

END { exit bad }
