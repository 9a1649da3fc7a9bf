import ThumbnailFormats
import TiledJPEG
import WebVTT

extension Export {
    /// Roku's archive of pictures.
    package static let bif = Export(
        "bif", "a BIF file, for Roku", .exact, document: "thumbnails.bif", .bytes
    ) { source in
        try source.requireJPEG(for: "bif")
        let shown = try ShownTiles(of: source.storyboards.main)
        let times = try BIFTimes(shown, cadence: source.options.cadence)
        // The document that links name is last.
        return source.storyboards.members.reversed().map { member in
            ExportFile(
                member.path(of: "thumbnails.bif"), .bytes, isImmutable: false,
                .made { try await times.file(of: member, source.sheets) })
        }
    }
}

/// The times of a BIF file: those of the track, or those of a requested cadence.
struct BIFTimes: Sendable {
    private let images: [(tile: Int, time: Timestamp)]

    init(_ shown: ShownTiles, cadence: Timestamp?) throws {
        guard let cadence else {
            images = shown.spans.map { ($0.tile, $0.start) }
            return
        }
        images = try Resampling(shown, cadence: cadence).tiles.enumerated().map { step, tile in
            (tile, Timestamp(milliseconds: Int64(step) * cadence.milliseconds))
        }
    }

    /// The file of one width.
    ///
    /// - Throws: what the reader throws, `limitExceeded`.
    func file(of member: StoryboardSet.Member, _ reader: any SheetReader) async throws -> [UInt8] {
        var pictures: [(time: Timestamp, bytes: [UInt8])] = []
        for image in images {
            pictures.append((image.time, try await reader.tile(image.tile, of: member).encoded()))
        }
        let all = pictures
        return try MosaicError.translatingFormat { () throws(ThumbnailFormatError) in try BIFFile.serialized(all) }
    }
}
