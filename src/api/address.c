/* The parts of an address, and which hosts are this machine. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/api/config.h"
#include "steno/base/mem.h"

/* The two API paths under which services are known. */
static const char *const address_paths[] = {API_PATH_DEFAULT, "/XAPI"};

size_t address_scheme_len(const char *url)
{
    static const char *const schemes[] = {"https://", "http://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strncasecmp(url, schemes[i], strlen(schemes[i])) == 0)
            return strlen(schemes[i]);
    }
    return 0;
}

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

const char *address_other_path(const char *api_path)
{
    for (size_t i = 0; i < 2; i++) {
        if (strcmp(api_path, address_paths[i]) == 0)
            return address_paths[1 - i];
    }
    return NULL;
}

bool address_is_exposed(const char *url)
{
    struct in_addr four;
    struct in6_addr six;
    if (address_scheme_len(url) != strlen("http://"))
        return false;
    const char *at = url + strlen("http://");
    bool bracket = *at == '[';
    char *host = mem_copy_n(at + bracket, strcspn(at + bracket, bracket ? "]/" : ":/?#"));
    bool is_here; /* names but localhost are not looked up */
    if (inet_pton(AF_INET, host, &four) == 1)
        is_here = ntohl(four.s_addr) >> 24 == 127;
    else if (inet_pton(AF_INET6, host, &six) == 1)
        is_here = IN6_IS_ADDR_LOOPBACK(&six);
    else
        is_here = strcasecmp(host, "localhost") == 0 || strcasecmp(host, "localhost.") == 0;
    free(host);
    return !is_here;
}
