/* Owns how a write is carried out: once, and once more after a stale version; what an answer that leaves its
 * outcome open is followed by. What a reading shows of a write: look.c. */
#include "steno/api/versioned.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "connection_private.h"
#include "steno/api/changes.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Are two values the same, or both missing? */
static bool versioned_same(const json_t *a, const json_t *b)
{
    return a && b ? json_equal(a, b) != 0 : a == b;
}

/* Why the wish makes no sense any more, or NULL. */
static const char *versioned_refusal(const struct versioned_write *write, const struct project *now)
{
    if (write->op == ENDPOINT_DELETE_TAG)
        return look_finds_tag(now, write->value) ? NULL : "the tag no longer exists";
    if (!look_lists_metadata(write->seen) || !look_lists_metadata(now))
        return "its metadata cannot be read, and may be what changed";
    if (versioned_same(look_metadata(write->seen, write->key), look_metadata(now, write->key)))
        return NULL;
    return "this metadata was changed elsewhere";
}

/* A write under way. */
struct write_run {
    struct connection *connection;
    const struct versioned_write *write;
    struct buffer *said;          /* or NULL */
    const struct project *before; /* the last reading before the request that was sent last, or NULL */
    struct project *reread;       /* that reading, when it was made here */
    struct project *now;          /* what a look after the request found, when that was not what was wished */
    bool looked;
};

/* The project that is written to. */
static int64_t write_id(const struct versioned_write *write)
{
    return write->seen ? write->seen->id : write->id;
}

/* Puts what a reading shows before the sentence of an error. */
static void write_put_first(struct error *err, const char *shown)
{
    char *said = mem_copy(err->text);
    error_retell(err, "%.*s %s", (int)strcspn(shown, "\n"), shown, said);
    free(said);
}

/* The same when the reading failed: its cause without its advice, which is not for the write. */
static void write_put_trouble(struct error *err, const struct error *trouble)
{
    char *cause = mem_copy(trouble->text), *advice = NULL;
    for (char *at = cause; (at = strstr(at, ". ")); at++)
        advice = at;
    if (advice)
        *advice = '\0';
    char *shown = mem_printf("The project could not be read afterwards (%s).", cause);
    if (trouble->kind != ERROR_CANCELLED)
        write_put_first(err, shown);
    free(shown);
    free(cause);
}

/* An answer of 2xx and nothing else: the project is read, and what it shows decides. */
static struct project *write_confirm(struct write_run *run, const struct request_args *args, int status,
                                     struct error *err)
{
    const struct versioned_write *write = run->write;
    struct reply_context context = {.config = &run->connection->config,
                                    .endpoint = &endpoints[write->op],
                                    .project_id = args->project_id};
    struct error trouble;
    error_clear(&trouble);
    struct project *now = api_project_get(run->connection, args->project_id, &trouble);
    run->looked = true;
    if (!now && trouble.kind == ERROR_CANCELLED) {
        reply_error_from_failure(err, &context, &(struct http_reply){.status = 0},
                                 &(struct http_failure){.kind = ERROR_CANCELLED, .sent = true});
        return NULL;
    }
    if (!now) {
        reply_error_from_empty(err, &context, status, false);
        err->status = trouble.status ? trouble.status : status;
        write_put_trouble(err, &trouble);
        return NULL;
    }
    struct look look = {.op = write->op,
                        .before = run->before,
                        .now = now,
                        .key = args->key,
                        .value = args->value,
                        .sent_version = args->version};
    if (look_shows_it_done(&look))
        return now;
    run->now = now;
    reply_error_from_empty(err, &context, status, true);
    struct buffer shown;
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    look_describe(&shown, &look);
    write_put_first(err, buffer_text(&shown));
    buffer_free(&shown);
    return NULL;
}

/* A 404 to the deletion of metadata: more likely the key, which the sentence names, than the project. */
static void write_name_key(struct error *err, int64_t id, const char *key)
{
    char shown[200], *clean = text_clean_copy(key);
    int server_len = (int)strlen(err->server);
    text_clip(shown, sizeof shown, clean, 40);
    free(clean);
    while (server_len > 0 && err->server[server_len - 1] == '.')
        server_len--;
    error_retell(err,
                 "Delete metadata of project %" PRId64
                 ": the server did not find the key “%s” or the project "
                 "(404)%s%.*s. Check the key, letter by letter, and the id.",
                 id, shown, server_len ? ": " : "", server_len, err->server);
}

/* Sends the write with a version. */
static struct project *write_send(struct write_run *run, int64_t version, struct error *err)
{
    const struct versioned_write *write = run->write;
    struct request_args args = {.project_id = write_id(write),
                                .version = version,
                                .key = write->key,
                                .value = write->value,
                                .params = write->params};
    int empty = 0;
    struct project *done = connection_project_call(run->connection, write->op, &args, &empty, err);
    if (!done && !empty && write->op == ENDPOINT_DELETE_METADATA && err->kind == ERROR_NOT_FOUND)
        write_name_key(err, args.project_id, args.key);
    return empty ? write_confirm(run, &args, empty, err) : done;
}

/* Says what changed between two readings. */
static void versioned_say_changes(struct buffer *said, const struct project *before,
                                  const struct project *now)
{
    struct buffer changes;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    changes_put(&changes, before->record.shown, now->record.shown, false);
    if (changes.len > 0)
        buffer_printf(said, "Project %lld was changed in the meantime: %s.\n", (long long)now->id,
                      changes.data);
    else
        buffer_printf(said, "Project %lld was modified in the meantime, but no visible field changed.\n",
                      (long long)now->id);
    buffer_free(&changes);
}

/* After a conflict: reads again, says what changed, and sends once more where the wish still makes sense. */
static struct project *write_again(struct write_run *run, struct error *err)
{
    const struct versioned_write *write = run->write;
    struct error stale = *err;
    struct project *now = api_project_get(run->connection, write->seen->id, err);
    if (!now) {
        error_prefix(err, "%s Refreshing it failed", stale.text);
        return NULL;
    }
    run->before = run->reread = now;
    const char *refusal = versioned_refusal(write, now);
    if (!refusal && now->version < 0)
        refusal = project_version_trouble(now);
    if (!refusal || write->op == ENDPOINT_DELETE_TAG) /* else the question names what changed */
        versioned_say_changes(run->said, write->seen, now);
    if (!refusal && now->version != write->seen->version) {
        buffer_append_text(run->said, "It was sent again with the new version.\n");
        return write_send(run, now->version, err);
    }
    error_set(err, ERROR_CONFLICT, "%s of project %lld: nothing was changed: %s.", endpoints[write->op].title,
              (long long)now->id,
              refusal ? refusal : "the server rejects the version that it reports itself");
    err->status = stale.status;
    memcpy(err->server, stale.server, sizeof err->server);
    return NULL;
}

/* The write with what follows a conflict. */
static struct project *write_run(struct write_run *run, struct error *err)
{
    const struct versioned_write *write = run->write;
    bool versioned = endpoints[write->op].takes_version;
    run->before = write->seen;
    if (versioned && write->seen && write->seen->version < 0) {
        error_set(err, ERROR_BAD_REPLY, "%s of project %lld: nothing was sent: %s. Refresh it.",
                  endpoints[write->op].title, (long long)write->seen->id,
                  project_version_trouble(write->seen));
        return NULL;
    }
    struct project *done = write_send(run, write->seen ? write->seen->version : write->version, err);
    if (done || !versioned || !write->seen || err->kind != ERROR_CONFLICT)
        return done;
    return write_again(run, err);
}

struct project *api_versioned_write(struct connection *connection, const struct versioned_write *write,
                                    struct buffer *said, struct error *err)
{
    struct write_run run = {.connection = connection, .write = write, .said = said};
    struct project *done = write_run(&run, err);
    project_free(run.now);
    project_free(run.reread);
    return done;
}

struct project *api_look_after(struct connection *connection, enum endpoint_id op, int64_t id,
                               const struct project *before, const char *key, const char *value,
                               struct buffer *said, struct error *err)
{
    struct project *now = api_project_get(connection, id, err);
    if (now)
        look_describe(
            said,
            &(struct look){
                .op = op, .before = before, .now = now, .key = key, .value = value, .sent_version = -1});
    return now;
}

/* After an unknown outcome: the sentence begins with what the project shows. */
static void write_look(struct write_run *run, struct error *err)
{
    const struct versioned_write *write = run->write;
    struct error trouble;
    struct buffer shown;
    error_clear(&trouble);
    buffer_init(&shown, BUFFER_MAX_DEFAULT);
    run->now = api_look_after(run->connection, write->op, write_id(write), run->before, write->key,
                              write->value, &shown, &trouble);
    if (run->now)
        write_put_first(err, buffer_text(&shown));
    else
        write_put_trouble(err, &trouble);
    buffer_free(&shown);
}

bool api_write(struct connection *connection, const struct versioned_write *write, struct project **now,
               struct buffer *said, struct error *err)
{
    struct write_run run = {.connection = connection, .write = write, .said = said};
    struct project *done = write_run(&run, err);
    if (!done && err->kind == ERROR_UNKNOWN_OUTCOME && !run.looked)
        write_look(&run, err);
    if (!done && err->kind == ERROR_CONFLICT) { /* what was read in between is news all the same */
        run.now = run.reread;
        run.reread = NULL;
    }
    project_free(run.reread);
    *now = done ? done : run.now;
    return done != NULL;
}
