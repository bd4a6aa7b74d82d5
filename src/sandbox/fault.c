/* Owns the table of fault kinds, the grammar of faults, and which fault a request gets. */
#include "steno/sandbox/fault.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

const struct fault_kind fault_kinds[] = {
    {"status", FAULT_ARG_NUMBER, true, true, "status=NNN: answers with this status, 200 to 599",
     fault_status},
    {"retry-after", FAULT_ARG_TEXT, false, true,
     "retry-after[=[STATUS/]VALUE]: 429, or this status, with Retry-After (1)", fault_retry_after},
    {"stall", FAULT_ARG_NONE, false, true, "never answers", fault_stall},
    {"reset", FAULT_ARG_NONE, false, true, "breaks the connection with a reset", fault_reset},
    {"redirect", FAULT_ARG_TEXT, true, true, "redirect=URL: 302 to there", fault_redirect},
    {"conflict", FAULT_ARG_NONE, false, true, "409 as for a stale AccessToken", fault_conflict},
    {"lost", FAULT_ARG_NONE, false, false, "does what was asked, then breaks the connection", fault_reset},
    {"done", FAULT_ARG_NUMBER, true, false, "done=NNN: does what was asked, then answers with this status",
     fault_status},
    {"head", FAULT_ARG_NONE, false, false,
     "does what was asked, then sends the status line and one header, and closes", fault_head},
    {"delay", FAULT_ARG_NUMBER, true, false, "delay=MS: holds the reply back", fault_delay},
    {"cut", FAULT_ARG_NUMBER, false, false, "cut[=N]: sends N bytes of the body (half of it), then closes",
     fault_cut},
    {"freeze", FAULT_ARG_NUMBER, false, false, "freeze[=N]: sends N bytes of the body (half), then nothing",
     fault_freeze},
    {"drip", FAULT_ARG_NUMBER, true, false, "drip=MS: sends a piece of the body every MS", fault_drip},
    {"empty", FAULT_ARG_NONE, false, false, "an empty body", fault_empty},
    {"html", FAULT_ARG_NONE, false, false, "an HTML page as body", fault_html},
    {"badjson", FAULT_ARG_NONE, false, false, "a body that breaks off within its JSON", fault_bad_json},
    {"deep", FAULT_ARG_NUMBER, false, false, "deep[=N]: JSON nested N times (1000)", fault_deep},
    {"huge", FAULT_ARG_NUMBER, false, false, "huge[=BYTES]: valid JSON of this size (16 MiB)", fault_huge},
    {"nodata", FAULT_ARG_NONE, false, false, "{} as body", fault_no_data},
    {"bare", FAULT_ARG_NONE, false, false, "the project without its envelope Data", fault_bare},
    {"wrongtypes", FAULT_ARG_TEXT, false, false,
     "wrongtypes[=NAME]: members of other types, all or those of a name", fault_wrong_types},
    {"missing", FAULT_ARG_TEXT, true, false, "missing=NAME: without the members of this name", fault_missing},
    {"set", FAULT_ARG_TEXT, true, false, "set=NAME:JSON: members of this name get this value", fault_set},
    {"hostile", FAULT_ARG_NONE, false, false, "every kind of hostile byte in every text", fault_hostile},
    {.name = NULL},
};

/* The kind of a name, or NULL. */
static const struct fault_kind *fault_kind_find(const char *name, size_t len)
{
    for (const struct fault_kind *kind = fault_kinds; kind->name; kind++) {
        if (strlen(kind->name) == len && strncmp(kind->name, name, len) == 0)
            return kind;
    }
    return NULL;
}

/* Reads ROUTE: the endpoint's number, -1 for `*`, -2 when there is none of this name. */
static int fault_route(const char *name, size_t len)
{
    if (len == 1 && name[0] == '*')
        return -1;
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        if (strlen(endpoints[i].name) == len && strncmp(endpoints[i].name, name, len) == 0)
            return i;
    }
    return -2;
}

/* Splits "*COUNT" off the end of a text; -1 when there is none. *len becomes the length without it. */
static int64_t fault_count(const char *text, size_t *len)
{
    const char *star = strrchr(text, '*');
    int64_t count;
    if (!star || star == text || !text_parse_int(star + 1, &count) || count < 1)
        return -1;
    *len = (size_t)(star - text);
    return count;
}

/* Is the argument one that the kind takes? */
static bool fault_check_arg(const struct fault_kind *kind, const char *arg, struct error *err)
{
    int64_t number;
    if (!arg && kind->arg_required)
        return error_set(err, ERROR_USAGE, "The fault %s needs an argument: %s", kind->name, kind->help);
    if (arg && kind->arg == FAULT_ARG_NONE)
        return error_set(err, ERROR_USAGE, "The fault %s takes no argument", kind->name);
    if (arg && kind->arg == FAULT_ARG_NUMBER && (!text_parse_int(arg, &number) || number < 0))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not a number: %s", kind->name, arg,
                         kind->help);
    if (kind->apply == fault_status && (strlen(arg) != 3 || arg[0] < '2' || arg[0] > '5'))
        return error_set(err, ERROR_USAGE, "The fault status: “%s” is not from 200 to 599", arg);
    return true;
}

bool faults_add(struct faults *faults, const char *text, struct error *err)
{
    const char *colon = strchr(text, ':');
    int route = colon ? fault_route(text, (size_t)(colon - text)) : -2;
    if (route == -2)
        return error_set(err, ERROR_USAGE,
                         "“%s” is no fault: it must begin with an endpoint's name or *, and a colon", text);
    const char *rest = colon + 1;
    size_t len = strlen(rest);
    struct fault fault = {.endpoint = route, .left = fault_count(rest, &len)};
    size_t name_len = strcspn(rest, "=");
    name_len = name_len < len ? name_len : len;
    fault.kind = fault_kind_find(rest, name_len);
    if (!fault.kind)
        return error_set(err, ERROR_USAGE, "“%.*s” is no kind of fault", (int)name_len, rest);
    fault.arg = name_len < len ? mem_copy_n(rest + name_len + 1, len - name_len - 1) : NULL;
    if (!fault_check_arg(fault.kind, fault.arg, err)) {
        free(fault.arg);
        return false;
    }
    faults->rows = mem_grow(faults->rows, faults->count + 1, sizeof *faults->rows);
    faults->rows[faults->count++] = fault;
    return true;
}

void faults_clear(struct faults *faults)
{
    for (size_t i = 0; i < faults->count; i++)
        free(faults->rows[i].arg);
    free(faults->rows);
    *faults = (struct faults){0};
}

bool faults_take(struct faults *faults, enum endpoint_id endpoint, struct fault *taken)
{
    for (size_t i = 0; i < faults->count; i++) {
        struct fault *fault = &faults->rows[i];
        if (fault->endpoint >= 0 && fault->endpoint != (int)endpoint)
            continue;
        *taken = *fault;
        if (fault->left < 0 || --fault->left > 0)
            taken->arg = mem_copy_or_null(fault->arg);
        else
            memmove(fault, fault + 1, (--faults->count - i) * sizeof *fault);
        return true;
    }
    return false;
}
