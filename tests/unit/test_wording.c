/* The sentences of the tables are plain English: those of the lint, whose list of words is the only one, as
 * they come out of the tables, put together and all. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reply_error.h"
#include "steno/api/endpoint.h"
#include "steno/api/field.h"
#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "steno/base/spawn.h"
#include "steno/caption/styles.h"
#include "steno/core/forms.h"
#include "steno/widget/form.h"
#include "steno/cli/command.h"
#include "support/asserts.h"

/* Does the lint pass the text? What it names is printed. */
static bool is_plain(const struct buffer *text)
{
    char *argv[] = {"awk", "-f", FIXTURES "/../lint/wording.awk", NULL};
    struct buffer named;
    struct error err;
    buffer_init(&named, BUFFER_MAX_DEFAULT);
    bool plain = spawn_run(
        &(struct spawn_request){
            .argv = argv, .input = text->data, .input_len = text->len, .output = &named, .timeout_ms = 20000},
        &err);
    if (!plain)
        fprintf(stderr, "%s\n%s", err.text, buffer_text(&named));
    buffer_free(&named);
    return plain;
}

static void line(struct buffer *out, const char *text)
{
    buffer_printf(out, "%s\n\n", text ? text : "");
}

static void params(struct buffer *out, const struct param_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        line(out, table->rows[i].label);
        line(out, table->rows[i].group);
        line(out, table->rows[i].help);
    }
}

static void fields(struct buffer *out, const struct field_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        line(out, table->rows[i].label);
        line(out, table->rows[i].group);
        line(out, table->rows[i].help);
    }
}

static void actions(struct buffer *out)
{
    size_t count;
    struct action *rows = app_actions(&count);
    for (size_t i = 0; i < count; i++) {
        line(out, rows[i].name);
        line(out, rows[i].hint);
        line(out, rows[i].help);
        line(out, keymap_group_name(rows[i].group));
    }
    free(rows);
    for (size_t i = 0; i < sizeof form_bindings / sizeof form_bindings[0]; i++)
        line(out, form_bindings[i].help);
}

static void settings(struct buffer *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        char text[120];
        line(out, setting_defs[i].help);
        usage_variable(text, sizeof text, &setting_defs[i]);
        line(out, text);
        usage_setting_facts(text, sizeof text, &setting_defs[i]);
        line(out, text);
    }
}

static void commands_and_options(struct buffer *out)
{
    usage_of(out, "");
    for (size_t i = 0; i < command_count; i++)
        usage_of(out, commands[i].words);
}

static void captions(struct buffer *out)
{
    for (int i = 0; i < RULE_COUNT; i++)
        line(out, caption_rules[i].help);
    for (size_t i = 0; i < caption_style_count; i++)
        line(out, caption_styles[i].title);
}

/* The sentence of every status for every operation. */
static void errors(struct buffer *out)
{
    struct api_config config = {.base_url = "https://host"};
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        for (int status = 300; status < 700; status++) {
            struct error err;
            struct reply_context context = {.config = &config, .endpoint = &endpoints[i], .project_id = 7};
            struct http_reply reply = {.status = status, .retry_after_s = -1};
            buffer_init(&reply.headers, 100);
            buffer_init(&reply.body, 100);
            reply_error_from_status(&err, &context, &reply);
            line(out, err.text);
        }
    }
}

static const struct {
    const char *name;
    void (*write)(struct buffer *out);
} tables[] = {
    {"actions", actions},   {"settings", settings}, {"commands", commands_and_options},
    {"captions", captions}, {"errors", errors},
};

Test(wording, of_the_tables_is_plain_english)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        struct buffer text;
        buffer_init(&text, (size_t)1 << 22);
        tables[i].write(&text);
        cr_assert(!text.full && text.len > 200, "%s: nothing to read", tables[i].name);
        cr_expect(is_plain(&text), "%s", tables[i].name);
        line(&text, "It stands behind its twin.");
        cr_expect_not(is_plain(&text), "%s: anything passes", tables[i].name);
        buffer_free(&text);
    }
}

Test(wording, of_parameters_and_fields_is_plain_english)
{
    struct buffer text;
    buffer_init(&text, (size_t)1 << 20);
    params(&text, &params_enqueue);
    params(&text, &params_export);
    params(&text, &params_login);
    params(&text, &params_metadata);
    fields(&text, &fields_project);
    fields(&text, &fields_login);
    fields(&text, &fields_policy);
    cr_expect_gt(text.len, 5000);
    cr_expect(is_plain(&text));
    buffer_free(&text);
}
