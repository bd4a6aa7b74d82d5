/* For tests of the sandbox's parameters, one a parameter: what is sent, and what comes of it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SANDBOX_PARAM_H
#define STENO_TESTS_SANDBOX_PARAM_H

#include "support/asserts.h"
#include "unit/sandbox_call.h"

/* A test with the name of its parameter; it is noted, so that parameter_assert_all can find one that is
 * missing. */
#define PARAMETER_TEST(suite, parameter)                                                                     \
    __attribute__((constructor)) static void suite##_##parameter##_is_noted(void)                            \
    {                                                                                                        \
        parameter_note(#suite, #parameter);                                                                  \
    }                                                                                                        \
    Test(suite, parameter)

void parameter_note(const char *suite, const char *parameter);

/* Has every row of the table a test in this suite, and every such test its row? */
void parameter_assert_all(const char *suite, const struct param_table *table);

/* Init and fini of the suites. */
void parameter_setup(void);
void parameter_teardown(void);

#define HAS(hay, needle)   cr_assert_str_has(hay, needle)
#define LACKS(hay, needle) cr_assert_str_lacks(hay, needle)

/* --- in a sandbox of its own each; the reply stays until the next call --- */

/* Enqueues a project with a query; the reply is the project as it is then. */
const struct reply *parameter_enqueue(int project, const char *query);

/* The project when its transcription has ended. */
const struct reply *parameter_ended(int project);

/* Enqueues a project with a query, unless that is NULL, and exports it with another when it has ended. */
const struct reply *parameter_export(int project, const char *enqueue, const char *export);

/* The file of project 2, "Interview: dam keeper", transcribed and exported so, as a text. Caller frees. */
char *parameter_file(const char *enqueue, const char *export);

/* A member of TranscriptionConfig in the last reply. */
const json_t *parameter_config(const char *name);

/* --- what is taken and what is not --- */

/* Sends the parameter, to enqueue or to export by its table, with this value: 200, or 422 with its name. */
void parameter_accepts(const struct param_table *table, const char *name, const char *value);
void parameter_refuses(const struct param_table *table, const char *name, const char *value);

/* True, False and the like are Booleans; maybe and 1 are not. */
void parameter_is_boolean(const struct param_table *table, const char *name);

/* A whole number of milliseconds: 0 to 2,147,483,647. */
void parameter_is_duration(const char *name);

/* A value that the sandbox does not know is accepted, changes no byte of the file, and the log names the
 * parameter. */
void parameter_bears_unknown(const struct param_table *table, const char *name, const char *value);

/* docs/SANDBOX.md says that it has no effect, and why. */
void parameter_is_documented_without_effect(const char *name);

/* --- times of an srt file --- */

/* The start of the first caption, the end of the last one, and how long that one stays. */
int64_t srt_first_ms(const char *srt);
int64_t srt_last_ms(const char *srt);
int64_t srt_last_stays_ms(const char *srt);

/* The pause behind caption `index`, from 0; -1 when there is no next one. */
int64_t srt_pause_ms(const char *srt, int index);

#endif
