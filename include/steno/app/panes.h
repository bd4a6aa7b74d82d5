/* Each pane shows lines about one subject. A pane is a table of functions in the file of its topic. Here is
 * what panes share: their places on the screen, the focus, the pane opened from a form, and common lines. */
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

#define PANES_MAX 16 /* IN_PANES has a bit for each pane */

/* When the cursor has rested for this time, the details show the project under the cursor. */
#define APP_FOLLOW_MS 150

/* A key hint of a pane, for the key bar. The most important hints come first. If room is short, the last
 * hints are left out. The hints for Help and Back (in the list: Quit) always have room. */
struct pane_hint {
    const char *action; /* name of the action; NULL ends the table */
    const char *word;   /* word after the key; NULL: the action's own hint */
};

/* The definition of a pane. A function that is NULL does nothing, or what its comment says. */
struct pane_ops {
    const char *name;   /* also the name of the action that opens the pane */
    const char *title;  /* title until `build` sets one */
    bool is_first;      /* the pane is in the lower place at the start */
    bool covers;        /* the pane fills the body of the screen */
    bool walked;        /* if only one pane fits, `next-pane` steps through the panes with this flag */
    bool about_project; /* the pane shows the current project */
    bool about_activity;
    bool titled_as_row; /* the title is a project's id and name, aligned with the columns of the list */
    bool over_form;     /* the pane can be opened only from a form */
    bool grouped;       /* the lines have headings */

    /* Width of the label column in cells, gap included. It is at least label_least and grows with the labels.
     * Its limits are label_most and a third of the pane. */
    int label_least, label_most;

    void (*build)(struct app *app, struct page *page, int cells); /* adds the lines; NULL in the list */
    void (*closed)(struct app *app); /* for a pane over a form: called when the pane closes */
    /* For a page that is a list, called when the cursor rests. Adds at most `most` lines about the row under
     * the cursor. These lines are shown below the list. */
    void (*detail)(struct app *app, struct page *page, int cells, size_t most);
    void (*moved)(struct app *app); /* called after the cursor moved */
    void (*enter)(struct app *app);
    void (*go)(struct app *app);   /* the action `details`: goes to the line's project */
    void (*next)(struct app *app); /* the action `next-pane`; NULL: the next pane gets the focus */
    void (*add)(struct app *app);
    void (*erase)(struct app *app, const char *arg); /* deletes the line's item; arg: text after `:delete` */
    void (*refresh)(struct app *app);                /* NULL: reads the marked projects or the current one */
    char *(*copied)(const struct app *app); /* returns the text to copy. NULL: copies the value of the line */
    /* True if a row contains the searched text. NULL: label and value of the line are searched. */
    bool (*holds)(const struct app *app, size_t row, const char *text);
    /* Hides the lines that lack the searched text. NULL: a search hides no lines. */
    void (*filter)(struct app *app, const char *text);
    /* True if the action with this name has an effect on the line under the cursor. False: the key bar omits
     * the action's hint. NULL: always true. */
    bool (*works)(const struct app *app, const char *action);
    /* `hints` returns the key hints for the present state. If it is NULL, usual_hints are shown. If both are
     * NULL, the hints are enqueue, export and open. */
    const struct pane_hint *(*hints)(const struct app *app);
    const struct pane_hint *usual_hints;
};

/* The pane opened from a form. app->focus is that pane, even while the form beside it gets the keys. */
struct pane_over {
    int pane;         /* index of the pane; PANE_LIST: none is open */
    const void *form; /* the form that the pane belongs to; the address is only compared */
    int focus;        /* app->focus and app->zoomed from before the pane opened, restored when it closes */
    bool zoomed;
};

struct pane {
    const struct pane_ops *ops;
    struct page page; /* unused by the list */
    struct page detail;
    int64_t detail_at_ms; /* monotonic: when the lines of `detail` will be built; 0: they are built */
};

const struct pane_ops *app_focus_ops(const struct app *app);
struct page *app_focus_page(const struct app *app);

/* The lowest overlay. It passes keys to the pane in focus. */
extern const struct overlay_ops app_pane_overlay;

void app_layout(struct app *app);
void app_pane_open(struct app *app, const char *name);
/* Shows the details of a project. If it is not on the list, a message says how to add it. */
void app_pane_go_to_project(struct app *app, int64_t id);
/* Opens a pane from the form on top. Where there is room, the pane stands beside the form, else over it. The
 * pane gets the keys. A pane that was opened from a form before is closed. */
void app_pane_open_over(struct app *app, const char *name);
void app_pane_over_close(struct app *app);
/* Moves the keys between the form on top and the pane beside it; false: there is no such pane. */
bool app_pane_over_turn(struct app *app);
/* Zooms the form on top to the body of the screen, or unzooms it. If no form is open: the pane in focus. */
void app_pane_zoom(struct app *app);
/* Call after a key: postpones the time when a blank lower place is drawn (app->lower_due_ms). */
void app_lower_rest(struct app *app);
bool app_pane_back(struct app *app); /* returns to the earlier pane; false: there is none */
void app_pane_step(struct app *app, int step);
/* Returns the line under the cursor, if it has a target and is about the current project; else NULL. */
const struct page_line *app_line_of_current(const struct app *app);
struct list *app_focus_list(struct app *app);
/* Call after the cursor of the pane in focus has moved. */
void app_focus_moved(struct app *app);
/* Puts the cursor of the pane in focus on line `row`. Scrolls to show the lines `row` to `end` - 1, if they
 * fit. */
void app_focus_jump(struct app *app, size_t row, size_t end);
/* Moves the cursor of a list like the action with this name ("down"); false: the cursor has not moved. */
bool app_list_step(struct list *list, const char *action, size_t height);

/* Returns the title of the pane's page or, if the page has no title, the pane's own title. */
const char *app_pane_title(const struct app *app, int pane);

/* Returns the index of a pane in app->panes. A pane with this name must exist. */
int app_pane_find(const struct app *app, const char *name);
struct page *app_page_of(const struct app *app, const char *name);

/* Builds the lines of all visible panes, as the end of each turn does. */
void app_pages_build(struct app *app);
/* Call for a pane without lines. Adds a note: no project (`project` is NULL), or it is not read yet. */
void pages_note_missing(const struct app *app, struct page *page, const struct app_project *project);

/* Adds the lines for one field of a resource (JSON from the server, such as a project). */
void app_page_field(struct page *page, const struct field_table *table, const struct field_def *def,
                    const json_t *resource, int cells);
/* Adds a heading. A cursor on the heading stays there when lines above appear or disappear. */
void app_page_heading(struct page *page, const char *text);
/* Adds a heading and the fields of one group of a table. */
void app_page_group(struct page *page, const struct field_table *table, const char *group,
                    const json_t *resource, int cells);
/* Adds all groups of a table, first the groups in `first` (NULL-terminated). Members of `resource` that the
 * table does not know come last. */
void app_page_groups(struct page *page, const struct field_table *table, const char *const *first,
                     const json_t *resource, int cells);
/* If there are members that the table does not know: adds a heading, and these members with their paths. */
void app_page_unknown(struct page *page, const struct field_table *table, const json_t *resource, int cells);

#endif
