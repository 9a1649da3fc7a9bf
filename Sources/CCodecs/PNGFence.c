#include "PNGFence.h"

#include <stdio.h>
#include <string.h>

_Noreturn void png_fence_leave(PNGFence *fence, CodecStatus status, const char *message) {
    fence->status = status;
    snprintf(fence->message, sizeof fence->message, "%s", message);
    longjmp(fence->fence, 1);
}

_Noreturn void png_fence_error(png_structp codec, png_const_charp message) {
    png_fence_leave(png_get_error_ptr(codec), CodecStatusMalformed, message);
}

// libpng tells what it warns of in words alone. In front of them it may put the chunk's name.
static int tells_of_surplus(const char *message) {
    static const char *const surpluses[] = {"Too much image data", "Extra compressed data", "Too many IDATs found"};
    for (size_t i = 0; i < sizeof surpluses / sizeof *surpluses; i++) {
        if (strstr(message, surpluses[i])) return 1;
    }
    return 0;
}

void png_fence_warning(png_structp codec, png_const_charp message) {
    PNGFence *fence = png_get_error_ptr(codec);
    if (tells_of_surplus(message)) {
        fence->surplus++;
        return;
    }
    // The first one tells most.
    if (fence->warnings++ == 0) snprintf(fence->message, sizeof fence->message, "%s", message);
}
