# SPDX-License-Identifier: MIT
# Makes the C rows of scripts, or says which line of which script has which fault.
# usage: awk -f embed.awk SCRIPT.txt... >script_rows.c     (README in this folder tells the form)

BEGIN {
    pace["fast"] = 52
    pace["brisk"] = 80
    pace["slow"] = 190
    print "/* Made of src/sandbox/scripts/ by embed.awk: change those. */"
    print "#include \"script.h\""
}

function fault(text) {
    printf "%s:%d: %s\n", file, line_number, text >"/dev/stderr"
    failed = 1
}

function quoted(text) {
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

# A text, or NULL for the word that stands for none.
function quoted_or_null(text) {
    return text == "-" ? "NULL" : quoted(text)
}

# What is left of a text without its well-formed markup must have none of the signs.
function check_markup(text,   at, label) {
    gsub(/[{][^{}|<>]+[|][^{}|<>]+[}]/, "", text)
    gsub(/\[[^][|<>]+[|][^][|<>]+\]/, "", text)
    gsub(/<[^<>|()@]+>/, "", text)
    while (match(text, /@[a-z]+[(][^()]+[)]/)) {
        label = substr(text, RSTART + 1)
        sub(/[(].*/, "", label)
        if (!((number, label) in keyword_known))
            fault("no keyword is named " label)
        keyword_used[number, label] = 1
        text = substr(text, 1, RSTART - 1) substr(text, RSTART + RLENGTH)
    }
    if (text ~ /[][{}<>|()@]/)
        fault("markup that does not close: " text)
}

function add_line(kind, speaker, speed, ms, text) {
    if (line_count == 0 && kind != "SCENE") {
        fault("a line before the first scene")
        return
    }
    check_markup(text)
    rows = rows sprintf("    {.kind = SCRIPT_%s, .speaker = %d, .pace = %d, .ms = %d, .text = %s},\n",
        kind, speaker, speed, ms, quoted(text))
    line_count++
}

# keyword LABEL LIST TYPE HIGHLIGHT timed|untimed CATEGORY
function add_keyword(words,   part, n, category, i) {
    n = split(words, part, " ")
    if (n < 6 || part[5] !~ /^(timed|untimed)$/) {
        fault("keyword LABEL LIST TYPE HIGHLIGHT timed|untimed CATEGORY")
        return
    }
    category = part[6]
    for (i = 7; i <= n; i++)
        category = category " " part[i]
    keywords = keywords sprintf("    {.label = %s, .list = %d, .type = %s, .highlight = %s, .timed = %s, .category = %s},\n",
        quoted(part[1]), part[2], quoted_or_null(part[3]), quoted_or_null(part[4]),
        part[5] == "timed" ? "true" : "false", quoted(category))
    keyword_known[number, part[1]] = line_number
    keyword_count++
}

# "KEY: text" and "KEY (slow): text"
function add_speech(text,   key, direction, at) {
    at = index(text, ": ")
    key = substr(text, 1, at - 1)
    text = substr(text, at + 2)
    if (key ~ / [(][a-z]+[)]$/) {
        direction = key
        sub(/^.* [(]/, "", direction)
        sub(/[)]$/, "", direction)
        sub(/ [(].*/, "", key)
    }
    if (!((number, key) in speaker_of))
        fault("no speaker is named " key)
    else if (direction == "song")
        add_line("SONG", speaker_of[number, key], 135, 0, text)
    else if (direction == "" || direction in pace)
        add_line("SAY", speaker_of[number, key], direction == "" ? 100 : pace[direction], 0, text)
    else
        fault("no pace is named " direction)
}

# One whole line, its continuations joined.
function read_line(text,   word, rest) {
    word = text
    sub(/ .*/, "", word)
    rest = text
    if (!sub(/^[^ ]+ /, "", rest))
        rest = ""
    if (word == "speaker") {
        key = rest
        sub(/ .*/, "", key)
        sub(/^[^ ]+ /, "", rest)
        speaker_of[number, key] = speaker_count++
        speakers = speakers "    " quoted(rest) ",\n"
    } else if (word ~ /^(language|breath|music|draft)$/)
        head[word] = rest
    else if (word == "keyword")
        add_keyword(rest)
    else if (text == "scene")
        add_line("SCENE", -1, 100, 0, "")
    else if (word == "pause" && rest ~ /^[0-9.]+$/)
        add_line("PAUSE", -1, 100, int(rest * 1000), "")
    else if (word == "room" && rest != "")
        add_line("ROOM", -1, 100, 0, "<" rest ">")
    else if (text ~ /^<[^<>]+>$/)
        add_line("NOISE", -1, 100, 0, text)
    else if (text ~ /^[A-Z]+( [(][a-z]+[)])?: ./)
        add_speech(text)
    else
        fault("neither a word of the form nor a speech: " text)
}

function end_line() {
    if (pending != "")
        read_line(pending)
    pending = ""
}

# Long texts go through print: some awks have a short buffer for printf.
function print_rows(name, all_rows) {
    print "\nstatic const " name number "[] = {\n" all_rows "};"
}

function begin_script(   name) {
    number++
    file = FILENAME
    name = file
    sub(/.*\//, "", name)
    sub(/\.txt$/, "", name)
    names[number] = name
    rows = keywords = speakers = ""
    line_count = keyword_count = speaker_count = 0
    split("", head)
}

function end_script(   i, key, n) {
    end_line()
    n = split("language breath music draft", key, " ")
    for (i = 1; i <= n; i++)
        if (head[key[i]] == "")
            fault("no line " key[i])
    if (speaker_count == 0 || line_count == 0)
        fault("nobody speaks and nothing is heard")
    for (i in keyword_known)
        if (!(i in keyword_used)) {
            fault("a keyword is never said: " i)
            delete keyword_known[i]
        }
    print_rows("char *const speakers_", speakers)
    print_rows("struct script_line lines_", rows)
    if (keyword_count > 0)
        print_rows("struct script_keyword keywords_", keywords)
    all = all sprintf("    {.name = %s,\n     .language = %s,\n     .speakers = speakers_%d,\n     .speaker_count = %d,\n",
        quoted(names[number]), quoted(head["language"]), number, speaker_count)
    all = all sprintf("     .breath = %s,\n     .music = %s,\n     .draft = %s,\n     .lines = lines_%d,\n     .line_count = %d,\n",
        quoted(head["breath"]), quoted(head["music"]), quoted(head["draft"]), number, line_count)
    all = all sprintf("     .keywords = %s,\n     .keyword_count = %d},\n",
        keyword_count > 0 ? "keywords_" number : "NULL", keyword_count)
}

FNR == 1 {
    if (number > 0)
        end_script()
    begin_script()
}

{ sub(/\r$/, "") }

# A line that begins with blanks goes on with the line before.
/^ +[^ ]/ && pending != "" {
    sub(/^ +/, "")
    pending = pending " " $0
    next
}

{
    end_line()
    line_number = FNR
    if ($0 !~ /^ *(#|$)/)
        pending = $0
}

END {
    if (number > 0)
        end_script()
    print "\nconst struct script script_rows[] = {\n" all "};\nconst size_t script_count = " number ";"
    exit failed
}
