/* What orders.c and orders_carry.c share: the orders of a client, and how far each is. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_ORDERS_WORK_H
#define STENO_CLIENT_ORDERS_WORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "orders.h"
#include "steno/base/error.h"
#include "steno/core/order.h"

struct client;
struct file_draft;

enum order_phase {
    ORDER_IDLE,
    ORDER_CLAIMING,
    ORDER_EXPORTING,
    ORDER_NOTING, /* name, size and hash of its file */
    ORDER_NAMING,
    ORDER_ENDING,
    ORDER_LOOKING /* another program was quicker: until the list shows whose it is, or that it is over */
};

/* One order, and how far it is here. */
struct order_work {
    struct order order;
    enum order_phase phase;
    uint64_t serial;          /* of the call or operation whose answer it waits for */
    int64_t renew_ms;         /* monotonic: when its claim is */
    bool is_read;             /* its project, since it is listed */
    enum order_step step;     /* what the last reading means */
    int64_t version;          /* of that */
    char *name, *state;       /* the same */
    int64_t length_ms;        /* the same; -1: not known */
    struct file_draft *draft; /* of a call's result: waits to be noted */
    struct error *unread;     /* why it cannot be read, which ends the order */
};

struct orders {
    struct order_work **works; /* each stays where it is while others come and go */
    size_t count;
    struct order_list listed; /* as the store had them last */
    struct error trouble;     /* why they could not be listed, or none is claimed; ERROR_NONE: they were */
    bool is_on, is_listed;
    bool is_unsaved; /* what is written is this session's alone: none is claimed any more */
};

/* The work that waits for an answer; NULL: it was dropped since. */
struct order_work *orders_waiting(const struct client *client, uint64_t serial);
/* It is new, or waits for another run now: nothing that was read before counts, and its project, whose next
 * reading may be minutes away, is read soon. */
void orders_read_anew(struct client *client, struct order_work *work);
/* Frees it, and forgets it. */
void orders_drop(struct client *client, struct order_work *work);

/* Claims one that is due, and does what is to be done then. */
void orders_carry_claim(struct client *client, struct order_work *work);
/* Holds its claim for longer. */
void orders_carry_renew(struct client *client, struct order_work *work);

#endif
