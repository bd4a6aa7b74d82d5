/* What the words of a filter leave. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "steno/core/filter.h"

static const struct filter_row council = {.id = "1",
                                          .name = "Council meeting, 14 May",
                                          .state = "InProgress",
                                          .tags = "news, archive",
                                          .label = "First pass",
                                          .lang = "en-US",
                                          .note = "ask Jana",
                                          .marks = "*"};

static bool takes(const char *text, const struct filter_row *row)
{
    struct filter *filter = filter_new(text);
    bool found = filter_takes(filter, row);
    filter_free(filter);
    return found;
}

static bool leaves(const char *text)
{
    return takes(text, &council);
}

Test(filter, every_word_has_to_match_somewhere_whatever_its_case)
{
    cr_expect(leaves(""));
    cr_expect(leaves("  "));
    cr_expect(leaves("council JANA progress"));
    cr_expect(leaves("1 news first"));
    cr_expect_not(leaves("council lecture"));
}

Test(filter, the_language_is_matched_only_where_it_is_named)
{
    cr_expect(leaves("lang:en"));
    cr_expect_not(leaves("en-US"));
}

Test(filter, a_word_behind_a_dash_must_be_nowhere)
{
    cr_expect(leaves("news -court"));
    cr_expect_not(leaves("news -jana"));
    cr_expect_not(leaves("-archive"));
}

Test(filter, a_named_place_is_the_only_one_that_counts)
{
    cr_expect(leaves("tag:arch"));
    cr_expect(leaves("label:first"));
    cr_expect(leaves("note:jana"));
    cr_expect(leaves("STATE:inprog"));
    cr_expect_not(leaves("tag:council"));
    cr_expect_not(leaves("note:news"));
    cr_expect(leaves("-tag:court"));
    cr_expect_not(leaves("-tag:news"));
    cr_expect_not(leaves("place:news"));
}

Test(filter, a_word_that_is_not_finished_leaves_everything)
{
    cr_expect(leaves("-"));
    cr_expect(leaves("tag:"));
    cr_expect(leaves("-tag: council"));
}

Test(filter, a_sign_after_state_is_the_mark_of_the_list)
{
    const struct filter_row failed = {.id = "10",
                                      .name = "Hello!",
                                      .state = "Failed",
                                      .tags = "",
                                      .label = "",
                                      .lang = "",
                                      .note = "",
                                      .marks = "!"};
    cr_expect(takes("state:!", &failed));
    cr_expect_not(takes("-state:!", &failed));
    cr_expect(takes("!", &failed), "a sign alone is text");
    cr_expect_not(leaves("state:!"));
    cr_expect(leaves("state:*"));
    cr_expect_not(leaves("tag:!"));
}

Test(filter, a_word_is_put_in_and_taken_out)
{
    char *with = filter_toggle("new  -court", "state:!");
    cr_expect_str_eq(with, "new -court state:!");
    char *without = filter_toggle(with, "state:!");
    cr_expect_str_eq(without, "new -court");
    char *alone = filter_toggle("", "state:!");
    cr_expect_str_eq(alone, "state:!");
    char *none = filter_toggle(alone, "state:!");
    cr_expect_str_eq(none, "");
    free(with);
    free(without);
    free(alone);
    free(none);
}
