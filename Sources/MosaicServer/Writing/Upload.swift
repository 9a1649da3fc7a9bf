import HTTPTypes
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

    let folder: UploadFolder
    /// The most bytes.
    let bytes: Int
    /// The most pixels.
    let pixels: Int
    var descriptors = DescriptorBudget.ofProcess

    /// Refuses bodies that are not the picture itself.
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

    /// Reads a body to its end.
    ///
    /// - Parameter declared: The length that the request says it has; nil where it says none.
    /// - Throws: `tooLarge`, `unsupportedType`, `damaged`, `unavailable`.
    func receive(_ body: RequestBody, declared: Int?) async throws -> Received {
        guard declared ?? 0 <= bytes else { throw tooLong }
        var prefix = HeaderPrefix()
        var accepted: Accepted?
        var end = PictureEnd()
        var count = 0
        for try await buffer in body {
            count += buffer.readableBytes
            guard count <= bytes else { throw tooLong }
            end.append(buffer.readableBytesView)
            if let accepted {
                try accepted.file.write(buffer.readableBytesView)
            } else if prefix.append(buffer.readableBytesView) {
                accepted = try accept(prefix, isWhole: false)
                if accepted != nil { prefix = HeaderPrefix() }
            }
        }
        // Its last bytes may not have been worth a look.
        guard let accepted = try accepted ?? accept(prefix, isWhole: true) else {
            throw MosaicError(.damaged, "body", "It ends within its header.")
        }
        // Once stored, it would count as a chapter that has come.
        guard end.hasCome else {
            throw MosaicError(.damaged, "body", "It ends before the picture does: it was cut off after \(count) bytes.")
        }
        return Received(file: accepted.file, format: accepted.format, size: accepted.header.size, bytes: count)
    }

    /// A screenshot whose header says that it may be stored, and of which the beginning is.
    private struct Accepted {
        let header: ImageHeader
        let format: ChapterFile.Format
        let file: IncomingFile
    }

    /// Stores a beginning that has the header in it; nil where more of it has to come.
    private func accept(_ prefix: HeaderPrefix, isWhole: Bool) throws -> Accepted? {
        guard let header = try header(of: prefix, isWhole: isWhole) else { return nil }
        let format = try format(of: header)
        guard let permit = descriptors.file() else {
            throw RequestError.tooManyFiles
        }
        let accepted = Accepted(header: header, format: format, file: try folder.incoming(permit))
        try accepted.file.write(prefix.bytes)
        return accepted
    }

    /// The header; nil where it goes on behind what is there.
    private func header(of prefix: HeaderPrefix, isWhole: Bool) throws -> ImageHeader? {
        if let format = ImageFormat(sniffing: prefix.bytes), ChapterFile.Format(format) == nil { throw unsupported }
        do {
            return try ImageHeader(parsing: prefix.bytes)
        } catch {
            switch error.code.kind {
            case .unrecognizedFormat:
                // The longest beginning that tells formats apart.
                guard isWhole || prefix.bytes.count >= 12 else { return nil }
                throw unsupported
            case .truncated where !prefix.isFull: return nil
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
