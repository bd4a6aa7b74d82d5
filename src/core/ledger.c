/* Owns what the ledger of exports says of a project and its files. Touches no file and no store. */
#include "ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/call.h"

enum ledger_age ledger_age(const struct exported *exported, int64_t version)
{
    if (exported->when_ms == 0)
        return LEDGER_NONE;
    return exported->version >= 0 && exported->version == version ? LEDGER_CURRENT : LEDGER_OLD;
}

/* The format that was asked for, else what the file's name ends in. */
static const char *ledger_format(const struct call *call, const char *path)
{
    const struct param_set *params = call->params;
    const char *asked = params ? param_set_get(params, param_find(params->table, "FileFormatId")) : NULL;
    const char *dot = strrchr(path, '.');
    return asked ? asked : dot && !strchr(dot, '/') ? dot + 1 : "";
}

bool ledger_file_of(struct ledger_file *file, const struct call *call, const struct call_result *result,
                    int64_t when_ms)
{
    if (!result->ok || call->op != ENDPOINT_EXPORT || !result->file)
        return false;
    *file = (struct ledger_file){.id = call->project_id,
                                 .path = mem_copy(result->file),
                                 .format = mem_copy(ledger_format(call, result->file)),
                                 .version = result->project ? result->project->version : call->version,
                                 .when_ms = when_ms,
                                 .size = result->export_info.bytes,
                                 .hash = result->export_info.hash};
    return true;
}

/* Not where another version was made in between, nor of an enqueue: what that leads to is another text. */
bool ledger_moves(const struct call *call, const struct call_result *result, int64_t *from, int64_t *to)
{
    const struct endpoint *endpoint = &endpoints[call->op];
    if (!result->ok || !endpoint->takes_version || !result->project || result->said)
        return false;
    *from = call->seen ? call->seen->version : call->version;
    *to = result->project->version;
    return *from >= 0 && *to >= 0 && *from != *to;
}

bool ledger_follow(struct exported *exported, const struct call *call, const struct call_result *result,
                   int64_t when_ms)
{
    int64_t from, to;
    struct ledger_file file;
    if (ledger_file_of(&file, call, result, when_ms)) {
        *exported = (struct exported){.when_ms = when_ms, .version = file.version};
        snprintf(exported->format, sizeof exported->format, "%s", file.format);
        free(file.path);
        free(file.format);
        return true;
    }
    if (!ledger_moves(call, result, &from, &to) || exported->version != from)
        return false;
    exported->version = to;
    return true;
}

void ledger_add(struct ledger *ledger, const struct ledger_file *file)
{
    if ((ledger->count & (ledger->count - 1)) == 0) /* the room grows at powers of two */
        ledger->files = mem_grow(ledger->files, ledger->count ? ledger->count * 2 : 1, sizeof *ledger->files);
    ledger->files[ledger->count++] = *file;
}

void ledger_clear(struct ledger *ledger)
{
    for (size_t i = 0; i < ledger->count; i++) {
        free(ledger->files[i].path);
        free(ledger->files[i].format);
    }
    free(ledger->files);
    *ledger = (struct ledger){0};
}
