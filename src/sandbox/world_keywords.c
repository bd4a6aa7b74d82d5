/* Owns the keywords of a recording: those that its script marks, as they are written and where they are said.
 */
#include "steno/base/when.h"
#include "steno/sandbox/transcript.h"
#include "steno/sandbox/world.h"

/* Sets a text member, unless there is no text. */
static void keyword_put(json_t *object, const char *name, const char *text)
{
    if (text)
        json_object_set_new_nocheck(object, name, json_string(text));
}

/* One keyword with the words and the time of its first place. */
static json_t *keyword_json(const struct script_keyword *keyword, const char *text, int64_t start_ms)
{
    json_t *item = json_object();
    keyword_put(item, "Category", keyword->category);
    keyword_put(item, "Highlight", keyword->highlight);
    keyword_put(item, "Text", text);
    if (keyword->timed)
        json_object_set_new_nocheck(item, "TimestampMs", json_integer(start_ms));
    keyword_put(item, "Type", keyword->type);
    return item;
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
