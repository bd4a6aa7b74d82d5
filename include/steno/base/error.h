/* Errors: what went wrong, in a form that programs and people can use; and the log.
 *
 * A fallible function returns false and fills a caller-owned struct error.
 * Bad input, transport and server status are different kinds and are never
 * mixed.  The set of kinds and their exit codes is closed (design section 4).
 * `text` is what a person reads: "SUBJECT: CAUSE. ADVICE.", what was tried, why it failed, what to do next.
 * Who knows its parts hands them over apart, and nobody takes a sentence to pieces.
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
    ERROR_CREDIT, /* a 403 to an enqueue that takes more minutes than the account has left */
    ERROR_DNS,
    ERROR_CONNECT,
    ERROR_TLS,
    ERROR_TIMEOUT,
    ERROR_NETWORK,
    ERROR_UNKNOWN_OUTCOME, /* a write whose answer was lost: it may have been done */
    ERROR_REJECTED,        /* 400, 412, 422 and other refusals of what was sent */
    ERROR_RATE_LIMITED,
    ERROR_SERVER,
    ERROR_BAD_REPLY,
    ERROR_EXISTS, /* a file that would have been overwritten */
    ERROR_IO,
    ERROR_CANCELLED,
    ERROR_KIND_COUNT
};

struct error {
    enum error_kind kind;
    int status;              /* HTTP status, 0 when none came */
    bool is_here;            /* NETWORK: this machine is the reason, no server was tried */
    bool sent;               /* CANCELLED: a write, after bytes of it may have left */
    long long open_until_ms; /* of a write that nothing has settled: until when (wall clock); 0: none */
    int retry_after_s;       /* seconds the server asked for, -1 when it did not */
    char field[64];          /* parameter or member the server blamed, or "" */
    char server[512];        /* the server's own message, cleaned, or "" */
    char unreached[264];     /* CONNECT, DNS: "HOST: connection refused"; of all others "" */
    size_t advice;           /* where in the text the advice begins; 0: it has none, or none that is known */
    char text[1024];         /* for a person */
};

/* Empties an error. */
void error_clear(struct error *err);

/* Fills kind and sentence; printf-style; a text too long ends in "…".  err may be NULL. Returns false, so
 * that a function can end in `return error_set(err, ...)`. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills kind and parts; advice NULL: none. Stops at the end of a part are added, not expected. */
bool error_set_parts(struct error *err, enum error_kind kind, const char *subject, const char *advice,
                     const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* Subject and cause, for a place within another sentence. Caller frees. */
char *error_without_advice(const struct error *err);

/* Another sentence for the same error; printf-style. */
void error_retell(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts "prefix: " before the sentence, to add the operation or the file. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Was it a write that may have been done, though no answer said so: lost, broken, a status that does not
 * refuse it, or cancelled after it was sent? */
bool error_outcome_is_open(const struct error *err);

/* The kind's name in JSON output, such as "not_found". */
const char *error_kind_name(enum error_kind kind);

/* The exit code of a kind (0 for ERROR_NONE). */
int error_kind_exit_code(enum error_kind kind);

/* --- the log: off by default, a 0600 file or standard error, one line a fact ---
 * Safe from any thread. A registered secret is replaced by *** wherever it stands in a line. */

bool log_open(const char *path, struct error *err);
bool log_open_standard_error(struct error *err); /* on whatever that is */
void log_close(void);
void log_hide_secret(const char *secret); /* copies it; at most 16 are kept */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
