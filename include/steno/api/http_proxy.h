/* Whose address it was that a connection went to, the service's or a proxy's; and what of a proxy's address
 * may be shown. */
#ifndef STENO_API_HTTP_PROXY_H
#define STENO_API_HTTP_PROXY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

/* What libcurl takes as the proxy's address for `url`: the setting, or else a variable. *name says which.
 * NULL: none, as far as no_proxy does not matter. */
const char *http_proxy_given(const char *setting, const char *url, const char **name);

/* Writes "host:port" of the proxy to `out`, or "" when `peer`, the address that was tried for `url`, is the
 * service's own or none. `text` is libcurl's sentence, which names the host that it tried. */
void http_proxy_name(char *out, size_t size, const char *url, const struct sockaddr_storage *peer,
                     const char *text);

/* A proxy's address as it may be shown, with *** for name and password. False, and "", when libcurl does not
 * take the text for one: what is a password in it nobody knows. */
bool http_proxy_show(char *out, size_t size, const char *address);

#endif
