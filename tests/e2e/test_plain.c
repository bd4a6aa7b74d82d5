/* The main job by lines, as somebody who listens to it would do it; and that nothing of the screen's is
 * missing. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/plain_run.h"
#include "steno/app/action.h"
#include "steno/app/turn.h"
#include "support/asserts.h"

Test(plain, a_day_by_lines_log_in_open_enqueue_watch_export_delete_quit)
{
    struct bench bench;
    bench_start(&bench, "--transcribe-seconds 1");
    struct pty *pty = plain_terminal(&bench, "");
    cr_assert(pty_wait_bytes(pty, "Email: ", PLAIN_LIMIT_MS));
    plain_check_terminal(pty);
    plain_type(pty, "/URL", "URL [http://127.0.0.1:");
    plain_type(pty, "", "Email: ");
    plain_type(pty, "demo@example.org", "Password (not shown): ");
    plain_type(pty, "demo", "Token (not shown): ");
    plain_type(pty, "", "Logged in as demo@example.org");
    cr_assert(pty_wait_bytes(pty, "No projects are watched yet", PLAIN_LIMIT_MS));
    plain_type(pty, "open 1 2", "2 projects opened");
    plain_type(pty, "list",
               "1  None  00:42:10  Council meeting, 14 May\r\n2  Completed  00:03:55  Interview: dam keeper");
    plain_type(pty, "1", "1  None");
    plain_type(pty, "enqueue", "\r\n19 more, none set: \"more\" asks for them.");
    cr_assert(pty_wait_bytes(pty, "Language of the speech (Lang, default cs-CZ): ", PLAIN_LIMIT_MS));
    plain_type(pty, "en-US", "This will be sent:\r\n  Lang = en-US\r\n");
    plain_type(pty, "more", "Transcription profile (TranscriptionProfile): ");
    plain_type(pty, "/WithPPC", "Format numbers and times (WithPPC, yes or no, default yes): ");
    plain_type(pty, "no", "(WithUserLex, yes or no");
    plain_type(pty, ".", "This will be sent:\r\n  Lang = en-US\r\n  WithPPC = false\r\nTakes ");
    plain_type(pty, "y", "1: enqueued\r\n");
    cr_assert(pty_wait_bytes(pty, "1: now Completed\r\n", PLAIN_LIMIT_MS), "the result is told by itself");
    plain_check_terminal(pty);
    plain_type(pty, "details", "  + Options: 2 differ: Lang en-US, WithPPC false\r\n");
    plain_type(pty, "export", "Format (FileFormatId): ");
    plain_type(pty, "srt", "): ");
    plain_type(pty, ".", "Send? y/N ");
    plain_type(pty, "y", "1: exported to ");
    plain_type(pty, "tags", "1  news\r\n2  archive\r\n");
    plain_type(pty, "delete archive",
               "Delete the tag \"archive\" of 1  Council meeting, 14 May (Completed)? It cannot be added "
               "again from here: "
               "the API has no call for it. y/N ");
    plain_type(pty, "", "Nothing was deleted");
    plain_type(pty, "delete archive", "y/N ");
    plain_type(pty, "y", "1: tag deleted");
    plain_type(pty, "tags", "1  news\r\nsteno> ");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    plain_check_terminal(pty);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain, a_server_that_asks_to_wait_is_told_of_with_the_time)
{
    struct bench bench;
    plain_start(&bench, "--fault get-project:delay=1*3 --fault get-project:retry-after=3600*1");
    struct pty *pty = plain_terminal(&bench, "");
    cr_assert(pty_wait_bytes(pty, "steno> ", PLAIN_LIMIT_MS));
    plain_type(pty, "open 1 2 7", "3 projects opened");
    plain_type(pty, "list", "7  Completed");
    plain_type(pty, "refresh", "Waiting till ");
    plain_type(pty, "list", ": the server asked for it\r\n1  None");
    plain_type(pty, "refresh-all", "Refreshing one project; if that succeeds, the other 2 follow");
    cr_expect(pty_wait_bytes(pty, "The server responds again", PLAIN_LIMIT_MS));
    plain_type(pty, "refresh-all", "Refreshing 3 projects");
    plain_type(pty, "quit", "\r\n");
    cr_expect_eq(pty_wait_exit(pty, PLAIN_LIMIT_MS), 0);
    plain_check_terminal(pty);
    pty_free(pty);
    bench_stop(&bench);
}

/* What an action that can be done on the watchlist answers with by its name, must not be a refusal of the
 * name. */
Test(plain, every_action_that_is_valid_on_projects_is_reachable_by_its_name, .timeout = 300)
{
    struct bench bench;
    plain_start(&bench, "");
    free(plain_script(&bench, "1-3", ""));
    size_t tried = 0, action_count;
    struct action *actions = app_actions(&action_count);
    for (size_t i = 0; i < action_count; i++) {
        char script[128], echo[128], unknown[128], row[128];
        if (!(actions[i].where & IN_LIST))
            continue;
        snprintf(script, sizeof script, "%shelp\n%s\n", actions[i].where & MARKED_IN_LIST ? "mark\n" : "",
                 actions[i].name);
        snprintf(echo, sizeof echo, "steno> %s\n", actions[i].name);
        snprintf(unknown, sizeof unknown, "There is no action “%s”", actions[i].name);
        snprintf(row, sizeof row, "\n  %s", actions[i].name);
        char *written = plain_script(&bench, "", script);
        plain_expect(written, echo);
        plain_expect(written, row);
        cr_expect_str_lacks(written, unknown);
        cr_expect_str_lacks(written, "is only for forms");
        const char *answer = strstr(written, echo) + strlen(echo);
        bool ends = strcmp(actions[i].name, "quit") == 0 || strcmp(actions[i].name, "back") == 0;
        cr_expect(ends == !*answer, "%s: “%s”", actions[i].name, answer);
        free(written);
        tried++;
    }
    cr_expect_gt(tried, 30);
    free(actions);
    bench_stop(&bench);
}

Test(plain, a_key_as_bound_is_a_short_form_of_its_action)
{
    struct bench bench;
    plain_start(&bench, "");
    home_write(bench.home, "config/steno/config", "[keys]\ntags = w\n");
    char *written = plain_script(&bench, "1", "t\nw\n/arch\n#1\n?\n");
    plain_expect(written, "Error: There is no action “t”");
    plain_expect(written, "Tags of 1  Council meeting, 14 May\n1  news\n2  archive\n");
    plain_expect(written, "steno> /arch\n2  archive\n");
    plain_expect(written, "steno> #1\n1  None  00:42:10  Council meeting, 14 May\nsteno> ");
    plain_expect(written, "  tags (w): Tags\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_number_chooses_the_project_that_is_marked)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1-3", "2\nmark\n3\nmark\nlist\n");
    plain_expect(written, "steno> 2\n2  Completed  00:03:55  Interview: dam keeper");
    plain_expect(written, "2  Completed  00:03:55  Interview: dam keeper, marked\n");
    plain_expect(written, "3  None  no media  Lecture 7, marked\n");
    cr_expect_str_lacks(written, "Council meeting, 14 May, marked");
    free(written);
    bench_stop(&bench);
}

Test(plain, the_reason_of_a_batch_that_failed_stands_on_a_line_of_its_own)
{
    struct bench bench;
    plain_start(&bench, "--fault enqueue:status=403*2");
    struct pty *pty = plain_terminal(&bench, "1 4");
    cr_assert(pty_wait_bytes(pty, "4  None  ", PLAIN_LIMIT_MS));
    plain_type(pty, "mark-all", "4  None  00:17:48  Phone-in, damaged tape, marked");
    plain_type(pty, "enqueue", "Language of the speech (Lang, default cs-CZ): ");
    plain_type(pty, "en-US", "Send? y/N ");
    plain_type(pty, "submit", "none: ");
    plain_type(pty, "y", "; activity has all of it\r\n!2  A fault of the sandbox (403)\r\n");
    plain_check_terminal(pty);
    pty_free(pty);
    bench_stop(&bench);
}

Test(plain, an_unknown_word_is_answered_with_the_nearest_name)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "", "enqeue\nxyzzyxyzzy\n");
    plain_expect(written, "Error: There is no action “enqeue”. Did you mean enqueue?\n");
    plain_expect(written, "Error: There is no action “xyzzyxyzzy”; help lists them\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_bad_value_says_why_and_is_asked_again)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "2", "export\n/PauseBetweenCaptionsMs\nabc\n120\n.\n?\nv\nn\n");
    plain_expect(written, "Shortest pause (PauseBetweenCaptionsMs, ms, default 80): abc\n");
    plain_expect(written, ": abc\nError: Shortest pause: a number of ms\nShortest pause (Pause");
    plain_expect(written, "This will be sent:\n  PauseBetweenCaptionsMs = 120\nSend? y/N ?\n");
    plain_expect(written, "  form-preview (v): Show the request before it is sent\n");
    plain_expect(written, "steno export 2 --pause-between-captions-ms 120 -o ./\n");
    plain_expect(written, "Send? y/N n\nDraft saved\n");
    free(written);
    cr_expect_not(bench_saw_request(&bench, "Captions"), "nothing was sent");
    bench_stop(&bench);
}

Test(plain, the_word_that_is_advised_runs_where_it_is_typed_and_is_no_value)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "enqueue\n/Lang\nen-US\n..\n");
    free(written);
    written =
        plain_script(&bench, "", "enqueue\nunset-all\n.\nn\n..\nenqueue\n/Lang\n\\unset-all\nsubmit\nn\n");
    plain_expect(written, ": unset-all discards it\n");
    plain_expect(written, "Nothing is set: the server's defaults apply.\n");
    plain_expect(written, "There is nothing to leave here; quit ends the session.\n");
    plain_expect(written, "This will be sent:\n  Lang = unset-all\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_value_goes_to_the_field_that_was_asked_for)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "enqueue\nde-DE\nmore\nmore\nfr-FR\n.\nn\n");
    plain_expect(written, "TranscriptionProfile): more\n19 more are not asked for.\n"
                          "Language of the speech (Lang, default cs-CZ) [de-DE]");
    plain_expect(written, "[de-DE]: fr-FR\n");
    plain_expect(written, "This will be sent:\n  Lang = fr-FR\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, what_a_form_said_of_one_action_is_not_said_again_of_the_next)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "enqueue\nde-DE\n.\nunset-all\nhelp\nrepaint\nn\nopen\n..\n");
    const char *said = strstr(written, "All fields cleared");
    cr_assert_not_null(said, "%s", written);
    cr_expect_str_lacks(said + 1, "All fields cleared", "%s", written);
    plain_expect(written, "\nProject ids, such as 12 15 20-30\nIds: ");
    free(written);
    bench_stop(&bench);
}

Test(plain, help_lists_the_commands_of_the_place_under_their_headings)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "help\nexport\n.\n?\nn\n");
    plain_expect(
        written,
        "steno> help\nCommands available now; a key in brackets is a short form:\nProject\n  enqueue (e)");
    plain_expect(written, "\n  open ID... (o): Open projects by id: 12 15 20-30\n");
    plain_expect(written, "\n  projects: The watchlist\n");
    plain_expect(written, "\n  NUMBER: jump to that id, or to that line of a numbered page\nsteno> ");
    plain_expect(written, "/NAME goes to a field, and:\nCommands available now");
    plain_expect(written, "\n  form-preview (v): Show the request before it is sent\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_field_is_kept_unset_chosen_or_taken_literally)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "enqueue\n=\n=2\n/Lang\n\n/Lang\n-\n/Lang\n\\-\n..\n");
    plain_expect(written, "  =1  cs-CZ\n  =2  en-US\n");
    plain_expect(written, "Language of the speech (Lang, default cs-CZ) [en-US]: \n");
    plain_expect(written, "Language of the speech (Lang, default cs-CZ) [en-US]: -\n");
    plain_expect(written, "Language of the speech (Lang, default cs-CZ): \\-\n");
    plain_expect(written, "Draft saved\n");
    free(written);
    written = plain_script(&bench, "", "enqueue\n.\nform-unset-all\nn\n");
    plain_expect(written, ": unset-all discards it\n");
    plain_expect(written, "This will be sent:\n  Lang = -\n");
    plain_expect(written, "Nothing is set: the server's defaults apply.\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, the_end_of_the_input_within_a_form_quits_and_keeps_the_draft)
{
    struct bench bench;
    plain_start(&bench, "");
    free(plain_script(&bench, "1", "enqueue\nde-DE"));
    char *written = plain_script(&bench, "1", "enqueue\n.\n");
    plain_expect(written, "This will be sent:\n  Lang = de-DE\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_preset_whose_name_cannot_be_one_is_refused_with_the_reason)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written =
        plain_script(&bench, "1",
                     "enqueue\nen-GB\n."
                     "\npresets\n1\n12345678901234567890123456789012345678901234567890123456789012345\nn\n");
    plain_expect(written, "this one has 65");
    free(written);
    bench_stop(&bench);
}

Test(plain, presets_are_a_numbered_menu)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1", "enqueue\nen-GB\n.\npresets\n1\nmine\nn\n");
    plain_expect(written, "Save as preset: mine\n");
    plain_expect(written, "Preset “mine” saved\n");
    free(written);
    written = plain_script(&bench, "1", "enqueue\n.\nU\np\n1\nn\n");
    plain_expect(written, "\n  1  mine\n");
    plain_expect(written, "Preset “mine” loaded\n");
    plain_expect(written, "This will be sent:\n  Lang = en-GB\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, marked_projects_are_enqueued_with_one_form_and_a_receipt_each)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1 3 4", "projects\nmark\nmark\nenqueue\n.\ny\ny\nlist\n");
    plain_expect(written, "Enqueue 1 of 2 projects: takes 43 "); /* of 600, once the account was read */
    plain_expect(written, "\n1  ! Not sent, stay marked: #3 no media\n");
    plain_expect(written, "\n1: enqueued\n");
    plain_expect(written, " y Enqueue 1, n none: y\n");
    plain_expect(written, "Enqueued 1 of 2, 43 min; 1 not sent, still marked");
    plain_expect(written, "3  None  no media  Lecture 7, marked\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_tag_of_many_projects_is_deleted_only_by_their_number)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "1 7 3",
                                 "projects\nmark\nmark\ndelete news\ny\ndelete news\n\ndelete news\n22\n"
                                 "delete news\n2x\nlist\ndelete news\n2\nlist\n");
    plain_expect(
        written,
        "Delete the tag \"news\" of 2 projects (1 Council meeting, 14 May, 7 Evening news)? It cannot be "
        "added again from here: the API has no call for it. Type 2 to confirm: y\nNothing was deleted\n");
    plain_expect(written, "Type 2 to confirm: \nNothing was deleted\n");
    plain_expect(written, "Type 2 to confirm: 22\nNothing was deleted\n");
    plain_expect(written, "Type 2 to confirm: 2x\nNothing was deleted\n");
    plain_expect(written, "1  None  00:42:10  Council meeting, 14 May, marked\n");
    plain_expect(written, "Type 2 to confirm: 2\n");
    plain_expect(written, "Deleted the tag of 2; activity lists them\n");
    cr_expect_str_lacks(strstr(written, "tag of 2; activity lists"), "marked");
    free(written);
    bench_stop(&bench);
}

Test(plain, highlights_are_told_with_their_fold)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "7", "details\n12\nenter\n");
    plain_expect(written, "\nsteno> 12\n  12  + Highlights: 5, first at 00:00:21\nsteno> enter\n  12  - "
                          "Highlights: 5\n    List 1: 2\n"
                          "    00:00:21: Údolní přehrada");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_fold_is_opened_by_its_number_and_told_with_its_lines)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "7", "details\n14\nenter\nenter\n");
    plain_expect(written,
                 "\nsteno> 14\n  14  + Media: recording, packaged\nsteno> enter\n"
                 "  14  - Media: recording, packaged\n    Recording: yes\n    Length: 00:28:30\n"
                 "    Video: yes\n    Packaged: yes\nsteno> enter\n  14  + Media: recording, packaged\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, times_name_their_zone_and_change_between_local_and_utc)
{
    struct bench bench;
    plain_start(&bench, "--as-of 2026-05-23T12:00:00Z");
    home_set(bench.home, "TZ", "Asia/Kathmandu");
    char *written =
        plain_script(&bench, "7", "details\n16\nenter\ntime-zone\ndetails\nz\ntime-zone nowhere\n");
    plain_expect(written, "\n    Created: 2026-05-18 23:16 +0545\n");
    plain_expect(written, "\nTimes in UTC, now ");
    plain_expect(written, "\n    Created: 2026-05-18 17:31 UTC\n");
    plain_expect(written, "\nLocal times, now ");
    plain_expect(written, "\nError: time-zone: utc or local");
    free(written);
    bench_stop(&bench);
}

Test(plain, panes_are_told_whole_with_their_labels)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "6", "details\nraw\nmetadata\naccount\npolicy\nactivity\n");
    plain_expect(written, "\n6  Příliš žluťoučký kůň 東京の会議");
    plain_expect(written, "\n    \"Id\": 6,\n");
    plain_expect(written, "Metadata of 6");
    plain_expect(written, "\n  Email: demo@example.org\n");
    plain_expect(written, "\n  Minimum length: 10\n");
    plain_expect(written, "steno> activity\nActivity, newest first, UTC\n");
    free(written);
    bench_stop(&bench);
}

Test(plain, a_project_without_a_name_is_told_as_one)
{
    struct bench bench;
    plain_start(&bench, "");
    char *written = plain_script(&bench, "12", "list\n");
    plain_expect(written, "\n12  None  00:02:15  (no name)");
    free(written);
    bench_stop(&bench);
}

Test(plain, plain_http_to_another_machine_is_warned_of_at_the_start_and_at_the_login)
{
    struct bench bench;
    plain_start(&bench, "");
    home_set(bench.home, "STENO_TOKEN", NULL);
    char *written = plain_script(&bench, "", "/URL\nhttp://example.org\nme@example.org\n..\n");
    const char *url = strstr(written, "URL [");
    cr_assert_not_null(url, "%s", written);
    const char *warning = strstr(url, "Warning: http:// is not encrypted");
    cr_expect_str_has(warning, "Email: ", "%s", written);
    cr_assert(warning);
    cr_expect_str_lacks(warning + 1, "Warning:", "it is said once");
    free(written);
    home_set(bench.home, "STENO_URL",
             "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.org");
    home_set(bench.home, "STENO_TOKEN", "t0ken");
    written = plain_script(&bench, "", "quit\n");
    plain_expect(written, "Warning: http:// is not encrypted");
    free(written);
    bench_stop(&bench);
}
