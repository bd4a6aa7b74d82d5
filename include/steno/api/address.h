/* Addresses of servers, as far as three rules need them: which scheme, which host and port, and whether what
 * is sent could be read on its way. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_ADDRESS_H
#define STENO_API_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* The length of "http://" or "https://", in any case, at the start; 0 without either. */
size_t address_scheme_len(const char *url);

/* A copy with the scheme in small letters: HTTPS:// is https://; and without the API path, where it ends in
 * one of the two under which services are known. Caller frees. */
char *address_normalise(const char *url);

/* "/API" or "/XAPI" where the address ends in it, with or without a last slash, as documentation gives
 * addresses; else NULL. */
const char *address_api_path(const char *url);

/* The other of the two paths under which services are known, /API and /XAPI; NULL for any other path. */
const char *address_other_path(const char *api_path);

/* Is it plain http to another machine than this one (127.0.0.0/8, ::1, localhost)? */
bool address_is_exposed(const char *url);

#endif
