/* Lines that several panes show: the fields of a resource by its table. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PAGE_LINES_H
#define STENO_APP_PAGE_LINES_H

#include <stdint.h>

#include "steno/api/field.h"
#include "steno/widget/page.h"

struct app;

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
