/* `preset`: saved sets of parameters, shared with the forms. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "steno/cli/connect.h"
#include "handlers.h"
#include "local.h"
#include "params.h"

int cli_preset_list(struct cli *cli)
{
    struct store_entries presets = {0};
    struct error err;
    error_clear(&err);
    struct store *store = cli_store(cli, &err);
    if (!store || !store_preset_list(store, "", &presets, &err))
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < presets.count; i++) {
        const struct store_entry *preset = &presets.items[i];
        if (cli->json) {
            cli_put_json(cli,
                         json_pack("{s:b, s:s, s:s}", "ok", true, "name", preset->name, "for", preset->text));
            continue;
        }
        char *name = text_clean_copy(preset->name), *form = text_clean_copy(preset->text);
        char *line = mem_printf("%-8s  %s\n", form, name);
        cli_put_text(cli, line);
        free(line);
        free(form);
        free(name);
    }
    store_entries_clear(&presets);
    return 0;
}

/* Loads the preset that the first word names; an absent one is an error. */
static bool cmd_preset_load(struct cli *cli, struct preset *preset, struct error *err)
{
    const char *name = cli->args->words[0];
    error_clear(err);
    if (!*name || !text_is_valid(name, strlen(name)))
        return error_set(err, ERROR_USAGE, "the name of a preset must not be empty");
    return params_find_preset(cli, name, preset, err);
}

int cli_preset_show(struct cli *cli)
{
    struct preset preset;
    struct error err;
    if (!cmd_preset_load(cli, &preset, &err))
        return cli_fail(cli, 0, &err);
    const struct endpoint *endpoint = endpoint_find(preset.form);
    if (cli->json) {
        cli_put_json(cli, json_pack("{s:b, s:s, s:s, s:O}", "ok", true, "name", preset.name, "for",
                                    preset.form, "params", preset.values));
    } else if (endpoint && endpoint->params) {
        struct param_set *set = param_set_from_json(endpoint->params, preset.values, NULL);
        char *command = command_line_make(set, NULL, 0);
        cli_put_text(cli, command);
        cli_put_text(cli, "\n");
        free(command);
        param_set_free(set);
    }
    preset_clear(&preset);
    return 0;
}

/* Reports what was done in the store. */
static int cmd_preset_done(struct cli *cli, bool ok, struct error *err)
{
    if (!ok)
        return cli_fail(cli, 0, err);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(0));
    return 0;
}

int cli_preset_rm(struct cli *cli)
{
    struct preset preset;
    struct error err;
    bool was_there;
    bool ok = cmd_preset_load(cli, &preset, &err);
    bool is_gone = ok && store_preset_drop(cli->store, preset.name, &was_there, &err);
    if (ok)
        preset_clear(&preset);
    return cmd_preset_done(cli, is_gone, &err);
}

int cli_preset_save(struct cli *cli)
{
    struct error err;
    struct store *store = NULL;
    bool is_replaced = false;
    error_clear(&err);
    char *name = preset_name_check(cli->args->words[0], &err);
    struct param_set *set = name && cli_need_url(cli, &err) ? params_given(cli, &err) : NULL;
    json_t *values = set ? param_set_to_json(set) : NULL;
    bool ok = set && (store = cli_store(cli, &err)) &&
              store_preset_save(store, name, set->table->name, values, &is_replaced, &err);
    if (ok && is_replaced)
        cli_remark("the preset “%s” was replaced", name);
    json_decref(values);
    param_set_free(set);
    free(name);
    return cmd_preset_done(cli, ok, &err);
}
