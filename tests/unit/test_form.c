/* The form engine with the real tables: order, focus, search, drafts, required fields, values, the menu of
 * values, closed groups, short forms. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "steno/base/text.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static struct form *form; /* of the scene */
static struct form_row rows[80];

static void use_utf8(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
}

static void finish(void)
{
    form_free(form);
}

TestSuite(form, .init = use_utf8, .fini = finish);

/* Opens a new form; frees the previous one. */
static void open(const struct param_table *table)
{
    form_free(form);
    form = form_new(table);
}

/* Opens a new form with the focus on this field. */
static void open_at(const struct param_table *table, const char *field)
{
    open(table);
    cr_assert(form_focus(form, field), "%s", field);
}

/* Gives a key to the form like the application: as typed text, or as the action of the default keymap. */
static enum form_result press_key(struct key key)
{
    static struct keymap *keymap;
    if (!keymap)
        keymap = keymap_new(NULL, 0, &(struct settings){0}, NULL);
    if (form_is_typing(form))
        return form_key(form, key);
    const struct action *action = keymap_find(keymap, IN_FORM, key);
    enum form_action act = action ? keymap_form_action(keymap, action) : FORM_ACT_NONE;
    return act == FORM_ACT_NONE ? FORM_NONE : form_act(form, act);
}

/* Presses keys by their names, separated by blanks; returns the result of the last one. */
static enum form_result press(const char *names)
{
    struct key keys[60];
    size_t count = 0;
    enum form_result last = FORM_NONE;
    cr_assert(key_parse_list(names, keys, 60, &count, NULL), "%s", names);
    for (size_t i = 0; i < count; i++)
        last = press_key(keys[i]);
    return last;
}

static void type(const char *text)
{
    for (; *text; text++)
        press_key(key_char((unsigned char)*text));
}

static const char *value_of(const char *name)
{
    return param_set_get(form_values(form), param_find(form_table(form), name));
}

/* The name of the field in focus, or the heading of its closed group. */
static const char *focus(void)
{
    size_t count = form_rows(form, COUNT(rows), rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_focused)
            return rows[i].def ? rows[i].def->name : rows[i].label ? rows[i].label : "";
    }
    return "";
}

/* The row of a field. */
static const struct form_row *row_of(const char *name)
{
    size_t count = form_rows(form, COUNT(rows), rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].def && strcmp(rows[i].def->name, name) == 0)
            return &rows[i];
    }
    cr_assert_fail("no row %s in sight", name);
    return rows;
}

/* The first visible labels at a height, separated by bars; headings in brackets, closed ones with the number
 * of their fields: "[File]|Format|[+8]". */
static const char *labels(size_t height, size_t first)
{
    static char text[1000];
    size_t len = 0, count = form_rows(form, height, rows);
    text[0] = '\0';
    for (size_t i = 0; i < count && i < first; i++) {
        const char *label = rows[i].label ? rows[i].label : "", *bar = i ? "|" : "";
        if (rows[i].is_heading && rows[i].folded)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s[%s+%d]", bar, label, rows[i].folded);
        else
            len += (size_t)snprintf(text + len, sizeof text - len, rows[i].is_heading ? "%s[%s]" : "%s%s",
                                    bar, label);
    }
    return text;
}

/* The state of the form: the field in focus; the text in its [editor], {menu} or /search line; !its error;
 * the set values. "Value [x]", "Lang {e}", "Ellipsis /ell", "Key [] !a value is required; Value=x". */
static const char *state(void)
{
    static char text[6000];
    size_t len = (size_t)snprintf(text, sizeof text, "%s", focus());
    const struct lineedit *const edits[] = {form_editor(form), form_menu_line(form), form_finder(form)};
    static const char *const marks[] = {" [%s]", " {%s}", " /%s"};
    const char *gap = "; ";
    for (size_t i = 0; i < 3; i++) {
        if (edits[i])
            len += (size_t)snprintf(text + len, sizeof text - len, marks[i], lineedit_text(edits[i]));
    }
    for (size_t i = 0, count = form_rows(form, COUNT(rows), rows); i < count; i++) {
        if (rows[i].is_focused && rows[i].error)
            len += (size_t)snprintf(text + len, sizeof text - len, " !%s", rows[i].error);
    }
    for (size_t i = 0; i < form_table(form)->count; i++) {
        const char *value = param_set_get(form_values(form), (int)i);
        if (!value)
            continue;
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s=%s", gap, form_table(form)->rows[i].name,
                                value);
        gap = " ";
    }
    return text;
}

/* Presses keys and compares the state. */
static void after(const char *keys, const char *seen)
{
    press(keys);
    cr_expect_str_eq(state(), seen, "after %s", keys);
}

/* Presses keys and compares the result of the last key and the state. */
static void step(const char *keys, enum form_result result, const char *seen)
{
    cr_expect_eq(press(keys), result, "%s", keys);
    cr_expect_str_eq(state(), seen, "after %s", keys);
}

/* Asserts that the focused row is visible at this height, with its value. */
static void assert_focus_in_sight(size_t height, const char *where)
{
    size_t count = form_rows(form, height, rows), seen = 0;
    cr_assert_leq(count, height);
    for (size_t i = 0; i < count; i++) {
        if (!rows[i].is_focused)
            continue;
        seen++;
        cr_expect_not_null(rows[i].value);
        if (rows[i].def)
            cr_expect_str_eq(rows[i].def->help, form_help(form));
    }
    cr_expect_eq(seen, 1, "%s, height %zu: %s, field %d", form_table(form)->name, height, where,
                 form_position(form));
}

/* --- order and focus --- */

Test(form, opens_on_its_first_field_with_rows_in_groups_in_the_order_of_their_use)
{
    open(&params_export);
    cr_expect_str_eq(focus(), "FileFormatId");
    cr_expect_eq(form_count(form), (int)params_export.count);
    open(&params_enqueue);
    cr_expect_str_eq(focus(), "Lang");
    cr_expect_eq(form_position(form), 1);
    cr_expect_eq(form_rows(form, COUNT(rows), rows), params_enqueue.count + 7);
    cr_expect_str_eq(labels(80, 10), "[Language]|Language of the speech|Transcription profile|[Speakers]|"
                                     "Tell speakers apart|Recognise known speakers|Speaker profile|[Text]|"
                                     "Punctuation|Format numbers and times");
}

/* Walks once through the form with one key; every field must get the focus and be visible. */
static void walk(const struct param_table *table, const char *key, size_t height)
{
    bool met[64] = {false};
    open(table);
    form_set_height(form, height);
    for (size_t i = 0; i < table->count; i++) {
        assert_focus_in_sight(height, key);
        met[form_position(form)] = true;
        press(key);
    }
    for (size_t i = 1; i <= table->count; i++)
        cr_expect(met[i], "%s: %s never came to field %zu", table->name, key, i);
    cr_expect_str_eq(focus(), table->first, "a round ends where it began");
}

Test(form, every_way_to_move_keeps_the_focused_field_in_sight_at_any_height)
{
    static const size_t heights[] = {24, 8, 2, 1};
    static const char *const ways[] = {"PgDn", "j",    "Down",        "PgDn", "k",    "G",    "Up",
                                       "PgUp", "Home", "End",         "g",    "PgUp", "PgDn", "PgDn",
                                       "k",    "PgUp", "/ i n Enter", "n",    "N"};
    for (size_t i = 0; i < COUNT(heights); i++) {
        walk(&params_enqueue, "Tab", heights[i]);
        walk(&params_export, "Tab", heights[i]);
        walk(&params_enqueue, "Shift-Tab", heights[i]);
        walk(&params_export, "Shift-Tab", heights[i]);
    }
    for (size_t height = 1; height < 24; height++) {
        open(&params_export);
        form_set_height(form, height);
        for (size_t i = 0; i < COUNT(ways); i++) {
            press(ways[i]);
            assert_focus_in_sight(height, ways[i]);
        }
    }
}

Test(form, arrows_stop_at_the_ends_tab_goes_round_and_the_first_heading_is_in_sight_again)
{
    open(&params_export);
    form_set_height(form, 4);
    press("k Up");
    cr_expect_eq(form_position(form), 1);
    press("Shift-Tab");
    cr_expect_eq(form_position(form), (int)params_export.count);
    press("j Down");
    cr_expect_eq(form_position(form), (int)params_export.count);
    press("Tab");
    cr_expect_eq(form_position(form), 1);
    press("G g");
    cr_expect_str_eq(labels(4, 2), "[File]|Format");
}

Test(form, slash_finds_a_field_by_its_label_or_its_name_while_it_is_typed)
{
    open(&params_export);
    after("/ s h o r t e s t Space p Enter", "PauseBetweenCaptionsMs");
    after("/ m i n l Enter", "MinLineDurationMs");
    open(&params_export);
    after("/ e l l i p", "EllipsisGapDurationMs /ellip"); /* the group Timing is above Text */
    after("Enter", "EllipsisGapDurationMs");
    after("n", "Ellipsis");
    after("n", "EllipsisGapDurationMs");
    after("N", "Ellipsis");
    after("/ z z z Enter", "Ellipsis");
    cr_expect_str_has(form_message(form), "“zzz”");
}

/* --- drafts --- */

Test(form, a_draft_holds_the_text_of_the_open_field_even_if_bad)
{
    struct param_set *other = param_set_new(&params_enqueue);
    open_at(&params_export, "MinLineDurationMs");
    press("Enter ^U 1 2 x");
    struct param_set *draft = form_draft(form);
    open_at(&params_export, "MinLineDurationMs");
    cr_assert(form_load(form, draft));
    cr_expect_str_eq(state(), "MinLineDurationMs !a number of ms; MinLineDurationMs=12x");
    cr_expect_not(form_load(form, other), "a set of another table");
    param_set_free(other);
    param_set_free(draft);
}

/* --- required fields --- */

Test(form, a_field_that_is_needed_opens_by_itself_and_the_enter_that_fills_the_last_one_sends)
{
    open(&params_login);
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_str_eq(state(), "URL []");
    press("x Backspace");
    step("Enter", FORM_REDRAW, "URL [] !a value is required");
    type("http://h q");
    cr_expect_str_eq(form_enter(form), "Next");
    after("Tab", "Email []; URL=http://h q");
    type("me@example.org");
    step("Enter", FORM_CHANGED, "Password []; URL=http://h q Email=me@example.org");
    type("x");
    cr_expect_str_eq(form_enter(form), "Send");
    step("Enter", FORM_SUBMIT, "Password; URL=http://h q Email=me@example.org Password=x");
    cr_expect_eq(press("X"), FORM_SUBMIT, "all is filled: keys are commands");
    cr_expect_eq(press("q"), FORM_LEAVE);
}

Test(form, a_token_stands_for_email_and_password)
{
    open(&params_login);
    form_put(form, "URL", "http://h");
    form_go_needed(form);
    cr_expect_str_eq(state(), "Email []; URL=http://h");
    after("Tab Tab", "Token []; URL=http://h");
    step("t Enter", FORM_SUBMIT, "Token; URL=http://h Token=t");
    after("k", "Password; URL=http://h Token=t"); /* no longer required, so it is not opened */
}

Test(form, enter_sends_where_it_filled_a_needed_field_not_an_empty_one_and_escape_empties_it_first)
{
    open(&params_metadata);
    form_put(form, "Key", "k");
    form_put(form, "Value", "v");
    form_go_needed(form);
    after("Enter 2", "Key [k2]; Key=k Value=v");
    cr_expect_str_eq(form_enter(form), "Accept");
    step("Enter", FORM_CHANGED, "Key; Key=k2 Value=v"); /* it had a value already: not sent */
    cr_expect(form_field_error(form, "Value", "refused"));
    step("Enter", FORM_SUBMIT, "Value; Key=k2 Value=v"); /* a refused value counts as missing: sent */
    open(&params_metadata);
    step("k Enter", FORM_CHANGED, "Value []; Key=k");
    step("Enter", FORM_SUBMIT, "Value; Key=k Value=");
    open(&params_metadata);
    step("k Esc", FORM_REDRAW, "Key []");
    step("Esc", FORM_LEAVE, "Key []"); /* the text is already empty */
}

Test(form, a_secret_is_never_among_the_rows_nor_in_a_draft_s_json)
{
    char drawn[40];
    open(&params_login);
    press("Tab Tab");
    cr_expect_str_eq(focus(), "Password");
    type("hunter2");
    lineedit_view(form_editor(form), 20, drawn, sizeof drawn);
    cr_expect_str_eq(drawn, "*******");
    press("Tab");
    cr_expect_str_eq(row_of("Password")->value, "********");
    struct param_set *draft = form_draft(form);
    json_t *json = param_set_to_json(draft);
    cr_expect_eq(json_object_size(json), 0);
    json_decref(json);
    param_set_free(draft);
}

Test(form, the_consent_row_is_there_only_when_wanted_and_never_true_unasked)
{
    open(&params_login);
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_eq(form_count(form), 4);
    cr_expect_not(form_focus(form, "DataProtectionConsent"));
    form_hide(form, "DataProtectionConsent", false);
    cr_expect_eq(form_count(form), 5);
    cr_expect(form_focus(form, "dataprotectionconsent"));
    cr_expect_str_eq(state(), "DataProtectionConsent");
    after("Space", "DataProtectionConsent; DataProtectionConsent=true");
    cr_expect_eq(press("x"), FORM_NONE);
    after("Tab", "URL []; DataProtectionConsent=true");
    press("Shift-Tab");
    form_hide(form, "DataProtectionConsent", true);
    cr_expect_null(value_of("DataProtectionConsent"));
    cr_expect_str_neq(focus(), "");
}

/* --- values --- */

Test(form, a_default_is_shown_but_not_sent_until_another_text_is_accepted)
{
    open(&params_enqueue);
    cr_expect_str_eq(row_of("Lang")->value, "cs-CZ");
    cr_expect(row_of("Lang")->is_default);
    cr_expect_str_eq(state(), "Lang");
    cr_expect_str_eq(row_of("TranscriptionDurationInSeconds")->unit, "s");
    open_at(&params_export, "CharsPerSecond");
    after("Enter Enter", "CharsPerSecond"); /* opening a field sets no value */
    form_focus(form, "SpeakerSign");
    step("Enter", FORM_REDRAW, "SpeakerSign [-]"); /* the editor starts with the default */
    step("^U > > Enter", FORM_CHANGED, "SpeakerSign; SpeakerSign=>>");
    cr_expect_not(row_of("SpeakerSign")->is_default);
    cr_expect_eq(form_changed_count(form), 1);
}

Test(form, letters_typed_into_a_field_or_its_menu_and_pasted_ones_are_never_taken_for_actions)
{
    open(&params_enqueue);
    after("Enter ^U q u X n v / c", "Lang {quXnv/c}");
    cr_expect(form_is_typing(form));
    press("Esc");
    form_focus(form, "CustomLabel");
    after("Enter q u X n v / c", "CustomLabel [quXnv/c]");
    cr_expect(form_is_typing(form));
    open(&params_enqueue);
    form_paste(form, "X\nq\nU\n", 6);
    cr_expect_str_eq(state(), "Lang [X q U]");
    after("Esc", "Lang");
}

Test(form, a_bad_number_stays_in_the_field_with_its_reason_until_it_is_mended_or_given_up)
{
    open_at(&params_export, "PauseBetweenCaptionsMs");
    step("Enter ^U 8 0 x Enter", FORM_REDRAW, "PauseBetweenCaptionsMs [80x] !a number of ms");
    after("Backspace . 5 Enter", "PauseBetweenCaptionsMs [80.5] !a whole number of ms");
    after("Backspace Backspace Enter", "PauseBetweenCaptionsMs; PauseBetweenCaptionsMs=80");
    open_at(&params_enqueue, "StartTranscriptionAtSeconds");
    after("Enter 1 x Tab", "StartTranscriptionAtSeconds [1x] !a number of s"); /* Tab leaves a field only if
                                                                                  its value is valid */
    after("Backspace Tab", "TranscriptionDurationInSeconds; StartTranscriptionAtSeconds=1");
}

Test(form, an_emptied_number_is_unset_and_an_emptied_text_is_empty)
{
    open(&params_export);
    form_put(form, "MinLineDurationMs", "900");
    form_focus(form, "MinLineDurationMs");
    after("Enter ^U Enter", "MinLineDurationMs");
    form_focus(form, "Ellipsis");
    after("Enter ^U Enter", "Ellipsis; Ellipsis=");
    cr_assert_eq(form_warned(form)->count, 1);
    cr_expect_str_has(form_warned(form)->texts[0], "Ellipsis=");
}

Test(form, space_on_known_values_begins_with_one_that_is_not_the_default_and_ends_with_unset)
{
    open(&params_enqueue);
    form_focus(form, "Lang");
    after("Space", "Lang; Lang=en-US");
    after("Space", "Lang");
    open(&params_export);
    form_focus(form, "FileFormatId");
    after("Space", "FileFormatId; FileFormatId=vtt");
    after("Space", "FileFormatId; FileFormatId=srt");
}

Test(form, a_boolean_reads_yes_or_no_and_space_takes_it_to_the_other_the_default_and_unset)
{
    static const char *const rounds[][3] = {{"WithPPC", "false", "true"},       /* default true */
                                            {"WithSpeakerId", "true", "false"}, /* default false */
                                            {"WithDraft", "true", "false"}};    /* default unknown */
    open(&params_enqueue);
    for (size_t i = 0; i < 3; i++) {
        form_focus(form, rounds[i][0]);
        cr_expect_eq(press("Space"), FORM_CHANGED);
        cr_expect_str_eq(value_of(rounds[i][0]), rounds[i][1]);
        press("Space");
        cr_expect_str_eq(value_of(rounds[i][0]), rounds[i][2]);
        press("Space");
        cr_expect_null(value_of(rounds[i][0]));
    }
    form_focus(form, "WithPPC");
    cr_expect_str_eq(form_next(form), "no", "yes is the default");
    press("Space");
    cr_expect_str_eq(form_next(form), "yes");
    press("Space");
    cr_expect_str_eq(form_next(form), "", "not set");
}

Test(form, u_unsets_the_field_and_U_all_and_U_again_brings_them_back)
{
    open(&params_enqueue);
    form_put(form, "Lang", "de-DE");
    form_put(form, "WithVAD", "false");
    after("u", "Lang; WithVAD=false");
    form_put(form, "Lang", "de-DE");
    cr_expect_eq(form_changed_count(form), 2);
    step("U", FORM_CHANGED, "Lang");
    cr_expect_eq(form_changed_count(form), 0);
    cr_expect_str_eq(form_message(form), "All fields cleared; the same key restores them");
    after("U", "Lang; Lang=de-DE WithVAD=false");
}

Test(form, submit_jumps_to_the_first_bad_field_with_its_reason)
{
    struct param_set *draft = param_set_new(&params_export);
    param_set_put_raw(draft, param_find(&params_export, "MinLineDurationMs"), "soon");
    param_set_put_raw(draft, param_find(&params_export, "KeepStripped"), "maybe");
    open(&params_export);
    form_load(form, draft);
    form_set_height(form, 8);
    cr_expect_eq(press("X"), FORM_REDRAW);
    cr_expect_str_eq(focus(), "KeepStripped", "Lines stand above Timing");
    cr_expect_str_eq(row_of("KeepStripped")->error, "yes or no");
    cr_expect_str_has(form_message(form),
                      "2 fields are invalid; the first is Keep empty captions: yes or no");
    assert_focus_in_sight(8, "submit");
    press("u");
    step("X", FORM_REDRAW, "MinLineDurationMs [soon] !a number of ms; MinLineDurationMs=soon");
    step("Esc u X", FORM_SUBMIT, "MinLineDurationMs");
    param_set_free(draft);
}

Test(form, warnings_never_block_sending)
{
    static const char *const notes[] = {"The project has no recording"};
    open(&params_enqueue);
    form_set_notes(form, notes, 1);
    form_put(form, "StartTranscriptionAt", "1");
    form_put(form, "StartTranscriptionAtSeconds", "2");
    cr_assert_eq(form_warned(form)->count, 2);
    cr_expect_str_eq(form_warned(form)->texts[0], notes[0]);
    cr_expect_str_has(form_warned(form)->texts[1], "StartTranscriptionAtSeconds");
    cr_expect_eq(press("X"), FORM_SUBMIT);
}

Test(form, a_server_s_field_error_finds_its_field_without_case)
{
    open(&params_enqueue);
    form_set_height(form, 5);
    cr_expect(form_field_error(form, "transcriptionprofile", "not supported"));
    cr_expect_str_eq(state(), "TranscriptionProfile [] !not supported");
    assert_focus_in_sight(5, "field error");
    cr_expect_not(form_field_error(form, "somethingElse", "x"));
    after("x Enter", "TranscriptionProfile; TranscriptionProfile=x"); /* a new value removes the error */
}

/* --- the menu of values --- */

/* The lines of the menu, separated by bars; the one under the cursor in brackets. */
static const char *lines(void)
{
    static char text[1000];
    const struct form_choice *choices;
    size_t selected, len = 0, count = form_menu_rows(form, &choices, &selected);
    text[0] = '\0';
    for (size_t i = 0; i < count; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, i == selected ? "%s[%s]" : "%s%s",
                                i ? "|" : "", choices[i].text);
    return text;
}

/* Opens a new form with the menu of this field open. */
static void open_menu(const struct param_table *table, const char *field)
{
    open_at(table, field);
    cr_expect_eq(press("Enter"), FORM_REDRAW);
    cr_assert_not_null(form_menu_line(form));
}

Test(form, lists_the_known_values_and_enter_takes_the_line_under_the_cursor)
{
    open_menu(&params_export, "FileFormatId");
    cr_expect_str_eq(lines(), "[vtt]|srt|ssa|no value|other …");
    step("Down Enter", FORM_CHANGED, "FileFormatId; FileFormatId=srt");
    press("Enter");
    cr_expect_str_eq(lines(), "vtt|[srt]|ssa|no value|other …", "it opens on the value that the field has");
    step("Down Down Enter", FORM_CHANGED, "FileFormatId"); /* the line that unsets the value */
    open_menu(&params_enqueue, "WithPPC");
    cr_expect_str_eq(lines(), "[yes]|no|no value");
    after("n o Enter", "WithPPC; WithPPC=false");
    press("Enter m a y b e");
    cr_expect_str_eq(lines(), "", "that is no value");
    step("Enter", FORM_REDRAW, "WithPPC {maybe}; WithPPC=false");
}

Test(form, arrows_tab_and_their_like_move_single_steps_go_round_and_what_is_typed_narrows)
{
    static const char *const steps[][2] = {{"Tab ^N Down", "vtt|srt|ssa|[no value]|other …"},
                                           {"Shift-Tab ^P Up Up", "vtt|srt|ssa|no value|[other …]"},
                                           {"PgUp", "[vtt]|srt|ssa|no value|other …"},
                                           {"PgDn PgDn", "vtt|srt|ssa|no value|[other …]"},
                                           {"j", "[j]"},
                                           {"^U S", "[srt]|ssa"},
                                           {"s", "[ssa]"},
                                           {"x", "[Ssx]"}};
    open_menu(&params_export, "FileFormatId");
    for (size_t i = 0; i < COUNT(steps); i++) {
        press(steps[i][0]);
        cr_expect_str_eq(lines(), steps[i][1], "after %s", steps[i][0]);
    }
    cr_expect_eq(press("Enter"), FORM_CHANGED);
    cr_expect_str_eq(value_of("FileFormatId"), "Ssx", "what fits nothing is the value itself");
    open_menu(&params_enqueue, "Lang");
    after("n o Enter", "Lang; Lang=no"); /* "no value" is no match */
    open_menu(&params_export, "FileFormatId");
    cr_expect_eq(form_paste(form, "vtt\nX", 5), FORM_REDRAW);
    cr_expect_str_eq(lines(), "[vtt X]", "a paste runs nothing");
}

Test(form, another_one_opens_the_field_for_typing_where_up_and_down_bring_known_values)
{
    open_menu(&params_enqueue, "Lang");
    after("Up Enter", "Lang [cs-CZ]");
    after("Up", "Lang [cs-CZ]");
    after("Up", "Lang [en-US]");
    after("Enter", "Lang; Lang=en-US");
    open_menu(&params_enqueue, "Lang");
    after("Up Enter ^U d e Enter", "Lang; Lang=de");
}

Test(form, escape_leaves_the_field_as_it_was_and_an_action_closes_the_menu)
{
    static const char *const ends[] = {"Esc", "^G"};
    for (size_t i = 0; i < 2; i++) {
        open_menu(&params_enqueue, "Lang");
        type("sk-SK");
        struct param_set *draft = form_draft(form);
        cr_expect_str_eq(param_set_get(draft, param_find(draft->table, "Lang")), "sk-SK");
        param_set_free(draft);
        step(ends[i], FORM_REDRAW, "Lang");
        draft = form_draft(form);
        cr_expect_eq(param_set_count(draft), 0, "it is given up");
        param_set_free(draft);
    }
    open_menu(&params_enqueue, "Lang");
    cr_expect_eq(form_act(form, FORM_ACT_SUBMIT), FORM_SUBMIT);
    cr_expect_str_eq(state(), "Lang");
}

/* --- groups that other values make useless, and short forms --- */

/* Opens the export form like the application. */
static void open_folded(void)
{
    open(&params_export);
    form_set_fold(form, form_warn_unused_group);
}

/* Returns the labels, beginning with the heading of the group for EBU STL files. */
static const char *stl_labels(void)
{
    return strstr(labels(80, 80), "[EBU STL header");
}
#define STL_FIELDS "[EBU STL header]|Code page|Disk format|Display standard|Language code|Box around the text"

Test(form, the_header_of_stl_files_is_folded_until_that_is_the_format_but_for_values_and_errors)
{
    open_folded();
    cr_expect_str_eq(stl_labels(), "[EBU STL header+5]");
    cr_expect_eq(form_count(form), (int)params_export.count, "they count");
    form_put(form, "FileFormatId", "stl");
    cr_expect_str_eq(stl_labels(), STL_FIELDS);
    form_put(form, "FileFormatId", "srt");
    form_put(form, "LanguageCode", "08");
    cr_expect_str_eq(stl_labels(), "[EBU STL header+4]|Language code");
    form_field_error(form, "DiskFormatCode", "not known");
    cr_expect_str_eq(row_of("DiskFormatCode")->error, "not known");
}

Test(form, a_fold_is_one_line_to_walk_over_which_enter_space_or_a_search_opens_for_good)
{
    static const char *const keys[][2] = {
        {"G Enter", "CodePageNumber"}, {"G Space", "CodePageNumber"}, {"/ b o x Enter", "UseBoxAroundText"}};
    open_folded();
    after("G", "EBU STL header");
    for (size_t i = 0; i < COUNT(keys); i++) {
        open_folded();
        after(keys[i][0], keys[i][1]);
        cr_expect_str_eq(stl_labels(), STL_FIELDS, "%s", keys[i][0]);
        form_put(form, "FileFormatId", "srt");
        cr_expect_str_eq(stl_labels(), STL_FIELDS, "somebody wanted to see them");
    }
}

Test(form, a_short_form_shows_what_is_or_was_set_what_it_is_for_and_a_line_for_the_rest)
{
    open(&params_export_form);
    form_put(form, "Ellipsis", "--");
    form_set_short(form, true);
    cr_expect_str_eq(labels(80, 80), "Format|Folder|Ellipsis|[+27]");
    after("j j u", "Ellipsis");
    cr_expect_str_eq(labels(80, 80), "Format|Folder|Ellipsis|[+27]", "it stays when it is cleared");
    press("c c");
    cr_expect_str_eq(labels(80, 80), "Format|Folder|[+28]", "short again: it is not set");
}

Test(form, enter_on_the_last_line_of_a_short_form_and_an_error_open_the_rest)
{
    open(&params_enqueue);
    form_set_short(form, true);
    press("j");
    cr_expect_str_eq(form_help(form), "Fields that are not set; Enter shows them");
    cr_expect_null(form_next(form), "Space makes nothing of it");
    press("Enter");
    cr_expect_eq(form_rows(form, COUNT(rows), rows), 20 + 7);
    cr_expect_not(form_is_short(form));
    form_set_short(form, true);
    cr_expect(form_field_error(form, "CustomLabel", "too long"));
    cr_expect_str_eq(focus(), "CustomLabel");
}
