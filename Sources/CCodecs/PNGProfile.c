#include "PNGProfile.h"

#include <string.h>

#include "PNGFence.h"

typedef struct {
    png_structp codec;
    png_infop info;
    PNGFence fence;
    const uint8_t *next;
    size_t remaining;
} ProfileReader;

static void supply(png_structp codec, png_bytep bytes, size_t count) {
    ProfileReader *reader = png_get_io_ptr(codec);
    if (count > reader->remaining) png_fence_leave(&reader->fence, CodecStatusMalformed, "The file ends early");
    memcpy(bytes, reader->next, count);
    reader->next += count;
    reader->remaining -= count;
}

static size_t read_profile(ProfileReader *reader, uint8_t *profile, size_t capacity) {
    if (setjmp(reader->fence.fence)) return 0;
    reader->codec =
        png_create_read_struct(PNG_LIBPNG_VER_STRING, &reader->fence, png_fence_error, png_fence_warning);
    if (!reader->codec) return 0;
    reader->info = png_create_info_struct(reader->codec);
    if (!reader->info) return 0;
    png_set_read_fn(reader->codec, reader, supply);
    // The caller has checked the size against limits of its own.
    png_set_user_limits(reader->codec, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_chunk_malloc_max(reader->codec, capacity);
    png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(reader->codec, PNG_HANDLE_CHUNK_AS_DEFAULT, (png_const_bytep) "iCCP", 1);
    png_read_info(reader->codec, reader->info);
    png_charp name;
    png_bytep found;
    png_uint_32 size;
    int compression;
    if (!png_get_iCCP(reader->codec, reader->info, &name, &compression, &found, &size) || size > capacity) return 0;
    memcpy(profile, found, size);
    return size;
}

size_t codec_png_profile(const uint8_t *bytes, size_t count, uint8_t *profile, size_t capacity) {
    ProfileReader reader = {.next = bytes, .remaining = count};
    size_t size = read_profile(&reader, profile, capacity);
    if (reader.codec) png_destroy_read_struct(&reader.codec, &reader.info, NULL);
    return size;
}
