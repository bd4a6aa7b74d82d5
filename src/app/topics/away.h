/* What the files of the digest share. */
#ifndef STENO_APP_TOPICS_AWAY_H
#define STENO_APP_TOPICS_AWAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

struct app;
struct page;

enum away_rank { AWAY_FAILED, AWAY_STATE, AWAY_ANSWER, AWAY_ENDS, AWAY_OTHER };

struct away_row {
    int64_t id;
    enum away_rank rank;
    char *text;
    int64_t
        when_ms; /* the last change on the server; 0: not known, or not about one. Of AWAY_ENDS: the end */
};

struct away_state {
    struct away_row *rows;
    size_t count;
    int64_t from_ms, to_ms; /* what is compared: the oldest reading before, the newest now */
    json_t *seen;           /* fields of the store; NULL until it has answered */
    size_t next;            /* projects before this place were read */
    bool is_over;           /* all of them were: what comes now, somebody sees */
    bool is_told;
};

struct away_state *away_state(const struct app *app);
/* The pane's lines. */
void away_build(struct app *app, struct page *page, int cells);
/* To the project of the line under the cursor. */
void away_go(struct app *app);

#endif
