#include "ToolVersion.h"

enum { CommitCapacity = 64 };

// Volatile, because the linked program may hold other bytes.
#ifdef __APPLE__
__attribute__((used, section("__DATA,mosaic_commit")))
#else
__attribute__((used, section("mosaic_commit")))
#endif
static volatile const char commit[CommitCapacity] = "unknown";

const char *ctoolversion_commit(void) {
    static _Thread_local char copy[CommitCapacity];
    for (int i = 0; i < CommitCapacity - 1; i++) copy[i] = commit[i];
    return copy;
}
