/* The prompt on the last line of the screen: typing, completion with Tab, and passing on the entered text. */
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
    char *text, *key, *help; /* the completion "enqueue", its key "e", one line about it; never NULL */
};
struct prompt_fits {
    size_t from;   /* byte where the word to complete begins */
    char *title;   /* heading: "Actions that begin with re"; NULL: there are no completions for this line */
    char *none;    /* message if nothing fits, or NULL */
    bool is_quiet; /* completions are shown only after Tab, because most words are free text */
    struct prompt_fit *rows;
    size_t count, total;
};

/* The definition of a prompt. Each prompt has one constant, in the file that owns it. */
struct prompt_ops {
    const char *label;   /* shown before the line: ":" or "Filter: " */
    const char *kept_as; /* name under which the store keeps an unfinished line; NULL: not stored */
    bool overwrites;     /* Enter replaces stored data; an Enter typed before the line was shown is ignored */
    bool is_command;     /* Enter runs the line, even while the menu is open; the key bar says Run */
    const char *keys;    /* text for the key bar; NULL: none */
    void (*accept)(struct app *app, int64_t id, const char *text); /* called after Enter closed the prompt */
    /* Called after each change of the text, and with `text` NULL when the prompt is left. May be NULL. */
    void (*edited)(struct app *app, const char *text);
    /* Fills `fits`, which is empty, with the completions for this line. NULL: Tab completes nothing. */
    void (*fits)(const struct app *app, const char *line, struct prompt_fits *fits);
};

struct app_prompt {
    const struct prompt_ops *ops; /* NULL: no prompt is open */
    int64_t id;                   /* the project that the prompt is about; 0: none */
    struct lineedit *edit;
    char *opened;    /* text given to app_prompt_open(), kept until the next prompt opens; NULL: none */
    char *hint;      /* a sentence to the right of the line; NULL: none */
    char *side;      /* a few words to the right of the line, such as "2 of 12"; NULL: none */
    bool is_changed; /* the line was edited since the opening */
    bool is_kept;    /* the store has an unfinished line, to be deleted when this prompt closes */

    struct prompt_fits fits; /* completions of the line as typed */
    bool menu;               /* Tab was pressed: the menu of completions is shown above the line */
    char *typed_word;        /* the last word as it was before the menu opened; NULL: no menu */
    size_t picked;           /* index of the completion that is now in the line; fits.count: none */
};

/* Returns the text that Tab would add to the line; "": none. The text is valid until the next event. */
const char *app_prompt_ghost(const struct app *app);

/* Adds a completion; the texts are copied. */
void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help);

#define PROMPT_TYPED_EARLY "not saved: Enter came before this line was shown; press it again"

/* Opens a prompt for a project (0: none) with the unfinished line from the store, or else with `text`. */
void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Opens a prompt again with the typed text, after that text was refused. */
void app_prompt_reopen(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Replace `hint` or `side` of the prompt; take ownership of the text. */
void app_prompt_hint(struct app *app, char *hint);
void app_prompt_side(struct app *app, char *side);
/* Saves an unfinished line in the store, before the program ends or ^C closes the prompt. */
void app_prompt_save(struct app *app);

#endif
