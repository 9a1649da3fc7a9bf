#define _GNU_SOURCE // AT_EMPTY_PATH, names of registers
#include "CFilm.h"

#ifdef Film

#include <errno.h>
#include <fcntl.h>
#ifndef MOSAIC_WITHOUT_ICONV
#include <iconv.h>
#endif
#include <seccomp.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

int cfilm_limit_resources(uint64_t address_space) {
#ifdef MOSAIC_ADDRESS_SANITIZER
    (void)address_space; // The sanitizer reserves terabytes for its notes.
#else
    struct rlimit memory = {.rlim_cur = address_space, .rlim_max = address_space};
    if (setrlimit(RLIMIT_AS, &memory)) return errno;
#endif
    struct rlimit none = {.rlim_cur = 0, .rlim_max = 0};
    return setrlimit(RLIMIT_CORE, &none) ? errno : 0;
}

int cfilm_forbid_tracing(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) ? errno : 0; }

void cfilm_load_tables(void) {
    tzset();
#ifndef MOSAIC_WITHOUT_ICONV
    // The names of services in transport streams are of this character set by default. It stays open, because the C
    // library reads its table again otherwise.
    (void)iconv_open("UTF-8", "ISO6937");
#endif
}

// Only names that both x86-64 and arm64 have, but for poll.
static const int allowed[] = {
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev), SCMP_SYS(lseek),
    SCMP_SYS(fadvise64),
    SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(ppoll), SCMP_SYS(close), SCMP_SYS(fstat),
    SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(brk), SCMP_SYS(madvise), SCMP_SYS(futex),
    SCMP_SYS(exit), SCMP_SYS(exit_group), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrandom),
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_nanosleep), SCMP_SYS(getrusage), SCMP_SYS(sched_yield),
    SCMP_SYS(rt_sigreturn), SCMP_SYS(rt_sigprocmask), SCMP_SYS(sched_getaffinity),
#ifdef __NR_poll
    SCMP_SYS(poll),
#endif
#ifdef MOSAIC_ADDRESS_SANITIZER
    SCMP_SYS(sigaltstack), // before functions that do not return
#endif
};

// 0, or the negative errno of the first rule that cannot be added.
static int add_rules(scmp_filter_ctx filter) {
    for (unsigned i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
        if (failure) return failure;
    }
    // Memory that is never executable.
    const struct scmp_arg_cmp no_code = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    int failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, no_code);
    if (failure) return failure;
    failure = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, no_code);
    if (failure) return failure;
    // How the C library asks for the status of an open descriptor.
    const struct scmp_arg_cmp open_file = SCMP_A3(SCMP_CMP_EQ, AT_EMPTY_PATH);
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(newfstatat), 1, open_file);
}

// Swift's runtime prints a backtrace where the program traps. Its handler needs denied system calls, and would trap in
// itself for ever.
static void reset_signals(void) {
    static const int traps[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    for (unsigned i = 0; i < sizeof traps / sizeof *traps; i++) signal(traps[i], SIG_DFL);
}

#if defined(__x86_64__)
#define SECOND_ARGUMENT gregs[REG_RSI]
#define RESULT gregs[REG_RAX]
#elif defined(__aarch64__)
#define SECOND_ARGUMENT regs[1]
#define RESULT regs[0]
#else
#error "The registers of system calls are unknown."
#endif

// Denies openat to the C library, which counts processors by these files and then by sched_getaffinity: libvpx asks for the
// count in each decoder of VP8. A filter cannot compare paths. Any other path ends the process.
static void deny_open(int number, siginfo_t *call, void *context) {
    (void)number, (void)call;
    mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
    const char *path = (const char *)machine->SECOND_ARGUMENT;
    if (strcmp(path, "/sys/devices/system/cpu/online") && strcmp(path, "/proc/stat")) (void)getppid(); // a forbidden call
    machine->RESULT = -EACCES;
}

static int trap_open(scmp_filter_ctx filter) {
    struct sigaction action = {.sa_sigaction = deny_open, .sa_flags = SA_SIGINFO};
    if (sigaction(SIGSYS, &action, 0)) return -errno;
    return seccomp_rule_add(filter, SCMP_ACT_TRAP, SCMP_SYS(openat), 0);
}

int cfilm_enter_sandbox(int kills) {
    reset_signals();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return errno;
    scmp_filter_ctx filter = seccomp_init(kills ? SCMP_ACT_KILL_PROCESS : SCMP_ACT_ERRNO(EACCES));
    if (!filter) return ENOMEM;
    int failure = add_rules(filter);
    if (!failure && kills) failure = trap_open(filter);
    if (!failure) failure = seccomp_load(filter);
    seccomp_release(filter);
    return -failure;
}

#endif
