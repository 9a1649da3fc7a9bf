#include "CFilm.h"

#ifdef Film

#include <zimg.h>

int cfilm_scale_plane(
    const void *graph, const void *source, ptrdiff_t source_stride, unsigned source_mask, void *target,
    ptrdiff_t target_stride, void *scratch,
    int (*prepare)(void *context, unsigned row, unsigned left, unsigned right), void *context) {
    zimg_image_buffer_const from = {.version = ZIMG_API_VERSION};
    from.plane[0].data = source;
    from.plane[0].stride = source_stride;
    from.plane[0].mask = source_mask;
    zimg_image_buffer to = {.version = ZIMG_API_VERSION};
    to.plane[0].data = target;
    to.plane[0].stride = target_stride;
    to.plane[0].mask = ZIMG_BUFFER_MAX;
    return zimg_filter_graph_process(graph, &from, &to, scratch, prepare, context, NULL, NULL) == ZIMG_ERROR_SUCCESS;
}

#endif
