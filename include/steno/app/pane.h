/* A pane: a table of operations in its topic's file. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PANE_H
#define STENO_APP_PANE_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/page.h"

struct app;
struct app_call;

#define PANES_MAX 16 /* IN_PANES has a bit for each */

/* The cursor rests so long before what is about its line follows it. */
#define APP_FOLLOW_MS 150

/* A row of a pane's hints, the most important first: the last ones give way where there is no room. Help and
 * the way out stand behind them. */
struct pane_hint {
    const char *action; /* NULL ends the table */
    const char *word;   /* NULL: that of the action's row */
};

/* What a pane is and does. A function that is NULL does nothing, unless it says otherwise. */
struct pane_ops {
    const char *name;    /* of the action that opens it, too */
    const char *title;   /* until its lines have one */
    bool is_first;       /* it has the lower place when the program starts */
    bool covers;         /* takes all of the body */
    bool walked;         /* next-pane comes by where there is one place */
    bool about_project;  /* shows the project at hand, and is built anew with it */
    bool about_activity; /* shows what happened */
    bool titled_as_row;  /* its title is a project's id and name, which stand where a list's row has them */
    bool wants_whole;    /* and shows nothing before the whole project is here */
    bool over_form;      /* it stands over a form, and nowhere else */
    bool grouped;        /* its lines stand under headings */

    /* Cells of the labels with their gap: at least, which is enough for the tables, and at most, where a
     * third of the pane is as wide. */
    int label_least, label_most;

    void (*build)(struct app *app, struct page *page, int cells); /* NULL: it is the list */
    void (*built)(struct app *app);                               /* its lines are there */
    /* Lines about the one with the cursor, once it rests there; they stand below a page that is a list. Where
     * `most` is less than they need, the last ones are to be cut. */
    void (*detail)(struct app *app, struct page *page, int cells, size_t most);
    void (*moved)(struct app *app); /* the cursor */
    void (*enter)(struct app *app);
    void (*go)(struct app *app);   /* to the project of the line: what the key of the details does here */
    void (*next)(struct app *app); /* what next-pane does here; NULL: it goes to the next pane */
    void (*add)(struct app *app);
    void (*erase)(struct app *app, const char *arg); /* delete: what is under the cursor; arg: the action's */
    void (*refresh)(struct app *app);                /* NULL: the project at hand is read */
    bool (*back)(struct app *app); /* leaves what is open in it; false: nothing is, the pane is left */
    char *(*copied)(const struct app *app); /* what copy takes; NULL: the value under the cursor */
    /* Does a row hold a text that is searched for? NULL: its label or value does. */
    bool (*holds)(const struct app *app, size_t row, const char *text);
    /* A search leaves only lines with the text; NULL: all. */
    void (*filter)(struct app *app, const char *text);
    /* Would the action of this name do something to the line with the cursor? NULL: yes. */
    bool (*works)(const struct app *app, const char *action);
    /* What can be done here as things are; NULL: what can be done to a project. */
    const struct pane_hint *(*hints)(const struct app *app);
    /* Is the call about what it shows? NULL: a reading of the project at hand is. */
    bool (*awaits)(const struct app *app, const struct app_call *call);
    bool (*is_coming)(const struct app *app); /* NULL: something is while there is such a call */
};

/* The pane over a form: it has the focus, whether it has the keys or the form beside it. */
struct pane_over {
    int pane;         /* PANE_LIST: there is none */
    const void *form; /* that it belongs to, only to be compared */
    int focus;        /* of the panes below, once it is closed */
    bool zoomed;
};

struct pane {
    const struct pane_ops *ops;
    struct page page; /* unused by the list */
    struct page detail;
    int64_t detail_at_ms; /* when it follows the cursor; 0: it has */
};

#endif
