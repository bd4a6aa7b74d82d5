# A text with another table between its marks.
# usage: awk -v table=FILE -f write.awk TEXT

/^<!-- shape -->$/ {
    print
    while ((getline line <table) > 0)
        print line
    inside = 1
}

/^<!-- end of shape -->$/ { inside = 0 }

!inside { print }
