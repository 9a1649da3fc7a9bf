#ifndef CCODECS_CODECSTATUS_H
#define CCODECS_CODECSTATUS_H

#if defined(__clang__)
#define CODEC_CLOSED_ENUM __attribute__((enum_extensibility(closed)))
#else
#define CODEC_CLOSED_ENUM
#endif

typedef enum CODEC_CLOSED_ENUM {
    CodecStatusDone,
    // The file contradicts its format's rules.
    CodecStatusMalformed,
    // Legal, and nothing that the codec reads.
    CodecStatusUnsupported,
    // More scans, chunks or memory than the caller allows.
    CodecStatusLimitExceeded,
    CodecStatusOutOfMemory,
} CodecStatus;

// Bytes of a codec's message, its final zero included.
enum { CodecMessageCapacity = 256 };

// What a codec noticed although it went on.
typedef struct {
    // Warnings that mean that pixels are wrong or missing.
    long damage;
    // Warnings that do not touch the pixels.
    long notices;
    // Data behind the last pixel, which belongs to none.
    long surplus;
    // The bytes ended before the format's end marker.
    int ended_early;
    // Parts of the picture never arrived, although nothing that did was wrong.
    int incomplete;
} CodecFindings;

#endif
