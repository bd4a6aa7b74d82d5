/* Errors and the log. An error has a kind for programs and a sentence for people.
 *
 * A function that can fail returns false and fills a struct error of its caller. Bad input, trouble on the
 * way to the server and an error status of the server are different kinds. The set of kinds and their exit
 * codes is closed; steno(1) lists the codes. `text` is the sentence: "SUBJECT: CAUSE. ADVICE.", that is, what
 * was tried, why it failed, what to do next. A caller that knows these parts passes them separately; no code
 * splits a sentence.
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
    ERROR_UNKNOWN_OUTCOME, /* the answer to a write (a change of a project) was lost: the server may have done
                              it */
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
    int status;              /* HTTP status; 0: no answer came */
    bool is_here;            /* NETWORK: the cause is on this machine, and no server was contacted */
    bool sent;               /* CANCELLED: the call was a write, and bytes of it may have been sent */
    long long open_until_ms; /* until when the server may do the write (wall clock); 0: nothing is open */
    int retry_after_s;       /* seconds that the server asked us to wait; -1: it did not ask */
    char field[64];          /* parameter or member that the server blamed, or "" */
    char server[512];        /* the server's own message, cleaned, or "" */
    char unreached[264];     /* CONNECT, DNS: server and cause, "HOST: connection refused"; other kinds: "" */
    size_t advice;           /* byte offset of the advice in `text`; 0: no advice, or its place is unknown */
    char text[1024];         /* the sentence for people */
};

void error_clear(struct error *err);

/* Fills the kind and the text, printf-style. A text that is too long is cut and ends in "…". err may be NULL.
 * Always returns false, so that a function can end in `return error_set(err, ...)`. */
bool error_set(struct error *err, enum error_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Fills the kind and makes the text from its parts: subject, cause (printf-style), and advice (NULL: none).
 * Pass the parts without full stops: they are added here. */
bool error_set_parts(struct error *err, enum error_kind kind, const char *subject, const char *advice,
                     const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* Returns subject and cause of the text, without a full stop, for use in another sentence. Caller frees. */
char *error_without_advice(const struct error *err);

/* Replaces the text, printf-style. Keeps all other members, but the place of the advice is then unknown. */
void error_retell(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Puts a prefix and ": " before the text, for example the operation or the name of a file; printf-style. */
void error_prefix(struct error *err, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* True if nobody knows whether the server did a write: its answer was lost or broken, its status does not say
 * that the write was refused, or the write was cancelled after it was sent. */
bool error_outcome_is_open(const struct error *err);

/* Returns the kind's name in JSON output, such as "not_found". */
const char *error_kind_name(enum error_kind kind);

/* Returns the exit code of a kind (0 for ERROR_NONE). */
int error_kind_exit_code(enum error_kind kind);

/* --- the log: off by default; a file with mode 0600, or standard error ---
 * Any thread may call these functions. Each registered secret in a line is replaced by ***. */

bool log_open(const char *path, struct error *err);
bool log_open_standard_error(struct error *err); /* standard error: a file, a pipe or a terminal */
void log_close(void);
void log_hide_secret(const char *secret); /* registers a copy of the secret; at most 16 secrets are kept */
void log_line(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
