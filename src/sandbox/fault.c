/* Owns the table of fault kinds, the grammar of faults, and which fault a request gets. */
#include "steno/sandbox/fault.h"

#include <ctype.h>
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
    {"late", FAULT_ARG_NUMBER, true, true,
     "late=MS: does what was asked MS later, also when the client has gone by then", fault_late},
    {"lost", FAULT_ARG_NONE, false, false, "does what was asked, then breaks the connection", fault_reset},
    {"done", FAULT_ARG_NUMBER, true, false, "done=NNN: does what was asked, then answers with this status",
     fault_status},
    {"head", FAULT_ARG_NONE, false, false,
     "does what was asked, then sends the status line and one header, and closes", fault_head},
    {"delay", FAULT_ARG_NUMBER, true, false, "delay=MS: delays the reply", fault_delay},
    {"cut", FAULT_ARG_NUMBER, false, false, "cut[=N]: sends N bytes of the body (half of it), then closes",
     fault_cut},
    {"freeze", FAULT_ARG_NUMBER, false, false, "freeze[=N]: sends N bytes of the body (half), then nothing",
     fault_freeze},
    {"empty", FAULT_ARG_NONE, false, false, "an empty body", fault_empty},
    {"html", FAULT_ARG_NONE, false, false, "an HTML page as body", fault_html},
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

/* Does a text begin with a status that is no answer's: 099/, 600/? */
static bool fault_has_bad_status(const char *text)
{
    return strspn(text, "0123456789") == 3 && text[3] == '/' && (text[0] < '2' || text[0] > '5');
}

/* Is the argument one that the kind takes? */
static bool fault_check_arg(const struct fault_kind *kind, const char *arg, struct error *err)
{
    int64_t number;
    if (!arg && kind->arg_required)
        return error_set(err, ERROR_USAGE, "The fault %s needs an argument: %s", kind->name, kind->help);
    if (arg && kind->arg == FAULT_ARG_NONE)
        return error_set(err, ERROR_USAGE, "The fault %s takes no argument", kind->name);
    if (arg && kind->arg == FAULT_ARG_NUMBER &&
        (!text_parse_int(arg, &number) || number < 0 || number > FAULT_NUMBER_MAX))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not a number up to %d: %s", kind->name, arg,
                         FAULT_NUMBER_MAX, kind->help);
    if ((kind->apply == fault_status && (strlen(arg) != 3 || arg[0] < '2' || arg[0] > '5')) ||
        (kind->apply == fault_retry_after && arg && fault_has_bad_status(arg)))
        return error_set(err, ERROR_USAGE, "The fault %s: “%s” is not from 200 to 599", kind->name, arg);
    return true;
}

/* The end of a text that names a header: letters, digits and dashes, a colon, then printable ASCII; NULL when
 * it does not. */
static const char *fault_header_end(const char *text, const char *end)
{
    const char *at = text;
    while (at < end && (isalnum((unsigned char)*at) || *at == '-'))
        at++;
    if (at == text || at == end || *at != ':')
        return NULL;
    while (at < end && *at >= ' ' && *at <= '~' && *at != ',')
        at++;
    return at;
}

/* Reads ",NAME:VALUE..." up to the end. */
static bool fault_read_headers(struct query *headers, const char *at, const char *end)
{
    while (at < end && *at == ',') {
        const char *stop = fault_header_end(at + 1, end);
        if (!stop)
            return false;
        const char *colon = strchr(at, ':');
        char *name = mem_copy_n(at + 1, (size_t)(colon - at - 1));
        char *value = mem_copy_n(colon + 1, (size_t)(stop - colon - 1));
        query_add(headers, name, value);
        free(name);
        free(value);
        at = stop;
    }
    return at == end;
}

/* Reads ROUTE[/ID][+AFTER], which ends at the colon. */
static bool fault_read_route(struct fault *fault, const char *text, size_t len)
{
    size_t name = strcspn(text, "/+:");
    char *rest = mem_copy_n(text + name, len - name);
    char *plus = strchr(rest, '+');
    fault->endpoint = fault_route(text, name);
    bool ok = fault->endpoint != -2;
    if (plus) {
        ok = ok && text_parse_int(plus + 1, &fault->after) && fault->after >= 1;
        *plus = '\0';
    }
    if (rest[0])
        ok = ok && text_parse_int(rest + 1, &fault->project) && fault->project >= 1;
    free(rest);
    return ok;
}

/* Reads KIND[=ARG][,NAME:VALUE...]. */
static bool fault_read_kind(struct fault *fault, const char *text, size_t len, struct error *err)
{
    size_t name = strcspn(text, "=,");
    name = name < len ? name : len;
    fault->kind = fault_kind_find(text, name);
    if (!fault->kind)
        return error_set(err, ERROR_USAGE, "“%.*s” is no kind of fault", (int)name, text);
    const char *end = text + len, *at = text + name;
    if (at < end && *at == '=') {
        size_t arg = fault->kind->arg == FAULT_ARG_TEXT ? len - name - 1 : strcspn(at + 1, ",");
        arg = arg < len - name - 1 ? arg : len - name - 1;
        fault->arg = mem_copy_n(at + 1, arg);
        at += 1 + arg;
    }
    if (!fault_read_headers(&fault->headers, at, end))
        return error_set(err, ERROR_USAGE, "The fault %s: “%.*s” is not a list of headers: ,NAME:VALUE",
                         fault->kind->name, (int)(end - at), at);
    return fault_check_arg(fault->kind, fault->arg, err);
}

bool faults_add(struct faults *faults, const char *text, struct error *err)
{
    const char *colon = strchr(text, ':');
    struct fault fault = {0};
    if (!colon || !fault_read_route(&fault, text, (size_t)(colon - text)))
        return error_set(
            err, ERROR_USAGE,
            "“%s” is no fault: it must begin with an endpoint's name or *, perhaps /ID and +AFTER, "
            "and a colon",
            text);
    size_t len = strlen(colon + 1);
    fault.left = fault_count(colon + 1, &len);
    if (!fault_read_kind(&fault, colon + 1, len, err)) {
        fault_free(&fault);
        return false;
    }
    fault.text = mem_copy(text);
    faults->rows = mem_grow(faults->rows, faults->count + 1, sizeof *faults->rows);
    faults->rows[faults->count++] = fault;
    return true;
}

void fault_free(struct fault *fault)
{
    free(fault->arg);
    free(fault->text);
    query_free(&fault->headers);
}

void faults_cut(struct faults *faults, size_t count)
{
    while (faults->count > count)
        fault_free(&faults->rows[--faults->count]);
}

void faults_clear(struct faults *faults)
{
    faults_cut(faults, 0);
    free(faults->rows);
    *faults = (struct faults){0};
}

/* Is a fault for a request to this endpoint and project? One that lets some pass counts them here. */
static bool fault_fits(struct fault *fault, enum endpoint_id endpoint, int64_t project)
{
    if ((fault->endpoint >= 0 && fault->endpoint != (int)endpoint) ||
        (fault->project && fault->project != project))
        return false;
    return fault->after == 0 || fault->after-- == 0;
}

/* A copy with texts of its own. */
static struct fault fault_copy(const struct fault *fault)
{
    struct fault copy = *fault;
    copy.arg = mem_copy_or_null(fault->arg);
    copy.text = mem_copy(fault->text);
    copy.headers = (struct query){0};
    for (size_t i = 0; i < fault->headers.count; i++)
        query_add(&copy.headers, fault->headers.pairs[i].name, fault->headers.pairs[i].value);
    return copy;
}

bool faults_take(struct faults *faults, enum endpoint_id endpoint, int64_t project, struct fault *taken)
{
    for (size_t i = 0; i < faults->count; i++) {
        struct fault *fault = &faults->rows[i];
        if (!fault_fits(fault, endpoint, project))
            continue;
        if (fault->left < 0 || --fault->left > 0) {
            *taken = fault_copy(fault);
        } else {
            *taken = *fault;
            memmove(fault, fault + 1, (--faults->count - i) * sizeof *fault);
        }
        return true;
    }
    return false;
}

void fault_apply(const struct fault *fault, struct reply *reply)
{
    fault->kind->apply(reply, fault->arg);
    for (size_t i = 0; i < fault->headers.count; i++)
        query_add(&reply->headers, fault->headers.pairs[i].name, fault->headers.pairs[i].value);
}

json_t *faults_json(const struct faults *faults)
{
    json_t *list = json_array();
    for (size_t i = 0; i < faults->count; i++) {
        const struct fault *fault = &faults->rows[i];
        json_t *left = fault->left < 0 ? json_null() : json_integer(fault->left);
        json_array_append_new(list, json_pack("{s:s, s:I, s:o}", "Fault", fault->text, "After",
                                              (json_int_t)fault->after, "Left", left));
    }
    return list;
}
