/* Owns the order in which preset, flags and --unset make the set that is sent. */
#include "params.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/core/form_warn.h"
#include "steno/core/preset_name.h"
#include "local.h"

/* Reads what is saved as this name; NULL with a sentence when the store cannot. */
static struct store_result *params_read_preset(struct cli *cli, const char *name, struct error *err)
{
    struct store_op *op = store_op_new(STORE_PRESET_LOAD);
    op->name = mem_copy(name);
    return cli_store_do(cli, op, err);
}

struct store_result *params_find_preset(struct cli *cli, const char *name, struct error *err)
{
    struct store_result *result = params_read_preset(cli, name, err);
    if (result && !result->json) { /* new names are trimmed, those of earlier versions were not */
        char *trimmed = preset_name_trim(name);
        store_result_free(result);
        result = params_read_preset(cli, trimmed, err);
        free(trimmed);
    }
    if (!result || result->json)
        return result;
    char *shown = text_clean_copy(name);
    error_set(err, ERROR_NOT_FOUND, "there is no preset “%s”; steno preset list shows them", shown);
    free(shown);
    store_result_free(result);
    return NULL;
}

/* Reads the preset that --preset names into a set of the command's table. */
static struct param_set *params_load_preset(struct cli *cli, const char *name, struct error *err)
{
    const struct param_table *table = cli->args->params->table;
    struct store_result *result = params_find_preset(cli, name, err);
    struct param_set *set = NULL;
    int unknown = 0;
    if (!result)
        return NULL;
    if (strcmp(result->text ? result->text : "", table->name) != 0)
        error_set(err, ERROR_USAGE, "the preset “%s” is for %s, not for %s", name,
                  result->text ? result->text : "?", table->name);
    else
        set = param_set_from_json(table, result->json, &unknown);
    if (unknown)
        cli_say("%d parameters of the preset “%s” are not known to this version and are not sent", unknown,
                name);
    store_result_free(result);
    return set;
}

struct param_set *params_collect(struct cli *cli, struct error *err)
{
    const struct args *args = cli->args;
    const char *preset = args->options[OPTION_PRESET];
    struct param_set *set =
        preset ? params_load_preset(cli, preset, err) : param_set_new(args->params->table);
    for (size_t i = 0; set && i < set->table->count; i++) {
        const char *value = param_set_get(args->params, (int)i);
        if (value)
            param_set_put_raw(set, (int)i, value);
    }
    if (set && args_has(args, OPTION_SEND_ALL))
        param_set_fill_defaults(set);
    for (size_t i = 0; set && i < set->table->count; i++) {
        if (args->unset[i])
            param_set_unset(set, (int)i);
    }
    if (set && !param_set_check(set, NULL, err)) {
        param_set_free(set);
        return NULL;
    }
    struct form_warnings warnings = {0};
    if (set)
        form_warn_params(set, &warnings);
    for (size_t i = 0; i < warnings.count; i++)
        cli_say("note: %s", warnings.texts[i]);
    form_warnings_clear(&warnings);
    return set;
}

void params_remember(struct cli *cli, const struct param_set *set)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = param_set_get(set, (int)i);
        if (value && value[0] && def->type == PARAM_TEXT && !def->secret)
            cli_keep_used(cli, mem_printf("%s.%s", set->table->name, def->name), value);
    }
}
