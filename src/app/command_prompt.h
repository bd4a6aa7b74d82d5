/* The line of commands: its prompt, and running what was entered. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_COMMAND_PROMPT_H
#define STENO_APP_COMMAND_PROMPT_H

#include "steno/app/prompt.h"

extern const struct prompt_ops app_command_prompt;
void act_command(struct app *app);

#endif
