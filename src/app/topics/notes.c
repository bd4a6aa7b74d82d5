/* Owns the notes of one's own: of the project at hand, or one for all that are marked, which is asked. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "steno/app/action.h"
#include "ask.h"
#include "steno/core/effect.h"
#include "steno/client/saves.h"
#include "steno/app/project.h"
#include "prompt.h"
#include "state.h"
#include "status.h"
#include "steno/app/watchlist.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/store_op.h"

#define NOTE_CELLS  24 /* of an old note in the question */
#define NOTES_SHOWN 6  /* at most; the others are counted */

/* Keeps a note, or takes it away where the text is empty. */
static void notes_set(struct app *app, int64_t id, const char *text)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    free(project->note);
    project->note = *text ? text_clean_copy(text) : NULL;
    saves_keep(app->client, STORE_WATCH_NOTE, id, mem_printf("note of %" PRId64, id), NULL)->op->text =
        mem_copy(text);
    app_stale_row(app, id);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, id);
}

static const struct prompt_ops note_prompt = {
    .label = "Note: ", .kept_as = "line.note", .overwrites = true, .shows = SHOWS_LINE, .accept = notes_set};

/* Yes: the note of all that are marked. */
static void notes_set_marked(struct app *app, int64_t id, const char *text)
{
    (void)id;
    const struct list *list = &app->list;
    for (size_t i = 0; i < list->mark_count; i++)
        notes_set(app, list->marks[i], text);
    app_say(app, "%s of %zu projects %s", *text ? "Note" : "Notes", list->mark_count,
            *text ? "saved" : "removed");
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
    char *words = mem_printf("%s%zu projects (", what, list->mark_count);
    char *names = app_ask_names(app, list->marks, list->mark_count, text_width(words) + 2);
    char *all = mem_printf("%s%s)?", words, names);
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
    free(names);
    free(words);
}

static const struct prompt_ops notes_prompt = {.label = "Note for the marked projects: ",
                                               .kept_as = "line.notes",
                                               .overwrites = true,
                                               .shows = SHOWS_PANE,
                                               .accept = notes_ask};

/* Typed before its line was shown, a note may be half a key sequence: it is not saved. */
static bool notes_is_early(struct app *app, const char *text)
{
    if (*text && app->early)
        app_say_bad(app,
                    "The note was not saved: it was typed before its line was shown; %s and Up bring it back",
                    app_key_of(app, "command"));
    return *text && app->early;
}

static void notes_write(struct app *app, const char *arg)
{
    bool many = app->list.mark_count > 0;
    const struct app_project *project = many ? NULL : app_project_at_hand(app);
    if (notes_is_early(app, arg))
        return;
    if (many && *arg)
        notes_ask(app, 0, arg);
    else if (many)
        app_prompt_open(app, &notes_prompt, 0, "");
    else if (*arg)
        notes_set(app, project->id, arg);
    else
        app_prompt_open(app, &note_prompt, project->id, project->note);
}

/* clang-format off */
static const struct action notes_actions[] = {
    {.name = "note", .keys = "b", .where = IN_PANES | NEEDS_PROJECT | ON_MARKED, .group = GROUP_PROJECT,
     .arg = "TEXT", .brief = "A note of your own",
     .help = "Write a note of your own on the project", .run_with = notes_write},
};
/* clang-format on */

const struct part part_notes = {.name = "notes", PART_ACTIONS(notes_actions)};
