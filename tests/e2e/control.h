/* Controls a running sandbox through /__sandbox: sets and removes faults, counts requests. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_CONTROL_H
#define STENO_TESTS_E2E_CONTROL_H

#include <stdint.h>

#include "support/process.h"

/* Adds a fault, in the grammar of --fault. */
void control_fault(const struct process_sandbox *sandbox, const char *fault);
/* Removes all faults. */
void control_heal(const struct process_sandbox *sandbox);
/* Expires all tokens. */
void control_expire(const struct process_sandbox *sandbox);
/* Cancels the transcription of a project. */
void control_cancel(const struct process_sandbox *sandbox, int id);
/* Restores projects and credit. */
void control_reset(const struct process_sandbox *sandbox);
/* The number of requests of an endpoint since the start or the last control_forget(). */
long control_requests(const struct process_sandbox *sandbox, const char *endpoint);
void control_forget(const struct process_sandbox *sandbox);
/* Changes a project as another user would; the change is a JSON object. */
void control_change(const struct process_sandbox *sandbox, int64_t id, const char *change);
/* The requests since then, as the sandbox's JSON. Caller frees. */
char *control_received(const struct process_sandbox *sandbox);
/* Waits until an endpoint had this number of requests; false: they did not come. */
bool control_wait_requests(const struct process_sandbox *sandbox, const char *endpoint, long count);

#endif
