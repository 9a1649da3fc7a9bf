// libjpeg's error manager with a fence to jump back to, and the count of what it only warned of.
#ifndef JPEGFENCE_H
#define JPEGFENCE_H

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#include "CodecStatus.h"

typedef struct {
    // First, so that libjpeg's pointer is ours.
    struct jpeg_error_mgr manager;
    jmp_buf fence;
    CodecStatus status;
    long damage;
    long notices;
    char message[CodecMessageCapacity];
} JPEGFence;

// Clears everything and returns what goes into `err`.
struct jpeg_error_mgr *jpeg_fence_prepare(JPEGFence *fence);

// Leaves libjpeg for the fence with a status and words of our own.
_Noreturn void jpeg_fence_leave(JPEGFence *fence, CodecStatus status, const char *message);

#endif
