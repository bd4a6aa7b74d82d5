/* Implements app_bench.h. Every answer has the serial of the call that it answers. */
/* SPDX-License-Identifier: MIT */
#include "support/app_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/app/keys.h"
#include "writes.h"
#include "part.h"
#include "steno/app/app.h"
#include "steno/base/mem.h"
#include "steno/store/credentials.h"
#include "support/asserts.h"

#define BENCH_KEYS_MAX 64

static void bench_put(struct bench *bench, enum setting_id id, enum setting_source source, const char *text)
{
    struct error err;
    cr_assert(settings_put(&bench->settings, id, source, "~/.config/steno/config:1", text, &err), "%s",
              err.text);
}

void bench_set(struct bench *bench, enum setting_id id, const char *text)
{
    bench_put(bench, id, SOURCE_FLAG, text);
}

void bench_init(struct bench *bench, const char *token)
{
    *bench = (struct bench){.now_ms = 1000000, .wall_ms = BENCH_WALL_MS};
    setenv("TZ", "UTC", 1);
    const char *temp = getenv("TMPDIR");
    char *home = mem_printf("%s/steno-bench-%d", temp ? temp : "/tmp", (int)getpid());
    setenv("XDG_CONFIG_HOME", home, 1); /* the folder is made when a login is saved */
    free(home);
    settings_init(&bench->settings);
    effects_init(&bench->effects);
    bench_put(bench, SETTING_URL, SOURCE_CONFIG, "http://127.0.0.1:8321");
    if (!token)
        return;
    bench_put(bench, SETTING_TOKEN, SOURCE_CONFIG, token); /* like the output of a token command */
    bench_put(bench, SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "print-token");
}

struct store *bench_store_at(const struct bench *bench, const char *path)
{
    struct error err;
    const struct store_config config = {.path = path,
                                        .url = settings_text(&bench->settings, SETTING_URL),
                                        .api_path = settings_text(&bench->settings, SETTING_API_PATH),
                                        .email = settings_text(&bench->settings, SETTING_EMAIL)};
    struct store *store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
    return store;
}

void bench_store(struct bench *bench)
{
    bench->store = bench->store ? bench->store : bench_store_at(bench, ":memory:");
}

void bench_start(struct bench *bench, int cols, int rows)
{
    struct error err;
    bench_store(bench);
    bench->app = app_new(&bench->settings, bench->store, &err);
    cr_assert_not_null(bench->app, "%s", err.text);
    bench_open(bench, cols, rows, NULL, 0);
}

void bench_open(struct bench *bench, int cols, int rows, const int64_t *ids, size_t id_count)
{
    const struct app_input input = {
        .kind = INPUT_START, .cols = cols, .rows = rows, .ids = ids, .id_count = id_count};
    bench_input(bench, &input);
}

void bench_save_login(struct bench *bench, const char *url, const char *token)
{
    struct error err;
    cr_assert(credentials_save(NULL, settings_text(&bench->settings, SETTING_PROFILE), url, "/API", "", token,
                               &err),
              "%s", err.text);
}

/* Deletes the saved login. */
static void bench_drop_login(void)
{
    static const char *const paths[] = {"/steno/credentials", "/steno", ""};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char *path = mem_printf("%s%s", getenv("XDG_CONFIG_HOME"), paths[i]);
        remove(path);
        free(path);
    }
}

void bench_free(struct bench *bench)
{
    bench_drop_login();
    app_free(bench->app);
    store_close(bench->store);
    bench->store = NULL;
    effects_free(&bench->effects);
    settings_free(&bench->settings);
}

void bench_all_new(struct bench *bench)
{
    for (size_t i = 0; i < bench->app->project_count; i++) {
        struct app_project *project = &bench->app->projects[i];
        free(project->state);
        project->state = mem_copy("None");
        project->fetched_ms = project->fetched_ms ? project->fetched_ms : 1;
        project->rests_ms = bench->wall_ms;
    }
}

void bench_ready(struct bench *bench)
{
    const struct bench_row rows[] = {{1, "None", "Council meeting, 14 May"},
                                     {2, "Completed", "Interview: dam keeper"},
                                     {3, "InProgress", "Lecture 7"}};
    bench_init(bench, "secret-token");
    bench_list(bench, rows, 3);
    bench_start(bench, 80, 24);
    for (size_t i = 0; i < 3; i++)
        bench_answer_state(bench, ENDPOINT_GET_PROJECT, rows[i].id, rows[i].state);
    bench_clear(bench);
}

void bench_clear(struct bench *bench)
{
    int64_t deadline = bench->effects.deadline_ms;
    effects_free(&bench->effects);
    bench->effects.deadline_ms = deadline;
}

void bench_complete(struct bench *bench)
{
    for (size_t i = 0; i < bench->app->project_count; i++) {
        app_project_set_state(bench->app, &bench->app->projects[i], "Completed");
    }
}

void bench_event(struct bench *bench, struct event *event)
{
    event->wall_ms = bench->wall_ms;
    app_handle(bench->app, event, bench->now_ms, &bench->effects);
    if (event->kind == EVENT_CALL_DONE || event->kind == EVENT_CALL_PROGRESS)
        bench_event(bench, &(struct event){.kind = EVENT_MAIL_TAKEN});
}

/* Begins a turn of the application by hand; the next event ends it. */
static void bench_turn(struct bench *bench)
{
    bench->app->now_ms = bench->now_ms;
    bench->app->wall_ms = bench->wall_ms;
    bench->app->out = &bench->effects;
}

void bench_store_changed(struct bench *bench)
{
    bench_turn(bench);
    app_list_reload(bench->app);
    app_acts_changed(bench->app);
    app_open_writes_changed(bench->app);
    bench_event(bench, &(struct event){.kind = EVENT_MAIL_TAKEN});
}

void bench_list(struct bench *bench, const struct bench_row *rows, size_t count)
{
    struct error err;
    bench_store(bench);
    for (size_t i = 0; i < count; i++) {
        cr_assert(store_list_add(bench->store, &rows[i].id, 1, NULL, &err), "%s", err.text);
        char *json =
            mem_printf("{\"Id\":%" PRId64 ",\"AccessToken\":6,\"ProcessingState\":\"%s\","
                       "\"Length\":\"00:42:10\",\"Description\":{\"Name\":\"%s\"},"
                       "\"Tags\":[\"news\",\"archive\"]}",
                       rows[i].id, rows[i].state ? rows[i].state : "", rows[i].name ? rows[i].name : "");
        json_t *raw = json_loads(json, 0, NULL);
        struct project *project = project_pick(raw, rows[i].id, &err);
        const struct store_reading reading = {.project = project, .when_ms = BENCH_WALL_MS - 3600000};
        if (rows[i].state)
            cr_assert(store_project_save(bench->store, &reading, &err), "%s", err.text);
        project_free(project);
        json_decref(raw);
        free(json);
    }
    if (bench->app)
        bench_store_changed(bench);
}

int64_t bench_lost_write(struct bench *bench, struct write write)
{
    struct write_list open = {0};
    struct error err;
    write.when_ms = write.when_ms ? write.when_ms : bench->wall_ms - 60000;
    write.until_ms = write.until_ms ? write.until_ms : write.when_ms + 30000;
    write.rests_ms = write.rests_ms ? write.rests_ms : write.when_ms;
    int64_t row = store_write_begin(bench->store, &write, &open, &err);
    cr_assert_gt(row, 0, "%s", err.text);
    write_clear(&write);
    if (bench->app)
        bench_store_changed(bench);
    return row;
}

size_t bench_open_count(const struct bench *bench, int64_t id)
{
    struct write_list open = {0};
    struct error err;
    cr_assert(store_write_list(bench->store, id, &open, &err), "%s", err.text);
    size_t count = open.count;
    write_list_clear(&open);
    return count;
}

void bench_happened(struct bench *bench, int64_t when_ms, int64_t id, const char *kind, const char *text)
{
    struct error err;
    cr_assert(store_history_log(bench->store, id, kind, text, when_ms, &err), "%s", err.text);
}

size_t bench_happened_count(const struct bench *bench, const char *text)
{
    struct store_entries lines;
    struct error err;
    size_t count = 0;
    cr_assert(store_history_load(bench->store, 0, 0, &lines, &err), "%s", err.text);
    for (size_t i = 0; i < lines.count; i++)
        count += strstr(lines.items[i].text, text) != NULL;
    store_entries_clear(&lines);
    return count;
}

enum write_outcome bench_outcome(const struct bench *bench, int64_t id)
{
    struct act *acts = NULL;
    size_t count = 0;
    struct error err;
    enum write_outcome outcome = WRITE_OPEN;
    cr_assert(store_act_list(bench->store, id, 0, 0, &acts, &count, &err), "%s", err.text);
    for (size_t i = 0; count > 0 && i < acts[0].row_count; i++) {
        if (acts[0].rows[i].id == id)
            outcome = acts[0].rows[i].outcome;
    }
    store_acts_free(acts, count);
    return outcome;
}

void bench_input(struct bench *bench, const struct app_input *input)
{
    bench_event(bench, &(struct event){.kind = EVENT_INPUT, .input = input});
}

/* Presses keys by their names. is_drawn: the screen is drawn before each key; else all keys see the same
 * screen. */
static void bench_press(struct bench *bench, const char *names, bool is_drawn)
{
    struct key keys[BENCH_KEYS_MAX];
    size_t count = 0;
    struct error err;
    uint64_t seen = bench->app->overlays.generation;
    cr_assert(key_parse_list(names, keys, BENCH_KEYS_MAX, &count, &err), "%s", err.text);
    for (size_t i = 0; i < count; i++) {
        seen = is_drawn ? bench->app->overlays.generation : seen;
        bench_input(bench, &(struct app_input){.kind = INPUT_KEY, .key = keys[i], .seen = seen});
    }
}

void bench_keys(struct bench *bench, const char *names)
{
    bench_press(bench, names, true);
}

void bench_burst(struct bench *bench, const char *names)
{
    bench_press(bench, names, false);
}

void bench_type(struct bench *bench, const char *text)
{
    struct app_input input = {.kind = INPUT_KEY};
    for (; *text; text++) {
        input.key = key_char((unsigned char)*text);
        input.seen = bench->app->overlays.generation;
        bench_input(bench, &input);
    }
}

void bench_command(struct bench *bench, const char *line)
{
    bench_turn(bench);
    app_command_prompt.accept(bench->app, 0, line);
    bench_input(bench, &(struct app_input){.kind = INPUT_NONE});
}

void bench_field(struct bench *bench, const char *name, const char *value)
{
    struct form *form = app_form_top(bench->app)->form;
    struct form_row rows[64];
    const char *focused = name;
    for (size_t i = form_rows(form, 64, rows); i-- > 0;)
        focused = rows[i].is_focused && rows[i].def ? rows[i].def->name : focused;
    form_focus(form, name);
    if (value) {
        bench_input(bench, &(struct app_input){.kind = INPUT_PASTE, .text = value});
        bench_keys(bench, "Tab");
    } else {
        bench_keys(bench, "u");
    }
    form_focus(form, focused);
}

void bench_resize(struct bench *bench, int cols, int rows)
{
    bench_input(bench, &(struct app_input){.kind = INPUT_RESIZE, .cols = cols, .rows = rows});
}

void bench_wait(struct bench *bench, int64_t ms)
{
    int64_t end = bench->now_ms + ms;
    for (int turns = 0; bench->effects.deadline_ms <= end && turns < 10000; turns++) {
        int64_t at = bench->effects.deadline_ms > bench->now_ms ? bench->effects.deadline_ms : bench->now_ms;
        bench->wall_ms += at - bench->now_ms;
        bench->now_ms = at;
        bench_event(bench, &(struct event){.kind = EVENT_TICK});
    }
    bench->wall_ms += end - bench->now_ms;
    bench->now_ms = end;
}

struct effect *bench_effect(const struct bench *bench, enum effect_kind kind)
{
    for (size_t i = bench->effects.count; i-- > 0;) {
        if (bench->effects.items[i].kind == kind)
            return &bench->effects.items[i];
    }
    return NULL;
}

size_t bench_effect_count(const struct bench *bench, enum effect_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < bench->effects.count; i++)
        count += bench->effects.items[i].kind == kind;
    return count;
}

struct call *bench_call(const struct bench *bench, enum endpoint_id op)
{
    for (size_t i = bench->effects.count; i-- > 0;) {
        struct call *call = bench->effects.items[i].call;
        if (call && call->op == op)
            return call;
    }
    return NULL;
}

size_t bench_call_count(const struct bench *bench, enum endpoint_id op)
{
    size_t count = 0;
    for (size_t i = 0; i < bench->effects.count; i++)
        count += bench->effects.items[i].call && bench->effects.items[i].call->op == op;
    return count;
}

const char *bench_page_text(const struct bench *bench, const char *pane)
{
    static char *text;
    const struct page *page = app_page_of(bench->app, pane);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        bool is_cut = line->full && (!line->value || strcmp(line->full, line->value) != 0);
        const char *const texts[] = {line->label, line->value, is_cut ? line->full : NULL, line->label2,
                                     line->value2};
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; k++)
            if (texts[k])
                buffer_printf(&out, "%s\n", texts[k]);
    }
    free(text);
    text = buffer_take(&out);
    return text ? text : "";
}

const char *bench_page_value(const struct bench *bench, const char *pane, const char *label)
{
    const struct page *page = app_page_of(bench->app, pane);
    for (size_t i = 0; i < page->count; i++) {
        const struct page_line *line = &page->lines[i];
        if (line->label && strcmp(line->label, label) == 0)
            return line->full ? line->full : line->value;
        if (line->label2 && strcmp(line->label2, label) == 0)
            return line->value2;
    }
    return "";
}

const char *bench_message(const struct bench *bench)
{
    static char text[MESSAGE_SIZE];
    app_message(bench->app, text, sizeof text);
    return text;
}

const char *bench_question(const struct bench *bench)
{
    return bench->app->question->text ? bench->app->question->text : "";
}

bool bench_prompts(const struct bench *bench, const char *label)
{
    return bench->app->prompt->ops && strcmp(bench->app->prompt->ops->label, label) == 0;
}

const char *bench_value(const struct bench *bench, const char *field)
{
    const struct param_set *set = form_values(app_form_top(bench->app)->form);
    const char *text = param_set_get(set, param_find(set->table, field));
    return text ? text : "(unset)";
}

const char *bench_focus(const struct bench *bench)
{
    return app_focus_ops(bench->app)->name;
}

bool bench_offers(const struct bench *bench, const char *hint)
{
    char hints[HINTS_SIZE];
    app_hints(bench->app, hints, sizeof hints, 200);
    return strstr(hints, hint) != NULL;
}

bool bench_shows(const struct bench *bench, int pane)
{
    return !overlay_has(&bench->app->overlays, OVERLAY_FORM) && app_pane_place(bench->app, pane) >= 0;
}
