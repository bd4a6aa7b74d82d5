/* Owns where captions come from. Knows no limit and no finding. */
/* SPDX-License-Identifier: MIT */
#include "caption_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/read.h"
#include "steno/cli/output.h"
#include "connect.h"
#include "steno/core/caption_verdict.h"
#include "steno/core/export_name.h"
#include "entry.h"
#include "projects.h"

void caption_input_init(struct caption_input *input, const char *name, int64_t id)
{
    *input = (struct caption_input){.name = mem_copy(name), .id = id, .length_ms = -1};
    buffer_init(&input->data, CAPTION_BYTES_MAX);
}

void caption_input_free(struct caption_input *input)
{
    free(input->name);
    buffer_free(&input->data);
    caption_file_free(&input->file);
}

/* Reads a file, or standard input for `-`. */
static bool caption_input_read_file(struct caption_input *input, struct error *err)
{
    char piece[65536];
    ssize_t got;
    if (strcmp(input->name, "-") != 0)
        return file_read(input->name, &input->data, err);
    entry_say_awaited("the captions");
    while ((got = entry_read(piece, sizeof piece, err)) > 0) {
        if (!buffer_append(&input->data, piece, (size_t)got))
            return error_set(err, ERROR_IO, "standard input has more than %zu MiB: not checked",
                             CAPTION_BYTES_MAX >> 20);
    }
    return got == 0;
}

static bool caption_input_keep_piece(void *arg, const void *data, size_t len)
{
    return buffer_append(arg, data, len);
}

/* Exports the project into memory, by the same parameters as `export`. */
static bool caption_input_fetch(struct cli *cli, struct caption_input *input, const struct param_set *params,
                                struct error *err)
{
    struct export_info info = {0};
    struct project *project = cli_get_project(cli, input->id, err);
    if (!project)
        return false;
    struct export_sink sink = {.write = caption_input_keep_piece,
                               .arg = &input->data,
                               .completed = strcmp(project->state, "Completed") == 0};
    bool ok = api_export(cli_connection(cli, true, err), input->id, params, &sink, &info, err);
    if (!ok)
        cli_explain_auth(cli, err);
    if (input->data.full)
        error_set(err, ERROR_IO, "the export has more than %zu MiB: not checked", CAPTION_BYTES_MAX >> 20);
    char *open = export_name_make(settings_text(&cli->settings, SETTING_NAME_PATTERN), input->id,
                                  project->name, project->state);
    if (ok) {
        free(input->name);
        input->name = export_name_close(open, params, &info);
        input->length_ms = project->length_ms;
    }
    free(open);
    project_free(project);
    return ok;
}

/* The captions in the bytes that were read. The name in an error may be a path, with anything in it. */
static bool caption_input_parse(struct caption_input *input, const struct param_set *params, bool read,
                                struct error *err)
{
    if (read && caption_read(&input->file, buffer_text(&input->data), input->data.len,
                             caption_verdict_format(params, input->name), err))
        return true;
    if (read)
        error_prefix(err, "%s", input->name);
    char *clean = text_clean_copy(err->text);
    snprintf(err->text, sizeof err->text, "%s", clean);
    free(clean);
    return false;
}

bool caption_input_read(struct cli *cli, struct caption_input *input, const struct param_set *params,
                        struct error *err)
{
    return caption_input_parse(
        input, params,
        input->id ? caption_input_fetch(cli, input, params, err) : caption_input_read_file(input, err), err);
}

bool caption_input_read_saved(struct caption_input *input, const struct param_set *params, struct error *err)
{
    return caption_input_parse(input, params, file_read(input->name, &input->data, err), err);
}
