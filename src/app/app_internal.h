/* What the files of src/app share among themselves; nothing outside includes it.
 *
 * Handlers change the state and append effects to app->out; they mark what must
 * be drawn again with app_dirty and app_page_touch.
 */
#ifndef STENO_APP_APP_INTERNAL_H
#define STENO_APP_APP_INTERNAL_H

#include "steno/app/app.h"
#include "steno/core/policy_check.h"

#define FOLLOW_REST_MS     150
#define INTERRUPT_TWICE_MS 2000
#define TYPED_MAX          20 /* lines that a prompt remembers */
#define MENU_KEYS_MAX      32

/* Metadata that was set from here, of the current project. */
struct app_metadata {
    char *key;
    char *value; /* NULL: deleted from here */
    int64_t when_ms;
};

/* One finding about a password that was checked; the password itself is gone. */
struct app_judged {
    const struct field_def *field;
    enum policy_verdict verdict;
    char *text;
};

/* From an id to a row of app->projects; kept by project_index.c. */
struct app_index {
    size_t *rows; /* row + 1, 0 for a free slot */
    size_t slots; /* a power of two; 0: to be built */
    size_t count;
};

/* Takes the answer of the store, good or not: that it failed has been said. */
typedef void app_store_reply(struct app *app, const struct store_result *result);

/* Who waits for which answer of the store. */
struct app_awaited {
    uint64_t serial;
    app_store_reply *done;
};

/* What the store was asked to keep: until it has answered, and longer when it could not. */
struct app_owed {
    uint64_t serial;
    struct store_op *op; /* to be filled in the turn in which it was made */
    void (*done)(struct app *app, const struct store_result *result, uint64_t fields); /* or NULL */
    uint64_t fields; /* of a draft, a bit a row */
    bool in_form;    /* the answer is said in the form on top, where there is one */
    char *what;      /* "draft of enqueue 1" */
    char *said;      /* what may be said once it is kept; NULL: nothing */
    char *why;       /* it was not kept, or for this session only; NULL: no answer yet */
};

/* Lines typed into one prompt, latest first; never a secret. */
struct prompt_lines {
    const struct prompt_ops *ops;
    char *lines[TYPED_MAX];
    size_t count;
    struct prompt_lines *next;
};

struct app_private {
    struct app_awaited *awaited; /* by store.c, in the order of their serials */
    size_t awaited_count;
    struct app_owed *owed;
    size_t owed_count;
    bool owed_more; /* than there was room for */
    bool typing;            /* something typed was not handed to the store yet: */
    int64_t typed_first_ms; /* since then, */
    int64_t typed_last_ms;  /* and the last key came then */
    bool typed_now;         /* this turn's event was typed */
    char *line;             /* of commands, where a face has its own; NULL for none */
    bool line_unsaved, line_kept;
    struct app_index index;
    struct app_metadata *metadata;
    size_t metadata_count;
    int64_t metadata_id; /* project that `metadata` is of */
    struct app_judged *judged;
    size_t judged_count;
    unsigned help_where;                 /* where help was opened: only what is valid there is shown */
    char *help_filter;                   /* only lines that hold this are shown; NULL for all */
    struct prompt_lines *lines;          /* typed into prompts */
    struct key key;                      /* the key of this turn */
    bool early;                          /* it was read before what it acts on was on the screen */
    int64_t highlight_wanted;            /* project whose highlights are gone to when it is there; 0: none */
    bool highlight_backwards;            /* to its last one */
    uint64_t preset_serial;              /* store operation whose answer is wanted */
    struct key menu_keys[MENU_KEYS_MAX]; /* pressed while the menu waits for it */
    size_t menu_key_count;
    uint64_t removed_serial; /* store operation of the last removal from the watchlist */
    bool restore_due;        /* a new state file does not have the watchlist yet */
    uint64_t session_serial; /* calls up to this one were sent with an older token */
    bool login_due;          /* the session is lost and the login not opened yet */
    char *login_why;         /* why the token's source gave no other, or NULL */
    bool login_wanted;       /* what the operator sent was refused for that */
    bool token_tried;        /* the token's source was read again since the last good answer */
    bool server_is_new;      /* no metadata of this server was ever changed from here */
    bool logged_in_here;     /* by the form, in this session */
    bool account_asked, policy_asked;
    char *held_said; /* what was said of the hold that is on, NULL for nothing */
};

/* --- app.c --- */
void app_dirty(struct app *app, unsigned bits);
struct effect *app_emit(struct app *app, enum effect_kind kind);
void app_quit(struct app *app, int code);
unsigned app_where(const struct app *app);

/* --- status.c --- */
void app_sentences_clear(struct app *app);
/* A key was pressed: what was said before it gives way to the hints of the form that is open. */
void app_status_age(struct app *app);
void app_say(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_say_bad(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void app_history(struct app *app, int64_t id, const char *kind, const char *text);
/* What a call did, as a row of the activity, here and in the history. ACTIVITY_NOTE: the status line tells
 * only how many such rows there are. */
void app_record_done(struct app *app, enum activity_kind kind, const struct app_call *call,
                     const struct call_result *result);
/* Its outcome is not known: the error stands here already, the row goes into the history. */
void app_record_unknown(struct app *app, const struct app_call *call);

/* --- store.c --- */
/* Appends a store effect, for whose answer nobody waits, and returns its op to be filled. */
struct store_op *app_store(struct app *app, enum store_op_kind kind, int64_t id);
/* The same with the function that takes the answer; none comes once the program ends. */
struct store_op *app_store_ask(struct app *app, enum store_op_kind kind, int64_t id, app_store_reply *done);
void app_store_load(struct app *app); /* the watchlist */
void app_store_done(struct app *app, struct store_result *result);
/* Writes what is known here to a new state file: the watchlist, changes of state, forms that are open. */
void app_store_lost(struct app *app);

/* --- keep.c --- */
/* Appends an operation that keeps something for the operator. `what` names it in sentences, `said` may be
 * said once it is kept (NULL: nothing); both are taken. The op of what it returns is to be filled at once. */
struct app_owed *app_keep(struct app *app, enum store_op_kind kind, int64_t id, char *what, char *said);
/* The newest operation under this name that has no answer, or none that kept it; NULL when all is kept. */
struct app_owed *app_owed_find(const struct app *app, const char *what);
/* What is kept under this name is done with: nothing is lost without it. */
void app_keep_waive(struct app *app, const char *what);
/* Says what the answer allows; false when it is about nothing that app_keep has asked. */
bool app_keep_answered(struct app *app, const struct store_result *result);
void app_keep_say_session_only(struct app *app, bool in_form, const char *said, const char *why);
void app_keep_free(struct app *app);

/* --- typed.c --- */
/* The end of a turn; `is_input`: its event was typed. */
void app_typed_turn(struct app *app, bool is_input);
int64_t app_typed_deadline(const struct app *app);
/* Hands everything typed to the store now. */
void app_typed_save(struct app *app);
void app_typed_start(struct app *app);
/* Asks for the line that was typed into the open prompt at another time. */
void app_typed_want(struct app *app);
/* The line of a prompt has been entered or given up. */
void app_typed_drop(struct app *app, const struct app_prompt *prompt);
/* EVENT_TYPED */
void app_typed_line(struct app *app, const char *field, const char *text);

/* --- calls.c --- */
struct call *app_call_new(struct app *app, enum endpoint_id op, int64_t project_id);
/* How a call is sent: who gets its answer, and what else of app_call the caller knows. */
struct app_reply {
    app_call_reply *done;
    char *what; /* taken */
    bool background, logs_in;
};
/* Takes the call. Returns its serial. */
uint64_t app_call_send(struct app *app, struct call *call, const struct app_reply *reply);
struct app_call *app_call_find(const struct app *app, uint64_t serial);
void app_call_done(struct app *app, struct call_result *result);
void app_call_progress(struct app *app, const struct call_progress *progress);

/* --- project.c --- */
struct app_project *app_project_add(struct app *app, int64_t id);    /* unless it is there */
struct app_project *app_project_append(struct app *app, int64_t id); /* known not to be there */
void app_project_drop(struct app *app, int64_t id); /* the project alone: app_projects_arrange after */
void app_project_clear(struct app_project *project);
/* What a reading brought: nothing, something, another state (which has been said). */
enum project_news { PROJECT_SAME, PROJECT_CHANGED, PROJECT_STATE };
/* Takes over a project that the server gave and says when its state changed. */
enum project_news app_project_update(struct app *app, const struct project *fresh);
/* `is_new`: known not to be there yet. */
void app_projects_row(struct app *app, const struct store_row *row, bool is_new);
/* Rebuilds `shown` by filter and sort, keeping the cursor on the selected id. */
void app_projects_arrange(struct app *app);
void app_projects_count(struct app *app);
bool app_project_is_active(const struct app *app, const char *state);
bool app_project_is_settled(const struct app *app, const char *state);
/* Puts the cursor on a project; the details follow. */
void app_project_select(struct app *app, int64_t id);
/* The cursor moved: the selection and, after a rest, the details follow. */
void app_projects_moved(struct app *app);
/* Shows a project in the details at once. */
void app_project_show(struct app *app, int64_t id);
/* "1, Council meeting" for sentences. Caller frees. */
char *app_project_title(const struct app *app, int64_t id);

/* --- project_index.c: app_project_find --- */
void app_index_added(struct app *app); /* a row was appended */
void app_index_moved(struct app *app); /* rows have moved or gone */

/* --- poll.c --- */
void app_refresh_sync(struct app *app);
void app_refresh_due(struct app *app);
void app_refresh_read(struct app *app, int64_t id);
/* The operator asks for one project, or for all, though all may be held. */
void app_refresh_ask(struct app *app, int64_t id);
void app_refresh_ask_all(struct app *app);
/* Says that nothing is read by itself and until when, and that it has ended; the header shows it. */
void app_refresh_tell_hold(struct app *app);
int64_t app_refresh_deadline(const struct app *app);

/* --- page.c --- */
void app_page_touch(struct app *app, enum app_pane pane);
void app_pages_touch_project(struct app *app, int64_t id);
void app_pages_touch_all(struct app *app);
void app_pages_build(struct app *app);
void page_free(struct page *page);
void page_begin(struct page *page);
/* After the last line: the list takes the rows; `height` keeps the cursor in sight. */
void page_end(struct page *page, size_t height);
void page_title(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct page_line *page_add(struct page *page, enum page_line_kind kind, const char *label, const char *value);
/* A note of one line. */
void page_note(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The note of a pane about a project that cannot be shown: there is none (NULL), or it was not read yet. */
void page_note_missing(const struct app *app, struct page *page, const struct app_project *project);
/* A field whose value is wrapped to `cells` over as many lines as it needs. */
void page_add_wrapped(struct page *page, enum page_line_kind kind, const char *label, const char *value,
                      int cells, const char *target);
const struct page_line *page_line_at_hand(const struct page *page);

/* Lines about the fields of a resource, for details, account, policy. */
void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells);
/* A heading that keeps the cursor when lines come or go above it. */
void app_page_heading(struct page *page, const char *text);
void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells);
/* Every group of a table, these (NULL-ended) in front, then members that the table does not know. */
void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells);
void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells);

/* How many highlights a project has, a line that leads to them; none: no line. */
void app_highlights_summary(struct page *page, const json_t *shown);
/* The highlights themselves, with their nesting. */
void app_highlights_build(struct page *page, const json_t *shown, int cells);

/* The details were built: goes to the highlight that was asked for before the project was there. */
void app_highlights_arrived(struct app *app);

/* Builders, one a pane. */
void app_build_details(struct app *app, struct page *page, int cells);
void app_build_raw(struct app *app, struct page *page, int cells);
void app_build_tags(struct app *app, struct page *page, int cells);
void app_build_metadata(struct app *app, struct page *page, int cells);
void app_build_activity(struct app *app, struct page *page, int cells);
void app_build_account(struct app *app, struct page *page, int cells);
void app_build_policy(struct app *app, struct page *page, int cells);
void app_build_help(struct app *app, struct page *page, int cells);

/* --- panes.c --- */
void app_layout(struct app *app);
void app_pane_open(struct app *app, enum app_pane pane);
bool app_pane_back(struct app *app); /* false when there is nowhere to go back to */
struct list *app_focus_list(struct app *app);
/* Moves the cursor of a list as the action of that name does; false when it moves nothing. */
bool app_list_step(struct list *list, const char *action, size_t height);

/* --- keys.c --- */
void app_key(struct app *app, struct key key);
void app_paste(struct app *app, const char *text, size_t lost);
void app_interrupt(struct app *app);
/* Something else has the keys now: those that were read before it is drawn were not meant for it. They
 * answer no question and start no write (app->private->early). */
void app_scene_change(struct app *app);

/* --- ask.c --- */
/* A part of the sentence: words, which stay, or what it is about, which is cut where room is short. */
struct app_question_part {
    const char *words;
    const char *piece;
    int64_t project; /* "1, Council meeting (Completed)": its name and its state may be cut */
    bool keeps_tail; /* of a piece: app_piece */
};
struct app_question_ask {
    struct app_question_part parts[5]; /* up to the first empty one */
    size_t count;
    app_answer *yes, *no;
    const char *refused;
    int64_t id;
    const char *arg;
};
/* Asks, in place of what may be asked already; copies what it is given, but `refused`. */
void app_ask(struct app *app, const struct app_question_ask *ask);
void app_question_key(struct app *app, struct key key);
/* Puts a sentence before the end of the open question, if there is one; `text` is copied. */
void app_question_remark(struct app *app, const char *text);
void app_question_close(struct app *app);

/* --- prompt.c --- */
/* Opens a prompt about a project (0: none) with this text in it. */
void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
void app_prompt_close(struct app *app);
void app_prompt_key(struct app *app, struct key key);
/* Replaces the hint behind the prompt; taken. */
void app_prompt_hint(struct app *app, char *hint);
/* The lines that were typed into this prompt before. */
struct prompt_lines *app_prompt_lines(struct app *app, const struct prompt_ops *ops);

/* --- command.c --- */
extern const struct prompt_ops app_command_prompt;

/* --- forms.c --- */
struct app_form *app_form_push(struct app *app, enum app_form_kind kind, int64_t project_id,
                               struct form *form);
void app_form_pop(struct app *app);
struct app_form *app_form_find(const struct app *app, uint64_t serial);
/* Is something asked or shown over the forms? */
bool app_form_is_covered(const struct app *app);
void app_form_key(struct app *app, struct key key);
void app_form_message(struct app *app, struct app_form *form, bool bad, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void app_form_save_draft(struct app *app, struct app_form *form);
void app_forms_save_drafts(struct app *app);

#endif
