/* The rows of the watchlist, for the screen and the command line: the data of a project in the list, columns,
 * order and filter. Times are of the wall clock in ms, 0 when not known. */
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
 * A positive value is the time at which steno saw the state change. A negative value means that steno missed
 * the change. Its absolute value is then the project's field `Updated` in the first reading with the state.
 * The state began at this time or earlier. */

#define SINCE_APART_MS INT64_C(600000) /* if two readings are this close, steno saw a change between them */

/* Returns the new `since` after a reading of `resource`. `is_same`: the state is that of the last reading.
 * `is_seen`: the last reading is so recent that steno saw the change, if there was one. */
int64_t since_next(int64_t before, bool is_same, bool is_seen, int64_t now_ms, const json_t *resource);
int64_t since_time(int64_t since); /* the absolute value: a time */

/* --- expiry: the earlier of DeleteAt and ExpirationDate, in calendar days of the zone --- */

struct expiry {
    bool is_known;    /* false: no valid date was given */
    bool is_deletion; /* the date is DeleteAt */
    bool has_zone;    /* false: the date has no zone and is taken as UTC */
    int64_t ms;
};
enum expiry_level { EXPIRY_NONE, EXPIRY_SOON, EXPIRY_URGENT, EXPIRY_GONE };

struct expiry expiry_of(const json_t *resource); /* resource may be NULL */
/* Reads the expiry from the texts of the two dates. NULL and an invalid date are ignored. */
struct expiry expiry_read(const char *delete_at, const char *expiration_date);
enum expiry_level expiry_level(const struct expiry *expiry, int64_t now_ms, enum date_zone zone);

#define EXPIRY_TEXT_SIZE 64 /* bytes for each text below; a text is "" when the expiry is not known */
/* Writes "12-01", in other years "2027-01"; from 9 days before expiry: "9 days", "1 day", "today", "gone". */
void expiry_column(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);
/* Writes "12-01, in 10 days", "11-21, today", "11-20, gone", "12-01 (UTC?), in 10 days". */
void expiry_text(char *out, size_t size, const struct expiry *expiry, int64_t now_ms, enum date_zone zone);

/* Writes "will be deleted on 2026-11-23, in 2 days", "expired on 2026-11-20". */
void expiry_sentence(char *out, size_t size, const struct expiry *expiry, int64_t now_ms,
                     enum date_zone zone);

/* --- the ledger: files that steno exported on this computer for the account --- */

/* The last export of a project. */
struct exported {
    int64_t when_ms;
    int64_t version; /* exported version of the project; negative: not known */
    char format[16]; /* "srt"; "" when not known */
};
enum ledger_age { LEDGER_NONE, LEDGER_OLD, LEDGER_CURRENT }; /* sorting by export uses this order */

struct ledger_file {
    int64_t id;
    char *path; /* absolute, without symbolic links */
    char *format;
    int64_t version; /* as in struct exported */
    int64_t when_ms;
    int64_t size;
    int64_t written_ns; /* modification time of the file after steno wrote it */
};
struct ledger {
    struct ledger_file *files;
    size_t count;
};

/* Returns whether the last export of a project is current. `version`: the project's present version.
 * `updated_ms`: the project's last change, server's clock. An export of unknown version is current if it was
 * made at least a minute after this change. */
enum ledger_age ledger_age(const struct exported *exported, int64_t version, int64_t updated_ms);
void ledger_add(struct ledger *ledger, const struct ledger_file *file); /* takes over the texts of `file` */
/* Copies the entries of project `id`. */
void ledger_add_of(struct ledger *ledger, const struct ledger *from, int64_t id);
void ledger_clear(struct ledger *ledger);
const struct ledger_file *ledger_find(const struct ledger *ledger, int64_t id, const char *path);
const struct ledger_file *ledger_last(const struct ledger *ledger, int64_t id);

/* --- a row --- */

/* A row from the store: what the list can show before a request. Texts are cleaned. */
struct store_row {
    int64_t id, place;
    char *note;
    bool known; /* the project has been read */
    char *state, *name, *length;
    char *tags; /* joined by ", " */
    int64_t version, fetched_ms;
    int64_t state_since_ms;      /* from since_next() */
    char *label, *lang, *author; /* from the last reading, as in struct listed; texts may be NULL */
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms;
    struct exported exported;
};

/* The data of a project for filter and order. Texts are cleaned and borrowed; "": none. */
struct listed {
    int64_t id;
    const char *name, *state, *tags, *note;
    char mark;          /* settings_state_mark() of the state */
    bool is_lost;       /* a write to the project has no answer */
    bool is_sent;       /* the project was enqueued, but its transcription was not seen to start */
    bool is_unreadable; /* the last reading failed */
    bool is_today;      /* the state began today */
    enum ledger_age exported;
    int64_t length_ms; /* -1 when not known */
    int64_t since_ms;
    size_t place; /* in the order in which projects were added */

    /* set by listed_read() */
    const char *label, *lang, *author;
    bool has_no_media, is_read_only;
    struct expiry expiry;
    int64_t updated_ms; /* the server's clock */
};

/* Fills the fields that struct listed marks as "set by listed_read()". Their texts are borrowed from the
 * reading `shown`. */
void listed_read(struct listed *listed, const json_t *shown);
char *listed_tags(const json_t *shown); /* joined by ", "; caller frees */
bool listed_is_today(int64_t state_since_ms, int64_t now_ms, enum date_zone zone);

/* --- columns and order --- */

enum column {
    COLUMN_ADDED, /* only an order: projects as they were added; the default */
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
    const char *name; /* "since": in the setting `columns` and for sorting */
    const char *head; /* heading: "Since" */
    int cells;        /* width; 0 for the name, which takes the remaining cells */
    bool is_right;    /* right-aligned */
    char key;         /* key that sorts by this column, '\0' for none */
    bool is_down;     /* the normal order of this column has the newest first */
};
extern const struct column_def column_defs[COLUMN_COUNT];

enum column column_find(const char *name); /* COLUMN_COUNT for none */
/* True if the text is valid for the setting `columns`: names of columns that can be chosen, each once. */
bool column_check(const char *columns, struct error *err);
/* Parses an order: the name of a column ("since"), with a dash at the end for the reverse ("since-").
 * *is_down is true for descending order. False: there is no column with this name. */
bool column_sort_parse(const char *text, enum column *column, bool *is_down);
extern const char column_sort_names[]; /* names of all columns to sort by: "id state …" */

/* Position and width of each column of a list. A column with 0 cells is not shown. */
struct column_grid {
    struct {
        int x, cells;
    } at[COLUMN_COUNT];
};
#define COLUMN_GUTTER 2 /* cells before the first column, for cursor and mark */
/* Places id and state first, then the columns named in `columns`, in order, while the name stays wide enough.
 * The name gets the remaining cells. `columns` and `width` alone decide which columns are shown. */
void column_place(struct column_grid *grid, const char *columns, int width, int id_cells);

/* Compares two projects by a column; negative: a comes first. Order of states: failed, no answer, in
 * progress, None, completed. `is_down` reverses the order. In both orders, unknown values and projects with
 * nothing to export come last. Equal projects keep the order in which they were added. */
int listed_compare(const struct listed *a, const struct listed *b, enum column column, bool is_down);

/* --- the filter: a project must match all words, in any letter case ---
 *   word        id, name, state, tags, label or note contain the word
 *   state:word  the state contains the word; also tag: label: lang: note:
 *   is:todo     see filter_terms
 *   -word       the project does not match this word */

struct filter;

/* A word of the filter: a term such as is:todo, or a field name such as tag: before a text. */
struct filter_term {
    const char *word; /* "is:todo", "tag:" */
    const char *help; /* which projects the word finds: "failed, canceled, or cannot be read" */
    const char *none; /* message when no project is found; NULL for a field name */
    size_t at;        /* for a field name: offset of the text in struct listed */
};
/* The first FILTER_VIEWS terms are the views 1, 2, …, in this order. */
#define FILTER_VIEWS 5
#define FILTER_TERMS 10
extern const struct filter_term filter_terms[FILTER_TERMS];

/* Makes a filter. Ignores unknown and unfinished words, such as `-`, `tag:` or `is:to`. */
struct filter *filter_new(const char *text);
/* False if the text has an unknown or unfinished word. err names this word. */
bool filter_check(const char *text, struct error *err);
void filter_free(struct filter *filter);
bool filter_takes(const struct filter *filter, const struct listed *listed);
const char *filter_none(const char *text); /* message when no project matches */

/* --- two fields of a reply that the API does not document ---
 * TranscriptionConfig has the options of the last transcription. Its members are named like parameters of
 * enqueue. Two names differ: Language for Lang, Profile for TranscriptionProfile. Metadata is an object or a
 * list of {Key, Value}. */

enum last_run_kind {
    LAST_RUN_DEFAULT, /* the parameter's default, or not set */
    LAST_RUN_DIFFERS,
    LAST_RUN_OTHER /* the member is not a parameter */
};

int last_run_row(const struct param_table *table, const char *field); /* row of the parameter; -1 for none */
/* Compares a value with the default of a parameter. `def` NULL: the member is not a parameter. */
enum last_run_kind last_run_compare(const struct param_def *def, const json_t *value);
/* Returns the value in the form of a request: a text unchanged, null as "", others as JSON. Caller frees. */
char *last_run_text(const json_t *value);
/* Returns the language of the project's last transcription; NULL when not known. Borrowed. */
const char *last_run_language(const json_t *resource);

/* Returns the metadata as an array of {"Key": text, "Value": any}. An element without a Key gets the key "-".
 * NULL: the reply has no Metadata. The caller owns the reference. */
json_t *metadata_reply_pairs(const json_t *resource);
/* Returns the value of a key in `pairs`. Borrowed; NULL: the key is missing. */
const json_t *metadata_reply_value(const json_t *pairs, const char *key);

#endif
