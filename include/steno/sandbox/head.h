/* The head of an HTTP request: what is refused before anything reads it. */
#ifndef STENO_SANDBOX_HEAD_H
#define STENO_SANDBOX_HEAD_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/sandbox/query.h"

#define HEAD_LINE_MAX ((size_t)48 << 10) /* request line: beyond it 414 */
#define HEAD_MAX      ((size_t)80 << 10) /* with the headers: beyond it 431 */

struct head_verdict {
    bool whole;          /* all of it is there, or it is refused already */
    int status;          /* 0: nothing is wrong with it */
    const char *message; /* why it is refused */
};

/* Looks at the bytes that have come so far. */
struct head_verdict head_check(const char *bytes, size_t len);

/* What is wrong with a request line of `line` bytes, without its end, in a head of `head` bytes: 414, 431, or
 * nothing. Not whole unless it is refused. */
struct head_verdict head_check_sizes(size_t line, size_t head);

/* What is wrong with the headers of a whole head: 400 for a missing or double Host, a double or bad
 * Content-Length; 421 for a Host that is no name of this computer, as when a name of somebody's points here;
 * 403 for the request of a web page whose address is not that of Host. */
struct head_verdict head_check_headers(const struct query *headers, bool needs_host);

/* What is wrong with a target: a control character, or a NUL in its %-encoding; NULL for nothing. */
const char *head_check_target(const char *target, size_t len);

/* The same of a method, which is a token. */
const char *head_check_method(const char *method);

/* The path of a target without its query, in which the address may stand first: http://127.0.0.1/API. */
const char *head_path(const char *target);

#endif
