/* work/export_file: a file is asked for again only when its project says that it must come. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/export_file.h"
#include "folder.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/mem.h"
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
    result = call_result_new(call);
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

/* A sandbox with these faults, and a connection that is logged in and waits for a late file only a moment. */
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

/* Exports the project into the file; true when that went well. */
static bool save(int64_t id)
{
    static const struct export_file_io plain;
    call->project_id = id;
    return export_file_save(connection, call, &plain, result);
}

Test(export_file, at_home_is_written_there)
{
    start("");
    setenv("HOME", folder_path(""), 1);
    free(call->path);
    call->path = mem_copy("~/at-home.srt");
    cr_assert(save(2), "%s", result->error.text);
    cr_expect_str_eq(strrchr(result->path, '/'), "/at-home.srt");
    cr_expect_neq(result->path[0], '~');
}

/* How many requests of an endpoint the sandbox logged. */
static int requests(const char *endpoint)
{
    char *log = home_read(home, "sandbox.log");
    int count = 0;
    for (const char *at = log; at && (at = strstr(at, endpoint)); at++)
        count++;
    free(log);
    return count;
}

Test(export_file, that_is_late_is_asked_for_again_once_its_project_is_read_and_completed)
{
    start("--fault export/2:status=404*1 --fault export/2:status=409*1 --fault export/2:status=412*1");
    cr_assert(save(2), "%s", result->error.text);
    cr_expect_str_eq(result->path, folder_path("out.srt"));
    cr_assert_not_null(result->project);
    cr_expect_str_eq(result->project->state, "Completed");
    cr_expect_eq(requests("Export/Subtitles"), 4);
}

Test(export_file, of_a_project_that_is_not_completed_is_asked_for_once)
{
    start("--fault export/1:status=404");
    cr_assert_not(save(1));
    cr_expect_eq(result->error.status, 404);
    cr_expect_not_null(result->project);
    cr_expect_eq(requests("Export/Subtitles"), 1);
}

Test(export_file, that_was_refused_for_another_reason_is_not_asked_for_again)
{
    start("--fault export/2:status=403");
    cr_assert_not(save(2));
    cr_expect_eq(result->error.status, 403);
    cr_expect_null(result->project);
    cr_expect_eq(requests("Export/Subtitles"), 1);
}

Test(export_file, whose_project_cannot_be_read_keeps_the_first_refusal)
{
    start("--fault export/2:status=404 --fault get-project/2:status=400");
    cr_assert_not(save(2));
    cr_expect_eq(result->error.status, 404);
    cr_expect_eq(requests("Export/Subtitles"), 1);
}

/* A write that is interrupted. */
static bool interrupted(int fd, const void *data, size_t len)
{
    (void)fd;
    (void)data;
    (void)len;
    errno = EINTR;
    return false;
}

Test(export_file, whose_writing_is_interrupted_is_cancelled_and_leaves_nothing)
{
    start("");
    call->project_id = 2;
    cr_assert_not(export_file_save(connection, call, &(struct export_file_io){.write = interrupted}, result));
    cr_expect_eq(result->error.kind, ERROR_CANCELLED, "%s", result->error.text);
    cr_expect_neq(access(folder_path("out.srt"), F_OK), 0);
}

Test(export_file, that_exists_is_seen_before_anything_is_sent_where_its_name_is_certain)
{
    start("");
    free(call->path);
    call->path = mem_copy(folder_file("out.srt", "mine"));
    cr_assert_not(save(2));
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    cr_expect_str_eq(result->path, call->path);
    cr_expect_eq(requests("Export/Subtitles"), 0);
}

Test(export_file, says_what_it_wrote_where)
{
    struct buffer text;
    start("");
    cr_assert_eq(symlink(folder_path(""), folder_path("link")), 0);
    free(call->path);
    call->path = mem_copy(folder_path("link/out.srt"));
    cr_assert(save(2), "%s", result->error.text);
    char *real = realpath(folder_path("out.srt"), NULL);
    cr_expect_str_eq(result->file, real);
    cr_expect_str_eq(result->path, call->path);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(real, &text, &err));
    cr_expect_eq(result->export_info.bytes, (int64_t)text.len);
    struct stat facts;
    cr_assert_eq(stat(real, &facts), 0);
    cr_expect_eq(result->written_ns, (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec);
    buffer_free(&text);
    free(real);
}

/* More than is received at once, and than the disk is asked to take before the end. What the sandbox makes up
 * is one caption of 68 bytes again and again. */
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

/* Has the ledger know the file that was written, of a project of this version; the next export is one of
 * another. */
static void know(int64_t version, int64_t next)
{
    ledger_add(&call->ledger, &(struct ledger_file){.id = 2,
                                                    .path = mem_copy(result->file),
                                                    .format = mem_copy("srt"),
                                                    .version = version,
                                                    .when_ms = 1,
                                                    .size = result->export_info.bytes,
                                                    .written_ns = result->written_ns});
    call->replace = EXPORT_IF_NEWER;
    call->version = next;
}

/* Exports again; what was found where the file is. */
static enum export_found again(bool ok)
{
    call_result_free(result);
    result = call_result_new(call);
    cr_expect_eq(save(2), ok, "%s", result->error.text);
    return result->found;
}

Test(export_file, that_is_as_steno_wrote_it_gives_way_if_its_project_changed)
{
    start("");
    cr_assert(save(2), "%s", result->error.text);
    know(5, 5);
    cr_expect_eq(again(false), EXPORT_CURRENT, "its name is known with the answer only");
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    call->version = 6;
    again(true);
    cr_expect_eq(requests("Export/Subtitles"), 3);
    call->ledger.files[0].written_ns = result->written_ns;
    free(call->path);
    call->path = mem_copy(folder_path("out.srt"));
    call->version = 5;
    cr_expect_eq(again(false), EXPORT_CURRENT);
    cr_expect_eq(requests("Export/Subtitles"), 3, "nothing is sent where the name is certain");
}

Test(export_file, that_was_edited_or_is_of_another_hand_stays)
{
    start("");
    cr_assert(save(2), "%s", result->error.text);
    know(5, 5);
    folder_file("out.srt", "mine");
    cr_expect_eq(again(false), EXPORT_EDITED);
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    call->version = 6;
    cr_expect_eq(again(false), EXPORT_EDITED);
    cr_expect_eq(result->error.kind, ERROR_CONFLICT, "both changed");
    call->ledger.files[0].id = 3;
    cr_expect_eq(again(false), EXPORT_FOREIGN);
}

Test(export_file, whose_name_is_taken_by_what_is_no_file_stays_away)
{
    start("");
    call->replace = EXPORT_IF_NEWER;
    cr_assert_eq(mkdir(folder_path("out.srt"), 0700), 0);
    cr_expect_eq(again(false), EXPORT_FOREIGN);
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
}

Test(export_file, that_was_exported_before_its_version_was_known_is_told_by_the_time_of_the_change)
{
    start("");
    cr_assert(save(2), "%s", result->error.text);
    know(-1, 6);
    call->ledger.files[0].when_ms = 1000000;
    call->updated_ms = 900000;
    cr_expect_eq(again(false), EXPORT_CURRENT);
    folder_file("out.srt", "mine");
    cr_expect_eq(again(false), EXPORT_EDITED);
    cr_expect_eq(result->error.kind, ERROR_EXISTS);
    call->updated_ms = 1100000;
    cr_expect_eq(again(false), EXPORT_EDITED);
    cr_expect_eq(result->error.kind, ERROR_CONFLICT, "both changed");
}

Test(export_file, of_the_same_size_and_another_time_was_edited)
{
    start("");
    cr_assert(save(2), "%s", result->error.text);
    know(5, 6);
    const struct timespec times[] = {
        {.tv_sec = 1},
        {.tv_sec = result->written_ns / 1000000000, .tv_nsec = result->written_ns % 1000000000 + 1}};
    cr_assert_eq(utimensat(AT_FDCWD, result->file, times, 0), 0);
    cr_expect_eq(again(false), EXPORT_EDITED);
}

/* What a look at one path finds. */
static struct export_item look_at(const char *path, char **trouble)
{
    struct export_item item = {.id = 2, .version = 6, .path = mem_copy(path)};
    struct export_plan plan = {.items = &item, .count = 1, .ledger = call->ledger};
    export_look_run(&plan);
    free(item.path);
    *trouble = plan.trouble;
    return item;
}

Test(export_file, is_looked_at_before_the_question)
{
    char *trouble;
    start("");
    cr_assert(save(2), "%s", result->error.text);
    know(5, 6);
    struct export_item item = look_at(folder_path("out.{ext}"), &trouble);
    cr_expect_null(trouble);
    cr_expect_eq(item.file, EXPORT_OLD, "by the suffix of the last export");
    cr_expect_eq(look_at(folder_path("other.srt"), &trouble).file, EXPORT_NEW);
    folder_file("out.srt", "mine");
    item = look_at(folder_path("out.srt"), &trouble);
    cr_expect_eq(item.file, EXPORT_EDITED);
    cr_expect_eq(look_at(folder_path("none/out.srt"), &trouble).file, EXPORT_NEW);
    cr_assert_not_null(trouble);
    cr_expect_str_has(trouble, "none: the folder is missing; create it first");
    free(trouble);
    look_at(folder_path("out.srt/out.srt"), &trouble);
    cr_expect_str_has(trouble, "out.srt: it is not a folder");
    free(trouble);
}
