/* Panes: each a table of operations in its topic's file, and its lines, which are built at most once a turn.
 *
 * A pane has a number, its place in app->panes; the watchlist, which has rows and no lines, is PANE_LIST.
 * Others are found by their names, which are those of the actions that open them. */
#ifndef STENO_APP_PAGES_H
#define STENO_APP_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/page.h"

struct app;
struct app_call;
struct app_project;

#define PANES_MAX 16

/* In which column a pane stands when the program starts; the details stay beside the list. */
enum pane_place { PLACE_NONE, PLACE_BESIDE, PLACE_THIRD };

/* What a pane is and does. A function that is NULL does nothing, unless it says otherwise. */
struct pane_ops {
    const char *name;
    const char *title; /* until its lines have one */
    enum pane_place place;
    bool walked;         /* next-pane comes by where there is one column */
    bool about_project;  /* shows the project at hand, and is built anew with it */
    bool about_activity; /* shows what happened */
    bool wants_whole;    /* and shows nothing before the whole project is here */
    bool numbered;       /* the dialogue by lines numbers the lines, to choose one */
    bool grouped;        /* its lines stand under headings */

    /* Cells of the labels with their gap: at least, which is enough for the tables, and at most, where a
     * third of the pane is as wide. `label_wide`: always what they may take, so that the column stands still
     * while one project follows the other. */
    int label_least, label_most;
    bool label_wide;

    void (*build)(struct app *app, struct page *page, int cells); /* NULL: it is the list */
    void (*built)(struct app *app);
    void (*moved)(struct app *app); /* the cursor */
    void (*enter)(struct app *app);
    void (*add)(struct app *app);
    void (*delete)(struct app *app, const char *arg); /* what is under the cursor; arg: that of the action */
    void (*refresh)(struct app *app);                 /* NULL: the project at hand is read */
    char *(*copied)(const struct app *app);           /* what copy takes; NULL: the value under the cursor */
    void (*filter)(struct app *app,
                   const char *text); /* a search leaves only lines with it; NULL text: all */
    /* Is the call about what it shows? NULL: a reading of the project at hand is. */
    bool (*awaits)(const struct app *app, const struct app_call *call);
};

struct pane {
    const struct pane_ops *ops;
    struct page page; /* unused by the list */
    bool stale;       /* to be built anew */
};

/* Of app_new and app_free: the panes of all topics, the list first, the others in the order of topics. */
void app_panes_begin(struct app *app);
void app_panes_end(struct app *app);

/* The number of a pane, by its name, which must be one. */
int app_pane_find(const struct app *app, const char *name);
struct page *app_page_of(const struct app *app, const char *name);
/* The title of its lines, or its own. */
const char *app_pane_title(const struct app *app, int pane);

/* What the pane shows has changed. */
void app_page_touch(struct app *app, const char *name);
void app_pages_build(struct app *app);
/* The note of a pane about a project that cannot be shown: there is none (NULL), or it was not read yet. */
void page_note_missing(const struct app *app, struct page *page, const struct app_project *project);

#endif
