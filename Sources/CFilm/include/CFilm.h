// What Swift cannot say of libav's, the kernel's and libseccomp's headers: macros, variadic functions, and fields whose
// names differ between releases of libav. Implemented only with the trait Film; names no type of libav, so that the
// header can be read without it.
#ifndef CFILM_H
#define CFILM_H

#include <stddef.h>
#include <stdint.h>

// The error codes of libav, as variables because their macros cast characters.
extern const int cfilm_error_eof;
extern const int cfilm_error_again;
extern const int cfilm_error_invalid_data;
// AVERROR of an errno.
int cfilm_error(int number);
// AV_NOPTS_VALUE.
extern const int64_t cfilm_no_time;

// The display matrix of an AVStream: 9 numbers, or NULL. It lives as long as the stream.
const int32_t *cfilm_display_matrix(const void *stream);
// The display matrix that came with an AVFrame: 9 numbers, or NULL. It lives as long as the frame.
const int32_t *cfilm_frame_display_matrix(const void *frame);
// Whether an AVFrame is a key picture.
int cfilm_is_key(const void *frame);
// Whether the rows of an AVFrame are two fields, or in HEVC one.
int cfilm_is_interlaced(const void *frame);
// Whether the field of the rows 0, 2, 4... of an AVFrame is the first in time.
int cfilm_is_top_first(const void *frame);
// The brightest light of an AVFrame in cd/m2, by its metadata of mastering and content; 0 where it has none.
double cfilm_frame_peak(const void *frame);
// The same by the side data of an AVStream.
double cfilm_stream_peak(const void *stream);

// Messages of libav as bits: parts of a picture were lost; a picture to which others refer is missing; a packet has lost
// bytes; bytes before a packet cannot be read.
enum { CFilmDamage = 1, CFilmGap = 2, CFilmTorn = 4, CFilmHole = 8 };
// Has libav's messages noted instead of printed.
void cfilm_note_complaints(void);
// The complaints since the last call.
unsigned cfilm_take_complaints(void);

// The profile of Dolby Vision of an AVStream whose pictures have no other meaning; 0 for all others.
int cfilm_dolby_profile(const void *stream);

enum {
    // Pieces of a curve, and numbers of a piece: its first input, 1 where it is of all components (MMR) or else 0, its
    // order, its constant, and 7 factors for each power; a polynomial uses the first of each 7.
    CFilmDolbyPieces = 8,
    CFilmDolbyPiece = 4 + 3 * 7,
    // Numbers of a curve: its pieces, the last input, and the pieces themselves.
    CFilmDolbyCurve = 2 + CFilmDolbyPieces * CFilmDolbyPiece,
    // Whether all levels are used; the brightest light as a code of PQ, 0...1; 9 numbers of the matrix before PQ by rows,
    // its 3 offsets, and 9 of the matrix behind PQ; then 3 curves.
    CFilmDolbyNumbers = 2 + 9 + 3 + 9 + 3 * CFilmDolbyCurve,
};
// Writes the metadata of Dolby Vision of an AVFrame as CFilmDolbyNumbers numbers. Returns whether it has any.
int cfilm_frame_dolby(const void *frame, double *numbers);

// Runs a zimg_filter_graph on one plane; Swift does not see the unnamed structures of its buffers. The source has all rows
// where its mask is UINT_MAX, and is otherwise a ring of mask + 1 rows that prepare fills before a row is read. Returns
// whether it succeeded.
int cfilm_scale_plane(
    const void *graph, const void *source, ptrdiff_t source_stride, unsigned source_mask, void *target,
    ptrdiff_t target_stride, void *scratch,
    int (*prepare)(void *context, unsigned row, unsigned left, unsigned right), void *context);

// Limits memory to a number of bytes of address space, and forbids core dumps. Returns 0, or an errno.
int cfilm_limit_resources(uint64_t address_space);
// Keeps other processes of the same user from tracing this one. Returns 0, or an errno.
int cfilm_forbid_tracing(void);
// Reads the files that libav would open later through the C library: time zone and character sets.
void cfilm_load_tables(void);
// Allows the system calls that reading and decoding need, and denies all others for the rest of the process: with EACCES,
// or by ending the process where kills is not 0. A trap or a fault ends the process from then on, without a backtrace.
// Returns 0, or an errno.
int cfilm_enter_sandbox(int kills);

#endif
