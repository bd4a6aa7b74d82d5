/* Id lists, command lines, warnings, the login rule: what core makes of words. */
/* SPDX-License-Identifier: MIT */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "steno/core/forms.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/asserts.h"

/* --- id lists --- */

Test(id_list, words_ranges_and_commas_make_ids_each_once)
{
    struct id_list list = {0};
    struct error err;
    static const int64_t want[] = {12, 15, 20, 21, 22, 7};
    cr_assert(id_list_parse(&list, " 12 15,20-22\n7 12 21 ", &err));
    cr_assert_eq(list.count, 6);
    for (size_t i = 0; i < 6; i++)
        cr_expect_eq(list.ids[i], want[i]);
    cr_assert(id_list_parse(&list, "22 23", &err), "more can be added");
    cr_expect_eq(list.count, 7);
    id_list_free(&list);
}

Test(id_list, is_written_as_it_is_read)
{
    static const struct {
        int64_t ids[6];
        size_t count;
        const char *text;
    } cases[] = {{{0}, 0, ""},
                 {{7}, 1, "7"},
                 {{7, 8}, 2, "7-8"},
                 {{12, 15, 20, 21, 22, 3}, 6, "12 15 20-22 3"},
                 {{3, 2, 1}, 3, "3 2 1"},
                 {{INT64_MAX - 1, INT64_MAX, 1}, 3, "9223372036854775806-9223372036854775807 1"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct buffer out;
        buffer_init(&out, BUFFER_MAX_DEFAULT);
        id_list_put(&out, cases[i].ids, cases[i].count, INT_MAX);
        cr_expect_str_eq(buffer_text(&out), cases[i].text);
        buffer_free(&out);
    }
}

Test(id_list, as_many_are_written_as_a_line_holds_and_the_others_are_counted)
{
    static const int64_t ids[] = {12, 15, 20, 21, 22, 30, 32};
    static const struct {
        int cells;
        const char *text;
    } cases[] = {{17, "12 15 20-22 30 32"}, {30, "12 15 20-22 30 32"}, {16, "12 15 and 5 more"},
                 {15, "12 and 6 more"},     {1, "12 and 6 more"},      {0, "12 and 6 more"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buffer out;
        buffer_init(&out, BUFFER_MAX_DEFAULT);
        id_list_put(&out, ids, 7, cases[i].cells);
        cr_expect_str_eq(buffer_text(&out), cases[i].text, "%d: %s", cases[i].cells, buffer_text(&out));
        buffer_free(&out);
    }
}

Test(id_list, the_largest_id_is_one)
{
    struct id_list list = {0};
    struct error err;
    cr_assert(id_list_parse(&list, "9223372036854775807 9223372036854775806-9223372036854775807", &err));
    cr_expect_eq(list.count, 2);
    id_list_free(&list);
}

Test(id_list, a_refused_text_leaves_the_list_as_it_was_and_is_named)
{
    static const struct {
        const char *text, *sentence;
    } rows[] = {
        {"1 abc 2", "“abc” is not an id: write numbers such as 12 15 20-30"},
        {"1 9223372036854775808", "“9223372036854775808” is not an id: write numbers such as 12 15 20-30"},
        {"30-20", "“30-20” is a reversed range: use 20-30, not 30-20"},
        {"0", "“0” is not an id: ids begin with 1"},
        {"-5", "“-5” is not an id: ids begin with 1"},
        {"0-3", "“0-3” is not an id: ids begin with 1"},
        {"3-", "“3-” is not an id: write numbers such as 12 15 20-30"},
        {"1-2-3", "“1-2-3” is not an id: write numbers such as 12 15 20-30"},
        {"1.5", "“1.5” is not an id: write numbers such as 12 15 20-30"},
        {"1-100001", "“1-100001”: too many ids (limit 100000)"},
        {"1-60000 100001-140001", "“100001-140001”: too many ids (limit 100000)"},
        {"1-9223372036854775807", "“1-9223372036854775807”: too many ids (limit 100000)"},
        {"\x1b[31m", "“␛[31m” is not an id: write numbers such as 12 15 20-30"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct id_list list = {0};
        struct error err;
        cr_assert(id_list_parse(&list, "99", &err));
        cr_assert_not(id_list_parse(&list, rows[i].text, &err), "%s", rows[i].text);
        cr_expect_eq(err.kind, ERROR_USAGE);
        cr_expect_str_eq(err.text, rows[i].sentence);
        cr_expect_eq(list.count, 1);
        id_list_free(&list);
    }
}

Test(id_list, a_hundred_thousand_are_taken_and_not_one_more)
{
    static const struct {
        const char *first;
        bool more;
    } rows[] = {{"1-99999", true}, {"1-100000 5 100000", false}};
    for (size_t i = 0; i < 2; i++) {
        struct id_list list = {0};
        struct error err;
        cr_expect(id_list_parse(&list, rows[i].first, &err), "%s", err.text);
        cr_expect_eq(id_list_parse(&list, "777777", &err), rows[i].more);
        cr_expect_eq(list.count, 100000);
        cr_expect(id_list_parse(&list, "3 100", &err), "those that are there are no more");
        cr_expect_eq(list.count, 100000);
        id_list_free(&list);
    }
}

Test(id_list, words_given_one_by_one_are_each_once_after_a_refusal_too)
{
    struct id_list list = {0};
    struct error err;
    char word[32];
    for (int64_t i = 0; i < 100000; i++) {
        snprintf(word, sizeof word, "%lld", (long long)(9223372036854775807 - i));
        cr_assert(id_list_parse(&list, word, &err), "%s", err.text);
        if (i % 30000 == 7)
            cr_assert_not(id_list_parse(&list, "1 2 3-4 five", &err));
    }
    cr_expect_eq(list.count, 100000);
    cr_expect_eq(list.ids[99999], 9223372036854775807 - 99999);
    cr_expect(id_list_parse(&list, "9223372036854775807", &err));
    cr_expect_not(id_list_parse(&list, "1", &err), "it was refused before, and is one too many now");
    cr_expect_eq(list.count, 100000);
    id_list_free(&list);
}

/* --- command lines --- */

static char *command(const struct param_table *table, const char *name, const char *value)
{
    static const int64_t ids[] = {1};
    struct param_set *set = param_set_new(table);
    if (name)
        param_set_put_raw(set, param_find(table, name), value);
    char *line = command_line_make(set, ids, 1);
    param_set_free(set);
    return line;
}

Test(command_line, values_become_flags_in_table_order)
{
    static const int64_t ids[] = {1, 20};
    struct param_set *set = param_set_new(&params_enqueue);
    param_set_put_raw(set, param_find(&params_enqueue, "WithPPC"), "false");
    param_set_put_raw(set, param_find(&params_enqueue, "WithVAD"), "true");
    param_set_put_raw(set, param_find(&params_enqueue, "Lang"), "en-US");
    char *line = command_line_make(set, ids, 2);
    cr_expect_str_eq(line, "steno enqueue 1 20 --lang en-US --with-ppc=false --with-vad");
    free(line);
    param_set_free(set);
}

Test(command_line, words_that_a_shell_would_change_are_quoted)
{
    static const struct {
        const char *value, *line;
    } rows[] = {
        {"…", "steno export 1 --ellipsis '…'"},
        {"it's", "steno export 1 --ellipsis 'it'\\''s'"},
        {"a b", "steno export 1 --ellipsis 'a b'"},
        {"$HOME`x`", "steno export 1 --ellipsis '$HOME`x`'"},
        {"", "steno export 1 --ellipsis="},
        {"-", "steno export 1 --ellipsis=-"},
        {"--x y", "steno export 1 --ellipsis='--x y'"},
        {"~", "steno export 1 --ellipsis '~'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *line = command(&params_export, "Ellipsis", rows[i].value);
        cr_expect_str_eq(line, rows[i].line);
        free(line);
    }
}

Test(command_line, a_shell_reads_back_every_word_unchanged)
{
    static const char *const words[] = {"a'b\"c\\d",        "\n\t",        "*?[x]", "$(x) ${y} !z", "#",
                                        "příliš žluťoučký", "a=b;c&d|e<f>"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        struct buffer script, read_back;
        buffer_init(&script, 4096);
        buffer_init(&read_back, 4096);
        char *line = command(&params_export, "Ellipsis", words[i]);
        buffer_printf(&script, "steno() { shift 3; printf %%s \"$1\"; }; %s", line);
        free(line);
        char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, script.data, NULL};
        struct spawn_request request = {.argv = argv, .output = &read_back, .timeout_ms = 10000};
        struct error err;
        cr_assert(spawn_run(&request, &err), "%s", err.text);
        cr_expect_str_eq(buffer_text(&read_back), words[i]);
        buffer_free(&read_back);
        buffer_free(&script);
    }
}

Test(command_line, secrets_are_left_out)
{
    char *line = command(&params_login, "Password", "hunter2");
    cr_expect_str_eq(line, "steno login 1");
    free(line);
}

/* --- warnings --- */

/* Sets "Name=value Name=value" and expects one warning that holds `want`, or none for NULL. */
static void expect_warning(const struct param_table *table, const char *const *pairs, const char *want)
{
    struct param_set *set = param_set_new(table);
    struct form_warnings list = {0};
    for (; pairs[0]; pairs += 2)
        param_set_put_raw(set, param_find(table, pairs[0]), pairs[1]);
    form_warn_params(set, &list);
    cr_expect_eq(list.count, want ? 1u : 0u, "%s: %zu warnings", want ? want : "none", list.count);
    if (want && list.count)
        cr_expect_str_has(list.texts[0], want);
    form_warnings_clear(&list);
    param_set_free(set);
}

#define VALUES(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(warnings, both_of_a_pair)
{
    expect_warning(&params_enqueue, VALUES("StartTranscriptionAt", "1"), NULL);
    expect_warning(&params_enqueue, VALUES("StartTranscriptionAt", "1", "StartTranscriptionAtSeconds", "1"),
                   "both set");
    expect_warning(&params_enqueue,
                   VALUES("TranscriptionDuration", "1", "TranscriptionDurationInSeconds", "1"), "both set");
}

Test(warnings, what_has_no_effect_in_the_chosen_format)
{
    expect_warning(&params_export, VALUES("FileFormatId", "txt", "MinLineDurationMs", "900"),
                   "MinLineDurationMs has no effect: txt has no times");
    expect_warning(&params_export, VALUES("FileFormatId", "TXT", "FormattingMode", "Tags"),
                   "FormattingMode has no effect: TXT has no markup");
    expect_warning(&params_export, VALUES("FileFormatId", "ttml", "LanguageCode", "09"),
                   "LanguageCode is for EBU STL files; ttml is a text format");
    expect_warning(&params_export, VALUES("FileFormatId", "stl", "LanguageCode", "09"), NULL);
    expect_warning(&params_export, VALUES("FileFormatId", "srt", "MinLineDurationMs", "900"), NULL);
    expect_warning(&params_export, VALUES("FileFormatId", "odd", "LanguageCode", "09"), NULL);
    expect_warning(&params_export, VALUES("MinLineDurationMs", "900"), NULL);
}

Test(warnings, each_parameter_of_the_rules_for_a_text)
{
    static const char *const unused[] = {"FormattingMode",
                                         "UnhighlightedColor",
                                         "UnhighlightedBackgroundColor",
                                         "PauseBetweenCaptionsMs",
                                         "AutofillPauseBetweenCaptionsMs",
                                         "MinLineDurationMs"};
    static const char *const header[] = {"CodePageNumber", "DiskFormatCode", "DisplayStandardCode",
                                         "LanguageCode", "UseBoxAroundText"};
    for (size_t i = 0; i < sizeof unused / sizeof unused[0]; i++)
        expect_warning(&params_export, VALUES("FileFormatId", "txt", unused[i], "1"),
                       "has no effect: txt has no");
    expect_warning(&params_export, VALUES("FileFormatId", "txt", "HighlightingMode", "None"),
                   "HighlightingMode has no effect: txt has no markup");
    for (size_t i = 0; i < sizeof header / sizeof header[0]; i++)
        expect_warning(&params_export, VALUES("FileFormatId", "txt", header[i], "1"), "is for EBU STL files");
}

Test(warnings, equal_colours_count_with_their_defaults_once_highlighting_is_on)
{
    expect_warning(&params_export, VALUES("UnhighlightedColor", "Red", "UnhighlightedBackgroundColor", "Red"),
                   NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "None"), NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "Word"), "same colour");
    expect_warning(&params_export, VALUES("HighlightingMode", "Word", "UnhighlightedColor", "Red"), NULL);
    expect_warning(&params_export, VALUES("HighlightingMode", "Word", "UnhighlightedColor", "white"),
                   "same colour");
}

Test(warnings, an_unusual_line_length)
{
    expect_warning(&params_export, VALUES("SubtitleLineLength", "20"), NULL);
    expect_warning(&params_export, VALUES("SubtitleLineLength", "60"), NULL);
    expect_warning(&params_export, VALUES("SubtitleLineLength", "19"), "from 20 to 60");
    expect_warning(&params_export, VALUES("SubtitleLineLength", "61"), "from 20 to 60");
    expect_warning(&params_export, VALUES("SubtitleLineLength", "-40"), "digits only");
    expect_warning(&params_export, VALUES("SubtitleLineLength", "forty"), "digits only");
}

Test(warnings, header_fields_of_stl_with_a_text_format)
{
    expect_warning(&params_export, VALUES("CodePageNumber", "850"), NULL);
    expect_warning(&params_export, VALUES("CodePageNumber", "850", "FileFormatId", "stl"), NULL);
    expect_warning(&params_export, VALUES("CodePageNumber", "850", "FileFormatId", "SRT"), "EBU STL");
}

Test(warnings, an_empty_value_will_be_sent)
{
    expect_warning(&params_enqueue, VALUES("CustomLabel", ""), "sent as CustomLabel=");
}

/* --- login --- */

Test(login_form, wants_a_url_and_a_token_or_email_and_password)
{
    static const struct {
        const char *url, *email, *password, *token;
        int index; /* -1: enough */
    } rows[] = {
        {"http://h", "me", "pw", NULL, -1},
        {"http://h", NULL, NULL, "t", -1},
        {"http://h", "me", NULL, "t", -1},
        {NULL, "me", "pw", NULL, LOGIN_URL},
        {"http://h", "me", NULL, NULL, LOGIN_PASSWORD},
        {"http://h", NULL, "pw", NULL, LOGIN_EMAIL},
        {"http://h", NULL, NULL, NULL, LOGIN_EMAIL},
        {"http://h", "me", "pw", "t", LOGIN_TOKEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct param_set *set = param_set_new(&params_login);
        const char *const values[] = {rows[i].url, rows[i].email, rows[i].password, rows[i].token};
        struct error err;
        int index = -1;
        for (int k = 0; k < 4; k++) {
            if (values[k])
                param_set_put_raw(set, k, values[k]);
        }
        cr_expect_eq(form_tables_check_login(set, &index, &err), rows[i].index < 0, "row %zu", i);
        cr_expect_eq(index, rows[i].index, "row %zu: %d", i, index);
        param_set_free(set);
    }
}
