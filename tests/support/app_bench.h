/* A test bench for the application: short calls send events, collect the effects and give the answers of the
 * workers. The store is in memory. There is no terminal, no thread and no clock. */
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

/* Makes settings with an address, and a token unless it is NULL. Then call bench_set() for more settings,
 * bench_list() for projects in the store, and bench_start(). */
void bench_init(struct bench *bench, const char *token);
void bench_set(struct bench *bench, enum setting_id id, const char *text);
void bench_start(struct bench *bench, int cols, int rows);
/* Runs only the first turn, for an application that the test made itself. */
void bench_open(struct bench *bench, int cols, int rows, const int64_t *ids, size_t id_count);
void bench_free(struct bench *bench);
/* All steps: 80x24, logged in, with projects 1 None, 2 Completed, 3 InProgress on the watchlist,
 * read once. */
void bench_ready(struct bench *bench);

/* Another program logs in at this address: its token is saved. */
void bench_save_login(struct bench *bench, const char *url, const char *token);

/* Makes all projects Completed. */
void bench_complete(struct bench *bench);

void bench_clear(struct bench *bench);
void bench_event(struct bench *bench, struct event *event);
void bench_input(struct bench *bench, const struct app_input *input);
void bench_keys(struct bench *bench, const char *names); /* "j j Enter"; the screen is drawn after each */
/* Like bench_keys(), but nothing is drawn between the keys. */
void bench_burst(struct bench *bench, const char *names);
void bench_type(struct bench *bench, const char *text); /* each character is a key */
void bench_command(struct bench *bench, const char *line);
/* Types a value into a field of the top form, or unsets the field (NULL). The focus stays. */
void bench_field(struct bench *bench, const char *name, const char *value);
void bench_resize(struct bench *bench, int cols, int rows);
/* Lets time pass; the application wakes at its deadlines. */
void bench_wait(struct bench *bench, int64_t ms);

/* The last effect of a kind since bench_clear(), or NULL; the number of effects; likewise for calls. */
struct effect *bench_effect(const struct bench *bench, enum effect_kind kind);
size_t bench_effect_count(const struct bench *bench, enum effect_kind kind);
struct call *bench_call(const struct bench *bench, enum endpoint_id op);
size_t bench_call_count(const struct bench *bench, enum endpoint_id op);
/* The newest call of an operation for a project that waits for its answer. None: the test fails. */
struct call bench_under_way(const struct bench *bench, enum endpoint_id op, int64_t id);
/* Gives the answer to a call; takes the result. */
void bench_deliver(struct bench *bench, struct call_result *result);
/* A project as JSON text with this state, tags "news" and "archive", version 7. Caller frees. */
char *bench_json(int64_t id, const char *state, const char *name);
/* Answers the newest waiting call of an operation for a project: with the project in this state and its name
 * in the list, or with JSON text, which has ' instead of ". */
void bench_answer_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state);
void bench_answer_json(struct bench *bench, enum endpoint_id op, int64_t id, const char *json);
/* Answers a call (its serial is read before the effects are cleared). */
void bench_answer_project(struct bench *bench, const struct call *call, const char *json);
void bench_answer_login(struct bench *bench, const struct call *call, const char *json);
void bench_answer_policy(struct bench *bench, const struct call *call, const char *json);
/* Answers the enqueue of a project: accepted (NULL), or refused with this message of the server. */
void bench_answer_enqueue(struct bench *bench, int64_t id, const char *refusal);
void bench_answer_file(struct bench *bench, const struct call *call, const char *path, int64_t bytes);
/* Answers an export into memory with this file. */
void bench_answer_captions(struct bench *bench, const struct call *call, const char *text);
void bench_answer_error(struct bench *bench, const struct call *call, enum error_kind kind, int status,
                        const char *text);
/* Like bench_answer_error() with a Retry-After. */
void bench_answer_busy(struct bench *bench, const struct call *call, int status, int retry_after_s);
/* Answers every read under way with this state. */
void bench_answer_reads(struct bench *bench, const char *state);
/* Answers all reads: every project is None. */
void bench_all_new(struct bench *bench);

/* A project in the store, read an hour ago; state NULL: never read. */
struct bench_row {
    int64_t id;
    const char *state, *name;
};
/* Puts the rows into the store; if the application has started, it gets the event of a changed store. */
void bench_list(struct bench *bench, const struct bench_row *rows, size_t count);
/* Opens the store in memory, unless a store is open. */
void bench_store(struct bench *bench);
/* Opens another connection to the store at a path. */
struct store *bench_store_at(const struct bench *bench, const char *path);
/* Sends the event that another program has changed the store. */
void bench_store_changed(struct bench *bench);
/* Records a write of a program that has ended; the test sets only the members it needs. Takes the texts. Then
 * calls bench_store_changed(). Returns the row. */
int64_t bench_lost_write(struct bench *bench, struct write write);
/* Sets metadata of the project in the details, with the form and an answer of the server. */
void bench_set_metadata(struct bench *bench, const char *key, const char *value);
/* The number of a project's open writes in the store; id 0: of all projects. */
size_t bench_open_count(const struct bench *bench, int64_t id);
/* Adds a line to the history, with this wall clock time. */
void bench_happened(struct bench *bench, int64_t when_ms, int64_t id, const char *kind, const char *text);
/* How many lines of the history have this text. */
size_t bench_happened_count(const struct bench *bench, const char *text);
/* The outcome of a project's last write; WRITE_OPEN if it has none. */
enum write_outcome bench_outcome(const struct bench *bench, int64_t id);

/* The value that the pane shows for a label; "": no such line. */
const char *bench_page_value(const struct bench *bench, const char *pane, const char *label);
/* Labels and values of the pane, each with a newline; valid until the next call. */
const char *bench_page_text(const struct bench *bench, const char *pane);
/* The value of a field of the top form, or "(unset)". */
const char *bench_value(const struct bench *bench, const char *field);
/* The name of the pane that has the keys. */
const char *bench_focus(const struct bench *bench);
/* Does the bar show this hint? */
bool bench_offers(const struct bench *bench, const char *hint);
/* Is the pane on the screen, with no form over it? */
bool bench_shows(const struct bench *bench, int pane);
/* The text of the message line; valid until the next call. */
const char *bench_message(const struct bench *bench);
/* The text of the open question; "": none is open. */
const char *bench_question(const struct bench *bench);
/* Is the prompt with this label open? */
bool bench_prompts(const struct bench *bench, const char *label);

#endif
