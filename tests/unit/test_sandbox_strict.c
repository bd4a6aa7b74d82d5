/* What --strict refuses, and what it must not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/base/mem.h"
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

TestSuite(strict, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"

Test(strict, strict_refuses_what_is_sloppy_and_names_it)
{
    static const struct {
        struct call call;
        int status;
        const char *message;
    } rows[] = {
        {{.target = P "1/Enqueue?Nobody=1"}, 422, "nobody:NotSupported"},
        {{.target = P "1/Enqueue?lang=cs-CZ"}, 422, "lang:NotSupported"},
        {{.target = P "1/Enqueue?AccessToken=4711"}, 422, "accessToken:NotSupported"},
        {{.target = P "1/Enqueue?Lang=cs-CZ&Lang=en-US"}, 422, "lang:Invalid"},
        {{.target = P "1/Enqueue?WithPPC=True"}, 422, "withPPC:Invalid"},
        {{.target = P "1?x=1"}, 422, "x:NotSupported"},
        {{.target = "/API/v2/projects/1"}, 404, NULL},
        {{.target = "/api/CurrentUser"}, 404, NULL},
        {{.target = P "1/"}, 404, NULL},
        {{.target = P "01"}, 404, NULL},
        {{.target = P "1", .no_accept = true}, 406, "The header Accept is missing"},
        {{.method = "DELETE", .target = P "1/Tags?AccessToken=4711", .body = "{\"tag\":\"news\"}"},
         422,
         "tag:NotSupported"},
        {{.method = "POST",
          .target = "/API/Login",
          .body = "{\"Email\":\"demo@example.org\",\"Password\":\"demo\",\"Pass\":1}"},
         422,
         "pass:NotSupported"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        control.service.strict = false;
        cr_assert_neq(sandbox_call(&control, rows[i].call)->status, rows[i].status, "%zu without strict", i);
        teardown();
        setup();
        control.service.strict = true;
        cr_assert_eq(sandbox_call(&control, rows[i].call)->status, rows[i].status, "%zu: %s", i,
                     reply_message());
        if (rows[i].message)
            cr_assert_str_eq(reply_message(), rows[i].message);
    }
}

Test(strict, strict_takes_every_parameter_as_it_is_spelled)
{
    control.service.strict = true;
    cr_assert_eq(CALL(.target = P "1/Enqueue?Lang=cs-CZ&WithPPC=false&StartTranscriptionAtSeconds=1")->status,
                 200);
    cr_assert_eq(CALL(.target = "/XAPI/v2/Projects/2/Export/Subtitles?FileFormatId=srt&Ellipsis=")->status,
                 200);
    cr_assert_eq(
        CALL(.method = "POST", .target = P "2/Metadata?Key=a&AccessToken=88", .body = "{\"Value\":\"v\"}")
            ->status,
        200);
    cr_assert_eq(
        CALL(.method = "DELETE", .target = P "2/Tags?AccessToken=89", .body = "{\"Tag\":\"radio\"}")->status,
        200);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true,
                      .body = "{\"Email\":\"demo@example.org\",\"Password\":\"demo\"}")
                     ->status,
                 200);
}

Test(strict, strict_names_a_field_of_a_form_that_is_not_known)
{
    const struct call form = {.method = "POST",
                              .target = "/API/Login",
                              .content_type = "application/x-www-form-urlencoded",
                              .body = "Email=demo@example.org&Password=demo&Pass=1"};
    cr_assert_eq(sandbox_call(&control, form)->status, 200);
    control.service.strict = true;
    cr_assert_eq(sandbox_call(&control, form)->status, 422);
    cr_assert_str_eq(reply_message(), "pass:NotSupported");
}

Test(strict, of_a_parameter_given_twice_only_the_last_value_counts)
{
    cr_assert_eq(CALL(.target = P "1/Enqueue?WithPPC=maybe&Lang=x&WithPPC=false&Lang=en-US")->status, 200,
                 "%s", reply_message());
    const json_t *config = json_object_get(reply_data(), "TranscriptionConfig");
    cr_assert(json_is_false(json_object_get(config, "WithPPC")));
    cr_assert_str_eq(json_string_value(json_object_get(config, "Language")), "en-US");
    cr_assert_eq(CALL(.target = P "6/Enqueue?WithPPC=false&WithPPC=maybe")->status, 422);
}

Test(strict, unknown_values_of_text_parameters_have_no_effect_and_are_noted_for_the_log)
{
    static const char *const unknown[][2] = {
        {"UnhighlightedColor=Mauve", "UnhighlightedColor"},
        {"UnhighlightedBackgroundColor=7", "UnhighlightedBackgroundColor"},
        {"CodePageNumber=852", "CodePageNumber"},
        {"DiskFormatCode=STL24.01", "DiskFormatCode"},
        {"DisplayStandardCode=3", "DisplayStandardCode"},
        {"LanguageCode=XY", "LanguageCode"},
        {"UseBoxAroundText=yes", "UseBoxAroundText"},
        {"SpeakerSignPlacement=above", "SpeakerSignPlacement"},
        {"VariantId=9", "VariantId"},
        {"FormattingMode=Rich", "FormattingMode"},
        {"HighlightingMode=Letters", "HighlightingMode"},
    };
    char *plain = mem_copy(buffer_text(&CALL(.target = P "2/Export/Subtitles")->body));
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        char target[128], message[80], note[100];
        snprintf(target, sizeof target, P "2/Export/Subtitles?%s", unknown[i][0]);
        snprintf(note, sizeof note, "not known here and without effect: %s", unknown[i][1]);
        snprintf(message, sizeof message, "%c%s:Invalid", unknown[i][1][0] + 'a' - 'A', unknown[i][1] + 1);
        const struct reply *reply = CALL(.target = target);
        cr_assert_eq(reply->status, 200, "%s", target);
        cr_assert_str_eq(buffer_text(&reply->body), plain, "%s", target);
        cr_assert_str_eq(reply->note, note);
        control.service.strict = true;
        cr_assert_eq(CALL(.target = target)->status, 422, "%s", target);
        cr_assert_str_eq(reply_message(), message);
        control.service.strict = false;
    }
    cr_assert_null(CALL(.target = P "2/Export/Subtitles?VariantId=CRLF&HighlightingMode=words")->note);
    free(plain);
}
