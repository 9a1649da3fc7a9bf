// libjpeg-turbo, libpng and zimg behind plain C: every entry point of a codec sets its own setjmp fence and returns a
// status, so that no longjmp ever leaves this module. A codec's own words stay in the object until its next call.
#ifndef CCODECS_H
#define CCODECS_H

#include "CodecVersions.h"
#include "JPEGReading.h"
#include "JPEGWriting.h"
#include "PNGProfile.h"
#include "PNGReading.h"
#include "PNGWriting.h"
#include "Resampling.h"

#endif
