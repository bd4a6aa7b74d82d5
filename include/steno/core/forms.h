/* Forms and what stands in them, for screen and command line: the tables of login and metadata, warnings, the
 * command that does the same, and what a project's own reply says of its options, captions and metadata. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FORMS_H
#define STENO_CORE_FORMS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/caption/check.h"

/* --- the forms that cannot be sent as they open --- */

extern const struct param_table params_login;    /* hide LOGIN_CONSENT until it is wanted */
extern const struct param_table params_metadata; /* an empty value is one, which has to be entered */

/* Their rows: param_set_get(set, LOGIN_URL). */
enum { LOGIN_URL, LOGIN_EMAIL, LOGIN_PASSWORD, LOGIN_TOKEN, LOGIN_CONSENT };
enum { METADATA_KEY, METADATA_VALUE };

/* A URL, and either a token or email and password, not both? If not, *index gets the row to look at. */
bool form_tables_check_login(const struct param_set *set, int *index, struct error *err);

/* --- warnings about values that are allowed but seldom meant: they never block --- */

struct form_warnings {
    char **texts;
    size_t count;
};
typedef void form_warn_fn(const struct param_set *set, struct form_warnings *out);

/* The rules of enqueue and export, and of any table: a set but empty text will be sent as "Name=". */
void form_warn_params(const struct param_set *set, struct form_warnings *out);
void form_warnings_add(struct form_warnings *list, const char *text); /* copied */
void form_warnings_clear(struct form_warnings *list);

/* The group that the values leave without a use, or NULL: the header of a binary format that is not chosen.
 */
typedef const char *form_fold_fn(const struct param_set *set);
form_fold_fn form_warn_unused_group;

/* --- a form's values as the steno command that does the same --- */

/* "steno enqueue 1 2 --lang en-US --with-ppc=false": the SET values in table order, without secrets and what
 * is of this computer, quoted for a POSIX shell. The subcommand is the table's name. Caller frees. */
char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count);
/* The command with one more word, and before that an option ("-o", after which a "~/" is left to the shell;
 * NULL for none). Takes the command; caller frees. */
char *command_line_add(char *command, const char *option, const char *word);

/* --- what an enqueue takes of the credit: whole minutes of the recordings, begun ones counted; the server's
 * own sum may differ --- */

struct credit {
    int64_t left;    /* minutes; negative: not known */
    int64_t read_ms; /* wall clock */
};

struct cost {
    int64_t minutes;
    int64_t unknown; /* projects of unknown length, whose minutes are not among them */
};

#define COST_TEXT_SIZE 96

/* The part of a recording that these parameters (NULL: none) transcribe; negative when the length is. */
int64_t cost_part(int64_t length_ms, const struct param_set *params);
struct cost cost_of(int64_t part_ms);
bool cost_fits(struct cost cost, struct credit credit); /* also where it is not known */
/* Is this refusal (403) of an enqueue explained by the credit? Then it says so, with both numbers. */
bool cost_explains(struct error *refusal, struct cost cost, struct credit credit);
/* "Needs 43 minutes; you have 600"; "" where that is not known. */
void cost_takes(char *out, size_t size, struct cost cost, struct credit credit);

/* What an enqueue of a project meets. The first two are sent with others, all up to COST_UNREAD alone. */
enum cost_state {
    COST_NEW,
    COST_COMPLETED,
    COST_IN_PROGRESS,
    COST_LOST, /* an enqueue of it has no answer */
    COST_UNREAD,
    COST_NO_MEDIA,
    COST_READ_ONLY,
    COST_NOT_FOUND
};

struct cost_item {
    int64_t id, part_ms, version;
    enum cost_state state;
};

/* Why it is not sent with others, in a word or two; NULL: it is. */
const char *cost_left_out(enum cost_state state);
/* How many are sent together, and what they take. */
size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum);
/* Does a question about these (`now`) say something else than when it was asked? */
bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count);
/* "11 of 13: 990 minutes, you have 307". Caller frees. */
char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit);
/* "Not sent: #3 no media, #39 read-only", in so many cells; NULL where all are. Caller frees. */
char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells);
/* What follows in a question: "2 are Completed, 1 is in progress.", what is not sent, and when the credit was
 * read (NULL: it is not known), a line each. Caller frees. */
char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells);

/* --- subtitles of an export --- */

/* What of an export is asked for as SubRip, whatever its format is. Caller frees. */
struct param_set *captions_params(const struct param_set *params);
/* The limits in the parameters of an export; `with_defaults` those that the server takes otherwise, too. */
void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits);
/* "52 captions, 1 error, 13 warnings" */
#define CAPTIONS_COUNTS_SIZE 96
void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found);

#endif
