// glibc's own functions, which its module for Swift leaves out. Other systems have no such header, or none of these.
#if defined(__GLIBC__) || __has_include(<gnu/libc-version.h>)
#include <malloc.h>
#endif
