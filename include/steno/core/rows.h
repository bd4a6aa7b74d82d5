/* The rows of the watchlist, on the screen and on the command line: what the list knows of a project, its
 * columns, its order and its filter. Times are of the wall clock in ms, 0 where they are not known. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ROWS_H
#define STENO_CORE_ROWS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/base/when.h"

/* --- since when a project is in its state ---
 * Positive: when the change to it was seen. Negative: nobody saw it; without its sign it is what the server
 * gave as Updated in the first reading with that state, so that it began then or earlier. */

#define SINCE_APART_MS INT64_C(600000) /* readings farther apart than this see no change, they find it */

/* After a reading (its resource): `is_same`: its state is that of the one before; `is_seen`: that was near.
 */
int64_t since_next(int64_t before, bool is_same, bool is_seen, int64_t now_ms, const json_t *resource);
int64_t since_time(int64_t since); /* without the sign */

/* --- when a project ends: the earlier of its DeleteAt and ExpirationDate, in days of the zone's calendar ---
 */

struct expiry {
    bool is_known;    /* false: the project has neither date, or none that can be read */
    bool is_deletion; /* DeleteAt is the earlier one */
    bool has_zone;    /* false: the date came without a zone and is taken for UTC */
    int64_t ms;
};
enum expiry_level { EXPIRY_NONE, EXPIRY_SOON, EXPIRY_URGENT, EXPIRY_GONE };

struct expiry expiry_of(const json_t *resource); /* NULL: not known */
/* Of the two dates as they came; NULL or a text that is no date counts as none. */
struct expiry expiry_read(const char *delete_at, const char *expiration_date);
enum expiry_level expiry_level(const struct expiry *expiry, int64_t now_ms, enum date_zone zone);

#define EXPIRY_TEXT_SIZE 64 /* bytes that hold any of these; "" where it is not known */
/* "12-01", "2027-01" of another year, "9 days" from nine days before on, "1 day", "today", "gone". */
void expiry_column(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);
/* "12-01, in 10 days", "11-21, today", "11-20, gone", "12-01 (UTC?), in 10 days". */
void expiry_text(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);

/* "is deleted on 2026-11-23, in 2 days", "expired on 2026-11-20". */
void expiry_sentence(char *out, size_t size, const struct expiry *expiry, int64_t now_ms,
                     enum date_zone zone);

/* --- the ledger: the files that steno exported on this computer for the account --- */

/* The last export of a project. */
struct exported {
    int64_t when_ms;
    int64_t version; /* of the project, as it was exported; negative: not known */
    char format[16]; /* "srt"; "" when not known */
};
enum ledger_age { LEDGER_NONE, LEDGER_OLD, LEDGER_CURRENT }; /* in the order of a list */

struct ledger_file {
    int64_t id;
    char *path; /* absolute, without links */
    char *format;
    int64_t version; /* as in struct exported */
    int64_t when_ms;
    int64_t size;
    int64_t written_ns; /* the file's time of last change, as steno left it */
};
struct ledger {
    struct ledger_file *files;
    size_t count;
};

/* What the last export is for a project with this version, changed then by the server's clock; one of a
 * version that is not known is current where the change was a minute before it. */
enum ledger_age ledger_age(const struct exported *exported, int64_t version, int64_t updated_ms);
void ledger_add(struct ledger *ledger, const struct ledger_file *file);           /* takes its texts */
void ledger_add_of(struct ledger *ledger, const struct ledger *from, int64_t id); /* copies of a project's */
void ledger_clear(struct ledger *ledger);
const struct ledger_file *ledger_find(const struct ledger *ledger, int64_t id, const char *path);
const struct ledger_file *ledger_last(const struct ledger *ledger, int64_t id);

/* --- a row --- */

/* As the store has it: all that the list shows without a request. Texts are cleaned. */
struct store_row {
    int64_t id, place;
    char *note;
    bool known; /* the project was read once */
    char *state, *name, *length;
    char *tags; /* joined by ", " */
    int64_t version, fetched_ms;
    int64_t state_since_ms;      /* as since_next() has it */
    char *label, *lang, *author; /* of the last reading, as these: struct listed; texts may be NULL */
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms;
    struct exported exported;
};

/* What filter and order look at. Texts are cleaned and borrowed, "" where there is none. */
struct listed {
    int64_t id;
    const char *name, *state, *tags, *note;
    char mark;          /* of its state: settings_state_mark() */
    bool is_lost;       /* a write of it has no answer */
    bool is_sent;       /* it was enqueued, and is not seen to be worked on yet */
    bool is_unreadable; /* the last reading failed */
    bool is_today;      /* its state began on this day */
    enum ledger_age exported;
    int64_t length_ms; /* -1 when not known */
    int64_t since_ms;
    size_t place; /* in the watchlist's own order */

    /* out of a reading: listed_read() */
    const char *label, *lang, *author;
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms; /* the server's clock */
};

/* Takes over what a reading has of it. */
void listed_read(struct listed *listed, const json_t *shown);
char *listed_tags(const json_t *shown); /* joined by ", "; caller frees */
bool listed_is_today(int64_t state_since_ms, int64_t now_ms, enum date_zone zone);

/* --- columns and order --- */

enum column {
    COLUMN_ADDED, /* the order in which projects were added, as long as no other was chosen */
    COLUMN_ID,
    COLUMN_STATE,
    COLUMN_SINCE,
    COLUMN_LENGTH,
    COLUMN_NOTE,
    COLUMN_NAME,
    COLUMN_TAGS,
    COLUMN_EXPIRES,
    COLUMN_LANGUAGE,
    COLUMN_EXPORTED,
    COLUMN_LABEL,
    COLUMN_CHANGED,
    COLUMN_AUTHOR,
    COLUMN_COUNT
};
struct column_def {
    const char *name; /* "since": in the setting `columns`, and where a list is sorted by it */
    const char *head; /* "Since" */
    int cells;        /* of the name: 0, it takes what is left */
    bool is_right;    /* drawn to the right of its cells */
    char key;         /* that sorts by it, '\0' for none */
    bool is_down;     /* the newest comes first, unless it is reversed */
};
extern const struct column_def column_defs[COLUMN_COUNT];

enum column column_find(const char *name); /* COLUMN_COUNT for none */
/* Is it a value of the setting `columns`: names of what can be chosen, none twice? */
bool column_check(const char *columns, struct error *err);
/* "since", "since-": a column that a list can be sorted by, and whether its values fall. */
bool column_sort_parse(const char *text, enum column *column, bool *is_down);
extern const char column_sort_names[]; /* "id state …" */

/* Where the columns of a list begin, and how wide they are; cells 0: not there. */
struct column_grid {
    struct {
        int x, cells;
    } at[COLUMN_COUNT];
};
#define COLUMN_GUTTER 2 /* cells before the first one: cursor and mark */
/* Id and state always, then those of the setting as long as the name keeps its cells; it has the rest. The
 * width alone says which are there, never what is in them, nor how long the ids are. */
void column_place(struct column_grid *grid, const char *columns, int width, int id_cells);

/* Order by a column, negative: a comes first. States: failed, answer lost, in progress, None, completed.
 * `is_down` turns it round; what is not known, or has nothing to export, comes last in either direction, and
 * equal ones stand in the watchlist's own order. */
int listed_compare(const struct listed *a, const struct listed *b, enum column column, bool is_down);

/* --- the filter: words, all of which a project has to match, whatever their case ---
 *   word        is in its id, name, state, a tag, its label or its note
 *   state:word  is in this one place: state, tag, label, lang, note
 *   is:todo     it is what filter_terms says of it
 *   -word       it does not match this word */

struct filter;

/* A word with a colon: one that is whole, or one that looks into a place and goes on. */
struct filter_term {
    const char *word; /* "is:todo", "tag:" */
    const char *help; /* "None, has media, not read-only, nothing sent" */
    const char *none; /* "No project here is None and has media"; NULL of a place */
    size_t at;        /* of a place: which text of struct listed */
};
/* The first FILTER_VIEWS are the views 1, 2, …, in their order. */
#define FILTER_VIEWS 5
#define FILTER_TERMS 10
extern const struct filter_term filter_terms[FILTER_TERMS];

/* Words that are unknown or not finished, such as `-`, `tag:` or `is:to`, leave everything. */
struct filter *filter_new(const char *text);
/* False where such a word is there, which err names. */
bool filter_check(const char *text, struct error *err);
void filter_free(struct filter *filter);
bool filter_takes(const struct filter *filter, const struct listed *listed);
const char *filter_none(const char *text); /* said where nothing matches it */

/* --- two fields of a reply that the API does not document ---
 * TranscriptionConfig: what the project was last transcribed with; a field with the name of a parameter of
 * enqueue, or one of two other names that are known, is that parameter. Metadata: an object, or a list of
 * {Key, Value}. */

enum last_run_kind {
    LAST_RUN_DEFAULT, /* as by default: the parameter's default, or not set */
    LAST_RUN_DIFFERS,
    LAST_RUN_OTHER /* no parameter: nobody knows its default */
};

int last_run_row(const struct param_table *table, const char *field); /* of the parameter; -1 for none */
/* How its value compares with what is sent by default. def NULL: it is no parameter. */
enum last_run_kind last_run_compare(const struct param_def *def, const json_t *value);
/* The value as it would be sent: a text as it is, anything else as JSON; "" for null. Caller frees. */
char *last_run_text(const json_t *value);
/* The language that it was transcribed in, of a whole resource; NULL: not known. Borrowed. */
const char *last_run_language(const json_t *resource);

/* Its Metadata as an array of {"Key": text, "Value": any}, what is no pair with the key "-"; NULL where the
 * reply has no such field. The caller owns the reference. */
json_t *metadata_reply_pairs(const json_t *resource);
/* Borrowed; NULL for none. */
const json_t *metadata_reply_value(const json_t *pairs, const char *key);

#endif
