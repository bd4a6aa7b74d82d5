/* Owns what the outcome of an operation means for the ledger of exports. Keeps nothing. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "receipt.h"
#include "steno/base/mem.h"

/* The format that was asked for, else what the file's name ends in. */
static const char *receipt_ledger_format(const struct call *call, const char *path)
{
    const struct param_set *params = call->params;
    const char *asked = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
    const char *dot = strrchr(path, '.');
    return asked ? asked : dot && !strchr(dot, '/') ? dot + 1 : "";
}

bool receipt_ledger_file(struct ledger_file *file, const struct call *call, const struct call_result *result,
                         int64_t when_ms)
{
    if (!result->ok || call->op != ENDPOINT_EXPORT || !result->file)
        return false;
    *file = (struct ledger_file){.id = call->project_id,
                                 .path = mem_copy(result->file),
                                 .format = mem_copy(receipt_ledger_format(call, result->file)),
                                 .version = result->project ? result->project->version : call->version,
                                 .when_ms = when_ms,
                                 .size = result->export_info.bytes,
                                 .hash = result->export_info.hash};
    return true;
}

/* Not where another version was made in between, nor of an enqueue: what that leads to is another text. */
bool receipt_ledger_moves(const struct call *call, const struct call_result *result, int64_t *from,
                          int64_t *to)
{
    const struct endpoint *endpoint = &endpoints[call->op];
    if (!result->ok || !endpoint->takes_version || !result->project || result->said)
        return false;
    *from = call->seen ? call->seen->version : call->version;
    *to = result->project->version;
    return *from >= 0 && *to >= 0 && *from != *to;
}

bool receipt_follow_export(struct exported *exported, const struct call *call,
                           const struct call_result *result, int64_t when_ms)
{
    int64_t from, to;
    struct ledger_file file;
    if (receipt_ledger_file(&file, call, result, when_ms)) {
        *exported = (struct exported){.when_ms = when_ms, .version = file.version};
        snprintf(exported->format, sizeof exported->format, "%s", file.format);
        free(file.path);
        free(file.format);
        return true;
    }
    if (!receipt_ledger_moves(call, result, &from, &to) || exported->version != from)
        return false;
    exported->version = to;
    return true;
}
