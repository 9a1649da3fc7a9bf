#include "CJPEGScaled.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <jpeglib.h>

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf fence;
} Errors;

static void leave(j_common_ptr info) { longjmp(((Errors *)info->err)->fence, 1); }

static void stay_silent(j_common_ptr info) { (void)info; }

static struct jpeg_error_mgr *prepare(Errors *errors) {
    struct jpeg_error_mgr *manager = jpeg_std_error(&errors->manager);
    manager->error_exit = leave;
    manager->output_message = stay_silent;
    return manager;
}

// Rows that one call of jpeg_read_raw_data may write for a component: at most 4 blocks of 8 rows.
enum { MaximumRows = 32 };

static void make_room(struct jpeg_decompress_struct *decoder, CJPEGScaledPlanes *planes) {
    planes->components = decoder->num_components;
    for (int c = 0; c < decoder->num_components; c++) {
        jpeg_component_info *info = &decoder->comp_info[c];
        planes->width[c] = (int)info->downsampled_width;
        planes->height[c] = (int)info->downsampled_height;
        planes->stride[c] = ((int)info->width_in_blocks + info->h_samp_factor) * info->DCT_scaled_size + 64;
        size_t needed = (size_t)planes->stride[c] * ((size_t)planes->height[c] + MaximumRows);
        if (needed > planes->capacity[c]) {
            free(planes->samples[c]);
            planes->samples[c] = malloc(needed);
            planes->capacity[c] = planes->samples[c] ? needed : 0;
            if (!planes->samples[c]) longjmp(((Errors *)decoder->err)->fence, 1);
        }
    }
}

static void read_rows(struct jpeg_decompress_struct *decoder, CJPEGScaledPlanes *planes) {
    JSAMPROW rows[3][MaximumRows];
    JSAMPARRAY arrays[3] = {rows[0], rows[1], rows[2]};
    int first[3] = {0, 0, 0};
    int lines = decoder->max_v_samp_factor * decoder->min_DCT_scaled_size;
    while (decoder->output_scanline < decoder->output_height) {
        for (int c = 0; c < decoder->num_components; c++) {
            jpeg_component_info *info = &decoder->comp_info[c];
            int count = info->v_samp_factor * info->DCT_scaled_size;
            for (int row = 0; row < count; row++) {
                int y = first[c] + row;
                int last = planes->height[c] + MaximumRows - 1;
                rows[c][row] = planes->samples[c] + (size_t)planes->stride[c] * (size_t)(y < last ? y : last);
            }
            first[c] += count;
        }
        jpeg_read_raw_data(decoder, arrays, (JDIMENSION)lines);
    }
}

int cjpegscaled_decode(const uint8_t *bytes, size_t count, int eighths, CJPEGScaledPlanes *planes) {
    struct jpeg_decompress_struct decoder;
    Errors errors;
    decoder.err = prepare(&errors);
    if (setjmp(errors.fence)) {
        jpeg_destroy_decompress(&decoder);
        return 0;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    int is_gray = decoder.num_components == 1;
    if (!is_gray && decoder.jpeg_color_space != JCS_YCbCr) longjmp(errors.fence, 1);
    decoder.scale_num = (unsigned)eighths;
    decoder.scale_denom = 8;
    decoder.raw_data_out = TRUE;
    decoder.do_fancy_upsampling = FALSE;
    decoder.do_block_smoothing = FALSE;
    decoder.out_color_space = is_gray ? JCS_GRAYSCALE : JCS_YCbCr;
    jpeg_start_decompress(&decoder);
    make_room(&decoder, planes);
    read_rows(&decoder, planes);
    jpeg_finish_decompress(&decoder);
    planes->warnings = decoder.err->num_warnings;
    jpeg_destroy_decompress(&decoder);
    return 1;
}

enum { MaximumScans = 64 };

int cjpegscaled_transcode(
    const uint8_t *bytes, size_t count, const CJPEGScan *scans, int scan_count, uint8_t **output, size_t *size) {
    struct jpeg_decompress_struct decoder;
    struct jpeg_compress_struct encoder;
    Errors errors;
    jpeg_scan_info infos[MaximumScans];
    unsigned char *written = NULL;
    unsigned long length = 0;
    if (scan_count < 1 || scan_count > MaximumScans) return 0;
    memset(infos, 0, sizeof infos);
    for (int i = 0; i < scan_count; i++) {
        infos[i].comps_in_scan = scans[i].components;
        memcpy(infos[i].component_index, scans[i].index, sizeof infos[i].component_index);
        infos[i].Ss = scans[i].first;
        infos[i].Se = scans[i].last;
        infos[i].Ah = scans[i].high;
        infos[i].Al = scans[i].low;
    }
    decoder.err = prepare(&errors);
    encoder.err = decoder.err;
    jpeg_create_decompress(&decoder);
    jpeg_create_compress(&encoder);
    if (setjmp(errors.fence)) {
        jpeg_destroy_compress(&encoder);
        jpeg_destroy_decompress(&decoder);
        free(written);
        return 0;
    }
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    jvirt_barray_ptr *coefficients = jpeg_read_coefficients(&decoder);
    jpeg_copy_critical_parameters(&decoder, &encoder);
    encoder.scan_info = infos;
    encoder.num_scans = scan_count;
    jpeg_mem_dest(&encoder, &written, &length);
    jpeg_write_coefficients(&encoder, coefficients);
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    jpeg_finish_decompress(&decoder);
    jpeg_destroy_decompress(&decoder);
    *output = written;
    *size = length;
    return 1;
}

void cjpegscaled_free(CJPEGScaledPlanes *planes) {
    for (int c = 0; c < 3; c++) free(planes->samples[c]);
    memset(planes, 0, sizeof *planes);
}

uint64_t cjpegscaled_thread_time(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}
