/* Owns the grammar of faults, and which fault a request gets. */
/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

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

/* Is it a status that an answer can have? */
static bool fault_is_status(const char *text, size_t len)
{
    return len == 3 && strspn(text, "0123456789") >= 3 && text[0] >= '2' && text[0] <= '5';
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
    if ((kind->arg == FAULT_ARG_STATUS && !fault_is_status(arg, strlen(arg))) ||
        (kind->arg == FAULT_ARG_RETRY && arg && strchr(arg, '/') && !fault_is_status(arg, strcspn(arg, "/"))))
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
        size_t arg = fault->kind->arg >= FAULT_ARG_RETRY ? len - name - 1 : strcspn(at + 1, ",");
        arg = arg < len - name - 1 ? arg : len - name - 1;
        fault->arg = mem_copy_n(at + 1, arg);
        at += 1 + arg;
    }
    if (!fault_read_headers(&fault->headers, at, end))
        return error_set(err, ERROR_USAGE, "The fault %s: “%.*s” is not a list of headers: ,NAME:VALUE",
                         fault->kind->name, (int)(end - at), at);
    return fault_check_arg(fault->kind, fault->arg, err);
}

static void fault_free(struct fault *fault)
{
    free(fault->arg);
    free(fault->text);
    query_free(&fault->headers);
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

struct fault *faults_take(struct faults *faults, enum endpoint_id endpoint, int64_t project)
{
    for (size_t i = 0; i < faults->count; i++) {
        struct fault *fault = &faults->rows[i];
        if (!fault_fits(fault, endpoint, project))
            continue;
        fault->left -= fault->left > 0;
        return fault;
    }
    return NULL;
}

void faults_done(struct faults *faults, struct fault *fault)
{
    if (fault->left != 0)
        return;
    fault_free(fault);
    memmove(fault, fault + 1, (size_t)(faults->rows + --faults->count - fault) * sizeof *fault);
}

void fault_apply(const struct fault *fault, struct reply *reply)
{
    reply->manner = fault->kind->manner;
    if (fault->kind->apply)
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
