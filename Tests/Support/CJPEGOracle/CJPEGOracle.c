#include "CJPEGOracle.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void describe(struct jpeg_compress_struct *encoder, const CJPEGOracleRecipe *recipe) {
    encoder->image_width = (JDIMENSION)recipe->width;
    encoder->image_height = (JDIMENSION)recipe->height;
    encoder->input_components = recipe->components;
    J_COLOR_SPACE space = recipe->components == 1 ? JCS_GRAYSCALE
        : recipe->components == 4                 ? JCS_CMYK
        : recipe->color == CJPEGOracleColorRGB    ? JCS_RGB
                                                  : JCS_YCbCr;
    encoder->in_color_space = space;
    jpeg_set_defaults(encoder);
    jpeg_set_colorspace(encoder, space);
    jpeg_set_quality(encoder, recipe->quality, TRUE);
    for (int c = 0; c < recipe->components; c++) {
        encoder->comp_info[c].h_samp_factor = recipe->horizontal[c];
        encoder->comp_info[c].v_samp_factor = recipe->vertical[c];
    }
    encoder->restart_interval = (unsigned)recipe->restart_interval;
    encoder->optimize_coding = recipe->optimized_tables != 0;
    encoder->arith_code = recipe->process == CJPEGOracleProcessArithmetic;
    if (recipe->process == CJPEGOracleProcessProgressive) jpeg_simple_progression(encoder);
}

int cjpegoracle_encode(const CJPEGOracleRecipe *recipe, const uint8_t *samples, uint8_t **bytes, size_t *count) {
    struct jpeg_compress_struct encoder;
    Errors errors;
    jpeg_scan_info scans[CJPEGOracleMaximumComponents];
    unsigned char *output = NULL;
    unsigned long size = 0;
    encoder.err = prepare(&errors);
    if (setjmp(errors.fence)) {
        jpeg_destroy_compress(&encoder);
        free(output);
        return 0;
    }
    jpeg_create_compress(&encoder);
    jpeg_mem_dest(&encoder, &output, &size);
    describe(&encoder, recipe);
    if (recipe->process == CJPEGOracleProcessSeveralScans) {
        memset(scans, 0, sizeof scans);
        for (int c = 0; c < recipe->components; c++) {
            scans[c].comps_in_scan = 1;
            scans[c].component_index[0] = c;
            scans[c].Se = 63;
        }
        encoder.scan_info = scans;
        encoder.num_scans = recipe->components;
    }
    jpeg_start_compress(&encoder, TRUE);
    if (recipe->comment) {
        jpeg_write_marker(
            &encoder, JPEG_COM, (const JOCTET *)recipe->comment, (unsigned)strlen(recipe->comment));
    }
    size_t stride = (size_t)recipe->width * (size_t)recipe->components;
    while (encoder.next_scanline < encoder.image_height) {
        JSAMPROW row = (JSAMPROW)(samples + stride * encoder.next_scanline);
        jpeg_write_scanlines(&encoder, &row, 1);
    }
    jpeg_finish_compress(&encoder);
    jpeg_destroy_compress(&encoder);
    *bytes = output;
    *count = size;
    return 1;
}

static int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

static void copy_blocks(
    struct jpeg_decompress_struct *decoder, jvirt_barray_ptr array, int component, CJPEGOracleCoefficients *result) {
    jpeg_component_info *info = &decoder->comp_info[component];
    // A scan of one component has no blocks beyond the picture.
    int alone = decoder->num_components == 1;
    int across = round_up((int)info->width_in_blocks, alone ? 1 : info->h_samp_factor);
    int down = round_up((int)info->height_in_blocks, alone ? 1 : info->v_samp_factor);
    result->blocks_across[component] = across;
    result->blocks_down[component] = down;
    result->blocks[component] = malloc((size_t)across * (size_t)down * sizeof(JBLOCK));
    if (!result->blocks[component]) longjmp(((Errors *)decoder->err)->fence, 1);
    for (int y = 0; y < down; y++) {
        JBLOCKARRAY rows = (*decoder->mem->access_virt_barray)(
            (j_common_ptr)decoder, array, (JDIMENSION)y, 1, FALSE);
        memcpy(
            result->blocks[component] + (size_t)y * (size_t)across * DCTSIZE2, rows[0],
            (size_t)across * sizeof(JBLOCK));
    }
}

int cjpegoracle_read_coefficients(const uint8_t *bytes, size_t count, CJPEGOracleCoefficients *result) {
    struct jpeg_decompress_struct decoder;
    Errors errors;
    memset(result, 0, sizeof *result);
    decoder.err = prepare(&errors);
    if (setjmp(errors.fence)) {
        jpeg_destroy_decompress(&decoder);
        cjpegoracle_free_coefficients(result);
        return 0;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    jvirt_barray_ptr *arrays = jpeg_read_coefficients(&decoder);
    result->components = decoder.num_components;
    result->width = (int)decoder.image_width;
    result->height = (int)decoder.image_height;
    for (int c = 0; c < decoder.num_components; c++) copy_blocks(&decoder, arrays[c], c, result);
    jpeg_finish_decompress(&decoder);
    result->warnings = decoder.err->num_warnings;
    jpeg_destroy_decompress(&decoder);
    return 1;
}

int cjpegoracle_decode(
    const uint8_t *bytes, size_t count, int fancy_upsampling, uint8_t **pixels, int *width, int *height,
    long *warnings) {
    struct jpeg_decompress_struct decoder;
    Errors errors;
    uint8_t *volatile output = NULL;
    decoder.err = prepare(&errors);
    if (setjmp(errors.fence)) {
        jpeg_destroy_decompress(&decoder);
        free(output);
        return 0;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, count);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    decoder.do_fancy_upsampling = fancy_upsampling != 0;
    jpeg_start_decompress(&decoder);
    size_t stride = (size_t)decoder.output_width * 3;
    output = malloc(stride * decoder.output_height);
    if (!output) longjmp(errors.fence, 1);
    while (decoder.output_scanline < decoder.output_height) {
        JSAMPROW row = output + stride * decoder.output_scanline;
        jpeg_read_scanlines(&decoder, &row, 1);
    }
    *width = (int)decoder.output_width;
    *height = (int)decoder.output_height;
    jpeg_finish_decompress(&decoder);
    *warnings = decoder.err->num_warnings;
    jpeg_destroy_decompress(&decoder);
    *pixels = output;
    return 1;
}

void cjpegoracle_free_coefficients(CJPEGOracleCoefficients *coefficients) {
    for (int c = 0; c < CJPEGOracleMaximumComponents; c++) free(coefficients->blocks[c]);
    memset(coefficients, 0, sizeof *coefficients);
}

void cjpegoracle_free(void *memory) { free(memory); }
