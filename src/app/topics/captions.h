/* What the files of the captions know of each other; nobody else includes it.
 *
 * Captions of an export form: fetched with its options, listed, checked, compared and saved, in a pane over
 * the form or beside it.  Nothing is fetched before that.  What is shown is never older than the options
 * unless its head says so.  Texts are cleaned.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_APP_TOPICS_CAPTIONS_H
#define STENO_SRC_APP_TOPICS_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/caption_list.h"
#include "steno/widget/page.h"

struct app;
struct app_form;
struct computation;
struct form_ops;

/* What the pane shows. */
enum captions_view {
    CAPTIONS_LIST,
    CAPTIONS_ONE,     /* one caption, whole */
    CAPTIONS_SUMMARY, /* each rule with what it found */
    CAPTIONS_CHANGES, /* what differs from the ones that were kept */
    CAPTIONS_RAW      /* the bytes as they came */
};

/* Which of them are listed. */
enum captions_only { CAPTIONS_ALL, CAPTIONS_WITH_ERRORS, CAPTIONS_WITH_FINDINGS };

enum captions_sort {
    CAPTIONS_BY_TIME,
    CAPTIONS_BY_SPEED,
    CAPTIONS_BY_LENGTH,
    CAPTIONS_BY_GAP,
    CAPTIONS_SORTS
};

/* Captions with what they were asked for with. */
struct captions_shown {
    struct caption_list *captions; /* NULL: none */
    char *query;                   /* the request's address: project and options */
    int64_t version;               /* of the project when it was sent, -1 when that was not known */
};

struct captions_state {
    enum captions_view view;
    const struct form_ops *ops; /* of the form, NULL: they are of none; */
    int64_t form_id;            /* the project that it is about (0: several), */
    int64_t id;                 /* and the one whose captions these are */

    struct captions_shown now;
    struct captions_shown before; /* kept for a comparison */
    struct caption_diff *diff;    /* of both; NULL: none was made */
    char *trouble;                /* why there are none, or why they are older than the options; NULL */

    struct caption_list_cache cache;
    int login;                /* counts the accounts: each has captions of its own */
    char *email;              /* of that account, once it is known; NULL */
    struct param_set *values; /* the options that were looked at last */
    char *wanted;             /* the address that the options make now; NULL: they make none */
    char *failed;             /* the one that failed last: not sent again without being asked to */
    bool asked;               /* somebody wants it at once, fetched again even if it is here */
    bool reopened;            /* they have just come on the screen: fetched although `on_request` */
    bool on_request;          /* fetched only when asked for: fetching was slow, or settings say so */
    int64_t due_ms;           /* when the options have rested long enough */
    uint64_t serial;          /* the call under way, 0 for none */
    uint64_t checking;        /* the computation that checks what is shown by another style, 0 for none */
    char *sent;               /* the address of either */
    bool is_running;          /* the message line says that it is waited for */
    int64_t sent_version;
    int64_t sent_ms; /* when the last one was sent; 0: none was */

    bool compares;      /* they are compared with those kept before as soon as they are here */
    uint64_t comparing; /* the computation that compares, 0 for none */

    size_t *rows; /* the captions that are listed, counted from 0; in a comparison its rows that differ */
    size_t row_count;
    size_t row; /* the one at hand: that with the cursor, where they are listed */
    enum captions_only only;
    enum caption_rule rule; /* only those that this one finds; RULE_COUNT: any */
    char *filter;           /* only those with this text; NULL: any */
    enum captions_sort sort;
};

struct captions_state *captions_state(const struct app *app);
/* The form that they belong to; NULL when it was closed. */
struct app_form *captions_form(const struct app *app);
bool captions_are_open(const struct app *app);
/* Shows something else of them, from its first line. */
void captions_set_view(struct app *app, enum captions_view view);
/* The lines are built again at the end of the turn. */
void captions_touch(struct app *app);
void captions_shown_clear(struct captions_shown *shown);

/* captions_fetch.c: the label of an option that is invalid, so that nothing can be fetched; NULL for none. */
const char *captions_invalid(const struct app *app);
/* captions_page.c: why what is listed is not, or may not be, what the options give: "not these options: r
 * shows them"; "" when it is. */
void captions_limit(const struct app *app, char *out, size_t size);
void captions_build_page(struct app *app, struct page *page, int cells);
void captions_build_detail(struct app *app, struct page *page, int cells, size_t most);

/* captions_rows.c: which are listed, and in which order. The cursor stays at `ms` of the recording; negative:
 * on its caption. */
void captions_list_rows(struct app *app, int64_t ms);
/* Puts the cursor on a row. */
void captions_go_row(struct app *app, size_t row);
/* Where the caption at hand stands in the recording; -1 when there is none. */
int64_t captions_at_hand_ms(const struct app *app);
/* The caption at hand, counted from 0, or SIZE_MAX. */
size_t captions_at_hand(const struct app *app);
void captions_build_rows(struct app *app, struct page *page);
void captions_show_only(struct app *app);                /* errors, findings, all */
void captions_sort(struct app *app, const char *column); /* "": by the next one */
void captions_filter(struct app *app, const char *text); /* a rule, a level or a text; "" for all */
void captions_go(struct app *app, const char *text);     /* a caption's number, or a time such as 1:05 */
void captions_find(struct app *app, int step);           /* to the next or previous finding */
/* The lines of a caption's text in one, parted by " / ". Caller frees. */
char *captions_join(const char *text);

/* captions_detail.c: all of one caption, in at most so many lines; what its heading says, caller frees. */
void captions_add_caption(const struct app *app, struct page *page, size_t at, int cells, size_t most);
char *captions_heading(const struct caption_list *captions, size_t at);
void captions_add_bytes(const struct caption_list *captions, struct page *page);

/* captions_changes.c: the comparison, and the answer to it. */
void captions_compare(struct app *app); /* keeps these, then compares, then drops them */
void captions_compared(struct app *app, struct computation *computation);
void captions_changes_drop(struct app *app);
void captions_build_changes(struct app *app, struct page *page);
void captions_add_change(const struct captions_state *state, struct page *page);

/* captions_fetch.c: the version of the project, -1 while it is not known. */
int64_t captions_version_now(const struct app *app);
/* The answer to a check by another style. */
void captions_checked(struct app *app, struct computation *computation);
/* One request more for the cap on reads. */
void captions_count_request(struct app *app);
/* Are others on their way, or about to be fetched? */
bool captions_are_coming(const struct app *app);
/* At the end of a turn: what the options ask for is fetched when it is due. */
void captions_turn(struct app *app);
int64_t captions_deadline(const struct app *app);

/* captions_save.c */
void captions_save(struct app *app);

#endif
