#include "CodecVersions.h"

#include <stdio.h>

#include <jpeglib.h>
#include <png.h>

#define TEXT_OF(tokens) #tokens
#define TEXT(macro) TEXT_OF(macro)

const char *codec_jpeg_version(void) {
#ifdef LIBJPEG_TURBO_VERSION
    return TEXT(LIBJPEG_TURBO_VERSION);
#else
    return "unknown";
#endif
}

const char *codec_png_version(void) { return png_get_libpng_ver(NULL); }
