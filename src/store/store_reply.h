/* Replies that are as they were: how the file recognises them, and what it has of their projects. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_REPLY_H
#define STENO_STORE_REPLY_H

#include "store_sql.h"

/* The number of a reply (struct project) as the file has it, and back: another version of the program, which
 * may decode the reply into something else, reads another number. 0 stays 0. */
int64_t store_reply_number(uint64_t reply);

/* The handler of STORE_TEXTS_LOAD. */
bool store_texts_load(struct store *store, const struct store_op *op, struct store_result *result);

#endif
