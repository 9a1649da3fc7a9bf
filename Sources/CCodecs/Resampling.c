#include "Resampling.h"

#include <stdio.h>
#include <stdlib.h>

#include <zimg.h>

struct czimg_graph {
    zimg_filter_graph *graph;
    void *scratch;
};

enum { LanczosTaps = 3 };

static void explain(char *message) {
    if (zimg_get_last_error(message, CZimgMessageCapacity) == ZIMG_ERROR_SUCCESS) {
        snprintf(message, CZimgMessageCapacity, "No memory for the resampler");
    }
    zimg_clear_last_error();
}

static zimg_image_format gray_bytes(uint32_t width, uint32_t height) {
    zimg_image_format format;
    zimg_image_format_default(&format, ZIMG_API_VERSION);
    format.width = width;
    format.height = height;
    format.pixel_type = ZIMG_PIXEL_BYTE;
    format.color_family = ZIMG_COLOR_GREY;
    format.pixel_range = ZIMG_RANGE_FULL;
    return format;
}

static zimg_filter_graph *build(const CZimgGeometry *geometry) {
    zimg_image_format source = gray_bytes(geometry->source_width, geometry->source_height);
    source.active_region.left = geometry->left;
    source.active_region.top = geometry->top;
    source.active_region.width = geometry->width;
    source.active_region.height = geometry->height;
    zimg_image_format target = gray_bytes(geometry->target_width, geometry->target_height);
    zimg_graph_builder_params parameters;
    zimg_graph_builder_params_default(&parameters, ZIMG_API_VERSION);
    parameters.resample_filter = ZIMG_RESIZE_LANCZOS;
    parameters.filter_param_a = LanczosTaps;
    parameters.dither_type = ZIMG_DITHER_NONE;
    // Vectors of 64 bytes, too, where the processor has them: the same integers in half the time.
    parameters.cpu_type = ZIMG_CPU_AUTO_64B;
    return zimg_filter_graph_build(&source, &target, &parameters);
}

czimg_graph *czimg_graph_create(const CZimgGeometry *geometry, char message[CZimgMessageCapacity]) {
    czimg_graph *graph = calloc(1, sizeof *graph);
    if (graph) graph->graph = build(geometry);
    size_t size = 0;
    if (!graph || !graph->graph || zimg_filter_graph_get_tmp_size(graph->graph, &size) != ZIMG_ERROR_SUCCESS) {
        explain(message);
        czimg_graph_destroy(graph);
        return NULL;
    }
    graph->scratch = aligned_alloc(CZimgAlignment, (size / CZimgAlignment + 1) * CZimgAlignment);
    if (!graph->scratch) {
        explain(message);
        czimg_graph_destroy(graph);
        return NULL;
    }
    return graph;
}

void czimg_graph_destroy(czimg_graph *graph) {
    if (!graph) return;
    zimg_filter_graph_free(graph->graph);
    free(graph->scratch);
    free(graph);
}

int czimg_graph_run(
    const czimg_graph *graph, const uint8_t *source, ptrdiff_t source_stride, uint8_t *target,
    ptrdiff_t target_stride, char message[CZimgMessageCapacity]) {
    zimg_image_buffer_const from = {.version = ZIMG_API_VERSION};
    from.plane[0].data = source;
    from.plane[0].stride = source_stride;
    from.plane[0].mask = ZIMG_BUFFER_MAX;
    zimg_image_buffer to = {.version = ZIMG_API_VERSION};
    to.plane[0].data = target;
    to.plane[0].stride = target_stride;
    to.plane[0].mask = ZIMG_BUFFER_MAX;
    if (zimg_filter_graph_process(graph->graph, &from, &to, graph->scratch, NULL, NULL, NULL, NULL)
        == ZIMG_ERROR_SUCCESS) {
        return 1;
    }
    explain(message);
    return 0;
}

czimg_linked czimg_linked_version(void) {
    czimg_linked version;
    zimg_get_version_info(&version.major, &version.minor, &version.micro);
    return version;
}
