/* core/names: names after the project, extensions after what arrived. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/names.h"
#include "support/asserts.h"

/* Compares a path that was completed, with this FileFormatId (NULL: unset) and what the headers said. */
static void expect_closed(const char *path, const char *format, const char *type, const char *expected)
{
    struct error err;
    struct export_info info = {.bytes = 0};
    struct param_set *params = param_set_new(&params_export);
    snprintf(info.content_type, sizeof info.content_type, "%s", type);
    if (format)
        cr_assert(param_set_put(params, param_find(&params_export, "FileFormatId"), format, &err));
    char *closed = export_name_close(path, params, &info);
    cr_expect_str_eq(closed, expected, "%s, %s, %s: %s", path, format ? format : "unset", type, closed);
    free(closed);
    param_set_free(params);
}

Test(export_name, the_extension_is_that_of_the_format_asked_for)
{
    expect_closed("2.{ext}", "VTT", "text/plain", "2.vtt");
    expect_closed("2.{ext}", "srt", "text/vtt", "2.srt");
    expect_closed("2.{ext}", "tenletters", "", "2.tenletters");
}

Test(export_name, without_a_format_that_is_a_plain_word_it_is_what_the_content_type_means)
{
    expect_closed("2.{ext}", NULL, "Application/X-SubRip; charset=utf-8", "2.srt");
    expect_closed("2.{ext}", "EBU Tech 3264", "text/vtt", "2.vtt");
    expect_closed("2.{ext}", NULL, "application/ttml+xml", "2.ttml");
    expect_closed("2.{ext}", "s/rt", "text/vtt", "2.vtt");
    expect_closed("2.{ext}", "..", "text/vtt", "2.vtt");
    expect_closed("2.{ext}", "elevenchars", "text/vtt", "2.vtt");
    expect_closed("2.{ext}", NULL, "application/x-msdownload", "2.txt");
}

Test(export_name, what_nobody_names_is_text)
{
    expect_closed("2.{ext}", NULL, "application/octet-stream", "2.txt");
    expect_closed("2.{ext}", NULL, "", "2.txt");
}

Test(export_name, only_the_base_name_has_an_extension_to_fill_in)
{
    expect_closed("{ext}/2.{ext}-{ext}", "srt", "", "{ext}/2.srt-srt");
    expect_closed("d/2.txt", NULL, "text/vtt", "d/2.txt");
}

Test(export_name, no_name_of_a_project_can_pretend_to_be_an_extension)
{
    char *name = export_name_make("{name}.x", 2, "a {ext} b", "");
    cr_expect_str_eq(name, "a_ext_b.x");
    free(name);
}

Test(export_name, whatever_a_project_is_called_its_file_is_one_of_the_folder_and_no_option)
{
    static const struct {
        const char *name, *file;
    } rows[] = {
        {"../../etc/passwd", "7.._.._etc_passwd"},
        {"..", "7.."},
        {".bashrc", "7.bashrc"},
        {"/etc/cron.d/x", "etc_cron.d_x"},
        {"-rf", "7-rf"},
        {"--output=x", "7--output=x"},
        {"a\nb\tc\x1b[31md\x7f", "a_b_c_31md"},
        {"a\xc2\x9b"
         "31m\xff",
         "a_31m"},
        {"a\u202egpj.b\u200f\u2066", "a_gpj.b"},
        {"$(id);`id`|&*?'\"", "id_id"},
        {"", "7"},
        {"\n", "7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *file = export_name_make("{name}", 7, rows[i].name, "");
        cr_expect_str_eq(file, rows[i].file, "row %zu: %s", i, file);
        free(file);
    }
}

Test(export_name, a_name_of_any_length_is_cut_at_a_whole_character)
{
    char name[3 * 4000 + 1] = "";
    for (int i = 0; i < 4000; i++)
        memcpy(name + (size_t)i * 3, "京", 4);
    char *file = export_name_make("{id}-{name}-{name}.{ext}", 7, name, "");
    size_t len = strlen(file), fixed = strlen("7--.{ext}");
    cr_expect_leq(len, 200);
    cr_expect_eq((len - fixed) % 3, 0, "%s", file);
    cr_expect_str_eq(file + len - strlen(".{ext}"), ".{ext}", "the extension is there");
    free(file);
}

Test(export_name, is_certain_before_the_answer_only_with_a_format_or_without_an_extension)
{
    struct error err;
    struct param_set *params = param_set_new(&params_export);
    cr_expect_not(export_name_is_certain("2.{ext}", params));
    cr_expect(export_name_is_certain("2.txt", params));
    cr_assert(param_set_put(params, param_find(&params_export, "FileFormatId"), "srt", &err));
    cr_expect(export_name_is_certain("2.{ext}", params));
    param_set_free(params);
}

Test(export_name, a_suffix_names_a_format_where_it_is_one_of_captions)
{
    static const struct {
        const char *path, *format;
    } cases[] = {{"a.vtt", "vtt"},        {"/x.srt/a.VTT", "vtt"}, {"a.srt", "srt"},  {"a.ssa", "ssa"},
                 {"a.ass", "ass"},        {"a.stl", "stl"},        {"a.txt", "txt"},  {"a.ttml", "ttml"},
                 {"a.xml", "ttml"},       {"a.dat", NULL},         {"a.{ext}", NULL}, {"srt", NULL},
                 {"/folder.srt/a", NULL}, {"a.srt.part", NULL},    {"a.", NULL},      {"", NULL}};
    struct param_set *params = param_set_new(&params_export);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *format = export_name_other_format(cases[i].path, params);
        cr_expect((format && cases[i].format) ? strcmp(format, cases[i].format) == 0
                                              : format == cases[i].format,
                  "%s: %s", cases[i].path, format);
    }
    param_set_free(params);
}
