/* Owns the command line of steno-sandbox: one table of options, its help, its reading. */
/* SPDX-License-Identifier: MIT */
#include "options.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "fault.h"
#include "steno/base/text.h"
#include "world.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

enum option_kind {
    OPTION_FLAG,
    OPTION_INT,
    OPTION_SECONDS,
    OPTION_FACTOR,
    OPTION_TEXT,
    OPTION_TEXTS,
    OPTION_TWO_TEXTS
};

struct option_def {
    const char *name;
    const char *value; /* its name in the help, or NULL */
    enum option_kind kind;
    size_t offset; /* of the member it fills */
    int64_t min, max;
    const char *help; /* NULL: for tests, described in docs/SANDBOX.md only */
};

#define AT(member) offsetof(struct options, member)

static const struct option_def defs[] = {
    {"--port", "N", OPTION_INT, AT(port), 0, 65535, "port on 127.0.0.1; 0 picks a free one (8321)"},
    {"--transcribe-seconds", "S", OPTION_SECONDS, AT(transcribe_ms), 0, 86400,
     "how long every transcription takes"},
    {"--speed", "X", OPTION_FACTOR, AT(speed), 0, 1000000,
     "transcriptions take 2 s and their length divided by X (400)"},
    {"--projects", "N", OPTION_INT, AT(projects), 0, 1000000,
     "projects 1 to N, all yours (12, and 3 of somebody else)"},
    {"--in-progress", "ID", OPTION_INT, AT(in_progress), 1, 1000000,
     "this project is being transcribed at the start, for 20 s"},
    {"--as-of", "TIME", OPTION_TEXT, AT(as_of), 0, 0, NULL},
    {"--token", "T", OPTION_TEXT, AT(token), 0, 0, "API token of demo@example.org (random)"},
    {"--api-path", "P", OPTION_TEXT, AT(api_path), 0, 0, "the one path of the routes (/API and /XAPI)"},
    {"--tls", "CERT KEY", OPTION_TWO_TEXTS, AT(tls_cert), 0, 0, "serve https with these PEM files"},
    {"--idle-seconds", "S", OPTION_INT, AT(idle_s), 1, 86400,
     "close connections on which nothing happens (60)"},
    {"--export-bytes", "N", OPTION_INT, AT(export_bytes), 0, INT64_MAX, NULL},
    {"--fault", "F", OPTION_TEXTS, AT(faults), 0, 0, "a fault, see below; can be repeated"},
    {"--show-metadata", NULL, OPTION_FLAG, AT(show_metadata), 0, 0,
     "projects have a field Metadata, which the API does not list"},
    {"--until-stdin-closes", NULL, OPTION_FLAG, AT(until_stdin_closes), 0, 0, NULL},
    {"--verbose", NULL, OPTION_FLAG, AT(verbose), 0, 0, "log every request, not only writes and refusals"},
    {"--help", NULL, OPTION_FLAG, AT(help), 0, 0, "show this help; -h too"},
    {"--version", NULL, OPTION_FLAG, AT(version), 0, 0, "show the version"},
};

/* Stores one value. */
static bool options_store(struct options *options, const struct option_def *def, const char *value,
                          struct error *err)
{
    void *member = (char *)options + def->offset;
    double number = text_is_number(value) ? strtod(value, NULL) : -1;
    bool in_range = number >= 0 && number <= (double)def->max;
    int64_t whole;
    switch (def->kind) {
    case OPTION_INT:
        if (!text_parse_int(value, &whole) || whole < def->min || whole > def->max)
            break;
        *(int64_t *)member = whole;
        return true;
    case OPTION_SECONDS:
        if (!in_range || value[0] == '-')
            break;
        *(int64_t *)member = (int64_t)(number * 1000);
        return true;
    case OPTION_FACTOR: /* above the lower limit, and need not be whole */
        if (!in_range || !(number > (double)def->min))
            return error_set(err, ERROR_USAGE, "%s: “%s” is not a number above %lld, up to %lld", def->name,
                             value, (long long)def->min, (long long)def->max);
        *(double *)member = number;
        return true;
    case OPTION_TEXTS:
        if (options->fault_count == OPTIONS_FAULTS_MAX)
            return error_set(err, ERROR_USAGE, "%s: at most %d can be given", def->name, OPTIONS_FAULTS_MAX);
        options->faults[options->fault_count++] = value;
        return true;
    default:
        *(const char **)member = value;
        return true;
    }
    return error_set(err, ERROR_USAGE, "%s: “%s” is not a number from %lld to %lld", def->name, value,
                     (long long)def->min, (long long)def->max);
}

/* Reads the option at *at, NAME or NAME=VALUE, with its values, and moves on. */
static bool options_read(struct options *options, int argc, char *const *argv, int *at, struct error *err)
{
    const char *arg = strcmp(argv[*at], "-h") == 0 ? "--help" : argv[*at];
    size_t len = strcspn(arg, "=");
    const char *value = arg[len] ? arg + len + 1 : NULL;
    const struct option_def *def = NULL;
    for (size_t i = 0; i < COUNT(defs) && !def; i++) {
        if (strlen(defs[i].name) == len && strncmp(defs[i].name, arg, len) == 0)
            def = &defs[i];
    }
    if (!def)
        return error_set(err, ERROR_USAGE, "unknown option %s; see --help", argv[*at]);
    if (def->kind == OPTION_FLAG) {
        if (value)
            return error_set(err, ERROR_USAGE, "%s takes no value", def->name);
        *(bool *)((char *)options + def->offset) = true;
        return true;
    }
    if (!value && ++*at < argc)
        value = argv[*at];
    if (!value)
        return error_set(err, ERROR_USAGE, "option %s requires a value: %s", def->name, def->value);
    if (def->kind == OPTION_TWO_TEXTS) {
        if (++*at >= argc)
            return error_set(err, ERROR_USAGE, "option %s requires two values: %s", def->name, def->value);
        options->tls_key = argv[*at];
    }
    return options_store(options, def, value, err);
}

bool options_parse(struct options *options, int argc, char *const *argv, struct error *err)
{
    *options = (struct options){.port = 8321,
                                .transcribe_ms = WORLD_BY_LENGTH,
                                .speed = WORLD_SPEED,
                                .idle_s = 60,
                                .projects = WORLD_DEFAULT};
    for (int at = 1; at < argc; at++) {
        if (!options_read(options, argc, argv, &at, err))
            return false;
    }
    size_t len = options->api_path ? strlen(options->api_path) : 0;
    if (len > 0 && (options->api_path[0] != '/' || options->api_path[len - 1] == '/'))
        return error_set(err, ERROR_USAGE, "--api-path: “%s” must begin with a slash and not end with one",
                         options->api_path);
    size_t token = 0;
    while (options->token && options->token[token] > ' ' && options->token[token] <= '~')
        token++;
    if (options->token && (token < 1 || token > 79 || options->token[token]))
        return error_set(err, ERROR_USAGE, "--token: a token has 1 to 79 characters of ASCII without blanks");
    return true;
}

void options_print_help(FILE *out)
{
    fputs("usage: steno-sandbox [OPTION...]\n"
          "A local transcription service for trying and testing clients; it prints its address.\n\n",
          out);
    for (size_t i = 0; i < COUNT(defs); i++) {
        char left[64];
        if (!defs[i].help)
            continue;
        snprintf(left, sizeof left, "%s%s%s", defs[i].name, defs[i].value ? " " : "",
                 defs[i].value ? defs[i].value : "");
        fprintf(out, "  %-26s %s\n", left, defs[i].help);
    }
    fputs(
        "\nFaults: ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT]\n"
        "ROUTE is an endpoint or *, ID a project, AFTER how many requests pass first, NAME:VALUE a header,\n"
        "COUNT how many requests it is for. Example: get-project/7+2:status=503,Retry-After:2*3\n  routes:",
        out);
    for (int i = 0; i < ENDPOINT_COUNT; i++)
        fprintf(out, " %s", endpoints[i].name);
    fputs("\n", out);
    for (const struct fault_kind *kind = fault_kinds; kind->name; kind++)
        fprintf(out, "  %-11s %s\n", kind->name, kind->help);
    fputs("\nLog in as demo@example.org, new@example.org or other@example.org, password demo.\n", out);
}
