/* Owns the order in which config, style, preset, flags and --unset make the set that is sent. */
/* SPDX-License-Identifier: MIT */
#include "params.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "local.h"

void preset_clear(struct preset *preset)
{
    free(preset->name);
    free(preset->form);
    json_decref(preset->values);
    *preset = (struct preset){0};
}

bool params_find_preset(struct cli *cli, const char *name, struct preset *preset, struct error *err)
{
    struct store *store = cli_store(cli, err);
    *preset = (struct preset){.name = preset_name_trim(name)};
    if (store && store_preset_load(store, preset->name, &preset->form, &preset->values, err) &&
        preset->values)
        return true;
    if (store && !preset->values && err->kind == ERROR_NONE) {
        char *shown = text_clean_copy(name);
        error_set(err, ERROR_NOT_FOUND, "there is no preset “%s”; steno preset list shows them", shown);
        free(shown);
    }
    preset_clear(preset);
    return false;
}

/* Reads a preset into a set of its table. */
static struct param_set *params_load_preset(struct cli *cli, const struct param_table *table,
                                            const char *name, struct error *err)
{
    struct preset preset;
    struct param_set *set = NULL;
    int unknown = 0;
    if (!params_find_preset(cli, name, &preset, err))
        return NULL;
    if (strcmp(preset.form, table->name) != 0)
        error_set(err, ERROR_USAGE, "the preset “%s” is for %s, not for %s", name, preset.form, table->name);
    else
        set = param_set_from_json(table, preset.values, &unknown);
    if (unknown)
        cli_say("%d parameters of the preset “%s” are not known to this version and are not sent", unknown,
                name);
    preset_clear(&preset);
    return set;
}

/* Puts the values of one set over those of another. */
static void params_put_all(struct param_set *set, const struct param_set *over)
{
    for (size_t i = 0; over && i < set->table->count; i++) {
        const char *value = param_set_get(over, (int)i);
        if (value)
            param_set_put_raw(set, (int)i, value);
    }
}

/* What the style sends. */
static void params_put_style(struct param_set *set, const struct caption_style *style)
{
    for (const struct style_value *value = style->sends; value->name; value++)
        param_set_put_raw(set, param_find(set->table, value->name), value->value);
}

/* Warns about values that are allowed but seldom meant. */
static void params_warn(const struct param_set *set)
{
    struct form_warnings warnings = {0};
    form_warn_params(set, &warnings);
    for (size_t i = 0; i < warnings.count; i++)
        cli_say("note: %s", warnings.texts[i]);
    form_warnings_clear(&warnings);
}

/* What is sent from a set on, which is taken, a style, a preset, and the options where they are of its table;
 * style and preset may be NULL. */
static struct param_set *params_join(struct cli *cli, struct param_set *set,
                                     const struct caption_style *style, const char *name, struct error *err)
{
    const struct args *args = cli->args;
    bool is_own = args->params->table == set->table;
    struct param_set *preset = name ? params_load_preset(cli, set->table, name, err) : NULL;
    if (name && !preset) {
        param_set_free(set);
        return NULL;
    }
    if (style)
        params_put_style(set, style);
    params_put_all(set, preset);
    if (is_own)
        params_put_all(set, args->params);
    param_set_free(preset);
    if (is_own && args_has(args, OPTION_SEND_ALL))
        param_set_fill_defaults(set);
    for (size_t i = 0; is_own && i < set->table->count; i++) {
        if (args->unset[i])
            param_set_unset(set, (int)i);
    }
    if (!param_set_check(set, NULL, err)) {
        param_set_free(set);
        return NULL;
    }
    return set;
}

struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err)
{
    return params_join(cli, settings_param_set(&cli->settings, cli->args->params->table), style,
                       cli->args->options[OPTION_PRESET], err);
}

struct param_set *params_given(struct cli *cli, struct error *err)
{
    struct param_set *set = params_join(cli, param_set_new(cli->args->params->table), NULL,
                                        cli->args->options[OPTION_PRESET], err);
    if (set)
        params_warn(set);
    return set;
}

struct param_set *params_collect(struct cli *cli, struct error *err)
{
    struct param_set *set = params_make(cli, NULL, err);
    if (set)
        params_warn(set);
    return set;
}

void params_say_config(const struct cli *cli, const struct param_set *set)
{
    char *config = settings_params_text(&cli->settings, set);
    if (*config)
        cli_remark("note: %s", config);
    free(config);
}

void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown)
{
    if (*is_shown)
        return;
    *is_shown = true;
    params_warn(set);
    params_say_config(cli, set);
}

bool params_find_style(struct cli *cli, enum option_id option, const struct caption_style **style,
                       struct error *err)
{
    const char *name = cli->args->options[option];
    if (!name)
        return true;
    *style = caption_style_find(name, err);
    if (!*style)
        error_prefix(err, "--%s", option_defs[option].name);
    return *style != NULL;
}
