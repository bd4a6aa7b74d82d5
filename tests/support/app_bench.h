/* A bench for the application: events in by short calls, effects collected, answers given as the workers
 * would, over a store in memory. There is no terminal, no thread and no clock. */
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
    struct effects effects; /* everything since bench_clear */
    int64_t now_ms, wall_ms;
    struct store *store; /* in memory; or in a file, with another connection to it (app_store.h) */
    struct store *other;
    char *folder;
};

/* Settings with an address, and a token unless it is NULL; then more by bench_set; then bench_list, where the
 * store is to have projects; then bench_start. */
void bench_init(struct bench *bench, const char *token);
void bench_set(struct bench *bench, enum setting_id id, const char *text);
void bench_start(struct bench *bench, int cols, int rows);
/* The first turn alone, of an application that was made by hand. */
void bench_open(struct bench *bench, int cols, int rows, const int64_t *ids, size_t id_count);
void bench_free(struct bench *bench);
/* All of it at 80x24, logged in, with projects 1 None, 2 Completed, 3 InProgress in the watchlist,
 * read once. */
void bench_ready(struct bench *bench);

/* Another program logs in at this address: its token is saved. */
void bench_save_login(struct bench *bench, const char *url, const char *token);

/* Makes all projects Completed. */
void bench_complete(struct bench *bench);

void bench_clear(struct bench *bench);
void bench_event(struct bench *bench, struct event *event);
void bench_input(struct bench *bench, const struct app_input *input);
void bench_keys(struct bench *bench, const char *names); /* "j j Enter": each is drawn before the next */
/* Like bench_keys(), but all of them were read before anything was drawn. */
void bench_burst(struct bench *bench, const char *names);
void bench_type(struct bench *bench, const char *text); /* each character a key */
void bench_command(struct bench *bench, const char *line);
/* Types a value into a field of the form on top, NULL: unsets it; the focus is then where it was. */
void bench_field(struct bench *bench, const char *name, const char *value);
void bench_resize(struct bench *bench, int cols, int rows);
/* Lets time pass, waking the application at its deadlines. */
void bench_wait(struct bench *bench, int64_t ms);

/* The last effect of a kind since bench_clear, or NULL; how many there are. */
struct effect *bench_effect(const struct bench *bench, enum effect_kind kind);
size_t bench_effect_count(const struct bench *bench, enum effect_kind kind);
struct call *bench_call(const struct bench *bench, enum endpoint_id op);
size_t bench_call_count(const struct bench *bench, enum endpoint_id op);
/* The newest call of an operation for a project that waits for its answer; without one the test has failed.
 */
struct call bench_under_way(const struct bench *bench, enum endpoint_id op, int64_t id);
/* The answer to a call; freed. */
void bench_deliver(struct bench *bench, struct call_result *result);
/* A project as JSON text with this state, tags "news" and "archive", version 7. Caller frees. */
char *bench_json(int64_t id, const char *state, const char *name);
/* Answers the newest call of an operation for a project that waits: with the project in this state, its name
 * as the list has it, or with JSON text, in which ' stands for ". */
void bench_answer_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state);
void bench_answer_json(struct bench *bench, enum endpoint_id op, int64_t id, const char *json);
/* Answers a call (its serial is read before the effects are cleared). */
void bench_answer_project(struct bench *bench, const struct call *call, const char *json);
void bench_answer_login(struct bench *bench, const struct call *call, const char *json);
void bench_answer_policy(struct bench *bench, const struct call *call, const char *json);
/* Answers the enqueue of a project: it was accepted (NULL), or refused with the server's words. */
void bench_answer_enqueue(struct bench *bench, int64_t id, const char *refusal);
void bench_answer_file(struct bench *bench, const struct call *call, const char *path, int64_t bytes);
/* The bytes of an export that was fetched into memory. */
void bench_answer_captions(struct bench *bench, const struct call *call, const char *text);
void bench_answer_error(struct bench *bench, const struct call *call, enum error_kind kind, int status,
                        const char *text);
/* Like bench_answer_error() with a Retry-After. */
void bench_answer_busy(struct bench *bench, const struct call *call, int status, int retry_after_s);
/* Answers every read under way with this state. */
void bench_answer_reads(struct bench *bench, const char *state);
/* All projects were read, and are None. */
void bench_all_new(struct bench *bench);

/* A project that the store has, read an hour ago; state NULL: never. */
struct bench_row {
    int64_t id;
    const char *state, *name;
};
/* Puts them into the store; once the application has started, it is told that they are there. */
void bench_list(struct bench *bench, const struct bench_row *rows, size_t count);
/* Opens the store in memory, where no other is open yet. */
void bench_store(struct bench *bench);
/* A connection to the store at a path. */
struct store *bench_store_at(const struct bench *bench, const char *path);
/* The application is told that another program has changed the store. */
void bench_store_changed(struct bench *bench);
/* Records a write of a program that is gone, of which nothing else is set but what the test is about, texts
 * taken; then bench_store_changed(). Returns its row. */
int64_t bench_lost_write(struct bench *bench, struct write write);
/* Sets metadata of the project in the details, by the form and the answer of the server. */
void bench_set_metadata(struct bench *bench, const char *key, const char *value);
/* What the store has not settled of a project's writes, 0: of all. */
size_t bench_open_count(const struct bench *bench, int64_t id);
/* A line of the history, of this time (wall clock). */
void bench_happened(struct bench *bench, int64_t when_ms, int64_t id, const char *kind, const char *text);
/* How many lines of the history have this text. */
size_t bench_happened_count(const struct bench *bench, const char *text);
/* The last write of a project, by its outcome: WRITE_OPEN, where it has none; the caller does not free. */
enum write_outcome bench_outcome(const struct bench *bench, int64_t id);

/* The value that the pane shows for a label; "" where there is no such line. */
const char *bench_page_value(const struct bench *bench, const char *pane, const char *label);
/* Labels and values of the pane, each with a newline; valid until the next call. */
const char *bench_page_text(const struct bench *bench, const char *pane);
/* What a field of the topmost form has; "(unset)" for nothing. */
const char *bench_value(const struct bench *bench, const char *field);
/* The name of the pane that has the keys. */
const char *bench_focus(const struct bench *bench);
/* Does the bar have this hint? */
bool bench_offers(const struct bench *bench, const char *hint);
/* Is the pane on the screen, with no form over it? */
bool bench_shows(const struct bench *bench, int pane);
/* What stands in the message line; valid until the next call. */
const char *bench_message(const struct bench *bench);
/* The sentence of the question that is open; "" where none is. */
const char *bench_question(const struct bench *bench);
/* Is the prompt with this label open? */
bool bench_prompts(const struct bench *bench, const char *label);

#endif
