/* Export to standard output, to a file, into a folder: what is written, kept, replaced, and never left
 * behind. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "support/asserts.h"

Test(export, goes_to_standard_output_unless_told_otherwise)
{
    struct bench bench;
    struct process_result to_stdout, result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "export 2 --file-format-id srt", NULL, 0, &to_stdout);
    cr_expect_str_starts(buffer_text(&to_stdout.out), "1\n00:00:");
    cr_expect_eq(to_stdout.err.len, 0);
    bench_expect(&bench, "export 2 --file-format-id srt -o out.srt", NULL, 0, "out.srt\n", "");
    char *file = home_read(bench.home, "out.srt");
    cr_expect_str_eq(file, buffer_text(&to_stdout.out), "the file holds the same bytes");
    free(file);
    bench_steno(&bench, "export 2 --file-format-id srt -o -", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), buffer_text(&to_stdout.out));
    process_result_free(&result);
    process_result_free(&to_stdout);
    bench_stop(&bench);
}

Test(export, json_tells_file_bytes_and_type)
{
    struct bench bench;
    struct stat facts;
    char expected[200];
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 --file-format-id vtt -o a.vtt", NULL, 0, "a.vtt\n", "");
    char *path = home_path(bench.home, "a.vtt");
    cr_assert_eq(stat(path, &facts), 0);
    snprintf(expected, sizeof expected,
             "{\"id\":2,\"ok\":true,\"file\":\"b.vtt\",\"bytes\":%lld,\"content_type\":\"text/vtt\"}\n",
             (long long)facts.st_size);
    bench_expect(&bench, "export 2 --file-format-id vtt -o b.vtt --json", NULL, 0, expected, "");
    free(path);
    bench_stop(&bench);
}

Test(export, a_file_that_exists_is_kept_unless_forced)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "out.srt", "mine");
    bench_expect(&bench, "export 2 -o out.srt", NULL, 1, "",
                 "steno: out.srt already exists; use --force to overwrite\n");
    char *file = home_read(bench.home, "out.srt");
    cr_expect_str_eq(file, "mine");
    free(file);
    bench_expect(&bench, "export 2 -o out.srt --force", NULL, 0, "out.srt\n", "");
    file = home_read(bench.home, "out.srt");
    cr_expect_str_neq(file, "mine");
    free(file);
    bench_stop(&bench);
}

Test(export, several_go_into_a_folder_by_the_pattern)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    bench_expect(
        &bench, "export 2 3 -o dir --file-format-id SRT", NULL, 1, "dir/2-Interview_dam_keeper.srt\n",
        "steno: Export subtitles of project 3: the server rejected the request (412): The project is not "
        "transcribed.\n");
    bench_expect(&bench, "export 2 -o dir --name-pattern '{state} {name}/x'", NULL, 2, "",
                 "steno: the name pattern “{state} {name}/x” contains a slash; use -o for the folder\n");
    bench_expect(&bench, "export 2 -o dir/ --name-pattern '{state} {name}.{ext}' --file-format-id vtt", NULL,
                 0, "dir/Completed Interview_dam_keeper.vtt\n", "");
    cr_expect_eq(home_count(bench.home, "dir"), 3, "nothing but the files is left in the folder");
    bench_stop(&bench);
}

Test(export, a_name_by_the_pattern_has_the_extension_of_what_arrived)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    bench_expect(&bench, "export 2 -o dir", NULL, 0, "dir/2-Interview_dam_keeper.srt\n", "");
    bench_expect(&bench, "export 2 -o dir", NULL, 1, "",
                 "steno: dir/2-Interview_dam_keeper.srt already exists; use --force to overwrite\n");
    bench_expect(&bench, "export 2 -o dir --force", NULL, 0, "dir/2-Interview_dam_keeper.srt\n", "");
    bench_expect(&bench, "export 2 -o dir --name-pattern {id}", NULL, 0, "dir/2\n", "");
    bench_expect(&bench, "export 2 -o 'dir/{ext}'", NULL, 0, "dir/{ext}\n", "");
    cr_expect_eq(home_count(bench.home, "dir"), 4, "nothing but the files is left in the folder");
    bench_stop(&bench);
}

Test(export, wrong_places_are_refused_before_anything_is_sent)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    process_sandbox_stop(&bench.sandbox);
    bench_expect(&bench, "export 1 2", NULL, 2, "",
                 "steno: several projects require an existing folder: -o DIR\n");
    bench_expect(&bench, "export 1 2 -o none/none", NULL, 1, "",
                 "steno: Cannot create the folder none/none: No such file or directory\n");
    bench_expect(&bench, "export 1 --json", NULL, 2,
                 "{\"ok\":false,\"error\":{\"kind\":\"usage\",\"status\":null,\"message\":\"with --json the "
                 "file cannot go to standard output: use -o FILE\"}}\n",
                 "steno: with --json the file cannot go to standard output: use -o FILE\n");
    bench_expect(&bench, "export 1 -o x --name-pattern a", NULL, 2, "",
                 "steno: --name-pattern names files in a folder: give one by -o\n");
    bench_expect(
        &bench, "export 1 -o . --name-pattern '{nam}'", NULL, 2, "",
        "steno: the name pattern “{nam}”: “{nam}” is invalid: use one of {id} {name} {state} {ext}\n");
    home_remove(bench.home);
}

Test(export, without_a_login_makes_no_folder)
{
    struct bench bench;
    struct process_result result;
    struct stat facts;
    bench_start_logged_in(&bench, "");
    home_set(bench.home, "STENO_TOKEN", "");
    bench_steno(&bench, "logout", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "export 1-3 -o new/", NULL, 3, &result);
    process_result_free(&result);
    char *path = home_path(bench.home, "new");
    cr_expect_neq(stat(path, &facts), 0);
    free(path);
    bench_stop(&bench);
}

Test(export, a_file_in_a_folder_that_is_missing_names_the_folder)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 -o none/x.srt", NULL, 1, "",
                 "steno: Cannot write none/x.srt: the folder none/ is missing\n");
    bench_stop(&bench);
}

Test(export, a_cut_download_leaves_no_file)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--fault export:cut");
    home_write(bench.home, "dir/keep", "");
    process_steno(bench.home, "export 2 -o dir/a.srt", NULL, &result);
    cr_expect_neq(result.code, 0);
    process_result_free(&result);
    cr_expect_eq(home_count(bench.home, "dir"), 1);
    bench_stop(&bench);
}

Test(export, a_pipe_is_written_to_as_it_is)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    char *program = process_program("steno");
    size_t size = strlen(program) + 200;
    char *script = malloc(size);
    snprintf(script, size, "mkfifo p; cat p >copy & %s export 2 -o p; wait; test -p p && head -c 1 copy",
             program);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
    process_run(bench.home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_str_eq(buffer_text(&result.out), "p\n1", "%s", buffer_text(&result.err));
    process_result_free(&result);
    free(script);
    free(program);
    bench_stop(&bench);
}

Test(export, a_pipe_that_nobody_reads_ends_with_the_timeout)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    char *path = home_path(bench.home, "pipe"), *arguments = NULL, *message = NULL;
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_gt(asprintf(&arguments, "export 2 -o %s --timeout 1", path), 0);
    cr_assert_gt(
        asprintf(&message,
                 "steno: Cannot write %s: nobody reads this pipe within 1 s. Start its reader, or increase "
                 "the timeout\n",
                 path),
        0);
    bench_expect(&bench, arguments, NULL, 6, "", message);
    free(path);
    free(arguments);
    free(message);
    bench_stop(&bench);
}

Test(export, a_log_that_is_a_pipe_without_a_reader_is_refused)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    char *path = home_path(bench.home, "pipe"), *arguments = NULL, *message = NULL;
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_assert_gt(asprintf(&arguments, "log_file = %s\n", path), 0);
    home_write(bench.home, "config/steno/config", arguments);
    cr_assert_gt(asprintf(&message, "steno: Cannot open the log %s: nobody reads this pipe\n", path), 0);
    bench_expect(&bench, "list", NULL, 1, "", message);
    free(path);
    free(arguments);
    free(message);
    bench_stop(&bench);
}

Test(settings, a_config_file_that_is_a_pipe_or_a_device_is_refused)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "");
    char *path = home_path(bench.home, "config/steno/config"), *message = NULL;
    for (int i = 0; i < 2; i++) {
        unlink(path);
        cr_assert_eq(i == 0 ? mkfifo(path, 0600) : symlink("/dev/zero", path), 0);
        cr_assert_gt(asprintf(&message, "steno: Cannot read %s: it is a %s, not a file\n", path,
                              i == 0 ? "pipe" : "device"),
                     0);
        bench_expect(&bench, "list", NULL, 1, "", message);
        free(message);
    }
    free(path);
    bench_stop(&bench);
}

Test(export, a_full_disk_is_named_with_the_file)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "export 2 -o /dev/full", NULL, 1, "",
                 "steno: Cannot write /dev/full: No space left on device\n");
    bench_stop(&bench);
}

Test(export, beyond_the_limit_for_files_is_told_and_leaves_no_file)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "dir/keep", "");
    char *program = process_program("steno");
    size_t size = strlen(program) + 100;
    char *script = malloc(size);
    snprintf(script, size, "ulimit -f 1; %s export 2 -o dir/a.srt 2>&1", program);
    char *const argv[] = {(char[]){"bash"}, (char[]){"-c"}, script, NULL};
    process_run(bench.home, argv, NULL, PROCESS_LIMIT_MS, &result);
    cr_expect_eq(result.code, 1);
    static const char said[] = "steno: Cannot write dir/a.srt: File too large\n"; /* nor can the state file */
    cr_expect_str_starts(buffer_text(&result.out), said);
    process_result_free(&result);
    cr_expect_eq(home_count(bench.home, "dir"), 1);
    free(script);
    free(program);
    bench_stop(&bench);
}
