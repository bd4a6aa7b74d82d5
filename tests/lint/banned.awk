# SPDX-License-Identifier: MIT
# Functions that this project does not call, in tests either: unbounded copies, shells, silent number parsing; and asserts
# that do not show what they met. clang-tidy has half of these names, each in another check with findings that are none; those
# that the compiler knows (alloca, gets) are its own.
# usage: awk -f lib.awk -f banned.awk FILE...   Comments and texts are not code and are left out.

BEGIN {
    count = split("sprintf vsprintf strcpy stpcpy strcat strtok system popen atoi atol atoll atof vfork", names, " ")
}

/^#include <criterion\// && FILENAME !~ /(^|\/)support\/asserts[.]h$/ { offence("tests include support/asserts.h, which shows values") }

{
    code = code_of($0)
    if (code == "")
        next
    # Choices and orders have no assert of their own: || ? : < >
    if (code ~ /cr_(assert|expect)((_not|_null|_not_null)?\(.*(strstr|strcmp|strncmp|memcmp)\(|_n?eq\((strcmp|strncmp|memcmp)\(.*[)], 0[,)])/ && \
        code !~ /\|\||[?]| [<>] /)
        offence("this assert shows no text: cr_assert_str_eq, _str_has, _str_lacks, _str_starts and _arr_eq do")
    for (i = 1; i <= count; i++)
        if (code ~ ("(^|[^A-Za-z0-9_])" names[i] "[ \t]*\\("))
            offence(names[i] " is not used here")
}

END { exit bad }
