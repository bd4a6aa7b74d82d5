# SPDX-License-Identifier: MIT
# Refuses functions that copy without a limit, start a shell or parse numbers without errors, and asserts that do not show the
# values they compare; in tests too. clang-tidy knows half of the functions, but with false reports; alloca and gets are left
# to the compiler.
# usage: awk -f lib.awk -f banned.awk FILE...   Comments and strings are not checked.

BEGIN {
    count = split("sprintf vsprintf strcpy stpcpy strcat strtok system popen atoi atol atoll atof vfork", names, " ")
}

/^#include <criterion\// && FILENAME !~ /(^|\/)support\/asserts[.]h$/ { offence("tests include support/asserts.h, which shows values") }

{
    code = code_of($0)
    if (code == "")
        next
    # Asserts with || ? : < > are allowed: there is no better assert for them.
    if (code ~ /cr_(assert|expect)((_not|_null|_not_null)?\(.*(strstr|strcmp|strncmp|memcmp)\(|_n?eq\((strcmp|strncmp|memcmp)\(.*[)], 0[,)])/ && \
        code !~ /\|\||[?]| [<>] /)
        offence("this assert shows no text: cr_assert_str_eq, _str_has, _str_lacks, _str_starts and _arr_eq do")
    for (i = 1; i <= count; i++)
        if (code ~ ("(^|[^A-Za-z0-9_])" names[i] "[ \t]*\\("))
            offence(names[i] " is not used here")
}

END { exit bad }
