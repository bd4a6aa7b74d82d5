/* Makes the parameters that are sent: config, style, preset, flags and --unset apply in this order. Also
 * `preset`, which saves parameters under a name for the commands and the forms of the console. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "steno/core/forms.h"
#include "steno/core/names.h"

/* --- presets --- */

struct preset {
    char *name, *form;
    json_t *values;
};

static void preset_clear(struct preset *preset)
{
    free(preset->name);
    free(preset->form);
    json_decref(preset->values);
    *preset = (struct preset){0};
}

/* Loads a preset. Blanks around its name are ignored. An unknown name is an error. */
static bool preset_load(struct cli *cli, const char *name, struct preset *preset, struct error *err)
{
    if (!*name || !text_is_valid(name, strlen(name)))
        return error_set(err, ERROR_USAGE, "the name of a preset must not be empty");
    struct store *store = cli_store(cli, err);
    *preset = (struct preset){.name = preset_name_trim(name)};
    if (store && store_preset_load(store, preset->name, &preset->form, &preset->values, err) &&
        preset->values)
        return true;
    if (store && !preset->values && err->kind == ERROR_NONE) {
        char *shown = text_clean_copy(name);
        error_set(err, ERROR_NOT_FOUND, "there is no preset “%s”; see all with: steno preset list", shown);
        free(shown);
    }
    preset_clear(preset);
    return false;
}

int cli_preset_list(struct cli *cli, struct error *err)
{
    struct store_entries presets = {0};
    struct store *store = cli_store(cli, err);
    if (!store || !store_preset_list(store, "", &presets, err))
        return CLI_FAILED;
    for (size_t i = 0; i < presets.count; i++) {
        const struct store_entry *preset = &presets.items[i];
        if (cli->json) {
            cli_put_pack(cli, "{s:b, s:s, s:s}", "ok", true, "name", preset->name, "for", preset->text);
            continue;
        }
        char *name = text_clean_copy(preset->name), *form = text_clean_copy(preset->text);
        cli_put_text(cli, "%-8s  %s\n", form, name);
        free(form);
        free(name);
    }
    store_entries_clear(&presets);
    return 0;
}

int cli_preset_show(struct cli *cli, struct error *err)
{
    struct preset preset;
    if (!preset_load(cli, cli->args->words[0], &preset, err))
        return CLI_FAILED;
    const struct endpoint *endpoint = endpoint_find(preset.form);
    if (cli->json) {
        cli_put_pack(cli, "{s:b, s:s, s:s, s:O}", "ok", true, "name", preset.name, "for", preset.form,
                     "params", preset.values);
    } else if (endpoint && endpoint->params) {
        struct param_set *set = param_set_from_json(endpoint->params, preset.values, NULL);
        char *command = command_line_make(set, NULL, 0);
        cli_put_text(cli, "%s\n", command);
        free(command);
        param_set_free(set);
    }
    preset_clear(&preset);
    return 0;
}

int cli_preset_rm(struct cli *cli, struct error *err)
{
    struct preset preset;
    bool was_there;
    if (!preset_load(cli, cli->args->words[0], &preset, err))
        return CLI_FAILED;
    bool ok = store_preset_drop(cli->store, preset.name, &was_there, err);
    preset_clear(&preset);
    if (!ok)
        return CLI_FAILED;
    cli_put_ok(cli, 0);
    return 0;
}

int cli_preset_save(struct cli *cli, struct error *err)
{
    struct store *store = NULL;
    bool is_replaced = false;
    char *name = preset_name_check(cli->args->words[0], err);
    struct param_set *set = name && cli_need_url(cli, err) ? params_given(cli, err) : NULL;
    json_t *values = set ? param_set_to_json(set) : NULL;
    bool ok = set && (store = cli_store(cli, err)) &&
              store_preset_save(store, name, set->table->name, values, &is_replaced, err);
    if (ok && is_replaced)
        cli_remark("the preset “%s” was replaced", name);
    if (ok)
        cli_put_ok(cli, 0);
    json_decref(values);
    param_set_free(set);
    free(name);
    return ok ? 0 : CLI_FAILED;
}

/* --- the parameters that are sent --- */

static void params_put_all(struct param_set *set, const struct param_set *over)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const char *value = param_set_get(over, (int)i);
        if (value)
            param_set_put_raw(set, (int)i, value);
    }
}

static bool params_put_preset(struct cli *cli, struct param_set *set, struct error *err)
{
    const char *name = cli->args->options[OPTION_PRESET];
    struct preset preset;
    int unknown = 0;
    if (!name)
        return true;
    if (!preset_load(cli, name, &preset, err))
        return false;
    bool fits = strcmp(preset.form, set->table->name) == 0 ||
                error_set(err, ERROR_USAGE, "the preset “%s” is for %s, not for %s", name, preset.form,
                          set->table->name);
    if (fits) {
        struct param_set *values = param_set_from_json(set->table, preset.values, &unknown);
        params_put_all(set, values);
        param_set_free(values);
    }
    if (unknown)
        cli_say("%d parameters of the preset “%s” are unknown to this version of steno and are not sent",
                unknown, name);
    preset_clear(&preset);
    return fits;
}

/* Adds style, preset and flags to a set, applies --unset, and checks the set. `style` can be NULL. After an
 * error, frees the set and returns NULL. */
static struct param_set *params_join(struct cli *cli, struct param_set *set,
                                     const struct caption_style *style, struct error *err)
{
    const struct args *args = cli->args;
    for (const struct style_value *value = style ? style->sends : NULL; value && value->name; value++)
        param_set_put_raw(set, param_find(set->table, value->name), value->value);
    bool ok = params_put_preset(cli, set, err);
    params_put_all(set, args->params);
    if (args_has(args, OPTION_SEND_ALL))
        param_set_fill_defaults(set);
    for (size_t i = 0; i < set->table->count; i++) {
        if (args->unset[i])
            param_set_unset(set, (int)i);
    }
    if (ok && param_set_check(set, NULL, err))
        return set;
    param_set_free(set);
    return NULL;
}

struct param_set *params_make(struct cli *cli, const struct caption_style *style, struct error *err)
{
    return params_join(cli, settings_param_set(&cli->settings, cli->args->params->table), style, err);
}

static void params_warn(const struct param_set *set)
{
    struct form_warnings warnings = {0};
    form_warn_params(set, &warnings);
    for (size_t i = 0; i < warnings.count; i++)
        cli_say("note: %s", warnings.texts[i]);
    form_warnings_clear(&warnings);
}

struct param_set *params_given(struct cli *cli, struct error *err)
{
    struct param_set *set = params_join(cli, param_set_new(cli->args->params->table), NULL, err);
    if (set)
        params_warn(set);
    return set;
}

void params_say_once(const struct cli *cli, const struct param_set *set, bool *is_shown)
{
    if (*is_shown)
        return;
    *is_shown = true;
    params_warn(set);
    char *config = settings_params_text(&cli->settings, set);
    if (*config)
        cli_remark("note: %s", config);
    free(config);
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
