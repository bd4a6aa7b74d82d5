/* The sandbox's own address for tests: faults put in and taken away while steno runs, requests counted. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_CONTROL_H
#define STENO_TESTS_E2E_CONTROL_H

#include <stdint.h>

#include "support/process.h"

/* Adds a fault, in the grammar of --fault. */
void control_fault(const struct process_sandbox *sandbox, const char *fault);
/* Takes all faults away. */
void control_heal(const struct process_sandbox *sandbox);
/* All tokens expire. */
void control_expire(const struct process_sandbox *sandbox);
/* Ends the transcription of a project: Canceled. */
void control_cancel(const struct process_sandbox *sandbox, int id);
/* Projects and credit are as at the first start again. */
void control_reset(const struct process_sandbox *sandbox);
/* How many requests an endpoint had, from the start or the last control_forget. */
long control_requests(const struct process_sandbox *sandbox, const char *endpoint);
void control_forget(const struct process_sandbox *sandbox);
/* Changes a project as somebody else does; the change is a JSON object. */
void control_change(const struct process_sandbox *sandbox, int64_t id, const char *change);
/* What was received since then, as the JSON text of the sandbox. Caller frees. */
char *control_received(const struct process_sandbox *sandbox);
/* Waits until an endpoint had so many requests; false when they do not come. */
bool control_wait_requests(const struct process_sandbox *sandbox, const char *endpoint, long count);

#endif
