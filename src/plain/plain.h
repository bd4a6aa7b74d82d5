/* What the files of plain mode share; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_PLAIN_PLAIN_PRIVATE_H
#define STENO_PLAIN_PLAIN_PRIVATE_H

#include "steno/app/action.h"
#include "steno/app/app_input.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/plain/plain.h"
#include "steno/widget/form.h"
#include "steno/work/engine.h"

#define PLAIN_LINE_MAX   8192 /* bytes of one line that is typed */
#define STORE_LIMIT_MS   2000 /* how long a question waits for the disk */
#define PLAIN_FIELDS_MAX 128  /* lines of a form with its headings */

/* --- what is typed (plain_input.c) --- */

enum plain_typed {
    TYPED_NOTHING,
    TYPED_LINE,
    TYPED_TOO_LONG,
    TYPED_END /* of the input, all lines taken */
};

struct plain_input {
    bool is_tty;
    bool at_end;         /* of what can be read */
    bool interrupted;    /* ^C was typed; cleared by its reader */
    bool suspended;      /* ^Z was typed; cleared by its reader */
    bool too_long;       /* the line passed its cap */
    bool secret;         /* nothing of the line is echoed */
    int escape;          /* within a sequence of a key that types nothing: how far */
    struct buffer ahead; /* bytes read and not looked at yet */
    struct buffer line;  /* being typed */
};

void plain_input_start(struct plain_input *input);
void plain_input_stop(struct plain_input *input);
/* The terminal's modes: as found, and as plain mode needs them. */
void plain_input_release(void);
void plain_input_claim(void);
/* Reads what there is without waiting. */
void plain_input_read(struct plain_input *input);
/* Takes bytes, echoing them, up to the end of a line; the line is then input->line. */
enum plain_typed plain_input_take(struct plain_input *input);
void plain_input_clear(struct plain_input *input); /* forgets the line, wiping it */

/* --- what is written (plain_output.c) --- */

/* Everything that is written goes through here. Text is cleaned once more; "\n" alone is not a text of it. */
void plain_write_start(bool utf8);
bool plain_write_failed(void); /* nobody reads it any more */
void plain_write(const char *text);
void plain_write_erase(int cells); /* takes back what was just typed: as the terminal's own erasing does */
void plain_write_bell(void);
void plain_newline(void);
void plain_lines(const char *text); /* of which each ends in a newline */
void plain_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* --- plain mode (plain.c) --- */

/* What was asked for last, as the application had it on top then. */
struct plain_ask {
    bool is_open; /* and no answer was typed yet */
    enum overlay_kind kind;
    uint64_t serial;
    bool sends; /* not for a field of the form, but whether it is to be sent */
};

/* A form that is gone through. */
struct plain_form {
    const struct form *form; /* NULL: none */
    size_t left;             /* fields still to be asked, the one in hand among them */
    bool sending;            /* all were asked: shall it be sent? */
    bool sent;               /* it was, and no answer came yet */
    const char *group;       /* heading that was written last */
};

struct plain {
    const struct plain_options *options;
    struct app *app;
    struct engine engine;
    struct plain_input input;
    struct buffer news;     /* sentences not written yet, a line each */
    int focus, over;        /* the pane that had the focus after the last turn, and the one over a form */
    uint64_t noted;         /* how many entries of the activity were reported */
    struct plain_ask asked; /* the prompt that is open */
    struct plain_form form;
    enum shows due;         /* what is to be shown once it has come: nothing, the line, or the pane */
    int64_t due_limit_ms;   /* monotonic: until then the data are waited for */
    int64_t store_limit_ms; /* monotonic: until then the store is waited for, before the next question */
    char *known_line;       /* the line being typed as the application knows it; NULL: it knows of none */
    bool told_to_stop;      /* by SIGTSTP: whoever sent it brings us back */
    bool resumed;           /* our own stop has ended, whose SIGCONT is still to be read */
};

/* Sends one event through the application. */
void plain_send(struct plain *plain, enum input_kind kind, const char *text);
/* Shows what was changed as soon as its data are there. */
void plain_show(struct plain *plain, enum shows shows);

/* --- the dialog (plain_dialog.c) --- */
/* Writes the news, unless a line is being typed: then they wait for its end. */
void plain_report(struct plain *plain);
/* Is a page still to be waited for? */
bool plain_waits_for_page(const struct plain *plain);
/* Are drafts, presets and the like, which come from the disk? */
bool plain_waits_for_store(const struct plain *plain);
/* Lets the application know what is being typed, so that it is kept. */
void plain_report_typed(struct plain *plain);
/* Asks and answers as long as nothing has to be waited for. True when a line should be waited for. */
bool plain_dialog(struct plain *plain);

/* --- commands (plain_command.c) --- */
void plain_command(struct plain *plain, const char *line);

/* --- pages (plain_page.c) --- */
void plain_page_write(
    const struct app *app); /* the pane in focus, whole; of a list some rows from its cursor on */
void plain_page_cursor(const struct app *app); /* the line under its cursor */
void plain_page_write_preview(const struct app *app);
void plain_page_write_menu(const struct app *app);
/* Goes on behind the rows of a list that were written; behind the last one the pane is left. */
void plain_page_go_on(struct plain *plain);
/* Are data of the pane in focus still on their way? */
bool plain_page_is_coming(const struct app *app);

/* --- forms (plain_form.c); all but the first two are about the form that is gone through --- */
/* The form on top, or NULL. */
struct app_form *plain_form_top(const struct plain *plain);
/* Is it the one that is gone through? */
bool plain_form_stands(const struct plain *plain);
/* Takes up the form on top, and what an answer to it said. */
void plain_form_follow(struct plain *plain);
void plain_form_ask(struct plain *plain); /* writes the question for the field in hand, or "Send? y/N" */
bool plain_form_is_secret(const struct plain *plain);
/* The field that is asked for; NULL where it is asked whether to send. */
const char *plain_form_field(const struct plain *plain);
/* Fills the rows of the form that are fields, and which of them is in hand; returns how many. */
size_t plain_form_rows(const struct plain *plain, struct form_row rows[PLAIN_FIELDS_MAX], size_t *at);
/* To a field, and on behind it to the end. */
void plain_form_go_on(struct plain *plain, const char *name);
/* Goes on behind the field in hand; behind the last one, to the sending. */
void plain_form_next(struct plain *plain);
/* The fields that are asked for are others: goes on with them. */
void plain_form_more(struct plain *plain);
/* Is it a form that cannot be sent as it opens, sent as soon as all is given? */
bool plain_form_needs(const struct plain *plain);
/* What should be thought of before the form is sent, as lines. Caller frees. */
char *plain_form_warnings(const struct plain *plain);
/* Says it, unless the same was said before. */
void plain_form_warn(const struct plain *plain, const char *said);
/* Says why the value of a row is not good; false where it is. */
bool plain_form_refuse(const struct form_row *row);

/* --- the answers to them (plain_answer.c) --- */
/* The value that the field in hand would get from a line; NULL where the line is a command. */
const char *plain_answer_value(const struct plain *plain, const char *line);
void plain_answer_form(struct plain *plain, const char *text);

#endif
