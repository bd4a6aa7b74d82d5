/* The fault matrix: what each way to fail means to each kind of operation. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_WIRE_FAULTS_H
#define STENO_TESTS_WIRE_FAULTS_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "support/mock_server.h"

/* Operations that meet a fault in the same way. */
enum fault_class { FAULT_LOGIN, FAULT_ACCOUNT, FAULT_GET, FAULT_WRITE, FAULT_EXPORT, FAULT_CLASSES };

/* Where the client is pointed. */
enum fault_place {
    PLACE_MOCK,      /* at the scripted server */
    PLACE_CLOSED,    /* at a port where nobody listens */
    PLACE_FULL,      /* at a socket whose queue is full */
    PLACE_NO_NAME,   /* at a name that cannot be resolved */
    PLACE_HUNG_NAME, /* at a name that the resolver never answers for */
    PLACE_TLS,       /* with https at the scripted server, which speaks none */
    PLACE_EXPIRED    /* at a server whose certificate has expired */
};

struct fault_expectation {
    enum error_kind kind; /* ERROR_NONE: the call works */
    int requests;         /* that reach the server whole */
};

struct fault {
    const char *name;
    enum fault_place place;
    enum mock_fault after;    /* what the server does after `bytes` */
    const char *bytes;        /* its answer to every request; NULL: made by fault_bytes */
    int status;               /* that the error carries */
    int timeout_ms;           /* 0: long */
    const char *words;        /* that the sentence holds */
    const char *export_words; /* the same of an export, where it differs */
    struct fault_expectation expect[FAULT_CLASSES];
};

extern const struct fault faults[];
extern const size_t fault_count;

#endif
