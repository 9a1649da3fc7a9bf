// Counts the memory allocations of the calling thread, whoever makes them: the program's malloc stands before the C
// library's, which does the work.
#ifndef CALLOCATIONCOUNT_H
#define CALLOCATIONCOUNT_H

#include <stdint.h>

// Whether allocations are counted at all: with glibc they are, unless a sanitizer has malloc already.
int callocationcount_is_available(void);

// Allocations of the calling thread since it began.
uint64_t callocationcount_of_thread(void);

#endif
