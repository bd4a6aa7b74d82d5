/* Owns the keywords of a recording: those that its script marks, as they are written and where they are said.
 */
#include "steno/base/when.h"
#include "transcript.h"
#include "world.h"

/* One keyword with the words and the time of its first place. */
static json_t *keyword_json(const struct script_keyword *keyword, const char *text, int64_t start_ms)
{
    return json_pack("{s:s, s:s*, s:s, s:o*, s:s*}", "Category", keyword->category, "Highlight",
                     keyword->highlight, "Text", text, "TimestampMs",
                     keyword->timed ? json_integer(start_ms) : NULL, "Type", keyword->type);
}

json_t *world_keywords_json(const struct seed *seed)
{
    const struct script *script = script_find(seed->script);
    struct param_set *run = param_set_new(&params_enqueue);
    struct transcript transcript;
    int64_t length_ms = 0, start_ms;
    json_t *lists = json_array();
    length_parse(seed->length, &length_ms);
    transcript_make(&transcript, run, script, length_ms);
    for (size_t i = 0; i < script->keyword_count; i++) {
        const struct script_keyword *keyword = &script->keywords[i];
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        while (json_array_size(lists) <= (size_t)keyword->list)
            json_array_append_new(lists, json_array());
        if (transcript_keyword(&transcript, (int)i, &text, &start_ms))
            json_array_append_new(json_array_get(lists, (size_t)keyword->list),
                                  keyword_json(keyword, buffer_text(&text), start_ms));
        buffer_free(&text);
    }
    transcript_free(&transcript);
    param_set_free(run);
    return json_pack("{s:o}", "TextList", lists);
}
