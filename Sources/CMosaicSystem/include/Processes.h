#ifdef __linux__
#include <spawn.h>
#include <sys/prctl.h>

// glibc declares these for _GNU_SOURCE alone, which Swift does not define.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int folder);
extern int pipe2(int ends[2], int flags);

// Swift does not import functions with a variable number of arguments.
static inline int mosaic_adopt_orphans(void) { return prctl(PR_SET_CHILD_SUBREAPER, 1UL, 0UL, 0UL, 0UL); }
#endif
