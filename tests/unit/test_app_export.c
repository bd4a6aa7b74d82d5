/* The application: where an export goes to on this computer. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* In a folder of its own, with one in it that files can go to. */
static char folder[] = "/tmp/steno-export-XXXXXX";

static void setup(void)
{
    cr_assert(mkdtemp(folder) && chdir(folder) == 0 && mkdir("subs", 0700) == 0);
    bench_ready(&bench);
    bench_complete(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
    rmdir("subs");
    rmdir(folder);
}

TestSuite(app_export, .init = setup, .fini = teardown);

static struct form *top(void)
{
    return app_form_top(bench.app)->form;
}

/* Gives a field of the form a value. */
static void set(const char *name, const char *value)
{
    bench_field(&bench, name, value);
}

/* What stands in the form for a field. */
static struct form_row row_of(const char *name)
{
    struct form_row rows[80];
    for (size_t i = 0, count = form_rows(top(), 80, rows); i < count; i++) {
        if (rows[i].def && strcmp(rows[i].def->name, name) == 0)
            return rows[i];
    }
    cr_assert_fail("no field %s", name);
    return rows[0];
}

static const char *copied(void)
{
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_assert_not_null(bench_effect(&bench, EFFECT_COPY));
    return bench_effect(&bench, EFFECT_COPY)->text;
}

Test(app_export, folder_and_name_of_the_form_make_the_path_and_are_not_sent)
{
    bench_keys(&bench, "x");
    set("FileFormatId", "srt");
    set("Folder", "subs");
    set("Name", "council {id}.{ext}");
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_str_eq(call->path, "subs/council 1.{ext}");
    cr_expect_eq(call->replace, EXPORT_IF_NEWER);
    cr_expect_eq(call->params->table, &params_export);
    cr_expect_eq(param_set_count(call->params), 1, "the format alone is sent");
}

Test(app_export, a_name_never_leads_out_of_the_folder)
{
    bench_keys(&bench, "x");
    set("Folder", "subs/");
    set("Name", "../../etc/passwd");
    bench_keys(&bench, "X");
    cr_expect_str_eq(bench_call(&bench, ENDPOINT_EXPORT)->path, "subs/1.._.._etc_passwd");
}

Test(app_export, the_name_that_the_pattern_makes_is_shown_and_follows_the_format)
{
    bench_keys(&bench, "x c");
    cr_expect_str_eq(row_of("Name").value, "1-Council_meeting,_14_May.{ext}");
    cr_expect(row_of("Name").is_default);
    cr_expect_eq(form_facts(top())->count, 0, "what arrives says what it is");
    set("FileFormatId", "vtt");
    cr_expect_str_eq(row_of("Name").value, "1-Council_meeting,_14_May.vtt");
    set("Folder", "~/subs");
    cr_assert_eq(form_facts(top())->count, 1);
    cr_expect_str_eq(form_facts(top())->texts[0], "Writes ~/subs/1-Council_meeting,_14_May.vtt.");
}

Test(app_export, the_command_says_where_the_file_goes)
{
    bench_keys(&bench, "x");
    set("FileFormatId", "srt");
    cr_expect_str_eq(copied(), "steno export 1 --file-format-id srt -o ./");
    set("Name", "a b.srt");
    cr_expect_str_eq(copied(), "steno export 1 --file-format-id srt -o 'a b.srt'");
    set("Name", "-");
    cr_expect_str_eq(copied(), "steno export 1 --file-format-id srt -o ./-",
                     "a file, not the standard output");
    set("Name", "a b.srt");
    set("Folder", "~/my subs");
    cr_expect_str_eq(copied(), "steno export 1 --file-format-id srt -o ~/'my subs/a b.srt'");
    set("Name", "{id}.{ext}");
    cr_expect_str_eq(copied(),
                     "steno export 1 --file-format-id srt -o ~/'my subs/' --name-pattern '{id}.{ext}'");
}

Test(app_export, in_a_batch_the_name_is_the_pattern_of_all)
{
    bench_keys(&bench, "Space Space x c");
    cr_expect_str_eq(row_of("Name").value, "{id}-{name}.{ext}");
    set("Folder", "subs");
    set("Name", "{id}.{ext}");
    cr_expect_str_eq(copied(), "steno export 1 2 -o subs/ --name-pattern '{id}.{ext}'");
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_str_eq(call->path, "subs/2.{ext}");
    cr_expect_eq(param_set_count(call->params), 0);
}

Test(app_export, a_preset_has_no_folder_and_leaves_that_of_the_form)
{
    bench_keys(&bench, "x");
    set("Folder", "subs");
    set("FileFormatId", "srt");
    bench_keys(&bench, "p G Enter");
    bench_type(&bench, "mine");
    bench_keys(&bench, "Enter");
    struct error err;
    json_t *values;
    char *form;
    cr_assert(store_preset_load(bench.store, "mine", &form, &values, &err) && values);
    cr_expect_eq(json_object_size(values), 1);
    json_decref(values);
    free(form);
    values = json_pack("{s:s, s:s}", "FileFormatId", "vtt", "Folder", "/elsewhere");
    cr_assert(store_preset_save(bench.store, "mine", "export", values, NULL, &err));
    json_decref(values);
    bench_keys(&bench, "p Enter");
    cr_expect_str_eq(row_of("FileFormatId").value, "vtt");
    cr_expect_str_eq(row_of("Folder").value, "subs");
}

Test(app_export, the_draft_keeps_where_the_file_goes)
{
    bench_keys(&bench, "x");
    set("Folder", "subs");
    bench_keys(&bench, "q x");
    cr_expect_str_eq(row_of("Folder").value, "subs");
}

Test(app_export, an_emptied_folder_is_not_set)
{
    bench_keys(&bench, "x");
    set("Folder", "subs");
    form_focus(top(), "Folder");
    bench_keys(&bench, "Enter ^U Enter");
    cr_expect(row_of("Folder").is_default);
    cr_expect_eq(form_warned(top())->count, 0);
}

Test(app_export, a_name_whose_suffix_is_of_another_format_is_warned_of)
{
    bench_keys(&bench, "x");
    set("Name", "a.vtt");
    cr_assert_eq(form_warned(top())->count, 1);
    cr_expect_str_eq(form_warned(top())->texts[0], "Name has the suffix of vtt, but FileFormatId is not set");
    set("FileFormatId", "srt");
    cr_assert_eq(form_warned(top())->count, 1);
    cr_expect_str_eq(form_warned(top())->texts[0], "Name has the suffix of vtt, but FileFormatId is srt");
    set("Name", "a.srt");
    cr_expect_eq(form_warned(top())->count, 0);
}

Test(app_export, what_was_exported_stands_in_the_details_until_the_project_changes)
{
    bench_command(&bench, "go 2");
    bench_command(&bench, "details");
    cr_expect_str_eq(bench_page_value(&bench, "details", "Exported"), "-");
    bench_keys(&bench, "x");
    set("FileFormatId", "srt");
    bench_keys(&bench, "X");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "/srv/2.srt", 7);
    bench_keys(&bench, "z");
    cr_expect_str_eq(bench_page_value(&bench, "details", "Exported"), "05-14 09:02, srt");
    bench_wait(&bench, 3000);
    bench_command(&bench, "refresh");
    char *json = bench_json(2, "Completed", "Interview");
    char *version = strstr(json, ":7,");
    version[1] = '8';
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_expect_str_eq(bench_page_value(&bench, "details", "Exported"),
                     "05-14 09:02, srt, old: the project changed since");
}
