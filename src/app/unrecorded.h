/* Writes that the store could not record: whether to send them all the same. */
#ifndef STENO_APP_UNRECORDED_H
#define STENO_APP_UNRECORDED_H

struct app;

/* The end of a turn: asks about the first one, unless something else is asked. */
void app_unrecorded_ask(struct app *app);

#endif
