/* Forms, for the screen and the command line: the tables of login and metadata, warnings, the equivalent
 * command, the cost of an enqueue, and the subtitle limits of an export. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_FORMS_H
#define STENO_CORE_FORMS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/caption/check.h"

/* --- forms with required fields --- */

extern const struct param_table params_login;    /* hide LOGIN_CONSENT until the server requires it */
extern const struct param_table params_metadata; /* the value may be empty, but must be entered */

/* Rows of these tables: param_set_get(set, LOGIN_URL). */
enum { LOGIN_URL, LOGIN_EMAIL, LOGIN_PASSWORD, LOGIN_TOKEN, LOGIN_CONSENT };
enum { METADATA_KEY, METADATA_VALUE };

/* Are there a URL, and either a token or email and password? If not, *index gets the faulty row. */
bool form_tables_check_login(const struct param_set *set, int *index, struct error *err);

/* --- warnings about allowed but unusual values; they never block sending --- */

struct form_warnings {
    char **texts;
    size_t count;
};
typedef void form_warn_fn(const struct param_set *set, struct form_warnings *out);

/* Applies the rules of enqueue and export; in any table it warns that an empty text is sent as "Name=". */
void form_warn_params(const struct param_set *set, struct form_warnings *out);
void form_warnings_add(struct form_warnings *list, const char *text); /* copies the text */
void form_warnings_clear(struct form_warnings *list);

/* The group that has no effect with these values, or NULL: the EBU STL header when another format is set. */
typedef const char *form_fold_fn(const struct param_set *set);
form_fold_fn form_warn_unused_group;

/* --- a form's values as the equivalent steno command --- */

/* "steno enqueue 1 2 --lang en-US --with-ppc=false": the SET values in table order, quoted for a POSIX shell,
 * without secrets and local rows. The subcommand is the table's name. Caller frees. */
char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count);
/* Appends an option (such as "-o"; NULL for none) and a word. After an option the shell expands a "~/" at the
 * start of the word. Takes the command; caller frees. */
char *command_line_add(char *command, const char *option, const char *word);

/* --- cost of an enqueue: minutes of the recordings, each rounded up; the server's sum may differ --- */

struct credit {
    int64_t left;    /* minutes; negative: not known */
    int64_t read_ms; /* wall clock */
};

struct cost {
    int64_t minutes;
    int64_t unknown; /* number of projects of unknown length, not counted in `minutes` */
};

#define COST_TEXT_SIZE 96

/* Milliseconds of a recording that these parameters (NULL: none) transcribe; negative: length not known. */
int64_t cost_part(int64_t length_ms, const struct param_set *params);
struct cost cost_of(int64_t part_ms);
bool cost_fits(struct cost cost, struct credit credit); /* true when the credit is not known */
/* Does a low credit explain the refusal (403) of an enqueue? If so, its text gets both numbers. */
bool cost_explains(struct error *refusal, struct cost cost, struct credit credit);
/* "Needs 43 minutes; you have 600"; "" when not known. */
void cost_takes(char *out, size_t size, struct cost cost, struct credit credit);

/* Can a project be enqueued? A batch sends only the first two, a single enqueue all up to COST_UNREAD. */
enum cost_state {
    COST_NEW,
    COST_COMPLETED,
    COST_IN_PROGRESS,
    COST_LOST, /* an earlier enqueue has no answer */
    COST_UNREAD,
    COST_NO_MEDIA,
    COST_READ_ONLY,
    COST_NOT_FOUND
};

struct cost_item {
    int64_t id, part_ms, version;
    enum cost_state state;
};

/* Why a project is left out of a batch, in a word or two; NULL: it is sent. */
const char *cost_left_out(enum cost_state state);
/* The number of projects that a batch sends, and their cost. */
size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum);
/* Have the items (`now`) changed since the question about them was asked? */
bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count);
/* "11 of 13: 990 minutes, you have 307". Caller frees. */
char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit);
/* "Not sent: #3 no media, #39 read-only", cut to `cells`; NULL when all are sent. Caller frees. */
char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells);
/* More lines of a question: "2 are Completed, 1 is in progress.", which projects are not sent, and `as_of`,
 * when the credit was read (NULL: not known). Caller frees. */
char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells);

/* --- subtitles of an export --- */

/* The parameters of the same export as SubRip, to show its subtitles in any format. Caller frees. */
struct param_set *captions_params(const struct param_set *params);
/* The limits in the parameters of an export; `with_defaults`: also the defaults of parameters not set. */
void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits);
/* "52 captions, 1 error, 13 warnings" */
#define CAPTIONS_COUNTS_SIZE 96
void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found);

#endif
