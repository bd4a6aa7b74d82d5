/* work/export_file: an export is retried only if the project shows that a file must exist, and replaces a
 * file only if it is as steno wrote it. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <errno.h>
#include <fcntl.h>

#include "steno/work/export_file.h"
#include "support/process.h"

static struct home *home;
static struct process_sandbox sandbox;
static struct connection *connection;
static struct call *call;
static struct call_result *result;
static struct error err;

static void begin(void)
{
    folder_make();
    home = home_create();
    api_global_init();
    call = call_new(ENDPOINT_EXPORT);
    call->params = param_set_new(&params_export);
    call->path = mem_copy(folder_path("out.{ext}"));
}

static void end(void)
{
    connection_free(connection);
    call_result_free(result);
    call_free(call);
    process_sandbox_stop(&sandbox);
    home_remove(home);
    folder_remove();
}

TestSuite(export_file, .init = begin, .fini = end);

/* Starts a sandbox with these options, and a logged-in connection with short waits for a late file. */
static void start(const char *options)
{
    char *arguments = mem_printf("--verbose --token secret %s", options);
    cr_assert(process_sandbox_start(home, arguments, &sandbox));
    free(arguments);
    struct api_config config = {
        .base_url = sandbox.url, .token = "secret", .proxy = "", .export_wait_ms = 1, .backoff_ms = 1};
    connection = connection_new(&config, &err);
    cr_assert_not_null(connection, "%s", err.text);
}

/* Sets the path of the file. */
static void set_path(const char *path)
{
    free(call->path);
    call->path = mem_copy(path);
}

/* Exports the project into the file; returns success. */
static bool save_by(int64_t id, const struct export_file_io *io)
{
    call_result_free(result);
    call->project_id = id;
    result = call_result_new(call);
    return export_file_save(connection, call, io, result);
}

static bool save(int64_t id)
{
    static const struct export_file_io plain;
    return save_by(id, &plain);
}

/* The number of exports in the sandbox's log. */
static int requests(void)
{
    char *log = home_read(home, "sandbox.log");
    int count = 0;
    for (const char *at = log; at && (at = strstr(at, "Export/Subtitles")); at++)
        count++;
    free(log);
    return count;
}

Test(export_file, that_is_late_is_asked_for_again_only_where_its_project_is_read_and_completed)
{
    static const struct {
        int64_t id;
        int status; /* of the error */
        bool is_read;
        const char *why;
    } rows[] = {{1, 404, true, "it is not completed"},
                {3, 403, false, "refused for another reason"},
                {4, 404, false, "its project cannot be read: the first refusal counts"}};
    start("--fault export/2:status=404*1 --fault export/2:status=409*1 --fault export/2:status=412*1"
          " --fault export/1:status=404 --fault export/3:status=403"
          " --fault export/4:status=404 --fault get-project/4:status=400");
    cr_assert(save(2), "%s", result->error.text);
    cr_expect_str_eq(result->path, folder_path("out.srt"));
    cr_assert_not_null(result->project);
    cr_expect_str_eq(result->project->state, "Completed");
    cr_expect_eq(requests(), 4);
    for (int i = 0; i < 3; i++) {
        cr_expect_not(save(rows[i].id), "%s", rows[i].why);
        cr_expect_eq(result->error.status, rows[i].status, "%s", rows[i].why);
        cr_expect_eq(result->project != NULL, rows[i].is_read, "%s", rows[i].why);
        cr_expect_eq(requests(), 5 + i, "%s", rows[i].why);
    }
}

/* A write function that fails with an interruption. */
static bool interrupted(int fd, const void *data, size_t len)
{
    (void)fd, (void)data, (void)len;
    errno = EINTR;
    return false;
}

/* Expects this text in the file "out.srt", and no other file in the folder. */
static void expect_file(const char *words)
{
    char *text = folder_read(folder_path("out.srt"));
    cr_expect_str_has(text, words);
    free(text);
    cr_assert_eq(unlink(folder_path("out.srt")), 0);
    cr_assert_eq(rmdir(folder) + mkdir(folder, 0700), 0, "something is left behind");
}

Test(export_file, that_breaks_off_leaves_nothing_and_one_that_exists_is_replaced_only_when_agreed)
{
    start("--fault export/3:cut");
    cr_assert_not(save(3));
    cr_expect_null(result->path);
    cr_assert_not(save_by(2, &(struct export_file_io){.write = interrupted}));
    cr_expect_eq(result->error.kind, ERROR_CANCELLED, "%s", result->error.text);
    cr_assert_eq(rmdir(folder) + mkdir(folder, 0700), 0, "something is left behind");
    const char *path = folder_file("out.srt", "mine");
    int before = requests();
    for (int is_certain = 0; is_certain < 2; is_certain++) {
        cr_assert_not(save(2));
        cr_expect_eq(result->error.kind, ERROR_EXISTS);
        cr_expect_str_eq(result->path, path);
        cr_expect_eq(requests(), before + 1, "nothing is sent where its name is certain");
        set_path(path);
    }
    expect_file("mine");
    folder_file("out.srt", "mine");
    call->replace = EXPORT_OVERWRITE;
    cr_assert(save(2), "%s", result->error.text);
    expect_file("-->");
}

Test(export_file, says_what_it_wrote_where_also_at_home)
{
    struct stat facts;
    umask(027);
    start("");
    cr_assert_eq(symlink(folder_path(""), folder_path("link")), 0);
    set_path(folder_path("link/out.srt"));
    cr_assert(save(2), "%s", result->error.text);
    char *real = realpath(folder_path("out.srt"), NULL);
    cr_expect_str_eq(result->file, real);
    cr_expect_str_eq(result->path, call->path);
    cr_assert_eq(stat(real, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0640, "by the umask");
    cr_expect_eq(result->export_info.bytes, facts.st_size);
    cr_expect_eq(result->written_ns, (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec);
    free(real);
    setenv("HOME", folder_path(""), 1);
    set_path("~/at-home.srt");
    cr_assert(save(2), "%s", result->error.text);
    cr_expect_str_eq(strrchr(result->path, '/'), "/at-home.srt");
    cr_expect_neq(result->path[0], '~');
}

/* Larger than one piece of the receiver, and than the size after which writeback to the disk starts. The
 * sandbox repeats one caption of 68 bytes. */
Test(export_file, of_many_pieces_is_whole)
{
    struct buffer text;
    start("--export-bytes 20000001");
    cr_assert(save(2), "%s", result->error.text);
    buffer_init(&text, 30000000);
    cr_assert(file_read(result->file, &text, &err), "%s", err.text);
    cr_expect_eq(text.len, 20000001);
    cr_expect_eq(result->export_info.bytes, 20000001);
    cr_expect_str_starts(text.data, "1\n00:00:01,000 --> ");
    cr_expect_arr_eq(text.data, text.data + 68, text.len - 68);
    buffer_free(&text);
}

/* --- a second export --- */

/* Exports once, and adds the file to the ledger with this version; the project then has the version `next`.
 */
static void know(int64_t version, int64_t next)
{
    start("");
    cr_assert(save(2), "%s", result->error.text);
    ledger_add(&call->ledger, &(struct ledger_file){.id = 2,
                                                    .path = mem_copy(result->file),
                                                    .format = mem_copy("srt"),
                                                    .version = version,
                                                    .when_ms = 1000000,
                                                    .size = result->export_info.bytes,
                                                    .written_ns = result->written_ns});
    call->replace = EXPORT_IF_NEWER;
    call->version = next;
}

/* Exports again; expects that the file stays, for this reason. */
static void expect_stays(enum export_found found, enum error_kind kind, const char *why)
{
    cr_expect_not(save(2), "%s", why);
    cr_expect_eq(result->found, found, "%s", why);
    cr_expect_eq(result->error.kind, kind, "%s", why);
}

Test(export_file, that_is_as_steno_wrote_it_gives_way_if_its_project_changed)
{
    know(5, 5);
    expect_stays(EXPORT_CURRENT, ERROR_EXISTS, "its name is known with the answer only");
    call->version = 6;
    cr_expect(save(2), "%s", result->error.text);
    cr_expect_eq(requests(), 3);
    call->ledger.files[0].written_ns = result->written_ns;
    set_path(folder_path("out.srt"));
    call->version = 5;
    expect_stays(EXPORT_CURRENT, ERROR_EXISTS, "the name is certain");
    cr_expect_eq(requests(), 3, "nothing is sent");
}

Test(export_file, that_was_edited_or_not_written_by_steno_stays)
{
    know(5, 6);
    const struct timespec times[] = {
        {.tv_sec = 1},
        {.tv_sec = result->written_ns / 1000000000, .tv_nsec = result->written_ns % 1000000000 + 1}};
    cr_assert_eq(utimensat(AT_FDCWD, result->file, times, 0), 0);
    expect_stays(EXPORT_EDITED, ERROR_CONFLICT, "of the same size and another time");
    call->version = 5;
    folder_file("out.srt", "mine");
    expect_stays(EXPORT_EDITED, ERROR_EXISTS, "the file changed");
    call->version = 6;
    expect_stays(EXPORT_EDITED, ERROR_CONFLICT, "both changed");
    call->ledger.files[0].id = 3;
    expect_stays(EXPORT_FOREIGN, ERROR_EXISTS, "of another project");
    cr_assert_eq(unlink(folder_path("out.srt")) + mkdir(folder_path("out.srt"), 0700), 0);
    expect_stays(EXPORT_FOREIGN, ERROR_EXISTS, "a folder");
}

Test(export_file, exported_with_an_unknown_version_is_judged_by_the_time_of_the_change)
{
    know(-1, 6);
    call->updated_ms = 900000;
    expect_stays(EXPORT_CURRENT, ERROR_EXISTS, "the change was before");
    folder_file("out.srt", "mine");
    expect_stays(EXPORT_EDITED, ERROR_EXISTS, "the file changed");
    call->updated_ms = 1100000;
    expect_stays(EXPORT_EDITED, ERROR_CONFLICT, "both changed");
}

/* The result of looking at one path. */
static enum export_found look_at(const char *path, char **trouble)
{
    struct export_item item = {.id = 2, .version = 6, .path = mem_copy(path)};
    struct export_plan plan = {.items = &item, .count = 1, .ledger = call->ledger};
    export_look_run(&plan);
    free(item.path);
    *trouble = plan.trouble;
    return item.file;
}

Test(export_file, is_looked_at_before_the_question)
{
    char *trouble;
    know(5, 6);
    cr_expect_eq(look_at(folder_path("out.{ext}"), &trouble), EXPORT_OLD, "by the suffix of the last export");
    cr_expect_null(trouble);
    cr_expect_eq(look_at(folder_path("other.srt"), &trouble), EXPORT_NEW);
    folder_file("out.srt", "mine");
    cr_expect_eq(look_at(folder_path("out.srt"), &trouble), EXPORT_EDITED);
    cr_expect_eq(look_at(folder_path("none/out.srt"), &trouble), EXPORT_NEW);
    cr_assert_not_null(trouble);
    cr_expect_str_has(trouble, "none: the folder is missing; create it first");
    free(trouble);
    look_at(folder_path("out.srt/out.srt"), &trouble);
    cr_expect_str_has(trouble, "out.srt: it is not a folder");
    free(trouble);
}
