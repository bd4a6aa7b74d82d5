/* The projects of somebody else: what a client sees of what is shared with it, and what is not. */
#include "steno/sandbox/seed.h"

/* clang-format off */
static const struct seed others[SEED_OTHER_COUNT] = {
    {.script = "hearing",
     .name = "Regional studio, raw tape", .created = "2026-05-20T08:00:00Z", .updated = "2026-05-20T08:00:00Z",
     .length = "00:01:00", .keywords = true, .language = "en-US", .state = WORLD_COMPLETED,
     .share_count = 1, .foreign = true, .shared = true, .nulls = true},
    {.script = "council",
     .name = "Ballot count, internal", .author = "Election office", .created = "2026-05-20T21:00:00+02:00",
     .updated = "2026-05-20T21:05:00+02:00", .length = "00:12:00", .foreign = true},
    {.script = "meeting",
     .name = "Legal advice", .author = "Law firm", .created = "2026-05-21T09:00:00+02:00",
     .updated = "2026-05-21T09:30:00+02:00", .length = "00:25:00", .language = "cs-CZ",
     .state = WORLD_COMPLETED, .foreign = true},
};
/* clang-format on */

const struct seed *seed_other(int64_t id)
{
    bool is_one = id > SEED_DEFAULT_COUNT && id <= SEED_DEFAULT_COUNT + SEED_OTHER_COUNT;
    return is_one ? &others[id - SEED_DEFAULT_COUNT - 1] : NULL;
}
