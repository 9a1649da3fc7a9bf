#ifndef CCODECS_PNGPROFILE_H
#define CCODECS_PNGPROFILE_H

#include <stddef.h>
#include <stdint.h>

// Inflates the ICC profile of a PNG into `profile`. Returns its size, at most `capacity`; 0 without a profile, for a
// larger one and for one that libpng rejects.
size_t codec_png_profile(const uint8_t *bytes, size_t count, uint8_t *profile, size_t capacity);

#endif
