# A name says where a thing is: no two sources of src have the same stem.
# usage: awk [-v numbers=1] -f lib.awk -f names.awk FILE...   (all of them at once)

FNR == 1 {
    layer = layer_of(FILENAME)
    stem = file_stem(FILENAME)
    if (layer != "" && FILENAME ~ /\.c$/) {
        if (stem in stems && stems[stem] != FILENAME) # a source of two programs is given twice
            offence("two sources have the stem " stem ": " stems[stem] " is the other one")
        stems[stem] = FILENAME
    }
}

END { exit bad }
