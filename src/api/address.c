/* Owns the parts of an address and the question which hosts are this machine. Makes no request. */
/* SPDX-License-Identifier: MIT */
#include "address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "steno/api/config.h"
#include "steno/base/mem.h"

size_t address_scheme_len(const char *url)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strncasecmp(url, schemes[i], strlen(schemes[i])) == 0)
            return strlen(schemes[i]);
    }
    return 0;
}

/* The two API paths under which services are known. */
static const char *const address_paths[] = {API_PATH_DEFAULT, "/XAPI"};

/* The length of an address without slashes at its end. */
static size_t address_len(const char *url)
{
    size_t len = strlen(url);
    while (len > 0 && url[len - 1] == '/')
        len--;
    return len;
}

const char *address_api_path(const char *url)
{
    size_t len = address_len(url);
    for (size_t i = 0; i < sizeof address_paths / sizeof address_paths[0]; i++) {
        size_t path = strlen(address_paths[i]);
        if (len > address_scheme_len(url) + path && strncmp(url + len - path, address_paths[i], path) == 0)
            return address_paths[i];
    }
    return NULL;
}

char *address_normalise(const char *url)
{
    const char *path = address_api_path(url);
    char *copy = mem_copy_n(url, path ? address_len(url) - strlen(path) : strlen(url));
    for (size_t i = 0; i < address_scheme_len(url); i++)
        copy[i] = (char)tolower((unsigned char)copy[i]);
    return copy;
}

void address_place(struct address_place *place, const char *url)
{
    const char *host = strstr(url, "://");
    host = host ? host + 3 : url;
    bool bracket = *host == '[';
    size_t len = strcspn(host + bracket, bracket ? "]/" : ":/?#");
    snprintf(place->host, sizeof place->host, "%.*s", (int)len, host + bracket);
    const char *end = host + bracket + len;
    end += bracket && *end == ']';
    size_t digits = *end == ':' ? strspn(end + 1, "0123456789") : 0;
    if (digits > 0)
        snprintf(place->port, sizeof place->port, "%.*s", (int)digits, end + 1);
    else
        snprintf(place->port, sizeof place->port, "%s", strncasecmp(url, "https:", 6) == 0 ? "443" : "80");
}

/* Is the host this machine? Names but localhost are not looked up. */
static bool address_is_loopback(const char *host)
{
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, host, &four) == 1)
        return ntohl(four.s_addr) >> 24 == 127;
    if (inet_pton(AF_INET6, host, &six) == 1)
        return IN6_IS_ADDR_LOOPBACK(&six);
    return strcasecmp(host, "localhost") == 0 || strcasecmp(host, "localhost.") == 0;
}

bool address_is_exposed(const char *url)
{
    struct address_place place;
    if (address_scheme_len(url) != strlen("http://"))
        return false;
    address_place(&place, url);
    return !address_is_loopback(place.host);
}

const char *address_other_path(const char *api_path)
{
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(api_path, address_paths[i]) == 0)
            return address_paths[1 - i];
    }
    return NULL;
}
