/* Subcommands about projects, by the real program against a real server: exact bytes, sentences,
 * exit codes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"
#include "support/home.h"

#define SHOW_3                                                                                               \
    "{\"id\":3,\"ok\":true,\"project\":{\"AccessToken\":1003,\"Id\":3,\"ProcessingState\":\"None\","         \
    "\"Length\":\"00:00:00\",\"HasRecording\":false,\"IsReadOnly\":false,\"ShareCount\":0,"                  \
    "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":false},\"CreatorId\":1,\"Created\":\"2026-05-16T10:"   \
    "00:00Z\","                                                                                              \
    "\"Updated\":\"2026-05-16T10:00:00Z\",\"Description\":{\"Author\":\"Faculty of "                         \
    "Arts\",\"Name\":\"Lecture 7\","                                                                         \
    "\"Notes\":\"The recording follows by post.\"},\"IsTeamProject\":false,\"Tags\":[],"                     \
    "\"TranscriptionConfig\":null}}\n"

#define MISSING_77                                                                                           \
    "Read project 77: not found (404): Project not found. Check the id; the project may "                    \
    "belong to another account."

Test(show, times_are_local_with_their_zone_and_json_passes_them_as_they_came)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--as-of 2026-05-23T12:00:00Z");
    home_set(bench.home, "TZ", "Asia/Kathmandu");
    bench_steno(&bench, "show 7", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "2026-05-18 23:16 +0545");
    process_result_free(&result);
    bench_steno(&bench, "show 7 --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"Created\":\"2026-05-18T19:31:00+02:00\"");
    cr_expect_str_lacks(buffer_text(&result.out), "+0545");
    process_result_free(&result);
    bench_steno(&bench, "add 7", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "show 7 --offline", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.err), " +0545");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(show, json_is_what_the_server_sent_in_its_order)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--as-of 2026-05-23T12:00:00Z");
    bench_expect(&bench, "show 3 --json", NULL, 0, SHOW_3, "");
    bench_stop(&bench);
}

Test(show, plain_shows_every_field_by_group_and_further_members)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--show-metadata --as-of 2026-05-23T12:00:00Z");
    bench_expect(&bench, "show 3", NULL, 0,
                 "Record\n"
                 "  Version               1003\n"
                 "  Id                    3\n"
                 "Transcription\n"
                 "  Active label          -\n"
                 "  State                 None\n"
                 "  Configuration         -\n"
                 "Dates\n"
                 "  Created               2026-05-16 10:00 UTC\n"
                 "  Deleted at            -\n"
                 "  Expires               -\n"
                 "  Updated               2026-05-16 10:00 UTC\n"
                 "Sharing\n"
                 "  Creator               1\n"
                 "  Read-only             no\n"
                 "  Team project          no\n"
                 "  Shared with           0\n"
                 "Description\n"
                 "  Author                Faculty of Arts\n"
                 "  Name                  Lecture 7\n"
                 "  Notes                 The recording follows by post.\n"
                 "  Start                 -\n"
                 "  Tags                  -\n"
                 "Media\n"
                 "  Recording             no\n"
                 "  Length                00:00:00\n"
                 "  Video                 no\n"
                 "  Packaged              no\n"
                 "Keywords\n"
                 "  Keywords              -\n"
                 "Other fields\n"
                 "  Metadata              {}\n",
                 "");
    bench_stop(&bench);
}

Test(show, highlights_are_numbered_by_their_nesting)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "show 5", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "Keywords\n  1.1  Category: Topic; Text: water; Time: 0:00:00.000\n");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(settings, a_bad_global_flag_is_refused_by_its_name)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "show 1 --url ftp://x", NULL, 2, "",
                 "steno: --url: “ftp://x” is not an address such as https://host or http://host:8321/path\n");
    bench_expect(&bench, "list --timeout 0 --json", NULL, 2,
                 "{\"ok\":false,\"error\":{\"kind\":\"usage\",\"status\":null,\"message\":\"--timeout: “0” "
                 "is not a whole "
                 "number from 1 to 86400 s\"}}\n",
                 "steno: --timeout: “0” is not a whole number from 1 to 86400 s\n");
    bench_stop(&bench);
}

Test(settings, demo_with_a_command_is_refused_before_anything_is_read_or_sent)
{
    static const char *const lines[] = {"--demo metadata set 1 k v", "--demo enqueue 7",
                                        "tag rm 1 news --demo", "enqueue --demo -"};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "timeout = this would be refused with its line\n");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct process_result result;
        bench_steno(&bench, lines[i], "7\n", 2, &result);
        cr_expect_str_eq(buffer_text(&result.out), "");
        cr_expect_str_starts(buffer_text(&result.err), "steno: --demo opens ", "steno %s: %s", lines[i],
                             buffer_text(&result.err));
        process_result_free(&result);
    }
    cr_expect_not(bench_saw_request(&bench, "metadata"));
    cr_expect_not(bench_saw_request(&bench, "enqueue"));
    cr_expect_not(bench_saw_request(&bench, "tag"));
    bench_stop(&bench);
}

Test(show, several_ids_that_end_differently_end_with_8)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--as-of 2026-05-23T12:00:00Z");
    bench_expect(
        &bench, "show --json 3 77", NULL, 4,
        SHOW_3
        "{\"id\":77,\"ok\":false,\"error\":{\"kind\":\"not_found\",\"status\":404,\"message\":\"" MISSING_77
        "\"}}\n",
        "steno: " MISSING_77 "\n");
    bench_stop(&bench);
}

/* The rows are those of 1 to 98 in this order; of 17 and 98 alone they tell an export. */
static void expect_rows_of_98(struct bench *bench, const char *arguments)
{
    struct process_result result;
    char begin[40], *rest;
    bench_steno(bench, arguments, NULL, 0, &result);
    rest = result.out.data;
    for (int id = 1; id <= 98; id++) {
        const char *row = strsep(&rest, "\n");
        snprintf(begin, sizeof begin, "{\"id\":%d,\"ok\":true,\"project\":{", id);
        cr_assert_str_starts(row, begin, "%s", row ? row : "no row");
        bool is_told = strstr(row, "},\"exported\":{\"when\":") != NULL;
        cr_expect_eq(is_told, id == 17 || id == 98, "%d", id);
    }
    cr_expect(rest && *rest == '\0', "%s", rest);
    process_result_free(&result);
}

Test(show, of_many_each_row_has_the_last_export_of_its_own_project)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--projects 100");
    bench_config(&bench, "rate_cap = 0\n");
    home_write(bench.home, "dir/keep", "");
    bench_steno(&bench, "export 17 98 -o dir --file-format-id SRT", NULL, 0, &result);
    process_result_free(&result);
    expect_rows_of_98(&bench, "show --json 1-98");
    expect_rows_of_98(&bench, "show --json --offline 1-98");
    bench_stop(&bench);
}

Test(show, several_ids_that_fail_alike_end_with_their_common_code)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "show 77-79", NULL, 4, &result);
    cr_expect_eq(result.out.len, 0);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(show, ids_come_from_standard_input)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--as-of 2026-05-23T12:00:00Z");
    bench_expect(&bench, "show - --json", " 3\n", 0, SHOW_3, "");
    bench_expect(&bench, "show -", "\n", 0, "", "");
    bench_stop(&bench);
}

Test(show, offline_shows_what_was_read_last_without_a_server)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--as-of 2026-05-23T12:00:00Z");
    bench_expect(&bench, "show 3 --json", NULL, 0, SHOW_3, "");
    process_sandbox_stop(&bench.sandbox);
    bench_steno(&bench, "show 3 --json --offline", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.out), SHOW_3);
    cr_expect_str_starts(buffer_text(&result.err), "steno: project 3 as of 20");
    process_result_free(&result);
    bench_expect(&bench, "show 4 --offline", NULL, 4, "",
                 "steno: project 4 has not been fetched yet; omit --offline to fetch it\n");
    home_remove(bench.home);
}

/* The sandbox bears other spellings, and names that nobody knows: what is sent is compared. */
Test(requests, paths_and_parameters_are_spelled_as_in_the_specification)
{
    static const struct {
        const char *command, *logged;
    } rows[] = {
        {"whoami", "GET current-user 200 /API/CurrentUser\n"},
        {"password-policy", "GET password-settings 200 /API/PasswordSettings\n"},
        {"show 1", "GET get-project 200 /API/v2/Projects/1\n"},
        {"enqueue 1 --lang en-US --with-ppc=false --start-transcription-at-seconds 1.5",
         "GET enqueue 200 /API/v2/Projects/1/Enqueue"
         "?Lang=en-US&WithPPC=false&StartTranscriptionAtSeconds=1.5\n"},
        {"tag rm 2 radio", "DELETE delete-tag 200 /API/v2/Projects/2/Tags?AccessToken=88\n"},
        {"metadata set 2 k v", "POST add-metadata 200 /API/v2/Projects/2/Metadata?Key=k&AccessToken=89\n"},
        {"metadata rm 2 k", "DELETE delete-metadata 200 /API/v2/Projects/2/Metadata?Key=k&AccessToken=90\n"},
        {"export 2 --file-format-id vtt --chars-per-second 12 -o -",
         "GET export 200 /API/v2/Projects/2/Export/Subtitles?FileFormatId=vtt&CharsPerSecond=12\n"},
    };
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--verbose --transcribe-seconds 600");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_steno(&bench, rows[i].command, NULL, 0, &result);
        process_result_free(&result);
    }
    char *log = home_read(bench.home, "sandbox.log");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_has(log, rows[i].logged, "%s: %s", rows[i].command, log);
    free(log);
    bench_stop(&bench);
}

Test(enqueue, sends_what_was_given_and_reports_the_project)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--transcribe-seconds 30");
    bench_expect(&bench, "enqueue 1 --lang en-US --with-ppc=false", NULL, 0,
                 "    1  InProgress  00:42:10  Council meeting, 14 May\n", "");
    bench_stop(&bench);
}

Test(enqueue, a_refusal_keeps_the_server_s_words_and_ends_with_1)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "enqueue 3 --json", NULL, 1, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"id\":3,\"ok\":false,\"error\":{\"kind\":\"rejected\",\"status\":412,");
    cr_expect_str_has(buffer_text(&result.err), "steno: ");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(enqueue, after_a_403_the_credit_is_said)
{
    struct bench bench;
    bench_start_logged_in(&bench, "--transcribe-seconds 600");
    control_fault(&bench.sandbox, "enqueue:status=403");
    bench_expect_said(&bench, "enqueue 1", 3, "steno: the account has 600 minutes of credit left\n");
    bench_stop(&bench);
}

Test(enqueue, dry_run_shows_the_exact_request_with_the_token_masked_and_sends_nothing)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(
        &bench, "enqueue 1-2 --lang 'a b' --dry-run", NULL, 0,
        "GET $URL/API/v2/Projects/1/Enqueue?Lang=a%20b\nAccept: application/json\nAuthorization: ***\n"
        "GET $URL/API/v2/Projects/2/Enqueue?Lang=a%20b\nAccept: application/json\nAuthorization: ***\n",
        "");
    bench_expect(&bench, "enqueue 1 --dry-run --json", NULL, 0,
                 "{\"method\":\"GET\",\"url\":\"$URL/API/v2/Projects/1/Enqueue\",\"headers\":{\"Accept\":"
                 "\"application/json\",\"Authorization\":\"***\"},\"body\":null}\n",
                 "");
    cr_expect_not(bench_saw_request(&bench, "enqueue"));
    bench_stop(&bench);
}

Test(enqueue, read_only_refuses_it_and_every_other_write)
{
    static const char *const writes[] = {"enqueue 1", "tag rm 1 news", "metadata set 1 k v",
                                         "metadata rm 1 k"};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        char *line = malloc(strlen(writes[i]) + 20);
        snprintf(line, strlen(writes[i]) + 20, "%s --read-only", writes[i]);
        bench_expect(&bench, line, "demo\n", 3, "",
                     "steno: nothing was sent: read_only is set, by --read-only (command line)\n");
        free(line);
    }
    char *log = bench_requests(&bench);
    cr_expect_str_eq(log, "POST login 200\n", "only the login before it was sent:\n%s", log);
    free(log);
    bench_stop(&bench);
}

Test(tag, a_tag_is_deleted_and_one_that_is_not_there_is_named)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "tag rm 1 news", NULL, 0, "    1  None        00:42:10  Council meeting, 14 May\n",
                 "");
    bench_expect(&bench, "tag rm 1 news", NULL, 4, "",
                 "steno: project 1 has no tag “news”; its tags: archive\n");
    bench_stop(&bench);
}

Test(metadata, a_version_given_by_hand_is_sent_and_a_conflict_not_retried)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "metadata set 2 k v --access-token 1 --json", NULL, 5, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"kind\":\"conflict\",\"status\":409");
    process_result_free(&result);
    char *log = bench_requests(&bench);
    cr_expect_str_eq(log, "POST login 200\nPOST add-metadata 409\n", "%s", log);
    free(log);
    bench_stop(&bench);
}

Test(metadata, is_set_and_deleted_and_the_guess_is_said_once)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--show-metadata");
    bench_steno(&bench, "metadata set 2 'a key' 'žluť' --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "\"Metadata\":{\"Programme\":\"Morning magazine\",\"Episode\":\"118\","
                      "\"a key\":\"žluť\"}");
    cr_expect_str_has(buffer_text(&result.err), "steno: note: First metadata change on this server");
    process_result_free(&result);
    bench_steno(&bench, "metadata rm 2 'a key' --json", NULL, 0, &result);
    cr_expect_str_lacks(buffer_text(&result.out), "a key");
    cr_expect_eq(result.err.len, 0);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(list, the_watchlist_lives_without_a_server)
{
    struct bench bench;
    bench_start(&bench, "");
    process_sandbox_stop(&bench.sandbox);
    bench_expect(&bench, "list", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    bench_expect(&bench, "add 4 7 3", NULL, 0, "", "");
    bench_expect(&bench, "note 7 'call Anna'", NULL, 0, "", "");
    bench_expect(&bench, "remove 3", NULL, 0, "", "");
    bench_expect(&bench, "list", NULL, 0,
                 "    4  -           -         -\n"
                 "    7  -           -         -  # call Anna\n",
                 "");
    bench_expect(&bench, "list --json", NULL, 0,
                 "{\"id\":4,\"ok\":true,\"project\":null,\"fetched\":null}\n"
                 "{\"id\":7,\"ok\":true,\"project\":null,\"fetched\":null}\n",
                 "");
    home_remove(bench.home);
}

Test(list, refresh_reads_every_project_and_keeps_the_list_s_order)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 3 77 1 2", NULL, 0, "", "");
    bench_expect(&bench, "list --refresh", NULL, 4,
                 "    3  None        no media  Lecture 7\n"
                 "   77  -           -         -\n"
                 "    1  None        00:42:10  Council meeting, 14 May\n"
                 "    2  Completed   00:03:55  Interview: dam keeper\n",
                 "steno: " MISSING_77 "\n");
    bench_steno(&bench, "list --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"id\":77,\"ok\":true,\"project\":null,\"fetched\":null}\n");
    cr_expect_str_has(buffer_text(&result.out), "\"fetched\":\"20");
    process_result_free(&result);
    bench_stop(&bench);
}

/* How long a line of `list --json` is up to its time, which is checked for its shape. */
static size_t listed_length(const char *line)
{
    static const char time[] = ",\"fetched\":\"20";
    const char *at = strstr(line, time);
    cr_assert(at && strcspn(at, "\n") == strlen(",\"fetched\":\"2026-11-20T18:00:00Z\"}"), "%s", line);
    return (size_t)(at - line);
}

Test(list, what_a_refresh_shows_is_what_is_kept)
{
    struct bench bench;
    struct process_result shown, kept;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 5-6", NULL, 0, "", "");
    bench_steno(&bench, "list --refresh --json", NULL, 0, &shown);
    bench_steno(&bench, "list --json", NULL, 0, &kept);
    const char *line = buffer_text(&shown.out), *again = buffer_text(&kept.out);
    for (int id = 5; id <= 6; id++) {
        char start[64];
        size_t len = listed_length(line);
        snprintf(start, sizeof start, "{\"id\":%d,\"ok\":true,\"project\":{", id);
        cr_expect_str_starts(line, start);
        cr_assert_eq(listed_length(again), len);
        cr_expect_arr_eq(line, again, len);
        line = strchr(line, '\n') + 1;
        again = strchr(again, '\n') + 1;
    }
    cr_expect(*line == '\0' && *again == '\0');
    process_result_free(&shown);
    process_result_free(&kept);
    bench_stop(&bench);
}

Test(activity, says_what_happened_to_projects_newest_last)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--transcribe-seconds 60");
    bench_steno(&bench, "enqueue 1", NULL, 0, &result); /* one by one: of two at once either may be first */
    process_result_free(&result);
    bench_steno(&bench, "enqueue 2", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "activity", NULL, 0, &result);
    const char *first = strstr(buffer_text(&result.out), "Z  1  "),
               *second = strstr(buffer_text(&result.out), "Z  2  ");
    cr_expect(first && second && first < second, "%s", buffer_text(&result.out));
    process_result_free(&result);
    bench_steno(&bench, "activity 2 --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"id\":2,\"kind\":\"enqueue\",\"text\":\"Enqueued\"}\n");
    cr_expect_str_has(buffer_text(&result.out), "\"act\":2,\"id\":2");
    cr_expect_str_lacks(buffer_text(&result.out), "\"id\":1");
    process_result_free(&result);
    bench_expect(&bench, "activity --since 9999-01-01T00:00:00Z", NULL, 0, "", "");
    bench_steno(&bench, "activity --since 2020-01-01T00:00:00Z", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "Z  1  ");
    process_result_free(&result);
    bench_expect(&bench, "activity --since soon", NULL, 2, "",
                 "steno: --since: “soon” is not a time such as 2026-11-22T15:30:00Z\n");
    bench_stop(&bench);
}
