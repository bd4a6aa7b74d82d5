/* The twelve projects that every sandbox has, the patterns of those made by --projects, and somebody else's.
 * Dates are those of a start at SEED_START. */
/* SPDX-License-Identifier: MIT */
#include "seed.h"

#define COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* clang-format off */
static const char keywords_hearing[] =
    "{\"TextList\":[[{\"Category\":\"Topic\",\"Text\":\"water\",\"TimestampMs\":0},"
    "{\"Category\":\"Topic\",\"Highlight\":\"blue\",\"Text\":\"the hundred-year line\",\"TimestampMs\":44410}],"
    "[{\"Category\":\"Place\",\"Highlight\":\"green\",\"Text\":\"a wall of forty feet\",\"TimestampMs\":110215,\"Type\":\"Measure\"},"
    "{\"Category\":\"Number\",\"Text\":\"340 homes\",\"TimestampMs\":72850,\"Type\":\"Number\"}],"
    "[{\"Category\":\"Place\",\"Highlight\":\"yellow\",\"Text\":\"an orchard below the mill\",\"TimestampMs\":173152,"
    "\"Type\":\"Location\"}]]}";
static const char keywords_news[] =
    "{\"TextList\":[[{\"Category\":\"Place\",\"Highlight\":\"yellow\",\"Text\":\"Údolní přehrada\",\"TimestampMs\":21570,"
    "\"Type\":\"Location\"},"
    "{\"Category\":\"Person\",\"Highlight\":\"green\",\"Text\":\"Zdeňka Petrů\",\"TimestampMs\":32260,\"Type\":\"Name\"}],"
    "[{\"Category\":\"Topic\",\"Text\":\"Hladina vody\",\"TimestampMs\":37255},{\"Category\":\"Topic\",\"Text\":\"stavidla\"}],"
    "[{\"Category\":\"Number\",\"Text\":\"42 metrů\",\"TimestampMs\":39375,\"Type\":\"Measure\"}]]}";

static const char *const tags_council[] = {"news", "archive", NULL};
static const char *const tags_interview[] = {"interview", "radio", NULL};
static const char *const tags_world[] = {"čeština", "日本語", "cafe\xCC\x81", NULL};
static const char *const tags_news[] = {"news", "tv", "subtitles", NULL};
static const char *const tags_court[] = {"court", NULL};

static const char *const metadata_interview[] = {"Programme", "Morning magazine", "Episode", "118", NULL};
static const char *const metadata_world[] = {"Místo", "Žďár nad Sázavou", "場所", "東京", NULL};
static const char *const metadata_news[] = {"Channel", "2", "Broadcast", "2026-05-18 19:00", NULL};

#define LONG_NAME                                                                                                 \
    "Town planning committee, public hearing on the second amendment to the zoning of the lower valley, with " \
    "statements of the mayors, the water board, the railway and the residents, part 3 of 7, afternoon"

static const struct seed defaults[SEED_DEFAULT_COUNT] = {
    {.name = "Council meeting, 14 May", .author = "City Hall", .notes = "Microphone 2 is faint until 00:05.",
     .start = "2026-05-14T09:00:00+02:00", .created = "2026-05-14T11:58:31.4021337+02:00",
     .updated = "2026-05-14T12:02:07.118+02:00", .length = "00:42:10", .tags = tags_council,
     .version = 4711, .has_video = true},
    {.name = "Interview: dam keeper", .author = "Martha Hill", .start = "2026-05-15T07:30:00Z",
     .created = "2026-05-15T08:01:12Z", .updated = "2026-05-15T08:14:40.5Z", .length = "00:03:55",
     .tags = tags_interview, .metadata = metadata_interview, .language = "en-US", .label = "First pass",
     .state = WORLD_COMPLETED, .version = 88, .share_count = 1, .team = true},
    {.name = "Lecture 7", .author = "Faculty of Arts", .notes = "The recording follows by post.",
     .created = "2026-05-16T10:00:00Z", .updated = "2026-05-16T10:00:00Z", .length = "00:00:00",
     .no_media = true},
    {.name = "Phone-in, damaged tape", .author = "Radio archive", .created = "2026-05-16T15:20:45.25+02:00",
     .updated = "2026-05-16T15:21:00+02:00", .length = "00:17:48.3600000", .fails = true},
    {.name = LONG_NAME, .author = "Planning office", .notes = "Minutes are due on Friday.\nRoom B, 40 people.",
     .start = "2026-05-12T13:00:00", .created = "2026-05-12T18:40:09.9999999+02:00",
     .updated = "2026-05-13T08:00:00+02:00", .delete_at = "2027-05-12T00:00:00+02:00",
     .expiration = "2026-05-28T14:00:00+02:00", .length = "02:31:07.0400000", .keywords = keywords_hearing,
     .language = "en-US", .state = WORLD_COMPLETED, .share_count = 12, .team = true},
    {.name = "Příliš žluťoučký kůň 東京の会議 cafe\xCC\x81 no\xCC\x88" "el", .author = "Jiří Dvořák",
     .notes = "Smíšené jazyky: čeština, 日本語, Việt.", .created = "2026-05-17T06:12:00+02:00",
     .updated = "2026-05-17T06:12:00+02:00", .length = "00:08:20", .tags = tags_world,
     .metadata = metadata_world, .version = INT64_C(9007199254740993)},
    {.name = "Evening news", .author = "Newsroom", .notes = "Subtitles go out at 18:50.",
     .start = "2026-05-18T19:00:00+02:00", .created = "2026-05-18T19:31:00+02:00",
     .updated = "2026-05-18T19:44:12+02:00", .delete_at = "2026-05-25T14:00:00+02:00", .length = "00:28:30.4800000",
     .tags = tags_news, .metadata = metadata_news, .keywords = keywords_news, .language = "cs-CZ",
     .label = "On air", .state = WORLD_COMPLETED, .share_count = 3, .has_video = true},
    {.name = "Empty studio at night", .author = "Test recording", .notes = "Nobody speaks.",
     .created = "2026-05-19T02:00:00Z", .updated = "2026-05-19T02:00:00Z", .length = "00:01:30", .silent = true},
    {.name = "Anniversary speech", .author = "National archive", .notes = "Only the archive may change this one.",
     .created = "2025-04-28T09:00:00+02:00", .updated = "2025-04-28T10:12:00+02:00", .length = "00:14:02",
     .language = "cs-CZ", .state = WORLD_COMPLETED, .share_count = 40, .read_only = true, .team = true},
    {.name = "Call centre, week 20", .author = "Support", .created = "2026-05-15T20:00:00Z",
     .updated = "2026-05-15T20:03:09Z", .length = "1.02:03:04", .odd_config = "version 1",
     .state = WORLD_FAILED},
    {.name = "Court hearing, room 4", .author = "District court", .notes = "Stopped at the judge's request.",
     .start = "2026-05-11T08:30:00+02:00", .created = "2026-05-11T12:00:00+02:00",
     .updated = "2026-05-11T12:20:00+02:00", .expiration = "2026-05-31T14:00:00+02:00", .length = "01:05:00",
     .tags = tags_court, .state = WORLD_CANCELED},
    {.length = "00:02:15", .bare = true},
};

static const struct seed patterns[] = {
    {.name = "Recording", .author = "Night shift", .created = "2026-04-01T22:00:00Z", .updated = "2026-04-01T22:00:00Z",
     .length = "00:20:00"},
    {.name = "Bulletin", .author = "Newsroom", .notes = "Hourly.", .created = "2026-04-02T06:00:00+02:00",
     .updated = "2026-04-02T06:10:00+02:00", .length = "00:05:30.2400000", .tags = tags_news, .language = "cs-CZ",
     .state = WORLD_COMPLETED},
    {.name = "Phone call", .author = "Support", .created = "2026-04-03T09:15:00Z", .updated = "2026-04-03T09:16:00Z",
     .length = "00:03:12", .language = "en-US", .state = WORLD_COMPLETED},
    {.name = "Lecture", .author = "Faculty of Arts", .created = "2026-04-04T10:00:00Z",
     .updated = "2026-04-04T11:32:00Z", .length = "01:30:00", .tags = tags_court},
};
/* What a client sees of what is shared with it, and what is not. */
static const struct seed others[SEED_OTHER_COUNT] = {
    {.name = "Regional studio, raw tape", .created = "2026-05-20T08:00:00Z", .updated = "2026-05-20T08:00:00Z",
     .length = "00:01:00", .keywords = keywords_hearing, .language = "en-US", .state = WORLD_COMPLETED,
     .share_count = 1, .foreign = true, .shared = true, .nulls = true},
    {.name = "Ballot count, internal", .author = "Election office", .created = "2026-05-20T21:00:00+02:00",
     .updated = "2026-05-20T21:05:00+02:00", .length = "00:12:00", .foreign = true},
    {.name = "Legal advice", .author = "Law firm", .created = "2026-05-21T09:00:00+02:00",
     .updated = "2026-05-21T09:30:00+02:00", .length = "00:25:00", .language = "cs-CZ",
     .state = WORLD_COMPLETED, .foreign = true},
};
/* clang-format on */

const struct seed *seed_for(int64_t id)
{
    if (id >= 1 && id <= SEED_DEFAULT_COUNT)
        return &defaults[id - 1];
    return &patterns[(uint64_t)id % COUNT(patterns)];
}

const struct seed *seed_other(int64_t id)
{
    bool is_one = id > SEED_DEFAULT_COUNT && id <= SEED_DEFAULT_COUNT + SEED_OTHER_COUNT;
    return is_one ? &others[id - SEED_DEFAULT_COUNT - 1] : NULL;
}
