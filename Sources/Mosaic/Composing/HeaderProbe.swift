import ImageHeaders
import MosaicFiles

/// Reads the size of a screenshot from as little of its file as is needed.
enum HeaderProbe {
    /// Enough for the header of a usual screenshot; metadata can push it further back.
    private static let lengths = [4 << 10, 128 << 10, 4 << 20]

    /// The upright sizes of screenshots, read by several workers at a time.
    static func uprightSizes(of screenshots: [Screenshot], workers: Int) async -> [PixelSize?] {
        let parts = max(1, min(workers, screenshots.count))
        let share = max(1, (screenshots.count + parts - 1) / parts)
        PixelExecutor.shared.raiseLimit(to: parts)
        return await withTaskGroup(of: (Int, [PixelSize?]).self) { group in
            for first in stride(from: 0, to: screenshots.count, by: share) {
                group.addTask(executorPreference: PixelExecutor.shared) {
                    (first, screenshots[first..<min(first + share, screenshots.count)].map(uprightSize))
                }
            }
            var sizes: [Int: [PixelSize?]] = [:]
            for await (first, part) in group { sizes[first] = part }
            return sizes.keys.sorted().flatMap { sizes[$0] ?? [] }
        }
    }

    /// The upright size; nil where the file cannot be read as a picture, which decoding will report.
    static func uprightSize(of screenshot: Screenshot) -> PixelSize? {
        guard let path = screenshot.path else { return nil }
        for length in lengths {
            guard let prefix = try? FileReader.prefix(of: path, name: screenshot.name, length: length)
            else { return nil }
            do {
                return try ImageHeader(parsing: prefix).uprightSize
            } catch {
                guard error.code == .truncated, prefix.count == length else { return nil }
            }
        }
        return nil
    }
}
