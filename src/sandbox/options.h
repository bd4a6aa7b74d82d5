/* Options of steno-sandbox. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_OPTIONS_H
#define STENO_SANDBOX_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "steno/base/error.h"

#define OPTIONS_FAULTS_MAX 32

struct options {
    int64_t port;          /* 0: any free one */
    int64_t transcribe_ms; /* or WORLD_BY_LENGTH */
    double speed;
    int64_t projects;               /* or WORLD_DEFAULT */
    int64_t in_progress;            /* project that is being transcribed at the start, or 0 */
    const char *as_of;              /* the dates of projects are those of a start then; NULL: now */
    const char *token;              /* of the first account, or NULL: random */
    const char *api_path;           /* NULL: /API and /XAPI */
    const char *tls_cert, *tls_key; /* PEM files, or NULL */
    int64_t idle_s;
    int64_t export_bytes; /* 0: real subtitles */
    const char *faults[OPTIONS_FAULTS_MAX];
    int fault_count;
    bool until_stdin_closes;
    bool verbose;
    bool show_metadata;
    bool help, version;
};

/* Reads the command line; texts are borrowed from argv. ERROR_USAGE names the bad option. */
bool options_parse(struct options *options, int argc, char *const *argv, struct error *err);

void options_print_help(FILE *out);

#endif
