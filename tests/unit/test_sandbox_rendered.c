/* An answer is never out of date. */
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

static void assert_says(const char *target, const char *text)
{
    char *body = answer(target, NULL);
    cr_assert_str_has(body, text, "no “%s” in: %s", text, body);
    free(body);
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
    char *shared = answer(P "13", NULL), *own = answer(P "13", control.service.accounts.rows[2].token);
    cr_assert_str_has(shared, "\"IsReadOnly\":true");
    cr_assert_str_has(own, "\"IsReadOnly\":false");
    free(shared);
    free(own);
}

Test(rendered, a_fault_changes_one_answer_and_none_after_it)
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
