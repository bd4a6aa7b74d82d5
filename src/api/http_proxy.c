/* Owns the difference between a service and a proxy that stands before it, by addresses alone: which proxy
 * holds for an address, with all its variables and exceptions, is libcurl's to know. */
#include "http_proxy.h"

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/api/address.h"

/* The host and port of an address, as digits; false when there is none. */
static bool place_of_peer(struct address_place *place, const struct sockaddr_storage *peer)
{
    return peer->ss_family != AF_UNSPEC &&
           getnameinfo((const struct sockaddr *)peer, sizeof *peer, place->host, sizeof place->host,
                       place->port, sizeof place->port, NI_NUMERICHOST | NI_NUMERICSERV) == 0;
}

/* Is the text an address in digits? */
static bool place_is_digits(const char *host)
{
    return strchr(host, ':') || host[strspn(host, "0123456789.")] == '\0';
}

void http_proxy_name(char *out, size_t size, const char *url, const struct sockaddr_storage *peer,
                     const char *text)
{
    struct address_place service, tried;
    char named[100] = "";
    out[0] = '\0';
    address_place(&service, url);
    if (!place_of_peer(&tried, peer))
        return;
    sscanf(text, "Failed to connect to %99s port ", named);
    bool other_host = named[0] ? strcasecmp(named, service.host) != 0
                               : place_is_digits(service.host) && strcmp(tried.host, service.host) != 0;
    if (!other_host && strcmp(tried.port, service.port) == 0)
        return;
    const char *host = named[0] ? named : tried.host;
    snprintf(out, size, strchr(host, ':') ? "[%s]:%s" : "%s:%s", host, tried.port);
}
