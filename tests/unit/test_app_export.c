/* Exports: the path of the file, the question before a file is replaced or a folder created, and the
 * captions: fetched, checked and shown. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_sql.h"
#include "steno/base/mem.h"
#include "steno/caption/styles.h"
#include "steno/core/names.h"
#include "support/app_scene.h"
#include "support/asserts.h"

/* The working folder of the tests, which gets the files. */
static char folder[] = "/tmp/steno-export-XXXXXX";

static void setup(void)
{
    cr_assert(mkdtemp(folder) && chdir(folder) == 0);
    bench_ready(&bench);
    bench_complete(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.')
            remove(entry->d_name);
    }
    closedir(dir);
    rmdir(folder);
}

TestSuite(app_export, .init = setup, .fini = teardown);
TestSuite(export_question, .init = setup, .fini = teardown);

/* Starts again in the same folder. */
static void anew(void)
{
    scene_anew();
    bench_complete(&bench);
}

/* The form's row for a field. */
static struct form_row row_of(const char *name)
{
    struct form_row rows[80];
    for (size_t i = 0, count = form_rows(scene_form(), 80, rows); i < count; i++) {
        if (rows[i].def && strcmp(rows[i].def->name, name) == 0)
            return rows[i];
    }
    cr_assert_fail("no field %s", name);
    return rows[0];
}

/* Sends the form; returns the call. */
static const struct call *send(void)
{
    bench_clear(&bench);
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call, "%s", bench_message(&bench));
    return call;
}

/* --- the path of the file --- */

Test(app_export, folder_and_name_of_the_form_make_the_path_and_are_not_sent)
{
    cr_assert_eq(mkdir("subs", 0700), 0);
    bench_keys(&bench, "x");
    bench_field(&bench, "FileFormatId", "srt");
    const struct call *call = send();
    cr_expect_str_eq(call->path, "1-Council_meeting,_14_May.{ext}", "what arrives says what it is");
    cr_expect_eq(call->replace, EXPORT_IF_NEWER);
    bench_answer_file(&bench, call, "1-Council_meeting,_14_May.srt", 1234);
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, "1: exported to 1-Council_meeting,_14_May.srt, 1234 bytes");
    anew();
    bench_keys(&bench, "x");
    bench_field(&bench, "FileFormatId", "srt");
    bench_field(&bench, "Folder", "subs");
    bench_field(&bench, "Name", "council {id}.{ext}");
    call = send();
    cr_expect_str_eq(call->path, "subs/council 1.{ext}");
    cr_expect_eq(call->params->table, &params_export);
    cr_expect_eq(param_set_count(call->params), 1, "the format alone is sent");
    anew();
    bench_keys(&bench, "x");
    bench_field(&bench, "Folder", "subs/");
    bench_field(&bench, "Name", "../../etc/passwd");
    cr_expect_str_eq(send()->path, "subs/1.._.._etc_passwd", "a name never leads out of the folder");
}

Test(app_export, the_name_that_the_pattern_makes_is_shown_and_a_suffix_of_another_format_warned_of)
{
    static const char *const warned[][3] = {
        {"a.vtt", NULL, "The extension of the file name means vtt, but FileFormatId is not set"},
        {"a.vtt", "srt", "The extension of the file name means vtt, but FileFormatId is srt"},
        {"a.srt", "srt", NULL}};
    bench_keys(&bench, "x c");
    cr_expect_str_eq(row_of("Name").value, "1-Council_meeting,_14_May.{ext}");
    bench_field(&bench, "FileFormatId", "vtt");
    bench_field(&bench, "Folder", "~/subs");
    cr_assert_eq(form_facts(scene_form())->count, 1);
    cr_expect_str_eq(form_facts(scene_form())->texts[0], "Writes ~/subs/1-Council_meeting,_14_May.vtt.");
    bench_keys(&bench, "q x");
    cr_expect_str_eq(row_of("Folder").value, "~/subs", "the draft keeps it");
    for (size_t i = 0; i < 3; i++) {
        bench_field(&bench, "FileFormatId", warned[i][1]);
        bench_field(&bench, "Name", warned[i][0]);
        cr_assert_eq(form_warned(scene_form())->count, warned[i][2] ? 1 : 0, "row %zu", i);
        if (warned[i][2])
            cr_expect_str_eq(form_warned(scene_form())->texts[0], warned[i][2]);
    }
}

/* Sets name and folder (NULL: unchanged), and returns the command that `y` copies. */
static const char *copied(const char *name, const char *in)
{
    if (name)
        bench_field(&bench, "Name", name);
    if (in)
        bench_field(&bench, "Folder", in);
    bench_clear(&bench);
    cr_assert_not_null(bench_effect(after("y"), EFFECT_COPY));
    return bench_effect(&bench, EFFECT_COPY)->text;
}

Test(app_export, the_command_says_where_the_file_goes)
{
    static const char *const rows[][3] = {
        {NULL, NULL, "steno export 1 --file-format-id srt -o ./"},
        {"a b.srt", NULL, "steno export 1 --file-format-id srt -o 'a b.srt'"},
        {"-", NULL, "steno export 1 --file-format-id srt -o ./-"}, /* a file named "-", not standard output */
        {"a b.srt", "~/my subs", "steno export 1 --file-format-id srt -o ~/'my subs/a b.srt'"},
        {"{id}.{ext}", NULL,
         "steno export 1 --file-format-id srt -o ~/'my subs/' --name-pattern '{id}.{ext}'"}};
    bench_keys(&bench, "x");
    bench_field(&bench, "FileFormatId", "srt");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(copied(rows[i][0], rows[i][1]), rows[i][2]);
    anew();
    cr_assert_eq(mkdir("subs", 0700), 0);
    bench_keys(&bench, "Space Space x c");
    cr_expect_str_eq(row_of("Name").value, "{id}-{name}.{ext}", "the pattern of all of a batch");
    cr_expect_str_eq(copied("{id}.{ext}", "subs"), "steno export 1 2 -o subs/ --name-pattern '{id}.{ext}'");
    const struct call *call = send();
    cr_expect_str_eq(call->path, "subs/2.{ext}");
    cr_expect_eq(param_set_count(call->params), 0);
}

Test(app_export, what_was_exported_stands_in_the_details_until_the_project_changes)
{
    bench_command(&bench, "jump 2");
    cr_expect_str_eq(bench_page_value(after(":details"), "details", "Exported"), "-");
    bench_keys(&bench, "x");
    bench_field(&bench, "FileFormatId", "srt");
    bench_answer_file(&bench, send(), "/srv/2.srt", 7);
    cr_expect_str_eq(bench_page_value(after("z"), "details", "Exported"), "05-14 09:02, srt");
    bench_wait(&bench, 3000);
    bench_command(&bench, "refresh");
    bench_answer_json(&bench, ENDPOINT_GET_PROJECT, 2,
                      "{'Data':{'Id':2,'AccessToken':8,'ProcessingState':'Completed'}}");
    cr_expect_str_eq(bench_page_value(&bench, "details", "Exported"),
                     "05-14 09:02, srt, outdated: the project has changed");
}

/* --- the question before an export --- */

#define FILE1 "1-Council_meeting,_14_May.srt"
#define FILE2 "2-Interview_dam_keeper.srt"
#define FILE3 "3-Lecture_7.srt"

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", name);
}

/* Makes a file as if steno had exported this version of a project. */
static void export_file(int64_t id, const char *name, int64_t version)
{
    struct stat facts;
    struct error err;
    write_file(name, "1\n");
    char *path = realpath(name, NULL);
    cr_assert_eq(stat(name, &facts), 0);
    const struct ledger_file file = {.id = id,
                                     .path = path,
                                     .format = (char *)"srt",
                                     .version = version,
                                     .when_ms = BENCH_WALL_MS,
                                     .size = facts.st_size,
                                     .written_ns =
                                         (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec};
    cr_assert(store_begin(bench.store, &err) && store_exports_add(bench.store, &file, &err) &&
                  store_commit(bench.store, &err),
              "%s", err.text);
    free(path);
}

/* Answers an export under way: the file was written. */
static void answer_written(int64_t id, const char *path)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    bench_answer_file(&bench, &call, path, 400000);
}

/* Opens an export form by these keys, sets the format srt, and sends it. */
static void send_srt(const char *keys)
{
    bench_clear(&bench);
    bench_keys(&bench, keys);
    form_put(scene_form(), "FileFormatId", "srt");
    bench_keys(&bench, "X");
}

/* Presses the keys; expects this question and note. text NULL: no question. */
static void expect_question(const char *keys, const char *text, const char *note)
{
    const struct question *question = after(keys)->app->question;
    cr_assert_eq(question->text != NULL, text != NULL, "%s", text ? bench.app->status : question->text);
    if (text) {
        cr_expect_str_eq(question->text, text);
        cr_expect_str_eq(question->note ? question->note : "", note);
    }
}

/* Expects this question after send_srt(). */
static void expect_question_of(const char *keys, const char *text, const char *note)
{
    send_srt(keys);
    expect_question("", text, note);
}

/* Expects this number of exports, and the `replace` of the last one. */
static void expect_sent(const char *keys, size_t count, enum export_replace replace)
{
    cr_expect_eq(bench_call_count(after(keys), ENDPOINT_EXPORT), count);
    if (count)
        cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, replace);
}

Test(export_question, files_that_exist_are_asked_about_in_one_question_that_names_what_is_not_stenos)
{
    export_file(1, FILE1, 6);
    expect_question_of("M x", NULL, NULL); /* older files of steno are replaced without a question */
    expect_sent("", 3, EXPORT_IF_NEWER);
    anew();
    export_file(1, FILE1, 7);
    expect_question_of("M x", "1 of 3 files exists: y replaces it", ""); /* the file is up to date */
    anew();
    for (int64_t id = 1; id <= 3; id++)
        export_file(id, (const char *[]){FILE1, FILE2, FILE3}[id - 1], id == 3 ? 6 : 7);
    write_file(FILE2, "edited");
    expect_question_of("M x", "3 of 3 files exist: y replaces them",
                       "! Files edited since steno wrote them: 2");
    anew();
    remove(FILE1);
    remove(FILE3);
    expect_question_of("M x", "1 of 3 files exists: y replaces it",
                       "! Existing files that steno did not write: 2");
    expect_sent("Enter", 0, EXPORT_IF_NEWER);
    cr_expect_str_eq(bench.app->status, "Nothing was exported");
    expect_sent("X y", 3, EXPORT_OVERWRITE);
}

Test(export_question, a_file_of_one_project_is_replaced_only_after_an_answer)
{
    export_file(1, FILE1, 7);
    write_file(FILE1, "edited");
    expect_question_of("x", FILE1 " was edited since steno wrote it: y replaces it", "");
    anew();
    expect_question_of("x", FILE1 " exists, and steno did not write it: y replaces it", "");
    expect_sent("Enter", 0, EXPORT_IF_NEWER);
    expect_sent("X y", 1, EXPORT_OVERWRITE);
    anew();
    bench_keys(&bench, "x");
    const struct call *call = send();
    char *name = export_name_close(call->path, call->params, NULL);
    write_file(name, "by hand");
    bench_answer_error(&bench, call, ERROR_EXISTS, 0, "exists already");
    bench_clear(&bench);
    cr_expect_str_has(bench_question(&bench), " exists, and steno did not write it",
                      "the name only the answer tells");
    expect_sent("y", 1, EXPORT_OVERWRITE);
    free(name);
}

Test(export_question, what_is_not_ready_or_has_no_file_of_its_own_is_left_out_and_stays_marked)
{
    app_project_set_state(bench.app, app_project_find(bench.app, 3), "Failed");
    expect_question_of("M x", "Export 2 of 3 projects?", "! Not exported (stay marked): #3 Failed");
    expect_sent("y", 2, EXPORT_IF_NEWER);
    answer_written(1, "1.srt");
    answer_written(2, "2.srt");
    cr_expect_str_eq(bench.app->status, "Exported 2 of 3 projects; still marked: 1");
    cr_expect(list_is_marked(&bench.app->list, 3));
    anew();
    for (int64_t id = 1; id <= 3; id++)
        app_project_set_state(bench.app, app_project_find(bench.app, id), "Failed");
    expect_question_of("M x", NULL, NULL);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not exported: #1 Failed, #2 Failed, #3 Failed");
    anew();
    bench_keys(&bench, "M x");
    form_put(scene_form(), "FileFormatId", "srt");
    form_put(scene_form(), "Name", "all.srt");
    expect_question("X", "Export 1 of 3 projects?",
                    "! Not exported (stay marked): #2 same file name as #1, #3 same file name as #1");
}

Test(export_question, a_missing_folder_is_made_after_a_question_and_one_of_no_use_is_told_before)
{
    const char *const question = "The folder subs does not exist. y creates it.";
    bench_set(&bench, SETTING_EXPORT_DIR, "subs");
    expect_question_of("M x", question, "");
    bench_keys(&bench, "n");
    cr_expect_eq(access("subs", F_OK), -1);
    bench_keys(&bench, "X y");
    cr_expect_eq(access("subs", F_OK), 0);
    expect_sent("", 3, EXPORT_IF_NEWER);
    anew();
    cr_assert_eq(rmdir("subs"), 0);
    write_file("subs", "a file");
    bench_set(&bench, SETTING_EXPORT_DIR, "subs");
    expect_question_of("M x", NULL, NULL);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Cannot export to subs: it is not a folder");
    bench_set(&bench, SETTING_EXPORT_DIR, "a/b");
    expect_question("X", NULL, NULL); /* steno only creates the last folder of a path */
    cr_expect_str_starts(app_form_top(bench.app)->message, "Cannot export to a/b: ");
}

Test(export_question, the_right_to_overwrite_one_file_is_not_given_to_others_of_a_batch)
{
    bench_command(&bench, "open 4 5");
    bench_complete(&bench);
    send_srt("g Space Space Space Space x");
    expect_sent("", 3, EXPORT_IF_NEWER); /* the fourth waits for a connection */
    write_file("5-.srt", "by hand");
    expect_question_of("u G x", "5-.srt exists, and steno did not write it: y replaces it", "");
    expect_sent("y", 1, EXPORT_OVERWRITE);
    bench_clear(&bench);
    answer_written(1, "1.srt");
    expect_sent("", 1, EXPORT_IF_NEWER); /* no question was about this file */
    cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->project_id, 4);
}

/* --- captions --- */

static const char three[] = "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
                            "2\n00:00:03,500 --> 00:00:06,000\nTwo words\n\n"
                            "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody\n";

static void captions_start(void)
{
    bench_ready(&bench);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_clear(&bench);
}

TestSuite(app_captions, .init = captions_start, .fini = scene_stop);

/* The pane of captions after these keys. */
static const struct page *page(const char *keys)
{
    return app_page_of(after(keys)->app, "captions");
}

/* True if the captions lie over the form and get the keys. */
static bool has_keys(void)
{
    return overlay_has(&bench.app->overlays, OVERLAY_OVER_FORM);
}

/* Answers the fetch of captions with this text. */
static void answer(const char *text)
{
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    bench_answer_captions(&bench, call, text);
    bench_clear(&bench);
}

static void open_captions(const char *text)
{
    bench_keys(&bench, "x x");
    answer(text);
    bench_wait(&bench, 200);
}

/* Presses the keys; expects one fetch, with this value of a parameter. */
static void expect_asked(const char *keys, const char *name, const char *value)
{
    cr_assert_eq(bench_call_count(after(keys), ENDPOINT_EXPORT), 1);
    const struct param_set *params = bench_call(&bench, ENDPOINT_EXPORT)->params;
    const char *text = param_set_get(params, param_find(params->table, name));
    cr_expect_str_eq(text ? text : "", value, "%s", name);
}

Test(app_captions, are_fetched_as_srt_whatever_the_form_has_and_again_when_they_are_opened_again)
{
    bench_keys(&bench, "x");
    bench_field(&bench, "FileFormatId", "stl");
    bench_field(&bench, "CodePageNumber", "850");
    bench_field(&bench, "SubtitleLineLength", "20");
    bench_clear(&bench);
    expect_asked("x", "FileFormatId", "srt");
    expect_asked("", "CodePageNumber", "");
    expect_asked("", "SubtitleLineLength", "20");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_expect_eq(call->project_id, 2);
    cr_expect_null(call->path);
    cr_expect(call->into_memory);
    answer(three);
    cr_expect_eq(page("")->count, 3);
    bench_wait(&bench, 20000);
    expect_sent("", 0, EXPORT_IF_NEWER);
    cr_assert_not_null(app_form_top(after("q")->app));
    cr_assert_not(has_keys());
    expect_asked("x", "FileFormatId", "srt");
    answer(three);
    cr_expect_null(app_form_top(after("x q")->app));
}

Test(app_captions, the_cursor_goes_from_finding_to_finding_and_shows_each_with_its_text)
{
    open_captions("1\n00:00:01,000 --> 00:00:04,000\nfine\n\n"
                  "2\n00:00:05,000 --> 00:00:04,000\nwrong\n\n"
                  "3\n00:00:06,000 --> 00:00:09,000\nfine\n\n"
                  "4\n00:00:10,000 --> 00:00:13,000\n\n");
    const struct page *detail = &bench.app->panes[bench.app->focus].detail;
    bench_keys(&bench, ".");
    bench_wait(&bench, 200);
    cr_expect_eq(page("")->list.selected, 1);
    cr_expect_str_has(detail->lines[0].value, "error: the times cannot be read, or the end");
    cr_expect_str_eq(detail->lines[1].value, "wrong");
    cr_expect_eq(page(".")->list.selected, 3);
    cr_expect_eq(page(".")->list.selected, 3);
    cr_expect_str_eq(bench.app->status, "There is no finding after this caption");
    cr_expect_eq(page("Comma")->list.selected, 1);
}

/* Goes back from the captions to the form, and applies a house style. */
static void choose_style(const char *name)
{
    bench_keys(&bench, "q p");
    size_t at = 0;
    while (at < bench.app->menu->count && strcmp(bench.app->menu->names[at], name) != 0)
        at++;
    cr_assert_lt(at, bench.app->menu->count, "%s", name);
    list_select_row(&bench.app->menu->list, at, 10);
    bench_keys(&bench, "Enter");
    bench_clear(&bench);
}

Test(app_captions, what_is_wrong_with_the_file_stands_above_a_style_checks_and_X_exports_by_the_form)
{
    open_captions("1\n00:00:01,000 --> 00:00:04,000\ncaf\xE9\n");
    cr_expect_str_eq(page("")->head.value, "not UTF-8");
    cr_expect_eq(page("")->count, 1);
    choose_style("ted");
    expect_asked("x", "SubtitleLineLength", "42");
    answer(three);
    cr_expect_str_has(page("")->aside, "ted: 3 captions, ");
    const struct call *call = send();
    cr_expect_not(has_keys());
    cr_expect_not(call->into_memory);
    cr_expect_not_null(call->path);
}

Test(app_captions, a_style_checks_until_its_form_is_closed)
{
    open_captions(three);
    choose_style("ted");
    bench_keys(&bench, "q k x x");
    answer(three);
    cr_expect_str_lacks(page("")->aside, "ted");
}
