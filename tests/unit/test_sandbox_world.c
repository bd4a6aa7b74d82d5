/* The world and its store: seeds, generated projects, what survives a restart. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cues.h"
#include "login_data.h"
#include "options.h"
#include "steno/base/text.h"
#include "world_store.h"
#include "support/asserts.h"

#define NOW INT64_C(1780000000000)

Test(world, the_twelve_projects_are_those_of_the_design)
{
    struct world *world = world_new(12, 8000);
    struct world_project *first = world_find(world, 1, NOW, NULL);
    cr_assert_str_eq(first->seed->name, "Council meeting, 14 May");
    cr_assert_eq(first->state, WORLD_NONE);
    cr_assert_str_eq(first->seed->length, "00:42:10");
    cr_assert_eq(json_array_size(first->tags), 2);
    cr_assert_eq(world_find(world, 2, NOW, NULL)->state, WORLD_COMPLETED);
    cr_assert(world_find(world, 3, NOW, NULL)->seed->no_media);
    cr_assert(world_find(world, 4, NOW, NULL)->seed->fails);
    cr_assert_eq(cues_length(world_find(world, 5, NOW, NULL)->seed->name), 200);
    cr_assert_not(text_is_valid("\xFF", 1));
    cr_assert(text_is_valid(world_find(world, 6, NOW, NULL)->seed->name,
                            strlen(world_find(world, 6, NOW, NULL)->seed->name)));
    cr_assert_null(world_find(world, 13, NOW, NULL));
    world_free(world);
}

/* A date of the project as it goes out. */
static void expect_date(struct world *world, int64_t id, const char *name, const char *wanted)
{
    json_t *data = world_project_json(world_find(world, id, NOW, NULL), false);
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
    cr_expect_eq(world_find(world, 1, NOW + 19999, NULL)->state, WORLD_IN_PROGRESS);
    cr_expect_eq(world_find(world, 2, NOW + 19999, NULL)->state, WORLD_COMPLETED);
    struct world_project *project = world_find(world, 1, NOW + 20000, NULL);
    cr_expect_eq(project->state, WORLD_COMPLETED);
    cr_expect_eq(project->payer, 1);
    cr_expect_str_eq(world_project_language(project), "en-US");
    world_free(world);
}

Test(world, more_projects_are_named_by_their_ids)
{
    struct world *world = world_new(20000, 8000);
    char *name = world_project_name(world_find(world, 20000, NOW, NULL));
    cr_assert_str_has(name, "20000");
    cr_assert_null(world_find(world, 20001, NOW, NULL));
    free(name);
    world_free(world);
}

/* A path in a new folder of the test's own. */
static void temp_path(char *path, size_t size)
{
    char folder[] = "/tmp/steno-test-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, size, "%s/store.db", folder);
}

/* Removes such a path and its folder. */
static void temp_remove(char *path)
{
    unlink(path);
    *strrchr(path, '/') = '\0';
    rmdir(path);
}

Test(world, changes_and_consents_survive_a_restart)
{
    char path[64];
    struct error err;
    struct login_data accounts;
    temp_path(path, sizeof path);
    struct world_store *store = world_store_open(path, &err);
    cr_assert_not_null(store, "%s", err.text);
    struct world *world = world_new(12, 8000);
    struct world_project *project = world_find(world, 1, NOW, NULL);
    struct param_set *run = param_set_new(&params_enqueue);
    cr_assert(param_set_put(run, param_find(run->table, "Lang"), "en-US", NULL));
    world_enqueue(world, project, run, 1, NOW);
    world_set_metadata(project, "klíč", "hodnota", NOW);
    cr_assert(world_delete_tag(project, "news", NOW));
    login_data_init(&accounts, NULL);
    accounts.rows[1].consent = true;
    cr_assert(world_store_save(store, project, &accounts.rows[1], &err));
    int64_t version = project->version;
    world_store_close(store);
    world_free(world);

    store = world_store_open(path, &err);
    world = world_new(12, 8000);
    login_data_init(&accounts, NULL);
    cr_assert(world_store_load(store, world, &accounts, &err), "%s", err.text);
    project = world_find(world, 1, NOW + 1, NULL);
    cr_assert_eq(project->version, version);
    cr_assert_eq(project->state, WORLD_IN_PROGRESS);
    cr_assert_eq(json_array_size(project->tags), 1);
    cr_assert_str_eq(json_string_value(json_object_get(project->metadata, "klíč")), "hodnota");
    cr_assert(accounts.rows[1].consent);
    cr_assert_eq(world_find(world, 1, NOW + 8000, NULL)->state, WORLD_COMPLETED);
    cr_assert_str_eq(world_project_language(project), "en-US");
    cr_assert_eq(project->payer, 1);
    world_store_close(store);
    world_free(world);
    temp_remove(path);
}

Test(world, tokens_and_what_was_spent_survive_a_restart)
{
    char path[64];
    struct error err;
    struct login_data before, after;
    temp_path(path, sizeof path);
    struct world_store *store = world_store_open(path, &err);
    login_data_init(&before, NULL);
    before.rows[0].spent_ms = 61000;
    cr_assert(world_store_save(store, NULL, &before.rows[0], &err), "%s", err.text);
    world_store_close(store);
    store = world_store_open(path, &err);
    struct world *world = world_new(12, 8000);
    login_data_init(&after, NULL);
    cr_assert(world_store_load(store, world, &after, &err), "%s", err.text);
    cr_assert_str_eq(after.rows[0].token, before.rows[0].token);
    cr_assert_eq(after.rows[0].spent_ms, 61000);
    cr_assert_str_neq(after.rows[1].token, before.rows[1].token, "this one was not stored");
    world_store_close(store);
    world_free(world);
    temp_remove(path);
}

Test(world, a_saved_transcript_survives_a_restart_with_its_label)
{
    struct world *world = world_new(12, 8000), *next = world_new(12, 8000);
    struct world_project *project = world_find(world, 4, NOW, NULL);
    struct param_set *run = param_set_new(&params_enqueue);
    param_set_put(run, param_find(run->table, "Lang"), "de-DE", NULL);
    project->spoken = run;
    project->has_transcript = true;
    project->label = strdup("kept");
    json_t *saved = world_project_save(project);
    cr_assert(world_project_load(world_find(next, 4, NOW, NULL), saved));
    cr_assert_str_eq(world_project_language(world_find(next, 4, NOW, NULL)), "de-DE");
    cr_assert_str_eq(world_find(next, 4, NOW, NULL)->label, "kept");
    json_decref(saved);
    world_free(world);
    world_free(next);
}

Test(world, a_file_of_another_kind_is_refused_and_stays_as_it_is)
{
    char path[64], content[8] = {0};
    struct error err;
    temp_path(path, sizeof path);
    FILE *file = fopen(path, "w");
    fputs("hello", file);
    fclose(file);
    cr_assert_null(world_store_open(path, &err));
    cr_assert_str_has(err.text, path);
    file = fopen(path, "r");
    cr_assert_not_null(fgets(content, sizeof content, file));
    fclose(file);
    cr_assert_str_eq(content, "hello");
    temp_remove(path);
}

Test(world, a_damaged_file_is_refused_and_not_read_in_part)
{
    char path[64], rubbish[4096];
    struct error err;
    struct login_data accounts;
    struct world *world = world_new(12, 8000);
    temp_path(path, sizeof path);
    struct world_store *store = world_store_open(path, &err);
    login_data_init(&accounts, NULL);
    for (int64_t id = 1; id <= 12; id++)
        cr_assert(world_store_save(store, world_find(world, id, NOW, NULL), NULL, &err), "%s", err.text);
    world_store_close(store);
    memset(rubbish, 0xAA, sizeof rubbish);
    FILE *file = fopen(path, "r+");
    fseek(file, sizeof rubbish, SEEK_SET); /* the page behind the first: rows of projects */
    fwrite(rubbish, 1, sizeof rubbish, file);
    fclose(file);
    store = world_store_open(path, &err);
    cr_assert(!store || !world_store_load(store, world, &accounts, &err));
    cr_assert_neq(err.text[0], '\0');
    world_store_close(store);
    world_free(world);
    temp_remove(path);
}

Test(world, however_slow_a_transcription_is_it_does_not_end_at_once)
{
    struct world *world = world_new(12, WORLD_BY_LENGTH);
    struct world_project *project = world_find(world, 2, NOW, NULL);
    world_set_speed(world, 1e-30);
    world_enqueue(world, project, param_set_new(&params_enqueue), 1, NOW);
    cr_assert_gt(project->done_ms, NOW + INT64_C(86400000));
    world_free(world);
}

Test(world, random_tokens_differ_and_a_given_one_is_taken_exactly)
{
    struct login_data one, two;
    login_data_init(&one, NULL);
    login_data_init(&two, "T");
    cr_assert_str_neq(one.rows[0].token, one.rows[1].token);
    cr_assert_eq(strlen(one.rows[0].token), 36);
    cr_assert_eq(login_data_by_token(&two, "T"), &two.rows[0]);
    cr_assert_null(login_data_by_token(&two, "Bearer T"));
    cr_assert_null(login_data_by_token(&two, "t"));
    cr_assert_null(login_data_by_token(&two, NULL));
}

Test(world, options_are_read_or_refused_with_a_reason)
{
    struct options options;
    struct error err;
    char *good[] = {
        "steno-sandbox", "--port=0", "--transcribe-seconds", "0.5", "--fault", "a", "--fault=b", "--tls",
        "cert",          "key",      "--until-stdin-closes"};
    cr_assert(options_parse(&options, sizeof good / sizeof good[0], good, &err), "%s", err.text);
    cr_assert_eq(options.port, 0);
    cr_assert_eq(options.transcribe_ms, 500);
    cr_assert_eq(options.fault_count, 2);
    cr_assert_str_eq(options.tls_key, "key");
    char *bad[][3] = {{"s", "--port", "70000"}, {"s", "--port", "x"},        {"s", "--api-path", "API"},
                      {"s", "--verbose=1", ""}, {"s", "--what", "is"},       {"s", "--projects", "-1"},
                      {"s", "--tls", "one"},    {"s", "--token", ""},        {"s", "-x", ""},
                      {"s", "--token", "a b"},  {"s", "--token", "\xC5\x99"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_not(options_parse(&options, 3, bad[i], &err), "%s", bad[i][1]);
        cr_assert_eq(err.kind, ERROR_USAGE);
    }
    char *lonely[] = {"s", "--db"};
    cr_assert_not(options_parse(&options, 2, lonely, &err));
}
