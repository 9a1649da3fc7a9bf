#ifndef CCODECS_CODECVERSIONS_H
#define CCODECS_CODECVERSIONS_H

// The version of libjpeg-turbo's header, because the library itself does not tell it.
const char *codec_jpeg_version(void);
// The version of the linked libpng.
const char *codec_png_version(void);

#endif
