# SPDX-License-Identifier: MIT
# Functions have at most 61 lines and half of those in src at most 12, headers at most 200, files at most 500 unless
# they hold no function (tables).
# Our layout makes this simple: the braces of a function, and of nothing else, stand alone in column 0 after a
# line that ends in `)`.
# usage: awk [-v numbers=1] -f lib.awk -f length.awk FILE...

BEGIN {
    function_max = 61
    median_max = 12
    header_max = 200
    file_max = 500
    program = " core client widget app plain cli work "
}

# The function that ends here. Only those of src are measured for the numbers.
function end_function(   size, name) {
    size = FNR - start
    if (size > function_max)
        offence_at(FILENAME, start, "the function has " size " lines, " function_max " are allowed")
    if (layer == "")
        return
    all++
    of_size[size]++
    if (size > longest) {
        longest = size
        name = signature
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        longest_name = name
    }
}

function end_file() {
    if (functions > 0 && lines > file_max)
        offence_at(file, lines, "the file has " lines " lines, " file_max " are allowed")
    if (layer != "" && index(program, " " layer " ") > 0)
        program_lines += lines
    if (layer == "" || file !~ /\.h$/)
        return
    if (lines > header_max)
        offence_at(file, lines, "the header has " lines " lines, " header_max " are allowed")
    if (lines > largest) {
        largest = lines
        largest_name = file
    }
}

# The length that half of the functions do not exceed.
function median(   size, seen) {
    for (size = 0; seen * 2 < all; size++)
        seen += of_size[size]
    return size - 1
}

FNR == 1 {
    licence_lines = 0
    if (file != "")
        end_file()
    file = FILENAME
    layer = layer_of(file)
    functions = 0
    start = 0
    previous = ""
}

/SPDX-License-Identifier: / { licence_lines = 1 } # which a file has beside its own

/^[a-z].*\(/ { signature = $0 }

$0 == "{" && previous ~ /\)[ \t]*$/ {
    start = FNR - 1
    functions++
}

/^}/ && start > 0 {
    end_function()
    start = 0
}

{
    previous = $0
    lines = FNR - licence_lines
}

END {
    end_file()
    if (numbers) { # what is too long was told with its place
        number("lines of the longest function", longest, function_max, longest_name)
        number("lines of the largest header", largest, header_max, largest_name)
        number("lines of" program "together", program_lines)
    }
    number("lines of the median function", median(), median_max)
    exit bad
}
