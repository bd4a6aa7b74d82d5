/* Standing orders, carried out while the program is open, as far as the application has to do with them. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_ORDERS_PRIVATE_H
#define STENO_APP_ORDERS_PRIVATE_H

#include <stddef.h>
#include <stdint.h>

struct app;
struct error;
struct order;
struct project;

/* Those of a project that wait; 0: none does. */
size_t app_orders_of(const struct app *app, int64_t id);
/* What follows the end of its transcription by them: "exports air, web"; NULL: nothing. Caller frees. */
char *app_orders_then(const struct app *app, int64_t id);
/* What an order is called: its preset, else its format. */
const char *app_orders_name(const struct order *order);
/* A new run of the project was accepted: says that an order of it which has failed can wait for it. */
void app_orders_offer(struct app *app, int64_t id);
/* They are others, or something is to be done about them. */
void app_orders_changed(struct app *app);
/* A project was read that is not on the watchlist, but has an order. */
void app_orders_read(struct app *app, const struct project *project);
/* Of a client's user: one was done, or a try has failed. */
void app_orders_told(void *self, const struct order *order, const struct error *failure);

#endif
