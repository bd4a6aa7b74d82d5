/* Panes: which pane is in which place, has the focus, or lies over a form; when its lines are built; and
 * lines that several panes show. A pane is a table of operations in the file of its topic. */
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

/* The details follow the cursor after it has rested so long. */
#define APP_FOLLOW_MS 150

/* A key hint of a pane. The most important come first; the last ones are dropped where room is short. Help
 * and the way out follow them. */
struct pane_hint {
    const char *action; /* NULL ends the table */
    const char *word;   /* NULL: the hint of the action */
};

/* Definition of a pane. A function that is NULL does nothing, unless stated otherwise. */
struct pane_ops {
    const char *name;    /* also the name of the action that opens it */
    const char *title;   /* shown until the page has a title */
    bool is_first;       /* it has the lower place when the program starts */
    bool covers;         /* it takes all of the body */
    bool walked;         /* next-pane visits it where only one pane fits on the screen */
    bool about_project;  /* it shows the current project */
    bool about_activity; /* it shows activity */
    bool titled_as_row;  /* its title is a project's id and name, aligned with the columns of the list */
    bool over_form;      /* it is shown only over a form */
    bool grouped;        /* its lines have headings */

    /* Cells of the label column, gap included. label_least suffices for the tables; the column may grow to
     * label_most, but not beyond a third of the pane. */
    int label_least, label_most;

    void (*build)(struct app *app, struct page *page, int cells); /* NULL: it is the list */
    void (*closed)(struct app *app);                              /* a pane over a form was closed */
    /* Fills the detail area below a page that is a list: lines about the row under the cursor, once the
     * cursor rests. At most `most` lines; cuts the last ones. */
    void (*detail)(struct app *app, struct page *page, int cells, size_t most);
    void (*moved)(struct app *app); /* the cursor moved */
    void (*enter)(struct app *app);
    void (*go)(struct app *app);   /* for the key of the details: goes to the line's project */
    void (*next)(struct app *app); /* for the key of next-pane; NULL: goes to the next pane */
    void (*add)(struct app *app);
    void (*erase)(struct app *app, const char *arg); /* deletes the item of the line; arg: the action's */
    void (*refresh)(struct app *app);                /* NULL: reads the current project */
    char *(*copied)(const struct app *app);          /* the text to copy; NULL: the value under the cursor */
    /* Does a row contain the searched text? NULL: searches label and value. */
    bool (*holds)(const struct app *app, size_t row, const char *text);
    /* Shows only lines with the searched text. NULL: a search hides no lines. */
    void (*filter)(struct app *app, const char *text);
    /* Would the action with this name do something to the line under the cursor? NULL: yes. */
    bool (*works)(const struct app *app, const char *action);
    /* Key hints: for the current situation, or fixed ones; both NULL: those for a project. */
    const struct pane_hint *(*hints)(const struct app *app);
    const struct pane_hint *usual_hints;
};

/* The pane over a form. It has the focus even while the form beside it has the keys. */
struct pane_over {
    int pane;         /* PANE_LIST: none */
    const void *form; /* the form it belongs to; for comparison only */
    int focus;        /* focus and zoom of the panes below, restored when it closes */
    bool zoomed;
};

struct pane {
    const struct pane_ops *ops;
    struct page page; /* unused by the list */
    struct page detail;
    int64_t detail_at_ms; /* when the detail follows the cursor; 0: it is up to date */
};

const struct pane_ops *app_focus_ops(const struct app *app);
struct page *app_focus_page(const struct app *app);

/* The lowest overlay: the panes. */
extern const struct overlay_ops app_pane_overlay;

void app_layout(struct app *app);
void app_pane_open(struct app *app, const char *name);
/* Shows the details of a project; if it is not on the list, says how to add it. */
void app_pane_go_to_project(struct app *app, int64_t id);
/* Opens a pane over the form on top, or beside it where there is room; it has the keys. One at a time. */
void app_pane_open_over(struct app *app, const char *name);
void app_pane_over_close(struct app *app);
/* Moves the keys between a form and the pane beside it; false: no pane is beside the form on top. */
bool app_pane_over_turn(struct app *app);
/* Gives the form on top, else the pane in focus, all of the body, or restores its size. */
void app_pane_zoom(struct app *app);
/* After a key: a cleared lower place stays cleared until no key comes for a moment. */
void app_lower_rest(struct app *app);
bool app_pane_back(struct app *app); /* false: there is no earlier pane */
void app_pane_step(struct app *app, int step);
/* The line under the cursor, if it has a target and shows the current project; else NULL. */
const struct page_line *app_line_of_current(const struct app *app);
struct list *app_focus_list(struct app *app);
/* Call after the cursor of the pane in focus has moved. */
void app_focus_moved(struct app *app);
/* Puts the cursor of the pane in focus on a line, and scrolls so that the lines before `end` show, if they
 * fit. */
void app_focus_jump(struct app *app, size_t row, size_t end);
/* Moves the cursor of a list as the action with this name does; false: it has not moved. */
bool app_list_step(struct list *list, const char *action, size_t height);

/* The title of the page, or else of the pane. */
const char *app_pane_title(const struct app *app, int pane);

/* The index of a pane in app->panes; the name must exist. */
int app_pane_find(const struct app *app, const char *name);
struct page *app_page_of(const struct app *app, const char *name);

/* Builds the lines of all visible panes. Also runs when a turn ends. */
void app_pages_build(struct app *app);
/* Adds the note "No project" (project NULL) or "Not read yet" to an empty pane. */
void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project);

/* --- fields --- */

/* Adds the lines for one field of a resource. */
void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells);
/* A heading that keeps the cursor when lines come or go above it. */
void app_page_heading(struct page *page, const char *text);
/* Adds a heading and the fields of one group of a table. */
void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells);
/* Adds every group of a table, those of `first` (NULL-terminated) in front, then members unknown to the
 * table. */
void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells);
/* Adds a heading and the members unknown to the table, by their paths; nothing if there are none. */
void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells);

#endif
