/* What may be said of the way to the server: libcurl, the certificates that it is checked with, the proxy. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"

/* Makes libcurl ready, once, as connection_new does; one thread at a time. Unless it was linked it is loaded
 * only now: its thirty libraries are most of what a start costs. ERROR_NETWORK: missing, or too old. */
bool http_load(struct error *err);
/* "7.88.1, /usr/lib/libcurl.so.4", or NULL with err. Caller frees. */
char *http_load_describe(struct error *err);

struct http_options {
    const char *ca_file; /* NULL or "": SSL_CERT_FILE, CURL_CA_BUNDLE, libcurl's own */
    const char *proxy;   /* NULL: the usual variables; "": none */
};

/* The certificate bundle in use. Borrowed from the options, the environment or libcurl. */
const char *http_ca_bundle(const struct http_options *options);

/* What helps where the bundle cannot be read. */
extern const char http_bundle_missing[];

/* A proxy's address as it may be shown, with *** for name and password. False, and "", when libcurl does not
 * take the text for one: what is a password in it nobody knows. "set" where there is no libcurl. */
bool http_proxy_show(char *out, size_t size, const char *address);

#endif
