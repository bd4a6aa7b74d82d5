/* The programs have the hardening that configure chose. */
/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "steno/base/file.h"
#include "support/asserts.h"
#include "support/process.h"

#define PROGRAM_MAX ((size_t)1 << 28)

/* A program file in memory. */
static struct buffer elf;

static const void *elf_at(size_t offset, size_t size)
{
    cr_assert(offset <= elf.len && size <= elf.len - offset, "the file ends before byte %zu", offset + size);
    return elf.data + offset;
}

static const ElfW(Phdr) * elf_segment(ElfW(Word) type)
{
    const ElfW(Ehdr) *head = elf_at(0, sizeof *head);
    for (size_t i = 0; i < head->e_phnum; i++) {
        const ElfW(Phdr) *segment = elf_at(head->e_phoff + i * sizeof *segment, sizeof *segment);
        if (segment->p_type == type)
            return segment;
    }
    return NULL;
}

static bool elf_binds_now(void)
{
    const ElfW(Phdr) *dynamic = elf_segment(PT_DYNAMIC);
    bool now = false;
    for (size_t at = 0; dynamic && at < dynamic->p_filesz; at += sizeof(ElfW(Dyn))) {
        const ElfW(Dyn) *entry = elf_at(dynamic->p_offset + at, sizeof *entry);
        now |= entry->d_tag == DT_BIND_NOW ||
               (entry->d_tag == DT_FLAGS && (entry->d_un.d_val & DF_BIND_NOW)) ||
               (entry->d_tag == DT_FLAGS_1 && (entry->d_un.d_val & DF_1_NOW));
    }
    return now;
}

static bool elf_has_relro(void)
{
    return elf_segment(PT_GNU_RELRO) != NULL;
}

static bool elf_has_text(const char *text)
{
    return memmem(elf.data, elf.len, text, strlen(text)) != NULL;
}

static bool elf_guards_stack(void)
{
    return elf_has_text("__stack_chk_fail");
}

static bool elf_checks_sizes(void)
{
#ifdef __GLIBC__
    return elf_has_text("__snprintf_chk") || elf_has_text("__vsnprintf_chk");
#else
    return true; /* this C library has no fortified functions */
#endif
}

/* Looks for the flag in the compiler's record in the debug information, as nothing else in the file shows it.
 */
static bool elf_probes_stack(void)
{
    return !elf_has_text("-fstack-protector-strong") || elf_has_text("-fstack-clash-protection");
}

/* On x86 each function that can be called indirectly begins with an endbr instruction; the C library's start
 * code has a few too. The ELF note about it exists only if the C library is built with the flag as well. */
static bool elf_guards_flow(void)
{
#if defined __x86_64__ || defined __i386__
    static const char mark[] = {'\xF3', '\x0F', '\x1E', sizeof(void *) == 8 ? '\xFA' : '\xFB'};
    size_t count = 0;
    for (const char *at = elf.data; (at = memmem(at, (size_t)(elf.data + elf.len - at), mark, sizeof mark));
         at++)
        count++;
    return count >= 100;
#else
    return true;
#endif
}

Test(hardening, what_configure_says_is_in_both_programs)
{
    static const struct {
        const char *flag;
        bool (*is_there)(void);
    } rows[] = {
        {"-D_FORTIFY_SOURCE=3", elf_checks_sizes},
        {"-fstack-protector-strong", elf_guards_stack},
        {"-fstack-clash-protection", elf_probes_stack},
        {"-fcf-protection", elf_guards_flow},
        {"-Wl,-z,relro", elf_has_relro},
        {"-Wl,-z,now", elf_binds_now},
    };
    static const char *const programs[] = {"steno", "steno-sandbox"};
    if (getenv("STENO_TEST_PROGRAMS"))
        cr_skip_test("the programs are of a build with other flags than the tests"); /* ./dev tsan */
    for (size_t i = 0; i < 2; i++) {
        struct error err;
        char *path = process_program(programs[i]);
        buffer_init(&elf, PROGRAM_MAX);
        cr_assert(file_read(path, &elf, &err), "%s", err.text);
        for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
            if (strstr(STENO_HARDENING, rows[k].flag))
                cr_expect(rows[k].is_there(), "%s is not hardened by %s", path, rows[k].flag);
        buffer_free(&elf);
        free(path);
    }
}

/* The ELF note about libraries that are loaded late: its owner and its text. */
Test(hardening, packages_can_read_that_libcurl_is_loaded_late)
{
    static const char head[] = "FDO\0[{\"feature\":\"http\",";
    struct error err;
    char *path = process_program("steno");
    buffer_init(&elf, PROGRAM_MAX);
    cr_assert(file_read(path, &elf, &err), "%s", err.text);
    bool is_there = memmem(elf.data, elf.len, head, sizeof head - 1) != NULL;
#ifdef LIBCURL_LATE
    cr_expect(is_there && elf_has_text("\"soname\":[\"libcurl.so.4\",\"libcurl-gnutls.so.4\"]}]"));
#else
    cr_expect_not(is_there);
#endif
    buffer_free(&elf);
    free(path);
}

Test(hardening, an_optimised_build_without_sanitizers_has_some)
{
#if defined STENO_OPTIMISED && !defined STENO_SANITIZED
    cr_assert_neq(STENO_HARDENING[0], '\0');
#else
    cr_assert_str_eq(STENO_HARDENING, "");
#endif
}
