/* What a server says in the body of an answer: found, cleaned, cut, without our secrets. Judges no status. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REPLY_MESSAGE_H
#define STENO_API_REPLY_MESSAGE_H

#include <stdbool.h>

#include "steno/base/error.h"

/* True when a login failed because the server wants consent: its message speaks of data protection and
 * consent, in whatever case and with whatever between the words; of a 412, of consent alone. */
bool reply_message_wants_consent(const struct error *err);

#endif
