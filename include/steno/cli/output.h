/* Messages of the program, for standard error. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_OUTPUT_H
#define STENO_CLI_OUTPUT_H

#include <jansson.h>
#include "steno/api/record.h"
#include "steno/base/mem.h"

struct cli;

/* "steno: <message>" on standard error. */
void cli_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

bool cli_put(struct cli *cli, const void *data, size_t len);
bool cli_put_text(struct cli *cli, const char *text);
/* For rows that may be written together: what is appended is written before anything else is put or said, by
 * the next call of this once it is long, and by cli_put_rows(). */
struct buffer *cli_rows(struct cli *cli);
void cli_put_rows(struct cli *cli);
/* What the buffer has; frees it. */
void cli_put_buffer(struct cli *cli, struct buffer *text);
/* Every field of a record, as print_record lays it out. */
void cli_put_record(struct cli *cli, const struct record *record);
/* Is there a terminal of this process? */
bool cli_has_terminal(void);
/* Bytes for the terminal of this process, whatever standard output is; false where it has none. */
bool cli_put_terminal(const char *bytes, struct error *err);
/* One line; takes the reference. */
bool cli_put_json(struct cli *cli, json_t *object);
/* Like cli_say(), of what nobody has to act on: confirmations, retries, what is waited for. Not with --quiet.
 */
void cli_remark(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* From here on cli_remark() writes nothing. */
void output_be_quiet(bool quiet);

/* Like cli_say() for each line of a text. */
void cli_say_lines(const char *lines);

/* A JSON string of bytes that may be no UTF-8. */
json_t *cli_json_text(const char *text, size_t len);
/* The number, or null for 0. */
json_t *cli_json_number(int64_t number);
/* {"id":7,"ok":true}, or without id when it is 0. */
json_t *cli_json_ok(int64_t id);

/* The failure as a JSON line where asked, and as a message. Sets cli->stop where no further try makes sense.
 * Returns the exit code. */
int cli_fail(struct cli *cli, int64_t id, struct error *err);

/* A project to which nothing was done, and of which nothing was said, because no further one is tried. */
void cli_rest_add(struct cli *cli, int64_t id);
/* Names them in one line, and forgets them: "not done: 12 15-30". */
void cli_rest_say(struct cli *cli);

#endif
