# Functions have at most 80 lines, files at most 500 unless they hold no function (tables).
# Our layout makes this simple: the braces of a function, and of nothing else, stand alone in column 0 after a
# line that ends in `)`.
# usage: awk -f length.awk FILE...

BEGIN {
    function_max = 80
    file_max = 500
}

function end_file() {
    if (file != "" && functions > 0 && lines > file_max) {
        printf "%s:%d: the file has %d lines, %d are allowed\n", file, lines, lines, file_max
        bad = 1
    }
}

FNR == 1 {
    end_file()
    file = FILENAME
    functions = 0
    start = 0
    previous = ""
}

$0 == "{" && previous ~ /\)[ \t]*$/ {
    start = FNR - 1
    functions++
}

/^}/ && start > 0 {
    if (FNR - start > function_max) {
        printf "%s:%d: the function has %d lines, %d are allowed\n", file, start, FNR - start, function_max
        bad = 1
    }
    start = 0
}

{
    previous = $0
    lines = FNR
}

END {
    end_file()
    exit bad
}
