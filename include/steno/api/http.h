/* What may be said of the way to the server: the certificates that it is checked with, the proxy before it.
 * */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>

struct http_options {
    const char *ca_file; /* NULL or "": SSL_CERT_FILE, CURL_CA_BUNDLE, libcurl's own */
    const char *proxy;   /* NULL: the usual variables; "": none */
};

/* The certificate bundle in use. Borrowed from the options, the environment or libcurl. */
const char *http_ca_bundle(const struct http_options *options);

/* A proxy's address as it may be shown, with *** for name and password. False, and "", when libcurl does not
 * take the text for one: what is a password in it nobody knows. */
bool http_proxy_show(char *out, size_t size, const char *address);

#endif
