/* What clients may send that is not quite right, and what comes of it. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct control control;

static void setup(void)
{
    sandbox_setup(&control);
}

static void teardown(void)
{
    control_free(&control);
}

TestSuite(lenient, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"

Test(lenient, names_in_other_letters_and_names_that_nobody_knows_are_borne)
{
    static const struct call calls[] = {
        {.target = P "2?x=1"},
        {.target = "/api/CurrentUser"},
        {.target = "/API/v2/projects/02/"},
        {.target = P "1/Enqueue?lang=cs-CZ&Nobody=1&WithPPC=True"},
        {.method = "DELETE", .target = P "2/Tags?accesstoken=88", .body = "{\"tag\":\"radio\",\"x\":1}"},
        {.method = "POST",
         .target = "/API/Login",
         .body = "{\"Email\":\"demo@example.org\",\"Password\":\"demo\",\"Pass\":1}"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        cr_expect_eq(sandbox_call(&control, calls[i])->status, 200, "%zu: %s", i, reply_message());
}

Test(lenient, of_a_parameter_given_twice_only_the_last_value_counts)
{
    cr_assert_eq(CALL(.target = P "1/Enqueue?WithPPC=maybe&Lang=x&WithPPC=false&Lang=en-US")->status, 200,
                 "%s", reply_message());
    const json_t *config = json_object_get(reply_data(), "TranscriptionConfig");
    cr_assert(json_is_false(json_object_get(config, "WithPPC")));
    cr_assert_str_eq(json_string_value(json_object_get(config, "Language")), "en-US");
    cr_assert_eq(CALL(.target = P "6/Enqueue?WithPPC=false&WithPPC=maybe")->status, 422);
}

Test(lenient, unknown_values_of_text_parameters_have_no_effect_and_are_noted_for_the_log)
{
    static const char *const unknown[][2] = {
        {"UnhighlightedColor=Mauve", "UnhighlightedColor"},
        {"UnhighlightedBackgroundColor=7", "UnhighlightedBackgroundColor"},
        {"SpeakerSignPlacement=above", "SpeakerSignPlacement"},
        {"VariantId=9", "VariantId"},
        {"FormattingMode=Rich", "FormattingMode"},
        {"HighlightingMode=Letters", "HighlightingMode"},
    };
    char *plain = mem_copy(buffer_text(&CALL(.target = P "2/Export/Subtitles")->body));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        char target[128], note[100];
        snprintf(target, sizeof target, P "2/Export/Subtitles?%s", unknown[i][0]);
        snprintf(note, sizeof note, "not known here and without effect: %s", unknown[i][1]);
        const struct reply *reply = CALL(.target = target);
        cr_assert_eq(reply->status, 200, "%s", target);
        cr_assert_str_eq(buffer_text(&reply->body), plain, "%s", target);
        cr_assert_str_eq(reply->note, note);
    }
    cr_assert_null(CALL(.target = P "2/Export/Subtitles?VariantId=CRLF&HighlightingMode=words")->note);
    free(plain);
}
