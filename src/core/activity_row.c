/* Owns the words of the rows that actions leave in the activity. Knows no front end, and does not know where
 * a row goes. */
/* SPDX-License-Identifier: MIT */
#include "activity_row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define VALUE_CELLS 40
#define NAME_CELLS  80
#define PATH_CELLS  300

/* A text from outside for a row: cleaned, at most so many cells. Caller frees. */
static char *row_clip(const char *text, int cells)
{
    char *clean = text_clean_copy(text ? text : "");
    size_t size = strlen(clean) + 8;
    char *clipped = mem_alloc(size);
    text_clip(clipped, size, clean, cells);
    free(clean);
    return clipped;
}

/* One option: Name=value, in quotes where the value would run into what follows. Caller frees. */
static char *row_option(const struct param_def *def, const char *value)
{
    char *shown = row_clip(value, VALUE_CELLS);
    const char *quote = *shown && !strpbrk(shown, " ,\"") ? "" : "\"";
    char *option = mem_printf("%s=%s%s%s", def->name, quote, shown, quote);
    free(shown);
    return option;
}

char *activity_row_options(const struct param_set *set)
{
    struct buffer text;
    int cells = 0, more = 0;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = param_set_get(set, (int)i);
        if (!value || def->secret)
            continue;
        char *option = row_option(def, value);
        int wide = text_width(option) + (cells ? 2 : 0);
        if (more > 0 || cells + wide > ACTIVITY_OPTIONS_CELLS) {
            more++;
        } else {
            buffer_printf(&text, "%s%s", cells ? ", " : "", option);
            cells += wide;
        }
        free(option);
    }
    if (more > 0)
        buffer_printf(&text, " and %d more", more);
    return text.len > 0 ? buffer_take(&text) : NULL;
}

char *activity_row_sent(const char *row, const char *name)
{
    if (strncmp(row, "Enqueue", strlen("Enqueue")) != 0)
        return NULL;
    char *sign = mem_printf(" %s=", name);
    const char *at = strstr(row, sign), *quote = strchr(row, '"');
    at = at && (!quote || at < quote) ? at + strlen(sign) : NULL; /* what is in quotes was typed */
    free(sign);
    size_t len = at ? strcspn(at, " ,:\"") : 0;
    return len > 0 ? mem_copy_n(at, len) : NULL;
}

const char *activity_row_kind(enum endpoint_id op)
{
    switch (op) {
    case ENDPOINT_ENQUEUE:
        return "enqueue";
    case ENDPOINT_EXPORT:
        return "export";
    case ENDPOINT_DELETE_TAG:
        return "tag";
    default:
        return "metadata";
    }
}

/* " with Lang=en-US", or nothing. Caller frees. */
static char *row_with(const struct activity_row *row)
{
    return row->options ? mem_printf(" with %s", row->options) : mem_copy("");
}

char *activity_row_done(const struct activity_row *row)
{
    char *with = row_with(row), *name = row_clip(row->tag ? row->tag : row->key, NAME_CELLS);
    char *path = row_clip(row->path ? row->path : "standard output", PATH_CELLS), *text;
    if (row->op == ENDPOINT_ENQUEUE)
        text = mem_printf("Enqueued%s", with);
    else if (row->op == ENDPOINT_EXPORT)
        text = mem_printf("Exported to %s, %" PRId64 " bytes%s%s", path, row->bytes, *with ? "," : "", with);
    else if (row->op == ENDPOINT_DELETE_TAG)
        text = mem_printf("Tag \"%s\" deleted", name);
    else
        text = mem_printf("Metadata \"%s\" %s", name, row->op == ENDPOINT_ADD_METADATA ? "set" : "deleted");
    free(path);
    free(name);
    free(with);
    return text;
}

/* "Enqueue with Lang=en-US", "Set metadata "k"": what was sent. Caller frees. */
static char *row_sent(const struct activity_row *row)
{
    char *with = row_with(row), *name = row_clip(row->tag ? row->tag : row->key, NAME_CELLS), *text;
    if (row->op == ENDPOINT_ENQUEUE || row->op == ENDPOINT_EXPORT)
        text = mem_printf("%s%s", row->op == ENDPOINT_ENQUEUE ? "Enqueue" : "Export", with);
    else
        text = mem_printf("%s \"%s\"", endpoints[row->op].title, name);
    free(name);
    free(with);
    return text;
}

char *activity_row_unknown(const struct activity_row *row)
{
    char *sent = row_sent(row), *text = mem_printf("%s: outcome unknown", sent);
    free(sent);
    return text;
}

char *activity_row_refused(const struct activity_row *row, const struct error *error)
{
    bool tells = row->op != ENDPOINT_ADD_METADATA; /* a server may quote the value, which may be a secret */
    char *sent = row_sent(row), *why = row_clip(tells ? error->server : "", NAME_CELLS);
    char *text = mem_printf("%s: refused (%d)%s%s", sent, error->status, *why ? ": " : "", why);
    free(why);
    free(sent);
    return text;
}
