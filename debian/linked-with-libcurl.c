/* Names each function of libcurl that steno looks up when it is first needed, so that the linker sees them. Never run, in no
 * package: debian/rules asks dpkg-shlibdeps what it depends on. */
/* SPDX-License-Identifier: MIT */
#include "http_private.h"

#define NAME(name) (void (*)(void))curl_##name,

void (*const linked_functions[])(void) = {HTTP_CURL(NAME)};

int main(void)
{
    return !linked_functions[0];
}
