import Foundation

/// Bytes of sheets by several encoders, and their similarity to the pixels.
struct SheetRating: Decodable {
    /// An encoder at a quality.
    struct Point: Decodable {
        let encoder: String
        let quality: Int
        /// Of all sheets.
        let bytes: Double
        /// By metric, the mean of all sheets; a larger score is better.
        let scores: [String: Double]
    }

    let points: [Point]
    /// In the order in which they are printed.
    let metrics: [String]
    let notes: [String]

    /// In the order in which they are printed.
    var encoders: [String] { points.map(\.encoder).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }

    func point(_ encoder: String, _ quality: Int) -> Point? {
        points.first { $0.encoder == encoder && $0.quality == quality }
    }

    /// Bytes of an encoder at the score of a point, interpolated between qualities; `nil` if no quality, or every
    /// one, reaches that score.
    func bytes(of encoder: String, _ metric: String, as point: Point) -> Double? {
        guard let wanted = point.scores[metric] else { return nil }
        let curve = points.filter { $0.encoder == encoder }.sorted { $0.bytes < $1.bytes }
            .compactMap { point in point.scores[metric].map { (score: $0, bytes: log(point.bytes)) } }
        for (low, high) in zip(curve, curve.dropFirst()) where low.score <= wanted && wanted < high.score {
            return exp(low.bytes + (high.bytes - low.bytes) * (wanted - low.score) / (high.score - low.score))
        }
        return nil
    }

    static func text(_ score: Double) -> String { String((score * 100).rounded() / 100) }
}

extension SheetRating {
    /// Encodes the reference by other libraries, decodes all sheets and rates them.
    ///
    /// Butteraugli is that of libjxl 0.7, whose C interface later versions have not; PSNR-HVS is that of luma, without
    /// masking, by N. Ponomarenko's weights.
    static let script = """
        import ctypes, ctypes.util, io, json, os, sys
        from concurrent.futures import ProcessPoolExecutor
        import numpy as np
        import pyvips, ssimulacra2
        from PIL import Image
        from scipy import fft, ndimage

        folder = sys.argv[1]
        job = json.load(open(folder + "/job.json"))
        (width, height), columns, rows = job["tile"], job["columns"], job["rows"]


        def reference(number):
            count = columns * rows * width * height * 3
            tiles = np.fromfile(folder + "/reference.rgb", np.uint8, count, offset=number * count)
            sheet = tiles.reshape(rows, columns, height, width, 3).transpose(0, 2, 1, 3, 4)
            return np.ascontiguousarray(sheet.reshape(rows * height, columns * width, 3))


        def pillow(pixels, quality, **options):
            buffer = io.BytesIO()
            Image.fromarray(pixels).save(buffer, "JPEG", quality=quality, **options)
            return buffer.getvalue()


        def vips(pixels, quality, **options):
            lines, samples, bands = pixels.shape
            image = pyvips.Image.new_from_memory(pixels.tobytes(), samples, lines, bands, "uchar")
            image = image.copy(interpretation="srgb")
            return image.jpegsave_buffer(Q=quality, subsample_mode="on", **options)


        mozjpeg = dict(trellis_quant=True, overshoot_deringing=True, quant_table=3, optimize_coding=True)
        others = {
            "Pillow": (pillow, {}),
            "Pillow, optimize": (pillow, dict(optimize=True)),
            "libvips": (vips, {}),
            "libvips, mozjpeg": (vips, mozjpeg),
        }


        def encoded(encoder, quality, number, pixels):
            if encoder in job["own"]:
                return open(f"{folder}/{encoder}-{quality}-{number}.jpg", "rb").read()
            encode, options = others[encoder]
            return encode(pixels, quality, **options)


        def butteraugli():
            name = ctypes.util.find_library("jxl")
            library = ctypes.CDLL(name) if name else None
            if not hasattr(library, "JxlButteraugliApiCreate"):
                return None
            for call, kind in [("ApiCreate", ctypes.c_void_p), ("Compute", ctypes.c_void_p)]:
                getattr(library, "JxlButteraugli" + call).restype = kind
            library.JxlButteraugliResultGetDistance.restype = ctypes.c_float

            def score(a, b):
                api = ctypes.c_void_p(library.JxlButteraugliApiCreate(None))
                format = (ctypes.c_uint64 * 3)(3 | 2 << 32, 0, 0)  # three channels of 8 bits
                (lines, samples, _), size = a.shape, ctypes.c_size_t(a.nbytes)
                result = ctypes.c_void_p(library.JxlButteraugliCompute(
                    api, samples, lines, format, a.ctypes.data_as(ctypes.c_void_p), size,
                    format, b.ctypes.data_as(ctypes.c_void_p), size))
                distance = library.JxlButteraugliResultGetDistance(result, ctypes.c_float(3))
                library.JxlButteraugliResultDestroy(result)
                library.JxlButteraugliApiDestroy(api)
                return -distance

            return score


        def bitmap(pixels):
            buffer = io.BytesIO()
            Image.fromarray(pixels).save(buffer, "BMP")
            buffer.seek(0)
            return buffer


        def luma(pixels):
            return pixels.astype(np.float64) @ [0.299, 0.587, 0.114]


        def half(plane):
            lines, samples = (side // 2 * 2 for side in plane.shape)
            return plane[:lines, :samples].reshape(lines // 2, 2, samples // 2, 2).mean((1, 3))


        def psnr(error):
            return 10 * np.log10(255**2 / max(error, 1e-9))


        def ssim(a, b):
            def blur(plane):
                return ndimage.gaussian_filter(plane, 1.5, truncate=3.5)
            mean_a, mean_b = blur(a), blur(b)
            var_a, var_b = blur(a * a) - mean_a**2, blur(b * b) - mean_b**2
            both = blur(a * b) - mean_a * mean_b
            c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
            top = (2 * mean_a * mean_b + c1) * (2 * both + c2)
            return 100 * np.mean(top / ((mean_a**2 + mean_b**2 + c1) * (var_a + var_b + c2)))


        contrast = np.array([
            1.608443, 2.339554, 2.573509, 1.608443, 1.072295, 0.643377, 0.504610, 0.421887,
            2.144591, 2.144591, 1.838221, 1.354478, 0.989811, 0.443708, 0.428918, 0.467911,
            1.838221, 1.979622, 1.608443, 1.072295, 0.643377, 0.451493, 0.372972, 0.459555,
            1.838221, 1.513829, 1.169777, 0.887417, 0.504610, 0.295806, 0.321689, 0.415082,
            1.429727, 1.169777, 0.695543, 0.459555, 0.378457, 0.236102, 0.249855, 0.334222,
            1.072295, 0.735288, 0.467911, 0.402111, 0.317717, 0.247453, 0.227744, 0.279729,
            0.525206, 0.402111, 0.329937, 0.295806, 0.249855, 0.212687, 0.214459, 0.254803,
            0.357432, 0.279729, 0.270896, 0.262603, 0.229778, 0.257351, 0.249855, 0.259950,
        ]).reshape(8, 8)


        def psnr_hvs(a, b):
            lines, samples = a.shape
            blocks = (a - b).reshape(lines // 8, 8, samples // 8, 8).transpose(0, 2, 1, 3)
            return psnr(np.mean((fft.dctn(blocks, axes=(2, 3), norm="ortho") * contrast) ** 2))


        distance = butteraugli()
        metrics = ["SSIMULACRA2"] + (["butteraugli"] if distance else [])
        metrics += ["PSNR-Y", "PSNR-HVS", "SSIM", "SSIM at half size"]


        def rate(item):
            encoder, quality, number = item
            pixels = reference(number)
            data = encoded(encoder, quality, number, pixels)
            shown = np.ascontiguousarray(Image.open(io.BytesIO(data)).convert("RGB"))
            a, b = luma(pixels), luma(shown)
            scores = {
                "SSIMULACRA2": ssimulacra2.compute_ssimulacra2(bitmap(pixels), bitmap(shown)),
                "PSNR-Y": psnr(np.mean((a - b) ** 2)),
                "PSNR-HVS": psnr_hvs(a, b),
                "SSIM": ssim(a, b),
                "SSIM at half size": ssim(half(a), half(b)),
            }
            if distance:
                scores["butteraugli"] = distance(pixels, shown)
            return len(data), scores


        if __name__ == "__main__":
            names = [(encoder, qualities) for encoder, qualities in job["own"].items()]
            names += [(encoder, job["others"]) for encoder in others]
            keys = [(encoder, quality) for encoder, qualities in names for quality in qualities]
            items = [(*key, number) for key in keys for number in range(job["sheets"])]
            with ProcessPoolExecutor(os.cpu_count()) as pool:
                rated = dict(zip(items, pool.map(rate, items)))
            # Only now: a process with threads of libvips cannot fork.
            notes = [] if distance else ["butteraugli needs libjxl 0.7, which is not here."]
            pixels = reference(0)
            if vips(pixels, 80, **mozjpeg) == vips(pixels, 80, quant_table=3, optimize_coding=True):
                notes.append("This libvips has no mozjpeg: its options changed nothing.")
            points = []
            for key in keys:
                sheets = [rated[(*key, number)] for number in range(job["sheets"])]
                scores = {metric: np.mean([sheet[1][metric] for sheet in sheets]) for metric in metrics}
                total = sum(sheet[0] for sheet in sheets)
                points.append(dict(encoder=key[0], quality=key[1], bytes=total, scores=scores))
            print(json.dumps(dict(points=points, metrics=metrics, notes=notes)))
        """
}
