/* A server's file name is reduced to one that is safe to create. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "disposition.h"
#include "support/asserts.h"

Test(disposition, names_are_read_and_reduced)
{
    static const struct {
        const char *value, *name;
    } rows[] = {
        {"attachment; filename=a.srt", "a.srt"},
        {"attachment; filename=\"a b.srt\"", "a b.srt"},
        {"attachment;filename = \"a.srt\" ; x=y", "a.srt"},
        {"ATTACHMENT; FileName=\"a.srt\"", "a.srt"},
        {"attachment; filename=\"a\\\"b;c.srt\"", "a\"b;c.srt"},
        {"attachment; filename=\"/etc/passwd\"", "passwd"},
        {"attachment; filename=\"..\\..\\x.srt\"", "x.srt"},
        {"attachment; filename=\"C:\\dir\\x.srt\"", "x.srt"},
        {"attachment; filename=\"../../.bashrc\"", "bashrc"},
        {"attachment; filename=\"-rf.srt\"", "rf.srt"},
        {"attachment; filename=\"..\"", ""},
        {"attachment; filename=\"\"", ""},
        {"attachment; filename=\"/\"", ""},
        {"attachment; filename=\"a\x01\x1b[31m\xc2\x9b.srt\"", "a[31m.srt"},
        {"attachment; filename=\"a\xff.srt\"", "a.srt"},
        {"attachment; filename*=UTF-8''%C5%BElu%C5%A5.srt; filename=\"plain.srt\"", "žluť.srt"},
        {"attachment; filename=\"plain.srt\"; filename*=UTF-8'cs'%e2%80%aex.srt", "x.srt"},
        {"attachment; filename*=iso-8859-1'en'caf%E9.srt", "café.srt"},
        {"attachment; filename*=UTF-8''..%2F..%2Fetc%2Fx.srt", "x.srt"},
        {"attachment; filename*=UTF-8''a%00b.srt; filename=c.srt", "a"},
        {"attachment; filename*=broken; filename=ok.srt", "ok.srt"},
        {"attachment; filename*=UTF-8''%zz.srt", "%zz.srt"},
        {"attachment; filename=\"open", "open"},
        {"attachment; filename=x.srt.", "x.srt"},
        {"inline", ""},
        {"", ""},
        {";;;=;filename", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char name[64];
        bool found = disposition_file_name(rows[i].value, name, sizeof name);
        cr_assert_str_eq(name, rows[i].name, "%s gives “%s”", rows[i].value, name);
        cr_assert_eq(found, rows[i].name[0] != '\0');
    }
}

Test(disposition, a_long_name_is_cut_before_its_extension_at_a_whole_character)
{
    char value[600] = "attachment; filename=\"", name[32];
    for (int i = 0; i < 100; i++)
        memcpy(value + strlen(value), "ž", 3);
    memcpy(value + strlen(value), ".srt\"", 6);
    cr_assert(disposition_file_name(value, name, sizeof name));
    cr_assert_str_eq(name, "žžžžžžžžžžžžž.srt");
}
