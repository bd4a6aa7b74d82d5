/* The receipt of a batch: the topic's row of the table in turn.c. */
#ifndef STENO_APP_TOPIC_RECEIPT_H
#define STENO_APP_TOPIC_RECEIPT_H

#include "steno/app/topic.h"

extern const struct topic topic_receipt;

#endif
