/* The parity test: an operation does the same on the screen and as a subcommand. Each operation and outcome
 * runs in both ways from the same start; the test compares the database rows, the writes sent and the calls
 * of the hook. Known differences are in a table, with reasons. */
/* SPDX-License-Identifier: MIT */
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "batch.h"
#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/app/app.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/store/config.h"
#include "steno/store/store.h"
#include "steno/work/engine.h"
#include "support/asserts.h"

#define STATE    "state/steno/state.db"
#define LOGIN    "config/steno/credentials"
#define HOOK     "hook.log"
#define LIMIT_MS 20000
#define REST_MS  200 /* the screen waits for deadlines that are due sooner */
#define PAUSE_MS 5

/* Outcomes of an operation. */
enum outcome_id {
    DONE,
    REFUSED,
    CONFLICT_ONCE,
    LATE,
    CONFLICT,
    CONFLICT_TWICE,
    UNKNOWN,
    CANCELLED,
    OUTCOMES
};

static const struct {
    const char *name;
    const char *faults; /* separated by blanks; $ is the endpoint; NULL: none */
} outcomes[OUTCOMES] = {[DONE] = {"done", NULL},
                        [REFUSED] = {"refused", "$:status=403"},
                        [CONFLICT_ONCE] = {"done after a conflict", "get-project:set=AccessToken:4700*1"},
                        [LATE] = {"done at the second try", "$:status=409*1"},
                        [CONFLICT] = {"a conflict", "$:status=409"},
                        [CONFLICT_TWICE] = {"a conflict at the second try too",
                                            "get-project:set=AccessToken:4700*1 $:status=409"},
                        [UNKNOWN] = {"unknown", "$:done=502"},
                        [CANCELLED] = {"cancelled on its way", "$:stall"}};

#define ONLY(outcome) (1U << (outcome))
#define OF_A_READ     (ONLY(DONE) | ONLY(REFUSED))
#define OF_A_WRITE    (OF_A_READ | ONLY(CONFLICT) | ONLY(UNKNOWN) | ONLY(CANCELLED))
#define OF_A_CHANGE   (OF_A_WRITE | ONLY(CONFLICT_ONCE) | ONLY(CONFLICT_TWICE)) /* sent with a version */

/* An operation, for the screen and the command line. */
struct operation {
    const char *name;
    const char *endpoint; /* for the faults */
    unsigned outcomes;
    const char *prepare;   /* a subcommand that runs before, or NULL */
    const char *change;    /* a change of project 1 by another user, as JSON; NULL: none */
    const char *reads;     /* reads with this part in their path are compared like writes; NULL: none */
    bool once;             /* equal requests count once */
    int64_t id;            /* argument of the screen's start, or 0 */
    const char *keys;      /* for the screen, one step per line: names of keys, or = and a text to type */
    const char *arguments; /* for the command line */
    const char *input;     /* standard input of the command, or NULL */
};

enum operation_id { OP_LOGIN, OP_READ, OP_SET, OP_DELETE, OP_TAG, OP_ENQUEUE, OP_EXPORT };

static const struct operation operations[] = {
    [OP_LOGIN] = {.name = "login",
                  .endpoint = "login",
                  .outcomes = OF_A_READ,
                  .prepare = "logout",
                  .keys = "=demo\nEnter",
                  .arguments = "login --email demo@example.org --password-stdin",
                  .input = "demo\n"},
    [OP_READ] = {.name = "read a project",
                 .endpoint = "get-project",
                 .outcomes = OF_A_READ,
                 .change = "{\"Tags\":[\"changed\"]}",
                 .reads = "/Projects/1",
                 .once = true,
                 .id = 1,
                 .keys = "r",
                 .arguments = "show 1"},
    [OP_SET] = {.name = "set metadata",
                .endpoint = "add-metadata",
                .outcomes = OF_A_CHANGE,
                .id = 1,
                .keys = "m a\n=colour\nTab\n=red\nEnter",
                .arguments = "metadata set 1 colour red"},
    [OP_DELETE] = {.name = "delete metadata",
                   .endpoint = "delete-metadata",
                   .outcomes = OF_A_CHANGE,
                   .prepare = "metadata set 1 colour red",
                   .change = "{\"Metadata\":{\"colour\":\"red\"}}",
                   .id = 1,
                   .keys = "m j\nd\ny",
                   .arguments = "metadata rm 1 colour"},
    [OP_TAG] = {.name = "delete a tag",
                .endpoint = "delete-tag",
                .outcomes = OF_A_CHANGE,
                .id = 1,
                .keys = "t\nd\ny",
                .arguments = "tag rm 1 news"},
    [OP_ENQUEUE] = {.name = "enqueue",
                    .endpoint = "enqueue",
                    .outcomes = OF_A_WRITE,
                    .reads = "/Enqueue",
                    .id = 1,
                    .keys = "e\nEnter\n=en-US\nEnter\nX",
                    .arguments = "enqueue 1 --lang en-US"},
    [OP_EXPORT] = {.name = "export",
                   .endpoint = "export",
                   .outcomes = OF_A_READ | ONLY(LATE),
                   .reads = "/Export",
                   .once = true, /* libcurl repeats a read on a dead connection */
                   .id = 2,
                   .keys = "x\nEnter\n=srt\nEnter\nX",
                   .arguments = "export 2 --file-format-id srt -o ."},
};

/* --- known differences --- */

enum aspect { ROWS, WRITES, HOOKS, ASPECTS };

static const char *const aspects[] = {"rows", "writes", "hook"};

struct difference {
    enum operation_id operation;
    enum outcome_id outcome;
    enum aspect aspect;
    const char *lines; /* -: only the screen has the line; +: only the other way has it */
    const char *why;
};

#define PATHS "a subcommand prints the path, as it was given, for scripts"
#define EXPORTED_AS_GIVEN                                                                                    \
    "-|history|2|export|Exported to 2-Interview_dam_keeper.srt, 4016 bytes, with FileFormatId=srt\n"         \
    "+|history|2|export|Exported to ./2-Interview_dam_keeper.srt, 4016 bytes, with FileFormatId=srt\n"
#define AT_ONCE                                                                                              \
    "a subcommand prints its result at once; the hook is for programs that keep watching: enqueue --wait, "  \
    "wait, watch, the screen"
#define TOLD      "the screen keeps its messages in the activity; a subcommand has printed them"
#define MEANWHILE "-|history|1|note|Project 1 was modified in the meantime, but no visible field changed.\n"
#define AGAIN                                                                                                \
    MEANWHILE "-|history|1|note|Therefore the server refused the first request (409), and steno sent it "    \
              "once more.\n"

/* clang-format off */
static const struct difference differences[] = {
    {OP_ENQUEUE, DONE, HOOKS, "-1: None -> InProgress, Council meeting, 14 May\n", AT_ONCE},
    {OP_ENQUEUE, UNKNOWN, HOOKS, "-1: None -> InProgress, Council meeting, 14 May\n", AT_ONCE},
    {OP_EXPORT, DONE, ROWS, EXPORTED_AS_GIVEN, PATHS},
    {OP_EXPORT, LATE, ROWS, EXPORTED_AS_GIVEN, PATHS},
    {OP_LOGIN, REFUSED, ROWS,
     "-|history|0|error|Log in: access denied (403): A fault of the sandbox. This account lacks permission; ask the server's administrator.\n", TOLD},
    {OP_TAG, CONFLICT_ONCE, ROWS, AGAIN, TOLD},
    {OP_TAG, CONFLICT, ROWS, MEANWHILE, TOLD},
    {OP_TAG, CONFLICT_TWICE, ROWS, AGAIN, TOLD},
    {.why = NULL},
};
/* clang-format on */

/* --- the common start --- */

static struct bench bench;
static struct buffer held_state, held_login; /* the files at the start */
static const struct operation *operation;    /* the current operation */
static enum outcome_id outcome;              /* and its outcome */

/* Reads a file of the home; empty: no such file. */
static void hold(const char *relative, struct buffer *out)
{
    struct error err;
    char *path = home_path(bench.home, relative);
    buffer_init(out, BUFFER_MAX_DEFAULT);
    if (access(path, F_OK) == 0)
        cr_assert(file_read(path, out, &err), "%s", err.text);
    free(path);
}

/* Restores a file; NULL: there was none. */
static void put_back(const char *relative, const struct buffer *bytes)
{
    struct error err;
    char *path = home_path(bench.home, relative);
    if (bytes && bytes->len)
        cr_assert(file_write(path, bytes->data, bytes->len, &err), "%s", err.text);
    else
        unlink(path);
    free(path);
}

/* Makes a home with a hook, logs in, reads projects 1 and 2, and keeps the files. */
static void begin(void)
{
    bench_start_logged_in(&bench, "--token t0ken --transcribe-seconds 600");
    home_write(
        bench.home, "hook",
        "#!/bin/sh\n"
        "printf '%s: %s -> %s, %s\\n' \"$STENO_ID\" \"$STENO_FROM\" \"$STENO_STATE\" \"$STENO_NAME\" >>" HOOK
        "\n");
    char *hook = home_path(bench.home, "hook"), *config = mem_printf("hook = %s\n", hook);
    cr_assert_eq(chmod(hook, 0700), 0);
    home_write(bench.home, "config/steno/config", config);
    bench_run(&bench, "show 1 2", 0);
    hold(STATE, &held_state);
    hold(LOGIN, &held_login);
    free(config);
    free(hook);
}

static void end(void)
{
    bench_stop(&bench);
    buffer_free(&held_state);
    buffer_free(&held_login);
}

TestSuite(parity, .init = begin, .fini = end);

/* Restores sandbox and home, prepares the operation, and sets the faults of the outcome. */
static void begin_anew(void)
{
    const struct process_sandbox *sandbox = &bench.sandbox;
    const char *wanted = outcomes[outcome].faults;
    control_heal(sandbox);
    put_back(STATE, &held_state);
    put_back(LOGIN, &held_login);
    put_back(HOOK, NULL);
    put_back("2-Interview_dam_keeper.srt", NULL);
    if (operation->prepare)
        bench_run(&bench, operation->prepare, 0);
    control_reset(sandbox);
    control_forget(sandbox);
    if (operation->change)
        control_change(sandbox, 1, operation->change);
    char *faults = text_replace(wanted ? wanted : "", "$", operation->endpoint), *rest = faults;
    for (char *fault; (fault = strsep(&rest, " "));)
        if (*fault)
            control_fault(sandbox, fault);
    free(faults);
}

/* --- results --- */

/* Appends a row of a query as a line, with | before each value. */
static int add_row(void *out, int count, char **values, char **names)
{
    (void)names;
    for (int i = 0; i < count; i++)
        buffer_printf(out, "|%s", values[i] ? values[i] : "NULL");
    buffer_append_char(out, '\n');
    return 0;
}

/* Returns the rows of state.db, without times, row numbers and process ids, and the saved login. Caller
 * frees. */
static char *left_rows(void)
{
    static const char sql[] =
        "SELECT 'history', id, kind, text FROM history ORDER BY row;"
        "SELECT 'metadata', id, key, value, email FROM metadata_log ORDER BY id, key;"
        "SELECT 'project', id, version, state, name, tags FROM projects ORDER BY id;"
        "SELECT 'pending', id, r.operation, key, value, COALESCE(params, options), state, version"
        " FROM act_rows r JOIN acts USING (act) WHERE outcome IS NULL ORDER BY row;"
        "SELECT 'acts', a.operation, count,"
        " (SELECT min(o.ended_ms IS NOT NULL) FROM act_rows o WHERE o.act = a.act), id, outcome, status,"
        " reason, after, r.ended_ms IS NOT NULL FROM act_rows r JOIN acts a USING (act) ORDER BY row;";
    struct buffer out;
    sqlite3 *db;
    char *path = home_path(bench.home, STATE), *login = home_read(bench.home, LOGIN);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cr_assert_eq(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK, "%s", path);
    sqlite3_busy_timeout(db, 10000);
    cr_assert_eq(sqlite3_exec(db, sql, add_row, &out, NULL), SQLITE_OK, "%s", sqlite3_errmsg(db));
    sqlite3_close(db);
    buffer_append_text(&out, login ? login : "not logged in\n");
    free(login);
    free(path);
    return buffer_take(&out);
}

/* The writes that the sandbox received, and reads by `reads`, one per line. Caller frees. */
static char *left_writes(void)
{
    static const char *const members[] = {"Method", "Path", "Query", "Status", "Body"};
    struct buffer out, line;
    size_t i;
    const json_t *row;
    char *text = control_received(&bench.sandbox);
    json_t *received = json_loads(text, 0, NULL);
    cr_assert_not_null(received, "%s", text);
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    json_array_foreach(json_object_get(received, "Requests"), i, row)
    {
        const char *path = json_string_value(json_object_get(row, "Path"));
        bool writes = strcmp(json_string_value(json_object_get(row, "Method")), "GET") != 0;
        buffer_clear(&line);
        for (size_t at = 0; at < sizeof members / sizeof *members; at++) {
            char *value = json_dumps(json_object_get(row, members[at]), JSON_ENCODE_ANY | JSON_COMPACT);
            buffer_printf(&line, "%s%c", value, at + 1 < sizeof members / sizeof *members ? ' ' : '\n');
            free(value);
        }
        if ((writes || (operation->reads && strstr(path, operation->reads))) &&
            !(operation->once && strstr(buffer_text(&out), buffer_text(&line))))
            buffer_append_text(&out, buffer_text(&line));
    }
    buffer_free(&line);
    json_decref(received);
    free(text);
    return buffer_take(&out);
}

/* --- the screen without a terminal: the engine as the screen runs it, keys as events --- */

struct screen {
    struct app *app;
    struct engine engine;
};

static void screen_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    app_handle(((struct screen *)self)->app, event, now_ms, effects);
}

static void screen_send(void *context, const char *bytes)
{
    (void)context, (void)bytes;
}

/* True if everything has finished that the screen started. */
static bool screen_rests(const struct screen *screen)
{
    const struct engine *engine = &screen->engine;
    const struct app *app = screen->app;
    return app->call_count == 0 && !app->batch->active && engine->deadline_ms > clock_mono_ms() + REST_MS;
}

/* Handles answers and deadlines until nothing is left. */
static void screen_settle(struct screen *screen)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    struct engine *engine = &screen->engine;
    unsigned found = ENGINE_MAIL;
    while (found || !screen_rests(screen)) {
        int64_t due = screen_rests(screen) ? clock_mono_ms() : engine->deadline_ms;
        cr_assert_lt(clock_mono_ms(), until, "the application never came to rest:\n%s", screen->app->status);
        found = engine_wait(-1, engine_fd(engine), -1, due < until ? due : until) & ENGINE_MAIL;
        engine_mail(engine);
        engine_tick(engine);
    }
}

static void screen_key(struct screen *screen, struct key key)
{
    struct app_input input = {.kind = INPUT_KEY, .key = key, .seen = screen->app->overlays.generation};
    engine_input(&screen->engine, &input);
}

/* Presses ^C after the write has reached the server. */
static void screen_interrupt(struct screen *screen)
{
    int64_t until = clock_mono_ms() + LIMIT_MS;
    while (control_requests(&bench.sandbox, operation->endpoint) < 1) {
        cr_assert_lt(clock_mono_ms(), until, "nothing was sent:\n%s", screen->app->status);
        engine_wait(-1, engine_fd(&screen->engine), -1, clock_mono_ms() + PAUSE_MS);
        engine_mail(&screen->engine);
        engine_tick(&screen->engine);
    }
    screen_key(screen, key_ctrl('c'));
    screen_settle(screen);
}

/* Carries out one step: keys by name, or a text. */
static void screen_step(struct screen *screen, const char *step)
{
    struct key keys[32];
    struct error err;
    size_t count = 0;
    if (*step != '=')
        cr_assert(key_parse_list(step, keys, 32, &count, &err), "%s", err.text);
    for (const char *typed = step + 1; *step == '=' && *typed; typed++)
        screen_key(screen, key_char((unsigned char)*typed));
    for (size_t i = 0; i < count; i++)
        screen_key(screen, keys[i]);
}

/* Carries out the steps, each after the previous one has finished; may interrupt the last one. */
static void screen_steps(struct screen *screen, const char *keys)
{
    char *steps = mem_copy(keys), *rest = steps;
    for (char *step; (step = strsep(&rest, "\n"));) {
        screen_step(screen, step);
        if (!rest && outcome == CANCELLED)
            screen_interrupt(screen);
        else
            screen_settle(screen);
    }
    free(steps);
}

static void run_screen(void)
{
    struct screen screen;
    struct settings settings;
    struct error err;
    struct config_sources sources = {0};
    struct terminal_ops terminal = {.context = &screen, .send = screen_send};
    for (size_t i = 0; bench.home->env[i]; i++) /* this process gets the environment of the test's own home */
        putenv(bench.home->env[i]);
    cr_assert_eq(chdir(bench.home->dir), 0);
    settings_init(&settings);
    cr_assert(config_load(&settings, &sources, NULL, &err), "%s", err.text);
    struct store *store =
        store_open(&(struct store_config){.url = settings_text(&settings, SETTING_URL),
                                          .api_path = settings_text(&settings, SETTING_API_PATH),
                                          .email = settings_text(&settings, SETTING_EMAIL)},
                   &err);
    cr_assert_not_null(store, "%s", err.text);
    screen.app = app_new(&settings, store, &err);
    struct engine_user user = {.self = &screen, .handle = screen_handle};
    struct app_input start = {
        .kind = INPUT_START, .cols = 100, .rows = 30, .ids = &operation->id, .id_count = operation->id != 0};
    cr_assert(screen.app && engine_init(&screen.engine, &settings, &user, &terminal, &err), "%s", err.text);
    engine_input(&screen.engine, &start);
    engine_start(&screen.engine);
    screen_settle(&screen);
    screen_steps(&screen, operation->keys);
    int64_t end_ms = clock_mono_ms() + LIMIT_MS;
    while (screen.engine.hook_count > 0 && clock_mono_ms() < end_ms) {
        engine_wait(-1, engine_fd(&screen.engine), -1, end_ms);
        engine_mail(&screen.engine);
    }
    cr_assert_eq(screen.engine.hook_count, 0, "the hook does not end");
    engine_stop(&screen.engine);
    app_free(screen.app);
    store_close(store);
    settings_free(&settings);
}

/* --- the command line --- */

/* Runs the command and interrupts it after the write has reached the server. */
static void run_interrupted(void)
{
    struct process process;
    bench_begin(&bench, operation->arguments, &process);
    cr_assert(control_wait_requests(&bench.sandbox, operation->endpoint, 1), "%s", operation->arguments);
    kill(process.pid, SIGINT);
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 128 + SIGINT);
}

static void run_command(void)
{
    struct process_result result;
    process_steno(bench.home, operation->arguments, operation->input, &result);
    cr_assert_neq(result.code, PROCESS_TIMED_OUT, "steno %s", operation->arguments);
    process_result_free(&result);
}

/* --- the comparison --- */

/* Removes a line from a text; false: the text does not have it. */
static bool take_line(char *text, const char *line)
{
    size_t len = strlen(line);
    for (char *at = text; (at = strstr(at, line)); at++) {
        if ((at != text && at[-1] != '\n') || at[len] != '\n')
            continue;
        memmove(at, at + len + 1, strlen(at + len + 1) + 1);
        return true;
    }
    return false;
}

/* Returns the lines that only one of the two texts has. Equal lines in another order count, too. Caller
 * frees. */
static char *compare_lines(const char *screen, const char *other)
{
    struct buffer out;
    char *lines = mem_copy(screen), *left = mem_copy(other), *rest = lines;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && !take_line(left, line))
            buffer_printf(&out, "-%s\n", line);
    rest = left;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line)
            buffer_printf(&out, "+%s\n", line);
    if (!out.len && strcmp(screen, other) != 0)
        buffer_append_text(&out, "another order\n");
    free(left);
    free(lines);
    return buffer_take(&out);
}

/* --- running --- */

/* Returns how screen and command are known to differ in this aspect; "": they do not. */
static const char *expected(enum aspect aspect)
{
    for (const struct difference *known = differences; known->why; known++)
        if (&operations[known->operation] == operation && known->outcome == outcome &&
            known->aspect == aspect)
            return known->lines;
    return "";
}

/* Runs the operation from the start and collects the results, one text per aspect. */
static void run(void (*way)(void), char *left[ASPECTS])
{
    begin_anew();
    way();
    left[ROWS] = left_rows();
    left[WRITES] = left_writes();
    char *hook = home_read(bench.home, HOOK);
    left[HOOKS] = mem_copy(hook ? hook : "");
    free(hook);
}

/* Compares both ways for all outcomes of an operation. */
static void expect_parity(enum operation_id id)
{
    operation = &operations[id];
    for (outcome = DONE; outcome < OUTCOMES; outcome++) {
        char *screen[ASPECTS], *command[ASPECTS];
        if (!(operation->outcomes & ONLY(outcome)))
            continue;
        run(run_screen, screen);
        run(outcome == CANCELLED ? run_interrupted : run_command, command);
        cr_expect(*screen[WRITES], "%s: nothing was sent", operation->name);
        for (enum aspect aspect = ROWS; aspect < ASPECTS; aspect++) {
            char *found = compare_lines(screen[aspect], command[aspect]);
            cr_expect_str_eq(found, expected(aspect), "%s, %s: %s", operation->name, outcomes[outcome].name,
                             aspects[aspect]);
            free(found);
            free(screen[aspect]);
            free(command[aspect]);
        }
    }
}

Test(parity, a_reading_and_a_login_leave_the_same_whoever_asked_for_it)
{
    expect_parity(OP_LOGIN);
    expect_parity(OP_READ);
}

Test(parity, an_enqueue_and_an_export_leave_the_same)
{
    expect_parity(OP_ENQUEUE);
    expect_parity(OP_EXPORT);
}

Test(parity, setting_metadata_leaves_the_same)
{
    expect_parity(OP_SET);
}

Test(parity, deleting_metadata_leaves_the_same)
{
    expect_parity(OP_DELETE);
}

Test(parity, deleting_a_tag_leaves_the_same)
{
    expect_parity(OP_TAG);
}
