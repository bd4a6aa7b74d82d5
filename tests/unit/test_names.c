/* core/names and ids: reading and writing lists of ids, valid names of presets, names of files from the
 * project and the answer. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
#include "steno/core/names.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static struct error err;

/* Expects this text, and frees it. */
static void expect_text(char *text, const char *wanted, const char *of)
{
    cr_expect_str_eq(text, wanted, "%s", of);
    free(text);
}

/* --- ids --- */

/* The ids as text; caller frees. */
static char *written(const int64_t *ids, size_t count, int cells)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    id_list_put(&out, ids, count, cells);
    return buffer_take(&out);
}

Test(id_list, is_written_as_it_is_read_as_many_as_a_line_holds)
{
    static const struct {
        int64_t ids[7];
        size_t count;
        int cells;
        const char *text;
    } cases[] = {{{7}, 1, INT_MAX, "7"},
                 {{7, 8}, 2, INT_MAX, "7-8"},
                 {{12, 15, 20, 21, 22, 3}, 6, INT_MAX, "12 15 20-22 3"},
                 {{3, 2, 1}, 3, INT_MAX, "3 2 1"},
                 {{INT64_MAX - 1, INT64_MAX, 1}, 3, INT_MAX, "9223372036854775806-9223372036854775807 1"},
                 {{12, 15, 20, 21, 22, 30, 32}, 7, 17, "12 15 20-22 30 32"},
                 {{12, 15, 20, 21, 22, 30, 32}, 7, 16, "12 15 and 5 more"},
                 {{12, 15, 20, 21, 22, 30, 32}, 7, 0, "12 and 6 more"}};
    for (size_t i = 0; i < COUNT(cases); i++)
        expect_text(written(cases[i].ids, cases[i].count, cases[i].cells), cases[i].text, "written");
}

Test(id_list, words_ranges_and_commas_make_ids_each_once)
{
    static const char *const texts[][2] = {{" 12 15,20-22\n7 12 21 ", "12 15 20-22 7"},
                                           {"22 23", "12 15 20-22 7 23"}, /* a list can be extended */
                                           {"9223372036854775807 9223372036854775806-9223372036854775807",
                                            "12 15 20-22 7 23 9223372036854775807 9223372036854775806"}};
    struct id_list list = {0};
    for (size_t i = 0; i < COUNT(texts); i++) {
        cr_assert(id_list_parse(&list, texts[i][0], &err), "%s", err.text);
        expect_text(written(list.ids, list.count, INT_MAX), texts[i][1], texts[i][0]);
    }
    id_list_free(&list);
}

Test(id_list, a_refused_text_leaves_the_list_as_it_was_and_is_named)
{
#define NO_ID " is not an id: write numbers such as 12 15 20-30"
    static const struct {
        const char *text, *sentence;
    } rows[] = {
        {"1 abc 2", "“abc”" NO_ID},
        {"1 9223372036854775808", "“9223372036854775808”" NO_ID},
        {"30-20", "“30-20” is a reversed range: write the smaller id first"},
        {"0", "“0” is not an id: the smallest id is 1"},
        {"-5", "“-5” is not an id: the smallest id is 1"},
        {"1-100001", "“1-100001”: too many ids (limit 100000)"},
        {"1-60000 100001-140001", "“100001-140001”: too many ids (limit 100000)"},
        {"1-9223372036854775807", "“1-9223372036854775807”: too many ids (limit 100000)"},
        {"\x1b[31m", "“␛[31m”" NO_ID},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct id_list list = {0};
        cr_assert(id_list_parse(&list, "99", &err));
        cr_assert_not(id_list_parse(&list, rows[i].text, &err), "%s", rows[i].text);
        cr_expect_eq(err.kind, ERROR_USAGE);
        cr_expect_str_eq(err.text, rows[i].sentence);
        cr_expect_eq(list.count, 1);
        id_list_free(&list);
    }
}

Test(id_list, a_hundred_thousand_are_taken_and_not_one_more_each_once)
{
    static const struct {
        const char *first;
        bool more;
    } rows[] = {{"1-99999", true}, {"1-100000 5 100000", false}};
    struct id_list list = {0};
    for (size_t i = 0; i < 2; i++) {
        cr_expect(id_list_parse(&list, rows[i].first, &err), "%s", err.text);
        cr_expect_eq(id_list_parse(&list, "777777", &err), rows[i].more);
        cr_expect_eq(list.count, 100000);
        cr_expect(id_list_parse(&list, "3 100", &err), "those that are there are no more");
        cr_expect_eq(list.count, 100000);
        id_list_free(&list);
        list = (struct id_list){0};
    }
    id_list_free(&list);
}

/* --- names of presets --- */

/* Expects that the name is accepted in this form, or refused for this reason. */
static void expect_name(const char *text, const char *wanted, const char *reason)
{
    char *name = preset_name_check(text, &err);
    if (wanted) {
        cr_expect_str_eq(name, wanted, "%s", err.text);
    } else {
        cr_expect_null(name);
        cr_expect_eq(err.kind, ERROR_USAGE);
        cr_expect_str_eq(err.text, reason);
    }
    free(name);
}

Test(preset_name, is_cut_at_blanks_and_refused_empty_with_what_cannot_be_printed_or_as_a_house_style)
{
#define PRINTABLE "a preset's name has 1 to 64 printable characters; this one "
    static const char *const rows[][3] = {
        {"tv", "tv"},
        {" \t tv news \n", "tv news"},
        {"x", "x"},
        {"", NULL, PRINTABLE "is empty"},
        {" \t ", NULL, PRINTABLE "is empty"},
        {" bbc ", NULL, "bbc is the name of a house style: use another name for the preset"},
        {"bbc mine", "bbc mine"},
    };
    static const char *const bad[] = {"a\tb",     "a\033[31m", "a\x7f",   "a\u202eb",
                                      "a\u200bb", "a\xff",     "\xc2\x85"};
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_name(rows[i][0], rows[i][1], rows[i][2]);
    for (size_t i = 0; i < COUNT(bad); i++)
        expect_name(bad[i], NULL, PRINTABLE "contains a control or invisible character");
}

Test(preset_name, has_at_most_64_characters_whatever_their_bytes)
{
    static const char *const letters[] = {"a", "ž", "字", "𝄞"};
    for (size_t i = 0; i < COUNT(letters); i++) {
        size_t len = strlen(letters[i]);
        char name[65 * 4 + 1] = "";
        for (size_t n = 0; n < 65; n++)
            memcpy(name + n * len, letters[i], len);
        expect_name(name, NULL, PRINTABLE "has 65");
        name[64 * len] = '\0';
        expect_name(name, name, NULL);
        name[63 * len] = '\0';
        expect_name(name, name, NULL);
    }
}

/* --- names of files --- */

Test(export_name, the_extension_is_that_of_a_format_that_is_a_plain_word_else_what_the_content_type_means)
{
    static const struct {
        const char *path, *format, *type, *closed; /* format: FileFormatId or NULL; type: Content-Type */
    } rows[] = {
        {"2.{ext}", "VTT", "text/plain", "2.vtt"},
        {"2.{ext}", NULL, "Application/X-SubRip; charset=utf-8", "2.srt"},
        {"2.{ext}", "EBU Tech 3264", "text/vtt", "2.vtt"},
        {"2.{ext}", "s/rt", "text/vtt", "2.vtt"},
        {"2.{ext}", "elevenchars", "text/vtt", "2.vtt"},
        {"2.{ext}", NULL, "application/x-msdownload", "2.txt"},
        {"2.{ext}", NULL, "", "2.txt"},
        {"{ext}/2.{ext}-{ext}", "srt", "", "{ext}/2.srt-srt"}, /* only in the base name */
        {"d/2.txt", NULL, "text/vtt", "d/2.txt"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct export_info info = {.bytes = 0};
        struct param_set *params = param_set_new(&params_export);
        snprintf(info.content_type, sizeof info.content_type, "%s", rows[i].type);
        if (rows[i].format)
            param_set_put_raw(params, param_find(&params_export, "FileFormatId"), rows[i].format);
        expect_text(export_name_close(rows[i].path, params, &info), rows[i].closed, rows[i].type);
        param_set_free(params);
    }
}

Test(export_name, whatever_a_project_is_called_its_file_is_one_of_the_folder_and_no_option)
{
    static const struct {
        const char *name, *file;
    } rows[] = {
        {"../../etc/passwd", "7.._.._etc_passwd"},
        {".bashrc", "7.bashrc"},
        {"-rf", "7-rf"},
        {"a\nb\tc\x1b[31md\x7f", "a_b_c_31md"},
        {"a\xc2\x9b"
         "31m\xff",
         "a_31m"},
        {"a\u202egpj.b\u200f\u2066", "a_gpj.b"},
        {"$(id);`id`|&*?'\"", "id_id"},
        {"", "7"},
        {"a {ext} b", "a_ext_b"}, /* {ext} in a name is not replaced */
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_text(export_name_make("{name}", 7, rows[i].name, ""), rows[i].file, rows[i].name);
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
