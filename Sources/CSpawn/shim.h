#ifdef __linux__
#include <spawn.h>

// glibc declares these for _GNU_SOURCE alone, which Swift does not define.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addfchdir_np(posix_spawn_file_actions_t *actions, int folder);
extern int pipe2(int ends[2], int flags);
#endif
