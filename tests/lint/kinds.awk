# What a form, a question, a prompt or a menu does stands in a table of functions that it is opened with; so nobody asks
# which one it is, and a new one changes no other file. A pane is the matter of the topic that shows it.
# usage: awk [-v numbers=1] -f lib.awk -f kinds.awk FILE...
#
# Counted as a kind: APP_FORM_*, QUESTION_*, PROMPT_* and MENU_* after `case`, and beside `==` and `!=`.
# Counted as a pane that is named: PANE_* in app, plain, tui and work, but for PANE_COUNT, the list of projects
# (PANE_LIST, PANE_PROJECTS), a pane that is opened (`app_pane_open(app, PANE_…)`), and those in the topic of that name
# (PANE_TAGS in src/app/topics/tags*).

BEGIN {
    name = "(APP_FORM|QUESTION|PROMPT|MENU)_[A-Z_]+"
    kind = "(case|[=!]=)[ \t]*" name "|" name "[ \t]*[=!]="
    front = " app plain tui work "
}

function count_panes(code,   pane) {
    gsub(/app_pane_open\([^(),]*, *PANE_[A-Z]+\)/, "", code)
    while (match(code, /PANE_[A-Z]+/)) {
        pane = tolower(substr(code, RSTART + 5, RLENGTH - 5))
        code = substr(code, RSTART + RLENGTH)
        if (pane !~ /^(count|list|projects)$/ && FILENAME !~ ("^src/app/topics/" pane "[_.]"))
            panes++
    }
}

FNR == 1 { layer = FILENAME ~ /^src\// ? layer_of(FILENAME) : "" }

layer == "" { next }

{ code = code_of($0) }

code ~ /APP_FORM_|QUESTION_|PROMPT_|MENU_|PANE_/ {
    if (index(front, " " layer " ") > 0)
        count_panes(code)
    while (match(code, kind)) {
        kinds++
        offence("asks which one it is: " substr(code, RSTART, RLENGTH))
        code = substr(code, RSTART + RLENGTH)
    }
}

END {
    if (numbers) {
        number("tests for the kind of a form, question, prompt or menu", kinds, 0)
        number("panes named outside of their topics", panes, 0)
    }
    exit bad
}
