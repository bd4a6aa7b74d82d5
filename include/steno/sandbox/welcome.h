/* What a person who opens the address gets: a page in plain text. */
#ifndef STENO_SANDBOX_WELCOME_H
#define STENO_SANDBOX_WELCOME_H

#include "steno/sandbox/control_state.h"

/* Appends the page: address, accounts, projects, and command lines to begin with. `url` is without a slash at
 * its end. */
void welcome_write(struct buffer *out, struct control *control, const char *url, int64_t now_ms);

#endif
