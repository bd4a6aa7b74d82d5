/* Owns the notes of one's own: of the project at hand, or one for all that are marked, which is asked. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/keys.h"
#include "ask.h"
#include "steno/core/call.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/store.h"

#define NOTE_CELLS  24 /* of an old note in the question */
#define NOTES_SHOWN 6  /* at most; the others are counted */

struct notes_state {
    char *opened; /* the note that the line was opened on; NULL for none */
};

static void notes_end(struct app *app)
{
    struct notes_state *state = part_state(app, &part_notes);
    free(state->opened);
}

static bool notes_is_same(const char *one, const char *two)
{
    return strcmp(one ? one : "", two ? two : "") == 0;
}

/* The note of a project as the store has it now, NULL for none; caller frees. False, and said, where it
 * cannot be read. */
static bool notes_load(struct app *app, int64_t id, char **note)
{
    struct error err;
    *note = NULL;
    bool ok = store_note_load(app->store, id, note, &err);
    if (!ok)
        app_say_bad(app, "Cannot read the note: %s", err.text);
    return ok;
}

/* The store has the note: shows it. */
static void notes_show(struct app *app, int64_t id, const char *text)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    free(project->note);
    project->note = *text ? text_clean_copy(text) : NULL;
    app->order_may_differ = true;
}

static bool notes_set(struct app *app, int64_t id, const char *text)
{
    struct error err;
    char *what = mem_printf("note of %" PRId64, id);
    bool ok = app_kept(app, store_note_save(app->store, id, text, NULL, &err), what, &err);
    if (ok)
        notes_show(app, id, text);
    free(what);
    return ok;
}

static const struct prompt_ops note_prompt;

/* The line is open again, as it was typed. */
static void notes_reopen(struct app *app, int64_t id, const char *text)
{
    app_prompt_open(app, &note_prompt, id, text);
    app->prompt->is_changed = true;
}

/* While it is asked about, the line is what the next start offers; NULL: no longer. */
static void notes_keep_line(struct app *app, int64_t id, const char *text)
{
    struct error err;
    json_t *line = text && *text ? json_pack("{s:s}", "line", text) : NULL;
    bool ok = store_draft_save(app->store, note_prompt.kept_as, id, line, app->wall_ms, &err);
    json_decref(line);
    app_kept(app, ok, "the line being typed", &err);
}

static void notes_replace(struct app *app, int64_t id, const char *text)
{
    if (notes_set(app, id, text))
        notes_keep_line(app, id, NULL);
    else
        notes_reopen(app, id, text);
}

static void notes_leave(struct app *app, int64_t id)
{
    notes_keep_line(app, id, NULL);
}

/* Saves the line; where another program has changed the note since it was opened that is asked first. */
static void notes_accept(struct app *app, int64_t id, const char *text)
{
    struct notes_state *state = part_state(app, &part_notes);
    char *now;
    if (!notes_load(app, id, &now)) {
        notes_reopen(app, id, text);
    } else if (notes_is_same(now, state->opened) || notes_is_same(now, text)) {
        if (!notes_set(app, id, text))
            notes_reopen(app, id, text);
    } else {
        notes_keep_line(app, id, text);
        app_ask(app,
                &(struct app_question_ask){.parts = {{.words = now ? "Changed meanwhile to “"
                                                                   : "Removed meanwhile: y writes it again"},
                                                     {.piece = now},
                                                     {.words = now ? "”: y replaces it" : NULL}},
                                           .verb = {.word = "Replace"},
                                           .spares = "keeps it",
                                           .id = id,
                                           .arg = text,
                                           .no = notes_leave,
                                           .yes_with = notes_replace,
                                           .refused = "Nothing was changed"});
    }
    free(now);
}

static const struct prompt_ops note_prompt = {
    .label = "Note: ", .kept_as = "line.note", .overwrites = true, .accept = notes_accept};

/* Yes: the note of all that are marked, in one transaction. */
static void notes_set_marked(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct error err;
    const struct list *list = &app->list;
    char *what = mem_printf("%s of %zu projects", *text ? "note" : "notes", list->mark_count);
    bool ok = store_begin(app->store, &err);
    if (ok) {
        for (size_t i = 0; i < list->mark_count && ok; i++)
            ok = store_note_save(app->store, list->marks[i], text, NULL, &err);
        if (!ok)
            store_roll_back(app->store);
    }
    if (app_kept(app, ok && store_commit(app->store, &err), what, &err)) {
        for (size_t i = 0; i < list->mark_count; i++)
            notes_show(app, list->marks[i], text);
        app_say(app, "%s of %zu projects %s", *text ? "Note" : "Notes", list->mark_count,
                *text ? "saved" : "removed");
    }
    free(what);
}

/* The notes that would be replaced: "It replaces “ask Jana” of 1 and “legal” of 7."; NULL for none. Caller
 * frees. */
static char *notes_replaced(const struct app *app, const char *verb)
{
    struct buffer out;
    size_t count = 0;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        if (!project || !project->note || count++ >= NOTES_SHOWN)
            continue;
        char old[NOTE_CELLS * 8];
        text_clip(old, sizeof old, project->note, NOTE_CELLS);
        buffer_printf(&out, "%s“%s” of %" PRId64, out.len ? ", " : verb, old, project->id);
    }
    if (count > NOTES_SHOWN)
        buffer_printf(&out, " and %zu more", count - NOTES_SHOWN);
    if (count > 0)
        buffer_append_text(&out, ".");
    return count > 0 ? buffer_take(&out) : NULL;
}

/* Asks before the marked projects get one note. */
static void notes_ask(struct app *app, int64_t id, const char *text)
{
    (void)id;
    const char *what = *text ? "Set this note on " : "Remove the notes of ";
    const struct list *list = &app->list;
    char *ids = app_ask_ids(app, list->marks, list->mark_count);
    char *all = mem_printf("%s%zu projects (%s)?", what, list->mark_count, ids);
    char *note = notes_replaced(app, *text ? "It replaces " : "Removes ");
    app_ask(app, &(struct app_question_ask){.parts = {{.words = all}},
                                            .note = note,
                                            .verb = {.word = *text ? "Set" : "Remove"},
                                            .spares = "keeps them",
                                            .arg = text,
                                            .yes_with = notes_set_marked,
                                            .refused = "Nothing was changed"});
    free(note);
    free(all);
    free(ids);
}

static const struct prompt_ops notes_prompt = {.label = "Note for the marked projects: ",
                                               .kept_as = "line.notes",
                                               .overwrites = true,
                                               .accept = notes_ask};

static void notes_write(struct app *app, const char *arg)
{
    struct notes_state *state = part_state(app, &part_notes);
    bool many = app->list.mark_count > 0;
    const struct app_project *project = many ? NULL : app_project_at_hand(app);
    char *note;
    if (*arg && app->early) { /* it may be half a key sequence */
        app_say_bad(app,
                    "The note was not saved: it was typed before its line was shown; %s and Up bring it back",
                    app_key_of(app, "command"));
    } else if (many && *arg) {
        notes_ask(app, 0, arg);
    } else if (many) {
        app_prompt_open(app, &notes_prompt, 0, "");
    } else if (*arg) {
        notes_set(app, project->id, arg);
    } else if (notes_load(app, project->id, &note)) {
        free(state->opened);
        state->opened = note;
        app_prompt_open(app, &note_prompt, project->id, note);
    }
}

/* clang-format off */
static const struct action notes_actions[] = {
    {.name = "note", .keys = "b", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .arg = "TEXT",
     .help = "Write a note of your own on the project", .run_with = notes_write},
};
/* clang-format on */

const struct part part_notes = {
    .name = "notes", .state_size = sizeof(struct notes_state), .end = notes_end, PART_ACTIONS(notes_actions)};
