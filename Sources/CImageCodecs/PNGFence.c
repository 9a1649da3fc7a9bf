#include "PNGFence.h"

#include <stdio.h>

_Noreturn void png_fence_leave(PNGFence *fence, CodecStatus status, const char *message) {
    fence->status = status;
    snprintf(fence->message, sizeof fence->message, "%s", message);
    longjmp(fence->fence, 1);
}

_Noreturn void png_fence_error(png_structp codec, png_const_charp message) {
    png_fence_leave(png_get_error_ptr(codec), CodecStatusMalformed, message);
}

void png_fence_warning(png_structp codec, png_const_charp message) {
    PNGFence *fence = png_get_error_ptr(codec);
    // The first one tells most.
    if (fence->warnings++ == 0) snprintf(fence->message, sizeof fence->message, "%s", message);
}
