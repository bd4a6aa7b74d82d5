/* The minutes that the account has left, in a few words. */
#ifndef STENO_APP_CREDIT_H
#define STENO_APP_CREDIT_H

#include <stddef.h>

struct app;

#define CREDIT_TEXT_SIZE 64
/* "600 min", "600? min"; "" when they are not known. */
void app_credit_text(const struct app *app, char *out, size_t size);

#endif
