# SPDX-License-Identifier: MIT
# Prints TEXT with a new table between its marks.
# usage: awk -v mark=WORD -v table=FILE -f write.awk TEXT

$0 == "<!-- " mark " -->" {
    print
    while ((getline line <table) > 0)
        print line
    inside = 1
}

$0 == "<!-- end of " mark " -->" { inside = 0 }

!inside { print }
