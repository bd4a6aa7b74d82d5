/* Captions of an export held in memory: its bytes, what they hold, and what is wrong with them.
 *
 * Made by a worker, shown by the application, never changed in between: many may hold the same ones, on one
 * thread.  What is shown is cleaned here, once; the bytes and the file stay as they came, so that a check or
 * a comparison counts what the server wrote.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_CAPTION_LIST_H
#define STENO_CORE_CAPTION_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/download.h"
#include "steno/api/param.h"
#include "steno/caption/check.h"
#include "steno/caption/diff.h"
#include "steno/caption/measure.h"
#include "steno/caption/style.h"

#define CAPTION_LIST_BYTES_MAX ((size_t)8 << 20) /* of an export that is shown */
#define CAPTION_LIST_FLAGS     3                 /* cells of a caption's letters */

/* What there is to show of one caption. */
struct caption_list_row {
    char *text;                         /* its lines, cleaned, separated by '\n' */
    char flags[CAPTION_LIST_FLAGS + 1]; /* a letter for each rule that finds something, "" for none */
    uint8_t worst;                      /* 1 + the highest level found, 0 for none */
};

struct caption_list {
    int users;
    char *data; /* the export, byte for byte */
    size_t len;
    struct param_set *params; /* that it was asked with */
    struct export_info info;
    const struct caption_style *style; /* that it was checked by; borrowed, lives as long as the settings */
    struct caption_file file;
    struct caption_check check;
    struct caption_findings found; /* by caption, the worst of each first; texts cleaned */
    size_t *first; /* first[n]: of the findings of caption n, counted from 1, where n 0 is the file as a
                      whole; first[n + 1] is behind its last one */
    struct caption_list_row *rows;
    struct caption_measure *measures;
    struct caption_sums sums;
    char *trouble;   /* why the bytes could not be read as captions; NULL: they could. Cleaned */
    int64_t read_ms; /* wall clock: when they came; set by who takes them */
    size_t memory;   /* bytes that all of it takes, about */
};

/* What captions are made of. */
struct caption_list_source {
    const char *data;
    size_t len;
    const struct param_set *params;
    const struct export_info *info;
    const struct caption_style *style;
    int64_t length_ms; /* of the recording; negative: not known */
};

/* A copy of captions that a worker may have. */
struct caption_list_copy {
    char *data;
    size_t len;
    struct param_set *params;
    struct export_info info;
};

/* Reads and checks; everything but the style is copied. Never NULL: bytes that are no captions have `trouble`
 * and no row. */
struct caption_list *caption_list_new(const struct caption_list_source *source);
/* One user more, one user less; NULL is fine. */
struct caption_list *caption_list_hold(struct caption_list *captions);
void caption_list_drop(struct caption_list *captions);

/* The numbers of one caption as a list shows them; "" where there is none. */
struct caption_list_cells {
    char cue[16], start[24], dur[24], cps[24], len[24], gap[24];
};
void caption_list_cells(const struct caption_list *captions, size_t at, struct caption_list_cells *cells);
/* "00:38.25", from an hour on "1:00:38.25"; `hours` asks for hours in any case. Returns its length. */
int caption_list_time(char *out, size_t size, int64_t ms, bool hours);
/* Does any of them start an hour in or later? Then all times have hours. */
bool caption_list_has_hours(const struct caption_list *captions);
/* The caption that is on the screen at a time, or the next one, counted from 0; the last one behind them all.
 */
size_t caption_list_at_time(const struct caption_list *captions, int64_t ms);

/* Frees the comparison that a computation has brought. */
void caption_list_diff_free(struct caption_diff *diff);

/* --- kept for the next time --- */

#define CAPTION_LIST_CACHE_ENTRIES 8
#define CAPTION_LIST_CACHE_BYTES   ((size_t)16 << 20)

/* The ones used last, by a key that names all that they depend on. */
struct caption_list_cache {
    struct {
        char *key;
        struct caption_list *captions;
    } entries[CAPTION_LIST_CACHE_ENTRIES]; /* the one used last first */
    size_t count;
};

/* NULL when there are none. One of the cache's: hold what is to stay. */
struct caption_list *caption_list_cache_find(struct caption_list_cache *cache, const char *key);
/* Keeps them too, and lets go of the oldest ones beyond the bounds. */
void caption_list_cache_put(struct caption_list_cache *cache, const char *key, struct caption_list *captions);
void caption_list_cache_clear(struct caption_list_cache *cache);

#endif
