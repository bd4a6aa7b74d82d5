/* The corpus of every fuzz target, and each prefix of each input, in every run. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/targets.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

/* Runs a target on one file and, while that is cheap, on what a cut would leave of it. */
static void replay_file(const struct fuzz_target *target, const char *path)
{
    struct error err;
    struct buffer data;
    buffer_init(&data, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &data, &err), "%s", err.text);
    for (size_t len = data.len < 512 ? 0 : data.len; len <= data.len; len++) {
        void *exact = mem_alloc(len); /* so that a read behind the end is seen */
        if (len > 0)
            memcpy(exact, data.data, len);
        target->run(exact, len);
        free(exact);
    }
    buffer_free(&data);
}

Test(fuzz_replay, every_target_keeps_its_promises_for_all_that_its_corpus_folder_holds)
{
    int targets = 0;
    for (const struct fuzz_target *target = fuzz_targets; target->name; target++, targets++) {
        char *folder = mem_printf("%s/%s", CORPUS, target->name);
        DIR *entries = opendir(folder);
        int files = 0;
        cr_assert(entries, "no corpus: %s", folder);
        for (struct dirent *entry; (entry = readdir(entries));) {
            if (entry->d_name[0] == '.')
                continue;
            char *path = mem_printf("%s/%s", folder, entry->d_name);
            replay_file(target, path);
            free(path);
            files++;
        }
        closedir(entries);
        free(folder);
        cr_assert_gt(files, 0, "%s", target->name);
    }
    cr_assert_eq(targets, 10);
}
