/* See call.h and tilepdb_engine.h. */
#include "engine/call.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/clock.h"

struct tilepdb_cancel {
    atomic_int requested;
};

tilepdb_cancel *tilepdb_cancel_create(void) {
    return calloc(1, sizeof(tilepdb_cancel));
}

void tilepdb_cancel_request(tilepdb_cancel *cancel) {
    atomic_store_explicit(&cancel->requested, 1, memory_order_relaxed);
}

bool tilepdb_cancel_requested(const tilepdb_cancel *cancel) {
    return atomic_load_explicit(&cancel->requested, memory_order_relaxed) != 0;
}

void tilepdb_cancel_free(tilepdb_cancel *cancel) {
    free(cancel);
}

bool call_is_cancelled(const struct engine_call *call) {
    return call->cancelled || (call->cancel && tilepdb_cancel_requested(call->cancel));
}

double call_left(const struct engine_call *call) {
    if (call->deadline <= 0) return INFINITY;
    const double left = call->deadline - clock_seconds();
    return left > 0 ? left : 0;
}

bool call_is_late(const struct engine_call *call) {
    return !call_is_cancelled(call) && call_left(call) <= 0;
}

bool call_progress(const tilepdb_progress *report, void *user) {
    struct engine_call *call = user;
    if (call_is_cancelled(call) || call_left(call) <= 0) return false;
    if (call->progress && !call->progress(report, call->user)) call->cancelled = true;
    return !call->cancelled;
}

void call_event(const struct engine_call *call, const tilepdb_engine_event *event) {
    if (call->on_event) call->on_event(event, call->event_user);
}
