/* How a write is sent, once, and what an answer that leaves its outcome open is followed by. */
/* SPDX-License-Identifier: MIT */
#include "operation.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Puts a sentence before that of an error. */
static void write_put_first(struct error *err, const char *shown)
{
    char *said = mem_copy(err->text);
    error_retell(err, "%.*s %s", (int)strcspn(shown, "\n"), shown, said);
    free(said);
}

/* A 404 to the deletion of metadata: more likely the key, which the sentence names, than the project. */
static void write_name_key(struct error *err, const struct reply_context *context, const char *key)
{
    char shown[200], *clean = text_clean_copy(key);
    struct error named;
    text_clip(shown, sizeof shown, clean, 40);
    free(clean);
    reply_error_set(&named, err->kind, context, "Check the key, letter by letter, and the id",
                    "the server did not find the key “%s” or the project (404)%s%s", shown,
                    *err->server ? ": " : "", err->server);
    error_retell(err, "%s", named.text);
}

/* The answer left it open: reads the project, and puts what it shows before the error. Is it done after all?
 * Only after an answer of 2xx with nothing in it, whose status is `empty`, can the reading say so. */
static bool write_look(struct connection *connection, const struct reply_context *context, struct look *look,
                       int empty, struct project **now, struct error *err)
{
    struct error trouble;
    error_clear(&trouble);
    look->now = *now = api_project_get(connection, context->project_id, &trouble);
    if (empty && *now && look_shows_it_done(look))
        return true;
    if (empty && trouble.kind == ERROR_CANCELLED) {
        reply_error_from_failure(err, context, &(struct http_reply){.status = 0},
                                 &(struct http_failure){.kind = ERROR_CANCELLED, .sent = true});
    } else if (empty) {
        reply_error_from_empty(err, context, empty, *now != NULL);
        err->status = trouble.status ? trouble.status : empty;
    }
    if (*now) {
        struct buffer shown;
        buffer_init(&shown, BUFFER_MAX_DEFAULT);
        look_describe(&shown, look);
        write_put_first(err, buffer_text(&shown));
        buffer_free(&shown);
    } else if (trouble.kind !=
               ERROR_CANCELLED) { /* its cause without its advice, which is not for the write */
        char *cause = error_without_advice(&trouble);
        char *shown = mem_printf("The project could not be read afterwards (%s).", cause);
        write_put_first(err, shown);
        free(shown);
        free(cause);
    }
    return false;
}

bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err)
{
    const struct api_config *config = &connection->config;
    struct reply_context context = {
        .config = config, .endpoint = &endpoints[op], .project_id = args->project_id};
    struct look look = {.active_states = config->active_states,
                        .settled_states = config->settled_states,
                        .op = op,
                        .before = before,
                        .key = args->key,
                        .value = args->value,
                        .sent_version = args->version};
    int empty = 0;
    *now = NULL;
    if (endpoints[op].takes_version && before && before->version < 0)
        return reply_error_set(err, ERROR_BAD_REPLY, &context, "Refresh it", "nothing was sent: %s",
                               project_version_trouble(before));
    *now = operation_project(connection, op, args, &empty, err);
    if (*now)
        return true;
    if (empty || err->kind == ERROR_UNKNOWN_OUTCOME)
        return write_look(connection, &context, &look, empty, now, err);
    if (op == ENDPOINT_DELETE_METADATA && err->kind == ERROR_NOT_FOUND)
        write_name_key(err, &context, args->key);
    return false;
}
