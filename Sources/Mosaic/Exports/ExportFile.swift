package import PlayerFormats
import TiledJPEG

/// One file of an export.
package struct ExportFile: Sendable {
    /// The source of the file's bytes.
    package enum Body: Sendable {
        /// The bytes themselves.
        case bytes([UInt8])
        /// A published sheet, unchanged, by the positions of storyboard and sheet.
        case sheet(member: Int, number: Int)
        /// A tile as a separate picture, by the positions of storyboard and tile.
        case tile(member: Int, number: Int)
        /// Bytes that are assembled, without encoding, when they are read.
        case made(@Sendable () async throws -> [UInt8])
    }

    /// Path of the file below the storyboard's folder, as stored: parts joined by slashes, not percent-encoded.
    package let path: String
    package let type: ContentType
    /// Whether the path contains a hash of the content, so that its content never changes.
    package let isImmutable: Bool
    package let body: Body

    package init(_ path: String, _ type: ContentType, isImmutable: Bool, _ body: Body) {
        self.path = path
        self.type = type
        self.isImmutable = isImmutable
        self.body = body
    }

    /// The published sheets of a storyboard, as files of a document that refers to them.
    static func sheets(of member: Int, in storyboards: StoryboardSet) -> [ExportFile] {
        let storyboard = storyboards.members[member]
        return storyboard.storyboard.sheets.enumerated().map { number, sheet in
            ExportFile(
                storyboard.path(of: sheet.name.rawValue), sheet.name.format == .jpeg ? .jpeg : .png, isImmutable: true,
                .sheet(member: member, number: number))
        }
    }

    /// Whether the file is a published sheet at the sheet's usual path. Such a file stays when the export is removed.
    package func isPublished(in storyboards: StoryboardSet) -> Bool {
        guard case .sheet(let member, let number) = body else { return false }
        let storyboard = storyboards.members[member]
        return path == storyboard.path(of: storyboard.storyboard.sheets[number].name.rawValue)
    }

    /// Reads or assembles the file's bytes.
    ///
    /// - Throws: errors of the sheet reader and of ``Body/made(_:)``.
    package func bytes(from source: ExportSource) async throws -> [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .sheet(let member, let number):
            try await source.sheets.bytes(ofSheet: number, of: source.storyboards.members[member])
        case .tile(let member, let number):
            try await source.sheets.tile(number, of: source.storyboards.members[member]).encoded()
        case .made(let make): try await make()
        }
    }
}

/// The path of an export's file below a storyboard's folder. Files with other paths are never deleted as export files.
package struct ExportPath: Hashable, Sendable {
    package let rawValue: String
    /// Whether the path contains a hash of the content, so that its content never changes.
    package let isImmutable: Bool

    /// Documents whose content changes with the storyboard.
    private static let documents: Set<String> = [
        "vidstack.json", "hls.m3u8", "images.m3u8", "iframes-master.m3u8", "iframes.m3u8", "thumbnails.mpd",
        "thumbnails.bif", "jellyfin.json", "chapters.vtt", "chapters.ffmetadata", "contact-sheet.svg",
    ]

    /// Parses a path; nil if no export's file can have it.
    package init?(_ text: String) {
        var parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
            String(Substring($0))
        }
        // A further width has the same files in its folder.
        if parts.count > 1, Self.isNumber(parts[0]) { parts.removeFirst() }
        switch parts.count {
        case 1 where Self.documents.contains(parts[0]): isImmutable = false
        case 1 where Self.isHashed(parts[0], ending: "mp4", begin: { $0 == "iframes" }): isImmutable = true
        case 2 where parts[0] == "tiles" && Self.isHashed(parts[1], ending: "jpg", begin: Self.isNumber):
            isImmutable = true
        case 3 where ["dash", "images"].contains(parts[0]) && Self.isHash(parts[1]) && Self.isPicture(parts[2]):
            isImmutable = true
        case 3 where parts[0] == "trickplay" && Self.isLayout(parts[1]) && Self.isPicture(parts[2]):
            isImmutable = false
        default: return nil
        }
        rawValue = text
    }

    /// `{begin}.{hash}.{ending}`.
    private static func isHashed(_ name: String, ending: String, begin: (String) -> Bool) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && begin(parts[0]) && isHash(parts[1]) && parts[2] == ending
    }

    /// `{number}.jpg`.
    private static func isPicture(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 && isNumber(parts[0]) && parts[1] == "jpg"
    }

    /// `{width} - {columns}x{rows}`.
    private static func isLayout(_ name: String) -> Bool {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, isNumber(parts[0]), parts[1] == "-" else { return false }
        let sides = parts[2].split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        return sides.count == 2 && sides.allSatisfy(isNumber)
    }

    /// 16 bytes as lower-case hexadecimal digits.
    private static func isHash(_ text: String) -> Bool { ContentHash(hexadecimal: text + text) != nil }

    /// A number in decimal without leading zeros, 0...999 999 999.
    private static func isNumber(_ text: String) -> Bool {
        (1...9).contains(text.utf8.count) && UInt(text).map(String.init) == text
    }
}

extension MosaicError {
    package init(_ error: ThumbnailFormatError) {
        let code: Code =
            switch error.code {
            case .malformed: .malformed
            case .unsupported: .unsupported
            case .limitExceeded: .limitExceeded
            case .refused: .refused
            }
        self.init(code, error.subject, error.reason)
    }

    /// Runs `work` and converts a `ThumbnailFormatError` to a `MosaicError`.
    ///
    /// - Parameter name: The document's name, which becomes the subject of the error; the error's own subject then
    ///   begins its reason. Nil keeps the error's own subject.
    package static func translatingFormat<Value>(
        _ name: String? = nil, _ work: () throws(ThumbnailFormatError) -> Value
    ) throws(MosaicError) -> Value {
        do {
            return try work()
        } catch {
            let part = MosaicError(error)
            throw name.map { MosaicError(part.code, $0, "\(part)") } ?? part
        }
    }
}
