import MosaicSystem
import TiledJPEG

/// Reads the size of a screenshot from as little of its picture as is needed.
enum HeaderProbe {
    /// Reads a prefix of a screenshot, with at most the given number of bytes; `nil` if the screenshot is missing.
    typealias Prefix = @Sendable (Screenshot, Int) async throws -> [UInt8]?

    /// Enough for the header of a usual screenshot; metadata can push it further back.
    private static let lengths = [4 << 10, 128 << 10, 4 << 20]

    /// The upright sizes of screenshots, read by several tasks at a time.
    static func uprightSizes(
        of screenshots: [Screenshot], lanes: Int, prefix: @escaping Prefix
    ) async -> [PixelSize?] {
        let parts = max(1, min(lanes, screenshots.count))
        let share = max(1, (screenshots.count + parts - 1) / parts)
        PixelExecutor.shared.raiseLimit(to: parts)
        return await withTaskGroup(of: (Int, [PixelSize?]).self) { group in
            for first in stride(from: 0, to: screenshots.count, by: share) {
                group.addTask(executorPreference: PixelExecutor.shared) {
                    var sizes: [PixelSize?] = []
                    for screenshot in screenshots[first..<min(first + share, screenshots.count)] {
                        sizes.append(await uprightSize(of: screenshot, prefix: prefix))
                    }
                    return (first, sizes)
                }
            }
            var sizes = [PixelSize?](repeating: nil, count: screenshots.count)
            for await (first, part) in group { sizes.replaceSubrange(first..<first + part.count, with: part) }
            return sizes
        }
    }

    /// The upright size; nil where the bytes cannot be read as a picture, which decoding will report.
    private static func uprightSize(of screenshot: Screenshot, prefix: Prefix) async -> PixelSize? {
        for length in lengths {
            guard let bytes = try? await prefix(screenshot, length) else { return nil }
            do {
                return try ImageHeader(parsing: bytes).uprightSize
            } catch {
                guard error.code == .truncated, bytes.count == length else { return nil }
            }
        }
        return nil
    }
}
