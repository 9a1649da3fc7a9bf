// Enters the sandbox of mosaic-frames and makes one system call: sandbox deny|kill CALL.
// Exit status: 0 where the call succeeds, 13 where it is denied with EACCES, 1 otherwise; SIGSYS ends it where it kills.
// The call `trap` has to end it by the signal of the trap.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "CFilm.h"

// Stands for the handler of Swift's runtime, which needs system calls that are denied.
static void handle(int number) {
    (void)number;
    _exit(3);
}

static int call(const char *name) {
    static char bytes[1];
    struct stat status;
    struct timespec now;
    if (!strcmp(name, "open")) return open("/etc/hostname", O_RDONLY);
    if (!strcmp(name, "create")) return open("/tmp/mosaic-sandbox", O_CREAT | O_WRONLY, 0600);
    if (!strcmp(name, "unlink")) return unlink("/tmp/mosaic-sandbox");
    if (!strcmp(name, "stat")) return stat("/etc/hostname", &status);
    if (!strcmp(name, "socket")) return socket(AF_INET, SOCK_STREAM, 0);
    if (!strcmp(name, "fork")) return (int)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (!strcmp(name, "kill")) return kill(getppid(), 0);
    if (!strcmp(name, "execve")) return execve("/bin/true", (char *[]){"true", 0}, (char *[]){0});
    if (!strcmp(name, "mmap-code")) {
        return mmap(0, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0;
    }
    if (!strcmp(name, "mprotect-code")) {
        void *page = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return page == MAP_FAILED ? -2 : mprotect(page, 4096, PROT_READ | PROT_EXEC);
    }
    if (!strcmp(name, "read")) return (int)read(0, bytes, 0);
    if (!strcmp(name, "fstat")) return fstat(0, &status);
    if (!strcmp(name, "clock")) return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    if (!strcmp(name, "processors")) return sysconf(_SC_NPROCESSORS_ONLN) > 0 ? 0 : -2;
    if (!strcmp(name, "trap")) __builtin_trap();
    if (!strcmp(name, "memory")) {
        void *memory = malloc(32 << 20);
        if (memory) memset(memory, 1, 32 << 20);
        free(memory);
        return memory ? 0 : -2;
    }
    return -2;
}

int main(int count, char **arguments) {
    signal(SIGILL, handle);
    signal(SIGTRAP, handle);
    if (count != 3 || cfilm_enter_sandbox(!strcmp(arguments[1], "kill"))) return 2;
    int result = call(arguments[2]);
    return result >= 0 ? 0 : errno == EACCES ? 13 : 1;
}
