public import TiledJPEG

/// Decodes baseline JPEGs directly to 1/8, 2/8 or 4/8 of their size, and skips coefficients that this scale does not
/// need.
///
/// Several files advance in turn in the calling thread, which takes less time than one after the other: pass two or
/// three at once. Scratch memory and tables are kept from call to call, so each worker needs a separate decoder. The
/// result for a file does not depend on the other files.
///
/// The decoder supports gray and three-component files with sampling factors 1 and 2, in one interleaved scan of
/// sequential Huffman coding with 8 bits. All other files, and files that libjpeg would warn of, fail and are left to
/// the general decoder.
public final class ScaledJPEGDecoder {
    private let cache: TableCache
    /// Three streams for each scale that was requested.
    private var streams: [BlockStream] = []

    /// Creates a decoder, which allocates memory when it is used.
    ///
    /// - Parameter cache: Tables that the decoder shares with other decoders.
    public init(cache: TableCache = TableCache()) { self.cache = cache }

    /// Size of the memory kept for the next files in bytes, without tables.
    public var scratchBytes: Int { streams.reduce(0) { $0 + $1.scratchBytes } }

    /// Decodes files, up to three of them in turn.
    ///
    /// O(bytes). The memory of the planes is at most 64 times the size of the file.
    /// - Returns: A picture or an error for each file, in order.
    public func decode(
        _ files: [[UInt8]], at scale: JPEGScale
    ) -> [Result<ScaledPicture, ImageError>] {
        let notStarted = ImageError(.unsupported, "JPEG", "The file was not decoded.")
        var results = [Result<ScaledPicture, ImageError>](repeating: .failure(notStarted), count: files.count)
        var idle = streams.filter { $0.scale == scale }
        if idle.isEmpty {
            idle = (0..<3).map { _ in BlockStream(scale) }
            streams += idle
        }
        var running: [(file: Int, stream: BlockStream)] = []
        var next = 0
        while true {
            while next < files.count, let stream = idle.last {
                do {
                    try stream.begin(files[next], cache)
                    running.append((next, idle.removeLast()))
                } catch {
                    results[next] = .failure(error)
                }
                next += 1
            }
            guard !running.isEmpty else { break }
            BlockWalk.run(running.map(\.stream), scale)
            for (file, stream) in running where stream.hasEnded {
                results[file] = stream.finish()
                idle.append(stream)
            }
            running.removeAll { $0.stream.hasEnded }
        }
        return results
    }
}

/// One component of a scaled picture, 8 bits a sample, full range.
public struct ScaledPlane: Hashable, Sendable {
    /// Number of samples in a row that belong to the picture.
    public let width: Int
    /// Number of rows that belong to the picture.
    public let height: Int
    /// Width of one sample in samples of the densest component: 1 or 2.
    public let horizontalSpan: Int
    /// Height of one sample in samples of the densest component: 1 or 2.
    public let verticalSpan: Int
    /// Bytes from one row to the next, at least `width`.
    public let stride: Int
    /// At least `height` rows of `stride` bytes; bytes beyond `width` and `height` have no meaning.
    public let samples: [UInt8]
}

/// A picture from the scaled decoder: gray, or Y'CbCr with the chroma subsampling of the file.
///
/// A component with the sampling factor `h` of at most `m` is `ceil(width * h * scale / (8 * m))` samples wide, as
/// libjpeg's `downsampled_width`; the height is computed alike. All components have the picture's scale, with one
/// exception. At 1/8, components with half of the samples in both directions are decoded at 2/8, so that 4:2:0 becomes
/// three planes of one size.
public struct ScaledPicture: Hashable, Sendable {
    /// The size of the picture in the file, in pixels.
    public let size: PixelSize
    /// The number of samples kept of each eight of the densest component.
    public let scale: JPEGScale
    /// One plane, or three in the order Y', Cb, Cr.
    public let planes: [ScaledPlane]
}

/// The number of samples kept of each eight, in both directions.
public enum JPEGScale: Int, Hashable, Sendable, CaseIterable {
    /// One sample of eight: every block becomes one sample, or 2x2 if a component is subsampled in both directions.
    case eighth = 1
    /// Two samples of eight: every block becomes 2x2 samples.
    case quarter = 2
    /// Four samples of eight: every block becomes 4x4 samples.
    case half = 4

    /// The scale of a component with these spans in a picture of this scale.
    ///
    /// At 1/8, a component that is subsampled in both directions has twice the scale, as in libjpeg: its block means
    /// would be a sixteenth of the picture. The spans are the width and height of one sample of the component, in
    /// samples of the densest component.
    func ofComponent(horizontalSpan: Int, verticalSpan: Int) -> JPEGScale {
        self == .eighth && horizontalSpan > 1 && verticalSpan > 1 ? .quarter : self
    }

    /// Width or height of a plane in samples, rounded up as libjpeg does.
    ///
    /// - Parameters:
    ///   - pixels: The picture's width or height in pixels.
    ///   - factor: The component's sampling factor.
    ///   - maximum: The largest sampling factor of the picture.
    package func extent(pixels: Int, factor: Int, maximum: Int) -> Int {
        (pixels * factor * rawValue + 8 * maximum - 1) / (8 * maximum)
    }
}
