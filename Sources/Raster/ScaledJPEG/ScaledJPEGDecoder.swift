/// Decodes baseline JPEGs straight to 1/8, 2/8 or 4/8 of their size and skips coefficients that this does not need.
///
/// Several files advance in turn in the calling thread, which takes less time than one after the other: pass two or
/// three at once. Scratch memory and tables are kept from call to call, so give every worker a separate decoder. The
/// bytes of a picture do not depend on the other files.
///
/// It decodes gray and three-component files with sampling factors 1 and 2, in one interleaved scan of sequential
/// Huffman coding with 8 bits. All other files, and files that libjpeg would warn of, fail and are left to the
/// general decoder.
public final class ScaledJPEGDecoder {
    private let cache: TableCache
    /// Three for each scale that was asked for.
    private var streams: [BlockStream] = []

    /// Makes a decoder; it takes memory when it is used.
    ///
    /// - Parameter cache: Tables that it shares with other decoders.
    public init(cache: TableCache = TableCache()) { self.cache = cache }

    /// Bytes kept for the next files, tables left out.
    public var scratchBytes: Int { streams.reduce(0) { $0 + $1.scratchBytes } }

    /// Decodes files, up to three of them in turn.
    ///
    /// O(bytes). The memory of the planes is at most 64 times that of the file.
    /// - Returns: A picture or an error for each file, in order.
    public func decode(
        _ files: [[UInt8]], at scale: JPEGScale
    ) -> [Result<ScaledPicture, ScaledJPEGError>] {
        var results = [Result<ScaledPicture, ScaledJPEGError>](repeating: .failure(.notStarted), count: files.count)
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
