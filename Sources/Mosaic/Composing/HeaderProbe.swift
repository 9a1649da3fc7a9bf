import ImageHeaders

/// Reads the size of a screenshot from as little of its file as is needed.
enum HeaderProbe {
    /// Enough for the header of a usual screenshot; metadata can push it further back.
    private static let lengths = [4 << 10, 128 << 10, 4 << 20]

    /// The upright size; nil where the file cannot be read as a picture, which decoding will report.
    static func uprightSize(of screenshot: Screenshot) -> PixelSize? {
        for length in lengths {
            guard let prefix = try? FileReader.prefix(of: screenshot.path, name: screenshot.name, length: length)
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
