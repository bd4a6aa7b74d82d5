/* A test bench for the application: short functions send events, collect the effects and answer the calls
 * like the workers. The store is in memory. There is no terminal, no thread and no clock. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_BENCH_H
#define STENO_TESTS_APP_BENCH_H

#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "ask.h"
#include "batch.h"
#include "steno/app/calls.h"
#include "steno/core/write.h"
#include "steno/app/forms.h"
#include "steno/app/say.h"
#include "steno/app/panes.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/watchlist.h"
#include "steno/store/store.h"

#define BENCH_WALL_MS INT64_C(1778749320000) /* 2026-05-14T09:02:00Z */

struct bench {
    struct settings settings;
    struct app *app;
    struct effects effects; /* all effects since bench_clear() */
    int64_t now_ms, wall_ms;
    struct store *store; /* in memory, or in a file that app_store.h opened */
    struct store *other;
    char *folder;
};

/* Makes settings with an address, and with a token unless `token` is NULL. Then call bench_set() for more
 * settings, bench_list() for projects in the store, and bench_start(). */
void bench_init(struct bench *bench, const char *token);
void bench_set(struct bench *bench, enum setting_id id, const char *text);
void bench_start(struct bench *bench, int cols, int rows);
/* Only sends the start event, to an application that the test has made itself. `ids` are projects to add to
 * the list and to open. */
void bench_open(struct bench *bench, int cols, int rows, const int64_t *ids, size_t id_count);
void bench_free(struct bench *bench);
/* Does all of these steps. The screen is 80x24, and the user is logged in. The list has three projects,
 * each read once: 1 is None, 2 Completed, 3 InProgress. */
void bench_ready(struct bench *bench);

/* Saves a login with this address and token, as if another program had logged in. */
void bench_save_login(struct bench *bench, const char *url, const char *token);

/* Sets the state of all projects to Completed. */
void bench_complete(struct bench *bench);

void bench_clear(struct bench *bench);
void bench_event(struct bench *bench, struct event *event);
void bench_input(struct bench *bench, const struct app_input *input);
/* Presses keys by their names, as in "j j Enter". The screen is drawn before each key. */
void bench_keys(struct bench *bench, const char *names);
/* Like bench_keys(), but nothing is drawn between the keys. */
void bench_burst(struct bench *bench, const char *names);
void bench_type(struct bench *bench, const char *text); /* presses a key for each character */
void bench_command(struct bench *bench, const char *line);
/* Enters a value into a field of the top form, or unsets the field (NULL). The focus stays where it was. */
void bench_field(struct bench *bench, const char *name, const char *value);
void bench_resize(struct bench *bench, int cols, int rows);
/* Lets time pass; the application wakes at its deadlines within this time. */
void bench_wait(struct bench *bench, int64_t ms);

/* Return the last effect of a kind since bench_clear(), or NULL, and the number of such effects. */
struct effect *bench_effect(const struct bench *bench, enum effect_kind kind);
size_t bench_effect_count(const struct bench *bench, enum effect_kind kind);
/* Return the last call of an operation since bench_clear(), or NULL, and the number of such calls. */
struct call *bench_call(const struct bench *bench, enum endpoint_id op);
size_t bench_call_count(const struct bench *bench, enum endpoint_id op);
/* Returns the newest call of an operation for a project, if its answer has not come. In the returned call
 * only operation, project and serial number are set. The test fails if there is no such call. */
struct call bench_under_way(const struct bench *bench, enum endpoint_id op, int64_t id);
/* Gives the result of a call to the application, then frees the result. */
void bench_deliver(struct bench *bench, struct call_result *result);
/* Returns a reply of the server as JSON text: the project in this state, with the tags "news" and "archive"
 * and version 7. Caller frees. */
char *bench_json(int64_t id, const char *state, const char *name);
/* Answer the newest waiting call of an operation for a project: with the project in this state, or with
 * `json`, in which ' stands for ". The state form also sends the name that the project has in the list. */
void bench_answer_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state);
void bench_answer_json(struct bench *bench, enum endpoint_id op, int64_t id, const char *json);
/* Answer a call with JSON text. `call` may belong to an effect of the bench. */
void bench_answer_project(struct bench *bench, const struct call *call, const char *json);
void bench_answer_login(struct bench *bench, const struct call *call, const char *json);
void bench_answer_policy(struct bench *bench, const struct call *call, const char *json);
/* Answers the enqueue of a project: accepted (NULL), or refused with this message of the server. */
void bench_answer_enqueue(struct bench *bench, int64_t id, const char *refusal);
void bench_answer_file(struct bench *bench, const struct call *call, const char *path, int64_t bytes);
/* Answers an export into memory: `text` is the exported file. */
void bench_answer_captions(struct bench *bench, const struct call *call, const char *text);
void bench_answer_error(struct bench *bench, const struct call *call, enum error_kind kind, int status,
                        const char *text);
/* Answers a call with `status` (429, or another one of a busy server) and a Retry-After in seconds. */
void bench_answer_busy(struct bench *bench, const struct call *call, int status, int retry_after_s);
/* Answers all reads that are under way: each project is in this state. */
void bench_answer_reads(struct bench *bench, const char *state);
/* Sets the state of all projects to None, as if the server had just answered a read of each. */
void bench_all_new(struct bench *bench);

/* A project in the store, read an hour ago; state NULL: never read. */
struct bench_row {
    int64_t id;
    const char *state, *name;
};
/* Puts the projects into the store; if the application has started, then calls bench_store_changed(). */
void bench_list(struct bench *bench, const struct bench_row *rows, size_t count);
/* Opens the store in memory, unless a store is open. */
void bench_store(struct bench *bench);
/* Opens one more connection to the store at a path. Close it with store_close(). */
struct store *bench_store_at(const struct bench *bench, const char *path);
/* Tells the application that another program has changed the store. */
void bench_store_changed(struct bench *bench);
/* Saves a write (a request that changes a project) without an answer: the program that sent the write has
 * ended. Set only the members that the test needs; their texts are freed. If the application has started,
 * then calls bench_store_changed(). Returns the row of the write in the store. */
int64_t bench_lost_write(struct bench *bench, struct write write);
/* Sets metadata of the project that the details show: fills and sends the form, then answers the call. */
void bench_set_metadata(struct bench *bench, const char *key, const char *value);
/* Returns how many writes of a project have no known outcome yet in the store; id 0: of all projects. */
size_t bench_open_count(const struct bench *bench, int64_t id);
/* Adds a line to the history, with this wall clock time. */
void bench_happened(struct bench *bench, int64_t when_ms, int64_t id, const char *kind, const char *text);
/* Returns how many lines of the history contain this text. */
size_t bench_happened_count(const struct bench *bench, const char *text);
/* Returns the outcome of the last write to a project; WRITE_OPEN if there is none. */
enum write_outcome bench_outcome(const struct bench *bench, int64_t id);

/* Returns the value that the pane shows beside a label; "": there is no such line. */
const char *bench_page_value(const struct bench *bench, const char *pane, const char *label);
/* Returns the labels and values of the pane, each with a newline; valid until the next call. */
const char *bench_page_text(const struct bench *bench, const char *pane);
/* Returns the value of a field of the top form, or "(unset)". */
const char *bench_value(const struct bench *bench, const char *field);
/* Returns the name of the pane that gets the keys. */
const char *bench_focus(const struct bench *bench);
/* True if the key bar shows this hint. */
bool bench_offers(const struct bench *bench, const char *hint);
/* True if the pane is on the screen and no form is over it. */
bool bench_shows(const struct bench *bench, int pane);
/* Returns the text of the message line; valid until the next call. */
const char *bench_message(const struct bench *bench);
/* Returns the text of the open question; "": none is open. */
const char *bench_question(const struct bench *bench);
/* True if the prompt with this label is open. */
bool bench_prompts(const struct bench *bench, const char *label);

#endif
