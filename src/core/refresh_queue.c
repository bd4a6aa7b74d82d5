/* Owns the structures of the refresh machine: projects by id, heaps by due time, class and age, the line of
 * the ready ones, the gate that holds the cap. Knows nothing of events. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "refresh.h"
#include "steno/base/mem.h"

/* --- heaps --- */

/* Puts an item into a place of a heap and tells it where it is. */
static void heap_put(struct refresh_heap *heap, size_t at, struct refresh_project *project)
{
    heap->items[at] = project;
    project->heap_at = at;
}

/* Moves an item towards the front until what stands before it is not behind it. */
static void heap_rise(struct refresh_heap *heap, size_t at)
{
    struct refresh_project *project = heap->items[at];
    for (; at > 0 && heap->less(project, heap->items[(at - 1) / 2]); at = (at - 1) / 2)
        heap_put(heap, at, heap->items[(at - 1) / 2]);
    heap_put(heap, at, project);
}

/* Moves an item towards the end until nothing behind it is before it. */
static void heap_sink(struct refresh_heap *heap, size_t at)
{
    struct refresh_project *project = heap->items[at];
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < heap->count && heap->less(heap->items[child + 1], heap->items[child]))
            child++;
        if (child >= heap->count || !heap->less(heap->items[child], project))
            break;
        heap_put(heap, at, heap->items[child]);
        at = child;
    }
    heap_put(heap, at, project);
}

/* Adds an item. */
static void heap_add(struct refresh_heap *heap, struct refresh_project *project)
{
    if (heap->count == heap->room) {
        heap->room = heap->room ? heap->room * 2 : 16;
        heap->items = mem_grow(heap->items, heap->room, sizeof(struct refresh_project *));
    }
    heap->items[heap->count] = project;
    heap_rise(heap, heap->count++);
}

/* Takes an item out from wherever it is. */
static void heap_remove(struct refresh_heap *heap, struct refresh_project *project)
{
    size_t at = project->heap_at;
    struct refresh_project *last = heap->items[--heap->count];
    if (last == project)
        return;
    heap_put(heap, at, last);
    heap_rise(heap, at);
    heap_sink(heap, last->heap_at);
}

struct refresh_project *refresh_first(const struct refresh_heap *heap)
{
    return heap->count ? heap->items[0] : NULL;
}

static bool less_by_due(const struct refresh_project *a, const struct refresh_project *b)
{
    return a->due_ms != b->due_ms ? a->due_ms < b->due_ms : a->id < b->id;
}

static bool less_by_read(const struct refresh_project *a, const struct refresh_project *b)
{
    return a->base_ms != b->base_ms ? a->base_ms < b->base_ms : a->id < b->id;
}

/* What a ready project's turn depends on first. */
static enum refresh_class class_of(const struct refresh_project *project)
{
    if (project->at_once)
        return CLASS_AT_ONCE;
    if (project->enqueued)
        return CLASS_ENQUEUED;
    if (project->shown)
        return CLASS_SHOWN;
    return project->kind == KIND_ACTIVE ? CLASS_ACTIVE : CLASS_REST;
}

static bool less_by_class(const struct refresh_project *a, const struct refresh_project *b)
{
    enum refresh_class one = class_of(a), two = class_of(b);
    return one != two ? one < two : less_by_due(a, b);
}

/* --- the line of the ready ones, oldest first --- */

/* Joins the end of the line. A ticket falls due after as many takes as there are projects. */
static void line_join(struct refresh *refresh, struct refresh_project *project)
{
    project->ticket = refresh->takes + refresh->count;
    project->older = refresh->newest;
    project->newer = NULL;
    if (refresh->newest)
        refresh->newest->newer = project;
    else
        refresh->oldest = project;
    refresh->newest = project;
    project->in_line = true;
}

/* Leaves the line. */
static void line_leave(struct refresh *refresh, struct refresh_project *project)
{
    if (project->older)
        project->older->newer = project->newer;
    else
        refresh->oldest = project->newer;
    if (project->newer)
        project->newer->older = project->older;
    else
        refresh->newest = project->older;
    project->in_line = false;
}

struct refresh_project *refresh_choose(const struct refresh *refresh)
{
    struct refresh_project *first = refresh_first(&refresh->ready);
    if (refresh->pause.active || (first && first->at_once))
        return first && first->at_once ? first : NULL;
    if (refresh->oldest && refresh->oldest->ticket <= refresh->takes)
        return refresh->oldest;
    return first;
}

/* The heap of a state, or NULL. */
static struct refresh_heap *heap_of(struct refresh *refresh, enum refresh_state state)
{
    switch (state) {
    case REFRESH_IDLE:
        return &refresh->idle;
    case REFRESH_WAITING:
    case REFRESH_BACKING_OFF:
        return &refresh->waiting;
    case REFRESH_READY:
        return &refresh->ready;
    default:
        return NULL;
    }
}

/* Is a request of the project out in this state? */
static bool is_out(enum refresh_state state)
{
    return state == REFRESH_IN_FLIGHT || state == REFRESH_AGAIN || state == REFRESH_DRAINING ||
           state == REFRESH_GONE;
}

void refresh_enter(struct refresh *refresh, struct refresh_project *project)
{
    struct refresh_heap *heap = heap_of(refresh, project->state);
    if (heap)
        heap_add(heap, project);
    if (project->in_line && project->state != REFRESH_READY)
        line_leave(refresh, project);
    else if (!project->in_line && project->state == REFRESH_READY) /* who stays ready keeps his place */
        line_join(refresh, project);
    refresh->in_flight += is_out(project->state);
    refresh->backing_off += project->state == REFRESH_BACKING_OFF;
}

void refresh_leave(struct refresh *refresh, struct refresh_project *project)
{
    struct refresh_heap *heap = heap_of(refresh, project->state);
    if (heap)
        heap_remove(heap, project);
    refresh->in_flight -= is_out(project->state);
    refresh->backing_off -= project->state == REFRESH_BACKING_OFF;
}

/* --- the set by id --- */

struct refresh_project *refresh_find(const struct refresh *refresh, int64_t id)
{
    size_t at;
    return id_map_find(&refresh->places, id, &at) ? refresh->projects[at] : NULL;
}

/* Puts a project into a place of the set. */
static void set_put(struct refresh *refresh, size_t at, struct refresh_project *project)
{
    refresh->projects[at] = project;
    project->at = at;
    id_map_put(&refresh->places, project->id, at);
}

struct refresh_project *refresh_insert(struct refresh *refresh, int64_t id)
{
    struct refresh_project *project = mem_zero(1, sizeof *project);
    project->id = id;
    if (refresh->count == refresh->room) {
        refresh->room = refresh->room ? refresh->room * 2 : 16;
        refresh->projects = mem_grow(refresh->projects, refresh->room, sizeof(struct refresh_project *));
    }
    set_put(refresh, refresh->count++, project);
    return project;
}

/* Frees a project and its word. */
static void refresh_drop_project(struct refresh_project *project)
{
    free(project->word);
    free(project);
}

void refresh_forget(struct refresh *refresh, struct refresh_project *project)
{
    id_map_remove(&refresh->places, project->id);
    struct refresh_project *last = refresh->projects[--refresh->count];
    if (last != project)
        set_put(refresh, project->at, last);
    if (project->in_line)
        line_leave(refresh, project);
    refresh_drop_project(project);
}

/* --- the gate --- */

int64_t refresh_gate_opens(const struct refresh_gate *gate)
{
    return gate->cap == 0 || gate->count < gate->cap ? INT64_MIN : gate->times[gate->next] + 1000;
}

void refresh_gate_pass(struct refresh_gate *gate, int64_t now_ms)
{
    if (gate->cap == 0)
        return;
    gate->times[gate->next] = now_ms;
    gate->next = (gate->next + 1) % gate->cap;
    if (gate->count < gate->cap)
        gate->count++;
}

void refresh_queue_init(struct refresh *refresh, int rate_cap)
{
    refresh->waiting.less = less_by_due;
    refresh->ready.less = less_by_class;
    refresh->idle.less = less_by_read;
    refresh->gate.cap = rate_cap > 0 ? (size_t)rate_cap : 0;
    refresh->gate.times = mem_zero(refresh->gate.cap, sizeof *refresh->gate.times);
}

void refresh_queue_free(struct refresh *refresh)
{
    for (size_t i = 0; i < refresh->count; i++)
        refresh_drop_project(refresh->projects[i]);
    free(refresh->projects);
    id_map_clear(&refresh->places);
    free(refresh->waiting.items);
    free(refresh->ready.items);
    free(refresh->idle.items);
    free(refresh->gate.times);
}
