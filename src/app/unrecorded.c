/* Owns the question about writes that the store could not record: sent so, one whose answer is lost with this
 * program is known to nobody. Yes is for the rest of the session. */
#include <stdint.h>

#include "ask.h"
#include "marked.h"
#include "steno/client/calls.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"

/* The oldest one that waits for an answer, or NULL. */
static struct client_call *unrecorded_first(const struct app *app)
{
    for (size_t i = 0; i < app->client->call_count; i++) {
        if (app->client->calls[i].unrecorded)
            return &app->client->calls[i];
    }
    return NULL;
}

static void unrecorded_send(struct app *app, int64_t id)
{
    (void)id;
    app->client->sends_unrecorded = true;
    for (struct client_call *entry; (entry = unrecorded_first(app)) != NULL;)
        client_call_send_unrecorded(app->client, entry);
}

static void unrecorded_refuse(struct app *app, int64_t id)
{
    (void)id;
    if (app->marked->active)
        marked_cancel(app);
    for (struct client_call *entry; (entry = unrecorded_first(app)) != NULL;)
        client_call_give_up(app->client, entry);
}

static void unrecorded_ask(struct app *app)
{
    const struct client_call *entry = unrecorded_first(app);
    bool is_asked = app->question->text && app->asker->yes == unrecorded_send;
    if (entry)
        part_wake(app, &part_unrecorded);
    if (is_asked && !entry)
        app_question_close(app);
    if (!entry || app->question->text)
        return;
    app_ask(app, &(struct app_question_ask){.parts = {{.piece = entry->what},
                                                      {.words = " could not be recorded and was not sent. "},
                                                      {.piece = entry->unrecorded},
                                                      {.words = ". Send it unrecorded?"}},
                                            .verb = {.word = "Send"},
                                            .yes = unrecorded_send,
                                            .no = unrecorded_refuse,
                                            .refused = "Nothing was sent"});
}

const struct part part_unrecorded = {
    .name = "unrecorded", .wakes = STALE_UNSENT, .turn = unrecorded_ask, .until_quit = true};
