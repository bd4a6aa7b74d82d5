/* The line of commands: its prompt, and running what was entered. */
#ifndef STENO_APP_COMMAND_PROMPT_H
#define STENO_APP_COMMAND_PROMPT_H

#include "steno/app/prompt.h"

extern const struct prompt_ops app_command_prompt;
/* What Tab may make of a line: names of actions, then what the action of the line takes. */
void command_fits(const struct app *app, const char *line, struct prompt_fits *fits);
/* What is said of a name that no action has. Caller frees. */
char *command_unknown(const struct app *app, const char *name);
void act_command(struct app *app);

#endif
