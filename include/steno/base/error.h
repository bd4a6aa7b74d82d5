/* Errors and the log. An error has a kind for programs and a text for people. A function that can fail
 * returns false and fills its caller's struct error. The kinds and their exit codes never change; steno(1)
 * lists the codes. The text is "SUBJECT: CAUSE. ADVICE.": what was tried, why it failed, what to do next. A
 * caller that knows these parts passes them to error_set_parts. */
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
    ERROR_CREDIT, /* HTTP 403 to an enqueue: the account has too few minutes left */
    ERROR_DNS,
    ERROR_CONNECT,
    ERROR_TLS,
    ERROR_TIMEOUT,
    ERROR_NETWORK,
    ERROR_UNKNOWN_OUTCOME, /* the answer to a write was lost; the server may have done the write */
    ERROR_REJECTED,        /* HTTP 400, 412, 422 and other refusals of the request */
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
    int status;              /* HTTP status; 0: no answer came */
    bool is_here;            /* ERROR_NETWORK: the cause is on this machine; no server was contacted */
    bool sent;               /* ERROR_CANCELLED: the call was a write, and bytes of it may have been sent */
    long long open_until_ms; /* wall clock: until this time the server can do the write; 0: no open write */
    int retry_after_s;       /* seconds that the server asked us to wait; -1: it did not ask */
    char field[64];          /* parameter or member that the server blamed; "": none */
    char server[512];        /* the server's own message, cleaned; "": none */
    char unreached[264];     /* ERROR_CONNECT, ERROR_DNS: "HOST: CAUSE"; other kinds: "" */
    size_t advice;           /* byte offset of the advice in `text`; 0: no advice, or its place is unknown */
    char text[1024];
};

void error_clear(struct error *err);

/* Sets the kind and the text, printf-style. A text that is too long is cut and ends in "…". err can be NULL.
 * Always returns false, so that a function can end in `return error_set(err, ...)`. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Sets the kind and builds the text from subject, cause (printf-style) and advice (NULL: none). The parts
 * have no full stops; this function adds the full stops. */
bool error_set_parts(struct error *err, enum error_kind kind, const char *subject, const char *advice,
                     const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* Returns subject and cause of the text, without a full stop, for use in another sentence. Caller frees. */
char *error_without_advice(const struct error *err);

/* Replaces the text, printf-style, and clears `advice`. Keeps all other members. */
void error_retell(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a prefix (printf-style), such as the operation or the name of a file, and ": " before the text. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if the server may have done a write: no clear answer came, or the write was cancelled after some of
 * its bytes were sent. */
bool error_outcome_is_open(const struct error *err);

/* Returns the kind's name in JSON output, such as "not_found". */
const char *error_kind_name(enum error_kind kind);
int error_kind_exit_code(enum error_kind kind);

/* --- the log: off by default; a file with mode 0600, or standard error ---
 * Any thread may call these functions. Each registered secret in a line is replaced by ***. */

bool log_open(const char *path, struct error *err);
bool log_open_standard_error(struct error *err);
void log_close(void);
void log_hide_secret(const char *secret); /* registers a copy of the secret; at most 16 secrets are kept */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
