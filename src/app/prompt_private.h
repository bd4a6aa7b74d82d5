/* What the files of the prompt share. */
#ifndef STENO_APP_PROMPT_PRIVATE_H
#define STENO_APP_PROMPT_PRIVATE_H

#include "steno/app/prompt.h"
#include "steno/widget/key.h"

#define LINES_MAX 20 /* that a prompt remembers */

/* Lines entered into one prompt, latest first. */
struct prompt_lines {
    const struct prompt_ops *ops;
    char *lines[LINES_MAX];
    size_t count;
    struct prompt_lines *next;
};

/* The lines that were entered into this prompt before. */
struct prompt_lines *prompt_lines_of(struct app *app, const struct prompt_ops *ops);
/* Asks the store for the line that was typed into the open prompt at another time. */
void prompt_line_want(struct app *app);
/* The line has been entered or given up: nothing of it is kept any longer. */
void prompt_line_end(struct app *app, const struct app_prompt *prompt);

/* The line was changed by hand: what fits it now. The menu stays while something does. */
void prompt_fits_renew(struct app *app);
void prompt_fits_free(struct prompt_fits *fits);
/* Takes the keys that complete: Tab, and in the menu those that move in it or leave it. False: not one. */
bool prompt_fits_key(struct app *app, struct key key);

#endif
