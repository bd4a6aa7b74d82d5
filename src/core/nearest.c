/* Owns the measure of how far a typed name is from a known one. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/nearest.h"

#include <stdio.h>
#include <string.h>

#define NAME_MAX_LEN 79

/* Edits (insert, drop, replace) that turn one name into the other; long names count as far. */
static int nearest_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    int line[NAME_MAX_LEN + 1];
    if (rows > NAME_MAX_LEN || columns > NAME_MAX_LEN)
        return NAME_MAX_LEN;
    for (size_t j = 0; j <= columns; j++)
        line[j] = (int)j;
    for (size_t i = 1; i <= rows; i++) {
        int diagonal = line[0];
        line[0] = (int)i;
        for (size_t j = 1; j <= columns; j++) {
            int replaced = diagonal + (a[i - 1] != b[j - 1]);
            int shorter = line[j] < line[j - 1] ? line[j] : line[j - 1];
            diagonal = line[j];
            line[j] = replaced < shorter + 1 ? replaced : shorter + 1;
        }
    }
    return line[columns];
}

void nearest_start(struct nearest *nearest, const char *typed)
{
    *nearest = (struct nearest){.typed = typed, .distance = 1 + (int)(strlen(typed) / 3)};
}

/* Is the text one of the words of a name, between dashes? */
static bool nearest_is_word(const char *name, const char *word)
{
    size_t len = strlen(word);
    for (; name; name = strchr(name, '-') ? strchr(name, '-') + 1 : NULL) {
        if (len > 0 && strcspn(name, "-") == len && strncmp(name, word, len) == 0)
            return true;
    }
    return false;
}

void nearest_offer(struct nearest *nearest, const char *name)
{
    int distance = nearest_is_word(name, nearest->typed) ? 0 : nearest_distance(nearest->typed, name);
    bool begins = strlen(nearest->typed) >= 3 && strncmp(name, nearest->typed, strlen(nearest->typed)) == 0;
    bool is_longer = strlen(name) >= 3 && strncmp(name, nearest->typed, strlen(name)) == 0;
    if ((begins || is_longer) && distance > 1)
        distance = 1;
    bool closer = begins && distance == 1 && strlen(name) < strlen(nearest->best);
    if (distance > nearest->distance || (distance == nearest->distance && nearest->best[0] && !closer))
        return;
    nearest->distance = distance;
    snprintf(nearest->best, sizeof nearest->best, "%s", name);
}
