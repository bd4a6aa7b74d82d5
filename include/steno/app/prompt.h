/* The prompt on the last line: typing, completion with Tab, and passing the entered text on. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROMPT_H
#define STENO_APP_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/widget/lineedit.h"

/* Completions for the last word of the line. At most PROMPT_FITS_MAX are stored; `total` counts all. */
#define PROMPT_FITS_MAX 100
struct prompt_fit {
    char *text, *key, *help; /* "enqueue", "e", one line; none is NULL */
};
struct prompt_fits {
    size_t from;   /* byte of the line where the completed word begins */
    char *title;   /* "Actions that begin with re"; NULL: this line has no completions */
    char *none;    /* message where nothing fits, or NULL */
    bool is_quiet; /* show completions only after Tab, because most words are free text */
    struct prompt_fit *rows;
    size_t count, total;
};

/* Definition of a prompt: one constant for each, in the file that owns it. */
struct prompt_ops {
    const char *label;   /* ":" or "Filter: " */
    const char *kept_as; /* store name of a line that was not finished; NULL: not stored */
    bool overwrites;     /* accepting replaces stored data: Enter counts only once the line was shown */
    bool is_command;     /* Enter runs the picked row of the menu */
    const char *keys;    /* text for the key bar; NULL: none */
    void (*accept)(struct app *app, int64_t id, const char *text); /* the prompt is closed already */
    void (*edited)(struct app *app, const char *text); /* may be NULL; text NULL: the prompt was left */
    /* Fills an empty list of completions for this line. NULL: Tab completes nothing. */
    void (*fits)(const struct app *app, const char *line, struct prompt_fits *fits);
};

struct app_prompt {
    const struct prompt_ops *ops; /* NULL: no prompt is open */
    int64_t id;                   /* the project it is about, 0 for none */
    struct lineedit *edit;
    char *opened;    /* text at the opening, kept until the next prompt opens; NULL before the first */
    char *hint;      /* a sentence to the right of the line, NULL for none */
    char *side;      /* a few words to the right of the line, such as "2 of 12"; NULL for none */
    bool is_changed; /* edited since the opening */
    bool is_kept;    /* the store has an unfinished line, to be deleted when this prompt closes */

    struct prompt_fits fits; /* completions of the line as typed */
    bool menu;               /* Tab was pressed: the menu of completions is shown over the line */
    char *typed_word;        /* the word before the menu opened; NULL before */
    size_t picked;           /* the completion now in the line; fits.count: none */
};

/* The text that Tab would add to the line, "" for none; valid until the next event. */
const char *app_prompt_ghost(const struct app *app);

/* Adds a completion; the texts are copied. */
void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help);

/* The hint after an Enter that was typed before the line was shown. */
#define PROMPT_TYPED_EARLY "not saved: typed before this line was shown; Enter saves it"

/* Opens a prompt for a project (0: none) with this text, or with the unfinished line that the store has. */
void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Opens a prompt again, with a typed text that was refused. */
void app_prompt_reopen(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Replaces the hint; takes ownership. */
void app_prompt_hint(struct app *app, char *hint);
/* Replaces `side`; takes ownership. */
void app_prompt_side(struct app *app, char *side);
/* Saves the unfinished line when the program ends. */
void app_prompt_save(struct app *app);

#endif
