// Stands for libcurl where a release is linked: loads the system's libcurl at the first call, so that mosaic-doctor
// examines files where there is none. Foundation calls these functions alone; their variable arguments fit a pointer.
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int handle;

// Stands for what prepares transfers where there is no libcurl: Foundation calls it for files, too.
static void *succeed(void) { return NULL; }
static void *make_handle(void) { return &handle; }

static void *named(const char *name) {
    static void *library;
    void *loaded = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    if (!loaded) {
        loaded = dlopen("libcurl.so.4", RTLD_NOW);
        if (!loaded) {
            if (!strcmp(name, "curl_multi_init")) return (void *)make_handle;
            if (!strncmp(name, "curl_multi_", 11) || !strcmp(name, "curl_global_init")) return (void *)succeed;
            fputs("Error: A track at a URL is read by libcurl, which is missing: apt-get install libcurl4\n", stderr);
            exit(69);
        }
        __atomic_store_n(&library, loaded, __ATOMIC_RELEASE);
    }
    void *found = dlsym(loaded, name);
    if (!found) {
        fprintf(stderr, "Error: The installed libcurl is too old: it has no %s.\n", name);
        exit(69);
    }
    return found;
}

// Integers and pointers are returned in the same register.
#define FORWARD(name)                                                                 \
    void *name(void *a, void *b, void *c, void *d) {                                  \
        static void *found;                                                           \
        void *known = __atomic_load_n(&found, __ATOMIC_RELAXED);                      \
        if (!known) __atomic_store_n(&found, known = named(#name), __ATOMIC_RELAXED); \
        return ((void *(*)(void *, void *, void *, void *))known)(a, b, c, d);        \
    }

#define FORWARD_VARIABLE(name)                                                   \
    int name(void *handle, int option, ...) {                                    \
        va_list list;                                                            \
        va_start(list, option);                                                  \
        void *value = va_arg(list, void *);                                      \
        va_end(list);                                                            \
        return ((int (*)(void *, int, ...))named(#name))(handle, option, value); \
    }

FORWARD(curl_easy_cleanup)
FORWARD(curl_easy_init)
FORWARD(curl_easy_pause)
FORWARD(curl_easy_strerror)
FORWARD(curl_free)
FORWARD(curl_global_init)
FORWARD(curl_multi_add_handle)
FORWARD(curl_multi_assign)
FORWARD(curl_multi_cleanup)
FORWARD(curl_multi_info_read)
FORWARD(curl_multi_init)
FORWARD(curl_multi_remove_handle)
FORWARD(curl_multi_socket_action)
FORWARD(curl_slist_append)
FORWARD(curl_slist_free_all)
FORWARD(curl_url)
FORWARD(curl_url_get)
FORWARD(curl_url_set)
FORWARD(curl_version)
FORWARD(curl_version_info)
FORWARD_VARIABLE(curl_easy_getinfo)
FORWARD_VARIABLE(curl_easy_setopt)
FORWARD_VARIABLE(curl_multi_setopt)
