/* Owns the difference between a service and a proxy that stands before it, by addresses alone, and what of a
 * proxy's address may be shown. The exceptions of no_proxy are libcurl's to know. */
/* SPDX-License-Identifier: MIT */
#include "http_private.h"

#include <netdb.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "address.h"

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

const char *http_proxy_given(const char *setting, const char *url, const char **name)
{
    static const char *const variables[] = {"https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy",
                                            "ALL_PROXY"};
    bool secure = strncasecmp(url, "https:", 6) == 0;
    *name = "the setting proxy";
    for (size_t i = 0; !setting && i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = (i < 2 && !secure) || (i == 2 && secure) ? NULL : getenv(variables[i]);
        *name = variables[i];
        if (value && *value)
            return value;
    }
    return setting && *setting ? setting : NULL;
}

/* A part of an address, or NULL; freed with curl_free. */
static char *proxy_part(CURLU *url, CURLUPart part)
{
    char *text = NULL;
    return curl(url_get)(url, part, &text, 0) == CURLUE_OK ? text : NULL;
}

bool http_proxy_show(char *out, size_t size, const char *address)
{
    static const char *const schemes[] = {"http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"};
    if (!http_load(NULL)) {
        snprintf(out, size, "set");
        return true;
    }
    CURLU *url = curl(url)();
    bool good = false;
    if (curl(url_set)(url, CURLUPART_URL, address, CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME) !=
        CURLUE_OK)
        address = "";
    char *scheme = proxy_part(url, CURLUPART_SCHEME), *host = proxy_part(url, CURLUPART_HOST);
    char *port = proxy_part(url, CURLUPART_PORT), *user = proxy_part(url, CURLUPART_USER);
    char *password = proxy_part(url, CURLUPART_PASSWORD);
    for (size_t i = 0; scheme && host && i < sizeof schemes / sizeof schemes[0]; i++)
        good = good || strcasecmp(scheme, schemes[i]) == 0;
    bool named = strstr(address, "://");
    snprintf(out, size, "%s%s%s%s%s%s", good && named ? scheme : "", good && named ? "://" : "",
             good && (user || password) ? "***@" : "", good ? host : "", good && port ? ":" : "",
             good && port ? port : "");
    curl(free)(scheme);
    curl(free)(host);
    curl(free)(port);
    curl(free)(user);
    curl(free)(password);
    curl(url_cleanup)(url);
    return good;
}
