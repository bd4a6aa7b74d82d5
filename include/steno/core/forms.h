/* Forms, for the screen and the command line: the tables of the forms for login and metadata, warnings, the
 * equivalent command, the cost of an enqueue, and the subtitle limits of an export. */
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

extern const struct param_table params_login;    /* forms hide LOGIN_CONSENT until the server requires it */
extern const struct param_table params_metadata; /* the row Value must be SET; its text can be empty */

/* Row indexes of these tables, for calls such as param_set_get(set, LOGIN_URL). */
enum { LOGIN_URL, LOGIN_EMAIL, LOGIN_PASSWORD, LOGIN_TOKEN, LOGIN_CONSENT };
enum { METADATA_KEY, METADATA_VALUE };

/* True if the set has a URL, and either a token or email and password. Else *index is the row at fault. */
bool form_tables_check_login(const struct param_set *set, int *index, struct error *err);

/* --- warnings about allowed but unusual values; they never block sending --- */

struct form_warnings {
    char **texts;
    size_t count;
};
typedef void form_warn_fn(const struct param_set *set, struct form_warnings *out);

/* Adds warnings about the values of an enqueue or an export. An empty text, which is sent as "Name=", gets a
 * warning in every form. */
void form_warn_params(const struct param_set *set, struct form_warnings *out);
void form_warnings_add(struct form_warnings *list, const char *text); /* copies the text */
void form_warnings_clear(struct form_warnings *list);

/* Returns the group of rows that have no effect with these values; NULL: there is none. In an export to any
 * format but STL, this is the EBU STL header. */
typedef const char *form_fold_fn(const struct param_set *set);
form_fold_fn form_warn_unused_group;

/* --- a form's values as the equivalent steno command --- */

/* Returns the equivalent command: "steno enqueue 1 2 --lang en-US --with-ppc=false". Its values are the SET
 * values in table order, quoted for a POSIX shell. Secrets and values that are only for this computer are
 * left out. The subcommand is the table's name. Caller frees. */
char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count);
/* Appends an option (such as "-o"; NULL for none) and a quoted word. After an option, a "~/" at the start of
 * the word is not quoted, so that the shell expands it. Frees `command`; the caller frees the result. */
char *command_line_add(char *command, const char *option, const char *word);

/* --- cost of an enqueue: minutes of the recordings, each rounded up; the server's sum can differ --- */

struct credit {
    int64_t left;    /* minutes; negative: not known */
    int64_t read_ms; /* when the credit was read, wall clock */
};

struct cost {
    int64_t minutes;
    int64_t unknown; /* number of projects of unknown length, not counted in `minutes` */
};

#define COST_TEXT_SIZE 96

/* Returns how many ms of a recording an enqueue with `params` (or NULL) transcribes; negative: not known. */
int64_t cost_part(int64_t length_ms, const struct param_set *params);
struct cost cost_of(int64_t part_ms);
bool cost_fits(struct cost cost, struct credit credit); /* also true if the credit is not known */
/* True if too little credit explains the 403 to an enqueue. The needed minutes are added to `refusal`. */
bool cost_explains(struct error *refusal, struct cost cost, struct credit credit);
/* Writes "Needs 43 min of credit; you have 600", or "" if cost or credit is unknown. */
void cost_takes(char *out, size_t size, struct cost cost, struct credit credit);

/* Tells whether a project can be enqueued. A batch sends only projects in the first two states. A single
 * project can be enqueued in all states up to COST_UNREAD. */
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

/* Returns why a batch leaves out a project, in a word or two; NULL: the batch sends the project. */
const char *cost_left_out(enum cost_state state);
/* Returns the number of projects that a batch sends; *sum gets their cost. */
size_t cost_count(const struct cost_item *items, size_t count, struct cost *sum);
/* True if the items `now` differ from `asked`, the items when the operator was asked. */
bool cost_changed(const struct cost_item *asked, const struct cost_item *now, size_t count);
/* Returns "11 of 13 projects? Needs 990 min of credit; you have 307". If `is_short` is true, returns "11 of
 * 13 need 990 min; you have 307". Caller frees. */
char *cost_sentence(const struct cost_item *items, size_t count, struct credit credit, bool is_short);
/* Returns `words` and the projects that a batch leaves out, cut to `cells`: "Left out: #3 no media, #39
 * read-only". NULL: all projects are sent. Caller frees. */
char *cost_not_sent(const struct cost_item *items, size_t count, const char *words, int cells);
/* Returns the lines below a batch's question: "2 of these 3 are Completed.", the projects that are not sent,
 * and when the credit was read (`as_of`; NULL: not known). Caller frees. */
char *cost_note(const struct cost_item *items, size_t count, const char *as_of, int cells);

/* --- subtitles of an export --- */

/* Returns the parameters of an export, changed to the format SubRip. With these parameters steno gets the
 * subtitles that it shows. Caller frees. */
struct param_set *captions_params(const struct param_set *params);
/* Fills in the subtitle limits from the parameters of an export. The limit of a parameter that is not set is
 * its default. If `with_defaults` is false, it has no limit. */
void captions_limits(const struct param_set *params, bool with_defaults, struct caption_limits *limits);
/* Writes "52 captions, 1 error, 13 warnings". */
#define CAPTIONS_COUNTS_SIZE 96
void captions_counts(char out[CAPTIONS_COUNTS_SIZE], size_t count, const struct caption_findings *found);

#endif
