#include "CFilm.h"

#ifdef Film

#include <libavutil/log.h>
#include <stdarg.h>
#include <string.h>

// Parts of libav's messages on damage that the flags of frames and packets do not tell, or tell too late: a picture that is
// predicted from a damaged one may come out before it.
static const struct {
    const char *part;
    unsigned complaint;
} known[] = {
    // Error resilience: MPEG-1, MPEG-2, MPEG-4, H.263, H.264 and their relatives.
    {"concealing %d DC", CFilmDamage},
    // MS-MPEG4.
    {"ignoring overflow at ", CFilmDamage},
    {"dc overflow-", CFilmDamage},
    // HEVC.
    {"CABAC_MAX_BIN", CFilmDamage},
    {"The cu_qp_delta ", CFilmDamage},
    // Theora.
    {"Invalid zero run of ", CFilmDamage},
    {"Coefficient index overflow", CFilmDamage},
    // H.264. The decoder puts a copy of another picture in the place of the missing one.
    {"Frame num gap ", CFilmGap},
    // HEVC. The decoder puts a gray picture in the place of the missing one.
    {"Could not find ref with POC ", CFilmGap},
    // Transport streams: a continuity counter, a transport error, a length that differs.
    {"Packet corrupt (stream = ", CFilmTorn},
    // Matroska, FLV, Ogg, ASF.
    {"invalid as first byte of an EBML number", CFilmHole},
    {"exceeds containing master element", CFilmHole},
    {"Packet mismatch ", CFilmHole},
    {"CRC mismatch!", CFilmHole},
    {"freeing incomplete packet size ", CFilmHole},
};

static unsigned complaints;

static void note(void *object, int level, const char *format, va_list arguments) {
    (void)object, (void)arguments;
    if (level > AV_LOG_DEBUG) return;
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        if (strstr(format, known[i].part)) complaints |= known[i].complaint;
    }
}

void cfilm_note_complaints(void) { av_log_set_callback(note); }

unsigned cfilm_take_complaints(void) {
    unsigned taken = complaints;
    complaints = 0;
    return taken;
}

#endif
