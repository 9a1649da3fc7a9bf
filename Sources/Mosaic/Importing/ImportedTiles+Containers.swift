import MosaicSystem
import PlayerFormats
import WebVTT

extension ImportedTiles {
    /// The largest BIF or MP4 that is read, in bytes: it is in memory while its index is parsed.
    private static let mostContainerBytes = 1 << 30

    /// A BIF file, as Roku, Plex and Emby have.
    ///
    /// - Throws: `malformed`, `unsupported`, `limitExceeded`, `noScreenshots`, `unavailable`.
    init(bif path: String, name: String) throws {
        let bytes = try Self.container(path, name)
        let images = try MosaicError.translating(name) { () throws(ThumbnailFormatError) in
            try BIFFile(parsing: bytes).images
        }
        let pictures = images.enumerated().map { index, image in
            ImportedPicture(path: path, name: "\(name)#\(index)", range: image.range)
        }
        let tiles = images.enumerated().map { index, image in Tile(time: image.time, picture: index) }
        try self.init("BIF", pictures: pictures, tiles: tiles, name: name)
    }

    /// A fragmented MP4 of JPEG pictures.
    ///
    /// - Throws: as ``init(bif:name:)``.
    init(mp4 path: String, name: String) throws {
        let bytes = try Self.container(path, name)
        let samples = try MosaicError.translating(name) { () throws(ThumbnailFormatError) in
            try MotionJPEGFile(parsing: bytes).samples
        }
        let pictures = samples.enumerated().map { index, sample in
            ImportedPicture(path: path, name: "\(name)#\(index)", range: sample.range)
        }
        let tiles = samples.enumerated().map { index, sample in Tile(time: sample.time, picture: index) }
        let end = samples.last.map { Timestamp(milliseconds: $0.time.milliseconds + $0.duration.milliseconds) }
        try self.init("MP4", pictures: pictures, tiles: tiles, duration: end, name: name)
    }

    private static func container(_ path: String, _ name: String) throws -> [UInt8] {
        try MosaicError.translating { try FileReader.read(path, name: name, limit: mostContainerBytes) }
    }
}

extension MosaicError {
    /// Runs work on a document of a thumbnail format; translates its errors.
    ///
    /// - Parameter name: The document's name.
    static func translating<Value>(
        _ name: String, _ work: () throws(ThumbnailFormatError) -> Value
    ) throws -> Value {
        do {
            return try work()
        } catch {
            let code: Code =
                switch error.code {
                case .malformed: .malformed
                case .unsupported: .unsupported
                case .limitExceeded: .limitExceeded
                case .refused: .refused
                }
            throw MosaicError(code, name, "\(error.subject): \(error.reason)")
        }
    }
}
