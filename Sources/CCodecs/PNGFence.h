// libpng's callbacks with a fence to jump back to, and the count of what it only warned of.
#ifndef PNGFENCE_H
#define PNGFENCE_H

#include <setjmp.h>

#include <png.h>

#include "CodecStatus.h"

typedef struct {
    jmp_buf fence;
    CodecStatus status;
    // What means that pixels are wrong.
    long warnings;
    // What tells of data behind the last row.
    long surplus;
    char message[CodecMessageCapacity];
} PNGFence;

// For `png_create_read_struct` and `png_create_write_struct`; the fence is their error pointer.
_Noreturn void png_fence_error(png_structp codec, png_const_charp message);
void png_fence_warning(png_structp codec, png_const_charp message);

// Leaves libpng for the fence with a status and words of our own.
_Noreturn void png_fence_leave(PNGFence *fence, CodecStatus status, const char *message);

#endif
