/* Errors, for programs (a kind) and for people (a sentence); and the log.
 *
 * A fallible function returns false and fills a caller-owned struct error.
 * Bad input, transport and server status are different kinds and are never
 * mixed.  The set of kinds and their exit codes is closed; steno(1) lists the codes.
 * `text` is for people: "SUBJECT: CAUSE. ADVICE.", that is, what was tried, why it failed, what to do next.
 * A caller that knows these parts passes them separately. Nobody splits the sentence again.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_ERROR_H
#define STENO_BASE_ERROR_H

#include <stdbool.h>
#include <stddef.h>

enum error_kind {
    ERROR_NONE,
    ERROR_USAGE,
    ERROR_NOT_LOGGED_IN,
    ERROR_FORBIDDEN,
    ERROR_NOT_FOUND,
    ERROR_CONFLICT,
    ERROR_CREDIT, /* 403 to an enqueue: it needs more minutes than the account has left */
    ERROR_DNS,
    ERROR_CONNECT,
    ERROR_TLS,
    ERROR_TIMEOUT,
    ERROR_NETWORK,
    ERROR_UNKNOWN_OUTCOME, /* the answer to a write was lost: the server may have done it */
    ERROR_REJECTED,        /* 400, 412, 422 and other refusals of the request */
    ERROR_RATE_LIMITED,
    ERROR_SERVER,
    ERROR_BAD_REPLY,
    ERROR_EXISTS, /* the target file exists and must not be overwritten */
    ERROR_IO,
    ERROR_CANCELLED,
    ERROR_KIND_COUNT
};

struct error {
    enum error_kind kind;
    int status;              /* HTTP status, 0 when none came */
    bool is_here;            /* NETWORK: the cause is on this machine, no server was contacted */
    bool sent;               /* CANCELLED: the call was a write, and bytes of it may have been sent */
    long long open_until_ms; /* the write stays open until then (wall clock); 0: no open write */
    int retry_after_s;       /* seconds to wait that the server asked for, -1: none */
    char field[64];          /* parameter or member that the server blamed, or "" */
    char server[512];        /* the server's own message, cleaned, or "" */
    char unreached[264];     /* CONNECT, DNS: "HOST: connection refused"; other kinds: "" */
    size_t advice;           /* byte offset of the advice in the text; 0: none, or unknown */
    char text[1024];         /* for people */
};

void error_clear(struct error *err);

/* Fills kind and sentence, printf-style. A text that is too long ends in "…".  err may be NULL. Always
 * returns false, so that a function can end in `return error_set(err, ...)`. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills kind and text from the parts; advice NULL: none. The full stops are added here. */
bool error_set_parts(struct error *err, enum error_kind kind, const char *subject, const char *advice,
                     const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* Subject and cause without a full stop, to be put into another sentence. Caller frees. */
char *error_without_advice(const struct error *err);

/* Replaces the sentence and keeps all other members; printf-style. */
void error_retell(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the sentence, such as the operation or the file; printf-style. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Is the outcome of a write unknown? The answer was lost or broken, its status is no refusal, or the write
 * was cancelled after it was sent. */
bool error_outcome_is_open(const struct error *err);

/* The kind's name in JSON output, such as "not_found". */
const char *error_kind_name(enum error_kind kind);

/* The exit code of a kind (0 for ERROR_NONE). */
int error_kind_exit_code(enum error_kind kind);

/* --- the log: off by default; a file with mode 0600, or standard error ---
 * Any thread may call these functions. Each registered secret in a line is replaced by ***. */

bool log_open(const char *path, struct error *err);
bool log_open_standard_error(struct error *err); /* a file, a pipe or a terminal */
void log_close(void);
void log_hide_secret(const char *secret); /* registers a copy; at most 16 secrets are kept */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
