/* What the client itself asks of its open writes. */
#ifndef STENO_CLIENT_OPEN_WRITES_PRIVATE_H
#define STENO_CLIENT_OPEN_WRITES_PRIVATE_H

struct client;
struct reading;

/* Of client_new and client_free. */
void open_writes_begin(struct client *client);
void open_writes_end(struct client *client);
/* A reading has ended: judges the writes of its project that are older, once the user has drawn its own
 * conclusions. */
void open_writes_hear(struct client *client, const struct reading *reading);
/* There is a good token: what could not be looked at is looked at now. */
void open_writes_look_now(struct client *client);

#endif
