/* The pages of panes: when they are built, their titles, and lines that several of them show. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PAGES_H
#define STENO_APP_PAGES_H

#include <stdint.h>

#include "steno/api/field.h"
#include "steno/app/pane.h"
#include "steno/widget/page.h"

struct app;
struct app_project;

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
