/* What the files of the export form know of each other; nobody else includes it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_APP_TOPICS_EXPORT_H
#define STENO_SRC_APP_TOPICS_EXPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/core/export_plan.h"

struct app;
struct app_form;
struct call;
struct param_set;

struct export_state {
    struct export_look look; /* what the question is about: as the projects were prepared */
    struct export_plan plan;
    bool overwrites; /* it was answered that files that exist are replaced */
};

/* The folder that files go to: of the form, else of the settings, else "", where steno was started. */
const char *export_folder(const struct app *app, const struct param_set *values);
/* The pattern of their names. */
const char *export_pattern(const struct app *app, const struct param_set *values);
/* The file of a project, {ext} still in it. Caller frees. */
char *export_place(const struct app *app, const struct param_set *values, int64_t id);
/* Sends the export of a form by the answer. */
void export_send(struct app *app, struct app_form *form);
/* The form of one project that still waits to be sent; NULL for none. */
struct app_form *export_form_waiting(struct app *app, int64_t id);

/* Looks what is at the places of the prepared projects, asks where something is to be asked, and sends. */
void export_question_ask_marked(struct app *app);
/* Of the form of one project; the path, NULL: by its values. */
void export_question_ask_one(struct app *app, struct app_form *form, const char *path);
/* What an existing file is replaced by, as it was answered: for the project of a form; for one of a batch. */
void export_question_fill(const struct app *app, struct call *call);
void export_question_fill_marked(const struct app *app, struct call *call);
void export_question_end(struct app *app);

#endif
