/* The prompt on the last line: typing, completing, and handing over what was entered. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROMPT_H
#define STENO_APP_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/widget/lineedit.h"

/* What the end of a line may become. At most PROMPT_FITS_MAX of them are kept, `total` counts them all. */
#define PROMPT_FITS_MAX 100
struct prompt_fit {
    char *text, *key, *help; /* "enqueue", "e", one line; none is NULL */
};
struct prompt_fits {
    size_t from;   /* byte of the line where the word begins that they take the place of */
    char *title;   /* "Actions that begin with re"; NULL where nothing can fit */
    char *none;    /* what is said where nothing fits, or NULL */
    bool is_quiet; /* most words are none of these: nothing is said of them before Tab */
    struct prompt_fit *rows;
    size_t count, total;
};

/* What a prompt asks for and who takes it: one constant a prompt, in the file that owns it. */
struct prompt_ops {
    const char *label; /* ":" or "Filter: " */
    const char
        *kept_as;     /* a note: the name of its line in the store, where it was not ended; NULL: not kept */
    bool overwrites;  /* what is kept: then Enter counts only once the line was shown */
    bool is_command;  /* Enter runs the row of its menu */
    const char *keys; /* what can be done in it, for the key bar; NULL: nothing is said */
    void (*accept)(struct app *app, int64_t id, const char *text); /* the prompt is closed already */
    void (*edited)(struct app *app, const char *text); /* as it is now; NULL text: left. NULL: nobody cares */
    /* What this line may become; fills an empty list. NULL: Tab completes nothing. */
    void (*fits)(const struct app *app, const char *line, struct prompt_fits *fits);
};

struct app_prompt {
    const struct prompt_ops *ops; /* NULL: no prompt is open */
    int64_t id;                   /* the project it is about, 0 for none */
    struct lineedit *edit;
    char *opened;    /* the text that it was opened with, until another one is; NULL before the first */
    char *hint;      /* a sentence on its right, NULL for none */
    char *side;      /* a few words on its right, such as "2 of 12"; NULL for none */
    bool is_changed; /* since it was opened */
    bool is_kept;    /* the store has a line of an earlier time, which ends with this prompt */

    struct prompt_fits fits; /* of the line as it was typed */
    bool menu;               /* Tab was pressed: they stand over the line */
    char *typed_word;        /* what the menu was opened on; NULL before */
    size_t picked;           /* the one that the line is now; fits.count: none */
};

/* What Tab would add to the line, "" for nothing; valid until the next event. */
const char *app_prompt_ghost(const struct app *app);

/* One more that fits; the texts are copied. */
void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help);

/* The hint of a line that Enter would have saved before it was shown. */
#define PROMPT_TYPED_EARLY "not saved: typed before this line was shown; Enter saves it"

/* Opens a prompt about a project (0: none) with this text in it, or with the line that the store has kept of
 * it. */
void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Opens it again with what was typed, which could not be taken. */
void app_prompt_reopen(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Replaces the hint after the prompt; taken. */
void app_prompt_hint(struct app *app, char *hint);
/* Replaces the words on its right; taken. */
void app_prompt_side(struct app *app, char *side);
/* Saves the note that is being typed: the program ends. */
void app_prompt_save(struct app *app);

#endif
