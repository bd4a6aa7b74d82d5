/* For tests of subtitle files: a recording, or one word, written as a file. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_FORMAT_FILE_H
#define STENO_TESTS_FORMAT_FILE_H

#include "captions.h"

/* What was written last, and of what; since export_setup. */
extern struct buffer file;
extern struct cues captions;

void export_setup(void);
void export_teardown(void);

/* Writes the file of a recording, by these values of enqueue and export; returns its bytes. */
const char *export_recording(const char *enqueue, const char *export);

/* Writes a file of one caption of one word, which lasts two seconds. */
const char *export_word(const char *word, int64_t start_ms, const char *export);

#endif
