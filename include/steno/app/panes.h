/* A pane is a table of operations in its topic's file. Which pane stands in which place, has the focus, opens
 * over a form; when its lines are built, and lines that several panes show. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PANES_H
#define STENO_APP_PANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/field.h"
#include "steno/widget/page.h"

struct app;
struct app_call;
struct app_project;

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
    bool about_project;  /* shows the project at hand */
    bool about_activity; /* shows what happened */
    bool titled_as_row;  /* its title is a project's id and name, which stand where a list's row has them */
    bool over_form;      /* it stands over a form, and nowhere else */
    bool grouped;        /* its lines stand under headings */

    /* Cells of the labels with their gap: at least, which is enough for the tables, and at most, where a
     * third of the pane is as wide. */
    int label_least, label_most;

    void (*build)(struct app *app, struct page *page, int cells); /* NULL: it is the list */
    void (*closed)(struct app *app);                              /* one over a form */
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
    char *(*copied)(const struct app *app);          /* what copy takes; NULL: the value under the cursor */
    /* Does a row hold a text that is searched for? NULL: its label or value does. */
    bool (*holds)(const struct app *app, size_t row, const char *text);
    /* A search leaves only lines with the text; NULL: all. */
    void (*filter)(struct app *app, const char *text);
    /* Would the action of this name do something to the line with the cursor? NULL: yes. */
    bool (*works)(const struct app *app, const char *action);
    /* What can be done here, as things are or always; both NULL: what can be done to a project. */
    const struct pane_hint *(*hints)(const struct app *app);
    const struct pane_hint *usual_hints;
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

const struct pane_ops *app_focus_ops(const struct app *app);
struct page *app_focus_page(const struct app *app);

/* The panes, at the bottom of what can have the keys. */
extern const struct overlay_ops app_pane_overlay;

void app_layout(struct app *app);
void app_pane_open(struct app *app, const char *name);
/* From a line about a project to its details, where it is on the watchlist; else says how it gets there. */
void app_pane_go_to_project(struct app *app, int64_t id);
/* Over the form on top, with the keys, or beside it where there is room. One does at a time. */
void app_pane_open_over(struct app *app, const char *name);
void app_pane_over_close(struct app *app);
/* Beside a form: hands the keys from the one to the other; false where no pane stands beside the form on top.
 */
bool app_pane_over_turn(struct app *app);
/* Gives the form on top, else the pane in focus, all of the body, or puts it back. */
void app_pane_zoom(struct app *app);
/* A key came: a lower place that is cleared stays so until keys rest. */
void app_lower_rest(struct app *app);
bool app_pane_back(struct app *app); /* false when there is nowhere to go back to */
void app_pane_step(struct app *app, int step);
/* The line under the cursor, if it stands for something of the current project; NULL for none. */
const struct page_line *app_line_of_current(const struct app *app);
struct list *app_focus_list(struct app *app);
/* The cursor of the pane in focus was moved. */
void app_focus_moved(struct app *app);
/* Puts the cursor of the pane in focus on a line, with as much as fits of what follows it up to `end`. */
void app_focus_jump(struct app *app, size_t row, size_t end);
/* Moves the cursor of a list as the action of that name does; false when it moves nothing. */
bool app_list_step(struct list *list, const char *action, size_t height);

/* The title of its lines, or its own. */
const char *app_pane_title(const struct app *app, int pane);

/* The number of a pane, by its name, which must be one. */
int app_pane_find(const struct app *app, const char *name);
struct page *app_page_of(const struct app *app, const char *name);

/* The lines of all panes in sight; by itself when a turn ends. */
void app_pages_build(struct app *app);
/* The note of a pane about a project that cannot be shown: there is none (NULL), or it was not read yet. */
void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project);

/* --- fields --- */

/* Lines about the fields of a resource, for details, account, policy. */
void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells);
/* A heading that keeps the cursor when lines come or go above it. */
void app_page_heading(struct page *page, const char *text);
/* The fields of one group of a table, below its heading. */
void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells);
/* Every group of a table, these (NULL-ended) in front, then members that the table does not know. */
void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells);
/* Those that it does not know, by their paths, below a heading where there are any. */
void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells);

#endif
