/* Owns how a write is sent, once, and what an answer that leaves its outcome open is followed by. What a
 * reading shows of a write: look.c. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/write.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "connection.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Puts what a reading shows before the sentence of an error. */
static void write_put_first(struct error *err, const char *shown)
{
    char *said = mem_copy(err->text);
    error_retell(err, "%.*s %s", (int)strcspn(shown, "\n"), shown, said);
    free(said);
}

/* Puts there that the reading failed: its cause without its advice, which is not for the write. */
static void write_put_trouble(struct error *err, const struct error *trouble)
{
    char *cause = error_without_advice(trouble);
    char *shown = mem_printf("The project could not be read afterwards (%s).", cause);
    if (trouble->kind != ERROR_CANCELLED)
        write_put_first(err, shown);
    free(shown);
    free(cause);
}

/* A 404 to the deletion of metadata: more likely the key, which the sentence names, than the project. */
static void write_name_key(struct error *err, int64_t id, const char *key)
{
    char shown[200], *clean = text_clean_copy(key);
    struct error named;
    struct reply_context context = {.endpoint = &endpoints[ENDPOINT_DELETE_METADATA], .project_id = id};
    text_clip(shown, sizeof shown, clean, 40);
    free(clean);
    reply_error_set(&named, err->kind, &context, "Check the key, letter by letter, and the id",
                    "the server did not find the key “%s” or the project (404)%s%s", shown,
                    *err->server ? ": " : "", err->server);
    error_retell(err, "%s", named.text);
}

/* The error of an answer of 2xx with nothing in it, after a reading that failed; or that did not show it. */
static void write_fail_empty(struct connection *connection, enum endpoint_id op, int64_t id, int status,
                             const struct error *trouble, struct error *err)
{
    struct reply_context context = {
        .config = &connection->config, .endpoint = &endpoints[op], .project_id = id};
    if (trouble && trouble->kind == ERROR_CANCELLED) {
        reply_error_from_failure(err, &context, &(struct http_reply){.status = 0},
                                 &(struct http_failure){.kind = ERROR_CANCELLED, .sent = true});
        return;
    }
    reply_error_from_empty(err, &context, status, !trouble);
    if (trouble && trouble->status)
        err->status = trouble->status;
    else if (trouble)
        err->status = status;
}

/* The answer left it open: reads the project. Is it done after all? Only after an answer of 2xx with nothing
 * in it, whose status is `empty`, can the reading say so. */
static bool write_look(struct connection *connection, const struct look *wish,
                       const struct request_args *args, int empty, struct project **now, struct error *err)
{
    struct look look = *wish;
    struct error trouble;
    struct buffer shown;
    error_clear(&trouble);
    look.now = *now = api_project_get(connection, args->project_id, &trouble);
    if (empty && *now && look_shows_it_done(&look))
        return true;
    if (empty)
        write_fail_empty(connection, look.op, args->project_id, empty, *now ? NULL : &trouble, err);
    if (!*now) {
        write_put_trouble(err, &trouble);
        return false;
    }
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    look_describe(&shown, &look);
    write_put_first(err, buffer_text(&shown));
    buffer_free(&shown);
    return false;
}

bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err)
{
    const struct look look = {.active_states = connection->config.active_states,
                              .settled_states = connection->config.settled_states,
                              .op = op,
                              .before = before,
                              .key = args->key,
                              .value = args->value,
                              .sent_version = args->version};
    int empty = 0;
    *now = NULL;
    if (endpoints[op].takes_version && before && before->version < 0)
        return error_set(err, ERROR_BAD_REPLY, "%s of project %" PRId64 ": nothing was sent: %s. Refresh it.",
                         endpoints[op].title, before->id, project_version_trouble(before));
    *now = connection_project_call(connection, op, args, &empty, err);
    if (*now)
        return true;
    if (empty || err->kind == ERROR_UNKNOWN_OUTCOME)
        return write_look(connection, &look, args, empty, now, err);
    if (op == ENDPOINT_DELETE_METADATA && err->kind == ERROR_NOT_FOUND)
        write_name_key(err, args->project_id, args->key);
    return false;
}
