/* store/store: writes from their record to their end, also with several programs at once, and their batches.
 */
/* SPDX-License-Identifier: MIT */
#include "store_fixture.h"

#include <sys/wait.h>

static struct write_list open_rows; /* open writes that refused the last begin() */
static struct act *acts;            /* from the last load, newest first */
static size_t act_count;
static int64_t act; /* of the last write */

static void finish(void)
{
    write_list_clear(&open_rows);
    store_acts_free(acts, act_count);
    fixture_end();
}

TestSuite(store_write, .init = fixture_begin_open, .fini = finish);

#define UNTIL_MS 60000

/* An enqueue based on a read at 900, to be sent at 1000. */
static struct write enqueue(int64_t id)
{
    return (struct write){.id = id,
                          .op = ENDPOINT_ENQUEUE,
                          .before = (char *)"None",
                          .version = 3,
                          .rests_ms = 900,
                          .when_ms = 1000,
                          .until_ms = UNTIL_MS};
}

/* Records a write; returns its row. 0: refused because of open_rows. */
static int64_t begin(struct write write)
{
    write_list_clear(&open_rows);
    int64_t row = store_write_begin(store, &write, &open_rows, &err);
    cr_assert_geq(row, 0, "%s", err.text);
    cr_assert_eq(row, write.row);
    cr_assert_eq(row == 0, open_rows.count > 0);
    act = write.act;
    return row;
}

/* Records an enqueue despite all open enqueues. */
static int64_t begin_anyway(int64_t id)
{
    struct write write = enqueue(id);
    write.asked_row = INT64_MAX;
    return begin(write);
}

/* Records an enqueue of a batch; of_act 0: begins a batch of `count`. */
static int64_t begin_of_act(int64_t id, int64_t of_act, int64_t count)
{
    struct write write = enqueue(id);
    write.act = of_act;
    write.act_count = count;
    return begin(write);
}

/* The receipt of an answer at 2000. */
static struct receipt answer_of(struct write as)
{
    as.answered_ms = 2000;
    return (struct receipt){.outcome = as.outcome, .ends = true, .when_ms = 2000, .read_ms = 2000, .end = as};
}

static void end(int64_t row, struct write as)
{
    struct receipt receipt = answer_of(as);
    DO(store_write_end(store, row, &receipt, &err));
}

static void refuse(int64_t row)
{
    end(row, (struct write){.outcome = WRITE_REFUSED,
                            .is_over = true,
                            .status = 403,
                            .reason = (char *)"no\x1b credit",
                            .ended_ms = 2000});
}

/* Ends a row as accepted, with this state in the answer. */
static void accept_as(int64_t row, const char *state, bool is_active)
{
    end(row, (struct write){.outcome = WRITE_DONE, .after = (char *)(uintptr_t)state, .is_over = is_active});
}

/* Settles a row by a read at 9000; true: this program was the first to do it. */
static bool settle(int64_t row, enum write_outcome outcome)
{
    bool is_first;
    struct receipt receipt = {.outcome = outcome,
                              .ends = true,
                              .when_ms = 9000,
                              .kind = "unknown",
                              .row = (char *)"It was told",
                              .end = {.id = 1, .outcome = outcome, .is_over = true, .ended_ms = 9000}};
    DO(store_write_settle(store, row, &receipt, &is_first, &err));
    return is_first;
}

/* The unfinished writes of a project, or of all (0): "1 open, 2 taken elsewhere". */
static const char *unended(int64_t id)
{
    static char text[1000];
    struct write_list rows;
    size_t len = 0;
    text[0] = '\0';
    DO(store_write_list(store, id, &rows, &err));
    for (size_t i = 0; i < rows.count && len < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%" PRId64 " %s%s", i ? ", " : "",
                                rows.rows[i].id,
                                rows.rows[i].outcome == WRITE_OPEN ? "open"
                                : write_is_taken(&rows.rows[i])    ? "taken"
                                                                   : "over",
                                rows.rows[i].is_elsewhere ? " elsewhere" : "");
    write_list_clear(&rows);
    return text;
}

/* Loads the batches of a project (0: all) before a batch (0: from the newest) since a time. */
static void load_acts(int64_t id, int64_t before, int64_t since_ms)
{
    store_acts_free(acts, act_count);
    DO(store_act_list(store, id, before, since_ms, &acts, &act_count, &err));
}

static const struct act *newest(void)
{
    load_acts(0, 0, 0);
    cr_assert_gt(act_count, 0);
    return &acts[0];
}

/* A write as "done over 4000 Completed": outcome, over or open, time of its end, last state seen. */
static int write_told(char *out, size_t size, const struct write *write)
{
    return snprintf(out, size, "%s %s %" PRId64 " %s",
                    write->outcome == WRITE_OPEN ? "unanswered" : write_outcome_name(write->outcome),
                    write->is_over ? "over" : "open", write->ended_ms, write->after ? write->after : "-");
}

/* A row as text, in whichever batch it is. */
static const char *told(int64_t row)
{
    static char text[200];
    newest();
    snprintf(text, sizeof text, "no such row");
    for (size_t i = 0; i < act_count; i++) {
        for (size_t k = 0; k < acts[i].row_count; k++) {
            if (acts[i].rows[k].row == row)
                write_told(text, sizeof text, &acts[i].rows[k]);
        }
    }
    return text;
}

/* A loaded batch with its rows: "enqueue of 4 from 1000 to 0: 1 refused over 2000 -, 2 …". */
static const char *act_told(size_t i)
{
    static char text[1000];
    int len = snprintf(text, sizeof text, "%s of %" PRId64 " from %" PRId64 " to %" PRId64 ":",
                       endpoints[acts[i].op].name, acts[i].count, acts[i].begun_ms, acts[i].ended_ms);
    for (size_t k = 0; k < acts[i].row_count; k++) {
        len += snprintf(text + len, sizeof text - (size_t)len, "%s %" PRId64 " ", k ? "," : "",
                        acts[i].rows[k].id);
        len += write_told(text + len, sizeof text - (size_t)len, &acts[i].rows[k]);
    }
    return text;
}

static const char *lang_of(const json_t *params)
{
    return json_string_value(json_object_get(params, "Lang"));
}

/* The language of the last enqueue of a project, and its time. */
static const char *sent(int64_t id)
{
    static char text[40];
    json_t *options;
    int64_t when_ms;
    DO(store_sent_options(store, id, &options, &when_ms, &err));
    snprintf(text, sizeof text, "%s %" PRId64, options ? lang_of(options) : "none", when_ms);
    json_decref(options);
    return text;
}

/* --- begin --- */

Test(store_write, it_comes_back_with_all_that_was_known)
{
    struct write_list rows;
    size_t size = (size_t)5 << 20;
    char *value = mem_alloc(size + 1);
    memset(value, 'v', size);
    memcpy(value + size - 3, "\n\xff", 3);
    struct write write = {.id = 7,
                          .op = ENDPOINT_ADD_METADATA,
                          .key = (char *)"k\x1b",
                          .value = value,
                          .params = json_pack("{s:s}", "Lang", "en-US"),
                          .before = (char *)"None",
                          .version = 9007199254740993,
                          .when_ms = 1000,
                          .until_ms = UNTIL_MS};
    int64_t row = begin(write);
    json_decref(write.params);
    begin((struct write){.id = 7, .op = ENDPOINT_ENQUEUE, .version = -1});
    open_store();
    DO(store_write_list(store, 7, &rows, &err));
    cr_assert_eq(rows.count, 2);
    const struct write *got = &rows.rows[0];
    cr_expect_eq(got->row, row);
    cr_expect_eq(got->id, 7);
    cr_expect_eq(got->op, ENDPOINT_ADD_METADATA);
    cr_expect_str_eq(got->key, "k\x1b");
    cr_expect_str_eq(got->value, value);
    cr_expect_str_eq(lang_of(got->params), "en-US");
    cr_expect_str_eq(got->before, "None");
    cr_expect_eq(got->version, 9007199254740993);
    cr_expect_eq(got->when_ms, 1000);
    cr_expect_eq(got->until_ms, UNTIL_MS);
    cr_expect(!write_is_lost(got, UNTIL_MS) && write_is_lost(got, UNTIL_MS + 1));
    got++;
    cr_expect(!got->before && !got->params && !got->key && !got->value && got->version == -1,
              "what is not known stays so");
    write_list_clear(&rows);
    free(value);
    cr_expect_null(newest()->rows[0].value);
    cr_expect_null(acts[1].rows[0].value, "a value of metadata may be a secret");
    end(row, (struct write){.outcome = WRITE_DONE, .is_over = true, .ended_ms = 2000});
    cr_expect_eq(number("SELECT count(*) FROM act_rows WHERE value IS NOT NULL"), 0, "and goes with its end");
}

Test(store_write, an_enqueue_is_recorded_only_where_no_other_one_is_open_or_later_than_what_it_rests_on)
{
    static const struct {
        enum write_outcome outcome; /* of the previous write, begun at 1000 and answered at 2000 */
        bool is_over;
        int64_t rests_ms;
        bool is_in_the_way;
    } rows[] = {{WRITE_OPEN, false, 5000, true},     {WRITE_DONE, false, 5000, true},
                {WRITE_DONE, true, 1999, true},      {WRITE_DONE, true, 2000, true},
                {WRITE_DONE, true, 2001, false},     {WRITE_DONE, true, 0, true},
                {WRITE_PROBABLY, true, 1000, true},  {WRITE_PROBABLY, true, 1001, false},
                {WRITE_NO_EFFECT, true, 1000, true}, {WRITE_NO_EFFECT, true, 1001, false},
                {WRITE_UNKNOWN, true, 1000, true},   {WRITE_UNKNOWN, true, 1001, false},
                {WRITE_REFUSED, true, 0, false},     {WRITE_FAILED, true, 0, false},
                {WRITE_UNSENT, true, 0, false},      {WRITE_SKIPPED, true, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct write next = enqueue((int64_t)i + 1), first = next;
        first.outcome = rows[i].outcome;
        int64_t row = 0;
        if (first.outcome == WRITE_UNSENT || first.outcome == WRITE_SKIPPED)
            DO(store_write_leave_out(store, &first, &err));
        else
            row = begin(first);
        if (first.outcome == WRITE_PROBABLY || first.outcome == WRITE_NO_EFFECT ||
            first.outcome == WRITE_UNKNOWN)
            cr_assert(settle(row, first.outcome));
        else if (row && first.outcome != WRITE_OPEN)
            end(row, (struct write){.outcome = first.outcome, .is_over = rows[i].is_over});
        next.rests_ms = rows[i].rests_ms;
        cr_expect_eq(begin(next) == 0, rows[i].is_in_the_way, "row %zu", i);
        cr_expect(!rows[i].is_in_the_way || open_rows.rows[0].row == row, "row %zu: it is named", i);
    }
    int64_t first = begin(enqueue(50)), second = begin_anyway(50);
    struct write write = enqueue(50);
    write.asked_row = first;
    cr_expect_eq(begin(write), 0, "the operator was asked about the first only");
    cr_assert_eq(open_rows.count, 1);
    cr_expect_eq(open_rows.rows[0].row, second);
    write.asked_row = second;
    cr_expect_gt(begin(write), second);
}

Test(store_write, an_enqueue_is_held_up_by_those_of_its_host_port_and_project_whoever_sent_them)
{
    static const struct {
        const char *url, *path, *email;
        int64_t id;
        enum endpoint_id op;
        bool is_in_the_way;
    } rows[] = {{"https://h", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, true},
                {"https://H:443/", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, true},
                {"https://h", "/XAPI", "a@b.c", 1, ENDPOINT_ENQUEUE, true},
                {"https://me@h/x", "/API", "x@y.z", 1, ENDPOINT_ENQUEUE, true},
                {"https://h", "/API", "a@b.c", 2, ENDPOINT_ENQUEUE, false},
                {"https://h", "/API", "a@b.c", 1, ENDPOINT_DELETE_TAG, false},
                {"https://h:8443", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, false},
                {"http://h", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, false},
                {"https://h2", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, false},
                {"https://[::1]", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, false},
                {"http://[::1]:443", "/API", "a@b.c", 1, ENDPOINT_ENQUEUE, true}};
    begin(enqueue(1));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct write write = enqueue(rows[i].id);
        write.op = rows[i].op;
        DO(store_set_scope(store, rows[i].url, rows[i].path, rows[i].email, &err));
        cr_expect_eq(begin(write) == 0, rows[i].is_in_the_way, "%s%s", rows[i].url, rows[i].path);
        cr_expect(open_rows.count == 0 || open_rows.rows[0].is_elsewhere == (i > 0), "%s%s", rows[i].url,
                  rows[i].path);
    }
}

Test(store_write, where_it_cannot_be_recorded_there_is_no_row_and_an_answer_is_kept_whole_or_not_at_all)
{
    static char big[200000];
    memset(big, 'x', sizeof big - 1);
    watch(1, 1);
    limit_pages(1);
    struct write write = enqueue(1);
    write.value = big;
    cr_expect_eq(store_write_begin(store, &write, &open_rows, &err), -1);
    cr_expect_eq(write.row, 0);
    cr_expect_eq(write.act, 0);
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "no space is left");
    limit_pages(1000000);
    meddle("PRAGMA user_version = 99");
    cr_expect_eq(store_write_begin(store, &write, &open_rows, &err), -1);
    cr_expect_str_has(err.text, "another version of steno: restart steno");
    meddle("PRAGMA user_version = 9");
    cr_expect_str_eq(unended(0), "");
    int64_t row = begin(enqueue(1)); /* if saving the answer fails, none of it is saved */
    json_t *raw = json_pack("{s:i,s:i,s:s}", "Id", 1, "AccessToken", 4, "ProcessingState", "InProgress");
    struct receipt receipt = answer_of((struct write){.id = 1, .outcome = WRITE_DONE, .is_over = true});
    receipt.project = project_pick(raw, 1, &err);
    receipt.kind = "enqueue";
    receipt.row = big;
    json_decref(raw);
    limit_pages(1);
    cr_assert_not(store_write_end(store, row, &receipt, &err));
    cr_expect_str_has(err.text, "no space is left");
    cr_expect_str_eq(unended(1), "1 open");
    listed(store);
    cr_expect_not(list.rows[0].known);
    limit_pages(1000000);
    receipt.row = (char *)"Enqueued";
    DO(store_write_end(store, row, &receipt, &err));
    project_free(receipt.project);
    cr_expect_str_eq(unended(1), "");
    cr_expect_str_eq(history(1), "enqueue Enqueued");
    listed(store);
    cr_expect_str_eq(list.rows[0].state, "InProgress");
}

/* Runs `wins` in eight programs at once; returns in how many it was true. */
static int race(bool (*wins)(int64_t row), int64_t row)
{
    enum { WON = 10, LOST };
    pid_t children[8];
    int won = 0;
    close_store();
    for (size_t i = 0; i < 8; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            open_store();
            bool mine = wins(row);
            store_close(store);
            _exit(mine ? WON : LOST);
        }
    }
    for (size_t i = 0; i < 8; i++) {
        int status;
        cr_assert_eq(waitpid(children[i], &status, 0), children[i]);
        cr_expect(WIFEXITED(status) && (WEXITSTATUS(status) == WON || WEXITSTATUS(status) == LOST), "%x",
                  (unsigned)status);
        won += WIFEXITED(status) && WEXITSTATUS(status) == WON;
    }
    open_store();
    return won;
}

static bool race_begins(int64_t id)
{
    return begin(enqueue(id)) > 0;
}

static bool race_settles(int64_t row)
{
    return settle(row, WRITE_PROBABLY);
}

Test(store_write, of_programs_that_record_an_enqueue_at_once_one_may_send_and_of_those_that_settle_one_tells)
{
    for (int64_t id = 1; id <= 8; id++)
        cr_expect_eq(race(race_begins, id), 1, "project %" PRId64, id);
    int64_t row = number("SELECT min(row) FROM act_rows WHERE id = 1");
    cr_expect_eq(race(race_settles, row), 1);
    cr_expect_str_eq(history(0), "unknown It was told");
}

/* --- end --- */

Test(store_write, a_write_that_was_not_sent_leaves_no_row_and_no_batch)
{
    int64_t first = begin_of_act(1, 0, 2), second = begin_of_act(2, act, 0);
    DO(store_write_drop(store, first, &err));
    cr_expect_str_eq(unended(0), "2 open");
    cr_expect_eq(newest()->row_count, 1);
    struct receipt receipt = {.outcome = WRITE_UNSENT, .end.id = 2, .when_ms = 2000};
    DO(store_write_end(store, second, &receipt, &err));
    cr_expect_eq(number("SELECT (SELECT count(*) FROM act_rows) + (SELECT count(*) FROM acts)"), 0);
    cr_expect_gt(begin(enqueue(1)), second, "no row gets the number of another one");
}

Test(store_write, one_that_has_no_answer_stays_and_is_settled_once_and_an_answer_after_all_is_what_counts)
{
    int64_t lost = begin(enqueue(1));
    struct receipt receipt = {
        .outcome = WRITE_OPEN, .end.id = 1, .when_ms = 2000, .kind = "unknown", .row = (char *)"Lost"};
    DO(store_write_end(store, lost, &receipt, &err));
    cr_expect_str_eq(unended(1), "1 open");
    cr_expect(settle(lost, WRITE_PROBABLY));
    cr_expect_str_eq(unended(1), "");
    cr_expect_not(settle(lost, WRITE_NO_EFFECT), "another program was quicker");
    cr_expect_str_eq(history(1), "unknown It was told; unknown Lost");
    cr_expect_str_eq(told(lost), "probably over 9000 -");
    int64_t taken = begin_anyway(1);
    accept_as(taken, "None", false);
    cr_expect_str_eq(unended(1), "1 taken");
    cr_expect(settle(taken, WRITE_DONE));
    cr_expect_str_eq(unended(1), "");
    int64_t answered = begin(enqueue(2));
    accept_as(answered, "InProgress", true);
    cr_expect_not(settle(answered, WRITE_PROBABLY));
    int64_t late = begin(enqueue(3));
    cr_assert(settle(late, WRITE_NO_EFFECT), "its sender was stopped for an hour");
    accept_as(late, "None", false);
    cr_expect_str_eq(told(late), "done open 0 None");
    cr_expect_str_eq(unended(3), "3 taken");
}

Test(store_write, a_confirmed_enqueue_ends_the_open_ones_before_it)
{
    struct write sent = enqueue(1);
    sent.until_ms = 3000;
    int64_t lost = begin(enqueue(1)), taken = begin_anyway(1);
    accept_as(taken, "None", false);
    meddle("UPDATE act_rows SET until_ms = 1999 WHERE row = 1");
    sent.asked_row = INT64_MAX;
    int64_t waited = begin(sent), other = begin(enqueue(2)), next = begin_anyway(1), later = begin_anyway(1);
    struct receipt receipt = answer_of((struct write){.id = 1, .outcome = WRITE_DONE});
    receipt.overrules = next;
    DO(store_write_end(store, next, &receipt, &err));
    cr_expect_str_eq(unended(0), "2 open, 1 taken, 1 open");
    cr_expect_str_eq(told(lost), "unknown over 2000 -");
    cr_expect_str_eq(told(taken), "done over 0 None", "nobody saw its transcription end");
    cr_expect_str_eq(told(waited), "unknown over 2000 -");
    accept_as(waited, "None", false);
    cr_expect_str_eq(told(waited), "done open 0 None", "an answer that comes after all is what counts");
    cr_expect_str_eq(told(other), "unanswered open 0 -");
    cr_expect_str_eq(told(next), "done open 0 -");
    cr_expect_str_eq(told(later), "unanswered open 0 -");
}

Test(store_write, what_is_open_is_listed_oldest_first_of_this_login_and_enqueues_of_others_here)
{
    int64_t first = begin(enqueue(1));
    begin(enqueue(3));
    accept_as(first, "None", false);
    struct write tag = enqueue(1);
    tag.op = ENDPOINT_DELETE_TAG;
    begin(tag);
    cr_expect_str_eq(unended(0), "1 taken, 3 open, 1 open");
    cr_expect_str_eq(unended(1), "1 taken, 1 open");
    DO(store_set_scope(store, "https://h", "/XAPI", "x@y.z", &err));
    cr_expect_str_eq(unended(0), "");
    cr_expect_str_eq(unended(1), "1 taken elsewhere");
    watch(3, 3);
    cr_expect_str_eq(unended(0), "3 open elsewhere");
    cr_expect(settle(first, WRITE_DONE), "whoever reads the project");
    cr_expect_str_eq(unended(1), "");
    DO(store_set_scope(store, "https://other", "/API", "a@b.c", &err));
    cr_expect_str_eq(unended(3), "");
}

/* --- reads after an accepted enqueue --- */

Test(store_write, readings_that_began_after_the_answer_show_its_begin_and_its_end)
{
#define DONE "Completed"
    static const struct {
        const char *before, *answer; /* states of the read before it and of its answer, version 1 */
        const char *first;           /* state of a later read, with `version` at `when_ms` */
        int64_t version, when_ms;
        const char *second; /* state of a read at 4000 with version 3; NULL: no such read */
        const char *told, *why;
    } rows[] = {
        {"None", "None", "None", 1, 3000, NULL, "done open 0 None", "nothing has happened"},
        {"None", "None", "None", 2, 3000, NULL, "done open 0 None", "a tag was deleted"},
        {"None", "None", "InProgress", 2, 2000, NULL, "done open 0 None", "it did not begin after it"},
        {"None", "None", "InProgress", 2, 3000, NULL, "done over 0 InProgress", "it has begun"},
        {"None", "None", "InProgress", 2, 3000, DONE, "done over 4000 Completed", "and has ended"},
        {"None", "None", DONE, 2, 3000, DONE, "done over 3000 Completed", "at once"},
        {"None", "InProgress", "Failed", 2, 3000, "None", "done over 3000 Failed", "not its own follows"},
        {DONE, DONE, DONE, 1, 3000, NULL, "done open 0 Completed", "the transcription of before"},
        {DONE, DONE, DONE, 2, 3000, NULL, "done open 3000 Completed", "another version of it"},
        {DONE, DONE, "InProgress", 2, 3000, DONE, "done over 4000 Completed", "seen to begin"},
        {DONE, DONE, "", 2, 3000, NULL, "done open 0 Completed", "a state that is not given"},
        {DONE, "", DONE, 2, 3000, NULL, "done open 3000 Completed", "nor by the answer"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t id = (int64_t)i + 1;
        read_as(id, rows[i].before, 1, 500);
        struct write write = enqueue(id);
        write.before = (char *)(uintptr_t)rows[i].before;
        int64_t row = begin(write);
        accept_as(row, rows[i].answer, strcmp(rows[i].answer, "InProgress") == 0);
        read_as(id, rows[i].first, rows[i].version, rows[i].when_ms);
        if (rows[i].second)
            read_as(id, rows[i].second, 3, 4000);
        cr_expect_str_eq(told(row), rows[i].told, "%s", rows[i].why);
    }
    int64_t lost = begin(enqueue(50));
    read_as(50, "None", 1, 500);
    read_as(50, DONE, 2, 3000);
    cr_expect_str_eq(told(lost), "unanswered open 0 -", "one without an answer is settled, not followed");
    int64_t refused = begin(enqueue(51));
    refuse(refused);
    read_as(51, "None", 1, 2500);
    read_as(51, DONE, 2, 3000);
    cr_expect_str_eq(told(refused), "refused over 2000 -");
}

/* --- batches --- */

Test(store_write, the_first_one_begins_an_act_the_others_of_it_join_and_what_was_sent_last_is_known)
{
    struct write_list rows;
    struct write write = enqueue(1);
    write.params = json_pack("{s:s}", "Lang", "en-US");
    write.act_count = 4;
    int64_t first = begin(write);
    write.act = act;
    write.id = 2;
    int64_t second = begin(write);
    json_decref(write.params);
    write.params = json_pack("{s:s}", "Lang", "de-DE");
    write.id = 3;
    int64_t third = begin(write);
    struct write left = write;
    left.id = 4;
    left.outcome = WRITE_UNSENT;
    left.reason = (char *)"no media";
    DO(store_write_leave_out(store, &left, &err));
    json_decref(write.params);
    begin(enqueue(9));
    newest();
    cr_assert_eq(act_count, 2);
    cr_expect_str_eq(act_told(0), "enqueue of 1 from 1000 to 0: 9 unanswered open 0 -");
    cr_expect_str_eq(act_told(1), "enqueue of 4 from 1000 to 0: 1 unanswered open 0 -, 2 unanswered open 0 -,"
                                  " 3 unanswered open 0 -, 4 unsent over 1000 -");
    cr_assert_eq(acts[1].row_count, 4);
    cr_expect_not(acts[1].seen);
    cr_expect_str_eq(lang_of(acts[1].options), "en-US");
    cr_expect_null(acts[1].rows[0].params, "they are the act's");
    cr_expect_str_eq(lang_of(acts[1].rows[2].params), "de-DE");
    cr_expect_eq(acts[1].rows[0].version, 3);
    cr_expect_str_eq(acts[1].rows[0].before, "None");
    cr_expect_str_eq(acts[1].rows[3].reason, "no media");
    DO(store_write_list(store, 1, &rows, &err));
    cr_expect_str_eq(lang_of(rows.rows[0].params), "en-US", "whole for who asks");
    write_list_clear(&rows);
    refuse(first);
    accept_as(second, "InProgress", true);
    accept_as(third, "InProgress", true);
    read_as(2, "InProgress", 2, 3000);
    read_as(3, "InProgress", 2, 3000);
    read_as(2, DONE, 3, 5000);
    newest();
    cr_expect_eq(acts[1].ended_ms, 0, "it goes on");
    read_as(3, "Failed", 3, 4000);
    newest();
    cr_expect_str_eq(act_told(1),
                     "enqueue of 4 from 1000 to 5000: 1 refused over 2000 -, 2 done over 5000 Completed,"
                     " 3 done over 4000 Failed, 4 unsent over 1000 -",
                     "it ends with the last of its projects");
    cr_expect_eq(acts[1].rows[0].status, 403);
    cr_expect_str_eq(acts[1].rows[0].reason, "no␛ credit");
    left = enqueue(1);
    left.outcome = WRITE_UNSENT;
    DO(store_write_leave_out(store, &left, &err));
    cr_expect_str_eq(sent(1), "en-US 1000", "of the last one that left");
    cr_expect_str_eq(sent(2), "en-US 1000", "the act's");
    cr_expect_str_eq(sent(3), "de-DE 1000", "its own");
    cr_expect_str_eq(sent(4), "none 0", "it never left");
}

Test(store_write, exports_of_a_batch_are_rows_that_begin_with_their_outcome_and_the_history_bears_acts)
{
    struct store_entries entries;
    struct receipt receipt = answer_of((struct write){.op = ENDPOINT_EXPORT,
                                                      .act_count = 2,
                                                      .when_ms = 1500,
                                                      .name = (char *)"/srv/a.srt",
                                                      .bytes = 7,
                                                      .outcome = WRITE_DONE,
                                                      .is_over = true,
                                                      .ended_ms = 2000});
    for (receipt.end.id = 1; receipt.end.id <= 2; receipt.end.id++) {
        DO(store_write_end(store, 0, &receipt, &err));
        cr_assert_gt(receipt.end.row, 0);
    }
    newest();
    cr_expect_eq(act_count, 1);
    cr_expect_str_eq(act_told(0), "export of 2 from 1500 to 2000: 1 done over 2000 -, 2 done over 2000 -");
    cr_expect_str_eq(acts[0].rows[1].name, "/srv/a.srt");
    cr_expect_eq(acts[0].rows[1].bytes, 7);
    cr_expect_str_eq(unended(0), "");
    read_as(3, "None", 1, 500);
    int64_t row = begin(enqueue(3));
    receipt = answer_of((struct write){.id = 3, .outcome = WRITE_DONE, .is_over = true});
    receipt.kind = "enqueue";
    receipt.row = (char *)"Enqueued";
    DO(store_write_end(store, row, &receipt, &err));
    keep_line(3, 2500, "refused", "of no row");
    read_as(3, "InProgress", 2, 3000);
    DO(store_history_load(store, 3, 0, &entries, &err));
    cr_assert_eq(entries.count, 3);
    cr_expect_eq(entries.items[0].act, act, "a change of its project");
    cr_expect_eq(entries.items[1].act, 0);
    cr_expect_eq(entries.items[2].act, act);
    store_entries_clear(&entries);
}

Test(store_write, thousands_of_acts_are_listed_page_by_page_and_by_project_and_time)
{
    DO(store_begin(store, &err));
    for (int64_t id = 1; id <= 250; id++) {
        struct write write = enqueue(id);
        write.when_ms = 1000 + id;
        begin(write);
    }
    DO(store_commit(store, &err));
    int64_t before = 0, count = 0;
    do {
        load_acts(0, before, 0);
        for (size_t i = 0; i < act_count; i++, count++) {
            cr_assert(before == 0 || acts[i].act < before, "newest first");
            before = acts[i].act;
        }
    } while (act_count == STORE_ACTS_MAX);
    cr_expect_eq(count, 250);
    load_acts(77, 0, 0);
    cr_expect(act_count == 1 && acts[0].rows[0].id == 77);
    load_acts(0, 0, 1248);
    cr_expect_eq(act_count, 3);
    int64_t row = acts[2].rows[0].row;
    DO(store_act_seen(store, acts[1].act, &err));
    newest();
    cr_expect(!acts[0].seen && acts[1].seen && acts[2].seen);
    refuse(row);
    newest();
    cr_expect(acts[1].seen && !acts[2].seen, "what ends is new again");
}

Test(store_write, an_act_is_kept_as_long_as_the_history_is_and_one_that_is_open_for_ever)
{
    static const struct {
        int from, lines;
        size_t acts;
    } rows[] = {{0, STORE_HISTORY_MAX, 2}, {STORE_HISTORY_MAX, 100, 1}};
    refuse(begin(enqueue(1)));
    begin(enqueue(2));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        DO(store_begin(store, &err));
        for (int k = rows[i].from; k < rows[i].from + rows[i].lines; k++)
            keep_line(1, 5000 + k, "state", "None → InProgress");
        DO(store_commit(store, &err));
        cr_expect_eq(newest()->rows[0].id, 2);
        cr_expect_eq(act_count, rows[i].acts, "of a history of %d lines", rows[i].from + rows[i].lines);
    }
}

Test(store_write, forgetting_keeps_what_is_not_over_and_counts_it_and_the_rest_goes_out_of_its_act)
{
    int64_t first = begin_of_act(1, 0, 3), of = act, second = begin_of_act(2, of, 0);
    refuse(first);
    accept_as(second, "None", false);
    refuse(begin_of_act(1, of, 0));
    cr_expect_eq(forget(1, false), 0);
    cr_expect_eq(newest()->count, 1);
    cr_expect_eq(acts[0].row_count, 1);
    cr_expect_eq(forget(2, false), 1);
    cr_expect_eq(forget(0, false), 1);
    cr_expect_str_eq(unended(2), "2 taken elsewhere");
    cr_expect_eq(begin(enqueue(2)), 0, "it stands in the way still");
    cr_expect_eq(forget(0, true), 1);
    cr_assert(settle(second, WRITE_DONE));
    cr_expect_eq(forget(0, true), 0);
    cr_expect_eq(number("SELECT (SELECT count(*) FROM act_rows) + (SELECT count(*) FROM acts)"), 0);
    refuse(begin_of_act(5, 0, 2));
    of = act;
    cr_expect_eq(forget(5, false), 0);
    cr_assert_gt(begin_of_act(6, of, 0), 0);
    cr_expect_neq(act, of, "its act was forgotten meanwhile: it begins another");
    cr_expect_str_eq(unended(6), "6 open");
    cr_expect_eq(begin(enqueue(6)), 0, "and stands in the way");
}
