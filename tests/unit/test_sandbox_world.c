/* The world: seeds, generated projects. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "service.h"
#include "steno/base/text.h"
#include "world.h"
#include "support/asserts.h"

#define NOW INT64_C(1780000000000)

Test(world, the_twelve_projects_are_those_of_the_design)
{
    struct world *world = world_new(12, 8000);
    struct world_project *first = world_find(world, 1, NOW);
    cr_assert_str_eq(first->seed->name, "Council meeting, 14 May");
    cr_assert_eq(first->state, WORLD_NONE);
    cr_assert_str_eq(first->seed->length, "00:42:10");
    cr_assert_eq(json_array_size(first->tags), 2);
    cr_assert_eq(world_find(world, 2, NOW)->state, WORLD_COMPLETED);
    cr_assert(world_find(world, 3, NOW)->seed->no_media);
    cr_assert(world_find(world, 4, NOW)->seed->fails);
    cr_assert_eq(strlen(world_find(world, 5, NOW)->seed->name), 200);
    cr_assert_not(text_is_valid("\xFF", 1));
    cr_assert(
        text_is_valid(world_find(world, 6, NOW)->seed->name, strlen(world_find(world, 6, NOW)->seed->name)));
    cr_assert_null(world_find(world, 13, NOW));
    world_free(world);
}

/* A date of the project as it goes out. */
static void expect_date(struct world *world, int64_t id, const char *name, const char *wanted)
{
    json_t *data = world_project_json(world_find(world, id, NOW), false);
    const char *date = json_string_value(json_object_get(data, name));
    cr_expect_str_eq(date, wanted, "%lld %s: %s", (long long)id, name, date);
    json_decref(data);
}

Test(world, dates_move_to_the_start_in_the_form_they_are_written_in)
{
    struct world *world = world_new(12, WORLD_BY_LENGTH);
    expect_date(world, 1, "Created", "2026-05-14T11:58:31.4021337+02:00");
    world_set_start(world, SEED_START_MS + INT64_C(366) * 24 * 3600 * 1000 + 61000, 0);
    expect_date(world, 1, "Created", "2027-05-15T11:59:32.4021337+02:00");
    expect_date(world, 3, "Updated", "2027-05-17T10:01:01Z");
    expect_date(world, 7, "DeleteAt", "2027-05-26T14:01:01+02:00");
    expect_date(world, 5, "ExpirationDate", "2027-05-29T14:01:01+02:00");
    world_free(world);
}

Test(world, what_is_in_progress_at_the_start_is_completed_after_20_s_and_paid_by_the_first_account)
{
    struct world *world = world_new(12, WORLD_BY_LENGTH);
    world_set_start(world, NOW, 1);
    cr_expect_eq(world_find(world, 1, NOW + 19999)->state, WORLD_IN_PROGRESS);
    cr_expect_eq(world_find(world, 2, NOW + 19999)->state, WORLD_COMPLETED);
    struct world_project *project = world_find(world, 1, NOW + 20000);
    cr_expect_eq(project->state, WORLD_COMPLETED);
    cr_expect_eq(project->payer, 1);
    cr_expect_str_eq(world_project_language(project), "en-US");
    world_free(world);
}

Test(world, more_projects_are_named_by_their_ids)
{
    struct world *world = world_new(20000, 8000);
    char *name = world_project_name(world_find(world, 20000, NOW));
    cr_assert_str_has(name, "20000");
    cr_assert_null(world_find(world, 20001, NOW));
    free(name);
    world_free(world);
}

Test(world, random_tokens_differ_and_a_given_one_is_taken_exactly)
{
    struct service one, two;
    service_init(&one, world_new(1, 0), NULL, NULL);
    service_init(&two, world_new(1, 0), NULL, "T");
    cr_assert_str_neq(one.accounts[0].token, one.accounts[1].token);
    cr_assert_eq(strlen(one.accounts[0].token), 36);
    cr_assert_str_eq(two.accounts[0].token, "T");
    service_free(&one);
    service_free(&two);
}
