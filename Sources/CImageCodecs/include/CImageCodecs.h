// libjpeg-turbo and libpng behind plain C: every entry point sets its own setjmp fence and returns a status, so that
// no longjmp ever leaves this module. A codec's own words stay in the object until its next call.
#ifndef CIMAGECODECS_H
#define CIMAGECODECS_H

#include "CodecVersions.h"
#include "JPEGReading.h"
#include "JPEGWriting.h"
#include "PNGProfile.h"
#include "PNGReading.h"
#include "PNGWriting.h"

#endif
