import Hummingbird
import ImageHeaders
import Mosaic

/// A screenshot on its way in: nothing of it is stored before its header says that it may be.
struct Upload: Sendable {
    /// A screenshot that has come in whole, and has no name yet.
    struct Received: Sendable {
        let file: IncomingFile
        let format: ChapterFile.Format
        let size: PixelSize
        let bytes: Int
    }

    /// How far into a file its header is looked for, in bytes: behind color profiles and previews that cameras put first.
    private static let headerReach = 2 << 20

    let folder: UploadFolder
    /// The most bytes.
    let bytes: Int
    /// The most pixels.
    let pixels: Int

    /// Reads a body to its end.
    ///
    /// - Parameter declared: The length that the request says it has; nil where it says none.
    /// - Throws: `tooLarge`, `unsupportedType`, `damaged`, `unavailable`.
    func receive(_ body: RequestBody, declared: Int?) async throws -> Received {
        guard declared ?? 0 <= bytes else { throw tooLong }
        var prefix: [UInt8] = []
        var accepted: (header: ImageHeader, format: ChapterFile.Format, file: IncomingFile)?
        var count = 0
        for try await buffer in body {
            count += buffer.readableBytes
            guard count <= bytes else { throw tooLong }
            if let accepted {
                try accepted.file.write(buffer.readableBytesView)
                continue
            }
            prefix += buffer.readableBytesView
            guard let header = try header(of: prefix, isWhole: false) else { continue }
            accepted = (header, try format(of: header), try folder.incoming())
            try accepted?.file.write(prefix)
            prefix = []
        }
        guard let accepted else {
            // It ends within its header, which says how.
            _ = try header(of: prefix, isWhole: true)
            throw MosaicError(.damaged, "body", "It ends within its header.")
        }
        return Received(file: accepted.file, format: accepted.format, size: accepted.header.size, bytes: count)
    }

    /// The header, as soon as all of it is there.
    private func header(of prefix: [UInt8], isWhole: Bool) throws -> ImageHeader? {
        if let format = ImageFormat(sniffing: prefix), ChapterFile.Format(format) == nil { throw unsupported }
        do {
            return try ImageHeader(parsing: prefix)
        } catch {
            switch error.code.kind {
            case .unrecognizedFormat:
                // The longest beginning that tells formats apart.
                guard isWhole || prefix.count >= 12 else { return nil }
                throw unsupported
            case .truncated where !isWhole && prefix.count < Self.headerReach: return nil
            case .truncated, .malformed: throw MosaicError(.damaged, "body", error.reason)
            case .unsupported: throw RequestError(.unsupportedType, error.reason)
            }
        }
    }

    private func format(of header: ImageHeader) throws -> ChapterFile.Format {
        guard let format = ChapterFile.Format(header.format) else { throw unsupported }
        guard header.size.pixelCount <= pixels else {
            throw RequestError(
                .tooLarge, "\(header.size) exceeds the limit of \(pixels / 1_000_000) megapixels.")
        }
        return format
    }

    private var tooLong: RequestError {
        RequestError(.tooLarge, "A screenshot of more than \(bytes) bytes is not taken.")
    }

    private var unsupported: RequestError {
        RequestError(.unsupportedType, "A screenshot is a JPEG or PNG picture, and this is neither.")
    }
}
