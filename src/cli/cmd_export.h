/* What the files of `export` share. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CMD_EXPORT_H
#define STENO_CLI_CMD_EXPORT_H

#include "cli.h"
#include "steno/core/call.h"
#include "steno/core/id_list.h"
#include "lint.h"

/* One run over all projects. */
struct export_run {
    struct param_set *params;
    const char *output;  /* NULL: standard output */
    const char *pattern; /* names in the folder */
    struct lint lint;    /* its style is NULL when nothing is checked */
    bool is_folder;
    struct id_list ids; /* into a folder */
    struct act_key act; /* that all of them are one of */
    bool set_is_said;   /* what is unusual in what is sent, and what is the config's */
};

/* A call for one file of a project as it was read, or NULL; the path is taken over. */
struct call *cmd_export_call(struct cli *cli, const struct export_run *run, int64_t id,
                             const struct project *project, char *path);
/* The path in the folder, by the pattern, {ext} still in it. Caller frees. */
char *cmd_export_make_path(const struct export_run *run, int64_t id, const struct project *project);
/* Reports a file that is there. Returns the exit code. */
int cmd_export_show_file(struct cli *cli, struct export_run *run, const struct call_result *result);
/* Exports all of them into the folder. Returns the exit code. */
int cmd_export_into_folder(struct cli *cli, struct export_run *run);

#endif
