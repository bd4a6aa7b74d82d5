/* `config`: a sample of the config file, made of the tables. A comment in prose begins with "# ", a line that
 * would set something with "#" alone. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "handlers.h"
#include "steno/cli/output.h"
#include "steno/app/action.h"
#include "steno/app/turn.h"
#include "steno/base/file.h"
#include "steno/base/text.h"
#include "steno/cli/usage.h"
#include "steno/widget/form.h"

static const char sample_head[] =
    "# Sample of the config file of steno: all settings, with their defaults.\n"
    "# Save it as the file that steno config --path prints, and remove the \"#\" in front of\n"
    "# what you set. The command line and the environment take precedence over this file.\n"
    "# steno-config(5) has the details; steno doctor checks the file.\n";

static const char sample_sections[] = "\n# --- Sections: they follow after all other settings ---\n"
                                      "\n# Settings of another server or account, for --profile test\n"
                                      "#[profile test]\n"
                                      "#url = https://test.example.org\n"
                                      "\n# Keys of the console: the keys of an action, or none\n"
                                      "#[keys]\n";

/* One setting: what it is for, what it takes; its default is its value. */
static void cmd_config_setting(struct buffer *out, const struct setting_def *def)
{
    char value[80];
    usage_setting_value(value, sizeof value, def);
    buffer_printf(out, "\n# %s (%s", def->help, value);
    if (def->type == SETTING_INT)
        buffer_printf(out, ", %" PRId64 " to %" PRId64, def->min, def->max);
    buffer_printf(out, ")\n#%s =%s%s\n", def->name, *def->def ? " " : "", def->def);
}

/* The settings of the config, group by group. */
static void cmd_config_settings(struct buffer *out)
{
    const char *group;
    for (int id = 0; (group = settings_group((size_t)id)); id++) {
        buffer_printf(out, "\n# --- %s ---\n", group);
        for (int i = 0; i < SETTING_COUNT; i++) {
            if (!setting_defs[i].not_in_config && strcmp(setting_defs[i].group, group) == 0)
                cmd_config_setting(out, &setting_defs[i]);
        }
    }
}

/* The parameters, which can be set too. */
static void cmd_config_params(struct buffer *out, const struct param_table *table)
{
    buffer_printf(out, "\n# --- Parameters of %s: where its form starts, and what the command sends ---\n\n",
                  table->name);
    for (size_t i = 0; i < table->count; i++)
        buffer_printf(out, "#%s =%s%s\n", table->rows[i].name, table->rows[i].def ? " " : "",
                      table->rows[i].def ? table->rows[i].def : "");
}

/* The keys of all actions. */
static void cmd_config_keys(struct buffer *out)
{
    size_t count;
    struct action *actions = app_actions(&count);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "#%s = %s\n", actions[i].name, actions[i].keys ? actions[i].keys : "none");
    free(actions);
    for (size_t i = 0; i < FORM_ACT_COUNT - 1; i++)
        buffer_printf(out, "#%s = %s\n", form_bindings[i].name, form_bindings[i].keys);
}

/* Prints a text, which is freed; as JSON under this name. */
static int cmd_config_put(struct cli *cli, const char *name, struct buffer *text)
{
    if (!cli->json) {
        cli_put_buffer(cli, text);
        return 0;
    }
    json_t *object = cli_json_ok(0);
    json_object_set_new(object, name, json_string(buffer_text(text)));
    cli_put_json(cli, object);
    buffer_free(text);
    return 0;
}

/* Prints the path of the file. */
static int cmd_config_path(struct cli *cli)
{
    struct error err;
    char *path = file_config_path("config");
    if (!path) {
        error_set(&err, ERROR_USAGE,
                  "there is no config file: HOME and XDG_CONFIG_HOME are not absolute paths");
        return cli_fail(cli, 0, &err);
    }
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    text_repair(&out, path, strlen(path)); /* JSON takes no other bytes */
    if (!cli->json)
        buffer_append_char(&out, '\n');
    free(path);
    return cmd_config_put(cli, "path", &out);
}

int cli_config(struct cli *cli)
{
    struct buffer out;
    if (args_has(cli->args, OPTION_PATH))
        return cmd_config_path(cli);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, sample_head);
    cmd_config_settings(&out);
    cmd_config_params(&out, &params_enqueue);
    cmd_config_params(&out, &params_export);
    buffer_append_text(&out, sample_sections);
    cmd_config_keys(&out);
    return cmd_config_put(cli, "sample", &out);
}
