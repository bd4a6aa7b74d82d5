/* The application: the whole state of the full-screen program, and the one function that changes it.
 *
 *   app_handle(app, event, now_ms, effects):  (state, event, now) -> (state, effects, next deadline)
 *
 * No I/O, no clock, no terminal: every behaviour is a unit test.  Views and plain
 * mode read this struct and decide nothing.  All texts in it that came from a
 * server or a store are cleaned.  Projects are keyed by id everywhere; rows are
 * only a matter of drawing.
 */
#ifndef STENO_APP_APP_H
#define STENO_APP_APP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/record.h"
#include "steno/base/when.h"
#include "steno/app/action.h"
#include "steno/app/effect.h"
#include "steno/app/event.h"
#include "steno/widget/form.h"
#include "steno/app/keymap.h"
#include "steno/widget/layout.h"
#include "steno/widget/lineedit.h"
#include "steno/widget/list.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"

enum app_pane {
    PANE_PROJECTS,
    PANE_DETAILS,
    PANE_TAGS,
    PANE_METADATA,
    PANE_ACTIVITY,
    PANE_RAW,
    PANE_ACCOUNT,
    PANE_POLICY,
    PANE_HELP,
    PANE_COUNT
};

/* --- projects --- */

struct app_project {
    int64_t id;
    char *note;                         /* may be NULL */
    bool known;                         /* read once, now or in an earlier session */
    bool fresh;                         /* read in this session; otherwise "as of" fetched_ms */
    bool reading;                       /* a read is under way */
    bool asked;                         /* the operator asked for it and waits for a word */
    bool watched;                       /* the refresh machine knows it */
    bool maybe_enqueued;                /* the outcome of the last enqueue from here is unknown */
    char *state, *name, *length, *tags; /* "" when not known */
    int64_t version;                    /* -1 when not known */
    int64_t length_ms;                  /* -1 when it does not parse */
    int64_t fetched_ms;                 /* wall clock; 0 never */
    int64_t state_since_ms;             /* wall clock; 0 not known */
    int64_t saved_ms;                   /* when it was last written to the store */
    uint64_t added_serial;              /* store operation that added it */
    uint64_t written_serial;            /* reads up to this one were sent before a write's answer came */
    char *trouble;                      /* sentence of the last failed read, NULL when it went well */
    enum error_kind trouble_kind;       /* what it was, */
    int trouble_status;                 /* and its HTTP status, 0 without one */
    struct project *full;               /* whole project, where it is needed; NULL otherwise */
};

enum app_sort {
    SORT_OWN,
    SORT_ID,
    SORT_STATE,
    SORT_LENGTH,
    SORT_NAME,
    SORT_COUNT
}; /* SORT_OWN: the watchlist's order */

/* --- text panes: lines that a view draws as they are --- */

enum page_line_kind {
    LINE_TEXT,    /* value alone, from the left edge */
    LINE_HEADING, /* value is a heading */
    LINE_FIELD,   /* label, value */
    LINE_NOTE,    /* value, dimmed: an explanation */
    LINE_BAD      /* value, as an error */
};

struct page_line {
    enum page_line_kind kind;
    char *label;  /* NULL without one */
    char *value;  /* one line of cleaned text, never NULL */
    char *full;   /* the whole value where it was wrapped over lines, else NULL; its first line owns it */
    char *target; /* what the line stands for: tag, metadata key, field path, action name; NULL for none */
    int64_t id;   /* project the line is about (activity), 0 for none */
    int indent;   /* nesting, in steps of two cells */
    bool goes_on; /* a further line of the same value: `full` is the first one's */
};

struct page {
    struct page_line *lines;
    size_t count;
    struct list list;    /* its ids are line numbers: list.selected is the cursor */
    char *title;         /* never NULL once built */
    int64_t id;          /* project that the lines are about, 0 for none */
    int label_cells;     /* where values begin: what they were wrapped for */
    enum date_zone zone; /* of the dates in it */
};

#define PAGE_LABEL_INDENT 1 /* fields stand a cell right of their heading */
#define PAGE_LABEL_GAP    2

/* Where the value of a labelled line begins: in the column of values, but behind a label that is longer. */
int page_value_col(const struct page *page, const struct page_line *line);

/* --- forms --- */

enum app_form_kind { APP_FORM_LOGIN, APP_FORM_OPEN, APP_FORM_ENQUEUE, APP_FORM_EXPORT, APP_FORM_METADATA };

/* What the store knows of a form. */
struct app_draft {
    struct param_set *base; /* what the form showed when it was last handed over or put back, secrets apart */
    struct param_set *stored; /* the draft in the store as far as is known; NULL until it has answered */
    uint64_t failed;          /* fields that the store could not keep, a bit a row */
    uint64_t serial;          /* the last operation about it: only its answer tells what is there now */
    char *typed;              /* the line that a face of its own line has for this row; NULL for none */
    int typed_row;
    bool unsaved;     /* that line has changed */
    bool touched;     /* a value was changed since the form was opened: no draft may come back */
    bool loaded;      /* the store has answered */
    bool handed_over; /* something of it was */
};

struct app_form {
    enum app_form_kind kind;
    int64_t project_id; /* 0: none */
    int64_t *ids;       /* batch: all that it acts on */
    size_t id_count;
    char *title;       /* "Enqueue 1  Council meeting, 14 May" */
    struct form *form; /* the widget */
    uint64_t serial;   /* call under way, 0 for none */
    char *message;     /* what the last attempt gave, until the next one; NULL for none */
    bool message_is_bad;
    struct app_draft draft;
    uint64_t used_asked; /* fields whose used values were asked for, one bit a row */
};
#define APP_FORMS_MAX 4

/* --- dialogs on the last line --- */

/* A piece of a question that says what it is about; where room is short, it is cut, and nothing else. */
struct app_piece {
    size_t at, len;  /* bytes of the text; len 0: none */
    bool keeps_tail; /* a path: its end tells more than its beginning */
};
#define APP_PIECES_MAX 3

#define APP_TYPED_SIZE 24

/* Takes the answer to a question, with what was asked about. */
typedef void app_answer(struct app *app, int64_t id, const char *arg);

/* Asked as `text y/N`: only y or Y confirms. What deletes from many projects wants their number instead,
 * typed and followed by Enter. Enter alone never confirms. */
struct app_question {
    char *text; /* without what app_question_tail gives; NULL: nothing is asked */
    struct app_piece pieces[APP_PIECES_MAX]; /* in their order */
    size_t count;                            /* the number that must be typed; 0: y/N */
    char typed[APP_TYPED_SIZE];              /* of it so far */
    char *remark;                            /* why what came was no answer; NULL for none */
    app_answer *yes, *no;                    /* no may be NULL */
    const char *refused;                     /* what is said at No; NULL: nothing */
    int64_t id;                              /* the project that the answer is about, 0 for none */
    char *arg;                               /* tag, key, path, preset; NULL for none */
};

/* What an entered line changes of what is shown: the line under the cursor, all of the pane, or nothing. */
enum prompt_shows { SHOWS_LINE, SHOWS_PANE, SHOWS_NOTHING };

/* What a prompt asks for and who takes it: one constant a prompt, in the file that owns it. */
struct prompt_ops {
    const char *label;   /* ":" or "Filter: " */
    const char *kept_as; /* the name of its line in the store while it is typed; NULL: a secret, never kept */
    bool secret;         /* shown as dots */
    bool overwrites;     /* what is kept: then Enter counts only once the line was shown */
    bool is_command;     /* a face that runs commands itself takes the line as one */
    enum prompt_shows shows;
    app_answer *accept;                                /* the prompt is closed already */
    void (*edited)(struct app *app, const char *text); /* as it is now; NULL text: left. NULL: nobody cares */
    void (*complete)(struct app *app);                 /* Tab; NULL: nothing to complete */
};

struct app_prompt {
    const struct prompt_ops *ops; /* NULL: no prompt is open */
    int64_t id;                   /* the project it is about, 0 for none */
    struct lineedit *edit;
    char *hint;            /* completions or usage, NULL for none */
    char *typed;           /* the line of a face that has its own, as far as it is typed; NULL for none */
    bool unsaved;          /* what is typed was not handed to the store yet */
    bool kept;             /* the store has a line of this prompt, this one or an earlier one */
    uint64_t draft_serial; /* store operation that brings an earlier one */
    size_t hint_next;      /* the first name that the hint had no room for, 0 for none */
};

/* A list to choose from, over the form or pane: presets, used values. */
enum app_menu_kind { MENU_NONE, MENU_PRESETS };
struct app_menu {
    enum app_menu_kind kind;
    char *title;
    char **items; /* lines as they are shown */
    char **names; /* what each stands for: a preset's name, NULL for a line that does something else */
    size_t count;
    struct list list; /* its ids are the numbers of the items */
    bool waits;       /* for the store: keys are kept until it has answered */
};

/* --- session --- */

enum app_session {
    SESSION_NONE, /* no token: log in */
    SESSION_UP,
    SESSION_CHECKING, /* 401: the token's source is being read again */
    SESSION_EXPIRED   /* 401: log in again; everything is kept */
};

struct app;
struct app_call;

/* Takes the answer to `call`, and out of `result` what it wants to keep. */
typedef void app_call_reply(struct app *app, const struct app_call *call, struct call_result *result);

struct app_call {
    uint64_t serial;
    enum endpoint_id op;
    app_call_reply *done; /* takes its answer */
    int64_t project_id;
    int64_t bytes, total; /* export; total -1 unknown */
    int64_t told_ms;      /* when progress was last shown */
    bool background;      /* the timer's reads: not what ^C is about */
    bool logs_in;         /* with what was typed: when that is refused, the session's token is not */
    bool cancelling;      /* ^C was pressed, and its answer has not come yet */
    char *what;           /* "Export 1": for the status line and the question at quit */
    char *key;            /* tag or metadata key */
    char *value;
    char *options; /* enqueue, export: as the activity names them; or NULL */
};

enum activity_kind { ACTIVITY_STATE, ACTIVITY_REQUEST, ACTIVITY_ERROR, ACTIVITY_NOTE, ACTIVITY_DONE };
struct app_activity {
    int64_t wall_ms;
    enum activity_kind kind;
    int64_t id; /* 0: no project */
    char *text;
};
#define APP_ACTIVITY_MAX 500

/* A sentence of the turn in hand. */
struct app_sentence {
    char *text;
    bool is_bad;
};

/* One action over many projects. */
struct app_batch {
    bool active;
    enum endpoint_id op;
    app_call_reply *took; /* what one of them that went well means */
    int64_t *ids;         /* those still to do, in order */
    size_t count, next;
    size_t done, failed, unknown; /* unknown: they may have been done, and are no failures */
    size_t running;
    size_t stopped_of; /* how many it was for when ^C stopped it, 0 while it goes on */
    char *tag;         /* delete-tag */
    struct param_set *params;
};

struct app {
    const struct settings *settings; /* borrowed */
    struct keymap *keymap;

    /* screen */
    bool linear; /* no screen but lines: one pane, nothing wrapped. Set before app_start */
    int cols, rows;
    enum date_zone zone; /* of all times shown; the zone is always named */
    struct layout layout;
    enum app_pane column[LAYOUT_COLUMNS_MAX]; /* what stands in each column of the layout */
    enum app_pane focus;
    struct {
        enum app_pane focus, side;
    } back[16]; /* where `q` leads */
    int back_count;
    enum app_pane side;  /* the pane beside the projects */
    enum app_pane third; /* what the third column shows while the details have the second */

    /* session */
    enum app_session session;
    char *url, *api_path, *email;
    struct login *login; /* account, NULL until known */
    struct policy *policy;
    char *policy_trouble;

    /* watchlist */
    struct app_project *projects; /* own order */
    size_t project_count;
    size_t project_capacity;
    struct list list;     /* ids after filter and sort, the selection, the marks */
    int64_t current;      /* project in the details, follows after 150 ms of rest; 0 for none */
    int64_t follow_at_ms; /* when it does, INT64_MAX for never */
    enum app_sort sort;
    bool sort_down;
    char *filter;                    /* NULL for none */
    char *search;                    /* NULL for none */
    bool loaded;                     /* the store has answered */
    size_t active_count, done_count; /* for the header */
    int64_t held_until_ms; /* wall clock: no project is read by itself before; 0 when none is held */

    struct page pages[PANE_COUNT]; /* PANE_PROJECTS unused */
    bool page_stale[PANE_COUNT];

    /* on top of the panes, topmost last: forms, menu, preview, prompt, question */
    uint64_t scene; /* number of what has the keys: another one whenever that changes, or a form's values do
                       without a key. A face hands back with each key the one that it had drawn. */
    struct app_form forms[APP_FORMS_MAX];
    int form_count;
    struct app_menu menu;
    struct page preview; /* request or command line of the form on top; count 0: not shown */
    bool preview_open;
    struct app_prompt prompt;
    struct app_question question;

    char *status; /* "1: None -> InProgress"; never NULL */
    bool status_is_bad;
    bool status_is_new; /* said since the last key in a form: until then it comes before the hints there */
    struct app_sentence *sentences; /* all that this turn said, the status last: for a face that keeps them */
    size_t sentence_count;
    struct app_activity *activity; /* newest last, at most APP_ACTIVITY_MAX */
    size_t activity_count;
    uint64_t activity_total; /* how many there ever were */

    struct app_call *calls;
    size_t call_count, call_capacity;
    struct app_batch batch;
    struct refresh *refresh;

    int64_t interrupt_ms; /* last ^C, for "twice within 2 s" */
    uint64_t next_serial;
    bool quitting;

    /* the turn in hand, set by app_handle for its handlers */
    int64_t now_ms, wall_ms;
    struct effects *out;

    struct app_private *private; /* what only core's app files read */
};

/* A new application; settings must live as long. NULL with the reason when the `[keys]` of the
 * config clash. */
struct app *app_new(const struct settings *settings, struct error *err);
void app_free(struct app *app);

/* The first turn: session, watchlist, and the projects named on the command line (added, first
 * one opened). */
void app_start(struct app *app, int cols, int rows, const int64_t *ids, size_t id_count, int64_t now_ms,
               int64_t wall_ms, struct effects *effects);

/* One turn. effects->deadline_ms is set to when EVENT_TICK is wanted next. */
void app_handle(struct app *app, const struct event *event, int64_t now_ms, struct effects *effects);

/* What the store was asked to keep and has not: each is named, `*why` is NULL where no answer came yet. */
size_t app_unkept_count(const struct app *app);
const char *app_unkept(const struct app *app, size_t index, const char **why);
/* Were there more than are named, of which nobody knows how many were kept in the end? */
bool app_unkept_is_part(const struct app *app);

/* --- what views ask --- */

int64_t app_selected(const struct app *app); /* id under the cursor, 0 for none */
/* Rows that the list of a pane has on the screen, its title not counted; 0 when it is not shown. */
size_t app_pane_height(const struct app *app, enum app_pane pane);
/* Rows for the fields of a form over the body: layout_form_rows of it. */
size_t app_form_height(const struct app *app);
struct app_project *app_project_find(const struct app *app, int64_t id); /* NULL when not watched */
/* The project that actions are about: under the cursor among the projects, else the one in the details; or
 * NULL. */
struct app_project *app_project_at_hand(const struct app *app);
/* The form on top, or NULL. */
struct app_form *app_form_top(const struct app *app);
/* Is the pane on the screen now (no form over it)? */
bool app_pane_is_shown(const struct app *app, enum app_pane pane);
/* "11:02 CEST", or with its date when that is half a day away or more: an hour alone would mislead.
 * DATE_TEXT_SIZE bytes. */
void app_time_text(const struct app *app, char *out, size_t size, int64_t wall_ms);
/* "11:02 CEST", until when no project is read by itself, with seconds in its last minute. False when nothing
 * is held. DATE_TEXT_SIZE bytes. */
bool app_held_text(const struct app *app, char *out, size_t size);
/* "InProgress since 11:02 CEST", "None as of 11:02 CEST", ... for details and plain mode. */
void app_project_state_text(const struct app *app, char *out, size_t size, const struct app_project *project);
/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. */
const struct app_call *app_call_to_cancel(const struct app *app);
/* How far the batch is: "Enqueue: 1 done, 0 failed, 2 left". */
void app_batch_text(const struct app *app, char *out, size_t size);
/* What follows the text of the question: " y/N ", or the number to type and what of it was typed. Returns its
 * cells. */
int app_question_tail(const struct app *app, char *out, size_t size);
/* A mark for a state beside its word: '*' active, '+' done, '!' failed or canceled, ' ' else. */
char app_state_mark(const struct app *app, const char *state);
const char *app_pane_title(enum app_pane pane);
/* How sentences name the key of an action: keymap_key_of. */
const char *app_key_of(const struct app *app, const char *action);
/* The hints that fit into `cells`: "e Enqueue  x Export  ? Help", with the keys as bound. Returns
 * cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);

#endif
