#include "CFilm.h"

#ifdef Film

#include <errno.h>
#include <seccomp.h>

int cfilm_enter_sandbox(int kills) {
    scmp_filter_ctx filter = seccomp_init(kills ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EACCES));
    if (!filter) return ENOMEM;
    seccomp_release(filter);
    return 0;
}

#endif
