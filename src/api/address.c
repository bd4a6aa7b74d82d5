/* Owns the scheme of an address and the question which hosts are this machine. Makes no request. */
#include "steno/api/address.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

char *address_normalise(const char *url)
{
    char *copy = mem_copy(url);
    for (size_t i = 0; i < address_scheme_len(url); i++)
        copy[i] = (char)tolower((unsigned char)copy[i]);
    return copy;
}

/* The host of what follows the scheme, without port and brackets; caller frees. */
static char *address_host(const char *rest)
{
    if (*rest == '[')
        return mem_copy_n(rest + 1, strcspn(rest + 1, "]/"));
    return mem_copy_n(rest, strcspn(rest, ":/?#"));
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
    size_t scheme = address_scheme_len(url);
    if (scheme != strlen("http://"))
        return false;
    char *host = address_host(url + scheme);
    bool exposed = !address_is_loopback(host);
    free(host);
    return exposed;
}
