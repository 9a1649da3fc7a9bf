import HTTPTypes
import Hummingbird
import Mosaic
import MosaicLibrary
import TiledJPEG

/// Receives an uploaded screenshot. Its bytes are stored only after its header is checked.
struct Upload: Sendable {
    /// A received screenshot that is not published yet.
    struct Received: Sendable {
        let object: StagedObject
        let file: ChapterFile
        let size: PixelSize
        let bytes: Int
    }

    let uploads: UploadedScreenshots
    /// Maximum size of a screenshot in bytes.
    let bytes: Int
    /// Maximum number of pixels of a screenshot.
    let pixels: Int
    var descriptors = DescriptorBudget.ofProcess

    /// Refuses bodies with a content encoding, and partial bodies.
    ///
    /// See [RFC 9110, sections 8.4 and 14.5](https://www.rfc-editor.org/rfc/rfc9110#section-14.5).
    /// - Throws: `unsupportedType`, `invalidRequest`.
    static func refuseCoding(_ fields: HTTPFields) throws(RequestError) {
        guard fields[.contentEncoding].map({ $0.lowercased() == "identity" }) ?? true else {
            throw RequestError(.unsupportedType, "A screenshot is sent as it is, without Content-Encoding.")
        }
        guard fields[.contentRange] == nil else {
            throw RequestError(.invalidRequest, "A screenshot is sent whole, without Content-Range.")
        }
    }

    /// Reads and stages a body.
    ///
    /// - Parameter declared: The value of `Content-Length`; `nil` without it.
    /// - Throws: `tooLarge`, `unsupportedType`, `damaged`, `refused`, `unavailable`.
    func receive(
        _ body: RequestBody, as name: ScreenshotName, of id: StoryboardID, declared: Int?
    ) async throws -> Received {
        guard declared ?? 0 <= bytes else { throw tooLong }
        var parts = Parts(body)
        let (header, beginning) = try await header(of: &parts)
        let file = ChapterFile(name, try format(of: header))
        guard let permit = descriptors.file() else { throw RequestError.tooManyFiles }
        defer { withExtendedLifetime(permit) {} }
        var first: [UInt8]? = beginning
        let object = try await uploads.receive(file, of: id, limit: bytes) {
            if let beginning = first {
                first = nil
                return beginning
            }
            if let part = try await next(&parts) { return part }
            // A truncated screenshot must not be stored, because it would count as an arrived chapter.
            guard parts.end.hasCome else {
                throw MosaicError(
                    .damaged, "body", "It ends before the picture does: it was cut off after \(parts.count) bytes.")
            }
            return nil
        }
        return Received(object: object, file: file, size: header.size, bytes: parts.count)
    }

    /// Reads the parts of a body, counts their bytes and looks for the end of the picture.
    private struct Parts {
        private(set) var iterator: RequestBody.AsyncIterator
        private(set) var end = PictureEnd()
        private(set) var count = 0

        init(_ body: RequestBody) { iterator = body.makeAsyncIterator() }

        mutating func next() async throws -> [UInt8]? {
            guard let buffer = try await iterator.next() else { return nil }
            let part = Array(buffer.readableBytesView)
            count += part.count
            end.append(part)
            return part
        }
    }

    private func next(_ parts: inout Parts) async throws -> [UInt8]? {
        guard let part = try await parts.next() else { return nil }
        guard parts.count <= bytes else { throw tooLong }
        return part
    }

    /// The header, and the bytes read so far, which include it.
    private func header(of parts: inout Parts) async throws -> (ImageHeader, beginning: [UInt8]) {
        var prefix = ImageHeaderBuffer()
        while let part = try await next(&parts) {
            if prefix.append(part), let header = try header(of: prefix, isWhole: false) {
                return (header, prefix.bytes)
            }
        }
        // The buffer may not have requested a parse of its last bytes.
        guard let header = try header(of: prefix, isWhole: true) else {
            throw MosaicError(.damaged, "body", "It ends within its header.")
        }
        return (header, prefix.bytes)
    }

    /// The header; `nil` if it continues after these bytes.
    private func header(of prefix: ImageHeaderBuffer, isWhole: Bool) throws -> ImageHeader? {
        if let format = ImageFormat(sniffing: prefix.bytes), ChapterFile.Format(format) == nil { throw unsupported }
        do {
            return try ImageHeader(parsing: prefix.bytes)
        } catch {
            switch error.code.kind {
            case .unrecognizedFormat:
                // 12 bytes are enough to recognize every known format.
                guard isWhole || prefix.bytes.count >= 12 else { return nil }
                throw ForeignContent(sniffing: prefix.bytes).map {
                    RequestError(.unsupportedType, "A screenshot is a JPEG or PNG picture. \($0.reason)")
                } ?? unsupported
            case .truncated where !prefix.isFull: return nil
            case .unsupported: throw RequestError(.unsupportedType, error.reason)
            default: throw MosaicError(.damaged, "body", error.reason)
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

/// Collects the beginning of a file until its header can be parsed.
struct ImageHeaderBuffer: Sendable {
    /// Maximum size of the part of a file that ends with its header, in bytes: cameras put color profiles and previews
    /// before the header.
    static let reach = 2 << 20

    /// The bytes received.
    private(set) var bytes: [UInt8] = []
    /// Number of bytes at which to parse the header next.
    private var wanted = 1

    /// Whether the buffer has ``reach`` bytes, so that the header must be complete.
    var isFull: Bool { bytes.count >= Self.reach }

    /// Appends a part.
    ///
    /// The header is parsed from its first byte each time. It is parsed again only after the number of bytes has
    /// doubled, so that a client that sends single bytes causes no more work than others.
    /// - Returns: Whether to parse now.
    mutating func append(_ part: some Sequence<UInt8>) -> Bool {
        bytes += part
        guard bytes.count >= wanted else { return false }
        wanted = min(2 * bytes.count, Self.reach)
        return true
    }
}
