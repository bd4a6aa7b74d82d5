/* The parameters that a command will send: the config's, then a style's, a preset's, the flags, --unset. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_PARAMS_H
#define STENO_CLI_PARAMS_H

#include "steno/api/param.h"
#include "steno/caption/styles.h"
#include "cli.h"

/* Collects and checks them; warnings about unusual values go to standard error. NULL with a sentence. Caller
 * frees. */
struct param_set *params_collect(struct cli *cli, struct error *err);
/* Says on standard error which values of what is sent are the config's. */
void params_say_config(const struct cli *cli, const struct param_set *set);
/* Says once, when a request was made by the set, what params_collect() warns of and what is the config's. */
void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown);

/* Those that were given, without the config's: for a preset, or as limits. Warns, too. */
struct param_set *params_given(struct cli *cli, struct error *err);

/* Like params_collect() without the warnings, with what the style sends (NULL: nothing). */
struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err);

/* The style that an option names; *style is left as it is when it was not given. */
bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err);

/* A preset of the store, by its name, blanks around it or not. */
struct preset {
    char *name, *form;
    json_t *values;
};
/* False with an error, also where there is none of this name. Clear it with preset_clear. */
bool params_find_preset(struct cli *cli, const char *name, struct preset *preset, struct error *err);
void preset_clear(struct preset *preset);

#endif
