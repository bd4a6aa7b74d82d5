/* The sandbox beyond one account's own projects: sharing, members that are null or absent, credit, run times,
 * and what a second run leaves of the first. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
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

TestSuite(whole, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"
#define NEWCOMER  control.service.accounts.rows[1].token
#define OTHER     control.service.accounts.rows[2].token

/* --- projects of others --- */

Test(whole, a_project_that_is_not_shared_is_403_in_every_way)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        char target[128];
        const char *brace = strchr(endpoints[i].path, '{');
        if (!brace)
            continue;
        for (int id = 14; id <= 15; id++) {
            snprintf(target, sizeof target, "/API%.*s%d%s?AccessToken=%d&Key=a",
                     (int)(brace - endpoints[i].path), endpoints[i].path, id, strchr(brace, '}') + 1,
                     1000 + id);
            cr_assert_eq(
                CALL(.method = endpoints[i].method, .target = target, .body = "{\"Tag\":\"a\"}")->status, 403,
                "%s", target);
        }
    }
    cr_assert_eq(CALL(.target = P "16")->status, 404);
}

Test(whole, a_shared_project_is_read_and_exported_but_not_changed)
{
    cr_assert_eq(CALL(.target = P "13")->status, 200);
    cr_assert(json_is_true(json_object_get(reply_data(), "IsReadOnly")));
    cr_assert_eq(CALL(.target = P "13/Export/Subtitles")->status, 200);
    cr_assert_eq(CALL(.target = P "13/Enqueue")->status, 403);
    cr_assert_eq(
        CALL(.method = "POST", .target = P "13/Metadata?Key=a&AccessToken=1013", .body = "b")->status, 403);
}

Test(whole, to_their_owner_they_are_ordinary_and_ours_are_not)
{
    for (int id = 1; id <= 15; id++) {
        char target[64];
        snprintf(target, sizeof target, P "%d", id);
        cr_assert_eq(CALL(.target = target, .token = OTHER)->status, id > 12 ? 200 : 403, "%d", id);
        cr_assert_eq(CALL(.target = target, .token = NEWCOMER)->status, id < 14 ? 200 : 403, "%d", id);
    }
    CALL(.target = P "13", .token = OTHER);
    cr_assert(json_is_false(json_object_get(reply_data(), "IsReadOnly")));
    cr_assert_eq(CALL(.target = P "14/Enqueue", .token = OTHER)->status, 200);
}

Test(whole, a_number_of_projects_makes_ordinary_ones_of_them)
{
    teardown();
    control = (struct control){0};
    service_init(&control.service, world_new(15, 8000), NULL, TOKEN);
    cr_assert_eq(CALL(.target = P "14")->status, 200);
    cr_assert_eq(CALL(.target = P "14/Enqueue")->status, 200);
}

/* --- null and absent --- */

/* How many optional members are null, and how many are missing. Those in elements of lists count once. */
static void count_blanks(const struct field_table *table, const json_t *resource, size_t *nulls,
                         size_t *absent)
{
    *nulls = *absent = 0;
    for (size_t i = 0; i < table->count; i++) {
        const char *at = table->rows[i].path + (table->root[0] ? strlen(table->root) + 1 : 0);
        const json_t *value = resource;
        if (table->rows[i].required)
            continue;
        while (value && at[0]) {
            char name[40];
            size_t len = strcspn(at, ".[");
            snprintf(name, sizeof name, "%.*s", (int)len, at);
            value = json_object_get(value, name);
            for (at += len; at[0] == '['; at += 2)
                value = json_is_array(value) ? json_array_get(value, 0) : value;
            at += at[0] == '.';
        }
        *nulls += value && json_is_null(value);
        *absent += !value;
    }
}

Test(whole, every_optional_member_is_null_in_one_project_and_absent_in_another)
{
    size_t nulls, absent, optional = 0;
    for (size_t i = 0; i < fields_project.count; i++)
        optional += !fields_project.rows[i].required;
    CALL(.target = P "13");
    count_blanks(&fields_project, reply_data(), &nulls, &absent);
    cr_assert_eq(nulls, optional);
    CALL(.target = P "12");
    count_blanks(&fields_project, reply_data(), &nulls, &absent);
    cr_assert_eq(absent, optional);
}

Test(whole, so_is_every_optional_member_of_a_user)
{
    size_t nulls, absent, optional = 0;
    for (size_t i = 0; i < fields_login.count; i++)
        optional += !fields_login.rows[i].required;
    CALL(.target = "/API/CurrentUser", .token = NEWCOMER);
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(nulls, optional);
    CALL(.target = "/API/CurrentUser", .token = OTHER);
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(absent, optional);
    CALL(.target = "/API/CurrentUser");
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(nulls + absent, 0);
}
