/* The captions of the export form: fetched with its options, listed, checked, compared and saved.
 *
 * Opened over a form whose request is an export; from 132 columns on they stand beside it.  Nothing is
 * fetched before that.  What is shown is never older than the options unless it says so: `app_captions_state`
 * names the difference.  Texts are cleaned.
 */
#ifndef STENO_APP_CAPTIONS_H
#define STENO_APP_CAPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/caption_list.h"
#include "steno/widget/layout.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

struct app;
struct app_form;
struct computation;
struct form_ops;

#define CAPTIONS_BESIDE_COLS 132 /* from here on they stand beside the form */

/* What the captions show. */
enum captions_view {
    CAPTIONS_LIST,
    CAPTIONS_ONE,     /* one caption, whole */
    CAPTIONS_SUMMARY, /* each rule with what it found */
    CAPTIONS_CHANGES  /* what differs from the ones that were marked */
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
    char *query;               /* the request's address: project and options */
    int64_t version;           /* of the project when it was sent, -1 when that was not known */
};

struct app_captions {
    bool open;
    bool whole; /* they have all of the body, although there is room beside the form */
    enum captions_view view;
    const struct form_ops *ops; /* of the form, */
    int64_t form_id;            /* the project that it is about (0: several), */
    int64_t id;                 /* and the one whose captions these are */
    const struct caption_style *style;

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
    int64_t sent_ms; /* when the last one was sent */

    bool compares;      /* they are compared with those kept before as soon as they are here */
    uint64_t comparing; /* the computation that compares, 0 for none */

    struct list list; /* its ids are captions, counted from 0; of CAPTIONS_CHANGES rows of the comparison */
    enum captions_only only;
    enum caption_rule rule; /* only those that this one finds; RULE_COUNT: any */
    char *filter;           /* only those with this text; NULL: any */
    enum captions_sort sort;
    struct page detail;   /* about the caption under the cursor, once it rests there */
    size_t detail_of;     /* that one */
    int64_t detail_at_ms; /* when it is about another one; INT64_MAX: it is up to date */
    struct page page;     /* the summary */
};

/* Of app_new and app_free. */
void app_captions_begin(struct app *app);
void app_captions_end(struct app *app);

/* --- the life --- */

/* Opens them over the form on top, or beside it; says why not where its request is no export. */
void app_captions_open(struct app *app);
/* Leaves what is open in them, at last them: back to the form. */
void app_captions_back(struct app *app);
/* What they hold stays until the form is closed. */
void app_captions_close(struct app *app);
/* Do the captions of the form on top take the keys of a form that stands beside them? Then they have them. */
bool app_captions_take_focus(struct app *app);
/* At the end of a turn: what the options ask for is fetched when it is due. */
void app_captions_turn(struct app *app);
int64_t app_captions_deadline(const struct app *app);
/* A computation has its answer. */
void app_captions_computed(struct app *app, struct computation *computation);
/* A token is good again: what failed for want of one may be sent. */
void app_captions_session_up(struct app *app);
/* Another server or login: the address of the options may be another one. */
void app_captions_server_changed(struct app *app);
/* More is known of the account: still the one that they were fetched for. */
void app_captions_account_known(struct app *app);

/* --- what is done with them --- */

void app_captions_refresh(struct app *app);
void app_captions_step(struct app *app, const char *move); /* "down", "page-up", ... */
void app_captions_enter(struct app *app);                  /* what is under the cursor, whole */
void app_captions_finding(struct app *app, int step);      /* to the next or previous finding */
void app_captions_show_only(struct app *app);              /* errors, findings, all */
void app_captions_sort(struct app *app);                   /* by the next column */
void app_captions_summary(struct app *app);                /* or back to the list */
void app_captions_save(struct app *app);
void app_captions_compare(struct app *app);                  /* keeps these, then compares, then drops them */
void app_captions_whole(struct app *app);                    /* all of the body, and back */
void app_captions_go(struct app *app, const char *text);     /* a caption's number, or a time such as 1:05 */
void app_captions_filter(struct app *app, const char *text); /* a rule, a level or a text; "" for all */
/* Fills app->preview with the bytes as they came, cleaned; false when there are none. */
bool app_captions_raw(struct app *app);
void app_captions_set_style(struct app *app, const struct caption_style *style);

/* --- for the views --- */

struct captions_places {
    struct area all, list, detail; /* of the list the rows alone */
};
void app_captions_places(const struct app *app, struct captions_places *places);
/* Are others on their way, or about to be fetched? */
bool app_captions_are_coming(const struct app *app);
/* Do they stand beside the form now? */
bool app_captions_are_beside(const struct app *app);
/* Where the form stands: the body, or what the captions leave of it. */
struct area app_captions_form_area(const struct app *app);
/* "Captions 2  Interview: dam keeper"; the other end of it: counts. Both fit `size`. */
void app_captions_title(const struct app *app, char *out, size_t size);
void app_captions_counts(const struct app *app, char *out, size_t size, bool is_short);
/* Why what is listed is not, or may not be, what the options give: "not these options: r shows them"; "" when
 * it is. */
void app_captions_state(const struct app *app, char *out, size_t size);

#endif
