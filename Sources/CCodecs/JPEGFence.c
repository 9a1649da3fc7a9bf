#include "JPEGFence.h"

#include <string.h>

#include <jerror.h>

static CodecStatus status_of(int code) {
    switch (code) {
    case JERR_OUT_OF_MEMORY:
        return CodecStatusOutOfMemory;
    // What a reader that may not use more memory turns to.
    case JERR_NO_BACKING_STORE:
    case JERR_WIDTH_OVERFLOW:
    case JERR_IMAGE_TOO_BIG:
        return CodecStatusLimitExceeded;
    case JERR_BAD_PRECISION:
    case JERR_SOF_UNSUPPORTED:
    case JERR_ARITH_NOTIMPL:
    case JERR_CONVERSION_NOTIMPL:
    case JERR_FRACT_SAMPLE_NOTIMPL:
    case JERR_CCIR601_NOTIMPL:
    case JERR_NOT_COMPILED:
    case JERR_NOTIMPL:
        return CodecStatusUnsupported;
    default:
        return CodecStatusMalformed;
    }
}

static void remember(j_common_ptr codec, JPEGFence *fence) {
    char text[JMSG_LENGTH_MAX];
    fence->manager.format_message(codec, text);
    snprintf(fence->message, sizeof fence->message, "%s", text);
}

static void leave(j_common_ptr codec) {
    JPEGFence *fence = (JPEGFence *)codec->err;
    fence->status = status_of(fence->manager.msg_code);
    remember(codec, fence);
    longjmp(fence->fence, 1);
}

static void note(j_common_ptr codec, int level) {
    if (level >= 0) return;
    JPEGFence *fence = (JPEGFence *)codec->err;
    int code = fence->manager.msg_code;
    if (code == JWRN_ADOBE_XFORM || code == JWRN_JFIF_MAJOR) {
        fence->notices++;
        return;
    }
    // The first one tells most.
    if (fence->damage++ == 0) remember(codec, fence);
}

static void stay_silent(j_common_ptr codec) { (void)codec; }

struct jpeg_error_mgr *jpeg_fence_prepare(JPEGFence *fence) {
    memset(fence, 0, sizeof *fence);
    struct jpeg_error_mgr *manager = jpeg_std_error(&fence->manager);
    manager->error_exit = leave;
    manager->emit_message = note;
    manager->output_message = stay_silent;
    return manager;
}

_Noreturn void jpeg_fence_leave(JPEGFence *fence, CodecStatus status, const char *message) {
    fence->status = status;
    snprintf(fence->message, sizeof fence->message, "%s", message);
    longjmp(fence->fence, 1);
}
