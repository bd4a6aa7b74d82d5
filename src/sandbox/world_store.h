/* The store file of a sandbox: what its projects and accounts have become, over restarts. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_WORLD_STORE_H
#define STENO_SANDBOX_WORLD_STORE_H

#include "login_data.h"
#include "steno/base/error.h"
#include "world.h"

struct world_store;

/* Opens or makes the file. NULL, with the reason in err, when it cannot be used, is of another kind, or
 * another process has it. */
struct world_store *world_store_open(const char *path, struct error *err);
void world_store_close(struct world_store *store);

/* Brings projects and accounts to what was stored; projects beyond the world's count are left out. */
bool world_store_load(struct world_store *store, struct world *world, struct login_data *accounts,
                      struct error *err);

/* Takes all projects and accounts out, then stores these accounts. */
bool world_store_reset(struct world_store *store, const struct login_data *accounts, struct error *err);

/* Stores both or nothing; either may be NULL. */
bool world_store_save(struct world_store *store, const struct world_project *project,
                      const struct account *account, struct error *err);

#endif
