/* Owns how people write project ids. */
#include "steno/core/id_list.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* A set of ids seen, open addressing over a power of two: so that a long list stays quick. */
struct id_set {
    int64_t *slots; /* 0 is free: ids are positive */
    size_t mask;
};

/* Remembers an id; false when it was there. */
static bool id_set_add(struct id_set *set, int64_t id)
{
    size_t slot = (size_t)((uint64_t)id * 0x9E3779B97F4A7C15u >> 32) & set->mask;
    for (; set->slots[slot]; slot = (slot + 1) & set->mask) {
        if (set->slots[slot] == id)
            return false;
    }
    set->slots[slot] = id;
    return true;
}

/* The word for a sentence: cleaned and cut. Caller frees. */
static char *id_show(const char *word)
{
    char cut[200];
    text_clip(cut, sizeof cut, word, 40);
    return text_clean_copy(cut);
}

/* Fails with a sentence that begins with the word. */
static bool id_refuse(struct error *err, const char *word, const char *why)
{
    char *shown = id_show(word);
    error_set(err, ERROR_USAGE, "“%s” %s", shown, why);
    free(shown);
    return false;
}

/* Reads "12" or "20-30" into first and last. */
static bool id_parse_word(const char *word, int64_t *first, int64_t *last, struct error *err)
{
    char left[32], right[32];
    const char *dash = word[0] ? strchr(word + 1, '-') : NULL;
    size_t left_len = dash ? (size_t)(dash - word) : strlen(word);
    size_t right_len = dash ? strlen(dash + 1) : left_len;
    if (left_len >= sizeof left || right_len >= sizeof right)
        return id_refuse(err, word, "is not an id: write numbers such as 12 15 20-30");
    memcpy(left, word, left_len);
    left[left_len] = '\0';
    memcpy(right, dash ? dash + 1 : word, right_len);
    right[right_len] = '\0';
    if (!text_parse_int(left, first) || !text_parse_int(right, last))
        return id_refuse(err, word, "is not an id: write numbers such as 12 15 20-30");
    if (*first < 1 || *last < 1)
        return id_refuse(err, word, "is not an id: ids begin with 1");
    if (*first > *last)
        return id_refuse(err, word, "runs backwards: write the smaller id first");
    return true;
}

/* Adds a range, each id once; false when the list would pass its limit. */
static bool id_list_add(struct id_list *list, struct id_set *seen, int64_t first, int64_t last)
{
    if (last - first >= ID_LIST_MAX)
        return false;
    for (int64_t id = first;; id++) {
        if (id_set_add(seen, id)) {
            if (list->count == ID_LIST_MAX)
                return false;
            list->ids[list->count++] = id;
        }
        if (id == last)
            return true;
    }
}

/* Adds all words of a text to a list that has room for ID_LIST_MAX. */
static bool id_list_add_text(struct id_list *list, struct id_set *seen, const char *text, struct error *err)
{
    for (const char *at = text;;) {
        at += strspn(at, " \t\r\n,");
        size_t len = strcspn(at, " \t\r\n,");
        if (len == 0)
            return true;
        int64_t first, last;
        char *word = mem_copy_n(at, len);
        bool ok = id_parse_word(word, &first, &last, err);
        if (ok && !id_list_add(list, seen, first, last)) {
            char *shown = id_show(word);
            ok = error_set(err, ERROR_USAGE, "“%s” makes more than %d ids; give fewer at once", shown,
                           ID_LIST_MAX);
            free(shown);
        }
        free(word);
        if (!ok)
            return false;
        at += len;
    }
}

bool id_list_parse(struct id_list *list, const char *text, struct error *err)
{
    struct id_set seen = {.mask = (1u << 15) - 1};
    size_t before = list->count;
    seen.slots = mem_zero(seen.mask + 1, sizeof *seen.slots);
    list->ids = mem_grow(list->ids, ID_LIST_MAX, sizeof *list->ids);
    for (size_t i = 0; i < before; i++)
        id_set_add(&seen, list->ids[i]);
    bool ok = id_list_add_text(list, &seen, text, err);
    if (!ok)
        list->count = before;
    free(seen.slots);
    return ok;
}

void id_list_free(struct id_list *list)
{
    free(list->ids);
    *list = (struct id_list){0};
}
