/* The drawn screens of a conflict, cell by cell. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "screen/mock.h"
#include "steno/base/mem.h"

#define SEEN_MS (MOCK_WALL_MS - INT64_C(582000)) /* 19:02 */

static struct bench bench;

static void conflict_stop(void)
{
    bench_free(&bench);
}

TestSuite(mock_conflict, .fini = conflict_stop);

/* Project 2 with this version, tags and Episode. */
static struct project *conflict_project(int version, const char *tags, const char *episode)
{
    struct error err;
    char *text = mock_project(2);
    json_t *whole = json_loads(text, 0, NULL), *data = json_object_get(whole, "Data");
    json_object_set_new(data, "AccessToken", json_integer(version));
    json_object_set_new(data, "Tags", json_loads(tags, 0, NULL));
    json_object_set_new(data, "Metadata",
                        json_pack("{s:s,s:s}", "Programme", "Morning magazine", "Episode", episode));
    char *json = json_dumps(whole, 0);
    struct project *project = project_decode(json, strlen(json), &err);
    cr_assert_not_null(project);
    free(json);
    free(text);
    json_decref(whole);
    return project;
}

/* Somebody sets Episode to 120, and somebody else has set it to 119. */
static void conflict_happen(int cols, int rows)
{
    mock_world(&bench, cols, rows);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    mock_answer_reads(&bench);
    struct app_project *project = app_project_find(bench.app, 2);
    project_free(project->full);
    project->full = conflict_project(88, "[\"interview\",\"radio\"]", "118");
    project->fetched_ms = SEEN_MS;
    bench_keys(&bench, "m a");
    bench_type(&bench, "Episode");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "120");
    bench.wall_ms = MOCK_WALL_MS;
    bench_keys(&bench, "Enter");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_ADD_METADATA));
    error_set(&result->error, ERROR_CONFLICT, "Set metadata of project 2: nothing was changed.");
    result->error.status = 409;
    result->project = conflict_project(91, "[\"interview\",\"radio\",\"archive\"]", "119");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    bench_answer_entries(&bench, bench_store(&bench, STORE_METADATA_LIST), NULL, 0);
}

Test(mock_conflict, conflict80)
{
    conflict_happen(80, 24);
    mock_expect(&bench, "conflict80");
}

Test(mock_conflict, conflict40)
{
    conflict_happen(40, 10);
    mock_expect(&bench, "conflict40");
}
