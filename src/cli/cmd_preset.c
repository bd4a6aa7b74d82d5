/* `preset`: saved sets of parameters, shared with the forms. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "output.h"
#include "steno/core/command_line.h"
#include "steno/core/preset_name.h"
#include "connect.h"
#include "handlers.h"
#include "local.h"
#include "params.h"

int cli_preset_list(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_PRESET_LIST);
    op->text = mem_copy("");
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < result->entry_count; i++) {
        const struct store_entry *entry = &result->entries[i];
        if (cli->json) {
            json_t *object = cli_json_ok(0);
            json_object_set_new(object, "name", json_string(entry->name));
            json_object_set_new(object, "for", json_string(entry->text ? entry->text : ""));
            cli_put_json(cli, object);
            continue;
        }
        char *name = text_clean_copy(entry->name);
        char *line = mem_printf("%-8s  %s\n", entry->text ? entry->text : "", name);
        cli_put_text(cli, line);
        free(line);
        free(name);
    }
    store_result_free(result);
    return 0;
}

/* Loads the preset that the first word names; an absent one is an error. */
static struct store_result *cmd_preset_load(struct cli *cli, struct error *err)
{
    const char *name = cli->args->words[0];
    if (!*name || !text_is_valid(name, strlen(name))) {
        error_set(err, ERROR_USAGE, "the name of a preset must not be empty");
        return NULL;
    }
    return params_find_preset(cli, name, err);
}

/* The preset as a command line; "ID" stands where the id goes. */
static void cmd_preset_put_command(struct cli *cli, const struct param_table *table, const json_t *json)
{
    struct param_set *set = param_set_from_json(table, json, NULL);
    char *command = command_line_make(set, NULL, 0);
    cli_put_text(cli, command);
    cli_put_text(cli, "\n");
    free(command);
    param_set_free(set);
}

int cli_preset_show(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = cmd_preset_load(cli, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    const struct endpoint *endpoint = endpoint_find(result->text ? result->text : "");
    if (cli->json) {
        json_t *object = cli_json_ok(0);
        json_object_set_new(object, "name", json_string(result->name));
        json_object_set_new(object, "for", json_string(result->text ? result->text : ""));
        json_object_set(object, "params", result->json);
        cli_put_json(cli, object);
    } else if (endpoint && endpoint->params) {
        cmd_preset_put_command(cli, endpoint->params, result->json);
    }
    store_result_free(result);
    return 0;
}

int cli_preset_rm(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_result *found = cmd_preset_load(cli, &err);
    if (!found)
        return cli_fail(cli, 0, &err);
    struct store_op *op = store_op_new(STORE_PRESET_DROP);
    op->name = mem_copy(found->name);
    store_result_free(found);
    return cli_store_change(cli, op);
}

/* Saves it and says so where one of this name is gone for it. Takes the operation over. */
static int cmd_preset_store(struct cli *cli, struct store_op *op)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    if (result->number)
        cli_remark("the preset “%s” was replaced", result->name);
    store_result_free(result);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(0));
    return 0;
}

int cli_preset_save(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    char *name = preset_name_check(cli->args->words[0], &err);
    struct param_set *set = name && cli_need_url(cli, &err) ? params_given(cli, &err) : NULL;
    if (!set) {
        free(name);
        return cli_fail(cli, 0, &err);
    }
    struct store_op *op = store_op_new(STORE_PRESET_SAVE);
    op->name = name;
    op->text = mem_copy(set->table->name);
    op->json = param_set_to_json(set);
    param_set_free(set);
    return cmd_preset_store(cli, op);
}
