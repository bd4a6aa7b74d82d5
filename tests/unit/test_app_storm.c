/* Random keys, sizes, answers and store results in any order must leave the application in a valid state. The
 * seed is fixed, so that failures can be reproduced. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "support/asserts.h"
#include "support/replies.h"

#define EVENTS 1500

static const char *const states[] = {"None", "InProgress", "Completed", "Failed", "Sleeping", ""};
static uint64_t seed;

/* The next random number below `limit`. */
static unsigned draw(unsigned limit)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

/* A key that some pane uses; sometimes another key. */
static struct key any_key(void)
{
    static const char text[] = "jjkkggGGoiitmrRaedDxyyynNfsS#/:?APLJlqupvcXXUbh 123-_";
    static const enum key_kind kinds[] = {K_ENTER, K_ENTER,     K_TAB,  K_ESC, K_BACKSPACE, K_DELETE,
                                          K_UP,    K_DOWN,      K_LEFT, K_END, K_PAGE_UP,   K_PAGE_DOWN,
                                          K_HOME,  K_BACKSPACE, K_DOWN, K_UP,  K_RIGHT,     K_F};
    if (draw(3) == 0)
        return key_plain(kinds[draw(sizeof kinds / sizeof kinds[0])]);
    if (draw(40) == 0)
        return key_ctrl((char)('a' + draw(26)));
    return key_char((unsigned char)text[draw(sizeof text - 1)]);
}

/* Answers one call under way: success, an error, or something unusual. */
static void answer_a_call(void)
{
    static const enum error_kind kinds[] = {ERROR_CONNECT,         ERROR_NOT_FOUND,    ERROR_CONFLICT,
                                            ERROR_UNKNOWN_OUTCOME, ERROR_CANCELLED,    ERROR_EXISTS,
                                            ERROR_REJECTED,        ERROR_RATE_LIMITED, ERROR_NOT_LOGGED_IN};
    if (bench.app->call_count == 0)
        return;
    const struct app_call *under_way = &bench.app->calls[draw((unsigned)bench.app->call_count)];
    struct call call = {
        .serial = under_way->serial, .op = under_way->op, .project_id = under_way->project_id};
    if (draw(4) == 0) {
        bench_answer_error(&bench, &call, kinds[draw(9)], 400, "DataProtectionConsent: no");
    } else if (call.op == ENDPOINT_EXPORT) {
        bench_answer_file(&bench, &call, "out.srt", 10);
    } else if (call.op == ENDPOINT_LOGIN || call.op == ENDPOINT_CURRENT_USER) {
        bench_answer_login(&bench, &call, draw(3) ? "{\"Token\":\"t\",\"User\":{\"Email\":\"a@b\"}}" : "{}");
    } else if (call.op == ENDPOINT_PASSWORD_SETTINGS) {
        bench_answer_policy(&bench, &call, draw(3) ? "{\"RequiredLength\":8}" : "[]");
    } else {
        char *json = bench_json(call.project_id, states[draw(6)], draw(2) ? "Council" : "");
        bench_answer_project(&bench, &call, json);
        free(json);
    }
}

/* Another program changes the store. */
static void work_elsewhere(void)
{
    static const char *const names[] = {"One", "Two", ""};
    struct bench_row row = {draw(30) + 1, draw(4) ? states[draw(6)] : NULL, names[draw(3)]};
    struct error err;
    if (draw(3))
        bench_list(&bench, &row, 1);
    else
        store_list_remove(bench.store, &row.id, 1, NULL, &err);
    bench_store_changed(&bench);
    bench_clear(&bench);
}

/* Checks what every view assumes. */
static void check_state(void)
{
    const struct app *app = bench.app;
    cr_assert(app->list.count == 0 || app->list.selected < app->list.count);
    cr_assert_leq(app->list.count, app->project_count);
    cr_assert_leq(app->form_count, APP_FORMS_MAX);
    for (int pane = PANE_LIST + 1; pane < app->pane_count; pane++) {
        const struct page *page = &app->panes[pane].page;
        if (bench_shows(&bench, pane))
            cr_assert_eq(page->list.count, page->count, "pane %d", pane);
    }
    for (size_t i = 0; i < app->list.count; i++)
        cr_assert_not_null(app_project_find(app, app->list.ids[i]));
    cr_assert(!overlay_has(&app->overlays, OVERLAY_MENU) || app->menu->count == 0 ||
              app->menu->list.selected < app->menu->count);
    cr_assert((app->prompt->ops == NULL) == (app->prompt->edit == NULL));
    cr_assert((!app->asker->yes && !app->asker->yes_with) == (app->question->text == NULL));
    cr_assert_eq(overlay_has(&app->overlays, OVERLAY_QUESTION), app->question->text != NULL);
    cr_assert_eq(overlay_has(&app->overlays, OVERLAY_PROMPT), app->prompt->ops != NULL);
    cr_assert_eq(overlay_has(&app->overlays, OVERLAY_FORM), app->form_count > 0);
    for (size_t i = 1; i < app->overlays.count; i++)
        cr_assert_leq(app->overlays.items[i - 1].ops->kind, app->overlays.items[i].ops->kind);
    cr_assert(app->current == 0 || app_project_find(app, app->current) != NULL);
    for (size_t i = 0; i < bench.effects.count; i++)
        cr_assert_neq(bench.effects.items[i].kind == EFFECT_QUIT && !app->quitting, true);
}

/* Sends one random event. */
static void one_event(void)
{
    struct event event = {0};
    struct app_input input = {0};
    switch (draw(11)) {
    case 0:
        bench_resize(&bench, (int)draw(300) + 1, (int)draw(100) + 1);
        break;
    case 1:
        answer_a_call();
        break;
    case 2:
        work_elsewhere();
        break;
    case 3:
        bench_wait(&bench, draw(3) ? 200 : 20000);
        break;
    case 4:
        input = (struct app_input){.kind = INPUT_PASTE, .text = "12 \xff\x1b[31m 15\n"};
        bench_input(&bench, &input);
        break;
    case 5:
        event = (struct event){.kind = draw(2) ? EVENT_MAIL_TAKEN : EVENT_RESUMED};
        bench_event(&bench, &event);
        break;
    default:
        input = (struct app_input){.kind = INPUT_KEY,
                                   .key = any_key(),
                                   .seen = bench.app->overlays.generation -
                                           (draw(4) == 0 && bench.app->overlays.generation)};
        bench_input(&bench, &input);
        break;
    }
}

Test(app_storm, no_order_of_events_breaks_the_state, .timeout = 60)
{
    for (uint64_t run = 1; run <= 5; run++) {
        seed = run;
        bench_ready(&bench);
        for (int i = 0; i < EVENTS; i++) {
            one_event();
            if (draw(50) == 0)
                bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = draw(2) ? "again" : NULL});
            check_state();
            if (bench.app->quitting) {
                bench_free(&bench);
                bench_ready(&bench);
            }
        }
        bench_free(&bench);
    }
}
