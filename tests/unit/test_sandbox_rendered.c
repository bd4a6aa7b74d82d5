/* What is asked for again is written once, and never out of date. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct control control;

static void setup(void)
{
    control = (struct control){0};
    service_init(&control.service, world_new(WORLD_DEFAULT, 8000), NULL, TOKEN);
}

static void teardown(void)
{
    control_free(&control);
}

TestSuite(rendered, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"
#define VTT       P "2/Export/Subtitles?FileFormatId=vtt"
#define RENAME(name)                                                                                         \
    cr_assert_eq(                                                                                            \
        CALL(.method = "POST", .target = "/__sandbox/projects/2", .body = "{\"Name\":\"" name "\"}")         \
            ->status,                                                                                        \
        200)

/* The bytes of an answer, as many as a text has. Caller frees. */
static char *answer(const char *target, const char *token)
{
    const struct reply *reply = CALL(.target = target, .token = token);
    cr_assert_eq(reply->status, 200, "%s", target);
    return mem_copy(buffer_text(&reply->body));
}

/* Has the answer a text, both when it is written and when it is kept? */
static void assert_says(const char *target, const char *text)
{
    for (int i = 0; i < 2; i++) {
        char *body = answer(target, NULL);
        cr_assert_str_has(body, text, "no “%s” in: %s", text, body);
        free(body);
    }
}

Test(rendered, an_answer_that_is_kept_is_the_one_that_was_written)
{
    static const char *const targets[] = {P "2", P "13", P "2/Export/Subtitles?VariantId=9"};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++) {
        const struct reply *reply = CALL(.target = targets[i]);
        char *body = mem_copy(buffer_text(&reply->body)), *note = mem_copy_or_null(reply->note),
             *disposition = mem_copy_or_null(reply->disposition);
        const char *type = reply->type;
        reply = CALL(.target = targets[i]);
        cr_assert_str_eq(buffer_text(&reply->body), body);
        cr_assert_str_eq(reply->type, type);
        cr_assert_eq(!reply->note, !note);
        cr_assert(!note || strcmp(reply->note, note) == 0);
        cr_assert_eq(!reply->disposition, !disposition);
        cr_assert(!disposition || strcmp(reply->disposition, disposition) == 0);
        free(body);
        free(note);
        free(disposition);
    }
}

Test(rendered, every_change_is_in_the_next_answer)
{
    assert_says(P "2", "\"Interview: dam keeper\"");
    assert_says(VTT, "NOTE Language: en-US");
    RENAME("One");
    assert_says(P "2", "\"One\"");
    CALL(.target = P "2/Enqueue?Lang=de-DE");
    assert_says(P "2", "\"InProgress\"");
    CALL(.target = P "2", .now_ms = NOW + 8000);
    assert_says(VTT, "NOTE Language: de-DE");
    control.service.show_metadata = true;
    assert_says(P "2", "\"Programme\"");
}

/* Versions begin again after a reset, and another change may get the number of one that was answered. */
Test(rendered, nothing_from_before_a_reset_is_answered)
{
    RENAME("One");
    assert_says(P "2", "\"One\"");
    cr_assert_eq(CALL(.method = "POST", .target = "/__sandbox/reset")->status, 200);
    RENAME("Two");
    assert_says(P "2", "\"Two\"");
}

Test(rendered, a_shared_project_is_read_only_to_those_it_is_shared_with)
{
    const char *owner = control.service.accounts.rows[2].token;
    for (int i = 0; i < 2; i++) {
        char *shared = answer(P "13", NULL), *own = answer(P "13", owner);
        cr_assert_str_has(shared, "\"IsReadOnly\":true");
        cr_assert_str_has(own, "\"IsReadOnly\":false");
        free(shared);
        free(own);
    }
}

Test(rendered, a_fault_changes_what_is_kept_for_others_in_no_way)
{
    struct error err;
    char *before = answer(P "2", NULL);
    cr_assert(faults_add(&control.faults, "get-project:missing=AccessToken*1", &err));
    char *faulted = answer(P "2", NULL), *after = answer(P "2", NULL);
    cr_assert_str_lacks(faulted, "AccessToken");
    cr_assert_str_eq(after, before);
    free(before);
    free(faulted);
    free(after);
}

Test(rendered, more_answers_than_are_kept_are_all_right)
{
    for (int round = 0; round < 2; round++) {
        for (int length = 20; length < 20 + REPLY_CACHE_MAX + 5; length++) {
            char *target = mem_printf(P "2/Export/Subtitles?FileFormatId=txt&SubtitleLineLength=%d", length);
            char *body = answer(target, NULL);
            cr_assert_leq((int)strcspn(body, "\n"), length);
            cr_assert_gt((int)strcspn(body, "\n"), length - 16);
            free(body);
            free(target);
        }
    }
}
